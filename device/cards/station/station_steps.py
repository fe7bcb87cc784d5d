"""What a station does with the cards and the words that it is given, in a form that any terminal can put into words."""

import enum
from dataclasses import dataclass
from typing import Protocol

from device.cards.pack import PackState
from device.cards.station.showings import Showing
from device.rules.card import Card


class StepKind(enum.Enum):
    """What came of a card, a key or the passing of time; each has words under ``station.<value>``."""

    TAKEN = "taken"
    """A tag is on record as this card's."""
    AGAIN = "again"
    """A card that is done already; no harm."""
    OTHER_PACK = "other-pack"
    RETIRED = "retired"
    NOT_A_TAG = "not-a-tag"
    """A class code, a label of our own, or what no tag is: it says or is meant for something else."""
    CUT_LABEL = "cut-label"
    UNKNOWN = "unknown"
    """No card of this site, or a label with a wrong character."""
    TOGETHER = "together"
    """Two cards on the reader: neither counts."""
    TAKEN_BACK = "taken-back"
    """What was taken is not, because two lay there, or because a person says so."""
    READ_ONCE = "read-once"
    """One read alone: lay it again."""
    READ_ONCE_FIRST = "read-once-first"
    """Another card, while it is not known what the read was: not taken."""
    NOTHING_READ = "nothing-read"
    """A person says that the one read was no card."""
    NOT_DUE = "not-due"
    """No card is due: all have theirs, or none was named."""
    NO_UNDO = "no-undo"
    SKIPPED = "skipped"
    CHOSEN = "chosen"
    """A person named the next card."""
    HAS_ONE = "has-one"
    """The card that a person named has its tag."""
    NOT_UNDERSTOOD = "not-understood"
    NOT_KEPT = "not-kept"
    """The registry did not take it; nothing was changed."""
    FACE = "face"
    """A label stands for this face; a person compares."""
    WRONG_FACE = "wrong-face"
    """Not the label of the card that is due."""
    NOT_ITS_LABEL = "not-its-label"
    """A person says that the label is not on its card."""
    KNOWN = "known"
    """A card of a pack, as it should be."""
    NOT_NAMED = "not-named"
    """A card of a pack that is not among those to be checked."""
    COUNTED = "counted"
    """One card more; which one is not said."""
    NOT_ACCEPTED = "not-accepted"
    """A class code where cards of packs are played, or the other way round."""
    UNREAD = "unread"
    """A card passed and its code could not be read."""


BELL = frozenset(
    {
        StepKind.OTHER_PACK,
        StepKind.RETIRED,
        StepKind.NOT_A_TAG,
        StepKind.CUT_LABEL,
        StepKind.UNKNOWN,
        StepKind.TOGETHER,
        StepKind.TAKEN_BACK,
        StepKind.READ_ONCE,
        StepKind.READ_ONCE_FIRST,
        StepKind.NOT_DUE,
        StepKind.HAS_ONE,
        StepKind.NOT_UNDERSTOOD,
        StepKind.NOT_KEPT,
        StepKind.WRONG_FACE,
        StepKind.NOT_ITS_LABEL,
        StepKind.NOT_NAMED,
        StepKind.NOT_ACCEPTED,
        StepKind.UNREAD,
    }
)
"""What somebody must look up for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that happened; what does not belong to its kind is empty."""

    kind: StepKind
    card: Card | None = None
    other: Card | None = None
    """WRONG_FACE: the card that is due."""
    pack: str = ""
    state: PackState | None = None
    why: str = ""

    @property
    def bell(self) -> bool:
        """Whether somebody must look up."""
        return self.kind in BELL


Steps = tuple[Step, ...]


class Desk(Protocol):
    """One task at a station."""

    @property
    def due(self) -> Card | None:
        """The card that is to be laid down next, where one is."""
        ...

    @property
    def count(self) -> tuple[int, int]:
        """How many are done, and of how many; 0 for the second: of no fixed number."""
        ...

    @property
    def complete(self) -> bool:
        """Whether every card has come, so that a person need only say that it is done."""
        ...

    def show(self, showing: Showing) -> Steps:
        """Take what the reader saw."""
        ...

    def say(self, words: str) -> Steps:
        """Take what a person typed; an empty text is the Enter key alone."""
        ...


def words_of_undo(words: str) -> int | None:
    """How many cards ``u`` or ``u 3`` takes back; None for other words."""
    first, _, rest = words.strip().lower().partition(" ")
    if first != "u":
        return None
    if not rest:
        return 1
    return int(rest) if rest.isascii() and rest.isdigit() and len(rest) <= 3 else None
