"""SHOE/1 bodies: the comma-separated fields between ``$`` and ``*``, to frames and back.

A field is printable ASCII; ``$ * , %`` and everything unprintable inside a text stand as ``%XX``, the hex of a UTF-8
byte. A number is plain decimal. What does not fit its kind exactly is no frame: a reader that guesses deals cards.
"""

import re
from collections.abc import Callable
from typing import assert_never

from device.readers import shoe_frames as sf
from device.readers.passages import ReadId

HIGHEST_TICKS_MS = 2**32 - 1
"""More than the 2^30 at which our board wraps: one that wraps at 2^32 is read too."""

_BOOT = re.compile(r"[0-9A-F]{8}")
_NUMBER = re.compile(r"[0-9]{1,10}")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})?")
_TO_ESCAPE = frozenset(b"$*,%")


def escape(text: str) -> str:
    """Write a text so that it can stand in one field."""
    return "".join(chr(b) if 0x20 <= b <= 0x7E and b not in _TO_ESCAPE else f"%{b:02X}" for b in text.encode())


def unescape(field: str) -> str:
    """Read a text field; raises ValueError at a ``%`` without two hex digits."""

    def byte(match: re.Match[bytes]) -> bytes:
        if match[1] is None:
            raise ValueError(f"{field!r}: two hex digits must follow %")
        return bytes((int(match[1], 16),))

    return _ESCAPE.sub(byte, field.encode("ascii")).decode("utf-8", "replace")


def parse_body(body: str) -> sf.Frame:
    """Read a body of printable ASCII whose checksum was right; raises ValueError if it is no frame we know."""
    kind, *fields = body.split(",")
    parser = _PARSERS.get(kind)
    if parser is None:
        raise ValueError(f"{kind!r} is no kind of frame")
    return parser(fields)


def format_body(frame: sf.Frame) -> str:
    """Write a frame's body; the inverse of `parse_body` for every frame whose numbers are in range."""
    match frame:
        case sf.Hello(id=read_id, product=product, major=major, details=details):
            pairs = [f"{escape(key)}={escape(value)}" for key, value in details]
            return _join("H", *_id_fields(read_id), escape(product), major, *pairs)
        case sf.Heartbeat(boot=boot, uptime_ms=uptime_ms, last_seq=last_seq, flags=flags):
            return _join("B", boot, uptime_ms, last_seq, escape(flags))
        case sf.CodeFrame(id=read_id, in_ticks_ms=in_ms, out_ticks_ms=out_ms, code=code):
            return _join("C", *_id_fields(read_id), in_ms, out_ms, escape(code))
        case sf.NoCodeFrame(id=read_id, in_ticks_ms=in_ms, out_ticks_ms=out_ms):
            return _join("N", *_id_fields(read_id), in_ms, out_ms)
        case sf.PulledFrame(id=read_id, ticks_ms=ticks_ms, how=how):
            return _join("P", *_id_fields(read_id), ticks_ms, escape(how))
        case sf.PushedFrame(id=read_id, ticks_ms=ticks_ms):
            return _join("X", *_id_fields(read_id), ticks_ms)
        case sf.TwoFrame(id=read_id, ticks_ms=ticks_ms, codes=codes):
            return _join("D", *_id_fields(read_id), ticks_ms, *map(escape, codes))
        case sf.JamFrame(id=read_id, ticks_ms=ticks_ms, gate=gate, cleared=cleared):
            return _join("j" if cleared else "J", *_id_fields(read_id), ticks_ms, escape(gate))
        case sf.LidFrame(id=read_id, ticks_ms=ticks_ms, opened=opened):
            return _join("T", *_id_fields(read_id), ticks_ms, "LID", int(opened))
        case sf.GateFaultFrame(id=read_id, ticks_ms=ticks_ms, gate=gate):
            return _join("G", *_id_fields(read_id), ticks_ms, escape(gate))
        case sf.StrayFrame(id=read_id, ticks_ms=ticks_ms):
            return _join("R", *_id_fields(read_id), ticks_ms)
        case sf.ButtonFrame(id=read_id, ticks_ms=ticks_ms, button=button, pressed=pressed):
            return _join("K", *_id_fields(read_id), ticks_ms, escape(button), int(pressed))
        case sf.WhoAreYou():
            return "?"
        case sf.Acknowledge(id=read_id):
            return _join("A", *_id_fields(read_id))
        case sf.Lamps(names=names):
            return _join("L", "+".join(map(escape, sorted(names))))
        case sf.SelfTest():
            return "S"
        case _:
            assert_never(frame)


def _join(*fields: object) -> str:
    return ",".join(map(str, fields))


def _id_fields(read_id: ReadId) -> tuple[str, int]:
    return read_id.boot, read_id.seq


# Parsers: each takes the fields after the kind and raises ValueError when their number or content is wrong ------------


