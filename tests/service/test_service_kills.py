"""kill -9 at any moment: the record equals what physically left the shoe, card by card.

The shoe's own passage log is the truth here; it is written by another process and never made from a journal. 20 kills
a run; ``ZAPATO_KILLS=200 tests/run tests/service/test_service_kills.py`` for the long proof.
"""

import os
import random
import time
from collections.abc import Callable

import pytest
from support.house import DealerThread, House, wait_until

from device.journal.checking import verify_file
from device.rules.card import Card

KILLS = int(os.environ.get("ZAPATO_KILLS", "20"))


def compare(house: House, *, only_acknowledged: bool = False) -> int:
    """Hold the journal against the passage log; returns how many cards were compared."""
    verify_file(house.journal)
    on_record = house.cards_on_record()
    left: dict[tuple[str, int], list[Card | None]] = {}
    for card in house.left().cards:
        if card.card == "CUT" or not card.taken:
            continue
        if (only_acknowledged and not card.acknowledged) or card.dropped:
            continue
        left.setdefault((card.boot, card.seq), []).append(Card.parse(card.card) if card.read else None)
    for key, cards in left.items():
        assert key in on_record, f"card {cards} of {key} left the shoe and is not on record"
        assert len(on_record[key]) == len(cards), f"{key} is on record {len(on_record[key])} times"
        for there, here in zip(cards, on_record[key], strict=True):
            assert here == there or there is None, f"{key}: {there} left, {here} is on record"
    known = {(card.boot, card.seq) for card in house.left().cards}
    assert set(on_record) <= known, "the record holds cards that never left the shoe"
    return len(left)


def let_the_dealer_draw(house: House, dealer: DealerThread, cards: int) -> None:
    """Wait until so many cards more have left the shoe."""
    before = len(house.left().cards)
    wait_until(
        lambda: len(house.left().cards) >= before + cards or dealer.finished(),
        f"the dealer to draw on; {house.last_words()}",
    )
    assert not dealer.finished(), f"the dealer gave up: {dealer.failure}"


def deal_and_kill(house: House, kills: int, dice: random.Random) -> None:
    """Deal without pause while the table process is killed and started again, then let the board say the rest."""
    house.start_shoe()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    dealer = DealerThread(house)
    try:
        for _ in range(kills):
            let_the_dealer_draw(house, dealer, dice.randrange(1, 12))
            time.sleep(dice.random() * 0.02)  # the moment of the kill is the point, not something to wait for
            house.kill("table")
            house.start_table()
    finally:
        dealer.stop()
    assert not isinstance(dealer.failure, AssertionError | ValueError | KeyError), dealer.failure


@pytest.mark.parametrize("faults", ["none", "noise,loss,repeats,unread,pull-back"])
def test_the_table_is_killed_and_no_card_is_lost_or_doubled(make_house: Callable[..., House], faults: str) -> None:
    house = make_house(faults=faults)
    deal_and_kill(house, KILLS // 2, random.Random(f"kills {faults}"))
    wait_until(house.all_acknowledged, f"the host to have every card; {house.last_words()}")
    house.kill("table")
    assert compare(house) >= KILLS // 2


def test_everything_is_killed_and_every_acknowledged_card_is_there_once(make_house: Callable[..., House]) -> None:
    house = make_house(seed=2)
    dice = random.Random("everything")
    house.start_shoe()
    for _ in range(max(3, KILLS // 7)):
        house.start_table()
        wait_until(house.serves, "the table's feed")
        dealer = DealerThread(house)
        let_the_dealer_draw(house, dealer, dice.randrange(3, 20))
        house.kill("table", "shoe")
        dealer.stop()
        house.start_shoe()
    house.kill("shoe")
    assert compare(house, only_acknowledged=True) >= 9
