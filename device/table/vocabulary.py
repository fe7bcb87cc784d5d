"""The closed sets of words that commands, events, state and views share, spelt as files and scripts spell them."""

import enum

import msgspec


class ReadIdentity(msgspec.Struct, frozen=True, array_like=True):
    """Which report of which board a thing came from; a repeat of it is the same thing and not a second card."""

    boot: str
    seq: int


THE_PANEL = "panel"
"""Who stands on record for a press on the dealer's own panel that must name somebody; nobody of the staff may be called
so."""


class Phase(enum.Enum):
    """Where the table stands between a closed shoe and the next one."""

    CLOSED = "closed"
    INSPECTION = "inspection"
    BURNING = "burning"
    BETTING = "betting"
    DEALING = "dealing"
    REVEAL = "reveal"
    RESULT = "result"
    SHOE_OVER = "shoe-over"


class CoupKind(enum.Enum):
    """What a coup counts as: free coups are dealt without bets, void ones are on no road and in no count."""

    NORMAL = "normal"
    FREE = "free"
    VOID = "void"
    TRAINING = "training"


class Origin(enum.Enum):
    """Where a card was before it found its place; only SHOE counts it as leaving the shoe."""

    SHOE = "shoe"
    WAITING = "waiting"
    """It left while the table was held and waited for its turn."""
    KEPT = "kept"
    """It was drawn in error and kept for the next coup."""
    INCIDENT = "incident"
    """An incident held it until a person decided."""
    BEFORE_TURN = "before-turn"
    """It left before the turns that say whether it is due, and waited for them."""


class Source(enum.Enum):
    """Who named the card."""

    SHOE = "shoe"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"


class BetsClosedBy(enum.Enum):
    """What ended the betting."""

    BUTTON = "button"
    FIRST_CARD = "first-card"
    EARLY_CARD = "early-card"
    FREE_COUP = "free-coup"
    COUNTDOWN = "countdown"
    """They had been open for as long as the table's settings say."""


class ShownBy(enum.Enum):
    """How a result came to be shown."""

    BUTTON = "button"
    CALL = "call"
    AUTO = "auto"
    LATE = "late"
    """The dealer forgot; the next coup's first card posted it."""


class ShoeEnd(enum.Enum):
    """Why a shoe is over."""

    LAST_COUP = "last-coup"
    ORDER = "order"
    CARDS_TOO_FEW = "cards-too-few"
    CARD_IMPOSSIBLE = "card-impossible"
    FOREIGN_CARD = "foreign-card"
    """A card left that is none of these packs."""
    PACK_COUNT = "pack-count"
    """The packs were not complete before play."""


class IncidentKind(enum.Enum):
    """What went wrong; the ones that hold the table stop dealing until a person decides."""

    CARD_DRAWN_IN_ERROR = "card-drawn-in-error"
    CARD_UNREAD = "card-unread"
    CARD_IMPOSSIBLE = "card-impossible"
    EARLY_CARD = "early-card"
    PUSHED_IN = "pushed-in"
    READS_MISSING = "reads-missing"
    BURN_WRONG = "burn-wrong"
    CARDS_TOO_FEW = "cards-too-few"
    CUT_CARD_AGAIN = "cut-card-again"
    CUT_MISSING = "cut-missing"
    BOARD_RESTARTED = "board-restarted"
    CALLED_WRONG = "called-wrong"
    RESULT_LATE = "result-late"
    RECOVERED = "recovered"
    FACES_LOST = "faces-lost"
    """The table started again and cannot read back the faces that were hidden: they count as unread from here on."""
    RECORD_RESTORED = "record-restored"
    """The record was put back from a backup: what was dealt since is not on it, and a shoe that was in play is over."""
    CARDS_ENTERED = "cards-entered"
    """A third card of this shoe was named by eye."""
    CODE_UNKNOWN = "tag-unknown"
    DOUBLE = "double"
    JAM = "jam"
    LID = "lid"
    GATE_FAULT = "gate-fault"
    SHOE_DIFFERS = "shoe-differs"
    """A shoe that knows the game says another result than the cards do."""
    CARD_BEFORE_REVEAL = "card-before-reveal"
    TAG_REPEATED = "tag-repeated"
    PACK_COUNT = "pack-count"
    INSPECTION_AGAIN = "inspection-again"
    """What was counted so far is lost: every card must pass once more."""
    PAUSED = "paused"
    STUCK = "stuck"
    FLOOR = "floor"
    FACE_UP_IN_SHOE = "face-up-in-shoe"
    PICKED_UP = "picked-up"
    """The coup's cards were picked up though a card was still to be drawn."""
    MANUAL_PLAY = "manual-play"
    FACTORY_ORDER = "factory-order"
    SHOE_REPEATS = "shoe-repeats"
    PROFILE_CHANGED = "profile-changed"
    """The house rules are others than when their name and version were last played by."""


