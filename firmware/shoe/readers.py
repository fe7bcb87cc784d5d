"""The readers by the names that pins.py calls them."""

from shoe.read_em4100 import Em4100Reader
from shoe.read_line import LineReader
from shoe.read_pn532 import Pn532Reader
from shoe.reader import Reader

BAUDS = {"line": 9600, "em4100": 9600, "pn532": 115200}
"""The speeds that they are delivered with."""


def make_reader(kind: str) -> Reader:
    """A reader by its kind; raises KeyError for one that is not known."""
    makers: dict[str, type[Reader]] = {"line": LineReader, "em4100": Em4100Reader, "pn532": Pn532Reader}
    return makers[kind]()
