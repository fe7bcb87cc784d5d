"""Who holds a port open: real processes, real devices."""

import os
import subprocess
import sys
from pathlib import Path

from device.line.holders import holders, holders_in_words


def test_a_real_process_on_a_real_file_is_found(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.touch()
    program = "import sys; held = open(sys.argv[1]); print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert f"process {process.pid})" in holders_in_words(str(port))
        process.communicate()
    assert holders_in_words(str(port)) == ""


def test_a_process_is_no_holder_because_of_a_name_alone(tmp_path: Path) -> None:
    """In a container another pty has our port's name, and our port may have another name: the device counts."""
    far, near = os.openpty()
    port = os.ttyname(near)
    fds = tmp_path / "proc" / "4711" / "fd"
    fds.mkdir(parents=True)
    (fds.parent / "comm").write_text("agetty\n")
    (fds / "0").symlink_to("/dev/null")
    with os.fdopen(far), os.fdopen(near):
        assert holders(port, tmp_path / "proc") == []
        (fds / "1").symlink_to(f"/proc/self/fd/{near}")
        assert [process.name for process in holders(port, tmp_path / "proc")] == ["agetty"]
    assert [process.name for process in holders("/dev/null", tmp_path / "proc")] == ["agetty"]
    assert holders("/dev/zero", tmp_path / "proc") == []
    (fds / "2").symlink_to(tmp_path / "pulled")
    assert [process.name for process in holders(str(tmp_path / "pulled"), tmp_path / "proc")] == ["agetty"]
