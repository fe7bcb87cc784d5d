"""Readers of tags at a real table: a tag that rests, flickers or comes back, two at once, a chip that falls silent."""

from pathlib import Path

import pytest
from service.reader_tools import ReaderRig

from device.readers.kinds import ReaderKind
from device.sim.readers.base import SimReader
from device.sim.readers.em4100 import Em4100Reader
from device.sim.readers.pn532 import Pn532Reader
from device.table import events as ev
from device.table.vocabulary import IncidentKind

LIST = 0x4A


class TwoInTheField(Pn532Reader):
    """A field in which a second tag can lie."""

    def __init__(self) -> None:
        super().__init__()
        self._second = b""
        self.orders["second"] = self._one_word(self.second)

    def second(self, code: str) -> None:
        """Another tag beside the first."""
        self._second = bytes.fromhex(code)

    def away(self) -> None:
        """The field is empty."""
        super().away()
        self._second = b""

    def _answer_search(self) -> None:
        if self._uid is None or not self._second:
            super()._answer_search()
            return
        self._searching = False
        both = b"".join(bytes((n, 0, 4, 8, len(uid))) + uid for n, uid in enumerate((self._uid, self._second), 1))
        self._answer(LIST, b"\2" + both)


@pytest.mark.parametrize(
    ("kind", "reader"),
    [(ReaderKind.EM4100, Em4100Reader()), (ReaderKind.PN532, TwoInTheField())],
    ids=["em4100", "pn532"],
)
def test_tags_that_rest_come_together_or_are_asked_in_vain(kind: ReaderKind, reader: SimReader, tmp_path: Path) -> None:
    table = ReaderRig(tmp_path, kind, reader=reader)
    try:
        table.open()
        table.plug()
        table.new_shoe()
        table.reader.say(f"card {table.mark('9c')}")
        table.counts("duplicate", 5)  # it rests
        for _ in range(3):
            table.reader.say("away", f"card {table.mark('9c')}")  # it flickers
        table.counts("duplicate", 7)
        table.deals("8d")
        table.reader.say(f"card {table.mark('9c')}")  # it looks in again
        table.reader.say("away")
        if kind is ReaderKind.PN532:
            table.reader.say("silent on")
            assert table.reader_is("reader: the PN532 has fallen silent")["instruction"] == "do-not-deal"
            table.reader.say("silent off")
            table.reader_is("")
        table.deals("Tc", "Td")
        table.sees(lambda view: view["coups"], "the coup")
        assert table.dealt() == ["9c", "8d", "Tc", "Td"]
        assert table.incidents() == []
        if kind is ReaderKind.PN532:
            table.reader.say(f"second {table.mark('Kh')}", f"card {table.mark('Qs')}")
            view = table.sees(lambda view: view["incidents"], "two tags at once")
            assert view["held"]
            assert [one.incident for one in table.incidents()] == [IncidentKind.DOUBLE]
            assert not any(isinstance(event, ev.CardDealt) for event in table.events()[-1:])
        table.end()
    finally:
        table.clean_up()
