"""How an event written by older software is read today: numbered steps from one shape of a body to the next.

Nothing on record is ever rewritten. When the shape of an event changes, its `VERSION` goes up by one and a step
is added here that turns a body of the old version into one of the next; old journals are kept as test data for ever.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]
"""A body as plain JSON values."""

Upcaster: TypeAlias = Callable[[Body], tuple[str, int, Body]]
"""Turns a body into (kind, version, body) of the next shape; the kind may change where an event was renamed."""


def _next_version(kind: str, version: int) -> Upcaster:
    """A shape that is read as it is: only how the record keeps it has changed."""
    return lambda body: (kind, version + 1, body)


UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    # Until version 1 a hidden face stood open in the body; it is under seal since.
    (kind, 1): _next_version(kind, 1)
    for kind in ("card-burned", "card-laid", "card-waits", "incident-raised", "incident-resolved")
}
"""By the (kind, version) they read."""
