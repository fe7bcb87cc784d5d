"""A real table with a simulated shoe and a panel that is driven by hand: how a dealer and their staff work it."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from support.house import ENTRY, House, wait_until
from support.panel_driver import PanelDriver

from device.screen.dealer.targets import Begin, Choose, Go, Open, Page, Task, Type
from device.screen.view import StaffView
from device.sim.shoe_process import ShoeClient
from device.table import events as ev
from device.table.events import Event

E = TypeVar("E", bound=Event)

PROFILE = """
name = "driven"
version = 1
bets_close = "button"
result = "call"
next = "button"
[side_bets.player-pair]
pays = "11:1"
[side_bets.either-pair]
pays = "5:1"
"""
"""House rules by which the dealer presses as often as there is something to press."""


class DrivenTable:
    """Shoe, table and panel as processes; each method is what people do, and waits until the glass shows it."""

    def __init__(self, folder: Path, pictures: Path | None = None, *, rules: str = PROFILE, screen: str = "") -> None:
        """`pictures`: a folder that gets a picture of every step; `screen`: further lines of the section [screen]."""
        self.house = House(folder)
        (folder / "driven.toml").write_text(rules)
        settings = self.house.config.read_text().replace('profile = "live"', 'profile = "driven.toml"')
        self.house.config.write_text(f"{settings}[screen]\nburn_in_shift = false\n{screen}")
        with ExitStack() as ends:  # whatever fails: no process is left behind, which would hold the port
            ends.callback(self.house.stop)
            self.house.start_shoe()
            self.house.start_table()
            self.shoe = ShoeClient(folder / "shoe.sock")
            ends.callback(self.shoe.close)
            wait_until(self.house.serves, "the table's feed")
            self.panel = PanelDriver(self.house, pictures=pictures)
            ends.callback(self.panel.close)
            self.panel.sees(lambda view: view.health.reader.ok, "the reader")
            self._ends = ends.pop_all()

    @property
    def view(self) -> StaffView:
        """The newest view."""
        return self.panel.view

    def close(self) -> None:
        """End what still runs."""
        self._ends.close()

    # What stands on record.

    def on_record(self, kind: type[E]) -> list[E]:
        """Everything of this kind, in order, with the faces that only the table's own user can read."""
        return [event for event in self.house.events_on_record() if isinstance(event, kind)]

    def ends_tidily(self) -> None:
        """End the panel and the table; nothing was refused or said in passing, and the record verifies."""
        assert not self.on_record(ev.OrderRefused)
        assert not self.on_record(ev.SignInRefused)
        assert self.panel.end() == "", "a screen that works has nothing to say"
        self.house.stop()
        words = [sys.executable, "-c", ENTRY, "verify", str(self.house.journal)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert '"ok":true' in done.stdout.replace(" ", ""), done.stdout

    # The shoe.

    def shoe_does(self, order: str) -> None:
        """The shoe does this, as `zapato sim` understands it."""
        assert self.shoe.order(order)["ok"], order

    def deal(self, codes: str) -> None:
        """Cards leave and are read, one after another."""
        for code in codes.split():
            reads = self.view.reads
            self.shoe_does(f"card {code}")
            self.panel.sees(lambda view: view.reads == reads + 1, f"the card {code}")  # noqa: B023 - waited for here

    # The dealer's hand.

    def close_bets(self) -> None:
        """No more bets."""
        self.panel.press("bets")
        self.panel.sees(lambda view: view.phase == "dealing", "no more bets")

    def call(self, hand: str) -> None:
        """Call the result on the glass."""
        self.panel.press(hand)
        self.panel.sees(lambda view: view.phase in ("result", "shoe-over"), f"called {hand}")

    def next_hand(self) -> None:
        """Open the next coup."""
        self.panel.press("bets")
        self.panel.sees(lambda view: view.phase == "betting", "the next hand")

    def coup(self, codes: str, hand: str) -> None:
        """A whole coup."""
        self.close_bets()
        self.deal(codes)
        self.call(hand)

    # Tasks.

    def begin(self, task: Task) -> None:
        """Begin a task from the menu."""
        self.page(Page.MENU)
        self.panel.touch(Begin(task=task))

    def page(self, page: Page) -> None:
        """Open a page: the menu, or one that stands there."""
        if page is not Page.MENU and not self.panel.offers(Open(page=page)):
            self.page(Page.MENU)
        self.panel.touch(Open(page=page))

    def choose(self, value: str) -> None:
        """Touch a line of a list."""
        self.panel.touch(Choose(value=value))

    def name_card(self, code: str) -> None:
        """Put one card in by eye."""
        self.panel.touch(Type(text=code[0].upper()))
        self.panel.touch(Type(text=code[1].lower()))

    def confirm(self) -> None:
        """Carry out what the summary says: a touch, or a press that lasts where it is final."""
        if self.panel.target(Go.ACCEPT).hold:
            self.panel.hold(Go.ACCEPT)
        else:
            self.panel.touch(Go.ACCEPT)
        self.panel.answered()
