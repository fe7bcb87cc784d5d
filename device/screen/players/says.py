"""What the players' screen says: one language large, and a second one small where the house wants two. Pure."""

from dataclasses import dataclass

from device.rules.hand import is_pair
from device.screen.look.theme import Ink
from device.screen.view import PublicView
from device.words import HandNames, Words

BANNER_INKS = {
    "place-your-bets": Ink.CALL,
    "no-more-bets": Ink.NOTICE,
    "last-hand": Ink.NOTICE,
    "end-of-shoe": Ink.NOTICE,
    "supervisor-called": Ink.ALARM,
    "held": Ink.ALARM,
    "card-drawn-in-error": Ink.ALARM,
    "reader-lost": Ink.ALARM,
    "table-recovered": Ink.ALARM,
    "do-not-deal": Ink.ALARM,
}
"""The banners that are more than news; any other stands on a plain panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The languages of a picture, and how its table calls the hands: the profile's names, in every language the same.

    The second language's small names are its own, as whoever reads it does not know the house's.
    """

    words: Words
    second: Words | None
    names: HandNames

    @classmethod
    def of(cls, view: PublicView, words: Words, second: Words | None = None) -> "Spoken":
        """The words for this view."""
        return cls(words=words, second=second, names=words.names(view.names.player, view.names.banker))

    def say(self, key: str, **values: str | int) -> str:
        """The first language's words."""
        return self.words.say(key, player=self.names.player, banker=self.names.banker, **values)

    def small(self, key: str, **values: str | int) -> str:
        """The second language's words; nothing without one, nor where it says the same."""
        if self.second is None:
            return ""
        own = self.second.own_names()
        said = self.second.say(key, player=own.player, banker=own.banker, **values)
        return "" if said.casefold() == self.say(key, **values).casefold() else said

    def both(self, key: str, **values: str | int) -> str:
        """Both languages in one line, the first one first."""
        return " · ".join(said for said in (self.say(key, **values), self.small(key, **values)) if said)

    def hand(self, code: str) -> str:
        """The large name of ``player``, ``banker`` or ``tie``."""
        return self.names.of(code)

    def small_hand(self, code: str) -> str:
        """The second language's own name; nothing without one, nor where it is the same."""
        if self.second is None:
            return ""
        said = self.second.own_names().of(code)
        return "" if said.casefold() == self.hand(code).casefold() else said

    def wager(self, wager: str) -> str:
        """A wager by its name."""
        return self.say(f"wager.{wager}")


def banner_text(view: PublicView, words: Words) -> str:
    """The phase banner's words; while burning, how far the burn has come."""
    if view.banner == "burning" and view.burn is not None and view.burn.total is not None:
        return words.say("banner.burning-count", done=view.burn.done, total=view.burn.total)
    return words.say(f"banner.{view.banner}")


def banner_lines(view: PublicView, spoken: Spoken) -> tuple[str, str]:
    """The banner's large line and the small one below it.

    That the shoe's last hand comes does not tell that bets are open; then the small line does.
    """
    large = banner_text(view, spoken.words)
    small = banner_text(view, spoken.second) if spoken.second is not None else ""
    if view.banner == "last-hand" and view.phase == "betting":
        small = " · ".join(text for text in (spoken.say("banner.place-your-bets"), small) if text)
    return large, "" if small.casefold() == large.casefold() else small


def badges(view: PublicView, words: Words) -> tuple[str, ...]:
    """What must be said besides the banner, the most important last.

    Who has the shoe, that a card of this hand was dealt without the reader, a hand without bets or for practice, the
    shoe's last hand, a demonstration.
    """
    found = [words.say("label.seat", seat=view.seat)] if view.seat is not None else []
    if any(one.manual for one in view.coups if one.coup == view.hand and view.phase == "result"):
        found.append(words.say("label.manual"))
    if view.kind not in ("normal", "void"):
        found.append(words.say(f"kind.{view.kind}"))
    if view.last_hand and view.banner != "last-hand":
        found.append(words.say("label.last-hand"))
    if view.demo:
        found.append(words.say("label.demo"))
    return tuple(found)


def result_notes(view: PublicView, words: Words, names: HandNames) -> tuple[str, ...]:
    """What players with side bets look for in a result: a natural, pairs (by rank, of the first two cards)."""
    notes = [words.say("result.natural")] if view.natural else []
    for name, cards in ((names.player, view.player), (names.banker, view.banker)):
        if is_pair([card for card in cards[:2] if card is not None]):
            notes.append(words.say("result.pair", hand=name))
    return tuple(notes)


def short_amount(amount: str) -> str:
    """An amount without cents that are none: ``5,000.00`` is read faster as ``5,000``."""
    return amount[:-3] if amount[-3:] in (".00", ",00") else amount
