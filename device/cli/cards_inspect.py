"""`zapato cards inspect`: every card passes once before and after play; a receipt says what was found."""

import os
import secrets
import socket
import sys
from pathlib import Path
from typing import Literal

import click
from msgspec.structs import replace

import device
from device.cards.keys.receipt_key import ReceiptKey, receipt_key_path
from device.cards.moment import now_at
from device.cards.registry.registry import Registry
from device.cards.station.inspecting import Inspecting
from device.cards.station.receipt import Content, Signer, content_of, write_receipt
from device.cli.bad_input import BadInput
from device.cli.cards_receipt import findings, page
from device.cli.cards_registry import plainly, registry_path
from device.cli.cards_texts import NAME, PLACE
from device.cli.settings_place import settings_if_any
from device.cli.station_keys import StationKeys
from device.cli.station_options import reads_of_unknown, settings_of, station_of, station_options, words_here
from device.cli.station_signing import TwoPeople
from device.cli.station_terminal import StationTerminal
from device.cli.station_work import work
from device.files.system_faults import in_words
from device.readers.marks import CardMarks
from device.service.station_run import Ending
from device.settings import Accept, Settings, SettingsError, class_codes
from device.system.unit import unit_number

_NAMED_IN = {"opening": "opening", "closing": "closing"}


@click.command()
@click.argument("packs", nargs=-1, metavar="[PACK]...")
@click.option("--decks", type=click.IntRange(1, 12), help="Packs of 52.  [default: as many as are named, else 8]")
@click.option("--kind", type=click.Choice(list(_NAMED_IN)), required=True, help="Before play, or after it.")
@click.option("--dealer", type=NAME, required=True, metavar="NAME", help="Who passes the cards.")
@click.option("--supervisor", type=NAME, required=True, metavar="NAME", help="Who looks on; another person.")
@click.option("--staff", type=click.Path(path_type=Path), help="The people's file.  [default: as the settings say]")
@click.option("--accept", type=click.Choice([one.value for one in Accept]), help="Which marks are cards.")
@click.option("--station", type=PLACE, help="This place's name, for the receipt.  [default: the computer's]")
@click.option(
    "--receipts", type=click.Path(path_type=Path), default=Path(), help="Folder for the receipt.  [default: this one]"
)
@click.option("--yes", is_flag=True, help="End when as many cards as there must be have passed, without the Enter key.")
@station_options
def inspect(  # noqa: PLR0917 - click passes them by name
    packs: tuple[str, ...],
    decks: int | None,
    kind: Literal["opening", "closing"],
    dealer: str,
    supervisor: str,
    staff: Path | None,
    accept: str | None,
    station: str | None,
    receipts: Path,
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
    """Count every card of the packs, class by class, and write a receipt.

    Cards are counted and never listed: no screen, file or receipt holds the order in which they passed. Afterwards
    dealer and supervisor sign with their PINs, where there is a file of people, and the cards are shuffled.

    Keys, each with Enter: end says that no card is left, again begins anew, q breaks off without a receipt. Exit 0:
    exactly the right cards passed, and two people signed where they can; 1: not so, and the receipt says what is wrong.

    \b
    zapato cards inspect --decks 8 --kind opening --dealer ana --supervisor luis --config table.toml
    """
    settings = settings_of(config, reader=reader, port=port, baud=baud)
    people = TwoPeople(dealer, supervisor, staff or settings.staff.path)
    path = registry_path(registry, config)
    named = config is not None or settings_if_any() is not None
    taken = Accept(accept) if accept else Accept.PACKS if packs else settings.cards.accept if named else Accept.BOTH
    if packs and taken is Accept.CLASSES:
        raise BadInput("packs have marks of their own: with PACK, --accept is packs or both")
    key = ReceiptKey(receipt_key_path(path))
    if not receipts.is_dir() or not os.access(receipts, os.W_OK):
        raise BadInput(f"{receipts}: no folder that a receipt can be written in: make it, or name another")
    with plainly():
        key.ensure()
        task = _task(settings, path, taken, packs, decks)
    words = words_here(lang)
    terminal = StationTerminal(words, as_json=as_json, quiet=quiet, keys="keys-inspect", secret=True)
    unknown = reads_of_unknown(settings.reader.kind)
    loop = station_of(
        settings,
        lambda code: 1 if task.knows(code) else unknown,
        one_at_a_time=False,
        gap_s=settings.reader.min_gap_ms / 1000,
    )
    keys = StationKeys()
    began_at = now_at()
    ending = work(task, loop, terminal, keys=keys, waits_for_word=not yes, passed_unread=task.passed_unread)
    if ending is Ending.STOPPED:
        terminal.line(words.say("no-receipt"))
        sys.exit(1)
    ended_at = now_at()
    content = content_of(
        task.result(),
        number=secrets.token_hex(4).upper(),
        kind=kind,
        station=station or (settings.table.name if named else socket.gethostname()),
        began_at=began_at,
        ended_at=ended_at,
        dealer=Signer(name=dealer, signed=False),
        supervisor=Signer(name=supervisor, signed=False),
        software=f"zapato {device.__version__}",
        unit=unit_number(),
    )
    if people.can_sign:
        _tell_before_signing(terminal, content, people.names, as_json=as_json)
    first, second = people.sign(keys.ask_unseen, words.say("pin-of", name="{name}"))
    content = replace(content, dealer=first, supervisor=second)
    signed = first.signed and second.signed
    with plainly():
        data = write_receipt(content, key)
    file = receipts / f"inspection-{kind}-{ended_at[:19].replace(':', '')}Z-{content.number}.json"
    _write(file, data)
    if as_json:
        terminal.record({"receipt": str(file), "complete": content.complete, "signed": signed})
    else:
        terminal.line(page(content, key.public(), words))
        terminal.line(words.say("receipt-at", path=str(file)))
    if not content.complete or (people.can_sign and not signed):
        sys.exit(1)


def _tell_before_signing(terminal: StationTerminal, content: Content, names: tuple[str, str], *, as_json: bool) -> None:
    """What the two people put their names to."""
    if as_json:
        terminal.record({"step": "sign", "complete": content.complete, "names": list(names)})
        return
    terminal.line(terminal.words.say("found-complete" if content.complete else "found-not"))
    for line in findings(content, terminal.words):
        terminal.line(line)


def _task(settings: Settings, path: Path, accept: Accept, packs: tuple[str, ...], decks: int | None) -> Inspecting:
    kept = None
    if accept is Accept.PACKS or packs or (accept is Accept.BOTH and path.exists()):
        kept = Registry(path)
    ids = [kept.pack(id).id for id in dict.fromkeys(id.upper() for id in packs)] if kept is not None else []
    if ids and decks is not None and decks != len(ids):
        raise BadInput(f"--decks {decks}, and {len(ids)} packs are named: leave --decks out")
    try:
        table = class_codes(settings.cards.codes) if settings.cards.codes is not None else None
    except SettingsError as error:
        raise BadInput(str(error)) from None
    return Inspecting(
        len(ids) or decks or 8,
        find=kept.find if kept is not None else None,
        class_of=CardMarks(table=table).look_up,
        classes=accept is not Accept.PACKS,
        ids=ids,
    )


def _write(file: Path, data: bytes) -> None:
    """The receipt as a whole; where that cannot be, it is told on standard output, so that the count is not lost."""
    try:
        with file.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        click.echo(data.decode(), nl=False)
        raise BadInput(f"{file}: the receipt cannot be written: {in_words(error)}; it stands above, keep it") from None
