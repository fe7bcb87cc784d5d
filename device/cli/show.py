"""`zapato show`: a journal as people ask for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from device.cli.bad_input import BadInput
from device.cli.options import json_option
from device.cli.settings_place import record_file
from device.journal import checking, history, house_rules
from device.journal.reading import Reader
from device.ports.journal import JournalError
from device.table.events import OrderRefused
from device.table.reasons import sentence
from device.table.vocabulary import Refusal

_Line = dict[str, Any]

MOST = 999_999_999
"""The highest number of a shoe or a coup that can be asked for; a record's numbers end long before."""


@click.command("show")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--shoe", type=click.IntRange(0, MOST), help="Only this shoe: its coups and incidents.")
@click.option(
    "--coup", type=click.IntRange(1, MOST), help="Only this coup, card by card (of the last shoe, or of --shoe)."
)
@click.option("--rules", is_flag=True, help="The house rules that the last shoe (or --shoe) was opened by, as JSON.")
@json_option()
def command(journal: Path | None, shoe: int | None, coup: int | None, rules: bool, as_json: bool) -> None:
    """Show the shoes of JOURNAL, the coups of a shoe, or one coup card by card with what made each step compulsory.

    Cards that nobody has turned yet are not shown. The journal may be in use. Without JOURNAL: the table's own record.
    """
    journal = journal or record_file()
    say = _say_json if as_json else _say_text
    try:
        with Reader(journal) as reader, reader.snapshot():
            if shoe is None and coup is None and not rules:
                for line in history.shoes(reader):
                    say("shoe", line)
                return
            number = history.last_shoe(reader) if shoe is None else shoe
            if number is None or not history.shoes(reader, shoe=number):
                raise BadInput(f"{journal} has no shoe {number if number is not None else ''}".rstrip())
            if rules:
                _show_rules(reader, number)
            elif coup is None:
                _show_shoe(reader, number, say)
            else:
                _show_coup(reader, number, coup, say)
    except JournalError as error:
        raise BadInput(checking.describe(error, journal)) from error


def _show_rules(reader: Reader, shoe: int) -> None:
    (line,) = history.shoes(reader, shoe=shoe)
    found = house_rules.rules_of(reader, shoe)
    if found is None:
        raise BadInput(f"shoe {shoe}: older software put only the hash of its house rules on record")
    _say_json("rules", {"shoe": shoe, **found, "sha256": line["profile_hash"]})


def _show_shoe(reader: Reader, shoe: int, say: Callable[[str, _Line], None]) -> None:
    for line in history.shoes(reader, shoe=shoe):
        say("shoe", line)
    for line in history.packs(reader, shoe=shoe):
        say("pack", line)
    for line in history.coups(reader, shoe=shoe):
        say("coup", line)
    for line in history.unturned(reader, shoe=shoe):
        say("unturned", line)
    for line in history.incidents(reader, shoe=shoe):
        say("incident", line)


def _show_coup(reader: Reader, shoe: int, coup: int, say: Callable[[str, _Line], None]) -> None:
    found = history.coups(reader, shoe=shoe, coup=coup)
    steps = history.steps(reader, shoe=shoe, coup=coup)
    if not found and not steps:
        raise BadInput(f"shoe {shoe} has no coup {coup}")
    for line in found:
        say("coup", line)
    for line in steps:
        say("step", line)
    for line in history.incidents(reader, shoe=shoe, coup=coup):
        say("incident", line)


def _say_json(kind: str, line: _Line) -> None:
    click.echo(json.dumps({"type": kind} | line, ensure_ascii=False, separators=(",", ":")))


def _say_text(kind: str, line: _Line) -> None:
    match kind:
        case "shoe":
            click.echo(_shoe_text(line))
        case "pack":
            click.echo(_pack_text(line))
        case "coup":
            click.echo(_coup_text(line))
        case "step":
            click.echo(_step_text(line))
        case "unturned":
            click.echo(_unturned_text(line))
        case _:
            click.echo(_incident_text(line))


def _shoe_text(line: _Line) -> str:
    if line["closed_at"] is None:
        end = "in play"
    else:
        end = f"closed {line['closed_at']} ({line['why']}), {_counted(line['cards_seen'], 'card')}"
    return (
        f"shoe {line['shoe']}: {line['profile']} v{line['profile_version']}, {_counted(line['packs'], 'pack')}, opened "
        f"{line['opened_at']}{_by(line['opened_by'])}, {_counted(line['coups'], 'coup')}, {end}"
    )


def _pack_text(line: _Line) -> str:
    refused = f", refused: {line['refused']}" if line["refused"] else ""
    retired = f", retired {line['retired_at']}" if line["retired_at"] else ""
    return f"pack {line['pack']}, from record {line['first_seq']} on{refused}{retired}"


