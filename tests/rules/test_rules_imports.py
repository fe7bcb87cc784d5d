"""The rules know one another without a circle: what needs a profile names what it needs of it."""

from pathlib import Path

import pytest

import device.rules

FILES = sorted(Path(str(device.rules.__file__)).parent.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_is_imported_for_the_checker_alone(file: Path) -> None:
    assert "TYPE_CHECKING" not in file.read_text(encoding="utf-8")
