"""Scripts for the engine: what the shoe reports and what people order, in any order and at any time."""

from collections.abc import Sequence

import msgspec
from hypothesis import strategies as st
from service.engine_tools import DISK_FULL, LIVE, Bench

from device.ports.journal import JournalError
from device.readers.passages import CodePassed, NoCodePassed, Passage, PulledBack, PushedIn, StrayCode
from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.vocabulary import Option

QUICK = with_settings(LIVE, {"burn": "none", "result": "auto", "next_after_s": "0"})
NO_BURN = with_settings(LIVE, {"burn": "none", "result": "button"})
AUTO = with_settings(LIVE, {"burn": "none", "result": "auto", "result_after_s": "2"})
PROFILES = (LIVE, QUICK, NO_BURN, with_settings(LIVE, {"burn": "none", "bets_close": "button", "early_card": "hold"}))


class Moment(msgspec.Struct, frozen=True):
    """One thing that happens, so many seconds after the one before it."""

    after_s: float
    what: str | AnyOrder
    """A code, a word for another report, or an order."""


CODES = st.sampled_from([card.value.upper() for card in Card])
REPORTS = st.sampled_from(["unread", "back", "pushed-in", "stray", "CUT", "XX-17"])
ORDERS: st.SearchStrategy[str | AnyOrder] = st.one_of(
    st.sampled_from([cmd.OpenShoe(), cmd.NoMoreBets(), cmd.Next(), cmd.CallSupervisor(), cmd.FreeHand(by="sup1")]),
    st.builds(cmd.ShowResult, called=st.sampled_from([None, *Outcome])),
    st.builds(cmd.Resolve, option=st.sampled_from(list(Option)), by=st.just("sup1"), second=st.just("pit2"),
              reason=st.just("seen by both")),
    st.builds(cmd.Enter, card=st.sampled_from(list(Card)), by=st.just("sup1")),
    st.builds(cmd.Void, by=st.just("sup1"), second=st.just("pit2"), reason=st.just("dispute")),
    st.builds(cmd.ChangeDealer, dealer=st.sampled_from([None, "d14"])),
    st.builds(cmd.EndShoe, by=st.sampled_from([None, "sup1"])),
)  # fmt: skip
MOMENTS = st.builds(
    Moment, after_s=st.sampled_from([0.0, 0.5, 3.0, 20.0]), what=st.one_of(CODES, CODES, CODES, REPORTS, ORDERS)
)
SCRIPTS = st.lists(MOMENTS, max_size=30).map(lambda moments: [Moment(0.0, cmd.OpenShoe()), *moments])


def report(bench: Bench, word: str) -> Passage:
    """The board's report that a script's word stands for."""
    id, at_s = bench.next_id(), bench.clock.now_s
    match word:
        case "unread":
            return NoCodePassed(id=id, at_s=at_s)
        case "back":
            return PulledBack(id=id, at_s=at_s, how="back")
        case "pushed-in":
            return PushedIn(id=id, at_s=at_s)
        case "stray":
            return StrayCode(id=id, at_s=at_s)
        case _:
            return CodePassed(id=id, at_s=at_s, code=word)


def play(bench: Bench, script: Sequence[Moment], *, without: frozenset[int] = frozenset()) -> frozenset[int]:
    """Let the script happen without these moments; the places of the orders that could not be put on record."""
    failed = set()
    for place, moment in enumerate(script):
        bench.clock.now_s += moment.after_s
        if isinstance(moment.what, str):
            bench.give(report(bench, moment.what))
        elif place not in without:
            try:
                bench.engine.order(moment.what, bench.clock.now_s)
            except JournalError as error:
                assert str(error) == DISK_FULL
                failed.add(place)
    return frozenset(failed)
