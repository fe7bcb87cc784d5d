"""What the panel says of itself, in the language of whoever stands at it. Pure."""

from device.screen.dealer.state import PanelState, Said
from device.screen.view import StaffView
from device.words import Words


def say(said: Said, words: Words, view: StaffView | None = None) -> str:
    """In this language's words, else in the table's own; empty for silence. The hands are called as the view has it."""
    names = words.names("", "") if view is None else words.names(view.names.player, view.names.banker)
    hands = {"player": names.player, "banker": names.banker}
    return words.optional(said.key, **(hands | dict(said.values))) or said.text


def note(state: PanelState, words: Words, now_s: float, view: StaffView | None = None) -> str:
    """What the panel says at this moment below everything else; empty when it has nothing to say."""
    return say(state.note, words, view) if now_s < state.note_until_s else ""
