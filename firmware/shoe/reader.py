"""What every reader is to the shoe; the files read_*.py hold them."""


class Reader:
    """Bytes to codes, one byte at a time; `poll` is called in every round."""

    def __init__(self) -> None:
        self.noise = 0
        """Pieces that were no code."""
        self.silent = False
        """It ought to answer and does not."""
        self.gone: str | None = None
        """A code that is not seen any more; whoever reads this clears it."""

    def feed(self, byte: int, now_ms: int) -> str | None:
        """Take one byte of the reader's; returns the code that it completes."""
        raise NotImplementedError

    def poll(self, now_ms: int) -> bytes | None:
        """What to send to the reader now; most are only listened to."""
        return None
