"""What the tests of packs share: decks of codes."""

import random
import string
from collections.abc import Mapping

from device.cards.backup.backup_file import Dearness
from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.readers.labels import ALPHABET, SERIAL_CHARACTERS
from device.rules.card import Card

AT = "2026-03-01T20:15:07.042Z"
LATER = "2026-03-02T04:00:00.000Z"
DECK = tuple(Card)
WORDS = "correct horse battery"
CHEAP = Dearness(passes=1, memory_kib=8, lanes=1)


def tags(seed: int, count: int = 52) -> dict[str, Card]:
    """Tags as their makers give them, for the first cards of a deck in factory order."""
    chance = random.Random(seed)
    return {f"{chance.randrange(16**10):010X}": card for card in DECK[:count]}


def labels(registry: Registry, id: str, count: int = 52, *, seed: int = 0) -> dict[str, Card]:
    """Labels of our own for a pack."""
    chance = random.Random(f"{id} {seed}")
    serials = ["".join(pair) for pair in zip(*[iter(_mixed(chance))] * SERIAL_CHARACTERS, strict=False)]
    secret = registry.secret()
    return {str(secret.label(id, serial)): card for serial, card in zip(serials, DECK[:count], strict=False)}


def _mixed(chance: random.Random) -> str:
    """All pairs of two characters that differ from each other in both, by chance: 36 · 2 of them."""
    first, second = list(ALPHABET), list(ALPHABET)
    chance.shuffle(first)
    chance.shuffle(second)
    pairs = [a + b for a, b in zip(first, second, strict=True)]
    pairs += [a + b for a, b in zip(first, second[1:] + second[:1], strict=True)]
    chance.shuffle(pairs)
    return "".join(pairs)


def add_tags(registry: Registry, seed: int, *, state: PackState = PackState.ENROLLED, id: str | None = None) -> str:
    """A whole pack with tags; returns its name."""
    new = NewPack(kind=PackKind.TAGS, state=state, codes=tags(seed), id=id)
    return registry.add(new, by="ana", at=AT).id


def add_labels(registry: Registry, id: str, *, state: PackState = PackState.ENROLLED) -> Mapping[str, Card]:
    """A whole pack with labels; returns its codes."""
    codes = labels(registry, id)
    registry.add(NewPack(kind=PackKind.LABELS, state=state, codes=codes, id=id), by="ana", at=AT)
    return codes


def swapped(character: str) -> str:
    """Every other character that a label may have in this place."""
    return "".join(other for other in string.digits + string.ascii_uppercase if other != character)
