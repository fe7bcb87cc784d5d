"""What the dealer is told: one line to act on, one line that says why. Pure; the same for text and picture."""

from collections.abc import Callable
from dataclasses import dataclass

from device.rules.card import Card
from device.rules.hand import Hand
from device.rules.outcome import Outcome
from device.screen.look.theme import Ink
from device.screen.view import Incident, PublicView, Recall, StaffView
from device.words import HandNames, Words, is_chinese

_SIDES = {
    "card-to-player": Hand.PLAYER,
    "card-to-banker": Hand.BANKER,
    "turn-player": Hand.PLAYER,
    "turn-banker": Hand.BANKER,
    "turn-player-third": Hand.PLAYER,
    "turn-banker-third": Hand.BANKER,
}
_INKS = {
    **{code: Ink.PLAYER if hand is Hand.PLAYER else Ink.BANKER for code, hand in _SIDES.items()},
    "stand-call-result": Ink.CALL,
    "held": Ink.ALARM,
    "do-not-deal": Ink.ALARM,
}
_RULES: dict[str, Callable[[StaffView], str]] = {
    "wait-for-bets": lambda view: view.bets_close,
    "stand-call-result": lambda view: view.result_by,
    "next-hand": lambda view: view.next_by,
}
"""The instructions whose hint depends on a house rule: who has to press what."""

AFTER_RESULT = ("next-hand", "last-result")
"""The instructions while a result is shown: another hand follows, or the shoe is over."""

