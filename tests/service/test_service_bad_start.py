"""What a table meets when it starts: what it cannot use is named with file and remedy, what is damaged is set aside."""

import grp
import queue
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from service.engine_tools import HandClock
from service.process_tools import Rig
from support.house import wait_until

from device.cli.main import zapato
from device.journal.reading import Reader
from device.journal.sqlite import SqliteJournal
from device.line.tape import read_tape
from device.ports.journal import JournalError
from device.service.inbox import Inbox, Stop
from device.service.table import serve_table
from device.settings import load_profile, load_settings
from device.table import events as ev


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """A table that has not been started, with a shoe in play on its record."""
    rig = Rig(tmp_path)
    write_journal(rig)
    yield rig
    rig.clean_up()


def write_journal(rig: Rig) -> None:
    profile = load_profile(str(rig.folder / "quick.toml"))
    journal = SqliteJournal(rig.journal, clock=HandClock())
    opened = ev.ShoeOpened(shoe=1, profile=profile.name, profile_version=1, profile_hash=profile.sha256, decks=8)
    dealers = [ev.DealerChanged(dealer=f"d{number}") for number in range(200)]  # some pages of it
    journal.append([(1, 0, event) for event in (opened, ev.BetsOpened(coup=1), *dealers)])
    journal.close()


def change(rig: Rig, old: str, new: str) -> None:
    text = rig.config.read_text()
    assert old in text
    rig.config.write_text(text.replace(old, new))


# What is refused.


def foreign_database(rig: Rig) -> None:
    rig.journal.unlink()
    rig.journal.with_name("j.sqlite3.key").unlink()
    with sqlite3.connect(rig.journal) as other:
        other.execute("CREATE TABLE bottles (name)")
    other.close()


def foreign_text(rig: Rig) -> None:
    rig.journal.with_name("j.sqlite3.key").unlink()
    rig.journal.write_text("Shopping: milk, bread. " * 100)


def newer_journal(rig: Rig) -> None:
    with sqlite3.connect(rig.journal) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()


def other_rules(rig: Rig) -> None:
    change(rig, 'profile = "quick.toml"', 'profile = "live"')


def open_key(rig: Rig) -> None:
    rig.journal.with_name("j.sqlite3.key").chmod(0o644)


def no_such_group() -> str:
    names = {group.gr_name for group in grp.getgrall()}
    return next(name for name in ("nowhere", "nobodys", "zapatos") if name not in names)


REFUSED: dict[str, tuple[Callable[[Rig], object], tuple[str, ...]]] = {
    "another program's database": (foreign_database, ("j.sqlite3", "not a journal of this software: name another")),
    "no database": (foreign_text, ("j.sqlite3", "it is no journal and no database at all: name another file")),
    "newer software's journal": (newer_journal, ("j.sqlite3", "newer software wrote it", "update this software")),
    "a journal in no folder": (
        lambda rig: change(rig, '"j.sqlite3"', '"nowhere/j.sqlite3"'),
        ("nowhere/j.sqlite3", "no such folder: create it or name another place"),
    ),
    "a folder for a journal": (
        lambda rig: change(rig, '"j.sqlite3"', '"."'),
        ("cannot", "folder"),
    ),
    "a key that others can read": (open_key, ("j.sqlite3.key", "others may read the signing key: run `chmod 600")),
    "other house rules": (other_rules, ("shoe 1 is in play by the profile 'cards-only'", "end the shoe")),
    "an unknown key": (
        lambda rig: change(rig, "[journal]", "[journal]\npaht = 1"),
        ("table.toml: journal.paht: unknown key (did you mean path?); correct it or take it out",),
    ),
    "an impossible value": (
        lambda rig: change(rig, 'kind = "line"', 'kind = "line"\nbaud = 42'),
        ("table.toml: reader.baud: 42; allowed: one of 1200,",),
    ),
    "no TOML": (lambda rig: rig.config.write_text("[[["), ("table.toml", "line 1")),
    "no settings": (lambda rig: rig.config.unlink(), ("table.toml: there is no such file; `zapato settings` prints",)),
    "no such profile": (
        lambda rig: change(rig, "quick.toml", "quikc.toml"),
        ("quikc.toml: there is no such file; shipped profiles are",),
    ),
    "a file in the feed's place": (
        lambda rig: (rig.folder / "staff.sock").write_text("mine"),
        ("staff.sock", "another file has that name; move it away"),
    ),
    "a feed in no folder": (
        lambda rig: change(rig, '"staff.sock"', '"nowhere/staff.sock"'),
        ("nowhere/staff.sock", "nowhere does not exist; create it"),
    ),
    "a group that is not there": (
        lambda rig: change(rig, "[feed]", f'[feed]\nstaff_group = "{no_such_group()}"'),
        ("staff.sock: there is no group", "create it or change the setting"),
    ),
    "a tape in no folder": (
        lambda rig: change(rig, 'kind = "line"', 'kind = "line"\ntape = "nowhere/x.tape"'),
        ("nowhere/x.tape: the tape cannot be written: No such file or directory; correct reader.tape",),
    ),
}  # fmt: skip


def own_threads() -> set[threading.Thread]:
    """Threads that run; not those of a feed's clients, which end in their own time when the client has hung up."""
    return {thread for thread in threading.enumerate() if not thread.name.startswith("feed-client")}


def refusal(rig: Rig) -> str:
    """The one message of a table that does not start; nothing of it is left."""
    threads = own_threads()
    result = CliRunner().invoke(zapato, ["table", "--config", str(rig.config)])
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert own_threads() <= threads
    assert not (rig.folder / "public.sock").exists()
    return result.stderr


