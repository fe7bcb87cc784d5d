"""A reader written into table.toml: what changes, what stays, what is refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from device.readers.kinds import ReaderKind
from device.readers.line import Suffix
from device.settings import SettingsError, example, load_settings
from device.settings.cards import Accept
from device.settings.reader_choice import Change, ReaderChoice, plan_change, with_reader, write_change

GROW = ReaderChoice(kind=ReaderKind.GROW, port="/dev/serial/by-id/usb-1a86-if00", baud=9600)
OWN = """\
# The table in the corner.
profile = "live"   # as agreed

[table]
name = "BAC 7"

[reader]   # behind the shoe
kind   = "shoe"   # ours
port = '/dev/ttyACM0'
min_gap_ms = 500  # long labels

[screen]
theme = "high-contrast"
"""


def write(path: Path, choice: ReaderChoice) -> None:
    write_change(plan_change(path, choice))


def test_comments_order_and_all_other_keys_stay(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(OWN, encoding="utf-8")
    write(path, GROW)
    expected = OWN.replace('kind   = "shoe"   # ours', 'kind   = "grow"   # ours').replace(
        "'/dev/ttyACM0'", '"/dev/serial/by-id/usb-1a86-if00"'
    )
    assert path.read_text(encoding="utf-8") == expected
    reader = load_settings(path).reader
    assert (reader.kind, reader.port, reader.speed, reader.min_gap_ms) == (GROW.kind, GROW.port, 9600, 500)


def test_another_speed_than_the_usual_one_is_written(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(OWN, encoding="utf-8")
    write(path, ReaderChoice(kind=ReaderKind.GROW, port="usb:1a86:7523", baud=115200))
    assert load_settings(path).reader.speed == 115200
    write(path, GROW)
    assert load_settings(path).reader.speed == 9600


@pytest.mark.parametrize(
    "text",
    [
        "",
        'profile = "live"\n',
        'reader = {kind = "shoe", port = "/dev/ttyACM0"} # one line\n',
        'reader.kind = "shoe"\nreader.port = "/dev/ttyS1"\n',
        "[reader]\n",
        '[reader]\r\nkind = "shoe"\r\n',
        '[reader.angel_eye]\nwrite = false\n[table]\nname = "X"\n',
    ],
)
@pytest.mark.parametrize("kind", ReaderKind)
def test_any_way_to_write_the_section_takes_any_reader(tmp_path: Path, text: str, kind: ReaderKind) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(text.encode())
    for baud in (19200, 9600):
        write(path, ReaderChoice(kind=kind, port="usb:2e8a:0005:E661", baud=baud))
        reader = load_settings(path).reader
        assert (reader.kind, reader.port, reader.speed) == (kind, "usb:2e8a:0005:E661", baud)


def test_tags_are_cards_by_the_registry_and_a_makers_cards_by_their_own_codes(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    write(path, ReaderChoice(kind=ReaderKind.TWN4, port="/dev/ttyACM0", baud=115200))
    assert load_settings(path).cards.accept is Accept.PACKS
    write(path, ReaderChoice(kind=ReaderKind.ANGEL_EYE, port="/dev/ttyUSB0", baud=4800))
    assert load_settings(path).cards.accept is Accept.CLASSES
    path.write_text(example().replace('accept = "classes"', 'accept = "both"   '), encoding="utf-8")
    write(path, ReaderChoice(kind=ReaderKind.PN532, port="/dev/ttyACM0", baud=115200))
    assert load_settings(path).cards.accept is Accept.BOTH


def test_a_code_without_an_end_is_set_and_unset(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    write(path, ReaderChoice(kind=ReaderKind.LINE, port="/dev/ttyACM0", baud=9600, suffix=Suffix.NONE))
    assert load_settings(path).reader.suffix is Suffix.NONE
    write(path, ReaderChoice(kind=ReaderKind.LINE, port="/dev/ttyACM0", baud=9600))
    assert load_settings(path).reader.suffix is Suffix.ANY


def test_where_there_is_no_file_the_example_is_written_with_its_comments_in_their_column(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    change = plan_change(path, GROW)
    assert change.before == "" and not path.exists()
    write_change(change)
    text = path.read_text(encoding="utf-8")
    before, after = example().splitlines(), text.splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [old.split()[0] for old, _ in changed] == ["kind", "port"]
    (kind, new_kind), _ = changed
    assert kind.index("#") == new_kind.index("#")
    load_settings(path)


def test_nothing_changes_where_the_file_says_so_already(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    write(path, GROW)
    change = plan_change(path, GROW)
    assert change.before == change.after


@pytest.mark.parametrize("text", [b"[reader\n", b"[reader]\nkind = 'grwo'\n", b"reader = 3\n", b"\xff\xfe"])
def test_a_broken_file_is_refused_and_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(text)
    with pytest.raises(SettingsError, match=r"table\.toml"):
        write(path, GROW)
    assert path.read_bytes() == text and list(tmp_path.iterdir()) == [path]


def test_settings_that_do_not_fit_the_reader_are_told_and_left(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[reader]\nkind = "angel-eye"\n[reader.angel_eye]\nwrite = true\n', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"reader\.angel_eye"):
        write(path, GROW)


def test_permissions_and_a_link_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "table.toml"
    real.write_text(OWN, encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    write(link, GROW)
    assert link.is_symlink() and real.stat().st_mode & 0o777 == 0o640
    assert 'kind   = "grow"' in real.read_text(encoding="utf-8")


def test_a_file_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(OWN, encoding="utf-8")
    change = plan_change(path, GROW)
    path.write_text(OWN + "\n# later\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="changed meanwhile"):
        write_change(change)
    assert path.read_text(encoding="utf-8").endswith("# later\n")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no folder"):
        write(tmp_path / "nowhere" / "table.toml", GROW)


def test_reading_settings_loads_no_library_for_writing_them() -> None:
    program = "import sys, device.settings, device.settings.reader_choice; sys.exit('tomlkit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_text_itself_is_what_counts() -> None:
    assert with_reader('x = 1 # kept\n[reader]\nkind = "shoe"\n', GROW).startswith("x = 1 # kept\n")


def test_where_every_line_ends_as_windows_ends_them_the_new_ones_do(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"# ours\r\ndemo = false\r\n")
    write_change(plan_change(path, GROW))
    assert path.read_bytes().startswith(b"# ours\r\ndemo = false\r\n")
    assert b"grow" in path.read_bytes() and path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n") > 4


def test_the_mark_that_an_editor_put_before_the_text_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes('\ufeff[table]\nname = "Salón"\n'.encode())
    write_change(plan_change(path, GROW))
    assert load_settings(path).reader.kind is ReaderKind.GROW and load_settings(path).table.name == "Salón"


def test_an_empty_file_is_a_file_and_not_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.touch(0o600)
    change = plan_change(path, GROW)
    assert not change.is_new
    write_change(change)
    assert path.stat().st_mode & 0o777 == 0o600


def test_only_a_file_is_ever_replaced(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    places = {
        "one": "in a circle",
        "pipe": "no file stands there",
        "link": "no file stands there",
        ".": "no file stands there",
        "x" * 300: "too long",
        "nowhere/table.toml": "there is no folder",
    }
    for name, says in places.items():
        with pytest.raises(SettingsError, match=says):
            plan_change(tmp_path / name, GROW)
        with pytest.raises(SettingsError):
            write_change(Change(path=tmp_path / name, before="", after="x", is_new=True))
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "link").is_symlink() and (tmp_path / "one").is_symlink()


def test_a_file_that_somebody_made_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    change = plan_change(path, GROW)
    path.write_text("demo = true\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="changed meanwhile"):
        write_change(change)
    assert path.read_text(encoding="utf-8") == "demo = true\n"
