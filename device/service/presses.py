"""What a press of a button on the dealer's panel means at this moment; its place never changes, its meaning may."""

from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.guidance import next_turn
from device.table.state import State
from device.table.vocabulary import Phase

_CALLS = {"player": Outcome.PLAYER, "tie": Outcome.TIE, "banker": Outcome.BANKER}


def order_of_press(button: str, state: State, profile: Profile) -> AnyOrder | None:
    """The order that a press is; None for a button without a meaning of its own (``menu``).

    ``bets`` closes the bets, and after a result opens the next coup's; ``show`` turns what is to be turned next, then
    shows the result, and after it (or after an inspection) goes on; ``player`` and ``banker`` turn that hand while its
    cards lie face down, and with ``tie`` call the result; ``call`` calls the supervisor.
    """
    coup = state.coup
    turn = next_turn(coup, profile) if coup is not None and coup.is_open else None
    if coup is not None and turn is not None:
        hand, third = turn
        if button == "show" or (button == hand.value and coup.unturned):
            return cmd.Turn(hand=hand, third=third)
    if button == "call":
        return cmd.CallSupervisor()
    if button in _CALLS:
        return cmd.ShowResult(called=_CALLS[button])
    if button in ("bets", "show") and state.phase in (Phase.RESULT, Phase.INSPECTION):
        return cmd.Next()
    if button == "bets":
        return cmd.OpenShoe() if state.phase in (Phase.CLOSED, Phase.SHOE_OVER) else cmd.NoMoreBets()
    return cmd.ShowResult() if button == "show" else None
