"""A table's device dies in the middle of a coup and a spare unit takes over, with the time that each step takes.

    PYTHONPATH=. .venv/bin/python tests/backup/spare_unit.py [ROUNDS]

Two folders are two devices; the shoe is a process of its own and is moved by its port's name, as a cable is. The spare
was prepared from a backup and the recovery key on paper; what it puts back is the copy that `zapato backup --follow`
kept of the record. Nothing is done by hand between the kill and the first result on the spare.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

from support.house import ENTRY, DealerThread, House, wait_until

from device.journal import checking, joins, next_file, put_back
from device.journal.reading import Reader
from device.sim.mind import Mind
from device.table.events import IncidentResolved
from device.table.vocabulary import IncidentKind

View = dict[str, Any]

_HANDS = 30
"""Dealt in some three seconds, at twenty times a dealer's pace; so the copy is twenty times further behind as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """Seconds since the kill, and what was seen."""

    put_back_s: float
    ready_s: float
    dealing_s: float
    """The first result of a coup of the new shoe is on record."""
    events_before: int
    coup_open: int
    coups: int
    missing: int
    """Cards that the old device had acknowledged and the copy did not hold: the record says how they are missing."""


def zapato(*words: object) -> str:
    """A command that succeeds; what it printed."""
    done = subprocess.run([sys.executable, "-c", ENTRY, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def take_over(folder: Path, *, seed: int = 1, coups: int = 1) -> TakenOver:
    """Deal on the old device, kill it within a coup, go on with the spare until so many coups have a result."""
    for name in ("old", "spare", "follow", "stick"):
        (folder / name).mkdir()
    old = House(folder / "old", seed=seed)
    spare_folder = folder / "spare"
    old.start_shoe()
    old.start_table()
    following: subprocess.Popen[bytes] | None = None
    spare: House | None = None
    try:
        wait_until(old.serves, "the old table's feed")
        _prepare(old, spare_folder, folder)
        words = [sys.executable, "-c", ENTRY, "backup", "--config", str(old.config), "--follow", str(folder / "follow")]
        following = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        wait_until(lambda: any((folder / "follow").glob("record-*.sqlite3")), "the copy of the record")
        began_s = kill_within_a_coup(old, hands=_HANDS, following=following)
        (copy,) = (folder / "follow").glob("record-*.sqlite3")
        spare = as_house(old, spare_folder)
        return go_on(spare, copy, coups=coups, began_s=began_s)
    finally:
        if following is not None and following.poll() is None:
            following.kill()
            following.wait()
        if spare is not None:
            spare.stop()
        old.stop()


def go_on(spare: House, copy: Path, *, coups: int, began_s: float) -> TakenOver:
    """Put a copy of the record back on a prepared spare, start it, and deal until so many coups have a result."""
    done = json.loads(zapato("restore", copy, "--quick", "--config", spare.config, "--by", "sup1"))
    put_back_s = time.monotonic() - began_s
    spare.start_table()
    wait_until(spare.serves, "the spare's feed")
    ready_s = time.monotonic() - began_s
    _deal(spare, coups)
    dealing_s = time.monotonic() - began_s
    wait_until(spare.all_acknowledged, "the spare to have every card")
    spare.kill("table")
    return TakenOver(
        put_back_s=round(put_back_s, 2),
        ready_s=round(ready_s, 2),
        dealing_s=round(dealing_s, 2),
        events_before=done["events_before"],
        coup_open=done["coup_left_open"],
        coups=_check(spare),
        missing=_missing(spare),
    )


def _prepare(old: House, spare: Path, folder: Path) -> None:
    """Some days before: recovery key, backup, and all of it put back on the spare."""
    paper = folder / "paper"
    paper.touch(mode=0o600)
    paper.write_text(zapato("backup", "--config", old.config, "--make-recovery"))
    made = json.loads(zapato("backup", "--config", old.config, "--into", folder / "stick"))
    words = ("--as", "other-device", "--by", "sup1", "--recovery", paper)
    zapato("restore", made["backup"], "--config", spare / "table.toml", *words)


def kill_within_a_coup(old: House, *, hands: int, following: subprocess.Popen[bytes] | None = None) -> float:
    """So many coups, then kill -9 with cards on the table, and the follower with it: the device is gone. When."""
    dealer = DealerThread(old, mind=Mind())
    eyes = old.staff()
    try:

        def within() -> bool:
            assert not dealer.finished(), dealer.failure
            view: View = eyes.wait_for_view(0.05) or {}
            cards = view.get("player", []) if view.get("phase") == "dealing" else []
            if view.get("hand", 0) < hands or not cards or view.get("outcome") is not None:
                return False
            # The dealer is quick: the table stands still while it is looked whether that coup is not over yet.
            assert old.table is not None
            os.kill(old.table.pid, signal.SIGSTOP)
            if put_back.standing_of(old.journal).coup_open:
                return True
            os.kill(old.table.pid, signal.SIGCONT)
            return False

        wait_until(within, f"a coup on the table; {old.last_words()}")
        if following is not None:
            following.kill()  # what the copy has not by now it never gets
        old.kill("table")
        return time.monotonic()
    finally:
        eyes.close()
        dealer.stop()


def as_house(old: House, folder: Path) -> House:
    """The spare as the tests know a table: same people, same shoe."""
    settings = (folder / "table.toml").read_text()
    (folder / "shoe.sock").symlink_to(old.folder / "shoe.sock")
    spare = House(folder, seed=old.seed)
    spare.config.write_text(settings)
    spare.pins = old.pins
    spare.passages = old.passages
    return spare


def _deal(spare: House, coups: int) -> None:
    dealer = DealerThread(spare, mind=Mind())
    try:
        wait_until(lambda: _coups(spare) >= coups or dealer.finished(), f"a result on the spare; {spare.last_words()}")
        assert not dealer.finished(), dealer.failure
    finally:
        dealer.stop()


def _coups(spare: House) -> int:
    with Reader(spare.journal) as reader:
        return len(reader.query("SELECT 1 FROM coups"))


def _check(spare: House) -> int:
    """The whole record verifies and joins, and two people decided; how many coups it holds."""
    files = joins.series(spare.journal, next_file.archive_of(spare.journal))
    verified = [checking.verify_file(one.path) for one in files]
    joins.check_join(files[-2], files[-1])
    with Reader(spare.journal) as reader:
        decided = [one.event for one in reader.records() if isinstance(one.event, IncidentResolved)]
    restored = [one for one in decided if one.incident is IncidentKind.RECORD_RESTORED]
    assert restored, decided
    assert restored[0].second is not None
    return sum(one.coups for one in verified)


def _missing(spare: House) -> int:
    """No card is on record twice; those that are on no record are named in it as reports that are missing."""
    on_record = spare.cards_on_record()
    assert all(len(cards) == 1 for cards in on_record.values())
    left = {(card.boot, card.seq) for card in spare.left().cards if card.taken and card.card != "CUT"}
    assert set(on_record) <= left
    missing = left - set(on_record)
    if missing:
        with Reader(spare.journal) as reader:
            told = reader.query("SELECT detail FROM incidents WHERE kind = 'reads-missing'")
        spans = [tuple(map(int, detail.split("-"))) for (detail,) in told]
        assert all(any(first <= seq <= last for first, last in spans) for _, seq in missing), (missing, spans)
    return len(missing)


if __name__ == "__main__":
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
        with tempfile.TemporaryDirectory(prefix="spare-") as name:
            sys.stdout.write(json.dumps(asdict(take_over(Path(name), seed=number + 1, coups=3))) + "\n")
            sys.stdout.flush()
