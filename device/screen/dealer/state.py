"""What the panel itself remembers, what happens to it, and what it wants done. Pure values; `step` joins them."""

import enum
from dataclasses import dataclass, field

from device.screen.dealer.targets import Action, Page, Task
from device.screen.showing.subscription import Reason
from device.screen.view import StaffView


class Need(enum.Enum):
    """What a task still has to be told, in the order in which it is asked."""

    COUP = "coup"
    WHAT = "what"
    OPTION = "option"
    CARD = "card"
    HANDS = "hands"
    EXPOSED = "exposed"
    REASON = "reason"
    SIGN = "sign"
    SECOND = "second"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """Somebody whose PIN was right, for as long as the table says; the token is the table's and is never shown."""

    name: str
    roles: tuple[str, ...]
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A task under way: what it knows, what it still needs, and what is being typed for the first of these needs."""

    task: Task
    given: tuple[tuple[str, str], ...] = ()
    needs: tuple[Need, ...] = ()
    typed: str = field(default="", repr=False)
    trouble: str = ""
    """Why the table refused, in its words; the errand stays, so that it can be mended."""
    waits_for: str | None = None
    """The id of the line whose answer it waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelState:
    """The panel besides the view: the page that is open and the errand under way, who is signed in, the last note."""

    page: Page = Page.HOME
    coup: int | None = None
    scroll: int = 0
    errand: Errand | None = None
    people: tuple[SignedIn, ...] = ()
    recent: tuple[str, ...] = ()
    """Names that were signed in since the start, newest first, so that nobody has to spell theirs twice."""
    language: str | None = None
    """The language that somebody chose on the panel; None: the settings'."""
    note: str = ""
    note_until_s: float = 0.0
    undo_until_s: float = 0.0


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
    """A key of a keyboard, a numeric keypad, or a badge reader that types.

    `key` is the letter or digit itself, or one of ``enter escape backspace left right up down f1`` … ``f12``.
    """

    key: str
    keypad: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The table answered the line with this id; `fields` is the whole answer, None when the connection went first."""

    id: str
    ok: bool
    why: str = ""
    refusal: str = ""
    fields: tuple[tuple[str, object], ...] = field(default=(), repr=False)


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
