"""The name of a simulated port: free, or a simulated port's of before; never that of anything else."""

from pathlib import Path

import pytest

from device.sim.pty_port import PortError, PtyPort


def test_a_link_to_anything_else_is_left_alone(tmp_path: Path) -> None:
    """A real reader's name under /dev/serial/by-id is a link too."""
    (tmp_path / "ttyUSB0").touch()
    (tmp_path / "by-id").symlink_to("ttyUSB0")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("by-id", "loop", "ttyUSB0", "x" * 300):
        with pytest.raises(PortError):
            PtyPort(str(tmp_path / name))
    assert str((tmp_path / "by-id").readlink()) == "ttyUSB0" and (tmp_path / "loop").is_symlink()


def test_a_name_taken_while_the_port_was_unplugged_is_left_alone(tmp_path: Path) -> None:
    port = PtyPort(str(tmp_path / "reader"))
    port.plug()
    port.unplug()
    (tmp_path / "reader").symlink_to("elsewhere")
    with pytest.raises(PortError, match="something else"):
        port.plug()
    assert str((tmp_path / "reader").readlink()) == "elsewhere" and port.fd is None


def test_the_name_that_a_killed_simulation_left_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "reader").symlink_to("/dev/pts/99999")
    port = PtyPort(str(tmp_path / "reader"))
    port.plug()
    assert str((tmp_path / "reader").readlink()) == port.slave
    port.close()
