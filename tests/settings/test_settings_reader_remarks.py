"""What a reader is not fit for is said by `zapato check`, and in production by the panel."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import zapato
from device.rules.making import with_settings
from device.service.production import reader_remarks, remarks
from device.settings import load_profile, parse_settings

PROFILE = load_profile("live")


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
    shown = [line for line in remarks(in_production, PROFILE) if line.startswith(f"reader.kind = {kind}: ")]
    for lines in (told, shown):
        assert len(lines) == len(says)
        assert all(said in line for said, line in zip(says, lines, strict=True))
    assert remarks(parse_settings(text, "table.toml", Path("/srv/bac")), PROFILE) == []


@pytest.mark.parametrize(
    ("kind", "accept", "remedy"),
    [
        ("line", "classes", "nobody sees it: switch it off on the scanner"),
        ("ssi", "both", "nobody sees it: switch it off on the scanner"),
        ("grow", "classes", "the table sets it by itself; where the panel says that the reader is not configured"),
        ("line", "packs", ""),
        ("shoe", "classes", ""),
        ("angel-eye", "classes", ""),
        ("em4100", "both", ""),
    ],
)
def test_what_a_scanner_that_keeps_quiet_about_equal_cards_costs_is_told(
    kind: str, accept: str, remedy: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'profile = "classic"\n[reader]\nkind = "{kind}"\n[cards]\naccept = "{accept}"\n')
    result = CliRunner().invoke(zapato, ["check", str(file)])
    assert result.exit_code == 0, result.output
    told = [line for line in result.stderr.splitlines() if "follows one of the same rank and suit" in line]
    assert len(told) == bool(remedy)
    for line in told:
        assert f"cards.accept = {accept}: in a shuffled shoe of 6 decks, on average 5 times a card follows" in line
        assert remedy in line
        assert "no two of their labels are equal" in line


@pytest.mark.parametrize(("decks", "says"), [(1, None), (2, "of 2 decks, on average once a"), (8, "average 7 times a")])
def test_how_often_depends_on_the_decks_and_a_single_deck_has_no_equal_cards(decks: int, says: str | None) -> None:
    settings = parse_settings('[reader]\nkind = "line"\n', "table.toml", Path("/srv/bac"))
    told = [
        line
        for line in reader_remarks(settings, with_settings(PROFILE, {"decks": str(decks)}))
        if "follows one" in line
    ]
    assert len(told) == (says is not None)
    assert all(says is not None and says in line for line in told)
