"""The words a house-rule profile may say: one enumeration a field, spelt as in the file.

What each field means, and which document or practice uses each value, is told at the field in `profile`.
"""

import enum


class Shuffle(enum.Enum):
    """When the cards are shuffled anew."""

    AT_CUT_CARD = "at-cut-card"
    EVERY_COUP = "every-coup"


class Inspection(enum.Enum):
    """When every card of the packs passes the reader to be counted (004 §1.3.3)."""

    NONE = "none"
    BEFORE = "before"
    BEFORE_AND_AFTER = "before-and-after"


class RetirePacks(enum.Enum):
    """When the packs of a shoe whose cards have marks of their own are never played again."""

    AFTER_SHOE = "after-shoe"
    NEVER = "never"


class BurnMode(enum.Enum):
    """How many cards a new shoe burns."""

    FACE_VALUE = "face-value"
    FIXED = "fixed"
    DECKS = "decks"
    NONE = "none"


class CutPolicy(enum.Enum):
    """Which coup is the last once the cut card is out."""

    CURRENT_LAST = "current-last"
    ONE_MORE = "one-more"
    ONE_MORE_UNLESS_FIRST = "one-more-unless-first"
    TWO_MORE = "two-more"


class Deal(enum.Enum):
    """Whether the first four cards lie face up or face down."""

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"


class Reveal(enum.Enum):
    """When a card counts as turned."""

    AS_DEALT = "as-dealt"
    BUTTON = "button"


class RevealOrder(enum.Enum):
    """Which hand is turned first in a face-down game."""

    PLAYER_FIRST = "player-first"
    BANKER_FIRST = "banker-first"


class ThirdCard(enum.Enum):
    """How third cards lie in a face-down game."""

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"


class BetsClose(enum.Enum):
    """What ends the betting."""

    BUTTON = "button"
    FIRST_CARD = "first-card"


class ResultMode(enum.Enum):
    """How the result is shown."""

    BUTTON = "button"
    CALL = "call"
    AUTO = "auto"


class NextMode(enum.Enum):
    """What opens the next coup."""

    BUTTON = "button"
    FIRST_CARD = "first-card"


class EarlyCard(enum.Enum):
    """What a card that leaves while bets are open means."""

    PLAY_ON = "play-on"
    HOLD = "hold"
    BURN = "burn"


class UnreadCard(enum.Enum):
    """Who may enter an unread card by eye."""

    SUPERVISOR = "supervisor"
    DEALER = "dealer"


class ErrorCardUnexposed(enum.Enum):
    """What is offered first for a card drawn in error whose face nobody saw."""

    NEXT = "next"
    BURN = "burn"


class ErrorCardExposed(enum.Enum):
    """What is offered first for a card drawn in error whose face was seen."""

    FREE_COUP = "free-coup"
    BURN = "burn"
    VOID = "void"


class FaceUpInShoe(enum.Enum):
    """What becomes of a card found face up in the shoe."""

    VALID = "valid"
    BURN = "burn"


class StuckCards(enum.Enum):
    """What becomes of a coup in which two cards stuck together."""

    RESTORE = "restore"
    VOID = "void"


class CommissionRounding(enum.Enum):
    """How a commission that does not divide into units is rounded."""

    DOWN = "down"
    HALF_UP = "half-up"
    UP = "up"


class Positions(enum.Enum):
    """On how many of Player, Banker and tie one person may bet in a coup."""

    ONE = "one"
    MANY = "many"


class NaturalBets(enum.Enum):
    """When a bet on a hand's natural wins."""

    WIN = "win"
    MUST_WIN = "must-win"
    MUST_WIN_TIE_RETURNS = "must-win-tie-returns"
    UNLESS_BEATEN = "unless-beaten"


class ShoePasses(enum.Enum):
    """Whether the shoe goes from seat to seat."""

    NO = "no"
    CLOCKWISE = "clockwise"
    CLOCKWISE_AFTER_LOSING_BANKER = "clockwise-after-losing-banker"


class Tails(enum.Enum):
    """How a long run goes on in the big road after it had to turn right."""

    REDESCEND = "redescend"
    STRAIGHT = "straight"


class NumberFormat(enum.Enum):
    """How amounts are written: the value is one thousand two hundred thirty-four in that format."""

    COMMA_POINT = "1,234.00"
    POINT_COMMA = "1.234,00"
    SPACE_COMMA = "1 234,00"
    PLAIN_POINT = "1234.00"
    PLAIN_COMMA = "1234,00"
