"""The circuits of the table's box: supply, outputs, inputs, clock."""

from schemdraw import elements as elm

from plans.circuit import Circuit

SIDES = "logic ◄ | ► 24 V lamp side: no conductor in common"


def lamp() -> Circuit:
    """One of the eleven outputs of the Pi."""
    c = Circuit()
    c.tag((0, 0), "GPIO  3.3 V", width=2.6)
    c.two(elm.ResistorIEC, (0, 0), (3.4, 0), "R11…R21", "1 kΩ", side="top")
    c.name("U1, U2, U3")
    opto = c.drawing.add(elm.Optocoupler(base=False).theta(0).at((3.9, 0)).anchor("anode"))
    c.wire((3.4, 0), (3.9, 0))
    cathode, collector, emitter = opto.cathode, opto.collector, opto.emitter
    c.wire(tuple(cathode), (3.4, cathode[1]), (3.4, -2.2))
    c.ground((3.4, -2.2))
    c.words(((opto.anode[0] + collector[0]) / 2, 0.95), "U1, U2, U3\n¼ PC847, 5 kV", left=False)
    right = collector[0] + 0.8
    c.wire(tuple(collector), (right, collector[1]), (right, 1.2))
    c.two(elm.ResistorIEC, (right, 1.2), (right, 4), "R31…R41", "10 kΩ", side="bottom")
    c.up((right, 4), "+24VL")
    # The Darlington driver as a box: its inside is in the data sheet.
    x = right + 3.4
    c.wire(tuple(emitter), (right, emitter[1]), (x, emitter[1]))
    top, foot = emitter[1] + 1.4, emitter[1] - 1.4
    c.drawing += elm.Rect(corner1=(0, 0), corner2=(3.6, 2.8)).theta(0).at((x, foot))
    c.name("U4, U5")
    c.words((x + 1.8, emitter[1] + 0.75), "U4, U5\n⅛ ULN2803A", left=False)
    c.words((x + 0.15, emitter[1]), "IN")
    c.words((x + 2.75, emitter[1]), "OUT")
    c.words((x + 1.35, foot + 0.3), "GND 9")
    c.wire((x + 1.8, foot), (x + 1.8, foot - 0.8))
    c.ground((x + 1.8, foot - 0.8), "0VL")
    c.wire((x + 1.8, top), (x + 1.8, 3.4))
    c.words((x + 1.95, top + 0.35), "COM 10")
    c.up((x + 1.8, 3.4), "+24VL")
    out = x + 3.6
    c.wire((out, emitter[1]), (out + 1.6, emitter[1]))
    c.plug((out + 1.6, emitter[1]), "X2:n")
    far = out + 3.4
    c.wire((out + 1.6, emitter[1]), (far, emitter[1]), (far, 0.6))
    c.two(elm.Lamp2, (far, 0.6), (far, 3.0), "H1…H11", "24 V, 20 mA\nH11: buzzer", side="bottom")
    c.wire((far, 3.0), (far, 3.4))
    c.plug((far, 3.4), "X2:12", "+24VL")
    c.barrier((opto.anode[0] + collector[0]) / 2, (-3.4, -1.75), (1.7, 3.4), SIDES)
    # Where the board's right side gets its 24 V from.
    for contact, y, words in (("X9:1", -3.4, "from F3"), ("X9:2", -4.8, "from 0V")):
        c.plug((out + 1.6, y), contact, words)
        c.wire((out + 1.6, y), (far, y))
    c.wire((far, -3.4), (far, -3.1))
    c.up((far, -3.1), "+24VL")
    c.wire((far, -4.8), (far, -5.2))
    c.ground((far, -5.2), "0VL")
    return c


def button() -> Circuit:
    """One of the ten inputs."""
    c = Circuit()
    c.plug((0, 0), "X3:n")
    c.wire((0, 0), (2, 0), (4.4, 0))
    c.wire((0, -3), (2, -3))
    c.plug((0, -3), "X3:8", "GND")
    c.wire((-2.6, 0), (0, 0))
    c.wire((-2.6, -3), (0, -3))
    c.wire((-2.6, 0), (-2.6, -0.4))
    c.wire((-2.6, -3), (-2.6, -2.6))
    c.two(elm.Button, (-2.6, -2.6), (-2.6, -0.4), "S1…S10", "gold contact", side="top")
    c.wire((-0.7, 0.0), (-0.7, 0.0))
    c.dot((2, 0))
    c.two(elm.Zener, (2, -3), (2, 0), "V51…V60", "5 V, 400 W", side="bottom")
    c.dot((2, -3))
    c.wire((2, -3), (2, -3.4))
    c.ground((2, -3.4))
    c.dot((4.4, 0))
    c.two(elm.ResistorIEC, (4.4, 0), (4.4, 3), "R51…R60", "2.2 kΩ", side="bottom")
    c.up((4.4, 3), "3V3")
    c.two(elm.ResistorIEC, (4.4, 0), (7.6, 0), "R61…R70", "1 kΩ", side="top")
    c.dot((7.6, 0))
    c.two(elm.Capacitor, (7.6, 0), (7.6, -3), "C51…C60", "100 nF", side="bottom")
    c.ground((7.6, -3.4))
    c.wire((7.6, -3), (7.6, -3.4))
    c.wire((7.6, 0), (9.6, 0))
    c.tag((9.6, 0), "GPIO  3.3 V", left=False, width=2.6)
    return c


