"""A whole shoe to its cut card on the dealer's panel, by a hand that also slips; long, so only where it is asked for.

``ZAPATO_PANEL_SHOES=1 .venv/bin/pytest -n0 tests/screen/test_screen_panel_whole_shoe.py``; `ZAPATO_PANEL_SEED` names
another run of chance, `ZAPATO_PANEL_PICTURES` a folder for a picture of every step.
"""

import os
import random
from collections import Counter
from pathlib import Path

import pytest
from support.driven_table import DrivenTable
from support.panel_slips import slip

from device.screen.dealer.targets import Begin, Go, Press, Task
from device.table import events as ev
from device.table.vocabulary import IncidentKind, ShoeEnd

pytest.importorskip("pygame", reason="windows need pygame-ce")
pytestmark = [
    pytest.mark.needs("Xvfb", "xdotool"),
    pytest.mark.skipif("ZAPATO_PANEL_SHOES" not in os.environ, reason="a whole shoe takes minutes"),
]

UNREAD, IN_ERROR, TAKEN_BACK, SLIPS = 0.02, 0.06, 0.1, 0.25
"""How often a card is not read, a card more is drawn, a press is taken back, a hand slips before what it means."""


class Shoe:
    """Who deals it, and what happened that the record must tell again."""

    def __init__(self, table: DrivenTable, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.done: Counter[str] = Counter()

    def happens(self, often: float) -> bool:
        return self.rng.random() < often

    def slips(self) -> None:
        while self.happens(SLIPS):
            self.done[slip(self.table.panel, self.rng)] += 1

    def draws(self) -> None:
        """The next card leaves the shoe; unread, it is put in by eye."""
        before = self.table.view
        unread = before.phase == "dealing" and not before.complete and self.happens(UNREAD)
        drawn = self.table.shoe.draw(unread=unread)
        assert drawn is not None
        if drawn.cards == ("CUT",):
            self.done["cut"] += 1
            self.table.panel.sees(lambda view: view.last_hand, "the cut card")
        elif unread:
            self.done["unread"] += 1
            self.table.panel.sees(lambda view: view.held, "a card that was not read")
            self.is_named(drawn.cards[0])
        else:
            self.table.panel.sees(lambda view: view.reads > before.reads, f"the card {drawn.cards[0]}")

    def is_named(self, code: str) -> None:
        panel = self.table.panel
        panel.touch(Begin(task=Task.ENTER))
        self.table.name_card(code)
        panel.touch(Go.ACCEPT)
        self.signs("sup1")
        panel.answered()
        panel.sees(lambda view: not view.held, "the card has a name")

    def signs(self, name: str) -> None:
        """Somebody signs, unless whoever is signed in may."""
        errand = self.table.panel.state.errand
        if errand is not None and errand.waits_for is None and not self.table.panel.offers(Go.ACCEPT):
            self.table.panel.sign(name)

    def takes_back(self) -> None:
        self.done["undo"] += 1
        self.table.panel.press("undo")
        self.table.panel.sees(lambda view: view.phase == "betting", "bets open again")

    def draws_too_many(self) -> None:
        """One card more than is due: the supervisor says what becomes of it."""
        self.draws()
        if not self.table.view.held:
            return  # it was the cut card
        self.done["error"] += 1
        panel = self.table.panel
        panel.touch(Begin(task=Task.RESOLVE, given=(("option", "next"),)))
        self.table.choose("no")
        self.signs("sup1")
        self.table.confirm()
        panel.sees(lambda view: not view.held, "going on")

    def coup(self) -> None:
        table, view = self.table, self.table.view
        table.close_bets()
        # A card that was kept opens the coup as soon as its bets close: then nothing can be taken back.
        if self.happens(TAKEN_BACK) and table.panel.offers(Press(button="undo")):
            self.takes_back()
            self.slips()
            table.close_bets()
        while not (view := table.view).complete:
            self.slips()
            self.draws()
        if self.happens(IN_ERROR) and not view.last_hand:
            self.draws_too_many()
        self.slips()
        view = table.view
        assert view.player_total is not None
        assert view.banker_total is not None
        ahead = view.player_total - view.banker_total
        hand, key = ("player", "7") if ahead > 0 else ("banker", "9") if ahead < 0 else ("tie", "8")
        if self.happens(0.5):
            table.panel.key(f"KP_{key}", key, keypad=True)
            table.panel.sees(lambda view: view.outcome is not None, f"called {hand}")
        else:
            table.call(hand)
        self.done["coup"] += 1


def test_a_whole_shoe_by_a_hand_that_slips(tmp_path: Path) -> None:
    pictures = os.environ.get("ZAPATO_PANEL_PICTURES")
    table = DrivenTable(tmp_path, None if pictures is None else Path(pictures))
    shoe = Shoe(table, random.Random(os.environ.get("ZAPATO_PANEL_SEED", "1")))
    try:
        table.begin(Task.DEALER)
        table.panel.sign("d14")
        table.panel.press("bets")
        table.panel.sees(lambda view: view.phase == "burning", "the burn")
        while table.view.phase == "burning":
            shoe.draws()
        while table.view.phase != "shoe-over":
            shoe.slips()
            shoe.coup()
            shoe.slips()
            table.panel.press("bets")
            table.panel.sees(lambda view: view.phase in ("betting", "shoe-over"), "the next hand")
        table.ends_tidily()
    finally:
        table.close()
    (tmp_path / "done.txt").write_text(str(dict(shoe.done)))
    assert shoe.done["cut"] == 1
    assert len(table.on_record(ev.ResultShown)) == shoe.done["coup"]
    assert len(table.on_record(ev.PressTakenBack)) == shoe.done["undo"]
    kinds = Counter(event.incident for event in table.on_record(ev.IncidentRaised))
    assert kinds.pop(IncidentKind.CARD_UNREAD, 0) == shoe.done["unread"]
    assert kinds.pop(IncidentKind.CARD_DRAWN_IN_ERROR, 0) == shoe.done["error"]
    assert set(kinds) <= {IncidentKind.CARDS_ENTERED}, "nothing else, but that many cards were put in by eye"
    assert [event.why for event in table.on_record(ev.ShoeEnded)] == [ShoeEnd.LAST_COUP]
