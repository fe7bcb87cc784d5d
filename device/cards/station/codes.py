"""What a code that was laid down is: the cut card, a card of a pack, or nothing of this site's."""

from device.cards.errors import CardsError
from device.cards.pack import Known, Packs
from device.cards.station.station_steps import Step, StepKind
from device.readers.marks import CUT, CardMarks

_CLASSES = CardMarks()


def is_cut(code: str) -> bool:
    """Whether the code is the cut card's."""
    return _CLASSES.look_up(code) is CUT


def is_class_code(code: str) -> bool:
    """Whether the code says rank and suit, or is the cut card's: no pack has such a one."""
    return _CLASSES.look_up(code) is not None


def is_known(packs: Packs, code: str) -> bool:
    """Whether a code is one of this site; a registry that cannot be asked knows none."""
    try:
        return packs.find(code) is not None
    except CardsError:
        return False


def found_in(packs: Packs, code: str) -> Known | Step:
    """The card of a pack, or the step that says why it is none: cut card, unknown, or the registry failed."""
    if is_cut(code):
        return Step(kind=StepKind.CUT_LABEL)
    try:
        known = packs.find(code)
    except CardsError as error:
        return Step(kind=StepKind.NOT_KEPT, why=str(error))
    return known or Step(kind=StepKind.UNKNOWN)
