"""The dealer's one page: lamps, a hand step by step, what to do when it holds, the numbers: to be hung at the table.

What is on it comes from where the table itself takes it: the lamps' colours and rhythm from the panel, the steps from
the house rules, names, advice and numbers from the screens' catalogue. Only what these have no words for stands in
`words/`, English and Spanish.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

import device
from device.cards.sheets.canvas import BLACK, GREY, PALE, WHITE, Canvas
from device.cards.sheets.canvas import Colour as Ink
from device.panel.lamps import Colour, Lamp
from device.panel.rhythm import Flash
from device.rules.profile import BetsClose, Deal, NextMode, Profile, ResultMode, RevealOrder, ThirdCard
from device.screen.dealer.error_numbers import INCIDENTS, TROUBLES
from device.table.vocabulary import IncidentKind
from device.words import HandNames, Words, load_words
from device.words.catalogue import read_catalogue

LANGUAGES = ("en", "es")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, mm."""

ON_THE_PAGE: tuple[IncidentKind, ...] = (
    IncidentKind.CARD_DRAWN_IN_ERROR,
    IncidentKind.CARD_UNREAD,
    IncidentKind.CARD_IMPOSSIBLE,
    IncidentKind.CODE_UNKNOWN,
    IncidentKind.TAG_REPEATED,
    IncidentKind.PUSHED_IN,
    IncidentKind.READS_MISSING,
    IncidentKind.BURN_WRONG,
    IncidentKind.CARDS_TOO_FEW,
    IncidentKind.BOARD_RESTARTED,
    IncidentKind.RECOVERED,
    IncidentKind.DOUBLE,
    IncidentKind.JAM,
    IncidentKind.LID,
    IncidentKind.GATE_FAULT,
    IncidentKind.STUCK,
    IncidentKind.PICKED_UP,
    IncidentKind.PACK_COUNT,
    IncidentKind.SHOE_DIFFERS,
    IncidentKind.MANUAL_PLAY,
)
"""What holds a table in the middle of a shoe and is the dealer's to help with; the manual has every number."""

_FACE_DOWN = IncidentKind.CARD_BEFORE_REVEAL

INKS: dict[Colour, Ink] = {
    Colour.BLUE: (0.05, 0.33, 0.80),
    Colour.RED: (0.80, 0.08, 0.10),
    Colour.GREEN: (0.05, 0.52, 0.22),
    Colour.WHITE: WHITE,
    Colour.AMBER: (1.0, 0.68, 0.0),
}
"""The lamps' colours on paper; each also stands there as a word, for a sheet that is printed grey."""

_MARGIN_MM = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerPage:
    """For whom the page is: the language, the paper (a key of `PAPERS`), the house rules, the hands' names."""

    language: str
    paper: str
    profile: Profile
    names: HandNames

    @property
    def words(self) -> Words:
        """The screens' catalogue."""
        return _screens_words(self.language)

    def own(self, key: str, **values: str | int) -> str:
        """Words of the page itself, the hands' names filled in."""
        return _own_words(self.language).say(key, player=self.names.player, banker=self.names.banker, **values)

    def said(self, key: str) -> str:
        """Words of the screens, the hands' names filled in."""
        return self.words.say(key, player=self.names.player, banker=self.names.banker)


@cache
def _screens_words(language: str) -> Words:
    return load_words(language)


@cache
def _own_words(language: str) -> Words:
    text = resources.files("device.papers").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return Words(read_catalogue(text))


def dealer_pdf(page: DealerPage) -> bytes:
    """The page as a PDF; needs the extra `cards`."""
    width, height = PAPERS[page.paper]
    canvas = Canvas(title=f"{page.own('page.title')} · {page.own('page.lamps')}")
    canvas.page(width, height)
    left, right = _MARGIN_MM, width - _MARGIN_MM
    _head(canvas, page, left, right)
    middle = left + (right - left) * 0.47
    y = max(
        _lamps(canvas, page, left, 31.0),
        _steps(canvas, page, middle + 3, right, 31.0),
    )
    y = _held(canvas, page, left, right, y + 2.2)
    _numbers(canvas, page, (left, right), (y + 6.6, height - 13.5))
    canvas.text(left, height - 8.5, page.own("page.foot", version=device.__version__), 8.5, colour=GREY)
    canvas.end_page()
    return canvas.content()


