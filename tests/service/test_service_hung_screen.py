"""Screens that hang delay nobody: both are stopped dead while a real table deals two hundred cards."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.house import DealerThread, House, wait_until

from device.journal.checking import verify_file

pytest.importorskip("pygame", reason="screens need pygame-ce")

CARDS = 200

# A screen that counts its frames in a file.
COUNTS_FRAMES = """
import pathlib, sys, pygame
file, frames, flip, update = pathlib.Path(sys.argv[1]), 0, pygame.display.flip, pygame.display.update
def shown(*boxes):
    global frames
    update(*boxes) if boxes else flip()
    frames += 1
    file.write_text(str(frames))
pygame.display.flip = pygame.display.update = shown
from device.cli.main import zapato
zapato.main(sys.argv[2:], prog_name="zapato")
"""


class Screen:
    """A screen of the house, as a process."""

    def __init__(self, house: House, which: str) -> None:
        self._file = house.folder / f"{which}.frames"
        words = ["screen", which, "--config", str(house.config), "--size", "640x360"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", COUNTS_FRAMES, str(self._file), *words],
            env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
            stderr=subprocess.PIPE,
        )

    def frames(self) -> int:
        """How many pictures it has shown."""
        text = self._file.read_text() if self._file.exists() else ""
        return int(text or 0)

    def end(self) -> None:
        """End it, however it is."""
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        self.process.communicate(timeout=60)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Callable[[House], list[Screen]]]:
    started: list[Screen] = []

    def start(house: House) -> list[Screen]:
        started.extend(Screen(house, which) for which in ("players", "dealer"))
        return started

    yield start
    for screen in started:
        screen.end()


def left(house: House) -> int:
    return len(house.left().cards)


def test_two_hundred_cards_are_acknowledged_while_both_screens_hang(
    make_house: Callable[..., House], screens: Callable[[House], list[Screen]]
) -> None:
    house = make_house(seed=5)
    house.start_shoe()
    house.start_table()
    wait_until(house.serves, "the table's feed")
    both = screens(house)
    dealer = DealerThread(house)
    try:
        wait_until(lambda: left(house) > 4 and all(one.frames() > 2 for one in both), "both screens to show a hand")
        for one in both:
            one.process.send_signal(signal.SIGSTOP)
        frames = [one.frames() for one in both]
        before = left(house)
        wait_until(lambda: left(house) >= before + CARDS or dealer.finished(), f"{CARDS} cards; {house.last_words()}")
        assert not dealer.finished(), dealer.failure
        assert [one.frames() for one in both] == frames, "they hung all the time"
        for one in both:
            one.process.send_signal(signal.SIGCONT)
        wait_until(lambda: all(one.frames() > old for one, old in zip(both, frames, strict=True)), "them to go on")
    finally:
        dealer.stop()
    assert dealer.failure is None
    wait_until(house.all_acknowledged, "every card to be acknowledged")
    verify_file(house.journal)
    for one in both:
        assert one.process.poll() is None
