"""The words of a screen: the language asked for, or one that can be shown here, said plainly where they differ."""

import contextlib
from collections.abc import Sequence

import click

from device.cli.bad_input import BadInput
from device.screen.drawing.fonts import can_draw, missing_cjk_sentence, needs_cjk
from device.screen.plain.page import can_write
from device.words import Words, WordsError, load_words


def words_of_picture(language: str) -> Words:
    """The words for a picture that is drawn once; BadInput where they cannot be drawn: nobody asked for other ones."""
    words = _words(language)
    if not can_draw(language):
        raise BadInput(f"{language}: {missing_cjk_sentence()}")
    return words


def words_of_window(language: str, *others: str) -> Words:
    """The words for a live screen. A table is better off with another language than without a screen: the first of
    `others` that can be drawn, English at last; why is said once on standard error. BadInput for an unknown language.
    """
    words = _words(language)
    if can_draw(language):
        return words
    return _instead(f"{language}: {missing_cjk_sentence()}", [code for code in others if can_draw(code)])


def words_of_terminal(language: str, encoding: str, *others: str) -> Words:
    """The words for a text screen, as `words_of_window`: a terminal brings its typeface, but its encoding may have no
    Chinese characters. Latin letters lose at most their accents.
    """
    words = _words(language)
    if not needs_cjk(language) or can_write(words.language_name, encoding):
        return words
    said = f"{language}: this terminal's encoding ({encoding}) has no such characters; use a terminal with UTF-8"
    return _instead(said, [code for code in others if not needs_cjk(code)])


def second_words(language: str, *, live: bool) -> Words | None:
    """The words that stand small beside the first ones; ``off``: none. Where they cannot be drawn a live screen goes
    without, and says so once on standard error; for a picture that is BadInput, as for an unknown language.
    """
    if language == "off":
        return None
    if not live:
        return words_of_picture(language)
    words = _words(language)
    if can_draw(language):
        return words
    _say(f"{language}: {missing_cjk_sentence()}; until then there is one language alone")
    return None


def _words(language: str) -> Words:
    try:
        return load_words(language)
    except WordsError as error:
        raise BadInput(str(error)) from None


def _instead(why: str, possible: Sequence[str]) -> Words:
    words = load_words(possible[0] if possible else "en")
    _say(f"{why}; until then the words are in {words.language_name}")
    return words


def _say(line: str) -> None:
    """Say it in the log; a log that takes no more keeps no screen from starting."""
    with contextlib.suppress(OSError):
        click.echo(line, err=True)
