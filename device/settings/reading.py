"""From table.toml to `Settings`, or to a message that a person can act on."""

import os
from collections import defaultdict
from importlib import resources
from pathlib import Path

from msgspec.structs import replace

from device.files.system_faults import remedy_of_system
from device.rules.faults import Fault, FaultsError, not_toml
from device.rules.structs import build, read_toml
from device.settings import fit, production, reader
from device.settings.files import MOST_BYTES, read_at_most, text_of
from device.settings.profiles import is_file_name
from device.settings.table import Settings

SOCKET_PATH_BYTES = 107
"""The longest path that Linux can bind a socket to (108 with its closing zero)."""


class SettingsError(ValueError):
    """Settings that cannot be: one line a fault, each with file, key, what was found and what may stand there."""


def load_settings(path: Path) -> Settings:
    """Read a table's settings file; raises SettingsError."""
    return parse_settings(read_file(path), str(path), path.parent)


def example() -> str:
    """A commented table.toml that holds every key at its default."""
    return resources.files("device.settings").joinpath("example.toml").read_text(encoding="utf-8")


def parse_settings(text: str, where: str, folder: Path) -> Settings:
    """Read settings from TOML text; `where` names the file in messages, relative paths start at `folder`.

    Raises SettingsError with every fault found.
    """
    try:
        table = read_toml(text)
    except ValueError as error:
        raise SettingsError(not_toml(where, error)) from None
    try:
        settings = _anchored(build(Settings, table), folder.absolute())
        check(settings)
    except FaultsError as error:
        raise SettingsError(error.at(where)) from None
    return settings


def read_file(path: Path, where_none: str = "`zapato settings` prints one to begin with") -> str:
    """The text of a file; raises SettingsError naming the file and what to do, `where_none` if there is none."""
    try:
        return text_of(read_at_most(path, MOST_BYTES))
    except FileNotFoundError:
        raise SettingsError(f"{path}: there is no such file; {where_none}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: this is no text in UTF-8; save it as a plain text file") from None
    except PermissionError as error:
        raise SettingsError(f"{path}: cannot be read: {remedy_of_system(error)}") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from None


def check(settings: Settings) -> None:
    """Refuse settings that are each possible and cannot stand together; raises FaultsError."""
    faults = [
        *production.faults_of(settings),
        *reader.faults_of(settings.reader),
        *fit.faults_of(settings.reader, settings.cards),
        *_limits(settings),
        *_pins(settings),
        *_cards(settings),
        *_paths(settings),
    ]
    if faults:
        raise FaultsError(faults)


def _anchored(settings: Settings, folder: Path) -> Settings:
    """The same settings with every path absolute, so that it does not matter where a process was started."""
    ours, journal, feed, cards = settings.reader, settings.journal, settings.feed, settings.cards
    return replace(
        settings,
        profile=str(folder / settings.profile) if is_file_name(settings.profile) else settings.profile,
        reader=replace(ours, tape=None if ours.tape is None else folder / ours.tape),
        cards=replace(
            cards, registry=folder / cards.registry, codes=None if cards.codes is None else folder / cards.codes
        ),
        journal=replace(journal, path=folder / journal.path),
        staff=replace(settings.staff, path=folder / settings.staff.path),
        feed=replace(feed, public=folder / feed.public, staff=folder / feed.staff, panel=folder / feed.panel),
    )


def _limits(settings: Settings) -> list[Fault]:
    faults = []
    seen = set()
    for place, limit in enumerate(settings.table.limits, 1):
        path = f"table.limits[{place}]"
        if limit.min > limit.max:
            faults.append(Fault(path=f"{path}.max", found=str(limit.max), allowed=f"at least min, {limit.min}"))
        if limit.wager in seen:
            faults.append(Fault(path=f"{path}.wager", found=f"{limit.wager!r} again", allowed="each wager once"))
        seen.add(limit.wager)
    return faults


def _pins(settings: Settings) -> list[Fault]:
    by_pin = defaultdict(list)
    for name, pin in settings.panel.users():
        by_pin[pin].append(f"panel.{name}")
    return [
        Fault(path=last, found=str(pin), allowed=f"this pin is taken by {' and '.join(others)}: each pin once")
        for pin, (*others, last) in by_pin.items()
        if others
    ]


def _cards(settings: Settings) -> list[Fault]:
    cards = settings.cards
    if cards.codes is None or cards.uses_classes:
        return []
    allowed = 'with accept = "packs" no class code is a card: leave it out, or set accept = "both"'
    return [Fault(path="cards.codes", found=f"'{cards.codes}'", allowed=allowed)]


def _paths(settings: Settings) -> list[Fault]:
    feed, journal = settings.feed, settings.journal
    paths = {
        "journal.path": journal.path,
        "staff.path": settings.staff.path,
        "feed.public": feed.public,
        "feed.staff": feed.staff,
        "feed.panel": feed.panel,
        "cards.registry": settings.cards.registry,
    }
    if settings.reader.tape is not None:
        paths["reader.tape"] = settings.reader.tape
    if settings.cards.codes is not None:
        paths["cards.codes"] = settings.cards.codes
    faults = []
    first: dict[Path, str] = {}
    for key, path in paths.items():
        if path in first:
            faults.append(Fault(path=key, found=f"'{path}'", allowed=f"{first[path]} is there: another path is needed"))
        first.setdefault(path, key)
    for key in ("feed.public", "feed.staff", "feed.panel"):
        size = len(os.fsencode(paths[key]))
        if size > SOCKET_PATH_BYTES:
            allowed = f"a socket's path has at most {SOCKET_PATH_BYTES} bytes, this one {size}: choose a shorter folder"
            faults.append(Fault(path=key, found=f"'{paths[key]}'", allowed=allowed))
    return faults
