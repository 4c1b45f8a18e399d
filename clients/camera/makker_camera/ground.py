"""The ground of a table without a mat: its colours, learnt in each picture from its margin, and where cards stand out from it."""

from dataclasses import dataclass

import cv2
import numpy as np

from . import mat_mask

_MARGIN = 0.05  # share of the picture's height along its edges that is taken for ground
_KINDS = 3  # colours of a pattern at most
_SHARE = 0.12  # of the margin's pixels on each of three edges that a further colour must have: an arm has them on one or two
_ALIKE = 0.16  # sine of the angle between a ground and paper below which cards do not stand out


@dataclass(frozen=True)
class Ground:
    colours: list[np.ndarray]  # blue green red
    paper: np.ndarray  # the cards' white in this light, of length 1

    def stands_out(self) -> bool:
        """True if white cards have another colour than this ground, in each of its colours."""
        return bool(min(mat_mask.sine(self.paper[None] * 255, colour)[0] for colour in self.colours) >= _ALIKE)

    def covered(self, picture: np.ndarray) -> np.ndarray:
        """255 where something covers the ground."""
        return mat_mask.not_colours(picture, self.colours, self.paper)

    def covered_finely(self, picture: np.ndarray) -> np.ndarray:
        """The same of a small picture, in which the gaps between cards are narrow."""
        return mat_mask.not_colours(picture, self.colours, self.paper, closed=1, blur=0.8)


def _edges(picture: np.ndarray) -> list[np.ndarray]:
    """The pixels along the upper, lower, left and right edge."""
    deep = max(2, round(_MARGIN * picture.shape[0]))
    parts = picture[:deep], picture[-deep:], picture[:, :deep], picture[:, -deep:]
    return [part[::2, ::2].reshape(-1, 3).astype(np.float32) for part in parts]


def _median(colours: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(colours, axis=1)
    middle = np.median(colours / (lengths[:, None] + 1), axis=0)
    return middle / np.linalg.norm(middle) * np.float32(np.median(lengths) + 1)


def _colours(edges: list[np.ndarray]) -> list[np.ndarray]:
    """The most usual colour, then that of the rest, as long as it lies all around."""
    colours, rest = [], edges
    for _ in range(_KINDS):
        colours.append(_median(np.concatenate([part for part in rest if len(part)])))
        rest = [part[~mat_mask.is_colour(part, colours[-1])] for part in rest]
        if sum(len(few) >= _SHARE * len(whole) for few, whole in zip(rest, edges)) < 3:
            break
    return colours


def _paper(picture: np.ndarray, colours: list[np.ndarray]) -> np.ndarray:
    """The colour of the brightest of what is not ground."""
    pixels = picture[::2, ::2].reshape(-1, 3).astype(np.float32)
    for colour in colours:
        pixels = pixels[~mat_mask.is_colour(pixels, colour)]
    if len(pixels) < 100:
        return np.full(3, 3**-0.5, np.float32)
    bright = pixels.min(axis=1)
    paper = _median(pixels[bright >= np.percentile(bright, 60)])
    return paper / np.linalg.norm(paper)


def learnt(picture: np.ndarray) -> Ground:
    """`picture`: a small one is enough."""
    colours = _colours(_edges(picture))
    return Ground(colours, _paper(picture, colours))
