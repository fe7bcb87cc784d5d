"""`zapato cards print`: sheets of labels as a PDF."""

from pathlib import Path

import click

from device.cards.errors import CardsError, SheetError
from device.cards.moment import now_at
from device.cards.registry.registry import Registry
from device.cards.sheets.card_formats import FORMATS
from device.cards.sheets.document import Paper, sheets_of, sheets_pdf, trial_pdf
from device.cards.sheets.label_sets import LabelSet, cut_set, training_set
from device.cards.sheets.printing import again as print_again
from device.cards.sheets.printing import check_out, check_paper, how_to_print, new_packs, sets_of, write_pdf
from device.cards.sheets.sheet_words import WORDS
from device.cards.sheets.stocks import STOCKS
from device.cards.sheets.symbols import Symbol
from device.cli.bad_input import BadInput
from device.cli.cards_registry import plainly, print_line, registry_options, registry_path
from device.cli.cards_texts import NAME, NOTE
from device.rules.card import Card, CardError

_OFFICE = (
    "Labels from an office printer are for schools and training. In live play a code on a card must not be seen by "
    "anybody at the table, and all backs must be alike."
)


@click.command(
    "print",
    epilog="For example: zapato cards print --packs 8 --by ana --note 'red backs' --out labels.pdf; one label again: "
    "zapato cards print --again 7QX4 --card 9h --by ana --out again.pdf; on a sheet of ready-cut labels of which 8 are "
    "used: --stock a4-65 --skip 8.",
)
@click.option("--packs", type=click.IntRange(1, 24), help="Labels for so many new packs, put into the registry.")
@click.option("--again", multiple=True, metavar="PACK", help="The labels of a pack once more; repeatable.")
@click.option("--card", "cards", multiple=True, metavar="CARD", help="With --again: only this card; repeatable.")
@click.option("--training", is_flag=True, help="Rank and suit in the clear, for lessons only, and a cut card.")
@click.option("--decks", type=click.IntRange(1, 12), help="With --training: how many decks.  [default: 1]")
@click.option("--cut", type=click.IntRange(1, 100), metavar="COUNT", help="Labels for so many cut cards.")
@click.option("--test-page", is_flag=True, help="A ruler and codes of several sizes: is printer and reader fit for it?")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The PDF file to write.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--stock", type=click.Choice(list(STOCKS)), default="a4", show_default=True, help="The labels' paper.")
@click.option(
    "--format",
    "card_format",
    type=click.Choice(list(FORMATS)),
    default="poker",
    show_default=True,
    help="The cards: where a label fits beside their index.",
)
@click.option(
    "--symbol",
    type=click.Choice([symbol.value for symbol in Symbol]),
    default=Symbol.DATAMATRIX.value,
    show_default=True,
    help="datamatrix is small and wants a camera engine; code128 is long and read by every scanner.",
)
@click.option("--skip", type=click.IntRange(min=0), default=0, help="Places of the first sheet that are used already.")
@click.option("--shift-x", type=click.FloatRange(-10, 10), default=0.0, help="Millimetres to the right.")
@click.option("--shift-y", type=click.FloatRange(-10, 10), default=0.0, help="Millimetres downwards.")
@click.option("--lang", type=click.Choice(list(WORDS)), default="en", show_default=True, help="The sheets' language.")
@click.option(
    "--note", type=NOTE, default="", metavar="TEXT", help="Of the packs: the colour of their backs, their maker."
)
@click.option(
    "--by", type=NAME, metavar="NAME", help="With --packs and --again: who prints them; stands in the registry."
)
@registry_options
def print_labels(
    *,
    packs: int | None,
    again: tuple[str, ...],
    cards: tuple[str, ...],
    training: bool,
    decks: int | None,
    cut: int | None,
    test_page: bool,
    out: Path,
    force: bool,
    stock: str,
    card_format: str,
    symbol: str,
    skip: int,
    shift_x: float,
    shift_y: float,
    lang: str,
    note: str,
    by: str | None,
    registry: Path | None,
    config: Path | None,
) -> None:
    """Print sheets of labels to stick on the faces of cards, two a card, one at each end.

    One of --packs, --again, --training, --cut and --test-page. The sheets of a pack tell which code is which card:
    the file is as secret as the registry.
    """
    wanted = [packs is not None, bool(again), training, cut is not None, test_page]
    if sum(wanted) != 1:
        raise BadInput("say what to print: one of --packs, --again, --training, --cut and --test-page")
    if cards and not again:
        raise BadInput("--card goes with --again: labels of new packs are printed all together")
    if decks is not None and not training:
        raise BadInput("--decks goes with --training; new packs are counted with --packs")
    if (packs is not None or again) and by is None:
        raise BadInput("new packs, and labels printed again, stand in the registry: say with --by who prints them")
    paper = Paper(
        stock=STOCKS[stock],
        card=FORMATS[card_format],
        symbol=Symbol(symbol),
        language=lang,
        skip=skip,
        shift_mm=(shift_x, shift_y),
        note=note,
    )
    with plainly():
        check_out(out, force=force)
        if test_page:
            write_pdf(out, trial_pdf(paper), force=force)
            print_line({"file": str(out), "what": "test-page"})
            return
        if training:
            sets: tuple[LabelSet, ...] = (training_set(),) * (decks or 1)
            what = "training"
        elif cut is not None:
            sets, what = (cut_set(cut),), "cut"
        elif again:
            assert by is not None
            chosen = [_card(text) for text in cards]
            known = Registry(registry_path(registry, config))
            sheets_pdf(sets_of(known, again, chosen), paper)  # whether they fit, before anything is on record
            sets, what = print_again(known, again, chosen, by=by, at=now_at()), "again"
        else:
            assert packs is not None
            assert by is not None
            check_paper(paper)
            known = Registry(registry_path(registry, config), create=True)
            added = new_packs(known, packs, note=note, by=by, at=now_at())
            sets, what = sets_of(known, [pack.id for pack in added]), "packs"
        try:
            write_pdf(out, sheets_pdf(sets, paper), force=force)
        except CardsError as error:
            if what != "packs":
                raise
            raise SheetError(f"{error}; {how_to_print([one.pack for one in sets])}") from None
    line: dict[str, object] = {"file": str(out), "what": what, "sheets": sheets_of(sets, paper)}
    if sets[0].pack:
        line["packs"] = [one.pack for one in sets]
    print_line(line | {"cards": sum(len(one.labels) for one in sets)})
    _warn(out, secret=bool(sets[0].pack), training=training)


def _warn(out: Path, *, secret: bool, training: bool) -> None:
    """Say what the sheets give away, and what they are for."""
    if secret:
        click.echo(
            f"Secret: {out} tells which code is which card. Lock it away, and destroy it after sticking.", err=True
        )
    if training:
        click.echo("Whoever sees or scans these labels knows the card: never bring such cards to live play.", err=True)
    if secret or training:
        click.echo(_OFFICE, err=True)


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except CardError as error:
        raise BadInput(f"--card: {error}") from None
