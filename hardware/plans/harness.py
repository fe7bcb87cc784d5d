"""The harness, made from pins.toml for WireViz: which wire of which colour goes from which contact to which."""

from pathlib import Path
from typing import Any

from plans.tables import expand, signals

# The contacts of each connector that are no signal, and what it is.
SUPPLY = {
    "X2": {12: "+24VL"}, "X3": {8: "GND"}, "X4": {3: "GND"},
    "J2": {1: "LED +", 2: "LED −", 3: "3V3"}, "J3": {1: "LED +", 3: "3V3"},
    "J4": {1: "5V", 2: "GND"}, "J5": {2: "GND"}, "J6": {2: "GND"}, "J7": {1: "5V"},
}  # fmt: skip
KIND = {
    "X2": "plug-in terminal 3.81 mm, 12 ways", "X3": "plug-in terminal 3.81 mm, 8 ways",
    "X4": "socket M8, 3 poles", "X5": "socket M8, 4 poles", "X7": "terminal, 2 ways",
    "X9": "terminal 5.08 mm, 2 ways, driver board",
    "J2": "JST XH, 4 ways", "J3": "JST XH, 4 ways", "J4": "JST XH, 4 ways", "J5": "JST XH, 2 ways",
    "J6": "JST XH, 2 ways", "J7": "JST XH, 5 ways", "J8": "JST VH, 4 ways",
}  # fmt: skip
SUPPLY_COLOUR = {"GND": "BK", "5V": "RD", "3V3": "RD", "+24VL": "BN", "LED +": "OG", "LED −": "VT"}
# Connector → (cable, cross-section, length in m, what is at the other end, the parts there).
CABLES = {
    "X2": ("W2", "0.5 mm2", 1.2, "lamps and buzzer", "H1…H11"),
    "X3": ("W3", "0.25 mm2", 1.2, "buttons", "S1…S7"),
    "X4": ("W4", "0.25 mm2", 2.5, "foot switch", "S8"),
    "J2": ("W11", "0.14 mm2", 0.2, "gate A", "D1, Q2"),
    "J3": ("W12", "0.14 mm2", 0.2, "gate B", "D2, Q3"),
    "J4": ("W13", "0.14 mm2", 0.2, "reader", "B3"),
    "J5": ("W14", "0.14 mm2", 0.3, "lid switch", "S9"),
    "J6": ("W15", "0.14 mm2", 0.2, "button CALL", "S10"),
    "J7": ("W16", "0.14 mm2", 0.2, "lamps of the shoe", "H12…H15"),
}
# Bought with both plugs on.
PLUGGED = (
    ("W20", "H05VV-F 3 × 0.75 mm², C13", 2.0), ("W9", "HDMI", 2.0), ("W10", "HDMI", 1.5), ("W19", "USB 2, 24 AWG", 1.5),
)  # fmt: skip
LAMPS = {1: "H1", 2: "H2", 3: "H3", 4: "H4", 5: "H5", 6: "H6", 7: "H7", 8: "H8", 9: "H9", 10: "H10", 11: "H11"}


def contacts(connector: str) -> dict[int, tuple[str, str]]:
    """Contact to signal and colour of a connector, supplies too."""
    found = {n: (net, SUPPLY_COLOUR[net]) for n, net in SUPPLY.get(connector, {}).items()}
    if connector == "X4":
        found[3] = ("GND", "BU")  # as the makers of M8 cables colour contact 3
    for one in (*signals("pi"), *signals("pico")):
        if one.connector == connector:
            found[one.contact] = (one.short, one.colour)
    return dict(sorted(found.items()))


def _other_end(connector: str, contact: int, net: str) -> str:
    if connector == "X2":
        return f"{LAMPS[contact]} {net}" if contact in LAMPS else "+ of all, looped"
    if connector == "X3":
        return f"S{contact} {net}" if contact < 8 else "other contact of all, looped"
    if connector in {"J2", "J3"}:
        led, receiver = ("D1", "Q2") if connector == "J2" else ("D2", "Q3")
        return {1: f"{led} anode", 2: f"{led} cathode", 3: f"{receiver} collector", 4: f"{receiver} emitter"}[contact]
    if connector == "J4":
        return {1: "5V", 2: "GND", 3: "TX", 4: "RX"}[contact]
    if connector == "J7":
        return "anodes, looped" if contact == 1 else f"H{10 + contact} cathode"
    return net


def _add(harness: dict[str, Any], connector: str) -> None:
    cable, section, length, kind, parts = CABLES[connector]
    wires = contacts(connector)
    ways = list(wires)
    harness["connectors"][connector] = {
        "type": KIND[connector],
        "pins": ways,
        "pinlabels": [net for net, _ in wires.values()],
    }
    there = list(range(1, len(ways) + 1))  # a socket may have contacts that no wire uses; what hangs on it has none
    harness["connectors"][parts] = {
        "type": kind,
        "pins": there,
        "pinlabels": [_other_end(connector, n, net) for n, (net, _) in wires.items()],
    }
    harness["cables"][cable] = {
        "gauge": section,
        "length": length,
        "colors": [colour for _, colour in wires.values()],
        "wirecount": len(ways),
    }
    harness["connections"].append([{connector: ways}, {cable: there}, {parts: there}])


