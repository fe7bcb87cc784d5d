"""A step while it is being worked out: the events so far and the state they lead to."""

from device.rules.card import Card
from device.rules.choices import Deal, NextMode, ResultMode
from device.rules.foreign import Foreign
from device.rules.hand import Hand
from device.rules.profile import Profile
from device.table import events as ev
from device.table.evolve import evolve
from device.table.state import State
from device.table.vocabulary import IncidentKind, Option, Origin, ReadIdentity, Refusal


class Draft:
    """Collects the events of one step; each is folded at once, so the next question is asked of the newest state.

    Lives for one call of `decide` and never leaves it.
    """

    __slots__ = ("_read", "decided_nth", "events", "profile", "state")

    def __init__(self, state: State, profile: Profile, read: ReadIdentity | None = None) -> None:
        self.state = state
        self.profile = profile
        self.events: list[ev.Event] = []
        self.decided_nth = 0
        """The card of the incident that was just decided: the one that `Origin.INCIDENT` speaks of."""
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

    def nth_of(self, origin: Origin | None) -> int:
        """Which card of the shoe comes from there now; a card that leaves the shoe gets the next number."""
        state = self.state
        match origin:
            case Origin.SHOE:
                return state.shoe.drawn + 1
            case Origin.WAITING:
                return state.waiting[0].nth
            case Origin.KEPT:
                return state.kept[0].nth
            case Origin.BEFORE_TURN:
                return state.before_turn[0].nth
            case Origin.INCIDENT:
                return self.decided_nth
            case None:
                return 0

    def finish(self) -> tuple[ev.Event, ...]:
        """The step's events; a report that no event answered is on record by itself, for it will be acknowledged."""
        if self._read is not None:
            self.add(ev.ReportNoted(what="repeat", read=self.read_of(None)))
        return tuple(self.events)

    def refuse(self, order: str, why: Refusal, *, by: str | None = None) -> None:
        """Answer an order that changes nothing."""
        self.add(ev.OrderRefused(order=order, why=why, by=by))

    def notice(  # noqa: PLR0913 - what happened, and which card it is about
        self,
        kind: IncidentKind,
        *,
        hidden: Card | None = None,
        detail: str = "",
        foreign: Foreign | None = None,
        nth: int = 0,
        by: str | None = None,
    ) -> None:
        """Put on record something that holds nothing."""
        self.add(
            ev.IncidentRaised(
                id=self.state.next_incident,
                incident=kind,
                hidden=hidden,
                detail=detail,
                foreign=foreign,
                nth=nth,
                by=by,
            )
        )

    def hold(  # noqa: PLR0913 - what is held, what may be done, and which card it is about
        self,
        kind: IncidentKind,
        *options: Option,
        hidden: Card | None = None,
        origin: Origin | None = None,
        since_s: float = 0.0,
        detail: str = "",
        foreign: Foreign | None = None,
        at: tuple[Hand, int] | None = None,
        nth: int | None = None,
        by: str | None = None,
    ) -> None:
        """Stop dealing until a person chooses one of `options`, the profile's default first.

        `at` is where the card lies that the incident is about, when it lies in a hand already; `nth` says which it is
        where `origin` does not.
        """
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
                foreign=foreign,
                nth=self.nth_of(origin) if nth is None else nth,
                hand=at[0] if at is not None else None,
                index=at[1] if at is not None else 0,
                by=by,
                read=self.read_of(origin),
            )
        )

    @property
    def face_down(self) -> bool:
        """Whether cards of a coup are laid face down here."""
        return self.profile.deal is Deal.FACE_DOWN

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
