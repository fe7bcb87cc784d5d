"""What pages and tasks of the panel are made of: keys, rows, heads. Pure; measures are those of the 800×480 design.

A `Sheet` collects shapes and targets while a page is laid out, so that a key and the place where it is touched can
never drift apart.
"""

from dataclasses import dataclass, field

from device.screen.dealer.guidance import guidance
from device.screen.dealer.targets import Action, Go, PanelPicture, Target
from device.screen.dealer.touch import NO_FINGERS, Fingers
from device.screen.look.layout import Canvas, Size
from device.screen.look.setting import text_width
from device.screen.look.shapes import (
    Align,
    Box,
    Fill,
    Icon,
    Label,
    Paragraph,
    Progress,
    Scene,
    Shape,
    Symbol,
)
from device.screen.look.theme import ON, Ink
from device.screen.view import StaffView
from device.words import Words

PANEL: Size = (800, 480)
"""A seven-inch touch panel, 154 × 92 mm; other sizes scale."""

_NARROW = 110.0

_BOLD = 1.1
"""How much wider than measured a bold text may be."""

FINGER = 47
"""The least side of a target in the design's pixels: 9 mm on that panel."""

HEAD = 60
"""The height of a page's head; what the page shows stands below it."""

Area = tuple[float, float, float, float]
"""Left, top, width and height in the design's pixels."""


_EDGES = {Ink.KEY: Ink.KEY_EDGE, Ink.NOTICE: Ink.ON_NOTICE}
"""The edges of keys whose face alone may be as dark as what lies around it; the others' are as their faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a key looks: its colour, what is drawn and said on it, and whether it does something now.

    `above`: the symbol stands above the text and not before it; `note` is a small line below the text; `lit` says that
    what it stands for is so already; `two` that two people decide.
    """

    text: str = ""
    symbol: Symbol | None = None
    note: str = ""
    ink: Ink = Ink.KEY
    size: float = 23
    lit: bool = False
    above: bool = False
    two: bool = False
    align: Align = Align.CENTRE


