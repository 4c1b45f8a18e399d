"""Reads the face-up run of a column: upwards from its front card, corner by corner."""

import numpy as np

from . import layout, places
from .finder import RECTIFIED
from .know.recogniser import Recogniser

_CORNER = 17.6  # millimetres from a card's upper edge down to the lower end of its index
_STEP = (12.0, 25.0)  # millimetres from one card of a fan to the next
_ABOVE = 3.0  # millimetres above a column's top that are searched, too
_UNEVEN = 1.6  # a gap wider than the others by this factor contains a card that was not found
_SURE = 0.0  # logit from which a window is a corner


def _chain(candidates: list[tuple[float, int, int]], front: float) -> list[tuple[int, int]]:
    """From the front card's corner upwards: the best corner within one step, until there is none."""
    chain, below = [], front
    while True:
        near = [c for c in candidates if _STEP[0] <= (below - c[1]) / RECTIFIED <= _STEP[1] and c[0] > _SURE]
        if not near:
            return chain[::-1]
        _, y, x = max(near)
        chain.append((y, x))
        below = y


def _is_whole(ys: list[float]) -> bool:
    """True if the fan starts at the column's top and no card is missing in between. `ys`: positions of all corners
    from there, the front card's last, in millimetres."""
    gaps = np.diff(ys)
    even = not len(gaps) or (gaps.max() < _UNEVEN * np.median(gaps) and gaps.min() * _UNEVEN > np.median(gaps))
    return bool(abs(ys[0]) < _STEP[0] / 2 and even)


def read(rectified: np.ndarray, look: places.Look, column: int, knows: Recogniser) -> tuple[np.ndarray, bool]:
    """Probabilities of the 52 cards for each face-up card behind the front one, back to front; and whether these and
    the front card are the whole column."""
    middle = layout.column_x(column)
    left, top = round((middle - 38) * RECTIFIED), round((look.top - _ABOVE) * RECTIFIED)
    front_x, front_y = look.card.x * RECTIFIED - left, look.card.y * RECTIFIED - top
    if front_y < _STEP[0] * RECTIFIED:
        return np.empty((0, 52)), _is_whole([front_y / RECTIFIED - _ABOVE])
    bottom = round(top + front_y + _CORNER * RECTIFIED)
    strip = knows.strip(rectified[top:bottom, left : left + round(30 * RECTIFIED)], round(front_x))
    chain = _chain(strip.candidates(round(front_y)), front_y)
    whole = _is_whole([y / RECTIFIED - _ABOVE for y in [*(y for y, _ in chain), front_y]])
    if not chain:
        return np.empty((0, 52)), whole
    return knows.run_chances(strip.log_chances(chain)), whole