def harness(which: str) -> dict[str, Any]:
    """The WireViz description of `pi` (the table's box) or `shoe`."""
    made: dict[str, Any] = {
        "metadata": {"title": f"zapato, harness of the {which}"},
        "options": {"fontname": "DejaVu Sans", "bgcolor": "WH"},
        "connectors": {},
        "cables": {},
        "connections": [],
    }
    for connector in CABLES:
        if (connector[0] == "X") == (which == "pi"):
            _add(made, connector)
    if which == "pi":
        made["connectors"]["X7"] = {"type": KIND["X7"], "pins": [1, 2], "pinlabels": ["+5V", "GND"]}
        made["connectors"]["X8"] = {"type": "pin header 2 × 20 on the driver board", "pins": [1], "pinlabels": ["40"]}
        made["connectors"]["A1"] = {
            "type": "Raspberry Pi", "pins": [1, 2, 3, 4, 5, 6],
            "pinlabels": ["USB-C VBUS", "USB-C GND", "40-pin header", "HDMI 0", "HDMI 1", "USB-A"],
        }  # fmt: skip
        made["connectors"]["A4"] = {"type": "players' screen", "pins": [1], "pinlabels": ["HDMI"]}
        made["connectors"]["A3"] = {"type": "dealer's panel", "pins": [1, 2], "pinlabels": ["HDMI", "USB"]}
        made["connectors"]["X0"] = {"type": "mains inlet C14", "pins": [1, 2, 3], "pinlabels": ["L", "N", "PE"]}
        made["connectors"]["G1, M12"] = {
            "type": "supply; box, if of metal", "pins": [1, 2, 3], "pinlabels": ["L", "N", "PE of M12"],
        }  # fmt: skip
        made["connectors"]["mains"] = {"type": "socket of the building", "pins": [1], "pinlabels": ["230 V ~"]}
        made["cables"]["W8"] = {"gauge": "0.75 mm2", "length": 0.4, "colors": ["BN", "BU", "GNYE"], "wirecount": 3}
        for cable, kind, length in PLUGGED:
            made["cables"][cable] = {"type": kind, "length": length, "colors": ["BK"], "wirecount": 1}
        made["cables"]["W7"] = {"gauge": "1.0 mm2", "length": 0.3, "colors": ["RD", "BK"], "wirecount": 2}
        made["cables"]["W1"] = {"type": "ribbon, 40 × 0.08 mm²", "length": 0.2, "colors": ["GY"], "wirecount": 1}
        made["connectors"]["F3"] = {
            "type": "fuse holder, and the rail's 0V", "pins": [1, 2], "pinlabels": ["+24VL", "0V"],
        }  # fmt: skip
        made["connectors"]["X9"] = {"type": KIND["X9"], "pins": [1, 2], "pinlabels": ["+24VL", "0VL"]}
        made["cables"]["W18"] = {"gauge": "0.5 mm2", "length": 0.3, "colors": ["BN", "BU"], "wirecount": 2}
        made["connections"] += [
            [{"mains": [1]}, {"W20": [1]}, {"X0": [1]}],
            [{"X0": [1, 2, 3]}, {"W8": [1, 2, 3]}, {"G1, M12": [1, 2, 3]}],
            [{"A1": [4]}, {"W9": [1]}, {"A4": [1]}],
            [{"A1": [5]}, {"W10": [1]}, {"A3": [1]}],
            [{"A1": [6]}, {"W19": [1]}, {"A3": [2]}],
            [{"F3": [1, 2]}, {"W18": [1, 2]}, {"X9": [1, 2]}],
            [{"X7": [1, 2]}, {"W7": [1, 2]}, {"A1": [1, 2]}],
            [{"X8": [1]}, {"W1": [1]}, {"A1": [3]}],
        ]
    if which == "shoe":
        made["connectors"]["X5"] = {"type": KIND["X5"], "pins": [1, 3], "pinlabels": ["+24VL", "0VL"]}
        made["connectors"]["J8"] = {
            "type": KIND["J8"], "pins": [1, 2, 3, 4], "pinlabels": ["+24VL", "0VL", "lock +", "lock −"],
        }  # fmt: skip
        made["connectors"]["Y1"] = {"type": "lock, 24 V", "pins": [1, 2]}
        made["connectors"]["A1"] = {"type": "Raspberry Pi", "pins": [1], "pinlabels": ["USB-A"]}
        made["connectors"]["A2"] = {"type": "Raspberry Pi Pico", "pins": [1], "pinlabels": ["USB micro-B"]}
        made["cables"]["W5"] = {"gauge": "0.5 mm2", "length": 2.0, "colors": ["BN", "BU"], "wirecount": 2}
        made["cables"]["W17"] = {"gauge": "0.5 mm2", "length": 0.3, "colors": ["OG", "GY"], "wirecount": 2}
        made["cables"]["W6"] = {
            "type": "USB 2, shielded, strain relief", "length": 2.0, "colors": ["BK"], "wirecount": 1,
        }  # fmt: skip
        made["connections"] += [
            [{"X5": [1, 3]}, {"W5": [1, 2]}, {"J8": [1, 2]}],
            [{"J8": [3, 4]}, {"W17": [1, 2]}, {"Y1": [1, 2]}],
            [{"A1": [1]}, {"W6": [1]}, {"A2": [1]}],
        ]
    return made


def parts(which: str) -> set[str]:
    """Every designation in a harness."""
    made = harness(which)
    found: set[str] = set(made["cables"])
    for name in made["connectors"]:
        found |= set(expand(name))
    return found - {"mains"}


def draw(which: str, folder: Path) -> None:
    """Draw a harness by WireViz: an SVG and its list of parts, beside the description itself. Needs graphviz."""
    import yaml  # noqa: PLC0415 - comes with wireviz, which only the drawing needs
    from wireviz import wireviz  # noqa: PLC0415

    made = harness(which)
    name = f"harness-{which}"
    (folder / f"{name}.yml").write_text(yaml.safe_dump(made, allow_unicode=True, sort_keys=False), encoding="utf-8")
    wireviz.parse(made, output_formats=("svg", "tsv"), output_dir=folder, output_name=name)
