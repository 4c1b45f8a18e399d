"""The plane of the table by the cards on it: from quadrilaterals in the picture to millimetres.

A camera without skew, its principal point in the middle, is assumed: two angles, the focal length and the scale are sought with
which fronts are as wide as a card, have right angles, and those of single cards are as high as one.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from .places import fitted_line, median

# Tried first: tilt and yaw. The camera may stand at the player's side of the table (its far side is then smaller) or opposite.
_ANGLES = np.deg2rad(np.arange(-48, 49, 6)), np.deg2rad(np.arange(-8, 9, 4))
_FOCAL, _FOCAL_SPREAD = 0.85, 0.25  # of the picture's width, and how far it may be off (of its logarithm): phones 0.7, webcams to 1
_WIDTH_SPREAD, _HEIGHT_SPREAD, _ANGLE_SPREAD = 0.7, 1.0, 0.03  # millimetres; radians
_OUTLIER = 3.0  # spreads from which a residual counts no more
_TOO_SMALL = 12.0  # the same where a front is smaller than a card: piles are larger, but nothing is smaller
_STEPS = 12
_A_LITTLE = 1e-5
_BESIDE = _A_LITTLE * np.eye(5, 4, -1)  # nothing, then a little of each unknown


@dataclass(frozen=True)
class Outline:
    """A blob that may be a column or a pile, in pixels: the corners of its upper edge and of its lower one, left before right,
    and a point half way up the front card on either side."""

    points: np.ndarray  # upper left, upper right, lower right, lower left, side left, side right


def _crossing(level: tuple[float, float], side: tuple[float, float]) -> tuple[float, float]:
    """Of y = a x + b and x = c y + d."""
    (a, b), (c, d) = level, side
    y = (a * d + b) / (1 - a * c)
    return c * y + d, y


def _level(upright: np.ndarray, middle: float, guess: float) -> tuple[float, float] | None:
    """The line of the first ones in columns around the `middle`, each a row of `upright`; None if there is none."""
    first, last = (min(max(int(middle + side * 0.3 * guess), 0), len(upright)) for side in (-1, 1))
    part = upright[first:last]
    at = part.argmax(axis=1)
    some = np.flatnonzero(part[np.arange(len(part)), at]) if len(part) else at
    return fitted_line(some + float(first), at[some].astype(float)) if len(some) else None


def outline(blob: np.ndarray) -> np.ndarray | None:
    """The points of an Outline in the mask of one blob; None if its lower part has no straight edges."""
    blob = blob > 0  # of truth values the first one is found several times as fast
    lefts, rights = blob.argmax(axis=1), blob.shape[1] - blob[:, ::-1].argmax(axis=1)
    ys = np.flatnonzero(blob[np.arange(len(blob)), lefts])
    lefts, rights = lefts.astype(float), rights.astype(float)
    bottom, top = ys[-1] + 1.0, float(ys[0])
    guess = median((rights - lefts)[ys[len(ys) // 2 :]])
    rows = np.arange(int(max(top, bottom - 0.7 * guess)), int(bottom - 0.16 * guess))
    if len(rows) < 10:
        return None
    left, right = fitted_line(rows, lefts[rows]), fitted_line(rows, rights[rows])
    if left is None or right is None:
        return None
    upright = np.ascontiguousarray(blob.T)
    middle = float(lefts[rows].sum() + rights[rows].sum()) / (2 * len(rows))
    lower = _level(upright[:, ::-1], middle, guess)
    # A long column leans in perspective: its upper edge is not above its lower one.
    high = ys[(ys >= top + 0.1 * guess) & (ys <= top + 0.4 * guess)]
    middle = float(lefts[high].sum() + rights[high].sum()) / (2 * len(high)) if len(high) else middle
    upper = _level(upright, middle, guess)
    if lower is None or upper is None:
        return None
    lower = -lower[0], blob.shape[0] - lower[1]
    half = bottom - 0.6 * guess
    corners = [_crossing(upper, left), _crossing(upper, right), _crossing(lower, right), _crossing(lower, left)]
    return np.array([*corners, (left[0] * half + left[1], half), (right[0] * half + right[1], half)])


def _homographies(unknowns: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """`unknowns`: for each of several planes tilt, yaw, logarithms of the focal length and of the scale."""
    width, height = size
    (ca, cb), (sa, sb) = np.cos(unknowns[:, :2]).T, np.sin(unknowns[:, :2]).T
    nearer, scale = np.exp(-unknowns[:, 2]) / width, np.exp(unknowns[:, 3])  # the inverse of the focal length
    nothing = np.zeros_like(ca)
    turned = np.array([[cb, sa * sb, -ca * sb], [nothing, ca, sa], [sb, -sa * cb, ca * cb]])  # the transpose of the turns, one after the other
    lens = np.array([[nearer, nothing, -nearer * width / 2], [nothing, nearer, -nearer * height / 2], [nothing, nothing, nothing + 1]])  # inverse
    homographies = np.einsum("ijk,jlk->kil", turned, lens)
    homographies[:, :2] *= scale[:, None, None]
    return homographies


def mapped(points: np.ndarray, homography: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), homography)[0].reshape(points.shape)


def _lengths(vectors: np.ndarray) -> np.ndarray:
    return np.sqrt(vectors[..., 0] ** 2 + vectors[..., 1] ** 2)


def _residuals_of(p: np.ndarray, card) -> np.ndarray:
    """Of outlines in millimetres, for each of several planes: (planes, outlines, points, 2)."""
    across = p[..., 2, :] - p[..., 3, :]
    wide = _lengths(across)
    high = _lengths((p[..., 0, :] + p[..., 1, :] - p[..., 2, :] - p[..., 3, :]) / 2)
    parts = [(wide - card[0]) / _WIDTH_SPREAD, (high - card[1]) / _HEIGHT_SPREAD]
    for foot, side in ((3, 4), (2, 5)):
        up = p[..., side, :] - p[..., foot, :]
        parts.append((across[..., 0] * up[..., 0] + across[..., 1] * up[..., 1]) / (wide * _lengths(up) + 1e-9) / _ANGLE_SPREAD)
    return np.concatenate(parts, axis=-1)


def _residuals(unknowns: np.ndarray, outlines: np.ndarray, size, card) -> np.ndarray:
    """A row for each of several planes."""
    return _residuals_of(_seen_by(_homographies(unknowns, size), outlines), card)


def _seen_by(homographies: np.ndarray, outlines: np.ndarray) -> np.ndarray:
    """Outlines in millimetres of each of several planes."""
    points = np.concatenate([outlines.reshape(-1, 2), np.ones((outlines.size // 2, 1))], axis=1)
    p = points @ homographies.transpose(0, 2, 1)
    return (p[..., :2] / p[..., 2:]).reshape(len(homographies), *outlines.shape)


def _limits(residuals: np.ndarray) -> np.ndarray:
    """From where each residual counts no more; widths and heights come before the angles."""
    sizes = np.arange(residuals.shape[-1]) < residuals.shape[-1] // 2
    return np.where(sizes & (residuals < 0), _TOO_SMALL, _OUTLIER)


def _first(outlines: np.ndarray, size, card) -> np.ndarray:
    """The best of _ANGLES, all at once: one after the other they would take longer than all that follows."""
    unknowns = np.array([(tilt, yaw, np.log(_FOCAL), 0.0) for tilt in _ANGLES[0] for yaw in _ANGLES[1]])
    p = _seen_by(_homographies(unknowns, size), outlines)
    scales = card[0] / np.median(_lengths(p[..., 2, :] - p[..., 3, :]), axis=1)
    unknowns[:, 3] = np.log(scales)
    residuals = _residuals_of(p * scales[:, None, None, None], card)
    costs = np.minimum(np.abs(residuals), _limits(residuals)).sum(axis=1)
    return unknowns[costs.argmin()]


def misfit(outlines: np.ndarray, homography: np.ndarray, card: tuple[float, float]) -> float:
    """How little outlines are those of cards on a plane: the sum of their residuals, in spreads, each up to its limit."""
    residuals = _residuals_of(mapped(outlines, homography)[None], card)[0]
    return float(np.minimum(np.abs(residuals), _limits(residuals)).sum())


def fitted(outlines: np.ndarray, size: tuple[int, int], card: tuple[float, float]) -> np.ndarray:
    """The homography from pixels to millimetres, in which the cards' lower edges are level on the whole."""
    unknown = _first(outlines, size, card)
    for _ in range(_STEPS):
        residuals, *beside = _residuals(unknown + _BESIDE, outlines, size, card)
        slopes = (np.array(beside) - residuals).T / _A_LITTLE
        weight = np.abs(residuals) < _limits(residuals)
        rows = np.vstack([slopes[weight], [0, 0, 1 / _FOCAL_SPREAD, 0]])
        off = np.append(residuals[weight], (unknown[2] - np.log(_FOCAL)) / _FOCAL_SPREAD)
        change = np.linalg.lstsq(rows, -off, rcond=None)[0]
        unknown = unknown + change.clip(-0.1, 0.1)
        if np.abs(change).max() < 1e-4:
            break
    homography = _homographies(unknown[None], size)[0]
    p = mapped(outlines, homography)
    across = p[:, 2] - p[:, 3]
    angle = float(np.median(np.arctan2(across[:, 1], across[:, 0])))
    c, s = np.cos(-angle), np.sin(-angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ homography
