"""Packs with labels at a real table: their cards deal, their packs are retired after the shoe, the registry follows."""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from cards.cards_tools import AT, add_labels
from service.board_tools import LiveBoard, now_ms
from service.process_tools import Rig, View
from support.house import wait_until

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.journal.checking import verify_file
from device.journal.reading import Reader
from device.rules.card import Card
from device.screen.dealer.guidance import guidance
from device.screen.view import staff_view
from device.table import events as ev
from device.table.events import Event
from device.words import languages, load_words

PACKS = tuple(f"AAA{number}" for number in range(1, 9))
STRANGER = "ZZZ9"
COUP = ("9c", "8d", "Tc", "Td")


@dataclass(frozen=True)
class Made:
    """A registry that was made once for all tests, and its codes."""

    folder: Path
    codes: dict[str, dict[Card, str]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("registry")
    registry = Registry(folder / "packs.sqlite3", create=True)
    codes = {id: by_card(add_labels(registry, id)) for id in (*PACKS, STRANGER)}
    registry.move((*PACKS, STRANGER), PackState.OPENED, by="ana", at=AT)
    return Made(folder=folder, codes=codes)


def by_card(codes: Mapping[str, Card]) -> dict[Card, str]:
    return {card: code for code, card in codes.items()}


class Labelled:
    """A table that takes packs alone, its registry with nine opened packs, and a shoe of their cards."""

    def __init__(self, folder: Path, made: "Made") -> None:
        for file in made.folder.iterdir():
            shutil.copy(file, folder)
        self.registry = Registry(folder / "packs.sqlite3")
        self.codes = dict(made.codes)
        self.rig = Rig(folder, kind="shoe")
        self.rig.config.write_text(self.rig.config.read_text() + '[cards]\naccept = "packs"\n')
        self.shoe = LiveBoard(self.rig)

    def start(self) -> None:
        """Start the table with the shoe on its port."""
        self.rig.open()
        self.shoe.plug()

    def draw(self, pack: str, *cards: str) -> None:
        """Cards of a pack leave the shoe, and the table has them on record."""
        for card in cards:
            with self.shoe._guard:
                self.shoe.board.card_left(self.codes[pack][Card(card)], now_ms())
        wait_until(self.shoe.all_acknowledged, f"the acknowledgement; {self.rig.last_words()}")

    def state(self, pack: str) -> PackState:
        return self.registry.pack(pack).state

    def on_record(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.rig.events() if isinstance(event, kind)]

    def shows(self, coups: int) -> None:
        """Wait until so many coups of the shoe are shown."""
        self.rig.sees(lambda view: len(view["coups"]) == coups, f"coup {coups}")

    def held(self) -> View:
        """The incident that holds the table."""
        view = self.rig.sees(lambda view: view["incidents"], "the incident")
        incident: View = view["incidents"][0]
        assert incident["kind"] == "tag-unknown"
        assert incident["card"] is None
        return incident

    def close_the_shoe(self) -> None:
        self.rig.order(order="resolve", option="void", by="sup1", second="pit2", reason="a foreign card")
        self.rig.sees(lambda view: view["phase"] == "shoe-over", "the end of the shoe")


@pytest.fixture
def table(tmp_path: Path, made: Made) -> Iterator[Labelled]:
    table = Labelled(tmp_path, made)
    yield table
    table.shoe.close()
    table.rig.clean_up()


def test_eight_packs_are_dealt_and_retired_and_a_card_of_one_of_them_is_held_in_the_next_shoe(table: Labelled) -> None:
    rig = table.rig
    table.start()
    rig.new_shoe()
    for coups, pack in enumerate(PACKS, start=1):
        table.draw(pack, *COUP)
        table.shows(coups)
    wait_until(lambda: {table.state(pack) for pack in PACKS} == {PackState.IN_PLAY}, "the registry")
    assert {(pack.table, pack.shoe) for pack in map(table.registry.pack, PACKS)} == {("BAC 1", 1)}

    table.draw(STRANGER, "4h")
    assert table.held()["detail"] == f"a card of pack {STRANGER}, and the shoe's 8 packs are others"
    table.close_the_shoe()
    wait_until(lambda: table.on_record(ev.RetirementKept) != [], "the registry's word on record")
    assert table.on_record(ev.PacksRetired) == [ev.PacksRetired(packs=PACKS)]
    assert {table.state(pack) for pack in PACKS} == {PackState.RETIRED}
    assert table.state(STRANGER) is PackState.OPENED

    table.codes["BBB1"] = by_card(add_labels(table.registry, "BBB1"))
    table.registry.move(("BBB1",), PackState.OPENED, by="ana", at=AT)
    rig.new_shoe()
    table.draw("BBB1", *COUP)
    rig.sees(lambda view: len(view["coups"]) == 1, "a coup of a pack that was opened meanwhile")
    table.draw(PACKS[0], "4h")
    foreign = table.held()["foreign"]
    assert (foreign["why"], foreign["pack"], foreign["table"]) == ("retired", PACKS[0], None)
    on = (table.registry.pack(PACKS[0]).retired_at or "")[:10]
    assert table.held()["detail"].startswith(f"its pack AAA1 was retired on {on}: ")
    panel = {
        code: guidance(staff_view(rig.sees(lambda view: view["incidents"], "it")), load_words(code))
        for code in languages()
    }
    assert (panel["en"].line, panel["en"].reason) == ("Foreign card", f"Pack AAA1 was retired on {on}.")
    assert (panel["es"].line, panel["es"].reason) == ("Carta ajena", f"La baraja AAA1 se retiró el {on}.")
    assert all("AAA1" in told.reason and on in told.reason for told in panel.values())

    rig.end()
    verify_file(rig.journal)
    with Reader(rig.journal) as reader:
        rows = reader.query("SELECT shoe, pack, retired_at IS NOT NULL FROM record.shoe_packs ORDER BY shoe, pack")
    assert rows == [*((1, pack, 1) for pack in PACKS), (2, "BBB1", 0)]
    text = " ".join(path.read_bytes().decode("latin-1") for path in rig.folder.glob("table.log"))
    assert not [code for code in table.codes[PACKS[0]].values() if code in text]


def test_a_locked_registry_delays_no_card_and_is_told_after_the_process_was_killed(table: Labelled) -> None:
    rig = table.rig
    table.start()
    rig.new_shoe()
    table.draw(PACKS[0], *COUP)
    wait_until(lambda: table.state(PACKS[0]) is PackState.IN_PLAY, "the registry")
    other = sqlite3.connect(table.registry.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert rig.new_shoe() == 2, "which ends the first"
        assert table.on_record(ev.PacksRetired) == [ev.PacksRetired(packs=PACKS[:1], unseen=7)]
        table.draw(PACKS[1], *COUP)
        rig.sees(lambda view: len(view["coups"]) == 1, "a coup while the registry is locked")
        table.draw(PACKS[0], "4h")
        assert table.held()["detail"] == "a card of pack AAA1, which was retired after its shoe"
        rig.close_eyes()
        rig.kill("table")
    finally:
        other.close()
    assert table.state(PACKS[0]) is PackState.IN_PLAY, "nobody could tell it"
    table.start()
    wait_until(lambda: table.state(PACKS[0]) is PackState.RETIRED, "the registry")
    wait_until(lambda: table.on_record(ev.RetirementKept) != [], "its word on record")
    assert table.state(PACKS[1]) is PackState.IN_PLAY, "told again, and it took no other step"
    rig.end()
    verify_file(rig.journal)


def test_a_table_without_its_registry_starts_and_says_so_and_takes_no_label(table: Labelled) -> None:
    registry = table.registry.path
    aside = registry.rename(registry.with_name("aside.sqlite3"))
    table.start()
    view = table.rig.sees(lambda view: any(note.startswith("cards: ") for note in view["notes"]), "the note")
    (note,) = [note for note in view["notes"] if note.startswith("cards: ")]
    assert str(registry) in note
    assert "zapato cards restore" in note
    assert note.endswith("until then none is known")
    table.rig.new_shoe()
    table.draw(PACKS[0], "4h")
    assert table.held()["detail"] == "the registry of packs cannot be used here, so that no card of a pack is known"
    aside.rename(registry)
    table.close_the_shoe()
    table.rig.new_shoe()
    table.rig.sees(lambda view: not any(note.startswith("cards: ") for note in view["notes"]), "all is well")
    table.draw(PACKS[0], *COUP)
    table.rig.sees(lambda view: len(view["coups"]) == 1, "a coup")
    registry.unlink()
    table.rig.new_shoe()
    table.rig.sees(lambda view: any("are known as they were" in note for note in view["notes"]), "the note")
    table.draw(PACKS[1], *COUP)
    table.rig.sees(lambda view: len(view["coups"]) == 1, "what is in memory stays valid")
    table.rig.end()
