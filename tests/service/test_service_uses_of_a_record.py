"""Real games and simulated ones never go on in each other's record, whichever command tries it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import zapato
from device.journal.archive import ArchivingJournal
from device.journal.checking import verify_file
from device.journal.sqlite import SqliteJournal
from device.journal.uses import Use, use_of
from device.ports.journal import JournalError
from device.service.production import refusals, use_of_table
from device.settings import ArchivePeriod, load_profile, parse_settings
from device.staff.people import Role
from device.staff.store import StaffStore
from device.system.clock import SystemClock
from device.table.events import ReportNoted

SCRIPT = "card 4h\ncard 2s\ncard 9c\ncard Ad\ncard 8d\n"


def journal_for(path: Path, use: Use) -> Path:
    journal = SqliteJournal(path, clock=SystemClock())
    journal.use_as(use)
    journal.close()
    return path


@pytest.mark.parametrize("command", [["play", "-", "--quick"], ["demo", "--headless", "--coups", "1"]])
def test_no_command_that_simulates_goes_on_in_a_record_of_real_games(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    record = journal_for(tmp_path / "journal.sqlite3", Use.REAL)
    before = record.read_bytes()
    done = CliRunner().invoke(zapato, [*command, "--journal", str(record)], input=SCRIPT)
    assert done.exit_code == 2 and "real games are on record in it" in done.stderr, done.output
    assert verify_file(record).events == 0 and len(record.read_bytes()) == len(before)
    assert not [*place.iterdir()], "who does not begin leaves nothing"


def test_a_tape_is_not_replayed_into_a_record_of_real_games(tmp_path: Path) -> None:
    record = journal_for(tmp_path / "journal.sqlite3", Use.REAL)
    tape = next((Path(__file__).parents[1] / "tapes").glob("**/*.tape"))
    done = CliRunner().invoke(zapato, ["replay", str(tape), "--journal", str(record)])
    assert done.exit_code == 2 and "real games are on record in it" in done.stderr, done.output


def test_a_script_s_record_is_refused_by_a_table_with_real_games(tmp_path: Path) -> None:
    record = tmp_path / "journal.sqlite3"
    done = CliRunner().invoke(zapato, ["play", "-", "--quick", "--journal", str(record)], input=SCRIPT)
    assert done.exit_code == 0 and use_of(record) is Use.SIMULATED, done.output
    again = CliRunner().invoke(zapato, ["play", "-", "--quick", "--journal", str(record)], input=SCRIPT)
    assert again.exit_code == 0, again.output
    StaffStore(tmp_path / "staff.sqlite3", create=True).add("sup1", [Role.SUPERVISOR])
    lasting = Path("/var/lib/zapato")
    settings = parse_settings("production = true\n", "table.toml", lasting)
    from msgspec.structs import replace

    here = replace(
        settings,
        journal=replace(settings.journal, path=record),
        staff=replace(settings.staff, path=tmp_path / "staff.sqlite3"),
    )
    (fault,) = refusals(here, load_profile("live"))
    assert fault.path == "journal.path" and "simulated cards are on record" in fault.allowed
    journal = SqliteJournal(record, clock=SystemClock())
    with pytest.raises(JournalError, match="simulated cards are on record"):
        journal.use_as(Use.REAL)
    journal.close()


def test_which_tables_claim_which_use(tmp_path: Path) -> None:
    def use(text: str) -> Use | None:
        return use_of_table(parse_settings(text, "table.toml", Path("/var/lib/zapato")))

    assert use("production = true") is Use.REAL
    assert use("demo = true") is Use.SIMULATED
    assert use("") is None
    import os
    import pty

    master, slave = pty.openpty()
    try:
        assert use(f'[reader]\nport = "{os.ttyname(slave)}"') is Use.SIMULATED
    finally:
        os.close(master)
        os.close(slave)


def test_the_next_file_of_a_record_is_for_the_same_use(tmp_path: Path) -> None:
    record = tmp_path / "journal.sqlite3"
    journal = SqliteJournal(record, clock=SystemClock())
    journal.use_as(Use.REAL)
    archiving = ArchivingJournal(
        journal, period=ArchivePeriod.MONTH, table="BAC 1", clock=SystemClock(), on_trouble=lambda _: None
    )
    archiving.append([(0, 0, ReportNoted(what="it began"))])
    assert archiving.begin_next() is not None
    archiving.close()
    assert use_of(record) is Use.REAL
