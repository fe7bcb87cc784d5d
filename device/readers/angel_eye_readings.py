"""What published readings of an Angel Eye shoe's line differ in: settings decide, for nobody else can."""

import enum


class RMeans(enum.Enum):
    """What the report ``R`` says."""

    CARD_AGAIN = "card-again"
    """A card told before is told again: nothing new left the shoe."""
    REDEAL = "redeal"
    """The game is dealt anew."""


class CommandBcc(enum.Enum):
    """Over what the BCC of a command is taken: the published text and its example differ."""

    FROM_STX = "from-stx"
    """As in the example (``02 4F 50 4C 4B 30 32 03`` gives 1B)."""
    AFTER_STX = "after-stx"
    """As in the text (the same command gives 19)."""
