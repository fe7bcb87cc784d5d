"""The packs of a shoe: seen, counted, retired."""

from typing import Any

from table.packs_table import COUNTED, DOWN, SIGNED, TWO, Table, of, opened, why

from device.rules.card import Card
from device.rules.making import with_settings
from device.table import commands as cmd
from device.table import events as ev
from device.table.evolve import evolve
from device.table.state import INITIAL
from device.table.vocabulary import Option, Phase

# Seen


def test_a_pack_is_on_record_with_its_first_card_and_never_again() -> None:
    table = opened()
    assert [event.pack for event in of(table.card("4h", "7QX4"), ev.PackSeen)] == ["7QX4"]
    assert [event.pack for event in of(table.card("2s", "A1B2"), ev.PackSeen)] == ["A1B2"]
    assert of(table.card("9c", "7QX4") + table.card("Ad", "A1B2"), ev.PackSeen) == []
    assert table.state.shoe.pack_ids == ("7QX4", "A1B2")


def test_of_a_card_without_a_pack_none_is_seen() -> None:
    table = opened()
    table.card("4h", "")
    assert table.state.shoe.pack_ids == ()


def test_held_burned_and_hidden_cards_show_their_pack_at_once() -> None:
    table = opened(DOWN)
    table.give(cmd.NoMoreBets())
    assert of(table.card("4h", "7QX4"), ev.PackSeen)
    table.give(cmd.Pause(by="sup1"))
    waiting = table.card("2s", "A1B2")
    assert [event.KIND for event in waiting] == ["pack-seen", "card-waits"]
    burning = opened(with_settings(TWO, {"burn": "fixed", "burn_cards": "2"}))
    assert of(burning.card("9h", "7QX4"), ev.PackSeen)


def test_two_at_once_show_both_packs() -> None:
    table = opened()
    events = table.give(cmd.TwoLeft(cards=(Card("4h"), Card("2s")), packs=("7QX4", "A1B2")))
    assert [event.pack for event in of(events, ev.PackSeen)] == ["7QX4", "A1B2"]


# Retired


def end(table: Table) -> list[ev.Event]:
    events = table.give(cmd.EndShoe(by="sup1"))
    assert table.state.phase is Phase.SHOE_OVER
    return events


def test_the_packs_of_a_shoe_are_retired_when_it_is_over() -> None:
    table = opened()
    table.card("4h", "7QX4")
    assert table.retired() == [], "not while it is played"
    for name in ("2s", "9c", "Ad", "8d"):
        table.card(name, "A1B2")
    events = end(table)
    assert [event.KIND for event in events] == ["shoe-ended", "table-cleared", "packs-retired"]
    assert table.retired() == [("7QX4", "A1B2")]
    assert of(events, ev.PacksRetired)[0].unseen == 0
    assert table.state.retired == ("7QX4", "A1B2")


def test_packs_that_nobody_saw_are_counted() -> None:
    table = opened(with_settings(TWO, {"decks": "8"}))
    table.card("4h", "7QX4")
    for name in ("2s", "9c", "Ad", "8d"):
        table.card(name, "A1B2")
    assert of(end(table), ev.PacksRetired)[0].unseen == 6


def test_a_card_of_a_retired_pack_is_foreign_in_the_next_shoe() -> None:
    table = opened()
    table.card("4h", "7QX4")
    end_of_coup(table)
    end(table)
    table.give(cmd.OpenShoe())
    assert why(table.card("9c", "7QX4")) == "a card of pack 7QX4, which was retired after its shoe"
    table.give(cmd.Resolve(option=Option.VOID, **SIGNED))
    assert table.state.shoe.over


def end_of_coup(table: Table) -> None:
    for name in ("2s", "9c", "Ad", "8d"):
        table.card(name, "7QX4")


def test_what_the_registry_has_the_table_need_not_remember() -> None:
    table = opened()
    table.card("4h", "7QX4")
    end_of_coup(table)
    end(table)
    table.state = evolve(table.state, ev.RetirementKept(packs=("7QX4",)))
    assert table.state.retired == ()
    assert why(table.card("9c", "7QX4")), "the shoe that is over still knows its own"
    assert not of(table.give(cmd.OpenShoe()), ev.PacksRetired), "once is enough"


def test_they_are_retired_before_the_next_shoe_is_opened() -> None:
    table = opened()
    table.card("4h", "7QX4")
    end_of_coup(table)
    events = table.give(cmd.OpenShoe())
    kinds = [event.KIND for event in events]
    assert kinds.index("packs-retired") < kinds.index("shoe-opened")
    assert of(events, ev.ShoeOpened)[0].retired == ("7QX4",)
    assert table.state.retired == ("7QX4",), "a restart that folds this shoe alone knows it"
    assert table.state.shoe.pack_ids == ()


def test_a_house_for_lessons_plays_them_again() -> None:
    table = opened(with_settings(TWO, {"retire_packs": "never"}))
    table.card("4h", "7QX4")
    end_of_coup(table)
    end(table)
    table.give(cmd.OpenShoe())
    assert not of(table.card("9c", "7QX4"), ev.IncidentRaised)
    assert table.retired() == []


def test_the_next_file_begins_with_what_the_registry_does_not_have() -> None:
    from device.journal.next_file import carried

    table = opened()
    table.card("4h", "7QX4")
    end_of_coup(table)
    end(table)
    fields: dict[str, Any] = {**carried(table.state)}
    first = ev.RecordContinued(
        file="a",
        epoch_before="b",
        seq_before=1,
        hash_before="c",
        signed_at="d",
        public_key="e",
        signature="f",
        **fields,
    )
    again = opened(state=evolve(INITIAL, first))
    assert why(again.card("9c", "7QX4"))


# Counted before play


def count(table: Table, packs: tuple[str, str]) -> list[ev.Event]:
    done: list[ev.Event] = []
    for pack in packs:
        for card in Card:
            done += table.card(card.value, pack, tag=f"{pack}-{card.value}")
    return done


def test_an_inspection_says_which_packs_were_counted_and_they_are_retired_after_the_closing_one() -> None:
    table = opened(COUNTED)
    (ended,) = of(count(table, ("A1B2", "7QX4")), ev.InspectionEnded)
    assert ended.packs == ("7QX4", "A1B2")
    assert not of(table.events, ev.PackSeen), "said already"
    table.card("4h", "7QX4", tag="7QX4-4h")
    for name in ("2s", "9c", "Ad", "8d"):
        table.card(name, "7QX4", tag=f"7QX4-{name}")
    table.give(cmd.EndShoe(by="sup1"))
    assert table.state.inspection is not None
    assert table.retired() == []
    events = count(table, ("A1B2", "7QX4"))
    assert not of(events, ev.IncidentRaised)
    assert table.retired() == [("7QX4", "A1B2")]


def test_a_third_pack_is_foreign_while_two_are_counted_and_a_retired_one_too() -> None:
    table = opened(COUNTED)
    table.card("9h", "7QX4")
    table.card("9h", "A1B2")
    assert why(table.card("9h", "ZZZZ")) == "a card of pack ZZZZ, and the shoe's 2 packs are others"
    assert table.state.inspection is not None
    assert table.state.inspection.counted == 2
