"""From the board's event frames to the passages that every reader shares."""

from typing import assert_never

from device.readers import passages as ps
from device.readers import shoe_frames as sf


def passage_of(frame: sf.EventFrame, at_s: float) -> ps.Passage:
    """The passage a frame reports; `at_s` is when it happened on the host's clock."""
    match frame:
        case sf.CodeFrame(id=read_id, code=code):
            return ps.CodePassed(id=read_id, at_s=at_s, code=code)
        case sf.NoCodeFrame(id=read_id):
            return ps.NoCodePassed(id=read_id, at_s=at_s)
        case sf.PulledFrame(id=read_id, how=how):
            return ps.PulledBack(id=read_id, at_s=at_s, how=how)
        case sf.PushedFrame(id=read_id):
            return ps.PushedIn(id=read_id, at_s=at_s)
        case sf.TwoFrame(id=read_id, codes=codes):
            return ps.TwoAtOnce(id=read_id, at_s=at_s, codes=codes)
        case sf.JamFrame(id=read_id, gate=gate, cleared=cleared):
            return ps.Jam(id=read_id, at_s=at_s, gate=gate, cleared=cleared)
        case sf.LidFrame(id=read_id, opened=opened):
            return ps.LidMoved(id=read_id, at_s=at_s, opened=opened)
        case sf.GateFaultFrame(id=read_id, gate=gate):
            return ps.GateFault(id=read_id, at_s=at_s, gate=gate)
        case sf.StrayFrame(id=read_id):
            return ps.StrayCode(id=read_id, at_s=at_s)
        case sf.ButtonFrame(id=read_id, button=button, pressed=pressed):
            return ps.ButtonMoved(id=read_id, at_s=at_s, button=button, pressed=pressed)
        case _:
            assert_never(frame)
