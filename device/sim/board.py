"""The shoe board as a state machine without a port: gates, ring of unacknowledged events, heartbeat, lamps.

Theory of operation. Whatever the gates report takes the next sequence number and goes into a ring of 64. An event
stays there, and is sent again every 250 ms, until the host acknowledges it; so a host that was away misses nothing.
When the ring is full the newest is not taken: its number is used up all the same, so that the host sees the hole in
the count, and the heartbeat says how many were lost. The hello is no event: it tells the number given last.

    code at rest ──leaves──▶ event ──▶ ring ──sent, each 250 ms──▶ acknowledged ──▶ forgotten
                                        └─ full ──▶ lost, number used up

Time is an argument in milliseconds of any steady clock; the board's own ticks start at its start and wrap at 2^30.
This stands for a program on another processor: it shares no code with the host's reader.
"""

import re

from device.sim.frames import MOST_CODE_BYTES, HostEar, check_boot, check_field, encode, escape
from device.sim.ring import EventId, Ring

HEARTBEAT_MS = 1000
HOST_SILENT_MS = 3000
SELF_TEST_MS = 1000
TICKS_WRAP = 1 << 30
USUAL_TRANSIT_MS = 120
MOST_OUTPUT_BYTES = 2048
"""What the board's sending buffer holds; a frame that does not fit waits, as on a board whose host does not read."""


