"""Which coups stand on the roads, and results as people type them."""

import pytest

from device.roads import Round, rounds_of
from device.roads.tokens import RoadTextError, parse_rounds
from device.rules.outcome import Outcome
from device.screen.view import Coup
from device.table.state import CoupRecord
from device.table.vocabulary import CoupKind


def record(kind: CoupKind, outcome: Outcome | None = Outcome.BANKER) -> CoupRecord:
    """A coup as the table's state holds it, with a Player pair and a natural."""
    return CoupRecord(coup=1, kind=kind, outcome=outcome, natural=True, player_pair=True, banker_pair=False)


SHOWN = Round(outcome=Outcome.BANKER, player_pair=True, natural=True)


@pytest.mark.parametrize(
    ("kind", "where_free_coups_are_marked", "where_not"),
    [
        (CoupKind.NORMAL, (SHOWN,), (SHOWN,)),
        (CoupKind.TRAINING, (SHOWN,), (SHOWN,)),
        (CoupKind.FREE, (SHOWN,), ()),
        (CoupKind.VOID, (), ()),
    ],
)
def test_which_kinds_of_coup_are_marked(
    kind: CoupKind, where_free_coups_are_marked: tuple[Round, ...], where_not: tuple[Round, ...]
) -> None:
    assert rounds_of([record(kind)], free_coups_on_roads=True) == where_free_coups_are_marked
    assert rounds_of([record(kind)], free_coups_on_roads=False) == where_not


def test_a_coup_without_a_result_is_not_marked() -> None:
    assert rounds_of([record(CoupKind.NORMAL, outcome=None)], free_coups_on_roads=True) == ()


def test_the_coups_of_a_view_are_told_apart_by_the_word() -> None:
    coups = [
        Coup(coup=1, kind="free", outcome=Outcome.TIE),
        Coup(coup=2, kind="void", outcome=None),
        Coup(coup=3, outcome=Outcome.BANKER, player_pair=True, natural=True),
    ]
    assert rounds_of(coups, free_coups_on_roads=False) == (SHOWN,)
    assert rounds_of(coups, free_coups_on_roads=True) == (Round(outcome=Outcome.TIE), SHOWN)


def test_marks_belong_to_the_coup_they_follow_in_whatever_order() -> None:
    assert parse_rounds("PnpTb\n B\t") == (
        Round(outcome=Outcome.PLAYER, player_pair=True, natural=True),
        Round(outcome=Outcome.TIE, banker_pair=True),
        Round(outcome=Outcome.BANKER),
    )


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_nothing_played_is_no_fault(text: str) -> None:
    assert parse_rounds(text) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("B P В", "character 5: 'В' (U+0412 CYRILLIC CAPITAL LETTER VE) only looks like 'B'; write B, P or T"),
        ("Рn", "character 1: 'Р' (U+0420 CYRILLIC CAPITAL LETTER ER) only looks like 'P'; "),
        ("Pр", "character 2: 'р' (U+0440 CYRILLIC SMALL LETTER ER) only looks like 'p'; "),
        ("BΤ", "character 2: 'Τ' (U+03A4 GREEK CAPITAL LETTER TAU) only looks like 'T'; "),
        ("Ｂ", "character 1: 'Ｂ' (U+FF22 FULLWIDTH LATIN CAPITAL LETTER B) only looks like 'B'; "),
        ("B 庄", "character 3: '庄' (U+5E84 CJK UNIFIED IDEOGRAPH-5E84) is neither a result nor a mark; "),
        ("B\u00a0P", "character 2: U+00A0 NO-BREAK SPACE is no ordinary blank; "),
        ("\ufeffB", "character 1: U+FEFF ZERO WIDTH NO-BREAK SPACE is neither a result nor a mark; "),
        ("B\udcffP", "character 2: U+DCFF is neither a result nor a mark; "),
        ("B\x1b[0m", "character 2: U+001B is neither a result nor a mark; "),
        ("B,P", "character 2: ',' is neither a result nor a mark; "),
        ("B3", "character 2: '3' is neither a result nor a mark; "),
        ("b P", "character 1: 'b' marks a coup and must stand right after its B, P or T; "),
        ("B b", "character 3: 'b' marks a coup and must stand right after its B, P or T; "),
        ("B t", "character 3: 't' starts no coup; that takes the capital T; "),
        ("B Ppnp", "character 6: 'p' a second time for coup 2; write each mark once"),
        ("B P\nT\n\n x", "line 4, character 2: 'x' is neither a result nor a mark; "),
        ("B x\n", "character 3: 'x' is neither a result nor a mark; "),
    ],
)
def test_a_fault_names_its_place_and_the_remedy(text: str, told: str) -> None:
    with pytest.raises(RoadTextError) as fault:
        parse_rounds(text)
    assert str(fault.value).startswith(told)
    str(fault.value).encode()  # can be printed, whatever stood there
