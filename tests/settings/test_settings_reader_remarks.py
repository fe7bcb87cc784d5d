"""What a reader is not fit for is said by `zapato check`, and in production by the panel."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import zapato
from device.service.production import remarks
from device.settings import parse_settings


@pytest.mark.parametrize(
    ("kind", "accept", "says"),
    [
        ("shoe", "classes", ()),
        ("line", "classes", ("this reader sees codes, not passages; it is for schools and training",)),
        ("grow", "packs", ("this reader sees codes, not passages",)),
        ("ssi", "both", ("this reader sees codes, not passages",)),
        (
            "em4100",
            "packs",
            ("this reader sees tags, not passages", "a copy costs cents; never for games"),
        ),
        ("twn4", "packs", ("this reader sees tags, not passages; it is for schools and training",)),
        ("pn532", "both", ("this reader sees tags, not passages",)),
        ("angel-eye", "classes", ("understood from published readings, not from its maker",)),
    ],
)
def test_the_reader_is_told_by_check_and_in_production_on_the_panel(
    kind: str, accept: str, says: tuple[str, ...], tmp_path: Path
) -> None:
    text = f'[reader]\nkind = "{kind}"\n[cards]\naccept = "{accept}"\n'
    file = tmp_path / "table.toml"
    file.write_text(text)
    result = CliRunner().invoke(zapato, ["check", str(file)])
    assert result.exit_code == 0, result.output
    told = [line for line in result.stderr.splitlines() if f"reader.kind = {kind}: " in line]
    in_production = parse_settings(f"production = true\n{text}", "table.toml", Path("/srv/bac"))
    shown = [line for line in remarks(in_production) if line.startswith(f"reader.kind = {kind}: ")]
    for lines in (told, shown):
        assert len(lines) == len(says)
        assert all(said in line for said, line in zip(says, lines, strict=True))
    assert remarks(parse_settings(text, "table.toml", Path("/srv/bac"))) == []
