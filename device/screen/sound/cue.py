"""Everything a screen can say by ear, as closed sets: the cues and the classes that have a volume of their own."""

import enum


class CueClass(enum.Enum):
    """What has one volume; the value is its key in the settings."""

    CALLS = "calls"
    """What the table announces: bets open and closed, the countdown, the last hand."""
    RESULTS = "results"
    ALARMS = "alarms"
    """What is wrong or waits for a person; never silent."""
    TOUCHES = "touches"
    """The answers to a hand: a key that was pressed, a card that was read."""


class Cue(enum.Enum):
    """One sound; the value is its name on the command line. They stand in the order of their classes."""

    PLACE_YOUR_BETS = "place-your-bets"
    NO_MORE_BETS = "no-more-bets"
    """After it no bet counts (004 §2.1.6), so players must know it by ear."""
    TEN_SECONDS = "ten-seconds"
    """Ten seconds of the countdown are left."""
    TICK = "tick"
    """One of the countdown's last five seconds."""
    LAST_HAND = "last-hand"

    PLAYER_WINS = "player-wins"
    BANKER_WINS = "banker-wins"
    TIE = "tie"
    NATURAL = "natural"

    ERROR = "error"
    """The table is held: a card drawn in error, or whatever else a person has to decide."""
    SUPERVISOR = "supervisor"
    """The supervisor was called."""
    LOST = "lost"
    """The reader is lost, or the dealer's panel has lost the table."""
    REFUSED = "refused"
    """A press that the table does not take."""

    CLICK = "click"
    """A key of the panel was touched."""
    READ = "read"
    """A card was read."""

    @property
    def kind(self) -> CueClass:
        """The class whose volume it has."""
        return _CLASSES[self]

    @property
    def answers(self) -> bool:
        """Whether it answers a hand: such a sound begins at once, beside whatever else is heard."""
        return self in _ANSWERS


_ALARMS = (Cue.ERROR, Cue.SUPERVISOR, Cue.LOST, Cue.REFUSED)
_TOUCHES = (Cue.CLICK, Cue.READ)
_RESULTS = (Cue.PLAYER_WINS, Cue.BANKER_WINS, Cue.TIE, Cue.NATURAL)
_ANSWERS = (Cue.REFUSED, *_TOUCHES)

_CLASSES = dict.fromkeys(Cue, CueClass.CALLS)
_CLASSES |= dict.fromkeys(_RESULTS, CueClass.RESULTS)
_CLASSES |= dict.fromkeys(_ALARMS, CueClass.ALARMS)
_CLASSES |= dict.fromkeys(_TOUCHES, CueClass.TOUCHES)
