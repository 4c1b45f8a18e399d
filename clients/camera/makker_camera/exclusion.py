"""Each card of a deck lies in one place only: what is read with doubt in one place is decided by what lies in the others."""

import numpy as np

from .cards import DECK

_MIN_PROBABILITY = 1e-5  # probability of what a recogniser excludes: it may be mistaken
_ROUNDS = 60


def exclusive(probabilities: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """Probabilities of the 52 cards for each place (a row), given that two places have different cards and that only the `allowed`
    cards are there. Raises ValueError if there are fewer such cards than places. Rows and columns are scaled in turn until both add up to
    1 (Sinkhorn 1964): of two cards that may be exchanged this says less than the exact probabilities do, never more."""
    places, cards = len(probabilities), np.flatnonzero(allowed)
    if places > len(cards):
        raise ValueError("more places than cards")
    unseen = np.full((len(cards) - places, len(cards)), 1 / max(1, len(cards)))
    scaled = np.vstack([probabilities[:, cards] + _MIN_PROBABILITY, unseen])
    for _ in range(_ROUNDS):
        scaled /= scaled.sum(axis=1, keepdims=True)
        scaled /= scaled.sum(axis=0, keepdims=True)
    result = np.zeros((places, len(DECK)))
    result[:, cards] = (scaled / scaled.sum(axis=1, keepdims=True))[:places]
    return result
