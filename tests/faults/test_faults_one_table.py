"""What may happen to a table while it runs: all of it happens to one process, which deals on after each.

Whatever left the shoe is on record once at the end of each, and nothing is held that nobody needs to decide.
"""

import contextlib
import os
import resource
import signal
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from faults.world_shim import World
from faults.world_tools import WorldRig, world_rig
from service.process_tools import lines_of
from support.house import wait_until

from device.sim.pty_port import PtyPort

pytestmark = pytest.mark.needs("cc")


@dataclass(frozen=True, kw_only=True)
class Table:
    """The one table, its world, and the pipe that its log goes into."""

    rig: WorldRig
    world: World
    log: int


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The table, until all has happened to it; then its terminal is closed, and it ends in peace."""
    world = World(tmp_path_factory.mktemp("world"))
    log, log_end = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(log, False)
    with world_rig(tmp_path_factory.mktemp("table"), world=world) as rig:
        plug_into(rig, "ttyUSB0")
        rig.log_to = log_end
        rig.begin()
        yield Table(rig=rig, world=world, log=log)
        rig.check_cards()
        heard(log, rig)
        rig.end(signal.SIGHUP)
    os.close(log)
    os.close(log_end)


@pytest.fixture
def table(one: Table) -> Iterator[Table]:
    """The table in the middle of a coup; afterwards it is whole, and the coup is dealt to its end."""
    rig = one.rig
    pid = rig.pid
    rig.new_shoe()  # no shoe has more than eight of a card
    rig.shoe_board.deal("9C 8D")
    rig.sees(lambda view: view["banker"] == ["8d"], "two cards")
    yield one
    coups = len(rig.sees(lambda view: view["banker"] == ["8d"], "a coup that is open")["coups"])
    rig.shoe_board.deal("TC TD")
    view = rig.sees(lambda view: len(view["coups"]) == coups + 1, "the coup")
    assert (view["held"], view["incidents"]) == (False, [])
    wait_until(rig.shoe_board.all_acknowledged, "the acknowledgement")
    assert rig.cards_on_record() == rig.shoe_board.left
    assert (rig.pid, rig.table and rig.table.poll()) == (pid, None), "it was another process that dealt on"
    heard(one.log, rig)
    rig.check_log()


def heard(log: int, rig: WorldRig) -> str:
    """What the table said in its log since the last time."""
    said = b""
    with contextlib.suppress(BlockingIOError):
        while piece := os.read(log, 65536):
            said += piece
    with (rig.folder / "table.log").open("ab") as file:
        file.write(said)
    return said.decode()


def plug_into(rig: WorldRig, name: str) -> None:
    """The device has this name from now on; the settings know it by another one, which leads there."""
    rig.port.close()
    link = rig.folder / "port"
    link.unlink(missing_ok=True)
    rig.port = PtyPort(str(rig.folder / name))
    link.symlink_to(rig.folder / name)


def finish(rig: WorldRig) -> None:
    """After 9c 2c against 8d 2d: each hand draws its third card; then the next coup's first two cards."""
    rig.sees(lambda view: view["player"][:2] == ["9c", "2c"] and view["banker"][:2] == ["8d", "2d"], "the four cards")
    coups = len(rig.sees(lambda view: view["due"] == "player", "Player's third card to be due")["coups"])
    rig.shoe_board.deal("3C 5D")
    rig.sees(lambda view: len(view["coups"]) == coups + 1, "the coup")
    rig.shoe_board.deal("9C 8D")
    rig.sees(lambda view: view["banker"] == ["8d"], "the next coup's first cards")


def test_a_reader_that_comes_back_under_another_number_is_known_by_its_lasting_name(table: Table) -> None:
    board, rig = table.rig.shoe_board, table.rig
    old = rig.port.slave
    board.unplug()
    rig.reader_is("disconnected")
    keeper = os.open(old, os.O_RDWR | os.O_NOCTTY) if Path(old).exists() else None  # the old number is not free
    board.deal("2C 2D")  # the board goes on by itself
    plug_into(rig, "ttyUSB1")
    board.plug()
    assert rig.port.slave != old or keeper is None
    if keeper is not None:
        os.close(keeper)
    finish(rig)


