"""The settings' file and how far a set-up has come: written whole, with the owner and the permissions they had."""

import json
import os
from contextlib import suppress
from pathlib import Path

from device.files import private
from device.settings import SettingsError
from device.settings.reader_choice import Change, text_before, write_change
from device.setup.catalogue import Step
from device.setup.wanted import NotSaved, Save, Saved

_MOST_BYTES = 4096


def save(path: Path, deed: Save) -> Saved | NotSaved:
    """The file with its new text; one that somebody changed meanwhile is left alone and told."""
    change = Change(path=path, before=deed.before or "", after=deed.after, is_new=deed.before is None)
    try:
        write_change(change)
    except SettingsError as error:
        return NotSaved(says=str(error), text=_text_now(path))
    return Saved()


def _text_now(path: Path) -> str | None:
    try:
        return text_before(path)
    except SettingsError:
        return None


class Progress:
    """Which steps were done, in a small file beside the settings, until the set-up is over."""

    def __init__(self, config: Path) -> None:
        real = Path(os.path.realpath(config))
        self._path = real.with_name(f".{real.name}.setup")

    def read(self) -> frozenset[Step]:
        """The steps of an earlier set-up that was not ended; none where there is none, or nothing that can be read."""
        try:
            said = json.loads(private.read(self._path, most=_MOST_BYTES))
            return frozenset(Step(name) for name in said["done"])
        except (OSError, ValueError, TypeError, KeyError):
            return frozenset()

    def write(self, done: frozenset[Step]) -> None:
        """Keep these; a disk that refuses costs no more than going through them again."""
        text = json.dumps({"done": [step.value for step in Step if step in done]})
        with suppress(OSError):
            private.replace(self._path, text.encode())

    def forget(self) -> None:
        """The set-up is over."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
