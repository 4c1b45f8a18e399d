"""Card codes as the API has them: rank then suit, a ten is `0` (`0H`)."""

RANKS = "A234567890JQK"
SUITS = "CDHS"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
NUMBER = {card: index for index, card in enumerate(DECK)}

BACK = "BACK"  # a card face down
EMPTY = "XX"  # seen to be empty
UNREADABLE = "UU"  # there is something, or may be


def is_red(card: str) -> bool:
    return card[1] in "DH"
