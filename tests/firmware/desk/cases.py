"""The cases of gates.json, carried out; as a program it prints what each of them gave, for MicroPython."""

import json
import sys

from desk import Desk


def outcome(case: dict[str, str]) -> list[str]:
    """The events of one case."""
    desk = Desk(case.get("reader", "line"))
    desk.run("wait 1000")
    return desk.run(case["does"] + "; wait 500")


def main(path: str) -> None:
    """Print the events of every case, one JSON list a line."""
    with open(path) as file:
        cases = json.load(file)["cases"]
    for case in cases:
        print(json.dumps(outcome(case)))


if __name__ == "__main__":
    main(sys.argv[1])
