"""Card codes of the API: rank then suit, a ten is `0` (`0H`)."""

RANKS = "A234567890JQK"
SUITS = "CDHS"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
NUMBER = {card: index for index, card in enumerate(DECK)}

BACK = "BACK"  # face-down card
EMPTY = "XX"  # empty place
UNREADABLE = "UU"  # unknown content


def is_red(card: str) -> bool:
    return card[1] in "DH"
