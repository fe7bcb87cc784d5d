"""The packs of a shoe: seen, too many, retired, and those that another table plays."""

from typing import Any

import msgspec
import pytest

from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign
from device.rules.profile import QUICK, Profile, with_settings
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyCommand, decide
from device.table.evolve import evolve
from device.table.health import HEALTHY
from device.table.staff_parts import ForeignView
from device.table.state import INITIAL, State
from device.table.views import public_view, staff_view
from device.table.vocabulary import IncidentKind, Option, Phase, ReadIdentity, ShoeEnd

LIVE = load_profile("live")
ONE = with_settings(LIVE, {**QUICK, "decks": "1", "cut_depth": "6"})
TWO = with_settings(ONE, {"decks": "2"})
DOWN = with_settings(load_profile("casino-manual"), {"burn": "none", "decks": "2"})
COUNTED = with_settings(TWO, {"inspection": "before-and-after"})
SIGNED: Any = {"by": "sup1", "second": "pit2", "reason": "seen"}


class Table:
    """A table that is given commands one after another."""

    def __init__(self, profile: Profile = TWO, state: State = INITIAL) -> None:
        self.profile = profile
        self.state = state
        self.seq = 0
        self.events: list[ev.Event] = []

    def give(self, command: AnyCommand) -> list[ev.Event]:
        events = list(decide(self.state, command, self.profile))
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return events

    def card(self, name: str, pack: str, tag: str = "") -> list[ev.Event]:
        self.seq += 1
        read = ReadIdentity("0000ABCD", self.seq)
        return self.give(cmd.CardLeft(card=Card(name), pack=pack, tag=tag, read=read, since_s=60.0))

    def retired(self) -> list[tuple[str, ...]]:
        return [event.packs for event in self.events if isinstance(event, ev.PacksRetired)]


def opened(profile: Profile = TWO, state: State = INITIAL) -> Table:
    table = Table(profile, state)
    table.give(cmd.OpenShoe())
    return table


def of(events: list[ev.Event], kind: type[ev.Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def why(events: list[ev.Event]) -> str:
    (incident,) = of(events, ev.IncidentRaised)
    assert incident.incident is IncidentKind.CODE_UNKNOWN
    return str(incident.detail)


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
