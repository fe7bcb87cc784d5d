"""A file of people who exist in a simulation only; they sign in like anybody."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from device.staff.people import Role
from device.staff.pins import PinHasher, draw_one_time_pin
from device.staff.store import StaffStore


def make_people(path: Path, roles: Mapping[str, Iterable[Role]], *, hasher: PinHasher | None = None) -> dict[str, str]:
    """Make a file with these people; returns each one's own PIN, drawn by chance and told to nobody else.

    Raises StaffError, also where one of them is in the file already.
    """
    store = StaffStore(path, create=True, hasher=hasher)
    pins = {name: draw_one_time_pin() for name in roles}
    for name, held in roles.items():
        store.enter(name, held, pins[name], is_own=True)
    return pins
