"""The library that counts a process's syncs, and makes each as slow as an SD card's.

Its source is in the package and is compiled when it is needed; `disk_shim.c` describes what else it can do: the
journal's tests let it write everything down and play power cuts on that.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).with_name("disk_shim.c")


class ShimError(Exception):
    """The library cannot be had; the message says why and what to do."""


def build(folder: Path) -> Path:
    """Compile the library into `folder` and return its path; raises ShimError where that cannot be done."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise ShimError("no C compiler `cc`: install gcc and libc6-dev")
    library = folder / "disk_shim.so"
    command = [
        compiler,
        "-std=gnu11",
        "-O1",
        "-Wall",
        "-shared",
        "-fPIC",
        "-o",
        str(library),
        str(SOURCE),
        "-ldl",
        "-lpthread",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        first = next(iter(done.stderr.splitlines()), f"exit code {done.returncode}")
        raise ShimError(f"`cc` could not compile it ({first}): install gcc and libc6-dev")
    return library


def environment(
    library: Path, folder: Path, *, log: Path | None = None, sync_ms: float | None = None
) -> dict[str, str]:
    """The variables that make the library watch `folder` in a process that gets them beside its other ones.

    `log`: where every change is written down; `sync_ms`: how much longer each sync takes.
    """
    wanted = {"LD_PRELOAD": str(library), "DISK_SHIM_FOLDER": str(folder.absolute())}
    if log is not None:
        wanted["DISK_SHIM_LOG"] = str(log.absolute())
    if sync_ms is not None:
        wanted["DISK_SHIM_SYNC_MS"] = str(sync_ms)
    return wanted


def sync_counter() -> Callable[[], int]:
    """Tells how many syncs of watched files this process has made; always -1 where the library is not loaded."""
    try:
        count = ctypes.CDLL(None).disk_shim_syncs
    except AttributeError:
        return lambda: -1
    count.restype = ctypes.c_long
    return lambda: int(count())
