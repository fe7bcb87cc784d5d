"""One demonstration from start to end."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

from device.demo.processes import Processes, ProcessFailed
from device.demo.staff_client import StaffClient
from device.rules.profile import Profile, RevealOrder
from device.sim.dealing import Dealer, DealerStuckError
from device.sim.faults import Fault, FaultError, parse_faults
from device.sim.mind import Mind
from device.sim.mistakes import Slips
from device.sim.moves import Habits, Staff
from device.sim.pace import PACES, Pace
from device.sim.shoe_process import ShoeClient, ShoeProcessError, shoe_command
from device.staff.errors import StaffError
from device.staff.people import Role
from device.staff.simulated import make_people

__all__ = ["PACES", "Demo", "DemoError", "FaultError", "Plan", "parse_faults"]

START_PATIENCE_S = 20.0
STUCK_AFTER_S = 60.0
WINDOWS = (("players", "1120x630", "0,40"), ("dealer", "800x480", "1120,40"))
"""Both screens beside each other on a display of 1920 pixels."""


class DemoError(Exception):
    """The demonstration cannot go on; the message says which part and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is demonstrated."""

    folder: Path
    """Gets sockets, port, settings and logs; its path must be short, for sockets have names of at most 107 bytes."""
    journal: Path
    profile: Profile
    profile_name: str
    """As the settings name it: a shipped profile or the path of a file."""
    pace: Pace
    coups: int | None = None
    seed: int = 0
    language: str = "en"
    windows: bool = False
    faults: dict[Fault, float] | None = None
    slip_rate: float = 0.0


class Demo:
    """Starts everything, deals on a thread of its own, and ends everything."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._processes = Processes(plan.folder)
        self._stop = threading.Event()
        self._mind = Mind()
        self._people = Staff()
        self._staff = StaffClient(self.staff_feed)
        self._dealt: int = 0
        self._failure: Exception | None = None
        self._dealer = threading.Thread(target=self._deal, name="demo-dealer", daemon=True)

    @property
    def public_feed(self) -> Path:
        """What the players' screen shows."""
        return self._plan.folder / "public.sock"

    @property
    def staff_feed(self) -> Path:
        """What the dealer's screen shows."""
        return self._plan.folder / "staff.sock"

    @property
    def panel_socket(self) -> Path:
        """Where the dealer's screen presses."""
        return self._plan.folder / "panel.sock"

    @property
    def _passages(self) -> Path:
        """The shoe's own log stays beside the record, so that the next demonstration finds the shoe as it was left."""
        return self._plan.journal.with_name(self._plan.journal.name + ".passages")

    @property
    def coups(self) -> int:
        """Coups that have ended in this demonstration."""
        return self._dealt

    def start(self) -> None:
        """Start shoe, table, screens and the dealer; raises DemoError, and then `close` ends what runs."""
        plan = self._plan
        if plan.journal.exists() and not self._passages.exists():
            self._mind = Mind(fresh_shoe=True, filled=True)
        self._hire()
        config = plan.folder / "table.toml"
        config.write_text(settings_of(plan), encoding="utf-8")
        self._processes.start_command("shoe", self._shoe(), stdin=PIPE)
        self._wait_for("shoe", lambda: (plan.folder / "shoe").exists() and (plan.folder / "shoe.sock").exists())
        self._processes.start("table", ["table", "--config", str(config)])
        self._wait_for("table", self.staff_feed.exists)
        if plan.windows:
            for which, size, place in WINDOWS:
                words = ["screen", which, "--config", str(config), "--size", size]
                self._processes.start(which, words, env={"SDL_VIDEO_WINDOW_POS": place})
        self._dealer.start()

    def trouble(self) -> str:
        """Why nobody can deal now, in the table's own words; empty while dealing goes on."""
        view = self._staff.seen
        if view is None or view["instruction"] != "do-not-deal":
            return ""
        return next(
            (part["detail"] for part in view["health"].values() if not part["ok"]), "the table says: do not deal"
        )

    def over(self) -> bool:
        """Whether there is nothing more to show: all coups dealt, the window closed, or a part failed."""
        if not self._dealer.is_alive():
            return True
        if self._processes.ended("shoe", "table"):
            return True
        return self._plan.windows and self._processes.ended("players") is not None

    def finish(self) -> None:
        """Stop the dealer, then the table, then the rest; raises DemoError if something failed meanwhile."""
        failed: Exception | None = None
        try:
            self._processes.require("shoe", "table")
            if self._plan.windows:
                self._processes.require_done("players")
        except ProcessFailed as error:
            failed = error
        self.close()
        failed = failed or self._failure
        if failed is not None:
            raise DemoError(str(failed)) from failed

    def close(self) -> None:
        """End every part, whatever happened before; a second time it does nothing."""
        self._stop.set()
        if self._dealer.is_alive():
            self._dealer.join()
        self._processes.stop("table")
        self._processes.stop_all()

    def _hire(self) -> None:
        """Simulated people with PINs by chance: they sign in over the socket like anybody."""
        people = self._people
        roles = {
            people.dealer: (Role.DEALER,),
            people.supervisor: (Role.SUPERVISOR,),
            people.second: (Role.PIT,),
        }
        try:
            pins = make_people(self._plan.folder / "staff.sqlite3", roles)
        except StaffError as error:
            raise DemoError(str(error)) from error
        self._staff = StaffClient(self.staff_feed, pins=pins, hand=people.dealer)

    def _shoe(self) -> list[str]:
        plan = self._plan
        return shoe_command(
            port=plan.folder / "shoe",
            control=plan.folder / "shoe.sock",
            passages=self._passages,
            seed=plan.seed,
            faults=plan.faults,
            decks=plan.profile.decks,
            cut_depth=plan.profile.cut_depth if plan.profile.has_cut_card else None,
        )

    def _wait_for(self, name: str, ready: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + START_PATIENCE_S
        while not ready():
            try:
                self._processes.require(name)
            except ProcessFailed as error:
                raise DemoError(str(error)) from error
            if time.monotonic() > deadline_s:
                words = self._processes.last_words(name) or "without a word"
                raise DemoError(f"{name} did not get ready within {START_PATIENCE_S:.0f} s ({words})")
            time.sleep(0.02)

    def _deal(self) -> None:
        plan = self._plan
        shoe: ShoeClient | None = None
        staff = self._staff
        try:
            shoe = ShoeClient(plan.folder / "shoe.sock")
            dealer = Dealer(
                draw=shoe.draw,
                fill=shoe.fill,
                gather=shoe.gather,
                order=staff.order,
                wait_for_view=staff.wait_for_view,
                habits=Habits(
                    staff=self._people,
                    presses_next=plan.pace.presses_next,
                    shuffles_every_coup=not plan.profile.has_cut_card,
                    turns_banker_first=plan.profile.reveal_order is RevealOrder.BANKER_FIRST,
                ),
                pace=plan.pace,
                mind=self._mind,
                slips=Slips(plan.slip_rate, seed=plan.seed),
                stuck_after_s=STUCK_AFTER_S + plan.profile.result_after_s,
            )
            self._dealt = dealer.run(plan.coups, stop=self._stop.is_set)
        except (DealerStuckError, ShoeProcessError) as error:
            if not self._stop.is_set():
                self._failure = error
        finally:
            staff.close()
            if shoe is not None:
                shoe.close()


def settings_of(plan: Plan) -> str:
    """The table.toml of a demonstration."""

    def quoted(text: object) -> str:
        return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'

    return f"""\
profile = {quoted(plan.profile_name)}
demo = true

[table]
name = "DEMO"
language = {quoted(plan.language)}

[reader]
port = {quoted(plan.folder / "shoe")}

[journal]
path = {quoted(plan.journal)}
archive = "never"

[staff]
path = {quoted(plan.folder / "staff.sqlite3")}

[feed]
public = {quoted(plan.folder / "public.sock")}
staff = {quoted(plan.folder / "staff.sock")}
panel = {quoted(plan.folder / "panel.sock")}

[panel]
factory = "off"
"""
