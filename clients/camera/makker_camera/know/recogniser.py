"""Interface of the recognisers: an enrolled deck (`hog`), the network for any deck (`cnn`), and combinations of it (`both`, `adaptive`)."""

from typing import Protocol

import numpy as np

from .. import places


class Strip(Protocol):
    """The left edge of a column, with the outputs of a classifier of corners."""

    def candidates(self, last: int) -> list[tuple[float, int, int]]:
        """Candidates for corners above row `last`: (logit, y, x)."""

    def log_probabilities(self, chain: list[tuple[int, int]]) -> np.ndarray:
        """Log probabilities of the 52 cards for each corner, (y, x)."""


class Recogniser(Protocol):
    size: tuple[float, float]  # of the cards in millimetres

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        """Probabilities of model.CLASSES for each fully visible card."""

    def search(self, rectified: np.ndarray, middle: tuple[float, float]) -> places.Card | None:
        """Locates the top card of a pile around `middle` by its indices; None if they are not certain."""

    def strip(self, strip: np.ndarray, x: int) -> Strip:
        """`strip`: a piece of the rectified picture; `x`: the left edge of the column's front card in it, in pixels."""

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        """Calibrated probabilities from a strip's log probabilities."""
