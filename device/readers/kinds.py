"""The readers there are, and what can be expected of each: the one table that all who ask look into."""

import enum
from dataclasses import dataclass
from typing import Final


class ReaderKind(enum.Enum):
    """What is plugged in."""

    SHOE = "shoe"
    """Our shoe board, which knows passages."""
    LINE = "line"
    """A barcode engine that sends each code as a line."""
    GROW = "grow"
    """A GM65 or its like that is also told and asked things."""
    SSI = "ssi"
    """A Zebra (Symbol) engine that sends packets and waits for their acknowledgement."""
    EM4100 = "em4100"
    """A reader of EM4100 tags: RDM6300, ID-12LA, ID-20LA."""
    TWN4 = "twn4"
    """An Elatec TWN4, asked for tags with its simple protocol."""
    PN532 = "pn532"
    """A PN532 on its serial line, asked for NFC tags."""
    ANGEL_EYE = "angel-eye"
    """An Angel Eye II-EX shoe, which reads cards of its own maker."""


POLL_S: Final = 0.25
"""How often a link wants to see what time it is, where nothing special is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """What a kind of reader is and can do."""

    baud: int
    """Its speed as it is delivered, in bits per second, with 8 data bits, no parity, one stop bit."""
    has_gates: bool = False
    """Whether it sees cards pass: then what passes without a code is told, and each report is one card."""
    tags: bool = False
    """Whether what it reads are ids of tags, which mean something by the registry of packs only."""
    own_codes: bool = False
    """Whether it tells rank and suit itself, by a code of its maker's: then no table of a house's own applies."""
    poll_s: float = POLL_S
    """How often its link wants to be polled: one that is asked for a card may hold it in its field for 0.2 s only."""


_FEATURES: Final = {
    ReaderKind.SHOE: Features(baud=115200, has_gates=True),
    ReaderKind.LINE: Features(baud=9600),
    ReaderKind.GROW: Features(baud=9600),
    ReaderKind.SSI: Features(baud=9600),
    ReaderKind.EM4100: Features(baud=9600, tags=True),
    ReaderKind.TWN4: Features(baud=115200, tags=True, poll_s=0.1),
    ReaderKind.PN532: Features(baud=115200, tags=True, poll_s=0.125),
    ReaderKind.ANGEL_EYE: Features(baud=4800, has_gates=True, own_codes=True),
}


def features_of(kind: ReaderKind) -> Features:
    """What a reader of this kind is and can do."""
    return _FEATURES[kind]
