"""A table script played under a profile, and cards made to measure: for tests of what the documents say."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from device.cli.main import zapato

Line = dict[str, Any]

_RANKS = {0: "KQJT", 1: "A", **{value: str(value) for value in range(2, 10)}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What `zapato play` printed."""

    lines: list[Line]

    def of(self, kind: str) -> list[Line]:
        """The lines of one type, in order."""
        return [line for line in self.lines if line["type"] == kind]

    @property
    def state(self) -> Line:
        """The last line: how the table stands."""
        return self.lines[-1]

    @property
    def coup(self) -> Line:
        """The newest coup."""
        return self.of("coup")[-1]

    @property
    def incidents(self) -> list[str]:
        """The kinds of all incidents, in order."""
        return [line["kind"] for line in self.of("incident")]

    @property
    def refusals(self) -> list[str]:
        """Why orders were refused."""
        return [line["why"] for line in self.of("refused")]


def play(profile: str, *script: str, quick: bool = False, settings: Mapping[str, object] | None = None) -> Played:
    """Play lines (each may hold several, apart by `;`) under a shipped profile, some of its fields set otherwise."""
    arguments = ["play", "-", "--profile", profile, *(["--quick"] if quick else [])]
    for key, value in (settings or {}).items():
        arguments += ["--set", f"{key}={value}"]
    text = "\n".join(line.strip() for part in script for line in part.split(";"))
    done = CliRunner().invoke(zapato, arguments, input=text)
    assert done.exit_code == 0, done.output
    return Played(lines=[json.loads(line) for line in done.stdout.splitlines()])


def settled(profile: str, player: str, banker: str, *bets: str) -> dict[str, tuple[str, str, str]]:
    """What `zapato settle` says of each bet: result, profit, returned."""
    arguments = ["settle", "--profile", profile, "--player", player, "--banker", banker]
    done = CliRunner().invoke(zapato, arguments + [word for bet in bets for word in ("--bet", bet)])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["wager"]: (line["result"], line["profit"], line["returned"]) for line in lines}


def cards(*names: str) -> str:
    """The script lines of cards that leave the shoe: ``cards("9h 2s", "Kd")``."""
    return "; ".join(f"card {name}" for some in names for name in some.split())


def coup_cards(player: int, banker: int, *more: int) -> str:
    """Cards in the order out of the shoe, none twice: both two-card totals, then the values of further cards.

    Each hand's first card counts nothing, so that its second alone makes the total.
    """
    taken: list[str] = []
    for value in (0, 0, player, banker, *more):
        taken.append(next(card for card in _cards_of(value) if card not in taken))
    return " ".join(taken)


def _cards_of(value: int) -> Iterator[str]:
    return (rank + suit for rank in _RANKS[value] for suit in "cdhs")


def third_card_coups(draws: Mapping[int, Iterable[int]]) -> tuple[str, list[tuple[int, int, int]]]:
    """A coup for every Banker total 0 to 7 against every third card of Player, dealt as the table `draws` wants it.

    The script, and of each coup Banker's total, Player's third card and how many cards Banker must end with.
    """
    script, expected = [], []
    for banker in range(8):
        for third in range(10):
            draw = third in set(draws.get(banker, ()))
            script.append(cards(coup_cards(0, banker, third, *([0] if draw else []))))
            expected.append((banker, third, 3 if draw else 2))
    return "; ".join(script), expected


def two_card_coups() -> tuple[str, list[tuple[int, int, int, int]]]:
    """A coup for every pair of two-card totals in which Player takes no card, as 000, 001 and 003 want it.

    The script, and of each coup both totals and how many cards each hand must end with.
    """
    script, expected = [], []
    for player in range(10):
        for banker in range(10):
            if player <= 5 and banker <= 7:
                continue  # Player draws: third_card_coups
            draw = player in (6, 7) and banker <= 5
            script.append(cards(coup_cards(player, banker, *([0] if draw else []))))
            expected.append((player, banker, 2, 3 if draw else 2))
    return "; ".join(script), expected
