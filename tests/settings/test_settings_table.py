"""A table's settings: what a file may say, what it means, and how everything else is refused."""

import errno
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.panel.lamps import Lamp
from device.panel.wiring import Pins
from device.rules.structs import keys_of, plain, read_toml
from device.screen.look.theme import THEMES
from device.settings import (
    Language,
    PanelSettings,
    PinFactory,
    ProfileError,
    ReaderKind,
    Settings,
    SettingsError,
    Suffix,
    Theme,
    example,
    load_profile,
    load_settings,
    parse_settings,
)
from device.words import languages

FOLDER = Path("/srv/bac")


def parsed(text: str) -> Settings:
    return parse_settings(text, "table.toml", FOLDER)


def refusal(text: str) -> list[str]:
    with pytest.raises(SettingsError) as told:
        parsed(text)
    return str(told.value).splitlines()


# What is taken


def test_an_empty_file_is_a_table_of_defaults() -> None:
    settings = parsed("")
    assert settings.table.name == "BAC 1"
    assert settings.reader.kind is ReaderKind.SHOE
    assert settings.panel.factory is PinFactory.OFF
    assert not settings.panel.enabled
    assert settings.screen_language is Language.SPANISH
    assert load_profile(settings.profile).name == "live"


def test_the_example_says_every_key_and_every_default() -> None:
    assert parsed(example()) == parsed("")

    def keys(table: Any) -> Any:
        return {key: keys(value) for key, value in table.items()} if isinstance(table, dict) else None

    assert keys(read_toml(example())) == keys(plain(Settings()))
    assert list(read_toml(example())) == keys_of(Settings)


def test_the_examples_commented_limits_are_right_too() -> None:
    text = example().replace("limits = []", "#").replace("# [[table.limits]]", "[[table.limits]]")
    for key in ("wager", "min", "max"):
        text = text.replace(f"# {key} = ", f"{key} = ")
    (limit,) = parsed(text).table.limits
    assert (limit.wager, limit.min, limit.max) == ("main", Decimal(10), Decimal(5000))


def test_paths_start_at_the_folder_of_the_file() -> None:
    settings = parsed(
        """
        profile = "rules/ours.toml"
        [journal]
        path = "/var/lib/bac/journal.sqlite3"
        [reader]
        tape = "today.tape"
        """
    )
    assert settings.profile == "/srv/bac/rules/ours.toml"
    assert settings.journal.path == Path("/var/lib/bac/journal.sqlite3")
    assert settings.reader.tape == FOLDER / "today.tape"
    assert settings.feed.public == FOLDER / "public.sock"


@pytest.mark.parametrize("key", ["feed.public", "feed.panel", "journal.path", "staff.path", "reader.tape"])
@pytest.mark.parametrize("path", ["", ".", "..", "/", "sub/..", "a\\u0000b"])
def test_a_path_that_can_be_no_file_is_refused(key: str, path: str) -> None:
    section, name = key.split(".")
    (told,) = refusal(f'[{section}]\n{name} = "{path}"\n')
    assert f"{key}: " in told
    assert "absolute or from the folder of this file" in told


def test_a_profile_of_the_package_stays_a_name() -> None:
    assert parsed('profile = "classic"').profile == "classic"


def test_settings_are_read_from_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table.toml").write_text('[reader]\nkind = "line"\nbaud = 9600\nsuffix = "none"\n')
    monkeypatch.chdir(tmp_path)
    settings = load_settings(Path("table.toml"))
    assert settings.journal.path == tmp_path / "journal.sqlite3"
    assert (settings.reader.kind, settings.reader.baud, settings.reader.suffix) == (ReaderKind.LINE, 9600, Suffix.NONE)


@pytest.mark.parametrize("port", ["/dev/serial/by-id/usb-x", "usb:2e8a:0005", "USB:2E8A:0005:E6:61", "/dev/ttyACM0"])
def test_a_port_is_a_path_or_a_usb_name(port: str) -> None:
    assert parsed(f'[reader]\nport = "{port}"').reader.port == port


def test_a_pin_is_given_or_off() -> None:
    panel = parsed('[panel]\nfactory = "mock"\nbuzzer = 7\n[panel.lamps]\nstand = "off"\nlock = 8\n').panel
    assert panel.enabled
    assert "stand" not in panel.lamps.pins()
    assert panel.lamps.pins()["lock"] == 8
    assert panel.lamps.pins()["player-draw"] == 5
    assert panel.buttons.pins()["tie"] == 18
    assert ("buzzer", 7) in panel.users()


def test_screens_have_their_size_and_language() -> None:
    settings = parsed('[screen]\nlanguage = "en"\nsize = "1920x1080"\n')
    assert settings.screen_language is Language.ENGLISH
    assert settings.screen.pixels == (1920, 1080)
    assert parsed("").screen.pixels is None


def test_usual_stakes_are_exact_and_may_be_none() -> None:
    assert parsed("").table.usual_stakes[:2] == (Decimal(25), Decimal(50))
    exact = parsed('[table]\nusual_stakes = [10, "12.50", 0.5]').table.usual_stakes
    assert exact == (Decimal(10), Decimal("12.5"), Decimal("0.5"))
    assert parsed("[table]\nusual_stakes = []\ncountdown_s = 180").table.usual_stakes == ()


