"""Typefaces for Chinese: found by file, the best one first, believed only when it has what the catalogue needs."""

import struct
from pathlib import Path

import pytest

from device.screen.drawing import fonts
from device.screen.drawing.fonts import (
    FontError,
    cjk_path,
    font_path,
    glyphs,
    languages_offered,
    missing_cjk_sentence,
)
from device.words import languages


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which faces are looked for."""
    monkeypatch.setattr(fonts, "_font_folders", lambda: (tmp_path / "nothing-here", tmp_path))
    return tmp_path


def face(path: Path, first: int = 0x2E80, last: int = 0xFFFD) -> Path:
    """Write a file that has a character map and nothing else."""
    groups = struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, first, last, 1)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + groups
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        struct.pack(">IHHHH", 0x00010000, 1, 16, 0, 0) + struct.pack(">4sIII", b"cmap", 0, 28, len(cmap)) + cmap
    )
    return path


def test_of_a_collection_the_first_face_is_read(tmp_path: Path) -> None:
    single = font_path(bold=True).read_bytes()
    ahead = struct.pack(">4sIII", b"ttcf", 0x00010000, 1, 16)
    count = struct.unpack_from(">H", single, 4)[0]
    moved = bytearray(single)
    for at in range(12, 12 + 16 * count, 16):
        struct.pack_into(">I", moved, at + 8, struct.unpack_from(">I", single, at + 8)[0] + len(ahead))
    (tmp_path / "one.ttc").write_bytes(ahead + moved)
    assert glyphs(tmp_path / "one.ttc") == glyphs(font_path(bold=True)) != frozenset()


@pytest.mark.parametrize(
    "content", [b"", b"ttcf", b"ttcf\0\1\0\0\0\0\0\1\xff\xff\xff\xff", b"\0\1\0\0\0\0" + bytes(40)]
)
def test_what_is_no_font_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "no.ttc").write_bytes(content)
    with pytest.raises(FontError, match=r"no\.ttc"):
        glyphs(tmp_path / "no.ttc")


def test_without_a_face_chinese_is_not_offered_and_the_remedy_is_named(folder: Path) -> None:
    assert cjk_path() is None
    assert cjk_path("zh-Hant", bold=True) is None
    assert languages_offered() == tuple(code for code in languages() if not code.startswith("zh"))
    assert "中文" in missing_cjk_sentence()
    assert "apt-get install fonts-" in missing_cjk_sentence()


def test_a_face_of_the_languages_own_script_comes_first(folder: Path) -> None:
    micro = face(folder / "truetype/wqy/wqy-microhei.ttc")
    assert (cjk_path("zh-Hans"), cjk_path("zh-Hant")) == (micro, micro)


@pytest.mark.parametrize(("language", "own"), [("zh-Hans", "NotoSansSC"), ("zh-Hant", "NotoSansTC")])
def test_each_script_has_its_own_face(folder: Path, language: str, own: str) -> None:
    regular, bold = face(folder / "a" / f"{own}-Regular.otf"), face(folder / "b" / f"{own}-Bold.otf")
    face(folder / "NotoSansCJK-Regular.ttc")
    face(folder / "wqy-microhei.ttc")
    assert cjk_path(language) == regular
    assert cjk_path(language, bold=True) == bold
    assert set(languages_offered()) == set(languages())


def test_a_real_bold_is_preferred_and_else_the_regular_file_given(folder: Path) -> None:
    face(folder / "wqy-microhei.ttc")
    regular, bold = face(folder / "NotoSansCJK-Regular.ttc"), face(folder / "NotoSansCJK-Bold.ttc")
    assert cjk_path() == regular
    assert cjk_path(bold=True) == bold


def test_a_face_without_a_bold_answers_with_its_regular_file(folder: Path) -> None:
    droid = face(folder / "DroidSansFallbackFull.ttf")
    assert cjk_path(bold=True) == cjk_path(bold=False) == droid


def test_a_face_that_lacks_characters_or_cannot_be_read_is_passed_over(folder: Path) -> None:
    (folder / "NotoSansSC-Regular.otf").write_bytes(b"OTTO and nothing more")
    face(folder / "SourceHanSansSC-Regular.otf", 0x4E00, 0x4E10)
    whole = face(folder / "wqy-microhei.ttc")
    face(folder / "NotoSansCJK-Light.ttc")
    assert cjk_path() == whole


@pytest.mark.needs("cjk-font")
def test_the_machines_own_face_has_both_scripts() -> None:
    for language, letters in (("zh-Hans", "闲庄和补牌靴"), ("zh-Hant", "閒莊和補牌靴曱甴")):
        for bold in (False, True):
            path = cjk_path(language, bold=bold)
            assert path is not None
            assert {ord(letter) for letter in letters} <= glyphs(path)
