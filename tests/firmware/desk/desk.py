"""A shoe on a desk: the firmware without a board, its pins and its clock moved by a script of one line an action.

    wait 20        so many milliseconds pass (fractions too)
    a+ a- b+ b-    a beam is broken, or free again
    read 9H        the reader says a code and CR         bytes 02 30    the reader says bytes
    lid open       the lid moves (or: lid closed)        press 0 / release 0    a button
    blind b        that gate sees nothing any more: it stays free, whatever lies there (and: sees b)
    host ?         the host says this body in a frame    host-bytes 03  the host says bytes
    answers no     the host reads and acknowledges nothing (and: answers yes)
    storm a 200    so many edges in a hundredth of a second

Runs on CPython and on MicroPython alike: the tests on both are these scripts.
"""

from shoe.belonging import DELAY_MS
from shoe.frame import encode
from shoe.lamps import Lamps
from shoe.listener import Listener
from shoe.readers import make_reader
from shoe.shoe import Shoe

MASK = 0x3FFFFFFF
STEP_US = 1000


class Desk(Listener):
    """One shoe; `told` are the bodies that a reading host got, `events` what the shoe put on record, in order."""

    def __init__(
        self,
        reader: str = "line",
        at_ms: int = 0,
        boot: str = "1A2B3C4D",
        dark: tuple[int, int] = (0, 0),
        rests: bool = True,
        delay_ms: int = DELAY_MS,
    ) -> None:
        self.us = 0
        self.at_ms = at_ms
        self.broken = [dark[0], dark[1]]
        self.blind = [False, False]
        self.lid = False
        self.down = [False]
        self.answers = True
        self.told: list[str] = []
        self.events: list[str] = []
        self.to_reader: list[bytes] = []
        self.lamps = Lamps(("ready", "error", "lock"))
        self.shoe = Shoe(
            boot,
            "E6614C311B7D5A2F",
            "desk",
            make_reader(reader),
            self.lamps,
            at_ms & MASK,
            self._us(),
            (dark[0], dark[1]),
            False,
            [("CALL", False)],
            rests=rests,
            delay_ms=delay_ms,
        )
        self.shoe.record.listener = self
        self._stepped_us = 0

    def heard(self, kind: str, seq: int, fields: str, taken: bool) -> None:
        """An event of the shoe's: kept without its times."""
        times = 2 if kind in "CN" else 1
        words = [kind] + fields.split(",")[times:]
        self.events.append(" ".join(words) if taken else "lost " + " ".join(words))

    def run(self, script: str) -> list[str]:
        """Carry out a script, a line or `;` an action; returns the events since its beginning."""
        before = len(self.events)
        for line in script.replace(";", "\n").split("\n"):
            words = line.split()
            if words:
                self.do(words)
        return self.events[before:]

    def do(self, words: list[str]) -> None:
        """One action."""
        what = words[0]
        if what == "wait":
            self.wait(int(float(words[1]) * 1000))
        elif what in ("a+", "a-", "b+", "b-"):
            gate = 0 if what[0] == "a" else 1
            self.broken[gate] = 1 if what[1] == "+" else 0
            if not self.blind[gate]:
                self.shoe.beams.log.note(gate, self.broken[gate], self._us())
        elif what == "read":
            self.reader_says(words[1].encode() + b"\r")
        elif what == "bytes":
            self.reader_says(bytes([int(word, 16) for word in words[1:]]))
        elif what == "lid":
            self.lid = words[1] == "open"
        elif what in ("press", "release"):
            self.down[int(words[1])] = what == "press"
        elif what in ("blind", "sees"):
            self.blind["ab".index(words[1])] = what == "blind"
        elif what == "host":
            self.host_says(encode(words[1]))
        elif what == "host-bytes":
            self.host_says(bytes([int(word, 16) for word in words[1:]]))
        elif what == "answers":
            self.answers = words[1] == "yes"
        elif what == "storm":
            for number in range(int(words[2])):
                self.shoe.beams.log.note("ab".index(words[1]), number & 1 ^ 1, (self._us() + number * 50) & MASK)
        else:
            raise ValueError(what)

    def wait(self, us: int) -> None:
        """Let time pass, with a step of the shoe each millisecond; after 200 of them each 20 ms, to be done sooner."""
        end = self.us + us
        fine = min(end, self.us + 200 * STEP_US)
        while self._stepped_us + STEP_US <= end:
            self._stepped_us += STEP_US if self._stepped_us < fine else min(20 * STEP_US, end - self._stepped_us)
            self.us = self._stepped_us
            self.step()
        self.us = end

    def step(self) -> None:
        """One round of the main loop."""
        self.shoe.step((self.at_ms + self.us // 1000) & MASK, self._us(), self._dark(0), self._dark(1))
        self.shoe.switches(self.lid, self.down)
        asked = self.shoe.to_reader()
        if asked is not None:
            self.to_reader.append(asked)
        while self.answers:
            frame = self.shoe.next_frame()
            if frame is None:
                break
            body = frame[1:-6].decode()
            self.told.append(body)
            fields = body.split(",")
            if fields[0] not in "HB":
                self.host_says(encode("A,%s,%s" % (fields[1], fields[2])))

    def reader_says(self, data: bytes) -> None:
        """Bytes on the reader's line."""
        for byte in data:
            self.shoe.from_reader(byte)

    def host_says(self, data: bytes) -> None:
        """Bytes on the host's line."""
        for byte in data:
            self.shoe.from_host(byte)

    def _dark(self, gate: int) -> int:
        if self.blind[gate]:
            return 0
        return 1 if self.lamps.beam_off else self.broken[gate]

    def _us(self) -> int:
        return (self.at_ms * 1000 + self.us) & MASK
