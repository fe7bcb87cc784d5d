"""What two complete hands mean to each wager: won and at which odds, lost, or returned.

Settling, the pay list of a coup and the odds of a fresh shoe all ask here, so none of them can differ from the others.
Pairs are by rank; a "perfect" pair is by rank and suit; "the first two cards" never include a third (000 "Pagos").
"""

import enum
import typing
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from device.rules.bets import BetError
from device.rules.card import Card
from device.rules.choices import NaturalBets
from device.rules.hand import Hand, is_natural, is_pair, is_perfect_pair, total
from device.rules.outcome import Outcome, outcome
from device.rules.profile import Profile
from device.rules.tableau import explain, next_step
from device.rules.wagers import BonusBet, BonusPays, LuckySixBet, SideBet, Wager


class DealError(ValueError):
    """Hands that no table deals; the message names the rule of the drawing table that they break."""


class Result(enum.Enum):
    """What becomes of a bet."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    """The stake comes back, nothing is paid."""
    CLOSED = "closed"
    """The bet was not open any more in that round of the shoe; the stake comes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Both hands of a complete coup, with what the wagers look at; made by `complete_hands`."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int
    outcome: Outcome

    def cards(self, hand: Hand) -> tuple[Card, ...]:
        """The cards of one hand."""
        return self.player if hand is Hand.PLAYER else self.banker

    def lead(self, hand: Hand) -> int:
        """By how many points that hand is ahead; negative: behind."""
        ahead = self.player_total - self.banker_total
        return ahead if hand is Hand.PLAYER else -ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What becomes of a bet, and at which odds it is paid when it wins."""

    result: Result
    pays: Fraction = Fraction(0)
    """Paid for each unit staked, before commission; 0 unless it wins."""
    commission: Fraction = Fraction(0)
    """The part of the pay that the house keeps."""

    @property
    def net(self) -> Fraction:
        """Paid for each unit staked with the commission taken off, not rounded."""
        return self.pays * (1 - self.commission)


_LOSE = Verdict(result=Result.LOSE)
_PUSH = Verdict(result=Result.PUSH)


def complete_hands(player: Sequence[Card], banker: Sequence[Card]) -> Hands:
    """Take two hands as a complete coup; raises DealError, saying what the drawing table demands instead."""
    for name, cards in (("Player", player), ("Banker", banker)):
        if len(cards) not in (2, 3):
            raise DealError(f"{name} has {_cards(len(cards))}; a complete hand has 2 or 3")
    step = next_step(player[:2], banker[:2])
    if step.due is Hand.PLAYER and len(player) == 2:
        raise DealError(f"Player's third card is missing; {_rule(step.reasons)}")
    if step.due is not Hand.PLAYER and len(player) == 3:
        raise DealError(f"Player takes no third card here; {_rule(step.reasons)}")
    step = next_step(player, banker[:2])
    if step.due is Hand.BANKER and len(banker) == 2:
        raise DealError(f"Banker's third card is missing; {_rule(step.reasons)}")
    if step.due is not Hand.BANKER and len(banker) == 3:
        raise DealError(f"Banker takes no third card here; {_rule(step.reasons)}")
    return Hands(
        player=tuple(player),
        banker=tuple(banker),
        player_total=total(player),
        banker_total=total(banker),
        outcome=outcome(player, banker),
    )


def check_in_shoe(hands: Hands, decks: int) -> None:
    """Refuse hands with more of one card than that many decks hold; raises DealError."""
    for card, number in Counter(hands.player + hands.banker).items():
        if number > decks:
            packs = "1 deck holds" if decks == 1 else f"{decks} decks hold"
            raise DealError(f"{card} is there {number} times; {packs} {decks}")


def verdict(profile: Profile, wager: Wager, hands: Hands, round: int | None = None) -> Verdict:
    """What these hands mean to a bet on that wager under these house rules.

    `round` is the coup's number among the completed coups of its shoe, for bets that close after some (000 "Limitación
    Máxima por Ronda"; the round that is named is the last one open); None: nothing is closed. Raises BetError for a
    wager that the profile does not offer.
    """
    match wager:
        case Wager.PLAYER:
            return _main(hands, Outcome.PLAYER, Verdict(result=Result.WIN, pays=Fraction(1)))
        case Wager.BANKER:
            return _main(hands, Outcome.BANKER, _banker_win(profile, hands))
        case Wager.TIE:
            return _if_won(hands.outcome is Outcome.TIE, Fraction(profile.tie_pays))
        case _:
            return _side(profile, wager, hands, round)


def _main(hands: Hands, backed: Outcome, won: Verdict) -> Verdict:
    """A tie returns bets on Player and Banker (000, 001 §05, 003, 004 §2.1.1)."""
    if hands.outcome is Outcome.TIE:
        return _PUSH
    return won if hands.outcome is backed else _LOSE


def _banker_win(profile: Profile, hands: Hands) -> Verdict:
    """Even money less the commission; where a win with 6 has a price of its own, it is paid just that (000)."""
    if profile.banker_six_pays is not None and hands.banker_total == 6:
        return Verdict(result=Result.WIN, pays=profile.banker_six_pays)
    return Verdict(result=Result.WIN, pays=Fraction(1), commission=Fraction(profile.commission_rate))


def _side(profile: Profile, wager: Wager, hands: Hands, round: int | None) -> Verdict:
    bet = profile.side_bets.bet(wager)
    if bet is None:
        raise BetError(f"{wager.value}: the profile {profile.name} does not offer it")
    if round is not None and bet.closes_after is not None and round > bet.closes_after:
        return Verdict(result=Result.CLOSED)
    match bet:
        case SideBet(pays=pays) if wager in _NATURALS:
            return _natural(profile.natural_bets, hands, _NATURALS[wager], pays)
        case SideBet(pays=pays):
            return _if_won(_wins(wager, hands), pays)
        case BonusBet(pays=steps):
            return _bonus(hands, Hand.PLAYER if wager is Wager.PLAYER_BONUS else Hand.BANKER, steps)
        case LuckySixBet(pays=steps):
            return _if_won(_lucky_six(hands), steps.two_cards if len(hands.banker) == 2 else steps.three_cards)
        case _:
            typing.assert_never(bet)


_NATURALS = {Wager.PLAYER_NATURAL: Hand.PLAYER, Wager.BANKER_NATURAL: Hand.BANKER}


def _wins(wager: Wager, hands: Hands) -> bool:
    """Whether a side bet of one price wins; a bet on either hand wins once, also when both hands have it."""
    match wager:
        case Wager.PLAYER_PAIR:
            return is_pair(hands.player)
        case Wager.BANKER_PAIR:
            return is_pair(hands.banker)
        case Wager.EITHER_PAIR:
            return is_pair(hands.player) or is_pair(hands.banker)
        case Wager.PERFECT_PAIR:
            return is_perfect_pair(hands.player) or is_perfect_pair(hands.banker)
        case Wager.LUCKY_SIX_2:
            return _lucky_six(hands) and len(hands.banker) == 2
        case Wager.LUCKY_SIX_3:
            return _lucky_six(hands) and len(hands.banker) == 3
        case _:
            raise AssertionError(f"{wager} has no single price")


def _lucky_six(hands: Hands) -> bool:
    return hands.outcome is Outcome.BANKER and hands.banker_total == 6


def _natural(reading: NaturalBets, hands: Hands, hand: Hand, pays: Fraction) -> Verdict:
    """The four readings of "pays if the first two cards make 8 or 9" (000 "Pagos"), the literal one first."""
    if not is_natural(hands.cards(hand)):
        return _LOSE
    lead = hands.lead(hand)
    match reading:
        case NaturalBets.WIN:
            return Verdict(result=Result.WIN, pays=pays)
        case NaturalBets.MUST_WIN:
            return _if_won(lead > 0, pays)
        case NaturalBets.MUST_WIN_TIE_RETURNS:
            return _PUSH if lead == 0 else _if_won(lead > 0, pays)
        case NaturalBets.UNLESS_BEATEN:
            return _if_won(lead >= 0, pays)


def _bonus(hands: Hands, hand: Hand, pays: BonusPays) -> Verdict:
    """A natural's win, or a win by four points or more without one; a tie of naturals returns the stake (000)."""
    lead = hands.lead(hand)
    if is_natural(hands.cards(hand)):
        return _PUSH if lead == 0 else _if_won(lead > 0, pays.natural)
    by = {9: pays.by_9, 8: pays.by_8, 7: pays.by_7, 6: pays.by_6, 5: pays.by_5, 4: pays.by_4}
    return _if_won(lead >= 4, by.get(lead, Fraction(0)))


def _if_won(won: bool, pays: Fraction) -> Verdict:
    return Verdict(result=Result.WIN, pays=pays) if won else _LOSE


def _rule(reasons: Sequence[str]) -> str:
    return "the drawing table says " + ", ".join(explain(reason) for reason in reasons)


def _cards(number: int) -> str:
    return "no cards" if number == 0 else "1 card" if number == 1 else f"{number} cards"
