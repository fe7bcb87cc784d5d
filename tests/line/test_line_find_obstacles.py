"""Which ports there are, by which names, and what is in the way: a machine made of files."""

import grp
import os
import stat
from pathlib import Path

import pytest

from device.line.find.candidates import Roots, find_candidates
from device.line.find.obstacles import RULE, Obstacle, ObstacleKind, obstacles_of, obstacles_of_machine
from device.line.holders import user_name
from device.line.port_name import PortNameError
from device.line.trouble import permission_in_words


class Plug:
    """An entry of the list of ports."""

    def __init__(self, device: str, vid: int | None, pid: int = 0, serial: str = "", product: str = "") -> None:
        self.device, self.vid, self.pid, self.serial_number, self.product = device, vid, pid, serial, product


def as_serial_port(path: str) -> os.stat_result:
    """What the system would tell of a file here if it were a serial port."""
    found = list(os.stat(path))  # noqa: PTH116
    found[stat.ST_MODE] = stat.S_IFCHR | 0o660
    return os.stat_result(found, {"st_rdev": os.makedev(4, 64)})


class Box:
    """A folder that looks like a machine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.plugs: list[Plug] = []
        self.write("proc/cmdline", "quiet\n")

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def device(self, name: str, *, link: str = "", plug: Plug | None = None) -> str:
        path = self.write(f"dev/{name}", "")
        if link:
            (self.root / "dev" / link).parent.mkdir(parents=True, exist_ok=True)
            (self.root / "dev" / link).symlink_to(path)
        if plug is not None:
            plug.device = str(path)
            self.plugs.append(plug)
        return str(path)

    def process(self, pid: int, comm: str, *words: str, opens: str = "") -> None:
        self.write(f"proc/{pid}/comm", comm + "\n")
        self.write(f"proc/{pid}/cmdline", "\0".join(words) + "\0")
        (self.root / f"proc/{pid}/fd").mkdir()
        if opens:
            (self.root / f"proc/{pid}/fd/3").symlink_to(opens)

    @property
    def roots(self) -> Roots:
        return Roots(root=self.root, list_ports=lambda: self.plugs, stat=as_serial_port)  # type: ignore[arg-type, return-value]

    def found(self, *named: str, may: bool = True) -> dict[str, tuple[Obstacle, ...]]:
        """What is in the way, by the last part of each port's name."""
        return {
            Path(candidate.name).name: obstacles_of(candidate, self.roots, lambda _: may)
            for candidate in find_candidates(self.roots, named)
        }

    def only(self, *named: str, may: bool = True) -> Obstacle:
        ((obstacle,),) = self.found(*named, may=may).values()
        return obstacle


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


# Ports and their names -----------------------------------------------------------------------------------------------


def test_a_port_is_named_by_id_then_by_path_then_as_it_is(box: Box) -> None:
    box.device("ttyACM0", link="serial/by-id/usb-Pico-if00", plug=Plug("", 0x2E8A, 5, "E661", "Pico"))
    box.device("ttyUSB0", link="serial/by-path/platform-usb-0:1.2-port0", plug=Plug("", 0x1A86, 0x7523))
    box.device("ttyAMA0")
    found = {candidate.name: candidate for candidate in find_candidates(box.roots)}
    names = [Path(name).name for name in found]
    assert names == ["usb-Pico-if00", "ttyAMA0", "platform-usb-0:1.2-port0"]
    about = [candidate.about for candidate in found.values()]
    assert about == ["Pico, usb:2e8a:0005:E661", "", "usb:1a86:7523"]


def test_old_ports_without_a_chip_are_left_out(box: Box) -> None:
    for number, chip in enumerate(("4", "0")):
        box.device(f"ttyS{number}")
        box.write(f"sys/class/tty/ttyS{number}/type", f"{chip}\n")
    box.device("ttyS2")
    assert list(box.found()) == ["ttyS0"]


@pytest.mark.parametrize("name", ["pts7", "rfcomm0"])
def test_a_pseudo_terminal_and_a_port_by_radio_are_found_by_name_only(box: Box, name: str) -> None:
    path = box.device(name, plug=Plug("", None))
    box.plugs = box.plugs if name == "rfcomm0" else []
    assert box.found() == {}
    assert list(box.found(path)) == [name]


def test_a_named_port_goes_by_its_lasting_name_and_a_usb_name_stays(box: Box) -> None:
    path = box.device("ttyACM0", link="serial/by-id/usb-Pico-if00", plug=Plug("", 0x2E8A, 5, "E661"))
    assert [Path(each.name).name for each in find_candidates(box.roots, [path])] == ["usb-Pico-if00"]
    (candidate,) = find_candidates(box.roots, ["usb:2e8a:0005"])
    assert (candidate.name, candidate.device) == ("usb:2e8a:0005", path)
    with pytest.raises(PortNameError, match="is no port name"):
        find_candidates(box.roots, ["COM3"])


