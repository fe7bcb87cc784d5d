"""An event as the record keeps it: its kind, the version of its shape, and its body as JSON text."""

from collections.abc import Mapping
from typing import Any

import msgspec

from device.journal.errors import RecordError
from device.journal.upcast import UPCASTERS, Body, Upcaster
from device.ports.journal import JournalError
from device.table.events import EVENTS, Event


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
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {
            kind: msgspec.json.Decoder(event) for kind, event in events.items()
        }

    def encode(self, event: Event) -> tuple[str, int, str]:
        """The event's kind, version and body; fields at their default are left out of the body.

        Raises JournalError for text that no file can hold: half of a character that was cut in two.
        """
        try:
            return event.KIND, event.VERSION, self._encoder.encode(event).decode()
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
        return event

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


CODEC = Codec()
"""The codec of every journal."""
