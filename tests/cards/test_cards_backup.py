"""Backups: registry and secret come back whole, one that is broken is told, and what may be retired comes back so."""

import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cards.cards_tools import AT, CHEAP, LATER, WORDS, add_labels, add_tags, tags

from device.cards.backup import backup_file
from device.cards.backup.backup_file import Contents, Dearness, check_whole, decode
from device.cards.backup.making import make_backup, read_backup, write_backup
from device.cards.backup.restoring import Restored, restore, restore_secret
from device.cards.errors import BackupError, CardsError, ForeignError, SecretError
from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.keys.secret_file import key_path
from device.cards.pack import PackState
from device.cards.registry.registry import Registry


@pytest.fixture
def filled(registry: Registry) -> Registry:
    """A registry with packs everywhere on their way."""
    add_labels(registry, "AAAA")
    add_labels(registry, "BBBB")
    for number, name in enumerate(("CCCC", "DDDD", "EEEE")):
        add_tags(registry, number, id=name)
    registry.move(("BBBB", "CCCC", "DDDD"), PackState.OPENED, by="a", at=AT)
    registry.move(("CCCC",), PackState.IN_PLAY, by="a", at=AT, table="t", shoe=7)
    registry.move(("DDDD",), PackState.RETIRED, by="a", at=AT, why="worn")
    return registry


def contents(registry: Registry) -> Contents:
    return decode(make_backup(registry.path, WORDS, at=AT, dearness=CHEAP), WORDS)


def states(registry: Registry) -> dict[str, PackState]:
    return {pack.id: pack.state for pack in registry.packs()}


def lose(registry: Registry) -> None:
    registry.path.unlink()
    key_path(registry.path).unlink()


