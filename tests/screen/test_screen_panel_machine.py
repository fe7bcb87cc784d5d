"""Network and power for the status line: what the system does not tell is not shown."""

from pathlib import Path

import pytest

from device.screen.dealer.machine import REREAD_S, UNKNOWN, Machine, MachineWatch, machine_state, read_machine


@pytest.mark.parametrize(
    ("links", "network"),
    [
        ([], None),
        (["up\n"], True),
        (["down", "up"], True),
        (["down", "dormant"], False),
        (["unknown"], None),
        (["unknown", "up"], True),
        (["garbage", ""], None),
    ],
)
def test_one_link_that_is_up_is_a_network(links: list[str], network: bool | None) -> None:
    assert machine_state(links, [], []).network is network


@pytest.mark.parametrize(
    ("alarms", "supplies", "power"),
    [
        ([], [], None),
        (["0\n"], [], True),
        (["1\n"], [], False),
        (["0"], [("Mains\n", "1\n")], True),
        (["0"], [("Mains", "0")], False),
        ([], [("Battery", "1")], None),
        (["?"], [("Mains", "")], None),
    ],
)
def test_power_is_bad_when_voltage_is_low_or_the_mains_are_gone(
    alarms: list[str], supplies: list[tuple[str, str]], power: bool | None
) -> None:
    assert machine_state([], alarms, supplies).power is power


def _machine(sys: Path, *, state: str, alarm: str) -> None:
    for link, real in (("eth0", True), ("lo", False)):
        folder = sys / "net" / link
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "operstate").write_text(state if real else "up\n")
        if real:
            (folder / "device").mkdir(exist_ok=True)
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        folder = sys / "hwmon" / f"hwmon{number}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "name").write_text(f"{name}\n")
        (folder / "in0_lcrit_alarm").write_text(alarm if name == "rpi_volt" else "1\n")


def test_real_links_and_the_boards_own_monitor_are_read(tmp_path: Path) -> None:
    _machine(tmp_path, state="down\n", alarm="0\n")
    assert read_machine(tmp_path) == Machine(network=False, power=True)
    _machine(tmp_path, state="up\n", alarm="1\n")
    assert read_machine(tmp_path) == Machine(network=True, power=False)


def test_a_system_that_tells_nothing_is_unknown(tmp_path: Path) -> None:
    assert read_machine(tmp_path / "nowhere") == UNKNOWN
    (tmp_path / "net" / "eth0" / "device").mkdir(parents=True)
    (tmp_path / "net" / "eth0" / "operstate").write_bytes(b"\xff\xfe")
    assert read_machine(tmp_path) == UNKNOWN


def test_it_is_looked_at_every_few_seconds_and_not_with_every_picture(tmp_path: Path) -> None:
    _machine(tmp_path, state="up\n", alarm="0\n")
    watch = MachineWatch(tmp_path)
    assert watch.state(100.0).network is True
    _machine(tmp_path, state="down\n", alarm="0\n")
    assert watch.state(100.0 + REREAD_S - 0.1).network is True
    assert watch.state(100.0 + REREAD_S).network is False
