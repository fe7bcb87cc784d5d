"""What the panel's pages depend on besides view, state and time: settings, and what the machine says of itself."""

from dataclasses import dataclass

from device.screen.dealer.machine import UNKNOWN, Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelOptions:
    """`mirror`: Banker on the left, as a dealer opposite sees the hands; `collection_reminder`: after a result say in
    which order stakes are taken (004 §3.7); `languages`: code and own name of each that can be drawn here; `volume`:
    in steps of 0 to 10, None where there is no sound.
    """

    mirror: bool = False
    collection_reminder: bool = False
    machine: Machine = UNKNOWN
    languages: tuple[tuple[str, str], ...] = ()
    volume: int | None = None
    muted: bool = False


DEFAULTS = PanelOptions()