def test_what_was_in_play_comes_back_retired(filled: Registry) -> None:
    codes = {pack.id: filled.codes_of(pack.id) for pack in filled.packs()}
    kept = contents(filled)
    lose(filled)
    done = restore(filled.path, kept, by="ana", at=LATER)
    again = Registry(filled.path)
    retired = PackState.RETIRED
    assert states(again) == {
        "AAAA": PackState.ENROLLED, "BBBB": retired, "CCCC": retired, "DDDD": retired, "EEEE": PackState.ENROLLED,
    }  # fmt: skip
    assert done == Restored(
        site=kept.site,
        made_at=AT,
        packs={retired: 3, PackState.ENROLLED: 2},
        retired=("BBBB", "CCCC"),
        has_receipt_key=False,
        aside=(),
    )
    assert {pack.id: again.codes_of(pack.id) for pack in again.packs()} == codes
    assert again.pack("BBBB").why == f"restored from a backup of {AT}"
    assert again.pack("DDDD").why == "worn"
    assert [step.what for step in again.history("AAAA")] == ["added as enrolled", "restored"]
    for path in (again.path, key_path(again.path)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(list(again.path.parent.iterdir())) == 2


def test_who_knows_that_none_was_retired_may_keep_them_open(filled: Registry) -> None:
    before, kept, changes = states(filled), contents(filled), filled.changes()
    lose(filled)
    assert restore(filled.path, kept, by="ana", at=LATER, keep_opened=True).retired == ()
    again = Registry(filled.path)
    assert states(again) == before
    assert again.snapshot().card_of(next(iter(tags(0)))) is not None
    assert again.changes() > changes, "a table's snapshot of the lost one is seen to be old"


def test_nothing_is_written_over_without_a_word_and_with_it_all_is_kept(filled: Registry) -> None:
    kept = contents(filled)
    add_tags(filled, 9, id="FFFF")
    filled.rotate(at=LATER)
    with pytest.raises(BackupError, match="there is a registry already; --force keeps it aside"):
        restore(filled.path, kept, by="ana", at=LATER)
    other = filled.path.with_name("other.sqlite3")
    other_kept = contents(Registry(other, create=True))
    other.unlink()
    with pytest.raises(BackupError, match="there is a secret already"):
        restore(other, kept, by="ana", at=LATER)
    restore(other, other_kept, by="ana", at=LATER)  # its own secret: a restore that was cut short goes on
    done = restore(filled.path, kept, by="ana", at=LATER, force=True)
    aside = filled.path.with_name("packs.sqlite3.before-20260302040000000")
    assert done.aside == (aside, key_path(aside))
    assert "FFFF" not in states(Registry(filled.path))
    assert "FFFF" in states(Registry(aside))


def test_the_log_of_a_lost_registry_is_not_mixed_into_the_restored_one(filled: Registry) -> None:
    kept = contents(filled)
    lose(filled)
    log = filled.path.with_name("packs.sqlite3-journal")
    log.write_bytes(b"half a step of the lost one")
    done = restore(filled.path, kept, by="ana", at=LATER)
    assert [path.read_bytes() for path in done.aside] == [b"half a step of the lost one"]
    assert not log.exists()
    assert len(states(Registry(filled.path))) == 5


def test_a_lost_secret_comes_back_beside_a_registry_that_is_well(filled: Registry) -> None:
    kept = contents(filled)
    filled.move(("BBBB",), PackState.RETIRED, by="a", at=LATER)
    before = states(filled)
    with pytest.raises(SecretError, match="there is a secret already; --force"):
        restore_secret(filled.path, kept, at=LATER)
    key_path(filled.path).unlink()
    restore_secret(filled.path, kept, at=LATER)
    assert states(Registry(filled.path)) == before
    key_path(filled.path).write_bytes(b"broken")
    done = restore_secret(filled.path, kept, at=LATER, force=True)
    assert [path.read_bytes() for path in done.aside] == [b"broken"]
    assert states(Registry(filled.path)) == before


def test_a_secret_that_does_not_fit_is_not_put_there(filled: Registry) -> None:
    kept = contents(filled)
    stranger = contents(Registry(filled.path.with_name("other"), create=True))
    filled.rotate(at=LATER)
    filled.move(("AAAA", "BBBB"), PackState.RETIRED, by="a", at=LATER)
    before = key_path(filled.path).read_bytes()
    for wrong in (kept, stranger):
        with pytest.raises(BackupError, match=r"does not open.*another site's, or the secret was changed after"):
            restore_secret(filled.path, wrong, at=LATER, force=True)
    assert key_path(filled.path).read_bytes() == before


def test_a_mixed_backup_is_refused_and_nothing_is_left_of_it(filled: Registry) -> None:
    kept = contents(filled)
    stranger = contents(Registry(filled.path.with_name("other"), create=True))
    lose(filled)
    before = sorted(filled.path.parent.iterdir())
    for wrong in (replace_secret(kept, stranger), replace_registry(kept, b"no database")):
        with pytest.raises(BackupError, match=r"what is in the backup cannot be used: packs\.sqlite3"):
            restore(filled.path, wrong, by="ana", at=LATER)
    assert sorted(filled.path.parent.iterdir()) == before


def replace_secret(one: Contents, other: Contents) -> Contents:
    return Contents(made_at=one.made_at, site=one.site, registry=one.registry, secret=other.secret)


def replace_registry(one: Contents, registry: bytes) -> Contents:
    return Contents(made_at=one.made_at, site=one.site, registry=registry, secret=one.secret)


def receipt_key(registry: Registry) -> ReceiptKey:
    key = ReceiptKey(receipt_key_path(registry.path))
    key.ensure()
    return key


def test_the_key_of_receipts_comes_back_with_the_rest(filled: Registry) -> None:
    key = receipt_key(filled)
    signed = key.sign(b"a receipt")
    kept = contents(filled)
    lose(filled)
    key.path.unlink()
    done = restore(filled.path, kept, by="ana", at=LATER)
    assert (done.has_receipt_key, done.aside) == (True, ())
    assert key.sign(b"a receipt") == signed
    assert stat.S_IMODE(key.path.stat().st_mode) == 0o600
    key.path.unlink()
    key_path(filled.path).unlink()
    assert restore_secret(filled.path, kept, at=LATER).has_receipt_key
    assert key.sign(b"a receipt") == signed


@pytest.mark.parametrize("only_secret", [True, False])
def test_another_key_of_receipts_is_kept_aside_and_never_lost(filled: Registry, only_secret: bool) -> None:
    def put_back(*, force: bool) -> Restored:
        if only_secret:
            return restore_secret(filled.path, kept, at=LATER, force=force)
        return restore(filled.path, kept, by="ana", at=LATER, force=force)

    key = receipt_key(filled)
    ours, kept = key.public(), contents(filled)
    key.path.unlink()
    key.ensure()
    another = key.public()
    key_path(filled.path).unlink()
    if not only_secret:
        filled.path.unlink()
    before = sorted(filled.path.parent.iterdir())
    with pytest.raises(BackupError, match="there is another key of receipts; --force keeps what is there aside"):
        put_back(force=False)
    assert (sorted(filled.path.parent.iterdir()), key.public()) == (before, another)
    (aside,) = put_back(force=True).aside
    assert (key.public(), ReceiptKey(aside).public()) == (ours, another)
    again = put_back(force=True).aside  # its own key is in its place: nothing to keep of it
    assert not [path for path in again if path.name.endswith("receipts.key")]


def test_a_key_of_receipts_that_is_none_is_neither_kept_nor_put_back(filled: Registry) -> None:
    key = receipt_key(filled)
    kept = replace_receipt_key(contents(filled), b"no key")
    with pytest.raises(BackupError, match="its key of receipts is garbled"):
        restore(filled.path, kept, by="ana", at=LATER, force=True)
    key.path.chmod(0o640)
    with pytest.raises(SecretError, match="others may read the key of receipts: run `chmod 600"):
        contents(filled)
    key.path.chmod(0o600)
    key.path.write_bytes(b"no key")
    with pytest.raises(SecretError, match="the key of receipts is garbled"):
        contents(filled)


def replace_receipt_key(one: Contents, key: bytes) -> Contents:
    return Contents(made_at=one.made_at, site=one.site, registry=one.registry, secret=one.secret, receipt_key=key)


def test_a_wrong_passphrase_is_told_from_a_broken_file(registry: Registry) -> None:
    data = make_backup(registry.path, WORDS, at=AT, dearness=CHEAP)
    for wrong in ("", "correct horse Battery", WORDS + " ", "x" * 10_000, "\udc80"):
        with pytest.raises(BackupError, match="not the passphrase"):
            decode(data, wrong)
    for size in [*range(0, 140), *range(140, len(data), 997), len(data) - 1]:
        with pytest.raises(BackupError, match="no backup of packs" if size == 0 else "cut short or changed"):
            check_whole(data[:size])
    for at in [*range(0, 140), *range(140, len(data), 997), len(data) - 1]:
        with pytest.raises(BackupError, match=r"no backup of packs|newer software|cut short or changed"):
            check_whole(data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :])
    with pytest.raises(BackupError, match="cut short or changed"):
        check_whole(data + b"\n")
    with pytest.raises(BackupError, match=r"no backup of packs \(`zapato cards backup` makes one\)"):
        check_whole(registry.path.read_bytes())


