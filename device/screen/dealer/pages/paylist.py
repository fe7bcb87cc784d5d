"""What the result on show pays, in words. Pure."""

from dataclasses import dataclass

from device.screen.view import StaffView
from device.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidLine:
    """A wager, what became of it (``win lose push closed``), and how that is said: odds, or a word."""

    name: str
    result: str
    said: str


_ORDER = ("win", "push", "lose", "closed")


def paid_lines(view: StaffView, words: Words) -> tuple[PaidLine, ...]:
    """Every wager of the table: first those that are paid, then those that stand, then those that are taken."""
    names = words.names(view.names.player, view.names.banker)
    lines = [
        PaidLine(
            name=words.say(f"wager.{one.wager}", player=names.player, banker=names.banker),
            result=one.result,
            said=one.pays if one.result == "win" else words.say(f"paid.{one.result}"),
        )
        for one in view.paid
    ]
    return tuple(sorted(lines, key=lambda line: _ORDER.index(line.result) if line.result in _ORDER else len(_ORDER)))
