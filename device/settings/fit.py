"""Whether what the reader reads can be what the table takes for a card."""

from device.readers.kinds import features_of
from device.rules.faults import Fault
from device.settings.cards import Accept, CardsSettings
from device.settings.reader import ReaderSettings


def faults_of(reader: ReaderSettings, cards: CardsSettings) -> list[Fault]:
    """Marks that this kind of reader never gives, or that the table would never know for a card."""
    features = features_of(reader.kind)
    kind = f"reader.kind = {reader.kind.value}"
    faults = []
    if features.tags and not cards.uses_packs:
        allowed = (
            "a tag is a card by the registry of packs only: enrol the packs with `zapato cards`, "
            'then set accept = "packs" (or "both")'
        )
        faults.append(Fault(path="cards.accept", found=f"'{cards.accept.value}' with {kind}", allowed=allowed))
    if features.own_codes and cards.accept is not Accept.CLASSES:
        allowed = 'this shoe tells rank and suit of its maker\'s cards: accept = "classes"'
        faults.append(Fault(path="cards.accept", found=f"'{cards.accept.value}' with {kind}", allowed=allowed))
    if features.own_codes and cards.codes is not None:
        allowed = "this shoe tells rank and suit of its maker's cards, never a code of yours: leave it out"
        faults.append(Fault(path="cards.codes", found=f"'{cards.codes}' with {kind}", allowed=allowed))
    return faults