@pytest.mark.parametrize(
    "dearness",
    [
        Dearness(passes=0, memory_kib=8, lanes=1),
        Dearness(passes=1, memory_kib=1 << 30, lanes=1),
        Dearness(passes=1, memory_kib=8, lanes=2),
        Dearness(passes=1 << 31, memory_kib=8, lanes=1),
    ],
)
def test_a_file_that_asks_for_all_memory_gets_none(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, dearness: Dearness
) -> None:
    monkeypatch.setattr(backup_file, "_keys", lambda *_: (bytes(32), bytes(16)))
    data = make_backup(registry.path, WORDS, at=AT, dearness=dearness)
    with pytest.raises(BackupError, match="changed"):
        decode(data, WORDS)


def test_a_newer_backup_is_told(registry: Registry) -> None:
    data = make_backup(registry.path, WORDS, at=AT, dearness=CHEAP)
    newer = data.replace(b"backup\n\x00\x02", b"backup\n\x00\x03", 1)
    with pytest.raises(BackupError, match=r"newer software wrote it \(version 3, this one knows 2\)"):
        decode(newer, WORDS)


def test_a_backup_of_the_first_version_is_put_back(registry: Registry) -> None:
    """It holds no key of receipts, and the one that is there stays."""
    path = Path(__file__).with_name("data") / "backup-v1"
    kept = decode(read_backup(path), WORDS)
    assert kept.receipt_key == b""
    key = receipt_key(registry)
    sealing = key.public()
    done = restore(registry.path, kept, by="ana", at=LATER, force=True)
    assert (done.has_receipt_key, done.packs) == (False, {PackState.ENROLLED: 1})
    assert Registry(registry.path).codes_of("AAAA") == tags(1)
    assert key.public() == sealing


@pytest.mark.parametrize("short", ["", "eleven char", " " * 20])
def test_a_short_passphrase_is_refused(registry: Registry, short: str) -> None:
    with pytest.raises(BackupError, match="at least 12 characters"):
        make_backup(registry.path, short, at=AT, dearness=CHEAP)


def test_two_backups_of_the_same_share_nothing(registry: Registry) -> None:
    one, other = (make_backup(registry.path, WORDS, at=AT, dearness=CHEAP) for _ in range(2))
    assert len(one) == len(other)
    assert not any(one[at : at + 16] in other for at in range(60, len(one) - 16, 16))


def test_files_of_backups(registry: Registry) -> None:
    path = registry.path.with_name("backup")
    write_backup(path, b"one", force=False)
    with pytest.raises(BackupError, match="there is a file already: choose another name, or --force"):
        write_backup(path, b"two", force=False)
    assert read_backup(path) == b"one"
    write_backup(path, b"two", force=True)
    assert (read_backup(path), stat.S_IMODE(path.stat().st_mode)) == (b"two", 0o600)
    for do, said in (
        (lambda: read_backup(path.with_name("none")), "no such file: name the backup"),
        (lambda: read_backup(path.parent), "it is a folder: name a file"),
        (lambda: write_backup(path.parent / "no" / "x", b"", force=False), "no such folder"),
    ):
        _refused(do, said)


def _refused(do: Callable[[], object], said: str) -> None:
    with pytest.raises(BackupError, match=said):
        do()


def test_a_broken_registry_makes_no_backup(filled: Registry) -> None:
    whole = filled.path.read_bytes()
    filled.path.write_bytes(whole[:8192] + bytes(4096) + whole[12288:])
    with pytest.raises(CardsError, match="damaged"):
        make_backup(filled.path, WORDS, at=AT, dearness=CHEAP)


def test_a_backup_of_another_site_does_not_mix(filled: Registry, folder: Path) -> None:
    other = Registry(folder / "other", create=True)
    kept = contents(other)
    done = restore(filled.path, kept, by="ana", at=LATER, force=True)
    assert Registry(filled.path).packs() == ()
    key_path(filled.path).write_bytes(key_path(done.aside[0]).read_bytes())
    with pytest.raises(ForeignError, match="put back the registry and the secret that belong together"):
        filled.packs()
    assert replace(done, aside=()).packs == {}
