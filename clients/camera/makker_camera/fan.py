"""Reads the face-up run of a column: corner by corner, from its front card upwards."""

import numpy as np

from . import layout, places
from .finder import RECTIFIED
from .know.recogniser import Recogniser

_CORNER_HEIGHT_MM = 17.6  # of a card's corner, down to the lower end of its index
_CARD_STEP_MM = (12.0, 25.0)  # between two cards of a fan
_TOP_MARGIN_MM = 3.0  # above a column's upper edge, which is searched, too
_MAX_GAP_RATIO = 1.6  # to the median gap; a wider gap contains a card that was not detected
_MIN_CORNER_LOGIT = 0.0  # of a window that is a corner


def _chain(candidates: list[tuple[float, int, int]], front: float) -> list[tuple[int, int]]:
    """The corners of the run: from the front card upwards, each is the best candidate within one step of the previous one."""
    chain, below = [], front
    while True:
        near = [c for c in candidates if _CARD_STEP_MM[0] <= (below - c[1]) / RECTIFIED <= _CARD_STEP_MM[1] and c[0] > _MIN_CORNER_LOGIT]
        if not near:
            return chain[::-1]
        _, y, x = max(near)
        chain.append((y, x))
        below = y


def _is_complete(ys: list[float]) -> bool:
    """True if the fan starts at the column's upper edge and no card is missing in between. `ys`: distances of all corners from that
    edge, the front card's last, in millimetres."""
    gaps = np.diff(ys)
    is_even = not len(gaps) or (gaps.max() < _MAX_GAP_RATIO * np.median(gaps) and gaps.min() * _MAX_GAP_RATIO > np.median(gaps))
    return bool(abs(ys[0]) < _CARD_STEP_MM[0] / 2 and is_even)


def read(rectified: np.ndarray, look: places.Look, column: int, knows: Recogniser) -> tuple[np.ndarray, bool]:
    """Probabilities of the 52 cards for each face-up card behind the front one, back to front; and True if these and the front card
    are the whole column."""
    middle = layout.column_x(column)
    left, top = round((middle - 38) * RECTIFIED), round((look.top - _TOP_MARGIN_MM) * RECTIFIED)
    front_x, front_y = look.card.x * RECTIFIED - left, look.card.y * RECTIFIED - top
    if front_y < _CARD_STEP_MM[0] * RECTIFIED:
        return np.empty((0, 52)), _is_complete([front_y / RECTIFIED - _TOP_MARGIN_MM])
    bottom = round(top + front_y + _CORNER_HEIGHT_MM * RECTIFIED)
    strip = knows.strip(rectified[top:bottom, left : left + round(30 * RECTIFIED)], round(front_x))
    chain = _chain(strip.candidates(round(front_y)), front_y)
    is_complete = _is_complete([y / RECTIFIED - _TOP_MARGIN_MM for y in [*(y for y, _ in chain), front_y]])
    if not chain:
        return np.empty((0, 52)), is_complete
    return knows.run_chances(strip.log_chances(chain)), is_complete
