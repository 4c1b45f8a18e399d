"""A deck as it was learned while it was played with: a few pictures of each card, and a classifier of them.

The classifier is a softmax regression on histograms of gradients of whole faces, as an enrolled deck has one. It knows only the
cards that it has examples of. A file of plain arrays keeps it.
"""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from .. import arrays, places
from ..cells import Cells
from ..finder import RECTIFIED
from ..model import CLASSES, FACE
from ..softmax import Softmax, fit, log_softmax

MAX_EXAMPLES = 4  # of a card; the oldest makes room
_MARGIN = 2  # pixels around a face
_ACROSS, _DOWN = FACE.size
_SIZE = (_ACROSS + 2 * _MARGIN, _DOWN + 2 * _MARGIN)
_SHIFTS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))  # of a face, in pixels: its cut is not exact
_MIN_CLASSES = 2


def piece(rectified: np.ndarray, card: places.Card, size) -> np.ndarray:
    """The card with a margin, upright, as it is kept: 0.8 pixels per millimetre of a poker card."""
    across, down = (_MARGIN * length / pixels for length, pixels in zip(size, FACE.size))
    wide = places.face(rectified, places.moved(card, -across, -down), (size[0] + 2 * across, size[1] + 2 * down), RECTIFIED)
    return cv2.resize(wide, _SIZE, interpolation=cv2.INTER_AREA)


def vectors(cut: np.ndarray) -> np.ndarray:
    """A vector of the face for each of the shifts."""
    xs, ys = (np.array(axis) + _MARGIN for axis in zip(*_SHIFTS))
    return Cells(cut).take(FACE, ys, xs)


@dataclass(eq=False)
class LearnedDeck:
    """`path`: where it is kept; None: nowhere."""

    path: Path | None = None
    examples: dict[int, list[np.ndarray]] = field(default_factory=dict)  # pieces, by their number in CLASSES
    trained: tuple[Softmax, np.ndarray] | None = None  # the classifier, and the classes of its answers; replaced as a whole, by a thread
    since: int = 0  # examples that the classifier has not learned from

    def add(self, number: int, cut: np.ndarray) -> None:
        kept = self.examples.setdefault(number, [])
        kept.append(cut)
        del kept[:-MAX_EXAMPLES]
        self.since += 1

    @property
    def count(self) -> int:
        return sum(map(len, self.examples.values()))

    def is_due(self) -> bool:
        """True when so much is new that learning again pays."""
        return self.since >= max(8, self.count // 5) and len(self.examples) >= _MIN_CLASSES

    def learn(self) -> None:
        """Takes one to three seconds of a processor."""
        self.since = 0
        examples = self._list()
        inputs = np.concatenate([vectors(cut) for _, cut in examples]).astype(np.float32)
        numbers = np.array(sorted({number for number, _ in examples}))
        labels = np.repeat(np.searchsorted(numbers, [number for number, _ in examples]), len(_SHIFTS))
        self.trained = fit(inputs, labels, len(numbers)), numbers

    def _list(self) -> list[tuple[int, np.ndarray]]:
        return [(number, cut) for number, cuts in sorted(self.examples.items()) for cut in tuple(cuts)]

    def log_chances(self, seen: list[np.ndarray]) -> np.ndarray:
        """Log probabilities of CLASSES for the vectors of each piece; minus infinity for cards without examples."""
        result = np.full((len(seen), len(CLASSES)), -np.inf)
        if self.trained is None:
            return result
        classifier, classes = self.trained
        for row, one in zip(result, seen):
            row[classes] = log_softmax(classifier.logits(one)).mean(axis=0)
        return result

    def likeness(self, number: int, one: np.ndarray) -> float:
        """The correlation of a piece, of which these are the vectors, with the example of a card that is most like it; 0 without examples."""
        examples = [vectors(cut)[0] for cut in tuple(self.examples.get(number, ()))]
        return float(np.corrcoef(one, examples)[: len(one), len(one) :].max()) if examples else 0.0

    # ---- Files ----------------------------------------------------------------------------------

    def save(self) -> None:
        """Raises OSError."""
        if self.path is None or self.trained is None:
            return
        numbers, cuts = zip(*self._list())
        classifier, classes = self.trained
        arrays.save(self.path, {"numbers": np.array(numbers, np.uint8), "pieces": np.array(cuts, np.uint8),
                                "weights": classifier.weights.astype(np.float16), "classes": classes.astype(np.uint8)})


def load(path: Path) -> LearnedDeck:
    """Raises ValueError if the file is no learned deck: its origin is not trusted."""
    kept = arrays.load(path, "learned deck of makker-camera")
    if missing := {"numbers", "pieces", "weights", "classes"} - kept.keys():
        raise ValueError(f"{path} is no learned deck of this version: it has no {', '.join(sorted(missing))}")
    numbers, pieces, weights, classes = (kept[name] for name in ("numbers", "pieces", "weights", "classes"))
    is_good = (
        classes.ndim == 1 and numbers.dtype == classes.dtype == pieces.dtype == np.uint8 and numbers.ndim == 1 and len(numbers) <= MAX_EXAMPLES * len(CLASSES)
        and pieces.shape == (len(numbers), _SIZE[1], _SIZE[0], 3) and weights.shape == (FACE.length + 1, len(classes)) and weights.dtype == np.float16
        and np.isfinite(weights).all() and _MIN_CLASSES <= len(classes) == len(set(classes.tolist()))
        and max(classes.max(initial=0), numbers.max(initial=0)) < len(CLASSES)
        and np.bincount(numbers, minlength=1).max() <= MAX_EXAMPLES)
    if not is_good:
        raise ValueError(f"{path} is no learned deck of this version")
    deck = LearnedDeck(path, trained=(Softmax(weights.astype(np.float32)), classes.astype(int)))
    for number, cut in zip(numbers.tolist(), pieces):
        deck.examples.setdefault(number, []).append(cut)
    return deck
