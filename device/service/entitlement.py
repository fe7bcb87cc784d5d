"""Who may not decide: what names alone can tell until people have roles."""

from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.state import State
from device.table.vocabulary import Option, Refusal


def not_entitled(command: AnyOrder, state: State) -> Refusal | None:
    """Why the people who sign an order may not: the dealer of a coup has no part in voiding it."""
    if not isinstance(command, cmd.Void) and not (isinstance(command, cmd.Resolve) and command.option is Option.VOID):
        return None
    dealer = state.coup.dealer if state.coup is not None else state.dealer
    return Refusal.DEALER_OF_COUP if dealer is not None and dealer in (command.by, command.second) else None
