"""Every deed that a step may want, done on this machine."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

from device.rules.making import ProfileError
from device.service.production import refusals, remarks
from device.settings import Settings, SettingsError, example, load_profile
from device.settings.profiles import is_file_name
from device.setup.doing import people, reader
from device.setup.doing.lamps import TriedPanel
from device.setup.doing.owner import as_owner_of_folder, groups_of, owner_of_folder
from device.setup.doing.saving import save
from device.setup.doing.table_runs import is_stopped
from device.setup.wanted import (
    AddPerson,
    Checked,
    CheckProduction,
    Deed,
    Done,
    Failed,
    FindReaders,
    IsTableStopped,
    LightLamp,
    ListPeople,
    LookAtProfile,
    PlayTestSound,
    ProfileSeen,
    ReleasePins,
    Result,
    RunTool,
    Save,
    ShowTestPicture,
    Tool,
    WatchForCard,
    WatchForPress,
)

_ENTRY = "from device.cli.main import main; main()"
_MOST_SAID = 600
_PICTURE_S = 8.0


class Hands:
    """Does deeds for the settings at `config`.

    `tell(port, text)` gets what is done on which port, `ready` is called when a card may be shown.
    """

    def __init__(self, config: Path, tell: Callable[[str, str], None], ready: Callable[[], None]) -> None:
        self._config = config
        self._tell = tell
        self._ready = ready
        self._panel = TriedPanel()

    def close(self) -> None:
        """Give back what is held."""
        self._panel.release()

    def do(self, deed: Deed) -> Result:
        """What came of it; whatever a deed runs into is its answer."""
        match deed:
            case Save():
                self._panel.release()
                return save(self._config, deed)
            case LookAtProfile(name=name):
                return self._look_at_profile(name)
            case IsTableStopped(settings=settings):
                return is_stopped(settings)
            case FindReaders():
                return reader.find(deed, self._tell)
            case WatchForCard():
                return reader.watch(deed, ready=self._ready)
            case LightLamp():
                return self._panel.light(deed)
            case WatchForPress():
                return self._panel.watch(deed)
            case ReleasePins():
                return self._panel.release()
            case ShowTestPicture(settings=settings):
                return self._show_picture(settings)
            case PlayTestSound(settings=settings):
                return self._play(settings)
            case ListPeople():
                return people.list_people(deed)
            case AddPerson():
                return people.add_person(deed)
            case CheckProduction(settings=settings):
                return self._check(settings)
            case RunTool(tool=tool):
                return self._run_tool(tool)
            case _:
                assert_never(deed)

    def _look_at_profile(self, name: str) -> ProfileSeen | Failed:
        try:
            profile = load_profile(str(self._config.absolute().parent / name) if is_file_name(name) else name)
        except ProfileError as error:
            return Failed(says=str(error))
        return ProfileSeen(title=profile.title, training=profile.training)

    def _check(self, settings: Settings) -> Checked | Failed:
        try:
            profile = load_profile(settings.profile)
            with as_owner_of_folder(settings.staff.path):
                faults = refusals(settings, profile)
            said = remarks(settings, profile)
        except (ProfileError, OSError) as error:
            return Failed(says=str(error))
        return Checked(faults=tuple(str(fault) for fault in faults), remarks=tuple(said))

    def _show_picture(self, settings: Settings) -> Done | Failed:
        words = ["screen", "players", "--config", str(self._config), "--theme", settings.screen.theme.value]
        if settings.screen.size is not None:
            words += ["--size", settings.screen.size]
        if settings.screen.display is not None:
            words += ["--display", str(settings.screen.display)]
        try:
            ended = self._run(words, timeout_s=_PICTURE_S, hidden=True)
        except subprocess.TimeoutExpired:
            return Done(says=f"the players' screen was shown for {_PICTURE_S:.0f} s")
        return Failed(says=_last(ended.stderr))

    def _play(self, settings: Settings) -> Done | Failed:
        from device.settings.toml_text import with_values  # noqa: PLC0415 - loads its library

        device = settings.screen.sound.device or "off"
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder, "table.toml")
            config.write_text(with_values(example(), {("screen", "sound", "device"): device}), encoding="utf-8")
            try:
                ended = self._run(["sounds", "--config", str(config)], timeout_s=60, hidden=True)
            except subprocess.TimeoutExpired:
                return Failed(says="the sound device did not end playing within a minute")
        return Done() if ended.returncode == 0 else Failed(says=_last(ended.stderr))

    def _run_tool(self, tool: Tool) -> Done | Failed:
        config = str(self._config.absolute())
        is_backup = tool is Tool.RECOVERY
        words = ["backup", "--config", config, "--make-recovery"] if is_backup else ["doctor", "--config", config]
        try:
            ended = self._run(words, timeout_s=None, as_owner=is_backup)
        except OSError as error:  # the table's user may not run this Python, as one that lies in root's own folder
            return Failed(says=f"zapato {' '.join(words)}: cannot be run: {error}")
        if ended.returncode in (0, 1):
            return Done()
        return Failed(says=f"zapato {' '.join(words)}: exit code {ended.returncode}")

    def _run(
        self, words: Sequence[str], *, timeout_s: float | None, hidden: bool = False, as_owner: bool = False
    ) -> "subprocess.CompletedProcess[str]":
        """Another command of this program; `as_owner`: as the user to whom the record's folder belongs."""
        owner = owner_of_folder(self._record()) if as_owner else None
        sys.stdout.flush()
        sys.stderr.flush()
        return subprocess.run(
            [sys.executable, "-c", _ENTRY, *words],
            stdin=subprocess.DEVNULL if hidden else None,
            stdout=subprocess.DEVNULL if hidden else None,
            stderr=subprocess.PIPE if hidden else None,
            text=True,
            errors="replace",
            check=False,
            timeout=timeout_s,
            cwd=None if owner is None else "/",
            user=None if owner is None else owner[0],
            group=None if owner is None else owner[1],
            extra_groups=None if owner is None else groups_of(*owner),
        )

    def _record(self) -> Path:
        from device.settings import load_settings  # noqa: PLC0415

        try:
            return load_settings(self._config).journal.path
        except SettingsError:
            return self._config


def _last(said: str) -> str:
    """Why a command ended, without what it told before: a screen also says that the table is not there, which rests."""
    error = said.rpartition("Error: ")[2]
    return " ".join(error[-_MOST_SAID:].split()) or "it ended without a word"
