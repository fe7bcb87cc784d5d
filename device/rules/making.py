"""From text to house rules that can be: read, changed field by field, and refused with every fault found."""

from collections.abc import Mapping

from device.rules.combinations import check_combinations
from device.rules.faults import FaultsError, not_toml
from device.rules.profile import Profile
from device.rules.structs import build, plain, read_toml


class ProfileError(ValueError):
    """House rules that cannot be: one line a fault, each with file, key, what was found and what may stand there."""


def parse_profile(text: str, where: str) -> Profile:
    """Read a profile's TOML text; `where` names the file in messages. Raises ProfileError with every fault found."""
    try:
        table = read_toml(text)
    except ValueError as error:
        raise ProfileError(not_toml(where, error)) from None
    return _made(table, where)


def with_settings(profile: Profile, settings: Mapping[str, str], where: str = "--set") -> Profile:
    """Change single fields by their keys, ``{"burn": "fixed", "side_bets.either-pair.closes_after": "50"}``.

    A side bet is taken off with ``side_bets.NAME = off``. Raises ProfileError as `parse_profile` does.
    """
    table = plain(profile)
    assert isinstance(table, dict)
    for key, value in settings.items():
        *path, last = key.split(".")
        inner = table
        for part in path:
            if not isinstance(inner.get(part), dict):
                inner[part] = {}
            inner = inner[part]
        inner[last] = value
    return _made(table, where)


def _made(table: object, where: str) -> Profile:
    try:
        profile = build(Profile, table)
        check_combinations(profile)
    except FaultsError as error:
        raise ProfileError(error.at(where)) from None
    return profile
