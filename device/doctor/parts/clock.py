"""The clock: does it tell the right time, does it keep it without power, and does the record agree."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from device.doctor.finding import Finding, Teller
from device.doctor.world import World
from device.journal import joins
from device.ports.journal import JournalError

_TELL = Teller("clock")
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""This software is younger: a clock that says an earlier day is wrong."""

_FLAT_UV = 1_500_000


def look(world: World) -> Iterator[Finding]:
    """What the machine and the record say of the time."""
    yield from judge_now(world.now, _last_record(world))
    synchronised: bool | None = None
    if world.has_systemd:
        said = world.run(("timedatectl", "show", "--property=NTPSynchronized", "--value"), 5.0)
        synchronised = {"yes": True, "no": False}.get(said.out.strip())
        if synchronised is None and world.at("run/systemd/timesync/synchronized").exists():
            synchronised = True
    clocks = [path for path in sorted(world.at("sys/class/rtc").glob("rtc*")) if not _is_flat(world, path)]
    yield from judge(synchronised, [path.name for path in clocks])


def judge_now(now: datetime, last: datetime | None) -> Iterator[Finding]:
    """`last`: when the newest record was made."""
    if now < BUILT:
        yield _TELL.bad("clock-wrong", now=f"{now:%Y-%m-%d %H:%M}")
    elif last is not None and now < last:
        yield _TELL.warn("clock-behind", now=f"{now:%Y-%m-%d %H:%M}", last=f"{last:%Y-%m-%d %H:%M}")
    else:
        yield _TELL.ok("clock", now=f"{now:%Y-%m-%d %H:%M}")


def judge(synchronised: bool | None, clocks: list[str]) -> Iterator[Finding]:
    """`clocks`: the machine's clocks with a battery."""
    if synchronised is None:
        yield _TELL.note("clock-untold")
    elif synchronised:
        yield _TELL.ok("clock-synchronised")
    else:
        yield _TELL.note("clock-alone") if clocks else _TELL.warn("clock-alone")
    if clocks:
        yield _TELL.ok("clock-battery", clocks=", ".join(clocks))
    else:
        yield _TELL.note("clock-no-battery") if synchronised else _TELL.warn("clock-no-battery")


def _is_flat(world: World, clock: Path) -> bool:
    """Whether the clock tells the voltage of its battery, as a Raspberry Pi 5's does, and there is none."""
    told = [world.number(clock / place / "battery_voltage") for place in ("", "device")]
    return any(microvolts is not None and microvolts < _FLAT_UV for microvolts in told)


def _last_record(world: World) -> datetime | None:
    if world.settings is None:
        return None
    try:
        last = joins.ends_of(world.settings.journal.path).last
        return datetime.fromisoformat(last.at) if last is not None else None
    except (JournalError, ValueError, OSError):
        return None  # what is wrong with the record is told where it is looked at
