"""Bodies on record: every kind comes back as it was, old shapes are read, garbled and unknown ones are named."""

import json
from typing import get_type_hints

import msgspec
import pytest
from journal.journal_tools import rough_steps

from device.journal.codec import CODEC, Codec, recorded
from device.journal.errors import RecordError
from device.journal.faces import UNREAD, face_to_seal, with_face
from device.journal.projections import UNPROJECTED, is_projected
from device.rules.card import Card
from device.rules.foreign import Foreign, WhyForeign
from device.table.events import (
    EVENTS,
    CardInspected,
    CardWaits,
    ClockSet,
    ClockUnsure,
    Event,
    IncidentRaised,
    InspectionEnded,
    PackRefused,
    PackSeen,
    PacksRetired,
    PinChanged,
    ReportNoted,
    RetirementKept,
    ShoeOpened,
    SignedIn,
    SignedOut,
    SignInRefused,
)
from device.table.vocabulary import IncidentKind, NoEntry, SignedInBy, SignedOutBy, Source


def test_every_kind_dealt_by_the_table_comes_back_as_it_was() -> None:
    seen = set()
    steps = [step for seed in range(30) for _, step in rough_steps(commands=120, seed=seed)]
    steps += [step for _, step in rough_steps(commands=120, seed=12, rules={"inspection": "before"})]
    for step in steps:
        for _, _, event in step:
            kind, version, body = CODEC.encode(event)
            face = face_to_seal(event) or UNREAD
            assert with_face(CODEC.decode(kind, version, body, seq=1), face) == recorded(event)
            seen.add(kind)
    others = {event.KIND for event in (*PEOPLE, *PACKS, *CLOCK)}
    assert len(seen - others) >= len(EVENTS.keys() - others) - 12
    assert {"pack-seen", "packs-retired"} <= seen


PEOPLE = (
    SignedIn(name="Ana", how=SignedInBy.BADGE),
    SignedOut(name="Ana", why=SignedOutBy.IDLE),
    SignInRefused(why=NoEntry.WRONG, how=SignedInBy.NAME, name="Ana"),
    SignInRefused(why=NoEntry.WAIT, how=SignedInBy.NAME, times=40),
    PinChanged(name="Ana"),
)


RETIRED = Foreign(why=WhyForeign.RETIRED, pack="7QX4", on="2026-03-02")
PACKS = (
    PackSeen(pack="7QX4"),
    PackRefused(pack="7QX4", why="as it was said before reasons were told apart"),
    PackRefused(pack="7QX4", why="", foreign=RETIRED),
    IncidentRaised(id=1, incident=IncidentKind.CODE_UNKNOWN, holds=True, detail=RETIRED.sentence, foreign=RETIRED),
    CardWaits(hidden=None, nth=9, code=RETIRED.sentence, foreign=RETIRED),
    PacksRetired(packs=("7QX4", "A1B2"), unseen=6),
    RetirementKept(packs=("7QX4",)),
    ShoeOpened(shoe=2, profile="live", profile_version=1, profile_hash="0" * 64, decks=8, retired=("7QX4",)),
    InspectionEnded(cards=1, counts={Card("9h"): 1}, tags=("E0040001",), packs=("7QX4",), exact=False),
)


@pytest.mark.parametrize("event", PACKS)
def test_packs_come_back_as_they_were(event: Event) -> None:
    assert CODEC.decode(*CODEC.encode(event), seq=1) == event


CLOCK = (
    ClockUnsure(behind_s=1_209_600.0, recorded_until="2025-03-01T20:15:07.042Z"),
    ClockSet(by_s=1_209_600.25, was_unsure=True),
)


@pytest.mark.parametrize("event", [*PEOPLE, *CLOCK])
def test_who_comes_and_goes_comes_back_as_it_was(event: Event) -> None:
    assert CODEC.decode(*CODEC.encode(event), seq=1) == event


def test_of_an_inspected_card_no_record_holds_which_it_is() -> None:
    inspected = CardInspected(card=Card("9h"), tag="E0040001", pack="7QX4", source=Source.SUPERVISOR)
    assert CODEC.encode(inspected) == ("card-inspected", 1, '{"source":"supervisor"}')
    counted = InspectionEnded(cards=1, counts={Card("9h"): 1}, tags=("E0040001",), exact=False)
    assert CODEC.decode(*CODEC.encode(counted), seq=1) == counted


def test_bodies_leave_out_what_is_at_its_default_and_escape_nothing_readable() -> None:
    assert CODEC.encode(ReportNoted(what="庄 Ñ")) == ("report-noted", 1, '{"what":"庄 Ñ"}')


@pytest.mark.parametrize(
    ("kind", "version", "body", "said"),
    [
        ("card-eaten", 1, "{}", "newer software"),
        ("report-noted", 2, "{}", "newer software"),
        ("report-noted", 0, "{}", "no way is known"),
        ("report-noted", 1, "", "garbled"),
        ("report-noted", 1, "{", "garbled"),
        ("report-noted", 1, "null", "garbled"),
        ("report-noted", 1, "{}", "what"),
        ("report-noted", 1, '{"what":7}', "garbled"),
        ("card-dealt", 1, '{"hand":"player","card":"1h","due":null}', "garbled"),
    ],
)
def test_what_cannot_be_read_is_named_with_a_remedy(kind: str, version: int, body: str, said: str) -> None:
    with pytest.raises(RecordError, match=r"^record 17: ") as caught:
        CODEC.decode(kind, version, body, seq=17)
    assert said in str(caught.value)
    assert caught.value.seq == 17


class Tasted(Event, frozen=True, kw_only=True):
    """An event in its third shape: `flavour` was called `taste`, then `taste` and in a list."""

    KIND = "tasted"
    VERSION = 3
    flavour: str
    strength: int


def test_an_old_shape_is_read_step_by_step() -> None:
    codec = Codec(
        {"tasted": Tasted},
        {
            ("sipped", 1): lambda body: ("tasted", 2, {"taste": [body["taste"]]}),
            ("tasted", 2): lambda body: ("tasted", 3, {"flavour": body["taste"][0], "strength": 1}),
        },
    )
    new = Tasted(flavour="salt", strength=2)
    assert codec.decode(*codec.encode(new), seq=1) == new
    assert codec.decode("tasted", 2, '{"taste":["sweet"]}', seq=1) == Tasted(flavour="sweet", strength=1)
    assert codec.decode("sipped", 1, '{"taste":"sour"}', seq=1) == Tasted(flavour="sour", strength=1)
    with pytest.raises(RecordError, match="no way is known"):
        codec.decode("tasted", 1, '{"taste":"sweet"}', seq=1)
    with pytest.raises(RecordError, match="garbled"):
        codec.decode("tasted", 2, '{"taste":[]}', seq=1)


def test_every_event_is_projected_or_named_as_not() -> None:
    for event in EVENTS.values():
        assert is_projected(event) != (event in UNPROJECTED), event.KIND


def test_unseen_faces_are_called_hidden() -> None:
    """The record and its readers rely on the name: a Card or None that is no turned card is in `hidden`."""
    for event in EVENTS.values():
        hints = get_type_hints(event)
        optional = {name for name, hint in hints.items() if hint == Card | None}
        turned = {"indicator"}
        assert optional <= {"hidden"} | turned | set(event.UNRECORDED), event.KIND


def test_bodies_are_plain_json() -> None:
    for _, step in rough_steps(commands=60, seed=3):
        for _, _, event in step:
            plain = json.loads(msgspec.json.encode(with_face(event, UNREAD)))
            assert json.loads(CODEC.encode(event)[2]) == plain
