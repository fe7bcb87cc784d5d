"""The assembly guide, followed on paper: each part has its step, links lead somewhere, settings are the pins."""

import csv
import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from plans.tables import HERE, bom, expand, load_of, read, signals, ups_minutes

from device.settings.panel import PanelSettings
from device.settings.reading import load_settings

GUIDE = (HERE / "README.md").read_text(encoding="utf-8")
LOG = HERE / "test-log.csv"


def log_rows() -> list[dict[str, str]]:
    with LOG.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_part_has_its_place_in_the_guide() -> None:
    steps = re.sub(r"```.*?```", "", GUIDE[GUIDE.index("## 1 ·") :], flags=re.DOTALL)
    named = {one for ids in re.findall(r"\b[A-Z]+\d+(?:…[A-Z]+\d+)?\b", steps) for one in expand(ids)}
    bought = {one for line in bom() for one in line.ids}
    assert not bought - named, "bought, and the guide never says where it goes"
    unknown = {one for one in named - bought if one[0] in "ABCDFGHJMQRSUVWXY" and one not in {"A3"}}
    assert not unknown, "the guide names parts that are not in the list"


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_links_and_pictures_are_there(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (HERE / name).read_text(encoding="utf-8"))
    assert len(links) > 10
    assert not [link for link in links if not (HERE / link).is_file()]


def test_every_picture_is_shown_and_described() -> None:
    shown = set(re.findall(r"!\[[^\]]{4,}\]\(pictures/([^)]+)\)", GUIDE))
    assert shown == {path.name for path in (HERE / "pictures").iterdir() if path.suffix in {".svg", ".png"}}


def test_the_settings_in_the_guide_are_those_of_the_pins(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    (tmp_path / "table.toml").write_text(block[1], encoding="utf-8")
    assert load_settings(tmp_path / "table.toml").reader.kind.value == "shoe"
    panel = msgspec.convert(tomllib.loads(block[1])["panel"], PanelSettings)
    assert dict(panel.users()) == {one.name: one.number for one in signals("pi")}
    assert panel.enabled
    firmware = (HERE.parent / "firmware" / "pins.py").read_text(encoding="utf-8")
    for name in re.findall(r"`([A-Z_]{6,}) = ", GUIDE):
        assert re.search(rf"^{name} = ", firmware, re.MULTILINE), f"firmware/pins.py has no {name}"


def test_the_log_sheet_can_be_filled_in() -> None:
    rows = log_rows()
    assert [row["step"] for row in rows] == [str(n + 1) for n in range(len(rows))]
    assert all(row["measured"] and row["expected"] for row in rows)
    assert not any(row["found"] for row in rows)
    volts = [row for row in rows if re.search(r"\d V\b", row["expected"])]
    assert len(volts) >= 15


def test_what_the_log_expects_is_what_the_circuits_say() -> None:
    # The resistors and supplies reckoned through: what a good board shows lies within the limits to be ticked.
    expected = {row["step"]: row["expected"] for row in log_rows()}

    def within(step: str, value: float) -> bool:
        low, high = re.findall(r"[\d.]+", expected[step])[:2]
        return float(low) <= value <= float(high)

    assert within("17", 5.0 - 0.9 - 2 * 1.25), "R3: 5 V less the driver and two emitters"
    assert within("14", 3.3 - 1.15), "R11: 3.3 V less the optocoupler"
    assert within("2", read("power")["rail"]["V5"]["volts"])
    assert float(re.findall(r"[\d.]+", expected["31"])[0]) * 1000 >= load_of("V24").most_ma
    assert float(re.findall(r"\d+", expected["32"])[0]) <= ups_minutes()


def test_the_picture_files_are_pictures() -> None:
    for path in (HERE / "pictures").glob("*.png"):
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        assert path.stat().st_size > 5000, f"{path.name}: an empty picture"


def test_the_build_command_refuses_what_it_does_not_know(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from plans.__main__ import main

    with pytest.raises(SystemExit) as refused:
        main(["circuit"])
    assert refused.value.code == 2
    assert "circuits" in capsys.readouterr().err


def test_the_build_command_draws_what_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from plans.__main__ import main

    assert main(["table", "--into", str(tmp_path / "new")]) == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "identification-plate.svg",
        "panel.svg",
        "seals.svg",
        "table.svg",
    ]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["table", "--into", str(tmp_path / "file")]) == 2
    assert "hardware/build:" in capsys.readouterr().err
