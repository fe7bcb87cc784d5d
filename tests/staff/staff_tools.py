"""What the tests of people share: cheap PINs, a clock that does as it is told, a list of attempts."""

from argon2 import Parameters, Type

from device.staff.entry import Attempt, StaffEntry
from device.staff.moment import Moment
from device.staff.people import Person, Role
from device.staff.pins import PinHasher
from device.staff.store import StaffStore

CHEAP = Parameters(type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1)
PIN = "2580"


class HandClock:
    """A machine whose time the test moves; implements `MachineClock`."""

    def __init__(self) -> None:
        self.starts = 1
        self.uptime_s = 100.0
        self.wall = "2025-03-01T20:15:07.042Z"

    def now(self) -> Moment:
        return Moment(boot=f"boot {self.starts}", uptime_s=self.uptime_s, at=self.wall)

    def pass_s(self, seconds: float) -> None:
        self.uptime_s += seconds

    def restart(self, uptime_s: float = 0.0) -> None:
        self.starts += 1
        self.uptime_s = uptime_s


class Ledger:
    """What was told of attempts."""

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []

    def __call__(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)


def cheap() -> PinHasher:
    """A hasher that costs nothing."""
    return PinHasher(CHEAP)


def add_with_pin(store: StaffStore, name: str, *roles: Role, pin: str = PIN) -> Person:
    """Somebody who has already chosen a PIN."""
    person, one_time = store.add(name, roles or (Role.DEALER,))
    StaffEntry(store, report=Ledger()).change_pin(name, one_time, pin)
    return person
