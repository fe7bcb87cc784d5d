"""`zapato odds`: the exact chances and returns of a profile's wagers, for a fresh shoe."""

import json
from fractions import Fraction

import click

from device.cli.bad_input import BadInput
from device.rules.making import ProfileError
from device.rules.odds import MOST_DECKS, Odds, fresh_shoe_odds
from device.settings import load_profile


@click.command()
@click.option("--profile", default="live", show_default=True, help="House rules: a name, or a profile file.")
@click.option(
    "--decks", type=click.IntRange(min=1, max=MOST_DECKS), help="Another number of decks than the profile's, 1 to 12."
)
def command(profile: str, decks: int | None) -> None:
    """Print the exact odds of a profile's wagers in a fresh shoe, as one JSON line.

    `counts` are all ordered deals of six cards; `win` and `push` are chances and `rtp` is what comes back for each unit
    staked, as fractions in lowest terms. Every deal is made and judged by the rules that run the table; commission is
    taken exactly, not rounded to the cent.
    """
    try:
        found = fresh_shoe_odds(load_profile(profile), decks)
    except ProfileError as error:
        raise BadInput(str(error)) from None
    click.echo(json.dumps(_line(found), separators=(",", ":")))


def _line(found: Odds) -> dict[str, object]:
    return {
        "decks": found.decks,
        "counts": {**{outcome.value: number for outcome, number in found.counts.items()}, "total": found.total},
        "wagers": {
            wager.value: {
                "win": _fraction(odds.win),
                "push": _fraction(odds.push),
                "rtp": _fraction(odds.rtp),
                "rtp_percent": odds.rtp_percent,
            }
            for wager, odds in found.wagers.items()
        },
    }


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
