"""What holds of the roads of any shoe: random ones, and ones with runs long enough to get in each other's way."""

from itertools import groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st

from device.roads import (
    ROWS,
    Cell,
    DerivedCell,
    DerivedRoad,
    Mark,
    NextMarks,
    Roads,
    Round,
    big_road,
    derived_marks,
    draw_roads,
    last_columns,
    run_lengths,
)
from device.roads.as_text import page
from device.roads.tokens import format_round, parse_rounds
from device.rules.choices import Tails
from device.rules.outcome import Outcome

ROUNDS = st.builds(
    Round,
    outcome=st.sampled_from(Outcome),
    banker_pair=st.booleans(),
    player_pair=st.booleans(),
    natural=st.booleans(),
)
ANY_SHOE = st.lists(ROUNDS, max_size=90)
TAILS = st.sampled_from(Tails)
SIDES = (Outcome.BANKER, Outcome.PLAYER)


@st.composite
def streaky_shoes(draw: st.DrawFn) -> list[Round]:
    """Runs of up to twenty, with ties between them and in them."""
    rounds = [Round(outcome=Outcome.TIE)] * draw(st.integers(0, 2))
    for at, length in enumerate(draw(st.lists(st.integers(1, 20), max_size=12))):
        rounds += [Round(outcome=SIDES[at % 2])] * length
        rounds += [Round(outcome=Outcome.TIE)] * draw(st.integers(0, 2))
    return rounds


SHOES = st.one_of(ANY_SHOE, streaky_shoes())


def every_road(roads: Roads) -> dict[str, tuple[Cell, ...]]:
    """The five roads by name."""
    return {
        "bead plate": roads.bead_plate,
        "big road": roads.big_road,
        "big eye boy": roads.big_eye_boy,
        "small road": roads.small_road,
        "cockroach road": roads.cockroach_road,
    }


def derived(roads: Roads) -> list[list[Mark]]:
    """The marks of the three derived roads, in the order in which they were added."""
    return [[cell.mark for cell in road] for road in (roads.big_eye_boy, roads.small_road, roads.cockroach_road)]


@given(SHOES, TAILS)
def test_no_two_beads_lie_in_one_cell_and_none_outside_the_six_rows(rounds: list[Round], tails: Tails) -> None:
    for name, cells in every_road(draw_roads(rounds, tails)).items():
        assert len({(cell.column, cell.row) for cell in cells}) == len(cells), name
        assert all(0 <= cell.row < ROWS and cell.column >= 0 for cell in cells), name


@given(SHOES, TAILS)
def test_every_coup_is_on_the_bead_plate_and_every_count_is_right(rounds: list[Round], tails: Tails) -> None:
    roads = draw_roads(rounds, tails)
    assert [bead.round for bead in roads.bead_plate] == rounds
    assert [bead.column * ROWS + bead.row for bead in roads.bead_plate] == [*range(len(rounds))]
    counts = roads.counts
    text = " ".join(map(format_round, rounds))
    assert (counts.banker, counts.player, counts.tie) == (text.count("B"), text.count("P"), text.count("T"))
    assert (counts.banker_pair, counts.player_pair, counts.natural) == tuple(text.count(mark) for mark in "bpn")
    wins = [one for one in rounds if one.outcome is not Outcome.TIE]
    assert sum(cell.ties for cell in roads.big_road) == counts.tie
    if wins:
        shown = [(cell.winner, cell.banker_pair, cell.player_pair, cell.natural) for cell in roads.big_road]
        assert shown == [(one.outcome, one.banker_pair, one.player_pair, one.natural) for one in wins]


@given(SHOES, TAILS)
def test_each_bead_of_a_run_falls_where_the_rule_says(rounds: list[Round], tails: Tails) -> None:
    # Told of the finished drawing, not of how it came about: what lay there before is what was played before.
    lengths = run_lengths(rounds)
    cells = [(cell.column, cell.row) for cell in big_road(rounds, tails)][: sum(lengths)]
    played: set[tuple[int, int]] = set()
    first = -1
    at = 0
    for length in lengths:
        run = cells[at : at + length]
        at += length
        column, row = run[0]
        assert row == 0 and column > first
        assert all((between, 0) in played for between in range(first + 1, column)), "a free top was passed over"
        first = column
        played.add(run[0])
        turned = False
        for (column, row), place in pairwise(run):
            below_free = row + 1 < ROWS and (column, row + 1) not in played
            falls = below_free and not (turned and tails is Tails.STRAIGHT)
            assert place == ((column, row + 1) if falls else (column + 1, row))
            turned = turned or not falls
            played.add(place)


