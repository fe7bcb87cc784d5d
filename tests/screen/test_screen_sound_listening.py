"""Which change makes which sound, on the players' screen and on the dealer's panel."""

from collections.abc import Callable
from typing import Any

import pytest

from device.screen.showing.subscription import Reason, Shown
from device.screen.sound.cue import Cue
from device.screen.sound.listening import FLAPPING_S, ONE_CARD_S, Ear, countdown_cue, cues_of
from device.screen.view import PublicView, StaffView, public_view, staff_view

View = dict[str, Any]
ViewMaker = Callable[..., View]

OPEN: View = {"phase": "betting", "banner": "place-your-bets"}
LAST: View = {"phase": "betting", "banner": "last-hand", "last_hand": True}
CLOSED_BY_PRESS: View = {"phase": "dealing", "banner": "no-more-bets"}
FIRST_CARD: View = {"phase": "dealing", "banner": "dealing", "player": [None]}
DEALT: View = {"phase": "dealing", "banner": "dealing", "player": ["4h", "9c"], "banker": ["2s", "Ad"]}
NATURAL: View = {**DEALT, "player": ["4h", "5c"], "natural": True}
FACE_DOWN: View = {"phase": "reveal", "banner": "reveal", "player": [None, None], "banker": [None, None]}
BANKER: View = {**DEALT, "phase": "result", "banner": "result", "outcome": "banker"}
PLAYER: View = {**BANKER, "outcome": "player"}
TIE: View = {**BANKER, "outcome": "tie"}
NATURAL_WINS: View = {**BANKER, "natural": True}
VOID: View = {**BANKER, "kind": "void"}
NEXT: View = {**OPEN, "hand": 8}
HELD: View = {"phase": "dealing", "banner": "held", "held": True}
HELD_OPEN: View = {"phase": "betting", "banner": "held", "held": True}
ERROR: View = {**HELD, "banner": "card-drawn-in-error"}
RECOVERED: View = {**HELD, "banner": "table-recovered"}
READER_LOST: View = {**HELD, "banner": "reader-lost"}
NO_RECORD: View = {**HELD, "banner": "do-not-deal"}
CALLED: View = {"phase": "dealing", "banner": "supervisor-called"}
SHUT: View = {"phase": "closed", "banner": "closed"}
BURNING: View = {"phase": "burning", "banner": "burning"}


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        # calls
        (BURNING, OPEN, Cue.PLACE_YOUR_BETS),
        (BANKER, NEXT, Cue.PLACE_YOUR_BETS),
        (CLOSED_BY_PRESS, OPEN, Cue.PLACE_YOUR_BETS),  # the press was taken back
        (HELD_OPEN, OPEN, Cue.PLACE_YOUR_BETS),
        (OPEN, OPEN, None),
        (BANKER, LAST, Cue.LAST_HAND),
        (OPEN, LAST, Cue.LAST_HAND),
        (LAST, LAST, None),
        (DEALT, {**DEALT, "last_hand": True}, Cue.LAST_HAND),  # the cut card is out
        ({**DEALT, "last_hand": True}, {**BANKER, "last_hand": True}, Cue.BANKER_WINS),
        ({**BANKER, "last_hand": True}, LAST, Cue.LAST_HAND),
        (OPEN, CLOSED_BY_PRESS, Cue.NO_MORE_BETS),
        (LAST, CLOSED_BY_PRESS, Cue.NO_MORE_BETS),
        (OPEN, FIRST_CARD, Cue.NO_MORE_BETS),
        (OPEN, FACE_DOWN, Cue.NO_MORE_BETS),
        (CLOSED_BY_PRESS, FIRST_CARD, None),
        (BURNING, CLOSED_BY_PRESS, None),  # a hand without bets had none to close
        (HELD_OPEN, FIRST_CARD, Cue.NO_MORE_BETS),
        (BANKER, {**FIRST_CARD, "hand": 8}, Cue.NO_MORE_BETS),  # the next hand opens with its first card
        (BANKER, {**FIRST_CARD, "hand": 8, "kind": "free"}, None),
        (DEALT, {**FIRST_CARD, "hand": 8}, Cue.NO_MORE_BETS),  # and posts a result that nobody called
        (BURNING, {**FIRST_CARD, "hand": 8}, None),
        (BANKER, DEALT, None),  # a result that was taken back
        (NEXT, BANKER, None),  # and a press of next
        # results
        (DEALT, BANKER, Cue.BANKER_WINS),
        (DEALT, PLAYER, Cue.PLAYER_WINS),
        (DEALT, TIE, Cue.TIE),
        (FIRST_CARD, NATURAL, Cue.NATURAL),
        (FACE_DOWN, NATURAL, Cue.NATURAL),
        (NATURAL, NATURAL_WINS, Cue.BANKER_WINS),
        (FIRST_CARD, NATURAL_WINS, Cue.NATURAL),  # both with one card: one sound
        (BANKER, BANKER, None),
        (BANKER, PLAYER, Cue.PLAYER_WINS),  # put right
        (BANKER, {**BANKER, "hand": 8}, Cue.BANKER_WINS),
        (BANKER, {**BANKER, "shoe": 13}, Cue.BANKER_WINS),
        (DEALT, VOID, None),
        (BANKER, VOID, None),
        (FACE_DOWN, FACE_DOWN, None),
        (FIRST_CARD, DEALT, None),
        (BANKER, SHUT, None),
        # alarms
        (DEALT, ERROR, Cue.ERROR),
        (DEALT, HELD, Cue.ERROR),
        (OPEN, HELD_OPEN, Cue.ERROR),
        (OPEN, HELD, Cue.ERROR),  # the card that closed the bets holds the table: one sound, the graver one
        (DEALT, RECOVERED, Cue.ERROR),
        (DEALT, NO_RECORD, Cue.ERROR),
        (DEALT, READER_LOST, Cue.LOST),
        (READER_LOST, ERROR, Cue.ERROR),
        (DEALT, CALLED, Cue.SUPERVISOR),
        (CALLED, ERROR, Cue.ERROR),
        (ERROR, CALLED, None),  # called while the error stood, so long ago
        (ERROR, ERROR, None),
        (ERROR, HELD, None),  # the same alarm by another name
        (ERROR, DEALT, None),
        (READER_LOST, DEALT, None),
    ],
)
def test_the_players_screen(public: ViewMaker, before: View, after: View, heard: Cue | None) -> None:
    expected = () if heard is None else (heard,)
    assert cues_of(public_view(public(**before)), public_view(public(**after))) == expected


