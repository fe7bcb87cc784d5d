"""What bytes of unknown origin mean: every kind of reader's decoder hears them, and the evidence is weighed.

A checksum that is right, in an answer or a report, makes certain. The two kinds without one are judged by more: a TWN4
must answer twice what only it answers, and lines of text must look like codes and be all there is.
"""

import re

from device.readers import garbage
from device.readers import shoe_frames as sf
from device.readers.angel_eye import AngelEyeDecoder
from device.readers.angel_eye_reports import Report
from device.readers.em4100 import Em4100Decoder
from device.readers.grow import GrowDecoder
from device.readers.kinds import ReaderKind
from device.readers.line import LineDecoder, code_in
from device.readers.passages import Noise, Read
from device.readers.pn532 import ChipAnswer, Pn532Decoder
from device.readers.shoe import ShoeDecoder
from device.readers.ssi import SsiDecoder
from device.readers.twn4 import Twn4Decoder

MOST_KEPT_BYTES = 1024
"""Of what came, for texts and echoes; the decoders keep what they need."""
GARBLED_BYTES = 8
"""So many bytes that are no text are no glitch of the plug any more."""

_CODE = re.compile(r"[0-9A-Za-z+/.:$%_-]{2,64}")
_CODE_WITHOUT_END = re.compile(r"(?i:cut|(?:10|[2-9TJQKA])[CDHS])|[0-9A-Za-z+/.:$%_-]{5,64}")
"""A few bytes without an end may be a longer code at another speed: they must be a card's, or more than a few."""
_CARD = re.compile(r"(?i:cut|[2-9TJQKA][CDHS])")
_REPLIES = 2
"""A word of letters that comes so often while questions are asked is what another device says to all of them."""
_TEXT = frozenset(b"\t\r\n" + bytes(range(0x20, 0x7F)))
_REVISION = re.compile(rb"([\x05-\xff])\xa4\x00", re.DOTALL)
_ANSWERS_TWICE = 2
_LAST_LINE_MS = 250

Details = tuple[tuple[str, str], ...]


