"""Exact position of a card: its corners, searched around the position given by its edges.

Edges lie where a card under it looks out, or where glare ends; the corners with rank and suit do not.
"""

import numpy as np

from . import places
from .cells import Cells
from .finder import RECTIFIED
from .model import CORNER, Model

_REACH = 10  # pixels to each side
_STEP = 2
_SURE = 0.0  # logit from which a window is a corner
_TURNED = 0.06  # largest rotation by corners, in radians


def _offset(piece: np.ndarray, model: Model) -> np.ndarray | None:
    """Offset of the corner from the middle of `piece`, x and y in pixels; None: no corner."""
    steps = np.arange(0, 2 * _REACH + 1, _STEP)
    ys, xs = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    logits = model.corners.logits(Cells(piece).take(CORNER, ys, xs))
    score = logits[:, 1] - logits[:, 0]
    if score.max() < _SURE:
        return None
    weight = np.exp(score - score.max())
    return np.array([(weight * xs).sum(), (weight * ys).sum()]) / weight.sum() - _REACH


def _pieces(rectified: np.ndarray, card: places.Card, size) -> tuple[np.ndarray, np.ndarray]:
    """The upper left corner with its surroundings, and the lower right one rotated by 180 degrees."""
    reach = _REACH / RECTIFIED
    extent = (CORNER.size[0] / RECTIFIED + 2 * reach, CORNER.size[1] / RECTIFIED + 2 * reach)
    upper = places.moved(card, -reach, -reach)
    far = places.moved(card, size[0] + reach, size[1] + reach)
    lower = places.Card(far.x, far.y, far.turn + np.pi)
    return tuple(places.face(rectified, one, extent, RECTIFIED) for one in (upper, lower))


def refine(rectified: np.ndarray, card: places.Card, size, model: Model) -> places.Card:
    """`card` moved and rotated to its corners; unchanged if none is found."""
    upper, lower = (_offset(piece, model) for piece in _pieces(rectified, card, size))
    if upper is None and lower is None:
        return card
    if upper is None or lower is None:
        x, y = upper if lower is None else -lower
        return places.moved(card, x / RECTIFIED, y / RECTIFIED)
    upper, lower = upper / RECTIFIED, -lower / RECTIFIED
    across, down = np.array(size) + lower - upper
    turn = np.arctan2(down, across) - np.arctan2(size[1], size[0])
    if abs(turn) > _TURNED:
        return card
    middle = places.moved(card, *((upper + lower + np.array(size)) / 2))
    turned = places.Card(middle.x, middle.y, card.turn + float(turn))
    return places.moved(turned, -size[0] / 2, -size[1] / 2)
