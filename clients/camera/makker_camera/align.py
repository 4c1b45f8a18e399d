"""Refines the position of a card by its corners, which a classifier locates around the position given by its edges.

A detected edge may be that of a lower card, or the end of glare; the corners with rank and suit have no such errors.
"""

import numpy as np

from . import places
from .cells import Cells
from .finder import RECTIFIED
from .model import CORNER, Model

_SEARCH_RADIUS_PX = 10  # in each direction
_SEARCH_STEP_PX = 2
_MIN_CORNER_LOGIT = 0.0  # of a window that is a corner
_MAX_REFINED_ROTATION = 0.06  # by the corners, in radians; a larger one is an error


def _offset(piece: np.ndarray, model: Model) -> np.ndarray | None:
    """Offset of the corner from its expected position in `piece`, x and y in pixels (soft argmax); None if there is no corner."""
    steps = np.arange(0, 2 * _SEARCH_RADIUS_PX + 1, _SEARCH_STEP_PX)
    ys, xs = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    logits = model.corners.logits(Cells(piece).take(CORNER, ys, xs))
    score = logits[:, 1] - logits[:, 0]
    if score.max() < _MIN_CORNER_LOGIT:
        return None
    weight = np.exp(score - score.max())
    return np.array([(weight * xs).sum(), (weight * ys).sum()]) / weight.sum() - _SEARCH_RADIUS_PX


def _corner_pieces(rectified: np.ndarray, card: places.Card, size) -> tuple[np.ndarray, np.ndarray]:
    """The upper left corner with its surroundings, and the lower right one rotated by 180 degrees."""
    reach = _SEARCH_RADIUS_PX / RECTIFIED
    extent = (CORNER.size[0] / RECTIFIED + 2 * reach, CORNER.size[1] / RECTIFIED + 2 * reach)
    upper = places.moved(card, -reach, -reach)
    far = places.moved(card, size[0] + reach, size[1] + reach)
    lower = places.Card(far.x, far.y, far.turn + np.pi)
    return tuple(places.face(rectified, one, extent, RECTIFIED) for one in (upper, lower))


def refine(rectified: np.ndarray, card: places.Card, size, model: Model) -> places.Card:
    """`card` moved and rotated to its corners; unchanged if no corner is found."""
    upper, lower = (_offset(piece, model) for piece in _corner_pieces(rectified, card, size))
    if upper is None and lower is None:
        return card
    if upper is None or lower is None:
        x, y = upper if lower is None else -lower
        return places.moved(card, x / RECTIFIED, y / RECTIFIED)
    upper, lower = upper / RECTIFIED, -lower / RECTIFIED
    across, down = np.array(size) + lower - upper
    turn = np.arctan2(down, across) - np.arctan2(size[1], size[0])
    if abs(turn) > _MAX_REFINED_ROTATION:
        return card
    middle = places.moved(card, *((upper + lower + np.array(size)) / 2))
    turned = places.Card(middle.x, middle.y, card.turn + float(turn))
    return places.moved(turned, -size[0] / 2, -size[1] / 2)