class Hearing:
    """Everything that came at one speed."""

    def __init__(self) -> None:
        self._shoe, self._line, self._grow, self._ssi = ShoeDecoder(), LineDecoder(), GrowDecoder(), SsiDecoder()
        self._em4100, self._twn4, self._pn532 = Em4100Decoder(), Twn4Decoder(), Pn532Decoder()
        self._angel_eye = AngelEyeDecoder()
        self.total = 0
        """Bytes that came."""
        self.asked: set[ReaderKind] = set()
        """What was asked of them."""
        self.sent: list[bytes] = []
        """How it was asked, in order."""
        self.hello: sf.Hello | None = None
        self.codes: list[str] = []
        """Lines of text that look like codes, the newest of them."""
        self.unended = False
        """The newest code came without an end, and a pause ended it."""
        self._kept = b""
        self._not_text = 0
        self._certain: ReaderKind | None = None
        self._details: Details = ()
        self.text = ""
        """A line of text that no reader sends as a code."""
        self.half_twn4 = False
        """A TWN4's answer came, but only once."""
        self._twn4_answers = 0
        self._quiet_ms = 0
        self._words: dict[str, int] = {}

    def feed(self, data: bytes) -> None:
        """Take what came."""
        if not data:
            return
        self._quiet_ms = 0
        self.total += len(data)
        self._kept = (self._kept + data)[-MOST_KEPT_BYTES:]
        self._not_text += sum(byte not in _TEXT for byte in data)
        for frame in self._shoe.feed(data):
            self._hear_shoe(frame)
        for item in self._pn532.feed(data):
            if isinstance(item, ChipAnswer) and item.command == "firmware-version" and item.details:
                self._decide(ReaderKind.PN532, item.details)
        for answer in self._grow.feed(data):
            if isinstance(answer, Noise) and answer.kind in ("answer", "ack"):
                self._decide(ReaderKind.GROW)
        for packet in self._ssi.feed(data):
            if isinstance(packet, Read) or packet.kind in ("answer", "no-read"):
                self._decide(ReaderKind.SSI, _revision(self._kept))
        if any(isinstance(tag, Read) for tag in self._em4100.feed(data)):
            self._decide(ReaderKind.EM4100)
        if any(isinstance(report, Report) for report in self._angel_eye.feed(data)):
            self._decide(ReaderKind.ANGEL_EYE)
        self._hear_tags(data)
        for line in self._line.feed(data):
            self._hear_line(line)

    def pause(self, ms: int) -> None:
        """Nothing came for `ms`; pauses without bytes between them add up."""
        for decoder in (self._grow, self._ssi, self._em4100, self._twn4, self._pn532, self._angel_eye):
            decoder.pause(ms)
        self._quiet_ms += ms
        text = code_in(self._line.text)
        if self._quiet_ms >= _LAST_LINE_MS and _CODE_WITHOUT_END.fullmatch(text):
            self._line.reset()
            self.codes = [text]
            self.unended = True

    @property
    def certain(self) -> ReaderKind | None:
        """The kind that alone can have said this, as soon as it is known."""
        return self._certain

    @property
    def kind(self) -> ReaderKind | None:
        """The same, or a line reader where codes and nothing else came."""
        if self._certain is None and self.codes and not self.text and not self.garbled:
            return ReaderKind.LINE
        return self._certain

    @property
    def details(self) -> Details:
        """What it said of itself."""
        return self._details

    @property
    def garbled(self) -> bool:
        """Whether more came that is no text than a glitch would be, and nobody understands it."""
        return self._certain is None and self._not_text >= GARBLED_BYTES and self._not_text * 10 > self.total

    @property
    def console(self) -> str:
        """What to do where a login shell or a prompt is at the other end; empty where there is none."""
        return "" if self.garbled else garbage.shell_or_prompt(self._kept)

    @property
    def echoes(self) -> bool:
        """Whether something that was sent came back, as from a joined pair of wires or a terminal."""
        return any(question.strip(b"\0\r\n") in self._kept for question in self.sent)

    def _decide(self, kind: ReaderKind, details: Details = ()) -> None:
        self._certain = self._certain or kind
        self._details = self._details or details

    def _hear_shoe(self, frame: sf.Frame | Noise) -> None:
        match frame:
            case sf.Hello():
                self.hello = frame
                self._decide(ReaderKind.SHOE)
                self._details = (("product", frame.product), ("protocol", str(frame.major)), *frame.details)
            case Noise() | sf.WhoAreYou() | sf.Acknowledge() | sf.Lamps() | sf.SelfTest():
                pass  # what hosts say: an echo
            case _:
                self._decide(ReaderKind.SHOE)

    def _hear_tags(self, data: bytes) -> None:
        for tag in self._twn4.feed(data):
            if ReaderKind.TWN4 in self.asked and (isinstance(tag, Read) or tag.kind == "no-read"):
                self._twn4_answers += 1
                self.half_twn4 = True
                if self._twn4_answers == _ANSWERS_TWICE:
                    self._decide(ReaderKind.TWN4)

    def _hear_line(self, line: Read | Noise) -> None:
        if isinstance(line, Noise):
            return
        if _CODE.fullmatch(line.code) and not garbage.shell_or_prompt(line.code.encode()):
            self.codes = [*self.codes[-7:], line.code]
            self.unended = False
            if self.sent and line.code.isalpha() and not _CARD.fullmatch(line.code):
                self._words = {line.code: self._words.get(line.code, 0) + 1}
                if self._words[line.code] >= _REPLIES:  # as ERROR
                    self.text = self.text or line.code
        else:
            self.text = self.text or line.code[:60]


def _revision(kept: bytes) -> Details:
    """What a Zebra engine's answer says of its software: its packet stands in what came."""
    for found in _REVISION.finditer(kept):
        packet = kept[found.start() : found.start() + found[1][0]]
        check = kept[found.start() + len(packet) :][:2]
        if len(check) == 2 and not (sum(packet) + int.from_bytes(check, "big")) & 0xFFFF:
            text = bytes(byte for byte in packet[4:] if 0x20 <= byte < 0x7F).decode("ascii").strip()
            return (("revision", text),) if text else ()
    return ()
