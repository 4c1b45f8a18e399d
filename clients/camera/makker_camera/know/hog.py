"""Recogniser for an enrolled deck: softmax regressions on histograms of oriented gradients, trained on the deck's own cards."""

from dataclasses import dataclass

import numpy as np

from .. import align, places
from ..cells import Cells
from ..model import CORNER, Model, upright

_MAX_OFFSET_PX = 6  # horizontal offset of a card of a run from the front card


@dataclass(frozen=True)
class Strip:
    """The left part of a column; `x`: the left edge of its front card in it, in pixels."""

    model: Model
    cells: Cells
    x: int

    def candidates(self, last: int) -> list[tuple[float, int, int]]:
        """Candidates for corners above row `last`: (logit, y, x), the best x for each y."""
        across, down = CORNER.size
        xs = np.arange(max(0, self.x - _MAX_OFFSET_PX), min(self.cells.width - across, self.x + _MAX_OFFSET_PX + 1), 2)
        ys = np.arange(0, min(last, self.cells.height - down), 2)
        if not len(xs) or not len(ys):
            return []
        grid_y, grid_x = (axis.ravel() for axis in np.meshgrid(ys, xs, indexing="ij"))
        logits = self.model.corners.logits(self.cells.take(CORNER, grid_y, grid_x))
        score = (logits[:, 1] - logits[:, 0]).reshape(len(ys), len(xs))
        best = score.argmax(axis=1)
        return [(float(score[i, b]), int(ys[i]), int(xs[b])) for i, b in enumerate(best)]

    def log_probabilities(self, chain: list[tuple[int, int]]) -> np.ndarray:
        ys, xs = np.array(chain).T
        return self.model.corner_probabilities(self.cells.take(CORNER, ys, xs))


class Enrolled:
    """Recogniser for the cards of one enrolled deck."""

    def __init__(self, model: Model):
        self.model = model
        self.size = model.size

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        """Probabilities of model.CLASSES for each card."""
        refined = [align.refine(rectified, card, self.size, self.model) for card in cards]
        return np.array([self.model.front_probabilities(upright(rectified, card, self.size)) for card in refined])

    def search(self, _rectified: np.ndarray, _middle: tuple[float, float]) -> None:
        return None  # its classifier of corners works only near their positions

    def strip(self, strip: np.ndarray, x: int) -> Strip:
        return Strip(self.model, Cells(strip), x)

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        return self.model.run_probabilities(log_probabilities)
