"""What is heard of a table that plays: real views, one after the other, on both screens."""

import msgspec

from device.journal.memory import MemoryJournal
from device.play.fed_table import HandClock
from device.play.lines import state_line
from device.play.script import parse_script
from device.play.table import PlayedTable
from device.rules.making import with_settings
from device.screen.sound.listening import Ear
from device.screen.view import Kind, view_from_json
from device.settings import load_profile

Heard = list[tuple[str, str, str]]


QUICK = "; wait 0.3; wait 5"
"""After a card: its read is told, and the next card takes its time."""


def cards(names: str) -> str:
    return "; ".join(f"card {name}{QUICK}" for name in names.split())


def listen(*script: str, profile: str = "live", **settings: str) -> Heard:
    """Each line of the script with what players and dealer hear of it, where anything is heard."""
    lines = [line.strip() for part in script for line in part.split(";")]
    house = with_settings(load_profile(profile), settings)
    clock = HandClock()
    memory = MemoryJournal(clock=clock)
    table = PlayedTable(profile=house, open_journal=lambda: memory, clock=clock)
    ears = {Kind.PUBLIC: Ear(calls=True), Kind.STAFF: Ear(calls=False)}

    def hear() -> tuple[str, str]:
        said = state_line(table.state, table.health, house)
        views = [(kind, view_from_json(msgspec.json.encode(said[kind.value]), kind)) for kind in Kind]
        cues = [ears[kind].hear(view, clock.monotonic_s()) for kind, view in views]
        players, dealer = (of_one[0].value if of_one else "" for of_one in cues)
        return players, dealer

    hear()
    found = [(lines[step.line - 1], *hear()) for step, _ in table.run(parse_script("\n".join(lines), "test"))]
    table.close()
    return [(line, players, dealer) for line, players, dealer in found if players or dealer]


def of_players(heard: Heard) -> list[tuple[str, str]]:
    return [(line, players) for line, players, _ in heard if players]


def test_two_hands_face_up() -> None:
    heard = listen(
        "shoe",
        cards("Ac 2c 4h 2s 9c Ad 8d"),
        "result banker; wait 5",
        cards("9s 2h Kd 3s"),
        "result player; next; card Qd",
    )
    assert of_players(heard) == [
        ("card 2c", "place-your-bets"),
        ("card 4h", "no-more-bets"),
        ("result banker", "banker-wins"),
        ("card 9s", "no-more-bets"),
        ("card Kd", "natural"),
        ("result player", "player-wins"),
        ("next", "place-your-bets"),
        ("card Qd", "no-more-bets"),
    ]
    assert [dealer for _, _, dealer in heard if dealer] == ["read"] * 11


def test_a_press_that_is_taken_back_opens_the_bets_again() -> None:
    heard = listen("shoe; card Ac; card 2c; wait 5; no-more-bets; undo by=d14", bets_close="button")
    assert of_players(heard) == [
        ("card 2c", "place-your-bets"),
        ("no-more-bets", "no-more-bets"),
        ("undo by=d14", "place-your-bets"),
    ]


def test_a_card_too_many_is_an_alarm_on_both_screens_and_the_call_one_on_the_panel() -> None:
    heard = listen("shoe", cards("Ac 2c 9s 2h Kd 3s"), "result player; card 8d; wait 0.3; call; wait 5; link lost")
    alarms = [line for line in heard if {"error", "supervisor", "lost"} & {*line}]
    assert alarms == [
        ("card 8d", "error", "error"),
        ("call", "", "supervisor"),
        ("link lost", "lost", "lost"),
    ]
    assert ("wait 0.3", "", "read") not in heard[heard.index(alarms[0]) :], "the card was heard already"


def test_face_down_nothing_is_heard_of_a_card_before_its_turn() -> None:
    def shoe(*drawn: str) -> Heard:
        return listen("shoe; card Ac; no-more-bets", cards(" ".join(drawn)), profile="casino-manual")

    heard = [[line[1:] for line in shoe(*drawn)] for drawn in (("4h", "2s", "9c", "Ad"), ("9h", "Ks", "Kc", "8d"))]
    assert heard[0] == heard[1]
    assert [dealer for _, dealer in heard[0] if dealer] == ["read"] * 4
    turned = listen(
        "shoe; card Ac; no-more-bets",
        cards("9h Ks Kc 8d"),
        "reveal player; reveal banker; result",
        profile="casino-manual",
    )
    assert of_players(turned)[-3:] == [
        ("no-more-bets", "no-more-bets"),
        ("reveal player", "natural"),
        ("result", "player-wins"),
    ]
