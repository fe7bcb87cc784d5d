"""Which reader is on this port? Without the port: what to send at which speed, and what the answers mean.

Theory of operation, for each speed in turn:

    listen ──▶ a report, a heartbeat, a tag ─────────────────────────────────▶ known
      │  └──▶ bytes that make no sense: asking is no use at this speed ──▶ next speed (again when all others failed)
      └──▶ ask, twice around ──▶ a good answer ──────────────────────────────▶ known
                 └──▶ the question comes back, a login, a prompt ────────────▶ no reader; nothing more is sent

What is late counts: everything that comes at one speed is heard together. Where nothing answered, and somebody will
show a card (`listen_s`), the speeds are listened to in turn until one makes sense of it.
"""

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from device.readers import shoe_frames as sf
from device.readers.hearing import Details, Hearing
from device.readers.kinds import ReaderKind
from device.readers.questions import FIRST, LISTENING, SHOE, SPEEDS, TWN4, Question

_CIRCLES = 2
"""How often each speed is tried while cards are shown that make no sense."""
_TALKS_ON = 4
"""One that never pauses is heard for so many times the silence that would end it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long is waited for what, in seconds."""

    hello_s: float = 1.3
    """At the first speed: a heartbeat comes each second, and an opening may have reset the board."""
    banner_s: float = 2.0
    """More of the same where text came: a board that starts says so before it is itself."""
    listen_s: float = 0.3
    report_s: float = 0.8
    """At a speed where nothing is asked."""
    answer_s: float = 0.3
    settle_s: float = 0.4
    """Silence after which what a card made the reader say is whole."""


class Sure(enum.Enum):
    """How a kind was told."""

    ANSWERED = "answered"
    """It answered what only it can answer."""
    TALKING = "talking"
    """It says by itself what only it says."""
    READ = "read"
    """A code came as a line of text: a plain line reader, or another kind that is set to send lines."""


