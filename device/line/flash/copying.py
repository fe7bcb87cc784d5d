"""The files onto the board, so that a cable pulled at any moment leaves the old program, the new one, or the prompt.

    away with what an earlier try left ─▶ *.new written, hashes right ─▶ main.py put away ─▶ all renamed ─▶ main.py back

Until main.py is put away nothing that the board starts has changed. While it is away the board starts nothing: half an
old program and half a new one must not run, and MicroPython's prompt answers whoever tries again.
"""

import hashlib
from collections.abc import Callable

from device.line.flash.board import OnBoard, is_ours
from device.line.flash.errors import FlashError
from device.line.flash.program import FIRST, PINS, check_pins, with_reader
from device.line.flash.prompt import PromptError, RawPrompt
from device.line.flash.wish import Wish

_FOREIGN_START = "boot.py"
"""What MicroPython runs before main.py; ours has none."""
_CAUSES = {
    "28": "its flash is full; take away files of your own",
    "30": "its file system is read-only; install MicroPython anew",
}


def copy(prompt: RawPrompt, wish: Wish, found: OnBoard, say: Callable[[str], None]) -> None:
    """Bring the files of `wish` onto the board. Raises FlashError that says what the board has now."""
    has = "the board still has what it had. Try again"
    try:
        files = _files(prompt, wish, found)
        _take_away_new(prompt)
        for folder in sorted({name.rpartition("/")[0] for name in files} - {""}):
            prompt.run(f"import os\nif {folder!r} not in os.listdir(): os.mkdir({folder!r})")
        fresh = {name: content for name, content in files.items() if prompt.hash_of(name) != _hash(content)}
        for number, (name, content) in enumerate(fresh.items(), start=1):
            say(f"{number} of {len(fresh)}: {name}, {len(content)} bytes")
            prompt.write_file(f"{name}.new", content)
            if prompt.hash_of(f"{name}.new") != _hash(content):
                raise PromptError(f"{name} arrived damaged")
        if fresh:
            has = "the board has half of the new program and starts none. Run this again"
            _put_in_place(prompt, list(fresh))
        if _FOREIGN_START in found.files and not is_ours(found):
            say(f"{_FOREIGN_START} of the other program is now {_FOREIGN_START}.old")
            prompt.run(f"import os\nos.rename({_FOREIGN_START!r},{_FOREIGN_START + '.old'!r})")
        has = "the board has the new program. Run this again"
        _tidy(prompt, files)
    except PromptError as error:
        why = next((text for number, text in _CAUSES.items() if _is_os_error(str(error), number)), "")
        raise FlashError(f"{wish.port}: the copy failed: {error}{why and ': ' + why}; {has}") from error


def _files(prompt: RawPrompt, wish: Wish, found: OnBoard) -> dict[str, bytes]:
    files = dict(wish.program.files)
    pins, whose = wish.pins, f"{PINS} that was given"
    if pins is None and PINS in found.files and is_ours(found):
        pins, whose = prompt.run(f"print(open({PINS!r}).read(),end='')").encode(), f"{PINS} on the board"
    elif pins is None:
        pins = wish.program.pins  # what another program calls so is not a shoe's
    if wish.reader is not None:
        pins = with_reader(pins, wish.reader)
    check_pins(pins, wish.program.pins, f"{wish.port}: {whose}")
    return {PINS: pins, **files}


def _put_in_place(prompt: RawPrompt, fresh: list[str]) -> None:
    first_is_fresh = FIRST in fresh
    away = f"os.remove({FIRST!r})" if first_is_fresh else f"os.rename({FIRST!r},{FIRST + '.new'!r})"
    prompt.run(f"import os\nif {FIRST!r} in os.listdir(): {away}")
    for name in [*(name for name in fresh if name != FIRST), FIRST]:
        prompt.run(f"import os\nos.rename({name + '.new'!r},{name!r})")


def _take_away_new(prompt: RawPrompt) -> None:
    """What an earlier try wrote and did not put in place."""
    prompt.run(
        "import os\nfor folder in ('','shoe/'):\n if not folder or 'shoe' in os.listdir():\n"
        "  for name in os.listdir(folder or '.'):\n   if name.endswith('.new'): os.remove(folder+name)"
    )


def _tidy(prompt: RawPrompt, files: dict[str, bytes]) -> None:
    """Take away what an older version had and this one has not, and what was left for us to read."""
    for name in prompt.run("import os\nfor name in os.listdir('shoe'): print(name)").split():
        if f"shoe/{name}" not in files and not name.startswith("__"):
            prompt.run(f"import os\nos.remove({'shoe/' + name!r})")
    for name in ("service", "last-error.txt"):
        prompt.run(f"import os\nif {name!r} in os.listdir(): os.remove({name!r})")


def _is_os_error(message: str, number: str) -> bool:
    return message.startswith("OSError") and number in message.replace("]", " ").split()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