def test_permissions_are_octal() -> None:
    feed = parsed('[feed]\npublic_mode = "666"\npublic_group = "video"').feed
    assert (feed.public_permissions, feed.staff_permissions, feed.public_group) == (0o666, 0o660, "video")
    assert (feed.panel, feed.panel_permissions, feed.panel_group) == (FOLDER / "panel.sock", 0o600, None)


def test_a_foot_switch_is_there_when_it_has_a_pin() -> None:
    assert "foot" not in parsed("").panel.buttons.pins()
    panel = parsed('[panel]\nfoot_means = "show"\n[panel.buttons]\nfoot = 7').panel
    assert (panel.buttons.pins()["foot"], panel.foot_means.value) == (7, "show")
    (line,) = refusal("[panel.buttons]\nfoot = 17")
    assert line.startswith("table.toml: panel.buttons.foot: 17; this pin is taken by panel.buttons.bets")


def test_the_words_of_settings_are_those_of_the_parts_they_set() -> None:
    assert set(keys_of(type(PanelSettings().lamps))) == {lamp.value for lamp in Lamp}
    assert {factory.value for factory in PinFactory} == {pins.value for pins in Pins}
    assert {language.value for language in Language} == set(languages())
    assert {theme.value for theme in Theme} == set(THEMES)


# What is refused


def test_every_fault_is_told_at_once() -> None:
    assert refusal('[reader]\nsufix = "any"\nport = "COM3"\nbaud = 9601\n[pannel]\n') == [
        "table.toml: pannel: unknown key (did you mean panel?); correct it or take it out",
        "table.toml: reader.sufix: unknown key (did you mean suffix?); correct it or take it out",
        "table.toml: reader.port: 'COM3'; allowed: a device such as /dev/serial/by-id/…, "
        "or usb:VID:PID or usb:VID:PID:SERIAL",
        "table.toml: reader.baud: 9601; allowed: one of 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, "
        "460800, 921600, or usual",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("production = 1", "production: 1; allowed: yes or no (in a file true or false)"),
        ("profile = 3", "profile: 3; allowed: the name of a profile, or the path of its file"),
        ("table = 3", "table: 3; a table of keys and values is needed"),
        ("table.limits = 3", "table.limits: 3; allowed: a list, each a table of keys and values"),
        ("table.limits = [3]", "table.limits[1]: 3; a table of keys and values is needed"),
        ('table.language = "zh"', "table.language: 'zh'; allowed: en, es, pt, zh-Hans or zh-Hant"),
        ('table.name = ""', "table.name: ''; allowed: a text of at most 40 characters"),
        ('table.usual_stakes = ["0"]', "table.usual_stakes: ['0']; allowed: a list of at most 12 stakes above 0"),
        ("table.usual_stakes = [10, 10.0]", "table.usual_stakes: [10, Decimal('10.0')]; allowed: a list of at most 12"),
        ('table.usual_stakes = ["x"]', "table.usual_stakes: ['x']; allowed: a list of at most 12 stakes above 0"),
        ("table.countdown_s = 4", "table.countdown_s: 4; allowed: 0 (off), or whole seconds from 5 to 180"),
        ("table.countdown_s = 181", "table.countdown_s: 181; allowed: 0 (off), or whole seconds from 5 to 180"),
        (
            'reader.kind = "lines"',
            "reader.kind: 'lines' (did you mean line?); allowed: shoe, line, grow, ssi, ",
        ),
        ('reader.angel_eye = "redeal"', "reader.angel_eye: 'redeal'; a table of keys and values is needed"),
        ('reader.angel_eye.r = "again"', "reader.angel_eye.r: 'again' (did you mean card-again?); allowed: "),
        ("reader.angel_eye.write = true", "reader.angel_eye: set, with kind = shoe; it is about Angel Eye shoes: "),
        ('reader.baud = "fast"', "reader.baud: 'fast'; allowed: one of"),
        ("reader.min_gap_ms = -1", "reader.min_gap_ms: -1; allowed: a whole number from 0 to 5000"),
        ("reader.tape = 7", "reader.tape: 7; allowed: a path, absolute or from the folder of this file, or off"),
        ("feed.public_mode = 660", 'feed.public_mode: 660; allowed: file permissions in octal, in quotes, as "0660"'),
        ('feed.public_mode = "0o660"', "feed.public_mode: '0o660'; allowed: file permissions in octal"),
        ('feed.staff_group = "the staff"', "feed.staff_group: 'the staff'; allowed: a group of this machine, or off"),
        ("feed.panel_mode = 600", 'feed.panel_mode: 600; allowed: file permissions in octal, in quotes, as "0660"'),
        ('panel.foot_means = "menu"', "panel.foot_means: 'menu'; allowed: bets, show or call"),
        ('panel.factory = "rpigpio"', "panel.factory: 'rpigpio' (did you mean lgpio?); allowed: off, lgpio or mock"),
        ("panel.buzzer = 28", "panel.buzzer: 28; allowed: a pin by its BCM number, 0 to 27, or off"),
        ("panel.lamps.stand = true", "panel.lamps.stand: yes; allowed: a pin by its BCM number, 0 to 27, or off"),
        ("panel.lamps.draw = 5", "panel.lamps.draw: unknown key"),
        ("panel.debounce_ms = 501", "panel.debounce_ms: 501; allowed: a whole number from 0 to 500"),
        ('screen.theme = "dark"', "screen.theme: 'dark'; allowed: standard, okabe-ito or high-contrast"),
        ('screen.size = "big"', "screen.size: 'big'; allowed: width and height as 1920x1080, or full"),
        ('screen.language = "xx"', "screen.language: 'xx'; allowed: en, es, pt, zh-Hans or zh-Hant, or table"),
    ],
)
def test_a_value_out_of_its_range_is_refused_by_its_path(text: str, told: str) -> None:
    (line,) = refusal(text)
    assert line.startswith(f"table.toml: {told}")


