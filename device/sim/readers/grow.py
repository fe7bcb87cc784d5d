"""A GM65: codes as lines of text, and command frames that read and write its memory of settings.

    7E 00  kind  length  address (2)  data…  CRC-16/XMODEM from kind on, or AB CD

A command that it does not understand gets no answer at all.
"""

import binascii

from device.sim.readers.line import LineEngine

_HEAD = b"\x7e\x00"
_READ, _WRITE, _SAVE = 0x07, 0x08, 0x09
_STALE_MS = 300
_OK = bytes.fromhex("0200000100 3331")


class GrowEngine(LineEngine):
    """A line engine that takes commands; `memory` is what they read and write."""

    kind = "grow"

    def __init__(self) -> None:
        super().__init__()
        self.memory = bytearray(0x100)
        self.memory[0] = 0xD6
        self._held = b""
        self._came_ms = 0

    def _take(self, data: bytes) -> None:
        if self._now_ms - self._came_ms > _STALE_MS:
            self._held = b""
        self._came_ms = self._now_ms
        self._held += data
        while (at := self._held.find(_HEAD)) >= 0:
            frame = self._held[at:]
            if len(frame) < 4 or len(frame) < (whole := self._length_of(frame)):
                self._held = frame
                return
            check = frame[whole - 2 : whole]
            if check in (b"\xab\xcd", binascii.crc_hqx(frame[2 : whole - 2], 0).to_bytes(2, "big")):
                self._obey(frame[2], int.from_bytes(frame[4:6], "big"), frame[6 : whole - 2])
                self._held = frame[whole:]
            else:
                self._held = frame[2:]
        self._held = self._held[-1:] if self._held.endswith(_HEAD[:1]) else b""

    @staticmethod
    def _length_of(frame: bytes) -> int:
        return 2 + 2 + 2 + frame[3] + 2

    def _obey(self, kind: int, address: int, data: bytes) -> None:
        if kind == _READ and data and address + data[0] <= len(self.memory):
            body = bytes((0, data[0])) + self.memory[address : address + (data[0] or 256)]
            self._send(b"\x02\x00" + body + binascii.crc_hqx(body, 0).to_bytes(2, "big"))
        elif kind == _WRITE and address + len(data) <= len(self.memory):
            self.memory[address : address + len(data)] = data
            self.changed.append(f"memory {address:04X} set to {data.hex().upper()}")
            self._send(_OK)
        elif kind == _SAVE:
            self.changed.append("memory saved")
            self._send(_OK)
