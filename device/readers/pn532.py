"""The cards that a PN532 sees: answers to InListPassiveTarget become reads, an empty one a no-read.

The answer is the number of cards, and for each: its number, SENS_RES (two bytes), SEL_RES, length and bytes of its id,
and for cards that speak ISO 14443-4 (bit 5 of SEL_RES) an ATS whose first byte counts itself.
"""

from dataclasses import dataclass

from device.readers import pn532_frames as pf
from device.readers.passages import Noise, Read

_ID_LENGTHS = (4, 7, 10)
_SPEAKS_14443_4 = 0x20
_FRAME_AROUND_BYTES = 9
"""Preamble, start code, length and its check, TFI and command, check, postamble: a frame without its data."""

COMMANDS = {
    pf.GET_FIRMWARE_VERSION: "firmware-version",
    pf.SAM_CONFIGURATION: "sam-configuration",
    pf.RF_CONFIGURATION: "rf-configuration",
    pf.IN_LIST_PASSIVE_TARGET: "cards",
    pf.IN_RELEASE: "release",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipAnswer:
    """Any other answer of the chip: it lives, and has done what it was told."""

    command: str
    """The command answered by name, or its number as two hex digits."""
    details: tuple[tuple[str, str], ...] = ()


def uids_of(answer: pf.Answer) -> tuple[str, ...] | None:
    """The ids in an answer to InListPassiveTarget as upper-case hex, in its order; None when it makes no sense."""
    data = answer.data
    if not data or data[0] > 2:
        return None
    uids: list[str] = []
    at = 1
    for _ in range(data[0]):
        if len(data) < at + 5:
            return None
        length = data[at + 4]
        uid = data[at + 5 : at + 5 + length]
        if length not in _ID_LENGTHS or len(uid) < length:
            return None
        speaks_more = data[at + 3] & _SPEAKS_14443_4
        at += 5 + length
        # Some chips leave the ATS out when the card gave none, which only shows in the last card of an answer.
        if speaks_more and at < len(data):
            if not 0 < data[at] <= len(data) - at:
                return None
            at += data[at]
        uids.append(uid.hex().upper())
    return tuple(uids) if at == len(data) else None


def version_of(answer: pf.Answer) -> tuple[str, str] | None:
    """The chip (``32`` is a PN532) and its firmware (``1.6``) in an answer to GetFirmwareVersion."""
    if len(answer.data) != 4:
        return None
    return f"{answer.data[0]:02X}", f"{answer.data[1]}.{answer.data[2]}"


class Pn532Decoder:
    """Bytes of a PN532's line to reads, answers and noise; any chunking gives the same result.

    A card that lies on the reader is read with every poll: which of them are one card is the link's to say.
    """

    def __init__(self) -> None:
        self._frames = pf.Pn532Frames()

    def reset(self) -> None:
        """Forget an unfinished frame, as after the port was reopened."""
        self._frames.reset()

    def feed(self, data: bytes) -> list[Read | ChipAnswer | Noise]:
        """Return what `data` completes, in order."""
        return _readable(self._frames.feed(data))

    def pause(self, ms: int) -> list[Read | ChipAnswer | Noise]:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        return _readable(self._frames.pause(ms))

    def finish(self) -> list[Read | ChipAnswer | Noise]:
        """The line ends here: what is unfinished is noise."""
        return _readable(self._frames.finish())


def _readable(items: list[pf.Pn532Frame | Noise]) -> list[Read | ChipAnswer | Noise]:
    out: list[Read | ChipAnswer | Noise] = []
    for item in items:
        match item:
            case pf.Ack():
                out.append(Noise(kind="ack", bytes=6))
            case pf.Refused():
                out.append(Noise(kind="refused", bytes=6))
            case pf.Answer(command=pf.IN_LIST_PASSIVE_TARGET, data=data):
                out += _reads(item, len(data) + _FRAME_AROUND_BYTES)
            case pf.Answer():
                out.append(_chip_answer(item))
            case _:
                out.append(item)
    return out


def _reads(answer: pf.Answer, length: int) -> list[Read | ChipAnswer | Noise]:
    uids = uids_of(answer)
    if uids is None:
        return [Noise(kind="unknown-frame", bytes=length)]
    if not uids:
        return [Noise(kind="no-read", bytes=length)]
    return [Read(code=uid) for uid in uids]


def _chip_answer(answer: pf.Answer) -> ChipAnswer:
    version = version_of(answer) if answer.command == pf.GET_FIRMWARE_VERSION else None
    details = (("chip", version[0]), ("firmware", version[1])) if version else ()
    return ChipAnswer(command=COMMANDS.get(answer.command, f"{answer.command:02X}"), details=details)
