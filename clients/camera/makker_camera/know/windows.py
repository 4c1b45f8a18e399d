"""What the networks look at: two windows of a card, in millimetres, and their classes."""

from ..cards import BACK, DECK, RANKS, SUITS
from ..finder import RECTIFIED

INDEX = (40, 56)  # pixels at RECTIFIED, from the card's upper left corner: 16 by 22.4 mm
FACE = (48, 66)  # pixels of a whole card, whatever its size
INDEX_MM = (INDEX[0] / RECTIFIED, INDEX[1] / RECTIFIED)
STRIDE = 8  # pixels from one answer to the next, when a larger picture goes through the index network

# Outputs of the index network: ranks, suits, and a logit that there is an index at all.
# Outputs of the face network: ranks, suits, and three kinds.
KINDS = ("face", BACK, "neither")
INDEX_OUT = len(RANKS) + len(SUITS) + 1
FACE_OUT = len(RANKS) + len(SUITS) + len(KINDS)
CLASSES = [*DECK, BACK]
