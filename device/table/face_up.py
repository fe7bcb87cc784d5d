"""A card that lies face up in the shoe: staff say so before it leaves, and its number tells it until it is placed."""

from device.rules.card import Card
from device.rules.choices import FaceUpInShoe
from device.table import commands as cmd
from device.table import events as ev
from device.table.draft import Draft
from device.table.vocabulary import IncidentKind, Origin, Phase, Refusal


def report_face_up(draft: Draft, command: cmd.Report) -> None:
    """The card that leaves next lies face up: it is known by its number, however long it must wait for its place."""
    state = draft.state
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER):
        draft.refuse("report", Refusal.NO_SHOE, by=command.by)
    else:
        draft.add(ev.FaceUpReported(nth=state.shoe.drawn + 1, by=command.by))


def is_burned_face_up(draft: Draft, card: Card | None, origin: Origin) -> bool:
    """Burn a card that lay face up in the shoe, where the house does (Spain, US): it is no card of any coup.

    Within a burn it is burned as any other, and one that a person named by eye was decided on.
    """
    state = draft.state
    if draft.profile.face_up_in_shoe is not FaceUpInShoe.BURN or not _lay_face_up(draft, origin):
        return False
    if state.phase in (Phase.CLOSED, Phase.SHOE_OVER, Phase.BURNING, Phase.INSPECTION):
        return False
    nth = draft.nth_of(origin)
    draft.add(ev.CardBurned(hidden=card, origin=origin, nth=nth, read=draft.read_of(origin)))
    draft.notice(IncidentKind.FACE_UP_IN_SHOE, nth=nth)
    return True


def _lay_face_up(draft: Draft, origin: Origin) -> bool:
    return bool(draft.state.face_up) and draft.nth_of(origin) in draft.state.face_up


def say_if_face_up(draft: Draft, origin: Origin) -> None:
    """Put on record that the card about to be placed lay face up in the shoe; it is played as any other (Macau)."""
    if _lay_face_up(draft, origin):
        draft.notice(IncidentKind.FACE_UP_IN_SHOE, nth=draft.nth_of(origin))
