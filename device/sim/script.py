"""A file of order lines that the simulated shoe carries out by itself, with waits between them.

Besides the orders of the control channel a script has ``wait 1.5`` (seconds), ``wait host`` (until a host has spoken)
and ``wait acknowledged`` (until the host has everything). Blank lines and ``#`` comments are allowed.
"""

from dataclasses import dataclass
from pathlib import Path

from device.settings.files import read_at_most
from device.sim.orders import Orders, Reply
from device.sim.sim_shoe import SimShoe

MOST_WAIT_S = 86_400.0

_MOST_BYTES = 4_000_000
"""More than anybody writes."""


class ScriptError(Exception):
    """A script that cannot be read or done; the message names file, line and what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    number: int
    text: str


class Script:
    """Steps through a script; `run` never waits itself, it says until when."""

    def __init__(self, path: Path, orders: Orders, shoe: SimShoe) -> None:
        self._path = path
        self._orders = orders
        self._shoe = shoe
        self._until_ms: int | None = None
        try:
            text = read_at_most(path, _MOST_BYTES).decode()
        except (OSError, UnicodeDecodeError) as error:
            raise ScriptError(f"{path}: cannot be read: {error}") from error
        self._lines = [
            _Line(number=number, text=stripped)
            for number, line in enumerate(text.splitlines(), start=1)
            if (stripped := line.partition("#")[0].strip())
        ]
        for line in self._lines:
            verb, _, rest = line.text.partition(" ")
            if verb == "wait":
                self._check_wait(line, rest)
            elif verb not in orders.verbs:
                raise self._error(line, f"there is no order {verb!r}; there are: {', '.join(orders.verbs)}, wait")

    def due_ms(self) -> int | None:
        """When the script goes on by itself; None: at an event, or never."""
        return self._until_ms

    def run(self, now_ms: int) -> list[Reply]:
        """Carry out lines up to the next wait; the replies carry ``line``. Raises ScriptError at one that fails."""
        replies = []
        while self._lines:
            line = self._lines[0]
            verb, _, rest = line.text.partition(" ")
            if verb == "wait":
                if not self._waited(rest, now_ms):
                    break
                del self._lines[0]
                continue
            del self._lines[0]
            reply = self._orders.obey(line.text, now_ms)
            if not reply["ok"]:
                raise self._error(line, reply["why"])
            replies.append({"line": line.number, **reply})
        return replies

    def _waited(self, what: str, now_ms: int) -> bool:
        if what == "host":
            return self._shoe.board.host_frames > 0
        if what == "acknowledged":
            return self._shoe.board.unacknowledged == 0
        if self._until_ms is None:
            self._until_ms = now_ms + round(float(what) * 1000)
        if now_ms < self._until_ms:
            return False
        self._until_ms = None
        return True

    def _check_wait(self, line: _Line, what: str) -> None:
        if what in ("host", "acknowledged"):
            return
        try:
            seconds = float(what)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= MOST_WAIT_S:
            raise self._error(line, "expected: wait SECONDS, wait host, or wait acknowledged")

    def _error(self, line: _Line, why: str) -> ScriptError:
        return ScriptError(f"{self._path}, line {line.number}: {why}")
