"""The simulated board against a host of a few lines: hello, ring, acknowledgement, wraps, resets, heartbeat."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.sim.board import MOST_OUTPUT_BYTES, TICKS_WRAP, Board
from device.sim.ring import LAST_SEQ, RING_SIZE, WIDEST_HOLE, Ring, after, steps

BOOT = "1A2B3C4D"
Frame = Callable[[str], bytes]
Bodies = Callable[[bytes], list[str]]


def quiet_board(**more: Any) -> Board:
    """A board whose first hello has been taken."""
    board = Board(boot=BOOT, **more)
    board.take_output()
    return board


def test_it_says_hello_at_start_and_when_asked(frame: Frame, bodies_of: Bodies) -> None:
    board = Board(boot=BOOT, uid="E661")
    assert bodies_of(board.take_output()) == [f"H,{BOOT},0,shoe,1,fw=0.1.0,uid=E661,simulated=1"]
    board.card_left("9H", 500)
    board.take_output()
    board.feed(frame("?"), 501)
    assert bodies_of(board.take_output()) == [f"H,{BOOT},1,shoe,1,fw=0.1.0,uid=E661,simulated=1"]


@pytest.mark.parametrize(
    ("happens", "body"),
    [
        (lambda board: board.card_left("9H", 5000), f"C,{BOOT},1,4880,5000,9H"),
        (lambda board: board.card_left(None, 5000), f"N,{BOOT},1,4880,5000"),
        (lambda board: board.pulled_back(5000), f"P,{BOOT},1,5000,back"),
        (lambda board: board.pushed_in(5000), f"X,{BOOT},1,5000"),
        (lambda board: board.two_left(("9H", "8C"), 5000), f"D,{BOOT},1,5000,9H,8C"),
        (lambda board: board.two_left((), 5000), f"D,{BOOT},1,5000"),
        (lambda board: board.gate_blocked("A", 5000), f"J,{BOOT},1,5000,A"),
        (lambda board: board.gate_freed("A", 5000), f"j,{BOOT},1,5000,A"),
        (lambda board: board.lid_moved(True, 5000), f"T,{BOOT},1,5000,LID,1"),  # noqa: FBT003
        (lambda board: board.gate_failed("B", 5000), f"G,{BOOT},1,5000,B"),
        (lambda board: board.stray_code(5000), f"R,{BOOT},1,5000"),
        (lambda board: board.button_moved("call", True, 5000), f"K,{BOOT},1,5000,call,1"),  # noqa: FBT003
    ],
)
def test_each_event_is_said_as_the_wire_has_it(
    happens: Callable[[Board], object], body: str, bodies_of: Bodies
) -> None:
    board = quiet_board()
    happens(board)
    assert bodies_of(board.take_output()) == [body]


def test_a_code_at_rest_stays_on_the_board_until_the_card_leaves(bodies_of: Bodies) -> None:
    board = quiet_board()
    board.code_rests("9H", 100)
    board.pulled_back(200)
    board.tick(900)
    assert "9H" not in board.take_output().decode()
    board.card_left(None, 950)
    assert bodies_of(board.take_output())[-1].endswith(",9H")


def test_two_different_codes_in_one_passage_are_two_cards(bodies_of: Bodies) -> None:
    board = quiet_board()
    board.code_rests("9H", 100)
    board.card_left("8C", 200)
    assert bodies_of(board.take_output()) == [f"D,{BOOT},1,200,9H,8C"]


def test_quick_passages_do_not_overlap(bodies_of: Bodies) -> None:
    board = quiet_board()
    board.card_left("9H", 1000)
    board.card_left("8C", 1010)
    times = [body.split(",")[3:5] for body in bodies_of(board.take_output())]
    assert times == [["880", "1000"], ["1000", "1010"]]


def test_an_event_is_sent_again_until_it_is_acknowledged(frame: Frame, bodies_of: Bodies) -> None:
    board = quiet_board()
    board.card_left("9H", 0)
    said = []
    for now_ms in range(0, 700, 10):
        board.tick(now_ms)
        said += bodies_of(board.take_output())
    assert len(said) == 3
    assert len(set(said)) == 1
    board.feed(frame(f"A,{BOOT},1"), 700)
    board.tick(999)
    assert bodies_of(board.take_output()) == []
    assert [event.seq for event in board.take_acknowledged()] == [1]


def test_a_host_that_asks_gets_what_is_kept_at_once(frame: Frame, bodies_of: Bodies) -> None:
    board = quiet_board()
    board.card_left("9H", 0)
    board.take_output()
    board.feed(frame("?"), 10)
    board.tick(11)
    assert [body[0] for body in bodies_of(board.take_output())] == ["H", "C"]
    board.tick(200)
    assert board.take_output() == b""


def test_an_acknowledgement_covers_everything_before_it(frame: Frame) -> None:
    board = quiet_board()
    for number in range(10):
        board.card_left("9H", number)
    board.feed(frame(f"A,{BOOT},7"), 20)
    assert board.unacknowledged == 3
    assert [event.seq for event in board.take_acknowledged()] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "late", [f"A,{BOOT},5", "A,00000000,8", f"A,{BOOT},0", f"A,{BOOT},99", f"A,{BOOT},x", "A", "A,"]
)
def test_an_acknowledgement_out_of_the_window_means_nothing(late: str, frame: Frame) -> None:
    board = quiet_board()
    for number in range(8):
        board.card_left("9H", number)
    board.feed(frame(f"A,{BOOT},6"), 20)
    board.take_acknowledged()
    board.feed(frame(late), 21)
    assert board.unacknowledged == 2
    assert board.take_acknowledged() == ()


def test_numbers_wrap_from_65535_to_1(frame: Frame, bodies_of: Bodies) -> None:
    board = quiet_board(seq_at_start=LAST_SEQ - 2)
    for number in range(4):
        board.card_left("9H", number)
    assert [body.split(",")[2] for body in bodies_of(board.take_output())] == ["65534", "65535", "1", "2"]
    board.feed(frame(f"A,{BOOT},1"), 10)
    assert board.unacknowledged == 1


def test_ticks_wrap_at_2_to_the_30(bodies_of: Bodies) -> None:
    board = quiet_board(ticks_at_start=TICKS_WRAP - 100)
    board.card_left("9H", 150)
    assert bodies_of(board.take_output()) == [f"C,{BOOT},1,{TICKS_WRAP - 100 + 30},50,9H"]


def test_a_full_ring_does_not_take_the_newest_and_the_count_shows_it(frame: Frame, tiny_host: type[Any]) -> None:
    board, host = quiet_board(), tiny_host(boot=BOOT, thanks=False)
    taken = [board.card_left("9H", number).taken for number in range(RING_SIZE + 3)]
    assert taken == [True] * RING_SIZE + [False] * 3
    assert board.lost == 3
    while data := board.take_output():
        host.hear(data)
        board.tick(1)
    assert len(host.events) == RING_SIZE
    assert host.holes == []
    board.feed(frame(f"A,{BOOT},{RING_SIZE}"), 2000)
    board.card_left("8C", 2001)
    host.hear(board.take_output())
    assert host.holes == [(RING_SIZE + 1, RING_SIZE + 3)]
    assert host.codes[-1] == "8C"


def test_a_hole_stays_within_the_hosts_window_however_many_are_lost(frame: Frame, tiny_host: type[Any]) -> None:
    board, host = quiet_board(), tiny_host(boot=BOOT, thanks=False)
    for number in range(RING_SIZE + 500):
        board.card_left("9H", number)
        host.hear(board.take_output())
    board.feed(frame(f"A,{BOOT},{RING_SIZE}"), 2000)
    board.card_left("8C", 2001)
    host.hear(board.take_output())
    assert host.holes == [(RING_SIZE + 1, RING_SIZE + WIDEST_HOLE)]
    assert host.codes[-1] == "8C"
    assert board.lost == 500


def test_the_heartbeat_comes_each_second_with_the_number_and_the_loss(bodies_of: Bodies) -> None:
    board = quiet_board()
    for number in range(RING_SIZE + 2):
        board.card_left("9H", number)
    beats = []
    for now_ms in range(100, 4050, 50):
        board.tick(now_ms)
        beats += [body for body in bodies_of(board.take_output()) if body.startswith("B")]
    assert beats == [f"B,{BOOT},{second}000,66,lost=2" for second in (1, 2)] + [
        f"B,{BOOT},{second}000,66,no-host+lost=2" for second in (3, 4)
    ]


def test_the_fault_lamp_lights_when_no_host_speaks_for_3_s(frame: Frame) -> None:
    board = quiet_board()
    seen = []
    for now_ms, data in ((2999, b""), (3000, b""), (3001, b"AT\r\n"), (3002, frame("?"))):
        board.feed(data, now_ms)
        board.tick(now_ms)
        seen.append(board.fault_lamp)
    assert seen == [False, True, True, False], "probes of other programs are no host, a question is"


def test_lamps_are_kept_as_ordered_and_a_self_test_names_faulty_gates(frame: Frame, bodies_of: Bodies) -> None:
    board = quiet_board()
    board.feed(frame("L,lock+ready"), 1)
    assert board.lamps == "lock+ready"
    board.gate_failed("B", 2)
    board.feed(frame(f"A,{BOOT},1"), 3)
    board.take_output()
    board.feed(frame("S"), 4)
    assert board.self_test_running
    assert bodies_of(board.take_output()) == [f"G,{BOOT},2,4,B"]
    board.tick(1004)
    assert not board.self_test_running


def test_a_reset_forgets_the_ring_and_counts_from_1_under_another_boot(bodies_of: Bodies) -> None:
    board = quiet_board()
    board.card_left("9H", 10)
    dropped = board.reset(boot="5E6F7A8B", now_ms=20)
    assert [(event.boot, event.seq) for event in dropped] == [(BOOT, 1)]
    board.card_left("8C", 30)
    hello, card = bodies_of(board.take_output())
    assert hello.startswith("H,5E6F7A8B,0,")
    assert card == "C,5E6F7A8B,1,0,10,8C"


def test_a_host_that_does_not_read_fills_no_memory_and_misses_nothing(tiny_host: type[Any]) -> None:
    board, host = quiet_board(), tiny_host(boot=BOOT)
    codes = [f"{number:02}" for number in range(RING_SIZE)]
    for number, code in enumerate(codes):
        board.card_left(code, number)
    for now_ms in range(100, 60_000, 100):
        board.tick(now_ms)
    for now_ms in range(60_000, 61_000, 10):
        board.tick(now_ms)
        data = board.take_output()
        assert len(data) <= MOST_OUTPUT_BYTES
        board.feed(host.hear(data), now_ms)
    assert host.codes == codes
    assert board.unacknowledged == 0


def test_a_boot_number_or_code_that_no_frame_carries_is_refused() -> None:
    with pytest.raises(ValueError, match="eight upper-case hex digits"):
        Board(boot="1a2b3c4d")
    with pytest.raises(ValueError, match="40 bytes"):
        quiet_board().card_left("9" * 41, 0)


def test_next_due_says_when_something_is_to_be_done() -> None:
    board = quiet_board()
    assert board.next_due_ms() == 1000
    board.card_left("9H", 400)
    assert board.next_due_ms() == 650
    board.tick(650)
    assert board.next_due_ms() == 900


@given(st.integers(1, LAST_SEQ), st.lists(st.one_of(st.none(), st.integers(0, 80)), max_size=120))
def test_the_ring_never_forgets_what_was_not_acknowledged(start: int, moves: list[int | None]) -> None:
    """None puts an event in; a number acknowledges that many after the oldest."""
    ring, kept = Ring(start), list[int]()
    for move in moves:
        if move is None:
            if ring.put(lambda seq: str(seq).encode()):
                kept.append(ring.last_seq)
        elif kept:
            seq = kept[0]
            for _ in range(move):
                seq = after(seq)
            forgotten = ring.acknowledge(seq)
            within = steps(kept[0], seq) <= steps(kept[0], ring.last_seq)
            expected = [one for one in kept if within and steps(kept[0], one) <= steps(kept[0], seq)]
            assert forgotten == expected
            kept = kept[len(expected) :]
        assert list(ring) == kept
        assert len(ring) <= RING_SIZE
