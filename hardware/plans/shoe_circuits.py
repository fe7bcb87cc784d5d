"""The circuits of the shoe board: gates, reader, lamps and lock."""

from schemdraw import elements as elm

from plans.circuit import Circuit
from plans.pi_circuits import SIDES


def gates() -> Circuit:
    """Light of both gates in one chain, and a receiver each."""
    c = Circuit()
    c.up((0, 4), "5V")
    c.two(elm.ResistorIEC, (0, 4), (0, 1.4), "R3", "82 Ω", side="bottom")
    c.wire((0, 1.4), (0, 1.0))
    c.plug((0, 1.0), "")
    c.words((0.3, 1.05), "J2:1")
    c.two(elm.LED, (0, 1.0), (0, -1.4), "D1", "A, 940 nm", side="bottom")
    c.plug((0, -1.4), "")
    c.words((0.3, -1.2), "J2:2 – J3:1")
    c.two(elm.LED, (0, -1.4), (0, -3.8), "D2", "B, 940 nm", side="bottom")
    c.plug((0, -3.8), "")
    c.words((0.3, -3.6), "J3:2")
    c.wire((0, -3.8), (0, -5.2), (-0.8, -5.2))
    c.wire((0, -5.2), (1.0, -5.2))
    c.dot((0, -5.2))
    c.tag((-0.8, -5.2), "TP1", width=1.4)
    c.block((1.0, -6.2), (3.0, 2.0), "U8", "1/7 ULN2003A\nOUT 16 · IN 1")
    c.wire((4.0, -5.2), (4.8, -5.2))
    c.tag((4.8, -5.2), "GP4 GATES_LIGHT", left=False, width=4.4)
    c.wire((2.5, -6.2), (2.5, -6.8))
    c.ground((2.5, -6.8))
    c.name("J2, J3")
    for gate, low, ids, first in (
        ("A", 2.0, ("Q2", "R4", "J2"), (1, 2, 3, 4)),
        ("B", -3.8, ("Q3", "R5", "J3"), (5, 6, 9, 8)),
    ):
        x, y = 12.4, low
        photo = c.drawing.add(elm.NpnPhoto().theta(0).anchor("emitter").at((x, y + 1.2)))
        top = tuple(photo.collector)
        c.name(ids[0])
        c.words((x + 0.35, y + 2.0), f"{ids[0]}\n{gate}, daylight filter")
        c.wire(top, (x, y + 3.0))
        c.up((x, y + 3.0), f"3V3  {ids[2]}:3")
        c.wire((x, y + 1.2), (x, y + 0.6), (x + 3.0, y + 0.6))
        c.plug((x + 0.9, y + 0.6), f"{ids[2]}:4")
        c.dot((x + 2.4, y + 0.6))
        c.two(elm.ResistorIEC, (x + 2.4, y + 0.6), (x + 2.4, y - 1.2), ids[1], "2.2 kΩ", side="top")
        c.ground((x + 2.4, y - 1.2))
        c.schmitt((x + 3.0, y + 0.6), f"U7 {first[0]}→{first[1]}")
        c.schmitt((x + 6.0, y + 0.6), f"U7 {first[2]}→{first[3]}")
        c.tag((x + 9.0, y + 0.6), f"GP{2 if gate == 'A' else 3} GATE_{gate}", left=False, width=3.4)
    c.name("U7, C1")
    c.words((11.0, -7.1), "U7: SN74AHC14N, pin 14 on 3V3 with C1 100 nF, pin 7 on GND.")
    c.words((11.0, -7.6), "Beam free: high. Beam broken, or the light off: low.")
    return c


