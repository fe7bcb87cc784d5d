"""`production = true`: what a table where real games are played refuses before anything is dealt."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import zapato
from device.settings import SettingsError, parse_settings
from device.staff.people import Role
from device.staff.store import StaffStore

LASTING = "/var/lib/zapato-of-no-machine"


@pytest.fixture
def pseudo_port() -> Iterator[str]:
    ours, theirs = os.openpty()
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


class Casino:
    """A folder with a table's settings and people, all as a table in production needs them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from device.settings import production

        # The test's own folder is a temporary one: here the places that are refused lie beside it.
        monkeypatch.setattr(production, "TEMPORARY", (folder / "tmp", Path("/dev/shm")))
        self.folder = folder
        self.config = folder / "table.toml"
        self.write()
        self.people = StaffStore(folder / "staff.sqlite3", create=True)
        self.people.add("sup1", [Role.SUPERVISOR])

    def write(self, text: str = "", *, reader: str = "") -> None:
        self.config.write_text(f"production = true\n{text}\n[reader]\n{reader}\n")

    def run(self, command: str = "check") -> Result:
        words = ["check", str(self.config)] if command == "check" else ["table", "--config", str(self.config)]
        return CliRunner().invoke(zapato, words)

    def refused(self) -> list[str]:
        """What `check` and `table` say, which is the same."""
        checked, started = self.run(), self.run("table")
        assert checked.exit_code == started.exit_code == 2, checked.output
        assert checked.stdout == started.stdout == ""
        assert checked.stderr == started.stderr
        head = f"{self.config}: "
        return [line.removeprefix("Error: ").removeprefix(head) for line in checked.stderr.splitlines()]


@pytest.fixture
def casino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Casino:
    return Casino(tmp_path, monkeypatch)


def test_a_table_with_people_a_lasting_record_and_real_rules_passes(casino: Casino) -> None:
    result = casino.run()
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["production"] is True


def test_without_production_nothing_of_it_is_asked(casino: Casino, pseudo_port: str) -> None:
    casino.config.write_text(
        f'profile = "didactic"\ndemo = true\n[staff]\npath = "none.sqlite3"\n[journal]\npath = "/dev/shm/j.sqlite3"\n'
        f'[reader]\nport = "{pseudo_port}"\n'
    )
    result = casino.run()
    assert result.exit_code == 0, result.output
    assert "production" not in json.loads(result.stdout)


@pytest.mark.parametrize("place", ["/tmp", "/var/tmp/x", "/dev/shm", "/run/zapato", "/var/run"])
def test_record_and_people_lie_where_they_last(place: str) -> None:
    text = f'production = true\n[journal]\npath = "{place}/j.sqlite3"\n[staff]\npath = "{LASTING}/s.sqlite3"\n'
    with pytest.raises(SettingsError) as told:
        parse_settings(text, "table.toml", Path(LASTING))
    assert str(told.value) == (
        f"table.toml: journal.path: '{place}/j.sqlite3' with production = true; it would be lost at the next start of "
        "the machine: name a lasting place, as under /var/lib"
    )
    with pytest.raises(SettingsError, match=r"staff\.path"):
        parse_settings(f'production = true\n[staff]\npath = "{place}/s.sqlite3"\n', "table.toml", Path(LASTING))
    assert parse_settings("production = true\n", "table.toml", Path(LASTING)).production


def test_rules_for_lessons_are_refused(casino: Casino) -> None:
    casino.write('profile = "didactic"')
    assert casino.refused() == [
        "profile: 'didactic' with production = true; it is for lessons and demonstrations (training = true in it): "
        "name house rules for money"
    ]
    (casino.folder / "own.toml").write_text('name = "own"\nversion = 1\ntraining = true\n')
    casino.write('profile = "own.toml"')
    assert casino.refused()[0].startswith("profile: 'own' with production = true;")
    (casino.folder / "own.toml").write_text('name = "own"\nversion = 2\n')
    assert casino.run().exit_code == 0


def test_a_port_with_a_program_behind_it_is_refused_by_any_name(casino: Casino, pseudo_port: str) -> None:
    link = casino.folder / "shoe"
    link.symlink_to(pseudo_port)
    for port in (pseudo_port, str(link)):
        casino.write(reader=f'port = "{port}"')
        assert casino.refused() == [
            f"reader.port: '{port}' with production = true; another program is behind this port, as behind the "
            "simulated shoe's: name a reader's own port"
        ]


def test_somebody_must_be_there_who_can_decide(casino: Casino) -> None:
    casino.people.set_roles("sup1", [Role.DEALER])
    (told,) = casino.refused()
    assert told.startswith(f"staff.path: '{casino.people.path}' with production = true; nobody in it can decide:")
    casino.people.add("pit1", [Role.PIT])
    assert casino.run().exit_code == 0
    casino.people.disable("pit1")
    assert len(casino.refused()) == 1
    casino.people.path.unlink()
    (told,) = casino.refused()
    assert told.startswith(f"staff.path: '{casino.people.path}' with production = true; people must sign here:")
    assert "zapato staff add" in told


def test_everything_that_is_wrong_is_told_at_once(casino: Casino, pseudo_port: str) -> None:
    casino.write('profile = "didactic"', reader=f'port = "{pseudo_port}"')
    casino.people.path.unlink()
    assert [line.partition(":")[0] for line in casino.refused()] == ["profile", "reader.port", "staff.path"]
    casino.write('demo = true\n[panel]\nfactory = "mock"\n[journal]\npath = "tmp/j.sqlite3"')
    assert [line.partition(":")[0] for line in casino.refused()] == ["demo", "panel.factory", "journal.path"]


def test_a_reader_without_passages_is_no_reason_to_refuse_but_is_told(casino: Casino) -> None:
    casino.write(reader='kind = "line"\nport = "/dev/ttyUSB9"')
    result = casino.run()
    assert result.exit_code == 0
    assert "it is for schools and training" in result.stderr


def test_a_tape_tells_hidden_cards_and_is_refused(casino: Casino) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings('production = true\n[reader]\ntape = "line.tape"\n', "table.toml", Path(LASTING))
    assert str(caught.value) == (
        f"table.toml: reader.tape: '{LASTING}/line.tape' with production = true; a tape tells cards that lie "
        "face down to whoever reads it: leave it out"
    )
    assert parse_settings('[reader]\ntape = "line.tape"\n', "table.toml", Path(LASTING)).reader.tape is not None


@pytest.mark.parametrize("mode", ["0666", "602", "0604"])
def test_not_every_user_of_the_machine_may_press_the_dealers_buttons(mode: str) -> None:
    with pytest.raises(SettingsError) as told:
        parse_settings(f'production = true\n[feed]\npanel_mode = "{mode}"', "table.toml", Path(LASTING))
    assert str(told.value) == (
        f"table.toml: feed.panel_mode: '{mode}' with production = true; whoever opens this socket presses the dealer's "
        "buttons: no permissions for others, as 0600 or 0660"
    )
    parse_settings(f'[feed]\npanel_mode = "{mode}"', "table.toml", Path(LASTING))
    parse_settings('production = true\n[feed]\npanel_mode = "0660"', "table.toml", Path(LASTING))
