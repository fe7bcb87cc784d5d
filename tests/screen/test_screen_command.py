"""`zapato screen`: pictures of a view, and plain refusals of what cannot be used."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from click.testing import CliRunner, Result

from device.cli.main import zapato
from device.screen.look.theme import THEMES, Ink
from device.screen.plain.text import dealer_text, players_text
from device.words import load_words

View = dict[str, Any]
ViewMaker = Callable[..., View]


def run(*arguments: str | Path, said: str | None = None) -> Result:
    return CliRunner().invoke(zapato, ["screen", *map(str, arguments)], input=said)


@pytest.fixture
def state(tmp_path: Path, public: ViewMaker, staff: ViewMaker, banker_wins: View) -> Path:
    file = tmp_path / "state.json"
    file.write_text(json.dumps({"type": "state", "public": public(**banker_wins), "staff": staff(**banker_wins)}))
    return file


@pytest.mark.parametrize(("which", "size"), [("players", (1920, 1080)), ("dealer", (800, 480))])
def test_a_picture_of_a_view(tmp_path: Path, state: Path, which: str, size: tuple[int, int]) -> None:
    done = run(which, "--snapshot", tmp_path / "out.png", "--state", state)
    assert (done.exit_code, done.output) == (0, "")
    assert pygame.image.load(tmp_path / "out.png").get_size() == size


def test_size_language_and_theme_are_as_asked(tmp_path: Path, state: Path) -> None:
    def picture(*arguments: str) -> pygame.Surface:
        done = run("players", "--snapshot", tmp_path / "out.png", "--state", state, "--size", "960x540", *arguments)
        assert done.exit_code == 0, done.output
        return pygame.image.load(tmp_path / "out.png")

    spanish, english = picture("--lang", "es"), picture("--lang", "en")
    assert spanish.get_size() == (960, 540)
    assert pygame.image.tobytes(spanish, "RGB") != pygame.image.tobytes(english, "RGB")
    okabe = picture("--theme", "okabe-ito")
    assert tuple(okabe.get_at((480, 60)))[:3] == THEMES["okabe-ito"][Ink.BANKER]


def test_settings_choose_what_the_command_line_leaves_open(tmp_path: Path, state: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[screen]\ntheme = "okabe-ito"\nsize = "640x360"\nlanguage = "en"\n')
    done = run("players", "--config", config, "--snapshot", tmp_path / "out.png", "--state", state)
    assert done.exit_code == 0, done.output
    picture = pygame.image.load(tmp_path / "out.png")
    assert picture.get_size() == (640, 360)
    assert tuple(picture.get_at((320, 40)))[:3] == THEMES["okabe-ito"][Ink.BANKER]


def test_the_view_may_come_from_standard_input(tmp_path: Path, public: ViewMaker) -> None:
    done = run("players", "--snapshot", tmp_path / "out.png", "--state", "-", said=json.dumps(public()))
    assert done.exit_code == 0, done.output


def test_a_second_language_stands_beside_the_first(tmp_path: Path, state: Path) -> None:
    pictures = []
    for more in ([], ["--second-lang", "es"], ["--second-lang", "off"]):
        done = run("players", "--snapshot", tmp_path / "out.png", "--state", state, "--lang", "en", *more)
        assert done.exit_code == 0, done.output
        pictures.append((tmp_path / "out.png").read_bytes())
    assert pictures[0] == pictures[2] != pictures[1]


def test_every_page_of_the_panel_can_be_drawn(tmp_path: Path, state: Path) -> None:
    pictures = set()
    for page in ("home", "menu", "pays", "recall", "errors", "about", "sound", "language", "pause", "sign-in"):
        done = run("dealer", "--snapshot", tmp_path / "out.png", "--state", state, "--page", page)
        assert done.exit_code == 0, done.output
        pictures.add((tmp_path / "out.png").read_bytes())
    assert len(pictures) == 10


def test_a_page_that_this_view_has_not_is_refused_plainly(tmp_path: Path, state: Path) -> None:
    done = run("dealer", "--snapshot", tmp_path / "out.png", "--state", state, "--page", "enter")
    assert done.exit_code == 2
    assert "--page enter" in done.output
    assert not (tmp_path / "out.png").exists()


SCRIPTS = {
    "closed": "",
    "burning": "shoe\ncard 9h\ncard 2c\n",
    "draws": "shoe\n" + "card Ac\ncard 2c\n" + "card 4h\ncard 2s\ncard 9c\ncard Ad\n",
    "result": "shoe\ncard Ac\ncard 2c\ncard 4h\ncard 2s\ncard 9c\ncard Ad\ncard 8d\nresult banker\n",
    "error": "shoe\ncard Ac\ncard 2c\ncard 4h\ncard 2s\ncard 5c\ncard Ad\ncard 8d\n",
    "unread": "shoe\ncard Ac\ncard 2c\ncard 4h\nunread\n",
    "lost": "shoe\nlink lost\n",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_whatever_play_prints_can_be_shown(tmp_path: Path, script: str) -> None:
    # The real table's own views, so that the two sides of the feed cannot drift apart.
    played = CliRunner().invoke(zapato, ["play", "-"], input=SCRIPTS[script])
    assert played.exit_code == 0, played.output
    for which in ("players", "dealer"):
        out = tmp_path / f"{which}.png"
        done = run(which, "--snapshot", out, "--state", "-", "--size", "640x384", said=played.stdout)
        assert done.exit_code == 0, done.output
    state = json.loads(played.stdout.splitlines()[-1])
    for view, text in ((state["public"], players_text), (state["staff"], dealer_text)):
        said = text(view, load_words("en"))
        assert f"SHOE {view['shoe'] or '–'}" in said
        assert f"HAND {view['hand'] or '–'}" in said
    told = dealer_text(state["staff"], load_words("en")).split("\n")[2].replace("  ", "_").replace(" ", "")
    assert told.strip("_<>") == TOLD[script]


TOLD = {
    "closed": "OPEN_A_SHOE",
    "burning": "BURN_CARDS",
    "draws": "CARD_TO_JUGADOR",
    "result": "NEXT_HAND",
    "error": "CARD_DRAWN_IN_ERROR",
    "unread": "CARD_NOT_READ",
    "lost": "DO_NOT_DEAL",
}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["players", "--snapshot", "OUT", "--state", "no-such-file"], "no-such-file"),
        (["players", "--snapshot", "no/such/folder/out.png", "--state", "STATE"], "no/such/folder"),
        (["players", "--snapshot", "OUT"], "--state"),
        (["players", "--state", "STATE"], "--snapshot"),
        (["players", "--size", "big"], "1920x1080"),
        (["players", "--display", "0"], "1<=x<=16"),
        (["players", "--second-lang", "fr", "--snapshot", "OUT", "--state", "STATE"], "en, es"),
        (["players", "--page", "menu", "--snapshot", "OUT", "--state", "STATE"], "--page"),
        (["dealer", "--page", "cellar", "--snapshot", "OUT", "--state", "STATE"], "recall"),
        (["dealer", "--page", "menu"], "--page"),
        (["players", "--size", "99999x1080"], "7680"),
        (["players", "--lang", "fr"], "en, es"),
        (["players", "--theme", "pink"], "okabe-ito"),
        (["players", "--config", "no-such-file"], "no-such-file"),
        (["bystanders"], "players"),
    ],
)
def test_what_cannot_be_used_is_refused_plainly(tmp_path: Path, state: Path, arguments: list[str], said: str) -> None:
    places = {"OUT": str(tmp_path / "out.png"), "STATE": str(state)}
    done = run(*(places.get(argument, argument) for argument in arguments))
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("text", ["", "not json", "[]", '{"view":"public"}', '{"view":"public","version":9}', "\x00"])
def test_a_file_that_holds_no_view_is_named_with_its_fault(tmp_path: Path, text: str) -> None:
    file = tmp_path / "state.json"
    file.write_text(text)
    done = run("players", "--snapshot", tmp_path / "out.png", "--state", file)
    assert done.exit_code == 2
    assert str(file) in done.output
    assert not (tmp_path / "out.png").exists()


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(b"\xff\xfe\xfd")
    assert run("players", "--snapshot", tmp_path / "out.png", "--state", file).exit_code == 2


def test_the_players_screen_takes_no_staff_view(tmp_path: Path, staff: ViewMaker) -> None:
    done = run("players", "--snapshot", tmp_path / "out.png", "--state", "-", said=json.dumps(staff()))
    assert done.exit_code == 2
    assert "public" in done.output


def test_the_text_screen_needs_no_pygame(tmp_path: Path) -> None:
    # The screen's extra may not be installed where only text is wanted.
    program = (
        "import sys; sys.modules['pygame'] = sys.modules['fontpkg'] = None\n"
        "from device.screen.plain import text\n"
        "from device.screen.showing import subscription, terminal\n"
        "from device.screen.players import scene\n"
        "from device.screen.dealer import scene as dealer\n"
        "from device.cli.main import zapato\n"
        "zapato.main(['screen', 'players', '--snapshot', 'x.png', '--state', '-'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="{}", capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 2
    assert "pip install 'zapato[screen]'" in done.stderr


def test_without_a_display_the_command_says_so(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if Path("/dev/dri").exists():
        pytest.skip("this machine has a graphics card")
    done = subprocess.run(
        [sys.executable, "-c", "from device.cli.main import main; main()", "screen", "players"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name not in hidden},
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "no display" in done.stderr
    assert "--text" in done.stderr
