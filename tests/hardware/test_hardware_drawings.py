"""Circuits, harness and table: they can be drawn, say what the tables say, and the committed pictures are theirs."""

import csv
import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest
from plans import harness, panel, sheets, table
from plans.tables import expand, signals

AGAIN = "the picture is an old one; run: hardware/build circuits table harness --into hardware/pictures"
PICTURES = Path(__file__).parents[2] / "hardware" / "pictures"


def words_of(path: Path) -> str:
    """Every text of an SVG, which must be well formed."""
    return " ".join(text for text in ET.parse(path).getroot().itertext() if text.strip())


@pytest.mark.parametrize("name", sheets.SHEETS)
def test_the_committed_circuits_are_those_of_the_tables(name: str, tmp_path: Path) -> None:
    paper, parts = sheets.SHEETS[name]()
    paper.save(tmp_path / "drawn.svg")
    said = words_of(tmp_path / "drawn.svg")
    shown = {one for ids in re.findall(r"[A-Z]+\d+(?:(?:…|, )[A-Z]+\d+)*", said) for one in expand(ids)}
    assert parts <= shown
    assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8") == paper.svg(), AGAIN


def test_every_signal_is_on_a_circuit() -> None:
    said = " ".join(make()[0].svg() for make in sheets.SHEETS.values())
    missing = [one.name for one in (*signals("pi"), *signals("pico")) if one.at and one.name not in said]
    assert not missing


def test_the_committed_table_is_to_scale_and_nothing_lies_on_another() -> None:
    made = {
        "table": table.layout(),
        "identification-plate": table.plate(),
        "seals": table.seals(),
        "panel": panel.drilling(),
    }
    for name, paper in made.items():
        assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8") == paper.svg(), AGAIN
    assert (table.LENGTH, table.DEPTH) == (1450, 800)
    assert f'width="{1450 / table.SCALE:g}" height="{800 / table.SCALE:g}"' in table.layout().svg()
    bands = [table.Thing(name=name, x=70, y=y, w=table.LENGTH - 140, h=high) for name, y, high, _ in table.BANDS]
    things = [*table.THINGS, *bands]
    for one in things:
        assert one.x >= 0 and one.x + one.w <= table.LENGTH and one.y >= 0 and one.y + one.h <= table.DEPTH, one.name
    for one, other in combinations(things, 2):
        apart = (
            one.x + one.w <= other.x
            or other.x + other.w <= one.x
            or one.y + one.h <= other.y
            or other.y + other.h <= one.y
        )
        assert apart, f"{one.name} lies on {other.name}"
    shoe = next(one for one in things if one.name.startswith("shoe"))
    desk = next(one for one in things if one.name.startswith("dealer"))
    assert shoe.x - (desk.x + desk.w) >= 70, "a card is 63 mm long and must come out before the panel"


def test_the_panels_lamps_and_buttons_have_room_and_are_those_of_the_pins() -> None:
    named = {one.name for one in panel.HOLES}
    assert named == {f"S{n}" for n in range(1, 8)} | {f"H{n}" for n in range(1, 12)}
    half = panel.BEZEL / 2
    for one, other in combinations(panel.HOLES, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= panel.BEZEL**2, f"{one.name} on {other.name}"
    for (x, y, w, h), room in ((panel.OPENING, half), (panel.MODULE, panel.HOLE / 2)):
        for one in panel.HOLES:
            beside = one.x + room <= x or x + w <= one.x - room or one.y + room <= y or y + h <= one.y - room
            assert beside, f"{one.name} on the screen"
    assert all(half <= one.x <= panel.WIDE - half and half <= one.y <= panel.HIGH - half for one in panel.HOLES)


OTHER_GRAPHVIZ = {"%3", "×", "x"}
"""Words that come and go with the version of what draws the harness, and are none of ours."""


@pytest.mark.needs("dot")
@pytest.mark.parametrize("which", ["pi", "shoe"])
def test_the_harness_is_drawn_with_every_wire(which: str, tmp_path: Path) -> None:
    harness.draw(which, tmp_path)
    said = words_of(tmp_path / f"harness-{which}.svg")
    for one in (*signals("pi"), *signals("pico")):
        if one.connector in harness.CABLES and (one.connector[0] == "X") == (which == "pi"):
            assert f"{one.at}:{one.short}" in said, f"{one.name} has no wire"
            assert f":{one.colour}" in said
    with (tmp_path / f"harness-{which}.bom.tsv").open(encoding="utf-8") as file:
        listed = {
            part
            for row in csv.DictReader(file, delimiter="\t")
            for part in row["Designators"].replace("…", ", ").split(", ")
        }
    assert {part for part in harness.parts(which) if part[0] == "W"} <= listed
    committed = words_of(PICTURES / f"harness-{which}.svg")
    assert sorted(set(committed.split()) - OTHER_GRAPHVIZ) == sorted(set(said.split()) - OTHER_GRAPHVIZ), AGAIN


@pytest.mark.parametrize("which", ["pi", "shoe"])
def test_no_connector_has_a_contact_twice_or_left_out(which: str) -> None:
    made = harness.harness(which)
    for name, connector in made["connectors"].items():
        # An M8 socket of three poles has the contacts 1, 3 and 4, one of four has all four: two wires are on 1 and 3.
        count = [1, 3] if "M8" in connector["type"] else list(range(1, len(connector["pins"]) + 1))
        assert connector["pins"] == count, name
    for cable, wires in made["cables"].items():
        assert len(set(wires["colors"])) == len(wires["colors"]) == wires["wirecount"], cable
