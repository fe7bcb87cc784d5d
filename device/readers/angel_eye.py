"""The wire of Angel Eye II-EX shoes, 4800 8N1: reports out of bytes, each sent three times and told once.

    05  seq  data …  03  BCC BCC          BCC: exclusive or of all from seq to 03, as two upper-case hex digits

**03 may stand inside the data** (the third card of Player), and 05 too: how long a report is, is told by its kind, and
it counts only when 03 stands there and the BCC is right. A damaged copy is noise; one good copy of three is enough.
Copies have the same seq and data. One with the same seq and other data is a copy that was damaged so that its BCC is
right again, and cannot be told from the good one: it is noise of the kind ``copies-differ``, and somebody must look.
"""

import re
from collections import deque

from device.readers import angel_eye_data
from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.readers.angel_eye_reports import AnyReport, Started
from device.readers.frame_scan import FrameScanner
from device.readers.passages import Noise

GIVE_UP_MS = 200
"""A byte takes 2 ms; after this long a pause what is unfinished never will be."""

_ENQ, _ETX, _ACK, _NAK = 0x05, 0x03, 0x06, 0x15
_REPORTS = re.compile(rb"\x05")
_REPORTS_AND_ANSWERS = re.compile(rb"[\x05\x06\x15]")
_UNKNOWN_LENGTHS = tuple(range(1, 8))
"""No known report is longer; one of an unknown kind is looked for within these lengths."""
_MOST_CARD_BYTES = 3
"""Longer reports are text: 05 cannot be part of one."""
_COPIES_KEPT = 3
"""Some shoes number from 0 to 9 only: a memory that reaches further back would take a new report for a copy."""


def bcc_of(data: bytes) -> bytes:
    """The check as it stands on the wire."""
    check = 0
    for byte in data:
        check ^= byte
    return b"%02X" % check


def wrap(seq: int, data: bytes) -> bytes:
    """One copy of a report as the shoe sends it: for tests, vectors and a simulated shoe."""
    body = bytes((seq,)) + data + bytes((_ETX,))
    return bytes((_ENQ,)) + body + bcc_of(body)


def lock_command(*, locked: bool, bcc: CommandBcc) -> bytes:
    """Lock or unlock the shoe; to be sent only where a setting allows writing."""
    return _command("LK", 2 if locked else 1, bcc)


def clear_error_command(number: int, *, bcc: CommandBcc) -> bytes:
    """Clear an error of the shoe; to be sent only where a setting allows writing. `number`: 0 to 99."""
    return _command("EC", number, bcc)


def _command(kind: str, value: int, bcc: CommandBcc) -> bytes:
    if not 0 <= value <= 99:
        raise ValueError(f"{value} does not fit a command; 0 to 99 does")
    frame = b"\x02" + f"OP{kind}{value:02}".encode("ascii") + b"\x03"
    return frame + bcc_of(frame if bcc is CommandBcc.FROM_STX else frame[1:])


class AngelEyeDecoder:
    """Bytes of an Angel Eye's line to reports and noise; any chunking gives the same result.

    `r_means`: how the report ``R`` is read. `answers`: whether commands are sent, so that 06 and 15 are answers.
    """

    def __init__(self, *, r_means: RMeans = RMeans.CARD_AGAIN, answers: bool = False) -> None:
        self._r_means = r_means
        kinds = ((byte, angel_eye_data.lengths_of(bytes((byte,)), r_means)) for byte in range(256))
        self._lengths = tuple(
            known or (_UNKNOWN_LENGTHS if byte < 0x80 and chr(byte).isalpha() else ()) for byte, known in kinds
        )
        self._scanner = FrameScanner[bytes](
            start=_REPORTS_AND_ANSWERS if answers else _REPORTS,
            look=self._look,
        )
        self._recent: deque[bytes] = deque(maxlen=_COPIES_KEPT)
        self._differing: deque[bytes] = deque(maxlen=_COPIES_KEPT)
        self._paused_ms = 0
        self.repeats = 0
        """Copies of reports told before, since start."""

    def reset(self) -> None:
        """Forget an unfinished report, as after the port was reopened; a copy of a report told before stays one."""
        self._scanner.reset()
        self._paused_ms = 0

    def feed(self, data: bytes) -> list[AnyReport | Noise]:
        """Return what `data` completes, in order."""
        if data:
            self._paused_ms = 0
        return self._reports(self._scanner.feed(data))

    def pause(self, ms: int) -> list[AnyReport | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        self._paused_ms += ms
        return self._reports(self._scanner.give_up()) if self._paused_ms >= GIVE_UP_MS else []

    def finish(self) -> list[AnyReport | Noise]:
        """The line ends here: what is unfinished is noise."""
        return self._reports(self._scanner.give_up())

    def _look(self, held: bytes, at: int) -> tuple[int, bytes | Noise | None] | None:
        """What stands where a report or an answer may begin; a report is its seq and data."""
        have = len(held)
        if held[at] == _ACK:
            return at + 1, Noise(kind="ack", bytes=1)
        if held[at] == _NAK:
            return None if have < at + 2 else (at + 2, Noise(kind="refused", bytes=2))
        if have < at + 3:
            return None
        lengths = self._lengths[held[at + 2]]
        for length in lengths:
            etx = at + 2 + length
            if have <= etx:
                return None
            if held[etx] != _ETX:
                continue
            if length > _MOST_CARD_BYTES and held.find(_ENQ, at + 3, etx) >= 0:
                break  # a report cut short, and the next one behind it: by chance the check may be right for both
            end = etx + 3
            if have < end:
                return None
            if held[etx + 1 : end] == bcc_of(held[at + 1 : etx + 1]):
                return end, held[at + 1 : etx]
            if len(lengths) == 1:
                again = held.find(_ENQ, at + 1, end)
                stop = end if again < 0 else again
                return stop, Noise(kind="bad-checksum", bytes=stop - at)
        return at + 1, None

    def _reports(self, items: list[bytes | Noise]) -> list[AnyReport | Noise]:
        out: list[AnyReport | Noise] = []
        for item in items:
            if isinstance(item, Noise):
                out.append(item)
                continue
            report = angel_eye_data.parse(item[0], item[1:], self._r_means)
            length = len(item) + 4
            if item in self._recent and (item == self._recent[-1] or not isinstance(report, Started)):
                self.repeats += 1
            elif item in self._differing and not isinstance(report, Started):
                self.repeats += 1  # it was told once that it differs
            elif any(item[0] == told[0] for told in self._recent) and not isinstance(report, Started):
                self._differing.append(item)
                out.append(Noise(kind="copies-differ", bytes=length))
            else:
                if isinstance(report, Started):
                    self._recent.clear()  # it counts anew, and nothing of before comes again
                self._recent.append(item)
                self._differing.clear()  # the same number and data may come again, and be new then
                out.append(report or Noise(kind="unknown-frame", bytes=length))
        return out
