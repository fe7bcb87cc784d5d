"""A house's own colours: taken, refused with place and remedy, and said when they are hard to read."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from click.testing import CliRunner

from device.cli.main import zapato
from device.rules.faults import FaultsError
from device.screen.look.colours import WRITTEN, hard_to_read, theme_with
from device.screen.look.theme import ON, THEMES, Ink, contrast
from device.settings import SettingsError
from device.settings.reading import parse_settings

ViewMaker = Callable[..., dict[str, Any]]
STANDARD = THEMES["standard"]


def test_own_colours_stand_over_the_themes() -> None:
    theme = theme_with(STANDARD, {"player": "#123456", "back-line": "#abcdef"})
    assert (theme[Ink.PLAYER], theme[Ink.BACK_LINE]) == ((0x12, 0x34, 0x56), (0xAB, 0xCD, 0xEF))
    assert all(theme[ink] == STANDARD[ink] for ink in Ink if ink not in (Ink.PLAYER, Ink.BACK_LINE))
    assert theme_with(STANDARD, {}) == STANDARD


def test_every_fault_is_told_with_its_place_and_remedy() -> None:
    with pytest.raises(FaultsError) as told:
        theme_with(STANDARD, {"playr": "#123456", "zzz": "#123456", "tie": "green"})
    first, second, third = str(told.value).splitlines()
    assert first == "screen.colours.playr: unknown ink (did you mean player?); correct it or take it out"
    assert second.startswith("screen.colours.zzz: unknown ink; the inks are background, panel,")
    assert third == "screen.colours.tie: 'green'; allowed: red, green and blue as \"#0054C8\""


def test_writing_that_is_hard_to_read_is_said_for_changed_inks_alone() -> None:
    theme = theme_with(STANDARD, {"on-player": "#3060C0"})
    (warning,) = hard_to_read(theme, {"on-player"})
    assert warning.startswith("screen.colours.on-player: on-player on player has a contrast of 1.")
    assert "make on-player or player lighter or darker" in warning
    assert not list(hard_to_read(theme, {"tie"}))
    assert not list(hard_to_read(theme_with(STANDARD, {"player": "#003C96"}), {"player"}))


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_reads_well_by_the_same_measure(name: str) -> None:
    for ground, writing in WRITTEN:
        # Marks on paper are larger than letters and have thick lines.
        least = 4.0 if ground is Ink.PAPER and writing is not ON[Ink.PAPER] else 4.5
        assert contrast(THEMES[name][ground], THEMES[name][writing]) >= least, (ground, writing)


def test_settings_take_colours_and_refuse_what_is_none() -> None:
    settings = parse_settings('[screen.colours]\nplayer = "#0054c8"\n', "t.toml", Path())
    assert settings.screen.colours == {"player": "#0054c8"}
    for bad in ('"0054C8"', '"#0054C"', "3", '"blue"', "[1]"):
        with pytest.raises(SettingsError, match=r't\.toml: screen\.colours\.player: .*; allowed: .*"#0054C8"'):
            parse_settings(f"[screen.colours]\nplayer = {bad}\n", "t.toml", Path())
    with pytest.raises(SettingsError, match=r"screen\.colours: .*a table of keys and values"):
        parse_settings('[screen]\ncolours = "blue"\n', "t.toml", Path())


def snapshot(folder: Path, colours: str, view: dict[str, Any]) -> Any:
    (folder / "table.toml").write_text(f"[screen.colours]\n{colours}\n")
    (folder / "view.json").write_text(json.dumps(view))
    words = ["--config", str(folder / "table.toml"), "--state", str(folder / "view.json"), "--lang", "en"]
    return CliRunner().invoke(zapato, ["screen", "players", *words, "--snapshot", str(folder / "out.png")])


def test_the_screen_is_drawn_in_them(tmp_path: Path, public: ViewMaker, banker_wins: dict[str, Any]) -> None:
    done = snapshot(tmp_path, 'banker = "#7A1FA2"', public(**banker_wins))
    assert (done.exit_code, done.stderr) == (0, "")
    picture = pygame.image.load(tmp_path / "out.png")
    found = {tuple(picture.get_at((x, 240)))[:3] for x in range(0, 1920, 3)}
    assert (0x7A, 0x1F, 0xA2) in found
    assert STANDARD[Ink.BANKER] not in found


def test_the_command_names_file_ink_and_remedy(tmp_path: Path, public: ViewMaker) -> None:
    done = snapshot(tmp_path, 'bankr = "#7A1FA2"', public())
    assert done.exit_code == 2
    path = tmp_path / "table.toml"
    assert f"{path}: screen.colours.bankr: unknown ink (did you mean banker?); correct it or take it out" in done.stderr
    assert not (tmp_path / "out.png").exists()


def test_a_faint_colour_is_said_once_and_drawn_all_the_same(tmp_path: Path, public: ViewMaker) -> None:
    done = snapshot(tmp_path, 'muted = "#202633"', public())
    assert done.exit_code == 0
    lines = done.stderr.splitlines()
    assert [line.split(" has ")[0].split(": ")[-1] for line in lines] == ["muted on background", "muted on panel"]
    assert (tmp_path / "out.png").exists()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_manual_lists_every_ink(language: str) -> None:
    import device

    text = (Path(device.__file__).parent / "manual" / language / "setup.md").read_text("utf-8")
    assert not [ink.value for ink in Ink if f"`{ink.value}`" not in text]


def test_the_check_of_settings_knows_inks_too(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[screen.colours]\nbankr = "#7A1FA2"\n')
    refused = CliRunner().invoke(zapato, ["check", str(path)])
    assert refused.exit_code == 2
    assert "screen.colours.bankr: unknown ink (did you mean banker?)" in refused.stderr
    path.write_text('[screen.colours]\nmuted = "#202633"\n')
    taken = CliRunner().invoke(zapato, ["check", str(path)])
    assert taken.exit_code == 0
    assert "muted on background has a contrast of" in taken.stderr