_REASONED = ("card-to-player", "card-to-banker", "stand-call-result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """The instruction, its reason, the side it points to (None: neither) and its colour."""

    line: str
    reason: str
    side: Hand | None
    ink: Ink


def guidance(view: StaffView, words: Words) -> Guidance:
    """What the dealer does now and why: the rule's reason, what happened, or a hint."""
    names = words.names(view.names.player, view.names.banker)
    code = view.instruction
    stopping = stopping_incident(view)
    if code == "held" and stopping is not None:
        return Guidance(
            line=words.say(f"incident.{stopping.kind}"),
            reason=why_foreign(stopping, words) or words.say(f"advice.{stopping.kind}"),
            side=None,
            ink=Ink.ALARM,
        )
    line = words.optional(f"instruction.{code}-{view.result_by}") if code == "stand-call-result" else ""
    return Guidance(
        line=line or words.say(f"instruction.{code}", player=names.player, banker=names.banker),
        reason=_reason(view, words, names),
        side=_SIDES.get(code),
        ink=_INKS.get(code, Ink.PANEL),
    )


def what_follows(view: StaffView, words: Words) -> str:
    """What the dealer does after a result: settle, and go on as this house does; empty where nothing is said of it."""
    last = view.instruction == "last-result"
    return words.optional("hint.last-result" if last else f"hint.next-hand-{view.next_by}")


def winner_text(outcome: Outcome, words: Words, names: HandNames) -> str:
    """Who wins, as this language says it."""
    said = [names.of(outcome.value)]
    if outcome is not Outcome.TIE:
        said.insert(0 if words.say("result.place") == "above" else 1, words.say("result.wins"))
    return ("" if all(map(is_chinese, said)) else " ").join(said)


def result_text(view: PublicView | Recall, outcome: Outcome, words: Words, names: HandNames) -> str:
    """A result in one line: who wins, and the totals."""
    parts = [winner_text(outcome, words, names)]
    if view.player_total is not None and view.banker_total is not None:
        parts.append(f"{view.player_total} : {view.banker_total}")
    return " · ".join(parts)


def stopping_incident(view: StaffView) -> Incident | None:
    """The incident that is decided first: cards that were picked up, else the oldest of those that hold the table."""
    holding = [incident for incident in view.incidents if incident.holds]
    return next((one for one in holding if one.kind == "picked-up"), holding[0] if holding else None)


def why_foreign(incident: Incident, words: Words) -> str:
    """Why the card is none of this table's, in one sentence; empty where that is not known, or newer than the words."""
    found = incident.foreign
    if found is None:
        return ""
    return words.optional(f"foreign.{found.why}", pack=found.pack or "–", table=found.table or "–", on=found.on or "–")


def foreign_hint(incident: Incident, words: Words) -> str:
    """What a decision about a foreign card means besides its word on the key; empty of any other incident."""
    if incident.foreign is None or "void" not in incident.options:
        return ""
    return words.say("hint.foreign-card" if "enter" in incident.options else "hint.foreign-pack")


def incident_lines(view: StaffView, words: Words) -> tuple[str, ...]:
    """A line for each open incident, oldest first: what it is and what may be decided, the house's default first."""
    return tuple(
        words.say(f"incident.{incident.kind}")
        + (f" {incident.card}" if incident.card is not None else "")
        + _cards(" −", incident.missing)
        + _cards(" +", incident.surplus)
        + (": " + " · ".join(words.say(f"option.{option}") for option in incident.options) if incident.options else "")
        for incident in view.incidents
    )


_SHOWN = 6


def _cards(sign: str, cards: tuple[Card, ...]) -> str:
    """The first few of an inspection's missing or surplus cards; the record has them all."""
    more = "…" if len(cards) > _SHOWN else ""
    return sign + " ".join(str(card) for card in cards[:_SHOWN]) + more if cards else ""


def notes(view: StaffView, words: Words) -> tuple[str, ...]:
    """What else staff should know at a glance."""
    found: list[str] = []
    if view.supervisor_called:
        found.append(words.say("label.supervisor"))
    found += [words.say(f"incident.{kind}") for kind in view.notices]
    if view.last_hand:
        found.append(words.say("label.last-hand"))
    if view.kind != "normal":
        found.append(words.say(f"kind.{view.kind}"))
    if view.free_next:
        found.append(words.say("label.free-next"))
    if view.waiting:
        found.append(words.say("label.waiting", count=view.waiting))
    if view.kept:
        found.append(words.say("label.kept", count=view.kept))
    return tuple(found)


def troubles(view: StaffView, words: Words) -> tuple[tuple[str, bool, str], ...]:
    """The machine's parts: name, whether it works, and what is said of it when it does not, or not as it should."""
    health = view.health
    parts = [
        (words.say("health.reader"), health.reader.ok, health.reader.detail),
        (words.say("health.journal"), health.journal.ok, health.journal.detail),
        (words.say("health.panel"), health.panel.ok, health.panel.detail),
    ]
    if not health.clock.ok:  # of a clock that is right nobody need hear
        parts.append((words.say("health.clock"), health.clock.ok, health.clock.detail))
    return tuple(parts)


def identity(view: StaffView, words: Words) -> str:
    """Software, house rules and dealer, so that nobody has to ask which apply."""
    profile = view.profile
    rules = (
        words.say("label.no-profile")
        if profile is None
        else f"{words.say('label.profile', name=profile.name, version=profile.version)} {profile.sha256[:8]}".strip()
    )
    dealer = words.say("label.dealer", name=view.dealer) if view.dealer else words.say("label.no-dealer")
    return " · ".join(part for part in (f"zapato {view.software}".strip(), rules, dealer) if part)


def _reason(view: StaffView, words: Words, names: HandNames) -> str:
    code = view.instruction
    if code in _REASONED and view.reasons:
        return " · ".join(words.reason(reason, names) for reason in view.reasons)
    if code in AFTER_RESULT and view.outcome is not None and view.kind != "void":
        said = result_text(view, view.outcome, words, names)
        return " – ".join(part for part in (said, what_follows(view, words)) if part)
    if code == "burn-more":
        if view.burn is None or view.burn.total is None:
            return words.say("hint.burn-first")
        return words.say("hint.burn-more", done=view.burn.done, total=view.burn.total)
    if code == "inspect" and view.inspection is not None:
        return words.say("hint.inspect", counted=view.inspection.counted, total=view.inspection.total)
    if code == "do-not-deal":
        details = (detail for _, well, detail in troubles(view, words) if detail and not well)
        return next(details, words.say("hint.do-not-deal"))
    key = f"hint.{code}-{_RULES[code](view)}" if code in _RULES else f"hint.{code}"
    return words.optional(key, player=names.player, banker=names.banker)
