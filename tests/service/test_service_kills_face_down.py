"""kill -9 at any moment of a face-down game: what nobody has seen is neither lost, nor doubled, nor another card.

The table comes back as the record says, to the last card that lies there unseen. When the shoe is over its seals are
open, and everybody can hold the faces against the shoe's own log, which was never made from a journal. 8 kills a run;
``ZAPATO_KILLS=200 tests/run tests/service/test_service_kills_face_down.py`` for the long proof.
"""

import json
import os
import random
import socket
import time
from collections.abc import Callable
from typing import Any

import msgspec
from support.house import PATIENCE_S, DealerThread, House, wait_until

from device.journal.checking import verify_file
from device.rules.card import Card
from device.service.sign import extras_of
from device.settings import load_settings
from device.sim.mind import Mind
from device.sim.passage_log import CardOut
from device.sim.shoe_process import ShoeClient
from device.table import commands as cmd
from device.table.decide import decide
from device.table.evolve import evolve
from device.table.health import HEALTHY
from device.table.state import INITIAL
from device.table.views import staff_view

KILLS = int(os.environ.get("ZAPATO_KILLS", "8"))
OF_THE_HOUSE = {"health", "notes", "counters", "reads", "banner", "instruction", "held", "due", "table"}
"""What a view has of the parts around the table, and not of its state."""


def first_view(house: House) -> dict[str, Any]:
    """The first thing that the restarted table says to its staff."""
    wait_until(house.serves, f"the table's feed; {house.last_words()}")
    with socket.socket(socket.AF_UNIX) as client, client.makefile("rb") as lines:
        client.settimeout(30)
        client.connect(str(house.folder / "staff.sock"))
        view = json.loads(lines.readline())
    assert isinstance(view, dict)
    return {name: value for name, value in view.items() if name not in OF_THE_HOUSE}


def view_by_the_record(house: House) -> dict[str, Any]:
    """What it must say: everything on record folded, and the restart."""
    state = INITIAL
    for event in house.events_on_record():
        state = evolve(state, event)
    for event in decide(state, cmd.TableRestarted(), house.profile):
        state = evolve(state, event)
    extras = extras_of(load_settings(house.config).table, house.profile)
    view = msgspec.json.decode(msgspec.json.encode(staff_view(state, HEALTHY, house.profile, extras=extras)))
    return {name: value for name, value in view.items() if name not in OF_THE_HOUSE}


def kill_and_start_again(house: House) -> None:
    """With the plug out, so that the shoe cannot say anything before the table has said how it stands."""
    board = ShoeClient(house.folder / "shoe.sock")
    house.kill("table")
    board.order("link lost")
    expected = view_by_the_record(house)
    house.start_table()
    assert first_view(house) == expected
    board.order("link back")
    board.close()


def end_the_shoe(house: House) -> None:
    """Whoever comes to the table now voids what is open and takes the shoe out of play."""
    watching = house.staff()
    closing = DealerThread(house, mind=Mind(fresh_shoe=True, filled=True))
    try:

        def is_over() -> bool:
            view = watching.wait_for_view(0.1) or watching.seen
            return closing.finished() or (view is not None and view["shoe"] > shoe)

        view = watching.wait_for_view(30)
        assert view is not None
        shoe = view["shoe"] - (view["phase"] == "shoe-over")
        wait_until(is_over, f"the shoe to end; {house.last_words()}")
    finally:
        closing.stop()
        watching.close()
    assert closing.failure is None, closing.failure


def let_the_dealer_draw(house: House, dealer: DealerThread, cards: int) -> None:
    """Wait until so many cards more have left the shoe."""
    wanted = len(house.left().cards) + cards
    wait_until(
        lambda: len(house.left().cards) >= wanted or dealer.finished(),
        f"the dealer to draw on; {house.last_words()}",
        longest_s=2 * PATIENCE_S,  # then the dealer has said itself what it waits for
    )
    assert not dealer.finished(), f"the dealer gave up: {dealer.failure}"


def of_one_report(left: tuple[CardOut, ...]) -> dict[tuple[str, int], list[Card | None]]:
    """What left the shoe, by the report the board made of it; None: without a code."""
    reports: dict[tuple[str, int], list[Card | None]] = {}
    for card in left:
        if card.card != "CUT" and card.taken:
            reports.setdefault((card.boot, card.seq), []).append(Card.parse(card.card) if card.read else None)
    return reports


def test_the_table_is_killed_and_unseen_cards_are_what_they_were(make_house: Callable[..., House]) -> None:
    house = make_house(profile="casino-manual", faults="unread:0.02,two-cards:0.005,pull-back", seed=3)
    dice = random.Random("kills face down")
    house.start_shoe()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    dealer = DealerThread(house, slips=0.1)
    try:
        for _ in range(KILLS):
            let_the_dealer_draw(house, dealer, dice.randrange(1, 9))
            time.sleep(dice.random() * 0.02)  # the moment of the kill is the point, not something to wait for
            kill_and_start_again(house)
    finally:
        dealer.stop()
    assert not isinstance(dealer.failure, AssertionError | ValueError | KeyError), dealer.failure
    wait_until(house.all_acknowledged, f"the host to have every card; {house.last_words()}")
    left = house.left().cards
    end_the_shoe(house)
    house.kill("table")
    verify_file(house.journal)
    on_record, seen = house.cards_on_record(), house.cards_on_record(house.events_opened())
    compared = 0
    for key, cards in of_one_report(left).items():
        known = [card for card in cards if card is not None]
        assert len(on_record[key]) == len(cards), f"{key} is on record {len(on_record[key])} times"
        # What was not read is on record as nothing, or as what somebody read by eye.
        assert known == [card for card in on_record[key] if card in known], key
        assert known == [card for card in seen[key] if card in known], f"{key}: sealed was another card"
        compared += len(known)
    assert compared >= KILLS
