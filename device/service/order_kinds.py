"""Kinds of orders that the engine tells apart before the table decides, and how a refusal names them."""

from device.table import commands as cmd

DEALING_ORDERS = (
    cmd.OpenShoe,
    cmd.NoMoreBets,
    cmd.CountdownDue,
    cmd.FreeHand,
    cmd.Turn,
    cmd.ShowResult,
    cmd.ResultDue,
    cmd.Next,
)
"""Orders that a lost reader refuses: dealing goes on only while cards can be read.

Turning is one of them: a card that left meanwhile, and waits on the board, left before the turn.
"""

TRIAL_ORDERS = (cmd.SetRemaining,)
"""Orders that no table takes where real games are played."""


def order_name(command: cmd.Command) -> str:
    """The order as scripts and the staff feed spell it."""
    names = {
        cmd.OpenShoe: "shoe",
        cmd.NoMoreBets: "no-more-bets",
        cmd.CountdownDue: "no-more-bets",
        cmd.FreeHand: "free",
        cmd.Turn: "reveal",
        cmd.Next: "next",
        cmd.SetRemaining: "remaining",
    }
    return names.get(type(command), "result")
