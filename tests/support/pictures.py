"""Pinned pictures: what a screen looked like when somebody last looked at it and was content.

A picture is compared pixel by pixel with the one that is kept beside the tests; small differences of a letter's edge
are allowed, anything a person would notice is not. A test that fails leaves three pictures side by side in a folder
`failed`: as it was, as it is, and where they differ. `ZAPATO_PICTURES=keep` keeps what is drawn now as the new truth:
look at every one of them before you do.
"""

import os
from pathlib import Path

import pygame
import pytest

FOLDER = Path(__file__).parent.parent / "screen" / "pictures"

STEP = 40
"""By how much of 255 one channel may differ before a pixel counts as another one: a letter's soft edge."""

MOST_PARTS = 2000
"""One pixel in so many may be another one."""

_MARK = (255, 0, 200)


def assert_as_pinned(picture: pygame.Surface, name: str) -> None:
    """Compare a picture with the pinned one of this name; AssertionError says where to look."""
    file = FOLDER / f"{name}.png"
    if os.environ.get("ZAPATO_PICTURES") == "keep":
        FOLDER.mkdir(exist_ok=True)
        pygame.image.save(picture, str(file))
        return
    if not file.exists():
        pytest.fail(
            f"no picture is pinned as {file}; look at a new one and keep it: ZAPATO_PICTURES=keep", pytrace=False
        )
    pinned = pygame.image.load(str(file))
    different, marked = difference(pinned, picture)
    allowed = picture.get_width() * picture.get_height() // MOST_PARTS
    if different > allowed:
        shown = _beside(pinned, picture, marked)
        FOLDER.joinpath("failed").mkdir(exist_ok=True)
        told = FOLDER / "failed" / f"{name}.png"
        pygame.image.save(shown, str(told))
        pytest.fail(f"{name}: {different} pixels are others than pinned ({allowed} may be); see {told}", pytrace=False)


def difference(pinned: pygame.Surface, drawn: pygame.Surface) -> tuple[int, pygame.Surface]:
    """How many pixels differ, and the drawn picture, dark, with those marked; of another size: every pixel."""
    marked = pygame.Surface(drawn.get_size(), 0, 32)
    if pinned.get_size() != drawn.get_size():
        marked.fill(_MARK)
        return drawn.get_width() * drawn.get_height(), marked
    then, now = (_plain(one) for one in (pinned, drawn))
    marked.blit(now, (0, 0))
    marked.fill((70, 70, 70), special_flags=pygame.BLEND_RGB_MULT)
    alike = pygame.transform.threshold(
        marked,
        now,
        search_color=None,
        threshold=(STEP, STEP, STEP, 0),
        set_color=_MARK,
        set_behavior=1,
        search_surf=then,
        inverse_set=False,
    )
    return now.get_width() * now.get_height() - alike, marked


def _plain(picture: pygame.Surface) -> pygame.Surface:
    plain = pygame.Surface(picture.get_size(), 0, 32)
    plain.blit(picture, (0, 0))
    return plain


def _beside(*pictures: pygame.Surface) -> pygame.Surface:
    width = sum(one.get_width() for one in pictures)
    sheet = pygame.Surface((width, max(one.get_height() for one in pictures)), 0, 32)
    x = 0
    for one in pictures:
        sheet.blit(one, (x, 0))
        x += one.get_width()
    return sheet
