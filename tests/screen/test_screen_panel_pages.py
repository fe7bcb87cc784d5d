"""The panel's pages: words fit, targets are large and apart, the four buttons keep their places, keys their word."""

import itertools

import pytest
from support.panel_pictures import EN, LANGUAGES, ViewMaker, cut, picture, texts
from support.panel_states import HOMES, MIRROR, OPTIONS, PAGES, incident, state_of

from device.screen.dealer.error_numbers import REFUSALS
from device.screen.dealer.pages.frame import button_area
from device.screen.dealer.pages.options import PanelOptions
from device.screen.dealer.pages.picture import no_data_picture, panel_picture
from device.screen.dealer.pages.pieces import PANEL
from device.screen.dealer.state import START, PanelState, Said, Touched
from device.screen.dealer.step import step
from device.screen.dealer.targets import Begin, Go, Open, Page, Press, Task
from device.screen.dealer.touch import Fingers
from device.screen.drawing.paint import Painter
from device.screen.look.layout import Canvas, Size
from device.screen.look.shapes import Arrow, Back, Face, Fill, Progress
from device.screen.look.theme import THEMES, Ink
from device.screen.showing.subscription import Reason
from device.screen.view import staff_view
from device.table.vocabulary import IncidentKind, Option, Refusal
from device.words import Words, load_words

PANEL_MM = 154.0
"""The width of a seven-inch panel."""
LEAST_MM = 9.0

