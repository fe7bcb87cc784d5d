"""The door of the screens: what is taken for a view, what is refused, and that what passes is safe to draw."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.rules.card import Card
from device.rules.hand import Hand
from device.screen.view import Kind, NewerViewError, ViewError, public_view, staff_view, view_from_file, view_from_json
from device.settings import load_profile
from device.table import views
from device.table.health import HEALTHY
from device.table.state import INITIAL

ViewMaker = Callable[..., dict[str, Any]]
KINDS = (Kind.PUBLIC, Kind.STAFF)


def test_a_view_is_read_with_keys_that_a_newer_table_added(public: ViewMaker) -> None:
    seen = public_view(public(player=["9h", None], weather="fine", table={"name": "BAC 1", "colour": "red"}))
    assert seen.player == (Card.NINE_OF_HEARTS, None)
    assert seen.table.name == "BAC 1"


def test_every_key_that_a_screen_reads_is_one_that_the_table_writes() -> None:
    for ours, theirs in (("PublicView", views.PublicView), ("StaffView", views.StaffView)):
        from device.screen import view

        assert set(getattr(view, ours).__dataclass_fields__) <= set(theirs.__struct_fields__)


def test_every_key_of_a_view_that_the_table_writes_can_be_read_by_a_screen() -> None:
    written = json.loads(msgspec.json.encode(views.staff_view(INITIAL, HEALTHY, load_profile("live"))))
    read = staff_view(written)
    assert set(written) == set(read.__dataclass_fields__)


def test_what_a_dealer_looks_back_at_and_decides_is_read_whole(staff: ViewMaker) -> None:
    incident = {"id": 3, "kind": "card-unread", "options": ["enter", "void"], "two": ["void"], "why": ["void"]}
    coup = {"coup": 6, "kind": "void", "player": ["9h", None], "banker": ["2c"], "banker_total": 2, "dealer": "d14"}
    seen = staff_view(
        staff(
            incidents=[incident | {"hand": "player", "place": 2, "acknowledged_by": "sup1"}],
            recall=[coup],
            commission=[{"stake": "100.00", "commission": "5.00"}],
            undo="next",
            countdown_s=20,
        )
    )
    (held,), (recalled,), (kept,) = seen.incidents, seen.recall, seen.commission
    assert (held.two, held.why, held.hand, held.place) == (("void",), ("void",), Hand.PLAYER, 2)
    assert (recalled.player, recalled.player_total, recalled.banker_total) == ((Card.NINE_OF_HEARTS, None), None, 2)
    assert (kept.stake, kept.commission, seen.undo, seen.countdown_s) == ("100.00", "5.00", "next", 20)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"player": ["9x"]}, r"9x.*player\[0\]"),
        ({"player": ["9h", "9h", "9h", "9h"]}, "player"),
        ({"player": "9h"}, "player"),
        ({"player_total": 10}, "player_total"),
        ({"hand": -1}, "hand"),
        ({"phase": None}, "phase"),
        ({"coups": [{"coup": 1, "outcome": "house"}]}, r"coups\[0\]"),
        ({"view": "staff"}, "public"),
        ({"view": 7}, "public"),
    ],
)
def test_what_would_be_shown_wrongly_is_refused_by_its_key(
    public: ViewMaker, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(ViewError, match=said):
        public_view(public(**changes))


def test_a_staff_view_is_no_view_for_players(staff: ViewMaker) -> None:
    with pytest.raises(ViewError, match="public"):
        public_view(staff())
    with pytest.raises(ViewError, match="players"):
        public_view(staff_view(staff()))


def test_a_later_version_is_refused_as_such(public: ViewMaker) -> None:
    with pytest.raises(NewerViewError, match="version 2"):
        public_view(public(version=2))


def test_control_characters_never_reach_a_screen(public: ViewMaker) -> None:
    seen = public_view(public(table={"name": "BAC\x1b[2J\x00\u202e9\ud800" + "x" * 5000}))
    assert seen.table.name.startswith("BAC [2J")
    assert seen.table.name.isprintable()
    assert len(seen.table.name) <= 400


@pytest.mark.parametrize("line", [b"", b"\xff\xfe", b"{", b"[" * 100_000, b"9" * 10_000, b"null", b"[]", b'"view"'])
@pytest.mark.parametrize("kind", KINDS)
def test_a_line_that_is_no_view_is_refused_and_nothing_else(line: bytes, kind: Kind) -> None:
    with pytest.raises(ViewError):
        view_from_json(line, kind)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_any_value_under_any_key_is_a_view_or_a_view_error(value: object) -> None:
    for key in ("view", "table", "player", "banker_total", "coups", "burn", "names", "incidents", "health", "reasons"):
        for kind in KINDS:
            view = {"view": kind.value, "version": 1, "phase": "x", "banner": "x", "instruction": "x", key: value}
            try:
                public_view(view) if kind is Kind.PUBLIC else staff_view(view)
            except ViewError as error:
                assert str(error)


def test_a_tower_of_marks_is_cut_and_accents_are_kept(public: ViewMaker) -> None:
    name = "Cafe\u0301 Ti\u1ebf\u0302ng" + "\u0301" * 300
    seen = public_view(public(table={"name": name})).table.name
    assert seen.startswith("Caf\u00e9 Ti")
    assert len(seen) < len("Café Tiếng") + 4


def test_a_file_holds_the_view_or_what_play_prints(public: ViewMaker, staff: ViewMaker) -> None:
    state = {"type": "state", "public": public(hand=3), "staff": staff(hand=3)}
    printed = json.dumps({"type": "coup"}) + "\n" + json.dumps(state) + "\n"
    for text in (json.dumps(public(hand=3)), json.dumps(public(hand=3), indent=2), json.dumps(state), printed):
        assert view_from_file(text, Kind.PUBLIC).hand == 3
    assert view_from_file(printed, Kind.STAFF).view == "staff"
    for text in ("", "\n", '{"type":"state"}', json.dumps(staff())):
        with pytest.raises(ViewError):
            view_from_file(text, Kind.PUBLIC)
