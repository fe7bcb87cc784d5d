"""The link to our own shoe board: hello, heartbeat, events once and in order, acknowledged when on record.

Theory of operation:

    CLOSED ──opened──▶ ASKING ──valid hello──▶ UP ──3 s without heartbeat, or another device──▶ ASKING
       ▲                                        │
       └───────────────── lost ─────────────────┘

ASKING writes nothing but ``?``, and delivers nothing: the board keeps its events and sends them again. UP writes
something each second, since the board lights its fault lamp when the host is silent. A boot number never seen makes a
`BoardStarted` before its first event; the boots of this session are remembered, so that two boards on one cable cannot
double a card. How numbers become order is told in event_order.py, how ticks become times in board_clock.py.
"""

from device.readers import shoe_frames as sf
from device.readers.board_clock import BoardClock
from device.readers.event_order import EventOrder, Hole
from device.readers.garbage import GarbageWatch
from device.readers.passages import BoardStarted, LinkState, Noise, ReadId, ReadsLost
from device.readers.reader_link import LinkOutput
from device.readers.shoe import ShoeDecoder, encode
from device.readers.shoe_events import passage_of

ASK_INTERVAL_S = 0.5
SILENCE_S = 3.0
KEEP_ALIVE_S = 1.0
_ASK_STRANGER_S = 0.2
_MOST_BOOTS = 16

_CLOSED = "reader: the port is not open"
_ASKING = "reader: port open, the shoe has not answered yet"
_NO_ANSWER = "reader: no shoe answers on this port; check cable, port and the shoe's power"
_SILENT = "reader: no heartbeat from the shoe for 3 s; check its cable and power"


class _Boot:
    """What is known of one boot of a board."""

    def __init__(self, boot: str, done: int | None) -> None:
        self.boot = boot
        self.order = EventOrder(done)
        self.clock = BoardClock()


