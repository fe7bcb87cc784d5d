"""From the raw edges of the buttons' contacts to presses: no clock of its own, no pins, no threads.

A contact that closes chatters for some milliseconds, picks up the click of a lock's coil, or reports only half of what
it did when the machine was busy. Each contact therefore has two levels: the *raw* one of its last edge, and the
*settled* one that it takes over when no edge has come for the debounce time. A press is a settled closing.

Three things that a contact can do besides:

* It is closed when the table starts. Its first edge is then an opening, and no press is made of it: whoever leans on
  the panel, or a foot switch that lies under a chair, must not decide anything.
* Its opening is lost. The next closing says so (a closed contact cannot close), and is a press like any other.
* It is one of the two buttons that are held together for the lamp test. Both presses are kept back for a moment; when
  both are down within it, they are the beginning of a hold and neither is a press, else each is one.

Everything happens at the time of its cause, so how often somebody calls `poll` never changes what comes out.
"""

from dataclasses import dataclass

from device.ports.panel import ButtonEdge

LAMP_TEST_BUTTONS = frozenset({"call", "menu"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A person pressed a button; `at_s` is when the contact closed for good, not when that was known."""

    button: str
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A person has held these buttons together; `at_s` is when it was long enough. Said once for each hold."""

    buttons: frozenset[str]
    at_s: float


Touch = Press | Hold


class _Contact:
    """One button: its two levels, and what is to be decided when."""

    __slots__ = ("edge_at_s", "name", "pressed_at_s", "raw", "settled", "settles_at_s", "withheld_until_s")

    def __init__(self, name: str, *, closed: bool, at_s: float) -> None:
        self.name = name
        self.raw = closed
        self.settled = closed
        self.edge_at_s = at_s
        self.settles_at_s: float | None = None
        self.pressed_at_s: float | None = None
        """Since when a person holds it; None also while a contact is closed that was closed at the start."""
        self.withheld_until_s: float | None = None
        """Until when its press waits for the other button of a hold."""


class Debouncer:
    """Makes presses and holds of edges; the names of the buttons are the edges' own."""

    def __init__(
        self,
        *,
        debounce_ms: int = 30,
        hold: frozenset[str] = LAMP_TEST_BUTTONS,
        hold_s: float = 3.0,
        together_s: float = 0.2,
    ) -> None:
        """`debounce_ms`: how long a contact must be quiet, at least 0. `hold`: the buttons of the hold, empty for none.

        `hold_s` is how long they are held; `together_s` how far apart two fingers may be and still mean one thing,
        which is also what a press of one of these buttons alone is late by at most.
        """
        if debounce_ms < 0 or hold_s < 0 or together_s < 0:
            raise ValueError(f"negative time: debounce_ms={debounce_ms} hold_s={hold_s} together_s={together_s}")
        if len(hold) == 1:
            raise ValueError("a hold needs two buttons or more: one alone could no longer be pressed")
        self._debounce_s = debounce_ms / 1000
        self._hold = hold
        self._hold_s = hold_s
        self._together_s = together_s
        self._contacts: dict[str, _Contact] = {}
        self._hold_at_s: float | None = None

    @property
    def deadline_s(self) -> float | None:
        """When `poll` has something to say next, if no further edge comes; None: nothing is pending."""
        due = self._next()
        return None if due is None else due[0]

    def edge(self, edge: ButtonEdge) -> tuple[Touch, ...]:
        """Take one edge in; returns what had become certain before it, in order of time.

        Edges of one button come in their order; one that is older than what was decided already counts all the same.
        """
        out = self.poll(edge.at_s)
        contact = self._contacts.get(edge.button)
        if contact is None:
            # Before its first edge the contact was the other way round: an opening tells of a button held at the start.
            contact = _Contact(edge.button, closed=not edge.pressed, at_s=edge.at_s)
            self._contacts[edge.button] = contact
        if edge.pressed == contact.raw:
            out += self._edge_lost(contact, edge.at_s)
        else:
            contact.raw = edge.pressed
        if contact.raw != contact.settled:
            contact.settles_at_s = edge.at_s + self._debounce_s
        else:
            contact.settles_at_s = None
        contact.edge_at_s = edge.at_s
        return out

    def poll(self, now_s: float) -> tuple[Touch, ...]:
        """What has become certain up to `now_s`, in order of time.

        All edges before `now_s` must have been taken in: a caller with a queue polls when the queue is empty.
        """
        out: list[Touch] = []
        while (due := self._next()) is not None and due[0] <= now_s:
            at_s, _, contact = due
            if contact is None:
                self._hold_at_s = None
                out.append(Hold(buttons=self._hold, at_s=at_s))
            elif contact.settles_at_s == at_s:
                out += self._settle(contact)
            else:
                out += self._release_withheld(contact)
        return tuple(out)

    def _next(self) -> tuple[float, str, _Contact | None] | None:
        """The earliest thing to decide: a contact that settles or whose press waits, or (no contact) the hold."""
        dues: list[tuple[float, str, _Contact | None]] = []
        for contact in self._contacts.values():
            for at_s in (contact.settles_at_s, contact.withheld_until_s):
                if at_s is not None:
                    dues.append((at_s, contact.name, contact))
        if self._hold_at_s is not None:
            dues.append((self._hold_at_s, "", None))
        return min(dues, key=lambda due: due[:2], default=None)

    def _edge_lost(self, contact: _Contact, at_s: float) -> tuple[Touch, ...]:
        """The contact repeats its level, so the edge between is lost: chatter too fast to follow, or a release."""
        if contact.raw and contact.settled and at_s - contact.edge_at_s >= self._debounce_s:
            return self._opened(contact)
        return ()

    def _settle(self, contact: _Contact) -> tuple[Touch, ...]:
        contact.settles_at_s = None
        if not contact.raw:
            return self._opened(contact)
        contact.settled = True
        contact.pressed_at_s = contact.edge_at_s
        if contact.name not in self._hold:
            return (Press(button=contact.name, at_s=contact.edge_at_s),)
        contact.withheld_until_s = contact.edge_at_s + self._debounce_s + self._together_s
        fingers = [self._contacts[name] for name in self._hold if name in self._contacts]
        if len(fingers) == len(self._hold) and all(finger.pressed_at_s is not None for finger in fingers):
            self._hold_at_s = contact.edge_at_s + max(self._hold_s, self._debounce_s)
            if all(finger.withheld_until_s is not None for finger in fingers):
                for finger in fingers:
                    finger.withheld_until_s = None
        return ()

    def _opened(self, contact: _Contact) -> tuple[Touch, ...]:
        """The contact is open: a press that still waited was a short one, and a hold is over."""
        out = self._release_withheld(contact)
        contact.settled = False
        contact.pressed_at_s = None
        if contact.name in self._hold:
            self._hold_at_s = None
        return out

    @staticmethod
    def _release_withheld(contact: _Contact) -> tuple[Touch, ...]:
        if contact.withheld_until_s is None or contact.pressed_at_s is None:
            return ()
        contact.withheld_until_s = None
        return (Press(button=contact.name, at_s=contact.pressed_at_s),)
