"""What the tests of the simulated shoe and its dealer work against, as fixtures."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.memory_table import MemoryTable, TinyHost, bodies, framed, profile_named

from device.sim.faults import Fault


@pytest.fixture
def tiny_host() -> type[TinyHost]:
    """The class: a test may need two."""
    return TinyHost


@pytest.fixture
def frame() -> Callable[[str], bytes]:
    """Body to bytes, as a host writes them."""
    return framed


@pytest.fixture
def bodies_of() -> Callable[[bytes], list[str]]:
    """Bytes to bodies."""
    return bodies


@pytest.fixture
def memory_table() -> Callable[..., MemoryTable]:
    """Make a table: profile name, its settings, faults."""

    def make(name: str = "live", *, faults: dict[Fault, float] | None = None, log: Path | None = None, **settings: str):  # type: ignore[no-untyped-def]
        return MemoryTable(profile_named(name, **settings), faults=faults, log=log)

    return make
