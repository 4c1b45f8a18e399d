"""Each card of a deck lies in one place only: what is read with doubt in one place is decided by what lies in the others."""

import numpy as np

from .cards import DECK

_MIN_PROBABILITY = 1e-5  # probability of what a recogniser excludes: it may be mistaken
_ROUNDS = 60
_MIN_PAIR_PROBABILITY = 0.95  # of two cards together in each of two places: the two are exchanged or not, and no other card lies there


def exclusive(probabilities: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """Probabilities of the 52 cards for each place (a row), given that two places have different cards and that only the `allowed`
    cards are there. Raises ValueError if there are fewer such cards than places. Rows and columns are scaled in turn until both add up to
    1 (Sinkhorn 1964), which says less than the exact probabilities do, never more; those of two cards that may be exchanged are exact."""
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
    _decide_pairs(result, probabilities + _MIN_PROBABILITY)
    return result


def _decide_pairs(result: np.ndarray, given: np.ndarray) -> None:
    """Writes the exact probabilities of two cards that lie in two places, in one order or the other. `given`: by each place alone."""
    pairs = np.sort(np.argsort(result, axis=1)[:, -2:], axis=1)
    is_pair = np.take_along_axis(result, pairs, axis=1).sum(axis=1) >= _MIN_PAIR_PROBABILITY
    for one in np.flatnonzero(is_pair):
        same = [other for other in np.flatnonzero(is_pair) if other > one and (pairs[other] == pairs[one]).all()]
        if len(same) == 1:
            (first, second), other = pairs[one], same[0]
            straight, crossed = given[one, first] * given[other, second], given[one, second] * given[other, first]
            share = straight / (straight + crossed)
            for place, of_first in ((one, share), (other, 1 - share)):
                both = result[place, [first, second]].sum()
                result[place, [first, second]] = both * of_first, both * (1 - of_first)
