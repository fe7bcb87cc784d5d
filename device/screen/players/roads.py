"""The roads that a view's coups make, and the letters on their beads. Pure."""

from device.roads import Roads, draw_roads, rounds_of
from device.rules.choices import Tails
from device.rules.outcome import Outcome
from device.screen.view import Coup, PublicView
from device.words import HandNames


def roads_of(view: PublicView) -> Roads:
    """Every road of the whole shoe, drawn as this table's house rules want it.

    Coups that were voided stand on none, those without bets where the house marks them, a corrected one as it now is.
    """
    return drawn_roads(view.coups, view.tails, free=view.free_coups_on_roads)


def drawn_roads(coups: tuple[Coup, ...], tails: Tails, *, free: bool) -> Roads:
    """The same; `free`: coups without bets stand on them too."""
    return draw_roads(rounds_of(coups, free_coups_on_roads=free), tails)


def bead_letters(names: HandNames) -> dict[Outcome, str]:
    """The letter of each result: the first of its name, as the counters beside it show; P, B, T if two are the same."""
    letters = {outcome: names.of(outcome.value)[:1].upper() for outcome in Outcome}
    if len(set(letters.values())) < 3 or not all(letters.values()):
        return {Outcome.PLAYER: "P", Outcome.BANKER: "B", Outcome.TIE: "T"}
    return letters
