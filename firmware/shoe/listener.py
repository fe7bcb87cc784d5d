"""Who else hears of the shoe's events, beside the table."""


class Listener:
    """On a desk, a log of what left the shoe."""

    def heard(self, kind: str, seq: int, fields: str, taken: bool) -> None:
        """An event under this number; not `taken`: it found no place, and only its number is left."""
