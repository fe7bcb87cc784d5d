"""Devices on a port that are no reader, or a difficult one; and a port without a kernel, on a clock of its own."""

import random
from collections.abc import Mapping

from device.readers.inquiry import Found, Inquiry, NotFound
from device.readers.shoe import wrap
from device.sim.board import Board
from device.sim.readers.base import SimReader
from device.sim.readers.wire import heard

TICK_MS = 25
BAUDS = (4800, 9600, 19200, 38400, 57600, 115200)


class ShoeBoard(SimReader):
    """The simulated shoe board behind the shape of the other readers."""

    kind = "shoe"
    baud = 115200

    def __init__(self) -> None:
        super().__init__()
        self.board = Board(boot="0000ABCD", now_ms=0)
        self.board.take_output()  # it was switched on long before

    def card(self, code: str) -> None:
        self.board.card_left(code, self._now_ms)

    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        self.board.tick(now_ms)
        self._send(self.board.take_output())

    def _take(self, data: bytes) -> None:
        self.board.feed(data, self._now_ms)
        if self.board.lamps:
            self.changed.append("lamps")


class Nobody(SimReader):
    """Hears nothing and says nothing."""

    def card(self, code: str) -> None:
        """No reader."""


class OneWay(Nobody):
    """Its receiving wire is not connected."""

    def __init__(self, inner: SimReader) -> None:
        super().__init__()
        self.inner, self.baud, self.orders = inner, inner.baud, inner.orders

    def tick(self, now_ms: int) -> None:
        self.inner.tick(now_ms)
        self._send(self.inner.take_output())


class Echo(Nobody):
    """Both wires joined."""

    def _take(self, data: bytes) -> None:
        self._send(data)


class Curt(Nobody):
    """Answers each line with the same word, as a modem or a meter does; a word is no code."""

    baud = 115200

    def __init__(self, word: bytes) -> None:
        super().__init__()
        self._word = word

    def _take(self, data: bytes) -> None:
        if b"\n" in data or b"\r" in data:
            self._send(self._word + b"\r\n")


class Flood(Nobody):
    """Random bytes without end."""

    baud = 115200

    def __init__(self, seed: int = 1, text: bytes = b"") -> None:
        super().__init__()
        self._random = random.Random(seed)
        self._text = text

    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        self._send(self._text or self._random.randbytes(100))


class Console(Nobody):
    """A terminal: what is typed comes back, and each line is answered by a prompt. Anything but text would harm it."""

    baud = 115200

    def __init__(self, prompt: bytes) -> None:
        super().__init__()
        self._prompt = prompt

    def _take(self, data: bytes) -> None:
        self.changed += [f"{byte:02X} typed" for byte in data if byte in (1, 2, 3, 4, 5)]
        self._send(data)
        if b"\n" in data or b"\r" in data:
            self._send(b"\r\n" + self._prompt)


class Banner(Nobody):
    """Says something while it starts, then is the device behind it."""

    def __init__(self, inner: SimReader, banner: bytes, for_ms: int) -> None:
        super().__init__()
        self.inner, self.baud = inner, inner.baud
        self.changed = inner.changed
        self._for_ms = for_ms
        self._send(banner)

    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        if now_ms >= self._for_ms:
            self.inner.tick(now_ms)
            self._send(self.inner.take_output())

    def _take(self, data: bytes) -> None:
        if self._now_ms >= self._for_ms:
            self.inner.from_host(data, self._now_ms)


class Late(Banner):
    """Answers so much later."""

    def __init__(self, inner: SimReader, late_ms: int) -> None:
        super().__init__(inner, b"", 0)
        self._late_ms = late_ms
        self._held: list[tuple[int, bytes]] = []

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        self.inner.tick(now_ms)
        if out := self.inner.take_output():
            self._held.append((now_ms + self._late_ms, out))
        while self._held and self._held[0][0] <= now_ms:
            self._send(self._held.pop(0)[1])


class Deaf(Banner):
    """Hears only from the second sending on."""

    def __init__(self, inner: SimReader, times: int) -> None:
        super().__init__(inner, b"", 0)
        self._times = times

    def _take(self, data: bytes) -> None:
        self._times -= 1
        if self._times < 0:
            super()._take(data)


class Stranger(Nobody):
    """Speaks SHOE/1 and is something else."""

    baud = 115200

    def _take(self, data: bytes) -> None:
        if b"$?" in data:
            self._send(wrap(b"H,0000ABCD,0,lamp,1,fw=3"))


class Asked:
    """How an inquiry went: its answer, how long it took, all that was sent."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.inquiry = inquiry
        self.ms = 0
        self.sent: list[tuple[int, bytes]] = []

    @property
    def answer(self) -> Found | NotFound:
        return self.inquiry.answer


def ask(
    device: SimReader, baud: int | None = None, *, listen_s: float = 0.0, script: Mapping[int, str] | None = None
) -> Asked:
    """Question a device over a wire with speeds, on one clock; `script`: what the device is told, by milliseconds."""
    asked = Asked(Inquiry(listen_s=listen_s))
    baud = baud or device.baud
    orders = dict(script or {})
    while (step := asked.inquiry.step()) is not None:
        if step.send:
            asked.sent.append((step.baud, step.send))
            device.from_host(heard(step.send, step.baud, baud), asked.ms)
        until_ms = asked.ms + round(step.wait_s * 1000)
        while asked.ms < until_ms:
            for due_ms in [due_ms for due_ms in orders if due_ms <= asked.ms]:
                word, *words = orders.pop(due_ms).split()
                device.orders[word](words)
            device.tick(asked.ms)
            asked.ms += TICK_MS
            if asked.inquiry.heard(heard(device.take_output(), baud, step.baud), TICK_MS):
                break
    return asked
