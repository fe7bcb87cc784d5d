"""`zapato setup` at a terminal, with a reader on a port, as an installer meets it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from setup.setup_terminal_tools import AtTerminal

from device.settings import load_settings
from device.sim.shoe_process import ShoeProcess, shoe_command
from device.staff.people import Role
from device.staff.store import StaffStore


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
        first.until("shoe at 115200 baud")
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
    assert "would be lost at the next start" in second.said and "4821" not in second.said
    settings = load_settings(tmp_path / "table.toml")
    assert not settings.production
    (person,) = StaffStore(tmp_path / "staff.sqlite3").people()
    assert (person.name, person.roles) == ("ana", frozenset({Role.SUPERVISOR}))
    assert not list(tmp_path.glob(".table.toml*"))
