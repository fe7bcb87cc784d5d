"""The cases of the vectors, carried out; as a program it prints what each of them gave, for MicroPython."""

import json
import sys

from desk import Desk
from shoe.frame import Ear, encode
from shoe.readers import make_reader


def outcome(case: dict[str, str]) -> list[str]:
    """The events of one case."""
    desk = Desk(case.get("reader", "line"), rests="passing" not in case)
    desk.run("wait 1000")
    return desk.run(case["does"] + "; wait 500")


def heard(line: str) -> list[str]:
    """The bodies that the board hears in a line, and those bodies written again."""
    ear = Ear()
    bodies = [body for body in [ear.feed(ord(character)) for character in line] if body is not None]
    return bodies + [encode(body).decode() for body in bodies]


def codes(kind: str, text: str) -> list[str]:
    """The codes that a reader of that kind gives for hex with pauses (`-- 60`, or `--` for a second)."""
    reader = make_reader(kind)
    now_ms = 0
    found = []
    for line in text.split("\n"):
        if line.startswith("--"):
            now_ms += int(line[2:].strip() or 1000)
            continue
        digits = "".join(line.split())
        for place in range(0, len(digits), 2):
            code = reader.feed(int(digits[place : place + 2], 16), now_ms)
            if code:
                found.append(code)
    return found


def main(path: str) -> None:
    """Print what every case of a file of vectors gave, one JSON list a line."""
    with open(path) as file:
        vectors = json.load(file)
    name = path.split("/")[-1][: -len(".json")]
    for case in vectors["frames"] + vectors["refused"] if name == "shoe1" else vectors["cases"]:
        if name == "gates":
            print(json.dumps(outcome(case)))
        elif name == "shoe1":
            print(json.dumps(heard(case["line"])))
        else:
            print(json.dumps(codes(name, case["hex"])))


if __name__ == "__main__":
    main(sys.argv[1])
