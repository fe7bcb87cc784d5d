"""The log of an acceptance run: what is counted, how sure one can be, and what is no log."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.bench.acceptance import upper_bound
from device.cli.bench import command

HEAD = "passage,laid,read,note\n"


def judged(folder: Path, text: str) -> Result:
    log = folder / "run.csv"
    log.write_text(text, encoding="utf-8")
    return CliRunner().invoke(command, ["--json", "--log", str(log)])


def long_log(unread: int, wrong: int = 0) -> str:
    faces = ["9h"] * 100_000
    reads = ["9h"] * (100_000 - unread - wrong) + [""] * unread + ["9d"] * wrong
    return HEAD + "".join(f"{n},{laid},{read},\n" for n, (laid, read) in enumerate(zip(faces, reads, strict=True), 1))


@pytest.mark.parametrize(("unread", "wrong", "code"), [(0, 0, 0), (10, 0, 0), (11, 0, 1), (0, 1, 1)])
def test_no_wrong_face_and_one_passage_in_ten_thousand_without_a_read(
    tmp_path: Path, unread: int, wrong: int, code: int
) -> None:
    result = judged(tmp_path, long_log(unread, wrong))
    passages, faces, without = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == code
    assert (passages["value"], faces["value"], without["unread"]) == (100_000, wrong, unread)
    assert (passages["ok"], faces["ok"], without["ok"]) == (True, wrong == 0, unread <= 10)


def test_a_run_that_is_too_short_is_not_accepted(tmp_path: Path) -> None:
    result = judged(tmp_path, HEAD + "1,9h,9H,\n2,Td,td,ten\n3,cut,CUT,\n")
    passages, faces, _ = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, passages["value"], passages["ok"], faces["ok"]) == (1, 2, False, True)


def test_a_card_that_never_went_through_is_a_wrong_face_and_the_first_one_is_named(tmp_path: Path) -> None:
    result = judged(tmp_path, HEAD + "1,9h,9h,\n2,,4c,phantom\n3,9h,9d,\n")
    passages, faces, _ = map(json.loads, result.stdout.splitlines())
    assert (passages["value"], faces["value"]) == (2, 2)
    assert "the first is passage 2" in faces["note"]


@pytest.mark.parametrize(
    ("found", "tried", "bound"),
    [
        (0, 100_000, 2.9957e-05),  # 1 - 0.05 ** (1 / 100000)
        (0, 10, 0.25887),
        (10, 100_000, 1.6962e-04),
        (4, 100_000, 9.1534e-05),  # so many in 100,000 still show that fewer than one in 10,000 are not read
        (5, 5, 1.0),
    ],
)
def test_the_bound_is_that_of_clopper_and_pearson(found: int, tried: int, bound: float) -> None:
    assert upper_bound(found, tried) == pytest.approx(bound, rel=1e-4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the columns passage, laid, read are needed"),
        ("passage,laid\n1,9h\n", "missing: read"),
        (HEAD, "there is no passage in it"),
        (HEAD + "1,9h,9h,\n3,9h,9h,\n", "line 3: passage 2 was expected, not '3'"),
        (HEAD + "1,9h,11h,\n", "line 2: read: a card as 9h, cut, or nothing, not '11h'"),
        (HEAD + "1,9h\n", "there is"),
    ],
)
def test_what_is_no_log_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    result = judged(tmp_path, text)
    if said == "there is":  # a short row is a passage without a read
        assert result.exit_code == 1
        return
    assert result.exit_code == 2
    assert said in result.stderr and "Traceback" not in result.stderr


def test_it_is_a_run_of_its_own(tmp_path: Path) -> None:
    both = CliRunner().invoke(command, ["--pi-like", "--only", "rules"])
    assert (both.exit_code, "give one of them" in both.stderr) == (2, True)
    alone = CliRunner().invoke(command, ["--only", "acceptance-passages"])
    assert (alone.exit_code, "--log FILE" in alone.stderr) == (2, True)
    assert CliRunner().invoke(command, ["--log", str(tmp_path / "none.csv")]).exit_code == 2
