"""The link to an Angel Eye shoe: its reports become passages, its errors hold the table until they are cleared.

The shoe has no heartbeat and answers nothing while it is only listened to: the link is up while the port is open, the
shoe shows no error, and the line carries sense. It numbers its reports with one byte; the link counts for itself, and
a number that was jumped over is a loss. Where the count goes round (after 9 on some shoes) cannot be known for all of
them: a step back is taken for that, unless damaged bytes came before it or the port was closed.

An error about a card (unread, wrong code) leaves open whether the card is reported too. If a card is reported before
the error is cleared, it is that card; if not, a card without a code left the shoe. An error whose clearing was lost
ends with the next report that is about none; the loss holds the table, and nothing else would ever end the error.

For whom a card was drawn is the table's to say, as with every reader: only its result is
handed on, to be compared with ours.
"""

from device.readers import angel_eye_reports as ar
from device.readers import passages as ps
from device.readers.angel_eye import AngelEyeDecoder, lock_command
from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.readers.event_order import step
from device.readers.garbage import GarbageWatch
from device.readers.passages import LinkState, Noise, ReadId
from device.readers.reader_link import LinkOutput
from device.rules.outcome import Outcome

_CLOSED = "reader: the port is not open"
_LOCK_LAMP = "lock"
_HARMLESS = ("ack", "refused")

_SAYS = {
    ar.ShoeError.UNREAD: "it could not read a card",
    ar.ShoeError.OVERDRAW: "a card too many was drawn",
    ar.ShoeError.BUTTON: "a button was pressed out of turn",
    ar.ShoeError.REVERSE_AT_EXIT: "a card was pushed back at its mouth",
    ar.ShoeError.REVERSE_MIDWAY: "a card was pushed back on its way out",
    ar.ShoeError.CARD_CODE: "a card carries the code of another pack",
    ar.ShoeError.TIME_OUT: "a card stayed too long in its mouth",
    ar.ShoeError.OTHER: "an error nobody has told us of",
}
_ABOUT_A_CARD = (ar.ShoeError.UNREAD, ar.ShoeError.CARD_CODE)
_GATE = "mouth"
_OUTCOMES = {
    ar.ShoeOutcome.PLAYER: Outcome.PLAYER,
    ar.ShoeOutcome.TIE: Outcome.TIE,
    ar.ShoeOutcome.BANKER: Outcome.BANKER,
}