def lamp_rows(page: DealerPage) -> Iterator[tuple[Lamp | None, str, str]]:
    """Each lamp, what the screens call what it says, and what the dealer does or knows; None: no lamp is lit."""
    names = page.names
    yield Lamp.READY, page.own("lamp.ready"), page.own("lamp.ready-means")
    yield None, page.own("lamp.none"), page.own("lamp.none-means")
    yield Lamp.PLAYER_DRAW, page.said("instruction.card-to-player"), page.own("lamp.draw-means")
    yield Lamp.BANKER_DRAW, page.said("instruction.card-to-banker"), page.own("lamp.draw-means")
    yield Lamp.STAND, page.said(f"instruction.stand-call-result-{page.profile.result.value}"), ""
    for lamp, name in (
        (Lamp.PLAYER_WINS, names.player),
        (Lamp.TIE_WINS, names.tie),
        (Lamp.BANKER_WINS, names.banker),
    ):
        wins = name if lamp is Lamp.TIE_WINS else page.own("lamp.wins", hand=name)
        yield lamp, wins, page.own("lamp.wins-means")
    yield Lamp.LAST_HAND, page.said("banner.last-hand"), page.own("lamp.last-means")
    yield Lamp.ERROR, page.said("banner.held"), page.own("lamp.error-means")
    yield Lamp.SUPERVISOR, page.said("banner.supervisor-called"), page.own("lamp.supervisor-means")


def steps(page: DealerPage) -> list[str]:
    """One hand by these house rules, a sentence a step."""
    rules = page.profile
    down = rules.deal is Deal.FACE_DOWN
    close = "first-card" if rules.bets_close is BetsClose.FIRST_CARD else "button"
    found = [page.own(f"step.close-{close}"), page.own("step.first-four-down" if down else "step.first-four")]
    if down:
        first = "player" if rules.reveal_order is RevealOrder.PLAYER_FIRST else "banker"
        found.append(page.own(f"step.turn-{first}-first"))
    third_down = down and rules.third_card is ThirdCard.FACE_DOWN
    found.append(page.own("step.lamps-down" if third_down else "step.lamps"))
    result = {ResultMode.CALL: "call", ResultMode.BUTTON: "button", ResultMode.AUTO: "auto"}[rules.result]
    found.append(page.own(f"step.result-{result}"))
    if rules.next is NextMode.FIRST_CARD:
        found.append(page.own("step.next-first-card", seconds=f"{rules.next_after_s:g}"))
    else:
        found.append(page.own("step.next-button"))
    return [*found, page.own("step.undo", undo=page.said("key.undo")), page.own("step.end")]


def _head(canvas: Canvas, page: DealerPage, left: float, right: float) -> None:
    canvas.box(left, 10, right - left, 14, fill=BLACK, radius=2)
    canvas.text(left + 5, 20.2, page.own("page.title"), 28, bold=True, colour=WHITE)
    rules = page.own("page.rules", name=page.profile.name, version=page.profile.version)
    canvas.text(right - 5, 19.0, rules, 11, colour=WHITE, align=1)


def _lamps(canvas: Canvas, page: DealerPage, left: float, y: float) -> float:
    canvas.text(left, y, page.own("page.lamps"), 16, bold=True)
    y += 3.4
    for lamp, says, means in lamp_rows(page):
        middle = y + 4.6
        _bulb(canvas, lamp, left + 4.2, middle)
        canvas.text(left + 11.5, middle - 0.2, says, 12.5, bold=True)
        look = "" if lamp is None else _look(page, lamp)
        canvas.text(left + 11.5, middle + 3.7, " · ".join(part for part in (look, means) if part), 9.5)
        y += 9.2
    return y


def _look(page: DealerPage, lamp: Lamp) -> str:
    """The colour and rhythm in words."""
    assert lamp.look.colour is not None
    rhythm = {Flash.STEADY: "steady", Flash.SLOW: "slow", Flash.FAST: "fast"}[lamp.look.flash]
    return page.own(f"colour.{rhythm}", colour=page.own(f"colour.{lamp.look.colour.value}"))


