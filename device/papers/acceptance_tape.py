"""What a shoe's board said of passages, from the tape of its line."""

from device.line.tape import Tape, Way
from device.papers.acceptance import CUT, UNREAD
from device.readers import shoe_frames as sf
from device.readers.kinds import ReaderKind
from device.readers.marks import CardMarks, CutCard
from device.readers.shoe import ShoeDecoder

BOARD = ReaderKind.SHOE.value
"""Only a shoe with gates knows passages, so only its tapes tell them."""


def passages_of(tape: Tape, marks: CardMarks) -> list[tuple[str, int]]:
    """Each passage once, in the board's order, as a face (`UNREAD`: none was read) and the tape's time in ms.

    A code that is none of the house's is no read: nobody would be paid on it. Two cards in one passage are two.
    """
    decoder = ShoeDecoder()
    boots: dict[str, int] = {}
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for entry in tape.entries:
        if entry.way is not Way.FROM_DEVICE:
            continue
        for item in decoder.feed(entry.data):
            if not isinstance(item, sf.CodeFrame | sf.NoCodeFrame | sf.TwoFrame):
                continue
            faces = [_face(code, marks) for code in _codes(item)]
            boot = boots.setdefault(item.id.boot, len(boots))
            # Told again until it is acknowledged: once, and where it belongs, though noise made it come after the next.
            found.setdefault((boot, item.id.seq), [(face, entry.at_ms) for face in faces])
    return [passage for _, passages in sorted(found.items()) for passage in passages]


def _codes(frame: sf.CodeFrame | sf.NoCodeFrame | sf.TwoFrame) -> tuple[str, ...]:
    """A code for each card that the frame tells of; empty for an unread one."""
    match frame:
        case sf.CodeFrame(code=code):
            return (code,)
        case sf.NoCodeFrame():
            return ("",)
        case sf.TwoFrame(codes=codes):
            return (*codes, "", "")[:2]


def _face(code: str, marks: CardMarks) -> str:
    card = marks.look_up(code) if code else None
    if card is None:
        return UNREAD
    return CUT if isinstance(card, CutCard) else str(card)
