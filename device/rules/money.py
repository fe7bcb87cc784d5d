"""Exact amounts and odds: how they are read and written; no float comes near them."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from device.rules.choices import NumberFormat

_SIGNS = {
    NumberFormat.COMMA_POINT: (",", "."),
    NumberFormat.POINT_COMMA: (".", ","),
    NumberFormat.SPACE_COMMA: ("\N{NO-BREAK SPACE}", ","),
    NumberFormat.PLAIN_POINT: ("", "."),
    NumberFormat.PLAIN_COMMA: ("", ","),
}
_ODDS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?::([0-9]{1,6}(?:\.[0-9]{1,6})?))?")
_LARGEST_EXPONENT = 15


def parse_decimal(value: str | int | Decimal) -> Decimal:
    """Read an exact number, in its shortest form; raises ValueError or ArithmeticError for what is none.

    Numbers of more than fifteen digits before or after the point are refused: no amount has them, and writing
    1E999999999 out would fill the memory.
    """
    number = Decimal(value)
    if not number.is_finite() or not -_LARGEST_EXPONENT <= int(number.as_tuple().exponent) <= _LARGEST_EXPONENT:
        raise ValueError(f"{value!r} is no number that can be used")
    if number.adjusted() > _LARGEST_EXPONENT:
        raise ValueError(f"{value!r} is too large")
    return Decimal(plain_decimal(number))


def format_amount(amount: Decimal, how: NumberFormat = NumberFormat.PLAIN_POINT) -> str:
    """Write an amount with two decimals, ``1,234.00`` (000 "Suplementario"); a finer amount is rounded half up.

    Groups in the format ``1 234,00`` are parted by a no-break space, so that a screen never breaks a number.
    """
    text = f"{amount.quantize(Decimal('0.01'), rounding=ROUND_HALF_UP):,f}"
    thousands, point = _SIGNS[how]
    return text.replace(",", "\0").replace(".", point).replace("\0", thousands)


def plain_decimal(value: Decimal) -> str:
    """Write a number in its one shortest form, ``0.05`` for 0.050 and 5E-2: for hashes and files."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_odds(value: object) -> Fraction:
    """Read what a wager pays for each unit staked: ``11:1``, ``7:2``, ``0.5:1``, or a whole number, ``5`` for 5:1.

    Raises ValueError for anything that is not above 0.
    """
    match = _ODDS.fullmatch(str(value))
    if match is None or not Fraction(match[1]) or not Fraction(match[2] or 1):
        raise ValueError(f"{value!r} are no odds")
    return Fraction(match[1]) / Fraction(match[2] or 1)


def format_odds(odds: Fraction) -> str:
    """Write odds in whole numbers, lowest terms: ``7:2``."""
    return f"{odds.numerator}:{odds.denominator}"
