"""Feature vectors of the classifiers: histograms of oriented gradients, and redness.

The gradients of each cell, a small square, are summed by direction (histograms of oriented gradients, Dalal and Triggs 2005). The vector of a
window of cells is scaled to length 1, so it does not depend on brightness. Redness is relative to the paper, so it does not depend on the
colour of the light.
"""

from dataclasses import dataclass

import cv2
import numpy as np

DIRECTIONS = 8
CELL = 4  # pixels


@dataclass(frozen=True)
class Window:
    """A window of cells: `down` rows of `across`."""

    across: int
    down: int

    @property
    def length(self) -> int:
        return self.across * self.down * (DIRECTIONS + 1)

    @property
    def size(self) -> tuple[int, int]:
        return self.across * CELL, self.down * CELL


class Cells:
    """Feature maps of one picture (blue green red, bytes), which give the vectors of windows at any position."""

    def __init__(self, picture: np.ndarray):
        colours = picture.astype(np.float32)
        paper = np.percentile(colours.reshape(-1, 3)[::7], 92, axis=0).clip(30)
        balanced = colours / paper.astype(np.float32)
        grey = balanced.mean(axis=2)
        dx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1, borderType=cv2.BORDER_REPLICATE)
        dy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1, borderType=cv2.BORDER_REPLICATE)
        self.maps = np.stack([*self._directions(dx, dy), self._redness(balanced)], axis=-1)
        self.height, self.width = grey.shape

    @staticmethod
    def _directions(dx: np.ndarray, dy: np.ndarray) -> list[np.ndarray]:
        strength, angle = cv2.cartToPolar(dx, dy)
        turn = angle * (DIRECTIONS / np.float32(np.pi)) % DIRECTIONS
        low = np.floor(turn)
        share = turn - low
        low = low.astype(np.int32) % DIRECTIONS
        maps = []
        for direction in range(DIRECTIONS):
            part = strength * ((low == direction) * (1 - share) + ((low + 1) % DIRECTIONS == direction) * share)
            maps.append(cv2.boxFilter(part, -1, (CELL, CELL), borderType=cv2.BORDER_REPLICATE))
        return maps

    @staticmethod
    def _redness(balanced: np.ndarray) -> np.ndarray:
        red = balanced[:, :, 2] - (balanced[:, :, 0] + balanced[:, :, 1]) / 2
        return cv2.boxFilter(red, -1, (CELL, CELL), borderType=cv2.BORDER_REPLICATE)

    def take(self, window: Window, ys: np.ndarray, xs: np.ndarray) -> np.ndarray:
        """The feature vectors of the windows with upper left pixels (xs, ys); all must lie inside the picture."""
        rows = ys[:, None] + CELL // 2 + CELL * np.arange(window.down)[None]
        columns = xs[:, None] + CELL // 2 + CELL * np.arange(window.across)[None]
        taken = self.maps[rows[:, :, None], columns[:, None, :]]
        edges = taken[..., :DIRECTIONS].reshape(len(ys), -1)
        edges = np.sqrt(np.maximum(edges, 0))
        edges = edges / (np.linalg.norm(edges, axis=1, keepdims=True) + 0.4)
        red = taken[..., DIRECTIONS].reshape(len(ys), -1)
        red = red / (np.linalg.norm(red, axis=1, keepdims=True) + 0.4)
        return np.concatenate([edges, red], axis=1)
