"""The list of what left a record's archive: a line each, signed with the table's key, each covering the one before.

A line is JSON; its signature is over ``zapato removed 1``, a line feed and the line's compact JSON without
``signature``. ``before`` is the SHA-256 of the text of the line before, 64 zeros in the first. So no line can be
altered, taken out of the middle or put in unseen. Lines of older software, at the beginning, bear no signature.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from device.journal import faults, signing
from device.journal.errors import NotVerifiedError
from device.journal.signing import Signer

LIST = "removed.jsonl"
_ABOUT = b"zapato removed 1\n"
_NOTHING = "0" * 64


def read_list(path: Path) -> list[dict[str, Any]]:
    """The lines, oldest first; none where there is no list.

    Raises JournalError where it cannot be read, NotVerifiedError naming the line that is not as it was written.
    """
    try:
        texts = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise faults.of_system(error, path, "read the list of what left the archive") from error
    except ValueError:
        raise NotVerifiedError("the list of what left the archive is no text") from None
    lines: list[dict[str, Any]] = []
    before = _NOTHING
    for number, text in enumerate(texts, start=1):
        lines.append(_checked(text, number, before, signed=bool(lines) and "signature" in lines[-1]))
        before = _digest(text)
    return lines


def next_line(path: Path, line: dict[str, object], signer: Signer) -> str:
    """The text of the line to be added, signed; raises as `read_list`, and JournalError where there is no key."""
    read_list(path)
    texts = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    whole = {**line, "before": _digest(texts[-1]) if texts else _NOTHING}
    public, signature = signer.sign_text(_ABOUT + _compact(whole | {"public_key": signer.public}))
    return _compact(whole | {"public_key": public, "signature": signature}).decode()


def _checked(text: str, number: int, before: str, *, signed: bool) -> dict[str, Any]:
    what = f"line {number} of the list of what left the archive"
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise NotVerifiedError(f"{what} is garbled")
    if "signature" not in line:
        if signed:
            raise NotVerifiedError(f"{what} is not signed, and those before it are")
        return line
    unsigned = {key: value for key, value in line.items() if key != "signature"}
    genuine = signing.is_signed(
        _ABOUT + _compact(unsigned), public_key=str(line.get("public_key")), signature=str(line["signature"])
    )
    if not genuine:
        raise NotVerifiedError(f"{what} is not as it was signed")
    if line.get("before") != before:
        raise NotVerifiedError(f"the line before {what} was altered or taken out")
    return line


def _compact(line: dict[str, object]) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
