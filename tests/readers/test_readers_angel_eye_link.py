"""An Angel Eye shoe as a link: which of its reports are passages, what its errors hold, and what was lost."""

import pytest

from device.readers.angel_eye import lock_command, wrap
from device.readers.angel_eye_link import AngelEyeLink
from device.readers.angel_eye_readings import CommandBcc, RMeans
from device.readers.passages import (
    BoardStarted,
    CodePassed,
    GameResult,
    Jam,
    LinkState,
    NoCodePassed,
    Noise,
    Passage,
    PulledBack,
    PushedIn,
    ReadId,
    ReadsLost,
)
from device.readers.reader_link import LinkOutput, ReaderLink
from device.rules.outcome import Outcome

BOOT = "0BADCAFE"
NINE, KING, CUT = b"D\x01\x49", b"D\x11\x2d", b"C"


def opened(*, r_means: RMeans = RMeans.CARD_AGAIN, commands: CommandBcc | None = None) -> AngelEyeLink:
    link = AngelEyeLink(boot=BOOT, r_means=r_means, commands=commands)
    link.opened(0.0)
    link.poll(0.0)
    return link


class Shoe:
    """Sends reports to a link, each three times, numbered from 0 to 9."""

    def __init__(self, link: AngelEyeLink) -> None:
        self.link = link
        self.seq = 0
        self.now_s = 1.0

    def says(self, *data: bytes) -> list[LinkOutput]:
        out: list[LinkOutput] = []
        for one in data:
            self.now_s += 1.0
            out += self.link.feed(wrap(ord("0") + self.seq, one) * 3, self.now_s)
            self.seq = (self.seq + 1) % 10
        return out


def passages(out: list[LinkOutput]) -> list[Passage]:
    return [item for item in out if isinstance(item, Passage)]


def kinds(out: list[LinkOutput]) -> list[type]:
    return [type(item) for item in passages(out)]


def codes(out: list[LinkOutput]) -> list[str]:
    return [item.code for item in out if isinstance(item, CodePassed)]


def test_it_has_the_shape_of_every_link_and_never_writes_to_the_shoe() -> None:
    link: ReaderLink = opened()
    link.set_lamps(frozenset({"lock", "ready"}))
    link.acknowledge(ReadId(boot=BOOT, seq=1))
    link.poll(5.0)
    assert link.take_output() == b""


def test_three_copies_are_one_card_with_the_sessions_boot_and_a_count() -> None:
    shoe = Shoe(opened())
    assert shoe.says(NINE, KING) == [
        CodePassed(id=ReadId(boot=BOOT, seq=1), at_s=2.0, code="9h"),
        CodePassed(id=ReadId(boot=BOOT, seq=2), at_s=3.0, code="Kc"),
    ]
    assert shoe.link.counters == {"good": 2, "lost": 0, "duplicate": 4}


def test_numbers_go_round_through_a_whole_shoe() -> None:
    shoe = Shoe(opened())
    assert len(codes(shoe.says(*[NINE] * 416))) == 416
    assert shoe.link.counters["lost"] == 0


@pytest.mark.parametrize("first", [0x00, 0x30, 0x41, 0xF0])
def test_numbers_of_other_kinds_go_round_too(first: int) -> None:
    link = opened()
    out = [item for n in range(40) for item in link.feed(wrap(first + n % 16, NINE) * 3, float(n))]
    assert (len(codes(out)), link.counters["lost"]) == (40, 0)


def test_the_cut_card_and_a_card_outside_a_game_are_passages() -> None:
    assert codes(Shoe(opened()).says(CUT, b"d\x21\x33")) == ["CUT", "3s"]


@pytest.mark.parametrize(
    ("data", "outcome", "pairs"),
    [
        (b"G\x91", Outcome.PLAYER, (True, False)),
        (b"G\x42", Outcome.BANKER, (False, True)),
        (b"G\xa3", Outcome.TIE, (True, True)),
        (b"G\xf0", None, (False, False)),
    ],
)
def test_the_shoes_own_result_is_handed_on(data: bytes, outcome: Outcome | None, pairs: tuple[bool, bool]) -> None:
    (result,) = Shoe(opened()).says(data)
    assert result == GameResult(
        id=ReadId(boot=BOOT, seq=1), at_s=2.0, outcome=outcome, player_pair=pairs[0], banker_pair=pairs[1]
    )