def test_a_name_with_nothing_or_too_much_behind_it_says_so(box: Box) -> None:
    assert "no such device" in box.only("/dev/nothing-here").says
    assert "not there" in box.only("usb:2e8a:0005").says
    box.device("ttyACM0", plug=Plug("", 0x2E8A, 5, "A"))
    box.device("ttyACM1", plug=Plug("", 0x2E8A, 5, "B"))
    obstacle = box.only("usb:2e8a:0005")
    assert obstacle.kind is ObstacleKind.NOT_THERE and "names more than one device" in obstacle.says


def test_a_free_port_has_nothing_in_the_way(box: Box) -> None:
    box.device("ttyUSB0")
    box.process(1, "systemd", "/sbin/init")
    assert box.found() == {"ttyUSB0": ()}


# What is in the way --------------------------------------------------------------------------------------------------


def test_the_mini_uart_of_a_pi_is_refused_unless_its_clock_is_fixed(box: Box) -> None:
    box.device("ttyS0")
    box.write("sys/class/tty/ttyS0/type", "4\n")
    box.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    obstacle = box.only()
    assert obstacle.kind is ObstacleKind.MINI_UART and obstacle.blocks
    assert "use a USB reader, or dtoverlay=disable-bt" in obstacle.says
    box.write("boot/firmware/config.txt", "core_freq=250\n")
    assert box.found() == {"ttyS0": ()}