def content(path: Path) -> object:
    """What is on record, or the file's bytes where it is no journal."""
    try:
        with Reader(path) as reader:
            return list(reader.rows())
    except JournalError:
        return path.read_bytes()


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_used_is_named_with_its_remedy(rig: Rig, what: str) -> None:
    harm, says = REFUSED[what]
    harm(rig)
    before = content(rig.journal)
    message = refusal(rig)
    assert message.startswith("Error: ")
    for words in says:
        assert words in message
    assert content(rig.journal) == before, "what was refused was changed"
    assert [path.name for path in rig.folder.iterdir() if "damaged" in path.name] == []


def test_a_journal_that_another_table_writes_is_refused_with_that_process(rig: Rig) -> None:
    writer = SqliteJournal(rig.journal, clock=HandClock())
    try:
        assert "another process writes to this journal (process " in refusal(rig)
    finally:
        writer.close()


def test_a_feed_that_another_table_serves_is_refused(rig: Rig) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(rig.folder / "staff.sock"))
        other.listen()
        message = refusal(rig)
    assert "staff.sock: another table is serving this feed; stop it, or give this one its own socket" in message


# What is set aside.


class Served:
    """A table that runs in a thread of the test."""

    def __init__(self, rig: Rig) -> None:
        self._inbox: Inbox = queue.SimpleQueue()
        self._failure: Exception | None = None
        self._rig = rig
        self._thread = threading.Thread(target=self._run, name="test-table")
        self._thread.start()
        wait_until(lambda: rig.serves() or not self._thread.is_alive(), "the table's feed")

    def _run(self) -> None:
        try:
            settings = load_settings(self._rig.config)
            serve_table(settings, load_profile(settings.profile), self._inbox)
        except Exception as error:  # told by `stop`, which would otherwise see nothing
            self._failure = error

    def stop(self) -> None:
        self._rig.close_eyes()
        self._inbox.put(Stop())
        self._thread.join()
        if self._failure is not None:
            raise self._failure


@pytest.fixture
def serve(rig: Rig) -> Iterator[Callable[[], Served]]:
    """Starts the rig's table in a thread; ends it with the test."""
    served: list[Served] = []

    def start() -> Served:
        served.append(Served(rig))
        return served[-1]

    yield start
    for one in served:
        one.stop()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


def overwritten(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[2 * 4096 : 2 * 4096 + 100] = b"\xa5" * 100
    path.write_bytes(data)


def altered(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER events_no_update")
        other.execute("UPDATE events SET body = replace(body, 'd7', 'd8') WHERE seq = 10")
    other.close()


@pytest.mark.parametrize("harm", [emptied, torn, overwritten, altered])
def test_a_damaged_journal_is_set_aside_and_the_staff_are_told(
    rig: Rig, serve: Callable[[], Served], harm: Callable[[Path], None]
) -> None:
    harm(rig.journal)
    data = rig.journal.read_bytes()
    serve()
    (note,) = rig.sees(lambda view: view["notes"], "the note")["notes"]
    (aside,) = rig.folder.glob("j.sqlite3.damaged-*")
    assert aside.read_bytes() == data
    assert note.startswith(str(rig.journal))
    assert note.endswith(f"; it was set aside as {aside.name} and a new journal begun: tell the pit")
    view = rig.sees(lambda view: view["phase"] == "closed", "a table without a shoe")
    assert view["health"]["journal"] == {"ok": True, "detail": ""}
    rig.plug()
    rig.order(order="shoe")
    rig.send(b"9C\r8D\rTC\rTD\r")
    rig.sees(lambda view: view["coups"], "a coup on the new journal")
    with Reader(rig.journal) as reader:
        assert dict(reader.query("SELECT key, value FROM meta"))["follows"] == aside.name


def test_a_whole_journal_is_gone_on_with_and_nothing_is_noted(rig: Rig, serve: Callable[[], Served]) -> None:
    serve()
    view = rig.sees(lambda view: view["shoe"] == 1, "the shoe on record")
    assert (view["phase"], view["dealer"], view["notes"]) == ("betting", "d199", [])


# Tapes of what comes over the line.


def test_a_tape_is_kept_when_the_table_starts_again(rig: Rig, serve: Callable[[], Served]) -> None:
    change(rig, 'kind = "line"', 'kind = "line"\ntape = "line.tape"')
    for code in ("9C", "8D"):
        table = serve()
        rig.plug()
        before = len(rig.cards_on_record())
        rig.send(code.encode() + b"\r")
        wait_until(lambda before=before: len(rig.cards_on_record()) > before, "the card")  # type: ignore[misc]
        table.stop()
        rig.port.unplug()
    for name, sent in (("line.tape.before", b"9C\r"), ("line.tape", b"8D\r")):
        tape = read_tape((rig.folder / name).read_text())
        assert b"".join(entry.data for entry in tape.entries) == sent
        assert (rig.folder / name).stat().st_mode & 0o777 == 0o600  # it tells hidden cards


def test_a_journal_that_is_gone_is_told_to_the_staff(rig: Rig, serve: Callable[[], Served]) -> None:
    for part in rig.folder.glob("j.sqlite3*"):
        if not part.name.endswith(".key"):
            part.unlink()
    serve()
    (note,) = rig.sees(lambda view: view["notes"], "the note")["notes"]
    assert note == f"{rig.journal}: the journal was gone and a new one was begun: tell the pit, and look for it"
