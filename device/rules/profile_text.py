"""House rules as text: the one spelling that their hash is taken over, and the short cut for scripts."""

import json
from collections.abc import Mapping
from typing import Final

QUICK: Final[Mapping[str, str]] = {
    "burn": "none",
    "deal": "face-up",
    "reveal": "as-dealt",
    "bets_close": "first-card",
    "result": "auto",
    "next": "first-card",
    "next_after_s": "0",
}
"""The settings that let a script be cards only (`zapato play --quick`)."""

_CAME_LATER: Final[Mapping[str, object]] = {
    "training": False,
    "sequence_alarm": 1_000_000,
    "retire_packs": "after-shoe",
}
"""Fields that the first profiles on record did not have, with their defaults."""


def canonical(fields: object) -> str:
    """The fields of a profile, as plain data, in one order as compact JSON; those that came later only where set."""
    assert isinstance(fields, dict)
    kept = {key: value for key, value in fields.items() if key not in _CAME_LATER or value != _CAME_LATER[key]}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
