"""From nobody to a signed order as a house does it, by commands alone, at a running table."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from service.process_tools import Rig
from support.house import ENTRY

from device.table import events as ev
from device.table.vocabulary import NoEntry, SignedInBy, SignedOutBy


class Commands:
    """`zapato` beside a table."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    def staff(self, *words: str, input: str = "") -> dict[str, Any]:
        """`zapato staff …` on the table's people."""
        return self._run("staff", *words, "--file", str(self._rig.folder / "staff.sqlite3"), input=input)[1]

    def order(self, *words: str, input: str) -> tuple[int, dict[str, Any]]:
        """`zapato order …`: how it ended and what it printed."""
        return self._run("order", *words, "--config", str(self._rig.config), input=input)

    def _run(self, *words: str, input: str) -> tuple[int, dict[str, Any]]:
        command = [sys.executable, "-c", ENTRY, *words]
        ran = subprocess.run(command, input=input, capture_output=True, text=True, check=False)
        assert ran.returncode in (0, 1), ran.stderr
        return ran.returncode, json.loads(ran.stdout)


def test_from_nobody_to_a_dealer_who_is_on(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    (tmp_path / "staff.sqlite3").unlink()
    zapato = Commands(rig)
    try:
        one_time = zapato.staff("add", "Ana Díaz", "--role", "dealer")["one_time_pin"]
        rig.open()
        by = "by=Ana Díaz"
        assert zapato.order("dealer", "on", by, input=f"{one_time}\n") == (
            1,
            {"ok": False, "why": "this is a one-time PIN; choose one of your own first: change-pin"},
        )
        assert zapato.order("change-pin", by, input=f"{one_time}\n2580\n") == (0, {"ok": True})
        assert zapato.order("dealer", "on", by, input="2580\n") == (0, {"ok": True})
        zapato.staff("badge", "Ana Díaz", input="04A2B3C4\n")
        assert zapato.order("--badge", "call", input="04a2b3c4\n2580\n") == (0, {"ok": True})
        refused = zapato.order("end-shoe", by, input="2580\n")
        assert refused == (1, {"ok": False, "why": "this takes the role supervisor"})
        wrong = zapato.order("call", by, input="2581\n")
        assert wrong == (1, {"ok": False, "why": "wrong name, badge or PIN"})
        assert rig.sees(lambda view: view["dealer"] == "Ana Díaz", "the dealer")["supervisor_called"]
        rig.end()
    finally:
        rig.clean_up()
    name = "Ana Díaz"
    who = (ev.SignedIn, ev.SignedOut, ev.SignInRefused, ev.PinChanged, ev.DealerChanged)
    by_name = ev.SignedIn(name=name, how=SignedInBy.NAME)
    out = ev.SignedOut(name=name, why=SignedOutBy.ORDER)
    assert [event for event in rig.events() if isinstance(event, who)] == [
        ev.SignInRefused(why=NoEntry.ONE_TIME_PIN, how=SignedInBy.NAME, name=name),
        ev.PinChanged(name=name),
        by_name,
        ev.DealerChanged(dealer=name, by=name),
        out,
        ev.SignedIn(name=name, how=SignedInBy.BADGE),
        out,
        by_name,
        out,
        ev.SignInRefused(why=NoEntry.WRONG, how=SignedInBy.NAME, name=name),
    ]
