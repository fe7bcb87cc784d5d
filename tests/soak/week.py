"""A simulated week of one table, at full pace, with all that goes wrong at one: ``week.py --coups 10000 --seed 1``.

Real processes: `zapato table`, the simulated shoe on a pty, both screens. A day a house rule; strikes fall at cards
that the seed chooses. At the end the record is held against the shoe's own log, and what each process held against
what it held at first. Progress goes to standard error, the summary as one JSON object to standard output; exit 1:
something is not as it must be. The same seed strikes at the same cards; the moment within a card is the machine's.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from soak.soak_flat import flatness
from soak.soak_house import SoakHouse
from soak.soak_plan import A_WEEK, WEEK, WEEK_COUPS, Day, Strike, strikes_of
from soak.soak_strikes import Strikes
from soak.soak_truth import compare
from soak.soak_watch import StuckError, Watchdog

from device.demo.staff_client import StaffClient
from device.rules.profile import RevealOrder
from device.sim.dealing import Dealer
from device.sim.mind import Mind
from device.sim.mistakes import Slips
from device.sim.moves import Habits, Staff
from device.sim.shoe_process import ShoeClient
from device.sim.sim_shoe import Drawn

SLIPS = 0.02
SAMPLE_COUPS = 50
STUCK_S = 1000.0
"""The watchdog is stricter than the dealer."""
LOOK_S = 0.1


class EndedEarlyError(Exception):
    """Somebody wants no more of it; what was seen until then is told."""


class Week:
    """Deals day after day, and reports."""

    def __init__(
        self,
        folder: Path,
        *,
        coups: int,
        seed: int,
        days: Sequence[Day] = WEEK,
        rates: Mapping[Strike, float] | None = None,
        screens: bool = True,
        sample_coups: int = SAMPLE_COUPS,
        slips: float = SLIPS,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`rates`: how often each strikes a coup; `slips`: how often the dealer errs in one."""
        self.house = SoakHouse(folder, seed=seed, screens=screens)
        self.watch = Watchdog()
        self.strikes = Strikes(self.house, self.watch, seed=seed)
        self._days = days
        self._coups = coups
        self._seed = seed
        self._rates = rates if rates is not None else {each: times / WEEK_COUPS for each, times in A_WEEK.items()}
        self._sample_coups = sample_coups
        self._slips = slips
        self._say = say
        self._dealt = 0
        self._sampled_at = 0
        self._draws = 0
        self._faults: list[str] = []

    def run(self) -> dict[str, Any]:
        """Live through it; the summary, whose ``faults`` must be empty."""
        began_s = time.monotonic()
        try:
            for number, day in enumerate(self._days):
                share = self._coups * (number + 1) // len(self._days) - self._coups * number // len(self._days)
                self._live(day, number, share)
        except Exception as error:  # whatever it is, what was seen until then is told
            self._faults.append(f"{type(error).__name__}: {error}")
        finally:
            self.house.stop_for_good()
        truth = compare(self.house)
        flat = flatness(self.house.lives)
        faults = [*self._faults, *self.strikes.failed, *truth.faults, *(fault for one in flat for fault in one.faults)]
        return {
            "ok": not faults,
            "faults": faults,
            "seed": self._seed,
            "coups": self._dealt,
            "minutes": round((time.monotonic() - began_s) / 60, 1),
            "files": truth.files,
            "events": truth.events,
            "coups_on_record": truth.coups,
            "cards_left": len(self.house.left().cards),
            "reports_compared": truth.compared,
            "reports_died_with_the_board": truth.died,
            "cards_unread": truth.unread,
            "strikes": dict(sorted(self.strikes.done.items())),
            "most_moves_without_effect": self.watch.worst_moves,
            "longest_s_in_a_state": round(self.watch.worst_s, 1),
            "processes": {one.name: one.figures for one in flat},
        }

    # a day --------------------------------------------------------------------------------------------------------

    def _live(self, day: Day, number: int, coups: int) -> None:
        house = self.house
        house.prepare(day, coups=coups)
        house.start_day()
        self.strikes.begin(day)
        self.watch.again()
        self._draws = 0
        planned = strikes_of(day, number, coups=coups, seed=self._seed, rates=self._rates)
        staff = house.staff()
        shoe = ShoeClient(house.folder / "shoe.sock")
        try:
            dealer = self._dealer(
                staff, shoe, planned, mind=Mind(), slips=Slips(self._slips, seed=f"{self._seed} {number}")
            )
            self._deal(dealer, coups, number)
            self.strikes.calm()
            self._acknowledged()
            staff.close()  # who comes to end the shoe is shown the table as it stands, changed or not
            self._dealer(staff, shoe, {}, mind=Mind(fresh_shoe=True, filled=True), slips=Slips()).run(
                stop=lambda: staff.seen is not None and staff.seen["phase"] in ("closed", "shoe-over")
            )
            self._acknowledged()
        finally:
            self.strikes.end()
            staff.close()
            shoe.close()
        house.end_day()

    def _deal(self, dealer: Dealer, coups: int, number: int) -> None:
        """Deal the day's coups; at every so many all is calm for a moment, and what each process holds is noted."""
        before = self._dealt

        def noted() -> bool:
            self._dealt = before + dealer.coups
            return self._dealt - self._sampled_at >= self._sample_coups

        while dealer.coups < coups:
            dealer.run(coups, stop=noted)
            noted()
            self.strikes.calm()
            self.house.take_samples(self._dealt)
            if not self.house.profile.has_cut_card:  # a shoe without end would fill views and pictures for ever
                self.strikes.strike(Strike.SHOE_ENDED)
            self._sampled_at = self._dealt
            self._say(f"day {number + 1}: {self._dealt} coups of {self._coups}, strikes {self.strikes.done.total()}")

    def _dealer(
        self, staff: StaffClient, shoe: ShoeClient, planned: dict[int, Strike], *, mind: Mind, slips: Slips
    ) -> Dealer:
        profile, watch, strikes = self.house.profile, self.watch, self.strikes

        def draw() -> Drawn | None:
            self._draws += 1
            strike = planned.pop(self._draws, None)
            if strike is not None and self._draws % 2:
                strikes.strike(strike)
                strike = None
            drawn = shoe.draw()
            watch.move(f"draw: {drawn.cards if drawn is not None else 'the shoe is empty'}")
            if strike is not None:
                strikes.strike(strike)
            return drawn

        def order(words: dict[str, Any]) -> Mapping[str, Any]:
            try:
                reply = staff.order(words)
            except OSError as error:
                watch.move(f"{words}: {error}")
                raise
            watch.move(f"{words}: {'done' if reply.get('ok') else reply.get('why')}")
            return reply

        def wait_for_view(timeout_s: float) -> Mapping[str, Any] | None:
            strikes.look()
            watch.look()
            view = staff.wait_for_view(min(timeout_s, LOOK_S))
            if view is not None:
                watch.view(view)
            return view

        def fill() -> None:
            watch.move("the shoe is filled")
            shoe.fill()

        return Dealer(
            draw=draw,
            fill=fill,
            gather=shoe.gather,
            order=order,
            wait_for_view=wait_for_view,
            habits=Habits(
                staff=Staff(),
                shuffles_every_coup=not profile.has_cut_card,
                turns_banker_first=profile.reveal_order is RevealOrder.BANKER_FIRST,
            ),
            mind=mind,
            slips=slips,
            stuck_after_s=STUCK_S,
        )

    def _acknowledged(self) -> None:
        """Wait until the host has every card, without which the plug would be pulled on what is still to be said."""
        until_s = time.monotonic() + 60
        while not self.house.all_acknowledged():
            if time.monotonic() > until_s:
                raise StuckError("\n".join(("the board still has cards that nobody took:", *self.watch.trail)))
            time.sleep(0.2)


def main() -> None:
    """Run the week and print its summary."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--coups", type=int, default=WEEK_COUPS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where everything lies, and is kept; its path must be short")
    parser.add_argument("--no-screens", action="store_true")
    parser.add_argument("--days", type=int, nargs="*", help="only these days, counted from 1")
    wanted = parser.parse_args()
    os.nice(10)
    began_s = time.monotonic()

    def end_early(_signal: int, _frame: FrameType | None) -> None:
        raise EndedEarlyError("by a signal")

    signal.signal(signal.SIGTERM, end_early)

    def say(line: str) -> None:
        sys.stderr.write(f"{time.monotonic() - began_s:6.0f} s  {line}\n")

    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = wanted.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        days = WEEK if wanted.days is None else [WEEK[number - 1] for number in wanted.days]
        week = Week(folder, coups=wanted.coups, seed=wanted.seed, days=days, screens=not wanted.no_screens, say=say)
        summary = week.run()
    sys.stdout.write(json.dumps(summary, indent=2) + "\n")
    sys.exit(0 if summary["ok"] else 1)


if __name__ == "__main__":
    main()
