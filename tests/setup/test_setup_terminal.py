"""`zapato setup` at a terminal, with a reader on a port, as an installer meets it."""

import json
import os
import re
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from setup.setup_terminal_tools import AtTerminal

from device.cli.main import zapato as command
from device.journal.files import WriterLock
from device.settings import PanelSettings, PinFactory, load_settings, parse_settings
from device.setup.doing.hands import Hands
from device.setup.doing.lamps import TriedPanel
from device.setup.doing.people import add_person
from device.setup.doing.saving import save
from device.setup.doing.table_runs import is_stopped
from device.setup.wanted import (
    AddPerson,
    Done,
    Failed,
    LightLamp,
    PersonAdded,
    Save,
    Saved,
    ShowTestPicture,
    WatchForPress,
)
from device.sim.shoe_process import ShoeProcess, shoe_command
from device.staff.people import Role
from device.staff.store import StaffStore


def zapato(*words: str) -> Result:
    """The command in this process: what it prints, and its exit code."""
    return CliRunner().invoke(command, words, catch_exceptions=False)


@contextmanager
def simulated(folder: Path) -> Iterator[ShoeProcess]:
    """`zapato sim shoe` in the folder."""
    process = ShoeProcess(shoe_command(port=folder / "shoe", control=folder / "shoe.control"))
    try:
        yield process
    finally:
        process.stop()


def test_a_fresh_table_is_set_up_with_a_card_shown_stopped_and_gone_on_with(tmp_path: Path) -> None:
    with simulated(tmp_path) as reader:
        first = AtTerminal(["setup"], tmp_path)
        first.type("Language of the table [en]: ", "es")
        first.type("Nombre de la mesa [BAC 1]: ", "Mesa 7")
        first.type("[none]: ", "main 10")
        assert "escriba apuesta" in first.type("[none]: ", "main 10 5000")
        first.type("nunca [0]: ", "20")
        first.type("[live]: ", "<")
        first.type("Nombre de la mesa [Mesa 7]: ", ">")
        first.type("Reglas de la casa [live]: ", "casino-manual")
        first.type("El lector [find]: ", "find")
        first.type("(todos) [all]: ", reader.port)
        first.until("shoe a 115200 baudios")
        first.type("llegar? [sí]: ", "")
        first.until("Muéstrele ahora una carta")
        drawn = reader.client.order("draw")
        first.until("Ha llegado: ")
        first.type("mostró? [yes]: ", "")
        first.type("Las cartas son [classes]: ", "q")
        assert first.end() == 1
    half = load_settings(tmp_path / "table.toml")
    assert (half.table.name, half.reader.kind.value, half.reader.port) == ("Mesa 7", "shoe", reader.port)
    assert drawn["ok"]
    second = AtTerminal(["setup"], tmp_path)
    second.until("4 de 12")
    second.type("Las cartas son [classes]: ", "")
    second.type("Luces y botones [off]: ", "mock")
    second.type("cada botón? [sí]: ", "no")
    second.type("jugadores [off]: ", ">")
    second.type("[on]: ", ">")
    second.type("Añadir a alguien? [sí]: ", "")
    second.type("Nombre: ", "ana")
    second.type("[supervisor]: ", "")
    second.type("PIN [one-time]: ", "own")
    second.type("(no se muestra): ", "1111")
    second.type("(no se muestra): ", "4821")
    second.type("mismo: ", "4821")
    second.type("Añadir a alguien? [no]: ", "")
    second.type("mesa? [no]: ", "sí")
    second.type("detrás [no]: ", "")
    second.type("doctor`? [sí]: ", "no")
    assert second.end() == 0
    assert "se perdería en el próximo arranque" in second.said and "4821" not in second.said
    settings = load_settings(tmp_path / "table.toml")
    assert not settings.production
    (person,) = StaffStore(tmp_path / "staff.sqlite3").people()
    assert (person.name, person.roles) == ("ana", frozenset({Role.SUPERVISOR}))
    assert not list(tmp_path.glob(".table.toml*"))


def test_a_file_of_answers_sets_a_table_up_without_a_terminal_and_may_be_run_again(tmp_path: Path) -> None:
    config, answers = tmp_path / "table.toml", tmp_path / "answers.toml"
    answers.write_text(
        '[table]\nname = "BAC 12"\n[reader]\nhow = "by-hand"\nkind = "shoe"\nport = "/dev/ttyUSB7"\n'
        '[staff]\npeople = [{name = "sup1", role = "supervisor"}]\n',
        encoding="utf-8",
    )
    first = zapato("setup", "--config", str(config), "--answers", str(answers))
    assert first.exit_code == 0, first.output
    person, end = (json.loads(line) for line in first.stdout.splitlines())
    assert person["person"] == "sup1" and len(person["one_time_pin"]) == 8 and end["ok"]
    text = config.read_text(encoding="utf-8")
    again = zapato("setup", "--config", str(config), "--answers", str(answers))
    assert again.exit_code == 0 and len(again.stdout.splitlines()) == 1
    assert config.read_text(encoding="utf-8") == text
    assert load_settings(config).reader.port == "/dev/ttyUSB7"


