"""From a TOML table to a struct: every value checked, every fault named with its key, what was found, what may stand.

Conversion of each value is msgspec's. What is added: tables are read to the end, so that a person sees all faults at
once; ``yes`` and ``no`` are booleans; a word such as ``off`` or ``never`` stands for "none"; a misspelt key or word is
answered with the nearest right one; and numbers with a point are exact (`Decimal`) unless the field is a duration.
`msgspec.Meta(extra=…)` of a field may hold ``or`` (its word for none), ``allowed`` (what may stand there, in words) and
``accepts`` (a test of the value made).
"""

import enum
import functools
import math
import tomllib
import typing
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

import msgspec
import msgspec.inspect as ms

from device.rules.faults import Fault, FaultsError, near, unknown_key
from device.rules.money import format_odds, parse_decimal, parse_odds, plain_decimal

_S = typing.TypeVar("_S", bound=msgspec.Struct)
_LONGEST_FOUND = 200
_YES_NO = {"yes": True, "no": False, "true": True, "false": False}


def read_toml(text: str) -> dict[str, object]:
    """Parse TOML keeping numbers with a point exact; raises ValueError naming line and column."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise ValueError("brackets are nested too deep") from None
    except ArithmeticError:
        raise ValueError("a number is too large") from None


def build(kind: type[_S], table: object) -> _S:
    """Make a struct from plain TOML data or from the strings of a command line; raises FaultsError with all faults."""
    faults: list[Fault] = []
    made = _struct(kind, table, "", faults)
    if made is None:
        raise FaultsError(faults)
    return made


def plain(value: object, none: str = "off") -> object:
    """Turn a struct back into plain data in its one canonical spelling, which `build` reads: for hashes and output."""
    if isinstance(value, msgspec.Struct):
        return {f.encode_name: plain(getattr(value, f.name), _none_word(f.type)) for f in _fields(type(value))}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return none if value is None else _scalar(value)


def _scalar(value: object) -> object:
    match value:
        case enum.Enum():
            return value.value
        case Decimal():
            return plain_decimal(value)
        case Fraction():
            return format_odds(value)
        case float():
            return int(value) if value.is_integer() else value
        case bool() | int() | str():
            return value
        case _:
            return str(value)


def keys_of(kind: type[msgspec.Struct]) -> list[str]:
    """The keys of a struct's table, in order."""
    return [field.encode_name for field in _fields(kind)]


def allowed(info: ms.Type) -> str:
    """What may stand in a field, in words."""
    extra = _extra(info)
    match _bare(info):
        case ms.UnionType():
            text = f"{allowed(_without_none(info))}, or {_none_word(info)}"
        case ms.EnumType(cls=cls):
            text = _listed([str(member.value) for member in cls])
        case ms.IntType(ge=low, le=high):
            text = f"a whole number{_range(low, high)}"
        case ms.FloatType(ge=low, le=high):
            text = f"a number{_range(low, high)}"
        case ms.BoolType():
            text = "yes or no (in a file true or false)"
        case ms.StrType(max_length=longest):
            text = "a text" + (f" of at most {longest} characters" if longest else "")
        case ms.CustomType(cls=cls) if cls is Fraction:
            text = "odds above 0 such as 11:1 or 7:2"
        case ms.DecimalType():
            text = "an exact number"
        case ms.StructType() | ms.DictType():
            text = "a table of keys and values"
        case ms.VarTupleType(item_type=item):
            text = f"a list, each {allowed(item)}"
        case _:
            text = "another value"
    return str(extra.get("allowed", text))


def _struct(kind: type[_S], table: object, path: str, faults: list[Fault]) -> _S | None:
    if not isinstance(table, Mapping):
        faults.append(Fault(path=path.rstrip("."), found=_found(table), allowed="a table of keys and values is needed"))
        return None
    hints = typing.get_type_hints(kind, include_extras=True)
    before = len(faults)
    keys = keys_of(kind)
    faults.extend(unknown_key(path, str(key), keys) for key in table if key not in keys)
    values: dict[str, object] = {}
    for field in _fields(kind):
        key = field.encode_name
        if key in table:
            values[field.name] = _value(field.type, hints[field.name], table[key], f"{path}{key}", faults)
        elif field.required:
            faults.append(Fault(path=f"{path}{key}", found="missing", allowed=f"needed: {allowed(field.type)}"))
    return kind(**values) if len(faults) == before else None


