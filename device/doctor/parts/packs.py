"""The registry of packs, where this table plays by it."""

from collections import Counter
from collections.abc import Iterator

from device.cards.keys.secret_file import key_path
from device.cards.pack import PackState
from device.cards.registry.schema import APPLICATION_ID
from device.doctor.finding import Finding, Teller
from device.doctor.parts.private_database import UnusableError, looked_into
from device.doctor.world import World

_TELL = Teller("packs")


def look(world: World) -> Iterator[Finding]:
    """How many packs are in which state, and whether the secret that opens them is there. No card is looked at."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    cards = world.settings.cards
    if not cards.uses_packs:
        yield _TELL.note("packs-unused", accept=cards.accept.value)
        return
    try:
        with looked_into(cards.registry, application=APPLICATION_ID, what="packs") as connection:
            states = Counter(state for (state,) in connection.execute("SELECT state FROM packs"))
    except FileNotFoundError:
        yield _TELL.bad("packs-none", path=str(cards.registry))
        return
    except UnusableError as error:
        yield _TELL.bad("packs-unusable", says=str(error))
        return
    if not key_path(cards.registry).exists():
        yield _TELL.bad("packs-no-secret", path=str(key_path(cards.registry)))
    yield from judge(states)


def judge(states: Counter[str]) -> Iterator[Finding]:
    """By state how many."""
    yield _TELL.ok("packs", states=", ".join(f"{state} {count}" for state, count in sorted(states.items())) or "0")
    if not states[PackState.OPENED.value] and not states[PackState.IN_PLAY.value]:
        yield _TELL.warn("packs-none-open")
