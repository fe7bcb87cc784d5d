"""Which decisions two people make, with a reason; the decider and the staff's view both ask here."""

import unicodedata

from device.table.state import Incident
from device.table.vocabulary import IncidentKind, Option, Refusal

TWO_PEOPLE = frozenset({Option.VOID, Option.ACCEPT, Option.CLOSE_SHOE})
"""Decisions that need a reason and two different people."""


def needs_two(incident: Incident | None, option: Option) -> bool:
    """Whether a decision needs a reason and two different people: a coup that was picked up is cancelled either way."""
    return option in TWO_PEOPLE or (incident is not None and incident.kind is IncidentKind.PICKED_UP)


def needs_reason(incident: Incident | None, option: Option) -> bool:
    """Whether a decision needs a reason: what two people sign, and nothing else."""
    return needs_two(incident, option)


def plain_name(name: str) -> str:
    """A name without what can make one person look like two: capitals, wide letters, dots and blanks."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum()) or name


def two_people(*, by: str | None, second: str | None, reason: str | None) -> Refusal | None:
    """Why an order that needs a reason and two different people is not complete; who is entitled is not known here."""
    if by is None:
        return Refusal.NAME_MISSING
    if second is None:
        return Refusal.SECOND_MISSING
    if plain_name(second) == plain_name(by):
        return Refusal.SECOND_IS_FIRST
    return Refusal.REASON_MISSING if not (reason or "").strip() else None
