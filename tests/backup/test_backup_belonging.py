"""Whose backup it is, whose files, what settings out of a backup may not, and what a record says of the one before."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from backup.backup_tools import SETTINGS, Site
from click.testing import CliRunner

from device.backup import belonging, beside, looking
from device.backup import manifest as listing
from device.backup.errors import BackupError
from device.backup.restoring import Device
from device.cards.backup import restoring as cards_restoring
from device.cards.backup.making import contents_of
from device.cli.main import zapato
from device.files import private
from device.journal import joins
from device.journal.signing import Signer, key_path
from device.rules.making import ProfileError
from device.settings import SettingsError


def other_site(fast: Path, text: str = SETTINGS) -> Site:
    other = Site(fast / "other").fill()
    other.config.write_text(text)
    table = other.table()
    table.shoe(coups=1)
    table.close()
    return other


def test_another_tables_backup_is_not_put_over_this_one(site: Site, fast: Path, into: Path) -> None:
    other = other_site(fast, SETTINGS.replace("BAC 1", "BAC 2"))
    backup = looking.open_backup(site.back_up(into).path)
    with pytest.raises(BackupError, match="a backup of table BAC 1, and the settings are those of BAC 2"):
        belonging.check_table(backup, other.settings, renamed=False)
    belonging.check_table(backup, other.settings, renamed=True)
    belonging.check_table(backup, site.settings, renamed=False)


def test_what_another_device_signed_needs_a_word(site: Site, fast: Path, into: Path) -> None:
    other = other_site(fast)
    backup = looking.open_backup(site.back_up(into).path)
    for source in (backup, site.journal):
        with pytest.raises(BackupError, match="another device signed it"):
            belonging.check_signer(source, other.journal, trusted=frozenset())
        belonging.check_signer(source, site.journal, trusted=frozenset())
        belonging.check_signer(source, other.journal, trusted=frozenset({backup.public_key}))
        belonging.check_signer(source, fast / "fresh.sqlite3", trusted=frozenset())


def test_a_key_that_this_device_had_before_is_its_own(site: Site, into: Path) -> None:
    made = site.back_up(into)
    key_path(site.journal).unlink()
    site.restore(made.path, onto=Device.THIS)
    Signer(key_path(site.journal)).ensure_key()
    belonging.check_signer(looking.open_backup(made.path), site.journal, trusted=frozenset())


def test_root_puts_nothing_into_anothers_folder(
    site: Site, into: Path, fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() == 0:
        os.chown(into, 65534, 65534)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(BackupError, match="sudo -u "):
        site.back_up(into)
    assert not list(into.iterdir())
    if into.stat().st_uid != site.folder.stat().st_uid:
        os.chown(site.folder, 65534, 65534)
    with pytest.raises(BackupError, match="sudo -u "):
        site.make_recovery()


NAMES: list[Callable[[Path], str]] = [
    lambda out: f'[staff]\npath = "{out}"\n',
    lambda out: f'[journal]\npath = "{out}"\n',
    lambda out: f'[cards]\nregistry = "{out}"\n',
    lambda out: f'profile = "{out}"\n',
    lambda _: "nonsense = 1\n",
]


def test_settings_out_of_a_backup_choose_no_files_of_this_machine(
    site: Site, into: Path, fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = looking.open_backup(site.back_up(into).path)
    config = fast / "etc" / "table.toml"
    config.parent.mkdir()
    for number, said in enumerate(NAMES):
        out = fast / f"out-{number}" / "x.toml"
        (backup.path / listing.SETTINGS).write_text(said(out))
        with pytest.raises((BackupError, SettingsError)):
            beside.settings_for(backup, config)
        config.write_text(SETTINGS)
        beside.settings_for(backup, config)  # its own are not the backup's
        config.unlink()


def test_house_rules_that_are_none_are_not_put_there(site: Site, into: Path, fast: Path) -> None:
    site.config.write_text(f'profile = "{site.folder}/own.toml"\n')
    (site.folder / "own.toml").write_text("[rules]\n")
    backup = looking.open_backup(site.back_up(into).path)
    (site.folder / "own.toml").unlink()
    with pytest.raises(ProfileError):
        beside.put_beside_settings(backup, site.settings)
    assert not (site.folder / "own.toml").exists()


def test_settings_that_differ_are_kept_where_the_tables_user_may_write(
    site: Site, into: Path, fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = looking.open_backup(site.back_up(into).path)
    config, state = fast / "table.toml", fast / "state"
    state.mkdir()
    config.write_text('[table]\nname = "BAC 1"\n')
    replace = private.replace

    def not_beside(path: Path, content: bytes) -> None:
        if path.parent == config.parent:
            raise PermissionError(13, "Permission denied", str(path))
        replace(path, content)

    monkeypatch.setattr(private, "replace", not_beside)
    (said,) = beside.put_settings(backup, config, otherwise=state)
    assert str(state / "table.toml.from-backup") in said
    assert (state / "table.toml.from-backup").read_text() == SETTINGS
    (said,) = beside.put_settings(backup, config, otherwise=config.parent)
    assert str(backup.path / listing.SETTINGS) in said


def test_who_puts_last_nights_backup_back_does_not_hide_the_night(site: Site, into: Path) -> None:
    made = site.back_up(into)
    table = site.table()
    table.rest()
    table.coup()
    table.close()
    night = joins.ends_of(site.journal)
    assert night.last is not None
    first = site.restore(made.path, onto=Device.THIS).first
    assert first is not None
    assert (first.aside_epoch, first.aside_seq, first.aside_hash) == (night.epoch, night.last.seq, night.last.hash)
    again = site.restore(made.path, onto=Device.THIS).first
    assert again is not None
    assert again.aside_seq == 2
    assert again.aside_epoch != again.epoch_before


def test_packs_are_put_aside_twice_while_the_clock_stands_still(site: Site) -> None:
    registry = site.settings.cards.registry
    contents = contents_of(registry, at="2026-11-05T12:00:00.000Z")
    for _ in range(2):
        done = cards_restoring.restore(registry, contents, by="inst1", at="2026-11-05T12:00:00.000Z", force=True)
        assert all(path.exists() for path in done.aside)
    assert len(list(registry.parent.glob("packs.sqlite3.before-*"))) == 2


@pytest.mark.parametrize("what", [listing.MANIFEST, "", "../archive"])
def test_a_backup_that_this_user_may_not_read_is_told_with_the_way_to_read_it(
    site: Site, into: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """What is said of other files, `sudo`, leads nowhere here: root's files are of no use to the table."""
    made = site.back_up(into).path
    shut = (made / what).resolve()
    shut.mkdir(exist_ok=True) if what == "../archive" else None
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != shut)
    done = CliRunner().invoke(zapato, ["restore", str(made), "--config", str(site.config), "--by", "inst1"])
    assert done.exit_code == 2
    assert f"{shut}: this user may not read it; to look" in done.output
    assert "chown -R" in done.output
