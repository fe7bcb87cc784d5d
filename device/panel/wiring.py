"""Which pin each lamp, button and the buzzer is on, checked before any pin is touched."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from device.panel.lamps import Lamp

HIGHEST_PIN = 27
"""The Pi's header carries GPIO0 to GPIO27."""


class BadWiring(ValueError):
    """The wiring cannot be meant: the message names the place, what is wrong and what is possible."""


class Pins(enum.Enum):
    """Whose pins they are; chosen by the settings and never fallen back from."""

    OFF = "off"
    LGPIO = "lgpio"
    MOCK = "mock"


class Part(enum.Enum):
    """What a pin serves; the value is how the settings call it."""

    LAMP = "lamps"
    BUTTON = "buttons"
    BUZZER = "buzzer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One lamp, button or buzzer and its pin, by the BCM number."""

    part: Part
    name: str
    pin: int

    @property
    def place(self) -> str:
        """Where it stands in the settings."""
        return "panel.buzzer" if self.part is Part.BUZZER else f"panel.{self.part.value}.{self.name}"

    @property
    def says(self) -> str:
        """The pin and its use, for people."""
        match self.part:
            case Part.LAMP:
                use = "lock" if self.name == Lamp.LOCK.value else f"lamp {self.name}"
            case Part.BUTTON:
                use = f"button {self.name}"
            case Part.BUZZER:
                use = self.name
            case _:
                assert_never(self.part)
        return f"GPIO{self.pin} ({use})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """The panel's wiring: name to pin, each by its BCM number. What is not there is not wired, and that is no trouble.

    Lamps are those of `Lamp`; buttons may have any name, and their contacts close to ground. Raises BadWiring.
    """

    pins: Pins
    lamps: Mapping[str, int] = field(default_factory=dict)
    buttons: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no panel can be wired like."""
        known = [lamp.value for lamp in Lamp]
        taken: dict[int, Wire] = {}
        for wire in self.wires():
            if wire.part is Part.LAMP and wire.name not in known:
                raise BadWiring(f"{wire.place}: there is no such lamp; the lamps are {', '.join(known)}")
            if not 0 <= wire.pin <= HIGHEST_PIN:
                raise BadWiring(f"{wire.place}: there is no GPIO{wire.pin}; pins are 0 to {HIGHEST_PIN} by BCM number")
            if wire.pin in taken:
                raise BadWiring(f"{wire.place}: GPIO{wire.pin} is {taken[wire.pin].place} already; give each its own")
            taken[wire.pin] = wire

    def wires(self) -> tuple[Wire, ...]:
        """All wires: lamps, buttons, buzzer."""
        wires = [Wire(part=Part.LAMP, name=name, pin=pin) for name, pin in self.lamps.items()]
        wires += [Wire(part=Part.BUTTON, name=name, pin=pin) for name, pin in self.buttons.items()]
        if self.buzzer is not None:
            wires.append(Wire(part=Part.BUZZER, name="buzzer", pin=self.buzzer))
        return tuple(wires)
