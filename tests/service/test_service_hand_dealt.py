"""Which of the shoe's late reports tell of cards dealt by hand: the board's own count says so."""

from device.readers.passages import CodePassed, LidMoved, Passage, ReadId
from device.service.hand_dealt import HandDealt
from device.table import commands as cmd
from device.table.vocabulary import ReadIdentity

BOOT = "0000A1B2"


def _card(seq: int, boot: str = BOOT) -> CodePassed:
    return CodePassed(id=ReadId(boot=boot, seq=seq), at_s=0.0, code="9H")


def _includes(dealt: HandDealt, passage: Passage, *, by_hand: bool = True) -> bool:
    read = ReadIdentity(passage.id.boot, passage.id.seq)
    command = cmd.ShoeTrouble(read=read, what="lid") if isinstance(passage, LidMoved) else cmd.UnreadLeft(read=read)
    return dealt.includes(command, passage, by_hand=by_hand)


def test_up_to_the_number_that_the_board_answered_with() -> None:
    dealt = HandDealt()
    dealt.began()
    dealt.reader_back(ReadId(boot=BOOT, seq=2))

    assert [_includes(dealt, _card(seq)) for seq in (65535, 1, 2, 3)] == [True, True, True, False]


def test_it_still_knows_them_when_somebody_has_looked() -> None:
    dealt = HandDealt()
    dealt.began()
    dealt.reader_back(ReadId(boot=BOOT, seq=7))

    assert _includes(dealt, _card(7), by_hand=False)


def test_numbers_that_begin_again_mean_new_cards() -> None:
    dealt = HandDealt()
    dealt.began()
    dealt.reader_back(ReadId(boot=BOOT, seq=7))

    assert not _includes(dealt, _card(8), by_hand=False)
    assert not _includes(dealt, _card(40_000), by_hand=False), "half the circle on it looks like an old number"


def test_a_reader_lost_again_changes_nothing_before_somebody_deals_by_hand_again() -> None:
    dealt = HandDealt()
    dealt.began()
    dealt.reader_back(ReadId(boot=BOOT, seq=7))
    dealt.reader_back(ReadId(boot=BOOT, seq=9))
    assert not _includes(dealt, _card(8))

    dealt.began()
    dealt.reader_back(ReadId(boot=BOOT, seq=12))
    assert _includes(dealt, _card(12))


def test_a_new_start_of_the_board_and_a_reader_that_keeps_nothing_tell_new_cards_only() -> None:
    new_boot, keeps_nothing = HandDealt(), HandDealt()
    for dealt, numbered in ((new_boot, ReadId(boot=BOOT, seq=7)), (keeps_nothing, None)):
        dealt.began()
        dealt.reader_back(numbered)

    assert not _includes(new_boot, _card(1, boot="0000FFFF"))
    assert not _includes(keeps_nothing, _card(1))


def test_a_lid_is_no_card_that_somebody_dealt() -> None:
    dealt = HandDealt()
    dealt.began()
    dealt.reader_back(ReadId(boot=BOOT, seq=7))

    assert not _includes(dealt, LidMoved(id=ReadId(boot=BOOT, seq=5), at_s=0.0, opened=True))
