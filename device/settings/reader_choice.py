"""A reader that was found, written into table.toml: its three keys change, comments and layout stay.

Where this kind reads marks that the table would not take for cards, ``cards.accept`` changes with it: a tag is a card
by the registry only, and a shoe with its maker's cards knows its own codes only.

The library that can do this is loaded here and only when it is needed: reading settings goes without it.
"""

import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.files.private import refuse_other_than_files, sync_folder
from device.files.system_faults import in_words
from device.readers.kinds import ReaderKind, features_of
from device.readers.line import Suffix
from device.settings.cards import Accept
from device.settings.reading import SettingsError, example, parse_settings, read_file
from device.settings.toml_text import section_of, set_value, with_ends_of

USUAL = "usual"
"""A speed that needs no number: that of the kind as it is delivered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderChoice:
    """What the section [reader] is to say."""

    kind: ReaderKind
    port: str
    baud: int
    suffix: Suffix = Suffix.ANY


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A settings file before and after; `before` is empty where it `is_new`."""

    path: Path
    before: str
    after: str
    is_new: bool = False


def plan_change(path: Path, choice: ReaderChoice) -> Change:
    """What the file will be, or the example with this reader where there is no file; nothing is written.

    Raises SettingsError for a file that is broken already, or that would not be right with this reader.
    """
    before = text_before(path)
    is_new = before is None
    after = with_reader(example() if before is None else before, choice)
    settings = parse_settings(after, f"{path} with the reader that was found", path.parent)
    reader = settings.reader
    if (reader.kind, reader.port, reader.speed) != (choice.kind, choice.port, choice.baud):
        raise SettingsError(f"{path}: the section [reader] cannot be changed as it is written; write it as lines")
    return Change(path=path, before=before or "", after=after, is_new=is_new)


def text_before(path: Path) -> str | None:
    """The file that is to be changed, None where there is none yet; raises SettingsError for one that cannot be."""
    real = Path(os.path.realpath(path))
    try:
        if real.is_symlink():
            raise SettingsError(f"{path}: its links lead in a circle; name a file")
        refuse_other_than_files(real)
        if not real.exists():
            if real.parent.is_dir():
                return None
            raise SettingsError(f"{path}: there is no folder {real.parent}; make it first")
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {in_words(error)}") from None
    text = read_file(path)
    parse_settings(text, str(path), path.parent)
    return text


def with_reader(text: str, choice: ReaderChoice) -> str:
    """The text with kind, port and baud of [reader] as chosen, and what must change with them. `text` is TOML."""
    import tomlkit  # noqa: PLC0415 - see above

    document = tomlkit.parse(text)
    features = features_of(choice.kind)
    reader = section_of(document, "reader", tomlkit.table)
    wanted: dict[str, str | int] = {"kind": choice.kind.value, "port": choice.port}
    if reader.get("baud", USUAL) != USUAL or choice.baud != features.baud:
        wanted["baud"] = choice.baud
    if choice.kind is ReaderKind.LINE and reader.get("suffix", Suffix.ANY.value) != choice.suffix.value:
        wanted["suffix"] = choice.suffix.value
    for key, value in wanted.items():
        set_value(reader, key, value)
    accept = document.get("cards", {}).get("accept", Accept.CLASSES.value)
    if features.tags and accept == Accept.CLASSES.value:
        set_value(section_of(document, "cards", tomlkit.table), "accept", Accept.PACKS.value)
    if features.own_codes and accept != Accept.CLASSES.value:
        set_value(section_of(document, "cards", tomlkit.table), "accept", Accept.CLASSES.value)
    return with_ends_of(text, tomlkit.dumps(document))  # lines of our own end as all others in this file do


def write_change(change: Change) -> None:
    """The file with its new text, as a whole whatever happens, with the permissions it had; raises SettingsError.

    Where root changes a user's file it stays that user's.
    """
    path = Path(os.path.realpath(change.path))  # a link stays one
    try:
        before = None if change.is_new else path.stat()
        mode = 0o644 if before is None else stat.S_IMODE(before.st_mode)
        if path.exists() is change.is_new or (not change.is_new and read_file(path) != change.before):
            raise SettingsError(f"{change.path}: was changed meanwhile and is left alone; search again")
        handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                if before is not None:
                    with suppress(PermissionError):  # who may write in a folder need not be the file's owner
                        os.fchown(file.fileno(), before.st_uid, before.st_gid)
                os.fchmod(file.fileno(), mode)
                file.write(change.after)
                file.flush()
                os.fsync(file.fileno())
            refuse_other_than_files(path)
            Path(unfinished).replace(path)
            sync_folder(path.parent)
        except BaseException:
            Path(unfinished).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SettingsError(f"{change.path}: cannot be written: {in_words(error)}") from None
