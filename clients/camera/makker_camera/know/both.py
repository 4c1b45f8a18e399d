"""An enrolled deck combined with the network: the network was trained on many decks, the deck's model on this one."""

import numpy as np

from .. import places
from ..model import CLASSES, Model
from ..softmax import log_softmax
from . import cnn, hog

_MIN_PROBABILITY = 1e-9  # lower limit before the logarithm


class Both:
    """`mix`: weights of the deck's model and of the network for whole cards. Corners in columns are classified by the deck's model alone."""

    def __init__(self, model: Model, mix: np.ndarray | None = None):
        self.enrolled, self.network = hog.Enrolled(model), cnn.network(model.size)
        self.mix = model.network_mix if mix is None else mix
        self.size = model.size

    def front_parts(self, rectified: np.ndarray, cards: list[places.Card]) -> list[np.ndarray]:
        """Log probabilities of model.CLASSES by each of the two."""
        return [np.log(np.maximum(one.fronts(rectified, cards), _MIN_PROBABILITY)) for one in (self.enrolled, self.network)]

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        if not cards:
            return np.empty((0, len(CLASSES)))
        return np.exp(log_softmax(sum(m * part for m, part in zip(self.mix, self.front_parts(rectified, cards)))))

    def search(self, rectified: np.ndarray, middle: tuple[float, float]) -> places.Card | None:
        return self.network.search(rectified, middle)

    def strip(self, strip: np.ndarray, x: int) -> hog.Strip:
        return self.enrolled.strip(strip, x)

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        return self.enrolled.run_probabilities(log_probabilities)
