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
_PIXELS = 32_000  # of a picture that are looked at together


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


def _are_other(picture: np.ndarray, colours: list[np.ndarray]) -> np.ndarray:
    """255 where a pixel has another colour than all of these, rows of length 1: `sine` above _OTHER_COLOUR, for a whole picture."""
    length = cv2.transform(cv2.multiply(picture, picture), np.ones((1, 3), np.float32))
    most = length * np.float32(1 - _OTHER_COLOUR**2) - np.float32(100 * _OTHER_COLOUR**2)
    other = None
    for colour in colours:
        along = cv2.transform(picture, colour)
        apart = cv2.compare(cv2.multiply(along, along), most, cv2.CMP_LT)
        other = apart if other is None else cv2.bitwise_and(other, apart)
    return other


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


def _glared(picture: np.ndarray, bright: float, into: np.ndarray) -> np.ndarray:
    """255 where a pixel is a mixture of white and of a colour that is `bright`. `into`: `_apart` of that colour."""
    share, white, rest = cv2.split(cv2.transform(picture, into))
    mixed = cv2.compare(share, _MAT * bright, cv2.CMP_GT)
    mixed &= cv2.compare(white, 0, cv2.CMP_GT)
    mixed &= cv2.compare(cv2.absdiff(rest, 0), cv2.addWeighted(white, _REST, share, _REST, 0), cv2.CMP_LT)
    return mixed


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
        return [(colour / np.linalg.norm(colour)).astype(np.float32)[None] for colour in self.colours]

    @functools.cached_property
    def _mixtures(self) -> list[tuple[float, np.ndarray]]:
        """Of those that are distinguished from white: how bright they are, and `_apart`."""
        return [(float(np.linalg.norm(colour)), into) for colour in self.colours if (into := _apart(colour, self.paper)) is not None]

    def mask(self, picture: np.ndarray, closed: int = 7, blur: float = 1.1) -> np.ndarray:
        """255 where something covers the ground. Gaps of less than `closed` pixels are closed."""
        soft = cv2.GaussianBlur(picture, (0, 0), blur)
        other = np.empty(picture.shape[:2], np.uint8)
        rows = max(1, _PIXELS // picture.shape[1])
        for top in range(0, len(other), rows):  # what is worked on at a time stays in the processor's cache
            part = soft[top : top + rows].astype(np.float32)
            mask = _are_other(part, self._directions)
            for bright, into in self._mixtures:
                mask &= ~_glared(part, bright, into)
            other[top : top + rows] = mask
        return other if closed <= 1 else cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((closed, closed), np.uint8))


def not_mat(rectified: np.ndarray) -> np.ndarray:
    """255 where something covers the mat."""
    mat = mat_colour(rectified)
    return Covering([mat], paper_colour(rectified, mat)).mask(rectified)
