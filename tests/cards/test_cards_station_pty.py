"""A station as a person uses it: commands on a pty, with every kind of reader, broken off and gone on with."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cards.cards_tools import AT, add_labels, add_tags, tags
from cards.station_tools import Reader, Station
from click.testing import CliRunner

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cards.station.orders import order_of
from device.cli.main import zapato
from device.rules.card import Card
from device.staff.people import Role
from device.staff.store import StaffStore

FACTORY = order_of("new-deck")
Begin = Callable[..., tuple[Reader, Station]]


@pytest.fixture
def begin(folder: Path) -> Iterator[Begin]:
    running: list[Reader | Station] = []
    readers: dict[str, Reader] = {}

    def start(kind: str, *words: str) -> tuple[Reader, Station]:
        if kind not in readers:
            readers[kind] = Reader(kind, folder)
            running.append(readers[kind])
        station = Station(readers[kind], kind, folder, *words)
        running.append(station)
        return readers[kind], station

    yield start
    for process in running:
        process.kill()


def ran(*words: str) -> tuple[int, str, str]:
    """A command that needs no reader, in this process."""
    done = CliRunner().invoke(zapato, ["cards", *words])
    return done.exit_code, done.stdout, done.stderr


def lay(reader: Reader, station: Station, code: str, kind: str) -> dict[str, Any]:
    reader.do(f"card {code}")
    told = station.step(kind, "not-kept")
    reader.do("away")
    return told


@pytest.mark.parametrize("kind", ["line", "grow", "ssi", "em4100", "twn4", "pn532"])
def test_every_reader_gives_cards_their_tags(begin: Begin, folder: Path, kind: str) -> None:
    reader, station = begin(kind, "enrol", "--by", "ana")
    codes = [f"{number:08X}" if kind == "pn532" else f"0C{number:08X}" for number in range(0x10203040, 0x10203043)]
    for code, card in zip(codes, FACTORY, strict=False):
        assert lay(reader, station, code, "taken")["card"] == str(card)
    station.type("q")
    ended, rest = station.end()
    assert ended == 1, "the pack is not whole"
    assert (rest[-1]["state"], rest[-1]["cards"]) == ("printed", 3)
    assert Registry(folder / "packs.sqlite3").codes_of(rest[-1]["pack"]) == dict(zip(codes, FACTORY, strict=False))


def test_killed_in_the_middle_unplugged_and_gone_on_with_a_deck_becomes_a_pack(begin: Begin, folder: Path) -> None:
    deck = list(tags(5))
    reader, station = begin("line", "enrol", "--by", "ana", "--note", "blue backs")
    for code in deck[:7]:
        lay(reader, station, code, "taken")
    station.kill()  # as a power cut
    registry = Registry(folder / "packs.sqlite3")
    (begun,) = registry.packs()
    assert (begun.cards, begun.state, begun.note) == (7, PackState.PRINTED, "blue backs")
    registry.mark(begun.id, dict(zip(deck[7:43], FACTORY[7:43], strict=True)), by="ana", at=AT)  # at another station

    reader, station = begin("line", "enrol", "--continue", begun.id.lower(), "--by", "ana")
    assert lay(reader, station, deck[43], "taken")["card"] == str(FACTORY[43])
    reader.do("unplug")
    assert not station.until(lambda told: told.get("step") == "reader")["up"]
    reader.do("plug")
    assert station.until(lambda told: told.get("step") == "reader")["up"]
    reader.wait_for_host()
    for code in deck[44:]:
        lay(reader, station, code, "taken")
    station.step("complete")
    station.type("u 2")
    assert station.step("taken-back")["card"] == str(FACTORY[51])
    assert station.step("taken-back")["card"] == str(FACTORY[50])
    for code in ("000000000E", "000000000F"):
        lay(reader, station, code, "taken")
    station.step("complete")
    station.type("")
    ended, rest = station.end()
    assert (ended, rest[-1]["state"], rest[-1]["cards"], rest[-1]["missing"]) == (0, "enrolled", 52, [])


def test_labels_are_seen_on_their_cards(begin: Begin, folder: Path, registry: Registry) -> None:
    ours = add_labels(registry, "7QX4", state=PackState.PRINTED)
    foreign = add_labels(registry, "B0B5")
    registry.move(("B0B5",), PackState.RETIRED, by="ana", at=AT)
    reader, station = begin("line", "enrol", "7qx4", "--by", "ana", "--yes")
    assert lay(reader, station, next(iter(foreign)), "retired")["pack"] == "B0B5"
    codes = list(ours)
    changed = codes[0][:-1] + ("A" if codes[0][-1] != "A" else "B")
    assert "pack" not in lay(reader, station, changed, "unknown")
    for code in codes:
        assert lay(reader, station, code, "face")["card"] == str(ours[code])
    ended, rest = station.end()
    assert (ended, rest[-1]["state"]) == (0, "enrolled")
    assert registry.pack("7QX4").state is PackState.ENROLLED


def test_a_check_ends_with_a_verdict(begin: Begin, registry: Registry) -> None:
    pack, other = add_tags(registry, 1, id="ZZZZ"), add_tags(registry, 2, id="AAAA")
    reader, station = begin("line", "check", pack)
    for code in list(tags(1))[3:9]:
        lay(reader, station, code, "known")
    assert lay(reader, station, next(iter(tags(2))), "not-named")["pack"] == other
    station.type("q")
    ended, rest = station.end()
    assert ended == 1
    assert [one["pack"] for one in rest[:-1]] == [pack, other], "the named one first"
    laid = list(tags(1).values())[3:9]
    assert rest[0]["missing"] == [str(card) for card in Card if card not in laid]
    assert rest[-1] == {"ok": False, "unknown": 0, "not_named": 1}


def test_an_inspection_leaves_the_same_for_every_order_and_a_receipt_that_two_people_sign(
    begin: Begin, folder: Path, registry: Registry
) -> None:
    pack = add_tags(registry, 1)
    registry.move((pack,), PackState.OPENED, by="ana", at=AT)
    staff = StaffStore(folder / "staff.sqlite3", create=True)
    staff.enter("Ana", [Role.DEALER], "2580", is_own=True)
    staff.enter("Luis", [Role.SUPERVISOR], "1470", is_own=True)
    codes = list(tags(1))
    people = ("--dealer", "Ana", "--supervisor", "luis", "--staff", str(folder / "staff.sqlite3"))
    said: list[list[dict[str, Any]]] = []
    receipts: list[Path] = []
    for order in (codes, codes[::-1]):
        out = folder / f"receipts-{len(said)}"
        out.mkdir()
        words = ("inspect", pack, "--kind", "opening", *people, "--receipts", str(out), "--station", "BAC 1", "--yes")
        reader, station = begin("line", *words)
        for code in order:
            lay(reader, station, code, "counted")
        station.step("sign")
        station.type("2580")
        station.type("1470")
        ended, rest = station.end()
        assert ended == 0, rest
        said.append([told for told in station.lines if told.get("step") != "reader"])
        (receipt,) = out.iterdir()
        receipts.append(receipt)
        assert [path.name for path in out.iterdir()] == [receipt.name], "nothing else was written"
    assert said[0] == said[1], "what was said while the cards passed"
    one, two = (json.loads(path.read_bytes())["content"] for path in receipts)
    for varies in ("number", "began_at", "ended_at"):
        assert one.pop(varies)
        assert two.pop(varies)
    assert one == two
    assert one["supervisor"] == {"name": "Luis", "signed": True}
    assert one["complete"] is True

    where = ("--registry", str(folder / "packs.sqlite3"), "--lang", "es")
    ended, page, _ = ran("receipt", str(receipts[0]), *where)
    assert ended == 0
    assert "Cartas: 52 de 52" in page
    changed = receipts[0].read_bytes().replace(b'"Ana"', b'"Eva"')
    receipts[0].write_bytes(changed)
    ended, page, why = ran("receipt", str(receipts[0]), *where)
    assert (ended, page) == (1, "")
    assert "was changed" in why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("enrol", "--by", "ana"), "which reader"),
        (("enrol", "ZZZZ", "--by", "ana", "--reader", "line", "--port", "/dev/null"), "ZZZZ"),
        (("enrol", "--by", "ana", "--reader", "line", "--port", "COM3"), "COM3"),
        (("check", "ZZZZ", "--reader", "line", "--port", "/dev/null"), "ZZZZ"),
        (("receipt", "nothing.json"), "nothing.json"),
        (
            ("inspect", "--kind", "opening", "--dealer", "Ana", "--supervisor", "ANA", "--reader", "line",
             "--port", "/dev/null"),
            "two different people",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(
    folder: Path, words: tuple[str, ...], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Registry(folder / "packs.sqlite3", create=True)
    ended, out, error = ran(*words)
    assert (ended, out) == (2, "")
    assert why in error
    assert "Traceback" not in error
