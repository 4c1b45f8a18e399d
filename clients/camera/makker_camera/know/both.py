"""An enrolled deck together with the network: the network has seen many decks, the deck's own model this one."""

import numpy as np

from .. import places
from ..model import CLASSES, Model
from ..softmax import log_softmax
from . import cnn, hog

_LEAST = 1e-9  # probability below which nothing is said


class Both:
    """`mix`: how much the deck's model and the network count for whole cards. Corners in columns are the deck's."""

    def __init__(self, model: Model, mix: np.ndarray | None = None):
        self.own, self.any_deck = hog.Enrolled(model), cnn.network(model.size)
        self.mix = model.network_mix if mix is None else mix
        self.size = model.size

    def front_parts(self, rectified: np.ndarray, cards: list[places.Card]) -> list[np.ndarray]:
        """Log probabilities of model.CLASSES given by each."""
        return [np.log(np.maximum(one.fronts(rectified, cards), _LEAST)) for one in (self.own, self.any_deck)]

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        if not cards:
            return np.empty((0, len(CLASSES)))
        return np.exp(log_softmax(sum(m * part for m, part in zip(self.mix, self.front_parts(rectified, cards)))))

    def search(self, rectified: np.ndarray, middle: tuple[float, float]) -> places.Card | None:
        return self.any_deck.search(rectified, middle)

    def strip(self, strip: np.ndarray, x: int) -> hog.Strip:
        return self.own.strip(strip, x)

    def run_chances(self, log_chances: np.ndarray) -> np.ndarray:
        return self.own.run_chances(log_chances)
