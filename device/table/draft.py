"""A step while it is being worked out: the events so far and the state they lead to."""

from device.rules.card import Card
from device.rules.choices import NextMode, ResultMode
from device.rules.profile import Profile
from device.table import events as ev
from device.table.evolve import evolve
from device.table.state import State
from device.table.vocabulary import IncidentKind, Option, Origin, ReadIdentity, Refusal


class Draft:
    """Collects the events of one step; each is folded at once, so the next question is asked of the newest state.

    Lives for one call of `decide` and never leaves it.
    """

    __slots__ = ("_read", "events", "profile", "state")

    def __init__(self, state: State, profile: Profile, read: ReadIdentity | None = None) -> None:
        self.state = state
        self.profile = profile
        self.events: list[ev.Event] = []
        self._read = read

    def add(self, event: ev.Event) -> None:
        """Record what happened."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def read_of(self, origin: Origin | None) -> ReadIdentity | None:
        """The report's identity, once, for the event that answers it: only what comes from the shoe carries one."""
        if origin not in (Origin.SHOE, None):
            return None
        read, self._read = self._read, None
        return read

    def finish(self) -> tuple[ev.Event, ...]:
        """The step's events; a report that no event answered is on record by itself, for it will be acknowledged."""
        if self._read is not None:
            self.add(ev.ReportNoted(what="repeat", read=self.read_of(None)))
        return tuple(self.events)

    def refuse(self, order: str, why: Refusal, *, by: str | None = None) -> None:
        """Answer an order that changes nothing."""
        self.add(ev.OrderRefused(order=order, why=why, by=by))

    def notice(self, kind: IncidentKind, *, hidden: Card | None = None, detail: str = "") -> None:
        """Put on record something that holds nothing."""
        self.add(ev.IncidentRaised(id=self.state.next_incident, incident=kind, hidden=hidden, detail=detail))

    def hold(
        self,
        kind: IncidentKind,
        *options: Option,
        hidden: Card | None = None,
        origin: Origin | None = None,
        since_s: float = 0.0,
        detail: str = "",
    ) -> None:
        """Stop dealing until a person chooses one of `options`, the profile's default first."""
        self.add(
            ev.IncidentRaised(
                id=self.state.next_incident,
                incident=kind,
                options=options,
                holds=True,
                hidden=hidden,
                origin=origin,
                since_s=since_s,
                detail=detail,
                read=self.read_of(origin),
            )
        )

    @property
    def runs_by_itself(self) -> bool:
        """Whether nobody ever presses a button: results show at once and every card goes on by itself."""
        profile = self.profile
        return (
            profile.result is ResultMode.AUTO
            and profile.result_after_s == 0
            and profile.next is NextMode.FIRST_CARD
            and profile.next_after_s == 0
        )
