"""What a window shows and whom it hears: the one thing that the window's loop knows of players and dealer."""

from typing import Protocol

from device.screen.look.layout import Size
from device.screen.look.shapes import Scene
from device.screen.showing.inputs import WindowInput


class Play(Protocol):
    """One screen's part: it has its own connections to the table and makes the picture. No call may wait."""

    @property
    def letters(self) -> str:
        """The language whose letters are drawn now; of two, the one with Chinese characters."""

    def descriptors(self) -> tuple[list[int], list[int]]:
        """What to wait on for it: to read, and to write."""

    def serve(self, now_s: float) -> bool:
        """Do what can be done at once with its connections; whether the picture may be another one now."""

    def hear(self, given: WindowInput, now_s: float) -> bool:
        """Somebody did something at the window; whether the picture may be another one now."""

    def picture(self, size: Size, now_s: float) -> Scene:
        """What is shown now, in a window of this size."""

    def next_change_s(self, now_s: float) -> float | None:
        """In how many seconds to serve it and draw again though nothing came; None: only when something comes."""

    def close(self) -> None:
        """Hang up and let go of everything."""
