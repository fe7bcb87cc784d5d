"""Staff views for every look of the dealer's panel's first page, and what its pages are filled with."""

from typing import Any

from device.screen.dealer.machine import Machine
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.state import START, Errand, PanelState, SignedIn
from device.screen.dealer.targets import Page, Task

View = dict[str, Any]

OPTIONS = PanelOptions(
    machine=Machine(network=True, power=True), languages=(("en", "English"), ("es", "Español")), volume=6
)
MIRROR = PanelOptions(mirror=True, collection_reminder=True, machine=Machine(network=False, power=False), volume=6)

_DEALING: View = {"phase": "dealing", "banner": "dealing"}
_TWO_EACH: View = _DEALING | {"player": ["4h", "9c"], "banker": ["2s", "Ad"], "player_total": 3, "banker_total": 3}
_BANKER_WINS: View = {
    "phase": "result",
    "banner": "result",
    "instruction": "next-hand",
    "player": ["4h", "9c", "8d"],
    "banker": ["2s", "Ad"],
    "player_total": 1,
    "banker_total": 3,
    "outcome": "banker",
}
PAID = [
    {"wager": wager, "result": result, "pays": pays}
    for wager, result, pays in (
        ("player", "lose", ""),
        ("banker", "win", "0.95:1"),
        ("tie", "lose", ""),
        ("player-pair", "win", "11:1"),
        ("banker-pair", "win", "11:1"),
        ("perfect-pair", "closed", ""),
        ("lucky-six-3", "win", "20:1"),
        ("banker-bonus", "push", ""),
    )
]
COMMISSION = [
    {"stake": stake, "commission": commission}
    for stake, commission in (("25.00", "1.25"), ("100.00", "5.00"), ("1,000.00", "50.00"), ("10,000.00", "500.00"))
]
RECALL = [
    {
        "coup": number,
        "kind": "void" if number == 9 else "normal",
        "outcome": None if number == 9 else outcome,
        "natural": number == 8,
        "player_pair": number == 8,
        "banker_pair": number == 8,
        "corrected": number == 8,
        "manual": number == 8,
        "player": ["4h", "9c", "8d"],
        "banker": ["2s", None] if number == 9 else ["2s", "Ad"],
        "player_total": None if number == 9 else 1,
        "banker_total": None if number == 9 else 3,
        "dealer": "d14",
    }
    for number, outcome in reversed(list(enumerate(["banker", "player", "tie", "banker", "banker"] * 2, 3)))
]


def incident(kind: str, *options: str, two: tuple[str, ...] = ("void",), **more: Any) -> View:
    return {"id": 1, "kind": kind, "options": list(options), "two": list(two), "holds": True} | more


def _held(*incidents: View, **more: Any) -> View:
    return {"held": True, "instruction": "held", "incidents": list(incidents)} | more


RETIRED = {"why": "retired", "pack": "7QX4", "on": "2026-03-02"}
ELSEWHERE = {"why": "other-table", "pack": "7QX4", "table": "BAC 901 VIP", "shoe": 12}


def _health(**bad: str) -> View:
    return {part: {"ok": part not in bad, "detail": bad.get(part, "")} for part in ("reader", "journal", "panel")}


