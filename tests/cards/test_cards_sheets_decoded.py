"""Printed codes decode from their own rendered pictures at 200 dpi, tilted, blurred and smeared, by other decoders too.

A run takes one paper a kind of sheet; ZAPATO_ALL_SHEETS=papers takes them all (two minutes), =labels also has every
program read every label in both ways (a quarter of an hour).
"""

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from cards.sheet_pictures import (
    decoded_by_others,
    decoded_by_zxing,
    drawn,
    enlarged,
    fitting_stocks,
    label_set,
    labels_cut_out,
    paper,
    seen,
)

from device.cards.sheets.label_sets import SetKind
from device.cards.sheets.symbols import Symbol

ALL_PAPERS = bool(os.environ.get("ZAPATO_ALL_SHEETS"))
ALL = os.environ.get("ZAPATO_ALL_SHEETS") == "labels"
EVERY = 1 if ALL else 9
"""Each card's label goes to the quick decoder, and each ninth of those to the slower ones."""
SAMPLE = [
    (SetKind.PACK, Symbol.CODE128, "a4-44"),
    (SetKind.PACK, Symbol.DATAMATRIX, "a4-65"),
    (SetKind.TRAINING, Symbol.CODE128, "letter"),
    (SetKind.TRAINING, Symbol.DATAMATRIX, "letter-80"),
    (SetKind.CUT, Symbol.CODE128, "letter-30"),
    (SetKind.CUT, Symbol.DATAMATRIX, "a4"),
]
SHEETS = (
    [
        (kind, symbol, stock)
        for kind in SetKind
        for symbol in Symbol
        for stock in fitting_stocks(label_set(kind), symbol)
    ]
    if ALL_PAPERS
    else SAMPLE
)
EACH_SHEET = pytest.mark.parametrize(
    ("kind", "symbol", "stock"), SHEETS, ids=[f"{kind.value}-{symbol.value}-{stock}" for kind, symbol, stock in SHEETS]
)


@pytest.mark.needs("pdftoppm", "zbarimg", "dmtxread")
@EACH_SHEET
def test_every_label_is_read_as_exactly_its_code(kind: SetKind, symbol: Symbol, stock: str, tmp_path: Path) -> None:
    one = label_set(kind)
    labels = list(labels_cut_out(drawn(one, paper(stock, symbol), tmp_path)))
    assert Counter(code for code, _ in labels) == Counter(code for code, _ in one.labels for _ in range(2))
    # A pixel is 0.127 mm: a pack's Code 128 has two for a module. A Data Matrix has four, and stands more.
    ways = [(10, 0.9, 1), (-10, 0.6, 2)] if symbol is Symbol.CODE128 else [(10, 1.0, 1), (-10, 1.0, 3)]
    for number, (tilt, blur_px, moved_px) in enumerate(ways):
        chosen = labels if ALL else labels[number :: 3 if symbol is Symbol.CODE128 else 2]
        way = [(code, seen(picture, tilt=tilt, blur_px=blur_px, moved_px=moved_px)) for code, picture in chosen]
        if symbol is Symbol.CODE128:
            way = [(code, enlarged(picture)) for code, picture in way]
        assert [decoded_by_zxing(picture, symbol) for _, picture in way] == [[code] for code, _ in way]
        some = way[::EVERY]
        assert decoded_by_others([picture for _, picture in some], symbol, tmp_path) == [code for code, _ in some]


@pytest.mark.needs("pdftoppm")
@pytest.mark.parametrize("symbol", list(Symbol))
def test_a_label_upside_down_reads_the_same(symbol: Symbol, tmp_path: Path) -> None:
    # The one at the card's other end.
    labels = list(labels_cut_out(drawn(label_set(SetKind.PACK), paper("a4", symbol), tmp_path)))[:10]
    assert [decoded_by_zxing(seen(picture, tilt=173, blur_px=0.7), symbol) for _, picture in labels] == [
        [code] for code, _ in labels
    ]


@pytest.mark.needs("pdftoppm")
@EACH_SHEET
def test_the_outermost_of_the_paper_stays_white(kind: SetKind, symbol: Symbol, stock: str, tmp_path: Path) -> None:
    for _, picture in drawn(label_set(kind), paper(stock, symbol), tmp_path, dpi=100):
        edge = round(4.0 / 25.4 * 100)  # a printer leaves 4.2 mm
        inner = (edge, edge, picture.width - edge, picture.height - edge)
        picture.paste(255, inner)
        assert picture.getextrema() == (255, 255)


@pytest.mark.needs("pdftotext")
def test_the_first_page_warns_in_both_languages_and_tells_no_face(tmp_path: Path) -> None:
    from dataclasses import replace

    from device.cards.sheets.document import sheets_pdf

    one = label_set(SetKind.PACK)
    for language, warning in (("en", "SECRET"), ("es", "SECRETO")):
        file = tmp_path / f"{language}.pdf"
        file.write_bytes(sheets_pdf([one], replace(paper("a4", Symbol.CODE128), language=language)))
        pages = subprocess.run(["pdftotext", file, "-"], capture_output=True, text=True, check=True).stdout.split("\f")
        assert warning in pages[0]
        assert "7QX4" in pages[0]
        assert not [code for code, _ in one.labels if code in pages[0]]
        assert all(warning in page for page in pages[1:-1])
        about = subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
        assert "7QX4" not in about


@pytest.mark.needs("pdffonts")
def test_every_typeface_is_in_the_file(tmp_path: Path) -> None:
    from device.cards.sheets.document import sheets_pdf, trial_pdf

    for content in (
        sheets_pdf([label_set(SetKind.TRAINING)], paper("a4", Symbol.DATAMATRIX)),
        trial_pdf(paper("letter", Symbol.CODE128)),
    ):
        file = tmp_path / "sheets.pdf"
        file.write_bytes(content)
        lines = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
        assert lines
        assert all("AtkinsonHyperlegible" in line and " yes yes yes " in line for line in lines)


@pytest.mark.needs("pdftoppm")
def test_the_test_page_bears_its_code_in_every_size_and_no_card(tmp_path: Path) -> None:
    from PIL import Image

    from device.cards.sheets.document import trial_pdf
    from device.cards.sheets.trial_page import CODE128_SIZES, DATAMATRIX_SIZES, TEST_CODE
    from device.readers.labels import parse_label

    (tmp_path / "trial.pdf").write_bytes(trial_pdf(paper("a4", Symbol.DATAMATRIX)))
    subprocess.run(["pdftoppm", "-r", "300", "-gray", tmp_path / "trial.pdf", tmp_path / "trial"], check=True)
    (file,) = tmp_path.glob("trial*.pgm")
    assert decoded_by_zxing(Image.open(file), Symbol.CODE128) == [TEST_CODE] * len(CODE128_SIZES)
    assert decoded_by_zxing(Image.open(file), Symbol.DATAMATRIX) == [TEST_CODE] * len(DATAMATRIX_SIZES)
    assert parse_label(TEST_CODE) is None