def test_what_is_no_card_is_no_passage() -> None:
    assert Shoe(opened()).says(b"P", b"L\x81", b"L\x80", b"M010025", b"R\x11\x2b") == []


def test_a_card_without_rank_and_suit_is_a_card_without_a_code() -> None:
    assert kinds(Shoe(opened()).says(b"D\x81\x80")) == [NoCodePassed]


def test_an_error_holds_the_table_until_it_is_cleared() -> None:
    shoe = Shoe(opened())
    (state,) = shoe.says(b"E\xc2")
    assert isinstance(state, LinkState)
    assert (
        state.detail == "reader: the shoe shows error 2, a card too many was drawn; look at it and clear it at the shoe"
    )
    assert codes(shoe.says(b"d\x12\x33")) == ["3s"]
    assert not shoe.link.state.up
    (state,) = shoe.says(b"e\xc2")
    assert isinstance(state, LinkState)
    assert state.up


def test_two_errors_are_cleared_one_by_one() -> None:
    shoe = Shoe(opened())
    shoe.says(b"E\xc2", b"E\xc3", b"e\x82")
    assert "error 3" in shoe.link.state.detail
    shoe.says(b"e\x83")
    assert shoe.link.state.up


def test_an_unread_card_that_is_reported_too_is_one_card() -> None:
    assert kinds(Shoe(opened()).says(b"E\xc1", b"d\x11\x80", b"e\xc1")) == [NoCodePassed]
    assert codes(Shoe(opened()).says(b"E\xc1", b"D\x01\x49", b"e\xc1")) == ["9h"]


def test_an_unread_card_that_is_not_reported_is_a_card_without_a_code_in_its_place() -> None:
    assert kinds(Shoe(opened()).says(NINE, b"E\xc1", b"e\xc1", KING)) == [CodePassed, NoCodePassed, CodePassed]
    assert kinds(Shoe(opened()).says(b"E\xc6", b"e\xc6")) == [NoCodePassed]


def test_cards_that_run_the_wrong_way_are_told() -> None:
    assert kinds(Shoe(opened()).says(b"E\xc4", b"e\xc4")) == [PushedIn]
    assert kinds(Shoe(opened()).says(b"E\xc5", b"e\xc5")) == [PulledBack]


def test_a_redeal_stops_the_table_where_r_is_read_so() -> None:
    assert kinds(Shoe(opened(r_means=RMeans.REDEAL)).says(b"R\x11\x2b")) == [Jam]


def test_a_report_whose_copies_are_all_damaged_is_a_loss() -> None:
    link = opened()
    link.feed(wrap(0x31, NINE) * 3, 1.0)
    link.feed(wrap(0x32, KING).replace(b"\x2d", b"\x2c") * 3, 2.0)
    out = link.feed(wrap(0x33, NINE) * 3, 3.0)
    assert out == [
        ReadsLost(id=ReadId(boot=BOOT, seq=2), at_s=3.0, first=2, last=2),
        CodePassed(id=ReadId(boot=BOOT, seq=3), at_s=3.0, code="9h"),
    ]
    assert link.counters["bad-checksum"] == 3


def test_a_step_back_after_damage_is_a_loss_where_the_round_is_not_known() -> None:
    link = opened()
    link.feed(wrap(0xF0, NINE) * 3, 1.0)
    assert kinds(link.feed(wrap(0x10, NINE) * 3, 2.0)) == [CodePassed]
    link.feed(b"\xff" * 8, 3.0)
    assert kinds(link.feed(wrap(0x01, NINE) * 3, 4.0)) == [ReadsLost, CodePassed]


def test_cards_drawn_while_the_cable_was_out_are_a_loss() -> None:
    shoe = Shoe(opened())
    shoe.says(NINE)
    shoe.link.lost("reader: /dev/shoe is gone; plug it in", 3.0)
    assert shoe.link.poll(3.0) == [shoe.link.state]
    assert shoe.says(KING, NINE) == []
    shoe.link.opened(5.0)
    out = shoe.says(NINE)
    assert [item for item in out if isinstance(item, ReadsLost)] == [
        ReadsLost(id=ReadId(boot=BOOT, seq=3), at_s=5.0, first=2, last=3)
    ]
    assert codes(out) == ["9h"]


