"""Marking new packs: which card the next tag is, and what is done about every tag that is none or not the right one.

What was taken is in the registry before anybody is told, so that a power cut loses no card. A pack stays ``printed``
until `finish`: as long as that a card can be taken back, also of a pack that is full already.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.cards.errors import CardsError, TakenCodeError
from device.cards.pack import CARDS_IN_PACK, Known, NewPack, PackKind, Packs, PackState
from device.cards.station.codes import is_class_code, is_cut, is_known
from device.cards.station.showings import CardShown, SeenOnce, Showing, TwoTogether
from device.cards.station.station_steps import Step, StepKind, Steps, words_of_undo
from device.readers.labels import parse_label
from device.rules.card import Card, CardError

SHORTEST_TAG = 6
LONGEST_TAG = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slot:
    deck: int
    place: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PackDone:
    """What became of a pack."""

    id: str
    state: PackState
    cards: int
    missing: tuple[Card, ...] = ()
    """Cards without a mark that was seen, by clubs, diamonds, hearts, spades."""
    wrong: tuple[Card, ...] = ()
    """Cards whose labels are not on them."""


class Enrolling:
    """A person lays new cards on a reader, one after another, and each gets its tag; see `Desk`.

    `ids`: packs of tags in state printed that are gone on with; `new`: how many packs more, each of which comes into
    the registry with its first card and `note`. `order`: in which the cards come, the same for every pack. `asks`: the
    person names each card before it is laid down, and no order counts. `now_at`: wall time for the registry.
    """

    def __init__(  # noqa: PLR0913 - the parts of one task
        self,
        packs: Packs,
        ids: Sequence[str],
        order: Sequence[Card],
        *,
        by: str,
        now_at: Callable[[], str],
        new: int = 0,
        note: str = "",
        asks: bool = False,
    ) -> None:
        self._packs = packs
        self._ids = [*ids, *("" for _ in range(new))]
        """By deck; empty while the pack is not in the registry."""
        self._note = note
        self._by = by
        self._now_at = now_at
        self._asks = asks
        had = [set(packs.codes_of(id).values()) if id else set() for id in self._ids]
        places = [(deck, place, card) for deck in range(len(self._ids)) for place, card in enumerate(order)]
        self._open = {
            _Slot(deck=deck, place=place, card=card): 0 for deck, place, card in places if card not in had[deck]
        }
        """Cards without a tag, and how often each was skipped."""
        self._of = len(places)
        self._taken: list[tuple[_Slot, str]] = []
        self._chosen: _Slot | None = None
        self._doubt = ""
        self.read_again: dict[str, Card] = {}
        """Tags that were read more than once."""

    @property
    def due(self) -> Card | None:
        """The card to be laid down next."""
        slot = self._due()
        return None if slot is None else slot.card

    @property
    def pack(self) -> str:
        """The pack whose card is due, or the last one; empty when it is not in the registry yet."""
        slot = self._due()
        return self._ids[-1 if slot is None else slot.deck]

    @property
    def deck(self) -> tuple[int, int, int]:
        """Which of how many packs is in hand, from 1, and how many of its cards have a tag."""
        slot = self._due()
        now = len(self._ids) - 1 if slot is None else slot.deck
        left = sum(one.deck == now for one in self._open)
        return now + 1, len(self._ids), CARDS_IN_PACK - left

    @property
    def count(self) -> tuple[int, int]:
        """Cards with a tag in all packs, and how many there will be."""
        return self._of - len(self._open), self._of

    @property
    def complete(self) -> bool:
        """Whether every card has its tag."""
        return not self._open

    def show(self, showing: Showing) -> Steps:
        """Take what the reader saw."""
        match showing:
            case CardShown(code=code):
                return self._card(code)
            case TwoTogether(take_back=codes):
                # Back goes what was taken last first, as a person would do it.
                fresh = [entry for entry in reversed(self._taken) if entry[1] in codes]
                return (Step(kind=StepKind.TOGETHER), *(step for entry in fresh for step in self._take_back(entry)))
            case SeenOnce(code=code):
                if self._is_done(code):
                    return ()
                self._doubt = code
                return (Step(kind=StepKind.READ_ONCE),)

    def say(self, words: str) -> Steps:
        """``u`` and ``u 3`` take back, ``s`` skips, a card's name makes it the next one, Enter ends a doubt."""
        word = words.strip()
        if not word:
            return self._no_card()
        if word.lower() == "s":
            return self._skip()
        back = words_of_undo(word)
        if back is not None:
            return self._undo(back)
        try:
            return self._choose(Card.parse(word))
        except CardError:
            return (Step(kind=StepKind.NOT_UNDERSTOOD, why=word),)

    def finish(self) -> tuple[PackDone, ...]:
        """The packs as they are now; full ones become enrolled. Raises CardsError when the registry cannot be used."""
        open_ = {slot.deck for slot in self._open}
        full = tuple(id for deck, id in enumerate(self._ids) if id and deck not in open_)
        if full:
            self._packs.move(full, PackState.ENROLLED, by=self._by, at=self._now_at())
        return tuple(self._done(deck, id) for deck, id in enumerate(self._ids) if id)

    # inside ------------------------------------------------------------------------------------------------------

    def _done(self, deck: int, id: str) -> PackDone:
        pack = self._packs.pack(id)
        missing = sorted((slot.card for slot in self._open if slot.deck == deck), key=lambda card: card.index)
        return PackDone(id=id, state=pack.state, cards=CARDS_IN_PACK - len(missing), missing=tuple(missing))

    def _due(self) -> _Slot | None:
        if self._chosen is not None or self._asks:
            return self._chosen
        return self._first()

    def _first(self) -> _Slot | None:
        """Skipped cards come at the end of their pack; those skipped twice, at the end of all."""

        def turn(slot: _Slot) -> tuple[int, ...]:
            skips = self._open[slot]
            return (0, slot.deck, skips, slot.place) if skips < 2 else (1, skips, slot.deck, slot.place)

        return min(self._open, key=turn, default=None)

    def _card(self, code: str) -> Steps:
        if self._doubt not in ("", code) and not self._is_done(code):
            return (Step(kind=StepKind.READ_ONCE_FIRST),)
        if code == self._doubt:
            self._doubt = ""
        wrong = _no_tag(code)
        if wrong is not None:
            return (wrong,)
        try:
            known = self._packs.find(code)
        except CardsError as error:
            return (Step(kind=StepKind.NOT_KEPT, why=str(error)),)
        if known is not None:
            return (self._known(code, known),)
        slot = self._due()
        if slot is None:
            return (Step(kind=StepKind.NOT_DUE),)
        try:
            self._keep(slot, code)
        except TakenCodeError as error:
            return (Step(kind=StepKind.OTHER_PACK, why=str(error)),)
        except CardsError as error:
            return (Step(kind=StepKind.NOT_KEPT, why=str(error)),)
        self._taken.append((slot, code))
        del self._open[slot]
        self._chosen = None
        return (Step(kind=StepKind.TAKEN, card=slot.card, pack=self._ids[slot.deck]),)

    def _keep(self, slot: _Slot, code: str) -> None:
        if self._ids[slot.deck]:
            self._packs.mark(self._ids[slot.deck], {code: slot.card}, by=self._by, at=self._now_at())
            return
        first = NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes={code: slot.card}, note=self._note)
        self._ids[slot.deck] = self._packs.add(first, by=self._by, at=self._now_at()).id

    def _known(self, code: str, known: Known) -> Step:
        pack = known.pack
        if pack.id in self._ids:
            self.read_again[code] = known.card
            return Step(kind=StepKind.AGAIN, card=known.card, pack=pack.id)
        kind = StepKind.RETIRED if pack.state is PackState.RETIRED else StepKind.OTHER_PACK
        return Step(kind=kind, card=known.card, pack=pack.id, state=pack.state)

    def _is_done(self, code: str) -> bool:
        if any(code == taken for _, taken in self._taken):
            return True
        return is_known(self._packs, code)

    def _no_card(self) -> Steps:
        if not self._doubt:
            return ()
        self._doubt = ""
        return (Step(kind=StepKind.NOTHING_READ),)

    def _skip(self) -> Steps:
        slot = self._due()
        if slot is None:
            return (Step(kind=StepKind.NOT_DUE),)
        self._open[slot] += 1
        self._chosen = None
        return (Step(kind=StepKind.SKIPPED, card=slot.card, pack=self._ids[slot.deck]),)

    def _choose(self, card: Card) -> Steps:
        now = self._due() or self._first()
        free = [slot for slot in self._open if slot.card is card]
        if not free:
            return (Step(kind=StepKind.HAS_ONE, card=card),)
        # Of several packs the one that is in hand.
        self._chosen = min(free, key=lambda slot: (now is None or slot.deck != now.deck, slot.deck))
        return (Step(kind=StepKind.CHOSEN, card=card, pack=self._ids[self._chosen.deck]),)

    def _undo(self, many: int) -> Steps:
        if not self._taken or many < 1:
            return (Step(kind=StepKind.NO_UNDO),)
        return tuple(step for entry in self._taken[: -many - 1 : -1] for step in self._take_back(entry))

    def _take_back(self, entry: tuple[_Slot, str]) -> Steps:
        slot, code = entry
        try:
            self._packs.unmark(self._ids[slot.deck], (code,), by=self._by, at=self._now_at())
        except CardsError as error:
            return (Step(kind=StepKind.NOT_KEPT, card=slot.card, pack=self._ids[slot.deck], why=str(error)),)
        self._taken.remove(entry)
        self._open[slot] = 0
        self._chosen = None
        self.read_again.pop(code, None)
        return (Step(kind=StepKind.TAKEN_BACK, card=slot.card, pack=self._ids[slot.deck]),)


def _no_tag(code: str) -> Step | None:
    """Why a code can be no tag."""
    if is_cut(code):
        return Step(kind=StepKind.CUT_LABEL)
    fits = SHORTEST_TAG <= len(code) <= LONGEST_TAG and code.isascii() and code.isprintable()
    if is_class_code(code) or parse_label(code) is not None or not fits:
        return Step(kind=StepKind.NOT_A_TAG)
    return None
