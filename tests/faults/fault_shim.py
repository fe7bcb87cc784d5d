"""The library that makes calls on a folder's files fail, and the plan by which it does; see ``fault_shim.c``."""

import enum
import errno
import mmap
import struct
import subprocess
from pathlib import Path
from types import TracebackType

from device.bench import disk_shim

SOURCE = Path(__file__).with_name("fault_shim.c")
_BYTES = 128


class Call(enum.IntFlag):
    """A kind of call that can fail."""

    WRITE = 1
    SYNC = 2
    TRUNCATE = 4
    OPEN = 8
    UNLINK = 16
    RENAME = 32
    READ = 64
    SYNC_FOLDER = 128
    MKDIR = 256
    CHMOD = 512


EVERY_CHANGE = ~Call.READ
"""All calls that change something, and opening."""
SHORT = 0
"""In the place of an errno: a write that is cut short."""
NAMES = {errno.EIO: "EIO", errno.ENOSPC: "ENOSPC", errno.EROFS: "EROFS", errno.EDQUOT: "EDQUOT", SHORT: "short"}


def build(folder: Path) -> str:
    """Compile both libraries into `folder`; what LD_PRELOAD names."""
    library = folder / "fault_shim.so"
    flags = ["-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return f"{library} {disk_shim.build(folder)}"


def environment(libraries: str, folder: Path, plan: Path, *, log: Path | None = None) -> dict[str, str]:
    """The variables by which a process's calls on the files of `folder` follow `plan`, and are written to `log`."""
    wanted = {
        "LD_PRELOAD": libraries,
        "DISK_SHIM_FOLDER": str(folder.absolute()),
        "FAULT_SHIM_FOLDER": str(folder.resolve()),
        "FAULT_SHIM_PLAN": str(plan.absolute()),
    }
    if log is not None:
        wanted["DISK_SHIM_LOG"] = wanted["FAULT_SHIM_LOG"] = str(log.absolute())
    return wanted


class Plan:
    """What fails from now on; a context manager. The processes see a change at their next call."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_BYTES))
        self.path = path
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _BYTES)

    def fail(self, calls: Call, *, error: int, after: int = 0, times: int = 1, only: str = "") -> None:
        """Of `calls`, let `after` go well and then `times` fail, -1: all.

        Only those on paths with `only` in them; after a $, on paths that end so.
        """
        self._map[0:8] = bytes(8)
        self._map[56:128] = only.encode().ljust(72, b"\0")
        self._map[8:32] = struct.pack("<qqq", after, times, error)
        self._map[40:56] = bytes(16)
        self._map[0:8] = struct.pack("<q", int(calls) & 0xFFFF)

    def stall(self, seconds: float) -> None:
        """From now on, each sync takes so much longer; 0: none any more, those under way too."""
        self._map[32:40] = struct.pack("<q", int(seconds * 1e6))

    def heal(self) -> None:
        """All goes well again."""
        self._map[0:8] = bytes(8)

    @property
    def seen(self) -> int:
        """Calls that were meant since `fail`."""
        return int(struct.unpack("<q", self._map[40:48])[0])

    @property
    def failed(self) -> int:
        """Those of them that failed."""
        return int(struct.unpack("<q", self._map[48:56])[0])

    def __enter__(self) -> "Plan":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.heal()
        self._map.close()
