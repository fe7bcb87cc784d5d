"""`zapato cards check`: which pack a card is of, and what of a pack is missing."""

import sys
from pathlib import Path

import click

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cards.registry.snapshot import PLAYABLE
from device.cards.station.checking import Checked, Checking, Tally
from device.cli.cards_registry import plainly, registry_path
from device.cli.station_options import reads_of_unknown, settings_of, station_of, station_options, words_here
from device.cli.station_terminal import StationTerminal
from device.cli.station_work import work
from device.service.station_words import StationWords


@click.command()
@click.argument("packs", nargs=-1, metavar="[PACK]...")
@click.option("--yes", is_flag=True, help="End when the named packs are whole, without the Enter key.")
@station_options
def check(  # noqa: PLR0917 - click passes them by name
    packs: tuple[str, ...],
    yes: bool,
    registry: Path | None,
    config: Path | None,
    reader: str | None,
    port: str | None,
    baud: str | None,
    lang: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Say of each card which it is, of which pack, and whether it may be played.

    With PACKs: each of them must be whole, and no other card may come. Type q and Enter for the verdict. Nothing in the
    registry changes; packs that are opened are shuffled afterwards, for each card was named as it came. Exit 0: all is
    as it should be; 1: it is not.

    \b
    zapato cards check --reader line --port /dev/ttyACM0
    zapato cards check 7QX4 --reader line --port /dev/ttyACM0
    """
    settings = settings_of(config, reader=reader, port=port, baud=baud)
    with plainly():
        kept = Registry(registry_path(registry, config))
        task = Checking(kept, [kept.pack(id).id for id in dict.fromkeys(id.upper() for id in packs)])
    words = words_here(lang)
    terminal = StationTerminal(words, as_json=as_json, quiet=quiet, keys="keys-check")
    unknown = reads_of_unknown(settings.reader.kind)
    station = station_of(settings, lambda code: 1 if task.knows(code) else unknown, one_at_a_time=False)
    work(task, station, terminal, waits_for_word=not yes)
    with plainly():
        verdict = task.verdict()
    if as_json:
        for tally in verdict.tallies:
            terminal.record(_about(tally))
        terminal.record({"ok": verdict.ok, "unknown": verdict.unknown, "not_named": verdict.not_named})
    else:
        _tell(terminal, words, verdict)
    if not verdict.ok:
        sys.exit(1)


def _tell(terminal: StationTerminal, words: StationWords, verdict: Checked) -> None:
    for tally in verdict.tallies:
        state = words.state(tally.pack.state.value)
        terminal.line(words.say("pack-seen", pack=tally.pack.id, state=state, seen=tally.seen, of=tally.pack.cards))
        if tally.named and tally.missing:
            terminal.line(words.say("missing", cards=words.cards(tally.missing)))
        if tally.again:
            terminal.line(words.say("read-again", cards=words.cards(tally.again)))
        if tally.pack.state is PackState.RETIRED:
            terminal.line(words.say("retired", pack=tally.pack.id))
    if verdict.unknown:
        terminal.line(words.say("unknown-many", many=verdict.unknown))
    if verdict.not_named:
        terminal.line(words.say("not-named-many", many=verdict.not_named))
    terminal.line(words.say("verdict-ok" if verdict.ok else "verdict-not"))
    if any(tally.pack.state in PLAYABLE for tally in verdict.tallies):
        # The screen told in which order they lie, and next they lie in a shoe.
        terminal.line(words.say("shuffle"))


def _about(tally: Tally) -> dict[str, object]:
    return {
        "pack": tally.pack.id,
        "state": tally.pack.state.value,
        "seen": tally.seen,
        "of": tally.pack.cards,
        "missing": list(map(str, tally.missing)),
        "read_again": list(map(str, tally.again)),
        "asked_for": tally.named,
    }
