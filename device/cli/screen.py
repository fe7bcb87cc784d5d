"""`zapato screen`: the players' or the dealer's screen, live from the table's feed or as one picture of a view."""

import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.options import config_if_any
from device.cli.screen_look import Look, theme_of
from device.cli.screen_words import second_words, words_of_picture, words_of_terminal, words_of_window
from device.screen.dealer.targets import Page, Task
from device.screen.look.layout import Size
from device.screen.look.theme import THEMES
from device.screen.showing.stopping import Stopping
from device.screen.showing.subscription import Subscription
from device.screen.view import Kind
from device.settings import Settings, SettingsError, load_settings
from device.words import Words, languages

_KINDS: Mapping[str, Kind] = {"players": Kind.PUBLIC, "dealer": Kind.STAFF}
_SIDES = range(160, 7681)
_PAGES = tuple(one.value for one in (*Page, *Task))
"""What `--page` may name: what the panel shows, and the first page of each of its tasks."""


@click.command()
@click.argument("which", type=click.Choice(list(_KINDS)))
@config_if_any()
@click.option("--feed", type=click.Path(path_type=Path), help="The table's feed socket, instead of the settings' one.")
@click.option(
    "--panel",
    type=click.Path(path_type=Path),
    help="The socket for presses; default: the settings', beside --feed.",
)
@click.option("--text", is_flag=True, help="Show it as text in this terminal.")
@click.option("--size", metavar="WxH", help="Size of the window or picture in pixels, as 1920x1080.")
@click.option("--lang", metavar="CODE", help=f"Language of the words: {', '.join(languages())}.")
@click.option("--second-lang", metavar="CODE|off", help="A second language, small beside it, on the players' screen.")
@click.option("--theme", type=click.Choice(list(THEMES)), help="Colours.")
@click.option("--display", type=click.IntRange(1, 16), help="Which display of several, from 1.")
@click.option("--snapshot", type=click.Path(path_type=Path), metavar="OUT.png", help="Draw one picture, then end.")
@click.option("--state", type=click.Path(path_type=Path, allow_dash=True), help="The view to draw (-: standard input).")
@click.option(
    "--page", type=click.Choice(_PAGES), metavar="NAME", help="A page of the panel to draw, instead of the first."
)
def command(
    *,
    which: str,
    config: Path | None,
    feed: Path | None,
    panel: Path | None,
    text: bool,
    size: str | None,
    lang: str | None,
    second_lang: str | None,
    theme: str | None,
    display: int | None,
    snapshot: Path | None,
    state: Path | None,
    page: str | None,
) -> None:
    """Show WHICH screen: `players`, or the panel of the `dealer`.

    It connects to the table's sockets for ever, whether the table runs already or not. F11 changes between window and
    whole display. Players' screen: a touch, a click or the key L changes the language. Dealer's panel: touch, mouse,
    keyboard or numeric keypad.

    With --snapshot and --state it draws one picture of a view, as `zapato play` prints it, and needs no display;
    --page names another page of the panel: home, menu, pays, recall, errors, about, sound,
    language, or a task such as void, correct, enter, sign-in.
    """
    kind = _KINDS[which]
    try:
        settings = Settings() if config is None else load_settings(config)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    language = lang or settings.screen_language.value
    others = (settings.screen_language.value, settings.table.language.value)
    if snapshot is not None:
        words = words_of_picture(language)
    elif text:
        words = words_of_terminal(language, sys.stdout.encoding or "ascii", *others)
    else:
        words = words_of_window(language, *others)
    if second_lang is None:
        second_lang = "off" if settings.screen.second_language is None else settings.screen.second_language.value
    look = Look(
        words=words,
        second=None if text else second_words(second_lang, live=snapshot is None),
        theme=theme_of(theme or settings.screen.theme.value, settings, config),
        size=settings.screen.pixels if size is None else _size(size),
    )
    if page is not None and (snapshot is None or kind is not Kind.STAFF):
        raise click.UsageError("--page belongs to a --snapshot of the dealer's panel")
    if (snapshot is None) != (state is None):
        raise click.UsageError("--snapshot and --state belong together: the picture to write and the view to draw")
    if snapshot is not None and state is not None:
        from device.cli.screen_pictures import snapshot as draw  # noqa: PLC0415 - each way loads what it is made of

        draw(kind=kind, state=state, out=snapshot, look=look, page=page, settings=settings)
        return
    path = feed or (settings.feed.public if kind is Kind.PUBLIC else settings.feed.staff)
    if text:
        _show_text(Subscription(path, kind, time.monotonic), words)
        return
    from device.cli.screen_window import WindowPlan, show_window  # noqa: PLC0415 - likewise

    plan = WindowPlan(
        kind=kind,
        settings=settings,
        feed=path,
        panel=panel or (feed.parent / settings.feed.panel.name if feed is not None else settings.feed.panel),
        language=words.language,
        second_language=None if look.second is None else look.second.language,
        theme=look.theme,
        size=look.size,
        display=display or settings.screen.display,
    )
    show_window(plan)


def _show_text(feed: Subscription, words: Words) -> None:
    from device.screen.showing.terminal import run_text, text_of  # noqa: PLC0415 - likewise

    stop = Stopping()
    run_text(lambda shown, colour: text_of(shown, words, colour=colour), feed, sys.stdout, lambda: bool(stop))


def _size(text: str) -> Size:
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.lower())
    if found is None or int(found[1]) not in _SIDES or int(found[2]) not in _SIDES:
        raise BadInput(f"--size {text}: write width x height in pixels, each {_SIDES[0]} to {_SIDES[-1]}, as 1920x1080")
    return int(found[1]), int(found[2])
