"""The power budget added up: supplies, fuses, wires, and the time that the battery carries the table."""

from typing import Any

import pytest
from plans.tables import load_of, read, signals, ups_minutes

POWER = read("power")
RULE = POWER["rule"]
RAILS = sorted(POWER["rail"])


def rail(name: str) -> dict[str, Any]:
    found: dict[str, Any] = POWER["rail"][name]
    return found


@pytest.mark.parametrize("name", RAILS)
def test_no_supply_is_asked_for_more_than_it_gives_easily(name: str) -> None:
    assert load_of(name).most_ma <= RULE["supply_gives"] * rail(name)["gives_ma"]
    assert load_of(name).usual_ma <= load_of(name).most_ma


@pytest.mark.parametrize("name", RAILS)
def test_fuses_carry_the_load_and_protect_their_wire_and_supply(name: str) -> None:
    fuse = rail(name)["fuse"]
    most_a = load_of(name).most_ma / 1000
    if fuse.get("side") == "24 V":  # the fuse stands before the converter
        through = next(row for row in rail("V24")["loads"] if row.get("rail") == name)
        most_a *= rail(name)["volts"] / rail("V24")["volts"] / through["efficiency"]
    assert most_a <= RULE["fuse_carries"] * fuse["amp"], f"{fuse['id']} would blow with everything on"
    assert fuse["amp"] <= RULE["wire_a_per_mm2"] * fuse["wire_mm2"], f"the wire behind {fuse['id']} would burn first"


def test_a_fuse_behind_another_blows_first() -> None:
    assert rail("VL")["fuse"]["amp"] < rail("V24")["fuse"]["amp"]
    assert rail("V5")["fuse"]["amp"] < rail("V24")["fuse"]["amp"]


def test_the_battery_carries_a_table_with_everything_on() -> None:
    assert ups_minutes() >= RULE["ups_minutes"]


def test_lamps_and_lock_are_budgeted_as_the_pins_say() -> None:
    most = {row["part"]: row["most_ma"] for name in ("VL", "SHOE") for row in rail(name)["loads"]}
    lamps = sum(one.load_ma for one in signals("pi") if one.name.startswith("lamps."))
    shoe = {one.name: one.load_ma for one in signals("pico")}
    assert most["H1"] == lamps
    assert most["H11"] == next(one.load_ma for one in signals("pi") if one.name == "buzzer")
    assert most["Y1"] == shoe["lock"]
    assert most["D1"] == shoe["GATES_LIGHT"]
    assert most["H12"] == sum(shoe[name] for name in ("ready", "error", "last-hand", "FAULT_LAMP"))
