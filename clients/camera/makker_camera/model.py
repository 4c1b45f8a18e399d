"""The model of an enrolled deck and its inference; stored as a file of plain arrays.

It has three classifiers: of whole cards (52 faces and the back), of corners (rank and suit), and of windows (a corner or none). `mix` has
their weights, calibrated so that nine in ten cards read with 90 % are right.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from . import arrays as files
from . import places
from .cards import BACK, DECK, RANKS, SUITS
from .cells import Cells, Window
from .finder import RECTIFIED
from .softmax import Softmax, log_softmax

CORNER = Window(8, 11)  # 12.8 by 17.6 mm at RECTIFIED
FACE = Window(13, 18)  # of the scaled-down card: 0.8 pixels per millimetre of a poker card
CLASSES = [*DECK, BACK]
BACK_CLASS = CLASSES.index(BACK)
_RANK_OF = np.array([RANKS.index(card[0]) for card in DECK])
SUIT_OF = np.array([SUITS.index(card[1]) for card in DECK])
WIDTHS, HEIGHTS = (40, 70), (60, 100)  # of cards, in millimetres
_SHAPES = {"faces": (FACE.length + 1, len(CLASSES)), "ranks": (CORNER.length + 1, len(RANKS)),
           "suits": (CORNER.length + 1, len(SUITS)), "corners": (CORNER.length + 1, 2), "mix": (3,), "run_mix": (1,),
           "size": (2,)}
_OPTIONAL = {"network_mix": (2,)}


def face_vector(upright: np.ndarray) -> np.ndarray:
    """The feature vector of a whole card, given at RECTIFIED scale."""
    across, down = FACE.size
    small = cv2.resize(upright, (across, down), interpolation=cv2.INTER_AREA)
    return Cells(small).take(FACE, np.array([0]), np.array([0]))[0]


def corner_vectors(upright: np.ndarray) -> np.ndarray:
    """Two feature vectors: of the upper left corner, and of the lower right one rotated by 180 degrees."""
    across, down = CORNER.size
    part = upright[:down, :across]
    other = cv2.rotate(upright[-down:, -across:], cv2.ROTATE_180)
    return np.concatenate([Cells(piece).take(CORNER, np.array([0]), np.array([0])) for piece in (part, other)])


@dataclass
class Model:
    """A trained model. `size`: of the deck's cards in millimetres."""

    size: tuple[float, float]
    faces: Softmax
    ranks: Softmax
    suits: Softmax
    corners: Softmax
    mix: np.ndarray  # weights of the face and the two corners
    run_mix: np.ndarray  # weight of a corner in a run (temperature scaling)
    network_mix: np.ndarray | None = None  # weights of this model and of the network; None in files of older versions

    def corner_probabilities(self, vectors: np.ndarray) -> np.ndarray:
        """Log probabilities of the 52 cards, for each corner."""
        ranks, suits = self.ranks.log_probabilities(vectors), self.suits.log_probabilities(vectors)
        return ranks[:, _RANK_OF] + suits[:, SUIT_OF]

    def front_parts(self, upright: np.ndarray) -> list[np.ndarray]:
        """Log probabilities of CLASSES for a fully visible card, from its face and both corners."""
        face = self.faces.log_probabilities(face_vector(upright)[None])
        corners = self.corner_probabilities(corner_vectors(upright))
        # The classifier of corners has no class for backs: the probability by the whole card is used.
        padded = np.hstack([corners, np.repeat(face[:, BACK_CLASS:], 2, axis=0)])
        return [face, padded[:1], padded[1:]]

    def front_probabilities(self, upright: np.ndarray) -> np.ndarray:
        parts = self.front_parts(upright)
        return np.exp(log_softmax(sum(m * part for m, part in zip(self.mix, parts))))[0]

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        """Calibrated probabilities from the result of `corner_probabilities`."""
        return np.exp(log_softmax(self.run_mix[0] * log_probabilities))

    def arrays(self) -> dict[str, np.ndarray]:
        arrays = {"faces": self.faces.weights, "ranks": self.ranks.weights, "suits": self.suits.weights,
                  "corners": self.corners.weights, "mix": self.mix, "run_mix": self.run_mix, "size": np.array(self.size)}
        return arrays if self.network_mix is None else {**arrays, "network_mix": self.network_mix}

    def save(self, path: Path) -> None:
        files.save(path, {name: array.astype(np.float16 if array.ndim == 2 else np.float32) for name, array in self.arrays().items()})


def load(path: Path) -> Model:
    """Raises ValueError if the file is not a valid model: its origin is not trusted."""
    kept = files.load(path, "deck of makker-camera")
    if missing := _SHAPES.keys() - kept.keys():
        raise ValueError(f"{path} is no deck of makker-camera: it has no {', '.join(sorted(missing))}")
    arrays = {name: kept[name] for name in (*_SHAPES, *_OPTIONAL) if name in kept}
    for name, shape in {**_SHAPES, **_OPTIONAL}.items():
        if name not in arrays:
            continue
        if arrays[name].dtype.kind != "f" or arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise ValueError(f"{path} is no deck of this version: its {name} do not fit")
    arrays = {name: array.astype(np.float32) for name, array in arrays.items()}
    width, height = (float(v) for v in arrays["size"])
    if not (WIDTHS[0] <= width <= WIDTHS[1] and HEIGHTS[0] <= height <= HEIGHTS[1]):
        raise ValueError(f"{path}: cards of {width:.0f} by {height:.0f} mm")
    softmaxes = {name: Softmax(arrays[name]) for name in ("faces", "ranks", "suits", "corners")}
    return Model((width, height), mix=arrays["mix"], run_mix=arrays["run_mix"], network_mix=arrays.get("network_mix"), **softmaxes)


def upright(rectified: np.ndarray, card: places.Card, size) -> np.ndarray:
    return places.face(rectified, card, size, RECTIFIED)
