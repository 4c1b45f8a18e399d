"""Segments the rectified picture into mat and other things, by colour: the mat's hue does not depend on its brightness.

Glare, a lamp reflected by the mat, adds white to its colour. So each pixel is unmixed into a share of the mat's colour, a share of
white and a rest that is neither; a pixel with enough of the mat's colour and hardly any rest is mat under glare.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from . import layout, mat as printed_mat
from .finder import RECTIFIED

_MIN_COLOUR_SINE = 0.11  # of the angle between the ground's colour and a pixel that covers it
_MIN_MAT_SHARE = 0.4  # share of the mat's colour in a pixel of mat under glare
_MIN_WHITE_SINE = 0.2  # of the angle between mat and white; below it glare on a greyish mat cannot be distinguished from cards
_MIN_MARKER_BRIGHTNESS = 1.3  # of the paper around the markers, in multiples of the mat's; with less there are no markers
_MIN_PAPER_BRIGHTNESS = 1.5  # the same; with less, cards cannot be distinguished from a mat of the hue of paper
_MAX_LIGHT_RATIO_LOG = 0.5  # logarithm of the mat's brightness relative to its median; beyond it something lies there
_MAX_UNCERTAIN_SINE = 0.125  # of the angle between paper and the mat's colour: up to it, noise gives white the mat's hue
_MIN_PAPER_MAT_SINE, _MAX_PAPER_WHITE_SINE = 0.15, 0.15  # of the angles between paper and the mat's colour, and between paper and white
_MAX_WARM_PAPER_SINE, _MIN_WARM_PAPER_BRIGHTNESS = 0.35, 1.5  # under a warm lamp: the angle to white, and the brightness in multiples of that of the mat
_MAX_REST_SHARE = 0.12  # share of a pixel that is neither mat nor white
_STRIP_PIXELS = 16_000  # pixels that are processed together, so that they fit the cache
_MAX_BLACK = 0.55  # brightness of printed black, relative to the white around a marker
_MIN_PRINTED_SHARE = 0.85  # of the pixels of a row of a marker that is not covered
_MEDIAN_ROWS = 9  # of a marker: the edges of its squares are not located exactly


def _pixels_in_boxes(rectified: np.ndarray, boxes) -> np.ndarray:
    """Every third pixel, in both directions, of boxes (left, right, top, bottom in millimetres)."""
    s = RECTIFIED
    parts = [rectified[round(top * s) : round(bottom * s), round(left * s) : round(right * s)] for left, right, top, bottom in boxes]
    return np.concatenate([part[::3, ::3].reshape(-1, 3) for part in parts]).astype(np.float32)


def mat_colour(rectified: np.ndarray, on: layout.Layout = layout.KLONDIKE) -> np.ndarray:
    """The mat's colour at its median brightness, from strips where no cards lie."""
    colours = _pixels_in_boxes(rectified, on.bare)
    lengths = np.linalg.norm(colours, axis=1)
    middle = np.median(colours / (lengths[:, None] + 1), axis=0)
    return middle / np.linalg.norm(middle) * np.float32(np.median(lengths) + 1)


