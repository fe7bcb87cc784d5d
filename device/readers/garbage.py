"""What is wrong with a line that carries bytes and no messages: one plain sentence with the remedy."""

import re

UNREADABLE = "reader: unreadable data, check baud/wiring"
SHELL = "reader: another program reads this port (login shell?); switch off its console and serial-getty"
KEYBOARD = "reader: it types through a keyboard layout; set scanner to USB-COM, or print labels with A-Z and 0-9 only"
PROMPT = "reader: the board shows its Python prompt, its program does not run; reset it"

_LIMIT_BYTES = 64.0
_MOST_BYTES = 256.0
_DRAIN_BYTES_PER_S = 25.0
_TAIL_BYTES = 160

_SHELL = re.compile(rb"login: |assword: |[A-Za-z0-9]=[^\r\n]*&[A-Za-z]|&[A-Za-z]+=")
_ALPHABET = re.compile(rb"[A-Za-z0-9 ./+:_*$%-]")
_LAYOUT = re.compile(rb"[\"&\xa0-\xff]")
_PROMPT = re.compile(rb">>> |MicroPython v")


def shell_or_prompt(text: bytes) -> str:
    """The hint for text that another program answers with, or an empty string."""
    if _SHELL.search(text):
        return SHELL
    return PROMPT if _PROMPT.search(text) else ""


def keyboard(text: bytes) -> str:
    """The hint for a code with characters that only a keyboard layout puts there, or an empty string.

    Such a code is mostly letters and digits, with ``"`` or ``&`` in it or with letters from outside ASCII (as UTF-8 or
    Latin-1); a line at the wrong speed is not.
    """
    plain = len(_ALPHABET.findall(text))
    foreign = len(_LAYOUT.findall(text))
    return KEYBOARD if foreign and plain + foreign == len(text) and plain >= 2 else ""


class GarbageWatch:
    """Tells a line of garbage from one with a stray byte now and then.

    A bucket that noise fills and time drains: over 64 bytes the line is unreadable, until the bucket is empty again.
    The tail of what was not understood is kept, to look at what it says.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget everything, as after the port was reopened."""
        self.unreadable = False
        self._level = 0.0
        self._at_s: float | None = None
        self._tail = b""

    def noise(self, count: int, now_s: float) -> None:
        """Count bytes that were no message; 0 only lets time pass."""
        if self._at_s is not None:
            self._level = max(0.0, self._level - _DRAIN_BYTES_PER_S * max(0.0, now_s - self._at_s))
        self._at_s = now_s
        self._level = min(_MOST_BYTES, self._level + count)
        if self._level > _LIMIT_BYTES:
            self.unreadable = True
        elif self._level <= 0:
            self.unreadable = False

    def text(self, data: bytes) -> None:
        """Keep bytes that came without a message among them; empty: a message came, what was kept is history."""
        self._tail = (self._tail + data)[-_TAIL_BYTES:] if data else b""

    def hint(self) -> str:
        """What is wrong with the line, or an empty string."""
        return shell_or_prompt(self._tail) or (UNREADABLE if self.unreadable else "")
