"""What follows the record besides acknowledgement, lamps and views: the registry of packs."""

from typing import Protocol

from device.table.state import State


class Packs(Protocol):
    """What keeps the registry of packs up to the record."""

    def follow(self, state: State) -> None:
        """Take note of what is on record now; never waits."""
        ...

    def freshen(self) -> None:
        """A shoe is about to be opened: which packs there are may have changed."""
        ...


class NoPacks:
    """A table that has no registry."""

    def follow(self, state: State) -> None:
        """Nothing to follow."""

    def freshen(self) -> None:
        """Nothing to look at."""
