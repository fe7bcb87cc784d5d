"""What can be touched on the panel, and what a touch there means. Pure."""

import enum
from dataclasses import dataclass, field

from device.screen.look.shapes import Box, Scene


class Page(enum.Enum):
    """The pages of the panel that only show something; what is being done (an `Errand`) has pages of its own."""

    HOME = "home"
    MENU = "menu"
    PAYS = "pays"
    RECALL = "recall"
    ERRORS = "errors"
    ABOUT = "about"
    SOUND = "sound"
    LANGUAGE = "language"


class Task(enum.Enum):
    """What staff do on the panel besides the four buttons; each asks for what it needs, then for who signs it."""

    SHOE = "shoe"
    END_SHOE = "end-shoe"
    DEALER = "dealer"
    FREE = "free"
    ENTER = "enter"
    RESOLVE = "resolve"
    VOID = "void"
    CORRECT = "correct"
    PAUSE = "pause"
    REPORT = "report"
    ACKNOWLEDGE = "acknowledge"
    SIGN_IN = "sign-in"
    """Nothing but a name and a PIN, so that what follows needs only touches; a badge read on any page begins it."""
    SIGN_OUT = "sign-out"
    CHANGE_PIN = "change-pin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A press of a button of the table: ``bets show call player tie banker undo lamp-test``; nobody signs it."""

    button: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Go to a page; `coup` on the recall: the one to look at."""

    page: Page
    coup: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """Begin a task; what is known already (an option, a coup) stands in `given`, as fields of the order."""

    task: Task
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """One letter, digit, rank or suit on a pad. Never in a repr: it may be a digit of a PIN."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """One line of a list: an option, a reason, a name, a language, a step of the volume."""

    value: str


class Go(enum.Enum):
    """The plain steps on every page."""

    BACK = "back"
    HOME = "home"
    ERASE = "erase"
    ACCEPT = "accept"
    EARLIER = "earlier"
    LATER = "later"


Action = Press | Open | Begin | Type | Choose | Go


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An area that can be touched; `hold`: only a press of 1.5 s counts, since what it does cannot be taken back."""

    box: Box
    action: Action
    hold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPicture:
    """A whole picture of the panel and what can be touched in it; targets never overlap."""

    scene: Scene
    targets: tuple[Target, ...]

    def target_at(self, x: int, y: int) -> Target | None:
        """What lies under a finger at these pixels of the picture; None: nothing."""
        for target in self.targets:
            box = target.box
            if box.x <= x < box.right and box.y <= y < box.bottom:
                return target
        return None
