"""An event as the record keeps it: its kind, the version of its shape, and its body as JSON text."""

from collections.abc import Mapping
from typing import Any

import msgspec

from device.journal.errors import RecordError
from device.journal.faces import UNREAD, hidden_fields, with_face
from device.journal.upcast import UPCASTERS, Body, Upcaster
from device.ports.journal import JournalError, Opening, Sealed
from device.table.events import EVENTS, Event


class Marks(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a body says of seals, beside the fields of its event."""

    sealed: Sealed | None = None
    opens: tuple[Opening, ...] = ()
    lost: tuple[int, ...] = ()


NO_MARKS = Marks()


class Codec:
    """Writes and reads bodies; made with other tables only by tests that try an old shape."""

    def __init__(
        self,
        events: Mapping[str, type[Event]] = EVENTS,
        upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
    ) -> None:
        self._events = events
        self._upcasters = upcasters
        self._encoder = msgspec.json.Encoder()
        self._marks = msgspec.json.Decoder(Marks)
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {
            kind: msgspec.json.Decoder(event) for kind, event in events.items()
        }

    def encode(self, event: Event, marks: Marks = NO_MARKS) -> tuple[str, int, str]:
        """The event's kind, version and body; fields at their default, and those never to be recorded, are left out.

        A hidden face is never part of it: it is in the box of `marks`, or nowhere. Raises JournalError for text that no
        file can hold: half of a character that was cut in two.
        """
        try:
            event = recorded(event)
            if hidden_fields(type(event)):
                body = self._encoder.encode(with_face(event, UNREAD))
            else:
                body = self._encoder.encode(event)
            if marks is not NO_MARKS and marks != NO_MARKS:
                body = body[:-1] + (b"," if len(body) > 2 else b"") + self._encoder.encode(marks)[1:]
            return event.KIND, event.VERSION, body.decode()
        except UnicodeEncodeError as error:
            raise JournalError(
                f"{event.KIND}: {error.object!r} holds half a character and cannot be put on record: write it again"
            ) from error

    def decode(self, kind: str, version: int, body: str, *, seq: int) -> Event:
        """The event of record `seq`, whatever version it was written in.

        Raises RecordError, naming the record and what to do, for a kind or version that this software does not know
        and for a body that does not fit its kind.
        """
        try:
            if (kind, version) in self._upcasters:
                return self._upcast(kind, version, msgspec.json.decode(body), seq)
            self._require_known(kind, version, seq)
            event = self._decoders[kind].decode(body)
        except (msgspec.DecodeError, UnicodeEncodeError, LookupError, TypeError) as error:
            raise RecordError(
                seq, f"the body of this {kind!r} is garbled ({error}); compare the file with a backup"
            ) from error
        assert isinstance(event, Event)
        if hidden_fields(type(event)) and with_face(event, UNREAD) != event:
            raise RecordError(seq, f"a face that must be under seal stands open in this {kind!r}: it was altered")
        return event

    def marks(self, body: str, *, seq: int) -> Marks:
        """What the body of record `seq` says of seals; raises RecordError where that cannot be read."""
        # Within a text of a body each of these names would have a backslash before its last quote.
        if '"sealed":' not in body and '"opens":' not in body and '"lost":' not in body:
            return NO_MARKS
        try:
            return self._marks.decode(body)
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            raise RecordError(
                seq, f"what it says of seals is garbled ({error}); compare the file with a backup"
            ) from error

    def _upcast(self, kind: str, version: int, body: Body, seq: int) -> Event:
        while (step := self._upcasters.get((kind, version))) is not None:
            kind, version, body = step(body)
        self._require_known(kind, version, seq)
        return msgspec.convert(body, self._events[kind])

    def _require_known(self, kind: str, version: int, seq: int) -> None:
        known = self._events.get(kind)
        if known is None or version > known.VERSION:
            raise RecordError(
                seq, f"{kind!r} version {version} is not known here; newer software wrote it: update this one"
            )
        if version < known.VERSION:
            raise RecordError(
                seq, f"no way is known to read {kind!r} version {version}; read it with the software that wrote it"
            )


def recorded(event: Event) -> Event:
    """The event without what lives in memory alone: no record, sealed or open, ever holds that."""
    if not event.UNRECORDED:
        return event
    return msgspec.structs.replace(event, **dict.fromkeys(event.UNRECORDED))


CODEC = Codec()
"""The codec of every journal."""
