"""The commands `profiles`, `check` and `settings`, as a person at a terminal meets them."""

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.main import zapato
from device.rules.profile import Profile
from device.rules.structs import keys_of
from device.settings import example, list_profiles, load_profile


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(zapato, [str(argument) for argument in arguments])


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def refused(*arguments: str | Path) -> str:
    """The one message of a command that was given something it cannot use."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


# profiles


def test_the_list_has_a_line_for_each_profile() -> None:
    found = lines(run("profiles"))
    assert [line["name"] for line in found] == list(list_profiles())
    for line in found:
        profile = load_profile(line["name"])
        assert line == {
            "name": profile.name,
            "version": profile.version,
            "sha256": profile.sha256,
            "title": profile.title,
        }


@pytest.mark.parametrize("name", list_profiles())
def test_one_profile_is_shown_with_every_field_and_its_hash(name: str) -> None:
    (shown,) = lines(run("profiles", name))
    assert list(shown) == [*keys_of(Profile), "paytable", "sha256"]
    assert shown["sha256"] == load_profile(name).sha256
    assert shown["paytable"][0] == {"wager": "player", "pays": "1:1"}


def test_a_sites_own_file_is_shown_too(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nversion = 1\ndecks = 6\n')
    (shown,) = lines(run("profiles", own))
    assert (shown["name"], shown["decks"]) == ("own", 6)


def test_an_unknown_profile_is_answered_with_those_there_are() -> None:
    assert refused("profiles", "lives") == (
        "Error: there is no profile 'lives' (did you mean live?); shipped are live, casino-manual, classic, didactic, "
        "live-no-commission, single-deck, and a file of your own is named by its path\n"
    )


def test_a_missing_or_unreadable_profile_file_is_refused(tmp_path: Path) -> None:
    assert refused("profiles", tmp_path / "none.toml").startswith(f"Error: {tmp_path}/none.toml: there is no such file")
    (tmp_path / "binary.toml").write_bytes(b"\xff")
    assert "no text in UTF-8" in refused("profiles", tmp_path / "binary.toml")
    (tmp_path / "folder.toml").mkdir()
    assert "cannot be read: Is a directory" in refused("profiles", tmp_path / "folder.toml")


# settings


def test_the_example_is_printed_and_passes_the_check(tmp_path: Path) -> None:
    printed = run("settings")
    assert printed.exit_code == 0
    assert printed.stdout == example()
    (tmp_path / "table.toml").write_text(printed.stdout)
    live = load_profile("live")
    assert lines(run("check", tmp_path / "table.toml")) == [
        {
            "ok": True,
            "kind": "settings",
            "table": "BAC 1",
            "profile": {"name": "live", "version": live.version, "sha256": live.sha256},
        }
    ]


# check


@pytest.mark.parametrize("name", list_profiles())
def test_a_shipped_profile_passes_the_check(name: str) -> None:
    with resources.as_file(resources.files("device.rules") / "profiles" / f"{name}.toml") as path:
        (line,) = lines(run("check", path))
    profile = load_profile(name)
    assert line == {"ok": True, "kind": "profile", "name": name, "version": profile.version, "sha256": profile.sha256}


def test_settings_are_checked_with_their_profile(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('profile = "casino-manual"\n')
    assert lines(run("check", table))[0]["profile"]["name"] == "casino-manual"
    table.write_text('profile = "own.toml"\n')
    assert refused("check", table).startswith(f"Error: {tmp_path}/own.toml: there is no such file")
    (tmp_path / "own.toml").write_text('name = "own"\nversion = 1\ncut_depth = 3\n')
    assert refused("check", table).startswith(f"Error: {tmp_path}/own.toml: cut_depth: 3; the shoe could run out")


def test_a_file_is_known_by_what_is_in_it_and_not_by_its_name(tmp_path: Path) -> None:
    odd = tmp_path / "profile.toml"
    odd.write_text("[table]\nnaem = 'x'\n")
    assert refused("check", odd) == (
        f"Error: {odd}: table.naem: unknown key (did you mean name?); correct it or take it out\n"
    )
    odd = tmp_path / "table.toml"
    odd.write_text("decks = 13\nname = 'own'\nversion = 1\n")
    assert refused("check", odd) == f"Error: {odd}: decks: 13; allowed: a whole number from 1 to 12\n"


@pytest.mark.parametrize("text", ["", "# nothing\n", "[tool.ruff]\nline-length = 120\n"])
def test_a_file_of_another_kind_is_said_to_be_one(tmp_path: Path, text: str) -> None:
    other = tmp_path / "other.toml"
    other.write_text(text)
    assert refused("check", other).startswith(f"Error: {other}: neither a table's settings nor a profile:")


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "there is no such file" in refused("check", tmp_path / "none.toml")
    assert "Is a directory" in refused("check", tmp_path)
    broken = tmp_path / "broken.toml"
    broken.write_text("decks = \n")
    assert refused("check", broken).startswith(f"Error: {broken}: this is no TOML: Invalid value (at line 1, column 9)")
    assert "Missing argument 'FILE'" in refused("check")


# The weight of it


def test_settings_and_profiles_bring_no_heavy_library_with_them() -> None:
    """The screens and the doctor read settings too, some on a small machine."""
    heavy = ("sqlite3", "sqlite_utils", "pygame", "serial", "gpiozero", "cryptography", "asyncio", "device.table")
    program = (
        "import sys, device.settings as s; s.load_profile('live'); s.Settings();"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