HOMES: dict[str, View] = {
    "demo": {"demo": True, "shoe": 888, "hand": 888, "table": {"name": "BAC 901", "limits": []}},
    "closed": {"phase": "closed", "instruction": "open-shoe", "shoe": 0, "hand": 0, "dealer": None},
    "inspect": {
        "phase": "inspection",
        "instruction": "inspect",
        "inspection": {"counted": 123, "total": 416, "closing": False},
    },
    "shuffle": {"phase": "burning", "instruction": "shuffle-and-load"},
    "burn": {"phase": "burning", "instruction": "burn-more", "burn": {"indicator": "3h", "total": 4, "done": 2}},
    "bets": {"recall": RECALL},
    "bets, button": {"bets_close": "button", "undo": "next", "last_hand": True},
    "first cards": _DEALING | {"instruction": "first-cards", "player": ["4h"], "due": "banker"},
    "card to Player": _TWO_EACH | {"instruction": "card-to-player", "reasons": ["player-3-draw"], "due": "player"},
    "card to Banker": _TWO_EACH
    | {
        "instruction": "card-to-banker",
        "reasons": ["banker-3-against-9-draw"],
        "due": "banker",
        "player": ["4h", "9c", "9d"],
        "player_total": 2,
    },
    "call": _TWO_EACH
    | {
        "instruction": "stand-call-result",
        "complete": True,
        "reasons": ["banker-3-against-8-stand"],
        "player": ["4h", "9c", "8d"],
        "player_total": 1,
    },
    "show": _TWO_EACH
    | {
        "instruction": "stand-call-result",
        "complete": True,
        "result_by": "button",
        "reasons": ["player-6-stand", "banker-6-stand"],
    },
    "turn Banker": {
        "phase": "reveal",
        "banner": "reveal",
        "instruction": "turn-banker",
        "player": ["4h", "9c"],
        "banker": [None, None],
        "player_total": 3,
        "reads": 4,
    },
    "turn third": _TWO_EACH | {"phase": "reveal", "instruction": "turn-player-third", "player": ["4h", "9c", None]},
    "result": _BANKER_WINS | {"paid": PAID, "commission": COMMISSION, "recall": RECALL, "production": True},
    "tie": _BANKER_WINS
    | {
        "outcome": "tie",
        "paid": [
            {"wager": "tie", "result": "win", "pays": "8:1"},
            {"wager": "player", "result": "push", "pays": ""},
        ],
    },
    "void": _BANKER_WINS | {"outcome": None, "kind": "void", "player_total": None, "banker_total": None},
    "last result": _BANKER_WINS | {"instruction": "last-result"},
    "shoe over": {"phase": "shoe-over", "instruction": "shoe-over"},
    "card in error": _TWO_EACH | _held(incident("card-drawn-in-error", "next", "burn", "free-coup", "void")),
    "unread": _DEALING
    | _held(incident("card-unread", "enter", "cut", "void", hand="player", place=2), player=["4h", None]),
    "retired pack": _DEALING
    | _held(incident("tag-unknown", "enter", "void", foreign=RETIRED, detail="its pack was retired"), player=["4h"]),
    "pack elsewhere": _TWO_EACH | _held(incident("tag-unknown", "resume", "void", foreign=ELSEWHERE)),
    "packs incomplete": {"phase": "inspection"}
    | _held(incident("pack-count", "accept", "close-shoe", missing=["9h", "Ks"], surplus=["Td"] * 7, two=("accept",))),
    "cards missing": {"phase": "inspection"} | _held(incident("pack-count", "accept", missing=["9h", "Ks"] * 10)),
    "picked up": _TWO_EACH
    | _held(
        incident("paused", "resume", "void"),
        incident("picked-up", "next", "void", two=("next", "void"), id=2),
        supervisor_called=True,
    ),
    "recovered": _TWO_EACH | _held(incident("recovered", "resume", "void")),
    "too few": _TWO_EACH | _held(incident("cards-too-few", "void")),
    "reader lost": _TWO_EACH
    | {"held": True, "instruction": "do-not-deal", "health": _health(reader="the shoe does not answer")},
    "record fails": {"held": True, "instruction": "do-not-deal", "health": _health(journal="the disk is full")},
    "notices": {
        "notices": ["cut-card-again", "result-late"],
        "supervisor_called": True,
        "last_hand": True,
        "free_next": True,
        "kept": 1,
        "to_acknowledge": ["cut-card-again"],
    },
}
"""What is changed in the usual view, which has bets open, by what the page then shows."""

PEOPLE = (SignedIn(name="sup1", roles=("supervisor",), token="secret"),)


def page(which: Page, **more: Any) -> PanelState:
    """The panel with that page open."""
    return PanelState(page=which, **more)


PAGES: dict[str, tuple[str, PanelState]] = {
    "menu": ("result", page(Page.MENU)),
    "menu, nothing to do": ("card in error", page(Page.MENU)),
    "pays": ("result", page(Page.PAYS)),
    "pays, no result": ("bets", page(Page.PAYS)),
    "recall": ("result", page(Page.RECALL)),
    "recall, none": ("card to Banker", page(Page.RECALL)),
    "recall, one": ("result", page(Page.RECALL, coup=8)),
    "recall, void": ("result", page(Page.RECALL, coup=9)),
    **{f"errors {at}": ("result", page(Page.ERRORS, scroll=at)) for at in range(16)},
    "about": ("result", page(Page.ABOUT, people=PEOPLE)),
    "about, trouble": ("reader lost", page(Page.ABOUT)),
    "sound": ("card to Player", page(Page.SOUND)),
    "language": ("result", page(Page.LANGUAGE)),
}
"""Every page: the first page's state under it, and what the panel remembers."""

UNFINISHED = PanelState(people=PEOPLE, shelved=Errand(task=Task.CORRECT))
"""Somebody is signed in and left a task in the middle."""

WAITING = {
    "notices": UNFINISHED,
    "bets, button": PanelState(undo_until_s=2.0),
    "turn Banker": PanelState(read_until_s=2.0),
}


def state_of(home: str) -> PanelState:
    """What the panel remembers when it shows this first page."""
    return WAITING.get(home, START)
