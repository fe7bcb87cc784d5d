"""A journal as people ask for it: shoes, coups, incidents, one coup card by card. No unseen face is in any of it."""

import json
from typing import Any

from device.journal.codec import CODEC
from device.journal.reading import Reader, public_body
from device.journal.schema import tables_of
from device.ports.journal import Record
from device.rules.tableau import explain
from device.table import events as ev

Line = dict[str, Any]

_FLAGS = frozenset({"natural", "player_pair", "banker_pair", "holds", "exposed", "manual"})


def shoes(reader: Reader, *, shoe: int | None = None) -> list[Line]:
    """The shoes, or one; of a running shoe the number of cards is None."""
    return reader.objects(
        "SELECT s.*, (SELECT count(*) FROM coups c WHERE c.shoe = s.shoe) AS coups FROM shoes s"
        " WHERE :shoe IS NULL OR shoe = :shoe ORDER BY shoe",
        {"shoe": shoe},
    )


def packs(reader: Reader, *, shoe: int) -> list[Line]:
    """The packs of the registry that are known to be in a shoe; none in a file of older software."""
    ((shape,),) = reader.query("PRAGMA record.user_version")
    if "shoe_packs" not in tables_of(shape):
        return []
    return reader.objects("SELECT * FROM record.shoe_packs WHERE shoe = :shoe ORDER BY pack", {"shoe": shoe})


def coups(reader: Reader, *, shoe: int, coup: int | None = None) -> list[Line]:
    """The coups of a shoe whose result is public, void ones too, in order."""
    found = reader.objects(
        "SELECT * FROM coups WHERE shoe = :shoe AND (:coup IS NULL OR coup = :coup) ORDER BY coup",
        {"shoe": shoe, "coup": coup},
    )
    for line in found:
        if line["corrected_by"] or line["voided_by"]:
            line["originals"] = _originals(reader, line)
    return [_with_flags(line) for line in found]


def _originals(reader: Reader, coup: Line) -> list[Line]:
    """What stood of a coup before it was corrected or voided, oldest first; nothing before its result."""
    rows = reader.query(
        "SELECT kind, body FROM record.events WHERE shoe = ? AND kind IN (?, ?, ?) AND json_extract(body, '$.coup') = ?"
        " ORDER BY seq",
        (coup["shoe"], ev.HandsCorrected.KIND, ev.ResultShown.KIND, ev.CoupCorrected.KIND, coup["coup"]),
    )
    stood: list[Line] = []
    for kind, body in rows:
        fields = json.loads(body)
        if kind == ev.HandsCorrected.KIND:
            stood.append({"player": _joined(fields["was_player"]), "banker": _joined(fields["was_banker"])})
        else:
            both = {"player": _joined(fields["player"]), "banker": _joined(fields["banker"])}
            names = ("player_total", "banker_total", "outcome")
            stood.append(both | {name: fields.get(name) for name in names})
    return stood if coup["voided_by"] else stood[:-1]


def _joined(cards: list[str]) -> str:
    return "".join(cards)


def incidents(reader: Reader, *, shoe: int, coup: int | None = None) -> list[Line]:
    """What went wrong and who decided, in order."""
    found = reader.objects(
        "SELECT * FROM incidents WHERE shoe = :shoe AND (:coup IS NULL OR coup = :coup) ORDER BY seq",
        {"shoe": shoe, "coup": coup},
    )
    return [_with_flags(line) for line in found]


def steps(reader: Reader, *, shoe: int, coup: int) -> list[Line]:
    """Everything on record about one coup, each with its time and, for a card, why the next step was compulsory."""
    of_it = {record.seq: record for record in reader.records(shoe=shoe, coup=coup)}
    later = reader.query(
        "SELECT seq FROM record.events WHERE shoe = ? AND coup <> ? AND kind IN (?, ?)"
        " AND json_extract(body, '$.coup') = ?",
        (shoe, coup, ev.CoupCorrected.KIND, ev.CoupVoided.KIND, coup),
    )
    for (seq,) in later:
        record = next(iter(reader.records(after=seq - 1)))
        of_it[record.seq] = record
    opened = _openings(reader, shoe)
    return [_step(of_it[seq], opened) for seq in sorted(of_it)]


def unturned(reader: Reader, *, shoe: int) -> list[Line]:
    """The cards of a shoe that were never turned, once its end has opened their seals: burned ones above all.

    Each with its place, the record that sealed it there, and the record that opened that seal; `card` is None where it
    was not read, or where the key was lost (then `opened` is None too).
    """
    ended = {
        seal: (seq, card) for seal, (seq, card, kind) in _openings(reader, shoe).items() if kind in _WITHOUT_A_TURN
    }
    found = reader.query("SELECT placed_seq, coup, place FROM cards WHERE shoe = ? ORDER BY placed_seq", (shoe,))
    return [
        {"seq": seal, "coup": coup, "place": place, "card": ended[seal][1], "opened": ended[seal][0]}
        for seal, coup, place in found
        if seal in ended
    ]


_WITHOUT_A_TURN = frozenset({ev.ShoeEnded.KIND, ev.ShoeOpened.KIND, ev.CardBurned.KIND})

_Openings = dict[int, tuple[int | None, str | None, str]]
"""By the record that sealed: the record that opened, the card or the tag that it showed, and that record's kind."""


def _openings(reader: Reader, shoe: int) -> _Openings:
    # What left after the shoe's end is opened as the next shoe is.
    found = reader.query(
        "SELECT seq, kind, body FROM record.events WHERE (shoe = ? OR (shoe = ? AND kind = ?))"
        " AND (instr(body, '\"opens\":') OR instr(body, '\"lost\":')) ORDER BY seq",
        (shoe, shoe + 1, ev.ShoeOpened.KIND),
    )
    opened: _Openings = {}
    for seq, kind, body in found:
        marks = CODEC.marks(body, seq=seq)
        for one in marks.opens:
            opened[one.seal] = (seq, one.card.value if one.card is not None else one.tag, kind)
        for seal in marks.lost:
            opened[seal] = (None, None, kind)
    return opened


def last_shoe(reader: Reader) -> int | None:
    """The number of the shoe in play, or of the last one."""
    ((found,),) = reader.query("SELECT max(shoe) FROM shoes")
    return None if found is None else int(found)


def _with_flags(line: Line) -> Line:
    return {name: bool(value) if name in _FLAGS and value is not None else value for name, value in line.items()}


def _step(record: Record, opened: _Openings) -> Line:
    event = record.event
    line: Line = {"seq": record.seq, "at": record.at, "kind": event.KIND} | public_body(event)
    if isinstance(event, ev.CardDealt | ev.HandTurned | ev.CardNamed | ev.CardLifted):
        line["why"] = [explain(reason) for reason in event.reasons]
    if record.sealed is not None:
        seq, card, _ = opened.get(record.seq, (None, None, ""))
        line["seal"] = {"opened": seq, "card": card, "lost": record.seq in opened and seq is None}
    if record.opens:
        line["opens"] = [
            {"seal": one.seal, "card": one.card.value if one.card is not None else None} for one in record.opens
        ]
    return line
