"""The signs of life: the hello and the heartbeat, when each is due, and whether the host gives any itself."""

from micropython import const

from shoe import VERSION, ticks
from shoe.frame import encode, escape

HEARTBEAT_MS = 1000
HOST_SILENT_MS = 3000
_HELLO_AGAIN_MS = const(100)
"""Whoever asks without end gets a hello this often, and the events in between."""
_MASK = const(0x3FFFFFFF)


class Signs:
    """When to say what; `uid` and `build` are what the hello tells of the board."""

    def __init__(self, boot: str, uid: str, build: str, now_ms: int) -> None:
        self.asked = True
        """Somebody wants to know who this is."""
        self.beat_due = False
        self.alone = False
        """Nothing was heard of the host for 3 s."""
        self._boot = boot
        self._about = "fw=%s,uid=%s,build=%s" % (escape(VERSION), escape(uid), escape(build))
        self._host_ms = self._beat_ms = now_ms
        self._hello_ms = ticks.back(now_ms, _HELLO_AGAIN_MS)

    def host_spoke(self, now_ms: int) -> None:
        """A frame came from the host."""
        self._host_ms = now_ms
        self.alone = False

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        late_ms = ticks.since(now_ms, self._beat_ms)
        if late_ms >= HEARTBEAT_MS:
            # A late beat does not shift the ones after it, unless several were missed.
            by = late_ms if late_ms >= 2 * HEARTBEAT_MS else HEARTBEAT_MS
            self._beat_ms = (self._beat_ms + by) & _MASK
            self.beat_due = True
        # Kept, not computed: after days of silence the counter of milliseconds has come around.
        self.alone = self.alone or ticks.since(now_ms, self._host_ms) >= HOST_SILENT_MS

    def hello(self, last_seq: int, now_ms: int) -> bytes | None:
        """The hello, if one is due; it counts as said."""
        if not self.asked or ticks.since(now_ms, self._hello_ms) < _HELLO_AGAIN_MS:
            return None
        self.asked = False
        self._hello_ms = now_ms
        return encode("H,%s,%d,shoe,1,%s" % (self._boot, last_seq, self._about))

    def beat(self, uptime_ms: int, last_seq: int, flags: str) -> bytes:
        """The heartbeat; it counts as said."""
        self.beat_due = False
        return encode("B,%s,%d,%d,%s" % (self._boot, uptime_ms, last_seq, flags))
