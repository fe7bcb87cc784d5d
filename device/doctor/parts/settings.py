"""The table's settings: can they be read, may games be played by them, and who may change them."""

import os
import stat
from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.people import WRITE, mode_of
from device.doctor.world import World
from device.line.hardware import is_pseudo_port
from device.rules.faults import Fault
from device.rules.profile import Profile
from device.service.production import reader_remarks, refusals, remarks
from device.settings import Settings

_TELL = Teller("settings")
PLACES = ("table.toml", "/etc/zapato/table.toml")
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
    if not found.st_mode & stat.S_IWOTH and (others := world.people.who_may(world.config, WRITE)):
        yield _TELL.warn("settings-others", path=str(world.config), who=", ".join(others))
    if settings.production:
        yield _TELL.ok("settings-production")
        for remark in remarks(settings, profile):
            yield _TELL.warn("said", says=remark)
        yield from _refused(world, settings, profile)
        return
    yield _TELL.note("settings-trial")
    if is_pseudo_port(settings.reader.port):
        yield _TELL.note("settings-simulated", port=settings.reader.port)
    for remark in reader_remarks(settings, profile):
        yield _TELL.note("said", says=remark)


def _refused(world: World, settings: Settings, profile: Profile) -> Iterator[Finding]:
    """What keeps the table from starting; people are only asked for where that is allowed and changes nothing."""
    people = settings.staff.path
    if people.exists() and not os.access(people, os.R_OK | os.W_OK):
        yield _TELL.note("not-allowed", path=str(people), user=world.user)
    elif not people.with_name(people.name + "-journal").exists():  # else opening it would take a change back
        yield from judge_refusals(refusals(settings, profile))


def judge_mode(path: str, mode: int) -> Iterator[Finding]:
    """A file that a group or everybody may change lets them change the house."""
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        yield _TELL.bad("settings-writable", path=path, mode=mode_of(mode))


def judge_refusals(faults: list[Fault]) -> Iterator[Finding]:
    """What keeps a table of money from starting."""
    for fault in faults:
        yield _TELL.bad("settings-refused", key=fault.path, found=fault.found, allowed=fault.allowed)
