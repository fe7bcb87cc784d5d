"""The fifty-two cards and what each is worth at Punto Banco."""

import enum


class Rank(enum.Enum):
    """A card's rank, spelt with the one character used in files and on labels."""

    points: int
    """What the rank counts: ace 1, two to nine their number, ten and court cards 0 (000 "Jugada de juego")."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    def __init__(self, letter: str) -> None:
        self.points = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(letter) or int(letter if letter.isdigit() else 0)


class Suit(enum.Enum):
    """A card's suit; it never decides a hand, only perfect pairs and the count of the pack."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class CardError(ValueError):
    """A text that names no card of a 52-card pack."""


class Card(enum.Enum):
    """One of the 52 cards, written rank then suit: ``9h``, ``Td``, ``As``.

    A closed set rather than a pair of fields: two reads of the same class are the same object, and a card travels
    through files as its own text.
    """

    rank: Rank
    suit: Suit
    points: int
    index: int
    """Position 0 to 51 in a new pack (clubs, diamonds, hearts, spades; ace to king): for counts by class."""

    ACE_OF_CLUBS = "Ac"
    TWO_OF_CLUBS = "2c"
    THREE_OF_CLUBS = "3c"
    FOUR_OF_CLUBS = "4c"
    FIVE_OF_CLUBS = "5c"
    SIX_OF_CLUBS = "6c"
    SEVEN_OF_CLUBS = "7c"
    EIGHT_OF_CLUBS = "8c"
    NINE_OF_CLUBS = "9c"
    TEN_OF_CLUBS = "Tc"
    JACK_OF_CLUBS = "Jc"
    QUEEN_OF_CLUBS = "Qc"
    KING_OF_CLUBS = "Kc"
    ACE_OF_DIAMONDS = "Ad"
    TWO_OF_DIAMONDS = "2d"
    THREE_OF_DIAMONDS = "3d"
    FOUR_OF_DIAMONDS = "4d"
    FIVE_OF_DIAMONDS = "5d"
    SIX_OF_DIAMONDS = "6d"
    SEVEN_OF_DIAMONDS = "7d"
    EIGHT_OF_DIAMONDS = "8d"
    NINE_OF_DIAMONDS = "9d"
    TEN_OF_DIAMONDS = "Td"
    JACK_OF_DIAMONDS = "Jd"
    QUEEN_OF_DIAMONDS = "Qd"
    KING_OF_DIAMONDS = "Kd"
    ACE_OF_HEARTS = "Ah"
    TWO_OF_HEARTS = "2h"
    THREE_OF_HEARTS = "3h"
    FOUR_OF_HEARTS = "4h"
    FIVE_OF_HEARTS = "5h"
    SIX_OF_HEARTS = "6h"
    SEVEN_OF_HEARTS = "7h"
    EIGHT_OF_HEARTS = "8h"
    NINE_OF_HEARTS = "9h"
    TEN_OF_HEARTS = "Th"
    JACK_OF_HEARTS = "Jh"
    QUEEN_OF_HEARTS = "Qh"
    KING_OF_HEARTS = "Kh"
    ACE_OF_SPADES = "As"
    TWO_OF_SPADES = "2s"
    THREE_OF_SPADES = "3s"
    FOUR_OF_SPADES = "4s"
    FIVE_OF_SPADES = "5s"
    SIX_OF_SPADES = "6s"
    SEVEN_OF_SPADES = "7s"
    EIGHT_OF_SPADES = "8s"
    NINE_OF_SPADES = "9s"
    TEN_OF_SPADES = "Ts"
    JACK_OF_SPADES = "Js"
    QUEEN_OF_SPADES = "Qs"
    KING_OF_SPADES = "Ks"

    def __init__(self, text: str) -> None:
        self.rank = Rank(text[0])
        self.suit = Suit(text[1])
        self.points = self.rank.points
        self.index = "cdhs".index(text[1]) * 13 + "A23456789TJQK".index(text[0])

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card as a person or a label writes it: ``9h``, ``9H`` and ``10d`` as well as ``Td``.

        Raises CardError, naming the text, for anything else.
        """
        card = _SPELLINGS.get(text.lower()) if text.isascii() else None  # the Kelvin sign's lower case is a k
        if card is None:
            raise CardError(f"{text[:20]!r} is no card; write rank then suit, for example 9h, Td or As")
        return card

    def __str__(self) -> str:
        return str(self._value_)


_SPELLINGS = {card.value.lower(): card for card in Card}
_SPELLINGS |= {f"10{suit.value}": card for suit in Suit for card in Card if card.rank is Rank.TEN and card.suit is suit}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written one after another, ``4h9c8d`` or ``4h 9c 8d``; raises CardError at the first that is none."""
    cards = []
    rest = text.replace(" ", "")
    while rest:
        length = 3 if rest.startswith("10") else 2
        cards.append(Card.parse(rest[:length]))
        rest = rest[length:]
    return tuple(cards)


def format_cards(cards: tuple[Card | None, ...]) -> str:
    """Write cards one after another, as the record keeps them: ``4h9c8d``; ``??`` stands for one never turned."""
    return "".join("??" if card is None else card.value for card in cards)
