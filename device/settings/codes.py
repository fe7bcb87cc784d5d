"""A site's own table of class codes: a TOML file of lines such as ``"X17" = "9h"`` and ``"CUT9" = "cut"``."""

from collections.abc import Mapping
from pathlib import Path

from device.readers.labels import parse_label
from device.readers.marks import CUT, CutCard
from device.rules.card import Card, CardError
from device.rules.faults import Fault, FaultsError, not_toml
from device.rules.structs import read_toml
from device.settings.reading import SettingsError, read_file

LONGEST_CODE = 64
_CUT = "cut"


def parse_codes(text: str) -> dict[str, Card | CutCard]:
    """What each code of the table means, the codes in capitals, since readers differ in them.

    Every card needs a code, and may have several; the cut card may have some beside ``CUT``. Raises FaultsError with
    every fault, and ValueError naming line and column for what is no TOML.
    """
    table = read_toml(text)
    faults: list[Fault] = []
    codes: dict[str, Card | CutCard] = {}
    first: dict[str, str] = {}
    for code, value in table.items():
        key = f'"{code}"'
        wrong = _wrong_code(code, value)
        if code.upper() in first:
            wrong = Fault(
                path=key, found=f'the same as "{first[code.upper()]}"', allowed="capitals make no difference: once"
            )
        first.setdefault(code.upper(), code)
        meaning = _meaning(key, value, faults) if wrong is None else None
        if wrong is not None:
            faults.append(wrong)
        elif meaning is not None:
            codes[code.upper()] = meaning
    faults += _missing(codes, table) if not faults else []
    if faults:
        raise FaultsError(faults)
    return codes


def _wrong_code(code: str, value: object) -> Fault | None:
    key = f'"{code}"'
    if isinstance(value, Mapping):
        allowed = 'a code with a full stop stands in quotes, as "A.17", and there are no sections'
        return Fault(path=key, found="a table", allowed=allowed)
    if not (code.isascii() and code.isprintable() and code.strip() == code and 0 < len(code) <= LONGEST_CODE):
        allowed = f"a code is 1 to {LONGEST_CODE} letters, digits and signs of ASCII, without blanks around it"
        return Fault(path=key, found="no code that a reader gives", allowed=allowed)
    if parse_label(code) is not None:
        allowed = "labels of packs look so and are known by the registry: choose another code"
        return Fault(path=key, found="has the shape of a label", allowed=allowed)
    if code.upper() == CUT.value and str(value).lower() != _CUT:
        return Fault(path=key, found=repr(value), allowed="this code is always the cut card: choose another one")
    return None


def _meaning(key: str, value: object, faults: list[Fault]) -> Card | CutCard | None:
    if isinstance(value, str) and value.lower() == _CUT:
        return CUT
    try:
        if isinstance(value, str):
            return Card.parse(value)
    except CardError:
        pass
    found = repr(value[:40]) if isinstance(value, str) else str(value)
    faults.append(Fault(path=key, found=found, allowed='allowed: a card as "9h", "Td" or "10d", or "cut"'))
    return None


def _missing(codes: Mapping[str, Card | CutCard], table: Mapping[str, object]) -> list[Fault]:
    if not table:
        return [Fault(path="", found="no code is in it", allowed='each line is a code and its card, as "X17" = "9h"')]
    missing = [card.value for card in Card if card not in codes.values()]
    if not missing:
        return []
    return [Fault(path="", found=f"no code for {', '.join(missing)}", allowed="each of the 52 cards needs one")]


def class_codes(path: Path) -> dict[str, Card | CutCard]:
    """The table in a file; raises SettingsError naming the file, every fault, and what may stand there."""
    text = read_file(path, 'cards.codes = "off" is the table that every card\'s own name makes')
    try:
        return parse_codes(text)
    except FaultsError as error:
        raise SettingsError(error.at(str(path))) from None
    except ValueError as error:
        raise SettingsError(not_toml(str(path), error)) from None
