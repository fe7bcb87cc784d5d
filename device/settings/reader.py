"""The settings of the reader in or at the shoe."""

from typing import Annotated

from msgspec import Meta, Struct

from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.readers.kinds import ReaderKind, features_of
from device.readers.line import Suffix
from device.readers.link_options import LinkOptions
from device.rules.faults import Fault
from device.settings.cards import FilePath

BAUDS = (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)

_PORT = r"^(/[^\x00]+|[uU][sS][bB]:[0-9a-fA-F]{4}:[0-9a-fA-F]{4}(:.+)?)$"


class AngelEyeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What published readings of an Angel Eye shoe's line leave open, and whether it is only listened to."""

    r: RMeans = RMeans.CARD_AGAIN
    """What its report R means."""
    write: bool = False
    """Whether the table may lock and unlock the shoe."""
    bcc: CommandBcc = CommandBcc.FROM_STX
    """Over what the check of a command is taken; matters with `write` alone."""


class ReaderSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reader in or at the shoe."""

    kind: ReaderKind = ReaderKind.SHOE
    port: Annotated[
        str,
        Meta(
            pattern=_PORT,
            extra={"allowed": "a device such as /dev/serial/by-id/…, or usb:VID:PID or usb:VID:PID:SERIAL"},
        ),
    ] = "/dev/ttyACM0"
    baud: (
        Annotated[
            int,
            Meta(
                extra={
                    "or": "usual",
                    "accepts": BAUDS.__contains__,
                    "allowed": "one of " + ", ".join(str(b) for b in BAUDS),
                }
            ),
        ]
        | None
    ) = None
    """Bits per second; None (``usual`` in the file): as readers of this kind are delivered."""
    suffix: Suffix = Suffix.ANY
    """On a `line` reader, what ends a code; the others say it themselves."""
    min_gap_ms: Annotated[int, Meta(ge=0, le=5000)] = 400
    """Without gates, the pause after which the same class code is a second card."""
    tape: FilePath | None = None
    """Where everything that comes and goes on the line is recorded; None (``off`` in the file): nowhere."""
    angel_eye: AngelEyeSettings = AngelEyeSettings()

    @property
    def speed(self) -> int:
        """The line's speed in bits per second: what is set, or what is usual for the kind."""
        return features_of(self.kind).baud if self.baud is None else self.baud

    def options(self, *, refuses_simulated: bool = False) -> LinkOptions:
        """What the reader's link is told."""
        return LinkOptions(
            min_gap_s=self.min_gap_ms / 1000,
            suffix=self.suffix,
            r_means=self.angel_eye.r,
            commands=self.angel_eye.bcc if self.angel_eye.write else None,
            refuses_simulated=refuses_simulated,
        )


def faults_of(reader: ReaderSettings) -> list[Fault]:
    """Values that are each possible and mean nothing together."""
    if reader.kind is ReaderKind.ANGEL_EYE or reader.angel_eye == AngelEyeSettings():
        return []
    allowed = "it is about Angel Eye shoes: leave the section out, or set reader.kind to angel-eye"
    return [Fault(path="reader.angel_eye", found=f"set, with kind = {reader.kind.value}", allowed=allowed)]
