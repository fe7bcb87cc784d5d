"""The link to a PN532: woken, set up, asked for cards several times a second, and woken again when it falls silent.

Theory of operation:

    CLOSED ──opened──▶ SAMConfiguration ▶ GetFirmwareVersion ▶ RFConfiguration ──▶ READY: InListPassiveTarget
       ▲                    ▲                                                        │    at each poll
       └─────── lost ───────┴──── no answer for 0.5 s: abort, wake up, begin anew ◀──┘

One command is on its way at a time. The link is up while answers come, and down 2.5 s after the last one. The radio
field is switched off after each answer with a card in it: a card that stays selected would miss every second question.
Even so a resting card is missed now and then: it is gone only after `misses` answers without it. A card that comes back
soon, by a code that names one card of one pack, is the same card. Two that appear in one answer left together, and
nobody knows in which order.
"""

from collections.abc import Callable

from device.readers import pn532_frames as pf
from device.readers.event_order import step
from device.readers.garbage import GarbageWatch
from device.readers.line_link import SAME_CARD_S
from device.readers.passages import CodePassed, LinkState, Noise, ReadId, TwoAtOnce
from device.readers.pn532 import uids_of, version_of
from device.readers.reader_link import LinkOutput

POLL_S = 0.125
"""How often this link wants to be polled: each poll is a question, and a card may be in the field for 0.2 s only."""
ANSWER_S = 0.5
SILENCE_S = 2.5
HEALTH_S = 10.0
MISSES = 3

_PN532 = "32"
_TYPE_A = 0x00
_MOST_CARDS = 2
_RADIO, _RETRIES = 1, 5

_CLOSED = "reader: the port is not open"
_ASKING = "reader: port open, the card reader has not answered yet"
_NO_ANSWER = "reader: no PN532 answers on this port; check cable, port and that its switches say HSU (serial)"
_SILENT = "reader: the PN532 has fallen silent; if it does not come back by itself, take its power away for a moment"
_REFUSES = "reader: the PN532 refuses its set-up; take its power away for a moment"


