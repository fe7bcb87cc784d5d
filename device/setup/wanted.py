"""What the set-up wants next: an answer of a person, or a deed with the machine; and what comes back of a deed."""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from device.settings import PanelSettings, Settings
from device.settings.reader_choice import ReaderChoice
from device.staff.people import Role

Figures = Mapping[str, str | int]


class WrongError(Exception):
    """An answer that cannot be; `key` is the sentence that says why and what can."""

    def __init__(self, key: str, **figures: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.figures = figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Something to be told; `wrong`: an answer was not taken, or a deed did not succeed."""

    key: str
    figures: Figures = field(default_factory=dict)
    wrong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One of several answers: what stands in the settings, and the sentence that says what it is."""

    value: str
    key: str = ""
    """Empty: the value says it."""
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something asked of a person. An empty answer is `now`, where there is one."""

    key: str
    """The sentence, and the name by which a file of answers answers it."""
    now: str | None = None
    options: tuple[Option, ...] = ()
    read: Callable[[str], str] = str
    """Makes the answer what is kept, or raises WrongError."""
    secret: bool = False
    alone: str | None = None
    """The answer where nobody sits there and no file says one; None: `now`."""
    figures: Figures = field(default_factory=dict)


# Deeds, each with what comes back of it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """The settings' file with another text; `before` None: there was none. Gives `Saved` or `NotSaved`."""

    before: str | None
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The file says so now, on the disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSaved:
    """The file is as it was, or as somebody else made it meanwhile: `text` then."""

    says: str
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtProfile:
    """House rules by name or path. Gives `ProfileSeen` or `Failed`."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSeen:
    """House rules that can be played by."""

    title: str
    training: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IsTableStopped:
    """Whether reader and pins are free. Gives `Done`, or `Failed` with who has them and how to stop it."""

    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class FindReaders:
    """Ask the ports, all or the one named; `listen_s`: wait so long for a card. Gives `ReadersSeen`."""

    port: str | None = None
    listen_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSeen:
    """A reader behind a port, with a sentence about it."""

    choice: ReaderChoice
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadersSeen:
    """The readers, and a sentence for each port without one."""

    found: tuple[ReaderSeen, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchForCard:
    """Wait for a card at the reader, as the table would read it. Gives `CardSeen` or `Failed`."""

    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeen:
    """A card came; `code` is what the reader said, `card` its face where the code tells one."""

    code: str
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LightLamp:
    """This lamp alone, or none (empty). Gives `Done` or `Failed`."""

    panel: PanelSettings
    lamp: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchForPress:
    """Wait for any button. Gives `Pressed` or `Failed`."""

    panel: PanelSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """The button that was pressed."""

    button: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePins:
    """Put all lamps out and give the pins back. Gives `Done`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTestPicture:
    """A picture on the display for some seconds. Gives `Done` with what was opened, or `Failed`."""

    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTestSound:
    """The sounds, as loud as set. Gives `Done` or `Failed`."""

    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPeople:
    """Who is in the file of people. Gives `PeopleSeen` or `Failed`."""

    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeen:
    """Somebody of the staff."""

    name: str
    roles: tuple[Role, ...]
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleSeen:
    """Everybody; none where there is no file yet."""

    people: tuple[PersonSeen, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """Somebody new, with a PIN of their own or (empty) a one-time one. Gives `PersonAdded` or `Failed`."""

    path: Path
    name: str
    role: Role
    pin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAdded:
    """In the file; `one_time_pin` is shown once and kept nowhere."""

    name: str
    one_time_pin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckProduction:
    """Everything that keeps a table in production from starting. Gives `Checked`."""

    settings: Settings
    """As they would be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What must be mended, and what staff should know."""

    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Tool(enum.Enum):
    """Another command that the set-up may run."""

    RECOVERY = "recovery"
    """Makes the recovery key and prints it."""
    DOCTOR = "doctor"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTool:
    """Run another command of this program, seen by whoever sits there. Gives `Done` or `Failed`."""

    tool: Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """It was done; a sentence about it, where there is more to say."""

    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """It could not be done: a sentence with the remedy."""

    says: str


Deed = (
    Save
    | LookAtProfile
    | IsTableStopped
    | FindReaders
    | WatchForCard
    | LightLamp
    | WatchForPress
    | ReleasePins
    | ShowTestPicture
    | PlayTestSound
    | ListPeople
    | AddPerson
    | CheckProduction
    | RunTool
)
Result = (
    Saved
    | NotSaved
    | ProfileSeen
    | ReadersSeen
    | CardSeen
    | Pressed
    | PeopleSeen
    | PersonAdded
    | Checked
    | Done
    | Failed
)
Wanted = Question | Deed
