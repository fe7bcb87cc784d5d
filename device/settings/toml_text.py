"""Values changed in the text of a TOML file: comments and layout stay.

The library that can do this is loaded here and only when it is needed: reading settings goes without it.
"""

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any

_LONE_FEED = re.compile(r"(?<!\r)\n")

Place = tuple[str, ...]
"""Where a value stands: its sections, then its key."""

Value = str | int | bool | Sequence[Mapping[str, str]]
"""What may stand there; a sequence is a list of tables, written in a line each."""


def with_values(text: str, values: Mapping[Place, Value]) -> str:
    """The text with these values, each at its place, sections made where they are missing. `text` is TOML."""
    import tomlkit  # noqa: PLC0415 - see above
    import tomlkit.items  # noqa: PLC0415

    document = tomlkit.parse(text)
    for place, value in values.items():
        section: MutableMapping[str, Any] = document
        for name in place[:-1]:
            section = section_of(section, name, tomlkit.table)
        if isinstance(value, str | int):
            set_value(section, place[-1], value)
        elif _plain(section.get(place[-1])) != _plain(value):
            if isinstance(section.get(place[-1]), tomlkit.items.AoT):
                section.pop(place[-1])  # sections of their own: the list goes where the keys are
            section[place[-1]] = _rows(value)
    return with_ends_of(text, tomlkit.dumps(document))


def with_ends_of(text: str, after: str) -> str:
    """`after` with its lines ending as all lines of `text` do."""
    return _LONE_FEED.sub("\r\n", after) if "\n" in text and not _LONE_FEED.search(text) else after


def section_of(document: MutableMapping[str, Any], name: str, make: Callable[[], Any]) -> MutableMapping[str, Any]:
    """The section of that name, made where there is none."""
    if name not in document:
        document[name] = make()
    section = document[name]
    assert isinstance(section, MutableMapping)
    return section


def set_value(section: MutableMapping[str, Any], key: str, value: str | int) -> None:
    """A new value; the comment behind it stays in its column as long as there is room."""
    old = _item(section, key)
    if old == value and type(getattr(old, "value", old)) is type(value):
        return
    section[key] = value
    if old is not None:
        new = _item(section, key)
        grown = len(new.as_string()) - len(old.as_string())
        if new.trivia.comment:
            new.trivia.comment_ws = " " * max(1, len(new.trivia.comment_ws) - grown)


def _item(section: MutableMapping[str, Any], key: str) -> Any:
    """What stands there as the library keeps it, with its comment; a truth value is told without one otherwise."""
    if key not in section:
        return None
    container: Any = section if hasattr(section, "item") else getattr(section, "value", None)
    return container.item(key) if hasattr(container, "item") else section[key]


def _plain(value: Any) -> Any:
    plain = value.unwrap() if hasattr(value, "unwrap") else value
    return [dict(row) for row in plain] if isinstance(plain, list | tuple) else plain


def _rows(value: Sequence[Mapping[str, str]]) -> Any:
    import tomlkit  # noqa: PLC0415 - see above

    rows = tomlkit.array().multiline(len(value) > 1)
    for row in value:
        table = tomlkit.inline_table()
        table.update(row)
        rows.append(table)
    return rows
