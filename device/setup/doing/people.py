"""The people's file, which belongs to the table's user whoever sets the table up."""

import codecs
import tempfile
from pathlib import Path

from device.setup.doing.owner import as_owner_of_folder, owner_of_folder
from device.setup.wanted import AddPerson, Failed, ListPeople, PeopleSeen, PersonAdded, PersonSeen
from device.staff.entry import Outcome, StaffEntry
from device.staff.errors import StaffError
from device.staff.people import Role
from device.staff.pins import PinHasher
from device.staff.store import StaffStore


def list_people(deed: ListPeople) -> PeopleSeen | Failed:
    """Everybody; nobody where there is no file yet."""
    with as_owner_of_folder(deed.path):
        try:
            if not deed.path.exists():
                return PeopleSeen()
            people = StaffStore(deed.path).people()
        except (StaffError, OSError) as error:
            return Failed(says=str(error))
    return PeopleSeen(
        people=tuple(
            PersonSeen(name=one.name, roles=tuple(role for role in Role if role in one.roles), disabled=one.disabled)
            for one in people
        )
    )


def add_person(deed: AddPerson, *, hasher: PinHasher | None = None) -> PersonAdded | Failed:
    """Somebody new, as `zapato staff add` and `zapato staff pin` would."""
    if owner_of_folder(deed.path) is not None and not deed.path.exists():
        _load_what_makes_a_file()
    with as_owner_of_folder(deed.path):
        try:
            store = StaffStore(deed.path, create=True, hasher=hasher)
            person, one_time = store.add(deed.name, [deed.role])
            if not deed.pin:
                return PersonAdded(name=person.name, one_time_pin=one_time)
            entry = StaffEntry(store, report=lambda _attempt: None)  # no table has this on record yet
            answer = entry.change_pin(person.name, one_time, deed.pin)
        except (StaffError, OSError) as error:
            return Failed(says=str(error))
    if answer.outcome is Outcome.RIGHT:
        return PersonAdded(name=person.name)
    return PersonAdded(name=person.name, one_time_pin=one_time)


def _load_what_makes_a_file() -> None:
    """Load it as ourselves: the table's user may not read where this Python lies, as in root's own folder."""
    codecs.lookup("ascii")
    with tempfile.TemporaryDirectory() as folder:
        StaffStore(Path(folder, "trial.sqlite3"), create=True)
