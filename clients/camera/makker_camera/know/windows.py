"""Inputs and outputs of the networks: the windows of a corner and of a whole card, and the classes."""

from ..cards import BACK, DECK, RANKS, SUITS
from ..finder import RECTIFIED

INDEX = (40, 56)  # pixels at RECTIFIED, from the card's upper left corner: 16 by 22.4 mm
FACE = (48, 66)  # pixels of a whole card, whatever its size
INDEX_MM = (INDEX[0] / RECTIFIED, INDEX[1] / RECTIFIED)
STRIDE = 8  # pixels between two outputs when the index network evaluates a picture larger than its window

# Outputs of the index network: ranks, suits, and and the logit of an index.
# Outputs of the face network: ranks, suits, and three kinds.
KINDS = ("face", BACK, "neither")
INDEX_OUT = len(RANKS) + len(SUITS) + 1
FACE_OUT = len(RANKS) + len(SUITS) + len(KINDS)
CLASSES = [*DECK, BACK]
