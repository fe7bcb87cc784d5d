"""The list of what left the archive: signed, each line covering the one before."""

import json
from pathlib import Path

import pytest

from device.journal.errors import NotVerifiedError
from device.journal.removed_list import LIST, next_line, read_list
from device.journal.signing import Signer
from device.ports.journal import JournalError


@pytest.fixture
def listed(fast: Path) -> Path:
    """A line of older software, and three signed ones."""
    signer = Signer(fast / "key")
    signer.ensure_key()
    path = fast / LIST
    path.write_text('{"file": "0.sqlite3", "epoch": "0"}\n')
    for number in (1, 2, 3):
        text = next_line(path, {"file": f"{number}.sqlite3", "epoch": str(number)}, signer)
        path.write_text(path.read_text() + text + "\n")
    return path


def test_what_left_is_read_in_its_order(listed: Path) -> None:
    assert [line["epoch"] for line in read_list(listed)] == ["0", "1", "2", "3"]
    assert read_list(listed.with_name("none")) == []


def test_no_line_is_altered_taken_out_or_put_in_unseen(listed: Path) -> None:
    first, second, third, last = listed.read_text().splitlines()
    other = Signer(listed.with_name("other"))
    other.ensure_key()
    unsigned = json.dumps({key: value for key, value in json.loads(last).items() if key != "signature"})
    for lines, said in (
        ([first.replace("0.sqlite3", "9.sqlite3"), second, third, last], "before line 2"),
        ([first, second.replace("1.sqlite3", "9.sqlite3"), third, last], "line 2"),
        ([first, third, last], "before line 2"),
        ([first, second, last], "before line 3"),
        ([first, second, third, third, last], "before line 4"),
        ([first, second, third, unsigned], "line 4"),
        ([first, second, "[]", last], "line 3"),
        ([first, second, third[:-9], last], "line 3"),
    ):
        listed.write_text("\n".join(lines) + "\n")
        with pytest.raises(NotVerifiedError, match=said):
            read_list(listed)


def test_nothing_leaves_without_the_tables_key(fast: Path) -> None:
    with pytest.raises(JournalError, match="no signing key"):
        next_line(fast / LIST, {"file": "1.sqlite3"}, Signer(fast / "key"))
