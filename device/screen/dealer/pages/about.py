"""Which software and house rules these are, who is signed in, how the parts are; without signing in. Pure."""

from device.screen.dealer.guidance import troubles
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.pieces import HEAD, Sheet
from device.screen.dealer.state import PanelState
from device.screen.look.shapes import Light
from device.screen.look.theme import Ink
from device.screen.view import StaffView

_ROW = 36.0
_HASH_LINE = 32
_RULES = 3
"""How many rows stand above the hash: the last of them names the house rules."""


def about(sheet: Sheet, view: StaffView, state: PanelState, options: PanelOptions) -> None:
    """Lay the page out: what is in force above, how it is below."""
    words = sheet.words
    sheet.head(words.say("page.about"), view)
    sheet.plate((8, HEAD + 6, 784, 226))
    profile = view.profile
    dealt = words.say("label.production") if view.production else words.say("label.trial")
    rules = words.say("label.no-profile") if profile is None else f"{profile.name} {profile.version}"
    people = " · ".join(f"{one.name} ({', '.join(one.roles)})" for one in state.people)
    rows = [
        ("about.software", f"zapato {view.software}".strip()),
        ("about.table", " · ".join(part for part in (view.table.name or words.say("label.game"), dealt) if part)),
        ("about.rules", rules),
        ("about.dealer", view.dealer or words.say("label.no-dealer")),
        ("about.people", people or words.say("label.nobody")),
    ]
    for index, (key, said) in enumerate(rows):
        # The hash takes the place of a fourth row, below the rules whose it is.
        _row(sheet, HEAD + 10 + _ROW * (index if index < _RULES else index + 1), words.say(key), said)
    _hash(sheet, HEAD + 10 + _ROW * _RULES, profile.sha256 if profile is not None else "")
    _parts(sheet, view, options)


def _hash(sheet: Sheet, y: float, sha256: str) -> None:
    """All of it, in groups of eight that can be read out."""
    sheet.text((24, y, 180, 38), sheet.words.say("about.hash"), 19, ink=Ink.MUTED)
    for line, start in enumerate(range(0, len(sha256), _HASH_LINE)):
        part = sha256[start : start + _HASH_LINE]
        grouped = " ".join(part[index : index + 8] for index in range(0, len(part), 8))
        sheet.text((212, y + 19 * line, 570, 19), grouped, 17)


def _row(sheet: Sheet, y: float, label: str, said: str) -> None:
    sheet.text((24, y, 180, _ROW), label, 19, ink=Ink.MUTED)
    sheet.text((212, y, 570, _ROW), said, 21, bold=True)


def _parts(sheet: Sheet, view: StaffView, options: PanelOptions) -> None:
    words = sheet.words
    machine = options.machine
    known: list[tuple[str, bool, str]] = list(troubles(view, words))
    if machine.network is not None:
        known.append((words.say("health.network"), machine.network, ""))
    if machine.power is not None:
        known.append((words.say("health.power"), machine.power, ""))
    sheet.plate((8, HEAD + 238, 784, 174))
    row = min(33.0, 166 / len(known))
    for index, (name, well, detail) in enumerate(known):
        y = HEAD + 242 + row * index
        sheet.put(Light(box=sheet.at.box(24, y + row / 2 - 10.5, 21, 21), well=well))
        sheet.text((56, y, 148, row), name, 19, ink=Ink.TEXT if well else Ink.ALARM, bold=not well)
        said = detail or words.say("health.good" if well else "health.bad")
        sheet.text((212, y, 570, row), said, 19, ink=Ink.MUTED if well else Ink.ALARM)
