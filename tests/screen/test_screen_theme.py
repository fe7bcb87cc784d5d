"""Colours: every ink in every theme, and letters that can be read on what they stand on."""

import itertools

import pytest

from device.screen.look.theme import ON, THEMES, Ink, contrast


def test_the_themes_are_those_that_the_settings_name() -> None:
    from device.settings import Theme

    assert set(THEMES) == {theme.value for theme in Theme}


def test_contrast_is_the_standards_own() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", THEMES)
def test_every_ink_has_a_colour_and_writing_on_it_reads_well(name: str) -> None:
    theme = THEMES[name]
    assert set(theme.colours) == set(Ink)
    for ground, writing in ON.items():
        assert contrast(theme[ground], theme[writing]) >= 4.5, (ground, writing)
    for ground in (Ink.BACKGROUND, Ink.PANEL):
        assert contrast(theme[ground], theme[Ink.MUTED]) >= 4.5
    assert contrast(theme[Ink.CARD], theme[Ink.CARD_RED]) >= 4.5
    assert contrast(theme[Ink.ALARM], theme[Ink.BACKGROUND]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_the_three_results_are_three_colours_and_alarm_is_none_of_them(name: str) -> None:
    theme = THEMES[name]
    results = [theme[ink] for ink in (Ink.PLAYER, Ink.BANKER, Ink.TIE, Ink.ALARM)]
    for one, other in itertools.combinations(results, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 100


def test_the_standard_colours_are_the_agreed_ones() -> None:
    theme = THEMES["standard"]
    assert [theme[Ink.PLAYER], theme[Ink.BANKER], theme[Ink.TIE]] == [
        (0, 0x54, 0xC8),
        (0xC8, 0x16, 0x16),
        (0, 0x79, 0x4A),
    ]
