"""A site's own house rules: a file that is named, checked, hashed, played by, and found again in the record."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.main import zapato
from device.settings import load_profile

OWN = """
# how Casa Luna deals at its low table
name = "casa-luna"
version = 3
title = "Casa Luna, mesa baja"
decks = 6
burn = "fixed"
burn_cards = 3
commission_rounding = "up"
tie_pays = 9
retention_days = 730
[names]
player = "Punto"
[side_bets]
either-pair = {pays = "5:1", closes_after = 40}
"""
SAME = """
retention_days = 730
tie_pays=9
commission_rounding = "up"
burn_cards = 3
burn = "fixed"
decks = 6
cut_depth = 14  # as it is without this line
title = "Casa Luna, mesa baja"
version = 3
name = "casa-luna"
[names]
player = "Punto"
[side_bets.either-pair]
closes_after = 40
pays = "5:1"
"""
SHOE = "shoe\ncard 4h\ncard 2s\n"


def run(*arguments: str | Path, stdin: str = "") -> Result:
    return CliRunner().invoke(zapato, [str(argument) for argument in arguments], input=stdin)


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


def test_one_hash_is_shown_everywhere_and_is_on_record(own: Path) -> None:
    profile = load_profile(own)
    journal = own.with_name("j.sqlite3")
    (own.with_name("table.toml")).write_text('profile = "own.toml"\n')
    (checked,) = lines(run("check", own))
    (settings,) = lines(run("check", own.with_name("table.toml")))
    (listed,) = lines(run("profiles", own))
    opened, *_, state = lines(run("play", "-", "--profile", own, "--journal", journal, stdin=SHOE))
    assert {
        checked["sha256"],
        settings["profile"]["sha256"],
        listed["sha256"],
        opened["profile_sha256"],
        state["public"]["profile"]["sha256"],
        state["staff"]["profile"]["sha256"],
    } == {profile.sha256}
    assert (state["public"]["names"]["player"], state["public"]["burn"]["total"]) == ("Punto", 3)
    (shown,) = lines(run("show", journal, "--rules"))
    assert shown.pop("type") == "rules"
    assert shown.pop("shoe") == 1
    assert shown == {
        key: value
        for key, value in listed.items()
        if key not in ("paytable", "training", "sequence_alarm", "retire_packs")
    }
    assert lines(run("verify", journal))[0]["ok"]


def test_a_file_that_is_named_without_its_ending_is_pointed_to(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own.parent)
    assert "named by its path: ./own.toml is here" in run("play", "-", "--profile", "own").stderr
    assert run("play", "-", "--profile", "./own.toml").exit_code == 0
    assert run("play", "-", "--profile", "own.toml").exit_code == 0


def test_a_hash_is_of_the_rules_and_not_of_their_spelling(own: Path) -> None:
    other = own.with_name("other.toml")
    other.write_text(SAME)
    assert load_profile(other).sha256 == load_profile(own).sha256
    other.write_text(OWN.replace("tie_pays = 9", "tie_pays = 8"))
    assert load_profile(other).sha256 != load_profile(own).sha256


def test_money_and_chances_follow_the_own_rules(own: Path) -> None:
    hands = ("--player", "4h9c", "--banker", "2sAd", "--profile", str(own))
    assert run("settle", *hands, "--bet", "tie=1").exit_code == 2, "the hands must be those that would be dealt"
    tie = ("--player", "4h9c3d", "--banker", "2s4d")
    (settled,) = lines(run("settle", *tie, "--profile", own, "--bet", "tie=10"))
    assert settled["profit"] == "90.00"
    assert run("settle", *tie, "--profile", own, "--bet", "player-pair=10").exit_code == 2
    (odds,) = lines(run("odds", "--profile", own))
    assert odds["decks"] == 6
    assert set(odds["wagers"]) == {"player", "banker", "tie", "either-pair"}


@pytest.mark.parametrize("command", ["check", "profiles", "odds", "play", "replay", "settle", "demo"])
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("tie_pay = 9", "tie_pay: unknown key (did you mean tie_pays?)"),
        ('deal = "face-down"\nreveal = "as-dealt"', "reveal"),
        ("cut_depth = 312", "cut_depth"),
    ],
)
def test_what_cannot_be_is_refused_by_every_command_with_file_key_and_remedy(
    own: Path, command: str, more: str, told: str
) -> None:
    own.write_text(OWN.replace("decks = 6\n", f"decks = 6\n{more}\n"))
    words: dict[str, tuple[str, ...]] = {
        "check": (str(own),),
        "profiles": (str(own),),
        "odds": ("--profile", str(own)),
        "play": ("-", "--profile", str(own)),
        "replay": (str(own), "--profile", str(own)),
        "settle": ("--player", "9h9c", "--banker", "2s4d", "--bet", "tie=1", "--profile", str(own)),
        "demo": ("--headless", "--coups", "1", "--profile", str(own)),
    }
    result = run(command, *words[command])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"{own}: {told}" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_table_whose_own_rules_cannot_be_does_not_start(own: Path) -> None:
    own.write_text(OWN + "decks = 13\n")
    config = own.with_name("table.toml")
    config.write_text('profile = "own.toml"\n')
    for command in (("table", "--config", config), ("check", config)):
        result = run(*command)
        assert result.exit_code == 2
        assert str(own) in result.stderr


def test_changed_rules_under_the_old_version_are_told_and_on_record(own: Path) -> None:
    journal = own.with_name("j.sqlite3")
    play = ("play", "-", "--profile", own, "--journal", journal)
    before = load_profile(own).sha256[:12]
    first = lines(run(*play, stdin="shoe\nend-shoe by=sup1\nshoe\nend-shoe by=sup1\n"))
    assert not [line for line in first if line["type"] == "incident"]
    own.write_text(OWN.replace("tie_pays = 9", "tie_pays = 8"))
    now = load_profile(own).sha256[:12]
    again = lines(run(*play, stdin="shoe\n"))
    assert again[-1]["staff"]["notices"] == ["profile-changed"]
    again += lines(run(*play, stdin="end-shoe by=sup1\nshoe\n"))
    told = [line for line in again if line["type"] == "incident"]
    assert [(one["kind"], one["held"]) for one in told] == [("profile-changed", False)], "once, at the first shoe"
    (note,) = next(line for line in again if line["type"] == "state")["staff"]["notes"]
    assert "'casa-luna' version 3 are not what they were when last played by" in note
    assert again[-1]["staff"]["notices"] == again[-1]["staff"]["notes"] == []
    (incident,) = [line for line in lines(run("show", journal, "--shoe", "3", "--json")) if line["type"] == "incident"]
    assert incident["detail"] == f"casa-luna 3: {before} → {now}"


def test_a_new_version_is_no_change_and_neither_is_another_name(own: Path) -> None:
    journal = own.with_name("j.sqlite3")
    play = ("play", "-", "--journal", journal, "--profile")
    script = "shoe\nend-shoe by=sup1\n"
    for text in (OWN, OWN.replace("version = 3", "version = 4\nlock = true"), OWN.replace("luna", "sol")):
        own.write_text(text)
        printed = lines(run(*play, own, stdin=script))
        assert not [line for line in printed if line["type"] == "incident"]
        assert printed[-1]["staff"]["notes"] == []
    own.write_text(OWN.replace("tie_pays = 9", "tie_pays = 8"))  # an old version, changed, after others were played
    printed = lines(run(*play, own, stdin=script))
    assert [line["kind"] for line in printed if line["type"] == "incident"] == ["profile-changed"]


def test_forged_rules_on_record_do_not_verify(own: Path) -> None:
    from journal.archive_tools import Calendar

    from device.journal.sqlite import SqliteJournal
    from device.table.events import ShoeOpened

    profile = load_profile(own)
    journal = SqliteJournal(own.with_name("j.sqlite3"), clock=Calendar())
    opened = ShoeOpened(
        shoe=1,
        profile=profile.name,
        profile_version=3,
        profile_hash=profile.sha256,
        house_rules=profile.canonical.replace('"tie_pays":9', '"tie_pays":8'),
        decks=6,
    )
    journal.append([(1, 0, opened)])
    journal.close()
    result = run("verify", journal.path)
    assert result.exit_code == 1
    assert "are not those that their hash stands for" in json.loads(result.stdout)["what"]


def test_of_old_records_only_the_hash_is_known() -> None:
    old = Path(__file__).parents[1] / "journal" / "data" / "journal-v1.sqlite"
    result = run("show", old, "--rules")
    assert result.exit_code == 2
    assert "older software put only the hash" in result.stderr
