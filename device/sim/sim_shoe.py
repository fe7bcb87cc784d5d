"""The simulated shoe as a thing: the cards in it, the board on it, and the log of what left it.

Everything that happens to a card here happens in one order: the card leaves, the log says so, the board says so.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from device.sim.board import Board
from device.sim.faults import Fault, Mishaps
from device.sim.passage_log import Filled, PassageLog
from device.sim.ring import EventId
from device.sim.shoe_pack import CUT_CODE, PackError, ShoePack


def draw_boot_number() -> str:
    """A boot number never used before: true chance, for a number used twice would make new cards look like repeats."""
    return f"{secrets.randbits(32):08X}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a draw brought out, as the person at the table sees it; `cards` are printed faces in order."""

    cards: tuple[str, ...]
    read: bool
    """Whether the board got the codes; a person can tell by the lamp on the shoe."""
    boot: str
    seq: int
    lost: bool = False
    """The board does not have it and never will: its ring was full, or it was reset the moment the card had left."""
    mishaps: tuple[str, ...] = ()
    left: int = 0
    """Cards still in the shoe."""
    next_face_up: bool = False
    """The card that leaves next lies face up, as anybody at the table can see."""


class SimShoe:
    """A shoe with its board; `now_ms` arguments are the board's clock.

    `seed` fixes every filling: the n-th is shuffled by ``seed/n``. A log that held a filling already puts the shoe back
    where it stood, as a real shoe stands where it was left when its board lost power.
    """

    def __init__(  # noqa: PLR0913 - the parts of one shoe
        self,
        *,
        board: Board,
        log: PassageLog,
        faults: Mapping[Fault, float],
        seed: int | str = 0,
        decks: int = 8,
        cut_depth: int | None = 14,
        cut_has_code: bool = True,
        new_boot: Callable[[], str] = draw_boot_number,
    ) -> None:
        self.board = board
        self.log = log
        self._seed = seed
        self._cut_has_code = cut_has_code
        self._new_boot = new_boot
        self.unplug_wanted = False
        """A mishap pulled the plug; whoever owns the port does it and clears this."""
        self.set_faults(faults)
        self._cut_depth = cut_depth
        before = log.before.filled
        if before is None:
            self.filled = Filled(number=0, seed="", decks=decks, cut_depth=cut_depth)
            self.fill(decks=decks, cut_depth=cut_depth)
        else:
            self.filled = before
            self._cut_depth = before.cut_depth or cut_depth
            self.pack = ShoePack(decks=before.decks, cut_depth=before.cut_depth, seed=before.seed)
            self.pack.skip(before.out)

    def set_faults(self, faults: Mapping[Fault, float]) -> None:
        """Change what goes wrong from the next card on."""
        self.faults = dict(faults)
        self._mishaps = Mishaps(faults, self._seed)

    @property
    def cut_depth(self) -> int | None:
        """Where the cut card lies whenever the shoe is filled for play, in cards from the back; None: there is none."""
        return self._cut_depth

    def fill(self, *, decks: int, cut_depth: int | None, seed: str | None = None) -> None:
        """Fill the shoe anew with shuffled packs (`cut_depth` None: no cut card)."""
        self._cut_depth = cut_depth
        self._fill(decks, cut_depth, seed)

    def gather(self) -> None:
        """Put all cards in as they were gathered, without the cut card: they are only to be counted."""
        self._fill(self.filled.decks, None, None)

    def _fill(self, decks: int, cut_depth: int | None, seed: str | None) -> None:
        number = self.filled.number + 1
        shuffled_by = seed if seed is not None else f"{self._seed}/{number}"
        self.pack = ShoePack(decks=decks, cut_depth=cut_depth, seed=shuffled_by)
        self.filled = Filled(number=number, seed=shuffled_by, decks=decks, cut_depth=cut_depth)
        self.log.fill(self.filled)

    def draw(self, now_ms: int, *, unread: bool = False) -> Drawn:
        """The next card leaves, with whatever mishap befalls it; raises PackError when the shoe is empty."""
        if self.pack.peek() is None:
            raise PackError("the shoe is empty: fill it")
        befallen = self._mishaps.for_next_card()
        happened = set(befallen)
        if Fault.PULL_BACK in befallen:
            self.board.pulled_back(now_ms)
        reset_first = Fault.RESETS in befallen and self._mishaps.reset_comes_first()
        if reset_first:
            self.reset(now_ms)
        cards = [self.pack.draw()]
        if Fault.TWO_CARDS in befallen:
            if self._second_may_stick(cards[0]):
                cards.append(self.pack.draw())
            else:
                happened.discard(Fault.TWO_CARDS)
        read = not (unread or Fault.UNREAD in befallen or (cards[0] == CUT_CODE and not self._cut_has_code))
        drawn = self._leave(cards, now_ms, read=read, mishaps=happened)
        if Fault.RESETS in befallen and not reset_first:
            self.reset(now_ms)
            drawn = replace(drawn, lost=True)
        if Fault.UNPLUG in befallen:
            self.unplug_wanted = True
        lies_up = self._mishaps.next_lies_face_up() and self.pack.peek() not in (None, CUT_CODE)
        return replace(drawn, next_face_up=lies_up)

    def draw_two(self, now_ms: int) -> Drawn:
        """The next two cards leave in one passage; raises PackError when two cards do not lie there."""
        first = self.pack.peek()
        if first is None or not self._second_may_stick(self.pack.draw()):
            if first is not None:
                self.pack.put_back()
            raise PackError("two cards do not lie next to each other in the shoe")
        return self._leave([first, self.pack.draw()], now_ms, read=True)

    def _second_may_stick(self, first: str) -> bool:
        """Whether the next card can leave with `first`: the cut card is too thick to stick."""
        return self.pack.peek() is not None and CUT_CODE not in (first, self.pack.peek())

    def loose_cards(self, cards: tuple[str, ...], now_ms: int, *, read: bool = True) -> Drawn:
        """Named cards leave, whatever the pack holds: for scripts; two of them leave at once."""
        return self._leave(list(cards), now_ms, read=read, loose=True)

    def _leave(
        self, cards: list[str], now_ms: int, *, read: bool, loose: bool = False, mishaps: Iterable[Fault] = ()
    ) -> Drawn:
        if len(cards) > 1:
            event = self.board.two_left(tuple(cards) if read else (), now_ms)
        else:
            event = self.board.card_left(cards[0] if read else None, now_ms)
        self.log.left(cards, event, read=read, loose=loose)
        return Drawn(
            cards=tuple(cards),
            read=read,
            boot=event.boot,
            seq=event.seq,
            lost=not event.taken,
            mishaps=tuple(sorted(fault.value for fault in mishaps)),
            left=self.pack.cards_left,
        )

    def rest(self, now_ms: int) -> None:
        """The next card lies in the mouth and is read there; the board keeps that to itself."""
        code = self.pack.peek()
        if code is not None and (code != CUT_CODE or self._cut_has_code):
            self.board.code_rests(code, now_ms)

    def reset(self, now_ms: int) -> tuple[EventId, ...]:
        """The board starts anew; returns what died with its memory."""
        # Acknowledgements that came before the reset are on record before it.
        self.log.acknowledged(self.board.take_acknowledged())
        boot = self._new_boot()
        dropped = self.board.reset(boot=boot, now_ms=now_ms)
        self.log.reset(boot, dropped)
        return dropped

    def from_host(self, data: bytes, now_ms: int) -> None:
        """Bytes arrive at the board; what they acknowledge goes into the log."""
        self.board.feed(data, now_ms)
        self.log.acknowledged(self.board.take_acknowledged())
