"""The table's view as a screen reads it: JSON from the feed or a file, checked once, at the door.

A screen is another process and perhaps another version than the table, so it takes what it knows, ignores what it does
not, and refuses what would be shown wrongly. What is behind this door has the right types and is safe to draw.
"""

import enum
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

import msgspec

from device.rules.choices import Tails
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.screen.view_parts import (
    Burn,
    Cards,
    Commission,
    Count,
    Coup,
    Health,
    Incident,
    Inspection,
    Limit,
    Names,
    Paid,
    Part,
    Pay,
    Profile,
    Recall,
    Table,
    Total,
)

__all__ = [
    "MAX_TEXT",
    "VERSION",
    "Burn",
    "Cards",
    "Commission",
    "Count",
    "Coup",
    "Health",
    "Incident",
    "Inspection",
    "Kind",
    "Limit",
    "Names",
    "NewerViewError",
    "Paid",
    "Part",
    "Pay",
    "Profile",
    "PublicView",
    "Recall",
    "StaffView",
    "Table",
    "Total",
    "ViewError",
    "public_view",
    "safe_text",
    "staff_view",
    "view_from_file",
    "view_from_json",
]

VERSION = 1
"""The version of the views that this screen understands."""

MAX_MARKS = 2
"""Marks over or under one letter that are kept; more would be drawn as a tower over half the screen."""

MAX_TEXT = 400
"""Letters of a text that are kept; no name or message of a table is longer."""


class Kind(enum.Enum):
    """The two views: what players may see, and what staff see."""

    PUBLIC = "public"
    STAFF = "staff"


class ViewError(ValueError):
    """A text or object that is no view of a table; says which key is wrong and what was expected."""


class NewerViewError(ViewError):
    """A view of a later version, whose meaning this screen cannot know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """What players may see. A null card lies on the table face down."""

    view: str
    version: int
    table: Table = field(default_factory=Table)
    profile: Profile | None = None
    names: Names = field(default_factory=Names)
    paytable: tuple[Pay, ...] = ()
    shoe: Count = 0
    hand: Count = 0
    phase: str
    banner: str
    held: bool = False
    player: Cards = ()
    banker: Cards = ()
    player_total: Total | None = None
    banker_total: Total | None = None
    outcome: Outcome | None = None
    kind: str = "normal"
    natural: bool = False
    last_hand: bool = False
    burn: Burn | None = None
    paid: tuple[Paid, ...] = ()
    seat: Count | None = None
    countdown_s: Count | None = None
    coups: Annotated[tuple[Coup, ...], msgspec.Meta(max_length=10_000)] = ()
    tails: Tails = Tails.REDESCEND
    free_coups_on_roads: bool = False
    demo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffView(PublicView):
    """What staff see besides: what is due and why, incidents, health. Faces stay null here too until turned.

    `bets_close`, `reveal_by`, `result_by` and `next_by` are the house rules that decide what the dealer has to press;
    `notices` are incidents that hold nothing and wait for nobody. `undo` names the press that can be taken back for 3 s
    after it; the view does not know the time, so it may stand there longer. `reads` goes up by one with each read.
    """

    due: Hand | None = None
    reasons: tuple[str, ...] = ()
    complete: bool = False
    instruction: str
    bets_close: str = ""
    reveal_by: str = ""
    result_by: str = ""
    next_by: str = ""
    inspection: Inspection | None = None
    inventory: str = ""
    incidents: tuple[Incident, ...] = ()
    notices: tuple[str, ...] = ()
    to_acknowledge: tuple[str, ...] = ()
    waiting: Count = 0
    kept: Count = 0
    undo: str | None = None
    recall: Annotated[tuple[Recall, ...], msgspec.Meta(max_length=100)] = ()
    commission: tuple[Commission, ...] = ()
    dealer: str | None = None
    supervisor_called: bool = False
    free_next: bool = False
    by_hand: bool = False
    reads: Annotated[int, msgspec.Meta(ge=0)] = 0
    health: Health = field(default_factory=Health)
    notes: tuple[str, ...] = ()
    counters: dict[str, int] = field(default_factory=dict)
    production: bool = False
    software: str = ""


def public_view(view: Mapping[str, object] | PublicView) -> PublicView:
    """Read a public view; raises ViewError, naming the key, for anything else."""
    if isinstance(view, StaffView):
        raise ViewError("a staff view is not for players")
    return view if isinstance(view, PublicView) else _read(view, "public", PublicView)


def staff_view(view: Mapping[str, object] | StaffView) -> StaffView:
    """Read a staff view; raises ViewError, naming the key, for anything else."""
    return view if isinstance(view, StaffView) else _read(view, "staff", StaffView)


def view_from_json(text: bytes | str, kind: Kind) -> PublicView:
    """Read one line of a feed as the view of this kind; raises ViewError for anything else."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ViewError(f"no JSON: {error}") from error
    return staff_view(found) if kind is Kind.STAFF else public_view(found)


def view_from_file(text: str, kind: Kind) -> PublicView:
    """Read a view from a file's text: the view alone, or what ``zapato play`` prints, whose last line holds both views.

    Raises ViewError for anything else.
    """
    lines = text.strip().splitlines()
    try:
        found = msgspec.json.decode(text if len(lines) < 2 or lines[0].strip() == "{" else lines[-1])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ViewError(f"no JSON: {error}") from error
    if isinstance(found, dict) and found.get("type") == "state":
        found = found.get(kind.value)
    return staff_view(found) if kind is Kind.STAFF else public_view(found)


_V = TypeVar("_V", bound=PublicView)


def _read(view: object, kind: str, into: type[_V]) -> _V:
    if not isinstance(view, Mapping):
        raise ViewError(f"expected a {kind} view, a JSON object, and not {type(view).__name__}")
    if view.get("view") != kind:
        raise ViewError(f'expected "view": "{kind}", not {str(view.get("view"))[:40]!r}')
    version = view.get("version")
    if isinstance(version, int) and version > VERSION:
        raise NewerViewError(f"the view has version {version}, this screen understands {VERSION}")
    try:
        return msgspec.convert(_safe(view), type=into)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ViewError(str(error)) from error


def _safe(value: object) -> object:
    """The same value with every text fit to be drawn: no control characters, no escape codes, no endless lines."""
    if isinstance(value, str):
        return safe_text(value)
    if isinstance(value, Mapping):
        return {key: _safe(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_safe(inner) for inner in value]
    return value


def safe_text(text: str) -> str:
    """A text fit to be drawn: no control characters, no towers of marks, no endless line."""
    text = text[:MAX_TEXT]
    if text.isascii() and text.isprintable():
        return text  # nearly every text of a view
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MAX_MARKS:
            kept.append(letter if letter.isprintable() else " ")
    return "".join(kept)
