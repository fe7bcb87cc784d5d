"""What a script prints: public lines made from events, one JSON object each, under the leak rule."""

from typing import Any

import msgspec

from device.rules.card import Card
from device.rules.profile import Profile
from device.service.lighting import lit_lamps
from device.service.sign import extras_of
from device.settings import TableSettings
from device.table import events as ev
from device.table.health import Health
from device.table.reasons import sentence
from device.table.state import State
from device.table.views import due, public_view, staff_view
from device.table.vocabulary import CoupKind, IncidentKind

Line = dict[str, Any]


def line_of(event: ev.Event, after: State, script_line: int) -> Line | None:
    """The line that `event` prints, `after` being the state it led to; None for events that print nothing.

    No incident line shows a face: when it is raised its card is not turned.
    """
    shoe = after.shoe.number
    match event:
        case ev.ShoeOpened():
            return _shoe(shoe, "opened", profile=event.profile, profile_sha256=event.profile_hash)
        case ev.BurnEnded() if after.shoe.coups_begun == 0:
            return _shoe(shoe, "burned", cards=event.cards, indicator=event.indicator)
        case ev.CutCardOut() if not event.again:
            return _shoe(shoe, "cut", last_coup=event.last_coup, counted=event.counted)
        case ev.ShoeEnded():
            return _shoe(shoe, "over", why=event.why.value)
        case ev.ResultShown() | ev.CoupCorrected():
            return _coup(shoe, event)
        case ev.CoupVoided():
            return _void_coup(shoe, event)
        case ev.IncidentRaised():
            return _incident(event)
        case ev.IncidentResolved():
            return {
                "type": "resolved",
                "kind": event.incident.value,
                "option": event.option.value,
                "by": event.by,
                "second": event.second,
            }
        case ev.OrderRefused():
            return {"type": "refused", "line": script_line, "why": sentence(event.why, event.detail)}
        case _:
            return None


def _shoe(shoe: int, what: str, **more: object) -> Line:
    return {"type": "shoe", "shoe": shoe, "what": what, **more}


def _coup(shoe: int, event: ev.ResultShown | ev.CoupCorrected) -> Line:
    return {
        "type": "coup",
        "shoe": shoe,
        "coup": event.coup,
        "kind": event.coup_kind.value,
        "player": event.player,
        "banker": event.banker,
        "player_total": event.player_total,
        "banker_total": event.banker_total,
        "outcome": event.outcome.value,
        "natural": event.natural,
        "player_pair": event.player_pair,
        "banker_pair": event.banker_pair,
        "last_of_shoe": event.last_of_shoe,
        **({"manual": True} if event.manual else {}),
    }


def _incident(event: ev.IncidentRaised) -> Line:
    line: Line = {
        "type": "incident",
        "kind": event.incident.value,
        "card": None,
        "options": [option.value for option in event.options],
        "held": event.holds,
    }
    if event.cards:
        line["detail"] = event.detail
    if event.incident is IncidentKind.PACK_COUNT:
        line |= {"missing": event.missing, "surplus": event.surplus}
    return line


def _void_coup(shoe: int, event: ev.CoupVoided) -> Line:
    return {
        "type": "coup",
        "shoe": shoe,
        "coup": event.coup,
        "kind": CoupKind.VOID.value,
        "player": event.player,
        "banker": event.banker,
        "player_total": None,
        "banker_total": None,
        "outcome": None,
        "natural": False,
        "player_pair": False,
        "banker_pair": False,
        "last_of_shoe": event.last_of_shoe,
        **({"manual": True} if event.manual else {}),
    }


def state_line(state: State, health: Health, profile: Profile) -> Line:
    """The last line: the table's own truth for tests, and what each feed carries at this moment."""
    coup = state.coup
    player: list[Card | None] = [one.card for one in coup.player] if coup is not None else []
    banker: list[Card | None] = [one.card for one in coup.banker] if coup is not None else []
    extras = extras_of(TableSettings(), profile)
    return {
        "type": "state",
        "phase": state.phase.value,
        "held": state.held or not health.may_deal(by_hand=state.by_hand),
        "due": due(state, health),
        "player": player,
        "banker": banker,
        "cards_out": state.shoe.cards_out,
        "public": public_view(state, health, profile, extras=extras),
        "staff": staff_view(state, health, profile, extras=extras),
        "lamps": [lamp.value for lamp in lit_lamps(state, health, profile)],
    }


def encode(line: object) -> str:
    """One line of compact JSON."""
    return msgspec.json.encode(line).decode()