def test_wrong_answers_are_all_named_before_anything_is_done(tmp_path: Path) -> None:
    answers = tmp_path / "answers.toml"
    answers.write_text(
        '[tabel]\nname = "x"\n[table]\nnam = "y"\n[lamps]\ntest = true\n[staff]\npeople = [{name = "a", role = "x"}]\n'
    )
    done = zapato("setup", "--config", str(tmp_path / "table.toml"), "--answers", str(answers))
    assert done.exit_code == 2 and done.stderr.count(str(answers)) == 4, done.stderr
    assert not (tmp_path / "table.toml").exists()


def test_without_a_terminal_and_without_answers_it_says_how(tmp_path: Path) -> None:
    done = zapato("setup", "--config", str(tmp_path / "table.toml"))
    assert done.exit_code == 2 and "--answers" in done.stderr


def test_a_running_table_is_named_with_how_to_stop_it(tmp_path: Path) -> None:
    settings = parse_settings("", "table.toml", tmp_path)
    assert is_stopped(settings) == Done()
    lock = WriterLock(settings.journal.path)
    try:
        found = is_stopped(settings)
    finally:
        lock.release()
    assert isinstance(found, Failed) and f"process {os.getpid()}" in found.says


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for somebody else")
def test_what_root_makes_belongs_to_the_table_s_user() -> None:
    with tempfile.TemporaryDirectory() as place:  # pytest's own folder lets nobody else through
        Path(place).chmod(0o711)
        folder = Path(place, "state")
        folder.mkdir(mode=0o750)
        os.chown(folder, 4711, 4712)
        _made_by_root(folder)


def _made_by_root(folder: Path) -> None:
    added = add_person(AddPerson(path=folder / "staff.sqlite3", name="sup1", role=Role.SUPERVISOR))
    assert isinstance(added, PersonAdded), added
    found = (folder / "staff.sqlite3").stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (4711, 4712, 0o600)
    assert os.geteuid() == 0
    config = folder / "table.toml"
    config.write_text("# ours\n", encoding="utf-8")
    os.chown(config, 4711, 4712)
    config.chmod(0o640)
    assert save(config, Save(before="# ours\n", after="# changed\n")) == Saved()
    kept = config.stat()
    assert (kept.st_uid, kept.st_gid, kept.st_mode & 0o777) == (4711, 4712, 0o640)


def test_lamps_are_lit_one_at_a_time_and_given_back() -> None:
    panel = replace(PanelSettings(), factory=PinFactory.MOCK)
    tried = TriedPanel(wait_s=0.1)
    try:
        assert tried.light(LightLamp(panel=panel, lamp="stand")) == Done()
        assert tried.light(LightLamp(panel=panel, lamp="error")) == Done()
        pressed = tried.watch(WatchForPress(panel=panel))
        assert isinstance(pressed, Failed) and "no button was pressed" in pressed.says
    finally:
        assert tried.release() == Done()


def test_a_picture_that_cannot_be_shown_says_why_and_nothing_of_the_table_that_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    config = tmp_path / "table.toml"
    config.write_text("")
    failed = Hands(config, lambda _port, _text: None, lambda: None).do(ShowTestPicture(settings=load_settings(config)))
    assert isinstance(failed, Failed)
    assert "no display" in failed.says
    assert not re.search("Error:|socket", failed.says), failed.says


def draws(pid: int) -> bool:
    """Whether a process has SDL in it."""
    return "SDL" in Path(f"/proc/{pid}/maps").read_text()


def test_a_set_up_that_is_ended_takes_its_test_picture_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "table.toml").write_text('table.language = "en"\n')
    terminal = AtTerminal(["setup", "--only", "screens"], tmp_path)
    for question in ("screen [off]: ", "[standard]: ", "[full]: ", "[any]: "):
        terminal.type(question, "")
    terminal.type("? [no]: ", "yes")
    end_s = time.monotonic() + 40
    while not (shown := [one for one in terminal.children() if draws(one)]) and time.monotonic() < end_s:
        os.sched_yield()
    assert shown
    terminal.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert not [one for one in shown if Path(f"/proc/{one}").exists()]
