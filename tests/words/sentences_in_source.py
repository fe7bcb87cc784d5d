"""The sentences that stand in the program's source, as the catalogues of sentences write them."""

import ast
import functools
import re
import string
from collections.abc import Iterator
from pathlib import Path

_WORDS = re.compile(r"[a-z]{2,}[,:;.)'’]* [(\[`'\"]*(?:[a-z]|\Z)|(?:[a-z]{2,}|\A)[:,;]? \{\w+\}|\} [a-z]{2,}", re.ASCII)
_TO_A_MACHINE = frozenset({"compile", "search", "fullmatch", "sub", "findall", "execute", "query", "run", "Meta"})


@functools.cache
def sentences_in(source: Path) -> tuple[tuple[int, str], ...]:
    """Line and sentence, its holes named a, b, c … in their order; no docstrings, no patterns, no questions of SQL."""
    return tuple(_sentences(source))


def _sentences(source: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = _of_parts(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = _of_text(node.value)
        else:
            continue
        if not _is_for_machines(node, parents.get(node)) and _WORDS.search(text):
            yield node.lineno, text.strip()


def _of_parts(node: ast.JoinedStr) -> str:
    names = iter(string.ascii_lowercase)
    return "".join(
        _escaped(str(part.value)) if isinstance(part, ast.Constant) else f"{{{next(names)}}}" for part in node.values
    )


def _of_text(text: str) -> str:
    """A text that `format` fills keeps its holes; braces of any other are no holes."""
    filled = re.sub(r"\{(\w+)(?:![rs])?\}", r"{\1}", text)
    return filled if not re.search(r"[{}]", re.sub(r"\{\w+\}", "", filled)) else _escaped(text)


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _is_for_machines(node: ast.AST, parent: ast.AST | None) -> bool:
    if isinstance(parent, ast.Expr | ast.JoinedStr | ast.FormattedValue):
        return not isinstance(parent, ast.FormattedValue) or isinstance(node, ast.Constant)
    if isinstance(parent, ast.Call):
        called = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
        return called in _TO_A_MACHINE and node in parent.args
    return isinstance(parent, ast.Compare | ast.Subscript)
