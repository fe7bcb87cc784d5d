"""The wagers a layout may offer and what the side bets pay (000 "Pagos"); the main bets' pay stands in the profile."""

import enum
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

import msgspec


class Wager(enum.Enum):
    """Every wager, spelt as commands, files and feeds spell it."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    PLAYER_PAIR = "player-pair"
    BANKER_PAIR = "banker-pair"
    EITHER_PAIR = "either-pair"
    PERFECT_PAIR = "perfect-pair"
    PLAYER_NATURAL = "player-natural"
    BANKER_NATURAL = "banker-natural"
    PLAYER_BONUS = "player-bonus"
    BANKER_BONUS = "banker-bonus"
    LUCKY_SIX = "lucky-six"
    LUCKY_SIX_2 = "lucky-six-2"
    LUCKY_SIX_3 = "lucky-six-3"


Rounds = Annotated[int, msgspec.Meta(ge=1, le=999, extra={"or": "never"})]


class SideBet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side bet with one price."""

    pays: Fraction
    """What a winning bet is paid for each unit staked."""

    closes_after: Rounds | None = None
    """The last round of a shoe in which the bet is open; None (``never`` in the file): open to the end."""


class BonusPays(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bonus pays: a natural's win, and wins without a natural by 4 to 9 points."""

    natural: Fraction
    by_9: Fraction
    by_8: Fraction
    by_7: Fraction
    by_6: Fraction
    by_5: Fraction
    by_4: Fraction


class BonusBet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bet on a hand's win with a natural or by a wide margin; a natural tie returns the stake."""

    pays: BonusPays
    closes_after: Rounds | None = None


class LuckySixPays(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What Banker's win with 6 pays, by the number of Banker's cards."""

    two_cards: Fraction
    three_cards: Fraction


class LuckySixBet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bet on Banker's win with 6."""

    pays: LuckySixPays
    closes_after: Rounds | None = None


AnySideBet = SideBet | BonusBet | LuckySixBet


class SideBets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The side bets of a layout; None (``off`` in the file): not offered."""

    player_pair: SideBet | None = None
    banker_pair: SideBet | None = None
    either_pair: SideBet | None = None
    perfect_pair: SideBet | None = None
    player_natural: SideBet | None = None
    banker_natural: SideBet | None = None
    player_bonus: BonusBet | None = None
    banker_bonus: BonusBet | None = None
    lucky_six: LuckySixBet | None = None
    lucky_six_2: SideBet | None = msgspec.field(default=None, name="lucky-six-2")
    lucky_six_3: SideBet | None = msgspec.field(default=None, name="lucky-six-3")

    def bet(self, wager: Wager) -> AnySideBet | None:
        """The side bet of that name; None when it is not offered or is no side bet."""
        return getattr(self, wager.name.lower(), None)

    def offered(self) -> Iterator[tuple[Wager, AnySideBet]]:
        """The side bets on offer, in the order of `Wager`."""
        for wager in Wager:
            bet = self.bet(wager)
            if bet is not None:
                yield wager, bet