def reader() -> Circuit:
    """One connector for three kinds of reader, of 3.3 V or 5 V."""
    c = Circuit()
    c.block((-1, -5.4), (3.4, 6.4), "B3", "reader:\nbarcode engine,\nRDM6300\nor PN532 (HSU)")
    for row, (contact, words) in enumerate(
        (("J4:1", "5V"), ("J4:2", "GND"), ("J4:3", "TX of the reader"), ("J4:4", "RX of the reader"))
    ):
        y = 0.2 - 1.7 * row
        c.wire((2.4, y), (4.4, y))
        c.plug((4.4, y), contact, words)
    c.wire((4.4, 0.2), (10.6, 0.2))
    c.two(elm.FuseIEC, (10.6, 0.2), (13.6, 0.2), "F5", "resettable 0.65 A")
    c.wire((13.6, 0.2), (14.6, 0.2))
    c.tag((14.6, 0.2), "A2 VBUS, pin 40", left=False, width=3.8)
    c.dot((6.6, 0.2))
    c.two(elm.Capacitor, (6.6, 0.2), (6.6, -1.5), "C2", "10 µF", side="bottom")
    c.dot((6.6, -1.5))
    c.wire((4.4, -1.5), (7.6, -1.5), (7.6, -1.7))
    c.ground((7.6, -1.7))
    c.dot((7.6, 0.2))
    c.wire((7.6, 0.2), (7.6, 1.0))
    c.up((7.6, 1.0), "5V")
    c.wire((4.4, -3.2), (11.8, -3.2))
    c.dot((9.8, -3.2))
    c.two(elm.ResistorIEC, (9.8, -3.2), (9.8, -0.9), "R2", "10 kΩ", side="bottom")
    c.up((9.8, -0.9), "3V3")
    c.schmitt((11.8, -3.2), "U7 11→10")
    c.schmitt((14.8, -3.2), "U7 13→12")
    c.tag((17.8, -3.2), "GP1 READER_RX", left=False, width=3.8)
    c.wire((4.4, -4.9), (4.4, -6.9), (5.4, -6.9))
    c.two(elm.ResistorIEC, (5.4, -6.9), (8.4, -6.9), "R1", "100 Ω")
    c.wire((8.4, -6.9), (9.2, -6.9))
    c.tag((9.2, -6.9), "GP0 READER_TX", left=False, width=3.8)
    c.name("J4, U7")
    return c


