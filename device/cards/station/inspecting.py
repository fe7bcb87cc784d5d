"""The inspection before and after play: every card of the packs passes once, and they make exactly so many of each.

"Las cartas serán rigurosamente inspeccionadas previamente al inicio del juego y después de finalizar el juego" (004
§1.3.3). Counts and identities are kept, never the sequence: whoever knew in which order the cards of a shoe passed
would know the shoe. So nothing here is a list, no step names a card, and nothing of it can be taken back one by one.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from device.cards.errors import CardsError
from device.cards.pack import CARDS_IN_PACK, Known, PackState
from device.cards.station.showings import CardShown, SeenOnce, Showing, TwoTogether
from device.cards.station.station_steps import Step, StepKind, Steps
from device.readers.marks import CUT, CutCard
from device.rules.card import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PackCount:
    """What came of one pack."""

    id: str
    counted: int
    missing: tuple[Card, ...]
    """By clubs, diamonds, hearts, spades; so are all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """What an inspection found; it holds no order."""

    decks: int
    counted: int
    """Cards of the game, each once."""
    counts: Mapping[Card, int]
    missing: Mapping[Card, int]
    surplus: Mapping[Card, int]
    packs: tuple[PackCount, ...]
    """By their names; empty where cards bear codes of rank and suit alone."""
    foreign: Mapping[str, int]
    """``unknown``, ``class-code``, ``retired XXXX``, ``other XXXX``: how many cards of each."""
    again: int
    """Reads of a card that had passed: the same card once more, or a second one with a copy of its mark."""
    unread: int

    @property
    def complete(self) -> bool:
        """Whether exactly the right cards came, class by class, and whole packs where cards bear their pack's mark."""
        parts = any(one.missing for one in self.packs)
        return not (self.missing or self.surplus or self.foreign or self.unread or parts)


def _none() -> Counter[Card]:
    return Counter(dict.fromkeys(Card, 0))


@dataclass(slots=True, kw_only=True)
class _Pile:
    """What has passed, without order; every card has its place from the start, or which came first would be known."""

    counts: Counter[Card] = field(default_factory=_none)
    by_pack: dict[str, Counter[Card]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    foreign: Counter[str] = field(default_factory=Counter)
    again: int = 0
    unread: int = 0


class Inspecting:
    """Every card passes once, in any order; see `Desk`.

    `find`: what the registry knows of a code; it may raise CardsError. `class_of`: what a code of rank and suit means
    at this site. `classes`: whether such codes are cards here. `ids`: the packs that must come, and no other; none: any
    packs that are not retired.
    """

    due = None

    def __init__(
        self,
        decks: int,
        *,
        find: Callable[[str], Known | None] | None,
        class_of: Callable[[str], Card | CutCard | None],
        classes: bool,
        ids: Sequence[str] = (),
    ) -> None:
        self._decks = decks
        self._find = find
        self._class_of = class_of
        self._classes = classes
        self._ids = frozenset(ids)
        self._pile = _Pile(by_pack={id: _none() for id in ids})

    @property
    def count(self) -> tuple[int, int]:
        """Cards of the game that have passed, and how many there must be."""
        return self._pile.counts.total(), self._decks * CARDS_IN_PACK

    @property
    def complete(self) -> bool:
        """Whether as many cards as there must be have passed, whichever they are."""
        done, of = self.count
        return done >= of

    def knows(self, code: str) -> bool:
        """Whether a code means anything here; a registry that cannot be asked knows none."""
        try:
            known = self._find is not None and self._find(code) is not None
        except CardsError:
            return False
        return known or self._class_of(code) is not None

    def show(self, showing: Showing) -> Steps:
        """Take what the reader saw."""
        match showing:
            case CardShown(code=code):
                return (self._card(code.upper()),)
            case TwoTogether():
                return (Step(kind=StepKind.TOGETHER),)
            case SeenOnce():
                return ()

    def passed_unread(self) -> Steps:
        """Something passed the gates of a shoe and had no code."""
        self._pile.unread += 1
        return (Step(kind=StepKind.UNREAD),)

    def say(self, words: str) -> Steps:
        """``again`` begins anew: single cards cannot be taken back, for nobody knows which came last."""
        word = words.strip()
        if word.lower() == "again":
            self._pile = _Pile(by_pack={id: _none() for id in sorted(self._ids)})
            return ()
        return (Step(kind=StepKind.NOT_UNDERSTOOD, why=word),) if word else ()

    def result(self) -> Inspected:
        """What was found."""
        pile = self._pile
        counts = {card: pile.counts[card] for card in Card}
        return Inspected(
            decks=self._decks,
            counted=pile.counts.total(),
            counts=counts,
            missing={card: self._decks - many for card, many in counts.items() if many < self._decks},
            surplus={card: many - self._decks for card, many in counts.items() if many > self._decks},
            packs=tuple(
                PackCount(id=id, counted=seen.total(), missing=tuple(card for card in Card if not seen[card]))
                for id, seen in sorted(pile.by_pack.items())
            ),
            foreign=dict(sorted(pile.foreign.items())),
            again=pile.again,
            unread=pile.unread,
        )

    # inside ------------------------------------------------------------------------------------------------------

    def _card(self, code: str) -> Step:
        meaning = self._class_of(code)
        if meaning is CUT:
            return Step(kind=StepKind.CUT_LABEL)
        if isinstance(meaning, Card):
            if not self._classes:
                return self._stranger("class-code", StepKind.NOT_ACCEPTED)
            return self._count(meaning)
        if code in self._pile.seen:
            self._pile.again += 1
            return Step(kind=StepKind.AGAIN)
        try:
            known = self._find(code) if self._find is not None else None
        except CardsError as error:
            return Step(kind=StepKind.NOT_KEPT, why=str(error))
        self._pile.seen.add(code)
        if known is None:
            return self._stranger("unknown", StepKind.UNKNOWN)
        pack = known.pack
        if pack.state is PackState.RETIRED:
            return self._stranger(f"retired {pack.id}", StepKind.RETIRED, pack.id)
        if self._ids and pack.id not in self._ids:
            return self._stranger(f"other {pack.id}", StepKind.NOT_NAMED, pack.id)
        self._pile.by_pack.setdefault(pack.id, _none())[known.card] += 1
        return self._count(known.card)

    def _count(self, card: Card) -> Step:
        self._pile.counts[card] += 1
        return Step(kind=StepKind.COUNTED)

    def _stranger(self, what: str, kind: StepKind, pack: str = "") -> Step:
        self._pile.foreign[what] += 1
        return Step(kind=kind, pack=pack)
