"""MicroPython's raw prompt: code goes in as text, what it prints comes back, errors apart.

Ctrl-A opens it (``raw REPL; CTRL-B to exit``, then ``>``). Code and Ctrl-D are answered by ``OK``, what was printed,
04, what went wrong, 04 and ``>``. What is sent at once stays under what a Pico's line can hold, for the prompt asks
nobody to wait.
"""

import base64
import time

import serial

_OPEN = b"raw REPL; CTRL-B to exit\r\n>"
_CTRL_A, _CTRL_B, _CTRL_C, _CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
_PIECE_BYTES = 264
_ANSWER_S = 10.0


class PromptError(Exception):
    """The code went wrong on the board, or no answer came; the message is the board's last line, or says so."""


class RawPrompt:
    """The prompt behind an open port; the port is the caller's to close."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._heard = b""

    def enter(self, patience_s: float) -> bool:
        """Interrupt what runs there and open the prompt; False when nothing answers as MicroPython does."""
        until_s = time.monotonic() + patience_s
        while time.monotonic() < until_s:
            self._heard = b""
            self._port.write(b"\r" + _CTRL_C + _CTRL_C)
            self._port.write(b"\r" + _CTRL_A)
            if self._until(_OPEN, 0.5):
                self._heard = b""
                return True
        return False

    def run(self, code: str, answer_s: float = _ANSWER_S) -> str:
        """Run a piece of code of at most 400 bytes; returns what it printed. Raises PromptError."""
        data = code.encode()
        assert len(data) <= 400, "longer than the board's line can hold"
        self._heard = b""
        self._port.write(data + _CTRL_D)
        if not self._until(b"\x04>", answer_s):
            raise PromptError("the board does not answer any more")
        answer, self._heard = self._heard, b""
        _, ok, rest = answer.partition(b"OK")
        printed, _, wrong = rest.removesuffix(b"\x04>").partition(b"\x04")
        if not ok or wrong.strip():
            lines = wrong.decode("utf-8", "replace").strip().splitlines()
            raise PromptError(lines[-1] if lines else "the board's answer makes no sense")
        return printed.decode("utf-8", "replace").replace("\r\n", "\n")

    def run_and_leave(self, code: str) -> None:
        """Run code after which the board is another, and that answers nothing."""
        self._port.write(code.encode() + _CTRL_D)

    def leave(self) -> None:
        """Let the board run whatever it has, from its beginning."""
        self._port.write(_CTRL_C + _CTRL_B + _CTRL_C + _CTRL_D)

    def write_file(self, name: str, content: bytes) -> None:
        """Write a whole file."""
        self.run(f"import binascii\nfile=open({name!r},'wb')")
        for start in range(0, len(content), _PIECE_BYTES):
            piece = base64.b64encode(content[start : start + _PIECE_BYTES]).decode()
            self.run(f"_=file.write(binascii.a2b_base64('{piece}'))")
        self.run("file.close()")

    def hash_of(self, name: str) -> str:
        """The SHA-256 of a file on the board, as hex; empty when there is no such file."""
        return self.run(
            "import hashlib,binascii\nmixed=hashlib.sha256()\ntry:\n"
            f" with open({name!r},'rb') as file:\n"
            "  while True:\n   piece=file.read(512)\n   if not piece: break\n   mixed.update(piece)\n"
            " print(binascii.hexlify(mixed.digest()).decode())\nexcept OSError:\n print()"
        ).strip()

    def _until(self, end: bytes, patience_s: float) -> bool:
        until_s = time.monotonic() + patience_s
        while not self._heard.endswith(end):
            if time.monotonic() > until_s:
                return False
            self._heard += self._port.read(max(1, self._port.in_waiting))
        return True
