"""The one table of pins against all that follow it: the boards themselves, the settings, the firmware, the guide."""

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from plans.tables import PI_HEADER, PI_SUPPLY, PICO_PINS, PICO_SUPPLY, Signal, read, signals

from device.settings.panel import PanelSettings

ROOT = Path(__file__).parents[2]
PI, PICO = signals("pi"), signals("pico")
COLOURS = {"BK", "BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "PK", "TQ"}
NO_PINS = {"READER_UART", "READER_BAUD", "READER_DELAY", "GATES_APART", "CARD_LENGTH"}


def firmware_pins() -> dict[str, int]:
    """Every pin that the firmware's pin file names, by the name that it has there or on the wire."""
    found: dict[str, int] = {}
    for line in ast.parse((ROOT / "firmware" / "pins.py").read_text(encoding="utf-8")).body:
        if not isinstance(line, ast.Assign) or not isinstance(line.targets[0], ast.Name):
            continue
        name, value = line.targets[0].id, ast.literal_eval(line.value)
        if isinstance(value, tuple):
            found |= dict(value)
        elif type(value) is int and name not in NO_PINS:
            found[name] = value
    return found


def test_positions_on_the_headers_are_those_of_the_boards() -> None:
    assert {one.name: one.position for one in PI} == {one.name: PI_HEADER[one.number] for one in PI}
    assert {one.name: one.position for one in PICO} == {one.name: PICO_PINS[one.number] for one in PICO}
    for board, pins, key in (("pi", PI_SUPPLY, "header"), ("pico", PICO_SUPPLY, "pin")):
        for row in read("pins")[board]["supplies"]:
            assert set(row[key]) == pins[row["net"]], f"{board} {row['net']}"
    for row in read("pins")["pi"]["other"]:
        assert row["header"] == PI_HEADER[row["bcm"]], row["name"]


@pytest.mark.parametrize("board", [PI, PICO], ids=["pi", "pico"])
def test_each_pin_channel_and_contact_has_one_user(board: list[Signal]) -> None:
    others = [row["bcm"] for row in read("pins")["pi"]["other"]] if board is PI else []
    numbers = Counter([one.number for one in board] + others)
    contacts = Counter(one.at for one in board if one.at)
    channels = Counter(part for one in board for part in one.through)
    doubled = {thing for counted in (numbers, contacts, channels) for thing, times in counted.items() if times > 1}
    assert not doubled


def test_the_settings_as_delivered_have_these_pins() -> None:
    pins = read("pins")["pi"]
    fitted = {one.name: one.number for one in PI}
    assert dict(PanelSettings().users()) == {n: p for n, p in fitted.items() if n not in pins["fitted_here"]}
    example: dict[str, Any] = tomllib.loads((ROOT / "device/settings/example.toml").read_text(encoding="utf-8"))
    panel = example["panel"]
    written = {f"{group}.{name}": pin for group in ("lamps", "buttons") for name, pin in panel[group].items()}
    written["buzzer"] = panel["buzzer"]
    for name, pin in written.items():
        absent = name in pins["fitted_here"] or name in pins["not_fitted"]
        assert pin == ("off" if absent else fitted[name]), f"example.toml: {name}"


def test_the_firmware_has_these_pins() -> None:
    assert firmware_pins() == {one.name: one.number for one in PICO}


def test_the_reader_is_on_a_uart_that_its_pins_belong_to() -> None:
    # RP2040: UART0 is on GP0/1, 12/13, 16/17, 28/29, UART1 on 4/5, 8/9, 20/21, 24/25.
    text = (ROOT / "firmware" / "pins.py").read_text(encoding="utf-8")
    uart = re.search(r"^READER_UART = (\d)$", text, re.MULTILINE)
    pins = {one.name: one.number for one in PICO}
    assert uart is not None
    assert pins["READER_TX"] in ({0, 12, 16, 28} if uart[1] == "0" else {4, 8, 20, 24})
    assert pins["READER_RX"] == pins["READER_TX"] + 1


def test_the_firmware_reckons_with_the_printed_mount() -> None:
    # A card is one or two by its length: 889 instead of 635 would let two cards end to end pass as one.
    sizes = (ROOT / "hardware" / "mount" / "sizes.scad").read_text(encoding="utf-8")
    measure = {name: float(value) for name, value in re.findall(r"^(\w+) = ([\d.]+);", sizes, re.MULTILINE)}
    text = (ROOT / "firmware" / "pins.py").read_text(encoding="utf-8")
    given = {name: ast.literal_eval(value) for name, value in re.findall(r"^([A-Z_]+) = (\w+)$", text, re.MULTILINE)}
    assert given["CARD_LENGTH"] == measure["card_y"] * 10
    assert given["GATES_APART"] == measure["gate_distance"] * 10
    # The window is before the face plate, behind which a card rests.
    assert re.search(r"window_y \+ window\[1\] <= toe - 2", sizes)
    assert given["READER_SEES_RESTING_CARD"] is False


@pytest.mark.parametrize("board", [PI, PICO], ids=["pi", "pico"])
def test_wires_have_colours_that_can_be_told_apart(board: list[Signal]) -> None:
    wired = [one for one in board if one.at]
    assert {one.colour for one in wired} <= COLOURS
    doubled = [pair for pair, times in Counter((one.connector, one.colour) for one in wired).items() if times > 1]
    assert not doubled, "the same colour twice in one connector"


def test_no_output_leaves_the_boards_without_a_driver() -> None:
    bare = [one.name for one in PI + PICO if one.out and one.load_ma and not one.through]
    assert not bare, f"a pin drives these by itself: {bare}"


@pytest.mark.parametrize(("name", "board"), [("pi", PI), ("pico", PICO)])
def test_no_pin_and_not_all_together_give_more_than_they_may(name: str, board: list[Signal]) -> None:
    limit = read("pins")["limits"][name]
    assert max(one.gpio_ma for one in board) <= limit.get("usual_ma", limit["pin_ma"])
    # Every lamp lit, as in the lamp test, and every button pressed.
    assert sum(one.gpio_ma for one in board) <= limit["all_ma"]