def test_a_pin_is_taken_once() -> None:
    assert refusal("[panel]\nbuzzer = 5\n[panel.buttons]\ntie = 5") == [
        "table.toml: panel.buzzer: 5; this pin is taken by panel.lamps.player-draw and panel.buttons.tie: each pin once"
    ]


def test_limits_are_in_order_and_once() -> None:
    limits = (
        '[[table.limits]]\nwager = "main"\nmin = "10"\nmax = "5"\n[[table.limits]]\nwager = "main"\nmin = 1\nmax = 2\n'
    )
    assert refusal(limits) == [
        "table.toml: table.limits[1].max: 5; at least min, 10",
        "table.toml: table.limits[2].wager: 'main' again; each wager once",
    ]
    (line,) = refusal('[[table.limits]]\nwager = "pair"\nmin = 1\nmax = 2\n')
    assert line.startswith("table.toml: table.limits[1].wager: 'pair'; allowed: main or a wager: player, banker, tie,")


def test_two_things_are_not_kept_in_one_file() -> None:
    assert refusal('[feed]\nstaff = "public.sock"\n[reader]\ntape = "journal.sqlite3"') == [
        "table.toml: feed.staff: '/srv/bac/public.sock'; feed.public is there: another path is needed",
        "table.toml: reader.tape: '/srv/bac/journal.sqlite3'; journal.path is there: another path is needed",
    ]


def test_the_panels_socket_is_a_path_of_its_own() -> None:
    assert refusal('[feed]\npanel = "staff.sock"') == [
        "table.toml: feed.panel: '/srv/bac/staff.sock'; feed.staff is there: another path is needed"
    ]


def test_a_sockets_path_is_not_longer_than_the_system_takes() -> None:
    longest = "/" + "x" * 106
    assert str(parsed(f'[feed]\npublic = "{longest}"').feed.public) == longest
    assert refusal(f'[feed]\npublic = "{longest}x"') == [
        f"table.toml: feed.public: '{longest}x'; a socket's path has at most 107 bytes, this one 108: "
        "choose a shorter folder"
    ]


def test_nothing_simulated_comes_into_production() -> None:
    assert refusal('production = true\ndemo = true\n[panel]\nfactory = "mock"') == [
        "table.toml: demo: yes with production = true; a table is one or the other: leave one out",
        "table.toml: panel.factory: 'mock' with production = true; "
        "pins in memory light no lamps: lgpio, or off for a table without a panel",
    ]


def test_a_file_that_cannot_be_read_is_refused_with_what_to_do(tmp_path: Path) -> None:
    def told(path: Path) -> str:
        with pytest.raises(SettingsError) as refused:
            load_settings(path)
        return str(refused.value)

    missing, binary = tmp_path / "none.toml", tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert told(missing) == f"{missing}: there is no such file; `zapato settings` prints one to begin with"
    assert told(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    assert told(binary) == f"{binary}: this is no text in UTF-8; save it as a plain text file"
    binary.write_text("[table\n")
    assert told(binary).startswith(f"{binary}: this is no TOML: ")


@pytest.mark.parametrize("read", [load_settings, load_profile])
def test_a_file_that_may_not_be_read_is_refused_with_who_may_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object]
) -> None:
    """A service whose settings were written with root's umask is told so, and who it is."""

    def shut(_: object, most: int) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(most))

    for module in ("reading", "profiles"):
        monkeypatch.setattr(f"device.settings.{module}.read_at_most", shut)
    with pytest.raises((SettingsError, ProfileError), match=f"no permission for user {os.geteuid()}: look at the perm"):
        read(tmp_path / "table.toml")


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=12), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*keys_of(Settings), "other"]), VALUES, max_size=4))
def test_whatever_stands_in_a_file_it_is_taken_or_refused_and_never_raises(table: dict[str, Any]) -> None:
    from device.rules.faults import FaultsError
    from device.rules.structs import build

    try:
        made = build(Settings, table)
    except FaultsError as error:
        assert all(fault.path and fault.found and fault.allowed for fault in error.faults)
    else:
        assert build(Settings, plain(made)) == made
