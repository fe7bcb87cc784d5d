"""What the simulated staff decide about incidents: the options of each, the best first."""

from collections.abc import Mapping

from device.rules.card import Card
from device.sim.mind import Mind, View
from device.sim.moves import Action, Habits, Send, Staff
from device.sim.shoe_pack import CUT_CODE

PREFERRED: Mapping[str, tuple[str, ...]] = {
    "early-card": ("play-on",),
    "pushed-in": ("resume",),
    "double": ("resume",),
    "jam": ("resume",),
    "lid": ("resume",),
    "gate-fault": ("resume",),
    "shoe-differs": ("resume",),
    "paused": ("resume",),
    "recovered": ("resume",),
    "faces-lost": ("resume",),
    "record-restored": ("resume", "close-shoe"),
    "manual-play": ("resume",),
    "board-restarted": ("resume",),
    "reads-missing": ("void", "resume"),
    "card-impossible": ("void",),
    "card-unread": ("void",),
    "tag-unknown": ("void", "remove-read"),
    "cards-too-few": ("void",),
    "burn-wrong": ("finish",),
    "tag-repeated": ("remove-read",),
    "card-before-reveal": ("keep",),
    "picked-up": ("void",),
    "pack-count": ("close-shoe", "accept"),
}
"""What a supervisor chooses first; for every other kind, what the table offers first: the house's own rule."""

_BY_EYE = ("card-unread", "tag-unknown")
"""Named by eye where somebody saw the face, which comes before anything else."""

_TWO_PEOPLE = ("void", "accept", "close-shoe")


def decisions(view: View, mind: Mind, habits: Habits) -> list[Action]:
    """What may be decided, best first, the oldest incident before the others."""
    actions: list[Action] = []
    for incident in view["incidents"]:
        options = list(incident["options"])
        kind = incident["kind"]
        sure = incident.get("hand") is None or len(mind.unread) == 1  # face down, one looks like the other
        if kind in _BY_EYE and mind.unread and sure:
            actions += _named(mind.unread[0], incident["id"], options, habits.staff)
        first = _first_choices(kind, mind, habits)
        ranked = [*(option for option in first if option in options), *options]
        actions += [_resolve(option, incident, habits.staff) for option in ranked if option != "enter"]
        if kind == "tag-unknown" and not mind.unread and incident.get("hand") is None and len(mind.seen) == 1:
            # Read well, and of a pack that has left the game, after its shoe's end: it lies there for everybody to see.
            actions += _named(mind.seen[0], incident["id"], options, habits.staff)
    return actions


def _first_choices(kind: str, mind: Mind, habits: Habits) -> tuple[str, ...]:
    first = PREFERRED.get(kind, ())
    if kind == "pack-count" and mind.recounted:
        first = ("accept",)  # counted once more, and no better: the cards there are will do
    if kind == "card-drawn-in-error" and CUT_CODE in mind.unread[-1:]:
        first = ("cut",)
    elif kind == "card-drawn-in-error" and habits.shuffles_every_coup:
        first = ("burn",)  # it goes back among the others before the next coup
    if kind == "card-before-reveal" and CUT_CODE in mind.unread[:-1]:
        first = ("cut", *first)  # what lies there for a card is the cut card, and the new one takes its place
    if mind.lost_card or mind.fresh_shoe:
        first = ("void", *first)
    return first


def _named(face: str, incident: int, options: list[str], staff: Staff) -> list[Action]:
    if face == CUT_CODE:
        order = {"order": "resolve", "option": "cut", "by": staff.supervisor}
        return [Send(order=order, names_for=incident)] if "cut" in options else []
    order = {"order": "enter", "card": Card.parse(face).value, "by": staff.supervisor}
    return [Send(order=order, names_for=incident)] if "enter" in options else []


def _resolve(option: str, incident: View, staff: Staff) -> Send:
    kind = incident["kind"]
    order = {"order": "resolve", "option": option, "by": staff.supervisor}
    if option in _TWO_PEOPLE:
        order |= {"second": staff.second, "reason": f"simulated: {kind}"}
    return Send(order=order, names_for=incident["id"] if kind in _BY_EYE else None)


def void(staff: Staff, reason: str) -> Send:
    """Cancel the coup on the table."""
    return Send(order={"order": "void", "by": staff.supervisor, "second": staff.second, "reason": reason})


def acknowledged(view: View, staff: Staff) -> list[Action]:
    """A supervisor looks at what held nothing, one kind after the other."""
    return [
        Send(order={"order": "acknowledge", "kind": kind, "by": staff.supervisor})
        for kind in dict.fromkeys(view.get("to_acknowledge", ()))
    ]