@given(SHOES)
def test_derived_marks_are_what_the_columns_of_the_big_road_say(rounds: list[Round]) -> None:
    # The way players read it: runs as columns without tails. A first bead compares the two columns before it; any other
    # looks `back` columns to the left, and is red if its own row and the row above it are alike there.
    columns = [[*run] for _, run in groupby(one.outcome for one in rounds if one.outcome is not Outcome.TIE)]
    for road in DerivedRoad:
        back = road.value
        seen = []
        for at, column in enumerate(columns):
            for row in range(len(column)):
                if row == 0 and at > back:
                    alike = len(columns[at - 1]) == len(columns[at - 1 - back])
                elif row > 0 and at >= back:
                    left = columns[at - back]
                    alike = (row < len(left)) is (row - 1 < len(left))
                else:
                    continue
                seen.append(Mark.RED if alike else Mark.BLUE)
        assert derived_marks([len(column) for column in columns], road) == seen


@given(SHOES, st.integers(1, 40))
def test_derived_marks_are_the_same_for_any_window_and_both_tails(rounds: list[Round], columns: int) -> None:
    roads = draw_roads(rounds)
    assert derived(roads) == derived(draw_roads(rounds, Tails.STRAIGHT))
    lengths = run_lengths(rounds)
    assert derived(roads) == [derived_marks(lengths, road) for road in DerivedRoad]
    for road in (roads.big_eye_boy, roads.small_road, roads.cockroach_road):
        assert_is_window(last_columns(road, columns), road, columns)


def assert_is_window(shown: tuple[DerivedCell, ...], road: tuple[DerivedCell, ...], columns: int) -> None:
    """The window shows what the whole road has in its columns, moved to the left, the newest bead included."""
    if not road:
        assert shown == ()
        return
    moved = road[-1].column - shown[-1].column
    assert moved >= 0
    assert [(cell.column + moved, cell.row, cell.mark) for cell in shown] == [
        (cell.column, cell.row, cell.mark) for cell in road if 0 <= cell.column - moved < columns
    ]
    width = max(cell.column for cell in road) + 1
    assert moved == max(0, width - columns) or shown[-1].column == 0


@given(SHOES, ROUNDS)
def test_a_coup_more_only_adds_to_the_derived_roads(rounds: list[Round], more: Round) -> None:
    before, after = derived(draw_roads(rounds)), derived(draw_roads([*rounds, more]))
    for old, new in zip(before, after, strict=True):
        assert new[: len(old)] == old
        assert len(new) - len(old) <= (more.outcome is not Outcome.TIE)


@given(SHOES)
def test_the_ask_road_is_what_the_next_win_really_adds(rounds: list[Round]) -> None:
    roads = draw_roads(rounds)
    for winner, asked in ((Outcome.BANKER, roads.ask_road.banker), (Outcome.PLAYER, roads.ask_road.player)):
        after = derived(draw_roads([*rounds, Round(outcome=winner)]))
        added = [new[len(old) :] for old, new in zip(derived(roads), after, strict=True)]
        assert asked == NextMarks(
            big_eye_boy=added[0][0] if added[0] else None,
            small_road=added[1][0] if added[1] else None,
            cockroach_road=added[2][0] if added[2] else None,
        )


@given(SHOES)
def test_ties_and_the_names_of_the_hands_mean_nothing_to_the_derived_roads(rounds: list[Round]) -> None:
    other = {Outcome.BANKER: Outcome.PLAYER, Outcome.PLAYER: Outcome.BANKER}
    turned = [Round(outcome=other[one.outcome]) for one in rounds if one.outcome is not Outcome.TIE]
    assert derived(draw_roads(turned)) == derived(draw_roads(rounds))


@given(ANY_SHOE)
def test_what_is_written_is_read_the_same(rounds: list[Round]) -> None:
    words = [format_round(one) for one in rounds]
    assert list(parse_rounds(" ".join(words))) == rounds
    assert list(parse_rounds("".join(words))) == rounds


@given(SHOES, st.integers(20, 120))
def test_no_line_of_the_page_is_wider_than_the_terminal(rounds: list[Round], width: int) -> None:
    grids = page(draw_roads(rounds), width=width).partition("Ask road")[0].splitlines()
    assert all(len(line) <= width for line in grids if line.startswith("  "))
