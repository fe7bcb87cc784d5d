"""The screens and what they let hear."""

import re

from msgspec.structs import replace

from device.settings import Language, Theme
from device.settings.toml_text import Place, Value
from device.setup.asking import Asking, Here, a_line, ask, ask_one, ask_yes, change, do, tell, tell_wrong, whole_number
from device.setup.wanted import Done, Failed, PlayTestSound, Question, ShowTestPicture, WrongError

OFF, FULL, ANY, ON = "off", "full", "any", "on"
MOST_DISPLAYS = 16


def screens(here: Here) -> Asking:
    """Second language, colours, size, display; a picture to see that it is the right one."""
    now = here.settings.screen
    values: dict[Place, Value] = {}
    standing = OFF if now.second_language is None else now.second_language.value
    second = yield from ask_one("screens.second", [OFF, *(one.value for one in Language)], standing)
    if second != standing:
        values["screen", "second_language"] = second
    theme = yield from ask_one("screens.theme", [one.value for one in Theme], now.theme.value)
    if theme != now.theme.value:
        values["screen", "theme"] = theme
    size = yield from ask(Question(key="screens.size", now=now.size or FULL, read=_read_size))
    if size != (now.size or FULL):
        values["screen", "size"] = size
    display = yield from ask(Question(key="screens.display", now=str(now.display or ANY), read=_read_display))
    if display != str(now.display or ANY):
        values["screen", "display"] = display if display == ANY else int(display)
    as_set = replace(
        now,
        theme=Theme(theme),
        size=None if size == FULL else size,
        display=None if display == ANY else int(display),
    )
    while (yield from ask_yes("screens.test", now=False, alone=False)):
        shown = yield from do(ShowTestPicture(settings=replace(here.settings, screen=as_set)), Done)
        if isinstance(shown, Failed):
            yield from tell_wrong("said", says=shown.says)
        else:
            yield from tell("said", says=shown.says)
    return change(values)


def sound(here: Here) -> Asking:
    """Whether there is a loudspeaker, and whether it is heard."""
    now = here.settings.screen.sound
    standing = now.device or OFF
    device = yield from ask(Question(key="sound.device", now=standing, read=a_line(200)))
    settings = here.settings.screen
    heard = replace(settings, sound=replace(now, device=None if device == OFF else device))
    while device != OFF and (yield from ask_yes("sound.test", now=False, alone=False)):
        played = yield from do(PlayTestSound(settings=replace(here.settings, screen=heard)), Done)
        if isinstance(played, Failed):
            yield from tell_wrong("said", says=played.says)
    return change({("screen", "sound", "device"): device} if device != standing else {})


def _read_size(text: str) -> str:
    text = text.strip().casefold().replace("×", "x")
    if text != FULL and not re.fullmatch("[0-9]{3,4}x[0-9]{3,4}", text):
        raise WrongError("wrong-size")
    return text


def _read_display(text: str) -> str:
    return ANY if text.strip().casefold() == ANY else whole_number(1, MOST_DISPLAYS)(text)