def sine(colours: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Sine of the angle between each colour and another one; 0 for black."""
    along = colours @ (other / np.linalg.norm(other)).astype(np.float32)
    length = np.einsum("...k,...k->...", colours, colours)
    return np.sqrt(np.maximum(length - along * along, 0)) / np.sqrt(length + 100)


def _paper_around_markers(rectified: np.ndarray) -> np.ndarray:
    boxes = []
    for marker in range(len(layout.MARKERS)):
        (left, top), _, (right, bottom), _ = layout.marker_corners(marker)
        boxes += [(left, right, top - 4, top - 1.5), (left, right, bottom + 1.5, bottom + 4)]
    return _pixels_in_boxes(rectified, boxes)


def paper_colour(rectified: np.ndarray, mat: np.ndarray) -> np.ndarray:
    """The colour of white under this light, of length 1: that of the paper around the markers; neutral if this is not plausible."""
    colours = _paper_around_markers(rectified)
    white = np.ones(3, np.float32)
    lengths = np.linalg.norm(colours, axis=1)
    paper = np.median(colours / (lengths[:, None] + 1), axis=0)
    whiteness, to_mat = sine(paper[None] * 255, white)[0], sine(paper[None] * 255, mat)[0]
    bright = float(np.median(lengths)) > _MIN_WARM_PAPER_BRIGHTNESS * np.linalg.norm(mat)
    is_white = to_mat > _MIN_PAPER_MAT_SINE and (whiteness < _MAX_PAPER_WHITE_SINE or (bright and whiteness < _MAX_WARM_PAPER_SINE))
    return paper / np.linalg.norm(paper) if is_white else white / np.sqrt(np.float32(3))


def whitened(rectified: np.ndarray, paper: np.ndarray | None = None) -> np.ndarray:
    """The picture after white balance: `paper` (by default that of the mat's markers) becomes grey."""
    paper = paper_colour(rectified, mat_colour(rectified)) if paper is None else paper
    gain = (paper.mean() / paper).clip(0.5, 2)
    levels = np.arange(256, dtype=np.float32)[:, None] * gain.astype(np.float32)
    return cv2.LUT(rectified, levels.round().clip(0, 255).astype(np.uint8)[:, None])


def _unmixing_matrix(mat: np.ndarray, paper: np.ndarray) -> np.ndarray | None:
    """The matrix that unmixes a colour into mat, white and a rest; None if mat and white are too similar."""
    parts = np.column_stack([mat, paper, np.cross(mat, paper)])
    parts /= np.linalg.norm(parts, axis=0) + 1e-6
    if sine(mat[None], paper)[0] < _MIN_WHITE_SINE or np.linalg.cond(parts) > 50:
        return None
    return np.linalg.inv(parts).astype(np.float32)


def _is_glared(colours: np.ndarray, bright: float, unmixing: np.ndarray) -> np.ndarray:
    """True for pixels that are a mixture of white and of a colour of length `bright`. `colours`: rows of blue, green and red; `unmixing`: the `_unmixing_matrix`
    of that colour."""
    share, white, rest = (weights[0] * colours[0] + weights[1] * colours[1] + weights[2] * colours[2] for weights in unmixing)
    mixed = share > np.float32(_MIN_MAT_SHARE * bright)
    mixed &= white > 0
    share += white
    share *= np.float32(_MAX_REST_SHARE)
    mixed &= np.abs(rest, out=rest) < share
    return mixed


def _max_projection_square(square):
    """By the square of a pixel's length, the square of its projection on a colour below which the pixel has another colour: `sine` > _MIN_COLOUR_SINE,
    solved for the projection. Overwrites an array."""
    square *= np.float32(1 - _MIN_COLOUR_SINE**2)
    square -= np.float32(100 * _MIN_COLOUR_SINE**2)
    return square


class _Strip:
    """Some rows of a picture as planes of blue, green and red, with buffers for sums over these; small enough for the processor's cache."""

    def __init__(self, shape: tuple[int, int]):
        self.colours, self.sums = np.empty((3, *shape), np.float32), np.empty((2, *shape), np.float32)
        self.part = np.empty(shape, np.float32)

    def load(self, planes: list[np.ndarray], rows: slice) -> None:
        for kept, plane in zip(self.colours, planes):
            kept[:] = plane[rows]

    def sum(self, weights: np.ndarray, into: int) -> np.ndarray:
        """The weighted sum of the three planes, in the buffer `sums[into]`."""
        total = self.sums[into]
        np.multiply(self.colours[0], weights[0], out=total)
        for colour, weight in zip(self.colours[1:], weights[1:]):
            total += np.multiply(colour, weight, out=self.part)
        return total

    def max_projection_squares(self) -> np.ndarray:
        """`_max_projection_square` of each pixel."""
        limit = self.sums[0]
        np.multiply(self.colours[0], self.colours[0], out=limit)
        for colour in self.colours[1:]:
            limit += np.multiply(colour, colour, out=self.part)
        return _max_projection_square(limit)

    def differs_from_all(self, limit: np.ndarray, directions: list[np.ndarray]) -> np.ndarray:
        """True for pixels with another colour than all `directions`, which have length 1. `limit`: of `max_projection_squares`."""
        other = None
        for direction in directions:
            along = self.sum(direction, 1)
            differs = np.multiply(along, along, out=along) < limit
            other = differs if other is None else np.logical_and(other, differs, out=other)
        return other

    def remove_glare(self, other: np.ndarray, bright: float, unmixing: np.ndarray) -> None:
        """Sets pixels of `other` to false that are the ground's colour under glare: `_is_glared`."""
        where = np.flatnonzero(other)
        mixed = _is_glared(self.colours.reshape(3, -1).take(where, axis=1), bright, unmixing)
        other.ravel()[where[mixed]] = False


def are_colour(colours: np.ndarray, colour: np.ndarray) -> np.ndarray:
    """True for colours with the hue of `colour`: a `sine` of at most _MIN_COLOUR_SINE."""
    along = colours @ (colour / np.linalg.norm(colour)).astype(np.float32)
    length = np.einsum("...k,...k->...", colours, colours)
    return length - along * along <= np.float32(_MIN_COLOUR_SINE**2) * (length + 100)


@dataclass(frozen=True)
class Covering:
    """Background subtraction for a ground of these colours. `paper`: the colour of white under this light."""

    colours: list[np.ndarray]
    paper: np.ndarray

    @functools.cached_property
    def _directions(self) -> list[np.ndarray]:
        return [(colour / np.linalg.norm(colour)).astype(np.float32) for colour in self.colours]

    @functools.cached_property
    def _mixtures(self) -> list[tuple[float, np.ndarray]]:
        """Length and `_unmixing_matrix` of each colour that can be distinguished from white."""
        return [(float(np.linalg.norm(colour)), unmixing) for colour in self.colours if (unmixing := _unmixing_matrix(colour, self.paper)) is not None]

    def mask(self, picture: np.ndarray, closed: int = 7, blur: float = 1.1, bright: float = np.inf) -> np.ndarray:
        """255 for pixels that cover the ground: they have another colour or are brighter than `bright`. `closed`: side of the kernel of a closing, in pixels."""
        planes = cv2.split(cv2.GaussianBlur(picture, (0, 0), blur))
        mask, (height, width) = np.empty(picture.shape[:2], np.uint8), picture.shape[:2]
        rows = min(height, max(1, _STRIP_PIXELS // width))
        strip = _Strip((rows, width))
        for top in range(0, height, rows):
            if height - top < rows:
                strip = _Strip((height - top, width))
            strip.load(planes, np.s_[top : top + rows])
            limit = strip.max_projection_squares()
            is_bright = limit > _max_projection_square(bright**2) if bright < np.inf else None
            other = strip.differs_from_all(limit, self._directions)
            for brightness, unmixing in self._mixtures:
                strip.remove_glare(other, brightness, unmixing)
            if is_bright is not None:
                other |= is_bright
            np.multiply(other, np.uint8(255), out=mask[top : top + rows])
        return mask if closed <= 1 else cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((closed, closed), np.uint8))


@functools.cache
def _printed(marker: int, shape: tuple[int, int]) -> np.ndarray:
    """Where a marker with the white around it is white."""
    side, quiet = round(layout.MARKER * RECTIFIED), round(layout.MARKER_QUIET * RECTIFIED)
    drawn = cv2.aruco.drawMarker(printed_mat.dictionary(), marker, side)
    white = cv2.copyMakeBorder(drawn, quiet, quiet, quiet, quiet, cv2.BORDER_CONSTANT, value=255)
    return cv2.resize(white, shape[::-1], interpolation=cv2.INTER_NEAREST) > 127


def _visible_rows(part: np.ndarray, marker: int) -> int:
    """Rows of a marker that are seen as they are printed, from the sheet's edge to the first card or hand over it."""
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    is_white = grey > _MAX_BLACK * np.percentile(grey, 90)
    share = (is_white == _printed(marker, grey.shape)).mean(axis=1)
    share = np.lib.stride_tricks.sliding_window_view(np.pad(share, _MEDIAN_ROWS // 2, mode="edge"), _MEDIAN_ROWS)
    covered = np.median(share, axis=1) < _MIN_PRINTED_SHARE
    from_edge = covered[::-1] if marker in layout.LOWER_MARKERS else covered
    return int(from_edge.argmax()) if covered.any() else len(covered)


def _take_markers(mask: np.ndarray, rectified: np.ndarray) -> None:
    """What is printed covers nothing."""
    for marker in range(len(layout.MARKERS)):
        left, right, top, bottom = (round(RECTIFIED * edge) for edge in layout.marker_box(marker))
        rows = _visible_rows(rectified[top:bottom, left:right], marker)
        seen = np.s_[bottom - rows : bottom] if marker in layout.LOWER_MARKERS else np.s_[top : top + rows]
        mask[seen, left - 1 : right + 1] = 0


@dataclass(frozen=True)
class Mat:
    """The colours of a mat under the light of one picture."""

    colour: np.ndarray  # as of `mat_colour`
    paper: np.ndarray  # as of `paper_colour`
    measured_paper: np.ndarray  # the paper around the markers, of length 1; if there are no markers, white
    paper_brightness: float  # of the paper around the markers, in multiples of the mat's

    @functools.cached_property
    def _paper_sine(self) -> float:
        return float(sine(self.measured_paper[None] * 255, self.colour)[0])

    @property
    def has_hue_of_paper(self) -> bool:
        """True if white cards are recognised by their brightness."""
        return self._paper_sine <= _MAX_UNCERTAIN_SINE

    @property
    def stands_out(self) -> bool:
        """True if white cards differ from the mat in hue, or are brighter."""
        return not self.has_hue_of_paper or self.paper_brightness >= _MIN_PAPER_BRIGHTNESS

    @property
    def covering(self) -> Covering:
        # White that is similar to the mat is compared with the mat as it was measured: another white would look like the mat under glare.
        return Covering([self.colour], self.measured_paper if self._paper_sine <= _MIN_PAPER_MAT_SINE else self.paper)

    @property
    def covered_brightness(self) -> float:
        """What is brighter covers the mat: half way between the mat and paper, as ratios."""
        return float(np.linalg.norm(self.colour)) * self.paper_brightness**0.5


def learnt(rectified: np.ndarray, on: layout.Layout = layout.KLONDIKE) -> Mat:
    colour, around = mat_colour(rectified, on), _paper_around_markers(rectified)
    lengths = np.linalg.norm(around, axis=1)
    brightness = float(np.median(lengths) / np.linalg.norm(colour))
    measured = np.median(around / (lengths[:, None] + 1), axis=0) if brightness >= _MIN_MARKER_BRIGHTNESS else np.ones(3, np.float32)
    return Mat(colour, paper_colour(rectified, colour), measured / np.linalg.norm(measured), brightness)


def _in_even_light(rectified: np.ndarray, on: layout.Layout) -> np.ndarray:
    """The picture divided by the brightness of the mat: a polynomial, quadratic to the right and linear downwards, fitted to the strips on which no card lies."""
    points, lengths = [], []
    for left, right, top, bottom in on.bare:
        rows, columns = np.arange(round(top * RECTIFIED), round(bottom * RECTIFIED), 6), np.arange(round(left * RECTIFIED), round(right * RECTIFIED), 6)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        points.append(grid)
        lengths.append(np.linalg.norm(rectified[grid[:, 1], grid[:, 0]].astype(np.float32), axis=1))
    (xs, ys), logs = np.concatenate(points).T / np.array(rectified.shape[1::-1])[:, None], np.log(np.concatenate(lengths) + 1)
    terms = np.column_stack([np.ones_like(xs), xs, xs * xs, ys])
    chosen = np.abs(logs - np.median(logs)) < _MAX_LIGHT_RATIO_LOG
    weights = np.linalg.lstsq(terms[chosen], logs[chosen], rcond=None)[0]
    across, down = (np.linspace(0, 1, size, dtype=np.float32) for size in rectified.shape[1::-1])
    field = np.exp(weights[0] + weights[1] * across + weights[2] * across * across + weights[3] * down[:, None] - np.median(logs))
    return cv2.convertScaleAbs(rectified / field.astype(np.float32)[:, :, None])


def not_mat(rectified: np.ndarray, on: layout.Layout = layout.KLONDIKE, mat: Mat | None = None) -> np.ndarray:
    """255 where something covers the mat. `mat`: its colours in this picture, if the caller has them."""
    mat = learnt(rectified, on) if mat is None else mat
    mask = mat.covering.mask(_in_even_light(rectified, on), bright=mat.covered_brightness) if mat.has_hue_of_paper else mat.covering.mask(rectified)
    if on.is_wide:
        _take_markers(mask, rectified)
    return mask
