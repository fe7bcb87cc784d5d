"""The language of table scripts: text in, steps out, with the line of every step and of every mistake."""

import re
from collections.abc import Callable, Iterable, Mapping

from device.play.deeds import Deed, Draw, DrawUnread, LinkChange, Order, PushBack, PushIn, Restart, Step, Wait
from device.play.script_tags import TagError, TagRegister, checked_pack, checked_tag
from device.play.script_words import Mistake, Words, words_of
from device.readers.marks import MemoryRegistry
from device.rules.card import Card, CardError, parse_cards
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.table import commands as cmd
from device.table.decide import AnyOrder
from device.table.vocabulary import IncidentKind, Option, ReportKind

LONGEST_WAIT_S = 86_400.0
MOST_CARDS = 52 * 12


class ScriptError(Exception):
    """A line that is no step; the message names file, line and what was expected."""


def parse_script(text: str, where: str) -> tuple[Step, ...]:
    """Read a whole script; `where` names the file in messages. Raises ScriptError at the first line that is no step."""
    steps: list[Step] = []
    register = TagRegister()
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        try:
            words = words_of(line)
            if words is not None:
                deed = _deed(words)
                _register(register, deed)
                steps.append(Step(line=number, deed=deed))
        except Mistake as mistake:
            raise ScriptError(f"{where}, line {number}: {mistake}") from None
    return tuple(steps)


def tags_of(steps: Iterable[Step]) -> MemoryRegistry:
    """The register of the packs that these steps draw from: which card each tag is, and of which pack."""
    register = TagRegister()
    for step in steps:
        _register(register, step.deed)
    return MemoryRegistry(register.cards, register.packs)


def _register(register: TagRegister, deed: Deed) -> None:
    if isinstance(deed, Draw) and deed.tagged:
        try:
            register.add(deed.code, deed.card, deed.pack)
        except TagError as error:
            raise Mistake(str(error)) from None


def _deed(words: Words) -> Deed:
    make = _VERBS.get(words.verb)
    if make is None:
        raise Mistake(f"{words.verb[:40]!r} is no verb of table scripts; they are: {', '.join(sorted(_VERBS))}")
    return make(words)


def _card_of(words: Words) -> Card:
    if not words.plain:
        raise Mistake(f"{words.verb} needs a card, for example {words.verb} 9h")
    try:
        return Card.parse(words.plain[0])
    except CardError as error:
        raise Mistake(str(error)) from None


def _draw(words: Words) -> Deed:
    unknown = words.plain[:1] == ("??",)
    card = None if unknown else _card_of(words)
    up = [word.lower() for word in words.plain[1:]] == ["up"]
    words.only("tag", "pack", plain=2 if up else 1)
    try:
        if "pack" in words.named and ("tag" not in words.named or card is None):
            raise Mistake("pack= says which pack a card with a tag is of, for example card 9h tag=E004A1 pack=7QX4")
        if "tag" in words.named:
            pack = checked_pack(words.get("pack")) if "pack" in words.named else ""
            return Draw(code=checked_tag(words.get("tag")), tagged=True, card=card, pack=pack, up=up)
    except TagError as error:
        raise Mistake(str(error)) from None
    if card is None:
        raise Mistake("card ?? needs the tag that nobody knows, for example card ?? tag=E004A1")
    return Draw(code=card.value.upper(), up=up)


def _back(words: Words) -> Deed:
    _card_of(words)  # named for the reader of the script; its face is not kept
    words.only(plain=1)
    return PushBack()


def _outcome(words: Words) -> Outcome | None:
    if not words.plain:
        return None
    try:
        return Outcome(words.plain[0].lower())
    except ValueError:
        raise Mistake(f"{words.plain[0][:40]!r} is no result; player, banker and tie are") from None


def _result(words: Words) -> Deed:
    words.only(plain=1)
    return Order(command=cmd.ShowResult(called=_outcome(words)))


def _reveal(words: Words) -> Deed:
    words.only(plain=1)
    turns = {f"{hand.value}{third}": (hand, bool(third)) for third in ("", "-third") for hand in Hand}
    named = words.plain[0].lower() if words.plain else ""
    if named not in turns:
        raise Mistake(f"reveal needs what is turned: {', '.join(turns)}")
    hand, third = turns[named]
    return Order(command=cmd.Turn(hand=hand, third=third))


def _enter(words: Words) -> Deed:
    card = _card_of(words)
    words.only("by", "second", "reason", plain=1)
    return Order(command=cmd.Enter(card=card, by=words.get("by")))


def _resolve(words: Words) -> Deed:
    words.only("by", "second", "reason", "exposed", plain=1)
    options = [option.value for option in Option]
    named = words.plain[0].lower() if words.plain else ""
    if named not in options:
        raise Mistake(f"resolve needs an option: {', '.join(options)}")
    exposed = words.get("exposed")
    if exposed not in (None, "yes", "no"):
        raise Mistake(f"exposed={exposed[:40]} is neither yes nor no")
    return Order(
        command=cmd.Resolve(
            option=Option(named),
            by=words.get("by"),
            second=words.get("second"),
            reason=words.get("reason"),
            exposed=None if exposed is None else exposed == "yes",
        )
    )


