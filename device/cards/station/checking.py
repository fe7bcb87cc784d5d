"""Which pack a card is of: every card that is laid down is named, and each pack's tally tells what is missing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.cards.pack import Known, Pack, Packs, PackState
from device.cards.station.codes import found_in, is_class_code, is_known
from device.cards.station.showings import CardShown, SeenOnce, Showing, TwoTogether
from device.cards.station.station_steps import Step, StepKind, Steps
from device.rules.card import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What was seen of one pack."""

    pack: Pack
    seen: int
    missing: tuple[Card, ...]
    """By clubs, diamonds, hearts, spades."""
    again: tuple[Card, ...]
    """Read more than once: the same card, or a second one with a copy of its mark."""
    named: bool
    """Whether it was asked for."""

    @property
    def ok(self) -> bool:
        """Whether the pack is whole and may be played."""
        return not self.missing and self.pack.state is not PackState.RETIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The verdict."""

    tallies: tuple[Tally, ...]
    unknown: int
    """Codes that are nothing of this site, each counted once."""
    not_named: int
    """Cards of packs that were not to be checked."""

    @property
    def ok(self) -> bool:
        """Whether every card that came was known, and every pack that was asked for is whole."""
        asked = [tally for tally in self.tallies if tally.named]
        whole = all(tally.ok for tally in asked)
        playable = all(tally.pack.state is not PackState.RETIRED for tally in self.tallies)
        return whole and playable and not self.unknown and not self.not_named and bool(self.tallies)


class Checking:
    """Any number of cards, in any order; see `Desk`. `ids`: the packs that must be whole; none: just tell."""

    due = None

    def __init__(self, packs: Packs, ids: Sequence[str] = ()) -> None:
        self._packs = packs
        self._named = {id: packs.codes_of(id) for id in ids}
        self._seen: dict[str, Counter[str]] = {id: Counter() for id in ids}
        self._known: dict[str, Known] = {}
        self._unknown: set[str] = set()

    @property
    def count(self) -> tuple[int, int]:
        """Different cards seen, and how many the named packs have."""
        return sum(map(len, self._seen.values())), sum(map(len, self._named.values()))

    @property
    def complete(self) -> bool:
        """Whether every card of the named packs has been seen."""
        return bool(self._named) and all(len(self._seen[id]) == len(codes) for id, codes in self._named.items())

    def knows(self, code: str) -> bool:
        """Whether a code is one of this site; a registry that cannot be asked knows none."""
        return is_known(self._packs, code)

    def show(self, showing: Showing) -> Steps:
        """Take what the reader saw."""
        match showing:
            case CardShown(code=code):
                return (self._card(code.upper()),)
            case TwoTogether():  # what each of them is does not depend on the other: nothing need be taken back
                return (Step(kind=StepKind.TOGETHER),)
            case SeenOnce():
                return ()

    def say(self, words: str) -> Steps:
        """Nothing can be said here but what ends it."""
        return (Step(kind=StepKind.NOT_UNDERSTOOD, why=words.strip()),) if words.strip() else ()

    def verdict(self) -> Checked:
        """What was seen, those packs first that were named. Raises CardsError when the registry cannot be used."""
        tallies = []
        for id, seen in sorted(self._seen.items(), key=lambda one: (one[0] not in self._named, one[0])):
            codes = {code.upper(): card for code, card in self._packs.codes_of(id).items()}
            missing = [card for code, card in codes.items() if code not in seen]
            again = [self._known[code].card for code, times in seen.items() if times > 1]
            tallies.append(
                Tally(
                    pack=self._packs.pack(id),
                    seen=len(seen),
                    missing=_sorted(missing),
                    again=_sorted(again),
                    named=id in self._named,
                )
            )
        strangers = sum(len(seen) for id, seen in self._seen.items() if self._named and id not in self._named)
        return Checked(tallies=tuple(tallies), unknown=len(self._unknown), not_named=strangers)

    def _card(self, code: str) -> Step:
        known = found_in(self._packs, code)
        if isinstance(known, Step):
            if known.kind is StepKind.UNKNOWN:
                self._unknown.add(code)
                return replace(known, kind=StepKind.NOT_A_TAG) if is_class_code(code) else known
            return known
        pack = known.pack
        self._known[code] = known
        seen = self._seen.setdefault(pack.id, Counter())
        seen[code] += 1
        if pack.state is PackState.RETIRED:
            kind = StepKind.RETIRED
        elif self._named and pack.id not in self._named:
            kind = StepKind.NOT_NAMED
        else:
            kind = StepKind.KNOWN if seen[code] == 1 else StepKind.AGAIN
        return Step(kind=kind, card=known.card, pack=pack.id, state=pack.state)


def _sorted(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.index))
