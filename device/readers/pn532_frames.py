"""A PN532 on its serial line (HSU): frames out of bytes, commands into frames.

    [00 …] 00 FF  LEN LCS  TFI PD0 … PDn  DCS  [00 …]     LEN: TFI to PDn; LEN + LCS and TFI + … + DCS give 00
    00 FF  00 FF                                          acknowledged: the command is being worked on
    00 FF  FF 00                                          not acknowledged

A command is answered by an acknowledgement and then by a frame whose PD0 is the command's number plus one; both often
come in one piece. Zeros before and after a frame are padding. What the chip says is in NXP's user manual 141520, 6.2.
"""

import re
from dataclasses import dataclass

from device.readers.frame_scan import FrameScanner
from device.readers.passages import Noise, noise

GET_FIRMWARE_VERSION = 0x02
SAM_CONFIGURATION = 0x14
RF_CONFIGURATION = 0x32
IN_LIST_PASSIVE_TARGET = 0x4A
IN_RELEASE = 0x52

WAKE_UP = b"\x55\x55" + bytes(14)
"""Sent before a command to a chip that may be asleep: it wakes at the edges; the zeros are padding and give it time."""
ABORT = bytes.fromhex("00 00 FF 00 FF 00")
"""An acknowledgement from the host's side: the chip drops the command that it is at."""

GIVE_UP_MS = 100
"""A frame is sent in one go; after this long a pause what is unfinished never will be."""

_START = re.compile(rb"\x00\xff")
_MOST_BODY_BYTES = 128
"""More than two cards can fill; the chip's long frames (``FF FF``) answer nothing that is asked here."""
_MOST_PADDING = 8
_TO_CHIP, _FROM_CHIP, _ERROR = 0xD4, 0xD5, 0x7F


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack:
    """The chip has taken the last command and works on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The chip did not understand the last command: not acknowledged, or answered with an error frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The chip's answer; `command` is the number of the command answered, `data` what follows."""

    command: int
    data: bytes


Pn532Frame = Ack | Refused | Answer

_ACK, _REFUSED = Ack(), Refused()


def encode(command: int, *data: int) -> bytes:
    """Write a command as it goes over the line; the data are at most 253 bytes."""
    body = bytes((_TO_CHIP, command, *data))
    return b"\x00\x00\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


class Pn532Frames:
    """Bytes of a PN532's line to frames and noise; any chunking gives the same result."""

    def __init__(self) -> None:
        self._scanner = FrameScanner[Pn532Frame](
            start=_START, look=_look, partial=b"\0", padding=b"\0", most_padding=_MOST_PADDING
        )
        self._paused_ms = 0

    def reset(self) -> None:
        """Forget an unfinished frame, as after the port was reopened."""
        self._scanner.reset()
        self._paused_ms = 0

    def feed(self, data: bytes) -> list[Pn532Frame | Noise]:
        """Return what `data` completes, in order."""
        if data:
            self._paused_ms = 0
        return self._scanner.feed(data)

    def pause(self, ms: int) -> list[Pn532Frame | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        self._paused_ms += ms
        return self._scanner.give_up() if self._paused_ms >= GIVE_UP_MS else []

    def finish(self) -> list[Pn532Frame | Noise]:
        """The line ends here: what is unfinished is noise."""
        return self._scanner.give_up()


def _look(held: bytes, at: int) -> tuple[int, Pn532Frame | Noise | None] | None:
    """What stands at a start code."""
    if len(held) < at + 4:
        return None
    length, check = held[at + 2], held[at + 3]
    if (length, check) == (0x00, 0xFF):
        return at + 4, _ACK
    if (length, check) == (0xFF, 0x00):
        return at + 4, _REFUSED
    if (length + check) & 0xFF or not 0 < length <= _MOST_BODY_BYTES:
        return at + 1, None
    body = at + 4
    end = body + length + 1
    if len(held) < end:
        return None
    if sum(held[body:end]) & 0xFF:
        again = _START.search(held, at + 2, end)
        stop = again.start() if again else end - (held[end - 1] == 0)  # that zero may begin the next start
        return stop, noise("bad-checksum", stop - at)
    return end, _frame(held[body : end - 1], end - at + 2)


def _frame(body: bytes, length: int) -> Pn532Frame | Noise:
    """What a good frame says; `length` is that of the whole, with a zero before and one after it."""
    if body[0] == _FROM_CHIP and len(body) > 1 and body[1] & 1:
        return Answer(command=body[1] - 1, data=body[2:])
    if body[0] == _ERROR and len(body) == 1:
        return _REFUSED
    return noise("echo" if body[0] == _TO_CHIP else "unknown-frame", length)
