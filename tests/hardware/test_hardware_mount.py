"""The printed mount: bodies that a printer can print, and nothing in the way of what people must see and reach."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from plans import mount
from plans.tables import HERE, bom

pytestmark = pytest.mark.needs("openscad")
SIZES = (HERE / "mount" / "sizes.scad").read_text(encoding="utf-8")
BED = (220, 220, 250)


def body(part: str, folder: Path) -> trimesh.Trimesh:
    """A part as it is exported; rounder holes would only cost time here."""
    target = folder / f"{part}.stl"
    mount.export(part, target, fn=8)
    loaded = trimesh.load(target)
    assert isinstance(loaded, trimesh.Trimesh)
    return loaded


def turned_over(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """A part that is printed on its head, as it sits: z from 0 up, y from 0 backwards, as its file has it."""
    placed = mesh.copy()
    placed.vertices[:, 1:] = mesh.bounds[1][1:] - mesh.vertices[:, 1:]
    return placed


def touches(mesh: trimesh.Trimesh, space: mount.Space) -> bool:
    """Whether any of a body's surface lies in a space."""
    cut: Any = trimesh.intersections.slice_faces_plane  # trimesh does not say its types here
    vertices, faces = mesh.vertices, mesh.faces
    for axis in range(3):
        for side in (1, -1):
            normal, origin = np.zeros(3), np.array(space.corner)
            normal[axis] = side
            if side < 0:
                origin[axis] += space.size[axis]
            vertices, faces, _ = cut(vertices, faces, normal, origin)
            if not len(faces):
                return False
    return bool(trimesh.Trimesh(vertices, faces, process=False).area > 1e-6)


@pytest.mark.parametrize("part", mount.PRINTED)
def test_a_part_is_a_body_that_fits_the_bed_and_leaves_free_what_must_be(part: str, tmp_path: Path) -> None:
    mesh = body(part, tmp_path)
    assert mesh.is_watertight
    assert mesh.volume > 1000
    assert all(extent <= most for extent, most in zip(mesh.extents, BED, strict=True))
    assert abs(mesh.bounds[0][2]) < 0.01, "it does not lie on the bed"
    if part in {"plinth", "bridge"}:
        placed = turned_over(mesh) if part == "plinth" else body("bridge_placed", tmp_path)
        crossed = [space.name for space in mount.spaces(tmp_path / "spaces") if touches(placed, space)]
        assert not crossed, f"{part} is in the way of: {crossed}"


def test_a_space_that_is_crossed_is_noticed(tmp_path: Path) -> None:
    cube = trimesh.creation.box(extents=(10, 10, 10))
    inside = mount.Space(name="in", corner=(2, 2, 2), size=(10, 10, 10))
    beside = mount.Space(name="beside", corner=(6, 6, 6), size=(10, 10, 10))
    assert touches(cube, inside)
    assert not touches(cube, beside)
    assert {space.name for space in mount.spaces(tmp_path / "spaces")} >= {
        "lid",
        "base plate",
        "backward device",
        "left cutout",
    }


def test_lamps_and_button_are_on_the_side_of_the_dealer(tmp_path: Path) -> None:
    # In the table's layout cards leave the shoe to the dealer's right: the dealer sees the mount's left wall.
    placed = turned_over(body("plinth", tmp_path))
    deck, wide = float(placed.bounds[1][2]), float(placed.bounds[1][0])
    for hole in (14, 23, 32, 41):
        left = mount.Space(name="left", corner=(0.7, hole - 2, deck - 14), size=(1.5, 4, 4))
        right = mount.Space(name="right", corner=(wide - 2.2, hole - 2, deck - 14), size=(1.5, 4, 4))
        assert touches(placed, left)
        assert not touches(placed, right)


@pytest.mark.parametrize(
    ("measures", "named"),
    [
        ({"gate_distance": 25}, "gate_distance"),
        ({"rail_h": 12}, "transparent cutouts"),
        ({"shoe_w": 90}, "shoe_w"),
        ({"body_l": 240}, "printer's bed"),
        ({"toe": 45}, "toe"),
        ({"body_h": 20}, "body_h"),
    ],
)
def test_measures_that_cannot_be_are_refused_by_name(measures: dict[str, float], named: str, tmp_path: Path) -> None:
    with pytest.raises(mount.MountError, match=named):
        mount.export("cradle", tmp_path / "refused.stl", **measures)


def test_what_is_cut_to_measure_is_bought_in_that_measure() -> None:
    shield = re.search(r"^shield = \[(\d+), (\d+), (\d+)\]", SIZES, re.MULTILINE)
    window = re.search(r"^window = \[(\d+), (\d+)\]", SIZES, re.MULTILINE)
    assert shield is not None
    assert window is not None
    rating = {line.ids[0]: line.rating for line in bom()}
    assert f"{shield[1]} × {shield[2]} mm" in rating["M6"]
    assert f"{int(window[1]) + 4} × {int(window[2]) + 4} ×" in rating["M5"]
