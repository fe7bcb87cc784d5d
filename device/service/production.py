"""Whether a table where real games are played may start: what its settings alone cannot tell."""

from device.journal.uses import Use, refusal, use_of
from device.line.hardware import is_pseudo_port
from device.readers.kinds import ReaderKind, features_of
from device.readers.sightings import equal_neighbours
from device.rules.faults import Fault
from device.rules.profile import Profile
from device.settings import Settings
from device.settings.production import faults_of_profile
from device.staff.errors import StaffError
from device.staff.people import Role
from device.staff.store import StaffStore

_SIGNERS = frozenset({Role.SUPERVISOR, Role.PIT})


def refusals(settings: Settings, profile: Profile) -> list[Fault]:
    """What keeps this table from starting, each with what to do; none where no production is meant."""
    if not settings.production:
        return []
    return [*faults_of_profile(profile), *_reader(settings), *_people(settings), *_record(settings)]


def use_of_table(settings: Settings) -> Use | None:
    """What such a table's record is for; None where a real reader is tried, before real games are played."""
    if settings.production:
        return Use.REAL
    return Use.SIMULATED if settings.demo or is_pseudo_port(settings.reader.port) else None


def remarks(settings: Settings, profile: Profile) -> list[str]:
    """What staff should know of a table in production that may start all the same."""
    if not settings.production:
        return []
    told = reader_remarks(settings, profile)
    if settings.cards.uses_classes and not features_of(settings.reader.kind).own_codes:
        told.append(
            f"cards.accept = {settings.cards.accept.value}: anybody's scanner can tell a card from its class code, and "
            "anybody can print one; it is for schools and training: mark packs with `zapato cards`, then accept = packs"
        )
    return told


def reader_remarks(settings: Settings, profile: Profile) -> list[str]:
    """What a reader of this kind is not fit for, with these marks and so many decks; none of our own shoe."""
    kind = settings.reader.kind
    features = features_of(kind)
    named = f"reader.kind = {kind.value}"
    remarks = []
    if not features.has_gates:
        remarks.append(
            f"{named}: this reader sees {'tags' if features.tags else 'codes'}, not passages; it is for schools and "
            "training, and a card that it does not read leaves unseen"
        )
    remarks += _lost_repeats(settings, profile.decks)
    if kind is ReaderKind.EM4100:
        remarks.append(
            f"{named}: such tags tell their number to any reader near them, and a copy costs cents; "
            "never for games that are paid"
        )
    if kind is ReaderKind.ANGEL_EYE:
        remarks.append(
            f"{named}: its line is understood from published readings, not from its maker; deal a few shoes on yours "
            "and compare every card before games are paid"
        )
    return remarks


def _lost_repeats(settings: Settings, decks: int) -> list[str]:
    """What an engine that keeps quiet about the same code again costs, where nothing else would show the card."""
    kind = settings.reader.kind
    features = features_of(kind)
    pairs = equal_neighbours(decks)
    if features.has_gates or features.tags or not settings.cards.uses_classes or not pairs:
        return []
    mend = "switch it off on the scanner, or set it under half a second, with the sheets of its manual"
    if kind is ReaderKind.GROW:
        mend = f"the table sets it by itself; where the panel says that the reader is not configured, {mend}"
    often = "once" if pairs == 1 else f"{pairs} times"
    return [
        f"cards.accept = {settings.cards.accept.value}: in a shuffled shoe of {decks} decks, on average {often} a card "
        "follows one of the same rank and suit; a scanner that keeps quiet about the same code again (its same-code "
        f"delay, mostly on as delivered) loses it, and nobody sees it: {mend}; or mark packs with `zapato cards`: no "
        "two of their labels are equal"
    ]


def _reader(settings: Settings) -> list[Fault]:
    port = settings.reader.port
    if not is_pseudo_port(port):
        return []
    allowed = "another program is behind this port, as behind the simulated shoe's: name a reader's own port"
    return [Fault(path="reader.port", found=f"'{port}' with production = true", allowed=allowed)]


def _record(settings: Settings) -> list[Fault]:
    path = settings.journal.path
    if use_of(path) is not Use.SIMULATED:
        return []
    _, _, allowed = refusal(path, Use.REAL).partition(f"{path}: ")
    return [Fault(path="journal.path", found=f"'{path}' with production = true", allowed=allowed)]


def _people(settings: Settings) -> list[Fault]:
    path = settings.staff.path
    found = f"'{path}' with production = true"
    try:
        people = StaffStore(path).people()
    except StaffError as error:
        return [Fault(path="staff.path", found=found, allowed=f"people must sign here: {error}")]
    if any(_SIGNERS & person.roles for person in people if not person.disabled):
        return []
    allowed = "nobody in it can decide: add a supervisor with `zapato staff add NAME --role supervisor`"
    return [Fault(path="staff.path", found=found, allowed=allowed)]
