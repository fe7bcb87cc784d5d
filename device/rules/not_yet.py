"""What the next version makes act, in one place: house rules that are read, checked and hashed but not played yet, and
words of table scripts that are known but not carried out yet.

`zapato check` refuses such a profile, `zapato play` such a line, naming what is "not yet", so that no table ever deals
under a rule that does not act. Bets and what they pay are not in this list: no card depends on them.
"""

import typing
from collections.abc import Callable
from types import MappingProxyType

from device.rules.choices import (
    ShoePasses,
)
from device.rules.structs import plain

if typing.TYPE_CHECKING:
    from device.rules.profile import Profile

_FIELDS: dict[str, Callable[["Profile"], bool]] = {
    "shoe_passes": lambda p: p.shoe_passes is not ShoePasses.NO,
}

SCRIPT_VERBS: typing.Mapping[str, str] = MappingProxyType({})
"""Verbs of table scripts, each with what is missing."""

RESOLVE_OPTIONS: typing.Mapping[str, str] = MappingProxyType({})
"""Options of `resolve` that belong to incidents still to come."""


def fields_not_yet(profile: "Profile") -> list[str]:
    """Each rule of this profile that is not played yet: ``deal = face-down: not yet``; empty when all are."""
    values = plain(profile)
    assert isinstance(values, dict)
    return [f"{key} = {values[key]}: not yet" for key, is_set in _FIELDS.items() if is_set(profile)]
