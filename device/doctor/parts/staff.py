"""The file of people: is it whole, and is there anybody who may decide."""

from collections.abc import Iterator
from dataclasses import dataclass

from device.doctor.finding import Finding, Teller
from device.doctor.parts.private_database import UnusableError, looked_into
from device.doctor.world import World
from device.staff.people import Role
from device.staff.schema import APPLICATION_ID

_TELL = Teller("staff")
_DECIDE = frozenset({Role.SUPERVISOR.value, Role.PIT.value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """Somebody who is not disabled; no hash and no badge is looked at."""

    roles: frozenset[str]
    pin_is_own: bool


def look(world: World) -> Iterator[Finding]:
    """Who may sign."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    path = world.settings.staff.path
    production = world.settings.production
    try:
        with looked_into(path, application=APPLICATION_ID, what="people") as connection:
            rows = connection.execute("SELECT roles, pin_is_own, disabled_at FROM people").fetchall()
    except FileNotFoundError:
        yield (_TELL.bad if production else _TELL.warn)("staff-none", path=str(path))
        return
    except UnusableError as error:
        yield _TELL.bad("staff-unusable", says=str(error))
        return
    people = [Signer(roles=frozenset(roles.split()), pin_is_own=bool(own)) for roles, own, gone in rows if gone is None]
    yield from judge(people, disabled=len(rows) - len(people), production=production)


def judge(people: list[Signer], *, disabled: int, production: bool) -> Iterator[Finding]:
    """Some decisions need two people, so one who decides is too few."""
    deciding = [one for one in people if one.roles & _DECIDE]
    yield _TELL.ok("staff", count=len(people), deciding=len(deciding), disabled=disabled)
    if not deciding:
        yield (_TELL.bad if production else _TELL.warn)("staff-nobody-decides")
    elif len(deciding) == 1:
        yield _TELL.warn("staff-one-decides")
    waiting = sum(not one.pin_is_own for one in people)
    if waiting:
        yield _TELL.note("staff-one-time", count=waiting)
