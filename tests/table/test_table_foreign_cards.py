"""Cards of packs that are not the shoe's: one pack too many, retired, in play at another table."""

import msgspec
import pytest
from table.packs_table import DOWN, LIVE, ONE, SIGNED, TWO, Table, of, opened, why

from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.evolve import evolve
from device.table.health import HEALTHY
from device.table.staff_parts import ForeignView
from device.table.views import public_view, staff_view
from device.table.vocabulary import IncidentKind, Option, ShoeEnd

# One too many


def test_one_pack_more_than_the_shoe_has_is_held_at_once_and_its_card_is_not_dealt() -> None:
    table = opened()
    table.card("4h", "7QX4")
    table.card("2s", "A1B2")
    events = table.card("9c", "ZZZZ", tag="Z1")
    assert why(events) == "a card of pack ZZZZ, and the shoe's 2 packs are others"
    assert [event.KIND for event in events] == ["incident-raised"], "no tag, no pack, no card"
    assert table.state.incidents[0].options == (Option.ENTER, Option.VOID)
    assert table.state.incidents[0].detail == "a card of pack ZZZZ, and the shoe's 2 packs are others"
    assert table.state.shoe.pack_ids == ("7QX4", "A1B2")
    table.give(cmd.Enter(card=Card("9c"), by="sup1"))
    assert table.state.coup is not None
    assert table.state.coup.dealt == 3


def test_a_foreign_card_while_the_table_is_held_is_told_at_once_and_decided_in_its_turn() -> None:
    table = opened(ONE)
    table.card("4h", "7QX4")
    table.give(cmd.Pause(by="sup1"))
    events = table.card("9c", "ZZZZ")
    assert why(events) == "a card of pack ZZZZ, and the shoe's pack is another"
    assert table.state.waiting[0].hidden is None
    table.give(cmd.Resolve(option=Option.RESUME, by="sup1"))
    assert [one.kind for one in table.state.incidents] == [IncidentKind.CODE_UNKNOWN]


def test_a_foreign_card_of_two_waits_to_be_looked_at_as_one() -> None:
    table = opened(ONE)
    table.card("4h", "7QX4")
    both = (Card("2s"), Card("9c"))
    events = table.give(cmd.TwoLeft(cards=both, packs=("ZZZZ", "7QX4"), tags=("Z1", "Q2")))
    assert [event.incident for event in of(events, ev.IncidentRaised)] == [
        IncidentKind.DOUBLE,
        IncidentKind.CODE_UNKNOWN,
    ]
    assert [waiting.hidden for waiting in table.state.waiting] == [None, Card("9c")]


def test_why_a_code_is_unknown_is_on_record_in_its_place() -> None:
    table = opened()
    foreign = Foreign(why=WhyForeign.RETIRED, pack="7QX4", on="2026-03-02")
    assert why(table.give(cmd.UnknownCodeLeft(code="7QX4-K3-1A2B", foreign=foreign))) == foreign.sentence
    assert (table.state.incidents[0].detail, table.state.incidents[0].foreign) == (foreign.sentence, foreign)
    bare = opened()
    assert why(bare.give(cmd.UnknownCodeLeft(code="X17"))) == "X17"


def test_staff_see_why_in_parts_and_players_nothing_of_it() -> None:
    table = opened()
    table.give(cmd.UnknownCodeLeft(code="X", foreign=elsewhere()))
    staff = staff_view(table.state, HEALTHY, TWO)
    (incident,) = staff.incidents
    assert incident.foreign == ForeignView(why="other-table", pack="7QX4", table="BAC 2", shoe=4)
    public = msgspec.json.encode(public_view(table.state, HEALTHY, TWO))
    assert not [word for word in (b"7QX4", b"BAC 2", b"foreign", b"other-table") if word in public]


def test_the_reason_waits_with_its_card_and_is_told_when_its_turn_comes() -> None:
    table = opened(ONE)
    table.card("4h", "7QX4")
    table.give(cmd.Pause(by="sup1"))
    table.card("9c", "ZZZZ")
    table.give(cmd.Resolve(option=Option.RESUME, by="sup1"))
    assert table.state.incidents[0].foreign == Foreign(why=WhyForeign.PACK_TOO_MANY, pack="ZZZZ", decks=1)


def test_a_refusal_on_record_without_its_reason_is_a_refusal_still() -> None:
    table = opened()
    table.card("4h", "7QX4")
    table.state = evolve(table.state, ev.PackRefused(pack="7QX4", why="pack 7QX4 is elsewhere"))
    table.card("9c", "7QX4")
    assert table.state.incidents[0].foreign == Foreign(why=WhyForeign.REFUSED, pack="7QX4")


@pytest.mark.parametrize("why", WhyForeign)
def test_every_reason_is_a_sentence_with_all_that_it_speaks_of(why: WhyForeign) -> None:
    said = Foreign(why=why, pack="7QX4", table="BAC 2", shoe=4, on="2026-03-02", decks=8).sentence
    assert said
    assert not set("{}") & set(said)
    assert "on on" not in said
    told = {WhyForeign.RETIRED: " on 2026-03-02", WhyForeign.OTHER_TABLE: "table BAC 2, shoe 4"}
    assert told.get(why, "") in said


# What the registry says


def refuse(table: Table, pack: str = "7QX4") -> list[ev.Event]:
    return table.give(cmd.PackRefused(foreign=elsewhere(pack)))


def elsewhere(pack: str = "7QX4") -> Foreign:
    return Foreign(why=WhyForeign.OTHER_TABLE, pack=pack, table="BAC 2", shoe=4)


def test_a_pack_that_another_table_plays_holds_the_table_and_its_cards_are_foreign_from_then_on() -> None:
    table = opened()
    table.card("4h", "7QX4")
    assert why(refuse(table)) == elsewhere().sentence
    assert table.state.incidents[0].foreign == elsewhere()
    assert table.state.incidents[0].options == (Option.RESUME, Option.VOID)
    refused = table.give(cmd.Enter(card=Card("9c"), by="sup1"))
    assert isinstance(refused[0], ev.OrderRefused), "no card waits to be named"
    table.give(cmd.Resolve(option=Option.RESUME, by="sup1"))
    assert not table.state.held
    assert why(table.card("9c", "7QX4")) == elsewhere().sentence
    assert table.state.incidents[0].foreign == elsewhere()
    assert table.state.shoe.pack_ids == (), "so that it is not this table's to retire"


def test_it_is_said_once_and_only_of_packs_in_the_shoe() -> None:
    table = opened()
    table.card("4h", "7QX4")
    refuse(table)
    assert refuse(table) == []
    assert refuse(table, "ZZZZ") == []


def test_two_people_may_close_the_shoe_for_it() -> None:
    table = opened()
    table.card("4h", "7QX4")
    refuse(table)
    table.give(cmd.Resolve(option=Option.VOID, **SIGNED))
    (ended,) = of(table.events, ev.ShoeEnded)
    assert ended.why is ShoeEnd.FOREIGN_CARD


@pytest.mark.parametrize("profile", [TWO, DOWN, LIVE], ids=["quick", "face down", "live"])
def test_after_the_shoe_it_is_on_record_and_holds_nothing(profile: Profile) -> None:
    table = opened(with_settings(profile, {"retire_packs": "never"}))
    table.card("4h", "7QX4")
    table.state = evolve(evolve(table.state, ev.ShoeEnded(why=ShoeEnd.ORDER)), ev.TableCleared())
    refuse(table)
    assert not table.state.held
    assert table.state.unseen[-1].kind is IncidentKind.CODE_UNKNOWN
