"""What keeps a program from being brought onto a board."""


class FlashError(Exception):
    """It was not done; the message names the port or file, the cause and the remedy."""


class FlashedButSilentError(FlashError):
    """The files are on the board and right, and the board has not said hello."""


class WentAwayError(FlashError):
    """The board started anew before its prompt answered; it will be back."""
