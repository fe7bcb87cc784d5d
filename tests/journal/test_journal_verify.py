"""`zapato verify`: every kind of alteration is found and named; `zapato show` tells no unseen face."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from journal.journal_tools import NAME, STEP, folder_in_memory, opened, written
from journal.verify_tools import DATA, alter, answer, run

from device.cli import progress
from device.cli.show import command as show
from device.cli.verify import command as verify
from device.journal import record_check
from device.table.events import CutCardOut, Event
from device.table.evolve import evolve
from device.table.state import State


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A journal of a little more than one shoe; copied by those who alter it."""
    with folder_in_memory() as folder:
        written(folder / NAME, coups=85)
        yield folder / NAME


def test_a_whole_journal_is_confirmed_in_one_line(whole: Path) -> None:
    database = sqlite3.connect(whole)
    seq, head = database.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    database.close()
    assert answer(whole) == {"journal": str(whole), "events": seq, "shoes": 2, "coups": 85, "head": head, "ok": True}


def test_an_empty_journal_is_whole(fast: Path) -> None:
    opened(fast / NAME).close()
    assert answer(fast / NAME)["head"] == "0" * 64


@pytest.mark.parametrize(
    ("statements", "seq", "what"),
    [
        (["UPDATE events SET body = replace(body, '{', '{ ') WHERE seq = 40"], 40, "its hash does not follow"),
        (["UPDATE events SET at = '2001-01-01T00:00:00.000Z' WHERE seq = 41"], 41, "its hash does not follow"),
        (["UPDATE events SET hash = upper(hash) WHERE seq = 42"], 42, "its hash does not follow"),
        (["UPDATE events SET hash = NULL WHERE seq = 42"], 42, "its hash does not follow"),
        (["UPDATE events SET kind = NULL, body = NULL WHERE seq = 43"], 43, "its hash does not follow"),
        (["UPDATE events SET body = CAST(x'ff' AS TEXT) WHERE seq = 44"], 44, "its hash does not follow"),
        (["DELETE FROM events WHERE seq = 50"], 50, "missing"),
        (["DELETE FROM events WHERE seq >= 50"], 50, "missing"),
        (["DELETE FROM events WHERE seq = 1"], 1, "missing"),
        (["UPDATE coups SET outcome = 'tie' WHERE coup = 3"], None, "not hold what the events say (shoe 1, coup 3"),
        (["DELETE FROM cards WHERE seq > 100"], None, "cards does not hold"),
        (["INSERT INTO incidents (seq, kind) VALUES (3, 'jam')"], None, "incidents does not hold"),
        (["DROP TABLE coups"], None, "table coups is missing or altered"),
        (["ALTER TABLE cards ADD COLUMN face TEXT"], None, "table cards is missing or altered"),
        (["UPDATE heads SET signature = replace(signature, '1', '2')"], "head", "signature"),
        (["UPDATE heads SET signature = upper(signature)"], "head", "signature"),
        (["UPDATE heads SET public_key = public_key || ' '"], "head", "signature"),
        (["UPDATE heads SET hash = '00'"], "head", "not the record that was signed"),
        (["UPDATE heads SET public_key = 'zz'"], "head", "signature"),
    ],
)  # fmt: skip
def test_an_alteration_is_found_and_the_first_bad_record_named(
    copy: Path, statements: list[str], seq: int | str | None, what: str
) -> None:
    if seq == "head":
        database = sqlite3.connect(copy)
        (seq,) = database.execute("SELECT max(seq) FROM heads").fetchone()
        database.close()
    alter(copy, *statements)
    found = answer(copy)
    assert (found["ok"], found["seq"]) == (False, seq)
    assert what in found["what"]


def test_a_forged_chain_is_found_by_the_signature(copy: Path) -> None:
    """Whoever recomputes every hash behind an altered record still lacks the key."""
    from device.journal.chain import Head, Row, digest

    database = sqlite3.connect(copy, isolation_level=None)
    rows = [Row(*row) for row in database.execute("SELECT * FROM events ORDER BY seq")]
    database.close()
    head = Head()
    forged = []
    for row in rows:
        changed = row._replace(at="2001-01-01T00:00:00.000Z") if row.seq == 40 else row
        head = Head(row.seq, digest(head.digest, changed))
        forged.append(f"UPDATE events SET at = '{changed.at}', hash = '{head.digest.hex()}' WHERE seq = {row.seq}")
    alter(copy, "BEGIN", *forged, "COMMIT")
    found = answer(copy)
    assert found["ok"] is False
    assert "signed" in found["what"]


