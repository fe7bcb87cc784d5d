"""The link to a reader without gates: a code read is a card passed, as far as that can be known.

Such a reader has no identity, no heartbeat and no count of its own. The caller gives a boot number for the session
and the link counts. Whether a second read of the same code is a second card cannot be known: a serialised code read
again is the same card; a class code is another card when the reader did not see it for a while (the shoe holds eight
nines of hearts, and neighbours are common). For schools and training, not for live play.
"""

from collections.abc import Callable

from device.readers import garbage
from device.readers.event_order import step
from device.readers.garbage import GarbageWatch
from device.readers.line import MOST_LINE_BYTES, LineDecoder, Suffix
from device.readers.passages import CodePassed, LinkState, Noise, Read, ReadId
from device.readers.reader_link import LinkOutput

MIN_GAP_S = 0.4
SAME_CARD_S = 30.0
"""A serialised code not seen for this long is reported again, and the table judges: the shoe may be another one."""

_CLOSED = "reader: the port is not open"


class LineLink:
    """A barcode reader on a line; see `ReaderLink`.

    `boot`: eight upper-case hex digits, a new one for each start of the table process. `is_serialised`: whether a code
    names one card of one pack. `min_gap_s`: how long a class code must have been out of sight to count as another card.
    """

    def __init__(
        self,
        *,
        boot: str,
        is_serialised: Callable[[str], bool],
        min_gap_s: float = MIN_GAP_S,
        suffix: Suffix = Suffix.ANY,
    ) -> None:
        self._boot = boot
        self._is_serialised = is_serialised
        self._min_gap_s = min_gap_s
        self._decoder = LineDecoder(suffix=suffix)
        self._watch = GarbageWatch()
        self._counters = {"good": 0, "duplicate": 0, "lost": 0}
        self._open = False
        self._closed_because = _CLOSED
        self._set_up_fault = ""
        self._told = (False, "")
        self._seq = 0
        self._last: tuple[str, float] | None = None
        self._time_told_s = 0.0

    @property
    def state(self) -> LinkState:
        """How the line stands now, with the counters."""
        detail = self._detail()
        return LinkState(up=not detail, detail=detail, counters=self.counters)

    @property
    def counters(self) -> dict[str, int]:
        """Since start: good, duplicate (reads of a card still there), and noise by kind."""
        return dict(self._counters)

    def opened(self, now_s: float) -> None:
        """The port was opened (again): a new line begins, and what was wrong with it may be mended."""
        self._decoder.reset()
        self._watch.reset()
        self._set_up_fault = ""
        self._open = True
        self._time_told_s = now_s

    def lost(self, detail: str, now_s: float) -> None:  # noqa: ARG002 - the shape of all links
        """The port is gone; a code cut in two is dropped."""
        self._open = False
        self._closed_because = detail

    def feed(self, data: bytes, now_s: float) -> list[LinkOutput]:
        """Take bytes that arrived at `now_s`; returns cards, noise and changes of the link's state."""
        out = self._pass_time(now_s)
        if self._open:
            for item in self._decoder.feed(data):
                self._take(item, now_s, out)
            unfinished = self._decoder.text
            self._set_up_fault = garbage.shell_or_prompt(unfinished) or self._set_up_fault
            if self._decoder.unfinished > MOST_LINE_BYTES:
                self._watch.noise(len(data), now_s)
        return self._changed(out)

    def poll(self, now_s: float) -> list[LinkOutput]:
        """Let time pass: a pause ends a code or drops half of one."""
        return self._changed(self._pass_time(now_s))

    def acknowledge(self, id: ReadId) -> None:
        """Nothing: this reader keeps nothing that could be sent again."""

    def set_lamps(self, lamps: frozenset[str]) -> None:
        """Nothing: this reader has no lamps."""

    def take_output(self) -> bytes:
        """Nothing: this reader is only listened to."""
        return b""

    # inside ------------------------------------------------------------------------------------------------------

    def _pass_time(self, now_s: float) -> list[LinkOutput]:
        out: list[LinkOutput] = []
        ms = int((now_s - self._time_told_s) * 1000)
        if self._open and ms > 0:
            self._time_told_s += ms / 1000
            self._watch.noise(0, now_s)
            for item in self._decoder.pause(ms):
                self._take(item, now_s, out)
        return out

    def _take(self, item: Read | Noise, now_s: float, out: list[LinkOutput]) -> None:
        if isinstance(item, Read):
            self._card(item.code, now_s, out)
            return
        out.append(item)
        self._counters[item.kind] = self._counters.get(item.kind, 0) + 1
        if item.kind == "not-text":
            self._set_up_fault = garbage.keyboard(self._decoder.refused) or self._set_up_fault
        if item.kind != "ack":
            self._watch.noise(item.bytes, now_s)

    def _card(self, code: str, now_s: float, out: list[LinkOutput]) -> None:
        fault = garbage.shell_or_prompt(code.encode()) or garbage.keyboard(code.encode())
        if fault or self._watch.unreadable:
            # What is read through a wrong layout or out of a stream of garbage may be any card: not one of ours.
            self._set_up_fault = fault or self._set_up_fault
            self._take(Noise(kind="not-a-label", bytes=len(code)), now_s, out)
            return
        self._set_up_fault = ""
        last, self._last = self._last, (code, now_s)
        if last is not None and last[0] == code:
            limit_s = SAME_CARD_S if self._is_serialised(code) else self._min_gap_s
            if round(now_s - last[1], 3) < limit_s:
                self._counters["duplicate"] += 1
                return
        self._counters["good"] += 1
        self._seq = step(self._seq)
        out.append(CodePassed(id=ReadId(boot=self._boot, seq=self._seq), at_s=now_s, code=code))

    def _detail(self) -> str:
        if not self._open:
            return self._closed_because
        return self._set_up_fault or self._watch.hint()

    def _changed(self, out: list[LinkOutput]) -> list[LinkOutput]:
        detail = self._detail()
        told = (not detail, detail)
        if told != self._told:
            self._told = told
            out.append(self.state)
        return out
