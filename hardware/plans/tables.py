"""The tables of the hardware, read: pins.toml, power.toml and bom.toml."""

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]

# GPIO number to position on the 40 pins, as the boards' makers print them.
PI_HEADER = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
PI_SUPPLY = {"3V3": {1, 17}, "5V": {2, 4}, "GND": {6, 9, 14, 20, 25, 30, 34, 39}}
PICO_PINS = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
    16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34, 25: 0,
}  # fmt: skip
PICO_SUPPLY = {"5V": {40}, "3V3": {36}, "GND": {3, 8, 13, 18, 23, 28, 33, 38}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One wire of a processor: its number there, its position on the header, and the way to its connector."""

    name: str
    number: int
    position: int
    out: bool
    through: tuple[str, ...]
    gpio_ma: float
    load_ma: float
    colour: str
    at: str

    @property
    def connector(self) -> str:
        """The connector's designation, as X2; empty for what stays on the board."""
        return self.at.partition(":")[0]

    @property
    def contact(self) -> int:
        """The contact's number in its connector."""
        return int(self.at.partition(":")[2] or 0)

    @property
    def short(self) -> str:
        """The name without its group."""
        return self.name.rpartition(".")[2]


@cache
def read(name: str) -> dict[str, Any]:
    """The content of a table in hardware/, `name` without its ending."""
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def signals(board: str) -> list[Signal]:
    """The signals of `pi` or `pico`, in the table's order."""
    number, position = ("bcm", "header") if board == "pi" else ("gp", "pin")
    return [
        Signal(
            name=row["name"],
            number=row[number],
            position=row[position],
            out=row["dir"] == "out",
            through=tuple(row["through"]),
            gpio_ma=row["gpio_ma"],
            load_ma=row.get("load_ma", 0),
            colour=row["colour"],
            at=row["at"],
        )
        for row in read("pins")[board]["signals"]
    ]


def signal(board: str, name: str) -> Signal:
    """One signal by its name; KeyError when the table has none."""
    return {one.name: one for one in signals(board)}[name]


def expand(ids: str) -> list[str]:
    """Designations one by one: of `D1, Q2` two, of `H1…H11` eleven."""
    found: list[str] = []
    for piece in ids.replace(" ", "").split(","):
        first, dots, last = piece.partition("…")
        letter = first.rstrip("0123456789")
        if dots:
            found += [f"{letter}{n}" for n in range(int(first[len(letter) :]), int(last[len(letter) :]) + 1)]
        else:
            found.append(first)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A line of the list of parts: what to buy, what it must bear, and three that do."""

    ids: tuple[str, ...]
    quantity: int
    part: str
    rating: str
    choices: tuple[str, str, str]
    where: str


def bom() -> list[Part]:
    """The list of parts."""
    with (HERE / "bom.csv").open(encoding="utf-8", newline="") as file:
        return [
            Part(
                ids=tuple(expand(row["ids"])),
                quantity=int(row["quantity"]),
                part=row["part"],
                rating=row["rating"],
                choices=(row["choice"], row["second"], row["third"]),
                where=row["where"],
            )
            for row in csv.DictReader(file)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a rail gives, in mA."""

    usual_ma: float
    most_ma: float


def load_of(rail: str) -> Load:
    """Everything that hangs on a rail added up, rails behind a converter with its losses."""
    rails = read("power")["rail"]
    usual = most = 0.0
    for row in rails[rail]["loads"]:
        if "rail" in row:
            behind = load_of(row["rail"])
            ratio = rails[row["rail"]]["volts"] / rails[rail]["volts"] / row.get("efficiency", 1.0)
            usual += behind.usual_ma * ratio
            most += behind.most_ma * ratio
        else:
            usual += row["usual_ma"]
            most += row["most_ma"]
    return Load(usual_ma=usual, most_ma=most)


def ups_minutes() -> float:
    """How long the battery carries the table at its greatest load, charging excepted."""
    ups = read("power")["ups"]
    charging = sum(row["most_ma"] for row in read("power")["rail"]["V24"]["loads"] if row.get("part") == ups["part"])
    watts = (load_of("V24").most_ma - charging) / 1000 * read("power")["rail"]["V24"]["volts"]
    return float(ups["battery_volts"] * ups["battery_ah"] * ups["usable"] / watts * 60)
