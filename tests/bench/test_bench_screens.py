"""The screens' benchmarks with small numbers: what they show is what they say, and they print what is documented."""

import importlib.util
from pathlib import Path

import pytest

from device.bench import screen_drawing, screen_process
from device.bench.screen_views import COUPS, a_hand, late_in_a_shoe
from device.screen.view import public_view


def test_what_is_shown_is_a_screen_late_in_a_shoe_and_a_hand_by_the_rules() -> None:
    bets = late_in_a_shoe()
    hand = a_hand(bets)
    assert len(bets["coups"]) == COUPS
    assert all(public_view(view).demo for view in hand)
    dealt = [len(view["player"]) + len(view["banker"]) for view in hand]
    assert dealt == [1, 2, 3, 4, 5, 6, 6, 0]
    assert (hand[-2]["outcome"], hand[-1]) == ("banker", bets)


def test_drawing_is_measured_beside_the_same_pixels_copied() -> None:
    card, redraw = screen_drawing.measure(rounds=1, times=1)
    assert (card.name, redraw.name) == ("screen-card", "screen-redraw")
    for line in (card, redraw):
        assert line.value is not None and line.floor is not None and 0 < line.floor < line.value
    assert 1_000 < card.more["pixels"] < 0.1 * 1920 * 1080
    assert card.more["drawing"] > 0


def test_a_screen_is_started_dealt_to_and_left_alone(tmp_path: Path) -> None:
    start, frame, memory, idle = screen_process.measure(runs=1, quiet_s=0.2, folder=tmp_path)
    assert (start.name, frame.name, memory.name) == ("screen-start", "screen-frame", "screen-memory")
    assert idle.name == "screen-idle"
    assert frame.value is not None and frame.floor is not None and min(frame.value, frame.floor) > 0
    assert memory.floor is not None and memory.value is not None
    assert 10 < memory.floor < memory.value
    assert start.value is not None and start.value > 0
    assert idle.value is not None and 0 <= idle.value <= 100
    assert not list(tmp_path.iterdir())


def test_without_pygame_every_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_drawing, "find_spec", lambda _: None)
    monkeypatch.setattr(screen_process, "find_spec", lambda _: None)
    assert importlib.util.find_spec("pygame") is not None  # nothing else was touched
    lines = [*screen_drawing.measure(), *screen_process.measure()]
    assert len(lines) == 6
    for line in lines:
        assert line.value is None and line.ok is None
        assert "pip install 'zapato[screen]'" in line.note
