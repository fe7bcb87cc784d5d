"""The number of everything that can go wrong, so that it can be said on the telephone and looked up in any language.

A number is never given to another meaning, and never changes: what is no longer used leaves a gap, and what is new
takes the next one that is free. The manuals have the same table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from device.table.vocabulary import IncidentKind, Refusal

INCIDENTS: Mapping[IncidentKind, str] = {
    IncidentKind.CARD_DRAWN_IN_ERROR: "E01",
    IncidentKind.CARD_UNREAD: "E02",
    IncidentKind.CARD_IMPOSSIBLE: "E03",
    IncidentKind.EARLY_CARD: "E04",
    IncidentKind.PUSHED_IN: "E05",
    IncidentKind.READS_MISSING: "E06",
    IncidentKind.BURN_WRONG: "E07",
    IncidentKind.CARDS_TOO_FEW: "E08",
    IncidentKind.CUT_CARD_AGAIN: "E09",
    IncidentKind.CUT_MISSING: "E10",
    IncidentKind.BOARD_RESTARTED: "E11",
    IncidentKind.CALLED_WRONG: "E12",
    IncidentKind.RESULT_LATE: "E13",
    IncidentKind.RECOVERED: "E14",
    IncidentKind.FACES_LOST: "E15",
    IncidentKind.CARDS_ENTERED: "E16",
    IncidentKind.CODE_UNKNOWN: "E17",
    IncidentKind.DOUBLE: "E18",
    IncidentKind.JAM: "E19",
    IncidentKind.LID: "E20",
    IncidentKind.GATE_FAULT: "E21",
    IncidentKind.CARD_BEFORE_REVEAL: "E22",
    IncidentKind.TAG_REPEATED: "E23",
    IncidentKind.PACK_COUNT: "E24",
    IncidentKind.INSPECTION_AGAIN: "E25",
    IncidentKind.PAUSED: "E26",
    IncidentKind.STUCK: "E27",
    IncidentKind.FLOOR: "E28",
    IncidentKind.FACE_UP_IN_SHOE: "E29",
    IncidentKind.PICKED_UP: "E30",
    IncidentKind.MANUAL_PLAY: "E31",
    IncidentKind.FACTORY_ORDER: "E32",
    IncidentKind.SHOE_REPEATS: "E33",
    IncidentKind.PROFILE_CHANGED: "E34",
    IncidentKind.SHOE_DIFFERS: "E35",
    IncidentKind.RECORD_RESTORED: "E36",
}
"""What happened at the table."""

TROUBLES: Mapping[str, str] = {"reader": "E51", "journal": "E52", "panel": "E53", "clock": "E54"}
"""What is wrong with the machine, by the part of it."""

REFUSALS: Mapping[Refusal, str] = {
    Refusal.PLAYER_MUST_DRAW: "E101",
    Refusal.BANKER_MUST_DRAW: "E102",
    Refusal.FIRST_CARDS_MISSING: "E103",
    Refusal.NO_SHOE: "E104",
    Refusal.NO_COUP: "E105",
    Refusal.COUP_OPEN: "E106",
    Refusal.INSPECT_FIRST: "E107",
    Refusal.HELD: "E108",
    Refusal.READER_LOST: "E109",
    Refusal.BURN_FIRST: "E110",
    Refusal.BETS_NOT_OPEN: "E111",
    Refusal.BETS_PLACED: "E112",
    Refusal.RESULT_SHOWN: "E113",
    Refusal.RESULT_FIRST: "E114",
    Refusal.CALL_THE_RESULT: "E115",
    Refusal.CALLED_WRONG: "E116",
    Refusal.TOO_FEW_CARDS: "E117",
    Refusal.NOTHING_TO_GO_ON_FROM: "E118",
    Refusal.NOT_OFFERED: "E119",
    Refusal.NOTHING_HELD: "E120",
    Refusal.USE_ENTER: "E121",
    Refusal.NO_CARD_TO_ENTER: "E122",
    Refusal.EXPOSED_CARD: "E123",
    Refusal.UNEXPOSED_CARD: "E124",
    Refusal.NAME_MISSING: "E125",
    Refusal.SECOND_MISSING: "E126",
    Refusal.SECOND_IS_FIRST: "E127",
    Refusal.DEALER_OF_COUP: "E128",
    Refusal.REASON_MISSING: "E129",
    Refusal.VOID_ALREADY: "E130",
    Refusal.TURNED_AS_DEALT: "E131",
    Refusal.TURN_FIRST: "E132",
    Refusal.TURN_OTHER_FIRST: "E133",
    Refusal.TURNED_ALREADY: "E134",
    Refusal.NO_THIRD_CARD: "E135",
    Refusal.NOTHING_TO_UNDO: "E136",
    Refusal.UNDO_TOO_LATE: "E137",
    Refusal.NO_CARD_DUE: "E138",
    Refusal.NO_SUCH_COUP: "E139",
    Refusal.SAME_HANDS: "E140",
    Refusal.TWO_OR_THREE_CARDS: "E141",
    Refusal.AS_MANY_AS_LIE: "E142",
    Refusal.PLAYER_TAKES_NONE: "E143",
    Refusal.BANKER_TAKES_NONE: "E144",
    Refusal.MORE_THAN_THE_SHOE: "E145",
    Refusal.NOTHING_TO_ACKNOWLEDGE: "E146",
    Refusal.NOT_IN_PRODUCTION: "E147",
    Refusal.NOT_SIGNED_IN: "E148",
    Refusal.NOT_ENTITLED: "E149",
    Refusal.PERSON_DISABLED: "E150",
    Refusal.SUPERVISOR_MISSING: "E151",
}
"""Why an order or a press was not carried out."""

_BY_CODE = {
    "incident": {kind.value: number for kind, number in INCIDENTS.items()},
    "refusal": {why.value: number for why, number in REFUSALS.items()},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A line of the table: its number, the catalogue's key for what it is called, and that for what to do.

    Where the catalogue has no words for the second, the first says both.
    """

    number: str
    meaning: str
    remedy: str


def incident_number(code: str) -> str:
    """The number of an incident; empty for a kind that only a newer table knows."""
    return _BY_CODE["incident"].get(code, "")


def refusal_number(code: str) -> str:
    """The number of a refusal; empty for one that only a newer table knows."""
    return _BY_CODE["refusal"].get(code, "")


def trouble_number(part: str) -> str:
    """The number of a part of the machine that does not work; empty for an unknown part."""
    return TROUBLES.get(part, "")


def numbered() -> tuple[Numbered, ...]:
    """The whole table, by number."""
    lines = [
        Numbered(number=number, meaning=f"incident.{kind.value}", remedy=f"advice.{kind.value}")
        for kind, number in INCIDENTS.items()
    ]
    lines += [
        Numbered(number=number, meaning=f"trouble.{part}", remedy=f"remedy.{part}") for part, number in TROUBLES.items()
    ]
    lines += [
        Numbered(number=number, meaning=f"refusal.{why.value}", remedy=f"remedy.{why.value}")
        for why, number in REFUSALS.items()
    ]
    return tuple(lines)
