"""Colours as themes: a scene names inks, a theme says what they look like."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from device.rules.outcome import Outcome

Rgb = tuple[int, int, int]


class Ink(enum.Enum):
    """What a colour is for. A scene never names a colour itself."""

    BACKGROUND = "background"
    PANEL = "panel"
    PANEL_EDGE = "panel-edge"
    KEY = "key"  # what can be touched
    KEY_EDGE = "key-edge"
    DISABLED = "disabled"  # words on a key that does nothing now
    TEXT = "text"
    MUTED = "muted"
    PLAYER = "player"
    ON_PLAYER = "on-player"
    BANKER = "banker"
    ON_BANKER = "on-banker"
    TIE = "tie"
    ON_TIE = "on-tie"
    CALL = "call"  # the players' turn: bets are open
    ON_CALL = "on-call"
    NOTICE = "notice"  # bets are closed, the last hand
    ON_NOTICE = "on-notice"
    ALARM = "alarm"  # dealing is stopped; amber and never red, which is Banker here
    ON_ALARM = "on-alarm"
    WINNER = "winner"
    PAPER = "paper"
    PAPER_LINE = "paper-line"
    PAPER_TEXT = "paper-text"
    ROAD_RED = "road-red"  # lines on paper: Banker's wins, and the red marks of derived roads
    ROAD_BLUE = "road-blue"
    ROAD_GREEN = "road-green"  # ties
    CARD = "card"
    CARD_EDGE = "card-edge"
    CARD_RED = "card-red"
    CARD_BLACK = "card-black"
    CARD_GOLD = "card-gold"
    CARD_BLUE = "card-blue"
    CARD_SKIN = "card-skin"
    CARD_SHADE = "card-shade"  # skin and hair where the light does not fall
    BACK = "back"
    BACK_LINE = "back-line"


ON = {
    Ink.BACKGROUND: Ink.TEXT,
    Ink.PANEL: Ink.TEXT,
    Ink.KEY: Ink.TEXT,
    Ink.PLAYER: Ink.ON_PLAYER,
    Ink.BANKER: Ink.ON_BANKER,
    Ink.TIE: Ink.ON_TIE,
    Ink.CALL: Ink.ON_CALL,
    Ink.NOTICE: Ink.ON_NOTICE,
    Ink.ALARM: Ink.ON_ALARM,
    Ink.WINNER: Ink.ON_ALARM,
    Ink.PAPER: Ink.PAPER_TEXT,
}
"""The ink to write with on an ink that fills an area."""


INKS = {Outcome.PLAYER: Ink.PLAYER, Outcome.BANKER: Ink.BANKER, Outcome.TIE: Ink.TIE}
"""The colour of each result, and of each hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A name to ask for it by, and a colour for every ink."""

    name: str
    colours: Mapping[Ink, Rgb]

    def __getitem__(self, ink: Ink) -> Rgb:
        return self.colours[ink]


def rgb(text: str) -> Rgb:
    """A colour from ``#RRGGBB``."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


