"""What no friend types or lays in a registry's way: each is refused with a message, and nothing else is harmed."""

import errno
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from cards.cards_tools import AT, CHEAP, WORDS, add_labels
from click.testing import CliRunner, Result

from device.cards.backup import backup_file, making, restoring
from device.cards.errors import BackupError, NotFittingError, SecretError, UnknownPackError
from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.keys.secret_file import key_path, read_secret
from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cli.cards import command
from device.files import private

UNFIT = {
    "escapes": "\x1b[2J\x1b]0;x\x07",
    "half a character": "\udcff",
    "two lines": "a\nb",
    "turned around": "a\u202eb",
    "nothing to see": "\u200b",
    "endless": "x" * 10_000,
}


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(folder)
    make = backup_file.encode
    monkeypatch.setattr(making, "encode", lambda contents, words, _: make(contents, words, CHEAP))

    def out_of_patience(*_: object) -> None:
        raise AssertionError("it waits for what never comes")

    before = signal.signal(signal.SIGALRM, out_of_patience)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def zapato(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def refused(result: Result) -> str:
    """The message, with nothing in it that moves a terminal's cursor."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.replace("\n", "").isprintable(), ascii(result.stderr)
    return result.stderr


@pytest.mark.parametrize("text", UNFIT.values(), ids=UNFIT)
def test_no_name_note_or_reason_that_a_terminal_would_obey_is_kept(registry: Registry, text: str) -> None:
    add_labels(registry, "AAAA")
    before = (registry.packs(), registry.history("AAAA"))
    for words in (
        ("open", "AAAA", "--by", text),
        ("retire", "AAAA", "--by", text, "--reason", "worn"),
        ("retire", "AAAA", "--by", "ana", "--reason", text),
        ("print", "--packs", "1", "--by", text, "--out", "a.pdf"),
        ("print", "--packs", "1", "--by", "ana", "--note", text, "--out", "a.pdf"),
        ("enrol", "--by", "ana", "--note", text, "--reader", "line", "--port", "/nowhere"),
    ):
        refused(zapato(*words))
    assert (registry.packs(), registry.history("AAAA")) == before
    assert not Path("a.pdf").exists()


def test_a_name_that_is_a_number_might_be_a_pin_and_is_not_kept(registry: Registry) -> None:
    add_labels(registry, "AAAA")
    assert "might be somebody's PIN" in refused(zapato("open", "AAAA", "--by", "1234"))


def test_half_a_character_is_refused_by_the_registry_too(registry: Registry) -> None:
    add_labels(registry, "AAAA")
    with pytest.raises(NotFittingError, match="half a character"):
        registry.move(("AAAA",), PackState.OPENED, by="\udcff", at=AT)
    assert registry.pack("AAAA").state is PackState.ENROLLED


@pytest.mark.parametrize("id", ["\udcff", "ÄÄÄÄ", "\x1b[2J", "", "a\nb"])
def test_a_pack_of_no_possible_name_is_no_pack(registry: Registry, id: str) -> None:
    with pytest.raises(UnknownPackError):
        registry.pack(id)
    assert "there is no pack" in refused(zapato("show", id))


def test_the_name_of_a_file_moves_no_cursor(registry: Registry) -> None:
    assert "\\x1b[2J" in refused(zapato("list", "--registry", "\x1b[2J"))


def test_a_note_of_other_software_moves_no_cursor_in_the_list(registry: Registry) -> None:
    add_labels(registry, "AAAA")
    registry.move(("AAAA",), PackState.RETIRED, by="ana", at=AT, why="\x1b[2Jgone\u202e")
    listed = zapato("list")
    assert listed.exit_code == 0
    assert "retired 2026-03-01: \\x1b[2Jgone\\u202e" in listed.stdout


# what lies where a file should be ---------------------------------------------------------------------------------


def _pipe(path: Path) -> None:
    os.mkfifo(path, 0o600)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _huge(path: Path) -> None:
    path.touch(0o600)
    os.truncate(path, 8 << 40 if Path("/dev/shm") not in path.parents else 1 << 30)


ODD = pytest.mark.parametrize("make", [_pipe, _endless, _huge])


@ODD
def test_a_secret_that_is_a_pipe_endless_or_huge_is_refused_at_once(registry: Registry, make: object) -> None:
    assert callable(make)
    key_path(registry.path).unlink()
    make(key_path(registry.path))
    with pytest.raises(SecretError, match=r"is no file|is damaged|others may read"):
        read_secret(registry.path)


@ODD
def test_a_key_of_receipts_that_is_a_pipe_endless_or_huge_is_refused_at_once(registry: Registry, make: object) -> None:
    assert callable(make)
    path = receipt_key_path(registry.path)
    make(path)
    with pytest.raises(SecretError, match="the key of receipts cannot be read"):
        ReceiptKey(path).public()


def test_of_an_endless_device_only_the_beginning_is_read_for_a_backup(registry: Registry) -> None:
    with pytest.raises(BackupError, match="no backup of packs"):
        backup_file.check_whole(making.read_backup(Path("/dev/zero")))


def test_of_a_huge_file_no_more_is_read_than_a_backup_needs(registry: Registry, folder: Path) -> None:
    data = making.make_backup(registry.path, WORDS, at=AT)
    path = folder / "huge"
    path.write_bytes(data)
    os.truncate(path, 1 << 30)
    found = making.read_backup(path)
    assert len(found) == len(data) + 1
    with pytest.raises(BackupError, match="cut short or changed"):
        backup_file.check_whole(found)


def test_a_backup_through_a_pipe_is_a_backup(registry: Registry, folder: Path) -> None:
    data = making.make_backup(registry.path, WORDS, at=AT)
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    try:
        assert backup_file.decode(making.read_backup(Path(f"/dev/fd/{reading}")), WORDS).made_at == AT
    finally:
        os.close(reading)


@pytest.mark.parametrize("place", [20, 21])
def test_a_version_that_never_was_is_damage_and_no_newer_software(registry: Registry, place: int) -> None:
    data = bytearray(making.make_backup(registry.path, WORDS, at=AT))
    data[place] = 0 if place == 21 else 1
    with pytest.raises(BackupError, match="cut short or changed"):
        backup_file.check_whole(bytes(data))


def test_a_passphrase_of_an_endless_line_is_none(registry: Registry) -> None:
    assert "its first line is no passphrase" in refused(zapato("backup", "b", "--passphrase-file", "/dev/zero"))
    assert not Path("b").exists()


@pytest.mark.parametrize("what", ["pipe", "folder", "."])
def test_force_replaces_files_and_nothing_else(registry: Registry, folder: Path, what: str) -> None:
    """As root a device of that name would be gone for the whole machine."""
    out = folder / what
    if what == "pipe":
        os.mkfifo(out)
    elif what == "folder":
        out.mkdir()
    before = out.stat().st_ino
    Path("words").write_text(WORDS)
    Path("words").chmod(0o600)
    said = refused(zapato("backup", what, "--force", "--passphrase-file", "words"))
    assert "name a file" in said
    said = refused(zapato("print", "--cut", "1", "--force", "--out", what))
    assert "name a file" in said
    assert out.stat().st_ino == before


def test_where_the_secret_is_a_link_its_place_gets_the_new_keys_and_keeps_no_old_ones(
    registry: Registry, folder: Path
) -> None:
    add_labels(registry, "AAAA")
    key, place = key_path(registry.path), folder / "stick" / "secret"
    place.parent.mkdir()
    key.rename(place)
    key.symlink_to(place)
    old = [one.registry_key for one in read_secret(registry.path).generations]
    registry.rotate(at=AT)
    assert key.is_symlink()
    assert place.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in place.parent.iterdir()] == ["secret"]
    keys = [one.registry_key for one in read_secret(registry.path).generations]
    assert not set(old) & set(keys)
    assert len(registry.codes_of("AAAA")) == 52


def test_without_registry_and_secret_nothing_is_said_to_be_lost(folder: Path) -> None:
    said = refused(zapato("secret", "show"))
    assert "there is no secret here yet" in said


@pytest.mark.parametrize("only_secret", [True, False])
def test_a_restore_that_fails_leaves_no_second_secret_behind(
    registry: Registry, folder: Path, monkeypatch: pytest.MonkeyPatch, *, only_secret: bool
) -> None:
    """An old key under a name that nobody knows of would outlive the change that was to forget it."""
    add_labels(registry, "AAAA")
    ReceiptKey(receipt_key_path(registry.path)).ensure()
    contents = backup_file.decode(making.make_backup(registry.path, WORDS, at=AT), WORDS)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(private, "replace", full)
        patch.setattr(Path, "replace", full)
        with pytest.raises(BackupError, match="the disk is full"):
            if only_secret:
                restoring.restore_secret(registry.path, contents, at=AT, force=True)
            else:
                restoring.restore(registry.path, contents, by="ana", at=AT, force=True)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_pipe_where_the_secret_should_be_keeps_no_restore_waiting(registry: Registry, folder: Path) -> None:
    contents = backup_file.decode(making.make_backup(registry.path, WORDS, at=AT), WORDS)
    registry.path.unlink()
    key_path(registry.path).unlink()
    os.mkfifo(key_path(registry.path), 0o600)
    with pytest.raises(BackupError, match="there is a secret already"):
        restoring.restore(registry.path, contents, by="ana", at=AT)


def test_what_a_killed_process_left_of_a_secret_file_goes_with_the_next(registry: Registry, folder: Path) -> None:
    add_labels(registry, "AAAA")
    Path("words").write_text(WORDS)
    Path("words").chmod(0o600)
    left = [folder / f"{name}.0123456789abcdef.new" for name in ("a.pdf", "b", "packs.sqlite3.key")]
    other = folder / "c.pdf.0123456789abcdef.new"
    for path in (*left, other):
        path.write_bytes(b"secret")
    assert zapato("print", "--again", "AAAA", "--by", "ana", "--out", "a.pdf").exit_code == 0
    assert zapato("backup", "b", "--passphrase-file", "words").exit_code == 0
    registry.rotate(at=AT)
    assert [path for path in (*left, other) if path.exists()] == [other]


def test_a_secret_that_is_there_and_comes_back_is_kept_once(registry: Registry, folder: Path) -> None:
    add_labels(registry, "AAAA")
    contents = backup_file.decode(making.make_backup(registry.path, WORDS, at=AT), WORDS)
    before = sorted(path.name for path in folder.iterdir())
    registry.path.unlink()
    assert restoring.restore(registry.path, contents, by="ana", at=AT).aside == ()
    assert sorted(path.name for path in folder.iterdir()) == before
