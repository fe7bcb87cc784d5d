"""A screen's language: shown where it can be, and plainly something else where it cannot."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.bad_input import BadInput
from device.cli.main import zapato
from device.cli.screen_words import words_of_picture, words_of_terminal, words_of_window
from device.screen.drawing import fonts

CHINESE = ("zh-Hans", "zh-Hant")


@pytest.fixture
def no_cjk_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_font_folders", lambda: (tmp_path / "no-fonts-here",))


@pytest.fixture
def played() -> str:
    done = CliRunner().invoke(zapato, ["play", "-"], input="shoe\ncard Ac\ncard 2c\n")
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("language", CHINESE)
def test_a_picture_without_a_typeface_is_refused_with_the_remedy(
    tmp_path: Path, no_cjk_font: None, played: str, language: str
) -> None:
    out = tmp_path / "out.png"
    arguments = ["screen", "players", "--snapshot", str(out), "--state", "-", "--lang", language]
    done = CliRunner().invoke(zapato, arguments, input=played)
    assert done.exit_code == 2
    assert f"{language}: no typeface with Chinese characters" in done.stderr
    assert "apt-get install fonts-" in done.stderr
    assert not out.exists()


def test_the_tables_own_language_is_refused_for_a_picture_too(tmp_path: Path, no_cjk_font: None, played: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[table]\nlanguage = "zh-Hant"\n')
    arguments = ["screen", "dealer", "--config", str(config), "--snapshot", str(tmp_path / "o.png"), "--state", "-"]
    done = CliRunner().invoke(zapato, arguments, input=played)
    assert done.exit_code == 2
    assert "zh-Hant" in done.stderr


@pytest.mark.needs("cjk-font")
@pytest.mark.parametrize("language", CHINESE)
def test_where_a_typeface_is_a_picture_speaks_chinese(tmp_path: Path, played: str, language: str) -> None:
    pictures = []
    for code in (language, "en"):
        out = tmp_path / f"{code}.png"
        arguments = ["screen", "players", "--snapshot", str(out), "--state", "-", "--lang", code, "--size", "640x360"]
        done = CliRunner().invoke(zapato, arguments, input=played)
        assert (done.exit_code, done.stderr) == (0, "")
        pictures.append(out.read_bytes())
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    ("others", "instead"),
    [(("es", "en"), "es"), (("zh-Hant", "pt"), "pt"), (("zh-Hant", "zh-Hans"), "en"), ((), "en")],
)
def test_a_live_screen_goes_on_in_another_language_and_says_so_once(
    no_cjk_font: None, capsys: pytest.CaptureFixture[str], others: tuple[str, ...], instead: str
) -> None:
    words = words_of_window("zh-Hans", *others)
    assert words.language == instead
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "zh-Hans" in said[0] and "apt-get" in said[0] and words.language_name in said[0]


@pytest.mark.needs("cjk-font")
def test_a_live_screen_speaks_chinese_where_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    assert words_of_window("zh-Hant", "es").language == "zh-Hant"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("language", "encoding", "spoken"),
    [
        ("zh-Hans", "utf-8", "zh-Hans"),
        ("zh-Hans", "gb18030", "zh-Hans"),
        ("zh-Hant", "cp950", "zh-Hant"),
        ("zh-Hans", "ascii", "es"),
        ("zh-Hant", "latin-1", "es"),
        ("es", "ascii", "es"),
        ("pt", "no-such-encoding", "pt"),
    ],
)
def test_a_terminal_needs_no_typeface_but_the_letters(
    no_cjk_font: None, capsys: pytest.CaptureFixture[str], language: str, encoding: str, spoken: str
) -> None:
    assert words_of_terminal(language, encoding, "zh-Hant", "es").language == spoken
    said = capsys.readouterr().err
    assert (encoding in said and "UTF-8" in said) == (language != spoken)


@pytest.mark.parametrize("ask", [words_of_picture, words_of_window, lambda code: words_of_terminal(code, "utf-8")])
def test_an_unknown_language_names_those_there_are(ask: Callable[[str], object]) -> None:
    with pytest.raises(BadInput, match="en, es, pt, zh-Hans, zh-Hant"):
        ask("fr")


def test_the_demonstration_follows_the_systems_language(monkeypatch: pytest.MonkeyPatch) -> None:
    from device.cli.language import language_of_system

    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    spoken = {}
    for said in ("es_MX.UTF-8", "pt_BR.UTF-8", "zh_CN.UTF-8", "zh_SG", "zh_TW.UTF-8", "zh_HK", "zh_MO", "C", "fr_FR"):
        monkeypatch.setenv("LANG", said)
        spoken[said[:5]] = language_of_system()
    assert list(spoken.values()) == [
        "es", "pt", "zh-Hans", "zh-Hans", "zh-Hant", "zh-Hant", "zh-Hant", "en", "en"
    ]  # fmt: skip
