"""What stands on the cards: the section `[cards]`, and a site's own table of class codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import zapato
from device.readers.marks import CUT, CardMarks
from device.rules.card import Card
from device.settings import Accept, Settings, SettingsError, class_codes, load_profile, parse_settings

FOLDER = Path("/srv/bac")
COMPLETE = "".join(f'"X{card.index}" = "{card.value}"\n' for card in Card)


def parsed(text: str) -> Settings:
    return parse_settings(text, "table.toml", FOLDER)


def refusal(text: str) -> list[str]:
    with pytest.raises(SettingsError) as told:
        parsed(text)
    return str(told.value).splitlines()


def table_of(folder: Path, text: str) -> Path:
    path = folder / "codes.toml"
    path.write_text(text)
    return path


def faults(folder: Path, text: str) -> list[str]:
    path = table_of(folder, text)
    with pytest.raises(SettingsError) as told:
        class_codes(path)
    return [line.removeprefix(f"{path}: ") for line in str(told.value).splitlines()]


# The section


def test_paths_start_at_the_folder_of_the_file() -> None:
    assert parsed("").cards.registry == FOLDER / "packs.sqlite3"
    cards = parsed('[cards]\nregistry = "/var/lib/packs"\naccept = "both"\ncodes = "ours.toml"\n').cards
    assert (cards.registry, cards.accept, cards.codes) == (Path("/var/lib/packs"), Accept.BOTH, FOLDER / "ours.toml")


@pytest.mark.parametrize(
    ("accept", "packs", "classes"), [("classes", False, True), ("packs", True, False), ("both", True, True)]
)
def test_what_a_table_takes(accept: str, packs: bool, classes: bool) -> None:
    cards = parsed(f'[cards]\naccept = "{accept}"\n').cards
    assert (cards.uses_packs, cards.uses_classes) == (packs, classes)


def test_two_things_are_not_in_one_file() -> None:
    assert refusal('[cards]\nregistry = "journal.sqlite3"\ncodes = "staff.sqlite3"\n') == [
        "table.toml: cards.registry: '/srv/bac/journal.sqlite3'; journal.path is there: another path is needed",
        "table.toml: cards.codes: '/srv/bac/staff.sqlite3'; staff.path is there: another path is needed",
    ]


def test_class_codes_mean_nothing_where_only_packs_are_taken() -> None:
    assert refusal('[cards]\naccept = "packs"\ncodes = "ours.toml"\n') == [
        "table.toml: cards.codes: '/srv/bac/ours.toml'; with accept = \"packs\" no class code is a card: leave it out, "
        'or set accept = "both"'
    ]
    assert refusal('[cards]\naccept = "pack"\n') == [
        "table.toml: cards.accept: 'pack' (did you mean packs?); allowed: classes, packs or both"
    ]


def test_a_registry_that_is_used_lies_where_it_lasts() -> None:
    text = '[cards]\nregistry = "/tmp/packs.sqlite3"\n'
    production = f"production = true\n{text}"
    assert parsed(f'{text}accept = "packs"\n').cards.registry == Path("/tmp/packs.sqlite3")
    assert parsed(production).production
    (told,) = refusal(f'{production}accept = "both"\n')
    assert told.startswith("table.toml: cards.registry: '/tmp/packs.sqlite3' with production = true; it would be lost")


# A table of codes


def test_a_complete_table_replaces_rank_and_suit(tmp_path: Path) -> None:
    codes = class_codes(table_of(tmp_path, COMPLETE + '"y0" = "10C"\n"CUT9" = "Cut"\n"A.17" = "ac"\n'))
    marks = CardMarks(table=codes)
    assert marks.look_up("x0") is Card.ACE_OF_CLUBS is marks.look_up("a.17")
    assert marks.look_up("Y0") is Card.TEN_OF_CLUBS
    assert marks.look_up("cut9") is CUT is marks.look_up("CUT")
    assert marks.look_up("9H") is None
    assert not marks.is_serialised("X0")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"Z" = "1h"\n', '"Z": \'1h\'; allowed: a card as "9h", "Td" or "10d", or "cut"'),
        ('"Z" = 9\n', '"Z": 9; allowed: a card as'),
        ('"x3" = "4c"\n', '"x3": the same as "X3"; capitals make no difference: once'),
        ('Z.1 = "9h"\n', '"Z": a table; a code with a full stop stands in quotes'),
        ('"" = "9h"\n', '"": no code that a reader gives; a code is 1 to 64 letters'),
        ('"Z " = "9h"\n', '"Z ": no code that a reader gives'),
        ('"Ä" = "9h"\n', '"Ä": no code that a reader gives'),
        ('"7QX4-K3-1A2B" = "9h"\n', '"7QX4-K3-1A2B": has the shape of a label; labels of packs look so'),
        ('"Cut" = "9h"\n', "\"Cut\": '9h'; this code is always the cut card: choose another one"),
    ],
)
def test_what_cannot_stand_in_it_is_told_by_its_code(tmp_path: Path, text: str, told: str) -> None:
    (fault,) = faults(tmp_path, COMPLETE + text)
    assert fault.startswith(told)


def test_cards_without_a_code_are_named(tmp_path: Path) -> None:
    text = COMPLETE.replace('"9h"', '"9d"').replace('"Ks"', '"cut"')
    assert faults(tmp_path, text) == ["no code for 9h, Ks; each of the 52 cards needs one"]
    assert faults(tmp_path, "# none\n") == ['no code is in it; each line is a code and its card, as "X17" = "9h"']


def test_all_wrong_lines_are_told_at_once(tmp_path: Path) -> None:
    assert len(faults(tmp_path, '"A" = "1h"\n"B" = ""\n"b" = "9h"\n')) == 3


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    (told,) = faults(tmp_path, '"X1" = 9h\n')
    assert told.startswith("this is no TOML: ")
    with pytest.raises(SettingsError, match=r"there is no such file; cards\.codes = .off."):
        class_codes(tmp_path / "none.toml")


# At the terminal


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(zapato, [str(argument) for argument in arguments])


def test_check_and_table_say_what_is_wrong_in_it(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[cards]\ncodes = "codes.toml"\n')
    path = table_of(tmp_path, COMPLETE)
    checked = run("check", config)
    assert json.loads(checked.stdout)["ok"] is True
    path.write_text(COMPLETE.replace('"9h"', '"9x"'))
    for result in (run("check", config), run("table", "--config", config)):
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith(f"Error: {path}: \"X34\": '9x'; allowed: a card")


def test_staff_of_a_table_in_production_are_told_what_class_codes_are() -> None:
    from device.service.production import remarks

    production = "production = true\n[cards]\naccept = "
    profile = load_profile("live")
    for accept in ("classes", "both"):
        (told,) = remarks(parsed(f'{production}"{accept}"\n'), profile)
        assert told.startswith(f"cards.accept = {accept}: anybody's scanner can tell a card")
    assert remarks(parsed(f'{production}"packs"\n'), profile) == []
    assert remarks(parsed(""), profile) == []
