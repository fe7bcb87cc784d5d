"""After each step: whether cards that everybody has seen lie in an order that a shuffle hardly leaves.

A warning to the pit and nothing more (it holds nothing): a run is told once, with how unlikely it is by chance. Cards
that nobody has seen are no part of it before their turn; burned ones are when the shoe is over.
"""

from collections.abc import Mapping
from itertools import islice

from device.rules.card import Card
from device.table import events as ev
from device.table.draft import Draft
from device.table.sequences import Run, commitments, pack_order_by_chance, pack_run, repeat_by_chance, repeated_run
from device.table.shoe_state import Shoe
from device.table.vocabulary import IncidentKind

_TOLD_UP_TO = 10**12
"""Beyond this a number only means: never by chance."""


def watch_order(draft: Draft, before: Shoe) -> None:
    """Warn of each run that has become as unlikely as the profile's alarm; `before` is the shoe before the step."""
    shoe, alarm = draft.state.shoe, draft.profile.sequence_alarm
    if alarm is None or shoe.faces is before.faces or not shoe.faces:
        return
    known = before.faces if before.number == shoe.number else {}
    cards_before = len(shoe.order_before) + 3
    for nth in _newly_seen(draft, known):
        run = pack_run(shoe.faces, nth)
        _warn(draft, IncidentKind.FACTORY_ORDER, run, pack_order_by_chance(run.cards, shoe.decks), alarm)
        if shoe.order_before:
            run = repeated_run(shoe.faces, nth, shoe.order_before)
            _warn(draft, IncidentKind.SHOE_REPEATS, run, repeat_by_chance(run.cards, shoe.decks, cards_before), alarm)


_TAKE_AWAY = frozenset({ev.IncidentResolved, ev.CardLifted, ev.HandsCorrected, ev.CoupCorrected, ev.PackShuffled})
"""Events by which a card may turn out to be none, or another one, or none is known any more."""


def _newly_seen(draft: Draft, known: Mapping[int, Card]) -> list[int]:
    """The cards seen since, by number; the last ones of all, where none was taken away, without looking at the rest."""
    faces = draft.state.shoe.faces
    if not _TAKE_AWAY.isdisjoint(map(type, draft.events)):
        return sorted(faces.keys() - known.keys())
    return sorted(islice(reversed(faces), max(0, len(faces) - len(known))))


def order_left(shoe: Shoe) -> tuple[str, ...]:
    """What the next shoe is told of this one's order, once it is over."""
    return commitments(shoe.faces) or shoe.order_kept


_WHAT = {IncidentKind.FACTORY_ORDER: "in the order of a new pack", IncidentKind.SHOE_REPEATS: "as in the shoe before"}


def _warn(draft: Draft, kind: IncidentKind, run: Run, by_chance: float, alarm: int) -> None:
    if by_chance * alarm > 1 or _is_told(draft.state.shoe, kind, run):
        return
    one_in = int(1 / by_chance) if by_chance * _TOLD_UP_TO > 1 else _TOLD_UP_TO
    detail = f"{run.cards} cards {_WHAT[kind]}, from card {run.first} on; 1 in {one_in:,} shoes by chance"
    draft.add(
        ev.IncidentRaised(id=draft.state.next_incident, incident=kind, detail=detail, first=run.first, cards=run.cards)
    )


def _is_told(shoe: Shoe, kind: IncidentKind, run: Run) -> bool:
    """Whether a part of this run was told before: it has grown since, or two have grown together."""
    return any(
        told is kind and first < run.first + run.cards and run.first < first + cards
        for told, first, cards in shoe.runs_told
    )
