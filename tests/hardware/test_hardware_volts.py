"""The circuits reckoned through with the values of the list of parts, at the corners of what the parts may have."""

import csv
import re
from itertools import product

import pytest
from plans.tables import HERE, bom, load_of, read, signals

RATING = {one: line.rating for line in bom() for one in line.ids}


def limits() -> dict[str, list[float]]:
    """Step of the log sheet to the numbers that it expects."""
    with (HERE / "test-log.csv").open(encoding="utf-8", newline="") as file:
        return {row["step"]: [float(n) for n in re.findall(r"[\d.]+", row["expected"])] for row in csv.DictReader(file)}


LIMITS = limits()
ULN = (0.7, 0.95)
"""What a Darlington of U4, U5, U8 leaves over itself at 10 to 30 mA."""


def ohm(part: str) -> float:
    """The resistance in the list of parts."""
    found = re.match(r"([\d.]+) (k?)Ω", RATING[part])
    assert found is not None, part
    return float(found[1]) * (1000 if found[2] else 1)


def forward(part: str) -> tuple[float, float]:
    """The forward voltage in the list of parts, lowest and highest."""
    found = re.search(r"Vf ([\d.]+) to ([\d.]+) V", RATING[part])
    assert found is not None, part
    return float(found[1]), float(found[2])


def test_the_gates_light_is_bright_enough_and_within_the_sheet_at_any_corner() -> None:
    # 1.15 to 1.35 V: what emitters have at 10 to 28 mA.
    for supply, led, driver in product(LIMITS["15"], (1.15, 1.35), ULN):
        over_r3 = supply - 2 * led - driver
        assert LIMITS["17"][0] <= over_r3 <= LIMITS["17"][1]
        # 16 mW/sr at 10 mA from 12 mm away makes 4 mA in the weakest receiver; the sheet's 2.8 V ask for 1.3.
        assert 0.009 <= over_r3 / ohm("R3") <= signal_ma("GATES_LIGHT") / 1000 + 1e-3
    assert LIMITS["19"][0] / ohm("R4") < 0.004
    assert LIMITS["18"][0] <= ULN[0] < ULN[1] <= LIMITS["18"][1]


def signal_ma(name: str) -> float:
    """What flows behind the driver of a signal of the shoe board."""
    found = next(one.load_ma for one in signals("pico") if one.name == name)
    assert found is not None
    return found


@pytest.mark.parametrize(("lamp", "resistor"), [("H12", "R6"), ("H13", "R7"), ("H14", "R8"), ("H15", "R9")])
def test_the_shoes_lamps_get_what_they_bear(lamp: str, resistor: str) -> None:
    low, high = forward(lamp)
    most = (5.25 - low - ULN[0]) / ohm(resistor)
    least = (4.6 - high - ULN[1]) / ohm(resistor)
    assert 0.004 <= least < most <= 0.020, "what a lamp of 3 mm bears for ever"


def test_an_optocoupler_of_a_lamp_switches_its_driver_and_no_pull_up_does() -> None:
    for rail, vf in product(LIMITS["7"], (1.0, 1.3)):
        over = rail - 0.1 - vf
        assert LIMITS["14"][0] <= over <= LIMITS["14"][1]
        assert over / ohm("R11") <= 0.0025, "more than the pin table reckons"
        # 40 %: at 2 mA a little less than the 50 % at 5 mA; a Darlington needs a thousandth of what it switches.
        base = min(0.4 * over / ohm("R11"), (24 - 1.6) / (ohm("R31") + 2700))
        assert base >= 0.0005 > 0.030 / 1000
    # BCM 4 to 8 are pulled up by about 50 kΩ at the start. Nearly no light at 50 µA: a tenth of it is much.
    leaks = (3.4 - 1.0) / 45e3 * 0.5
    assert leaks * (7200 + 3000) < 1.0, "both transistors of the Darlington need 1.2 V"


def test_the_locks_transistor_is_fully_on_and_fully_off() -> None:
    through_led = (LIMITS["15"][0] - 1.3 - ULN[1]) / ohm("R22")
    assert through_led >= 0.003
    assert 0.8 * through_led >= LIMITS["29"][1] / ohm("R24"), "the gate's 11 V at R24"
    divided = 24 * ohm("R24") / (ohm("R23") + ohm("R24"))
    assert divided > 13, "D3 and not the divider makes the gate's voltage"
    # 0.1 µA of the optocoupler in the dark, times a hundred for heat.
    assert 10e-6 * ohm("R24") <= LIMITS["29"][0]
    clamped = re.search(r"below (\d+) V", RATING["V3"])
    assert clamped is not None
    assert int(clamped[1]) < int(re.search(r"(\d+) V,", RATING["Q1"])[1])  # type: ignore[index]
    assert "1 A" in RATING["D4"], "the coil's current goes on through it"
    assert signal_ma("lock") <= 1000


def test_inputs_of_3_v_bear_what_comes_to_them() -> None:
    # The one wire of 5 V is the reader's TX, at U7. A button's pull-up is 3.3 V, a spark is clamped before 1 kΩ.
    assert "inputs bear 5.5 V" in RATING["U7"]
    assert next(one.through for one in signals("pico") if one.name == "READER_RX")[0].startswith("U7")
    assert 3.4 / ohm("R51") <= 0.0016
    assert (9.2 - 3.3 - 0.5) / ohm("R61") < 0.010, "what a pin's own diodes bear"
    settled_s = 5 * (ohm("R51") + ohm("R61")) * 100e-9
    assert settled_s < 0.005


def test_the_supplies_are_within_what_hangs_on_them() -> None:
    # G1 stands at 25 V, a UPS leaves 0.1 to 0.5 V over itself, and gives 21.5 V or more from its battery.
    for behind_ups in (24.5, 24.9):
        assert LIMITS["1"][-2] <= behind_ups <= LIMITS["1"][-1]
    battery = LIMITS["3"][0]
    assert battery <= 22.0, "UPS modules of several makers keep 22.25 V, 1 % less or more"
    assert battery >= 18 + 1.0, "G3 begins at 18 V"
    for part in ("H1", "Y1"):
        assert "±15 %" in RATING[part]
        assert 24 * 0.85 <= battery <= LIMITS["1"][-1] <= 24 * 1.15 + 1e-9


def test_a_short_behind_f3_leaves_the_pi_its_24_v() -> None:
    # A melting fuse asks for several times its rating for a tenth of a second and more: no 60 W supply gives that.
    lamps, logic = read("power")["rail"]["VL"], read("power")["rail"]["V5"]
    assert lamps["fuse"]["kind"] == "electronic"
    assert "limits" in RATING[lamps["fuse"]["id"]]
    limited = 1.7 * lamps["fuse"]["amp"] * 1000
    pi = load_of("V5").most_ma * logic["volts"] / 24 / 0.85
    assert limited + pi <= 1.1 * read("power")["rail"]["V24"]["gives_ma"]
