"""What the service manager is told of a table: its status line, and why it cannot start."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace
from service.process_tools import ServiceManager
from support.house import ENTRY, House

from device.service.refused_start import PATIENCE_S, wait_for_other_settings
from device.service.status_line import status_line
from device.table.health import HEALTHY, Health, PartHealth
from device.table.shoe_state import Shoe
from device.table.state import INITIAL, Coup, Incident
from device.table.vocabulary import CoupKind, IncidentKind, Phase


def test_a_table_that_is_well_says_what_it_does() -> None:
    assert status_line("BAC 1", INITIAL, HEALTHY) == "BAC 1: closed; all is well"
    state = replace(
        INITIAL, phase=Phase.DEALING, shoe=Shoe(number=3, over=False), coup=Coup(number=12, kind=CoupKind.NORMAL)
    )
    assert status_line("BAC 1", state, HEALTHY) == "BAC 1: dealing, shoe 3 coup 12; all is well"


def test_what_holds_a_table_is_said_in_one_line() -> None:
    lost = PartHealth(ok=False, detail="reader: the port\nis gone")
    full = PartHealth(ok=False, detail="the disk is full")
    held = replace(INITIAL, incidents=(Incident(id=1, kind=IncidentKind.CARD_UNREAD, options=()),))
    assert status_line("T", INITIAL, Health(reader=lost)) == "T: closed; reader: the port is gone"
    said = status_line("T", held, Health(reader=lost, journal=full))
    assert said == "T: closed; the disk is full; reader: the port is gone; held until people decide: card-unread"
    said = status_line("T", INITIAL, Health(reader=replace(lost, detail="not open"), starting=True))
    assert said == "T: closed; waiting for the reader: not open"


def test_a_table_is_not_called_well_while_staff_must_know_of_something() -> None:
    """Who looks at the service after an installation sees neither the log nor the panel."""
    said = status_line("T", INITIAL, Health(notes=("nobody can give orders",)))
    assert said == "T: closed; note: nobody can give orders"
    behind = PartHealth(ok=False, detail="the clock stands 20000 days before times that are on record")
    assert status_line("T", INITIAL, Health(clock=behind)) == f"T: closed; {behind.detail}"
    lamps = PartHealth(detail="the lamps are simulated")
    said = status_line("T", INITIAL, Health(panel=lamps, notes=("the record was damaged",)))
    assert said == "T: closed; note: the lamps are simulated; note: the record was damaged"


def test_who_cannot_start_waits_so_long_and_says_why_in_one_line(tmp_path: Path) -> None:
    config, told, slept = tmp_path / "table.toml", list[str](), list[float]()
    config.write_text("a")
    changed = wait_for_other_settings(config, "wrong:\n  a", notify=told.append, sleep=slept.append)
    assert not changed
    assert told == ["STATUS=cannot start: wrong: a\nEXTEND_TIMEOUT_USEC=60000000"]
    assert sum(slept) == PATIENCE_S


def test_other_settings_end_the_wait_at_once(tmp_path: Path) -> None:
    for before, after in (("a", "ab"), (None, "a"), ("a", None)):
        config = tmp_path / f"{before}-{after}.toml"
        slept = list[float]()

        def write(text: str | None, config: Path = config) -> None:
            config.unlink(missing_ok=True)
            if text is not None:
                config.write_text(text)

        def sleep(duration_s: float, slept: list[float] = slept, after: str | None = after) -> None:
            slept.append(duration_s)
            if len(slept) == 3:
                write(after)

        write(before)
        assert wait_for_other_settings(config, "wrong", notify=lambda _: None, sleep=sleep)
        assert len(slept) == 3


def test_settings_that_may_be_read_now_end_the_wait_at_once(tmp_path: Path) -> None:
    config, slept = tmp_path / "table.toml", list[float]()
    config.write_text("a")
    config.chmod(0o200)

    def sleep(duration_s: float) -> None:
        slept.append(duration_s)
        config.chmod(0o644)

    assert wait_for_other_settings(config, "wrong", notify=lambda _: None, sleep=sleep)
    assert len(slept) == 1


def test_wrong_settings_under_a_service_manager(tmp_path: Path) -> None:
    """The reason is in the log once and in the status; the process goes when the file is mended, or it is ended."""
    house = House(tmp_path)
    good = house.config.read_text()
    words = [sys.executable, "-c", ENTRY, "table", "--config", str(house.config)]
    with contextlib.closing(ServiceManager(str(tmp_path / "notify"))) as manager:
        env = {**os.environ, **manager.environment}
        for end in ("mended", "ended"):
            house.config.write_text("[tabel]\n")
            with subprocess.Popen(words, env=env, stderr=subprocess.PIPE, text=True) as table:
                said = manager.hears()
                assert said.startswith(f"STATUS=cannot start: {house.config}: tabel: unknown key")
                if end == "mended":
                    house.config.write_text(good)
                else:
                    table.send_signal(signal.SIGTERM)
                _, log = table.communicate(timeout=60)
            assert table.returncode == (2 if end == "mended" else -signal.SIGTERM)
            assert log.count("unknown key") == 1


def test_a_table_that_is_aborted_says_where_it_stood(tmp_path: Path) -> None:
    """The service manager's watchdog ends what stands still with SIGABRT."""
    house = House(tmp_path)
    with contextlib.closing(ServiceManager(str(tmp_path / "notify"))) as manager:
        words = [sys.executable, "-c", ENTRY, "table", "--config", str(house.config)]
        env = {**os.environ, **manager.environment}
        with subprocess.Popen(words, env=env, stderr=subprocess.PIPE, text=True) as table:
            while manager.hears() != "WATCHDOG=1":
                pass
            table.send_signal(signal.SIGABRT)
            _, log = table.communicate(timeout=60)
    assert "serve_one" in log
