"""From the data of an Angel Eye frame to its report: which bits say what.

Data bytes after the kind carry bit 7 set in one published reading and clear in another: it is left out of account.
"""

from collections.abc import Callable

from device.readers.angel_eye_readings import RMeans
from device.readers.angel_eye_reports import (
    AnyReport,
    CardAgain,
    CardDrawn,
    CardOutside,
    CutCardDrawn,
    ErrorCleared,
    ErrorShown,
    GameEnded,
    LockTurned,
    PresetChanged,
    Redealt,
    ShoeError,
    ShoeMode,
    ShoeOutcome,
    StandingBy,
    Started,
    Target,
)
from device.rules.card import Card, Rank, Suit

_TARGETS = {0: Target.PLAYER, 1: Target.BANKER, 2: Target.BURN, 4: Target.FIRST_CARD, 5: Target.BURN_COUNT}
_MODES = {0: ShoeMode.LOCKED, 1: ShoeMode.ERROR, 2: ShoeMode.SETTING}
_OUTCOMES = {1: ShoeOutcome.PLAYER, 2: ShoeOutcome.TIE, 4: ShoeOutcome.BANKER, 7: ShoeOutcome.FORCED_QUIT}
_ERRORS = {error.number: error for error in ShoeError}
_SUITS = {1: Suit.DIAMONDS, 2: Suit.CLUBS, 3: Suit.SPADES, 4: Suit.HEARTS}
_RANKS = dict(enumerate(Rank, start=1))
_CARDS = {
    suit_bits << 4 | rank_bits: Card(f"{rank.value}{suit.value}")
    for suit_bits, suit in _SUITS.items()
    for rank_bits, rank in _RANKS.items()
}


def parse(seq: int, data: bytes, r_means: RMeans) -> AnyReport | None:
    """The report in a frame's data, or None when kind and length belong to no known one."""
    if len(data) not in lengths_of(data[:1], r_means):
        return None
    low = bytes(byte & 0x7F for byte in data[1:])
    return _PARSERS[data[:1]](seq, low, r_means)


def lengths_of(kind: bytes, r_means: RMeans) -> tuple[int, ...]:
    """How many bytes of data a report of this kind has, the kind included; empty for a kind that is not known."""
    if kind == b"R" and r_means is RMeans.REDEAL:
        return (1, 2, 3)  # nobody tells what follows it
    return _LENGTHS.get(kind, ())


def _card_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:  # noqa: ARG001 - the shape of all of them
    target, index, card = _drawn(data)
    return CardDrawn(seq=seq, target=target, index=index, card=card)


def _r_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:
    if r_means is RMeans.REDEAL:
        return Redealt(seq=seq)
    target, index, card = _drawn(data)
    return CardAgain(seq=seq, target=target, index=index, card=card)


def _outside_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:  # noqa: ARG001
    mode = _MODES.get(data[0] >> 4, ShoeMode.UNKNOWN)
    return CardOutside(seq=seq, mode=mode, index=data[0] & 0x0F, card=_CARDS.get(data[1]))


def _drawn(data: bytes) -> tuple[Target, int, Card | None]:
    return _TARGETS.get(data[0] >> 4, Target.UNKNOWN), data[0] & 0x0F, _CARDS.get(data[1])


def _result_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:  # noqa: ARG001
    return GameEnded(
        seq=seq,
        outcome=_OUTCOMES.get(data[0] >> 4, ShoeOutcome.UNKNOWN),
        player_pair=bool(data[0] & 1),
        banker_pair=bool(data[0] & 2),
    )


def _error_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:  # noqa: ARG001
    number = data[0] & 0x3F
    return ErrorShown(seq=seq, error=_ERRORS.get(number, ShoeError.OTHER), number=number, stopped=bool(data[0] & 0x40))


def _cleared_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:  # noqa: ARG001
    number = data[0] & 0x3F
    return ErrorCleared(seq=seq, error=_ERRORS.get(number, ShoeError.OTHER), number=number)


def _preset_report(seq: int, data: bytes, r_means: RMeans) -> AnyReport:  # noqa: ARG001
    text = data.decode("ascii", "replace")
    return PresetChanged(seq=seq, address=text[:2], value=text[2:])


_PARSERS: dict[bytes, Callable[[int, bytes, RMeans], AnyReport]] = {
    b"S": lambda seq, _data, _means: Started(seq=seq),
    b"P": lambda seq, _data, _means: StandingBy(seq=seq),
    b"C": lambda seq, _data, _means: CutCardDrawn(seq=seq),
    b"D": _card_report,
    b"d": _outside_report,
    b"R": _r_report,
    b"G": _result_report,
    b"E": _error_report,
    b"e": _cleared_report,
    b"L": lambda seq, data, _means: LockTurned(seq=seq, locked=bool(data[0] & 1)),
    b"M": _preset_report,
}
_LENGTHS = {
    **dict.fromkeys((b"S", b"P", b"C"), (1,)),
    **dict.fromkeys((b"G", b"E", b"e", b"L"), (2,)),
    **dict.fromkeys((b"D", b"d", b"R"), (3,)),
    b"M": (7,),
}