class Pn532Link:
    """A PN532 on its serial line; see `ReaderLink`.

    `boot`: eight upper-case hex digits, a new one for each start of the table process. `is_serialised`: whether a code
    names one card of one pack. `misses`: after how many answers without it a card is gone. To be polled every
    `POLL_S`.
    """

    def __init__(self, *, boot: str, is_serialised: Callable[[str], bool], misses: int = MISSES) -> None:
        self._boot = boot
        self._is_serialised = is_serialised
        self._misses = misses
        self._frames = pf.Pn532Frames()
        self._watch = GarbageWatch()
        self._counters = {"good": 0, "duplicate": 0, "lost": 0, "no-answer": 0}
        self._open = self._up = self._ready = False
        self._detail = _CLOSED
        self._told = (False, "")
        self._waiting: tuple[int, float] | None = None
        self._out = b""
        self._seq = 0
        self._present: dict[str, int] = {}
        self._seen_s: dict[str, float] = {}
        self._fed_s = self._answered_s = self._checked_s = self._again_s = 0.0

    @property
    def state(self) -> LinkState:
        """How the connection stands now, with the counters."""
        return LinkState(up=self._up, detail="" if self._up else self._detail, counters=self.counters)

    @property
    def counters(self) -> dict[str, int]:
        """Since start: good, duplicate (a card still there, or back), no-answer, and noise by kind."""
        return dict(self._counters)

    def opened(self, now_s: float) -> None:
        """The port was opened (again): the chip is woken and set up."""
        self._frames.reset()
        self._watch.reset()
        self._open, self._up = True, False
        self._detail = _ASKING
        self._present.clear()
        self._out = b""
        self._fed_s = self._answered_s = now_s
        self._begin(now_s)

    def lost(self, detail: str, now_s: float) -> None:  # noqa: ARG002 - the shape of all links
        """The port is gone."""
        self._open = self._up = self._ready = False
        self._waiting = None
        self._out = b""
        self._detail = detail

    def feed(self, data: bytes, now_s: float) -> list[LinkOutput]:
        """Take bytes that arrived at `now_s`; returns cards, noise and changes of the link's state."""
        out: list[LinkOutput] = []
        if self._open:
            self._pass_time(now_s, out)
            items = self._frames.feed(data)
            self._watch.text(b"" if any(isinstance(item, pf.Answer) for item in items) else data)
            self._take(items, now_s, out)
        return self._changed(out)

    def poll(self, now_s: float) -> list[LinkOutput]:
        """Let time pass: ask for cards, wake a silent chip, tell when it has been silent for long."""
        out: list[LinkOutput] = []
        if self._open:
            self._pass_time(now_s, out)
            self._watch.noise(0, now_s)
            if self._waiting is not None and now_s - self._waiting[1] >= ANSWER_S:
                self._counters["no-answer"] += 1
                self._begin(now_s)
            elif self._waiting is None and self._ready:
                self._ask(now_s)
            elif self._waiting is None and now_s >= self._again_s:
                self._begin(now_s)
            self._judge(now_s)
        return self._changed(out)

    def acknowledge(self, id: ReadId) -> None:
        """Nothing: this reader keeps nothing that could be sent again."""

    def set_lamps(self, lamps: frozenset[str]) -> None:
        """Nothing: this reader has no lamps."""

    def take_output(self) -> bytes:
        """Bytes to write to the port now."""
        out, self._out = self._out, b""
        return out

    # inside ------------------------------------------------------------------------------------------------------

    def _begin(self, now_s: float) -> None:
        """Wake the chip up and set it up from the start; what it was at is dropped."""
        self._ready = False
        self._out = pf.ABORT + pf.WAKE_UP
        self._send(now_s, pf.SAM_CONFIGURATION, 0x01, 0x14, 0x01)

    def _ask(self, now_s: float) -> None:
        if now_s - self._checked_s >= HEALTH_S:
            self._checked_s = now_s
            self._send(now_s, pf.GET_FIRMWARE_VERSION)
        else:
            self._send(now_s, pf.IN_LIST_PASSIVE_TARGET, _MOST_CARDS, _TYPE_A)

    def _send(self, now_s: float, command: int, *data: int) -> None:
        self._out += pf.encode(command, *data)
        self._waiting = (command, now_s)

    def _pass_time(self, now_s: float, out: list[LinkOutput]) -> None:
        ms = int((now_s - self._fed_s) * 1000)
        if ms > 0:
            self._fed_s += ms / 1000
            self._take(self._frames.pause(ms), now_s, out)

    def _take(self, items: list[pf.Pn532Frame | Noise], now_s: float, out: list[LinkOutput]) -> None:
        for item in items:
            match item:
                case pf.Answer():
                    self._answer(item, now_s, out)
                case pf.Refused():
                    self._refused(now_s)
                case pf.Ack():
                    pass
                case _:
                    self._noise(item, now_s, out)

    def _noise(self, item: Noise, now_s: float, out: list[LinkOutput]) -> None:
        out.append(item)
        self._counters[item.kind] = self._counters.get(item.kind, 0) + 1
        self._watch.noise(item.bytes, now_s)

    def _refused(self, now_s: float) -> None:
        """Another try at once would be refused at once, for ever."""
        self._counters["refused"] = self._counters.get("refused", 0) + 1
        if self._waiting is not None:
            self._waiting = None
            self._ready = False
            self._again_s = now_s + ANSWER_S
            if not self._up:
                self._detail = _REFUSES

    def _answer(self, answer: pf.Answer, now_s: float, out: list[LinkOutput]) -> None:
        if self._waiting is None or answer.command != self._waiting[0]:
            if answer.command == pf.IN_LIST_PASSIVE_TARGET and self._up:
                # It comes late, its question was given up: what it saw was there all the same.
                self._take_cards(answer, now_s, out)
            return
        self._waiting = None
        self._answered_s = now_s
        match answer.command:
            case pf.SAM_CONFIGURATION:
                self._checked_s = now_s
                self._send(now_s, pf.GET_FIRMWARE_VERSION)
            case pf.GET_FIRMWARE_VERSION:
                self._version(answer, now_s)
            case pf.RF_CONFIGURATION if not self._ready:
                self._ready = self._up = True
            case pf.IN_LIST_PASSIVE_TARGET:
                if self._take_cards(answer, now_s, out):
                    self._send(now_s, pf.RF_CONFIGURATION, _RADIO, 0)
            case _:
                pass  # the radio is off

    def _version(self, answer: pf.Answer, now_s: float) -> None:
        version = version_of(answer)
        if version is None or version[0] != _PN532:
            chip = version[0] if version else answer.data.hex().upper() or "nothing"
            self._ready = self._up = False
            self._detail = f"reader: the chip on this port says that it is {chip}, not a PN532; choose another reader"
            self._again_s = now_s + SILENCE_S
        elif not self._ready:
            self._send(now_s, pf.RF_CONFIGURATION, _RETRIES, 0xFF, 0x01, 0x01)

    def _take_cards(self, answer: pf.Answer, now_s: float, out: list[LinkOutput]) -> bool:
        """Take an answer to the question for cards; whether there are any in it."""
        uids = uids_of(answer)
        if uids is None:
            self._noise(Noise(kind="unknown-frame", bytes=len(answer.data) + 9), now_s, out)
            return False
        self._cards(uids, now_s, out)
        return bool(uids)

    def _cards(self, uids: tuple[str, ...], now_s: float, out: list[LinkOutput]) -> None:
        for uid in [uid for uid in self._present if uid not in uids]:
            self._present[uid] += 1
            if self._present[uid] >= self._misses:
                del self._present[uid]
        new = [uid for uid in dict.fromkeys(uids) if uid not in self._present and not self._is_back(uid, now_s)]
        self._counters["duplicate"] += len(uids) - len(new)
        self._seen_s = {uid: at_s for uid, at_s in self._seen_s.items() if now_s - at_s < SAME_CARD_S}
        for uid in uids:
            self._present[uid] = 0
            self._seen_s[uid] = now_s
        self._counters["good"] += len(new)
        # A telephone beside a card is nobody's second card.
        together = [uid for uid in new if self._is_serialised(uid)]
        if len(together) > 1:
            out.append(TwoAtOnce(id=self._next_id(), at_s=now_s, codes=tuple(together)))
            new = [uid for uid in new if uid not in together]
        out += [CodePassed(id=self._next_id(), at_s=now_s, code=uid) for uid in new]

    def _is_back(self, uid: str, now_s: float) -> bool:
        return self._is_serialised(uid) and now_s - self._seen_s.get(uid, -SAME_CARD_S) < SAME_CARD_S

    def _next_id(self) -> ReadId:
        self._seq = step(self._seq)
        return ReadId(boot=self._boot, seq=self._seq)

    def _judge(self, now_s: float) -> None:
        """Whether the chip still answers, and if not, what the line looks like."""
        if now_s - self._answered_s < SILENCE_S:
            return
        if self._up:
            self._up = False
            self._detail = _SILENT
        elif self._detail == _ASKING:
            self._detail = _NO_ANSWER
        self._detail = self._watch.hint() or self._detail

    def _changed(self, out: list[LinkOutput]) -> list[LinkOutput]:
        state = self.state
        if (state.up, state.detail) != self._told:
            self._told = (state.up, state.detail)
            out.append(state)
        return out
