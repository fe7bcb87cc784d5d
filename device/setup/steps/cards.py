"""What is a card at this table: labels and tags of registered packs, codes of rank and suit, or both."""

from device.readers.kinds import features_of
from device.settings import Accept
from device.setup.asking import Asking, Here, ask_one, change, tell


def cards(here: Here) -> Asking:
    """Which marks are taken for cards."""
    now = here.settings.cards.accept
    features = features_of(here.settings.reader.kind)
    if features.own_codes:
        possible: tuple[Accept, ...] = (Accept.CLASSES,)
        yield from tell("own-codes")
    elif features.tags:
        possible = (Accept.PACKS, Accept.BOTH)
    else:
        possible = (Accept.PACKS, Accept.CLASSES, Accept.BOTH)
    chosen = yield from ask_one("cards.accept", [one.value for one in possible], now.value)
    if chosen != Accept.CLASSES.value:
        yield from tell("packs-next")
    return change({("cards", "accept"): chosen} if chosen != now.value else {})