def test_an_event_that_does_not_fold_is_found(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def brittle(state: State, event: Event) -> State:
        if isinstance(event, CutCardOut):
            raise ValueError("no cut card was expected")
        return evolve(state, event)

    monkeypatch.setattr(record_check, "evolve", brittle)
    database = sqlite3.connect(whole)
    (seq,) = database.execute("SELECT min(seq) FROM events WHERE kind = 'cut-card-out'").fetchone()
    database.close()
    found = answer(whole)
    assert (found["ok"], found["seq"]) == (False, seq)
    assert "no cut card was expected" in found["what"]


def test_a_long_check_counts_its_records_on_standard_error(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SILENT_S", -1.0)
    monkeypatch.setattr(record_check, "PROGRESS_EVERY", 100)
    code, out, error = run(verify, whole)
    assert code == 0
    assert len(out.splitlines()) == 1
    assert "100 of " in error


def test_damaged_pages_are_found(copy: Path) -> None:
    data = bytearray(copy.read_bytes())
    data[2 * 4096 : 2 * 4096 + 100] = bytes(range(100, 200))
    copy.write_bytes(data)
    found = answer(copy)
    assert found["ok"] is False
    assert "damaged" in found["what"]


def test_rebuild_mends_the_derived_tables_and_nothing_else(copy: Path) -> None:
    alter(copy, "UPDATE coups SET outcome = 'tie'", "DELETE FROM cards", "DELETE FROM shoes", "DROP TABLE incidents")
    assert answer(copy)["ok"] is False
    assert answer(copy, "--rebuild")["ok"] is True
    assert answer(copy)["ok"] is True
    alter(copy, "UPDATE events SET shoe = 9 WHERE seq = 7")
    before = copy.read_bytes()
    assert answer(copy, "--rebuild")["seq"] == 7
    assert copy.read_bytes() == before


def test_the_key_must_be_the_one_named(copy: Path, fast: Path) -> None:
    key = copy.with_name(NAME + ".key")
    assert answer(copy, "--key", key)["ok"] is True
    database = sqlite3.connect(copy)
    ((public,),) = database.execute("SELECT DISTINCT public_key FROM heads").fetchall()
    database.close()
    (fast / "public.txt").write_text(f"{public}\n")
    assert answer(copy, "--key", fast / "public.txt")["ok"] is True
    (fast / "public.txt").write_text("0" * 64)
    found = answer(copy, "--key", fast / "public.txt")
    assert (found["ok"], "another key" in found["what"]) == (False, True)
    assert answer(copy, "--key", fast / "public.txt", "--key", key)["ok"] is True
    for content in ("", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"):
        (fast / "public.txt").write_text(content)
        code, out, error = run(verify, copy, "--key", fast / "public.txt")
        assert (code, out) == (2, "")
        assert "no Ed25519 key" in error


def test_a_key_proves_nothing_about_what_is_not_signed(fast: Path) -> None:
    """Whoever writes a record anew signs nothing of it; with a key named, that is no answer."""
    path = fast / NAME
    written(path, coups=3)
    key = path.with_name(NAME + ".key")
    assert answer(path)["ok"] is True
    found = answer(path, "--key", key)
    assert (found["ok"], found["seq"], "nothing of it is signed" in found["what"]) == (False, 1, True)


def test_records_after_the_last_signature_are_told_to_who_names_a_key(copy: Path) -> None:
    key = copy.with_name(NAME + ".key")
    database = sqlite3.connect(copy)
    ((signed, last),) = database.execute(
        "SELECT (SELECT max(seq) FROM heads), (SELECT max(seq) FROM events)"
    ).fetchall()
    database.close()
    assert signed < last
    code, _, said = run(verify, copy, "--key", key)
    assert (code, f"records {signed + 1} to {last} are newer than the last signature" in said) == (0, True)
    assert run(verify, copy)[2] == ""


def nothing(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def words(path: Path) -> None:
    path.write_text("shopping list\n" * 100)


@pytest.mark.parametrize("make", [nothing, empty, folder, words])
@pytest.mark.parametrize("command", [verify, show])
def test_what_is_no_journal_is_refused_plainly(copy: Path, make: Callable[[Path], None], command: Any) -> None:
    make(copy)
    copy.with_name(NAME + ".key").unlink()
    code, out, error = run(command, copy)
    assert (code, out) == (2, "")
    assert str(copy) in error
    assert "Traceback" not in error


def test_an_old_journal_is_read_for_ever() -> None:
    """Made by the first software that wrote journals; its head was written down then."""
    expected = json.loads((DATA / "journal-v1.json").read_text())
    found = answer(DATA / "journal-v1.sqlite")
    assert {name: found[name] for name in expected} == expected
    code, out, _ = run(show, DATA / "journal-v1.sqlite", "--shoe", 1)
    assert code == 0
    assert "Player 4h 9c 8d = 1, Banker 2s Ad = 3: banker" in out


def test_a_journal_is_verified_while_it_is_written(fast: Path) -> None:
    journal = opened(fast / NAME)
    journal.append(STEP)
    assert answer(fast / NAME)["events"] == 1
    code, _, error = run(verify, fast / NAME, "--rebuild")
    assert code == 2
    assert f"process {os.getpid()}" in error
    journal.close()


# What people are shown.
