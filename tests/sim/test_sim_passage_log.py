"""The shoe's own log: what left, whether it was thanked for, and what a kill can do to the file."""

import errno
import os
from pathlib import Path

import pytest

from device.sim.passage_log import Filled, PassageLog, PassageLogError, read_passages
from device.sim.ring import EventId

BOOT = "1A2B3C4D"


def event(seq: int, *, taken: bool = True) -> EventId:
    return EventId(boot=BOOT, seq=seq, taken=taken)


def write_some(path: Path) -> None:
    log = PassageLog(path)
    log.fill(Filled(number=1, seed="7/1", decks=8, cut_depth=14))
    log.left(["9H"], event(1), read=True)
    log.left(["8C", "TD"], event(2), read=True)
    log.left(["AS"], event(3), read=False)
    log.acknowledged([event(1), event(2), event(99)])
    log.left(["2C"], event(4, taken=False), read=True)
    log.reset("5E6F7A8B", [event(3)])
    log.close()


def test_every_card_is_there_in_order_with_what_became_of_it(tmp_path: Path) -> None:
    write_some(tmp_path / "p")
    cards = read_passages(tmp_path / "p").cards
    assert [(card.card, card.seq, card.read, card.taken, card.acknowledged, card.dropped) for card in cards] == [
        ("9H", 1, True, True, True, False),
        ("8C", 2, True, True, True, False),
        ("TD", 2, True, True, True, False),
        ("AS", 3, False, True, False, True),
        ("2C", 4, True, False, False, False),
    ]


def test_the_shoe_stands_where_it_stood(tmp_path: Path) -> None:
    write_some(tmp_path / "p")
    again = PassageLog(tmp_path / "p")
    assert again.before.filled == Filled(number=1, seed="7/1", decks=8, cut_depth=14, out=5)
    again.left(["9H"], event(5), read=True, loose=True)
    again.close()
    read = read_passages(tmp_path / "p")
    assert len(read.cards) == 6
    assert read.filled is not None
    assert read.filled.out == 5, "a card that was not of the pack leaves it as it is"


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_torn_last_line_does_not_count_and_is_written_over(tmp_path: Path, cut: int) -> None:
    write_some(tmp_path / "p")
    whole = (tmp_path / "p").read_bytes()
    (tmp_path / "p").write_bytes(whole[:-cut])
    lines_left = whole[:-cut].count(b"\n")
    log = PassageLog(tmp_path / "p")
    log.left(["9H"], event(9), read=True)
    log.close()
    assert (tmp_path / "p").read_bytes().count(b"\n") == lines_left + 1
    assert read_passages(tmp_path / "p").cards[-1].seq == 9


@pytest.mark.parametrize("content", [b"hello\n", b'{"a":1}\n', b"[1]\n", b'{"card":"9H"}\n', b"\xff\xfe\n", b"7\n"])
def test_a_foreign_file_is_refused_by_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "p").write_bytes(b'{"fill":1,"seed":"7","decks":8,"cut":null}\n' + content)
    with pytest.raises(PassageLogError, match="line 2"):
        PassageLog(tmp_path / "p")
    assert (tmp_path / "p").read_bytes().endswith(content), "it is not ours to change"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(PassageLogError, match="nowhere"):
        PassageLog(tmp_path / "nowhere" / "p")
    with pytest.raises(PassageLogError, match="cannot be"):
        PassageLog(tmp_path)
    with pytest.raises(PassageLogError, match="no ordinary file"):
        PassageLog(Path("/dev/full"))


@pytest.mark.parametrize("taken", [OSError(errno.ENOSPC, "No space left on device"), 3])
def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: OSError | int) -> None:
    def write(fd: int, data: bytes) -> int:
        if isinstance(taken, OSError):
            raise taken
        return taken

    log = PassageLog(tmp_path / "p")
    monkeypatch.setattr(os, "write", write)
    with pytest.raises(PassageLogError, match="cannot be written"):
        log.left(["9H"], event(1), read=True)


def test_without_a_file_nothing_is_kept() -> None:
    log = PassageLog(None)
    log.left(["9H"], event(1), read=True)
    log.close()
    assert log.before.cards == ()