class Option(enum.Enum):
    """What a person may decide about an incident."""

    ENTER = "enter"
    CUT = "cut"
    NEXT = "next"
    BURN = "burn"
    FREE_COUP = "free-coup"
    PLAY_ON = "play-on"
    VOID = "void"
    RESUME = "resume"
    KEEP = "keep"
    FINISH = "finish"
    ACCEPT = "accept"
    CLOSE_SHOE = "close-shoe"
    REMOVE_READ = "remove-read"


class ReportKind(enum.Enum):
    """What staff at the table report, spelt as scripts and orders spell it."""

    STUCK = "stuck"
    FLOOR = "floor"
    DOUBLE = "double"
    JAM = "jam"
    LID = "lid"
    FACE_UP = "face-up"
    """The card that leaves next lies face up in the shoe."""
    PICKED_UP = "picked-up"
    """The coup was picked up with a compulsory card not drawn."""


class Refusal(enum.Enum):
    """Why an order was not carried out; `reasons.sentence` says it in words."""

    PLAYER_MUST_DRAW = "player-must-draw"
    BANKER_MUST_DRAW = "banker-must-draw"
    FIRST_CARDS_MISSING = "first-cards-missing"
    NO_SHOE = "no-shoe"
    NO_COUP = "no-coup"
    COUP_OPEN = "coup-open"
    INSPECT_FIRST = "inspect-first"
    HELD = "held"
    READER_LOST = "reader-lost"
    BURN_FIRST = "burn-first"
    BETS_NOT_OPEN = "bets-not-open"
    BETS_PLACED = "bets-placed"
    RESULT_SHOWN = "result-shown"
    RESULT_FIRST = "result-first"
    CALL_THE_RESULT = "call-the-result"
    CALLED_WRONG = "called-wrong"
    TOO_FEW_CARDS = "too-few-cards"
    NOTHING_TO_GO_ON_FROM = "nothing-to-go-on-from"
    NOT_OFFERED = "not-offered"
    NOTHING_HELD = "nothing-held"
    USE_ENTER = "use-enter"
    NO_CARD_TO_ENTER = "no-card-to-enter"
    EXPOSED_CARD = "exposed-card"
    UNEXPOSED_CARD = "unexposed-card"
    NAME_MISSING = "name-missing"
    SECOND_MISSING = "second-missing"
    SECOND_IS_FIRST = "second-is-first"
    DEALER_OF_COUP = "dealer-of-coup"
    REASON_MISSING = "reason-missing"
    VOID_ALREADY = "void-already"
    TURNED_AS_DEALT = "turned-as-dealt"
    TURN_FIRST = "turn-first"
    TURN_OTHER_FIRST = "turn-other-first"
    TURNED_ALREADY = "turned-already"
    NO_THIRD_CARD = "no-third-card"
    NOTHING_TO_UNDO = "nothing-to-undo"
    UNDO_TOO_LATE = "undo-too-late"
    NO_CARD_DUE = "no-card-due"
    NO_SUCH_COUP = "no-such-coup"
    SAME_HANDS = "same-hands"
    TWO_OR_THREE_CARDS = "two-or-three-cards"
    AS_MANY_AS_LIE = "as-many-as-lie"
    PLAYER_TAKES_NONE = "player-takes-none"
    BANKER_TAKES_NONE = "banker-takes-none"
    MORE_THAN_THE_SHOE = "more-than-the-shoe"
    NOTHING_TO_ACKNOWLEDGE = "nothing-to-acknowledge"
    NOT_IN_PRODUCTION = "not-in-production"
    NOT_SIGNED_IN = "not-signed-in"
    NOT_ENTITLED = "not-entitled"
    PERSON_DISABLED = "person-disabled"
    SUPERVISOR_MISSING = "supervisor-missing"


class SignedInBy(enum.Enum):
    """How somebody said who it is; the PIN proved it."""

    NAME = "name"
    BADGE = "badge"


class NoEntry(enum.Enum):
    """Why somebody was not let in, or not let act."""

    WRONG = "wrong"
    """Not that person's PIN, or nobody is called that, or nobody has that badge."""
    WAIT = "wait"
    """After wrong PINs; this one was not looked at."""
    ONE_TIME_PIN = "one-time-pin"
    """Right, but it only serves to choose a PIN of one's own."""
    DISABLED = "disabled"
    """Right, but the person is disabled."""
    STOLEN_SESSION = "stolen-session"
    """Somebody's session was used from a connection that is not its own."""


class SignedOutBy(enum.Enum):
    """What ended a session."""

    ORDER = "order"
    HUNG_UP = "hung-up"
    """The connection ended that the session belongs to."""
    IDLE = "idle"
    DISABLED = "disabled"
    NEW_PIN = "new-pin"
    """The person's PIN is another one since, chosen or given."""
    MORE_SESSIONS = "more-sessions"
    """There were too many sessions, and this one was idle longest."""