INCIDENT: View = {"id": 1, "kind": "card-unread", "options": [], "holds": True}


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        (OPEN, CLOSED_BY_PRESS, None),
        (DEALT, BANKER, None),
        (FIRST_CARD, NATURAL, None),
        (BURNING, OPEN, None),
        ({**DEALT, "reads": 4}, {**DEALT, "reads": 5}, Cue.READ),
        ({**DEALT, "reads": 4}, {**DEALT, "reads": 6}, Cue.READ),
        ({**OPEN, "reads": 4}, {**FIRST_CARD, "reads": 5}, Cue.READ),
        ({**DEALT, "reads": 4}, {**DEALT, "reads": 0}, None),  # the table started again
        ({**DEALT, "reads": 4}, {**ERROR, "reads": 5}, Cue.ERROR),
        (DEALT, {**ERROR, "incidents": [INCIDENT]}, Cue.ERROR),
        ({**HELD, "incidents": [INCIDENT]}, {**HELD, "incidents": [INCIDENT, {**INCIDENT, "id": 2}]}, Cue.ERROR),
        ({**HELD, "incidents": [INCIDENT, {**INCIDENT, "id": 2}]}, {**HELD, "incidents": [INCIDENT]}, None),
        (OPEN, {**OPEN, "supervisor_called": True}, Cue.SUPERVISOR),
        ({**OPEN, "supervisor_called": True}, {**CALLED, "supervisor_called": True}, None),
        ({**OPEN, "supervisor_called": True}, {**HELD_OPEN, "supervisor_called": True}, Cue.ERROR),
        ({**HELD, "supervisor_called": True}, {**CALLED, "supervisor_called": True}, None),  # called long ago
        ({**OPEN, "supervisor_called": True}, OPEN, None),
        (ERROR, {**ERROR, "supervisor_called": True}, Cue.SUPERVISOR),
        (DEALT, {**ERROR, "supervisor_called": True}, Cue.ERROR),
        (DEALT, READER_LOST, Cue.LOST),
    ],
)
def test_the_panel(staff: ViewMaker, before: View, after: View, heard: Cue | None) -> None:
    expected = () if heard is None else (heard,)
    assert cues_of(staff_view(staff(**before)), staff_view(staff(**after)), calls=False) == expected


def test_a_panel_with_calls_gives_them_too(staff: ViewMaker) -> None:
    before, after = staff_view(staff(**OPEN, reads=4)), staff_view(staff(**FIRST_CARD, reads=5))
    assert cues_of(before, after, calls=True) == (Cue.NO_MORE_BETS,)


@pytest.mark.parametrize("before", [None, *Reason])
@pytest.mark.parametrize(
    ("after", "heard"),
    [
        (OPEN, None),
        (CLOSED_BY_PRESS, None),
        (BANKER, None),
        (LAST, None),
        ({**DEALT, "reads": 9}, None),
        (ERROR, Cue.ERROR),
        (READER_LOST, Cue.LOST),
        (CALLED, Cue.SUPERVISOR),
    ],
)
def test_the_first_view_makes_no_sound_but_a_standing_alarm(
    staff: ViewMaker, before: Reason | None, after: View, heard: Cue | None
) -> None:
    assert cues_of(before, staff_view(staff(**after))) == (() if heard is None else (heard,))


