"""What a press of a button on the dealer's panel means at this moment; its place never changes, its meaning may."""

from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.state import State
from device.table.vocabulary import Phase

_CALLS = {"player": Outcome.PLAYER, "tie": Outcome.TIE, "banker": Outcome.BANKER}


def order_of_press(button: str, state: State) -> AnyOrder | None:
    """The order that a press is; None for a button without a meaning of its own (``menu``).

    ``bets`` closes the bets, and after a result opens the next coup's; ``show`` shows the result, and after it goes on;
    ``player``, ``tie`` and ``banker`` call the result; ``call`` calls the supervisor.
    """
    if button == "call":
        return cmd.CallSupervisor()
    if button in _CALLS:
        return cmd.ShowResult(called=_CALLS[button])
    if button in ("bets", "show") and state.phase is Phase.RESULT:
        return cmd.Next()
    if button == "bets":
        return cmd.OpenShoe() if state.phase in (Phase.CLOSED, Phase.SHOE_OVER) else cmd.NoMoreBets()
    return cmd.ShowResult() if button == "show" else None
