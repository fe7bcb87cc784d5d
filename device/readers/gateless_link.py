"""The link to any reader without gates: a code read is a card passed, as far as that can be known.

Such a reader has no identity and no count of its own. The caller gives a boot number for the session and the link
counts. What kind of reader it is, is told by a `Speech`: its decoder, what it is told and asked, what of its output is
an answer. For schools and training, not for live play: a card that it does not read leaves unseen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from device.readers import garbage
from device.readers.dialogue import Dialogue
from device.readers.event_order import step
from device.readers.garbage import GarbageWatch
from device.readers.line import MOST_LINE_BYTES, LineDecoder
from device.readers.passages import CodePassed, LinkState, Noise, Read, ReadId
from device.readers.reader_link import LinkOutput
from device.readers.sightings import MIN_GAP_S, Sightings

NOT_CONFIGURED = (
    "reader: not configured, it does not take its settings; it goes on as it is, check the wire to it and its manual"
)
NO_ANSWER = "reader: it does not answer; check its power, both wires, the baud rate and reader.kind"

_CLOSED = "reader: the port is not open"
_ANSWERS = frozenset({"ack", "answer", "refused"})
_HARMLESS = _ANSWERS | {"no-read"}
"""Noise that is no sign of a bad line."""


class Decoder(Protocol):
    """What every such reader's decoder can do."""

    def feed(self, data: bytes) -> Sequence[Read | Noise]: ...

    def pause(self, ms: int) -> Sequence[Read | Noise]: ...

    def reset(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """How one kind of reader is spoken with."""

    decoder: Decoder
    text: LineDecoder | None = None
    """The decoder's lines of text, where it has such: what they hold may tell what is wrong with the line."""
    dialogue: Dialogue = field(default_factory=Dialogue)
    reads_answer: bool = False
    """Whether a code, or its absence, is the answer to the question."""
    must_answer: bool = False
    """Whether nothing can be read from it unless it answers; otherwise it may be wired one way only."""
    acknowledge: bytes = b""
    """What it waits for after each packet, and sends it again without."""
    to_acknowledge: Callable[[], int] = lambda: 0
    """How many packets have come that it wants acknowledged."""


class GatelessLink:
    """A reader of labels or tags on a line; see `ReaderLink`.

    `boot`: eight upper-case hex digits, a new one for each start of the table process. `is_serialised`: whether a code
    names one card of one pack. `knows`: whether a code is ours at all. `min_gap_s`: how long a class code must have
    been out of sight to count as another card. `tags`: the reader makes up ids now and then, so that one which is not
    ours is noise and not a strange card.
    """

    def __init__(  # noqa: PLR0913 - the parts of one link
        self,
        speech: Speech,
        *,
        boot: str,
        is_serialised: Callable[[str], bool],
        knows: Callable[[str], bool] = lambda _: True,
        min_gap_s: float = MIN_GAP_S,
        tags: bool = False,
    ) -> None:
        self._speech = speech
        self._boot = boot
        self._knows = knows
        self._tags = tags
        self._sightings = Sightings(is_serialised=is_serialised, min_gap_s=min_gap_s)
        self._watch = GarbageWatch()
        self._counters = {"good": 0, "duplicate": 0, "lost": 0}
        self._open = False
        self._closed_because = _CLOSED
        self._set_up_fault = ""
        self._told = (False, "")
        self._seq = 0
        self._time_told_s = 0.0
        self._output = bytearray()
        self._wanted = 0
        self._on_its_way: int | None = None

    @property
    def state(self) -> LinkState:
        """How the line stands now, with the counters; up with a detail is a warning."""
        up, detail = self._standing()
        return LinkState(up=up, detail=detail, counters=self.counters)

    @property
    def counters(self) -> dict[str, int]:
        """Since start: good, duplicate (reads of a card still there), and noise by kind."""
        return dict(self._counters)

    def opened(self, now_s: float) -> None:
        """The port was opened (again): a new line begins, and what was wrong with it may be mended."""
        self._speech.decoder.reset()
        self._speech.dialogue.opened(now_s)
        self._watch.reset()
        self._set_up_fault = ""
        self._open = True
        self._time_told_s = now_s
        self._output.clear()
        self._on_its_way = None

    def lost(self, detail: str, now_s: float) -> None:  # noqa: ARG002 - the shape of all links
        """The port is gone; a code cut in two is dropped."""
        self._open = False
        self._closed_because = detail
        self._speech.dialogue.lost()

    def feed(self, data: bytes, now_s: float) -> list[LinkOutput]:
        """Take bytes that arrived at `now_s`; returns cards, noise and changes of the link's state."""
        out = self._pass_time(now_s)
        if self._open:
            for item in self._speech.decoder.feed(data):
                self._take(item, now_s, out)
            self._settle_acknowledgements(out)
            self._look_at_text(len(data), now_s)
        return self._changed(out)

    def poll(self, now_s: float) -> list[LinkOutput]:
        """Let time pass: a pause ends a code or drops half of one, and what is due is asked."""
        return self._changed(self._pass_time(now_s))

    def acknowledge(self, id: ReadId) -> None:
        """The card is on durable record: now the reader may forget it, if it is one that waits."""
        if id.boot == self._boot and id.seq == self._on_its_way:
            self._on_its_way = None
            self._output += self._speech.acknowledge

    def set_lamps(self, lamps: frozenset[str]) -> None:
        """Nothing: such readers have no lamps of ours."""

    def take_output(self) -> bytes:
        """Bytes to write to the port now; they are handed out once."""
        output = bytes(self._output) + self._speech.dialogue.take_output()
        self._output.clear()
        return output if self._open else b""

    # inside ------------------------------------------------------------------------------------------------------

    def _pass_time(self, now_s: float) -> list[LinkOutput]:
        out: list[LinkOutput] = []
        self._speech.dialogue.pass_time(now_s)
        ms = int((now_s - self._time_told_s) * 1000)
        if self._open and ms > 0:
            self._time_told_s += ms / 1000
            self._watch.noise(0, now_s)
            for item in self._speech.decoder.pause(ms):
                self._take(item, now_s, out)
            self._settle_acknowledgements(out)
        return out

    def _take(self, item: Read | Noise, now_s: float, out: list[LinkOutput]) -> None:
        speech = self._speech
        if isinstance(item, Read):
            if speech.reads_answer:
                speech.dialogue.answered(now_s)
            self._card(item.code, now_s, out)
            return
        out.append(item)
        self._counters[item.kind] = self._counters.get(item.kind, 0) + 1
        if item.kind in _ANSWERS or (item.kind == "no-read" and speech.reads_answer):
            speech.dialogue.answered(now_s, refused=item.kind == "refused")
        if item.kind == "not-text" and speech.text is not None:
            self._set_up_fault = garbage.keyboard(speech.text.refused) or self._set_up_fault
        if item.kind not in _HARMLESS:
            self._watch.noise(item.bytes, now_s)

    def _card(self, code: str, now_s: float, out: list[LinkOutput]) -> None:
        fault = garbage.shell_or_prompt(code.encode()) or garbage.keyboard(code.encode())
        if fault or self._watch.unreadable:
            # What is read through a wrong layout or out of a stream of garbage may be any card: not one of ours.
            self._set_up_fault = fault or self._set_up_fault
            self._take(Noise(kind="not-a-label", bytes=len(code)), now_s, out)
            return
        self._set_up_fault = ""
        if self._tags and not self._knows(code):
            self._take(Noise(kind="unknown-card", bytes=len(code)), now_s, out)
            return
        if not self._sightings.is_another_card(code, now_s):
            self._counters["duplicate"] += 1
            return
        self._counters["good"] += 1
        self._seq = step(self._seq)
        out.append(CodePassed(id=ReadId(boot=self._boot, seq=self._seq), at_s=now_s, code=code))

    def _settle_acknowledgements(self, out: list[LinkOutput]) -> None:
        """A card is acknowledged when it is on record, all else at once; a card on its way there is not said twice."""
        wanted = self._speech.to_acknowledge()
        new, self._wanted = wanted - self._wanted, wanted
        if not new:
            return
        ours = [item for item in out if isinstance(item, CodePassed) and self._knows(item.code)]
        if ours:
            self._on_its_way = ours[-1].id.seq
        elif self._on_its_way is None:
            self._output += self._speech.acknowledge

    def _look_at_text(self, came: int, now_s: float) -> None:
        text = self._speech.text
        if text is None:
            return
        self._set_up_fault = garbage.shell_or_prompt(text.text) or self._set_up_fault
        if text.unfinished > MOST_LINE_BYTES:
            self._watch.noise(came, now_s)

    def _standing(self) -> tuple[bool, str]:
        dialogue = self._speech.dialogue
        fault = (self._set_up_fault or self._watch.hint()) if self._open else self._closed_because
        if fault:
            return False, fault
        if dialogue.silent and (self._speech.must_answer or dialogue.ever_answered):
            return False, NO_ANSWER
        return True, NOT_CONFIGURED if dialogue.not_configured or dialogue.silent else ""

    def _changed(self, out: list[LinkOutput]) -> list[LinkOutput]:
        told = self._standing()
        if told != self._told:
            self._told = told
            out.append(self.state)
        return out
