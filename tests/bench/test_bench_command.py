"""`zapato bench`: what it prints, and its exit code."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.bench import catalogue
from device.bench.catalogue import Benchmark, Wanted
from device.bench.report import BenchError, Goal, Line, Side
from device.cli.bench import command

KEYS = ["name", "value", "unit", "floor", "ratio", "goal", "goal_of", "ok"]


def zapato_bench(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def _two(value: float) -> tuple[Benchmark, ...]:
    def run(_: Wanted) -> Iterator[Line]:
        yield Line(name="first", value=value, unit="ms", goal=Goal(side=Side.AT_MOST, limit=10))
        yield Line(name="first-more", value=1.0, unit="ms")

    return (
        Benchmark(name="first", lines=("first", "first-more"), run=run),
        Benchmark(name="second", lines=("second",), run=lambda _: iter([Line(name="second", value=2.0, unit="ms")])),
    )


def test_a_real_benchmark_prints_the_documented_line() -> None:
    result = zapato_bench("--json", "--only", "rules")
    (line,) = map(json.loads, result.stdout.splitlines())
    assert list(line)[: len(KEYS)] == KEYS
    assert line["name"] == "rules"


@pytest.mark.parametrize(("value", "code"), [(10.0, 0), (10.1, 1)])
def test_a_missed_goal_is_exit_1(monkeypatch: pytest.MonkeyPatch, value: float, code: int) -> None:
    monkeypatch.setattr(catalogue, "BENCHMARKS", _two(value))
    result = zapato_bench("--json")
    assert [json.loads(line)["name"] for line in result.stdout.splitlines()] == ["first", "first-more", "second"]
    assert result.exit_code == code
    text = zapato_bench()
    assert text.exit_code == code
    assert text.stdout.splitlines()[0].startswith("name")
    assert ("MISSED" in text.stdout) is (code == 1)


def test_only_takes_a_benchmark_or_one_of_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "BENCHMARKS", _two(1.0))
    assert [line.name for line in catalogue.run(Wanted(), "first")] == ["first", "first-more"]
    assert [line.name for line in catalogue.run(Wanted(), "first-more")] == ["first-more"]
    assert [line.name for line in catalogue.run(Wanted(), "second")] == ["second"]
    with pytest.raises(LookupError):
        next(catalogue.run(Wanted(), "third"))


def test_a_wrong_name_or_folder_is_exit_2_and_names_what_there_is() -> None:
    wrong = zapato_bench("--only", "speed")
    assert wrong.exit_code == 2
    assert "card-to-lamp" in wrong.stderr and "start-up" in wrong.stderr
    assert zapato_bench("--only", "rules", "--folder", "/no/such/folder").exit_code == 2


def test_what_cannot_be_measured_is_exit_2_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: Wanted) -> Iterator[Line]:
        raise BenchError("gpiozero is not installed")

    monkeypatch.setattr(catalogue, "BENCHMARKS", (Benchmark(name="first", lines=("first",), run=run),))
    result = zapato_bench("--json")
    assert result.exit_code == 2
    assert result.stderr == "Error: gpiozero is not installed\n"


def test_what_takes_minutes_is_run_when_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Benchmark(
        name="long", lines=("long",), run=lambda _: iter([Line(name="long", value=1.0, unit="ms")]), by_name_only=True
    )
    monkeypatch.setattr(catalogue, "BENCHMARKS", (*_two(1.0), long))
    assert [line.name for line in catalogue.run(Wanted())] == ["first", "first-more", "second"]
    assert [line.name for line in catalogue.run(Wanted(), "long")] == ["long"]


def test_a_small_boards_limits_are_a_run_of_their_own() -> None:
    both = zapato_bench("--pi-like", "--only", "rules")
    assert (both.exit_code, "leave --only out" in both.stderr) == (2, True)


def test_the_first_line_of_a_benchmark_bears_its_name() -> None:
    assert all(one.lines[0] == one.name for one in catalogue.BENCHMARKS)
    names = catalogue.names()
    assert len(set(names)) == len(names)


LASTING = """
import signal, sys, tempfile, time
from device.bench import catalogue
from device.bench.report import Line

def run(_):
    with tempfile.TemporaryDirectory(dir=sys.argv.pop()):
        yield Line(name="first", value=1.0, unit="ms")
        time.sleep(600)

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # where the tests run under nohup nobody would hear it
catalogue.BENCHMARKS = (catalogue.Benchmark(name="first", lines=("first",), run=run),)
from device.cli.bench import command
command(["--json"])
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_one_that_is_ended_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    words = [sys.executable, "-c", LASTING, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and "first" in process.stdout.readline()
        assert [*tmp_path.iterdir()]
        process.send_signal(number)
        assert process.wait(60) == 128 + number
    assert not [*tmp_path.iterdir()]
