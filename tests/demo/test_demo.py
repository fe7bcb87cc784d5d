"""The demonstration as a newcomer runs it: by its command, in processes, over a pty."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

ENTRY = "from device.cli.main import main; main()"
DEMO = [sys.executable, "-c", ENTRY, "demo"]
VALUES = dict(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True))
BANKER_DRAWS = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}


def demo(*options: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*DEMO, *options], capture_output=True, text=True, timeout=280, check=False, **how)


def recount(player: str, banker: str) -> dict[str, object]:
    """The coup again from its cards alone, by a second telling of the rules that shares no code with the product."""
    hands = [[text[place : place + 2] for place in range(0, len(text), 2)] for text in (player, banker)]
    points = [[VALUES[card[0]] for card in hand] for hand in hands]
    two = [sum(hand[:2]) % 10 for hand in points]
    totals = [sum(hand) % 10 for hand in points]
    natural = max(two) >= 8
    player_draws = not natural and two[0] <= 5
    if natural:
        banker_draws = False
    elif player_draws:
        banker_draws = str(points[0][2]) in BANKER_DRAWS[two[1]]
    else:
        banker_draws = two[1] <= 5
    assert [len(hand) for hand in hands] == [3 if player_draws else 2, 3 if banker_draws else 2], (player, banker)
    return {
        "player_total": totals[0],
        "banker_total": totals[1],
        "outcome": "tie" if totals[0] == totals[1] else "player" if totals[0] > totals[1] else "banker",
        "natural": natural,
        "player_pair": hands[0][0][0] == hands[0][1][0],
        "banker_pair": hands[1][0][0] == hands[1][1][0],
    }


def coups_of(journal: Path) -> list[sqlite3.Row]:
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return list(connection.execute("SELECT * FROM coups ORDER BY shoe, coup"))


def test_five_hundred_coups_verify_and_agree_with_an_independent_recount(tmp_path: Path) -> None:
    journal = tmp_path / "j.sqlite3"
    ran = demo("--headless", "--coups", "500", "--pace", "max", "--seed", "11", "--journal", str(journal))
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert said == {"coups": 500, "events": said["events"], "journal": str(journal), "verified": True}
    rows = coups_of(journal)
    assert len(rows) == 500
    for row in rows:
        expected = recount(row["player"], row["banker"])
        assert {key: row[key] for key in expected} == expected, dict(row)
    shoes = {row["shoe"] for row in rows}
    assert shoes == set(range(1, len(shoes) + 1))
    for shoe in shoes:
        assert [row["coup"] for row in rows if row["shoe"] == shoe][:1] == [1]


def test_a_journal_is_gone_on_with_and_the_coups_of_this_run_are_counted(tmp_path: Path) -> None:
    journal = tmp_path / "j.sqlite3"
    options = ("--headless", "--coups", "6", "--pace", "max", "--journal", str(journal))
    first, second = demo(*options, "--seed", "1"), demo(*options, "--seed", "2")
    assert [json.loads(ran.stdout)["coups"] for ran in (first, second)] == [6, 6]
    assert len(coups_of(journal)) == 12


def test_a_demonstration_with_faults_and_slips_still_verifies_and_leaves_its_record_alone(place: Path) -> None:
    faults = "noise,loss,repeats,resets:0.01,unplug:0.01,unread:0.02,two-cards:0.01,pull-back"
    ran = demo("--headless", "--coups", "25", "--pace", "max", "--seed", "3", "--faults", faults, "--mistakes", "0.2")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert said["verified"] is True
    record = Path(said["journal"])
    assert len(coups_of(record)) == 25
    assert [*place.iterdir()] == [record.parent]
    assert not [one for one in record.parent.iterdir() if not one.name.startswith(record.name)]


def test_house_rules_of_ones_own_are_lived_under_face_down_and_counted(tmp_path: Path) -> None:
    own, journal = tmp_path / "own.toml", tmp_path / "j.sqlite3"
    own.write_text(
        'name = "own"\nversion = 1\ndecks = 1\ninspection = "before-and-after"\nburn = "fixed"\ndeal = "face-down"\n'
        'reveal = "button"\nreveal_order = "banker-first"\nthird_card = "face-down"\nbets_close = "button"\n'
        'early_card = "hold"\nresult = "auto"\nfree_coups = 1\n[side_bets]\n'
    )
    wrong = ("--faults", "unread:0.02,face-up:0.05,pull-back", "--mistakes", "0.3")
    ran = demo("--headless", "--coups", "12", "--seed", "3", "--profile", str(own), "--journal", str(journal), *wrong)
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert (said["coups"], said["verified"]) == (12, True)
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        counts = connection.execute("SELECT kind, count(*) FROM events GROUP BY kind")
        kinds = dict(counts.fetchall())
    assert kinds["inspection-ended"] >= 2, "before the first shoe, and after it"
    assert kinds["hand-turned"] >= 20


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--profile", "nonsense"), "nonsense"),
        (("--faults", "lightning"), "lightning"),
        (("--port-pit", "8080"), "not yet"),
        (("--headless", "--journal", "/nowhere/j.sqlite3"), "/nowhere"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_message(options: tuple[str, ...], said: str, place: Path) -> None:
    ran = demo(*options)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""
    left = sorted(place.glob("*/*.log"))
    assert bool(left) == ("its log is" in ran.stderr), "what was not begun leaves nothing"
    assert all(f"its log is {log}" in ran.stderr for log in left)


def descendants(pid: int) -> set[int]:
    children: dict[int, set[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, set()).add(int(entry.name))
    found: set[int] = set()
    todo = {pid}
    while todo:
        todo = {child for one in todo for child in children.get(one, ())}
        found |= todo
    return found


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A demonstration drawn as text into a pipe."""
    process = subprocess.Popen(
        [*DEMO, "--text", "--pace", "fast", "--lang", "en", "--journal", str(tmp_path / "j.sqlite3")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    with process:
        yield process
        process.kill()


def test_without_onlookers_it_ends_and_leaves_its_record_alone(place: Path) -> None:
    process = subprocess.Popen([*DEMO, "--text", "--pace", "fast"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        assert process.stdout is not None and process.stdout.readline()
        family = descendants(process.pid)
        process.stdout.close()
        process.wait(60)
        assert process.stderr is not None and b"Traceback" not in process.stderr.read()
    assert family and not [pid for pid in family if alive(pid)]
    assert {one.name.partition(".")[0] for one in place.glob("*/*")} == {"journal"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_as_text_it_shows_a_coup_and_one_signal_ends_every_process(
    running: subprocess.Popen[str], number: signal.Signals, place: Path
) -> None:
    assert running.stdout is not None
    pages = ""
    while not ("BANCA" in pages.upper() and "HAND 1" in pages.upper()):
        line = running.stdout.readline()
        assert line, running.stderr.read() if running.stderr is not None else ""
        pages += line
    family = descendants(running.pid)
    assert len(family) >= 2, "the shoe and the table are processes of their own"
    running.send_signal(number)
    out = running.stdout.read()  # not `communicate`, which forgets what of a letter has been read already
    assert running.wait(60) == 0, running.stderr.read() if running.stderr is not None else ""
    assert json.loads(out.strip().splitlines()[-1])["verified"] is True
    assert not [pid for pid in family if alive(pid)]
    assert not [*place.iterdir()], "the record lies elsewhere: nothing stays"


def test_a_killed_demonstration_leaves_no_process_behind(running: subprocess.Popen[str]) -> None:
    assert running.stdout is not None
    while "1" not in (running.stdout.readline() or "1"):
        pass
    family = descendants(running.pid)
    assert family
    running.kill()
    running.wait()
    deadline_s = time.monotonic() + 60
    while any(alive(pid) for pid in family):
        assert time.monotonic() < deadline_s, "a part outlived the demonstration"
        time.sleep(0.05)
