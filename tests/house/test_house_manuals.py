"""The manuals against the program: what they name is there, what there is they name, and their examples run."""

import json
import queue
import re
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.cli.main import COMMANDS
from device.feed.sockets import Feed, OrderLine
from device.play.script import parse_script
from device.rules.making import with_settings
from device.service.order_lines import BadOrder, SignIn, TableOrder, read_line
from device.service.panel_socket import PanelKey, read_press
from device.settings import example, load_profile
from device.table.commands import Resolve
from device.table.health import HEALTHY
from device.table.state import INITIAL
from device.table.views import PublicView, StaffView, public_view, schema
from device.table.vocabulary import IncidentKind, Option
from device.words import load_words

MANUALS = Path(__file__).parents[2] / "device/manual"
PAGES = (
    "cards",
    "dealer",
    "errors",
    "feed",
    "installer",
    "laboratory",
    "readers",
    "scripts",
    "security",
    "service",
    "setup",
    "supervisor",
)
LANGUAGES = ("en", "es")
EACH = pytest.mark.parametrize("language", LANGUAGES)
TO_COME: set[IncidentKind] = set()


def page(language: str, name: str) -> str:
    """The text of a page."""
    return (MANUALS / language / f"{name}.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str = "") -> list[str]:
    """The blocks of code of this kind."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [code for marked, code in found if marked == kind]


def spans(text: str) -> set[str]:
    """What stands between backquotes in running text and tables."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)))


def words(text: str) -> set[str]:
    """Every code word between backquotes."""
    return {word for span in spans(text) for word in re.findall(r"[a-z][a-z_0-9-]*", span)}


@pytest.mark.parametrize("name", PAGES)
def test_both_languages_name_the_same_things(name: str) -> None:
    english, spanish = (
        {re.sub(r'".*"|SERIAL|SERIE|milliseconds|milisegundos', "", span) for span in spans(page(language, name))}
        for language in LANGUAGES
    )
    assert english == spanish
    assert len(blocks(page("en", name))) == len(blocks(page("es", name)))


@pytest.mark.parametrize("name", PAGES)
def test_both_languages_have_the_same_headings_lists_and_tables(name: str) -> None:
    english, spanish = map(_shape, (page(language, name) for language in LANGUAGES))
    assert english == spanish


@EACH
@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(language: str, name: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page(language, name)):
        if "://" in link:
            continue  # not of this repository
        path, _, anchor = link.partition("#")
        target = (MANUALS / language / path).resolve() if path else MANUALS / language / f"{name}.md"
        assert target.exists(), f"{name}: there is no {link}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {_anchor(heading) for heading in headings}, f"{name}: no heading for {link}"


def _shape(text: str) -> list[str]:
    """What stands at the beginning of each line that is not plain text, and how many cells a row has."""
    lines = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()
    marks = [re.match(r"#+ |\||\* |\d\. |!\[", line) for line in lines]
    return [
        f"{mark[0]}{line.count(' | ')}" if mark[0] == "|" else mark[0]
        for line, mark in zip(lines, marks, strict=True)
        if mark
    ]


def _anchor(heading: str) -> str:
    """As a reader of Markdown on the web names a heading's place."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_there_are_no_other_pages() -> None:
    found = {str(path.relative_to(MANUALS)) for path in MANUALS.rglob("*.md")}
    assert found == {"README.md", *(f"{language}/{name}.md" for language in LANGUAGES for name in PAGES)}


@pytest.mark.parametrize(("name", "width", "height"), [("players", 1920, 1080), ("dealer", 800, 480)])
def test_the_pictures_are_of_their_size_and_light(name: str, width: int, height: int) -> None:
    picture = (MANUALS / f"{name}.png").read_bytes()
    assert picture[16:24] == width.to_bytes(4, "big") + height.to_bytes(4, "big")
    assert len(picture) < 250_000


@EACH
@pytest.mark.parametrize("name", PAGES)
def test_every_command_named_exists(language: str, name: str) -> None:
    code = [
        *spans(page(language, name)),
        *(line for block in blocks(page(language, name)) for line in block.splitlines()),
    ]
    named = {match for line in code for match in re.findall(r"(?:^|[/|] ?|&& |; do )zapato ([a-z]+)", line)}
    assert named <= COMMANDS.keys()


@EACH
def test_every_setting_is_explained(language: str) -> None:
    explained = words(page(language, "setup"))
    missing = []
    for section, content in tomllib.loads(example()).items():
        keys = content if isinstance(content, dict) else {section: content}
        missing += [f"{section}.{key}" for key in keys if key not in explained]
    assert not missing


@EACH
def test_every_incident_and_option_is_explained(language: str) -> None:
    explained = words(page(language, "supervisor"))
    assert {kind.value for kind in set(IncidentKind) - TO_COME} <= explained
    assert {option.value for option in Option} <= explained


@EACH
@pytest.mark.parametrize("view", [PublicView, StaffView])
def test_every_key_of_a_view_is_explained(language: str, view: type[PublicView]) -> None:
    described: Any = schema(view)
    assert set(described["$defs"][view.__name__]["properties"]) <= words(page(language, "feed"))


@EACH
def test_every_banner_and_instruction_that_a_view_can_hold_has_words(language: str) -> None:
    catalogue, text = load_words(language), page(language, "feed")
    for key, group in (("banner", "banner"), ("instruction", "instruction")):
        row = next(line for line in text.splitlines() if line.startswith(f"| `{key}` |"))
        codes = re.findall(r"[a-z][a-z-]+", row.split("|")[2])
        assert len(codes) > 10
        assert all(catalogue.say(f"{group}.{code}", player="", banker="") for code in codes)


@EACH
def test_every_line_of_the_script_table_is_one(language: str) -> None:
    table = page(language, "scripts").split("\n## ")[1]
    lines = [
        span for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for span in re.findall(r"`([^`]+)`", row)
    ]
    assert len(lines) > 20
    parse_script("\n".join(lines), "the manual")


@EACH
def test_the_script_prints_what_the_manual_says(language: str) -> None:
    found = blocks(page(language, "scripts"))
    at = next(number for number, block in enumerate(found) if block.startswith("dealer on=d14"))
    command = [sys.executable, "-c", "from device.cli.main import main; main()", "play", "-"]
    printed = subprocess.run(command, input=found[at], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in found[at + 1].splitlines():
        pattern = ".*".join(re.escape(part) for part in line.split("…"))
        assert any(re.fullmatch(pattern, said) for said in printed), line


FIELDS: dict[str, dict[str, object]] = {
    "sign-in": {"name": "d14", "pin": "2580"},
    "sign-out": {"session": "x"},
    "change-pin": {"name": "d14", "pin": "1234", "new_pin": "2580"},
    "resolve": {"option": "next"},
    "enter": {"card": "9h"},
    "reveal": {"what": "player"},
    "dealer": {"on": True},
    "report": {"what": "floor"},
    "correct": {"coup": 1, "player": "8hKc", "banker": "9sKd"},
    "acknowledge": {"kind": "cut-missing"},
}


def _first_column(text: str) -> set[str]:
    """The words in the first column of every table."""
    rows = re.findall(r"^\| (`[a-z].+?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


@EACH
def test_every_key_of_the_panels_socket_stands_in_the_manual_and_no_other(language: str) -> None:
    section = page(language, "feed").split("\n## ")[-1]
    assert _first_column(section) - {"press"} == {key.value for key in PanelKey}
    for line in (line for line in blocks(section)[0].splitlines() if '"press"' in line):
        read_press(line.encode())


@EACH
def test_every_order_there_is_stands_in_the_manual_and_no_other(language: str) -> None:
    text = page(language, "feed")
    chat = next(block for block in blocks(text) if '{"reply"' in block).splitlines()
    for line in (line for line in chat if '"order"' in line):
        read_line(line.encode())
    names = _first_column(text[text.index('{"reply"') :].split("\n## ")[0])
    with pytest.raises(BadOrder) as every:
        read_line(b'{"id":"1","order":"?"}')
    assert names == set(str(every.value).partition("there are: ")[2].split(", "))
    for name in names:
        read_line(json.dumps({"id": "1", "order": name} | FIELDS.get(name, {})).encode())


@EACH
def test_the_ten_lines_read_a_feed(language: str, tmp_path: Path) -> None:
    profile = with_settings(load_profile("live"), {"burn": "none"})
    with closing(Feed(tmp_path / "public.sock")) as feed:
        feed.publish(_line(public_view(INITIAL, HEALTHY, profile)))
        command = [sys.executable, "-c", blocks(page(language, "feed"), "python")[0]]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            assert "closed" in program.stdout.readline()
            feed.close()
            assert program.wait(timeout=60) == 0


@EACH
@pytest.mark.parametrize(("why", "said"), [(None, "done"), ("the table is held", "the table is held")])
def test_order_py_gives_an_order(language: str, tmp_path: Path, why: str | None, said: str) -> None:
    orders: queue.SimpleQueue[OrderLine] = queue.SimpleQueue()
    with closing(Feed(tmp_path / "staff.sock", on_order=orders.put)) as feed:
        feed.publish(b'{"view":"staff"}')
        command = [sys.executable, "-W", "ignore", "-c", blocks(page(language, "feed"), "python")[1], "staff.sock"]
        words_ = ["sup1", "resolve", "option=next", "exposed=no"]
        with subprocess.Popen(
            [*command, *words_],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # without a terminal the PIN is read from standard input
        ) as program:
            assert program.stdin is not None
            program.stdin.write("2580\n")
            program.stdin.flush()
            given = orders.get(timeout=60)
            assert read_line(given.line) == SignIn(id="1", name="sup1", badge=None, pin="2580")
            given.reply(_line({"reply": "1", "ok": True, "session": "abc"}))
            given = orders.get(timeout=60)
            order = read_line(given.line)
            assert isinstance(order, TableOrder)
            assert (order.session, order.command("", None)) == (
                "abc",
                Resolve(option=Option.NEXT, by="", exposed=False),
            )
            given.reply(_line({"reply": order.id, "ok": why is None, "why": why}))
            assert program.communicate(timeout=60)[0].strip().removeprefix("PIN: ") == said


def _line(value: object) -> bytes:
    import msgspec

    return msgspec.json.encode(value)
