"""Why a code is no card: each case apart, without a face, from memory."""

import pytest
from cards.cards_tools import AT, DECK, LATER, add_labels, add_tags, labels, tags

from device.cards.keys.secret import draw_secret
from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.cards.registry.snapshot import Snapshot
from device.readers.marks import CardMarks, PackRegistry
from device.rules.foreign import Foreign, WhyForeign


@pytest.fixture
def codes(registry: Registry) -> dict[str, str]:
    """A code of each sort."""
    found = {"opened label": next(iter(add_labels(registry, "AAA1")))}
    found["enrolled label"] = next(iter(add_labels(registry, "BBB2")))
    found["printed label"] = next(iter(add_labels(registry, "CCC3", state=PackState.PRINTED)))
    found["retired label"] = next(iter(add_labels(registry, "DDD4")))
    for number, (state, name) in enumerate(
        zip(("opened", "enrolled", "retired"), ("EEE5", "FFF6", "GGG7"), strict=True)
    ):
        add_tags(registry, number, id=name)
        found[f"{state} tag"] = next(iter(tags(number)))
    registry.move(("AAA1", "EEE5"), PackState.OPENED, by="ana", at=AT)
    registry.move(("DDD4", "GGG7"), PackState.RETIRED, by="ana", at=LATER, why="worn")
    secret = registry.secret()
    found["lost pack"] = str(secret.label("ZZZ9", "K3"))
    spare = (a + b for a in "0123456789" for b in "0123456789")
    issued = {code[5:7] for code in registry.codes_of("AAA1")}
    found["spare label"] = str(secret.label("AAA1", next(serial for serial in spare if serial not in issued)))
    found["foreign label"] = str(draw_secret(at=AT).label("AAA1", "K3"))
    found["foreign tag"] = "04ABCDEF"
    found["noise"] = "\x02ñ"
    return found


WHY = {
    "opened label": None,
    "opened tag": None,
    "enrolled label": Foreign(why=WhyForeign.NOT_OPENED, pack="BBB2"),
    "enrolled tag": Foreign(why=WhyForeign.NOT_OPENED, pack="FFF6"),
    "printed label": Foreign(why=WhyForeign.NOT_ENROLLED, pack="CCC3"),
    "retired label": Foreign(why=WhyForeign.RETIRED, pack="DDD4", on="2026-03-02"),
    "retired tag": Foreign(why=WhyForeign.RETIRED, pack="GGG7", on="2026-03-02"),
    "lost pack": Foreign(why=WhyForeign.PACK_MISSING, pack="ZZZ9"),
    "spare label": Foreign(why=WhyForeign.SPARE_LABEL, pack="AAA1"),
    "foreign label": Foreign(why=WhyForeign.OTHER_SITE),
    "foreign tag": Foreign(why=WhyForeign.UNKNOWN_TAG),
    "noise": Foreign(why=WhyForeign.NO_CARD),
}


def test_each_case_is_told_apart(registry: Registry, codes: dict[str, str]) -> None:
    snapshot: PackRegistry = registry.snapshot()
    assert {sort: snapshot.why_not(code) for sort, code in codes.items()} == WHY
    assert {sort: snapshot.why_not(code.lower()) for sort, code in codes.items()} == WHY
    assert registry.why_not(codes["retired tag"]) == WHY["retired tag"]
    for sort, code in codes.items():
        known = WHY[sort] is None
        assert (snapshot.card_of(code.lower()) is DECK[0]) is known
        assert snapshot.pack_of(code) == ({"opened label": "AAA1", "opened tag": "EEE5"}[sort] if known else "")


def test_it_is_the_same_after_a_change_of_the_secret(registry: Registry, codes: dict[str, str]) -> None:
    registry.rotate(at=LATER)
    snapshot = registry.snapshot()
    assert {sort: snapshot.why_not(code) for sort, code in codes.items()} == WHY


def test_a_snapshot_holds_no_faces_but_those_in_play_and_needs_no_file(registry: Registry) -> None:
    add_labels(registry, "AAA1")
    opened = add_labels(registry, "BBB2")
    registry.move(("BBB2",), PackState.OPENED, by="ana", at=AT)
    snapshot = registry.snapshot()
    assert set(snapshot._known) == set(opened)
    assert set(snapshot.packs) == {"AAA1", "BBB2"}
    assert snapshot.changes == registry.changes()
    registry.move(("BBB2",), PackState.RETIRED, by="ana", at=AT)
    assert snapshot.changes != registry.changes()
    for file in registry.path.parent.iterdir():
        file.unlink()
    marks = CardMarks(registry=snapshot)
    for code, card in opened.items():
        assert marks.look_up(code) is card
        assert marks.pack_of(code) == "BBB2"
    assert isinstance(snapshot, Snapshot)
    assert "Card" not in repr(snapshot), "whoever logs it tells no face"


def test_a_pack_in_play_is_in_it_and_one_half_enrolled_is_not(registry: Registry) -> None:
    add_tags(registry, 1, id="AAA1")
    new = NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes=tags(2, 20), id="BBB2")
    registry.add(new, by="ana", at=AT)
    for to in (PackState.OPENED, PackState.IN_PLAY):
        registry.move(("AAA1",), to, by="ana", at=AT, table="t", shoe=1)
    snapshot = registry.snapshot()
    found = snapshot.find(next(iter(tags(1))).lower())
    assert found is not None
    assert (found.card, found.pack.state, found.pack.shoe) == (DECK[0], PackState.IN_PLAY, 1)
    assert snapshot.find(next(iter(tags(2)))) is None
    assert snapshot.why_not(next(iter(tags(2)))) == Foreign(why=WhyForeign.NOT_ENROLLED, pack="BBB2")
    assert labels(registry, "AAA1", 1)  # only to see that labels of this name would be others
    spare = Foreign(why=WhyForeign.SPARE_LABEL, pack="AAA1")
    assert snapshot.why_not(next(iter(labels(registry, "AAA1", 1)))) == spare
