"""A face-down shoe with a little of everything that is sealed, and a forger who knows the table's signing key."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from journal.journal_tools import Step, numbered

from device.journal import checking
from device.journal.chain import Row, digest
from device.journal.inspection import COLUMNS
from device.journal.signing import Signer, key_path
from device.rules.card import Card
from device.rules.hand import Hand
from device.settings import load_profile
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.state import INITIAL, State
from device.table.vocabulary import Option, ReadIdentity

Body: TypeAlias = dict[str, Any]

MANUAL = load_profile("casino-manual")
"""One card burned face down, hands laid face down and turned, third cards too."""

COUP = ("4h", "2s", "9c", "Ad")
THIRDS = ("8d", "7d")


def two_people(option: Option) -> cmd.Resolve:
    """A decision that is complete in every case."""
    return cmd.Resolve(option=option, by="sup1", second="pit2", reason="seen by both")


class Dealing:
    """Gives each card that leaves the shoe its number."""

    def __init__(self) -> None:
        self._reads = 0

    def card(self, text: str) -> AnyCommand:
        """A card leaves; ``??`` is not read."""
        self._reads += 1
        read = ReadIdentity("1A2B3C4D", self._reads)
        if text == "??":
            return cmd.UnreadLeft(read=read, since_s=30.0)
        return cmd.CardLeft(card=Card(text), read=read, since_s=30.0)


def laid(burned: str = "5c", cards: tuple[str, ...] = COUP, early: str = "8d") -> Iterator[AnyCommand]:
    """A shoe up to the moment before the first turn: a card burned, four laid, two drawn too early."""
    dealing = Dealing()
    yield cmd.OpenShoe(by="sup1")
    yield dealing.card(burned)
    yield cmd.NoMoreBets()
    for text in cards:
        yield dealing.card(text)
    yield dealing.card(early)
    yield dealing.card(early)


def whole_shoe(burned: str = "5c") -> Iterator[AnyCommand]:
    """Goes on from `laid`: a kept card, turns, a third card in error burned, a void with cards unturned, the end."""
    yield from laid(burned)
    yield two_people(Option.KEEP)
    yield two_people(Option.KEEP)
    yield from (cmd.Turn(hand=hand) for hand in Hand)
    yield cmd.Turn(hand=Hand.PLAYER, third=True)
    yield two_people(Option.BURN)
    yield cmd.ShowResult()
    yield cmd.Next()
    yield cmd.NoMoreBets()
    dealing = Dealing()
    yield from (dealing.card(text) for text in ("Kc", "??", "3h"))
    yield cmd.Void(by="sup1", second="pit2", reason="misdeal")
    yield cmd.EndShoe(by="sup1")


def dealt(commands: Iterator[AnyCommand], state: State = INITIAL) -> Iterator[tuple[State, Step]]:
    """What the table makes of the commands."""
    for command in commands:
        state, step = numbered(state, decide(state, command, MANUAL))
        yield state, step


def stored(path: Path) -> list[tuple[int, str, Body]]:
    """Every record's number, kind and body as they lie in the file."""
    database = sqlite3.connect(path)
    rows = database.execute("SELECT seq, kind, body FROM events ORDER BY seq").fetchall()
    database.close()
    return [(seq, kind, json.loads(body)) for seq, kind, body in rows]


def forge(path: Path, change: Callable[[dict[int, Body]], None]) -> None:
    """Change bodies, then make every hash, every signature and every derived table fit them again."""
    database = sqlite3.connect(path, isolation_level=None)
    guards = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        database.execute(f"DROP TRIGGER {name}")
    rows = [Row(*row) for row in database.execute(f"SELECT {COLUMNS} FROM events ORDER BY seq")]
    bodies = {row.seq: json.loads(row.body) for row in rows}
    change(bodies)
    link = bytes(32)
    hashes: dict[int, str] = {}
    for row in rows:
        body = msgspec.json.encode(bodies[row.seq]).decode()
        link = digest(link, row._replace(body=body))
        hashes[row.seq] = link.hex()
        database.execute("UPDATE events SET body = ?, hash = ? WHERE seq = ?", (body, link.hex(), row.seq))
    signer = Signer(key_path(path))
    for seq, at in database.execute("SELECT seq, at FROM heads").fetchall():
        signed = signer.sign(epoch=rows[0].epoch, seq=seq, hash_=hashes[seq], at=at)
        database.execute("UPDATE heads SET hash = ?, signature = ? WHERE seq = ?", (signed.hash, signed.signature, seq))
    for _, guard in guards:
        database.execute(guard)
    database.close()


def first_wrong(path: Path) -> tuple[int | None, str]:
    """What verify says of a file: the first bad record and what is wrong; (None, "") for a whole one."""
    try:
        checking.verify_file(path)
    except checking.NotVerifiedError as error:
        return error.seq, error.what
    return None, ""
