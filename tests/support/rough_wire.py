"""A wire that drops, repeats, flips, cuts, stretches and delays what goes over it, and knows what it has done.

A checksum of sixteen bits lets one random damage in 65,536 pass. No reader can tell such a damage from a frame, so the
wire looks for it: it is counted, and let through only where a test wants to see what comes of it.
"""

import random
import re
from collections import Counter
from collections.abc import Callable

from device.readers.shoe import checksum

_FRAME = re.compile(rb"\$([^$\n]*)\*([0-9A-F]{4})\r?\n")
_MOST_FRAME_BYTES = 104
_REMEMBERED = 512


class RoughWire:
    """One direction. `badness`: how likely a frame is to be harmed; `lets_unseen`: whether forged frames go through."""

    def __init__(self, dice: random.Random, badness: float, *, lets_unseen: bool = False) -> None:
        self.badness = badness
        self.done: Counter[str] = Counter()
        """What was done to frames, by name; ``unseen``: damages with a right checksum."""
        self.frames = 0
        """Everything that was said, repeats too."""
        self._dice = dice
        self._lets_unseen = lets_unseen
        self._said: dict[bytes, None] = {}
        self._held = b""
        self._tail = b""
        self._stalled_ms = 0
        self._storm_ms = 0
        self._deaf_ms = 0
        self._fates: dict[str, Callable[[bytes], bytes]] = {
            "drop": lambda _: b"",
            "repeat": lambda frame: frame * self._dice.randint(2, 4),
            "old frame again": self._old_again,
            "one bit": lambda frame: self._flip(frame, 1),
            "two bits": lambda frame: self._flip(frame, 2),
            "some bits": lambda frame: self._flip(frame, self._dice.randint(3, 9)),
            "burst": self._burst,
            "other bytes": self._overwrite,
            "cut out": self._cut_out,
            "cut off": lambda frame: frame[: self._dice.randrange(len(frame))],
            "head lost": lambda frame: frame[self._dice.randrange(1, len(frame) + 1) :],
            "stretched": self._stretch,
            "noise before": lambda frame: self._noise() + frame,
            "noise inside": self._noise_inside,
        }

    def cleared(self) -> None:
        """The plug was pulled: what is on its way is gone, and what comes next is joined to nothing."""
        self._held = self._tail = b""

    def forgotten(self) -> None:
        """The sender begins anew: nothing of before is said again."""
        self._said.clear()

    def only(self, fates: dict[str, Callable[[bytes], bytes]]) -> None:
        """Harm frames in these ways and in no others."""
        self._fates = fates

    def weather(self, what: str, ms: int) -> None:
        """For so long everything is late (``stall``), harmed (``storm``) or gone (``deaf``)."""
        self._stalled_ms = max(self._stalled_ms, ms * (what == "stall"))
        self._storm_ms = max(self._storm_ms, ms * (what == "storm"))
        self._deaf_ms = max(self._deaf_ms, ms * (what == "deaf"))
        self.done[what] += 1

    def carry(self, said: bytes, ms: int) -> list[bytes]:
        """What arrives within the next `ms`, in pieces cut anywhere."""
        self._stalled_ms, self._storm_ms, self._deaf_ms = (
            max(0, left - ms) for left in (self._stalled_ms, self._storm_ms, self._deaf_ms)
        )
        carried = []
        harmed = False
        for frame in said.splitlines(keepends=True):
            self.frames += 1
            self._remember(frame)
            if self._deaf_ms:
                continue
            if self._storm_ms or self._dice.random() < self.badness:
                fate = self._dice.choice([*self._fates])
                self.done[fate] += 1
                carried.append(self._fates[fate](frame))
                harmed = True
            else:
                carried.append(frame)
        data = b"".join(carried)
        if harmed and self._is_forged(data):
            self.done["unseen"] += 1
            if not self._lets_unseen:
                data = b""
        self._tail = (self._tail + data)[-_MOST_FRAME_BYTES:]
        self._held += data
        return [] if self._stalled_ms else self._in_pieces()

    # inside ------------------------------------------------------------------------------------------------------

    def _in_pieces(self) -> list[bytes]:
        data, self._held = self._held, b""
        if not data:
            return []
        cut = self._dice.randrange(len(data))
        return [piece for piece in (data[:cut], data[cut:]) if piece]

    def _remember(self, frame: bytes) -> None:
        self._said[frame] = None
        while len(self._said) > _REMEMBERED:
            del self._said[next(iter(self._said))]

    def _is_forged(self, data: bytes) -> bool:
        """Whether a frame ends in `data` that was never said, for all that its checksum is right."""
        for match in _FRAME.finditer(self._tail + data):
            is_right = match.end() > len(self._tail) and checksum(match[1]) == int(match[2], 16)
            if is_right and match[0].replace(b"\r", b"") not in self._said:
                return True
        return False

    def _old_again(self, frame: bytes) -> bytes:
        return self._dice.choice([*self._said]) + frame

    def _flip(self, frame: bytes, count: int) -> bytes:
        number = int.from_bytes(frame)
        for place in self._dice.sample(range(8 * len(frame)), count):
            number ^= 1 << place
        return number.to_bytes(len(frame))

    def _burst(self, frame: bytes) -> bytes:
        width = self._dice.randint(2, 16)
        pattern = 1 | self._dice.getrandbits(width) | 1 << width - 1
        number = int.from_bytes(frame) ^ pattern << self._dice.randrange(8 * len(frame) - width + 1)
        return number.to_bytes(len(frame))

    def _overwrite(self, frame: bytes) -> bytes:
        at, length = self._place(frame)
        return frame[:at] + self._dice.randbytes(length) + frame[at + length :]

    def _cut_out(self, frame: bytes) -> bytes:
        at, length = self._place(frame)
        return frame[:at] + frame[at + length :]

    def _stretch(self, frame: bytes) -> bytes:
        at, length = self._place(frame)
        return frame[: at + length] + frame[at:]

    def _noise_inside(self, frame: bytes) -> bytes:
        at, _ = self._place(frame)
        return frame[:at] + self._noise() + frame[at:]

    def _place(self, frame: bytes) -> tuple[int, int]:
        at = self._dice.randrange(len(frame))
        return at, self._dice.randint(1, min(12, len(frame) - at))

    def _noise(self) -> bytes:
        return self._dice.choice(
            (
                self._dice.randbytes(self._dice.randint(1, 12)),
                b"$",
                b"\n",
                b"\r\n",
                b"\x03",
                b"$$",
                b"\0\x80\xf8",
                b"AT\r",
            )
        )
