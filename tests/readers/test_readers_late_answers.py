"""Readers that answer late: their cards count, each once, and none is taken for dead that still answers."""

import pytest

from device.readers.any_link import link_of
from device.readers.kinds import ReaderKind, features_of
from device.readers.marks import CardMarks, MemoryRegistry
from device.readers.passages import CodePassed, LinkState, Passage
from device.rules.card import Card
from device.sim.readers.kinds import KINDS

TAGS = {"083F6C4A": Card.parse("9h"), "0A3F6C4A": Card.parse("2c")}
STEP_MS = 5


@pytest.mark.parametrize("kind", [ReaderKind.GROW, ReaderKind.SSI, ReaderKind.TWN4, ReaderKind.PN532])
@pytest.mark.parametrize("late_ms", [0, 100, 250, 400])
def test_answers_that_come_late_cost_no_card_and_double_none(kind: ReaderKind, late_ms: int) -> None:
    marks = CardMarks(registry=MemoryRegistry(TAGS))
    link, reader = link_of(kind, marks, boot="0BADCAFE"), KINDS[kind.value]()
    first, second = TAGS if features_of(kind).tags else ("9H", "2C")
    on_its_way: list[tuple[int, bytes]] = []
    codes: list[str] = []
    states: list[LinkState] = []
    link.opened(0.0)
    for now_ms in range(0, 16_000, STEP_MS):
        now_s = now_ms / 1000
        if now_ms in (4000, 8000):
            reader.card(first if now_ms == 4000 else second)
        elif now_ms in (5500, 9500):
            reader.away()
        reader.tick(now_ms)
        if said := reader.take_output():
            on_its_way.append((now_ms + late_ms, said))
        heard = []
        while on_its_way and on_its_way[0][0] <= now_ms:
            heard += link.feed(on_its_way.pop(0)[1], now_s)
        if now_ms % round(features_of(kind).poll_s * 1000) == 0:
            heard += link.poll(now_s)
        for item in heard:
            codes += [item.code] if isinstance(item, CodePassed) else []
            states += [item] if isinstance(item, LinkState) else []
            if isinstance(item, Passage):
                link.acknowledge(item.id)
        if sent := link.take_output():
            reader.from_host(sent, now_ms)
    assert codes == [first, second]
    assert link.state.up
    assert not [state for state in states[1:] if not state.up and "has not answered yet" not in state.detail]
