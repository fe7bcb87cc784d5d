"""What the services and the kernel said, from systemd's log: the newest of it, with holes."""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence

from device.doctor.bundle.scrub import scrub_log

MOST_BYTES = 1_500_000
_LIMIT_S = 20.0
_SERVICES = ("journalctl", "--no-pager", "-q", "-r", "-o", "short-iso", "-n", "8000", "-u", "zapato*")
_KERNEL = ("journalctl", "--no-pager", "-q", "-r", "-o", "short-iso", "-n", "1000", "-k", "-p", "warning")

Hear = Callable[[Sequence[str], int, float], bytes]


def hear(words: Sequence[str], most_bytes: int, limit_s: float) -> bytes:
    """The beginning of what a program prints, so much and so long at most; nothing where there is no such program."""
    try:
        program = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
    except OSError:
        return b""
    heard = b""
    end_s = time.monotonic() + limit_s
    assert program.stdout is not None
    with program.stdout as pipe:
        while len(heard) < most_bytes and (left_s := end_s - time.monotonic()) > 0:
            if not select.select([pipe], [], [], left_s)[0]:
                break
            more = os.read(pipe.fileno(), min(65_536, most_bytes - len(heard)))
            if not more:
                break
            heard += more
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    return heard


def services(ask: Hear = hear) -> str:
    """What zapato's services said."""
    return _told(ask(_SERVICES, MOST_BYTES, _LIMIT_S))


def kernel(ask: Hear = hear) -> str:
    """What the kernel warned of: voltage, disks, plugs."""
    return _told(ask(_KERNEL, MOST_BYTES // 5, _LIMIT_S))


def _told(newest_first: bytes) -> str:
    whole = newest_first[: newest_first.rfind(b"\n") + 1]  # a line that was cut off in the middle is none
    lines = list(scrub_log(whole.decode("utf-8", "replace").splitlines()))
    return "\n".join(lines[::-1]) or "(nothing: no systemd here, or this user may not read its log)"
