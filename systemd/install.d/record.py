"""Steps of systemd/install that a release takes before it becomes the current one: run with that release's Python.

record.py settings CONFIG            whether the settings can be read; what is wrong, key by key
record.py write CONFIG               the example with the places of an installed machine, to standard output
record.py places CONFIG - [ROOT]     where record, people and packs lie, in this order, one a line
record.py copy CONFIG FOLDER [ROOT]  a copy of record, people and packs, made while a table may be writing
record.py try CONFIG FOLDER          opens that copy as the table would, which brings it up to date, and checks it whole
ROOT: where the machine that CONFIG is for lies here, as on a card that is being prepared.
Exit 0 well, 1 the record is not as it was written, 2 it cannot be used.
"""

import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from device.journal import checking
from device.journal.opening import open_or_set_aside
from device.ports.journal import JournalError
from device.rules.making import ProfileError
from device.settings import Settings, SettingsError, example, load_profile, load_settings
from device.system.clock import SystemClock

PLACES = {
    ("cards", "registry"): "/var/lib/zapato/packs.sqlite3",
    ("journal", "path"): "/var/lib/zapato/journal.sqlite3",
    ("staff", "path"): "/var/lib/zapato/staff.sqlite3",
    ("feed", "public"): "/run/zapato/public.sock",
    ("feed", "public_group"): "zapato-public",
    ("feed", "staff"): "/run/zapato/staff.sock",
    ("feed", "staff_group"): "zapato-staff",
    ("feed", "panel"): "/run/zapato/panel.sock",
    ("feed", "panel_group"): "zapato-panel",
    ("feed", "panel_mode"): "0660",
}


def installed_example() -> str:
    """The example, in which nothing but the values of PLACES is changed."""
    section, lines, left = "", [], dict(PLACES)
    for given in example().splitlines():
        line = given
        if head := re.match(r"\[([\w.]+)\]", line):
            section = head[1]
        if (found := re.match(r'(\w+)( *= *)("[^"]*" *)(.*)', line)) and (section, found[1]) in left:
            value = f'"{left.pop((section, found[1]))}" '.ljust(len(found[3]))
            line = f"{found[1]}{found[2]}{value}{found[4]}".rstrip()
        lines.append(line)
    if left:
        raise SettingsError(f"the example has no {', '.join('.'.join(key) for key in left)}")
    return "\n".join(lines) + "\n"


def files_of(settings: Settings, root: str) -> dict[str, Path]:
    """What is copied, by the name of the copy."""
    named = {
        "journal.sqlite3": settings.journal.path,
        "staff.sqlite3": settings.staff.path,
        "packs.sqlite3": settings.cards.registry,
    }
    # A relative name is below the settings' own folder, and that below the root already.
    return {name: path if path.is_relative_to(root) else Path(f"{root}{path}") for name, path in named.items()}


def copy(settings: Settings, folder: Path, root: str) -> None:
    """Through SQLite itself, which gives one moment of a file that is being written."""
    for name, path in files_of(settings, root).items():
        if not path.exists():
            continue
        with (
            closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=30)) as there,
            closing(sqlite3.connect(folder / name)) as here,
        ):
            there.backup(here, pages=2000, sleep=0.01)
        for suffix in (".key", ".seal-key"):
            key = path.with_name(path.name + suffix)
            if key.exists():
                (folder / (name + suffix)).touch(mode=0o600)
                (folder / (name + suffix)).write_bytes(key.read_bytes())


def try_out(folder: Path) -> int:
    """The record as this release finds it: opened for writing, brought up to date, checked from end to end."""
    journal = folder / "journal.sqlite3"
    if not journal.exists():
        print("there is no record yet")
        return 0
    opened = open_or_set_aside(journal, clock=SystemClock())
    opened.journal.close()
    if opened.set_aside is not None:
        print(f"the record is damaged: {opened.set_aside.why}", file=sys.stderr)
        return 1
    verified = checking.verify_file(journal)
    print(f"the record can be read: {verified.events} events, {verified.coups} coups")
    return 0


def main(verb: str, config: Path, folder: Path, root: str) -> int:
    """One step; see the head of this file."""
    try:
        if verb == "write":
            print(installed_example(), end="")
            return 0
        settings = load_settings(config)
        load_profile(settings.profile)
        if verb == "copy":
            copy(settings, folder, root)
        if verb == "places":
            places = [str(path) for path in files_of(settings, root).values()]
            if any(len(place.splitlines()) > 1 for place in places):
                raise SettingsError(f"{config}: a path with a line's end in it: {places!r}; name it otherwise")
            print(*places, sep="\n")
        if verb == "try":
            return try_out(folder)
    except checking.NotVerifiedError as error:
        print(f"the record is not as it was written, from event {error.seq} on: {error.what}", file=sys.stderr)
        return 1
    except (SettingsError, ProfileError, JournalError) as error:
        print(error, file=sys.stderr)
        return 2
    except (OSError, sqlite3.Error) as error:
        print(f"{getattr(error, 'filename', None) or folder}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    verb, config, *more = sys.argv[1:]
    sys.exit(main(verb, Path(config), Path(more[0] if more else "."), more[1] if len(more) > 1 else ""))
