"""What follows a step that is on record: acknowledgement, lamps and views, and the registry of packs."""

from typing import Protocol

from device.readers.passages import ReadId
from device.table.health import Health
from device.table.state import State


class Effects(Protocol):
    """What follows a step that is on record."""

    def acknowledge(self, read: ReadId) -> None:
        """Tell the shoe that everything up to `read` is on durable record."""
        ...

    def show(self, state: State, health: Health) -> None:
        """Set lamps, then publish views."""
        ...

    def refused(self) -> None:
        """Sound the buzzer: a press was refused."""
        ...


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
