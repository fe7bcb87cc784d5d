"""Which labels are printed: a pack's own, class codes for training, or cut cards."""

import enum
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from device.cards.pack import CARDS_IN_PACK
from device.readers.labels import ALPHABET, SERIAL_CHARACTERS, Label
from device.rules.card import Card, Suit

CUT_CODE = "CUT"
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


class SetKind(enum.Enum):
    """What a set of labels is."""

    PACK = "pack"
    TRAINING = "training"
    CUT = "cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSet:
    """Labels that are printed together and begin on a sheet of their own."""

    kind: SetKind
    labels: tuple[tuple[str, Card | None], ...]
    """Code and card, in the order in which they are stuck on; None is a cut card."""
    pack: str = ""


def pack_set(pack: str, codes: Mapping[str, Card]) -> LabelSet:
    """The labels of a pack, or of some of its cards."""
    ordered = sorted(codes.items(), key=lambda item: _order(item[1]))
    return LabelSet(kind=SetKind.PACK, labels=tuple(ordered), pack=pack)


def training_set() -> LabelSet:
    """Class codes of one deck and a cut card: every deck's are the same."""
    cards = sorted(Card, key=_order)
    return LabelSet(kind=SetKind.TRAINING, labels=(*((str(card).upper(), card) for card in cards), (CUT_CODE, None)))


def cut_set(count: int) -> LabelSet:
    """Labels for this many cut cards."""
    return LabelSet(kind=SetKind.CUT, labels=((CUT_CODE, None),) * count)


def draw_codes(pack: str, check_of: Callable[[str, str], str]) -> dict[str, Card]:
    """A label for each card of a pack: serial numbers by chance, all different, so that none tells its card.

    `check_of` gives the site's check of a pack and a serial number.
    """
    labels: list[str] = []
    while len(labels) < CARDS_IN_PACK:
        number = secrets.randbelow(len(ALPHABET) ** SERIAL_CHARACTERS)
        serial = "".join(ALPHABET[digit] for digit in divmod(number, len(ALPHABET)))
        label = str(Label(pack=pack, serial=serial, check=check_of(pack, serial)))
        # One misread character must never make another card of the pack.
        if all(sum(a != b for a, b in zip(label, other, strict=True)) > 1 for other in labels):
            labels.append(label)
    return dict(zip(labels, Card, strict=True))


def _order(card: Card) -> tuple[int, int]:
    return _SUITS.index(card.suit), card.index % 13
