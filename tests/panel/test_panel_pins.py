"""Before a pin is touched: wiring that makes no sense, the choice of the factory, and what is said when it fails."""

import importlib
import os
import sys
import types
from pathlib import Path

import pytest
from gpiozero import Device

from device.panel import pins as pins_module
from device.panel.gpio import GpioPanel
from device.panel.memory import MemoryFactory
from device.panel.pins import open_factory
from device.panel.trouble import PinsUnavailable, chip_trouble, pin_trouble
from device.panel.wiring import BadWiring, Part, Pins, Wire, Wiring


class Busy(Exception):
    """Like lgpio's error."""


class Clock:
    """A clock that nobody waits for."""

    def monotonic_s(self) -> float:
        return 0.0

    def wall_at(self) -> str:
        raise AssertionError("a panel stamps no record")


def test_the_factory_is_the_chosen_one_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpwmpin")
    monkeypatch.setattr(Device, "ensure_pin_factory", lambda: pytest.fail("gpiozero chose by itself"))
    factory = open_factory(Pins.MOCK)
    assert isinstance(factory, MemoryFactory)
    wiring = Wiring(pins=Pins.MOCK, lamps={"ready": 5}, buttons={"bets": 17}, buzzer=18)
    panel = GpioPanel(wiring, lambda told: pytest.fail(f"told {told}"), Clock(), factory=lambda: factory)
    panel.show(frozenset({"ready"}))
    assert factory.lit() == {5}
    panel.close()
    assert Device.pin_factory is None


@pytest.mark.parametrize(
    ("wiring", "place", "says"),
    [
        ({"lamps": {"stnad": 5}}, "panel.lamps.stnad", "no such lamp"),
        ({"lamps": {"stand": 28}}, "panel.lamps.stand", "no GPIO28"),
        ({"buttons": {"bets": -1}}, "panel.buttons.bets", "no GPIO-1"),
        ({"lamps": {"stand": 5, "ready": 5}}, "panel.lamps.ready", "panel.lamps.stand already"),
        ({"lamps": {"stand": 5}, "buttons": {"bets": 5}}, "panel.buttons.bets", "panel.lamps.stand already"),
        ({"buttons": {"bets": 5}, "buzzer": 5}, "panel.buzzer", "panel.buttons.bets already"),
    ],
)
def test_wiring_that_cannot_be_meant_is_refused(wiring: dict[str, dict[str, int]], place: str, says: str) -> None:
    with pytest.raises(BadWiring, match=says) as refused:
        Wiring(pins=Pins.MOCK, **wiring)  # type: ignore[arg-type] # each case spells its own part
    assert str(refused.value).startswith(f"{place}: ")


WIRE = Wire(part=Part.LAMP, name="player-draw", pin=17)


@pytest.mark.parametrize(
    ("pin", "user", "says"),
    [
        (17, None, "taken by probably another program"),
        (17, "lg", "lgpio, such as an old table process"),
        (17, "gpio-fan", 'taken by "gpio-fan"; stop it'),
        (8, "spi0 CS0", '"spi0 CS0", perhaps SPI (dtparam=spi=on)'),
        (2, None, "probably I2C (dtparam=i2c_arm=on)"),
        (15, None, "a login shell"),
        (19, None, "digital sound"),
    ],
)
def test_the_owner_of_a_busy_pin(pin: int, user: str | None, says: str) -> None:
    said = pin_trouble(Wire(part=Part.LAMP, name="stand", pin=pin), Busy("GPIO busy"), user)
    assert said.startswith(f"GPIO{pin} (lamp stand) is busy")
    assert says in said
    assert "panel.lamps.stand" in said


@pytest.mark.parametrize("error", [Busy("GPIO busy"), OSError(16, "Device or resource busy")])
def test_busy_in_all_its_words(error: Exception) -> None:
    assert "is busy" in pin_trouble(WIRE, error, None)


def test_another_failure_is_told_as_it_is() -> None:
    assert "does not work: bad things; check panel.lamps.player-draw" in pin_trouble(WIRE, Busy("bad things"), None)
    assert "does not work: Busy;" in pin_trouble(WIRE, Busy(), None)


def test_no_chip_at_all(tmp_path: Path) -> None:
    assert "there is no" in chip_trouble(Busy("can not open gpiochip"), tmp_path)


