"""`zapato cards receipt`: whether a receipt of an inspection is as it was sealed; what it says, to be printed."""

import sys
from pathlib import Path

import click
import msgspec
from msgspec import UnsetType

from device.cards.keys.receipt_key import ReceiptKey, is_public_key, receipt_key_path
from device.cards.station.receipt import Content, ReceiptError, Signer, read_receipt
from device.cli.bad_input import BadInput
from device.cli.cards_registry import plainly, print_line, registry_options, registry_path
from device.cli.language import language_of_system
from device.cli.options import json_option
from device.cli.station_options import words_here
from device.files.system_faults import in_words
from device.rules.card import Card
from device.service.station_words import StationWords
from device.words import languages

_MOST_BYTES = 1_000_000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", metavar="HEX", help="Whose seal it must bear: 64 hex digits.  [default: this site's]")
@click.option("--lang", type=click.Choice(languages()), help="Language of the words.  [default: the system's, or en]")
@json_option("The receipt as one JSON line, without its seal.")
@registry_options
def receipt(  # noqa: PLR0917 - click passes them by name
    file: Path, key: str | None, lang: str | None, as_json: bool, registry: Path | None, config: Path | None
) -> None:
    """Check the seal of a receipt and print what it says.

    Exit 0: not a character was changed, and the seal is this site's, or that of --key. 1: changed, or another's seal.
    """
    if key is not None and not is_public_key(key.lower()):
        raise BadInput("--key: 64 hex digits, as they stand on a receipt")
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES)
    except OSError as error:
        raise BadInput(f"{file}: the receipt cannot be read: {in_words(error)}") from None
    ours = ReceiptKey(receipt_key_path(registry_path(registry, config)))
    with plainly():
        expected = key.lower() if key is not None else ours.public() if ours.exists() else None
    try:
        content, public = read_receipt(data)
    except ReceiptError as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(1)
    if as_json:
        print_line(msgspec.to_builtins(content))
    else:
        click.echo(page(content, public, words_here(lang or language_of_system())))
    if expected is None:
        click.echo(f"{file}: unchanged, but whose seal it bears is not known here: say --key, or --registry", err=True)
        sys.exit(1)
    if public != expected:
        click.echo(f"{file}: sealed with another key, {public}: not a receipt of this site", err=True)
        sys.exit(1)


def page(content: Content, public: str, words: StationWords) -> str:
    """A receipt for people, on one page."""
    say = words.say
    lines = [
        say("receipt-title", kind=say(f"receipt-{content.kind}"), number=content.number),
        "",
        say("receipt-place", station=content.station, began=content.began_at, ended=content.ended_at),
        *([] if isinstance(content.unit, UnsetType) else [say("receipt-unit", unit=content.unit)]),
        say("receipt-count", counted=content.counted, expected=content.expected, decks=content.decks),
        say("found-complete" if content.complete else "found-not"),
        "",
    ]
    for suit in "shdc":
        row = [card for card in Card if card.suit.value == suit]
        lines.append("  ".join(f"{words.card(card):>3}:{content.counts[str(card)]:>2}" for card in row))
    lines.append("")
    lines += findings(content, words)
    for pack in content.packs:
        missing = words.cards(Card(name) for name in pack.missing)
        line = say("receipt-pack", pack=pack.pack, counted=pack.counted)
        lines.append(line if not missing else f"{line}; {say('missing', cards=missing)}")
    lines += [
        "",
        _signed("receipt-dealer", content.dealer, words),
        _signed("receipt-supervisor", content.supervisor, words),
    ]
    lines += ["", say("receipt-seal", software=content.software, seal=public)]
    return "\n".join(lines)


def findings(content: Content, words: StationWords) -> list[str]:
    """What is not as it should be, a line each."""
    say = words.say
    lines = []
    for key, cards in (("missing", content.missing), ("surplus", content.surplus)):
        if cards:
            lines.append(say(key, cards=words.numbers({Card(name): many for name, many in cards.items()})))
    for what, many in content.foreign.items():
        kind, _, pack = what.partition(" ")
        lines.append(say(f"foreign-{kind}", pack=pack, many=many))
    if content.read_again:
        lines.append(say("again-many", many=content.read_again))
    if content.unread:
        lines.append(say("unread-many", many=content.unread))
    return lines


def _signed(key: str, signer: Signer, words: StationWords) -> str:
    how = words.say("signed" if signer.signed else "not-signed")
    return words.say(key, name=signer.name, how=how)
