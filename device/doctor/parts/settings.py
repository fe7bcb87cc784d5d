"""The table's settings: can they be read, may games be played by them, and who may change them."""

import stat
from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.people import WRITE, mode_of
from device.doctor.world import World
from device.line.hardware import is_pseudo_port
from device.rules.faults import Fault
from device.service.production import reader_remarks, refusals, remarks

_TELL = Teller("settings")
PLACES = ("/etc/zapato/table.toml", "table.toml")
"""Where settings are looked for when none are named."""


def look(world: World) -> Iterator[Finding]:
    """What there is to say of table.toml."""
    if world.config is None:
        yield _TELL.warn("settings-none", places=" · ".join(PLACES))
        return
    if world.settings is None or world.profile is None:
        yield _TELL.bad("settings-broken", says=world.settings_fault)
        return
    settings, profile = world.settings, world.profile
    yield _TELL.ok("settings-read", path=str(world.config), table=settings.table.name, profile=profile.name)
    found = world.config.stat()
    yield from judge_mode(str(world.config), found.st_mode)
    others = world.people.who_may(world.config, WRITE)
    if others:
        yield _TELL.warn("settings-others", path=str(world.config), who=", ".join(others))
    if settings.production:
        yield _TELL.ok("settings-production")
        yield from judge_refusals(refusals(settings, profile))
        for remark in remarks(settings, profile):
            yield _TELL.warn("said", says=remark)
        return
    yield _TELL.note("settings-trial")
    if is_pseudo_port(settings.reader.port):
        yield _TELL.note("settings-simulated", port=settings.reader.port)
    for remark in reader_remarks(settings, profile):
        yield _TELL.note("said", says=remark)


def judge_mode(path: str, mode: int) -> Iterator[Finding]:
    """A file that a group or everybody may change lets them change the house."""
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        yield _TELL.bad("settings-writable", path=path, mode=mode_of(mode))


def judge_refusals(faults: list[Fault]) -> Iterator[Finding]:
    """What keeps a table of money from starting."""
    for fault in faults:
        yield _TELL.bad("settings-refused", key=fault.path, found=fault.found, allowed=fault.allowed)