def _void(words: Words) -> Deed:
    words.only("coup", "by", "second", "reason")
    coup = None if words.get("coup") is None else _coup_number(words)
    signed = {name: words.get(name) for name in ("by", "second", "reason")}
    return Order(command=cmd.Void(coup=coup, **signed))


def _correct(words: Words) -> Deed:
    words.only("coup", "player", "banker", "by", "second", "reason")
    try:
        player, banker = (parse_cards(words.get(hand) or "") for hand in ("player", "banker"))
    except CardError as error:
        raise Mistake(str(error)) from None
    signed = {name: words.get(name) for name in ("by", "second", "reason")}
    return Order(command=cmd.Correct(coup=_coup_number(words), player=player, banker=banker, **signed))


def _coup_number(words: Words) -> int:
    named = words.get("coup") or ""
    if re.fullmatch(r"[0-9]{1,6}", named) is None:
        raise Mistake(f"{words.verb} needs the number of a coup, for example coup=12")
    return int(named)


def _report(words: Words) -> Deed:
    words.only("by", "cards", plain=1)
    kinds = [kind.value for kind in ReportKind if kind is not ReportKind.FACE_UP]
    named = words.plain[0].lower() if words.plain else ""
    if named not in kinds:
        raise Mistake(f"report needs what happened: {', '.join(kinds)}; a card face up in the shoe is card 9h up")
    what = ReportKind(named)
    if "cards" not in words.named:
        return Order(command=cmd.Report(what=what, by=words.get("by")))
    cards = words.get("cards") or ""
    if what is not ReportKind.PICKED_UP or re.fullmatch(r"[1-6]", cards) is None:
        raise Mistake("cards= says how many cards were picked up, 1 to 6: report picked-up cards=5 by=d14")
    return Order(command=cmd.Report(what=what, by=words.get("by"), cards=int(cards)))


def _acknowledge(words: Words) -> Deed:
    words.only("by", "second", "reason", plain=1)
    kinds = [kind.value for kind in IncidentKind]
    named = words.plain[0].lower() if words.plain else ""
    if named not in kinds:
        raise Mistake(f"acknowledge needs the kind of incident that was seen: {', '.join(kinds)}")
    signed = {name: words.get(name) for name in ("by", "second", "reason")}
    return Order(command=cmd.Acknowledge(kind=IncidentKind(named), **signed))


def _dealer(words: Words) -> Deed:
    words.only("on")
    if words.get("on") is None:
        raise Mistake("dealer needs on=NAME")
    return Order(command=cmd.ChangeDealer(dealer=words.get("on")))


def _link(words: Words) -> Deed:
    words.only(plain=1)
    if words.plain not in (("lost",), ("back",)):
        raise Mistake("link is either lost or back")
    return LinkChange(up=words.plain == ("back",))


def _number(words: Words, example: str) -> float:
    words.only(plain=1)
    if not words.plain or re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", words.plain[0]) is None:
        raise Mistake(f"{words.verb} needs a number from nought up, for example {words.verb} {example}")
    return float(words.plain[0])


def _wait(words: Words) -> Deed:
    seconds = _number(words, "12.5")
    if seconds > LONGEST_WAIT_S:
        raise Mistake(f"wait takes at most {LONGEST_WAIT_S:.0f} seconds")
    return Wait(seconds=seconds)


def _remaining(words: Words) -> Deed:
    cards = _number(words, "5")
    if cards != int(cards) or cards > MOST_CARDS:
        raise Mistake(f"remaining takes a whole number of cards, 0 to {MOST_CARDS}")
    return Order(command=cmd.SetRemaining(cards=int(cards)))


def _bare(deed: Deed) -> Callable[[Words], Deed]:
    def make(words: Words) -> Deed:
        words.only()
        return deed

    return make


def _signed(order: Callable[[str | None], AnyOrder]) -> Callable[[Words], Deed]:
    def make(words: Words) -> Deed:
        words.only("by", "second", "reason")
        return Order(command=order(words.get("by")))

    return make


_VERBS: Mapping[str, Callable[[Words], Deed]] = {
    "shoe": _signed(lambda by: cmd.OpenShoe(by=by)),
    "card": _draw,
    "unread": _bare(DrawUnread()),
    "cut": _bare(Draw(code="CUT")),
    "back": _back,
    "pushed-in": _bare(PushIn()),
    "no-more-bets": _bare(Order(command=cmd.NoMoreBets())),
    "call": _bare(Order(command=cmd.CallSupervisor())),
    "result": _result,
    "next": _bare(Order(command=cmd.Next())),
    "reveal": _reveal,
    "enter": _enter,
    "resolve": _resolve,
    "void": _void,
    "correct": _correct,
    "undo": _signed(lambda by: cmd.Undo(by=by)),
    "pause": _signed(lambda by: cmd.Pause(by=by)),
    "report": _report,
    "acknowledge": _acknowledge,
    "free": _signed(lambda by: cmd.FreeHand(by=by)),
    "dealer": _dealer,
    "end-shoe": _signed(lambda by: cmd.EndShoe(by=by)),
    "restart": _bare(Restart()),
    "link": _link,
    "wait": _wait,
    "remaining": _remaining,
}
