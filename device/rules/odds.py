"""The exact chances and returns of every wager of a profile, for a fresh shoe.

They come out of the rules themselves: every deal of `odds_deals` is judged by the same `verdict` that settles bets. So
they are what this software pays, not what a book says; money's rounding to whole cents is left out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from device.rules.bets import offered
from device.rules.odds_deals import all_deals, pair_deals, value_deals
from device.rules.outcome import Outcome
from device.rules.profile import Profile
from device.rules.verdicts import Hands, Result, verdict
from device.rules.wagers import Wager

MOST_DECKS = 12

_ON_PAIRS = frozenset({Wager.PLAYER_PAIR, Wager.BANKER_PAIR, Wager.EITHER_PAIR, Wager.PERFECT_PAIR})


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds:
    """One wager in a fresh shoe, all exact: the chance to win, the chance that the stake comes back, the return."""

    win: Fraction
    push: Fraction
    rtp: Fraction
    """What comes back on average for each unit staked, the stake included ("return to player")."""

    @property
    def rtp_percent(self) -> str:
        """The return in percent, eight decimals, rounded half up: ``98.94209422``."""
        return percent(self.rtp, decimals=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """A fresh shoe of so many decks."""

    decks: int
    counts: Mapping[Outcome, int]
    """How many of all ordered six-card deals each outcome has."""
    wagers: Mapping[Wager, WagerOdds]
    """The profile's wagers, in the order of its paytable."""

    @property
    def total(self) -> int:
        """All ordered six-card deals."""
        return sum(self.counts.values())


def fresh_shoe_odds(profile: Profile, decks: int | None = None) -> Odds:
    """Work out the odds of this profile's wagers, for its own number of decks or another one, 1 to 12.

    Raises ValueError for another number of decks.
    """
    decks = profile.decks if decks is None else decks
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"{decks} decks: a shoe has 1 to {MOST_DECKS}")
    by_value, by_pairs = value_deals(decks), pair_deals(decks)
    counts: Counter[Outcome] = Counter()
    for hands, ways in by_value:
        counts[hands.outcome] += ways
    assert counts.total() == all_deals(52 * decks)
    wagers = {
        wager: _wager_odds(profile, wager, by_pairs if wager in _ON_PAIRS else by_value) for wager in offered(profile)
    }
    return Odds(decks=decks, counts={outcome: counts[outcome] for outcome in Outcome}, wagers=wagers)


def percent(share: Fraction, *, decimals: int) -> str:
    """Write an exact share in percent, rounded half up: ``98.94`` for 0.9894209…"""
    units = int(share * 100 * 10**decimals + Fraction(1, 2))
    whole, rest = divmod(units, 10**decimals)
    return f"{whole}.{rest:0{decimals}}"


def _wager_odds(profile: Profile, wager: Wager, deals: Sequence[tuple[Hands, int]]) -> WagerOdds:
    won: Counter[Fraction] = Counter()
    pushed = total = 0
    for hands, ways in deals:
        seen = verdict(profile, wager, hands)
        total += ways
        if seen.result is Result.WIN:
            won[seen.net] += ways
        elif seen.result is Result.PUSH:
            pushed += ways
    returned = sum((ways * (1 + net) for net, ways in won.items()), Fraction(pushed))
    return WagerOdds(win=Fraction(won.total(), total), push=Fraction(pushed, total), rtp=returned / total)
