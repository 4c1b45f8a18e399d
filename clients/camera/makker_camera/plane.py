"""Estimates the plane of the table by the cards on it: the homography from pixels to millimetres.

The camera model has no skew and its principal point in the middle. Its four parameters, two angles, the focal length and the scale, minimise
the residuals of the cards' outlines: front cards are as wide as a card and have right angles, single cards are as high as one.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from .places import fitted_line, median

# Initial tilts and yaws. The camera may stand at the player's side of the table (its far side is then smaller) or opposite.
_START_ANGLES = np.deg2rad(np.arange(-48, 49, 6)), np.deg2rad(np.arange(-8, 9, 4))
_FOCAL_LENGTH, _FOCAL_SIGMA = 0.85, 0.25  # in widths of the picture, and the standard deviation of its logarithm: phones have 0.7, webcams up to 1
_WIDTH_SIGMA_MM, _HEIGHT_SIGMA_MM, _ANGLE_SIGMA = 0.7, 1.0, 0.03  # standard deviations; of the angle in radians
_MAX_RESIDUAL = 3.0  # in standard deviations: a residual beyond it is an outlier
_MAX_SIZE_DEFICIT = 12.0  # the same for an outline smaller than a card: piles are larger than a card, but nothing is smaller
_MAX_ITERATIONS = 12
_DIFFERENCE = 1e-5  # of a parameter, for numerical derivatives
_DIFFERENCES = _DIFFERENCE * np.eye(5, 4, -1)  # none, then one of each parameter
_MAX_SLOPE_PRODUCT = 0.9  # of a level edge and a side, as of _intersection: 1 where they are parallel


@dataclass(frozen=True)
class Outline:
    """A blob that may be a column or a pile, in pixels: the corners of its upper edge and of its lower one, left before right,
    and a point half way up the front card on either side."""

    points: np.ndarray  # upper left, upper right, lower right, lower left, side left, side right


def _intersection(level: tuple[float, float], side: tuple[float, float]) -> tuple[float, float]:
    """The intersection of y = a x + b and x = c y + d."""
    (a, b), (c, d) = level, side
    y = (a * d + b) / (1 - a * c)
    return c * y + d, y


def _horizontal_edge(transposed: np.ndarray, middle: float, guess: float) -> tuple[float, float] | None:
    """The line through the first true pixel of each column around `middle`; None if there is none. `transposed`: the mask, a row for each column."""
    first, last = (min(max(int(middle + side * 0.3 * guess), 0), len(transposed)) for side in (-1, 1))
    part = transposed[first:last]
    at = part.argmax(axis=1)
    columns = np.flatnonzero(part[np.arange(len(part)), at]) if len(part) else at
    return fitted_line(columns + float(first), at[columns].astype(float)) if len(columns) else None


def outline(blob: np.ndarray) -> np.ndarray | None:
    """The points of an Outline for the mask of one blob; None if its lower part has no straight edges, or one is almost parallel to another beside it."""
    blob = blob > 0  # argmax of booleans is several times as fast
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
    transposed = np.ascontiguousarray(blob.T)
    middle = float(lefts[rows].sum() + rights[rows].sum()) / (2 * len(rows))
    lower = _horizontal_edge(transposed[:, ::-1], middle, guess)
    # By perspective a long column leans: its upper edge is displaced from its lower one.
    high = ys[(ys >= top + 0.1 * guess) & (ys <= top + 0.4 * guess)]
    middle = float(lefts[high].sum() + rights[high].sum()) / (2 * len(high)) if len(high) else middle
    upper = _horizontal_edge(transposed, middle, guess)
    if lower is None or upper is None:
        return None
    lower = -lower[0], blob.shape[0] - lower[1]
    if max(level[0] * side[0] for level in (upper, lower) for side in (left, right)) > _MAX_SLOPE_PRODUCT:
        return None
    half = bottom - 0.6 * guess
    corners = [_intersection(upper, left), _intersection(upper, right), _intersection(lower, right), _intersection(lower, left)]
    return np.array([*corners, (left[0] * half + left[1], half), (right[0] * half + right[1], half)])


def _homographies(parameters: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """`parameters`: tilt, yaw, logarithms of the focal length and of the scale for each of several planes."""
    width, height = size
    (ca, cb), (sa, sb) = np.cos(parameters[:, :2]).T, np.sin(parameters[:, :2]).T
    inverse_focal, scale = np.exp(-parameters[:, 2]) / width, np.exp(parameters[:, 3])  # inverse of the focal length in pixels
    zero = np.zeros_like(ca)
    rotation = np.array([[cb, sa * sb, -ca * sb], [zero, ca, sa], [sb, -sa * cb, ca * cb]])  # transpose of the rotations about both axes
    intrinsics = np.array([[inverse_focal, zero, -inverse_focal * width / 2], [zero, inverse_focal, -inverse_focal * height / 2], [zero, zero, zero + 1]])  # inverse of the camera matrix
    homographies = np.einsum("ijk,jlk->kil", rotation, intrinsics)
    homographies[:, :2] *= scale[:, None, None]
    return homographies


def mapped(points: np.ndarray, homography: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), homography)[0].reshape(points.shape)


def _lengths(vectors: np.ndarray) -> np.ndarray:
    return np.sqrt(vectors[..., 0] ** 2 + vectors[..., 1] ** 2)


def _outline_residuals(p: np.ndarray, card) -> np.ndarray:
    """Residuals in standard deviations for outlines in millimetres of several planes, an array (planes, outlines, points, 2)."""
    across = p[..., 2, :] - p[..., 3, :]
    wide = _lengths(across)
    high = _lengths((p[..., 0, :] + p[..., 1, :] - p[..., 2, :] - p[..., 3, :]) / 2)
    parts = [(wide - card[0]) / _WIDTH_SIGMA_MM, (high - card[1]) / _HEIGHT_SIGMA_MM]
    for foot, side in ((3, 4), (2, 5)):
        up = p[..., side, :] - p[..., foot, :]
        parts.append((across[..., 0] * up[..., 0] + across[..., 1] * up[..., 1]) / (wide * _lengths(up) + 1e-9) / _ANGLE_SIGMA)
    return np.concatenate(parts, axis=-1)


def _residuals(parameters: np.ndarray, outlines: np.ndarray, size, card) -> np.ndarray:
    """Residuals, a row for each of several planes."""
    return _outline_residuals(_outlines_mm(_homographies(parameters, size), outlines), card)


def _outlines_mm(homographies: np.ndarray, outlines: np.ndarray) -> np.ndarray:
    """Outlines in millimetres for each of several planes."""
    points = np.concatenate([outlines.reshape(-1, 2), np.ones((outlines.size // 2, 1))], axis=1)
    p = points @ homographies.transpose(0, 2, 1)
    return (p[..., :2] / p[..., 2:]).reshape(len(homographies), *outlines.shape)


def _residual_limits(residuals: np.ndarray) -> np.ndarray:
    """The limit beyond which each residual is an outlier; those of widths and heights come before those of angles."""
    sizes = np.arange(residuals.shape[-1]) < residuals.shape[-1] // 2
    return np.where(sizes & (residuals < 0), _MAX_SIZE_DEFICIT, _MAX_RESIDUAL)


def _initial_parameters(outlines: np.ndarray, size, card) -> np.ndarray:
    """The best of _START_ANGLES. All are computed together: one after the other they would take longer than the iterations."""
    parameters = np.array([(tilt, yaw, np.log(_FOCAL_LENGTH), 0.0) for tilt in _START_ANGLES[0] for yaw in _START_ANGLES[1]])
    p = _outlines_mm(_homographies(parameters, size), outlines)
    scales = card[0] / np.median(_lengths(p[..., 2, :] - p[..., 3, :]), axis=1)
    parameters[:, 3] = np.log(scales)
    residuals = _outline_residuals(p * scales[:, None, None, None], card)
    costs = np.minimum(np.abs(residuals), _residual_limits(residuals)).sum(axis=1)
    return parameters[costs.argmin()]


def misfit(outlines: np.ndarray, homography: np.ndarray, card: tuple[float, float]) -> float:
    """The sum of the outlines' residuals in a plane, in standard deviations, each truncated at its limit."""
    residuals = _outline_residuals(mapped(outlines, homography)[None], card)[0]
    return float(np.minimum(np.abs(residuals), _residual_limits(residuals)).sum())


