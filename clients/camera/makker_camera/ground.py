"""The ground of a table without a mat: its colours, learnt in each picture from its margin, and where cards stand out from it."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from . import mat_mask
from .places import median

_MARGIN = 0.05  # share of the picture's height along its edges that is taken for ground
_KINDS = 3  # colours of a pattern at most
_SHARE = 0.12  # of the margin's pixels on each of three edges that a further colour must have: an arm has them on one or two
_TRIED = 64  # pixels whose colour may be the most usual one
_NEAR_COLOUR = 0.995  # cosine of the angle between colours that count as one then
_ALIKE = 0.16  # sine of the angle between a ground and paper below which cards do not stand out by their colour
_DARKER = 2.2  # times as bright as such a ground is paper that stands out by its brightness
_BRIGHTER = 1.7  # times as bright as such a ground is what covers it
_WHITE = 0.68  # of the brightness of the paper near it is what is paper, too, by its darkest colour
_WHITE_COVERING = 0.45  # the same where it has another colour than the ground: a shadow ends on a card
_SHADED = 0.6  # of the brightness of paper elsewhere is paper in a shadow
_NEAR = 12  # pixels of a picture of an eighth in which the brightest is paper, in each direction


@dataclass(frozen=True)
class Ground:
    colours: list[np.ndarray]  # blue green red
    paper: np.ndarray  # the cards' white in this light, of length 1
    bright: float  # the usual length of the cards' white

    @functools.cached_property
    def _alike(self) -> list[np.ndarray]:
        """Its colours that are those of paper, as slate is."""
        return [colour for colour in self.colours if mat_mask.sine(self.paper[None] * 255, colour)[0] < _ALIKE]

    @functools.cached_property
    def stands_out(self) -> bool:
        """True if white cards have another colour than this ground, or are much brighter, in each of its colours."""
        return all(self.bright >= _DARKER * np.linalg.norm(colour) for colour in self._alike)

    @functools.cached_property
    def _covering(self) -> mat_mask.Covering:
        return mat_mask.Covering(self.colours, self.paper)

    def covered(self, picture: np.ndarray) -> np.ndarray:
        """255 where something covers the ground."""
        return self._mask(picture, closed=7, blur=1.1)

    def covered_roughly(self, picture: np.ndarray) -> np.ndarray:
        """The same to two pixels, in a third of the time."""
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return cv2.resize(self._mask(half, closed=3, blur=0.6), picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)

    def covered_finely(self, picture: np.ndarray) -> np.ndarray:
        """The same of a small picture, in which the gaps between cards are narrow."""
        return self._mask(picture, closed=1, blur=0.8)

    def _mask(self, picture: np.ndarray, closed: int, blur: float) -> np.ndarray:
        is_dark = self._alike and self.stands_out
        bright = _BRIGHTER * max(float(np.linalg.norm(colour)) for colour in self._alike) if is_dark else np.inf
        return self._covering.mask(picture, closed, blur, bright)

    def white_level(self, darkest: np.ndarray) -> np.ndarray:
        """The brightness of the paper near each pixel of a small picture: of the brightest that is there. `darkest`: the picture's."""
        coarse = cv2.resize(darkest, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
        near = cv2.dilate(coarse, np.ones((2 * _NEAR + 1, 2 * _NEAR + 1), np.uint8)).astype(np.float32)
        near = np.maximum(cv2.GaussianBlur(near, (0, 0), _NEAR / 2), _SHADED * self.bright / np.float32(3**0.5))
        return cv2.resize(near, darkest.shape[1::-1], interpolation=cv2.INTER_LINEAR).clip(0, 255).astype(np.uint8)

    def white(self, darkest: np.ndarray, level: np.ndarray, covered: np.ndarray | None = None) -> np.ndarray:
        """255 where a picture shows paper, by its `darkest` and `white_level`; `covered`: where less bright paper is accepted."""
        mask = cv2.compare(darkest, cv2.convertScaleAbs(level, alpha=_WHITE), cv2.CMP_GT)
        if covered is None:
            return mask
        return mask | (covered & cv2.compare(darkest, cv2.convertScaleAbs(level, alpha=_WHITE_COVERING), cv2.CMP_GT))

    def darkest(self, whitened: np.ndarray) -> np.ndarray:
        """The brightness by the darkest of its three colours of a picture as if the light were white."""
        blue, green, red = cv2.split(cv2.GaussianBlur(whitened, (0, 0), 0.8))
        return cv2.min(cv2.min(blue, green), red)

    @functools.cached_property
    def usual(self) -> np.ndarray:
        """Its most usual colour, as if the light were white."""
        return self.whitened(self.colours[0].clip(0, 255).astype(np.uint8)[None, None])[0, 0]

    def whitened(self, picture: np.ndarray) -> np.ndarray:
        """The picture as if the light were white."""
        return mat_mask.whitened(picture, self.paper)


def _edges(picture: np.ndarray) -> list[np.ndarray]:
    """The pixels along the upper, lower, left and right edge."""
    deep = max(2, round(_MARGIN * picture.shape[0]))
    parts = picture[:deep], picture[-deep:], picture[:, :deep], picture[:, -deep:]
    return [part[::3, ::3].reshape(-1, 3).astype(np.float32) for part in parts]


def _lengths(colours: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("...k,...k->...", colours, colours))


def _median(colours: np.ndarray) -> np.ndarray:
    lengths = _lengths(colours)
    middle = np.array([median(part) for part in np.ascontiguousarray((colours / (lengths[:, None] + 1)).T)], np.float32)
    return middle / np.linalg.norm(middle) * np.float32(median(lengths) + 1)


def _usual(pixels: np.ndarray) -> np.ndarray:
    """The most usual colour: the middle of different ones, as flowers have, may be none that is there."""
    tried = pixels[:: -(-len(pixels) // _TRIED)]
    lengths = _lengths(pixels)
    many = (tried @ pixels.T > _NEAR_COLOUR * np.outer(np.linalg.norm(tried, axis=1), lengths)).sum(axis=1)
    return _median(pixels[mat_mask.are_colour(pixels, tried[many.argmax()])])


def _colours(edges: list[np.ndarray]) -> list[np.ndarray]:
    """The most usual colour, then that of the rest, as long as it lies all around."""
    colours, rest = [_median(np.concatenate(edges))], edges
    while len(colours) < _KINDS:
        rest = [part[~mat_mask.are_colour(part, colours[-1])] for part in rest]
        left = np.concatenate(rest)
        if len(left) < _TRIED:
            break
        colour = _usual(left)
        if sum(np.count_nonzero(mat_mask.are_colour(few, colour)) >= _SHARE * len(whole) for few, whole in zip(rest, edges)) < 3:
            break
        colours.append(colour)
    return colours


def _paper(picture: np.ndarray, colours: list[np.ndarray]) -> np.ndarray:
    """The colour of the brightest of what is not ground, at its usual brightness."""
    pixels = picture[::4, ::4].reshape(-1, 3).astype(np.float32)
    for colour in colours:
        pixels = pixels[~mat_mask.are_colour(pixels, colour) | (_lengths(pixels) > _DARKER * np.linalg.norm(colour))]
    if len(pixels) < 50:
        return np.full(3, 255, np.float32)
    bright = pixels.min(axis=1)
    return _median(pixels[bright >= np.percentile(bright, 60)])


def learnt(picture: np.ndarray) -> Ground:
    """`picture`: a small one is enough."""
    colours = _colours(_edges(picture))
    paper = _paper(picture, colours)
    bright = float(np.linalg.norm(paper))
    return Ground(colours, paper / bright, bright)
