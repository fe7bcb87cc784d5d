"""Where beads fall when runs are long: tails, tails in each other's way, blocked tops, wide shoes, ties alone."""

import pytest

from device.roads import ROWS, BigRoadCell, big_road, draw_roads, last_columns
from device.roads.tokens import LETTERS, parse_rounds
from device.rules.choices import Tails
from device.rules.outcome import Outcome


def road(rounds: str, tails: Tails = Tails.REDESCEND) -> tuple[BigRoadCell, ...]:
    """The big road of a shoe."""
    return big_road(parse_rounds(rounds), tails)


def places(cells: tuple[BigRoadCell, ...]) -> list[tuple[int, int]]:
    """Column and row of each cell, in the order played."""
    return [(cell.column, cell.row) for cell in cells]


def picture(cells: tuple[BigRoadCell, ...]) -> list[str]:
    """The road as rows of letters; a second bead in one cell would show as `!`."""
    width = max(cell.column for cell in cells) + 1
    rows = [["."] * width for _ in range(ROWS)]
    for cell in cells:
        free = rows[cell.row][cell.column] == "."
        rows[cell.row][cell.column] = LETTERS[cell.winner or Outcome.TIE] if free else "!"
    return ["".join(row) for row in rows]


def test_a_run_of_six_fills_a_column_and_the_seventh_turns_right() -> None:
    assert places(road("BBBBBBBB"))[4:] == [(0, 4), (0, 5), (1, 5), (2, 5)]


def test_a_run_stops_above_a_tail_and_turns_right_there() -> None:
    assert picture(road("BBBBBBBBB" + "PPPPPP")) == [
        "BP..",
        "BP..",
        "BP..",
        "BP..",
        "BPP.",
        "BBBB",
    ]


@pytest.mark.parametrize(
    ("tails", "last_rows"),
    [(Tails.REDESCEND, ["BPPPP.", "BBBBPP"]), (Tails.STRAIGHT, ["BPPPPP", "BBBB.."])],
)
def test_past_the_end_of_the_tail_below_it_falls_or_keeps_its_row(tails: Tails, last_rows: list[str]) -> None:
    rounds = "B" * 9 + "P" * (10 if tails is Tails.REDESCEND else 9)
    assert picture(road(rounds, tails))[4:] == last_rows


def test_six_dragons_block_the_top_row_and_the_next_run_starts_beyond_them() -> None:
    lengths = [16, 15, 14, 13, 12, 11]
    shoe = "".join("BP"[at % 2] * length for at, length in enumerate(lengths))
    assert picture(road(shoe + "BB")) == [
        "BPBPBPPPPPPPPPPPB",
        "BPBPBBBBBBBBBBB.B",
        "BPBPPPPPPPPPPP...",
        "BPBBBBBBBBBBB....",
        "BPPPPPPPPPPP.....",
        "BBBBBBBBBBB......",
    ]


def test_dragons_of_all_lengths_never_share_a_cell() -> None:
    for tails in Tails:
        for first in range(1, 24):
            for second in range(1, 24, 3):
                cells = road("B" * first + "P" * second + "B" * 9 + "P" * first + "B" * second, tails)
                assert len(set(places(cells))) == len(cells) == 2 * first + 2 * second + 9


def test_a_run_of_two_hundred_is_one_tail() -> None:
    cells = road("P" * 200)
    assert places(cells)[-1] == (194, 5)
    assert {cell.row for cell in cells if cell.column} == {5}


def test_more_than_a_hundred_columns() -> None:
    roads = draw_roads(parse_rounds("BP" * 65))
    assert [(cell.column, cell.row) for cell in roads.big_road] == [(column, 0) for column in range(130)]
    shown = last_columns(roads.big_road, 44)
    assert [cell.column for cell in shown] == [*range(44)]
    assert [cell.winner for cell in shown] == [cell.winner for cell in roads.big_road[-44:]]
    # Nothing but red: one tail in each derived road, that reaches as far as there are marks.
    assert [cells[-1].column for cells in (roads.big_eye_boy, roads.small_road, roads.cockroach_road)] == [
        127 + 1 - ROWS,
        126 + 1 - ROWS,
        125 + 1 - ROWS,
    ]


def test_ties_first_wait_and_land_on_the_first_win() -> None:
    waiting = road("Tbpn T T")
    assert [(cell.winner, cell.ties) for cell in waiting] == [(None, 3)]
    assert not (waiting[0].banker_pair or waiting[0].player_pair or waiting[0].natural)
    landed = road("Tbpn T T P T B")
    assert [(cell.winner, cell.ties) for cell in landed] == [(Outcome.PLAYER, 4), (Outcome.BANKER, 0)]
    assert not (landed[0].banker_pair or landed[0].player_pair or landed[0].natural)


def test_ties_alone_fill_the_bead_plate_and_one_cell_of_the_big_road() -> None:
    roads = draw_roads(parse_rounds("T" * 50))
    assert len(roads.bead_plate) == roads.counts.tie == roads.big_road[0].ties == 50
    assert len(roads.big_road) == 1
    assert not (roads.big_eye_boy or roads.small_road or roads.cockroach_road)


def test_an_empty_shoe_has_empty_roads() -> None:
    roads = draw_roads(())
    assert not (roads.bead_plate or roads.big_road or roads.big_eye_boy or roads.small_road or roads.cockroach_road)


def test_the_bead_plate_goes_down_then_right() -> None:
    plate = draw_roads(parse_rounds("B" * 14)).bead_plate
    assert [(bead.column, bead.row) for bead in plate[4:8]] == [(0, 4), (0, 5), (1, 0), (1, 1)]
    shown = last_columns(plate, 2)
    assert [(bead.column, bead.row) for bead in shown] == [(bead.column - 1, bead.row) for bead in plate[6:]]


def test_a_window_stays_back_at_the_newest_bead_when_an_old_tail_reaches_further() -> None:
    cells = road("B" * 30 + "PP")  # the tail ends in column 24, the newest bead is in column 1
    shown = last_columns(cells, 10)
    assert (shown[-1].winner, shown[-1].column, shown[-1].row) == (Outcome.PLAYER, 0, 1)
    assert max(cell.column for cell in shown) == 9
    assert last_columns(cells, 24)[-1].column == 0
    assert last_columns(cells, 25) == cells


def test_a_window_of_no_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="0 columns"):
        last_columns(road("B"), 0)
    assert last_columns((), 5) == ()
