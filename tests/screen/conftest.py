"""Views to draw: a table in the middle of a shoe, changed as a test needs it."""

from collections.abc import Callable
from typing import Any

import pytest

View = dict[str, Any]
ViewMaker = Callable[..., View]

PUBLIC: View = {
    "view": "public",
    "version": 1,
    "table": {"name": "BAC 901", "limits": [{"wager": "main", "min": "10.00", "max": "5,000.00"}]},
    "profile": {"name": "live", "version": 1, "sha256": "0123456789abcdef" * 4},
    "names": {"player": "Jugador", "banker": "Banca"},
    "paytable": [
        {"wager": "player", "pays": "1:1"},
        {"wager": "banker", "pays": "0.95:1"},
        {"wager": "tie", "pays": "8:1"},
        {"wager": "player-pair", "pays": "11:1"},
    ],
    "shoe": 12,
    "hand": 7,
    "phase": "betting",
    "banner": "place-your-bets",
    "held": False,
    "player": [],
    "banker": [],
    "player_total": None,
    "banker_total": None,
    "outcome": None,
    "kind": "normal",
    "natural": False,
    "last_hand": False,
    "burn": None,
    "coups": [
        {
            "coup": number,
            "kind": "normal",
            "outcome": outcome,
            "natural": False,
            "player_pair": number == 2,
            "banker_pair": number == 3,
        }
        for number, outcome in enumerate(["banker", "player", "tie", "banker", "banker", "player"], 1)
    ],
    "demo": False,
}

STAFF: View = {
    **PUBLIC,
    "view": "staff",
    "due": None,
    "reasons": [],
    "complete": False,
    "instruction": "wait-for-bets",
    "bets_close": "first-card",
    "result_by": "call",
    "next_by": "first-card",
    "incidents": [],
    "notices": [],
    "waiting": 0,
    "kept": 0,
    "dealer": "d14",
    "supervisor_called": False,
    "free_next": False,
    "health": {part: {"ok": True, "detail": ""} for part in ("reader", "journal", "panel", "clock")},
    "counters": {"duplicate": 0},
    "software": "0.1.0",
}

BANKER_WINS: View = {
    "phase": "result",
    "banner": "result",
    "player": ["4h", "9c", "8d"],
    "banker": ["2s", "Ad"],
    "player_total": 1,
    "banker_total": 3,
    "outcome": "banker",
}


@pytest.fixture(scope="session")
def public() -> ViewMaker:
    """Makes a public view with some keys changed."""
    return lambda **changes: {**PUBLIC, **changes}


@pytest.fixture(scope="session")
def staff() -> ViewMaker:
    """Makes a staff view with some keys changed."""
    return lambda **changes: {**STAFF, **changes}


@pytest.fixture(scope="session")
def banker_wins() -> View:
    """The worked example of 001: Player 4 9 8, Banker 2 A; Banker wins 3 to 1."""
    return dict(BANKER_WINS)