SHOWN = [(name, state_of(name)) for name in HOMES] + list(PAGES.values())


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(THEMES["standard"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [OPTIONS, MIRROR], ids=["", "mirror"])
def test_every_word_of_every_page_is_drawn_whole(
    staff: ViewMaker, painter: Painter, language: str, options: PanelOptions
) -> None:
    words = load_words(language)
    for home, state in SHOWN:
        assert not cut(picture(staff, home, state, words, options=options), painter), (home, state.page)
    for reason in Reason:
        assert not cut(no_data_picture(reason, words, PANEL, options=options), painter), reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_and_every_refusal_is_said_whole_on_the_first_page(
    staff: ViewMaker, painter: Painter, language: str
) -> None:
    words = load_words(language)
    for kind in IncidentKind:
        options = [option.value for option in Option]
        for some in (options[:4], options[4:8], options[8:12], options[12:]):
            held = staff(**HOMES["unread"] | {"incidents": [incident(kind.value, *some, two=tuple(some))]})
            assert not cut(panel_picture(staff_view(held), PanelState(), words, PANEL), painter), kind
        told = staff_view(staff(notices=[kind.value]))
        assert not cut(panel_picture(told, PanelState(), words, PANEL), painter), kind
    hands = (("player", "Jugador"), ("banker", "Banca"), ("tie", "Empate"))
    for why in Refusal:
        note = PanelState(note=Said(key=f"refusal.{why.value}", values=hands), note_until_s=1.0)
        shown = picture(staff, "bets", note, words)
        assert not cut(shown, painter), why
        assert any(text.startswith(REFUSALS[why]) for text in texts(shown)), why


def test_a_text_that_is_cut_is_found(staff: ViewMaker, painter: Painter) -> None:
    words = Words({"language.code": "x", "label.game": "x", "instruction.wait-for-bets": "w " * 90})
    assert cut(picture(staff, "bets", words=words), painter)


def test_one_touch_on_the_first_page_speaks_the_next_language(staff: ViewMaker) -> None:
    view, state, said = staff_view(staff()), START, []
    for _ in OPTIONS.languages:
        shown = panel_picture(view, state, load_words(state.language or "en"), PANEL, options=OPTIONS)
        touched = shown.target_at(760, 24)
        assert touched is not None
        state, _effects = step(state, Touched(action=touched.action), view, 0.0)
        said.append(state.language)
    assert said == ["es", "en"]


@pytest.mark.parametrize("options", [OPTIONS, MIRROR], ids=["", "mirror"])
def test_targets_are_as_large_as_a_fingertip_and_never_overlap(staff: ViewMaker, options: PanelOptions) -> None:
    least = LEAST_MM * PANEL[0] / PANEL_MM
    for home, state in SHOWN:
        shown = picture(staff, home, state, options=options)
        for target in shown.targets:
            assert target.box.w >= least, target
            assert target.box.h >= least, target
            assert 0 <= target.box.x < target.box.right <= PANEL[0], target
            assert 0 <= target.box.y < target.box.bottom <= PANEL[1], target
        for one, other in itertools.combinations([target.box for target in shown.targets], 2):
            apart = one.x >= other.right or other.x >= one.right or one.y >= other.bottom or other.y >= one.bottom
            assert apart, (home, state.page, one, other)


@pytest.mark.parametrize("size", [PANEL, (1024, 600), (480, 320)])
@pytest.mark.parametrize("options", [OPTIONS, MIRROR], ids=["", "mirror"])
def test_the_four_buttons_never_leave_their_places(staff: ViewMaker, size: Size, options: PanelOptions) -> None:
    places = [Canvas.fit(size, PANEL).box(*button_area(index)) for index in range(4)]
    meant = [Press(button="bets"), Press(button="show"), Press(button="call"), Open(page=Page.MENU)]
    for home in HOMES:
        shown = picture(staff, home, size=size, options=options)
        drawn = [shape.box for shape in shown.scene.shapes if isinstance(shape, Fill)]
        assert all(place in drawn for place in places), home
        for place, action in zip(places, meant, strict=True):
            found = shown.target_at(place.x + place.w // 2, place.y + place.h // 2)
            assert found is None or found.action == action, home
        assert shown.target_at(places[2].x + 5, places[2].y + 5) is not None, "the supervisor can always be called"


def test_the_hands_change_sides_in_the_mirror_and_the_arrow_with_them(staff: ViewMaker) -> None:
    def side(name: str, options: PanelOptions) -> tuple[bool, bool]:
        shown = picture(staff, name, options=options).scene.shapes
        arrow = next(shape for shape in shown if isinstance(shape, Arrow))
        due = next(shape for shape in shown if isinstance(shape, Fill) and shape.ink is Ink.WINNER)
        return arrow.to_left, due.box.x < PANEL[0] // 2

    assert side("card to Player", OPTIONS) == (True, True)
    assert side("card to Banker", OPTIONS) == (False, False)
    assert side("card to Player", MIRROR) == (False, False)
    assert side("card to Banker", MIRROR) == (True, True)


def test_totals_stand_on_the_sides_of_their_hands(staff: ViewMaker) -> None:
    assert "1 : 3" in texts(picture(staff, "result"))
    assert "3 : 1" in texts(picture(staff, "result", options=MIRROR))


def test_a_result_is_called_by_three_keys_between_which_nothing_else_lies(staff: ViewMaker) -> None:
    shown = picture(staff, "call")
    keys = [Press(button=key) for key in ("player", "tie", "banker")]
    called = sorted((one for one in shown.targets if one.action in keys), key=lambda one: one.box.x)
    assert [one.action for one in called] == keys
    assert len({(one.box.y, one.box.h) for one in called}) == 1
    for other in set(HOMES) - {"call"}:
        presses = {target.action.button for target in picture(staff, other).targets if isinstance(target.action, Press)}
        assert not presses & {"player", "tie", "banker"}, other


def test_every_option_of_an_incident_is_a_key_the_houses_default_first(staff: ViewMaker) -> None:
    shown = picture(staff, "card in error")
    begun = [target.action for target in shown.targets if isinstance(target.action, Begin)]
    assert begun == [
        Begin(task=Task.RESOLVE, given=(("option", option),)) for option in ("next", "burn", "free-coup", "void")
    ]
    assert texts(shown).count("two people") == 1
    unread = [target.action for target in picture(staff, "unread").targets if isinstance(target.action, Begin)]
    assert unread[0] == Begin(task=Task.ENTER)
    assert "Jugador, card 2" in " ".join(texts(picture(staff, "unread")))
    assert "CARDS PICKED UP TOO EARLY" in texts(picture(staff, "picked up"))


def test_the_number_of_the_trouble_stands_beside_it(staff: ViewMaker) -> None:
    assert "E01" in texts(picture(staff, "card in error"))
    assert "E51" in texts(picture(staff, "reader lost"))
    assert "E52" in texts(picture(staff, "record fails"))


def test_a_press_can_be_taken_back_for_three_seconds(staff: ViewMaker) -> None:
    undo = Press(button="undo")
    actions = [target.action for target in picture(staff, "bets, button", now_s=1.9).targets]
    assert undo in actions
    assert undo not in [target.action for target in picture(staff, "bets, button", now_s=2.0).targets]
    assert undo not in [target.action for target in picture(staff, "bets", PanelState(undo_until_s=2.0)).targets]


def test_a_card_that_was_read_is_ticked_whatever_card_it_is_and_only_for_a_while(staff: ViewMaker) -> None:
    assert "read" in texts(picture(staff, "turn Banker", now_s=1.0))
    assert "read" not in texts(picture(staff, "turn Banker", now_s=2.0))
    # Face up there is nothing to say: the card itself is seen.
    assert "read" not in texts(picture(staff, "card to Player", PanelState(read_until_s=9.0)))


def test_without_a_view_nothing_can_be_touched_and_no_card_is_seen() -> None:
    for reason in Reason:
        shown = no_data_picture(reason, EN, PANEL)
        assert not shown.targets
        assert not [shape for shape in shown.scene.shapes if isinstance(shape, Face | Back)]
        assert EN.say(f"feed.{reason.value}") in texts(shown)


def test_what_is_held_shows_how_long_it_is_held(staff: ViewMaker) -> None:
    shown = picture(staff, "burn")
    target = next(one for one in shown.targets if one.hold)
    assert target.action == Press(button="bets")
    fingers = Fingers(down=frozenset({1}), leading=1, target=target, since_s=10.0)
    half = picture(staff, "burn", fingers=fingers, now_s=10.75)
    assert [shape.part for shape in half.scene.shapes if isinstance(shape, Progress)] == [pytest.approx(0.5)]
    assert not [shape for shape in shown.scene.shapes if isinstance(shape, Progress)]


def test_a_key_under_a_finger_looks_pressed(staff: ViewMaker) -> None:
    shown = picture(staff, "show")
    for target in shown.targets:
        fingers = Fingers(down=frozenset({1}), leading=1, target=target)
        assert picture(staff, "show", fingers=fingers).scene != shown.scene, target


def test_every_page_leads_back_and_says_what_the_table_wants(staff: ViewMaker) -> None:
    for home, state in PAGES.values():
        actions = [target.action for target in picture(staff, home, state).targets]
        assert Go.BACK in actions, state.page
        assert Go.HOME in actions, state.page
    assert "Do not deal" in texts(picture(staff, "reader lost", PAGES["sound"][1]))


def test_a_voided_hand_is_neither_voided_nor_corrected_again(staff: ViewMaker) -> None:
    def tasks(name: str) -> list[Begin]:
        home, state = PAGES[name]
        return [target.action for target in picture(staff, home, state).targets if isinstance(target.action, Begin)]

    assert tasks("recall, one") == [
        Begin(task=Task.VOID, given=(("coup", "8"),)),
        Begin(task=Task.CORRECT, given=(("coup", "8"),)),
    ]
    assert not tasks("recall, void")


def test_the_menu_begins_every_task_that_staff_have(staff: ViewMaker) -> None:
    from device.screen.dealer.pages.menu import GROUPS

    entries = [entry for _, group in GROUPS for entry in group]
    begun = {entry.action.task for entry in entries if isinstance(entry.action, Begin)}
    assert begun == set(Task) - {Task.RESOLVE}, "what holds the table is decided on the first page"
    opened = {entry.action.page for entry in entries if isinstance(entry.action, Open)}
    assert opened == set(Page) - {Page.HOME, Page.MENU}
    assert max(len(group) for _, group in GROUPS) <= 5


def test_software_house_rules_and_their_hash_are_told_without_signing_in(staff: ViewMaker) -> None:
    home, _ = PAGES["about"]
    shown = " ".join(texts(picture(staff, home, PanelState(page=Page.ABOUT)))).replace(" ", "")
    assert "zapato0.1.0" in shown
    assert "live1" in shown
    assert "0123456789abcdef" * 4 in shown
    named = " ".join(texts(picture(staff, *PAGES["about"])))
    assert "sup1 (supervisor)" in named
    assert "secret" not in named


@pytest.mark.parametrize("size", [(320, 240), (240, 320), (1, 1), (1920, 1080)])
def test_odd_sizes_are_drawn(staff: ViewMaker, painter: Painter, size: Size) -> None:
    for home, state in (("call", state_of("call")), ("card in error", state_of("call")), *list(PAGES.values())[:9]):
        assert painter.picture(picture(staff, home, state, size=size).scene).get_size() == size
