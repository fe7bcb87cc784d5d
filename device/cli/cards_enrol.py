"""`zapato cards enrol`: new cards get their tags, or a printed pack's labels are seen on their cards."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from device.cards.moment import now_at
from device.cards.pack import Pack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.cards.station.confirming import Confirming
from device.cards.station.enrolling import Enrolling, PackDone
from device.cards.station.orders import ORDERS, order_of, read_order
from device.cli.bad_input import BadInput
from device.cli.cards_registry import BY, plainly, registry_path
from device.cli.cards_texts import NOTE
from device.cli.station_options import reads_of_unknown, settings_of, station_of, station_options, words_here
from device.cli.station_terminal import StationTerminal
from device.cli.station_work import work
from device.rules.card import Card
from device.service.station_run import Ending
from device.service.station_words import StationWords
from device.settings.files import MOST_BYTES, read_at_most, text_of

_MOST_DECKS = 12


@click.command()
@click.argument("packs", nargs=-1, metavar="[PACK]...")
@click.option("--continue", "unfinished", multiple=True, metavar="PACK", help="Go on with a pack of tags; repeatable.")
@click.option("--decks", type=click.IntRange(1, _MOST_DECKS), help="How many new packs, one after another.")
@click.option("--order", type=click.Choice(list(ORDERS)), help="How the cards lie.  [default for tags: new-deck]")
@click.option("--order-file", type=click.Path(path_type=Path), help="How the cards lie: a file, as As 2s 3s …")
@click.option("--backwards", is_flag=True, help="The pack lies the other way round.")
@click.option("--ask", "asks", is_flag=True, help="Type each card's name before it is laid down, in any order.")
@click.option("--note", type=NOTE, default="", metavar="TEXT", help="What a person should know of the new packs.")
@click.option("--reads", type=click.IntRange(1, 3), help="Reads that make a card.  [default: as its kind needs]")
@click.option("--yes", is_flag=True, help="End when every card has come, without the Enter key.")
@BY
@station_options
def enrol(  # noqa: PLR0917 - click passes them by name
    packs: tuple[str, ...],
    unfinished: tuple[str, ...],
    decks: int | None,
    order: str | None,
    order_file: Path | None,
    backwards: bool,
    asks: bool,
    note: str,
    reads: int | None,
    yes: bool,
    by: str,
    registry: Path | None,
    config: Path | None,
    reader: str | None,
    port: str | None,
    baud: str | None,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Mark cards through a reader, one card after another.

    Without PACK: new packs of tags, in the order in which a new deck lies (jokers and extra cards laid aside), or with
    --ask in any order. With the PACK of a printed pack: each label is read once and its face shown; type n where the
    card has another face. Every tag is on record before the next: broken off, go on with --continue PACK.

    \b
    zapato cards enrol --by ana --reader em4100 --port /dev/ttyUSB0
    zapato cards enrol --by ana --decks 8 --reader pn532 --port /dev/ttyUSB0
    zapato cards enrol 7QX4 --by ana --reader line --port /dev/ttyACM0

    Keys, each with Enter: u takes the last card back (u 3 the last three), s skips a card, a name as 5s makes it the
    next one, q stops. Exit 0: every pack is enrolled; 1: something is missing.
    """
    settings = settings_of(config, reader=reader, port=port, baud=baud)
    cards = _order(order, order_file, backwards=backwards)
    if asks and cards is not None:
        raise BadInput("--ask is for cards in no order: leave --order, --order-file and --backwards out")
    with plainly():
        path = registry_path(registry, config)
        kept = Registry(path, create=not packs and not unfinished)
        found = _find(kept, [*packs, *unfinished])
    labels = bool(found) and found[0].kind is PackKind.LABELS
    if labels and (asks or decks is not None or unfinished):
        raise BadInput("a printed pack has its labels: --ask, --decks and --continue are for tags")
    ids = [pack.id for pack in found]
    task: Enrolling | Confirming
    with plainly():
        if labels:
            task = Confirming(kept, ids, by=by, now_at=now_at, order=cards)
        else:
            new = decks if decks is not None else int(not found)
            lie = cards or order_of("new-deck")
            task = Enrolling(kept, ids, lie, by=by, now_at=now_at, new=new, note=note, asks=asks)
    words = words_here(lang)
    key = "keys-confirm" if labels else "keys-ask" if asks else "keys-enrol"
    terminal = StationTerminal(words, as_json=as_json, quiet=quiet, keys=key)
    if isinstance(task, Enrolling):
        terminal.deck = lambda: task.deck
    needed = reads or (1 if labels else reads_of_unknown(settings.reader.kind))
    station = station_of(settings, lambda _: needed, one_at_a_time=True)
    ending = work(task, station, terminal, waits_for_word=not yes)
    with plainly():
        done = task.finish()
    for pack in done:
        _tell(terminal, words, pack, as_json=as_json)
    unread_again = task.read_again if isinstance(task, Enrolling) else {}
    if unread_again and not as_json:
        again = words.cards(sorted(unread_again.values(), key=lambda card: card.index))
        terminal.line(words.say("read-again", cards=again))
    rest = [pack.id for pack in done if pack.state is PackState.PRINTED]
    if rest and not as_json:
        how = " ".join(rest) if labels else " ".join(f"--continue {id}" for id in rest)
        terminal.line(words.say("go-on-with", command=f"zapato cards enrol {how}"))
    if ending is not Ending.DONE or rest or any(pack.wrong for pack in done):
        sys.exit(1)


def _order(name: str | None, file: Path | None, *, backwards: bool) -> tuple[Card, ...] | None:
    """The order asked for; None: none was."""
    if name is not None and file is not None:
        raise BadInput("--order and --order-file: one of them")
    with plainly():
        if file is None:
            return order_of(name or "new-deck", backwards=backwards) if name is not None or backwards else None
        try:
            cards = read_order(text_of(read_at_most(file, MOST_BYTES)))
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{file}: the order of the cards cannot be read: {error}") from None
    return cards[::-1] if backwards else cards


def _find(packs: Registry, ids: Sequence[str]) -> list[Pack]:
    """The packs to go on with, all of one kind, none of them enrolled already."""
    found = [packs.pack(id) for id in dict.fromkeys(id.upper() for id in ids)]
    for pack in found:
        if pack.state is not PackState.PRINTED:
            raise BadInput(f"pack {pack.id} is {pack.state.value}: only a printed pack, or one begun, is enrolled")
        if pack.kind is not found[0].kind:
            raise BadInput(f"pack {pack.id} has {pack.kind.value}, pack {found[0].id} {found[0].kind.value}: one kind")
    return found


def _tell(terminal: StationTerminal, words: StationWords, pack: PackDone, *, as_json: bool) -> None:
    if as_json:
        terminal.record(
            {
                "pack": pack.id,
                "state": pack.state.value,
                "cards": pack.cards,
                "missing": list(map(str, pack.missing)),
                "wrong": list(map(str, pack.wrong)),
            }
        )
        return
    state = words.state(pack.state.value)
    terminal.line(words.say("pack-done", pack=pack.id, cards=pack.cards, state=state))
    if pack.missing:
        terminal.line(words.say("missing", cards=words.cards(pack.missing)))
    if pack.wrong:
        terminal.line(words.say("wrong-labels", cards=words.cards(pack.wrong)))
