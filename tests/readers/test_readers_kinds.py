"""Every kind of reader has its features and its link."""

import pytest

from device.readers import em4100, grow, pn532_link, speeches, ssi, twn4
from device.readers.any_link import link_of
from device.readers.kinds import ReaderKind, features_of
from device.readers.marks import CardMarks
from device.readers.passages import Noise

MODULES = {
    ReaderKind.EM4100: em4100,
    ReaderKind.GROW: grow,
    ReaderKind.SSI: ssi,
    ReaderKind.TWN4: twn4,
}


@pytest.mark.parametrize("kind", ReaderKind)
def test_a_link_of_every_kind_lives_through_opening_garbage_and_loss(kind: ReaderKind) -> None:
    link = link_of(kind, CardMarks(), boot="0BADCAFE")
    assert not link.state.up
    link.opened(0.0)
    for n in range(40):
        heard = [*link.feed(b"\x00\x80\xf8\xff" * 8, n / 10), *link.poll(n / 10)]
        assert all(isinstance(item, Noise) or not hasattr(item, "code") for item in heard)
        link.take_output()
    assert not link.state.up
    assert link.state.detail.startswith("reader: ")
    link.lost("it is gone", 5.0)
    assert (link.state.up, link.state.detail, link.take_output()) == (False, "it is gone", b"")


def test_the_table_of_kinds_and_what_the_readers_say_of_themselves_agree() -> None:
    for kind, module in MODULES.items():
        assert features_of(kind).baud == module.BAUD
    assert features_of(ReaderKind.PN532).poll_s == pn532_link.POLL_S
    assert features_of(ReaderKind.TWN4).poll_s == speeches.SEARCH_EVERY_S


def test_what_can_be_expected_of_each_kind() -> None:
    assert [kind for kind in ReaderKind if features_of(kind).has_gates] == [ReaderKind.SHOE, ReaderKind.ANGEL_EYE]
    tags = [kind for kind in ReaderKind if features_of(kind).tags]
    assert tags == [ReaderKind.EM4100, ReaderKind.TWN4, ReaderKind.PN532]
    assert [kind for kind in ReaderKind if features_of(kind).own_codes] == [ReaderKind.ANGEL_EYE]
