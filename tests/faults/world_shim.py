"""The clocks of a running process, and its death at an exact call, in the test's hands: ``world_shim.c`` says how."""

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("world_shim.c")
_NUMBERS = struct.Struct("=4q")
DAY_S = 86_400.0


class World:
    """What is changed for the processes that were started with its `environment`; used by one test."""

    def __init__(self, folder: Path) -> None:
        """Compile the library into `folder`; needs ``cc``."""
        compiler = shutil.which("cc")
        assert compiler is not None
        library, control = folder / "world_shim.so", folder / "world_shim.control"
        if not library.exists():
            words = [compiler, "-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(library)]
            subprocess.run([*words, str(SOURCE), "-ldl", "-lpthread"], check=True)
        self._passed_s = 0.0
        control.write_bytes(bytes(_NUMBERS.size))
        self.environment = {"LD_PRELOAD": str(library), "WORLD_SHIM_CONTROL": str(control)}
        with control.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), _NUMBERS.size)

    def set_wall(self, ahead_s: float) -> None:
        """Put the wall clock so many seconds ahead of the machine's, or behind it."""
        self._put(0, ahead_s)

    def let_pass(self, seconds: float) -> None:
        """Let so much more time pass of which the process knows nothing; this clock never goes back."""
        self._passed_s += seconds
        self._put(1, self._passed_s)

    def kill_at(self, call: int) -> None:
        """Kill the process just before its `call`-th call from now on that anybody could notice; 0: never."""
        struct.pack_into("=q", self._control, 16, call)

    @property
    def calls(self) -> int:
        """How many such calls were made, by all of its processes."""
        return int(struct.unpack_from("=q", self._control, 24)[0])

    def _put(self, place: int, seconds: float) -> None:
        struct.pack_into("=q", self._control, 8 * place, round(seconds * 1e9))