class Why(enum.Enum):
    """Why a port's reader is not known."""

    SILENT = "silent"
    GARBAGE = "garbage"
    CONSOLE = "console"
    ECHO = "echo"
    TEXT = "text"
    STRANGER = "stranger"
    """It speaks the shoe's protocol and is none that this software can use."""
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A reader: what goes into the settings, and what it said of itself."""

    kind: ReaderKind
    baud: int
    sure: Sure
    details: Details = ()
    codes: tuple[str, ...] = ()
    """Codes that it read meanwhile."""
    unended: bool = False
    """Its codes come without an end: ``suffix = "none"``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFound:
    """No reader that is known; `says` is a sentence with the remedy."""

    why: Why
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Set the port to `baud`, write `send`, then hand over what comes for `wait_s`; `says` is for whoever watches."""

    baud: int
    send: bytes
    wait_s: float
    says: str


_CHECK = "check power, both wires and that the scanner is set to serial or USB-COM"
SILENT = f"nothing comes and nothing answers: show it a card with --listen, or {_CHECK}"
_NOT_SHOWN = f"no card came while this port was listened to; {_CHECK}"
_NOT_AGAIN = (
    "what came made no sense (at {tried} baud), and no card came at the speed that was listened to last: search again, "
    "and show a card only when it says so, once more each time it says so"
)
_ECHO = "what is sent comes back: a plug that joins both wires, a modem or a login shell, and no reader"
_TEXT = "text comes that is no card's code: {text!r}. Another device is on this port, or one that starts; try again"
_UNFINISHED = "the search was ended before anything was known"


class Inquiry:
    """One port's questioning: take a step, hand over what came, take the next; `answer` when there is none left."""

    def __init__(self, *, listen_s: float = 0.0, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        self._listen_ms = round(listen_s * 1000)
        self._hearing = Hearing()
        self._garbled: list[int] = []
        self._text = ""
        self._answer: Found | NotFound | None = None
        self._waiting_for_card = False
        self._quiet_ms = self._talking_ms = 0
        self._steps = self._plan()

    @property
    def answer(self) -> Found | NotFound:
        """What was learned."""
        return self._answer or NotFound(why=Why.UNFINISHED, says=_UNFINISHED)

    def step(self) -> Step | None:
        """What to do next; None when all is known that can be."""
        return None if self._answer else next(self._steps, None)

    def heard(self, data: bytes, ms: int) -> bool:
        """Take what came in the last `ms`, nothing included; returns whether the step is over before its time."""
        hearing = self._hearing
        hearing.pause(ms)
        hearing.feed(data)
        self._quiet_ms = 0 if data else self._quiet_ms + ms
        if self._waiting_for_card:
            self._listen_ms -= ms
            self._talking_ms = self._talking_ms + ms if hearing.total else 0
            settle_ms = self._patience.settle_s * 1000
            settled = self._quiet_ms >= settle_ms or self._talking_ms >= _TALKS_ON * settle_ms
            return hearing.certain is not None or hearing.garbled or (hearing.total > 0 and settled)
        if hearing.certain is ReaderKind.SHOE and hearing.hello is None:
            return ReaderKind.SHOE not in hearing.asked  # a heartbeat; who it is, is asked next
        return hearing.certain is not None or (hearing.garbled and not hearing.asked)

    # The plan: a generator, so that it reads as it runs.

    def _plan(self) -> Iterator[Step]:
        later: list[int] = []
        for baud, questions in SPEEDS.items():
            yield from self._listen(baud, questions)
            if self._answer:
                return
            if self._hearing.garbled:
                later.append(baud)
                continue
            yield from self._ask(baud, questions)
            if self._answer:
                return
        for baud in later:
            # What made no sense may have been a start-up: once more, and what is not garbled now is asked.
            yield from self._listen(baud, SPEEDS[baud])
            if not self._answer and not self._hearing.garbled:
                yield from self._ask(baud, SPEEDS[baud])
            if self._answer:
                return
        if self._listen_ms > 0:
            yield from self._wait_for_card()
        self._answer = self._answer or self._nothing()

    def _listen(self, baud: int, questions: tuple[Question, ...]) -> Iterator[Step]:
        patience = self._patience
        is_first = baud == FIRST
        self._hearing = hearing = Hearing()
        wait_s = patience.hello_s if is_first else patience.listen_s if questions else patience.report_s
        yield Step(baud=baud, send=b"", wait_s=wait_s, says=f"listening at {baud} baud")
        if is_first and hearing.total and hearing.certain is None and not hearing.garbled:
            yield Step(baud=baud, send=b"", wait_s=patience.banner_s, says="something starts, or talks: listening on")
        self._judge(baud)

    def _ask(self, baud: int, questions: tuple[Question, ...]) -> Iterator[Step]:
        hearing = self._hearing
        around = [(question, 0) for question in questions]
        # On a slower line the shoe's question is there to find out a console, and once is enough.
        around += [(question, 1) for question in questions if question is not SHOE or baud == FIRST]
        if hearing.certain is ReaderKind.SHOE:
            around = [(SHOE, 0), (SHOE, 1)]
        while around:
            question, again = around.pop(0)
            send = question.again if again else question.send
            hearing.asked.add(question.kind)
            hearing.sent.append(send)
            says = f"asking at {baud} baud"
            yield Step(baud=baud, send=send, wait_s=self._patience.answer_s, says=says)
            self._judge(baud, more=bool(around))
            if self._answer:
                return
            if hearing.half_twn4:
                around.insert(0, (TWN4, 1))
                hearing.half_twn4 = False
        if hearing.kind is not None:
            self._find(baud)
        elif hearing.garbled:
            self._garbled.append(baud)
        elif hearing.text:
            self._text = self._text or hearing.text

    def _wait_for_card(self) -> Iterator[Step]:
        self._waiting_for_card = True
        again = ""
        missed = 0
        while self._listen_ms > 0 and missed < _CIRCLES * len(LISTENING):
            baud = LISTENING[missed % len(LISTENING)]
            self._hearing = hearing = Hearing()
            self._quiet_ms = self._talking_ms = 0
            says = f"{again}show a card now, listening at {baud} baud"
            yield Step(baud=baud, send=b"", wait_s=self._listen_ms / 1000, says=says)
            self._judge(baud)
            if self._answer is None and hearing.kind is not None:
                self._find(baud)
            if self._answer:
                return
            if not hearing.total and self._garbled:
                self._answer = NotFound(why=Why.GARBAGE, says=_NOT_AGAIN.format(tried=self._tried()))
                return
            if hearing.total:
                missed += 1
                self._garbled += [] if hearing.garbled or hearing.text else [baud]
                again = f"what came makes no sense at {baud} baud; once more, "
        self._answer = self._nothing() if self._garbled or self._text else NotFound(why=Why.SILENT, says=_NOT_SHOWN)

    def _judge(self, baud: int, *, more: bool = False) -> None:
        """See whether the port needs no more questions: its reader is certain, or it has none."""
        hearing = self._hearing
        unnamed = hearing.certain is ReaderKind.SHOE and hearing.hello is None
        if unnamed and (more or ReaderKind.SHOE not in hearing.asked) and not self._waiting_for_card:
            return
        if hearing.certain is not None:
            self._find(baud)
        elif hearing.console:
            self._answer = NotFound(why=Why.CONSOLE, says=hearing.console.removeprefix("reader: "))
        elif hearing.echoes:
            self._answer = NotFound(why=Why.ECHO, says=_ECHO)
        elif hearing.garbled and not hearing.sent:
            self._garbled.append(baud)
        elif self._waiting_for_card and hearing.kind is None and hearing.text:
            self._text = self._text or hearing.text

    def _find(self, baud: int) -> None:
        hearing = self._hearing
        kind = hearing.kind
        if kind is None:
            return
        hello = hearing.hello
        if hello is not None and (hello.product, hello.major) != (sf.PRODUCT, sf.MAJOR):
            what = f"{hello.product!r} with protocol {hello.major}"
            says = f"the device says that it is {what}; this software takes {sf.PRODUCT!r} with protocol {sf.MAJOR}"
            self._answer = NotFound(why=Why.STRANGER, says=says)
            return
        answered = kind in hearing.asked and (kind is not ReaderKind.SHOE or hello is not None)
        sure = Sure.READ if kind is ReaderKind.LINE else Sure.ANSWERED if answered else Sure.TALKING
        self._answer = Found(
            kind=kind,
            baud=baud,
            sure=sure,
            details=hearing.details,
            codes=tuple(hearing.codes) if kind is ReaderKind.LINE else (),
            unended=kind is ReaderKind.LINE and hearing.unended,
        )

    def _nothing(self) -> NotFound:
        if self._text:
            return NotFound(why=Why.TEXT, says=_TEXT.format(text=self._text))
        if self._garbled:
            says = (
                f"bytes came, but at no speed did they make sense (garbage at {self._tried()} baud): check the wiring "
                "(ground, levels, not inverted), and the reader's own speed in its manual"
            )
            return NotFound(why=Why.GARBAGE, says=says)
        return NotFound(why=Why.SILENT, says=SILENT)

    def _tried(self) -> str:
        return ", ".join(map(str, dict.fromkeys(self._garbled)))
