"""The simulated board as a process of its own, spoken to through its port as a host does."""

import json
import os
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from click.testing import CliRunner

from device.cli.sim import command
from device.sim.faults import Fault
from device.sim.passage_log import read_passages
from device.sim.shoe_process import ShoeClient, ShoeProcess, ShoeProcessError, shoe_command

PATIENCE_S = 20.0


class Station:
    """A folder, a simulated shoe in it, and a host on its port."""

    def __init__(self, folder: Path, host: Any) -> None:
        self.folder = folder
        self.host = host
        self.shoe: ShoeProcess | None = None
        self.serial: serial.Serial | None = None

    def start(self, **more: Any) -> ShoeProcess:
        """Start the board under the folder's names."""
        self.shoe = ShoeProcess(
            shoe_command(
                port=self.folder / "shoe", control=self.folder / "ctl", passages=self.folder / "passages", **more
            )
        )
        return self.shoe

    def open(self) -> serial.Serial:
        """Open the port as the product does."""
        self.close()
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.serial = serial.Serial(str(self.folder / "shoe"), 115200, timeout=0.05, exclusive=True)
                return self.serial
            except (serial.SerialException, termios.error):
                assert time.monotonic() < until_s, "the port did not come back"

    def close(self) -> None:
        """Let go of the port."""
        if self.serial is not None:
            self.serial.close()
            self.serial = None

    def write(self, data: bytes) -> None:
        """Write to the board."""
        assert self.serial is not None
        self.serial.write(data)

    def until(self, condition: Callable[[], object]) -> None:
        """Be a host until the condition holds."""
        until_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < until_s, f"waited in vain; events so far: {self.host.events}"
            if self.serial is None:
                self.open()
            assert self.serial is not None
            try:
                answer = self.host.hear(self.serial.read(max(1, self.serial.in_waiting)))
                if answer:
                    self.serial.write(answer)
            except (OSError, serial.SerialException, termios.error):
                self.close()

    def order(self, *lines: str) -> list[dict[str, Any]]:
        """Orders on the control channel."""
        assert self.shoe is not None
        return [self.shoe.client.order(line) for line in lines]

    def finish(self) -> None:
        """End what is left."""
        self.close()
        if self.shoe is not None and self.shoe.running():
            self.shoe.stop()


class LineHost:
    """Feeds whole lines to a host, whatever the chunks of the port."""

    def __init__(self, host: Any) -> None:
        self._host = host
        self._rest = b""

    def hear(self, data: bytes) -> bytes:
        whole, newline, rest = (self._rest + data).rpartition(b"\n")
        self._rest = rest
        answer: bytes = self._host.hear(whole + newline)
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host, name)


@pytest.fixture
def station(tmp_path: Path, tiny_host: type[Any]) -> Iterator[Station]:
    """A folder with nothing in it yet."""
    made = Station(tmp_path, LineHost(tiny_host()))
    yield made
    made.finish()


def printed(replies: list[dict[str, Any]]) -> list[str]:
    return [card for reply in replies for card in reply["cards"]]


def test_a_host_asks_who_it_is_and_gets_every_card_once(station: Station, frame: Callable[[str], bytes]) -> None:
    hello = station.start(seed=3).hello
    assert hello["port"] == str(station.folder / "shoe")
    assert str((station.folder / "shoe").readlink()) == hello["slave"]
    station.open()
    station.write(b"AT\r\n" + bytes.fromhex("7E0078F07E") + b"\x03" + frame("?"))
    station.until(lambda: station.host.hellos)
    cards = printed(station.order(*["draw"] * 20))
    station.until(lambda: len(station.host.codes) == 20)
    assert station.host.codes == cards
    station.until(lambda: station.order("state")[0]["unacknowledged"] == 0)
    logged = read_passages(station.folder / "passages").cards
    assert [card.card for card in logged] == cards
    assert all(card.acknowledged for card in logged)


def test_cards_that_leave_while_nobody_listens_come_when_somebody_does(station: Station) -> None:
    station.start()
    before = printed(station.order(*["draw"] * 5))
    station.open()
    station.until(lambda: len(station.host.codes) == 5)
    station.close()
    meanwhile = printed(station.order(*["draw"] * 5))
    station.open()
    station.until(lambda: len(station.host.codes) == 10)
    assert station.host.codes == before + meanwhile


def test_unplugged_and_plugged_in_it_comes_back_under_its_name_with_what_happened(station: Station) -> None:
    slave = station.start().hello["slave"]
    station.open()
    first = printed(station.order("draw"))
    station.until(lambda: station.host.codes)
    station.order("link lost")
    assert not os.path.lexists(station.folder / "shoe")
    away = printed(station.order("draw", "draw"))
    held = station.serial  # still open, as a host has it that has not noticed
    back = station.order("link back")[0]
    assert held is not None
    assert str((station.folder / "shoe").readlink()) == back["slave"]
    assert back["slave"] != slave, "an open descriptor keeps the old number"
    station.until(lambda: len(station.host.codes) == 3)
    assert station.host.codes == first + away


