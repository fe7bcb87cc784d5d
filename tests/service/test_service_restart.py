"""A table that died starts again from its record, and stands where it died."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from service.engine_scripts import NO_BURN, PROFILES, QUICK, SCRIPTS, Moment, play
from service.engine_tools import BOOT, DISK_FULL, Bench

from device.ports.journal import JournalError
from device.readers.passages import PulledBack, ReadId
from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.service.house_rules import ProfileInPlay
from device.settings import load_profile
from device.table import commands as cmd
from device.table import events as ev
from device.table.state import State
from device.table.vocabulary import IncidentKind, Option

FACE_DOWN = with_settings(load_profile("casino-manual"), {"burn": "none"})


@given(script=SCRIPTS, cut=st.integers(0, 31), profile=st.sampled_from(PROFILES))
def test_a_table_that_starts_again_stands_where_it_died(script: list[Moment], cut: int, profile: Profile) -> None:
    died = Bench(profile)
    play(died, script[:cut])
    again = Bench(profile, memory=died.diary.memory)
    if died.engine.state.coup_open and not has_recovered(died.engine.state):
        (incident,) = (one for one in again.engine.state.incidents if one.kind is IncidentKind.RECOVERED)
        assert incident.options == (Option.RESUME, Option.VOID)
        assert again.engine.state == msgspec.structs.replace(
            died.engine.state,
            incidents=(*died.engine.state.incidents, incident),
            next_incident=died.engine.state.next_incident + 1,
        )
    else:
        assert again.engine.state == died.engine.state
    assert again.engine.last_read == died.engine.last_read


def has_recovered(state: State) -> bool:
    return any(one.kind is IncidentKind.RECOVERED for one in state.incidents)


def test_a_record_that_can_be_read_and_not_written_to_holds_the_table_where_it_stood() -> None:
    died = Bench(NO_BURN)
    died.engine.order(cmd.OpenShoe(), died.clock.now_s)
    died.deal("9H 2C")
    again = Bench(NO_BURN, memory=died.diary.memory, broken=True)
    assert again.engine.state == died.engine.state
    assert again.engine.health.journal.detail == DISK_FULL
    again.deal("TD")
    with pytest.raises(JournalError, match=DISK_FULL):
        again.engine.order(cmd.CallSupervisor(), again.clock.now_s)
    again.diary.broken = False
    again.engine.try_again(again.clock.now_s)
    assert [type(event) for event in again.diary.events()[-2:]] == [ev.IncidentRaised, ev.CardWaits]
    assert has_recovered(again.engine.state)
    assert again.engine.state.waiting[0].hidden is Card("Td")
    assert again.engine.health.may_deal(by_hand=False)


@pytest.mark.parametrize("heals_by", ["order", "try again"])
def test_the_restart_is_on_record_before_the_first_thing_after_it(heals_by: str) -> None:
    died = Bench(NO_BURN)
    died.engine.order(cmd.OpenShoe(), died.clock.now_s)
    died.deal("9H 2C")
    again = Bench(NO_BURN, memory=died.diary.memory, broken=True)
    again.diary.broken = False
    if heals_by == "order":
        again.engine.order(cmd.CallSupervisor(), again.clock.now_s)
        assert [type(event) for event in again.diary.events()[-2:]] == [ev.IncidentRaised, ev.SupervisorCalled]
    else:
        again.engine.try_again(again.clock.now_s)
        assert isinstance(again.diary.events()[-1], ev.IncidentRaised)
    assert has_recovered(again.engine.state)
    assert sum(isinstance(event, ev.IncidentRaised) for event in again.diary.events()) == 1


def test_a_table_without_a_past_shows_itself_closed() -> None:
    bench = Bench()
    assert bench.engine.last_read is None
    view = bench.notebook.last("public")
    assert isinstance(view, dict)
    assert (view["phase"], view["shoe"]) == ("closed", 0)
    assert bench.diary.attempts == 0


def test_a_shoe_is_finished_by_the_house_rules_it_was_opened_with() -> None:
    died = Bench(NO_BURN)
    died.engine.order(cmd.OpenShoe(), died.clock.now_s)
    with pytest.raises(ProfileInPlay) as caught:
        Bench(QUICK, memory=died.diary.memory)
    for told in ("shoe 1", NO_BURN.sha256[:12], QUICK.sha256[:12], "go back to the old ones and end the shoe first"):
        assert told in str(caught.value)
    ended = Bench(NO_BURN, memory=died.diary.memory)
    ended.engine.order(cmd.EndShoe(by="sup1"), ended.clock.now_s)
    assert Bench(QUICK, memory=died.diary.memory).engine.state.shoe.over


def test_the_last_read_is_where_the_next_table_goes_on() -> None:
    bench = Bench(NO_BURN)
    bench.engine.order(cmd.OpenShoe(), bench.clock.now_s)
    bench.deal("9H 2C")
    bench.give(PulledBack(id=bench.next_id(), at_s=bench.clock.now_s, how="touch"))
    assert Bench(NO_BURN, memory=bench.diary.memory).engine.last_read == ReadId(boot=BOOT, seq=3)


def test_a_table_that_lost_its_sealing_key_is_held_and_says_so() -> None:
    """The hidden cards of the coup cannot be read back: each is named by eye, or the coup is voided."""
    died = Bench(FACE_DOWN)
    died.engine.order(cmd.OpenShoe(by="sup1"), died.clock.now_s)
    died.engine.order(cmd.NoMoreBets(), died.clock.now_s)
    for code in ("4H", "2S", "9C", "AD"):
        died.engine.passages([died.card(code)])
    assert died.engine.state.coup is not None
    assert died.engine.state.coup.dealt == 4
    memory = died.diary.memory
    memory.lose_key()
    again = Bench(FACE_DOWN, memory=memory)
    (incident,) = again.engine.state.incidents
    assert (incident.kind, incident.options) == (IncidentKind.FACES_LOST, (Option.RESUME, Option.VOID))
    assert again.engine.state.coup is not None
    assert [one.card for one in again.engine.state.coup.player] == [None, None]
    staff = again.notebook.last("staff")
    assert "faces-lost" in repr(staff)
    third = Bench(FACE_DOWN, memory=memory)  # told once, and not again
    assert third.engine.state == again.engine.state
