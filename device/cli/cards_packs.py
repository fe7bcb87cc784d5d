"""`zapato cards list|show|open|retire`: the packs of a site and their way."""

from pathlib import Path

import click

from device.cards.moment import now_at
from device.cards.pack import Pack, PackState
from device.cards.registry.registry import Registry
from device.cli.bad_input import BadInput
from device.cli.cards_registry import BY, plainly, print_line, print_table, registry_options, registry_path
from device.cli.cards_texts import REASON
from device.cli.options import json_option

_STATES = click.Choice([state.value for state in PackState])
_IN_PLAY = (PackState.OPENED, PackState.IN_PLAY)


@click.command("list")
@click.option("--state", "states", type=_STATES, multiple=True, help="Only packs in this state; repeatable.")
@json_option()
@registry_options
def list_packs(states: tuple[str, ...], as_json: bool, registry: Path | None, config: Path | None) -> None:
    """List the packs: what marks them, their state, and where they are."""
    with plainly():
        packs = Registry(registry_path(registry, config)).packs()
    packs = tuple(pack for pack in packs if not states or pack.state.value in states)
    if as_json:
        for pack in packs:
            print_line(_about(pack))
        return
    table = [("PACK", "MARKS", "STATE", "CARDS", "ADDED", "")]
    table += [
        (pack.id, pack.kind.value, pack.state.value, str(pack.cards), pack.added_at[:10], _words(pack))
        for pack in packs
    ]
    print_table(table)


@click.command()
@click.argument("pack")
@click.option("--faces", is_flag=True, help="Also which code is which card. Who sees that can mark the cards.")
@registry_options
def show(pack: str, faces: bool, registry: Path | None, config: Path | None) -> None:
    """Show one pack and what was done with it, a JSON line each."""
    with plainly():
        packs = Registry(registry_path(registry, config))
        found = packs.pack(pack)
        steps = packs.history(pack)
        codes = packs.codes_of(pack) if faces else {}
    print_line(_about(found))
    for step in steps:
        print_line({"at": step.at, "what": step.what, "by": step.by, "why": step.why})
    if faces:
        click.echo(f"Whoever reads these lines can tell the cards of pack {found.id} by their codes.", err=True)
    for code, card in codes.items():
        print_line({"code": code, "card": card.value})


@click.command("open")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...")
@BY
@registry_options
def open_packs(packs: tuple[str, ...], by: str, registry: Path | None, config: Path | None) -> None:
    """Open packs for play: from now on a table takes their cards. All of them, or none."""
    with plainly():
        opened = Registry(registry_path(registry, config)).move(packs, PackState.OPENED, by=by, at=now_at())
    for pack in opened:
        print_line(_about(pack))


@click.command()
@click.argument("packs", nargs=-1, metavar="PACK...")
@BY
@click.option("--reason", type=REASON, required=True, metavar="TEXT", help="Why; stands in the pack's history.")
@click.option("--all-in-play", is_flag=True, help="Every pack that is opened or in play.")
@registry_options
def retire(
    *, packs: tuple[str, ...], by: str, reason: str, all_in_play: bool, registry: Path | None, config: Path | None
) -> None:
    """Retire packs: never again does a table take their cards. All of them, or none; it cannot be undone."""
    if not reason.strip():
        raise BadInput("--reason: say in a few words why, for the pack's history")
    if bool(packs) == all_in_play:
        raise BadInput("name the packs to retire, or --all-in-play")
    with plainly():
        known = Registry(registry_path(registry, config))
        if all_in_play:
            packs = tuple(pack.id for pack in known.packs() if pack.state in _IN_PLAY)
        retired = known.move(packs, PackState.RETIRED, by=by, at=now_at(), why=reason)
    if not retired:
        click.echo("No pack is opened or in play.", err=True)
    for pack in retired:
        print_line(_about(pack))


def _about(pack: Pack) -> dict[str, object]:
    return {
        "pack": pack.id,
        "kind": pack.kind.value,
        "state": pack.state.value,
        "cards": pack.cards,
        "training": pack.training,
        "note": pack.note,
        "added_at": pack.added_at,
        "added_by": pack.added_by,
        "table": pack.table,
        "shoe": pack.shoe,
        "retired_at": pack.retired_at,
        "why": pack.why,
    }


def _words(pack: Pack) -> str:
    words = ["training"] if pack.training else []
    if pack.table:
        words.append(f"table {pack.table}, shoe {pack.shoe}")
    if pack.retired_at is not None:
        words.append(f"retired {pack.retired_at[:10]}: {pack.why}")
    if pack.note:
        words.append(pack.note)
    return "; ".join(words)
