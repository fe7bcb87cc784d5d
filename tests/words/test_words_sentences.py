"""What ports, disks, settings and the record say in English is told in Spanish too, and a new sentence must be."""

import errno
import re
import sqlite3
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from words.sentences_in_source import sentences_in

import device
from device.cli.main import zapato as command
from device.doctor.finding import Teller
from device.doctor.telling import load_doctor_words, what
from device.files import faults, system_faults
from device.line.find.obstacles import Obstacle, ObstacleKind
from device.line.port_name import PortAmbiguousError, PortNotFoundError, PseudoPortError
from device.line.trouble import own_fault, trouble_of
from device.panel.trouble import chip_trouble, pin_trouble, working_folder_trouble
from device.panel.wiring import Part, Wire
from device.readers import inquiry
from device.rules.making import ProfileError, parse_profile
from device.settings import SettingsError, parse_settings
from device.setup.telling import load_setup_words, said
from device.setup.wanted import Tell
from device.words import sentences
from device.words.catalogue import WordsError
from device.words.sentences import PARTS, Sentences, load_sentences, read_sentences

ROOT = Path(str(device.__file__)).parent
SPANISH = load_sentences("es")
SECTIONS = read_sentences((ROOT / "words/sentences/es.toml").read_text(encoding="utf-8"))
KNOWN = {english for section in SECTIONS.values() for english in section}

SOURCES = (
    "doctor/*.py", "doctor/parts/*.py", "files/*.py", "line/find/*.py", "line/holders.py", "line/port_name.py",
    "line/trouble.py", "panel/[!b]*.py", "readers/garbage.py", "readers/inquiry.py", "readers/*link.py",
    "rules/combinations.py", "rules/faults.py", "rules/making.py", "rules/money.py", "rules/profile.py",
    "rules/structs.py",
    "screen/drawing/fonts.py", "service/production.py", "settings/*.py", "setup/**/*.py", "staff/badges.py",
    "staff/entry.py", "staff/files.py", "staff/moment.py", "staff/people.py", "staff/pins.py", "staff/store.py",
    "system/manifest.py", "system/release.py", "system/signatures.py",
    "backup/manifest.py", "journal/chain.py", "journal/codec.py", "journal/faults.py", "journal/files.py",
    "journal/house_rules.py", "journal/inspection.py", "journal/joins.py", "journal/log_check.py",
    "journal/private_files.py", "journal/removed_list.py", "journal/sealing.py", "journal/signing.py",
    "journal/uses.py", "service/clock_watch.py",
)  # fmt: skip
"""Where what `zapato setup` and `zapato doctor` tell is made."""

NOT_TOLD = {
    # Parts that are told within a longer sentence of the catalogue.
    "a whole number{a}", "of at most {a} characters", "from {a} to {b}", "of at least {a}", "of at most {a}",
    "and a card burned every coup", "'{a}' with production = true",   "reader:",
    "the line opens again by itself", "then search again", "and {a} more", "user {a}",
    "{a}: {b}: {c} with `zapato staff reset`",
    # Said to whoever writes the program, or to a program.
    "Error:", "no access to GPIO", "from device.cli.main import main; main()", "nobody {a}",
    "Iterator[tuple[str, os.DirEntry[str]]]", "seq, epoch, shoe, coup, at, kind, version, body, hash",
    "; {a}", "rowid {a}", "{a}, or {b}", "{a} or {b}",
    "INSERT INTO meta (key, value) VALUES (?, ?)", "is a directory", "zapato {a} {b}",
    # Said only where an event is written, by the table alone.
    "{a}: {b} holds half a character and cannot be put on record: write it again",
}  # fmt: skip

