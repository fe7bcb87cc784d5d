"""Verify finds every seal that was not kept, though hash, signature and tables fit: a forger has all but the cards."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from journal.journal_tools import NAME, numbered, opened
from journal.sealing_tools import MANUAL, Body, dealt, first_wrong, forge, stored, whole_shoe

from device.journal import checking
from device.ports.journal import Record
from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.making import with_settings
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.state import INITIAL

Change = Callable[[dict[int, Body]], None]


@pytest.fixture
def shoe(fast: Path) -> Path:
    """A whole face-down shoe, closed."""
    journal = opened(fast / NAME)
    for _, step in dealt(whole_shoe()):
        journal.append(step)
    journal.close()
    return fast / NAME


def the(path: Path, kind: str, **has: Any) -> int:
    """The number of the first record of this kind with these values in its body."""
    return next(
        seq for seq, found, body in stored(path) if found == kind and all(body.get(key) == has[key] for key in has)
    )


def test_a_forger_who_changes_nothing_is_not_found(shoe: Path) -> None:
    forge(shoe, lambda _: None)
    assert first_wrong(shoe) == (None, "")


def test_another_card_is_no_opening(shoe: Path) -> None:
    turned, laid = the(shoe, "hand-turned"), the(shoe, "card-laid")

    def change(bodies: dict[int, Body]) -> None:
        bodies[turned]["opens"][0]["card"] = "9h"
        bodies[turned]["cards"][0] = "9h"

    forge(shoe, change)
    assert first_wrong(shoe) == (turned, f"the card of record {laid} was not 9h: its seal does not fit")


def test_a_burned_card_that_was_another_one_is_found_at_the_shoes_end(shoe: Path) -> None:
    end, burned = the(shoe, "shoe-ended"), the(shoe, "card-burned")

    def change(bodies: dict[int, Body]) -> None:
        bodies[end]["opens"][0]["card"] = None

    forge(shoe, change)
    assert first_wrong(shoe) == (end, f"the card of record {burned} was not unread: its seal does not fit")


def test_another_salt_is_no_opening(shoe: Path) -> None:
    turned = the(shoe, "hand-turned")
    for salt in ("00" * 16, "00", "zz"):

        def change(bodies: dict[int, Body], salt: str = salt) -> None:
            bodies[turned]["opens"][0]["salt"] = salt

        forge(shoe, change)
        seq, what = first_wrong(shoe)
        assert (seq, "its seal does not fit" in what) == (turned, True)


def test_an_altered_commitment_is_found_when_it_is_opened(shoe: Path) -> None:
    turned, laid = the(shoe, "hand-turned"), the(shoe, "card-laid")

    def change(bodies: dict[int, Body]) -> None:
        bodies[laid]["sealed"]["commit"] = "0" * 64

    forge(shoe, change)
    assert first_wrong(shoe) == (turned, f"the card of record {laid} was not 4h: its seal does not fit")


@pytest.mark.parametrize("sealed", [{"commit": "0" * 63, "box": "AA=="}, {"commit": "0" * 64, "box": "?"}])
def test_a_garbled_seal_is_found_where_it_is(shoe: Path, sealed: Body) -> None:
    laid = the(shoe, "card-laid")
    forge(shoe, lambda bodies: bodies[laid].update(sealed=sealed))
    assert first_wrong(shoe) == (laid, "its seal is garbled")


def test_marks_of_another_shape_are_found_where_they_are(shoe: Path) -> None:
    laid = the(shoe, "card-laid")
    forge(shoe, lambda bodies: bodies[laid].update(sealed="no"))
    seq, what = first_wrong(shoe)
    assert (seq, "what it says of seals is garbled" in what) == (laid, True)


def test_a_shown_card_must_be_the_one_that_was_sealed(shoe: Path) -> None:
    turned, laid = the(shoe, "hand-turned"), the(shoe, "card-laid")
    forge(shoe, lambda bodies: bodies[turned]["cards"].__setitem__(0, "9h"))
    assert first_wrong(shoe) == (turned, f"it shows 9h, and 4h was sealed in record {laid}")


@pytest.mark.parametrize("kind", ["hand-turned", "shoe-ended"])
def test_a_seal_that_is_not_opened_in_time_is_found(shoe: Path, kind: str) -> None:
    seq = the(shoe, kind)
    seal = next(body["opens"][-1]["seal"] for found, _, body in stored(shoe) if found == seq)
    forge(shoe, lambda bodies: bodies[seq]["opens"].pop())
    assert first_wrong(shoe) == (seq, f"it should open the seal of record {seal}, and does not")


def test_a_seal_must_not_be_opened_before_the_turn(shoe: Path) -> None:
    laid, turned = the(shoe, "card-laid"), the(shoe, "hand-turned")

    def change(bodies: dict[int, Body]) -> None:
        bodies[turned - 1]["opens"] = bodies[turned]["opens"][:1]

    forge(shoe, change)
    assert first_wrong(shoe) == (turned - 1, f"it opens the seal of record {laid}, before its time")


def test_a_seal_is_opened_once(shoe: Path) -> None:
    turned, end = the(shoe, "hand-turned"), the(shoe, "shoe-ended")
    laid = the(shoe, "card-laid")

    def change(bodies: dict[int, Body]) -> None:
        bodies[end]["opens"].append(bodies[turned]["opens"][0])

    forge(shoe, change)
    assert first_wrong(shoe) == (end, f"it opens the seal of record {laid}, and no seal is closed there")


def test_a_key_is_not_lost_without_a_word(shoe: Path) -> None:
    end, burned = the(shoe, "shoe-ended"), the(shoe, "card-burned")

    def change(bodies: dict[int, Body]) -> None:
        del bodies[end]["opens"][0]
        bodies[end]["lost"] = [burned]

    forge(shoe, change)
    assert first_wrong(shoe) == (
        end,
        f"it gives up the seal of record {burned} as lost, and no such loss is on record",
    )


def test_a_face_that_stands_open_is_found(shoe: Path) -> None:
    laid = the(shoe, "card-laid")
    forge(shoe, lambda bodies: bodies[laid].update(hidden="4h"))
    seq, what = first_wrong(shoe)
    assert (seq, "stands open" in what) == (laid, True)


def test_a_card_named_by_eye_opens_what_the_reader_had_sealed(fast: Path) -> None:
    """The shoe says 9h a ninth time, the supervisor sees an 8h: both are on record, and both can be checked."""
    profile = with_settings(MANUAL, {"decks": "1", "cut_depth": "14", "burn": "none"})
    journal = opened(fast / NAME)
    state = INITIAL
    commands: list[AnyCommand] = [
        cmd.OpenShoe(by="sup1"),
        cmd.NoMoreBets(),
        *(cmd.CardLeft(card=Card(text), since_s=30.0) for text in ("9h", "2s", "9h", "Kd")),
        cmd.Turn(hand=Hand.PLAYER),
        cmd.Enter(card=Card("8h"), by="sup1"),
    ]
    records: list[Record] = []
    for command in commands:
        state, step = numbered(state, decide(state, command, profile))
        records += journal.append(step)
    assert state.coup is not None
    assert state.coup.shown(Hand.PLAYER) == (Card("9h"), Card("8h"))
    named = next(one for one in records if one.event.KIND == "card-named")
    assert [one.card for one in named.opens] == [Card("9h"), Card("9h"), Card("8h")]
    journal.close()
    assert checking.verify_file(fast / NAME).lost_seals == 0