def _coup_text(line: _Line) -> str:
    marks = [name.replace("_", " ") for name in ("natural", "player_pair", "banker_pair") if line[name]]
    kind = "" if line["kind"] == "normal" else f" [{line['kind']}]"
    kind += " [by hand]" if line.get("manual") else ""
    changed = "void" if line["voided_by"] else "corrected"
    who = line["voided_by"] or line["corrected_by"]
    why = f", {changed} by {who}: {line['reason']}" if who else ""
    dealer = f", dealer {line['dealer']}" if line["dealer"] else ""
    struck = "".join(f"~~{_hands_text(one)}~~ " for one in line.get("originals", ()))
    return (
        f"coup {line['coup']}{kind}: {struck}{_hands_text(line)}{''.join(f', {mark}' for mark in marks)}, "
        f"{line['started_at']} to {line['ended_at']}{dealer}{why}"
    )


def _hands_text(line: _Line) -> str:
    """Both hands with their totals and what came of them."""
    hands = ", ".join(
        f"{hand.capitalize()} {_cards(line[hand])}{_total(line.get(f'{hand}_total'))}" for hand in ("player", "banker")
    )
    return f"{hands}: {line.get('outcome') or 'no result'}"


def _step_text(line: _Line) -> str:
    shown = f"{line['at']}  {line['kind']:<18}"
    if line["kind"] == "card-dealt":
        by_eye = "" if line.get("source", "shoe") == "shoe" else f" (named by the {line['source']})"
        return f"{shown} {line['hand'].capitalize()} {line['card']}{by_eye}{_why_text(line)}{_opens_text(line)}"
    left_out = ["seq", "at", "kind", "read", "since_s", "seal", "opens", "reasons", "why"]
    if line["kind"] == OrderRefused.KIND:
        left_out.append("detail")  # the sentence says it
    left_out.append("foreign")  # `detail` or `code` says it in words
    details = [f"{name} {_plain(value)}" for name, value in line.items() if name not in left_out and value is not None]
    return f"{shown} {_sealed_text(line)}{', '.join(details)}{_opens_text(line)}{_why_text(line)}".rstrip()


def _why_text(line: _Line) -> str:
    """The rules behind a step, each in words; of a refused order the sentence that its giver saw."""
    match line.get("why"):
        case str(why) if line["kind"] == OrderRefused.KIND:
            return f" → {sentence(Refusal(why), line.get('detail', ''))}"
        case str(why):
            return f" → {why}"
        case [*why] if why:
            return f" → {'; '.join(why)}"
        case _:
            return ""


def _sealed_text(line: _Line) -> str:
    seal = line.get("seal")
    if seal is None:
        return ""
    if seal["lost"]:
        return f"(sealed at {line['seq']}, the key was lost) "
    if seal["opened"] is None:
        return f"(sealed at {line['seq']}) "
    return f"{seal['card'] or 'unread'} (sealed at {line['seq']}, opened at {seal['opened']}) "


def _opens_text(line: _Line) -> str:
    return f" (sealed at {', '.join(str(one['seal']) for one in line['opens'])})" if "opens" in line else ""


def _unturned_text(line: _Line) -> str:
    where = f" in coup {line['coup']}" if line["coup"] else ""
    if line["opened"] is None:
        return f"{line['place']}{where}: never to be known (sealed at {line['seq']}, the key was lost)"
    card = line["card"] or "unread"
    return f"{line['place']}{where}: {card} (sealed at {line['seq']}, opened at {line['opened']})"


def _incident_text(line: _Line) -> str:
    offered = f" (offered: {line['options'].replace(' ', ', ')})" if line["options"] else ""
    detail = f" {line['detail']}" if line["detail"] else ""
    if line["resolved_at"] is None:
        end = "open" if line["holds"] else "noted"
    else:
        second = f" and {line['second']}" if line["second"] else ""
        reason = f": {line['reason']}" if line["reason"] else ""
        end = f"{line['resolution']}{_by(line['resolved_by'])}{second} at {line['resolved_at']}{reason}"
    where = f"in coup {line['coup']}" if line["coup"] else "between coups"
    return f"incident {line['id']} {where}: {line['kind']}{detail}{offered} at {line['raised_at']}: {end}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _by(name: str | None) -> str:
    return f" by {name}" if name else ""


def _cards(text: str) -> str:
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2)) or "no card"


def _total(points: int | None) -> str:
    return "" if points is None else f" = {points}"


def _plain(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return " ".join("??" if one is None else str(one) for one in value)
        case _:
            return str(value)
