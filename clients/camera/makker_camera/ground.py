"""The ground (background) of a table without a mat: its colours, estimated in each picture from its margin, and the masks of what covers it."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from . import mat_mask
from .places import median

_MARGIN_SHARE = 0.05  # share of the picture's height: the width of its margin, which is taken for ground
_MAX_COLOURS = 3  # of a pattern
_MIN_COLOUR_SHARE = 0.12  # share of the pixels that a further colour must have at three of the four edges; an arm has it at one or two
_COLOUR_CANDIDATES = 64  # pixels whose colours are compared with all others for the dominant one
_MIN_COLOUR_COSINE = 0.995  # of the angle between two colours that count as one in that comparison
_MIN_PAPER_SINE = 0.16  # sine of the angle between a colour of the ground and paper; below it cards do not differ from the ground in colour
_MIN_PAPER_BRIGHTNESS = 2.2  # in multiples of such a colour of the ground: brighter paper differs from it in brightness
_COVERED_BRIGHTNESS = 1.7  # the same for a pixel that covers the ground
_WHITE_SHARE = 0.68  # of the local brightness of paper: threshold of white for the darkest channel
_SHADED_WHITE_SHARE = 0.45  # the same in a shadow that ends on a card, where the colour is not that of the ground
_MIN_LEVEL_SHARE = 0.6  # of the picture's brightness of paper: lower limit of the local one
_LEVEL_RADIUS_PX = 12  # at an eighth of the size: the brightest pixel within it is taken for paper


@dataclass(frozen=True)
class Ground:
    colours: list[np.ndarray]  # blue green red
    paper: np.ndarray  # the cards' white in this light, of length 1
    bright: float  # the median length of the cards' white

    @functools.cached_property
    def _paper_like_colours(self) -> list[np.ndarray]:
        """Its colours with the hue of paper, such as that of slate."""
        return [colour for colour in self.colours if mat_mask.sine(self.paper[None] * 255, colour)[0] < _MIN_PAPER_SINE]

    @functools.cached_property
    def stands_out(self) -> bool:
        """True if white cards differ from each colour of this ground in hue, or are much brighter."""
        return all(self.bright >= _MIN_PAPER_BRIGHTNESS * np.linalg.norm(colour) for colour in self._paper_like_colours)

    @functools.cached_property
    def _covering(self) -> mat_mask.Covering:
        return mat_mask.Covering(self.colours, self.paper)

    def covered(self, picture: np.ndarray) -> np.ndarray:
        """255 where something covers the ground."""
        return self._mask(picture, closed=7, blur=1.1)

    def covered_roughly(self, picture: np.ndarray) -> np.ndarray:
        """The same at half the resolution, in a third of the time."""
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return cv2.resize(self._mask(half, closed=3, blur=0.6), picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)

    def covered_finely(self, picture: np.ndarray) -> np.ndarray:
        """The same for a small picture: without a closing, which would fill the narrow gaps between cards."""
        return self._mask(picture, closed=1, blur=0.8)

    def _mask(self, picture: np.ndarray, closed: int, blur: float) -> np.ndarray:
        is_dark = self._paper_like_colours and self.stands_out
        bright = _COVERED_BRIGHTNESS * max(float(np.linalg.norm(colour)) for colour in self._paper_like_colours) if is_dark else np.inf
        return self._covering.mask(picture, closed, blur, bright)

    def white_level(self, darkest: np.ndarray) -> np.ndarray:
        """The local brightness of paper for each pixel of a small picture: a blurred local maximum. `darkest`: of the picture."""
        coarse = cv2.resize(darkest, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
        level = cv2.dilate(coarse, np.ones((2 * _LEVEL_RADIUS_PX + 1, 2 * _LEVEL_RADIUS_PX + 1), np.uint8)).astype(np.float32)
        level = np.maximum(cv2.GaussianBlur(level, (0, 0), _LEVEL_RADIUS_PX / 2), _MIN_LEVEL_SHARE * self.bright / np.float32(3**0.5))
        return cv2.resize(level, darkest.shape[1::-1], interpolation=cv2.INTER_LINEAR).clip(0, 255).astype(np.uint8)

    def white(self, darkest: np.ndarray, level: np.ndarray, covered: np.ndarray | None = None) -> np.ndarray:
        """255 where `darkest` exceeds a share of `level`, the local brightness of paper. `covered`: mask of pixels with the lower threshold for shadows."""
        mask = cv2.compare(darkest, cv2.convertScaleAbs(level, alpha=_WHITE_SHARE), cv2.CMP_GT)
        if covered is None:
            return mask
        return mask | (covered & cv2.compare(darkest, cv2.convertScaleAbs(level, alpha=_SHADED_WHITE_SHARE), cv2.CMP_GT))

    def darkest(self, whitened: np.ndarray) -> np.ndarray:
        """For each pixel of a picture after white balance, the minimum of its three channels."""
        blue, green, red = cv2.split(cv2.GaussianBlur(whitened, (0, 0), 0.8))
        return cv2.min(cv2.min(blue, green), red)

    @functools.cached_property
    def usual(self) -> np.ndarray:
        """Its dominant colour after white balance."""
        return self.whitened(self.colours[0].clip(0, 255).astype(np.uint8)[None, None])[0, 0]

    def whitened(self, picture: np.ndarray) -> np.ndarray:
        """The picture after white balance: paper becomes grey."""
        return mat_mask.whitened(picture, self.paper)


def _margins(picture: np.ndarray) -> list[np.ndarray]:
    """Every third pixel along the upper, lower, left and right edge."""
    deep = max(2, round(_MARGIN_SHARE * picture.shape[0]))
    parts = picture[:deep], picture[-deep:], picture[:, :deep], picture[:, -deep:]
    return [part[::3, ::3].reshape(-1, 3).astype(np.float32) for part in parts]


def _lengths(colours: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("...k,...k->...", colours, colours))


def _median_colour(colours: np.ndarray) -> np.ndarray:
    lengths = _lengths(colours)
    middle = np.array([median(part) for part in np.ascontiguousarray((colours / (lengths[:, None] + 1)).T)], np.float32)
    length = np.linalg.norm(middle)
    direction = middle / length if length > 0 else np.full(3, 1 / np.sqrt(3), np.float32)  # black has none
    return (direction * np.float32(median(lengths) + 1)).astype(np.float32)


def _dominant_colour(pixels: np.ndarray) -> np.ndarray:
    """The dominant colour: that of the candidate with the most similar pixels. The median of several colours, as flowers have, may be none of them."""
    candidates = pixels[:: -(-len(pixels) // _COLOUR_CANDIDATES)]
    lengths = _lengths(pixels)
    counts = (candidates @ pixels.T > _MIN_COLOUR_COSINE * np.outer(np.linalg.norm(candidates, axis=1), lengths)).sum(axis=1)
    similar = pixels[mat_mask.are_colour(pixels, candidates[counts.argmax()])]
    return _median_colour(similar if len(similar) else pixels)


def _ground_colours(margins: list[np.ndarray]) -> list[np.ndarray]:
    """The median colour, then the dominant one of the remaining pixels, as long as it occurs at three of the four edges."""
    colours, rest = [_median_colour(np.concatenate(margins))], margins
    while len(colours) < _MAX_COLOURS:
        rest = [part[~mat_mask.are_colour(part, colours[-1])] for part in rest]
        pixels = np.concatenate(rest)
        if len(pixels) < _COLOUR_CANDIDATES:
            break
        colour = _dominant_colour(pixels)
        if sum(np.count_nonzero(mat_mask.are_colour(part, colour)) >= _MIN_COLOUR_SHARE * len(margin) for part, margin in zip(rest, margins)) < 3:
            break
        colours.append(colour)
    return colours


def _paper_colour(picture: np.ndarray, colours: list[np.ndarray]) -> np.ndarray:
    """The median of the brightest pixels that are not ground; white if there are fewer than 50 others."""
    pixels = picture[::4, ::4].reshape(-1, 3).astype(np.float32)
    for colour in colours:
        pixels = pixels[~mat_mask.are_colour(pixels, colour) | (_lengths(pixels) > _MIN_PAPER_BRIGHTNESS * np.linalg.norm(colour))]
    if len(pixels) < 50:
        return np.full(3, 255, np.float32)
    bright = pixels.min(axis=1)
    return _median_colour(pixels[bright >= np.percentile(bright, 60)])


def learnt(picture: np.ndarray) -> Ground:
    """The ground of a picture; a small one is enough."""
    colours = _ground_colours(_margins(picture))
    paper = _paper_colour(picture, colours)
    bright = float(np.linalg.norm(paper))
    return Ground(colours, paper / bright, bright)