_STANDARD = {
    Ink.BACKGROUND: "#0B0E14",
    Ink.PANEL: "#181D27",
    Ink.PANEL_EDGE: "#343C4B",
    Ink.KEY: "#2C3647",
    Ink.KEY_EDGE: "#56647D",
    Ink.DISABLED: "#667084",
    Ink.TEXT: "#F2F4F8",
    Ink.MUTED: "#A3ADBD",
    Ink.PLAYER: "#0054C8",
    Ink.ON_PLAYER: "#FFFFFF",
    Ink.BANKER: "#C81616",
    Ink.ON_BANKER: "#FFFFFF",
    Ink.TIE: "#00794A",
    Ink.ON_TIE: "#FFFFFF",
    Ink.CALL: "#F2F4F8",
    Ink.ON_CALL: "#10141C",
    Ink.NOTICE: "#3A2B00",
    Ink.ON_NOTICE: "#FFC247",
    Ink.ALARM: "#FFB000",
    Ink.ON_ALARM: "#14110A",
    Ink.WINNER: "#FFD23F",
    Ink.PAPER: "#F7F8FA",
    Ink.PAPER_LINE: "#CDD3DC",
    Ink.PAPER_TEXT: "#10141C",
    Ink.ROAD_RED: "#C81616",
    Ink.ROAD_BLUE: "#0054C8",
    Ink.ROAD_GREEN: "#00794A",
    Ink.CARD: "#FDFDFB",
    Ink.CARD_EDGE: "#B9BEC7",
    Ink.CARD_RED: "#C81420",
    Ink.CARD_BLACK: "#14161B",
    Ink.CARD_GOLD: "#E9B233",
    Ink.CARD_BLUE: "#2A4FA3",
    Ink.CARD_SKIN: "#F6DFC4",
    Ink.CARD_SHADE: "#DDB88F",
    Ink.BACK: "#3A2450",
    Ink.BACK_LINE: "#D2B268",
}

# Okabe and Ito's palette: blue, vermillion and bluish green stay apart for every common kind of colour vision.
_OKABE_ITO = _STANDARD | {
    Ink.PLAYER: "#0072B2",
    Ink.BANKER: "#D55E00",
    Ink.ON_BANKER: "#0B0E14",
    Ink.TIE: "#009E73",
    Ink.ON_TIE: "#0B0E14",
    Ink.ALARM: "#F0E442",
    Ink.WINNER: "#F0E442",
    Ink.ON_NOTICE: "#F0E442",
    Ink.ROAD_RED: "#C75300",
    Ink.ROAD_BLUE: "#0072B2",
    Ink.ROAD_GREEN: "#007A58",
}

_HIGH_CONTRAST = _STANDARD | {
    Ink.BACKGROUND: "#000000",
    Ink.PANEL: "#000000",
    Ink.PANEL_EDGE: "#FFFFFF",
    Ink.KEY: "#1C1C1C",
    Ink.KEY_EDGE: "#FFFFFF",
    Ink.DISABLED: "#8C8C8C",
    Ink.TEXT: "#FFFFFF",
    Ink.MUTED: "#E4E8EE",
    Ink.PLAYER: "#6DB6FF",
    Ink.ON_PLAYER: "#000000",
    Ink.BANKER: "#FF6B6B",
    Ink.ON_BANKER: "#000000",
    Ink.TIE: "#4BE08F",
    Ink.ON_TIE: "#000000",
    Ink.CALL: "#FFFFFF",
    Ink.ON_CALL: "#000000",
    Ink.NOTICE: "#000000",
    Ink.ON_NOTICE: "#FFE100",
    Ink.ALARM: "#FFE100",
    Ink.ON_ALARM: "#000000",
    Ink.WINNER: "#FFE100",
    Ink.PAPER: "#FFFFFF",
    Ink.PAPER_LINE: "#8A8F98",
    Ink.PAPER_TEXT: "#000000",
    Ink.ROAD_RED: "#A8000C",
    Ink.ROAD_BLUE: "#003C96",
    Ink.ROAD_GREEN: "#005A2B",
    Ink.CARD: "#FFFFFF",
    Ink.CARD_RED: "#C00010",
    Ink.CARD_BLACK: "#000000",
    Ink.BACK: "#202020",
    Ink.BACK_LINE: "#FFFFFF",
}

THEMES = {
    name: Theme(name=name, colours={ink: rgb(colour) for ink, colour in colours.items()})
    for name, colours in (("standard", _STANDARD), ("okabe-ito", _OKABE_ITO), ("high-contrast", _HIGH_CONTRAST))
}
"""The themes by name; every theme has a colour for every ink."""


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2 defines it; 4.5 reads well, 3 does for large letters."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        value / 255 / 12.92 if value / 255 <= 0.03928 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