def test_a_panel_that_loses_its_table_says_so_and_a_players_screen_does_not(
    public: ViewMaker, staff: ViewMaker
) -> None:
    assert cues_of(staff_view(staff()), Reason.CLOSED) == (Cue.LOST,)
    assert cues_of(public_view(public()), Reason.CLOSED) == ()
    assert cues_of(Reason.CLOSED, Reason.REFUSED) == ()
    assert cues_of(None, Reason.CONNECTING) == ()
    assert cues_of(staff_view(staff(**SHUT)), Reason.CLOSED) == ()


def test_a_countdown_warns_once_and_ticks_at_its_end() -> None:
    heard = [countdown_cue(second + 1, second) for second in range(14, -1, -1)]
    assert heard == [None] * 4 + [Cue.TEN_SECONDS] + [None] * 4 + [Cue.TICK] * 5 + [None]
    assert countdown_cue(12, 8) is Cue.TEN_SECONDS  # a second that was not seen
    assert countdown_cue(10, 8) is None
    assert countdown_cue(4, 4) is None
    assert countdown_cue(3, 20) is None
    assert countdown_cue(None, 5) is None
    assert countdown_cue(5, None) is None


def views(make: ViewMaker, *changes: View) -> list[PublicView]:
    return [public_view(make(**change)) for change in changes]


def test_an_ear_hears_a_hand_on_the_players_screen(public: ViewMaker) -> None:
    ear = Ear(calls=True)
    shown: list[tuple[Shown, int | None]] = [(Reason.CONNECTING, None)]
    burning, opened, closed, dealt, won = views(public, BURNING, OPEN, CLOSED_BY_PRESS, DEALT, BANKER)
    shown += [(burning, None), (opened, 12), (opened, 11), (opened, 10), (opened, 10), (opened, 5), (opened, 4)]
    shown += [(closed, None), (dealt, None), (dealt, None), (won, None), (won, None)]
    heard = [ear.hear(one, float(place), left_s) for place, (one, left_s) in enumerate(shown)]
    assert [cue for cues in heard for cue in cues] == [
        Cue.PLACE_YOUR_BETS,
        Cue.TEN_SECONDS,
        Cue.TICK,
        Cue.TICK,
        Cue.NO_MORE_BETS,
        Cue.BANKER_WINS,
    ]
    assert max(map(len, heard)) == 1


def test_no_countdown_is_heard_while_the_table_is_held_or_on_a_panel_without_calls(public: ViewMaker) -> None:
    (held,) = views(public, HELD_OPEN)
    (opened,) = views(public, OPEN)
    for ear, shown in ((Ear(calls=True), held), (Ear(calls=False), opened)):
        ear.hear(shown, 0.0, 5)
        assert ear.hear(shown, 1.0, 4) == ()


def panel(staff: ViewMaker, *changes: View) -> list[StaffView]:
    return [staff_view(staff(**change)) for change in changes]


def test_a_card_that_was_heard_has_no_tick_after_it(staff: ViewMaker) -> None:
    before, wrong, told = panel(staff, {**DEALT, "reads": 4}, {**ERROR, "reads": 4}, {**ERROR, "reads": 5})
    ear = Ear(calls=False)
    ear.hear(before, 0.0)
    assert ear.hear(wrong, 10.0) == (Cue.ERROR,)
    assert ear.hear(told, 10.25) == ()
    later = Ear(calls=False)
    later.hear(wrong, 0.0)
    assert later.hear(told, ONE_CARD_S + 0.1) == (Cue.READ,)


def test_the_first_card_closes_the_bets_with_one_sound_where_the_panel_gives_calls(staff: ViewMaker) -> None:
    opened, first, told = panel(staff, {**OPEN, "reads": 4}, {**FIRST_CARD, "reads": 4}, {**FIRST_CARD, "reads": 5})
    ear = Ear(calls=True)
    heard = [ear.hear(view, at_s) for view, at_s in ((opened, 0.0), (first, 5.0), (told, 5.25))]
    assert heard == [(), (Cue.NO_MORE_BETS,), ()]


def test_quick_cards_tick_each(staff: ViewMaker) -> None:
    ear = Ear(calls=False)
    seen = panel(staff, *({**DEALT, "reads": count} for count in range(3)))
    assert [ear.hear(view, 0.3 * place) for place, view in enumerate(seen)] == [(), (Cue.READ,), (Cue.READ,)]


def test_a_table_that_comes_back_as_it_was_is_not_heard_and_one_that_flaps_rings_once(staff: ViewMaker) -> None:
    ear = Ear(calls=False)
    (view,) = panel(staff, DEALT)
    heard = []
    for at_s in (0.0, 5.0, 10.0):
        heard += [ear.hear(view, at_s), ear.hear(Reason.CLOSED, at_s + 1), ear.hear(Reason.REFUSED, at_s + 2)]
    assert heard == [(), (Cue.LOST,), ()] + [(), (), ()] * 2
    assert ear.hear(view, 20.0) == ()
    assert ear.hear(Reason.CLOSED, 20.0 + FLAPPING_S) == (Cue.LOST,)
