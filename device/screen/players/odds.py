"""What a wager pays, written for players: short in a list, whole on the page of rules. Pure."""

import re
from fractions import Fraction

from device.screen.players.says import Spoken

_ODDS = re.compile(r"(\d+(?:\.\d+)?):(\d+)")
_BONUS_POINTS = ("9", "8", "7", "6", "5", "4")


def spaced(pays: str) -> str:
    """``8:1`` with room around the colon, as it stands in large letters."""
    return pays.replace(":", " : ")


def short_pays(pays: str) -> str:
    """What a wager pays in a few letters: ``12/20:1`` for two steps, ``1–30:1`` for more, else as it is written."""
    found = [(Fraction(to), int(one), to) for to, one in _ODDS.findall(pays)]
    if len(found) < 2 or "pays" in pays or {one for _, one, _ in found} != {1}:
        return pays if len(found) < 2 else f"{found[0][2]}:{found[0][1]}"
    if len(found) == 2:
        return f"{found[0][2]}/{found[1][2]}:1"
    return f"{min(found)[2]}–{max(found)[2]}:1"


def pays_lines(pays: str, spoken: Spoken) -> tuple[str, tuple[str, ...]]:
    """What a wager pays, and what is to be said below it: a bonus by points, a Banker that wins with 6."""
    found = [f"{to}:{one}" for to, one in _ODDS.findall(pays)]
    if pays.startswith("natural") and len(found) == 1 + len(_BONUS_POINTS):
        steps = (f"+{points}: {odds}" for points, odds in zip(_BONUS_POINTS, found[1:], strict=True))
        return short_pays(pays), (f"{spoken.say('result.natural')}: {found[0]}  ·  {'  '.join(steps)}",)
    if "6 pays" in pays and len(found) == 2:
        return found[0], (spoken.say("rules.banker-six", pays=found[1]),)
    if len(found) == 2 and "/" in pays:
        return " / ".join(found), (spoken.say("rules.two-or-three"),)
    return pays, ()


def commission_of(pays: str) -> str:
    """The commission in percent that Banker's odds tell of, as ``5``; nothing where there is none."""
    first = _ODDS.match(pays)
    if first is None or not int(first[2]):
        return ""
    percent = (1 - Fraction(first[1]) / int(first[2])) * 100
    return f"{float(percent):g}" if 0 < percent < 50 else ""