def _value(info: ms.Type, hint: object, value: object, path: str, faults: list[Fault]) -> object:
    inner = _without_none(info)
    if inner is not info and (value is None or value == _none_word(info)):
        return None
    if isinstance(inner, ms.StructType):
        return _struct(inner.cls, value, f"{path}.", faults)
    if isinstance(inner, ms.VarTupleType) and isinstance(inner.item_type, ms.StructType) and isinstance(value, list):
        kind = inner.item_type.cls
        return tuple(_struct(kind, item, f"{path}[{place}].", faults) for place, item in enumerate(value, 1))
    if isinstance(inner, ms.DictType) and isinstance(value, Mapping):
        _, hint_of_item = typing.get_args(hint)
        return {
            str(key): _value(inner.value_type, hint_of_item, item, f"{path}.{key}", faults)
            for key, item in value.items()
        }
    try:
        made = msgspec.convert(_prepared(_bare(inner), value), hint, dec_hook=_special)
        accepts = _extra(inner).get("accepts")
        if callable(accepts) and not accepts(made):
            raise ValueError(path)
    except (ValueError, ArithmeticError):
        bare = _bare(inner)
        words = [str(member.value) for member in bare.cls] if isinstance(bare, ms.EnumType) else []
        hint_text = near(value, words) if isinstance(value, str) else ""
        faults.append(Fault(path=path, found=f"{_found(value)}{hint_text}", allowed=f"allowed: {allowed(info)}"))
        return None
    return made


def _prepared(info: ms.Type, value: object) -> object:
    """Bring a person's spellings into the one msgspec takes; raises ValueError or ArithmeticError where it cannot."""
    if isinstance(info, ms.EnumType) and isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(info, ms.BoolType) and isinstance(value, str):
        return _YES_NO.get(value, value)
    if isinstance(info, ms.DecimalType) and isinstance(value, str | int | Decimal) and not isinstance(value, bool):
        return parse_decimal(value)
    if isinstance(info, ms.IntType) and isinstance(value, str):
        return int(value)
    if isinstance(info, ms.FloatType) and isinstance(value, str | Decimal):
        number = float(value)
        return number if math.isfinite(number) else None
    return value


def _special(kind: type, value: object) -> object:
    """Make the values msgspec does not know from what stands in the file: odds, and types made from their text."""
    if kind is Fraction:
        return parse_odds(value)
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return kind(value)


@functools.cache
def _fields(kind: type[msgspec.Struct]) -> tuple[ms.Field, ...]:
    info = ms.type_info(kind)
    assert isinstance(info, ms.StructType)
    return info.fields


def _bare(info: ms.Type) -> ms.Type:
    return info.type if isinstance(info, ms.Metadata) else info


def _extra(info: ms.Type) -> dict[str, object]:
    return (info.extra or {}) if isinstance(info, ms.Metadata) else {}


def _without_none(info: ms.Type) -> ms.Type:
    """What an optional field holds when it holds something; any other field's own type."""
    bare = _bare(info)
    return (
        next(kind for kind in bare.types if not isinstance(kind, ms.NoneType))
        if isinstance(bare, ms.UnionType)
        else info
    )


def _none_word(info: ms.Type) -> str:
    bare = _bare(info)
    kinds = bare.types if isinstance(bare, ms.UnionType) else ()
    words = [str(_extra(kind)["or"]) for kind in (info, *kinds) if "or" in _extra(kind)]
    return words[0] if words else "off"


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else ""


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _found(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "a table"
    text = f"{value!r}" if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST_FOUND else f"{text[:_LONGEST_FOUND]}…"
