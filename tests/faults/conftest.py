"""What tests of faults share: a folder in memory, and the libraries that make a disk fail, compiled once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import fault_shim
from journal.journal_tools import OPENED, folder_in_memory


@pytest.fixture
def fast() -> Iterator[Path]:
    """A folder in memory where the system has one: for what does not depend on a disk."""
    with folder_in_memory() as folder:
        yield folder
    while OPENED:
        OPENED.pop().close()


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What LD_PRELOAD is to name."""
    return fault_shim.build(tmp_path_factory.mktemp("libraries"))
