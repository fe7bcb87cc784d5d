"""What a scene is made of: flat, frozen values in pixels, so that a picture can be tested without drawing it."""

import enum
from dataclasses import dataclass

from device.roads import Mark
from device.rules.card import Card
from device.rules.outcome import Outcome
from device.screen.look.theme import Ink


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, from the top left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column of pixels to its right."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row of pixels below it."""
        return self.y + self.h

    def inset(self, dx: int, dy: int | None = None) -> "Box":
        """The same box, smaller by `dx` at both sides and `dy` (default: `dx`) at top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, max(0, self.w - 2 * dx), max(0, self.h - 2 * dy))


class Align(enum.Enum):
    """Where a text stands in its box, from left to right; from top to bottom it is always in the middle."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """An area in one ink, with rounded corners and an edge if wanted."""

    box: Box
    ink: Ink
    radius: int = 0
    edge: Ink | None = None
    edge_width: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A line of text, centred by the height of its capitals. `size` is the font's, in pixels.

    A text that is wider than its box is drawn smaller, and cut with an ellipsis when that does not help: names come
    from people. The catalogues' own words fit without (tests/screen).
    """

    box: Box
    text: str
    size: int
    ink: Ink
    bold: bool = True
    align: Align = Align.CENTRE


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Text over several lines, broken between words (Chinese: between any two characters) to the width of its box.

    `size` is the font's in pixels; a text that is too long for its box is drawn smaller, down to the painter's least
    size, and cut with an ellipsis when that does not help. `top`: from the top of the box, else in its middle.
    """

    box: Box
    text: str
    size: int
    ink: Ink
    bold: bool = False
    align: Align = Align.LEFT
    top: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A card lying face up; `turned` lies a quarter turn, as a third card does, and the box is wide then.

    `part` below 1 is a card that is being turned over: from 0, its back, over its edge at a half, to its face.
    """

    box: Box
    card: Card
    turned: bool = False
    part: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """A card lying face down."""

    box: Box
    turned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An empty place for a card; `due` marks the one that the next card goes to."""

    box: Box
    due: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bead:
    """A result on the bead plate: never by colour alone, so it carries a letter; dots at two corners mark pairs."""

    box: Box
    outcome: Outcome
    letter: str
    player_pair: bool = False
    banker_pair: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadWin:
    """A win on the big road: a ring in the winner's colour, Player's with a dot in it, a slash for ties after it.

    `winner` is None for ties before the first win. From two ties on their number stands at the slash's upper end.
    """

    box: Box
    winner: Outcome | None
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False


class MarkLook(enum.Enum):
    """How the marks of a derived road are drawn."""

    RING = "ring"
    DISC = "disc"
    SLASH = "slash"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadMark:
    """A mark of a derived road or of the ask road; a blue one has a dot in it, so that colour alone says nothing."""

    box: Box
    mark: Mark
    look: MarkLook


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A ruled area of equal cells; `box` is columns × rows of them exactly."""

    box: Box
    columns: int
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A solid triangle pointing to a hand's side."""

    box: Box
    ink: Ink
    to_left: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """A small round light with a tick (well) or a cross (not well) in it: never by colour alone."""

    box: Box
    well: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Watermark:
    """A word across the whole picture, pale and slanting, over everything else."""

    box: Box
    text: str
    size: int


class Symbol(enum.Enum):
    """Small drawings that mean the same in every language."""

    MENU = "menu"
    BELL = "bell"
    BACK = "back"
    ERASE = "erase"
    UNDO = "undo"
    TICK = "tick"
    CROSS = "cross"
    PERSON = "person"
    GLOBE = "globe"
    SOUND = "sound"
    MUTE = "mute"
    LAMP = "lamp"
    NETWORK = "network"
    POWER = "power"
    CARDS = "cards"
    EYE = "eye"
    PEN = "pen"
    STOP = "stop"
    PAUSE = "pause"
    PLUS = "plus"
    LIST = "list"
    CHIP = "chip"
    INFO = "info"
    WARNING = "warning"
    KEY = "key"
    EXIT = "exit"
    FREE = "free"
    SWAP = "swap"
    FLAG = "flag"
    UP = "up"
    DOWN = "down"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """A symbol, as large as it fits into its box."""

    box: Box
    symbol: Symbol
    ink: Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """An area that fills from the left: `part` (0 to 1) of it is in `ink`, the rest left as it is."""

    box: Box
    part: float
    ink: Ink
    radius: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Veil:
    """Everything under it is darker by `part`, 0 to 1."""

    box: Box
    part: float


Shape = (
    Fill
    | Label
    | Paragraph
    | Face
    | Back
    | Place
    | Bead
    | RoadWin
    | RoadMark
    | Grid
    | Arrow
    | Light
    | Icon
    | Progress
    | Veil
    | Watermark
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One whole picture: its size in pixels and its shapes, drawn in order over the theme's background."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
