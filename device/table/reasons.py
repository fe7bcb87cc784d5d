"""Why something was refused, in English sentences for scripts, replies and the record's readers.

The screens have their own wording in the catalogues, by the same codes.
"""

from device.table.vocabulary import Refusal

_SENTENCES = {
    Refusal.PLAYER_MUST_DRAW: "Player must draw",
    Refusal.BANKER_MUST_DRAW: "Banker must draw",
    Refusal.FIRST_CARDS_MISSING: "the first four cards are not all out",
    Refusal.NO_SHOE: "no shoe is in play; open one first",
    Refusal.NO_COUP: "no coup has begun",
    Refusal.COUP_OPEN: "a coup is open; finish or void it first",
    Refusal.INSPECT_FIRST: "end the shoe and finish its closing inspection first: every card passes the reader",
    Refusal.HELD: "the table is held; resolve the incident first",
    Refusal.READER_LOST: "the reader is lost; do not deal until it is back",
    Refusal.BURN_FIRST: "the burn is not finished; burn first",
    Refusal.BETS_NOT_OPEN: "bets are not open",
    Refusal.BETS_PLACED: "bets are placed for the coming coup; order the free one after it",
    Refusal.RESULT_SHOWN: "the result is shown already",
    Refusal.RESULT_FIRST: "show the result first",
    Refusal.CALL_THE_RESULT: "call the result: player, banker or tie",
    Refusal.CALLED_WRONG: "wrong call; look at the cards and call again",
    Refusal.TOO_FEW_CARDS: "fewer than six cards are left; the shoe is over",
    Refusal.NOTHING_TO_GO_ON_FROM: "no result is shown; there is nothing to go on from",
    Refusal.NOT_OFFERED: "no open incident offers this option",
    Refusal.NOTHING_HELD: "the table is not held; there is nothing to resolve",
    Refusal.USE_ENTER: "name the card: enter CARD by=NAME",
    Refusal.NO_CARD_TO_ENTER: "no card waits to be named",
    Refusal.EXPOSED_CARD: "the card was exposed; it cannot open the next coup unseen",
    Refusal.UNEXPOSED_CARD: "the card was not exposed; this is only for an exposed one",
    Refusal.NAME_MISSING: "say who orders it: by=NAME",
    Refusal.SECOND_MISSING: "a second person must confirm: second=NAME",
    Refusal.SECOND_IS_FIRST: "the second person must be another one",
    Refusal.DEALER_OF_COUP: "the dealer of the coup may be neither of the two people",
    Refusal.REASON_MISSING: 'a reason is needed: reason="…"',
    Refusal.VOID_ALREADY: "the coup is void already",
    Refusal.TURNED_AS_DEALT: "cards are turned as they are dealt at this table; there is nothing to reveal",
    Refusal.TURN_FIRST: "cards lie face down; turn them first",
    Refusal.TURN_OTHER_FIRST: "it is not this one's turn; turn the other one first",
    Refusal.TURNED_ALREADY: "this is turned already",
    Refusal.NO_THIRD_CARD: "no third card lies there",
    Refusal.NOTHING_TO_UNDO: "nothing can be taken back: only no-more-bets and next, before anything else happens",
    Refusal.UNDO_TOO_LATE: "a press can be taken back within 3 seconds, and more have passed",
    Refusal.NO_CARD_DUE: "no card is due now",
    Refusal.NO_SUCH_COUP: "this shoe has no coup of that number with a result",
    Refusal.SAME_HANDS: "these are the hands on record; there is nothing to correct",
    Refusal.TWO_OR_THREE_CARDS: "each hand of a coup has two or three cards",
    Refusal.AS_MANY_AS_LIE: "the coup is being dealt: name as many cards as lie there",
    Refusal.PLAYER_TAKES_NONE: "Player takes no third card",
    Refusal.BANKER_TAKES_NONE: "Banker takes no third card",
    Refusal.MORE_THAN_THE_SHOE: "the shoe does not hold so many of this card",
    Refusal.NOTHING_TO_ACKNOWLEDGE: "nothing of this kind waits to be acknowledged in this shoe",
    Refusal.NOT_IN_PRODUCTION: "this is for trials only; real games are played at this table (production = true)",
    Refusal.NOT_SIGNED_IN: "sign in first: name and PIN",
    Refusal.NOT_ENTITLED: "none of your roles may do this",
    Refusal.PERSON_DISABLED: "one of the people who sign is disabled",
    Refusal.SUPERVISOR_MISSING: "one of the two must be a supervisor",
}


def sentence(why: Refusal, detail: str = "") -> str:
    """The reason in one plain sentence that says what to do, with the rule or card that is in the way."""
    return f"{_SENTENCES[why]}: {detail}" if detail else _SENTENCES[why]