def test_the_debug_plug_of_a_pi_5_is_told_with_the_right_name(box: Box) -> None:
    box.device("ttyAMA10")
    box.write("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    obstacle = box.only()
    assert obstacle.kind is ObstacleKind.DEBUG_PLUG and "/dev/ttyAMA0" in obstacle.says


@pytest.mark.parametrize("where", ["ttyAMA0", "serial0"])
def test_the_kernels_console_is_seen_under_every_name(box: Box, where: str) -> None:
    box.device("ttyAMA0", link="serial0")
    box.write("proc/cmdline", f"console={where},115200 console=tty1 root=/dev/mmcblk0p2\n")
    obstacle = box.only()
    assert obstacle.kind is ObstacleKind.KERNEL_CONSOLE and obstacle.blocks
    assert f"console={where}" in obstacle.says and "cmdline.txt" in obstacle.says


def test_a_console_that_the_kernel_chose_by_itself_is_seen(box: Box) -> None:
    box.device("ttyAMA0")
    box.write("sys/class/tty/console/active", "tty0 ttyAMA0\n")
    assert box.only().kind is ObstacleKind.KERNEL_CONSOLE


def test_a_login_shell_that_runs_is_named_with_what_switches_it_off(box: Box) -> None:
    box.device("ttyAMA0")
    box.process(77, "agetty", "/sbin/agetty", "-o", "-p -- \\u", "--keep-baud", "115200", "ttyAMA0", "vt220")
    box.process(78, "agetty", "/sbin/agetty", "tty1", "linux")
    obstacle = box.only()
    assert obstacle.kind is ObstacleKind.LOGIN_SHELL
    assert "agetty, process 77" in obstacle.says
    assert "systemctl disable --now serial-getty@ttyAMA0.service" in obstacle.says


@pytest.mark.parametrize("folder", ["etc/systemd/system", "run/systemd/generator"])
def test_a_login_shell_of_the_next_start_is_seen(box: Box, folder: str) -> None:
    box.device("ttyAMA0")
    box.write(f"{folder}/getty.target.wants/serial-getty@ttyAMA0.service", "")
    obstacle = box.only()
    assert obstacle.kind is ObstacleKind.LOGIN_SHELL and "at each start" in obstacle.says


def test_another_program_on_the_port_is_named(box: Box) -> None:
    path = box.device("ttyUSB0", link="serial/by-id/usb-x")
    box.process(812, "minicom", "minicom", opens=path)
    obstacle = box.only()
    assert obstacle.kind is ObstacleKind.IN_USE and "(minicom, process 812)" in obstacle.says


def test_a_port_that_many_hold_names_some_of_them(box: Box) -> None:
    device = box.device("ttyUSB0")
    for pid in range(700, 720):
        box.process(pid, "minicom", "minicom", opens=device)
    assert "; and 16 more). Stop that program" in box.only().says


def _unusable(folder: Path) -> dict[str, str]:
    """Names that are no serial port, and what is said of each."""
    (folder / "file").touch()
    os.mkfifo(folder / "pipe")
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to("one")
    return {
        str(folder / "file"): "is no serial port: it is a file",
        str(folder / "pipe"): "is no serial port: it is a pipe",
        str(folder): "is no serial port: it is a folder",
        "/dev/zero": "is no serial port: it is a device of another kind (mem)",
        str(folder / "one"): "is not there",
        str(folder / ("x" * 300)): "is not there",
        "/a" * 3000: "is not there",
        str(folder / "file" / "below"): "is not there",
    }


def test_what_can_be_no_serial_port_is_never_opened(tmp_path: Path) -> None:
    names = _unusable(tmp_path)
    if not Path("/sys/dev/char/1:5/subsystem").exists():
        del names["/dev/zero"]  # this system does not tell of its devices
    for name, says in names.items():
        (candidate,) = find_candidates(Roots(), [name])
        (obstacle,) = obstacles_of(candidate, Roots())
        assert obstacle.blocks and says in obstacle.says, name
        assert obstacle.kind is (ObstacleKind.NOT_THERE if "not there" in says else ObstacleKind.NO_PORT)


def test_a_pseudo_terminal_is_a_port(tmp_path: Path) -> None:
    far, near = os.openpty()
    try:
        (tmp_path / "reader").symlink_to(os.ttyname(near))
        (candidate,) = find_candidates(Roots(), [str(tmp_path / "reader")])
        assert ObstacleKind.NO_PORT not in {each.kind for each in obstacles_of(candidate, Roots())}
    finally:
        os.close(far)
        os.close(near)


def test_a_port_that_this_user_may_not_open_says_whose_it_is(box: Box) -> None:
    box.device("ttyUSB0")
    obstacle = box.only(may=False)
    assert obstacle.kind is ObstacleKind.NOT_ALLOWED and obstacle.blocks
    assert "permission denied. It belongs to" in obstacle.says and "udev rule" in obstacle.says


def test_who_is_in_the_group_only_since_now_is_told_to_log_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "port"
    path.touch(0o660)
    path.chmod(0o660)
    group = next(each for each in grp.getgrall() if each.gr_gid not in (0, os.getegid(), *os.getgroups()))
    fields = list(path.stat())
    fields[stat.ST_GID] = group.gr_gid
    monkeypatch.setattr(Path, "stat", lambda *_, **__: os.stat_result(fields))
    assert f"usermod -aG {group.gr_name}" in permission_in_words(str(path))
    monkeypatch.setattr("device.line.trouble.members_of", lambda _: [user_name(os.geteuid())])
    assert f"in the group {group.gr_name}, but not in this session: log out" in permission_in_words(str(path))


# What concerns the whole machine -------------------------------------------------------------------------------------


def machine(box: Box) -> list[Obstacle]:
    return list(obstacles_of_machine(find_candidates(box.roots), box.roots))


def test_modem_manager_without_the_rule_is_told_where_there_is_a_usb_port(box: Box) -> None:
    box.process(400, "ModemManager", "/usr/sbin/ModemManager")
    box.device("ttyAMA0")
    assert machine(box) == []
    box.device("ttyACM0", plug=Plug("", 0x2E8A, 5))
    (obstacle,) = machine(box)
    assert obstacle.kind is ObstacleKind.MODEM_MANAGER and not obstacle.blocks
    assert "70-zapato-reader.rules" in obstacle.says
    shipped = (Path(__file__).parents[2] / "systemd" / RULE).read_text(encoding="utf-8")
    box.write(f"etc/udev/rules.d/{RULE}", shipped)
    assert machine(box) == []
    box.device("ttyACM1", plug=Plug("", 0x1EAB, 0x1D06))
    (obstacle,) = machine(box)
    assert "does not name this plug (usb:1eab:1d06)" in obstacle.says and "ttyACM1" in obstacle.says


def test_a_scanner_that_types_is_told_and_a_keyboard_is_not(box: Box) -> None:
    box.write(
        "proc/bus/input/devices",
        'I: Bus=0003 Vendor=0461\nN: Name="Dell KB216 Keyboard"\nH: Handlers=sysrq kbd event0 leds\n\n'
        'I: Bus=0003 Vendor=05e0\nN: Name="Symbol Technologies, Inc, 2008 Symbol Bar Code Scanner"\n'
        "H: Handlers=sysrq kbd event3 \n\n"
        'I: Bus=0003 Vendor=1234\nN: Name="USBKey Chip USBKey Module"\nH: Handlers=kbd event4 \n\n'
        'I: Bus=0003 Vendor=04b8\nN: Name="A flat bed scanner"\nH: Handlers=event5 \n',
    )
    found = machine(box)
    assert [obstacle.kind for obstacle in found] == [ObstacleKind.KEYBOARD] * 2
    assert "Symbol Bar Code Scanner" in found[0].says and "set it to USB-COM" in found[0].says
