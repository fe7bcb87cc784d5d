"""What a reader's decoder gives, as plain values for JSON: the lines that `zapato decode` prints."""

from typing import assert_never

from device.readers import shoe_frames as sf
from device.readers.angel_eye_reports import AnyReport, Report, describe_report
from device.readers.passages import Noise, Read, ReadId
from device.readers.pn532 import ChipAnswer

Decoded = Read | Noise | sf.Frame | AnyReport | ChipAnswer
"""Anything that a decoder gives."""


def describe(item: Decoded) -> dict[str, object]:
    """One object a read, noise, report, answer or frame; a frame's kind is the letter it has on the wire."""
    match item:
        case Report():
            return describe_report(item)
        case ChipAnswer(command=command, details=details):
            return {"answer": command, **dict(details)}
        case Read(code=code):
            return {"read": code}
        case Noise(kind=kind, bytes=count):
            return {"noise": kind, "bytes": count}
        case sf.Hello(id=read_id, product=product, major=major, details=details):
            about = {"product": product, "major": major, "details": dict(details)}
            return {"hello": {**_identity(read_id), **about}}
        case sf.Heartbeat(boot=boot, uptime_ms=uptime_ms, last_seq=last_seq, flags=flags):
            return {"heartbeat": {"boot": boot, "uptime": uptime_ms, "lastseq": last_seq, "flags": flags}}
        case sf.WhoAreYou():
            return {"host": "?"}
        case sf.Acknowledge(id=read_id):
            return {"host": "A", **_identity(read_id)}
        case sf.Lamps(names=names):
            return {"host": "L", "lamps": sorted(names)}
        case sf.SelfTest():
            return {"host": "S"}
        case _:
            return _describe_event(item)


def _describe_event(frame: sf.EventFrame) -> dict[str, object]:
    identity = _identity(frame.id)
    match frame:
        case sf.CodeFrame(code=code, in_ticks_ms=in_ms, out_ticks_ms=out_ms):
            return {"passage": "C", "code": code, **identity, "t_in": in_ms, "t_out": out_ms}
        case sf.NoCodeFrame(in_ticks_ms=in_ms, out_ticks_ms=out_ms):
            return {"passage": "N", **identity, "t_in": in_ms, "t_out": out_ms}
        case sf.PulledFrame(ticks_ms=ticks_ms, how=how):
            return {"passage": "P", "how": how, **identity, "t": ticks_ms}
        case sf.PushedFrame(ticks_ms=ticks_ms):
            return {"passage": "X", **identity, "t": ticks_ms}
        case sf.TwoFrame(ticks_ms=ticks_ms, codes=codes):
            return {"passage": "D", "codes": list(codes), **identity, "t": ticks_ms}
        case sf.JamFrame(ticks_ms=ticks_ms, gate=gate, cleared=cleared):
            return {"passage": "j" if cleared else "J", "gate": gate, **identity, "t": ticks_ms}
        case sf.LidFrame(ticks_ms=ticks_ms, opened=opened):
            return {"passage": "T", "lid": "opened" if opened else "closed", **identity, "t": ticks_ms}
        case sf.GateFaultFrame(ticks_ms=ticks_ms, gate=gate):
            return {"passage": "G", "gate": gate, **identity, "t": ticks_ms}
        case sf.StrayFrame(ticks_ms=ticks_ms):
            return {"passage": "R", **identity, "t": ticks_ms}
        case sf.ButtonFrame(ticks_ms=ticks_ms, button=button, pressed=pressed):
            return {"passage": "K", "button": button, "pressed": pressed, **identity, "t": ticks_ms}
        case _:
            assert_never(frame)


def _identity(read_id: ReadId) -> dict[str, object]:
    return {"boot": read_id.boot, "seq": read_id.seq}
