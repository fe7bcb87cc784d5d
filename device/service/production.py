"""Whether a table where real games are played may start: what its settings alone cannot tell."""

from device.line.hardware import is_pseudo_port
from device.rules.faults import Fault
from device.rules.profile import Profile
from device.settings import ReaderKind, Settings
from device.settings.production import faults_of_profile
from device.staff.errors import StaffError
from device.staff.people import Role
from device.staff.store import StaffStore

_SIGNERS = frozenset({Role.SUPERVISOR, Role.PIT})


def refusals(settings: Settings, profile: Profile) -> list[Fault]:
    """What keeps this table from starting, each with what to do; none where no production is meant."""
    if not settings.production:
        return []
    return [*faults_of_profile(profile), *_reader(settings), *_people(settings)]


def remarks(settings: Settings) -> list[str]:
    """What staff should know of a table in production that may start all the same."""
    if not settings.production:
        return []
    told = []
    if settings.reader.kind is not ReaderKind.SHOE:
        told.append(
            f"reader.kind = {settings.reader.kind.value}: this reader sees codes, not passages; it is for schools and "
            "training, and a card that it does not read leaves unseen"
        )
    if settings.cards.uses_classes:
        told.append(
            f"cards.accept = {settings.cards.accept.value}: anybody's scanner can tell a card from its class code, and "
            "anybody can print one; it is for schools and training: mark packs with `zapato cards`, then accept = packs"
        )
    return told


def _reader(settings: Settings) -> list[Fault]:
    port = settings.reader.port
    if not is_pseudo_port(port):
        return []
    allowed = "another program is behind this port, as behind the simulated shoe's: name a reader's own port"
    return [Fault(path="reader.port", found=f"'{port}' with production = true", allowed=allowed)]


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
