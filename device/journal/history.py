"""A journal as people ask for it: shoes, coups, incidents, one coup card by card. No unseen face is in any of it."""

from typing import Any

from device.journal.reading import Reader, public_body
from device.ports.journal import Record
from device.rules.tableau import explain
from device.table import events as ev

Line = dict[str, Any]

_FLAGS = frozenset({"natural", "player_pair", "banker_pair", "holds", "exposed"})


def shoes(reader: Reader, *, shoe: int | None = None) -> list[Line]:
    """The shoes, or one; of a running shoe the number of cards is None."""
    return reader.objects(
        "SELECT s.*, (SELECT count(*) FROM coups c WHERE c.shoe = s.shoe) AS coups FROM shoes s"
        " WHERE :shoe IS NULL OR shoe = :shoe ORDER BY shoe",
        {"shoe": shoe},
    )


def coups(reader: Reader, *, shoe: int, coup: int | None = None) -> list[Line]:
    """The coups of a shoe whose result is public, void ones too, in order."""
    found = reader.objects(
        "SELECT * FROM coups WHERE shoe = :shoe AND (:coup IS NULL OR coup = :coup) ORDER BY coup",
        {"shoe": shoe, "coup": coup},
    )
    return [_with_flags(line) for line in found]


def incidents(reader: Reader, *, shoe: int, coup: int | None = None) -> list[Line]:
    """What went wrong and who decided, in order."""
    found = reader.objects(
        "SELECT * FROM incidents WHERE shoe = :shoe AND (:coup IS NULL OR coup = :coup) ORDER BY seq",
        {"shoe": shoe, "coup": coup},
    )
    return [_with_flags(line) for line in found]


def steps(reader: Reader, *, shoe: int, coup: int) -> list[Line]:
    """Everything on record about one coup, each with its time and, for a card, why the next step was compulsory."""
    return [_step(record) for record in reader.records(shoe=shoe, coup=coup)]


def last_shoe(reader: Reader) -> int | None:
    """The number of the shoe in play, or of the last one."""
    ((found,),) = reader.query("SELECT max(shoe) FROM shoes")
    return None if found is None else int(found)


def _with_flags(line: Line) -> Line:
    return {name: bool(value) if name in _FLAGS and value is not None else value for name, value in line.items()}


def _step(record: Record) -> Line:
    event = record.event
    line: Line = {"seq": record.seq, "at": record.at, "kind": event.KIND} | public_body(event)
    if isinstance(event, ev.CardDealt):
        line["why"] = [explain(reason) for reason in event.reasons]
    return line