def fitted(outlines: np.ndarray, size: tuple[int, int], card: tuple[float, float]) -> np.ndarray:
    """The homography from pixels to millimetres in which the median of the cards' lower edges is horizontal. Gauss-Newton iterations without the outliers."""
    parameters = _initial_parameters(outlines, size, card)
    for _ in range(_MAX_ITERATIONS):
        residuals, *varied = _residuals(parameters + _DIFFERENCES, outlines, size, card)
        jacobian = (np.array(varied) - residuals).T / _DIFFERENCE
        is_inlier = np.abs(residuals) < _residual_limits(residuals)
        rows = np.vstack([jacobian[is_inlier], [0, 0, 1 / _FOCAL_SIGMA, 0]])
        errors = np.append(residuals[is_inlier], (parameters[2] - np.log(_FOCAL_LENGTH)) / _FOCAL_SIGMA)
        change = np.linalg.lstsq(rows, -errors, rcond=None)[0]
        parameters = parameters + change.clip(-0.1, 0.1)
        if np.abs(change).max() < 1e-4:
            break
    homography = _homographies(parameters[None], size)[0]
    p = mapped(outlines, homography)
    across = p[:, 2] - p[:, 3]
    angle = float(np.median(np.arctan2(across[:, 1], across[:, 0])))
    c, s = np.cos(-angle), np.sin(-angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ homography
