"""The first people of the table, with their PINs."""

from device.setup.asking import Asking, Here, Part, ask, ask_one, ask_yes, do, tell, tell_wrong
from device.setup.wanted import AddPerson, Failed, ListPeople, PeopleSeen, PersonAdded, Question, WrongError
from device.staff.errors import NotAllowedError
from device.staff.people import Role, folded, read_name, role_names
from device.staff.pins import check_choice

ONE_TIME, OWN = "one-time", "own"
SIGNERS = frozenset({Role.SUPERVISOR, Role.PIT})


def staff(here: Here) -> Asking:
    """Who there is, and who joins."""
    path = here.settings.staff.path
    while True:
        seen = yield from do(ListPeople(path=path), PeopleSeen)
        if isinstance(seen, Failed):
            yield from tell_wrong("said", says=seen.says)
            if (yield from ask_yes("staff.again", now=False, alone=False)):
                continue
            return None
        for one in seen.people:
            yield from tell(
                "person-disabled" if one.disabled else "person", name=one.name, roles=", ".join(role_names(one.roles))
            )
        signs = any(SIGNERS & set(one.roles) for one in seen.people if not one.disabled)
        if not signs:
            yield from tell("nobody-signs")
        if not (yield from ask_yes("staff.add", now=not signs, alone=False)):
            return None
        name = yield from ask(Question(key="staff.name", read=_read_name))
        if any(folded(one.name) == folded(name) for one in seen.people):
            yield from tell("person-there", name=name)
            continue
        role = Role((yield from ask_one("staff.role", [role.value for role in Role], None if signs else "supervisor")))
        pin = yield from _pin()
        added = yield from do(AddPerson(path=path, name=name, role=role, pin=pin), PersonAdded)
        if isinstance(added, Failed):
            yield from tell_wrong("said", says=added.says)
        elif added.one_time_pin:
            yield from tell("person-one-time", name=added.name, pin=added.one_time_pin)
        else:
            yield from tell("person-added", name=added.name)


def _pin() -> Part[str]:
    """A PIN of one's own, typed twice, or nothing: then a one-time PIN is drawn."""
    while (yield from ask_one("staff.pin-how", (ONE_TIME, OWN), ONE_TIME)) == OWN:
        pin = yield from ask(Question(key="staff.pin", read=_read_pin, secret=True))
        if (yield from ask(Question(key="staff.pin-again", secret=True))) == pin:
            return pin
        yield from tell_wrong("wrong-pins-differ")
    return ""


def _read_name(text: str) -> str:
    try:
        return read_name(text)
    except NotAllowedError as error:
        raise WrongError("said", says=str(error)) from None


def _read_pin(text: str) -> str:
    try:
        check_choice(text)
    except NotAllowedError as error:
        raise WrongError("said", says=str(error)) from None
    return text
