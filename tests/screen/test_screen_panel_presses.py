"""The panel promises nothing that the table would refuse, and hides nothing that it would do.

Tables are played at random; at each step the buttons that can be touched are pressed at that very table.
"""

import random
from typing import Any

import msgspec
import pytest

from device.rules.card import Card
from device.rules.making import with_settings
from device.rules.profile import Profile
from device.screen.dealer.pages.meanings import meanings
from device.screen.dealer.pages.picture import panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import START
from device.screen.dealer.targets import Press
from device.screen.view import staff_view
from device.service.presses import order_of_press
from device.settings import load_profile
from device.table import commands as cmd
from device.table import views
from device.table.decide import AnyCommand, decide
from device.table.events import OrderRefused
from device.table.evolve import evolve
from device.table.health import HEALTHY
from device.table.state import INITIAL, State
from device.table.vocabulary import Phase, Refusal
from device.words import load_words

EN = load_words("en")
LIVE, MANUAL = load_profile("live"), load_profile("casino-manual")
HOUSES = {
    "face up, called": LIVE,
    "face up, by button": with_settings(LIVE, {"bets_close": "button", "result": "button", "next": "button"}),
    "face up, by itself": with_settings(LIVE, {"result": "auto", "burn": "none", "early_card": "hold"}),
    "face down, thirds too": MANUAL,
    "face down, called, counted": with_settings(MANUAL, {"result": "call", "inspection": "before-and-after"}),
}
PACK = list(Card)
FORESEEN_BY_NOBODY = {Refusal.TOO_FEW_CARDS}
"""Refusals that no view may foretell: they would tell how many cards are left."""


def refused(state: State, button: str, house: Profile) -> list[Refusal]:
    order = order_of_press(button, state, house)
    assert order is not None, button
    return [event.why for event in decide(state, order, house) if isinstance(event, OrderRefused)]


def looked_at(state: State, house: Profile) -> Any:
    sent = msgspec.json.decode(msgspec.json.encode(views.staff_view(state, HEALTHY, house)))
    return staff_view(sent)


def check(state: State, house: Profile) -> set[str]:
    """Press at this table what can be touched; returns which buttons could be."""
    view = looked_at(state, house)
    offered = {
        target.action.button
        for target in panel_picture(view, START, EN, PANEL).targets
        if isinstance(target.action, Press)
    }
    for button in offered - {"player", "tie", "banker"}:
        assert set(refused(state, button, house)) <= FORESEEN_BY_NOBODY, (button, view.phase, view.instruction)
    if offered & {"player", "tie", "banker"}:
        assert offered >= {"player", "tie", "banker"}
        whys = [refused(state, button, house) for button in ("player", "tie", "banker")]
        assert sorted(whys, key=len) == [[], [Refusal.CALLED_WRONG], [Refusal.CALLED_WRONG]]
    for one in meanings(view):
        if one.button != "menu" and one.button not in offered:
            assert refused(state, one.button, house), (one.button, view.phase, view.instruction)
    return offered


def something(state: State, chance: random.Random) -> AnyCommand:
    """What might happen next: mostly what should."""
    if state.incidents and chance.random() < 0.8:
        option = chance.choice(state.incidents[0].options)
        if option.value == "enter":
            return cmd.Enter(card=chance.choice(PACK), by="sup1")
        return cmd.Resolve(option=option, by="sup1", second="pit2", reason="so")
    deals = [cmd.CardLeft(card=chance.choice(PACK), since_s=chance.choice([0.5, 30.0])) for _ in range(4)]
    rare: list[AnyCommand] = [
        cmd.UnreadLeft(since_s=9.0),
        cmd.Pause(by="sup1"),
        cmd.CallSupervisor(),
        cmd.FreeHand(by="sup1"),
        cmd.Void(by="sup1", second="pit2", reason="so"),
        cmd.EndShoe(by="sup1"),
    ]
    if chance.random() < 0.03:
        return chance.choice(rare)
    return chance.choice([*deals, *presses(state)])


def presses(state: State) -> list[AnyCommand]:
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        return [cmd.OpenShoe()] * 9
    return []


@pytest.mark.parametrize("name", HOUSES)
def test_what_can_be_pressed_is_done_and_what_cannot_would_be_refused(name: str) -> None:
    house, chance = HOUSES[name], random.Random(name)
    state, seen = INITIAL, set[str]()
    for _ in range(300):
        offered = check(state, house)
        seen |= offered
        if chance.random() < 0.5 and not state.incidents:
            order = order_of_press(chance.choice(sorted(offered - {"call"}) or ["call"]), state, house)
            command: AnyCommand = order if order is not None else something(state, chance)
        else:
            command = something(state, chance)
        for event in decide(state, command, house):
            state = evolve(state, event)
    assert {"bets", "call"} <= seen
    assert seen & {"show", "tie"}
