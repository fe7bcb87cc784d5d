"""Hidden faces as the record knows them: which events have one, which events show one, and its text.

A face that nobody may see yet is in fields of an event whose names begin with `hidden`; a turned card is in `card` or
`cards`, and `nth` or `nths` say which cards of the shoe they are. Nothing else is asked of an event, so that a new kind
of event is sealed and opened without a word here.
"""

from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from device.rules.card import Card
from device.table.events import Event, IncidentRaised, IncidentResolved

_PARTS = {"hidden": "card", "hidden_tag": "tag"}
"""Fields of events, and what an opening calls them."""

_CARD_ALONE = ("hidden",)

_CARD_BYTES = 2
_TAG_BYTES = 32
"""A tag takes a whole number of these, so that its length tells nothing."""


class Face(NamedTuple):
    """What is hidden of one card; all None: it was not read."""

    card: Card | None = None
    tag: str | None = None

    @property
    def text(self) -> str:
        """What the commitment is made over: ``9h``, nothing for a card that was not read, ``9h TAG`` with a tag."""
        card = self.card.value if self.card is not None else ""
        return card if self.tag is None else f"{card} {self.tag}"


UNREAD = Face()


def face_of_text(text: str) -> Face:
    """The face that has this text; raises ValueError where there is none."""
    card, blank, tag = text.partition(" ")
    return Face(Card(card) if card else None, tag if blank else None)


@cache
def hidden_fields(event: type[Event]) -> tuple[str, ...]:
    """The fields of a kind of event that hold what nobody may see yet."""
    return tuple(name for name in event.__struct_fields__ if name.startswith("hidden"))


def room_for(event: type[Event], tag: str | None = None) -> int:
    """How many bytes a kind of event keeps for the text of its face, whatever the card."""
    if hidden_fields(event) == _CARD_ALONE:
        return _CARD_BYTES
    tag_bytes = len((tag or "").encode())
    return _CARD_BYTES + 1 + _TAG_BYTES * max(1, -(-tag_bytes // _TAG_BYTES))


def holds_card(event: Event) -> bool:
    """Whether what is sealed with an event is a card, and not a tag alone."""
    return "hidden" in hidden_fields(type(event))


def face_to_seal(event: Event) -> Face | None:
    """The face that is sealed with an event; None where it speaks of no card that must be hidden.

    A card that was not read is sealed too, as one that was. Of a decision only a card that was named by eye is.
    """
    names = hidden_fields(type(event))
    if not names:
        return None
    face = Face(getattr(event, "hidden", None), getattr(event, "hidden_tag", None))
    if face == UNREAD and not _may_hide(event):
        return None
    return face


def _may_hide(event: Event) -> bool:
    """Whether an event without a face could have had one: a decision names a card or does not, for all to see."""
    if isinstance(event, IncidentResolved):
        return False
    if isinstance(event, IncidentRaised) and event.origin is None and event.hand is None:
        return False  # it is about no card, or about one that has not left yet
    return getattr(event, "nth", 0) != 0


def with_face(event: Event, face: Face) -> Event:
    """The event with another hidden face, or with none."""
    names = hidden_fields(type(event))
    if names == _CARD_ALONE:
        return replace(event, hidden=face.card)
    return replace(event, **{name: getattr(face, _PARTS[name]) for name in names}) if names else event


@cache
def _shows(event: type[Event]) -> str:
    names = event.__struct_fields__
    if "card" in names and "nth" in names:
        return "one"
    return "many" if "cards" in names and "nths" in names else ""


def turned_by(event: Event) -> tuple[tuple[int, Card], ...]:
    """Which cards of the shoe an event shows, each with its face; a card without a number is none of them."""
    shows = _shows(type(event))
    if not shows:
        return ()
    one: Any = event
    pairs = [(one.nth, one.card)] if shows == "one" else zip(one.nths, one.cards, strict=False)
    return tuple((nth, card) for nth, card in pairs if nth and card is not None)
