"""Features of the classifiers: edge strength in each direction, and redness.

Gradients are sorted into directions and gathered in small squares (histograms of oriented gradients, as
Dalal and Triggs 2005); a window of squares, scaled to length 1, is a vector. It does not change with how
much light there is. Redness is measured against the paper, so that it does not change with its colour.
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
    """Maps of one picture (blue green red, bytes), from which windows anywhere are taken."""

    def __init__(self, picture: np.ndarray):
        colours = picture.astype(np.float32)
        paper = np.percentile(colours.reshape(-1, 3)[::7], 92, axis=0).clip(30)
        even = colours / paper.astype(np.float32)
        grey = even.mean(axis=2)
        dx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1, borderType=cv2.BORDER_REPLICATE)
        dy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1, borderType=cv2.BORDER_REPLICATE)
        self.maps = np.stack([*self._directions(dx, dy), self._redness(even)], axis=-1)
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
    def _redness(even: np.ndarray) -> np.ndarray:
        red = even[:, :, 2] - (even[:, :, 0] + even[:, :, 1]) / 2
        return cv2.boxFilter(red, -1, (CELL, CELL), borderType=cv2.BORDER_REPLICATE)

    def take(self, window: Window, ys: np.ndarray, xs: np.ndarray) -> np.ndarray:
        """A vector for each window whose upper left pixel is (xs, ys); all must be inside the picture."""
        rows = ys[:, None] + CELL // 2 + CELL * np.arange(window.down)[None]
        columns = xs[:, None] + CELL // 2 + CELL * np.arange(window.across)[None]
        taken = self.maps[rows[:, :, None], columns[:, None, :]]
        edges = taken[..., :DIRECTIONS].reshape(len(ys), -1)
        edges = np.sqrt(np.maximum(edges, 0))
        edges = edges / (np.linalg.norm(edges, axis=1, keepdims=True) + 0.4)
        red = taken[..., DIRECTIONS].reshape(len(ys), -1)
        red = red / (np.linalg.norm(red, axis=1, keepdims=True) + 0.4)
        return np.concatenate([edges, red], axis=1)
