"""The screens' typefaces: are they there, and do they have every letter of the table's languages."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World
from device.screen.drawing.fonts import FontError, can_draw, font_path, glyphs, languages_offered, needs_cjk
from device.words import load_words

_TELL = Teller("fonts")


def look(world: World) -> Iterator[Finding]:
    """The Latin face in both weights, and a Chinese one where the settings need it."""
    try:
        faces = [font_path(bold=bold) for bold in (False, True)]
        having = [glyphs(face) for face in faces]
    except (FontError, OSError) as error:
        yield _TELL.bad("said", says=str(error))
        return
    screen = world.settings.screen if world.settings is not None else None
    wanted = [] if world.settings is None else [world.settings.screen_language.value]
    if screen is not None and screen.second_language is not None:
        wanted.append(screen.second_language.value)
    yield from judge(wanted, {language: can_draw(language) for language in wanted}, having)
    yield _TELL.ok("fonts", languages=", ".join(languages_offered()), path=str(faces[0]))


def judge(wanted: list[str], drawable: dict[str, bool], having: list[frozenset[int]]) -> Iterator[Finding]:
    """`having`: the letters of the Latin faces; `drawable`: whether the machine has a face for a language."""
    for language in wanted:
        if not drawable[language]:
            yield _TELL.bad("fonts-chinese", language=language)
        if needs_cjk(language):
            continue
        words = load_words(language)
        needed = {ord(letter) for key in words.all_keys() for letter in words.template(key) if letter.isalpha()}
        lacks = sorted(needed - frozenset.intersection(*having))
        if lacks:
            yield _TELL.bad("fonts-letters", language=language, letters="".join(map(chr, lacks[:20])))
