"""What a backup holds beside the record: settings, the house's own rules and codes, and the box of secrets."""

from collections.abc import Callable
from pathlib import Path

from device.backup import manifest as listing
from device.backup import secrets_of
from device.backup.errors import BackupError, of_system
from device.backup.looking import Backup
from device.backup.secrets_of import Secrets
from device.files import private
from device.rules.profile import Profile
from device.settings import Settings, load_profile, load_settings
from device.settings.codes import class_codes
from device.settings.profiles import is_file_name
from device.settings.reading import parse_settings, read_file

_MOST_BYTES = 1 << 20
_READABLE = 0o644
_STATE = Path("/var/lib/zapato")
"""Where an installed table's record, people and packs lie."""


def settings_for(backup: Backup, config: Path) -> Settings:
    """This device's settings, or the backup's where there are none; writes nothing, raises SettingsError, BackupError.

    Settings out of a backup may name files beside themselves and where an installed table's lie: whoever wrote on the
    stick must not choose which files of this machine are written.
    """
    if config.exists() or backup.manifest.entry(listing.SETTINGS) is None:
        return load_settings(config)
    kept = backup.path / listing.SETTINGS
    settings = parse_settings(read_file(kept), str(kept), config.parent)
    here = config.parent.resolve()
    for path in (settings.journal.path, settings.staff.path, settings.cards.registry, *_own_files(settings).values()):
        if not any(path.resolve().is_relative_to(one) for one in (here, _STATE)) and not path.exists():
            raise BackupError(
                f"{kept}: it names {path}, and settings out of a backup name files in {here} or {_STATE} alone: write "
                f"{config} yourself, it may be as the backup's"
            )
    return settings


def profile_for(backup: Backup, settings: Settings) -> Profile:
    """The house rules that the settings name, out of the backup where the file is not here; raises ProfileError."""
    own = _own_files(settings).get(listing.PROFILE)
    if own is not None and not own.exists() and backup.manifest.entry(listing.PROFILE) is not None:
        return load_profile(backup.path / listing.PROFILE)
    return load_profile(settings.profile)


def put_settings(backup: Backup, config: Path, *, otherwise: Path) -> tuple[str, ...]:
    """The backup's settings where this device has none; raises BackupError.

    Settings that are here stay, for ports and pins are the device's own; the backup's lie beside them to be compared,
    or in the folder `otherwise` where the table's user may not write there. Returns what is to be said.
    """
    if backup.manifest.entry(listing.SETTINGS) is None:
        return ()
    try:
        content = private.read(backup.path / listing.SETTINGS, most=_MOST_BYTES)
        if not config.exists():
            private.write_once(config, content)
            config.chmod(_READABLE)
            return (f"{config}: the settings came from the backup: look at ports, pins and sockets",)
        if config.read_bytes() == content:
            return ()
    except OSError as error:
        raise of_system(error, config, "put the settings back") from error
    name = f"{config.name}.from-backup"
    for kept in (config.with_name(name), otherwise / name):
        try:
            private.replace(kept, content)
            kept.chmod(_READABLE)
        except OSError:
            continue
        return (f"{config} stays as it is; the backup's settings lie in {kept} to be compared",)
    return (f"{config} stays as it is; compare the backup's settings, {backup.path / listing.SETTINGS}",)


def put_beside_settings(backup: Backup, settings: Settings) -> tuple[str, ...]:
    """The house's own rules and codes of a backup, where the settings name a file that is not here.

    Raises BackupError, ProfileError and SettingsError for one that is none.
    """
    said = []
    looks: dict[str, Callable[[Path], object]] = {listing.PROFILE: load_profile, listing.CODES: class_codes}
    for name, path in _own_files(settings).items():
        if backup.manifest.entry(name) is None or path.exists():
            continue
        looks[name](backup.path / name)
        try:
            private.write_once(path, private.read(backup.path / name, most=_MOST_BYTES))
            path.chmod(_READABLE)
        except OSError as error:
            raise of_system(error, path, "put it back") from error
        said.append(f"{path}: came from the backup")
    return tuple(said)


def opened_secrets(backup: Backup, folder: Path, content: bytes) -> Secrets:
    """The secrets of a backup from its opened box, looked at; raises NotWholeError and BackupError."""
    secrets = secrets_of.decode(content)
    secrets_of.check(secrets, folder, public_key=backup.public_key)
    return secrets


def _own_files(settings: Settings) -> dict[str, Path]:
    """The house's own files that settings name, by their names in a backup."""
    found = {}
    if is_file_name(settings.profile):
        found[listing.PROFILE] = Path(settings.profile)
    if settings.cards.codes is not None:
        found[listing.CODES] = settings.cards.codes
    return found
