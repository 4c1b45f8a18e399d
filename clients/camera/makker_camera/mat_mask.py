"""Which pixels of the rectified picture are mat: the mat has one colour under any brightness.

A lamp mirrored on the mat adds white to that colour. So each pixel is taken apart into a share of mat, a
share of white and a rest that is neither; what has enough mat and only white beside it is mat under glare.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from . import layout
from .finder import RECTIFIED

_OTHER_COLOUR = 0.11  # sine of the angle between colours
_MAT = 0.4  # least share of the mat's colour in a pixel of mat under glare
_APART = 0.2  # sine of the angle to white below which a greyish mat cannot be distinguished from cards under glare
_PAPER_APART, _PAPER_WHITE = 0.15, 0.15  # sines of the angles of paper to the mat's colour (at least) and to white (at most)
_PAPER_WARM, _PAPER_BRIGHTER = 0.35, 1.5  # under a warm lamp; then it must be so much brighter than the mat
_REST = 0.12  # largest share of a pixel that is neither mat nor white
_PIXELS = 16_000  # of a picture that are looked at together


def _strips(rectified: np.ndarray, boxes) -> np.ndarray:
    """The pixels of boxes (left, right, top, bottom in millimetres)."""
    s = RECTIFIED
    parts = [rectified[round(top * s) : round(bottom * s), round(left * s) : round(right * s)] for left, right, top, bottom in boxes]
    return np.concatenate([part[::3, ::3].reshape(-1, 3) for part in parts]).astype(np.float32)


def mat_colour(rectified: np.ndarray) -> np.ndarray:
    """The mat's colour at its usual brightness: the median of the strips without cards."""
    colours = _strips(rectified, [(50, 544, 99, 104), (8, 44, 60, 360), (550, 586, 60, 360)])
    lengths = np.linalg.norm(colours, axis=1)
    middle = np.median(colours / (lengths[:, None] + 1), axis=0)
    return middle / np.linalg.norm(middle) * np.float32(np.median(lengths) + 1)


