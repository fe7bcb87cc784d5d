"""A printed pack whose labels are stuck on: every label passes once, and a person sees that it is on the right card.

Which card each label is was settled when it was printed, so nothing is written until the end: a pack becomes enrolled
when all its labels were read and none was found on a wrong card. Broken off, it stays printed and is begun anew.
"""

from collections.abc import Callable, Mapping, Sequence

from device.cards.pack import Packs, PackState
from device.cards.station.codes import found_in
from device.cards.station.enrolling import PackDone
from device.cards.station.showings import CardShown, SeenOnce, Showing, TwoTogether
from device.cards.station.station_steps import Step, StepKind, Steps, words_of_undo
from device.rules.card import Card


class Confirming:
    """A person lays labelled cards on a reader; see `Desk`.

    `order`: in which the cards come, then a label that is not the due card's is refused at once; None: in any order,
    the face that a label stands for is shown, and the person says ``n`` when the card has another.
    """

    def __init__(
        self,
        packs: Packs,
        ids: Sequence[str],
        *,
        by: str,
        now_at: Callable[[], str],
        order: Sequence[Card] | None = None,
    ) -> None:
        self._packs = packs
        self._ids = tuple(ids)
        self._by = by
        self._now_at = now_at
        self._order = order
        self._codes: Mapping[str, tuple[str, Card]] = {
            code.upper(): (id, card) for id in ids for code, card in packs.codes_of(id).items()
        }
        self._seen: dict[str, None] = {}
        """Labels seen on their cards, the last one last: what ``u`` and ``n`` are about."""
        self._wrong: set[str] = set()
        self._skips: dict[tuple[str, Card], int] = {}

    @property
    def due(self) -> Card | None:
        """The card to be laid down next, where an order says so."""
        waiting = self._waiting()
        return waiting[1] if waiting is not None else None

    @property
    def pack(self) -> str:
        """The pack in hand."""
        waiting = self._waiting()
        return waiting[0] if waiting is not None else self._ids[-1]

    @property
    def count(self) -> tuple[int, int]:
        """Labels seen, and how many there are."""
        return len(self._seen), len(self._codes)

    @property
    def complete(self) -> bool:
        """Whether every label was seen on its card."""
        return len(self._seen) == len(self._codes)

    def show(self, showing: Showing) -> Steps:
        """Take what the reader saw."""
        match showing:
            case CardShown(code=code):
                return (self._label(code.upper()),)
            case TwoTogether(take_back=codes):
                back = [code for code in reversed(self._seen) if code in codes]
                return (Step(kind=StepKind.TOGETHER), *(self._take_back(code, StepKind.TAKEN_BACK) for code in back))
            case SeenOnce():
                return (Step(kind=StepKind.READ_ONCE),)

    def say(self, words: str) -> Steps:
        """``u`` takes back, ``n``: the last label is not on its card, ``s``: the due card comes later."""
        word = words.strip().lower()
        if not word:
            return ()
        if word == "n":
            return self._say_no()
        if word == "s":
            return self._skip()
        many = words_of_undo(word)
        if many is None:
            return (Step(kind=StepKind.NOT_UNDERSTOOD, why=words.strip()),)
        back = list(reversed(self._seen))[:many]
        if not back:
            return (Step(kind=StepKind.NO_UNDO),)
        return tuple(self._take_back(code, StepKind.TAKEN_BACK) for code in back)

    def finish(self) -> tuple[PackDone, ...]:
        """The packs as they are now; those whose labels all passed become enrolled. Raises CardsError."""
        lacking = {self._codes[code][0] for code in self._codes if code not in self._seen}
        full = tuple(id for id in self._ids if id not in lacking)
        if full:
            self._packs.move(full, PackState.ENROLLED, by=self._by, at=self._now_at())
        return tuple(self._done(id) for id in self._ids)

    # inside ------------------------------------------------------------------------------------------------------

    def _done(self, id: str) -> PackDone:
        ours = {code: card for code, (pack, card) in self._codes.items() if pack == id}
        wrong = [card for code, card in ours.items() if code in self._wrong]
        missing = [card for code, card in ours.items() if code not in self._seen and code not in self._wrong]
        return PackDone(
            id=id,
            state=self._packs.pack(id).state,
            cards=len(ours) - len(missing) - len(wrong),
            missing=tuple(sorted(missing, key=lambda card: card.index)),
            wrong=tuple(sorted(wrong, key=lambda card: card.index)),
        )

    def _waiting(self) -> tuple[str, Card] | None:
        if self._order is None:
            return None
        seen = {self._codes[code] for code in self._seen}
        open_ = [(id, card) for id in self._ids for card in self._order if (id, card) not in seen]
        return min(open_, key=lambda one: (self._ids.index(one[0]), self._skips.get(one, 0)), default=None)

    def _label(self, code: str) -> Step:
        ours = self._codes.get(code)
        if ours is None:
            return self._stranger(code)
        pack, card = ours
        if code in self._seen:
            return Step(kind=StepKind.AGAIN, card=card, pack=pack)
        waiting = self._waiting()
        if waiting is not None and waiting != ours:
            return Step(kind=StepKind.WRONG_FACE, card=card, other=waiting[1], pack=pack)
        self._seen[code] = None
        self._wrong.discard(code)
        return Step(kind=StepKind.FACE, card=card, pack=pack)

    def _stranger(self, code: str) -> Step:
        known = found_in(self._packs, code)
        if isinstance(known, Step):
            return known
        kind = StepKind.RETIRED if known.pack.state is PackState.RETIRED else StepKind.OTHER_PACK
        return Step(kind=kind, card=known.card, pack=known.pack.id, state=known.pack.state)

    def _say_no(self) -> Steps:
        last = next(reversed(self._seen), None)
        if last is None:
            return (Step(kind=StepKind.NO_UNDO),)
        self._wrong.add(last)
        return (self._take_back(last, StepKind.NOT_ITS_LABEL),)

    def _skip(self) -> Steps:
        waiting = self._waiting()
        if waiting is None:
            return (Step(kind=StepKind.NOT_DUE),)
        self._skips[waiting] = self._skips.get(waiting, 0) + 1
        return (Step(kind=StepKind.SKIPPED, card=waiting[1], pack=waiting[0]),)

    def _take_back(self, code: str, kind: StepKind) -> Step:
        del self._seen[code]
        pack, card = self._codes[code]
        return Step(kind=kind, card=card, pack=pack)
