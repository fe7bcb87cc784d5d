"""What of a staff view tells that a card, or a press, has had its effect."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NOT_BY_A_CARD = frozenset(
    {
        "board-restarted",
        "reads-missing",
        "pushed-in",
        "jam",
        "lid",
        "gate-fault",
        "shoe-differs",
        "recovered",
        "faces-lost",
        "record-restored",
        "paused",
        "stuck",
        "pack-count",
    }
)
"""Incidents that can be raised while a drawn card is still on its way."""
BY_A_CARD = frozenset({"early-card", "result-late", "cut-card-again", "face-up-in-shoe"})
"""Notices that only a card can cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The moving parts of one view, comparable; counters, health and texts are left out."""

    shoe: int
    hand: int
    phase: str
    outcome: str | None
    kind: str
    laid: int
    """Cards in both hands."""
    burned: int
    down: int
    """How many of them lie face down."""
    waiting: int
    kept: int
    last_hand: bool
    incidents: tuple[tuple[int, str], ...]
    notices: tuple[str, ...]
    dealer: str | None
    free_next: bool
    coups: int
    counted: int
    """Cards of an inspection that is under way."""
    closing: bool
    """It is the one after play."""
    to_acknowledge: tuple[str, ...]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> "Sight":
        """Pick them out of a view."""
        burn = view.get("burn")
        counting = view.get("inspection")
        return cls(
            shoe=view["shoe"],
            hand=view["hand"],
            phase=view["phase"],
            outcome=view.get("outcome"),
            kind=view.get("kind", "normal"),
            laid=len(view["player"]) + len(view["banker"]),
            down=[*view["player"], *view["banker"]].count(None),
            burned=burn["done"] if burn is not None else 0,
            waiting=view.get("waiting", 0),
            kept=view.get("kept", 0),
            last_hand=view.get("last_hand", False),
            incidents=tuple((one["id"], one["kind"]) for one in view.get("incidents", ())),
            notices=tuple(view.get("notices", ())),
            dealer=view.get("dealer"),
            free_next=view.get("free_next", False),
            coups=len(view.get("coups", ())),
            counted=counting["counted"] if counting is not None else 0,
            closing=counting["closing"] if counting is not None else False,
            to_acknowledge=tuple(view.get("to_acknowledge", ())),
        )

    @property
    def coup(self) -> tuple[int, int]:
        """Which coup of which shoe is on the table or to come."""
        return self.shoe, self.hand

    @property
    def coming(self) -> tuple[int, int]:
        """The coup on the table, or the one that the next cards to be shuffled are for."""
        if self.phase in ("closed", "shoe-over"):
            return self.shoe + 1, 1
        return self.shoe, self.hand + (self.phase in ("inspection", "burning"))

    @property
    def restarts(self) -> int:
        """How many starts of the board are still to be seen in this view."""
        held = max((number for number, kind in self.incidents if kind == "board-restarted"), default=0)
        return held + self.notices.count("board-restarted")

    def burned_since(self, before: "Sight") -> bool:
        """Whether a card was set aside since."""
        return before.phase == "burning" and (self.burned > before.burned or self.phase != "burning")

    def shows_card_since(self, before: "Sight") -> bool:
        """Whether a card that left the shoe since has found its place, or has been held."""
        old = {number for number, _ in before.incidents}
        return (
            (self.coup, self.phase) != (before.coup, before.phase)
            or self.laid > before.laid
            or self.burned > before.burned
            or self.counted > before.counted
            or self.waiting > before.waiting
            or self.kept > before.kept
            or (self.last_hand and not before.last_hand)
            or any(number not in old and kind not in NOT_BY_A_CARD for number, kind in self.incidents)
            or _count(self.notices) > _count(before.notices)
        )


def _count(notices: tuple[str, ...]) -> int:
    return sum(notice in BY_A_CARD for notice in notices)
