"""What the panel itself remembers, what happens to it, and what it wants done. Pure values; `step` joins them.

A PIN stands in a field without a repr, as long as it is being typed, and goes with the line that carries it.
"""

import enum
import math
from dataclasses import dataclass, field

from device.rules.card import Card
from device.screen.dealer.targets import Action, Page, Task
from device.screen.showing.subscription import Reason
from device.screen.view import StaffView


class Need(enum.Enum):
    """What a task still has to be told; each task has an order of its own in which it asks."""

    WHAT = "what"
    COUP = "coup"
    EXPOSED = "exposed"
    OPTION = "option"
    COUNT = "count"
    CARD = "card"
    HANDS = "hands"
    REASON = "reason"
    SIGN = "sign"
    SECOND = "second"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Something the panel says for a while: a key of the catalogue with what fills its places.

    `text` is the table's own sentence, shown where the catalogue has no words for the key; both empty: silence.
    """

    key: str = ""
    text: str = ""
    values: tuple[tuple[str, str], ...] = ()


SILENCE = Said()


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """Somebody whose PIN was right, for as long as the table says; the token is the table's and is never shown."""

    name: str
    roles: tuple[str, ...]
    token: str = field(repr=False)
    signed_s: float = 0.0
    """When they last proved who they are, or last signed something."""


class Stage(enum.Enum):
    """What somebody who proves who they are does at this moment."""

    LIST = "list"
    """Choose a name of those who were here lately."""
    SPELL = "spell"
    """Spell a name on the letters."""
    PIN = "pin"
    NEW_PIN = "new-pin"
    AGAIN = "again"
    """The new PIN once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningIn:
    """Somebody proves who they are: a name or a badge, then a PIN; or changes the PIN, when `changes` is set."""

    stage: Stage = Stage.LIST
    name: str = ""
    badge: str = field(default="", repr=False)
    typed: str = field(default="", repr=False)
    """Letters of a name, or digits of a PIN."""
    changes: bool = False
    pin: str = field(default="", repr=False)
    new_pin: str = field(default="", repr=False)
    wait_until_s: float = 0.0
    """The table looks at no PIN of this person before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Cards being put in by eye: six places (Player 1 to 3, Banker 1 to 3), or one; `at` is where the next one goes."""

    cards: tuple[Card | None, ...] = (None,)
    at: int = 0
    rank: str = ""
    """The rank of a card whose suit is still to be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A task under way: what it knows, who signs it, and what is being typed for the first thing it still needs."""

    task: Task
    given: tuple[tuple[str, str], ...] = ()
    """What is known, in the order in which it was said."""
    fixed: int = 0
    """So many of these were known when it began, or follow from the table: no step back takes them away."""
    ground: str = ""
    """What it is about, as `errands.ground` spells it; when that is gone there is nothing left to do."""
    by: str = ""
    second: str = ""
    """Who signs it, by name; the sessions are the panel's."""
    asks_anew: bool = False
    """Whether the name is asked for though somebody who is signed in might do."""
    signing: SigningIn | None = None
    draft: Draft | None = None
    typed: str = ""
    """A reason in one's own words."""
    scroll: int = 0
    trouble: Said = SILENCE
    """Why the table refused; the errand stays, so that it can be mended."""
    waits_for: str | None = None
    """The id of the line whose answer it waits for."""

    def value(self, key: str) -> str | None:
        """What is known under this key."""
        return next((value for known, value in self.given if known == key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wedge:
    """What a badge reader that types has typed so far: keys that came faster than fingers."""

    text: str = field(default="", repr=False)
    last_s: float = 0.0
    held: tuple["KeyPressed", ...] = ()
    """Keys of it that have had no effect yet: it may be a badge, whose letters mean nothing by themselves."""
    before: Errand | None = None
    """The task as it was before the first of these keys, and `lines` how many lines had been sent."""
    lines: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelState:
    """The panel besides the view: the page that is open and the errand under way, who is signed in, the last note."""

    page: Page = Page.HOME
    coup: int | None = None
    scroll: int = 0
    errand: Errand | None = None
    shelved: Errand | None = None
    """An errand that was left for the first page; begun again soon, it goes on where it was."""
    shelved_s: float = 0.0
    """When it was left."""
    people: tuple[SignedIn, ...] = ()
    recent: tuple[str, ...] = ()
    """Names that were signed in since the start, newest first, so that nobody has to spell theirs twice."""
    language: str | None = None
    """The language that somebody chose on the panel; None: the settings'."""
    note: Said = SILENCE
    note_until_s: float = 0.0
    reads: int | None = None
    """The view's `reads` as it last was; None before the first view."""
    read_until_s: float = 0.0
    """Until when the panel says that a card was read: for a while after `reads` went up."""
    undo: str = ""
    """The press that can be taken back, as the view last named it."""
    undo_until_s: float = 0.0
    pressed: tuple[tuple[str, str], ...] = ()
    """Presses whose answer is still to come: id and button."""
    last_press: str = ""
    """The button of the table that was pressed last, and when."""
    last_press_s: float = 0.0
    lines: int = 0
    """Lines sent so far; the next one's id follows from it."""
    connected: bool = True
    touched_s: float = 0.0
    """When somebody last did something."""
    moved_s: float = -math.inf
    """When the page last changed under the hands, and whether the table did that."""
    moved_by_table: bool = False
    wedge: Wedge = field(default_factory=Wedge)


START = PanelState()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The table's newest view came, or the reason why there is none."""

    shown: StaffView | Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """Somebody did something on the glass that means an action."""

    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPressed:
    """A key of a keyboard, a numeric keypad, or a badge reader that types. Never in a repr: it may be of a PIN.

    `key` is the letter or digit itself, or one of ``enter escape backspace left right up down f1`` … ``f12``;
    `keypad`: it is one of the block of digits at the side.
    """

    key: str = field(repr=False)
    keypad: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The table answered the line with this id; `fields` is the whole answer.

    `lost`: the connection went before the answer, so nobody knows whether it was done.
    """

    id: str
    ok: bool
    why: str = ""
    refusal: str = ""
    fields: tuple[tuple[str, object], ...] = field(default=(), repr=False)
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked:
    """Time went by."""


PanelInput = Seen | Touched | KeyPressed | Answered | Ticked


class Wire(enum.Enum):
    """The two sockets on which the panel speaks: signed orders, and presses that nobody signs."""

    STAFF = "staff"
    PANEL = "panel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Send one line to the table; the answer comes back as `Answered` with the same id."""

    wire: Wire
    line: dict[str, object] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Make the panel's own sound: ``click`` for a touch that counts, ``refused`` for one that the table refused."""

    cue: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeVolume:
    """Louder (1), softer (-1), or mute and back (0); alarms keep their least loudness."""

    by: int


PanelEffect = Say | Sound | ChangeVolume
