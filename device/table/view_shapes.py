"""The shapes of the two views, and their JSON Schemas; what goes into them is in `views`."""

from typing import Any

import msgspec

from device.rules.card import Card
from device.table.health import PartHealth
from device.table.staff_parts import IncidentView, InspectionView, RecallView

VERSION = 1
"""Of both views; changes with any change that a reader of the feed could trip over."""


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the limits sign; amounts as the house writes them."""

    wager: str
    min: str
    max: str


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the table's sign says."""

    name: str = ""
    limits: tuple[Limit, ...] = ()


NO_SIGN = TableInfo()


class Commission(msgspec.Struct, frozen=True, kw_only=True):
    """What the house keeps of a Banker win with that stake; amounts as the house writes them."""

    stake: str
    commission: str


class TableExtras(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's own settings add to its views, besides the sign."""

    countdown_s: int | None = None
    commission: tuple[Commission, ...] = ()


NO_EXTRAS = TableExtras()


class ProfileInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The house rules in force, to be compared with the record."""

    name: str
    version: int
    sha256: str


class HandNames(msgspec.Struct, frozen=True, kw_only=True):
    """How this table calls the hands."""

    player: str
    banker: str


class Pays(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the paytable; `open`: whether the shoe's coming round, or the one under way, takes this bet.

    `closes_after`: the last round of a shoe that takes it; null where it never closes.
    """

    wager: str
    pays: str
    open: bool = True
    closes_after: int | None = None


class Paid(msgspec.Struct, frozen=True, kw_only=True):
    """What the result that is shown means to a wager: ``win`` with its odds, ``lose``, ``push`` or ``closed``."""

    wager: str
    result: str
    pays: str


class BurnView(msgspec.Struct, frozen=True, kw_only=True):
    """A burn under way; `total` is null until the indicator card is out."""

    indicator: Card | None
    total: int | None
    done: int


class CoupView(msgspec.Struct, frozen=True, kw_only=True):
    """A coup of this shoe whose result is public: what the roads are made of."""

    coup: int
    kind: str
    outcome: str | None
    natural: bool
    player_pair: bool
    banker_pair: bool
    corrected: bool = False
    """Its hands were put right by two people; what stood before is in the record."""
    manual: bool = False
    """A card of it was dealt by hand, without the reader."""


class PublicView(msgspec.Struct, frozen=True, kw_only=True):
    """What players may see."""

    view: str = "public"
    version: int = VERSION
    table: TableInfo
    profile: ProfileInfo
    names: HandNames
    paytable: tuple[Pays, ...]
    shoe: int
    hand: int
    phase: str
    banner: str
    held: bool
    kind: str
    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    player_total: int | None
    banker_total: int | None
    outcome: str | None
    natural: bool
    last_hand: bool
    burn: BurnView | None
    paid: tuple[Paid, ...]
    """Empty until the result is shown, and for a coup without bets."""
    coups: tuple[CoupView, ...]
    tails: str
    free_coups_on_roads: bool
    seat: int | None
    """Who has the shoe, where it goes from seat to seat; null where the dealer keeps it."""
    countdown_s: int | None
    """After how many seconds of open bets the table closes them by itself; null: it does not."""
    demo: bool


class StaffView(PublicView, frozen=True, kw_only=True):
    """What the dealer and the supervisors see; no card earlier than the players."""

    view: str = "staff"
    due: str | None
    reasons: tuple[str, ...]
    complete: bool
    instruction: str
    bets_close: str
    reveal_by: str
    result_by: str
    next_by: str
    inspection: InspectionView | None
    inventory: str
    incidents: tuple[IncidentView, ...]
    notices: tuple[str, ...]
    to_acknowledge: tuple[str, ...]
    """Incidents of this shoe that hold nothing and that no supervisor has acknowledged, oldest first."""
    waiting: int
    kept: int
    undo: str | None
    """The press that can be taken back, ``no-more-bets`` or ``next``, if it is not too long ago; no card left since."""
    recall: tuple[RecallView, ...]
    """The last coups of this shoe whose result is public, newest first."""
    commission: tuple[Commission, ...]
    """For the stakes that are usual here; empty where the house takes none."""
    dealer: str | None
    supervisor_called: bool
    free_next: bool
    by_hand: bool
    """Manual play: the reader is lost, and a supervisor names each card at its turn."""
    reads: int
    """Goes up by one a fixed time after a card left that was read: the panel's tick."""
    health: dict[str, PartHealth]
    notes: tuple[str, ...]
    counters: dict[str, int]
    production: bool
    """Whether real games are played here; false: a trial, and nothing of it counts."""
    software: str


def schema(view: type[PublicView]) -> dict[str, Any]:
    """The JSON Schema of a view, for whoever reads the feed with other software.

    Every key is always sent; keys may be added without a new version, so others are allowed.
    """
    made = msgspec.json.schema(view)
    for kind in made["$defs"].values():
        if kind.get("type") == "object" and "properties" in kind:
            kind["required"] = list(kind["properties"])
    fixed = made["$defs"][view.__name__]["properties"]
    for key in ("view", "version"):
        fixed[key] = {"const": fixed[key]["default"]}
    return made
