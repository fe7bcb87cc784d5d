"""`hardware/build`: draws everything, or what was asked for."""

import argparse
import shutil
import sys
from pathlib import Path

from plans import harness, mount, sheets, table
from plans.tables import HERE

NEEDS = {"harness": ("dot", "graphviz"), "mount": ("openscad", "openscad")}


def main(words: list[str]) -> int:
    """Draw into a folder; exit code 0, or 2 when something is missing or a measure is wrong."""
    parser = argparse.ArgumentParser(
        prog="hardware/build", description="Draws circuits, table, harness and mount from the tables in hardware/."
    )
    parser.add_argument(
        "what", nargs="*", metavar="WHAT", help="circuits, table, harness, mount, pictures; all when none is named"
    )
    parser.add_argument(
        "--into", type=Path, default=HERE / "out", metavar="FOLDER", help="where to (usual: hardware/out)"
    )
    asked = parser.parse_args(words)
    every = ("circuits", "table", "harness", "mount", "pictures")
    if unknown := sorted(set(asked.what) - set(every)):
        parser.error(f"{', '.join(unknown)}: not among {', '.join(every)}")
    wanted = asked.what or every
    for thing in wanted:
        program, package = NEEDS.get("mount" if thing == "pictures" else thing, ("", ""))
        if program and not shutil.which(program):
            print(f"hardware/build: {thing} needs {program}: sudo apt-get install {package}", file=sys.stderr)
            return 2
    try:
        asked.into.mkdir(parents=True, exist_ok=True)
        _draw(wanted, asked.into)
    except (mount.MountError, OSError) as error:
        print(f"hardware/build: {error}", file=sys.stderr)
        return 2
    for path in sorted(asked.into.iterdir()):
        print(path)
    return 0


def _draw(wanted: list[str] | tuple[str, ...], into: Path) -> None:
    if "circuits" in wanted:
        sheets.draw(into)
    if "table" in wanted:
        table.draw(into)
    if "harness" in wanted:
        for which in ("pi", "shoe"):
            harness.draw(which, into)
    if "mount" in wanted:
        for part in mount.PRINTED:
            mount.export(part, into / f"{part}.stl")
    if "pictures" in wanted:
        for name in mount.PICTURES:
            mount.picture(name, into / f"{name}.png")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
