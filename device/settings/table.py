"""The settings of one table, as the file table.toml holds them; every field has a default that works."""

import enum
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from device.rules.bets import is_stake
from device.rules.wagers import Wager
from device.settings.cards import CardsSettings, FilePath
from device.settings.panel import PanelSettings
from device.settings.reader import ReaderSettings
from device.settings.sound import SoundSettings

LIMITED = ("main", *(wager.value for wager in Wager))

_AMOUNT = {"accepts": lambda amount: amount >= 0, "allowed": 'an exact amount of at least 0, as "10.00"'}

MOST_STAKES = 12
"""More lines than a panel shows at a glance."""

COUNTDOWN_S = (5, 180)
"""The shortest and the longest time after which bets close by themselves."""


def _are_stakes(amounts: tuple[Decimal, ...]) -> bool:
    once = len(set(amounts)) == len(amounts)
    return once and all(is_stake(amount) for amount in amounts)


_STAKES = {
    "accepts": _are_stakes,
    "allowed": f'a list of at most {MOST_STAKES} stakes above 0 with at most two decimals, each once, as ["25", "100"]',
}
_COUNTDOWN = {
    "accepts": lambda seconds: seconds == 0 or COUNTDOWN_S[0] <= seconds <= COUNTDOWN_S[1],
    "allowed": f"0 (off), or whole seconds from {COUNTDOWN_S[0]} to {COUNTDOWN_S[1]}",
}

Amount = Annotated[Decimal, Meta(extra=_AMOUNT)]
Mode = Annotated[
    str, Meta(pattern="^0?[0-7]{3}$", extra={"allowed": 'file permissions in octal, in quotes, as "0660"'})
]
Group = Annotated[
    str, Meta(pattern="^[a-z_][a-z0-9_-]{0,31}$", extra={"or": "off", "allowed": "a group of this machine"})
]
Colour = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$", extra={"allowed": 'red, green and blue as "#0054C8"'})]


class Language(enum.Enum):
    """The languages there are words for."""

    ENGLISH = "en"
    SPANISH = "es"
    PORTUGUESE = "pt"
    CHINESE_SIMPLIFIED = "zh-Hans"
    CHINESE_TRADITIONAL = "zh-Hant"


class Theme(enum.Enum):
    """The screens' colours."""

    STANDARD = "standard"
    OKABE_ITO = "okabe-ito"
    HIGH_CONTRAST = "high-contrast"


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The least and the most a person may stake on a wager; ``main`` is Player and Banker together."""

    wager: Annotated[
        str, Meta(extra={"accepts": LIMITED.__contains__, "allowed": f"main or a wager: {', '.join(LIMITED[1:])}"})
    ]
    min: Amount
    max: Amount


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the table is called and shows of itself."""

    name: Annotated[str, Meta(min_length=1, max_length=40)] = "BAC 1"
    language: Language = Language.SPANISH
    limits: tuple[Limit, ...] = ()
    usual_stakes: Annotated[tuple[Decimal, ...], Meta(max_length=MOST_STAKES, extra=_STAKES)] = tuple(
        map(Decimal, ("25", "50", "100", "200", "500", "1000"))
    )
    """Stakes whose commission the dealer's panel lists after a Banker win."""
    countdown_s: Annotated[int, Meta(extra=_COUNTDOWN)] = 0
    """After how many seconds of open bets the table closes them by itself; 0: it does not."""


class ArchivePeriod(enum.Enum):
    """After which period of the calendar the record goes on in a new file."""

    NEVER = "never"
    DAY = "day"
    WEEK = "week"
    """From Monday."""
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class JournalSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record."""

    path: FilePath = Path("journal.sqlite3")
    """The record's file; the key that signs it is made beside it at first use, with ``.key`` after its name."""
    archive: ArchivePeriod = ArchivePeriod.MONTH
    """When a new file is begun, between two shoes; the ended one goes into the folder ``archive`` beside it."""


class StaffSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The people of the table."""

    path: FilePath = Path("staff.sqlite3")
    """The file of people, which `zapato staff` makes and keeps; badges' key beside it, with ``.key`` after its name."""


class FeedSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sockets that screens, staff and the dealer's touch panel connect to, and who may."""

    public: FilePath = Path("public.sock")
    public_group: Group | None = None
    public_mode: Mode = "0660"
    staff: FilePath = Path("staff.sock")
    staff_group: Group | None = None
    staff_mode: Mode = "0660"
    panel: FilePath = Path("panel.sock")
    """What is pressed on a touch panel comes in here; who may open it may press, and nobody is asked for a name."""
    panel_group: Group | None = None
    panel_mode: Mode = "0600"

    @property
    def public_permissions(self) -> int:
        """The public socket's mode as the system takes it."""
        return int(self.public_mode, 8)

    @property
    def staff_permissions(self) -> int:
        """The staff socket's mode as the system takes it."""
        return int(self.staff_mode, 8)

    @property
    def panel_permissions(self) -> int:
        """The panel socket's mode as the system takes it."""
        return int(self.panel_mode, 8)


class ScreenSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The windows."""

    language: Annotated[Language, Meta(extra={"or": "table"})] | None = None
    """None (``table`` in the file): the table's."""
    second_language: Annotated[Language, Meta(extra={"or": "off"})] | None = None
    """Small beside the first, on the players' screen; None (``off`` in the file): none."""
    theme: Theme = Theme.STANDARD
    reduced_motion: bool = False
    """Nothing moves: no turning cards, no celebrated result."""
    burn_in_shift: bool = True
    """Whether the whole picture moves by a pixel or two every minute, so that nothing burns in."""
    dim: Annotated[int, Meta(ge=0, le=90)] = 60
    """By how many percent the screens are darker while the table is closed."""
    rules_page_s: Annotated[int, Meta(ge=0, le=120)] = 12
    """How long the players' screen shows the rules and the paytable before the shoe's first hand; 0: never."""
    mirror: bool = False
    """Whether the dealer's panel shows Banker at the left: as a dealer sees the table from behind it."""
    collection_reminder: bool = False
    """Whether the panel reminds of the order of collecting and paying, from left to right."""
    size: (
        Annotated[
            str,
            Meta(pattern="^[0-9]{3,4}x[0-9]{3,4}$", extra={"or": "full", "allowed": "width and height as 1920x1080"}),
        ]
        | None
    ) = None
    """Width and height in pixels; None (``full`` in the file): the whole screen."""
    display: Annotated[int, Meta(ge=1, le=16, extra={"or": "any"})] | None = None
    """Which display of several, from 1; None (``any`` in the file): the first, as the system counts."""
    framebuffer_acceleration: bool = False
    """Whether SDL pushes pictures through the graphics driver; without one that is slower and takes 100 MB more."""
    colours: dict[str, Colour] = {}
    """A house's own colours over the theme's, each by the name of its ink; which inks there are the screen says."""
    sound: SoundSettings = SoundSettings()

    @property
    def pixels(self) -> tuple[int, int] | None:
        """Width and height; None: the whole screen."""
        if self.size is None:
            return None
        width, _, height = self.size.partition("x")
        return int(width), int(height)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that table.toml may say. Paths are absolute when read from a file."""

    profile: Annotated[str, Meta(min_length=1, extra={"allowed": "the name of a profile, or the path of its file"})] = (
        "live"
    )
    """A shipped profile's name, or the path of a site's own file."""
    production: bool = False
    """Whether real games are played here: then nothing simulated may come in."""
    demo: bool = False
    """Whether every screen says that this is a demonstration."""
    table: TableSettings = TableSettings()
    reader: ReaderSettings = ReaderSettings()
    cards: CardsSettings = CardsSettings()
    journal: JournalSettings = JournalSettings()
    staff: StaffSettings = StaffSettings()
    feed: FeedSettings = FeedSettings()
    panel: PanelSettings = PanelSettings()
    screen: ScreenSettings = ScreenSettings()

    @property
    def screen_language(self) -> Language:
        """The language of the screens."""
        return self.screen.language or self.table.language