def test_a_host_that_has_the_port_open_and_does_not_read_stops_nothing(station: Station) -> None:
    station.start()
    station.open()
    station.order("faults repeats:1")
    cards = printed(station.order(*["draw"] * 60))
    until_s = time.monotonic() + PATIENCE_S
    while station.serial is not None and station.serial.in_waiting < 4000:
        assert time.monotonic() < until_s
    more = printed(station.order("draw", "draw"))
    station.order("faults none")
    station.until(lambda: len(station.host.codes) == 62)
    assert station.host.codes == cards + more


def test_a_reset_speaks_under_another_boot(station: Station) -> None:
    boot = station.start().hello["boot"]
    station.open()
    station.order("draw")
    station.until(lambda: station.order("state")[0]["unacknowledged"] == 0)
    (reply,) = station.order("reset")
    assert reply["boot"] != boot
    station.order("draw")
    station.until(lambda: len(station.host.codes) == 2)
    assert station.host.boot == reply["boot"]


@pytest.mark.parametrize(
    "faults",
    [
        {Fault.NOISE: 0.3, Fault.LOSS: 0.2, Fault.REPEATS: 0.3},
        {Fault.UNPLUG: 0.2},
    ],
)
def test_over_a_bad_line_every_card_arrives_once_and_in_order(station: Station, faults: dict[Fault, float]) -> None:
    station.start(faults=faults, seed=4)
    station.open()
    cards = []
    for number in range(1, 13):
        cards += printed(station.order("draw"))
        station.until(lambda number=number: len(station.host.codes) == number)  # type: ignore[misc]
    assert station.host.codes == cards
    assert station.host.holes == []


def test_a_board_whose_reset_hangs_on_the_port_starts_anew_at_each_opening(station: Station) -> None:
    station.start(faults={Fault.RESET_ON_OPEN: 1.0})
    boots = set()
    for _ in range(3):
        station.host.hellos.clear()
        station.open()
        station.until(lambda: station.host.hellos)
        boots.add(station.host.hellos[-1].split(",")[1])
        station.close()
        until_s = time.monotonic() + PATIENCE_S
        while station.order("state")[0]["attached"]:
            assert time.monotonic() < until_s
    assert len(boots) == 3


def test_the_log_survives_the_boards_death_and_the_shoe_goes_on_from_it(station: Station) -> None:
    shoe = station.start(seed=8)
    cards = printed(station.order(*["draw"] * 12))
    os.kill(shoe.pid, signal.SIGKILL)
    shoe.kill()
    assert [card.card for card in read_passages(station.folder / "passages").cards] == cards
    assert os.path.lexists(station.folder / "shoe"), "a killed board leaves its name behind"
    again = station.start(seed=8).hello
    assert again["left"] == 416 - 12
    assert again["boot"] != shoe.hello["boot"]
    station.open()
    after = printed(station.order("draw"))
    station.until(lambda: station.host.codes == after)
    logged = read_passages(station.folder / "passages").cards
    assert [card.card for card in logged] == cards + after
    assert [card.acknowledged for card in logged[:12]] == [False] * 12


def test_a_script_is_carried_out_by_itself(station: Station, tmp_path: Path, frame: Callable[[str], bytes]) -> None:
    script = tmp_path / "script"
    script.write_text("wait host\ncard 9h\nwait acknowledged\nwait 0.05\ncard 8c\n")
    station.start(script=script)
    station.open()
    station.write(frame("?"))
    station.until(lambda: station.host.codes == ["9H", "8C"])


def test_ended_by_a_signal_or_by_its_input_it_leaves_nothing_behind(station: Station) -> None:
    shoe = station.start()
    shoe.stop()
    assert not os.path.lexists(station.folder / "shoe")
    assert not (station.folder / "ctl").exists()
    other = subprocess.run(
        shoe_command(port="pty", control=station.folder / "ctl"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert json.loads(other.stdout)["port"].startswith("/dev/pts/")
    assert not (station.folder / "ctl").exists()


def test_several_clients_are_served_and_a_bad_one_is_dropped(station: Station) -> None:
    station.start()
    one, two = ShoeClient(station.folder / "ctl"), ShoeClient(station.folder / "ctl")
    assert one.order("state")["ok"]
    assert two.order("nonsense")["ok"] is False
    one.close()
    drawn = two.draw()
    assert drawn is not None
    assert len(drawn.cards) == 1
    two.fill()
    assert two.order("state")["left"] == 416
    two.order("fill decks=1 cut=none")
    for _ in range(52):
        assert two.draw(unread=True) is not None
    assert two.draw() is None
    two.order("quit")
    with pytest.raises(ShoeProcessError):
        two.order("state")
    two.close()


def test_orders_may_come_on_standard_input() -> None:
    done = subprocess.run(
        shoe_command(port="pty", control="-"),
        input=b"draw\ndance\ndraw\n",
        capture_output=True,
        timeout=PATIENCE_S,
        check=True,
    )
    first, drew, refused, again = map(json.loads, done.stdout.splitlines())
    assert first["left"] == 416
    assert (drew["left"], again["left"]) == (415, 414)
    assert not refused["ok"]


def test_a_second_board_does_not_take_a_socket_that_is_in_use(station: Station) -> None:
    station.start()
    done = CliRunner().invoke(command, ["shoe", "--port", "pty", "--control", str(station.folder / "ctl")])
    assert done.exit_code == 2
    assert "another simulated shoe" in done.stderr
    assert station.order("state")[0]["ok"]
