"""The site's secret: what its labels look like, who may read it, and how its keys come and go."""

import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from cards.cards_tools import AT, LATER, add_labels, add_tags, labels, swapped

from device.cards.errors import CardsError, ForeignError, SecretError
from device.cards.keys.secret import SiteSecret, draw_secret
from device.cards.keys.secret_file import decode_secret, encode_secret, key_path, make_secret, read_secret
from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.readers.labels import ALPHABET, parse_label
from device.rules.foreign import Foreign, WhyForeign


def test_a_check_belongs_to_one_label_of_one_site() -> None:
    one, other = draw_secret(at=AT), draw_secret(at=AT)
    checks = {one.check_of("7QX4", a + b) for a in ALPHABET for b in ALPHABET}
    assert all(len(check) == 4 and set(check) <= set(ALPHABET) for check in checks)
    assert len(checks) > 1290, "1296 checks of 1679616 are seldom two alike"
    label = one.label("7QX4", "K3")
    assert str(label) == f"7QX4-K3-{one.check_of('7QX4', 'K3')}"
    assert one.generation_of(label) == 1
    assert other.generation_of(label) is None
    assert one.check_of("7QX4", "K3") != one.check_of("7QXK", "43"), "the parts do not run together"


def test_every_character_of_a_check_can_be_every_one() -> None:
    secret = draw_secret(at=AT)
    checks = [secret.check_of("7QX4", a + b) for a in ALPHABET for b in ALPHABET]
    for place in range(4):
        assert {check[place] for check in checks} == set(ALPHABET)


def test_labels_of_an_older_generation_stay_valid_until_it_is_forgotten() -> None:
    first = draw_secret(at=AT)
    label = first.label("7QX4", "K3")
    second = first.rotated(at=LATER)
    assert second.generation_of(label) == 1
    assert second.generation_of(second.label("7QX4", "K3")) == 2
    assert second.without_old_keys(registry=2, labels={1}).generation_of(label) == 1
    forgotten = second.without_old_keys(registry=2, labels=set())
    assert forgotten.generation_of(label) is None
    assert [one.number for one in forgotten.generations] == [2]
    with pytest.raises(SecretError, match="no key of generation 1"):
        forgotten.registry_key(1)


def test_a_forgotten_label_key_makes_no_label_of_zeros_valid() -> None:
    secret = draw_secret(at=AT).rotated(at=AT).without_old_keys(registry=1, labels=())
    assert secret.generations[0].label_key is None
    zeros = replace(secret, generations=(replace(secret.newest, label_key=bytes(32)),))
    assert secret.generation_of(zeros.label("7QX4", "K3")) is None


def test_no_key_is_in_what_is_printed_of_a_secret() -> None:
    secret = draw_secret(at=AT)
    (one,) = secret.generations
    for key in (one.label_key, one.registry_key):
        assert key is not None
        assert repr(key) not in repr(secret)
        assert key.hex() not in repr(secret)


def test_one_changed_character_never_passes(registry: Registry) -> None:
    for name in ("7QX4", "7QX5", "AAAA"):
        add_labels(registry, name)
    registry.move(("7QX4", "7QX5", "AAAA"), PackState.OPENED, by="a", at=AT)
    snapshot = registry.snapshot()
    tried = 0
    for code in labels(registry, "7QX4"):
        assert snapshot.card_of(code) is not None
        for at, character in enumerate(code):
            for other in swapped(character):
                tried += 1
                assert snapshot.card_of(code[:at] + other + code[at + 1 :]) is None
                assert snapshot.why_not(code[:at] + other + code[at + 1 :])
    assert tried == 52 * (10 * 35 + 2 * 36)


def test_the_file_is_its_owners_alone_and_comes_back_as_it_was(folder: Path) -> None:
    path = folder / "packs.sqlite3"
    secret = make_secret(path, at=AT)
    assert stat.S_IMODE(key_path(path).stat().st_mode) == 0o600
    assert read_secret(path) == secret
    with pytest.raises(SecretError, match="there is a secret already"):
        make_secret(path, at=AT)
    assert read_secret(path) == secret
    assert [found.name for found in folder.iterdir()] == ["packs.sqlite3.key"]