def sine(colours: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Sine of the angle between each colour and another one; 0 for black."""
    along = colours @ (other / np.linalg.norm(other)).astype(np.float32)
    length = np.einsum("...k,...k->...", colours, colours)
    return np.sqrt(np.maximum(length - along * along, 0)) / np.sqrt(length + 100)


def paper_colour(rectified: np.ndarray, mat: np.ndarray) -> np.ndarray:
    """White in this light: the paper around the markers; plain white if there is none."""
    boxes = []
    for marker in range(len(layout.MARKERS)):
        (left, top), _, (right, bottom), _ = layout.marker_corners(marker)
        boxes += [(left, right, top - 4, top - 1.5), (left, right, bottom + 1.5, bottom + 4)]
    colours = _strips(rectified, boxes)
    white = np.ones(3, np.float32)
    lengths = np.linalg.norm(colours, axis=1)
    paper = np.median(colours / (lengths[:, None] + 1), axis=0)
    whiteness, apart = sine(paper[None] * 255, white)[0], sine(paper[None] * 255, mat)[0]
    bright = float(np.median(lengths)) > _PAPER_BRIGHTER * np.linalg.norm(mat)
    is_white = apart > _PAPER_APART and (whiteness < _PAPER_WHITE or (bright and whiteness < _PAPER_WARM))
    return paper / np.linalg.norm(paper) if is_white else white / np.sqrt(np.float32(3))


def whitened(rectified: np.ndarray, paper: np.ndarray | None = None) -> np.ndarray:
    """The picture as if the light were white: `paper` (by default that of the mat) is grey, whatever the lamp's colour."""
    paper = paper_colour(rectified, mat_colour(rectified)) if paper is None else paper
    gain = (paper.mean() / paper).clip(0.5, 2)
    levels = np.arange(256, dtype=np.float32)[:, None] * gain.astype(np.float32)
    return cv2.LUT(rectified, levels.round().clip(0, 255).astype(np.uint8)[:, None])


def _apart(mat: np.ndarray, paper: np.ndarray) -> np.ndarray | None:
    """What takes a colour apart into mat, white and a rest; None where mat and white are too much alike."""
    parts = np.column_stack([mat, paper, np.cross(mat, paper)])
    parts /= np.linalg.norm(parts, axis=0) + 1e-6
    if sine(mat[None], paper)[0] < _APART or np.linalg.cond(parts) > 50:
        return None
    return np.linalg.inv(parts).astype(np.float32)


def _is_glared(colours: np.ndarray, bright: float, into: np.ndarray) -> np.ndarray:
    """Which pixels, rows of their blue, green and red, are a mixture of white and of a colour that is `bright`. `into`: `_apart` of that colour."""
    share, white, rest = (weights[0] * colours[0] + weights[1] * colours[1] + weights[2] * colours[2] for weights in into)
    mixed = share > np.float32(_MAT * bright)
    mixed &= white > 0
    share += white
    share *= np.float32(_REST)
    mixed &= np.abs(rest, out=rest) < share
    return mixed


def _longest_beside(square):
    """What of a colour, by the square of its length, may at most be along another one that it is not: the square of that."""
    square *= np.float32(1 - _OTHER_COLOUR**2)
    square -= np.float32(100 * _OTHER_COLOUR**2)
    return square


class _Strip:
    """A part of a picture, blue, green and red apart, and room for sums over them: all of it small enough for the processor's cache."""

    def __init__(self, shape: tuple[int, int]):
        self.colours, self.sums = np.empty((3, *shape), np.float32), np.empty((2, *shape), np.float32)
        self.part = np.empty(shape, np.float32)

    def take(self, planes: list[np.ndarray], rows: slice) -> None:
        for kept, plane in zip(self.colours, planes):
            kept[:] = plane[rows]

    def sum(self, weights: np.ndarray, into: int) -> np.ndarray:
        """The weighted sum of the three colours."""
        total = self.sums[into]
        np.multiply(self.colours[0], weights[0], out=total)
        for colour, weight in zip(self.colours[1:], weights[1:]):
            total += np.multiply(colour, weight, out=self.part)
        return total

    def longest_beside(self) -> np.ndarray:
        """Of each pixel."""
        most = self.sums[0]
        np.multiply(self.colours[0], self.colours[0], out=most)
        for colour in self.colours[1:]:
            most += np.multiply(colour, colour, out=self.part)
        return _longest_beside(most)

    def is_other(self, most: np.ndarray, directions: list[np.ndarray]) -> np.ndarray:
        """Where a pixel has another colour than all of these, of length 1: `sine` above _OTHER_COLOUR. `most`: `longest_beside`."""
        other = None
        for direction in directions:
            along = self.sum(direction, 1)
            apart = np.multiply(along, along, out=along) < most
            other = apart if other is None else np.logical_and(other, apart, out=other)
        return other

    def without_glare(self, other: np.ndarray, bright: float, into: np.ndarray) -> None:
        """Takes away what is a mixture of white and another colour: `_is_glared`."""
        where = np.flatnonzero(other)
        mixed = _is_glared(self.colours.reshape(3, -1).take(where, axis=1), bright, into)
        other.ravel()[where[mixed]] = False


def are_colour(colours: np.ndarray, one: np.ndarray) -> np.ndarray:
    """Which colours are `one` under any brightness: a `sine` of _OTHER_COLOUR at most."""
    along = colours @ (one / np.linalg.norm(one)).astype(np.float32)
    length = np.einsum("...k,...k->...", colours, colours)
    return length - along * along <= np.float32(_OTHER_COLOUR**2) * (length + 100)


@dataclass(frozen=True)
class Covering:
    """Where something covers a ground of these colours. `paper`: white in this light."""

    colours: list[np.ndarray]
    paper: np.ndarray

    @functools.cached_property
    def _directions(self) -> list[np.ndarray]:
        return [(colour / np.linalg.norm(colour)).astype(np.float32) for colour in self.colours]

    @functools.cached_property
    def _mixtures(self) -> list[tuple[float, np.ndarray]]:
        """Of those that are distinguished from white: how bright they are, and `_apart`."""
        return [(float(np.linalg.norm(colour)), into) for colour in self.colours if (into := _apart(colour, self.paper)) is not None]

    def mask(self, picture: np.ndarray, closed: int = 7, blur: float = 1.1, bright: float = np.inf) -> np.ndarray:
        """255 where something covers the ground: it has another colour or is brighter than `bright`. Gaps of less than `closed` pixels are closed."""
        planes = cv2.split(cv2.GaussianBlur(picture, (0, 0), blur))
        mask, (height, width) = np.empty(picture.shape[:2], np.uint8), picture.shape[:2]
        rows = min(height, max(1, _PIXELS // width))
        strip = _Strip((rows, width))
        for top in range(0, height, rows):
            if height - top < rows:
                strip = _Strip((height - top, width))
            strip.take(planes, np.s_[top : top + rows])
            most = strip.longest_beside()
            is_bright = most > _longest_beside(bright**2) if bright < np.inf else None
            other = strip.is_other(most, self._directions)
            for bright_one, into in self._mixtures:
                strip.without_glare(other, bright_one, into)
            if is_bright is not None:
                other |= is_bright
            np.multiply(other, np.uint8(255), out=mask[top : top + rows])
        return mask if closed <= 1 else cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((closed, closed), np.uint8))


def not_mat(rectified: np.ndarray) -> np.ndarray:
    """255 where something covers the mat."""
    mat = mat_colour(rectified)
    return Covering([mat], paper_colour(rectified, mat)).mask(rectified)