def test_a_chip_that_did_not_open_for_another_reason(tmp_path: Path) -> None:
    (tmp_path / "gpiochip4").touch()
    assert f"chips here: {tmp_path}/gpiochip4" in chip_trouble(Busy("can not open gpiochip"), tmp_path)


def test_a_chip_that_may_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may open everything, so refusal is played
    said = chip_trouble(Busy("can not open gpiochip"), tmp_path)
    assert "no permission to open" in said
    assert f"the group {(tmp_path / 'gpiochip0').group()}" in said


# lgpio itself, which is not installed off a Pi: a stand-in that fails as the real one was seen to.


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> types.ModuleType:
    """A library lgpio whose chip cannot be opened, and a folder where it may work."""
    module = types.ModuleType("lgpio")
    module.error = type("error", (Exception,), {})  # type: ignore[attr-defined]
    for name in ("SET_PULL_NONE", "BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE"):
        setattr(module, name, 0)

    def no_chip(chip: int) -> int:
        raise module.error("can not open gpiochip")

    module.gpiochip_open = no_chip  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", module)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.chdir(tmp_path)
    return module


def test_lgpio_on_a_machine_that_is_no_pi_is_refused_and_not_replaced(lgpio: types.ModuleType) -> None:
    with pytest.raises(PinsUnavailable, match="not a Raspberry Pi"):
        open_factory(Pins.LGPIO)


def test_lgpio_without_a_chip(lgpio: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    local = importlib.import_module("gpiozero.pins.local")
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC04170)
    with pytest.raises(PinsUnavailable, match="GPIO chip"):
        open_factory(Pins.LGPIO)


def test_lgpio_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PinsUnavailable, match="lgpio is not installed; install zapato with its extra pi"):
        open_factory(Pins.LGPIO)


def test_the_empty_stand_in_that_is_sometimes_installed_as_lgpio(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", types.ModuleType("lgpio"))
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PinsUnavailable, match=r"install lgpio 0\.2\.2\.0 or later"):
        open_factory(Pins.LGPIO)


def test_a_working_folder_that_is_not_there(lgpio: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", "/no/such/folder")
    with pytest.raises(PinsUnavailable, match="in its working folder /no/such/folder"):
        open_factory(Pins.LGPIO)


def broken_lgpio(folder: Path, body: str) -> None:
    (folder / "lgpio.py").write_text(body)


def test_a_working_folder_where_the_library_stumbles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # Started by systemd in /, where root may write but the pipe cannot be made.
    broken_lgpio(tmp_path, "open('.lgd-nfy-3', 'rb')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PinsUnavailable, match=f"working folder {tmp_path}"):
        open_factory(Pins.LGPIO)


def test_the_process_stays_where_it_is_though_the_library_moves_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    broken_lgpio(there, f"import os\nos.chdir({str(there)!r})\n")
    monkeypatch.syspath_prepend(there)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("LG_WD", str(there))
    monkeypatch.chdir(here)
    with pytest.raises(PinsUnavailable):
        open_factory(Pins.LGPIO)
    assert Path.cwd() == here


def test_the_kernel_is_asked_for_the_owner(lgpio: types.ModuleType) -> None:
    closed: list[int] = []
    lgpio.gpiochip_open = lambda chip: chip + 100  # type: ignore[attr-defined]
    lgpio.gpio_get_line_info = lambda handle, pin: [0, pin, 1, f"line{handle}", "spi0 CS0"]  # type: ignore[attr-defined]
    lgpio.gpiochip_close = closed.append  # type: ignore[attr-defined]
    assert pins_module._pin_user(types.SimpleNamespace(chip=4), 8) == "spi0 CS0"
    assert closed == [104]
    assert pins_module._pin_user(object(), 8) is None


def test_a_pin_in_memory_keeps_none_of_the_states_that_it_had() -> None:
    factory = MemoryFactory()
    lamp = factory.pin(5)
    lamp.function = "output"
    for _ in range(500):
        lamp.state = not lamp.state
    assert len(lamp.states) <= 1
    button = factory.pin(17)
    button.pull = "up"
    for _ in range(500):
        factory.press(17)
        factory.release(17)
    assert len(button.states) <= 1
