"""An Angel Eye shoe, 4800 8N1: each report three times, with a number, and whole coups with the shoe's own result."""

import re

from device.sim.readers.base import ReaderOrderError, SimReader

_COPIES = 3
_SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
_RANKS = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
_PLAYER, _BANKER = 0, 1
_OUTCOME_PLAYER, _OUTCOME_TIE, _OUTCOME_BANKER = 1, 2, 4
_STOPPED, _UNREAD = 0x40, 1


class AngelEyeShoe(SimReader):
    """Deals card by card; the third cards go where the drawing table sends them, the rest is the dealer's business."""

    kind = "angel-eye"
    baud = 4800

    def __init__(self) -> None:
        super().__init__()
        self._seq = 0
        self._hands: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        self.orders |= {
            "start": self._no_word(lambda: self._report(b"S")),
            "cut": self._no_word(lambda: self._report(b"C")),
            "result": self._no_word(self.result),
            "clear": self._no_word(lambda: self._report(bytes((ord("e"), _UNREAD)))),
            "coup": self._coup,
        }

    def card(self, code: str) -> None:
        """The next card of the game leaves: Player, Banker, Player, Banker, then whoever draws."""
        match = re.fullmatch(r"(10|[A2-9TJQK])([DCSH])", code.upper())
        if match is None:
            raise ReaderOrderError(f"{code!r}: this shoe deals cards, as 9H or TD")
        card = (_RANKS[match[1].replace("10", "T")], _SUITS[match[2]])
        side = self._next_side()
        self._hands[side].append(card)
        if len(self._hands[side]) == 1 and side == _PLAYER:
            self._report(b"P")
        self._report(bytes((ord("D"), side << 4 | len(self._hands[side]), card[1] << 4 | card[0])))

    def no_read(self) -> None:
        """The shoe stops with error 1: a card unread."""
        self._report(bytes((ord("E"), _STOPPED | _UNREAD)))

    def result(self) -> None:
        """The game ends with the shoe's own result."""
        player, banker = (self._total(side) for side in (_PLAYER, _BANKER))
        outcome = _OUTCOME_TIE if player == banker else _OUTCOME_PLAYER if player > banker else _OUTCOME_BANKER
        pairs = sum(1 << side for side, hand in enumerate(self._hands) if len(hand) > 1 and hand[0][0] == hand[1][0])
        self._report(bytes((ord("G"), outcome << 4 | pairs)))
        self._hands = ([], [])

    def _coup(self, cards: list[str]) -> None:
        if not 4 <= len(cards) <= 6:
            raise ReaderOrderError("a coup has four to six cards: coup 9h 2s 9c Ad")
        for card in cards:
            self.card(card)
        self.result()

    def _next_side(self) -> int:
        dealt = sum(map(len, self._hands))
        if dealt < 4:
            return dealt % 2
        if len(self._hands[_PLAYER]) == 2 and dealt == 4 and self._total(_PLAYER) <= 5:
            return _PLAYER
        if len(self._hands[_BANKER]) == 2:
            return _BANKER
        raise ReaderOrderError("the game is full: end it with result")

    def _total(self, side: int) -> int:
        return sum(min(rank, 10) for rank, _ in self._hands[side]) % 10

    def _report(self, data: bytes) -> None:
        self._seq = 0 if data == b"S" else (self._seq + 1) % 10
        body = f"{self._seq}".encode("ascii") + data + b"\x03"
        check = 0
        for byte in body:
            check ^= byte
        self._send((b"\x05" + body + f"{check:02X}".encode("ascii")) * _COPIES)

    def _take(self, data: bytes) -> None:
        if b"\x02OP" in data:
            self.changed.append("a command to the shoe")
