"""The roads that a view's coups make, and the letters on their beads. Pure."""

from device.roads import Roads, draw_roads, rounds_of
from device.rules.outcome import Outcome
from device.screen.view import PublicView
from device.words import HandNames


def roads_of(view: PublicView) -> Roads:
    """Every road of the whole shoe, drawn as this table's house rules want it.

    Coups that were voided stand on none, those without bets where the house marks them, a corrected one as it now is.
    """
    return draw_roads(rounds_of(view.coups, free_coups_on_roads=view.free_coups_on_roads), view.tails)


def bead_letters(names: HandNames) -> dict[Outcome, str]:
    """The letter of each result: the first of its name, as the counters beside it show; P, B, T if two are the same."""
    letters = {outcome: names.of(outcome.value)[:1].upper() for outcome in Outcome}
    if len(set(letters.values())) < 3 or not all(letters.values()):
        return {Outcome.PLAYER: "P", Outcome.BANKER: "B", Outcome.TIE: "T"}
    return letters