def _number(field: str, lowest: int, highest: int) -> int:
    if not _NUMBER.fullmatch(field) or not lowest <= int(field) <= highest:
        raise ValueError(f"{field!r} is no number from {lowest} to {highest}")
    return int(field)


def _ticks(field: str) -> int:
    return _number(field, 0, HIGHEST_TICKS_MS)


def _flag(field: str) -> bool:
    return bool(_number(field, 0, 1))


def _boot(field: str) -> str:
    if not _BOOT.fullmatch(field):
        raise ValueError(f"{field!r} is no boot number of eight upper-case hex digits")
    return field


def _text(field: str) -> str:
    text = unescape(field)
    if not text:
        raise ValueError("a text is missing")
    return text


def _id(boot: str, seq: str, lowest: int = 1) -> ReadId:
    return ReadId(boot=_boot(boot), seq=_number(seq, lowest, sf.HIGHEST_SEQ))


def _hello(fields: list[str]) -> sf.Hello:
    boot, seq, product, major, *pairs = fields
    details = []
    for pair in pairs:
        key, _, value = pair.partition("=")
        details.append((unescape(key), unescape(value)))
    return sf.Hello(
        id=_id(boot, seq, lowest=0), product=_text(product), major=_number(major, 0, 999), details=tuple(details)
    )


def _heartbeat(fields: list[str]) -> sf.Heartbeat:
    boot, uptime, last_seq, flags = fields
    return sf.Heartbeat(
        boot=_boot(boot),
        uptime_ms=_ticks(uptime),
        last_seq=_number(last_seq, 0, sf.HIGHEST_SEQ),
        flags=unescape(flags),
    )


def _code(fields: list[str]) -> sf.CodeFrame:
    boot, seq, t_in, t_out, code = fields
    return sf.CodeFrame(id=_id(boot, seq), in_ticks_ms=_ticks(t_in), out_ticks_ms=_ticks(t_out), code=_text(code))


def _no_code(fields: list[str]) -> sf.NoCodeFrame:
    boot, seq, t_in, t_out = fields
    return sf.NoCodeFrame(id=_id(boot, seq), in_ticks_ms=_ticks(t_in), out_ticks_ms=_ticks(t_out))


def _pulled(fields: list[str]) -> sf.PulledFrame:
    boot, seq, ticks, how = fields
    return sf.PulledFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks), how=_text(how))


def _pushed(fields: list[str]) -> sf.PushedFrame:
    boot, seq, ticks = fields
    return sf.PushedFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks))


def _two(fields: list[str]) -> sf.TwoFrame:
    boot, seq, ticks, *codes = fields
    if len(codes) > 2:
        raise ValueError("more than two codes")
    return sf.TwoFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks), codes=tuple(map(_text, codes)))


def _jam(fields: list[str], *, cleared: bool) -> sf.JamFrame:
    boot, seq, ticks, gate = fields
    return sf.JamFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks), gate=_text(gate), cleared=cleared)


def _lid(fields: list[str]) -> sf.LidFrame:
    boot, seq, ticks, what, opened = fields
    if what != "LID":
        raise ValueError(f"{what!r} is no cover we know")
    return sf.LidFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks), opened=_flag(opened))


def _gate_fault(fields: list[str]) -> sf.GateFaultFrame:
    boot, seq, ticks, gate = fields
    return sf.GateFaultFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks), gate=_text(gate))


def _stray(fields: list[str]) -> sf.StrayFrame:
    boot, seq, ticks = fields
    return sf.StrayFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks))


def _button(fields: list[str]) -> sf.ButtonFrame:
    boot, seq, ticks, button, pressed = fields
    return sf.ButtonFrame(id=_id(boot, seq), ticks_ms=_ticks(ticks), button=_text(button), pressed=_flag(pressed))


def _who(fields: list[str]) -> sf.WhoAreYou:
    () = fields
    return sf.WhoAreYou()


def _acknowledge(fields: list[str]) -> sf.Acknowledge:
    boot, seq = fields
    return sf.Acknowledge(id=_id(boot, seq))


def _lamps(fields: list[str]) -> sf.Lamps:
    (names,) = fields
    return sf.Lamps(names=frozenset(unescape(name) for name in names.split("+") if name))


def _self_test(fields: list[str]) -> sf.SelfTest:
    () = fields
    return sf.SelfTest()


_PARSERS: dict[str, Callable[[list[str]], sf.Frame]] = {
    "H": _hello,
    "B": _heartbeat,
    "C": _code,
    "N": _no_code,
    "P": _pulled,
    "X": _pushed,
    "D": _two,
    "J": lambda fields: _jam(fields, cleared=False),
    "j": lambda fields: _jam(fields, cleared=True),
    "T": _lid,
    "G": _gate_fault,
    "R": _stray,
    "K": _button,
    "?": _who,
    "A": _acknowledge,
    "L": _lamps,
    "S": _self_test,
}
