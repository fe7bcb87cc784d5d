"""Lamps and buttons: which pins there are, each lamp lit alone, each button pressed and seen."""

from msgspec.structs import replace

from device.settings import PanelSettings, PinFactory
from device.settings.toml_text import Place, Value
from device.setup.asking import Asking, Here, Part, ask, ask_one, ask_yes, change, do, tell, tell_wrong
from device.setup.wanted import (
    Done,
    Failed,
    IsTableStopped,
    LightLamp,
    Pressed,
    Question,
    ReleasePins,
    WatchForPress,
    WrongError,
)

OFF = "off"
YES, NO, AGAIN, ALL = "yes", "no", "again", "all"
HIGHEST_PIN = 27


def lamps(here: Here) -> Asking:
    """Whether there is a panel of lamps, and whether each of them lights."""
    panel = here.settings.panel
    values: dict[Place, Value] = {}
    factories = [PinFactory.LGPIO, PinFactory.OFF, *([] if here.settings.production else [PinFactory.MOCK])]
    if panel.factory not in factories:
        factories.append(panel.factory)
    chosen = yield from ask_one("lamps.factory", [one.value for one in factories], panel.factory.value)
    if chosen != panel.factory.value:
        values["panel", "factory"] = chosen
        panel = replace(panel, factory=PinFactory(chosen))
    if panel.enabled and (yield from ask_yes("lamps.test", now=True, alone=False)):
        stopped = yield from do(IsTableStopped(settings=here.settings), Done)
        if isinstance(stopped, Failed):
            yield from tell_wrong("said", says=stopped.says)
        else:
            panel = yield from _lamps_one_by_one(panel, values)
            panel = yield from _buttons_one_by_one(panel, values)
            yield from do(ReleasePins(), Done)
    return change(values)


def _lamps_one_by_one(panel: PanelSettings, values: dict[Place, Value]) -> Part[PanelSettings]:
    for lamp in panel.lamps.pins():
        while (pin := panel.lamps.pins().get(lamp)) is not None:
            lit = yield from do(LightLamp(panel=panel, lamp=lamp), Done)
            if isinstance(lit, Failed):
                yield from tell_wrong("said", says=lit.says)
            seen = yield from ask_one(
                "lamps.lit", (YES, NO, AGAIN, ALL), None if isinstance(lit, Failed) else YES, lamp=lamp, pin=pin
            )
            if seen == ALL:  # the rest is not tried
                return panel
            if seen == NO:
                panel = yield from _another_pin(panel, "lamps", lamp, pin, values)
            elif seen == YES:
                break
    return panel


def _buttons_one_by_one(panel: PanelSettings, values: dict[Place, Value]) -> Part[PanelSettings]:
    for button in panel.buttons.pins():
        while (pin := panel.buttons.pins().get(button)) is not None:
            yield from tell("press-button", button=button, pin=pin)
            seen = yield from do(WatchForPress(panel=panel), Pressed)
            if isinstance(seen, Pressed) and seen.button == button:
                yield from tell("button-seen", button=button)
                break
            if isinstance(seen, Pressed):
                yield from tell_wrong("another-button", button=button, seen=seen.button)
            else:
                yield from tell_wrong("said", says=seen.says)
            then = yield from ask_one("lamps.not-pressed", (AGAIN, YES, NO, ALL), AGAIN, button=button, pin=pin)
            if then == ALL:
                return panel
            if then == NO:
                panel = yield from _another_pin(panel, "buttons", button, pin, values)
            elif then == YES:
                break
    return panel


def _another_pin(
    panel: PanelSettings, kind: str, name: str, pin: int, values: dict[Place, Value]
) -> Part[PanelSettings]:
    """The panel with this lamp or button on another pin, or on none."""
    taken = {number: user for user, number in panel.users() if user != f"{kind}.{name}"}

    def read(text: str) -> str:
        if text.strip().casefold() == OFF:
            return OFF
        if not (text.isascii() and text.isdigit() and int(text[:9]) <= HIGHEST_PIN):
            raise WrongError("wrong-pin", most=HIGHEST_PIN)
        if int(text) in taken:
            raise WrongError("wrong-pin-taken", pin=int(text), user=taken[int(text)])
        return str(int(text))

    given = yield from ask(Question(key="lamps.pin", now=str(pin), read=read, figures={"name": name}))
    number = None if given == OFF else int(given)
    if number == pin:
        return panel
    values["panel", kind, name] = OFF if number is None else number
    field = {name.replace("-", "_"): number}
    if kind == "lamps":
        return replace(panel, lamps=replace(panel.lamps, **field))
    return replace(panel, buttons=replace(panel.buttons, **field))
