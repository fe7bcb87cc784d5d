"""What a backup holds beside the record: settings, the house's own rules and codes, and the box of secrets."""

from pathlib import Path

from device.backup import manifest as listing
from device.backup import secrets_of
from device.backup.errors import of_system
from device.backup.looking import Backup
from device.backup.secrets_of import Secrets
from device.files import private
from device.settings import Settings
from device.settings.profiles import is_file_name

_MOST_BYTES = 1 << 20
_READABLE = 0o644


def put_settings(backup: Backup, config: Path) -> tuple[str, ...]:
    """The backup's settings where this device has none, with the house's own rules and codes; raises BackupError.

    Settings that are here stay, for ports and pins are the device's own. Returns what is to be said.
    """
    manifest = backup.manifest
    kept = config.with_name(f"{config.name}.from-backup")
    said: list[str] = []
    try:
        if manifest.entry(listing.SETTINGS) is None:
            return ()
        content = private.read(backup.path / listing.SETTINGS, most=_MOST_BYTES)
        if not config.exists():
            private.write_once(config, content)
            config.chmod(_READABLE)
            said.append(f"{config}: the settings came from the backup: look at ports, pins and sockets")
        elif config.read_bytes() != content:
            private.replace(kept, content)
            kept.chmod(_READABLE)
            said.append(f"{config} stays as it is; the backup's settings lie in {kept} to be compared")
    except OSError as error:
        raise of_system(error, config, "put the settings back") from error
    return tuple(said)


def put_beside_settings(backup: Backup, settings: Settings) -> tuple[str, ...]:
    """The house's own rules and codes of a backup, where the settings name a file that is not here; BackupError."""
    own = Path(settings.profile) if is_file_name(settings.profile) else None
    said = []
    for name, path in ((listing.PROFILE, own), (listing.CODES, settings.cards.codes)):
        if backup.manifest.entry(name) is None or path is None or path.exists():
            continue
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