@dataclass(slots=True, kw_only=True)
class Sheet:
    """A page while it is laid out."""

    size: Size
    words: Words
    fingers: Fingers = NO_FINGERS
    now_s: float = 0.0
    at: Canvas = field(init=False)
    shapes: list[Shape] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.at = Canvas.fit(self.size, PANEL)

    def put(self, *shapes: Shape) -> None:
        """Draw these, over what is there."""
        self.shapes.extend(shapes)

    def text(  # noqa: PLR0913 - what a line of text is
        self,
        area: Area,
        text: str,
        size: float,
        *,
        ink: Ink = Ink.TEXT,
        bold: bool = False,
        align: Align = Align.LEFT,
    ) -> None:
        """One line of text; drawn smaller where it is too wide."""
        label = Label(box=self.at.box(*area), text=text, size=self.at.px(size), ink=ink, bold=bold, align=align)
        self.shapes.append(label)

    def prose(  # noqa: PLR0913 - what a paragraph is
        self,
        area: Area,
        text: str,
        size: float,
        *,
        ink: Ink = Ink.TEXT,
        bold: bool = False,
        align: Align = Align.LEFT,
        top: bool = False,
    ) -> None:
        """Text over as many lines as the area holds."""
        self.shapes.append(
            Paragraph(
                box=self.at.box(*area), text=text, size=self.at.px(size), ink=ink, bold=bold, align=align, top=top
            )
        )

    def plate(self, area: Area, *, ink: Ink = Ink.PANEL, edge: Ink | None = Ink.PANEL_EDGE, radius: float = 8) -> None:
        """An area that lies there to be read; nothing happens when it is touched."""
        width = 0 if edge is None else self.at.px(1)
        self.put(Fill(box=self.at.box(*area), ink=ink, radius=self.at.px(radius), edge=edge, edge_width=width))

    def icon(self, area: Area, symbol: Symbol, ink: Ink = Ink.TEXT) -> None:
        """A symbol, as large as it fits, in the middle of the area."""
        self.put(Icon(box=_square(self.at.box(*area)), symbol=symbol, ink=ink))

    def target(self, area: Area, action: Action, *, hold: bool = False) -> Target:
        """An area that can be touched, without a look of its own."""
        target = Target(box=self.at.box(*area), action=action, hold=hold)
        self.targets.append(target)
        return target

    def pressed(self, target: Target) -> bool:
        """Whether the finger that counts is on this target now."""
        down = self.fingers.pressed()
        return down is not None and down.action == target.action and down.box == target.box

    def key(
        self, area: Area, look: Look, action: Action | None, *, hold: bool = False, touch: Area | None = None
    ) -> None:
        """A key; without an action it is drawn, and does nothing. `touch`: the area that counts, if it is larger.

        A key with `hold` has a track at its foot that fills while it is pressed, so that nobody waits in the dark.
        """
        target = self.target(touch or area, action, hold=hold) if action is not None else None
        down = target is not None and self.pressed(target)
        box = self.at.box(*area)
        face, ink, edge = self._inks(look, enabled=target is not None, down=down)
        self.put(
            Fill(
                box=box,
                ink=face,
                radius=self.at.px(9),
                edge=edge,
                edge_width=self.at.px(3 if look.lit else 2 if target is not None else 1),
            )
        )
        if hold and target is not None:
            x, y, w, h = area
            track = (x + 12, y + h - 13, w - 24, 7)
            self.put(Fill(box=self.at.box(*track), ink=Ink.PANEL_EDGE, radius=self.at.px(3)))
            part = self.fingers.progress(self.now_s) if down else 0.0
            if part > 0:
                self.put(Progress(box=self.at.box(*track), part=part, ink=Ink.WINNER, radius=self.at.px(3)))
        self._on_key(area, look, ink, hold=hold)

    def _inks(self, look: Look, *, enabled: bool, down: bool) -> tuple[Ink, Ink, Ink]:
        """Face, writing and edge: pressed, the two colours change places, so that it shows in every theme."""
        if not enabled:
            return Ink.BACKGROUND, Ink.DISABLED, Ink.PANEL_EDGE
        face, ink = look.ink, ON[look.ink]
        if down:
            return ink, face, face
        if look.lit:
            return face, ink, Ink.WINNER
        return face, ink, _EDGES.get(face, face)

    def _on_key(self, area: Area, look: Look, ink: Ink, *, hold: bool) -> None:
        x, y, w, h = area
        pad = 10.0 if area[2] >= _NARROW else 5.0
        # Where a symbol stands above, the track has room below the text, which then keeps its neighbours' line.
        foot = 12 if hold and not (look.symbol is not None and look.above) else 0
        x, w, h = x + pad, w - 2 * pad, h - foot
        if look.two:
            for index in range(2):
                self.icon((x + w - 18 - 16 * index, y + 7, 16, 16), Symbol.PERSON, ink)
        if look.symbol is not None and not look.text:
            self.icon((x, y + 8, w, h - 16), look.symbol, ink)
            return
        if look.symbol is not None and look.above:
            self.icon((x, y + 8, w, h * 0.34), look.symbol, ink)
            y, h = y + 10 + h * 0.34, h * 0.66 - 14
        elif look.symbol is not None:
            spare = self._spare(look, w - 36)
            self.icon((x + spare / 2, y + 8, 28, h - 16), look.symbol, ink)
            x, w = x + 36 + spare / 2, w - 36 - spare
        if look.note:
            note = (x, y + h * 0.66, w, h * 0.28)
            self.text(note, look.note, min(17, look.size * 0.8), ink=ink, align=look.align)
            y, h = y + h * 0.06, h * 0.60
        self.prose((x, y, w, h), look.text, look.size, ink=ink, bold=True, align=look.align)

    def _spare(self, look: Look, width: float) -> float:
        """What is left beside a text that takes one line: half of it stands before the symbol, which stays near."""
        if look.align is not Align.CENTRE or look.note:
            return 0.0
        return max(0.0, width - text_width(look.text, 1) * look.size * _BOLD - 6)

    def head(self, title: str, view: StaffView | None = None, *, back: Action = Go.BACK) -> None:
        """A page's head: the way back, the title, and what the table wants now, which leads home when touched."""
        self.key((8, 6, 118, 48), Look(text=self.words.say("key.back"), symbol=Symbol.BACK, size=20), back)
        self.text((142, 6, 350 if view is not None else 646, 48), title, 28, bold=True)
        if view is None:
            return
        told = guidance(view, self.words)
        chip = self.target((508, 6, 284, 48), Go.HOME)
        ink = told.ink if told.ink is not Ink.PANEL else Ink.KEY
        face, text = (ON[ink], ink) if self.pressed(chip) else (ink, ON[ink])
        edge = Ink.KEY_EDGE if ink is Ink.KEY else text
        self.put(Fill(box=chip.box, ink=face, radius=self.at.px(9), edge=edge, edge_width=self.at.px(2)))
        self.text((520, 6, 260, 48), told.line, 21, ink=text, bold=True, align=Align.CENTRE)

    def scroll_keys(self, area: Area, *, earlier: bool, later: bool, where: str = "") -> None:
        """Two keys above each other, for lists longer than their place; what leads nowhere is drawn without a use."""
        x, y, w, h = area
        half = (h - 44) / 2
        up, down = self.words.say("key.earlier"), self.words.say("key.later")
        look = Look(text=up, symbol=Symbol.UP, above=True, size=17)
        self.key((x, y, w, half), look, Go.EARLIER if earlier else None)
        self.text((x, y + half, w, 44), where, 20, ink=Ink.MUTED, align=Align.CENTRE)
        look = Look(text=down, symbol=Symbol.DOWN, above=True, size=17)
        self.key((x, y + half + 44, w, half), look, Go.LATER if later else None)

    def picture(self) -> PanelPicture:
        """What was laid out, as a picture."""
        scene = Scene(width=self.size[0], height=self.size[1], shapes=tuple(self.shapes))
        return PanelPicture(scene=scene, targets=tuple(self.targets))


def _square(box: Box) -> Box:
    side = min(box.w, box.h)
    return Box(box.x + (box.w - side) // 2, box.y + (box.h - side) // 2, side, side)