ENGLISH = re.compile(
    r"\b(the|is|are|it|its|of|and|cannot|with|this|that|which|write|look|there|must|needs|not|here|again|was|be|an|has"
    r"|needed|allowed|missing|unknown|wrong|choose|stop|check|correct|install)\b"
)
DATA = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|/[\w./*-]+|\[[\w. -]+\]|--[\w-]+|[\w-]+(?:\.[\w-]+)+|\w+ = [\w-]+")
"""What is the same in every language: names, paths, keys, words that are typed."""


def in_spanish(text: str) -> str:
    told = SPANISH.told(text)
    left = ENGLISH.findall(DATA.sub(" ", told))
    assert not left, f"{left} in {told!r}"
    assert told != text, text
    return told


@pytest.mark.parametrize("pattern", SOURCES)
def test_every_sentence_in_the_source_is_in_the_catalogue(pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files, f"{pattern} names no file now: correct it"
    missing = {
        f"{file.relative_to(ROOT)}:{line}: {sentence}"
        for file in files
        for line, sentence in sentences_in(file)
        if sentence not in KNOWN and sentence not in NOT_TOLD
    }
    assert not missing, "add to device/words/sentences/es.toml:\n" + "\n".join(sorted(missing))


def test_no_sentence_is_left_over() -> None:
    source = {sentence for file in ROOT.rglob("*.py") for _, sentence in sentences_in(file)}
    made = {  # put together of parts, or with words that change it
        "yes with production = true",
        "; and {a} more)",
        "this pin is taken by {a} and {b}: each pin once",
        "(did you mean {a} or {b}?)",
        "(did you mean {a} or {b} or {c}?)",
        "missing; needed: {a}",
        "allowed: {a} or {b}",
        "allowed: {a}, or {b}",
        "allowed: {a} or {b}, or {c}",
        "{a}: the device was disconnected (or another program reads the same port). Check plug and cable; then search "
        "again.",
        "It belongs to {a}, group {b}, mode {c}; this program runs as user {d}.",
        "simulated cards are on record in it, and real games are played here: move the file away with its keys, or "
        "name another one in journal.path",
    }
    ours = {english for name, section in SECTIONS.items() if name not in (PARTS, "system") for english in section}
    assert ours - source == made, sorted((ours - source) ^ made)


def test_holes_that_do_not_agree_are_refused() -> None:
    with pytest.raises(WordsError, match="a file"):
        read_sentences('[x]\n"a file {a}" = "un archivo"\n')


def test_what_is_not_known_stays_and_so_does_a_language_without_sentences() -> None:
    assert SPANISH.told("nothing that anybody ever wrote") == "nothing that anybody ever wrote"
    known = "the disk is full: free some space"
    assert SPANISH.told(known) != known
    for language in ("en", "pt", "zh-Hans", "zh-Hant", "xx"):
        assert load_sentences(language).told(known) == known


def test_a_path_in_a_sentence_is_kept_letter_by_letter() -> None:
    path = "/srv/the file and the disk is full/it is a folder.toml"
    assert path in SPANISH.told(f"{path}: cannot be written: {path}")


@pytest.mark.parametrize("name", ["/srv/no view", "/srv/it is damaged/x", "'one of'", "`cards: x`", '"the people: x"'])
def test_a_name_that_is_a_sentence_itself_is_kept(name: str) -> None:
    told = SPANISH.told(f"{name}: the disk is full: free some space")
    assert told.startswith(name)
    assert "full" not in told


def hostile() -> Iterator[str]:
    yield from (
        "{" * 10_000,
        "'" * 10_000,
        ", process " * 1000,
        "x is not there: " * 600,
        "{a}: permission denied. " * 80,
    )
    yield "\n".join(["/dev/x: permission denied. it is damaged (person 1: 2)"] * 500)
    parts = sorted({words for english in KNOWN for words in re.split(r"\{\w+\}", english) if words.strip()})
    yield from (" ".join(parts), " ".join(reversed(parts)))


@pytest.mark.parametrize("text", list(hostile()), ids=range(8))
def test_a_text_that_was_made_to_take_long_ends_soon(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    seen_in = sentences._Sentence.seen_in

    def counted(one: sentences._Sentence, within: str) -> object:
        looked.append(len(within))
        return seen_in(one, within)

    monkeypatch.setattr(sentences._Sentence, "seen_in", counted)
    told = Sentences({english: told for part in SECTIONS.values() for english, told in part.items()}, {}).told(text)
    assert told.count("\n") == text.count("\n")
    assert sum(looked) < 20_000_000


def port_errors() -> Iterator[BaseException]:
    for number in (errno.ENOENT, errno.EBUSY, errno.EACCES, errno.ENOTTY, errno.ENOSPC):
        yield OSError(number, "Invalid argument")
    yield from (PortNotFoundError("no USB device with this name is plugged in"), PseudoPortError("/dev/pts/1"))
    yield from (PortAmbiguousError("/dev/ttyACM0 (serial number 7)"), ValueError("-"), termios.error(5, "-"))


@pytest.mark.parametrize("error", list(port_errors()), ids=repr)
@pytest.mark.parametrize("was_open", [False, True])
def test_a_port_tells_its_trouble_in_spanish(error: BaseException, was_open: bool, tmp_path: Path) -> None:
    for path in ("/dev/does-not-exist", str(tmp_path)):
        in_spanish(trouble_of(error, "usb:2e8a:0005", path, was_open=was_open).detail)
    in_spanish(own_fault("/dev/ttyACM0", "line-reader", RuntimeError("x")).detail)


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_the_system_tells_every_fault_of_a_file_in_spanish(number: int) -> None:
    in_spanish(system_faults.remedy_of_system(OSError(number, "x")))


def test_a_database_tells_every_fault_in_spanish() -> None:
    codes = {value for name, value in vars(sqlite3).items() if name.startswith("SQLITE_") and isinstance(value, int)}
    told = [remedy for code in codes if (remedy := faults.remedy_of_sqlite(code)) is not None]
    assert len(told) > 5
    for remedy in told:
        in_spanish(remedy)


WRONG_SETTINGS = [
    "profil = 'live'", "[table]\nname = 7", "[table]\nlanguage = 'fr'", "[table]\nname = ''", "[reader]\nkind = 'sho'",
    "[reader]\nport = 'COM1'", "[reader]\nbaud = 17", "[reader]\nmin_gap_ms = -1", "[screen]\ndim = 200",
    "[screen]\nsize = 'big'", "[screen]\ndisplay = 0", "[screen]\nmirror = 'perhaps'", "[screen.colours]\nx = 'red'",
    "[screen.sound]\nnight_from = '7'", "[screen.sound]\ndevice = ''", "[feed]\npublic_mode = '999'", "reader = 3",
    "[feed]\npublic_group = 'A B'", "[table]\nusual_stakes = ['1', '1']", "[table]\ncountdown_s = 1",
    "[[table.limits]]\nwager = 'x'\nmin = '1'\nmax = '2'", "[[table.limits]]\nwager = 'main'\nmin = '3'\nmax = '2'",
    "[[table.limits]]\nwager = 'main'\nmin = 'a'", "[panel.lamps]\nstand = 99", "[panel.lamps]\nstand = 5",
    "[cards]\ncodes = 'c.toml'\naccept = 'packs'", "[reader]\nkind = 'em4100'", "[staff]\npath = 'journal.sqlite3'",
    "[reader.angel_eye]\nwrite = true", "[reader]\nkind = 'angel-eye'\n[cards]\naccept = 'both'\ncodes = 'c'",
    "production = true\ndemo = true\n[panel]\nfactory = 'mock'\n[reader]\ntape = 't'\n[journal]\npath = '/tmp/j'\n"
    "[feed]\npanel_mode = '0666'", "[feed]\npublic = '" + "x" * 200 + "'", "[journal]\npath = ''",
    "x", "x = ", "x = yes", "[a\n", "x = [1", "x = 'a", "x = {", "x = 1\nx = 2", "[a]\n[a]\n", "x = 1 2", "= 1",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG_SETTINGS)
def test_wrong_settings_are_told_in_spanish(text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "table.toml", Path("/etc/zapato"))
    in_spanish(str(caught.value))


NAMED = "name = 'house'\n"


@pytest.mark.parametrize(
    "text",
    [
        "decks = 99",
        "deal = 'face-down'\nreveal = 'as-dealt'",
        "cut_depth = 3",
        "cut_depth = 416",
        "shuffle = 'every-coup'\nvirtual_cut = 20",
        "virtual_cut = 'off'\nvirtual_cut_acts = true",
        "free_coups = 200",
        "[names]\nplayer = 'A'\nbanker = 'a'",
        "name = 'NO GOOD'",
    ],
)
def test_house_rules_that_cannot_be_are_told_in_spanish(text: str) -> None:
    with pytest.raises(ProfileError) as caught:
        parse_profile(f"version = 1\n{'' if text.startswith('name') else NAMED}{text}", "house.toml")
    in_spanish(str(caught.value))


def test_lamps_and_readers_tell_their_trouble_in_spanish(tmp_path: Path) -> None:
    for pin in range(28):
        wire = Wire(part=Part.LAMP, name="stand", pin=pin)
        for user in (None, "lg", "spi"):
            in_spanish(pin_trouble(wire, OSError(errno.EBUSY, "busy"), user))
        in_spanish(pin_trouble(wire, OSError("x"), None))
    in_spanish(working_folder_trouble("/run/zapato"))
    in_spanish(chip_trouble(OSError("x"), tmp_path))
    in_spanish(inquiry.SILENT)


def test_the_doctor_and_the_set_up_tell_it(tmp_path: Path) -> None:
    says = Obstacle(kind=ObstacleKind.NOT_THERE, says="/dev/x is not there: no such device. Plug the reader in, or "
                    "correct the name.").says  # fmt: skip
    told = "/dev/x no está: no hay tal aparato. Enchufe el lector, o corrija el nombre."
    assert what(Teller("reader").bad("said", says=says), load_doctor_words("es")) == told
    assert said(Tell(key="said", figures={"says": says}), load_setup_words("es")) == told
    assert said(Tell(key="said", figures={"says": says}), load_setup_words("pt")) == says
    config = tmp_path / "table.toml"
    config.write_text("[reader]\nkind = 'sho'\n", encoding="utf-8")
    run = CliRunner().invoke(command, ["doctor", "--config", str(config), "--lang", "es", "--only", "settings"])
    assert "'sho' (¿quería decir shoe?); se puede: shoe, line" in run.output
    run = CliRunner().invoke(command, ["setup", "--config", str(config), "--lang", "es"])
    assert run.exit_code == 2
    assert "'sho' (¿quería decir shoe?); se puede: shoe, line" in run.output