def _bulb(canvas: Canvas, lamp: Lamp | None, x: float, y: float) -> None:
    """A lamp seen from above; rays round one that flashes, two rows of them where it is fast."""
    size = 6.4
    if lamp is None or lamp.look.colour is None:
        canvas.box(x - size / 2, y - size / 2, size, size, stroke=PALE, pen=0.5, radius=size / 2)
        return
    canvas.box(
        x - size / 2, y - size / 2, size, size, fill=INKS[lamp.look.colour], stroke=BLACK, pen=0.5, radius=size / 2
    )
    for ring in {Flash.STEADY: (), Flash.SLOW: (4.2,), Flash.FAST: (4.2, 5.2)}[lamp.look.flash]:
        for across, down in ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)):
            canvas.line(
                x + across * (ring - 0.5),
                y + down * (ring - 0.5),
                x + across * (ring + 0.15),
                y + down * (ring + 0.15),
                width=0.6,
            )


def _steps(canvas: Canvas, page: DealerPage, left: float, right: float, y: float) -> float:
    canvas.text(left, y, page.own("page.hand"), 16, bold=True)
    y += 9
    for number, step in enumerate(steps(page), 1):
        canvas.box(left, y - 5.6, 7.4, 7.4, fill=BLACK, radius=1.2)
        canvas.text(left + 3.7, y - 0.1, str(number), 13, bold=True, colour=WHITE, align=0.5)
        for line in _lines(canvas, step, 13, right - left - 10.5):
            canvas.text(left + 10.5, y - 0.1, line, 13)
            y += 5.9
        y += 3.6
    return y - 3


def _lines(canvas: Canvas, words: str, size: float, width: float) -> list[str]:
    """Words in lines of at most `width` mm, broken at blanks alone: a number stays with its unit."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and canvas.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _held(canvas: Canvas, page: DealerPage, left: float, right: float, y: float) -> float:
    """The frame with what is done first of all; gives its lower edge."""
    height = 26.5
    canvas.box(left, y, right - left, height, stroke=INKS[Colour.AMBER], pen=1.6, radius=2)
    canvas.box(left, y, right - left, 9.6, fill=INKS[Colour.AMBER], radius=2)
    canvas.text(left + 5, y + 6.9, page.own("page.held"), 17, bold=True)
    said = "     ".join(f"{at} {page.own(f'held.{key}')}" for at, key in enumerate(("hand-off", "leave", "wait"), 1))
    canvas.text(left + 5, y + 16.8, said, _fitting(canvas, said, right - left - 10, 16, bold=True), bold=True)
    more = page.own("held.more")
    canvas.text(left + 5, y + 23.2, more, _fitting(canvas, more, right - left - 10, 11))
    return y + height


def _numbers(canvas: Canvas, page: DealerPage, sides: tuple[float, float], ends: tuple[float, float]) -> None:
    """The numbers in two columns, the machine's own last, down to the second of `ends`."""
    (left, right), (y, foot) = sides, ends
    canvas.text(left, y, page.own("page.numbers"), 13, bold=True)
    kinds = [*ON_THE_PAGE, *([_FACE_DOWN] if page.profile.deal is Deal.FACE_DOWN else [])]
    rows = sorted((INCIDENTS[kind], f"incident.{kind.value}", f"advice.{kind.value}") for kind in kinds)
    rows += [(number, f"trouble.{part}", f"remedy.{part}") for part, number in TROUBLES.items() if part != "clock"]
    half = (right - left) / 2
    top, each = y + 5.4, (len(rows) + 1) // 2
    pitch = min(9.0, (foot - top - 3.4) / (each - 1))
    for at, (number, meaning, remedy) in enumerate(rows):
        x = left + (at // each) * (half + 1.5)
        baseline = top + (at % each) * pitch
        canvas.text(x, baseline, number, 10.5, bold=True)
        canvas.text(x + 11, baseline, page.said(meaning), 10.5, bold=True)
        canvas.text(x + 11, baseline + 3.4, page.said(remedy), _fitting(canvas, page.said(remedy), half - 12.5, 9.0))


def _fitting(canvas: Canvas, words: str, width: float, size: float, *, bold: bool = False) -> float:
    """The largest size in points at which a line fits, at most `size`."""
    while canvas.width(words, size, bold=bold) > width:
        size -= 0.1
    return size