def test_copies_that_differ_stop_the_table() -> None:
    link = opened()
    out = link.feed(wrap(0x31, b"D\x01\x49") + wrap(0x31, b"D\x02\x4a"), 1.0)
    assert kinds(out) == [CodePassed, ReadsLost]
    assert Noise(kind="copies-differ", bytes=8) in out


def test_a_shoe_that_was_switched_off_is_told_and_its_errors_are_forgotten() -> None:
    shoe = Shoe(opened())
    assert shoe.says(b"S") == []
    shoe.says(NINE, b"E\xc3")
    shoe.seq = 0
    out = shoe.says(b"S", KING)
    assert kinds(out) == [BoardStarted, CodePassed]
    assert shoe.link.state.up


def test_half_a_report_is_dropped_after_a_pause_of_polls() -> None:
    link = opened()
    link.feed(wrap(0x31, NINE)[:5], 1.0)
    assert [item for n in range(5) for item in link.poll(1.0 + n * 0.125)] == [Noise(kind="resync", bytes=5)]
    assert codes(link.feed(wrap(0x31, NINE), 2.0)) == ["9h"]


@pytest.mark.parametrize("data", [b"\x00\x80\xf8" * 34, b"\x05" * 102, b"\x05\x31D" * 34])
def test_a_stream_of_garbage_is_no_card_and_says_what_to_check(data: bytes) -> None:
    link = opened()
    out = [item for n in range(100) for item in link.feed(data, 1.0 + n * 0.1)]
    assert passages(out) == []
    assert link.state.detail == "reader: unreadable data, check baud/wiring"


@pytest.mark.parametrize("bcc", CommandBcc)
def test_the_shoe_is_locked_and_unlocked_where_a_setting_allows_writing(bcc: CommandBcc) -> None:
    link = opened(commands=bcc)
    link.set_lamps(frozenset({"lock"}))
    link.set_lamps(frozenset({"lock", "error"}))
    assert link.take_output() == lock_command(locked=True, bcc=bcc)
    assert link.take_output() == b""
    assert link.feed(b"\x06", 1.0) == [Noise(kind="ack", bytes=1)]
    link.set_lamps(frozenset())
    assert link.take_output() == lock_command(locked=False, bcc=bcc)
    assert link.state.up


def test_an_error_whose_clearing_was_lost_ends_with_the_next_report_and_the_loss_is_told() -> None:
    link = opened()
    shoe = Shoe(link)
    shoe.says(NINE, b"E\x03")
    assert not link.state.up
    shoe.seq += 1  # the line was out while somebody cleared it
    out = shoe.says(KING)
    assert kinds(out) == [ReadsLost, CodePassed] and link.state.up


def test_an_unread_card_whose_clearing_was_lost_left_without_a_code() -> None:
    link = opened()
    shoe = Shoe(link)
    shoe.says(NINE, b"E\x01")
    link.lost("unplugged", shoe.now_s)
    link.opened(shoe.now_s + 1)
    shoe.seq += 1
    assert kinds(shoe.says(KING)) == [ReadsLost, NoCodePassed, CodePassed] and link.state.up


def test_an_error_goes_on_over_a_gap_as_long_as_the_shoe_reports_errors_only() -> None:
    link = opened()
    shoe = Shoe(link)
    shoe.says(NINE, b"E\x03")
    shoe.seq += 1
    shoe.says(b"E\x02")
    assert not link.state.up
    shoe.says(b"e\x02")
    assert "error 3" in link.state.detail


def test_three_copies_of_a_report_that_differs_are_one_loss() -> None:
    link = opened()
    shoe = Shoe(link)
    shoe.says(NINE)
    shoe.seq -= 1
    (lost,) = passages(shoe.says(KING))
    assert isinstance(lost, ReadsLost) and lost.first == lost.last


def test_what_differed_once_is_a_card_when_its_number_comes_around_again() -> None:
    link = opened()
    shoe = Shoe(link)
    shoe.says(NINE)
    shoe.seq -= 1
    shoe.says(KING)
    shoe.says(*[NINE] * 9)
    shoe.seq = 0
    assert kinds(shoe.says(KING)) == [CodePassed]
