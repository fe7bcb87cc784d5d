"""What of a table is on this device and well, so that a backup need not bring it."""

from pathlib import Path

from device.cards.errors import CardsError
from device.cards.registry.registry import Registry
from device.journal.sealing import sealing_key_path
from device.journal.signing import key_path
from device.settings import Settings
from device.staff.errors import StaffError
from device.staff.store import StaffStore


def lacks_secrets(settings: Settings) -> bool:
    """Whether a key, the people or the packs are missing here, or damaged."""
    journal, cards = settings.journal.path.resolve(), settings.cards
    keys = key_path(journal).exists() and sealing_key_path(journal).exists()
    packs = packs_are_well(cards.registry) or not (cards.uses_packs or cards.registry.exists())
    return not (keys and packs and people_are_well(settings.staff.path))


def people_are_well(path: Path) -> bool:
    """Whether the people in that file can be read."""
    try:
        StaffStore(path).people()
    except StaffError:
        return False
    return True


def packs_are_well(path: Path) -> bool:
    """Whether the packs in that file can be read."""
    try:
        Registry(path).packs()
    except CardsError:
        return False
    return True