def test_a_port_that_is_gone_for_an_hour_is_opened_when_it_is_back(table: Table) -> None:
    table.rig.shoe_board.unplug()
    table.rig.reader_is("disconnected")
    for _ in range(6):
        table.world.let_pass(600)
        view = table.rig.sees(lambda view: not view["health"]["reader"]["ok"], "a lost reader")
        assert view["instruction"] == "do-not-deal"
    table.rig.shoe_board.plug()


@pytest.mark.parametrize(
    "storm", [b"\x00" * 4096, b"\xf8\x80\x00x" * 1024, b"$C,1,1,1,1,9H*00\n" * 250, os.urandom(4096)]
)
def test_bytes_without_end_cost_no_card(table: Table, storm: bytes) -> None:
    for _ in range(8):
        table.rig.shoe_board.say(storm)
    table.rig.shoe_board.say(b"\n")
    wait_until(table.rig.shoe_board.all_acknowledged, "the storm to pass")


def test_the_hub_resets_the_board_in_the_middle_of_a_frame(table: Table) -> None:
    board = table.rig.shoe_board
    cut: list[bytes] = []

    def half(said: bytes) -> bytes:
        if cut or b"$C," not in said:
            return b"" if cut else said
        cut.append(said)
        return said[: said.index(b"$C,") + 9]

    board.spoil = half
    board.deal("2C 2D")
    wait_until(lambda: bool(cut), "a frame to be cut")
    board.unplug()
    board.spoil = bytes
    table.rig.reader_is("disconnected")
    board.plug()
    finish(table.rig)


def test_a_process_that_stood_still_for_a_minute_goes_on_where_it_was(table: Table) -> None:
    rig = table.rig
    os.kill(rig.pid, signal.SIGSTOP)
    try:
        rig.shoe_board.deal("2C")
        table.world.let_pass(60)
    finally:
        os.kill(rig.pid, signal.SIGCONT)
    rig.sees(lambda view: view["player"] == ["9c", "2c"], "the card that left meanwhile")
    rig.reader_is("")
    rig.shoe_board.deal("2D")
    finish(rig)


def test_signals_that_mean_nothing_to_a_table_change_nothing(table: Table) -> None:
    for number in (signal.SIGPIPE, signal.SIGWINCH, signal.SIGCHLD, signal.SIGCONT, signal.SIGURG):
        os.kill(table.rig.pid, number)


def test_a_log_that_nobody_reads_holds_nobody_up(table: Table) -> None:
    heard(table.log, table.rig)
    filler = os.open(f"/proc/self/fd/{table.rig.log_to}", os.O_WRONLY | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        while os.write(filler, b"x" * 4096):
            pass
    os.close(filler)
    for _ in range(2):  # each is told in the log
        table.rig.shoe_board.unplug()
        table.rig.reader_is("disconnected")
        table.rig.shoe_board.plug()
    with contextlib.suppress(BlockingIOError):
        while os.read(table.log, 65536):
            pass
    table.rig.shoe_board.unplug()
    table.rig.reader_is("disconnected")
    table.rig.shoe_board.plug()
    assert "lines before this one were lost: nobody took them)" in heard(table.log, table.rig)


@contextlib.contextmanager
def limited(rig: WorldRig, what: int, limit: int) -> Iterator[None]:
    """The process may have no more than so much of something."""
    before = resource.prlimit(rig.pid, what)
    resource.prlimit(rig.pid, what, (limit, before[1]))
    try:
        yield
    finally:
        resource.prlimit(rig.pid, what, before)


def test_without_file_handles_the_game_goes_on_and_a_screen_is_served_when_there_are_some(table: Table) -> None:
    rig = table.rig
    used = len(list(Path(f"/proc/{rig.pid}/fd").iterdir()))
    with limited(rig, resource.RLIMIT_NOFILE, used), contextlib.ExitStack() as crowd:
        for _ in range(8):
            client = crowd.enter_context(socket.socket(socket.AF_UNIX))
            client.connect(str(rig.folder / "public.sock"))
        rig.shoe_board.deal("2C")
        rig.sees(lambda view: view["player"] == ["9c", "2c"], "a card without a handle to spare")
        # The reader goes and comes back, and its port cannot be opened: it is said, and tried again.
        rig.shoe_board.unplug()
        rig.reader_is("disconnected")
    rig.shoe_board.plug()
    rig.shoe_board.deal("2D")
    finish(rig)
    assert next(lines_of(rig.folder / "staff.sock"))["banker"] == ["8d"]