@pytest.mark.parametrize("wrong", [0o640, 0o604, 0o660])
def test_a_secret_that_others_may_read_is_refused(registry: Registry, wrong: int) -> None:
    key = key_path(registry.path)
    key.chmod(wrong)
    with pytest.raises(SecretError, match=f"{key}: others may read the site's secret: run `chmod 600 {key}`"):
        registry.packs()


def test_a_secret_that_was_cut_or_changed_anywhere_is_damaged(registry: Registry) -> None:
    key = key_path(registry.path)
    whole = key.read_bytes()
    for size in range(0, len(whole), 7):
        key.write_bytes(whole[:size])
        with pytest.raises(SecretError, match=r"damaged.*--only-secret"):
            registry.packs()
    for at in range(0, len(whole), 3):
        key.write_bytes(whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :])
        with pytest.raises(SecretError):
            registry.packs()
    key.write_bytes(whole + b"x")
    with pytest.raises(SecretError, match="damaged"):
        registry.packs()


def test_a_newer_secret_is_left_alone(registry: Registry) -> None:
    key_path(registry.path).write_bytes(b'{"format":"zapato site secret","version":2,"more":1}\n')
    with pytest.raises(SecretError, match="newer software wrote this secret"):
        registry.packs()


def test_a_lost_secret_is_not_made_anew(registry: Registry) -> None:
    add_tags(registry, 1)
    key = key_path(registry.path)
    key.unlink()
    for create in (False, True):
        with pytest.raises(SecretError, match=f"{key}: the site's secret is lost.*--only-secret"):
            Registry(registry.path, create=create)
    assert not key.exists()
    key.mkdir()
    with pytest.raises(SecretError, match="no file"):
        registry.packs()


def test_a_lost_registry_is_not_made_anew(registry: Registry) -> None:
    registry.path.unlink()
    with pytest.raises(CardsError, match=r"the registry of packs is lost.*restore.*move .*\.key aside as well"):
        Registry(registry.path, create=True)
    with pytest.raises(CardsError, match="there is no registry of packs here"):
        Registry(registry.path)
    assert [found.name for found in registry.path.parent.iterdir()] == ["packs.sqlite3.key"]


def test_another_sites_secret_is_told_from_another_secret_of_the_site(registry: Registry, folder: Path) -> None:
    add_tags(registry, 1)
    other = Registry(folder / "other.sqlite3", create=True)
    theirs = read_secret(other.path).site
    mine = key_path(registry.path).read_bytes()
    key_path(registry.path).write_bytes(key_path(other.path).read_bytes())
    with pytest.raises(ForeignError, match=f"belongs to site .*and the secret beside it to site {theirs}"):
        registry.packs()
    forged = SiteSecret(site=decode_secret(mine, registry.path).site, generations=draw_secret(at=AT).generations)
    key_path(registry.path).write_bytes(encode_secret(forged))
    with pytest.raises(SecretError, match="not the secret that the registry was written with, though of the same site"):
        registry.packs()


def test_old_labels_play_on_after_a_change_and_their_key_goes_with_their_last_pack(registry: Registry) -> None:
    codes = add_labels(registry, "7QX4")
    registry.move(("7QX4",), PackState.OPENED, by="a", at=AT)
    with sqlite3.connect(registry.path) as connection:
        ((box, marks),) = connection.execute("SELECT box, marks FROM packs")
    connection.close()
    assert marks in registry.path.read_bytes()
    secret = registry.rotate(at=LATER)
    assert [(one.number, one.label_key is not None, one.registry_key is not None) for one in secret.generations] == [
        (1, True, False),
        (2, True, True),
    ]
    assert registry.codes_of("7QX4") == codes
    assert registry.snapshot().card_of(next(iter(codes))) is next(iter(codes.values()))
    new = add_labels(registry, "AB12")
    assert all(registry.secret().generation_of(label) == 2 for code in new if (label := parse_label(code)))
    registry.move(("7QX4",), PackState.RETIRED, by="a", at=LATER, why="worn")
    assert [one.number for one in registry.secret().generations] == [2]
    assert registry.why_not(next(iter(codes))) == Foreign(why=WhyForeign.RETIRED, pack="7QX4", on=LATER[:10])
    left = registry.path.read_bytes()
    for old in (box, marks):  # what was written under the old key is gone
        assert not any(old[at : at + 16] in left for at in range(0, len(old), 16))
