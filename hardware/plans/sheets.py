"""The sheets to print: each circuit in a frame, with the table of what it stands for."""

from collections.abc import Callable
from pathlib import Path

from plans import pi_circuits, shoe_circuits
from plans.circuit import Circuit
from plans.paper import Paper
from plans.tables import PICO_PINS, read, signals

WIDE, HIGH = 297, 210


def _sheet(circuit: Circuit, number: int, title: str, *, rows: list[list[str]], widths: list[float]) -> Paper:
    paper = Paper(WIDE, HIGH)
    step = 4.2
    foot = HIGH - 19 - step * len(rows)
    paper.place(circuit.svg(), 8, 8, WIDE - 16, (foot if rows else HIGH - 19) - 12)
    if rows:
        paper.table((WIDE - sum(widths)) / 2, foot - 1, widths, rows, step=step)
    paper.title(title, f"circuit {number} of 9")
    return paper


def supply() -> tuple[Paper, set[str]]:
    circuit = pi_circuits.supply()
    rows = [
        ["net", "meaning", "wire: plus, return", "expected"],
        ["L, N", "W8, by an electrician only", "0.75 mm² BN, BU", "the mains"],
        [
            "+24V, 0V",
            "from the UPS: lamps, lock and converter",
            "1.0 mm² BN, BU",
            "24.0 to 27.6 V; from the battery 21.5 V or more",
        ],
        ["+24VL, 0VL", "lamps and lock, behind F3 and F4; 0VL is the wire 0V", "0.5 mm² BN, BU", "as +24V"],
        ["+5V, GND", "logic; joined to 0VL nowhere", "1.0 mm² RD, BK", "5.0 to 5.2 V with everything on"],
        [
            "PE",
            "M12 and its DIN rail, frame of the table, if of metal",
            "0.75 mm² GNYE in M12",
            "under 0.1 Ω to the plug's earth",
        ],
    ]
    widths = [28, 90, 45, 80]
    return _sheet(circuit, 1, "Supply", rows=rows, widths=widths), circuit.parts


def lamp() -> tuple[Paper, set[str]]:
    circuit = pi_circuits.lamp()
    rows = [
        [
            "signal",
            "BCM",
            "header",
            "R to",
            "optocoupler: A K / C E",
            "R to +24VL",
            "driver: IN → OUT",
            "X2",
            "wire",
            "mA",
        ]
    ]
    for place, one in enumerate(one for one in signals("pi") if one.out):
        opto, opto_channel = one.through[0].split(".")
        driver, driver_channel = one.through[1].split(".")
        n, d = int(opto_channel), int(driver_channel)
        rows.append(
            [
                one.name, str(one.number), str(one.position), f"R{11 + place}",
                f"{opto}: {2 * n - 1} {2 * n} / {18 - 2 * n} {17 - 2 * n}", f"R{31 + place}",
                f"{driver}: {d} → {19 - d}", str(one.contact), one.colour, f"{one.load_ma:g}",
            ]
        )  # fmt: skip
    return _sheet(
        circuit, 2, "Lamp outputs, one of eleven", rows=rows, widths=[38, 14, 16, 16, 44, 24, 34, 12, 14, 12]
    ), circuit.parts


def button() -> tuple[Paper, set[str]]:
    circuit = pi_circuits.button()
    rows = [
        ["signal", "contact", "board", "number", "header", "connector", "wire", "ESD", "pull-up", "series", "filter"]
    ]
    places = [("Pi", one) for one in signals("pi") if not one.out]
    places += [("Pico", one) for one in signals("pico") if one.through and one.through[0].startswith("N")]
    for n, (board, one) in enumerate(places):
        number = f"{'BCM' if board == 'Pi' else 'GP'} {one.number}"
        rows.append(
            [one.name, f"S{n + 1}", board, number, str(one.position), one.at, one.colour]
            + [f"{letter}{base + n}" for letter, base in (("V", 51), ("R", 51), ("R", 61), ("C", 51))]
        )
    circuit.parts |= {"X4", "J5", "J6"}
    return _sheet(
        circuit, 3, "Button inputs, one of ten", rows=rows, widths=[34, 18, 16, 20, 18, 24, 14, 16, 18, 18, 16]
    ), circuit.parts


def clock() -> tuple[Paper, set[str]]:
    circuit = pi_circuits.clock()
    return _sheet(
        circuit, 4, "Clock (Pi 4; a Pi 5 has one and needs only its battery)", rows=[], widths=[]
    ), circuit.parts


def gates() -> tuple[Paper, set[str]]:
    circuit = shoe_circuits.gates()
    rows = [
        ["measured at", "against", "beam free", "card in the beam", "light off (GP4 low)"],
        ["J2:4, J3:4", "GND", "over 2.8 V", "under 0.5 V", "under 0.2 V"],
        ["GP2, GP3", "GND", "over 3.1 V", "under 0.2 V", "under 0.2 V"],
        ["TP1", "GND", "0.7 to 1.1 V", "0.7 to 1.1 V", "over 2 V"],
        ["over R3 (82 Ω)", "", "0.8 to 2.3 V: 10 to 28 mA", "the same", "0 V"],
    ]
    widths = [40, 20, 56, 44, 44]
    return _sheet(circuit, 5, "Gates A (inner) and B (outer)", rows=rows, widths=widths), circuit.parts