class ShoeLink:
    """A SHOE/1 board on a line; see `ReaderLink`. `last_read` is the last identity on durable record, if any."""

    def __init__(self, last_read: ReadId | None, *, refuses_simulated: bool = False) -> None:
        """`refuses_simulated`: a board that says it is a program is left alone, as where real games are played."""
        self._refuses_simulated = refuses_simulated
        self._decoder = ShoeDecoder()
        self._watch = GarbageWatch()
        self._own = {"duplicate": 0, "lost": 0}
        self._boots: dict[str, _Boot] = {}
        self._current: _Boot | None = None
        if last_read is not None:
            self._current = self._boots[last_read.boot] = _Boot(last_read.boot, last_read.seq)
        self._open = False
        self._ours = False
        self._numbered: ReadId | None = None
        self._detail = _CLOSED
        self._told = (False, "")
        self._down_s = self._asked_s = self._beat_s = self._spoke_s = 0.0
        self._latest_at_s = float("-inf")
        self._lamps: frozenset[str] = frozenset()
        self._ask_due = self._acknowledge_due = self._lamps_due = False

    @property
    def state(self) -> LinkState:
        """How the connection stands now, with the counters."""
        detail, numbered = ("", self._numbered) if self._ours else (self._detail, None)
        return LinkState(up=self._ours, detail=detail, numbered=numbered, counters=self.counters)

    @property
    def counters(self) -> dict[str, int]:
        """Since start: good, bad-checksum, overlong, resync, unknown-frame, duplicate, lost."""
        return self._decoder.counters | self._own

    def opened(self, now_s: float) -> None:
        """The port was opened (again): a new frame begins, and the board is asked who it is."""
        self._decoder.reset()
        self._watch.reset()
        self._open = True
        self._down(_ASKING, now_s)
        self._ask(now_s)

    def lost(self, detail: str, now_s: float) -> None:
        """The port is gone; what is unacknowledged comes again from the board when it is back."""
        self._down(detail, now_s)
        self._open = False

    def feed(self, data: bytes, now_s: float) -> list[LinkOutput]:
        """Take bytes that arrived at `now_s`; returns passages, noise and changes of the link's state."""
        out: list[LinkOutput] = []
        if not self._open:
            return self._changed(out)
        heard = self._decoder.feed(data)
        frames = [item for item in heard if not isinstance(item, Noise)]
        self._watch.text(b"" if any(not isinstance(frame, sf.HostFrame) for frame in frames) else data)
        self._watch.noise(sum(item.bytes for item in heard if isinstance(item, Noise)), now_s)
        self._learn_time(frames, now_s)
        for item in heard:
            self._take(item, now_s, out)
        self._explain(now_s)
        return self._changed(out)

    def poll(self, now_s: float) -> list[LinkOutput]:
        """Let time pass: ask again, miss the heartbeat, give up waiting for a lost event."""
        out: list[LinkOutput] = []
        if not self._open:
            return self._changed(out)
        self._watch.noise(0, now_s)
        if self._ours and now_s - self._beat_s >= SILENCE_S:
            self._down(_SILENT, now_s)
            self._ask(now_s)
        elif self._ours:
            self._release(now_s, out)
            if now_s - self._spoke_s >= KEEP_ALIVE_S:
                self._keep_alive(now_s)
        elif now_s - self._asked_s >= ASK_INTERVAL_S:
            self._ask(now_s)
        self._explain(now_s)
        return self._changed(out)

    def acknowledge(self, id: ReadId) -> None:
        """Everything up to this passage is on durable record: the board may forget it."""
        boot = self._boots.get(id.boot)
        if boot is not None and boot.order.acknowledge(id.seq) and boot is self._current:
            self._acknowledge_due = True

    def set_lamps(self, lamps: frozenset[str]) -> None:
        """Light exactly these lamps on the shoe; told again after each hello."""
        self._lamps_due = self._lamps_due or lamps != self._lamps
        self._lamps = lamps

    def take_output(self) -> bytes:
        """Bytes to write to the port now; nothing but ``?`` before the board has said that it is ours."""
        frames: list[sf.HostFrame] = []
        if self._open and self._ask_due:
            frames.append(sf.WhoAreYou())
            self._ask_due = False
        if self._ours and self._current is not None:
            acknowledged = self._current.order.acknowledged
            if self._acknowledge_due and acknowledged is not None:
                frames.append(sf.Acknowledge(id=ReadId(boot=self._current.boot, seq=acknowledged)))
            if self._lamps_due:
                frames.append(sf.Lamps(names=self._lamps))
            self._acknowledge_due = self._lamps_due = False
        return b"".join(map(encode, frames))

    # inside ------------------------------------------------------------------------------------------------------

    def _take(self, item: sf.Frame | Noise, now_s: float, out: list[LinkOutput]) -> None:
        match item:
            case Noise(kind=kind):
                out.append(item)
                if self._current is not None and kind != "unknown-frame":
                    self._current.order.damaged(now_s)
            case sf.Hello():
                self._hello(item, now_s, out)
            case sf.Heartbeat(boot=boot, last_seq=last_seq, uptime_ms=uptime_ms):
                order = self._order_of(boot, now_s)
                if order is not None:
                    self._beat_s = now_s
                    order.heartbeat(last_seq, uptime_ms, now_s)
                    self._release(now_s, out)
            case sf.WhoAreYou() | sf.Acknowledge() | sf.Lamps() | sf.SelfTest():
                pass  # our own bytes echoed back; a board that only echoes never says hello
            case _:
                order = self._order_of(item.id.boot, now_s)
                if order is not None:
                    if order.event(item, now_s):
                        self._own["duplicate"] += 1
                        self._acknowledge_due |= order.is_acknowledged(item.id.seq)
                    self._release(now_s, out)

    def _hello(self, hello: sf.Hello, now_s: float, out: list[LinkOutput]) -> None:
        if hello.product != sf.PRODUCT or hello.major != sf.MAJOR:
            if hello.product == sf.PRODUCT:
                why = f"the shoe speaks protocol {hello.major}, this software {sf.MAJOR}; bring both to one version"
            else:
                why = f"the device on this port says it is {hello.product!r}, not a shoe; choose another port"
            self._down(f"reader: {why}", now_s)
            return
        if self._refuses_simulated and hello.is_simulated:
            self._down("reader: this is the simulated shoe, and production = true takes a real one only", now_s)
            return
        boot = self._boots.get(hello.id.boot) or self._new_boot(hello.id.boot)
        before, self._current = self._current, boot
        if not self._ours or boot is not before:
            boot.order.reopened()
            self._numbered = ReadId(boot=boot.boot, seq=hello.id.seq)
            self._acknowledge_due = self._lamps_due = True
        self._ours = True
        self._beat_s = now_s
        self._changed(out)
        if before is not None and boot is not before:
            out.append(BoardStarted(id=ReadId(boot=boot.boot, seq=boot.order.done or 0), at_s=now_s))
        boot.order.hello(hello.id.seq, now_s)
        self._release(now_s, out)

    def _new_boot(self, name: str) -> _Boot:
        # The first board ever has no past that could be missing; after another board, a new boot's count starts at 1.
        boot = self._boots[name] = _Boot(name, None if self._current is None else 0)
        if len(self._boots) > _MOST_BOOTS:
            del self._boots[next(iter(self._boots))]
        return boot

    def _order_of(self, boot: str, now_s: float) -> EventOrder | None:
        """The order to put the frame into if the board that said hello sent it; another board is asked who it is."""
        if self._ours and self._current is not None and self._current.boot == boot:
            return self._current.order
        if now_s - self._asked_s >= _ASK_STRANGER_S:
            self._ask(now_s)
        return None

    def _release(self, now_s: float, out: list[LinkOutput]) -> None:
        current = self._current
        if current is None or not self._ours:
            return
        for item in current.order.release(now_s):
            if isinstance(item, Hole):
                self._own["lost"] += (item.last - item.first) % sf.HIGHEST_SEQ + 1
                hole_id = ReadId(boot=current.boot, seq=item.last)
                out.append(ReadsLost(id=hole_id, at_s=now_s, first=item.first, last=item.last))
                continue
            at_s = current.clock.at_s(sf.event_ticks_ms(item), now_s)
            # Order is the board's; a better offset learnt in between must not turn two times round.
            self._latest_at_s = at_s = min(now_s, max(at_s, self._latest_at_s))
            out.append(passage_of(item, at_s))

    def _learn_time(self, frames: list[sf.Frame], now_s: float) -> None:
        """Before anything is delivered: the youngest of a burst of old events tells the offset best."""
        for frame in frames:
            if isinstance(frame, sf.Heartbeat) and frame.boot in self._boots:
                self._boots[frame.boot].clock.heard(frame.uptime_ms, now_s, present=True)
            elif isinstance(frame, sf.EventFrame) and frame.id.boot in self._boots:
                self._boots[frame.id.boot].clock.heard(sf.event_ticks_ms(frame), now_s, present=False)

    def _ask(self, now_s: float) -> None:
        self._ask_due = True
        self._asked_s = now_s

    def _keep_alive(self, now_s: float) -> None:
        self._spoke_s = now_s
        self._acknowledge_due = True
        self._lamps_due = self._lamps_due or self._current is None or self._current.order.acknowledged is None

    def _down(self, detail: str, now_s: float) -> None:
        self._ours = False
        self._detail = detail
        self._down_s = now_s

    def _explain(self, now_s: float) -> None:
        """While no board is ours, say what the line looks like."""
        if self._ours:
            return
        hint = self._watch.hint()
        if hint:
            self._detail = hint
        elif self._detail == _ASKING and now_s - self._down_s >= SILENCE_S:
            self._detail = _NO_ANSWER

    def _changed(self, out: list[LinkOutput]) -> list[LinkOutput]:
        state = self.state
        if (state.up, state.detail) != self._told:
            self._told = (state.up, state.detail)
            out.append(state)
        return out
