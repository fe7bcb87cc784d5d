"""Settings of the dealer's lamps, buttons and buzzer: which pin each one is on."""

import enum
from typing import Annotated

from msgspec import Meta, Struct

Pin = Annotated[int, Meta(ge=0, le=27, extra={"allowed": "a pin by its BCM number, 0 to 27"})]


class PinFactory(enum.Enum):
    """Who moves the pins; chosen and never fallen back from."""

    OFF = "off"
    """There is no panel."""
    LGPIO = "lgpio"
    """A Raspberry Pi's pins."""
    MOCK = "mock"
    """Pins in memory, for trying the table without hardware."""


class FootMeans(enum.Enum):
    """Which button the foot switch is another contact of."""

    BETS = "bets"
    SHOW = "show"
    CALL = "call"


class _Pins(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    def pins(self) -> dict[str, int]:
        """Name to BCM pin, of those that have one."""
        named = ((field.replace("_", "-"), getattr(self, field)) for field in self.__struct_fields__)
        return {name: pin for name, pin in named if pin is not None}


class LampPins(_Pins, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The pin of each lamp and of the shoe's lock; None (``off`` in the file): not there."""

    player_draw: Pin | None = 5
    banker_draw: Pin | None = 6
    stand: Pin | None = 13
    player_wins: Pin | None = 19
    tie_wins: Pin | None = 26
    banker_wins: Pin | None = 12
    last_hand: Pin | None = 16
    error: Pin | None = 20
    supervisor: Pin | None = 21
    ready: Pin | None = 25
    lock: Pin | None = None


class ButtonPins(_Pins, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The pin of each button, which closes to ground; None (``off`` in the file): not there.

    With ``result = call`` the three keys Player, tie and Banker are the dealer's call.
    """

    bets: Pin | None = 17
    show: Pin | None = 27
    call: Pin | None = 22
    menu: Pin | None = 23
    player: Pin | None = 4
    tie: Pin | None = 18
    banker: Pin | None = 24
    foot: Pin | None = None
    """A foot switch: another contact of the button that `foot_means` names."""


class PanelSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dealer's lamps and buttons."""

    factory: PinFactory = PinFactory.OFF
    debounce_ms: Annotated[int, Meta(ge=0, le=500)] = 30
    """How long a contact must rest before a press counts."""
    buzzer: Pin | None = None
    foot_means: FootMeans = FootMeans.BETS
    lamps: LampPins = LampPins()
    buttons: ButtonPins = ButtonPins()

    @property
    def enabled(self) -> bool:
        """Whether there is a panel at all."""
        return self.factory is not PinFactory.OFF

    def users(self) -> list[tuple[str, int]]:
        """Every key of this section that names a pin, with its pin."""
        users = [(f"lamps.{name}", pin) for name, pin in self.lamps.pins().items()]
        users += [(f"buttons.{name}", pin) for name, pin in self.buttons.pins().items()]
        return users if self.buzzer is None else [*users, ("buzzer", self.buzzer)]
