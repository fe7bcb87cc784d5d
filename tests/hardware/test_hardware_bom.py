"""The list of parts against the drawings: nothing drawn that is not bought, nothing bought that is nowhere."""

import re
from collections import Counter

from plans import harness, mount, sheets, table
from plans.tables import bom, read, signals

BOM = bom()
BOUGHT = {one for line in BOM for one in line.ids}
DRAWN = sheets.parts() | harness.parts("pi") | harness.parts("shoe")


def test_everything_drawn_is_in_the_list_and_the_other_way_round() -> None:
    assert set() == BOUGHT - DRAWN - mount.PARTS - table.PARTS
    assert set() == (DRAWN | mount.PARTS | table.PARTS) - BOUGHT


def test_each_designation_is_in_one_line_and_counted_right() -> None:
    doubled = [one for one, times in Counter(one for line in BOM for one in line.ids).items() if times > 1]
    assert not doubled
    # A mechanical line is one designation for several equal pieces.
    wrong = [line.ids for line in BOM if len(line.ids) != line.quantity and line.ids[0][0] != "M"]
    assert not wrong


def test_each_part_has_a_rating_and_two_alternatives() -> None:
    for line in BOM:
        assert re.search(r"\d|\.scad", line.rating), f"{line.ids}: no rating"
        assert all(line.choices), f"{line.ids}: an alternative is missing"
        assert len(set(line.choices)) == 3, f"{line.ids}: an alternative is the first choice again"


def test_all_that_the_tables_name_is_bought() -> None:
    named = {part.split(".")[0] for board in ("pi", "pico") for one in signals(board) for part in one.through}
    networks = {name for name in named if name.startswith("N")}  # an input network is four parts of one number
    assert {f"R{50 + int(name[1:])}" for name in networks} <= BOUGHT
    assert named - networks <= BOUGHT
    rails = read("power")["rail"].values()
    assert {rail["fuse"]["id"] for rail in rails} | {rail["from"] for rail in rails} <= BOUGHT
    assert {row["part"] for rail in rails for row in rail["loads"] if "part" in row} <= BOUGHT


def test_fuses_are_bought_as_the_budget_reckons() -> None:
    rating = {one: line.rating for line in BOM for one in line.ids}
    for rail in read("power")["rail"].values():
        fuse = rail["fuse"]
        assert f"{fuse['amp']:g} A" in rating[fuse["id"]], fuse["id"]


def test_plugs_fit_their_sockets_and_no_other() -> None:
    rating = {line.ids[0]: line.rating for line in BOM}
    poles = {one: re.search(r"M8,.*?(\d) poles", rating[one]) for one in ("X4", "W4", "X5", "W5")}
    assert all(poles.values())
    count = {one: found[1] for one, found in poles.items() if found}
    assert count["X4"] == count["W4"]
    assert count["X5"] == count["W5"]
    assert count["X4"] != count["X5"], "24 V could be plugged into an input"
