"""Made ``data/journal-v1.sqlite`` once; kept to show how; an old journal is never made anew.

``PYTHONPATH=tests python -m journal.make_journal_v1``
"""

import json
import sys
from pathlib import Path

from journal.journal_tools import house, numbered, opened

from device.journal import checking
from device.rules.card import Card
from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyCommand, decide
from device.table.state import INITIAL
from device.table.vocabulary import Option, ReadIdentity

DATA = Path(__file__).with_name("data")


def _commands() -> list[AnyCommand]:
    reads = (ReadIdentity("1A2B3C4D", count) for count in range(1, 1000))

    def draw(text: str) -> list[AnyCommand]:
        return [cmd.CardLeft(card=Card(one), read=next(reads), since_s=30.0) for one in text.split()]

    return [
        cmd.ChangeDealer(dealer="d14"),
        cmd.OpenShoe(by="sup1"),
        *draw("3h 2c 5c 6c 4h 2s 9c Ad 8d"),
        cmd.ShowResult(called=Outcome.PLAYER),
        cmd.ShowResult(called=Outcome.BANKER),
        *draw("Kd 2d 7d"),
        cmd.UnreadLeft(read=next(reads), since_s=1.0),
        cmd.Enter(card=Card("6s"), by="sup1"),
        cmd.CallSupervisor(),
        cmd.ShowResult(called=Outcome.BANKER),
        *draw("Kh 2h"),
        cmd.CardPushedIn(read=next(reads)),
        *draw("5d"),
        cmd.Resolve(option=Option.RESUME, by="sup1"),
        cmd.TableRestarted(),
        cmd.Resolve(option=Option.RESUME, by="d14"),
        cmd.Void(by="sup1", second="pit2", reason="naipe caído"),
        cmd.FreeHand(by="sup1"),
        cmd.Next(),
        *draw("9s 9d 9h 9c"),
        cmd.ShowResult(called=Outcome.TIE),
        cmd.CutCardLeft(read=next(reads), since_s=1.0),
        *draw("Jc Qc 8h 2s"),
        cmd.ShowResult(called=Outcome.PLAYER),
        cmd.Next(),
        cmd.OpenShoe(by="sup1"),
        *draw("Kc"),
    ]


def main() -> None:
    """Deal a shoe with a little of everything, and write down what was found in it."""
    path = DATA / "journal-v1.sqlite"
    if path.exists():
        sys.exit(f"{path} is there: an old journal is never made anew")
    DATA.mkdir(exist_ok=True)
    journal = opened(path)
    state = INITIAL
    for command in _commands():
        state, step = numbered(state, decide(state, command, house()))
        journal.append(step)
    journal.close()
    found = checking.verify_file(path)
    facts = {"events": found.events, "shoes": found.shoes, "coups": found.coups, "head": found.head}
    (DATA / "journal-v1.json").write_text(json.dumps(facts, indent=1) + "\n")
    for ending in (".key", ".lock"):
        path.with_name(path.name + ending).unlink()


if __name__ == "__main__":
    main()
