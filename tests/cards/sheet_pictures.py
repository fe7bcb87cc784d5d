"""Sheets as a camera sees them: the real PDF drawn by another program, labels cut out, tilted and blurred, decoded."""

import random
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import zxingcpp
from PIL import Image, ImageChops, ImageFilter

from device.cards.sheets.card_formats import FORMATS
from device.cards.sheets.document import Paper, laid_out, sheets_pdf
from device.cards.sheets.label_sets import LabelSet, SetKind, cut_set, pack_set, training_set
from device.cards.sheets.layout import Box, Page
from device.cards.sheets.stocks import STOCKS
from device.cards.sheets.symbols import Symbol
from device.readers.labels import ALPHABET
from device.rules.card import Card

DPI = 200
_FORMATS = {
    Symbol.CODE128: zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.Code128),
    Symbol.DATAMATRIX: zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.DataMatrix),
}
_CARD = 200
"""How bright the card is round a label: grey, so that only the label's own white counts as its quiet zone."""


@cache
def label_set(kind: SetKind) -> LabelSet:
    """A set of a kind; a pack's labels as real ones are, and the same in every run."""
    match kind:
        case SetKind.PACK:
            chance = random.Random(1)
            serials = chance.sample(range(36**2), 52)
            digits = [(*divmod(serial, 36), *(chance.randrange(36) for _ in range(4))) for serial in serials]
            texts = ["".join(ALPHABET[digit] for digit in one) for one in digits]
            return pack_set(
                "7QX4", {f"7QX4-{text[:2]}-{text[2:]}": card for text, card in zip(texts, Card, strict=True)}
            )
        case SetKind.TRAINING:
            return training_set()
        case SetKind.CUT:
            return cut_set(6)


def paper(stock: str, symbol: Symbol, card: str = "poker") -> Paper:
    """Paper of this kind."""
    return Paper(stock=STOCKS[stock], card=FORMATS[card], symbol=symbol)


@cache
def fitting_stocks(one: LabelSet, symbol: Symbol) -> tuple[str, ...]:
    """The stocks that a set fits."""
    return tuple(name for name in STOCKS if laid_out(one, paper(name, symbol)) is not None)


def drawn(one: LabelSet, how: Paper, folder: Path, *, dpi: int = DPI) -> list[tuple[Page, Image.Image]]:
    """Each page of labels and its picture."""
    pages = laid_out(one, how)
    assert pages is not None
    file = folder / "sheets.pdf"
    file.write_bytes(sheets_pdf([one], how))
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", "-f", "2", file, folder / "page"], check=True)
    pictures = [Image.open(path).copy() for path in sorted(folder.glob("page-*.pgm"))]
    return list(zip(pages, pictures, strict=True))


def labels_cut_out(pages: Sequence[tuple[Page, Image.Image]]) -> Iterator[tuple[str, Image.Image]]:
    """The code that each label should bear and its picture, cut along the marks."""
    for page, picture in pages:
        for block in page.blocks:
            for box in block.pieces:
                yield block.piece.code, picture.crop(_pixels(box))


def seen(label: Image.Image, *, tilt: float, blur_px: float, moved_px: int = 1) -> Image.Image:
    """A label on its card, tilted by degrees, out of focus by a Gaussian, smeared along the line."""
    picture = Image.new("L", (label.width + 40, label.height + 60), _CARD)
    picture.paste(label, (20, 30))
    picture = picture.rotate(tilt, Image.Resampling.BICUBIC, fillcolor=_CARD, expand=True)
    picture = picture.filter(ImageFilter.GaussianBlur(blur_px))
    smeared = picture
    for step in range(1, moved_px):
        smeared = Image.blend(smeared, ImageChops.offset(picture, step, 0), 1 / (step + 1))
    return smeared


def enlarged(picture: Image.Image) -> Image.Image:
    """Twice as large, which adds nothing: decoders scan along lines of pixels and want a few for each module."""
    return picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.BICUBIC)


def decoded_by_zxing(picture: Image.Image, symbol: Symbol) -> list[str]:
    """What the library that also wrote the codes reads in a picture."""
    return [found.text for found in zxingcpp.read_barcodes(picture, formats=_FORMATS[symbol])]


def decoded_by_others(pictures: Sequence[Image.Image], symbol: Symbol, folder: Path) -> list[str]:
    """What programs that share nothing with the writer read: zbar for Code 128, libdmtx for Data Matrix."""
    files = [folder / f"label-{number:03}.png" for number in range(len(pictures))]
    for file, picture in zip(files, pictures, strict=True):
        picture.save(file, compress_level=0)
    if symbol is Symbol.CODE128:
        only = ("-Sdisable", "-Scode128.enable")
        return _said(["zbarimg", "-q", "--raw", *only, *files]).split()
    return [_said(["dmtxread", "-N1", "-m60000", file]) for file in files]  # in milliseconds: a busy machine has time


def _said(command: Sequence[str | Path]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _pixels(box: Box) -> tuple[int, int, int, int]:
    scale = DPI / 25.4
    return round(box.x * scale), round(box.y * scale), round(box.right * scale), round(box.bottom * scale)