def lock() -> Circuit:
    """The shoe's lock on the lamp supply, and the lamps on 5 V."""
    c = Circuit()
    c.tag((0, 0), "GP13 lock", width=2.6)
    c.wire((0, 0), (0.6, 0))
    c.block((0.6, -1), (3.0, 2.0), "U8", "1/7 ULN2003A\nIN 5 · OUT 12")
    c.wire((2.1, -1), (2.1, -1.6))
    c.ground((2.1, -1.6))
    opto = c.drawing.add(elm.Optocoupler(base=False).theta(0).at((6.2, 1.35)).anchor("anode"))
    anode, cathode, collector, emitter = (tuple(opto[n]) for n in ("anode", "cathode", "collector", "emitter"))
    c.wire((3.6, 0), (5.2, 0), (5.2, cathode[1]), cathode)
    c.wire(anode, (5.2, anode[1]))
    c.two(elm.ResistorIEC, (5.2, anode[1]), (5.2, 4), "R22", "680 Ω")
    c.up((5.2, 4), "5V")
    c.name("U9")
    middle = (anode[0] + collector[0]) / 2
    c.words((middle, -0.95), "U9  PC817, 5 kV", left=False)
    x = collector[0] + 0.8
    c.wire(collector, (x, collector[1]))
    c.two(elm.ResistorIEC, (x, collector[1]), (x, 4), "R23", "4.7 kΩ", side="bottom")
    c.up((x, 4), "+24VL")
    gate_x = x + 3.4
    c.wire(emitter, (gate_x + 1.2, emitter[1]))
    c.dot((x + 0.6, emitter[1]))
    c.two(elm.ResistorIEC, (x + 0.6, emitter[1]), (x + 0.6, emitter[1] - 2.4), "R24", "10 kΩ", side="top")
    c.ground((x + 0.6, emitter[1] - 2.4), "0VL")
    c.dot((gate_x, emitter[1]))
    c.two(elm.Zener, (gate_x, emitter[1] - 2.4), (gate_x, emitter[1]), "D3", "12 V", side="bottom")
    c.ground((gate_x, emitter[1] - 2.4), "0VL")
    fet = c.drawing.add(elm.NFet().theta(0).reverse().anchor("gate").at((gate_x + 2.0, emitter[1])))
    c.wire((gate_x + 1.2, emitter[1]), tuple(fet.gate))
    c.name("Q1")
    c.words((fet.source[0] + 0.4, emitter[1] - 0.2), "Q1 IRLZ44N\n55 V")
    c.wire(tuple(fet.source), (fet.source[0], emitter[1] - 2.4))
    c.ground((fet.source[0], emitter[1] - 2.4), "0VL")
    drain = tuple(fet.drain)
    level = 1.4
    c.wire(drain, (drain[0], level), (drain[0] + 5.6, level))
    c.dot((drain[0], level))
    c.two(elm.Diode, (drain[0], level), (drain[0], 4), "D4", "1N4007")
    c.plug((drain[0] + 3.0, level), "J8:4")
    c.two(elm.Inductor2, (drain[0] + 5.6, level), (drain[0] + 5.6, 4), "Y1", "24 V, 6 W\n100 % on", side="bottom")
    c.wire((drain[0], 4), (drain[0] + 5.6, 4))
    c.plug((drain[0] + 3.0, 4), "J8:3")
    c.wire((drain[0], 4), (drain[0], 4.6))
    c.dot((drain[0], 4))
    c.up((drain[0], 4.6), "+24VL")
    c.barrier(middle, (-4.2, -1.3), (2.4, 6.8), SIDES)
    # From the table's box.
    c.plug((gate_x - 3.2, 6.8), "J8:1", "+24VL")
    c.plug((gate_x - 3.2, 5.4), "J8:2", "0VL")
    c.wire((gate_x - 3.2, 6.8), (gate_x + 2.6, 6.8))
    c.wire((gate_x - 3.2, 5.4), (gate_x + 2.6, 5.4))
    c.two(elm.Zener, (gate_x - 0.8, 5.4), (gate_x - 0.8, 6.8), "V3", "30 V, 1500 W", side="bottom")
    c.two(elm.Capacitor, (gate_x + 2.6, 6.8), (gate_x + 2.6, 5.4), "C3", "100 µF, 50 V", side="bottom")
    c.dot((gate_x - 0.8, 5.4))
    c.dot((gate_x - 0.8, 6.8))
    c.name("J8")
    return c


def shoe_lamps() -> Circuit:
    """Four lamps of the shoe on 5 V."""
    c = Circuit()
    rows = (
        ("GP10 ready", "IN 2 · OUT 15", "R6", "100 Ω", "H12", "white", "J7:2"),
        ("GP11 error", "IN 3 · OUT 14", "R7", "220 Ω", "H13", "amber", "J7:3"),
        ("GP12 last-hand", "IN 4 · OUT 13", "R8", "100 Ω", "H14", "white", "J7:4"),
        ("GP14 FAULT_LAMP", "IN 6 · OUT 11", "R9", "220 Ω", "H15", "red", "J7:5"),
    )
    foot = -1.9 * (len(rows) - 1)
    c.block((0.8, foot - 1), (3.4, 2.0 - foot + 0.2), "U8", "ULN2003A\n8 GND\n9 COM free")
    for row, (name, pins, resistor, ohm, lamp, colour, contact) in enumerate(rows):
        y = -1.9 * row
        c.tag((0, y), name, width=4.0)
        c.wire((0, y), (0.8, y))
        c.words((4.4, y + 0.3), pins)
        c.two(elm.ResistorIEC, (7.0, y), (9.6, y), resistor, ohm)
        c.wire((4.2, y), (7.0, y))
        c.plug((10.4, y), contact)
        c.wire((9.6, y), (11.2, y))
        c.two(elm.LED, (14.0, y), (11.2, y), lamp, colour, side="top")
        c.wire((14.0, y), (15.2, y))
        c.dot((15.2, y))
    c.wire((15.2, foot), (15.2, 1.0))
    c.plug((15.2, 1.0), "J7:1", "5V")
    c.name("J7")
    c.wire((2.5, foot - 1), (2.5, foot - 1.6))
    c.ground((2.5, foot - 1.6))
    return c
