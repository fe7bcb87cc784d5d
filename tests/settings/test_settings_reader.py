"""The settings of each kind of reader, and what cannot stand together."""

from pathlib import Path

import pytest

from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.settings import Settings, SettingsError, parse_settings

FOLDER = Path("/srv/bac")


def parsed(text: str) -> Settings:
    return parse_settings(text, "table.toml", FOLDER)


def refusal(text: str) -> list[str]:
    with pytest.raises(SettingsError) as told:
        parsed(text)
    return str(told.value).splitlines()


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("", 115200),
        ('kind = "line"', 9600),
        ('kind = "grow"\nbaud = "usual"', 9600),
        ('kind = "ssi"', 9600),
        ('kind = "em4100"', 9600),
        ('kind = "twn4"', 115200),
        ('kind = "pn532"', 115200),
        ('kind = "angel-eye"', 4800),
        ('kind = "angel-eye"\nbaud = 9600', 9600),
    ],
)
def test_a_reader_has_its_usual_speed_where_none_is_set(text: str, speed: int) -> None:
    accept = "both" if any(kind in text for kind in ("em4100", "twn4", "pn532")) else "classes"
    assert parsed(f'[reader]\n{text}\n[cards]\naccept = "{accept}"').reader.speed == speed


def test_what_is_not_known_of_angel_eye_shoes_is_set() -> None:
    kind = '[reader]\nkind = "angel-eye"\n[reader.angel_eye]\n'
    usual = parsed(kind).reader.options()
    assert (usual.r_means, usual.commands) == (RMeans.CARD_AGAIN, None)
    assert parsed(f'{kind}bcc = "after-stx"').reader.options().commands is None  # it is only listened to
    told = parsed(f'{kind}r = "redeal"\nwrite = true\nbcc = "after-stx"').reader.options()
    assert (told.r_means, told.commands) == (RMeans.REDEAL, CommandBcc.AFTER_STX)


@pytest.mark.parametrize(
    ("kind", "cards", "told"),
    [
        ("em4100", "", "cards.accept: 'classes' with reader.kind = em4100; a tag is a card by the registry of packs"),
        ("twn4", "", "cards.accept: 'classes' with reader.kind = twn4; a tag is a card by the registry of packs only"),
        ("pn532", "", "cards.accept: 'classes' with reader.kind = pn532; a tag is a card by the registry of packs"),
        ("angel-eye", 'accept = "packs"', "cards.accept: 'packs' with reader.kind = angel-eye; this shoe tells rank"),
        ("angel-eye", 'codes = "c.toml"', "cards.codes: '/srv/bac/c.toml' with reader.kind = angel-eye; this shoe"),
    ],
)
def test_marks_that_a_reader_never_gives_are_refused(kind: str, cards: str, told: str) -> None:
    (line,) = refusal(f'[reader]\nkind = "{kind}"\n[cards]\n{cards}\n')
    assert line.startswith(f"table.toml: {told}")


@pytest.mark.parametrize(("kind", "accept"), [("em4100", "both"), ("pn532", "packs"), ("ssi", "packs")])
def test_tags_and_labels_are_cards_by_the_registry(kind: str, accept: str) -> None:
    assert parsed(f'[reader]\nkind = "{kind}"\n[cards]\naccept = "{accept}"\n').cards.uses_packs
