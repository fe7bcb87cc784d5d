"""A station's terminal: one line a card, a bell for what somebody must look up for; or JSON lines for machines."""

import json
import sys
from collections.abc import Callable

import click

from device.cards.station.station_steps import Desk, Step, StepKind, Steps
from device.service.reading_station import ReaderStands
from device.service.station_words import StationWords

_NOT_YET_OPEN = "reader: the port is not open"
_SILENT_EVERY = 52
"""Where nobody sees a line overwritten, a count is written so seldom."""


class StationTerminal:
    """Tells on standard output; `quiet`: without the bell; `secret`: an inspection, whose cards are only counted."""

    def __init__(self, words: StationWords, *, as_json: bool, quiet: bool, keys: str, secret: bool = False) -> None:
        self.words = words
        self._json = as_json
        self._quiet = quiet
        self._keys = keys
        self._secret = secret
        self._overwrites = secret and not as_json and sys.stdout.isatty()
        self._hanging = False
        self.deck: Callable[[], tuple[int, int, int]] | None = None
        """Which of how many packs is in hand, and how many of its cards are done."""

    def began(self, desk: Desk) -> None:
        """The task and its keys, and what is due."""
        if self._json:
            self.record({"step": "began", **self._where(desk)})
            return
        self.line(self.words.say(self._keys))
        if desk.due is not None:
            self.line(f"{self._progress(desk)}{self._due(desk)}")

    def steps(self, steps: Steps, desk: Desk) -> None:
        """What came of a card or a key."""
        for place, step in enumerate(steps, 1):
            if self._json:
                self._record_step(step, desk)
            elif step.kind is StepKind.COUNTED:
                self._count(desk)
            else:
                due = self._due(desk) if place == len(steps) else ""
                self.line(f"{self._progress(desk)}  {self.words.step(step)}{due}", bell=step.bell)
                if step.kind is StepKind.NOT_UNDERSTOOD:
                    self.line(self.words.say(self._keys))

    def reader(self, stands: ReaderStands) -> None:
        """The reader was lost or came back, or warns."""
        if self._json:
            self.record({"step": "reader", "up": stands.up, "why": stands.detail})
        elif stands.detail == _NOT_YET_OPEN:
            return  # so it is at every start, for a moment
        elif stands.up and not stands.detail:
            self.line(self.words.say("reader-up"))
        else:
            self.line(self.words.say("reader-down", why=stands.detail.removeprefix("reader: ")), bell=True)

    def complete(self, desk: Desk) -> None:
        """Every card has come."""
        if self._json:
            self.record({"step": "complete", **self._where(desk)})
        else:
            self.line(self.words.say("complete"))

    def line(self, text: str, *, bell: bool = False) -> None:
        """Write a line."""
        lead = "\n" if self._hanging else ""
        self._hanging = False
        click.echo(lead + text + ("\a" if bell and not self._quiet else ""))
        sys.stdout.flush()

    def record(self, content: dict[str, object]) -> None:
        """Write a JSON line."""
        click.echo(json.dumps(content, ensure_ascii=False, separators=(",", ":")))
        sys.stdout.flush()

    # inside ------------------------------------------------------------------------------------------------------

    def _progress(self, desk: Desk) -> str:
        if self.deck is not None:
            now, decks, done = self.deck()
            part = f"{done}/52"
            return part if decks == 1 else f"{now}/{decks} {part}"
        done, of = desk.count
        return f"{done}/{of}" if of else f"{done}"

    def _due(self, desk: Desk) -> str:
        return "" if desk.due is None else "   " + self.words.say("due", card=self.words.card(desk.due))

    def _count(self, desk: Desk) -> None:
        if self._overwrites:
            click.echo(f"\r{self._progress(desk)}", nl=False)
            sys.stdout.flush()
            self._hanging = True
        elif desk.count[0] % _SILENT_EVERY == 0 or desk.complete:
            self.line(self._progress(desk))

    def _where(self, desk: Desk) -> dict[str, object]:
        done, of = desk.count
        return {"done": done, "of": of} | ({"due": str(desk.due)} if desk.due is not None else {})

    def _record_step(self, step: Step, desk: Desk) -> None:
        content: dict[str, object] = {"step": step.kind.value}
        if step.card is not None:
            content["card"] = str(step.card)
        if step.other is not None:
            content["expected"] = str(step.other)
        if step.pack:
            content["pack"] = step.pack
        if step.state is not None:
            content["state"] = step.state.value
        if step.why:
            content["why"] = step.why
        self.record(content | {"bell": step.bell} | self._where(desk))