class AngelEyeLink:
    """An Angel Eye II-EX on its line; see `ReaderLink`.

    `boot`: eight upper-case hex digits, a new one for each start of the table process. `r_means`: how the report ``R``
    is read. `commands`: how the check of a command is taken where writing is allowed; None: the shoe is only listened
    to, and nothing is ever written.
    """

    def __init__(self, *, boot: str, r_means: RMeans = RMeans.CARD_AGAIN, commands: CommandBcc | None = None) -> None:
        self._boot = boot
        self._commands = commands
        self._decoder = AngelEyeDecoder(r_means=r_means, answers=commands is not None)
        self._watch = GarbageWatch()
        self._counters = {"good": 0, "lost": 0}
        self._open = False
        self._closed_because = _CLOSED
        self._told = (False, "")
        self._fed_s = 0.0
        self._seq = 0
        self._last: int | None = None
        self._doubtful = False
        self._errors: dict[int, ar.ErrorShown] = {}
        self._card_open = False
        self._locked: bool | None = None
        self._out = b""

    @property
    def state(self) -> LinkState:
        """How the line stands now, with the counters."""
        detail = self._detail()
        return LinkState(up=not detail, detail=detail, counters=self.counters)

    @property
    def counters(self) -> dict[str, int]:
        """Since start: good (reports), duplicate (their copies), lost, and noise by kind."""
        return self._counters | {"duplicate": self._decoder.repeats}

    def opened(self, now_s: float) -> None:
        """The port was opened (again); what was reported meanwhile is lost, and shows in the numbers."""
        self._decoder.reset()
        self._watch.reset()
        self._open = self._doubtful = True
        self._locked = None
        self._out = b""
        self._fed_s = now_s

    def lost(self, detail: str, now_s: float) -> None:  # noqa: ARG002 - the shape of all links
        """The port is gone; half a report is dropped."""
        self._open = False
        self._closed_because = detail

    def feed(self, data: bytes, now_s: float) -> list[LinkOutput]:
        """Take bytes that arrived at `now_s`; returns passages, noise and changes of the link's state."""
        out: list[LinkOutput] = []
        if self._open:
            self._pass_time(now_s, out)
            items = self._decoder.feed(data)
            self._watch.text(data if all(isinstance(item, Noise) for item in items) else b"")
            self._take(items, now_s, out)
        return self._changed(out)

    def poll(self, now_s: float) -> list[LinkOutput]:
        """Let time pass: what is unfinished after a pause never will be."""
        out: list[LinkOutput] = []
        if self._open:
            self._pass_time(now_s, out)
            self._watch.noise(0, now_s)
        return self._changed(out)

    def acknowledge(self, id: ReadId) -> None:
        """Nothing: what the shoe sent three times it does not send again."""

    def set_lamps(self, lamps: frozenset[str]) -> None:
        """Lock or unlock the shoe, where writing is allowed; it has no lamps of ours."""
        locked = _LOCK_LAMP in lamps
        if self._commands is not None and self._open and locked is not self._locked:
            self._locked = locked
            self._out = lock_command(locked=locked, bcc=self._commands)

    def take_output(self) -> bytes:
        """Bytes to write to the port now; always none unless writing is allowed."""
        out, self._out = self._out, b""
        return out

    # inside ------------------------------------------------------------------------------------------------------

    def _pass_time(self, now_s: float, out: list[LinkOutput]) -> None:
        ms = int((now_s - self._fed_s) * 1000)
        if ms > 0:
            self._fed_s += ms / 1000
            self._take(self._decoder.pause(ms), now_s, out)

    def _take(self, items: list[ar.AnyReport | Noise], now_s: float, out: list[LinkOutput]) -> None:
        for item in items:
            if isinstance(item, Noise):
                self._noise(item, now_s, out)
            else:
                self._report(item, now_s, out)

    def _noise(self, noise: Noise, now_s: float, out: list[LinkOutput]) -> None:
        out.append(noise)
        self._counters[noise.kind] = self._counters.get(noise.kind, 0) + 1
        if noise.kind == "copies-differ":
            # Which of the two is right nobody can tell: the table stops, and somebody looks at the card.
            self._lost(1, now_s, out)
        elif noise.kind not in _HARMLESS:
            self._doubtful = True
            self._watch.noise(noise.bytes, now_s)

    def _report(self, report: ar.AnyReport, now_s: float, out: list[LinkOutput]) -> None:
        self._counters["good"] += 1
        if isinstance(report, ar.Started):
            self._restarted(now_s, out)
        elif missing := self._missing(report.seq):
            self._lost(missing, now_s, out)
            if not isinstance(report, ar.ErrorShown | ar.ErrorCleared):
                self._forget_errors(now_s, out)
        self._last = report.seq
        self._doubtful = False
        match report:
            case ar.CardDrawn(card=card) | ar.CardOutside(card=card):
                self._card_open = False
                out.append(self._passage_of(card.value if card else None, now_s))
            case ar.CutCardDrawn():
                out.append(self._passage_of("CUT", now_s))
            case ar.GameEnded(outcome=said, player_pair=player_pair, banker_pair=banker_pair):
                pairs = {"player_pair": player_pair, "banker_pair": banker_pair}
                out.append(ps.GameResult(id=self._next_id(), at_s=now_s, outcome=_OUTCOMES.get(said), **pairs))
            case ar.ErrorShown():
                self._error(report, now_s, out)
            case ar.ErrorCleared():
                self._cleared(report, now_s, out)
            case ar.Redealt():
                # The cards of the game are on the table: what becomes of them is for people to say.
                out.append(ps.Jam(id=self._next_id(), at_s=now_s, gate=_GATE, cleared=False))
            case _:
                pass

    def _passage_of(self, code: str | None, now_s: float) -> ps.Passage:
        if code is None:
            return ps.NoCodePassed(id=self._next_id(), at_s=now_s)
        return ps.CodePassed(id=self._next_id(), at_s=now_s, code=code)

    def _error(self, report: ar.ErrorShown, now_s: float, out: list[LinkOutput]) -> None:
        if report.number in self._errors:
            return
        self._errors[report.number] = report
        match report.error:
            case error if error in _ABOUT_A_CARD:
                self._card_open = True
            case ar.ShoeError.REVERSE_AT_EXIT:
                out.append(ps.PushedIn(id=self._next_id(), at_s=now_s))
            case ar.ShoeError.REVERSE_MIDWAY:
                out.append(ps.PulledBack(id=self._next_id(), at_s=now_s, how=report.error.value))
            case _:
                pass

    def _cleared(self, report: ar.ErrorCleared, now_s: float, out: list[LinkOutput]) -> None:
        self._errors.pop(report.number, None)
        if report.error in _ABOUT_A_CARD and self._card_open:
            self._card_open = False
            out.append(self._passage_of(None, now_s))

    def _restarted(self, now_s: float, out: list[LinkOutput]) -> None:
        """The shoe counts anew; its errors are what it will report."""
        self._forget_errors(now_s, out)
        if self._last is not None:
            out.append(ps.BoardStarted(id=self._next_id(), at_s=now_s))

    def _forget_errors(self, now_s: float, out: list[LinkOutput]) -> None:
        """The shoe goes on and what it said was lost: an error that was shown before may have been cleared unheard."""
        self._errors.clear()
        if self._card_open:
            self._card_open = False
            out.append(self._passage_of(None, now_s))

    def _missing(self, seq: int) -> int:
        """How many reports between the last one and this one never came, as far as the numbers tell."""
        if self._last is None:
            return 0
        if _is_digit(self._last) and _is_digit(seq):
            return (seq - self._last - 1) % 10
        if seq == self._last + 1 or (self._last, seq) == (ord("9"), ord("A")):
            return 0
        if seq > self._last:
            return seq - self._last - 1
        return 1 if self._doubtful else 0

    def _lost(self, count: int, now_s: float, out: list[LinkOutput]) -> None:
        if not count:
            return
        self._counters["lost"] += count
        first = step(self._seq)
        self._seq = step(self._seq, count)
        out.append(ps.ReadsLost(id=ReadId(boot=self._boot, seq=self._seq), at_s=now_s, first=first, last=self._seq))

    def _next_id(self) -> ReadId:
        self._seq = step(self._seq)
        return ReadId(boot=self._boot, seq=self._seq)

    def _detail(self) -> str:
        if not self._open:
            return self._closed_because
        for report in self._errors.values():
            says = _SAYS[report.error]
            return f"reader: the shoe shows error {report.number}, {says}; look at it and clear it at the shoe"
        return self._watch.hint()

    def _changed(self, out: list[LinkOutput]) -> list[LinkOutput]:
        detail = self._detail()
        told = (not detail, detail)
        if told != self._told:
            self._told = told
            out.append(self.state)
        return out


def _is_digit(seq: int) -> bool:
    return ord("0") <= seq <= ord("9")
