"""The leak rule in pixels: two tables that differ in cards nobody has seen give the same pictures, one after another.

The tables are those of the leak tests of the service: a random game with deaths, mistakes and decisions, and a second
one in which every card that was not turned has another face. Each view that leaves them is drawn on both screens.
"""

import json
from collections.abc import Iterator

import pygame
import pytest
from service.leak_worlds import HOUSES, Deed, Passed, World, other_faces, played

from device.rules.card import Card
from device.rules.hand import Hand
from device.screen.dealer.scene import dealer_scene
from device.screen.drawing.paint import Painter
from device.screen.look.theme import THEMES
from device.screen.players.scene import players_scene
from device.table import commands as cmd
from device.words import load_words

WORDS = load_words("en")
PLAYERS, DEALER = (640, 360), (400, 240)


def pictures(world: World, painter: Painter) -> Iterator[bytes]:
    """Every picture that the two screens of this table have shown."""
    for where, said in world.ears.said:
        if where == "public":
            scene = players_scene(json.loads(said), WORDS, PLAYERS)
        elif where == "staff":
            scene = dealer_scene(json.loads(said), WORDS, DEALER)
        else:
            continue
        yield pygame.image.tobytes(painter.picture(scene), "RGB")


@pytest.mark.parametrize(
    ("house", "seed"), [("face down, thirds too", 11), ("face up", 12), ("face down, early cards held", 13)]
)
def test_no_picture_tells_of_a_card_not_turned(house: str, seed: int) -> None:
    one, deeds, turned_at = played(seed, HOUSES[house], 40)
    other = World(HOUSES[house], other_faces(one, turned_at, 40, seed))
    for deed in deeds:
        other.do(deed)
    assert one.faces != other.faces
    shown = list(pictures(one, Painter(THEMES["standard"])))
    assert len(shown) > 20
    assert list(pictures(other, Painter(THEMES["standard"]))) == shown


def test_a_card_that_is_turned_is_seen() -> None:
    """The test above can fail: from the turn on, another card is another picture, and not a moment before."""
    house = HOUSES["face down, thirds too"]
    deeds: list[Deed] = [cmd.OpenShoe(), Passed("card", (0,)), cmd.NoMoreBets()]
    deeds += [Passed("card", (slot,)) for slot in range(1, 5)]
    pack = list(Card)
    one, other = World(house, pack), World(house, [pack[0], pack[9], *pack[2:]])
    for deed in deeds:
        one.do(deed)
        other.do(deed)
    painter = Painter(THEMES["standard"])
    before = list(pictures(one, painter))
    assert list(pictures(other, painter)) == before
    for world in (one, other):
        world.do(cmd.Turn(hand=Hand.PLAYER))
    after = [list(pictures(world, painter))[len(before) :] for world in (one, other)]
    assert len(after[0]) == len(after[1]) > 0
    assert all(mine != theirs for mine, theirs in zip(*after, strict=True))
