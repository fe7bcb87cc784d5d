"""A whole look: the world as it is now, then one part after the other."""

import os
import stat
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from device.doctor.finding import Finding, Teller
from device.doctor.parts.settings import PLACES
from device.doctor.people import read_people
from device.doctor.running import Part, look_at
from device.doctor.table_seen import TableSeen, TableState, look_at_table
from device.doctor.world import World, read_text
from device.rules.profile import Profile
from device.settings import ProfileError, Settings, SettingsError, load_profile, load_settings

MAY_RUN, MUST_RUN, MUST_NOT_RUN = "ok", "must", "not"


def find_settings() -> Path | None:
    """The settings in this folder, or those of an installed machine."""
    return next((path for path in map(Path, PLACES) if os.path.lexists(path)), None)


def read_settings(path: Path | None) -> tuple[Settings | None, Profile | None, str]:
    """The settings and the house rules, or what is wrong with them in words."""
    if path is None:
        return None, None, ""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None, None, f"{path}: it is no file"
        settings = load_settings(path)
        return settings, load_profile(settings.profile), ""
    except (SettingsError, ProfileError) as error:
        return None, None, str(error)
    except OSError as error:
        return None, None, f"{path}: cannot be read: {error.strerror or error}"


def the_world(config: Path | None) -> World:
    """This machine now."""
    settings, profile, fault = read_settings(config)
    users = read_people(read_text(Path("/etc/passwd")), "")
    return World(
        config=config.absolute() if config is not None else None,
        settings=settings,
        settings_fault=fault,
        profile=profile,
        table=look_at_table(settings),
        now=datetime.now(UTC),
        user=users.owner(os.geteuid()),
        is_root=os.geteuid() == 0,
        environment=dict(os.environ),
    )


def look_at_all(
    world: World, parts: Sequence[Part], *, table_wish: str = MAY_RUN, told: Callable[[str], None] = lambda _: None
) -> list[Finding]:
    """What is found of these parts; `told` gets the name of each before it is looked at.

    `table_wish`: whether a table may, must or must not run meanwhile.
    """
    findings = []
    for part in parts:
        told(part.name)
        findings += look_at(part, world)
    return [*findings, *judge_wish(world.table, table_wish)]


def judge_wish(table: TableSeen, wish: str) -> list[Finding]:
    """Whether the table runs as it was wished."""
    tell = Teller("table")
    if wish == MUST_RUN and table.state in (TableState.STOPPED, TableState.UNKNOWN, TableState.HANGS):
        return [tell.bad("table-must-run")]
    if wish == MUST_NOT_RUN and table.holds_devices:
        return [tell.bad("table-must-not-run")]
    return []