class Board:
    """One board from power-up to power-off; `reset` is a power-up of the same board.

    `boot` is eight upper-case hex digits, never the same twice. `ticks_at_start` and `seq_at_start` let a test begin
    just before a wrap.
    """

    def __init__(  # noqa: PLR0913 - all but the boot number have their usual values
        self,
        *,
        boot: str,
        uid: str = "E6614C311B7D5A2F",
        firmware: str = "0.1.0",
        now_ms: int = 0,
        ticks_at_start: int = 0,
        seq_at_start: int = 0,
    ) -> None:
        self.uid = check_field(uid)
        self.firmware = check_field(firmware)
        self.faulty_gates: set[str] = set()
        self.jammed_gates: set[str] = set()
        self.lid_open = False
        self.host_frames = 0
        self._resting: str | None = None
        self._acknowledged: list[EventId] = []
        self._start(check_boot(boot), now_ms, ticks_at_start, seq_at_start)

    def _start(self, boot: str, now_ms: int, ticks_at_start: int, seq_at_start: int) -> None:
        self.boot = boot
        self.lamps = ""
        """The text of the host's last lamp order, as it came."""
        self._ear = HostEar()
        self._ring = Ring(seq_at_start)
        self._out = bytearray()
        self._now_ms = now_ms
        self._zero_ms = now_ms - ticks_at_start
        self._beat_at_ms = now_ms
        self._host_at_ms = now_ms
        self._left_at_ms = now_ms
        self._self_test_until_ms: int | None = None
        self._hello()

    # what a person or the electronics does -----------------------------------------------------------------------

    def reset(self, *, boot: str, now_ms: int) -> tuple[EventId, ...]:
        """Start anew under another boot number; returns the events that died with the memory, unacknowledged.

        A card at rest stays where it is and is read again.
        """
        dropped = tuple(EventId(boot=self.boot, seq=seq) for seq in self._ring)
        self._start(check_boot(boot), now_ms, 0, 0)
        return dropped

    def code_rests(self, code: str, now_ms: int) -> None:
        """The card in the mouth was read and has not left: nothing is said, the host must never know the next card."""
        self._advance(now_ms)
        self._resting = check_field(code)

    def card_left(self, code: str | None, now_ms: int) -> EventId:
        """A card passed both gates, with the code read in passing, or with the one read at rest, or with none.

        Two different codes in one passage are two cards.
        """
        self._advance(now_ms)
        resting, self._resting = self._resting, None
        if code is not None and resting not in (None, code):
            return self.two_left((str(resting), code), now_ms)
        code = code or resting
        times = self._passage_times()
        if code is None:
            return self._event("N", *times)
        return self._event("C", *times, escape(check_field(code)))

    def two_left(self, codes: tuple[str, ...], now_ms: int) -> EventId:
        """Two cards passed at once; those codes that were read, none to two."""
        self._advance(now_ms)
        self._resting = None
        fields = [escape(check_field(code)) for code in codes]
        return self._event("D", self._passage_times()[1], *fields)

    def pulled_back(self, now_ms: int, how: str = "back") -> EventId:
        """A card was touched (``touch``) or drawn out and put back (``back``): its code stays on the board."""
        return self._happened(now_ms, "P", escape(check_field(how)))

    def pushed_in(self, now_ms: int) -> EventId:
        """Something entered through the mouth."""
        return self._happened(now_ms, "X")

    def stray_code(self, now_ms: int) -> EventId:
        """A code was read and no card passed: the code is not told."""
        return self._happened(now_ms, "R")

    def gate_blocked(self, gate: str, now_ms: int) -> EventId:
        """A gate has been dark for over 3 s."""
        self.jammed_gates.add(check_field(gate))
        return self._happened(now_ms, "J", escape(gate))

    def gate_freed(self, gate: str, now_ms: int) -> EventId:
        """A jammed gate is free again."""
        self.jammed_gates.discard(check_field(gate))
        return self._happened(now_ms, "j", escape(gate))

    def gate_failed(self, gate: str, now_ms: int) -> EventId:
        """A gate does not work."""
        self.faulty_gates.add(check_field(gate))
        return self._happened(now_ms, "G", escape(gate))

    def lid_moved(self, opened: bool, now_ms: int) -> EventId:
        """The lid was opened or closed."""
        self.lid_open = opened
        return self._happened(now_ms, "T", "LID", str(int(opened)))

    def button_moved(self, button: str, pressed: bool, now_ms: int) -> EventId:
        """A button on the shoe went down or up."""
        return self._happened(now_ms, "K", escape(check_field(button)), str(int(pressed)))

    # the line ----------------------------------------------------------------------------------------------------

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes from the host; bytes that are no frame change nothing."""
        self._advance(now_ms)
        for body in self._ear.feed(data):
            self._host_at_ms = now_ms
            self.host_frames += 1
            self._obey(body)

    def tick(self, now_ms: int) -> None:
        """Let time pass: heartbeat each second, everything unacknowledged again each 250 ms."""
        self._advance(now_ms)
        if self._self_test_until_ms is not None and now_ms >= self._self_test_until_ms:
            self._self_test_until_ms = None
        if now_ms - self._beat_at_ms >= HEARTBEAT_MS:
            # A late beat does not shift the ones after it, unless several were missed.
            late = now_ms - self._beat_at_ms >= 2 * HEARTBEAT_MS
            self._beat_at_ms = now_ms if late else self._beat_at_ms + HEARTBEAT_MS
            self._say(f"B,{self.boot},{self._ticks(now_ms)},{self._ring.last_seq},{self._flags()}")
        self._ring.send_due(now_ms, self._put)

    def next_due_ms(self) -> int:
        """When `tick` has something to do next, on the clock of `now_ms`."""
        beat = self._beat_at_ms + HEARTBEAT_MS
        again = self._ring.next_due_ms(self._now_ms)
        return beat if again is None else min(beat, again)

    def take_output(self) -> bytes:
        """Whole frames for the host, and the room in the sending buffer with them."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def take_acknowledged(self) -> tuple[EventId, ...]:
        """Events the host has acknowledged since the last call, in order."""
        acknowledged = tuple(self._acknowledged)
        self._acknowledged.clear()
        return acknowledged

    # what an onlooker sees ---------------------------------------------------------------------------------------

    @property
    def unacknowledged(self) -> int:
        """How many events wait for the host."""
        return len(self._ring)

    @property
    def last_seq(self) -> int:
        """The sequence number given last; 0 before the first."""
        return self._ring.last_seq

    @property
    def lost(self) -> int:
        """How many events found the ring full since the board started."""
        return self._ring.lost

    @property
    def fault_lamp(self) -> bool:
        """Whether the board shows that no host has spoken for 3 s."""
        return self._now_ms - self._host_at_ms >= HOST_SILENT_MS

    @property
    def self_test_running(self) -> bool:
        """Whether all lamps are on because the host asked for a self-test."""
        return self._self_test_until_ms is not None

    @property
    def counters(self) -> dict[str, int]:
        """The host's frames since start: good, bad-crc, overlong, resync."""
        return dict(self._ear.counters)

    # inside ------------------------------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        self._now_ms = max(self._now_ms, now_ms)

    def _ticks(self, at_ms: int) -> int:
        return (at_ms - self._zero_ms) % TICKS_WRAP

    def _passage_times(self) -> tuple[str, str]:
        """Ticks in and out; a quick dealer's passages never overlap."""
        begin = max(self._now_ms - USUAL_TRANSIT_MS, self._left_at_ms)
        self._left_at_ms = self._now_ms
        return str(self._ticks(begin)), str(self._ticks(self._now_ms))

    def _happened(self, now_ms: int, letter: str, *fields: str) -> EventId:
        self._advance(now_ms)
        return self._event(letter, str(self._ticks(now_ms)), *fields)

    def _event(self, letter: str, *fields: str) -> EventId:
        taken = self._ring.put(lambda seq: encode(",".join((letter, self.boot, str(seq), *fields))))
        self._ring.send_due(self._now_ms, self._put)
        return EventId(boot=self.boot, seq=self._ring.last_seq, taken=taken)

    def _put(self, frame: bytes) -> bool:
        if len(self._out) + len(frame) > MOST_OUTPUT_BYTES:
            return False
        self._out += frame
        return True

    def _say(self, body: str) -> None:
        self._put(encode(body))

    def _hello(self) -> None:
        self._say(
            f"H,{self.boot},{self._ring.last_seq},shoe,1,fw={escape(self.firmware)},uid={escape(self.uid)},simulated=1"
        )

    def _flags(self) -> str:
        words = []
        if self.fault_lamp:
            words.append("no-host")
        if self._ring.lost:
            words.append(f"lost={self._ring.lost}")
        if self.lid_open:
            words.append("lid")
        words += [f"jam={gate}" for gate in sorted(self.jammed_gates)]
        words += [f"gate={gate}" for gate in sorted(self.faulty_gates)]
        if self.self_test_running:
            words.append("test")
        return escape("+".join(words) or "ok")[:MOST_CODE_BYTES]

    def _obey(self, body: str) -> None:
        letter, _, rest = body.partition(",")
        if letter == "?":
            self._hello()
            self._ring.send_again()
        elif letter == "A":
            self._acknowledge(rest)
        elif letter == "L":
            self.lamps = rest
        elif letter == "S":
            self._self_test_until_ms = self._now_ms + SELF_TEST_MS
            for gate in sorted(self.faulty_gates):
                self._happened(self._now_ms, "G", escape(gate))
            for gate in sorted(self.jammed_gates):
                self._happened(self._now_ms, "J", escape(gate))

    def _acknowledge(self, rest: str) -> None:
        boot, _, number = rest.partition(",")
        if boot == self.boot and re.fullmatch(r"[0-9]{1,5}", number):
            self._acknowledged += [EventId(boot=boot, seq=seq) for seq in self._ring.acknowledge(int(number))]
