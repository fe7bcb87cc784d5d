"""Which settings a command takes when none are named: those of this folder, or else of the installed table."""

import os
from pathlib import Path

from device.cli.bad_input import BadInput
from device.settings import SettingsError, load_settings

HERE = Path("table.toml")
INSTALLED = Path("/etc/zapato/table.toml")
"""Where the installer puts them."""
SHOWN = f"{HERE} here, or else {INSTALLED}"
"""What `--help` says of the default."""


def usual_settings() -> Path:
    """The settings to take: those here where neither are there, so that this name is missed."""
    # `exists` of a path would raise where the table's user is not let into the folder that somebody stands in.
    return INSTALLED if not os.path.lexists(HERE) and os.path.lexists(INSTALLED) else HERE


def settings_if_any() -> Path | None:
    """The same for a command that has defaults of its own: None where neither are there."""
    usual = usual_settings()
    return usual if os.path.lexists(usual) else None


def record_file() -> Path:
    """The table's record, as its settings say; raises BadInput where there are none, or they cannot be read."""
    config = settings_if_any()
    if config is None:
        raise BadInput(f"which record? Name its file: there are no settings that name it ({SHOWN})")
    try:
        return load_settings(config).journal.path
    except SettingsError as error:
        raise BadInput(f"{error}; name the record's file itself") from None


def people_file() -> Path:
    """Where the table's people are: as its settings say, or beside us where there are none; raises BadInput."""
    config = settings_if_any()
    if config is None:
        return Path("staff.sqlite3")
    try:
        return load_settings(config).staff.path
    except SettingsError as error:
        raise BadInput(f"{error}; --file names the people's file itself") from None
