"""The printed mount: exported by OpenSCAD, and the spaces around a shoe that it must leave free."""

import ast
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from plans.tables import HERE

FOLDER = HERE / "mount"
PRINTED = ("plinth", "floor", "bridge", "cradle")
"""The files that are printed, by the names of their STL."""
PICTURES = {"assembly": "60,40,40,62,0,330,560", "inside": "60,85,10,55,0,330,470"}
"""What is drawn for the guide, and from where it is seen (OpenSCAD's --camera)."""
PARTS = {f"M{n}" for n in range(1, 10)} | {f"M{n}" for n in range(13, 25)}
"""What is bought for the mount and boards, and on no circuit."""


class MountError(Exception):
    """OpenSCAD refused: its message, which names the measure that is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A box that must stay free: its name, its corner and its size in mm, in the mount's coordinates."""

    name: str
    corner: tuple[float, float, float]
    size: tuple[float, float, float]


def _run(words: list[str]) -> str:
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode:
        lines = [line for line in made.stderr.splitlines() if line.startswith("ERROR")]
        raise MountError(lines[0] if lines else made.stderr.strip())
    return made.stderr


def export(part: str, target: Path, **measures: float) -> None:
    """Write a part as STL (or as `target`'s ending says), with some measures of sizes.scad set; raises MountError."""
    given = [word for name, value in measures.items() for word in ("-D", f"{name.replace('fn', '$fn')}={value}")]
    _run(["openscad", "-o", str(target), *given, str(FOLDER / f"{part}.scad")])


def spaces(scratch: Path) -> list[Space]:
    """The spaces of free.scad, as OpenSCAD reckons them; `scratch` is a file that may be written."""
    said = _run(["openscad", "-o", str(scratch.with_suffix(".csg")), str(FOLDER / "free.scad")])
    line = next(line for line in said.splitlines() if "spaces = " in line)
    return [
        Space(name=name, corner=tuple(corner), size=tuple(size))
        for name, corner, size in ast.literal_eval(line.partition("spaces = ")[2])
    ]


def picture(name: str, target: Path) -> None:
    """Draw one of PICTURES as PNG, in a display of its own where there is none."""
    words = ["openscad", "-o", str(target), "--imgsize=1000,700", f"--camera={PICTURES[name]}", "--projection=p"]
    words += ["--colorscheme=Tomorrow", str(FOLDER / f"{name}.scad")]
    _run(words if os.environ.get("DISPLAY") else ["xvfb-run", "-a", *words])
    if not target.exists() or not target.stat().st_size:
        raise MountError(f"no picture of {name}: OpenSCAD found no display")