def supply() -> Circuit:
    """From the mains to 24 V, 5 V and the lamp supply."""
    c = Circuit()
    c.block((0, -0.6), (2.6, 3.2), "G1", "230 V ~\n24 V DC, 60 W\nset to 25 V\nclass II")
    c.plug((-1.4, 2.0), "X0:L")
    c.plug((-1.4, 0.4), "X0:N")
    c.wire((-1.4, 2.0), (0, 2.0))
    c.wire((-1.4, 0.4), (0, 0.4))
    c.words((-2.2, 3.9), "C 6 A and 30 mA RCD\nin the building;\nX0 with switch")
    c.plug((-1.4, -1.6), "X0:PE")
    c.wire((-1.4, -1.6), (0, -1.6), (0, -2.2))
    c.earth((0, -2.2), "PE: M12 and its rail, the table's frame,\nif they are of metal")
    c.two(elm.FuseIEC, (2.6, 2.0), (5.4, 2.0), "F1", "T 2.5 A")
    c.wire((2.6, 0.4), (8.6, 0.4))
    c.dot((5.9, 2.0))
    c.wire((5.4, 2.0), (8.6, 2.0))
    c.dot((5.9, 0.4))
    c.two(elm.Zener, (5.9, 0.4), (5.9, 2.0), "V1", "30 V, 1.5 kW", side="bottom")
    c.block((8.6, -0.6), (2.6, 3.2), "G2", "DC UPS 24 V\n1.2 Ah battery")
    c.wire((11.2, 2.0), (12.4, 2.0))
    c.wire((11.2, 0.4), (12.4, 0.4))
    c.dot((12.4, 2.0))
    c.dot((12.4, 0.4))
    c.words((11.3, 2.35), "+24V")
    c.words((11.3, 0.75), "0V")
    # Logic: an isolated converter, so that what the lamps do to 24 V stays there.
    c.wire((12.4, 2.0), (12.4, 4.4), (12.6, 4.4))
    c.two(elm.FuseIEC, (12.6, 4.4), (15.4, 4.4), "F2", "T 2 A")
    c.wire((15.4, 4.4), (16, 4.4))
    c.wire((12.4, 0.4), (13.2, 0.4), (13.2, 2.8), (16, 2.8))
    c.block((16, 1.8), (3, 3.6), "G3", "24 V → 5.1 V\n30 W\nisolated 1.5 kV")
    c.wire((19, 4.4), (23.4, 4.4))
    c.wire((19, 2.8), (23.4, 2.8))
    c.dot((20.4, 4.4))
    c.dot((20.4, 2.8))
    c.two(elm.Zener, (20.4, 2.8), (20.4, 4.4), "V2", "6 V, 600 W", side="bottom")
    c.plug((23.4, 4.4), "X7:1", "+5V")
    c.plug((23.4, 2.8), "X7:2", "GND")
    c.words((24.2, 4.2), "A1, by its USB-C")
    c.name("A1")
    # Lamps and lock.
    c.wire((12.4, 2.0), (14, 2.0), (14, -0.8), (14.6, -0.8))
    c.two(elm.FuseIEC, (14.6, -0.8), (17.4, -0.8), "F3", "electronic 1 A")
    c.wire((17.4, -0.8), (23.4, -0.8))
    c.plug((23.4, -0.8), "X9:1", "+24VL to the driver board")
    c.wire((20, -4.4), (20, -6.0), (23.4, -6.0))
    c.dot((20, -4.4))
    c.plug((23.4, -6.0), "X9:2", "0VL to the driver board")
    c.barrier(17.5, (1.0, 1.7), (5.5, 6.4), "24 V ◄ | ► logic")
    c.wire((12.4, 0.4), (12.4, -4.4), (23.4, -4.4))
    c.dot((18.4, -0.8))
    c.wire((18.4, -0.8), (18.4, -2.6), (19, -2.6))
    c.two(elm.FuseIEC, (19, -2.6), (21.8, -2.6), "F4", "T 0.5 A")
    c.wire((21.8, -2.6), (23.4, -2.6))
    c.plug((23.4, -2.6), "X5:1", "+24VL to the shoe")
    c.plug((23.4, -4.4), "X5:3", "0VL to the shoe")
    c.dot((16, -4.4))
    c.wire((16, -4.4), (16, -4.9))
    c.ground((16, -4.9), "0VL")
    c.wire((22, 2.8), (22, 2.2))
    c.dot((22, 2.8))
    c.ground((22, 2.2))
    return c


def clock() -> Circuit:
    """The clock module for a Pi 4; a Pi 5 has its own and takes a battery instead."""
    c = Circuit()
    for row, (contact, words, pin) in enumerate(
        (
            ("1", "3V3", "header 1"),
            ("2", "SDA", "BCM 2 · header 3"),
            ("3", "SCL", "BCM 3 · header 5"),
            ("4", "GND", "header 9"),
        )
    ):
        y = -1.4 * row
        c.tag((0, y), pin, width=3.6)
        c.wire((0, y), (5, y))
        c.plug((2.4, y), f"X6:{contact}", words)
    c.block((5, -5.0), (4.2, 5.8), "A5", "DS3231 module\n3.3 V, ±2 ppm\nCR2032 inside\npull-ups on board")
    return c
