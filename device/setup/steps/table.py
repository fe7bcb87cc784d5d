"""The language, and the table itself: its name, its limits, its countdown."""

from decimal import Decimal, InvalidOperation

from device.settings.table import COUNTDOWN_S, LIMITED, Language, Limit
from device.settings.toml_text import Place, Value
from device.setup.asking import Asking, Here, a_line, ask, ask_one, change, whole_number
from device.setup.wanted import Question, WrongError

NONE = "none"
LONGEST_NAME = 40


def language(here: Here) -> Asking:
    """The language of the table, which the set-up speaks from then on where it can."""
    now = here.settings.table.language.value
    chosen = yield from ask_one("language.table", [one.value for one in Language], now)
    return change({("table", "language"): chosen} if chosen != now else {})


def table(here: Here) -> Asking:
    """What the screens say of the table."""
    settings = here.settings.table
    values: dict[Place, Value] = {}
    name = yield from ask(Question(key="table.name", now=settings.name, read=a_line(LONGEST_NAME)))
    if name != settings.name:
        values["table", "name"] = name
    now = limits_text(settings.limits)
    limits = yield from ask(Question(key="table.limits", now=now, read=_read_limits))
    if limits != now:
        values["table", "limits"] = [_row(limit) for limit in parse_limits(limits)]
    seconds = str(settings.countdown_s)
    countdown = yield from ask(Question(key="table.countdown", now=seconds, read=whole_number(*COUNTDOWN_S, 0)))
    if countdown != seconds:
        values["table", "countdown_s"] = int(countdown)
    return change(values)


def limits_text(limits: tuple[Limit, ...]) -> str:
    """Limits as a person types them: ``main 10 5000, tie 5 500``."""
    return ", ".join(f"{one.wager} {one.min} {one.max}" for one in limits) or NONE


def parse_limits(text: str) -> tuple[Limit, ...]:
    """The limits of such a text; raises WrongError."""
    if text.strip().casefold() == NONE:
        return ()
    limits: list[Limit] = []
    for part in text.split(","):
        words = part.split()
        if len(words) != 3:
            raise WrongError("wrong-limits", found=part.strip()[:40])
        wager, least, most = words[0].casefold(), _amount(words[1]), _amount(words[2])
        if wager not in LIMITED:
            raise WrongError("wrong-wager", found=words[0][:40], allowed=", ".join(LIMITED))
        if least > most:
            raise WrongError("wrong-order", wager=wager)
        if any(one.wager == wager for one in limits):
            raise WrongError("wrong-twice", wager=wager)
        limits.append(Limit(wager=wager, min=least, max=most))
    return tuple(limits)


def _read_limits(text: str) -> str:
    return limits_text(parse_limits(text))


def _amount(text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise WrongError("wrong-amount", found=text[:20]) from None
    exponent = amount.as_tuple().exponent
    if not text.isascii() or not isinstance(exponent, int) or not -2 <= exponent <= 0 or not 0 <= amount < 10**12:
        raise WrongError("wrong-amount", found=text[:20])
    return amount


def _row(limit: Limit) -> dict[str, str]:
    return {"wager": limit.wager, "min": str(limit.min), "max": str(limit.max)}
