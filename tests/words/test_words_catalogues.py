"""The catalogues: every language says everything that the table can say, with the same placeholders."""

import re
from collections import Counter

import pytest

from device.rules.card import Card
from device.rules.foreign import WhyForeign
from device.rules.tableau import next_step
from device.rules.wagers import Wager
from device.table import vocabulary
from device.words import HandNames, Words, WordsError, languages, load_words
from device.words.catalogue import read_catalogue

NAMES = HandNames(player="Punto", banker="Banca", tie="Empate")

INSTRUCTIONS = [
    "open-shoe",
    "inspect",
    "shuffle-and-load",
    "burn-more",
    "wait-for-bets",
    "first-cards",
    "card-to-player",
    "card-to-banker",
    "turn-player",
    "turn-banker",
    "turn-player-third",
    "turn-banker-third",
    "stand-call-result",
    "next-hand",
    "shoe-over",
    "held",
    "do-not-deal",
]
BANNERS = [
    "closed",
    "self-test",
    "shuffling",
    "inspection",
    "new-shoe",
    "burning",
    "place-your-bets",
    "no-more-bets",
    "dealing",
    "reveal",
    "result",
    "last-hand",
    "end-of-shoe",
    "supervisor-called",
    "held",
    "card-drawn-in-error",
    "reader-lost",
    "table-recovered",
    "do-not-deal",
]
# Kinds and options that the table will raise later are worded already: a screen may be newer than its table.
LATER_OPTIONS = ["acknowledge"]


def every_reason() -> set[str]:
    """Every reason that the drawing table can give, found by dealing every combination of values."""
    by_points = {card.points: card for card in Card}
    found: set[str] = set()
    for player in range(10):
        for banker in range(10):
            hands = [by_points[player], by_points[0]], [by_points[banker], by_points[0]]
            found |= set(next_step(*hands).reasons)
            for third in range(10):
                found |= set(next_step([*hands[0], by_points[third]], hands[1]).reasons)
    return found


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return load_words(str(request.param))


def test_the_languages_come_in_the_order_of_a_language_key() -> None:
    assert languages() == ("en", "es", "pt", "zh-Hans", "zh-Hant")


def test_a_language_says_its_own_name(words: Words) -> None:
    assert words.language in languages()
    assert words.language_name
    assert 1 <= len(words.language_short) <= 3, "it stands on a key"


def test_no_two_languages_are_called_alike() -> None:
    every = [load_words(code) for code in languages()]
    assert [words.language for words in every] == list(languages())
    assert [words.language_name for words in every] == ["English", "Español", "Português", "简体中文", "繁體中文"]
    assert [words.language_short for words in every] == ["EN", "ES", "PT", "简", "繁"]


def test_every_language_has_the_same_keys_with_the_same_placeholders(words: Words) -> None:
    english = load_words("en")
    assert words.all_keys() ^ english.all_keys() == set()
    for key in english.all_keys() - {"language.code", "language.name", "language.short", "result.place"}:
        assert placeholders(words.template(key)) == placeholders(english.template(key)), key
        assert words.template(key).strip() == words.template(key) != "", key
    assert words.template("result.place") in ("above", "below")


def placeholders(template: str) -> Counter[str]:
    return Counter(re.findall(r"\{(\w+)\}", template))


@pytest.mark.parametrize(
    ("group", "codes"),
    [
        ("phase", [phase.value for phase in vocabulary.Phase]),
        ("banner", BANNERS),
        ("instruction", INSTRUCTIONS),
        ("incident", [kind.value for kind in vocabulary.IncidentKind]),
        ("advice", [kind.value for kind in vocabulary.IncidentKind]),
        ("foreign", [why.value for why in WhyForeign]),
        ("option", [*(option.value for option in vocabulary.Option), *LATER_OPTIONS]),
        ("kind", [kind.value for kind in vocabulary.CoupKind]),
        ("wager", ["main", *(wager.value for wager in Wager)]),
    ],
)
def test_every_code_of_the_table_has_words(words: Words, group: str, codes: list[str]) -> None:
    missing = [code for code in codes if f"{group}.{code}" not in words.all_keys()]
    assert not missing


