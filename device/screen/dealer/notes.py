"""What the panel says of itself, in the language of whoever stands at it. Pure."""

from device.screen.dealer.state import PanelState, Said
from device.words import Words


def say(said: Said, words: Words) -> str:
    """In this language's words, else in the table's own; empty for silence."""
    return words.optional(said.key, **dict(said.values)) or said.text


def note(state: PanelState, words: Words, now_s: float) -> str:
    """What the panel says at this moment below everything else; empty when it has nothing to say."""
    return say(state.note, words) if now_s < state.note_until_s else ""
