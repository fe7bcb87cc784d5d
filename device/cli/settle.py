"""`zapato settle`: what each bet on a coup comes to."""

import json

import click

from device.cli.bad_input import BadInput
from device.rules.bets import BetError, parse_bet
from device.rules.card import Card, CardError, parse_cards
from device.rules.making import ProfileError
from device.rules.money import format_amount
from device.rules.settle import Settled, settle
from device.rules.verdicts import DealError
from device.settings import load_profile


@click.command()
@click.option("--profile", default="live", show_default=True, help="House rules: a name, or a profile file.")
@click.option("--player", required=True, metavar="CARDS", help="Player's cards as they were dealt, as 4h9c8d.")
@click.option("--banker", required=True, metavar="CARDS", help="Banker's cards as they were dealt, as 2sAd.")
@click.option(
    "--bet",
    "bets",
    required=True,
    multiple=True,
    metavar="WAGER=STAKE",
    help="A bet, as banker=20 or tie=5.00; may be given several times.",
)
@click.option(
    "--round", type=click.IntRange(min=1), help="The round of the shoe, for bets that close; without it none is closed."
)
def command(profile: str, player: str, banker: str, bets: tuple[str, ...], round: int | None) -> None:
    """Settle one person's bets on a coup, one JSON line each, to the cent.

    The profile's paytable (`zapato profiles NAME`) names its wagers. Hands that the drawing table would not deal and
    bets that the house would not take are refused with the reason.
    """
    try:
        house = load_profile(profile)
        cards = _cards(player, "--player"), _cards(banker, "--banker")
        settled = settle(house, *cards, [parse_bet(bet) for bet in bets], round)
    except (ProfileError, DealError) as error:
        raise BadInput(str(error)) from None
    except BetError as error:
        raise BadInput(f"--bet {error}") from None
    for one in settled:
        click.echo(json.dumps(_line(one), separators=(",", ":")))


def _cards(text: str, option: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise BadInput(f"{option}: {error}") from None


def _line(one: Settled) -> dict[str, str]:
    return {
        "wager": one.wager.value,
        "stake": format_amount(one.stake),
        "result": one.result.value,
        "profit": format_amount(one.profit),
        "returned": format_amount(one.returned),
    }