def test_every_reason_of_the_drawing_table_is_put_into_words(words: Words) -> None:
    reasons = every_reason()
    assert len(reasons) > 60
    sentences = {words.reason(reason, NAMES) for reason in reasons}
    assert len(sentences) == len(reasons), "two rules read the same"
    assert not [sentence for sentence in sentences if "player" in sentence or "-" in sentence or "{" in sentence]


def test_words_are_not_left_in_another_language(words: Words) -> None:
    # A long sentence that reads the same in two languages was copied and not translated.
    for other in set(languages()) - {words.language}:
        theirs = load_words(other)
        same = [key for key in words.all_keys() if words.template(key) == theirs.template(key)]
        assert not [key for key in same if re.fullmatch(r"[^{]{30,}[.]|[^{]{12,}。", words.template(key))], other


def test_a_chinese_catalogue_keeps_to_its_script_and_its_marks() -> None:
    simplified, traditional = load_words("zh-Hans"), load_words("zh-Hant")
    for words, foreign in (
        (simplified, "閒莊補牌贏燒銷荷枱監場請開結點將還"),
        (traditional, "闲庄补赢烧销监场请开结点将还"),
    ):
        for key in words.all_keys():
            text = words.template(key)
            assert not set(text) & set(foreign) - set("牌荷"), key
            assert not re.search(r"[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]", text), f"{key}: half-width mark"


def test_reasons_read_as_they_are_said_at_the_table() -> None:
    english, spanish = load_words("en"), load_words("es")
    assert english.reason("banker-3-against-8-stand", NAMES) == "Banca 3 against 8: stand"
    assert spanish.reason("banker-3-against-8-stand", NAMES) == "Banca 3 contra 8: se planta"
    assert spanish.reason("player-3-draw", NAMES) == "Punto 3: pide carta"
    assert spanish.reason("player-8-natural", NAMES) == "Punto 8: natural"


def test_a_code_that_nobody_knows_is_shown_in_plain_letters(words: Words) -> None:
    assert words.say("incident.moon-fell-down") == "moon fell down"
    assert words.reason("banker-moves-twice-on-sundays", NAMES) == "banker moves twice on sundays"
    assert words.optional("hint.moon-fell-down") == ""


def test_names_come_from_the_table_and_else_from_the_language() -> None:
    words = load_words("es")
    assert words.names("Jugador", "").player == "Jugador"
    assert words.names("", "") == HandNames(player="Punto", banker="Banca", tie="Empate")
    assert words.names("", "Banco") == HandNames(player="Punto", banker="Banco", tie="Empate")
    assert words.say("instruction.card-to-player", player="{banker}") == "Carta a {banker}"
    assert words.say("instruction.card-to-player") == "Carta a {player}", "an unfilled place shows and stops nothing"


def test_names_that_the_languages_readers_cannot_read_give_way_to_its_own() -> None:
    spanish, chinese = load_words("es"), load_words("zh-Hans")
    own = HandNames(player="闲", banker="庄", tie="和")
    assert chinese.own_names() == own
    assert chinese.names("Jugador", "Banca") == chinese.names("", "Banca") == own
    assert chinese.names("閒家", "莊家") == HandNames(player="閒家", banker="莊家", tie="和")
    assert spanish.names("閒", "莊") == spanish.names("Jugador", "莊") == spanish.own_names() == NAMES


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(WordsError, match=r"'fr'.*en, es"):
        load_words("fr")
    with pytest.raises(WordsError):
        load_words("../words/en")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[banner\n", "no TOML"),
        ("[banner]\nheld = 3\n", r"banner\.held.*not 3"),
        ('[banner]\nheld = "{player"\n', r"banner\.held.*placeholder"),
        ('[banner]\nheld = "{}"\n', r"banner\.held.*placeholder"),
    ],
)
def test_a_translators_slip_is_named(text: str, said: str) -> None:
    with pytest.raises(WordsError, match=said):
        read_catalogue(text)
