"""What the four buttons mean at this moment, as far as a view tells: their words, and whether a press would be refused.

The table decides what a press is (`service.presses`); this says the same beforehand, so that no key promises what
would be refused. Pure.
"""

from dataclasses import dataclass

from device.rules.hand import Hand
from device.screen.look.shapes import Symbol
from device.screen.view import StaffView

BUTTONS = ("bets", "show", "call", "menu")
"""From left to right; never in another order."""

CALLS = ("player", "tie", "banker")
"""The keys by which a dealer calls the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """One button now: its key in the catalogue, whether it does something, and whether it is pressed and held."""

    button: str
    says: str
    hand: Hand | None = None
    works: bool = True
    hold: bool = False
    lit: bool = False
    symbol: Symbol | None = None


def meanings(view: StaffView) -> tuple[Meaning, ...]:
    """The four buttons from left to right."""
    return _bets(view), _show(view), _call(view), Meaning(button="menu", says="key.menu", symbol=Symbol.MENU)


def is_called_now(view: StaffView) -> bool:
    """Whether the dealer calls the result now: the table's keys are Player, tie and Banker."""
    in_play = view.phase in ("dealing", "reveal") and view.complete and not view.held
    return in_play and view.result_by == "call"


def _bets(view: StaffView) -> Meaning:
    free = not view.held
    match view.phase:
        case "closed" | "shoe-over":
            return Meaning(button="bets", says="key.open-shoe", works=free)
        case "result":
            return Meaning(button="bets", says=_goes_on(view), works=free)
        case "inspection":
            return Meaning(button="bets", says="key.end-count", works=free, hold=True)
        case "burning":
            # It is noted and not refused: the table then holds the next card, so nobody should do it in passing.
            return Meaning(button="bets", says="key.burn-done", works=free, hold=True)
        case "betting":
            return Meaning(button="bets", says="key.no-more-bets", works=free)
        case _:
            return Meaning(button="bets", says="key.no-more-bets", works=False)


def _show(view: StaffView) -> Meaning:
    free = not view.held
    if view.instruction.startswith("turn-"):
        hand = Hand.PLAYER if view.instruction.startswith("turn-player") else Hand.BANKER
        third = "-third" if view.instruction.endswith("-third") else ""
        return Meaning(button="show", says=f"key.turn{third}", hand=hand, works=free)
    match view.phase:
        case "result":
            return Meaning(button="show", says=_goes_on(view), works=free)
        case "inspection":
            return Meaning(button="show", says="key.end-count", works=free, hold=True)
        case "dealing" | "reveal" if view.complete and view.result_by != "call":
            return Meaning(button="show", says="key.show-result", works=free)
        case _:
            return Meaning(button="show", says="key.show-result", works=False)


def _goes_on(view: StaffView) -> str:
    return "key.end-of-shoe" if view.instruction == "last-result" else "key.next-hand"


def _call(view: StaffView) -> Meaning:
    called = view.supervisor_called
    return Meaning(button="call", says="key.called" if called else "key.call", lit=called, symbol=Symbol.BELL)
