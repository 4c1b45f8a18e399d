"""Reads the face-up run of a column: corner by corner, from its front card upwards."""

import numpy as np

from . import layout, places
from .finder import RECTIFIED
from .know.recogniser import Recogniser

_CORNER_HEIGHT_MM = 17.6  # of a card's corner, down to the lower end of its index
_CARD_STEP_MM = (12.0, 25.0)  # between two cards of a fan
_ANY_STEP_MM = (8.5, 30.0)  # the same for the evenly spaced chain
_MIN_WIDE_STEP_MM = 15.5  # below it the next corner but one may be taken for the next one
_MAX_START_MM = 6.0  # from a column's upper edge to its first corner
_TOP_MARGIN_MM = 3.0  # above a column's upper edge, which is searched, too
_MAX_GAP_RATIO = 1.6  # to the median gap; a wider gap contains a card that was not detected
_MAX_GAP_RATIO_OF_DECK = 2.3  # the same where the number of cards on the whole table is known
_MIN_CORNER_LOGIT = 0.0  # of a window that is a corner
_PEAK_RADIUS_MM = 3.6  # within which a corner has the highest logit
_USUAL_PERCENTILE = 80  # of the peaks' logits; a corner with this logit counts 1
_CORNER_COST = 0.2  # of a corner in a chain: less is not worth it


def _surest_chain(candidates: list[tuple[float, int, int]], front: float) -> list[tuple[int, int]]:
    """The corners of the run: from the front card upwards, each is the best candidate within one step of the previous one."""
    chain, below = [], front
    while True:
        near = [c for c in candidates if _CARD_STEP_MM[0] <= (below - c[1]) / RECTIFIED <= _CARD_STEP_MM[1] and c[0] > _MIN_CORNER_LOGIT]
        if not near:
            return chain[::-1]
        _, y, x = max(near)
        chain.append((y, x))
        below = y


def _peaks(candidates: list[tuple[float, int, int]], front: float) -> list[tuple[float, int, int]]:
    """Local maxima of the corners' logits above the front card's corner, which is at row `front`; the lowest first."""
    above = [c for c in candidates if c[0] > _MIN_CORNER_LOGIT and front - c[1] >= _ANY_STEP_MM[0] * RECTIFIED]
    peaks = [c for c in above if c[0] == max(other[0] for other in above if abs(other[1] - c[1]) <= _PEAK_RADIUS_MM * RECTIFIED)]
    return sorted(peaks, key=lambda c: -c[1])


def _even_chain(candidates: list[tuple[float, int, int]], front: float) -> list[tuple[int, int]]:
    """The corners above the front card's that maximise the sum of their relative logits, less the changes of the spacing: in a close fan the next corner
    but one is as sure as the next one, and only the spacing shows that one was left out. Dynamic programming over pairs of corners."""
    peaks = _peaks(candidates, front)
    if not peaks:
        return []
    usual = float(np.percentile([peak[0] for peak in peaks], _USUAL_PERCENTILE))
    ys = [front, *(y for _, y, _ in peaks)]
    best: dict[tuple[int, int], tuple[float, int]] = {}  # by a corner and the one below it: the sum up to there, and the corner below both
    for i in range(1, len(ys)):
        worth = min(1.0, peaks[i - 1][0] / usual) - _CORNER_COST
        for j in range(i):
            gap = ys[j] - ys[i]
            if not _ANY_STEP_MM[0] <= gap / RECTIFIED <= _ANY_STEP_MM[1]:
                continue
            below = [(best[j, k][0] - abs(float(np.log(gap / (ys[k] - ys[j])))), k) for k in range(j) if (j, k) in best]
            if j == 0 or below:
                total, k = max(below, default=(0.0, -1))
                best[i, j] = total + worth, k
    chain, (i, j) = [], max(best, key=lambda pair: best[pair][0], default=(0, 0))
    while i > 0:
        chain.append(peaks[i - 1][1:])
        i, j = j, best[i, j][1]
    return chain


def _is_complete(ys: list[float], max_ratio: float = _MAX_GAP_RATIO) -> bool:
    """True if the fan starts at the column's upper edge and no card is missing in between. `ys`: distances of all corners from that
    edge, the front card's last, in millimetres."""
    gaps = np.diff(ys)
    is_even = not len(gaps) or (gaps.max() < max_ratio * np.median(gaps) and gaps.min() * max_ratio > np.median(gaps))
    return bool(abs(ys[0]) < _MAX_START_MM and is_even)


def _distances(chain: list[tuple[int, int]], front: float) -> list[float]:
    """Of the corners of a chain and the front card's from the column's upper edge, in millimetres."""
    return [y / RECTIFIED - _TOP_MARGIN_MM for y in [*(y for y, _ in chain), front]]


def _chain(candidates: list[tuple[float, int, int]], front: float) -> list[tuple[int, int]]:
    """The corners above the front card's, back to front."""
    even = _even_chain(candidates, front)
    ys = _distances(even, front)
    if len(ys) > 1 and np.median(np.diff(ys)) < _MIN_WIDE_STEP_MM:
        return even
    surest = _surest_chain(candidates, front)
    return even if _is_complete(ys) and not _is_complete(_distances(surest, front)) else surest


def read(rectified: np.ndarray, look: places.Look, column: int, knows: Recogniser, on: layout.Layout = layout.KLONDIKE) -> tuple[np.ndarray, bool]:
    """Probabilities of the 52 cards for each face-up card behind the front one, back to front; and True if these and the front card
    are the whole column."""
    middle = on.column_x(column)
    left, top = round((middle - 38) * RECTIFIED), round((look.top - _TOP_MARGIN_MM) * RECTIFIED)
    front_x, front_y = look.card.x * RECTIFIED - left, look.card.y * RECTIFIED - top
    if front_y < _CARD_STEP_MM[0] * RECTIFIED:
        return np.empty((0, 52)), _is_complete([front_y / RECTIFIED - _TOP_MARGIN_MM])
    bottom = round(top + front_y + _CORNER_HEIGHT_MM * RECTIFIED)
    strip = knows.strip(rectified[top:bottom, left : left + round(30 * RECTIFIED)], round(front_x))
    chain = _chain(strip.candidates(round(front_y)), front_y)
    is_complete = _is_complete(_distances(chain, front_y), _MAX_GAP_RATIO_OF_DECK if on.whole_deck else _MAX_GAP_RATIO)
    if not chain:
        return np.empty((0, 52)), is_complete
    return knows.run_probabilities(strip.log_probabilities(chain)), is_complete
