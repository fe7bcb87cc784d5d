"""What the shoe reported becomes a command to the table: codes become cards here, and nowhere else."""

from device.readers import passages as ps
from device.readers.marks import CUT, Marks
from device.rules.card import Card
from device.table import commands as cmd
from device.table.decide import AnyPassage
from device.table.vocabulary import ReadIdentity


def command_of(passage: ps.Passage, marks: Marks, since_s: float, *, has_gates: bool = True) -> AnyPassage | None:
    """The command that a passage is, `since_s` after the table's last turning point.

    A code that is none of ours: through gates something left the shoe and must be looked at; without them it was only
    seen, by a reader that also reads bottles, and is no command at all (None) unless only a card can have it.
    """
    read = ReadIdentity(passage.id.boot, passage.id.seq)
    match passage:
        case ps.CodePassed(code=code):
            command = _code_passed(code, marks, read, since_s)
            is_command = has_gates or not isinstance(command, cmd.UnknownCodeLeft) or marks.is_card(code)
            return command if is_command else None
        case ps.NoCodePassed():
            return cmd.UnreadLeft(read=read, since_s=since_s)
        case ps.PulledBack():
            return cmd.WentBack(read=read)
        case ps.PushedIn():
            return cmd.CardPushedIn(read=read)
        case ps.TwoAtOnce(codes=codes):
            first, second = (*(_card_or_none(code, marks) for code in codes), None, None)[:2]
            tag, other = (*(_tag_of(code, marks) for code in codes), "", "")[:2]
            pack, other_pack = (*(marks.pack_of(code) for code in codes), "", "")[:2]
            first_foreign, other_foreign = (*(marks.why_not(code) for code in codes), None, None)[:2]
            return cmd.TwoLeft(
                read=read,
                cards=(first, second),
                tags=(tag, other),
                packs=(pack, other_pack),
                foreign=(first_foreign, other_foreign),
                since_s=since_s,
            )
        case ps.Jam(cleared=cleared):
            return cmd.ShoeTrouble(read=read, what="jam", cleared=cleared)
        case ps.LidMoved(opened=opened):
            return cmd.ShoeTrouble(read=read, what="lid", cleared=not opened)
        case ps.GateFault():
            return cmd.ShoeTrouble(read=read, what="gate-fault")
        case ps.StrayCode():
            return cmd.DiagnosticSeen(read=read, what="code-without-passage")
        case ps.ButtonMoved(button=button, pressed=pressed):
            return cmd.DiagnosticSeen(read=read, what=f"button-{button}-{'down' if pressed else 'up'}")
        case ps.GameResult(outcome=outcome, player_pair=player_pair, banker_pair=banker_pair):
            return cmd.ShoeSaysResult(read=read, outcome=outcome, player_pair=player_pair, banker_pair=banker_pair)
        case ps.ReadsLost(first=first_lost, last=last_lost):
            return cmd.ReadsMissing(read=read, first=first_lost, last=last_lost)
        case ps.BoardStarted():
            return cmd.BoardRestarted(read=read)
        case _:
            return cmd.DiagnosticSeen(read=read, what=type(passage).__name__)


def _code_passed(code: str, marks: Marks, read: ReadIdentity, since_s: float) -> AnyPassage:
    known = marks.look_up(code)
    if known is None:
        return cmd.UnknownCodeLeft(read=read, code=code, foreign=marks.why_not(code), since_s=since_s)
    if isinstance(known, Card):
        return cmd.CardLeft(read=read, card=known, tag=_tag_of(code, marks), pack=marks.pack_of(code), since_s=since_s)
    assert known is CUT
    return cmd.CutCardLeft(read=read, since_s=since_s)


def _tag_of(code: str, marks: Marks) -> str:
    """What tells this card from all others; readers differ in capitals, tags do not."""
    return code.upper() if marks.is_serialised(code) else ""


def _card_or_none(code: str, marks: Marks) -> Card | None:
    known = marks.look_up(code)
    return known if isinstance(known, Card) else None