def reader() -> tuple[Paper, set[str]]:
    circuit = shoe_circuits.reader()
    rows = [
        ["reader", "supply", "its TX", "READER in firmware/pins.py", "remark"],
        [
            "barcode engine (GM65 and its like)",
            "5 V",
            "3.3 V",
            'READER = "line"',
            "continuous or presentation mode, 9600 8N1",
        ],
        ["RDM6300, 125 kHz", "5 V", "5 V: U7 takes it", 'READER = "em4100"', "coil under the window, J4:4 stays free"],
        ["PN532, 13.56 MHz", "5 V or 3.3 V: see its board", "3.3 V", 'READER = "pn532"', "switches to HSU; 115200 8N1"],
    ]
    widths = [58, 46, 32, 52, 76]
    return _sheet(circuit, 6, "Reader", rows=rows, widths=widths), circuit.parts


def lock() -> tuple[Paper, set[str]]:
    circuit = shoe_circuits.lock()
    rows = [
        ["measured at", "against", "lock off", "lock on"],
        ["gate of Q1", "0VL", "under 0.3 V", "11 to 13 V"],
        ["J8:4", "0VL", "as +24VL", "under 0.2 V"],
        ["over R22", "", "0 V", "2.5 to 3.5 V: 4 to 5 mA"],
    ]
    return _sheet(
        circuit, 7, "Lock of the shoe: without current it is open", rows=rows, widths=[44, 24, 40, 60]
    ), circuit.parts


def shoe_lamps() -> tuple[Paper, set[str]]:
    circuit = shoe_circuits.shoe_lamps()
    return _sheet(circuit, 8, "Lamps of the shoe", rows=[], widths=[]), circuit.parts


def pico() -> tuple[Paper, set[str]]:
    """The Pico from above, with what each of its pins is."""
    paper = Paper(WIDE, HIGH)
    names = {one.position: (f"GP{one.number}", one.name, one.at) for one in signals("pico") if one.position}
    free = {position: f"GP{gp}" for gp, position in PICO_PINS.items() if position}
    nets = {position: row["net"] for row in read("pins")["pico"]["supplies"] for position in row["pin"]}
    special = {30: "RUN", 33: "GND", 35: "ADC_VREF", 37: "3V3_EN", 39: "VSYS"}
    left, right, top, step = 112.0, 185.0, 18.0, 8.2
    paper.box(left, top - 6, right - left, step * 20 + 4, pen=0.6, r=3)
    paper.box(140, top - 9, 17, 10, fill="#DDDDDD")
    paper.text(148.5, top - 3, "USB", at="middle")
    paper.text(148.5, 95, "A2", size=7, at="middle", bold=True)
    paper.text(148.5, 102, "Raspberry Pi Pico", size=3, at="middle")
    paper.text(148.5, 107, "seen from above", size=3, at="middle")
    for pin in range(1, 41):
        y = top + step * ((pin - 1) if pin <= 20 else (40 - pin))
        inner, outer = (left, left - 12) if pin <= 20 else (right, right + 12)
        side = -1 if pin <= 20 else 1
        anchor = "end" if side < 0 else "start"
        gp, name, at = names.get(pin, (free.get(pin, ""), "", ""))
        net = nets.get(pin, special.get(pin, ""))
        used = bool(name) or pin in nets
        paper.disc(inner, y, 1.3, fill="#111111" if used else "white")
        paper.text(inner - side * 3, y + 1, str(pin), size=2.8, at="start" if side < 0 else "end")
        paper.text(inner - side * 11, y + 1, gp or net, size=2.8, at="start" if side < 0 else "end")
        if used:
            paper.line(inner + side * 1.3, y, outer, y)
            words = f"{name}  →  {at}" if name else net
            paper.text(outer + side * 2, y + 1.1, words, size=3.2, at=anchor, bold=bool(name))
    paper.title("Shoe board: what is on the Pico's pins", "circuit 9 of 9")
    return paper, {"A2", "J9"}


SHEETS: dict[str, Callable[[], tuple[Paper, set[str]]]] = {
    "circuit-1-supply": supply,
    "circuit-2-lamps": lamp,
    "circuit-3-buttons": button,
    "circuit-4-clock": clock,
    "circuit-5-gates": gates,
    "circuit-6-reader": reader,
    "circuit-7-lock": lock,
    "circuit-8-shoe-lamps": shoe_lamps,
    "circuit-9-pico": pico,
}
"""File name to the function that draws it."""


def draw(folder: Path) -> None:
    """Write every sheet into a folder."""
    for name, make in SHEETS.items():
        paper, _ = make()
        paper.save(folder / f"{name}.svg")


def parts() -> set[str]:
    """Every designation on the sheets."""
    return set().union(*(make()[1] for make in SHEETS.values()))
