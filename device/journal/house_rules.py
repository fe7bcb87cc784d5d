"""The house rules that each shoe was opened by, as they are on record: in full, and under the hash that is shown."""

import hashlib
import json
from collections.abc import Iterator

from device.journal.errors import RecordError
from device.journal.reading import Reader
from device.table.events import ShoeOpened


def check_rules(seq: int, event: ShoeOpened) -> None:
    """Check that the rules on record are those of the hash; raises RecordError. Older software put only the hash."""
    if event.house_rules and hashlib.sha256(event.house_rules.encode()).hexdigest() != event.profile_hash:
        raise RecordError(seq, f"the house rules {event.profile!r} on record are not those that their hash stands for")


def rules_of(reader: Reader, shoe: int) -> dict[str, object] | None:
    """Every field of the house rules of a shoe; None where only their hash is on record. Raises JournalError."""
    for record in reader.records(shoe=shoe):
        if isinstance(record.event, ShoeOpened):
            return _fields(record.seq, record.event.house_rules) if record.event.house_rules else None
    return None


def retentions(reader: Reader) -> Iterator[int]:
    """What each of the house rules in a file says of its retention, in days. Raises JournalError."""
    rules = reader.query(
        "SELECT min(seq), json_extract(body, '$.house_rules') AS rules FROM record.events WHERE kind = ?"
        " GROUP BY rules",
        (ShoeOpened.KIND,),
    )
    for seq, text in rules:
        if text is None:
            continue
        days = _fields(seq, text).get("retention_days")
        if not isinstance(days, int):
            raise RecordError(seq, "its house rules do not say how long the record is kept; it was altered")
        yield days


def _fields(seq: int, text: str) -> dict[str, object]:
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise RecordError(seq, f"its house rules are garbled ({error}); it was altered") from error
    if not isinstance(fields, dict):
        raise RecordError(seq, "its house rules are garbled; it was altered")
    return fields
