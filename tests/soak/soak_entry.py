"""`zapato` as the soak runs it: PINs that cost nothing, a wall clock that can be stepped, a count of Python's objects.

``python soak_entry.py WORDS…`` is ``zapato WORDS…``. Where the environment names files, the seconds that stand in
``SOAK_CLOCK`` are added to the wall clock, and on SIGUSR1 the numbers of objects go into ``SOAK_OBJECTS``.
"""

import gc
import json
import os
import signal
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType

COUNTED = os.environ.get("SOAK_OBJECTS", "")
KINDS = 100
CLOCK = os.environ.get("SOAK_CLOCK", "")


def _count(_signal: int, _frame: FrameType | None) -> None:
    gc.collect()
    fresh = Path(f"{COUNTED}.new")
    counts = Counter(type(one).__qualname__ for one in gc.get_objects())
    fresh.write_text(json.dumps({"total": counts.total(), "kinds": dict(counts.most_common(KINDS))}))
    fresh.replace(COUNTED)


def _stepped_wall_at(_clock: object) -> str:
    step_s = 0.0
    with suppress(OSError, ValueError):
        step_s = float(Path(CLOCK).read_text())
    now = datetime.now(UTC) + timedelta(seconds=step_s)
    return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def run() -> None:
    """Prepare the process, then be `zapato`."""
    if COUNTED:
        signal.signal(signal.SIGUSR1, _count)
        Path(f"{COUNTED}.ready").touch()
    from argon2 import Parameters, Type

    from device.cli.main import main
    from device.staff.pins import PinHasher
    from device.system.clock import SystemClock

    cheap = Parameters(Type.ID, 19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1)
    setattr(PinHasher.__init__, "__defaults__", (cheap,))  # noqa: B010 - of a method, which mypy takes for a plain callable
    if CLOCK:
        setattr(SystemClock, "wall_at", _stepped_wall_at)  # noqa: B010
    main()


if __name__ == "__main__":
    run()
