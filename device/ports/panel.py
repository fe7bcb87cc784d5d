"""The dealer's lamps, buttons and buzzer, as the table uses them."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonEdge:
    """A button's contact closed or opened; undebounced. `at_s` is monotonic."""

    button: str
    pressed: bool
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelTrouble:
    """The panel or one of its pins does not work, or all works again; the table goes on either way.

    `detail` names pin, likely owner and remedy of everything that is wrong now; empty: nothing is.
    """

    detail: str


PanelInput = ButtonEdge | PanelTrouble


class Panel(Protocol):
    """Lamps that are set as a whole, from a pure function of the table's state."""

    def show(self, lamps: frozenset[str], slow: frozenset[str] = frozenset()) -> None:
        """Light exactly these lamps (names of contracts: ``player-draw`` …); a lamp flashes as its kind says.

        Those also in `slow` flash slowly now, as ``supervisor`` does once a supervisor has seen all that is open.
        """
        ...

    def buzz(self) -> None:
        """Sound the buzzer once: a refused press or a wrong call."""
        ...

    def close(self) -> None:
        """Put all lamps out and release the pins."""
        ...
