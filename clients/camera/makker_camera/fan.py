"""Reads the face-up run of a column: upwards from its front card, corner by corner."""

import numpy as np

from . import layout, places
from .cells import Cells
from .finder import RECTIFIED
from .model import CORNER, Model

_ASIDE = 6  # pixels that a card of a run may be displaced sideways from the front card
_STEP = (12.0, 25.0)  # millimetres from one card of a fan to the next
_ABOVE = 3.0  # millimetres above a column's top that are searched, too
_UNEVEN = 1.6  # a gap wider than the others by this factor contains a card that was not found
_SURE = 0.0  # logit from which a window is a corner


def _candidates(cells: Cells, model: Model, x: int, last: int) -> list[tuple[float, int, int]]:
    """Corners above row `last`: (logit, y, x), the best x for each y."""
    across, down = CORNER.size
    xs = np.arange(max(0, x - _ASIDE), min(cells.width - across, x + _ASIDE + 1), 2)
    ys = np.arange(0, min(last, cells.height - down), 2)
    if not len(xs) or not len(ys):
        return []
    grid_y, grid_x = (axis.ravel() for axis in np.meshgrid(ys, xs, indexing="ij"))
    logits = model.corners.logits(cells.take(CORNER, grid_y, grid_x))
    score = (logits[:, 1] - logits[:, 0]).reshape(len(ys), len(xs))
    best = score.argmax(axis=1)
    return [(float(score[i, b]), int(ys[i]), int(xs[b])) for i, b in enumerate(best)]


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


def read(rectified: np.ndarray, look: places.Look, column: int, model: Model) -> tuple[np.ndarray, bool]:
    """Probabilities of the 52 cards for each face-up card behind the front one, back to front; and whether these and
    the front card are the whole column."""
    middle = layout.column_x(column)
    left, top = round((middle - 38) * RECTIFIED), round((look.top - _ABOVE) * RECTIFIED)
    front_x, front_y = look.card.x * RECTIFIED - left, look.card.y * RECTIFIED - top
    if front_y < _STEP[0] * RECTIFIED:
        return np.empty((0, 52)), _is_whole([front_y / RECTIFIED - _ABOVE])
    bottom = round(top + front_y + CORNER.size[1])
    cells = Cells(rectified[top:bottom, left : left + round(30 * RECTIFIED)])
    chain = _chain(_candidates(cells, model, round(front_x), round(front_y)), front_y)
    whole = _is_whole([y / RECTIFIED - _ABOVE for y in [*(y for y, _ in chain), front_y]])
    if not chain:
        return np.empty((0, 52)), whole
    ys, xs = np.array(chain).T
    return model.run_chances(cells.take(CORNER, ys, xs)), whole
