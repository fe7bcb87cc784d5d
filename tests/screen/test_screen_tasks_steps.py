"""Tasks on the dealer's panel, touch by touch, before a table that answers as it likes."""

from support.panel_tasks import COUPS, hand, held, need, table, texts, void_to_the_summary

from device.screen.dealer.sending import NOTE_S
from device.screen.dealer.state import Answered, Need
from device.screen.dealer.targets import Choose, Go, Page, Task, Type
from device.screen.look.shapes import Face


def test_a_void_asks_which_why_and_two_people_and_is_held() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.touch(Go.ACCEPT)
    assert not panel.orders("void"), "a tap is no press that lasts"
    panel.hold()
    (line,) = panel.orders("void")
    assert {key: line[key] for key in ("coup", "reason", "session", "second_session")} == {
        "coup": 6,
        "reason": "Dispute",
        "session": "token of sup1",
        "second_session": "token of pit2",
    }
    panel.answer()
    assert panel.state.errand is None
    assert panel.state.page is Page.HOME
    assert panel.state.note.key == "done.void"
    assert [one["session"] for one in panel.orders("sign-out")] == ["token of pit2"], "a second person signs once"


def test_a_step_back_asks_one_thing_again_and_loses_nothing_before_it() -> None:
    panel = hand()
    void_to_the_summary(panel)
    asked = []
    for _ in range(4):
        panel.touch(Go.BACK)
        asked.append(need(panel))
    assert asked == [Need.SECOND, Need.SIGN, Need.REASON, Need.COUP]
    panel.touch(Go.BACK)
    assert panel.state.errand is None
    assert not panel.orders("void")


def test_a_task_left_for_home_goes_on_where_it_was() -> None:
    panel = hand()
    panel.begin(Task.VOID)
    panel.choose("6")
    panel.choose("Dispute")
    panel.touch(Go.HOME)
    assert panel.state.errand is None
    panel.begin(Task.VOID)
    assert need(panel) is Need.SIGN
    panel.touch(Go.HOME)
    panel.begin(Task.VOID, coup="5")
    assert need(panel) is Need.REASON, "about another hand it begins anew"


def test_a_card_by_eye_is_shown_before_it_is_sent_and_asked_again_when_refused() -> None:
    panel = hand(held("card-unread", "enter", "cut", "void"))
    panel.begin(Task.ENTER)
    panel.types("T")
    assert Go.ACCEPT not in panel.actions
    panel.types("h")
    faces = [shape.card.value for shape in panel.picture.scene.shapes if isinstance(shape, Face)]
    assert faces == ["Th"]
    panel.touch(Type(text="9"))
    panel.touch(Type(text="s"))
    panel.touch(Go.ACCEPT)
    panel.signs("sup1")
    assert panel.orders("enter")[0]["card"] == "9s"
    panel.answer(ok=False, refusal="more-than-the-shoe", why="9s")
    assert need(panel) is Need.CARD
    panel.types("8s")
    panel.touch(Go.ACCEPT)
    assert [one["card"] for one in panel.orders("enter")] == ["9s", "8s"]


def test_an_exposed_card_shuts_out_what_does_not_go_with_it() -> None:
    view = held("card-drawn-in-error", "next", "burn", "free-coup", "void")
    panel = hand(view)
    panel.begin(Task.RESOLVE, option="next")
    assert need(panel) is Need.EXPOSED
    panel.choose("yes")
    assert need(panel) is Need.OPTION, "what was chosen before does not go with it"
    assert Choose(value="next") not in panel.actions
    panel.choose("burn")
    panel.signs("sup1")
    panel.hold()
    (line,) = panel.orders("resolve")
    assert (line["option"], line["exposed"]) == ("burn", True)
    assert "second_session" not in line


def test_an_incident_decided_elsewhere_ends_the_task_with_a_word() -> None:
    panel = hand(held("paused", "resume", "void"))
    panel.begin(Task.RESOLVE)
    panel.sees(table())
    assert panel.state.errand is None
    assert panel.state.note.key == "note.gone"
    panel.waits(NOTE_S)
    assert panel.now_s >= panel.state.note_until_s


def test_an_answer_to_come_is_waited_for_though_the_incident_is_gone() -> None:
    panel = hand(held("paused", "resume", "void"))
    panel.begin(Task.RESOLVE, option="resume")
    panel.signs("sup1")
    panel.touch(Go.ACCEPT)
    panel.sees(table())
    panel.answer()
    assert panel.state.note.key == "done.resolve"


def test_hands_are_put_right_card_by_card_and_only_as_the_drawing_table_deals_them() -> None:
    panel = hand()
    panel.begin(Task.CORRECT, coup="7")
    assert Go.ACCEPT not in panel.actions, "these are the cards on record"
    panel.choose("2")
    panel.types("7c")
    assert Go.ACCEPT not in panel.actions, "Banker 3 against 7 must draw"
    panel.choose("5")
    panel.types("9h")
    panel.touch(Go.ACCEPT)
    panel.choose("Card misread")
    panel.signs("sup1")
    panel.signs("pit2")
    said = texts(panel)
    assert said[said.index("Result") + 1] == "Banca wins · 0 : 2", "what money follows"
    assert said[said.index("On record") + 1] == "Banca wins · 1 : 3"
    panel.hold()
    (line,) = panel.orders("correct")
    assert (line["coup"], line["player"], line["banker"]) == (7, "4h9c7c", "2sAd9h")


def test_hands_under_way_keep_their_number_of_cards() -> None:
    panel = hand(table(phase="dealing", hand=8, player=["4h", "9c"], banker=["2s"]))
    panel.begin(Task.CORRECT, coup="8")
    places = {one.value for one in panel.actions if isinstance(one, Choose)}
    assert places == {"0", "1", "3"}


def test_a_connection_lost_in_the_middle_keeps_what_was_said_and_asks_for_signatures_again() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.hold()
    id = str(panel.lines[-1]["id"])
    panel.cut_off()
    panel.happens(Answered(id=id, ok=False, lost=True))
    assert panel.actions == [], "without a table there is nothing to touch"
    assert panel.words.say("note.kept") in texts(panel)
    panel.sees(table())
    assert panel.state.errand is not None
    assert panel.state.errand.trouble.key == "note.lost"
    assert need(panel) is Need.SIGN
    assert panel.state.errand.value("reason") == "Dispute"
    panel.signs("sup1")
    panel.signs("pit2")
    assert len(panel.orders("void")) == 1, "nothing is sent again by itself"


def test_the_answer_to_a_task_that_was_left_is_told_though_another_has_begun() -> None:
    panel = hand()
    void_to_the_summary(panel)
    panel.hold()
    id = str(panel.orders("void")[0]["id"])
    panel.touch(Go.HOME)
    panel.begin(Task.REPORT)
    panel.sees(table(recall=[{**COUPS[1], "kind": "void"}]))
    panel.happens(Answered(id=id, ok=True))
    assert panel.state.note.key == "done.void"
    assert panel.state.errand is not None
    assert panel.state.errand.task is Task.REPORT
