"""A deck learned during play: a few examples of each card, and two classifiers trained on them.

The classifiers are softmax regressions on histograms of oriented gradients, as those of an enrolled deck: one of whole faces, whose classes are
the cards with examples, and one of the suits in the indices, which all cards of a suit have in common. A file of plain arrays stores the deck.

Several programs may share a folder: `save` merges the new examples with those in the file.
"""

import hashlib
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from .. import arrays, places
from ..cards import DECK, SUITS
from ..cells import Cells
from ..finder import RECTIFIED
from ..model import CLASSES, CORNER, FACE, SUIT_OF
from ..softmax import Softmax, fit

MAX_DECKS = 8  # in a folder; a further one replaces the least recently used
MAX_EXAMPLES = 4  # of a card; a further one replaces the oldest
_MARGIN_PX = 2  # around a face
_FACE_WIDTH_PX, _FACE_HEIGHT_PX = FACE.size
_PIECE_SIZE_PX = (_FACE_WIDTH_PX + 2 * _MARGIN_PX, _FACE_HEIGHT_PX + 2 * _MARGIN_PX)
_SHIFTS_PX = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))  # of a face, for data augmentation: the position of a card is not exact
_MIN_CLASSES = 2
_INDEX_SIZE_PX, _INDEX_SCALE = (16, 20), 3  # the corner of a piece with an index, and the scale by which it is enlarged
_INDEX_OFFSET_PX, _INDEX_SHIFT_STEP_PX = 8, 2  # position of CORNER in the enlarged corner, and the step of its shifts
_BATCH, _EPOCHS, _MIN_STEPS = 256, 18, 60  # few examples have more epochs
_NAME_SIZE = 16  # bytes
_MIN_SUIT_EXAMPLES = 5  # of each suit, before the classifier of suits is trained


def piece(rectified: np.ndarray, card: places.Card, size) -> np.ndarray:
    """The card upright with a margin, at the size of an example: 0.8 pixels per millimetre of a poker card."""
    across, down = (_MARGIN_PX * length / pixels for length, pixels in zip(size, FACE.size))
    wide = places.face(rectified, places.moved(card, -across, -down), (size[0] + 2 * across, size[1] + 2 * down), RECTIFIED)
    return cv2.resize(wide, _PIECE_SIZE_PX, interpolation=cv2.INTER_AREA)


def vectors(crop: np.ndarray) -> np.ndarray:
    """Feature vectors of the face, one for each shift."""
    xs, ys = (np.array(axis) + _MARGIN_PX for axis in zip(*_SHIFTS_PX))
    return Cells(crop).take(FACE, ys, xs)


def index_vectors(crop: np.ndarray) -> np.ndarray:
    """Feature vectors of both indices, one for each shift."""
    xs, ys = (np.array(axis) * _INDEX_SHIFT_STEP_PX + _INDEX_OFFSET_PX for axis in zip(*_SHIFTS_PX))
    across, down = _INDEX_SIZE_PX
    parts = (np.ascontiguousarray(one[:down, :across]) for one in (crop, cv2.rotate(crop, cv2.ROTATE_180)))
    return np.concatenate([Cells(cv2.resize(part, None, fx=_INDEX_SCALE, fy=_INDEX_SCALE, interpolation=cv2.INTER_CUBIC)).take(CORNER, ys, xs) for part in parts])


def _fit(inputs: np.ndarray, labels: np.ndarray, classes: int) -> Softmax:
    return fit(inputs.astype(np.float32), labels, classes, epochs=max(_EPOCHS, _MIN_STEPS // max(1, len(inputs) // _BATCH)))


@dataclass(frozen=True)
class Trained:
    """The two classifiers. `classes`: card of each output of `faces`. `suits` gives all suits the same probability until there are enough examples of each."""

    faces: Softmax
    classes: np.ndarray
    suits: Softmax


@dataclass(eq=False)
class LearnedDeck:
    """A learned deck. `path`: its file; None before it is first saved."""

    path: Path | None = None
    examples: dict[int, list[np.ndarray]] = field(default_factory=dict)  # by index in CLASSES
    trained: Trained | None = None  # a thread replaces it as a whole
    since: int = 0  # number of examples added since the last training
    name: bytes = field(default_factory=lambda: os.urandom(_NAME_SIZE))  # identifies the deck, whatever its file's name
    unsaved: list[tuple[int, np.ndarray]] = field(default_factory=list)  # examples not yet in a file
    lock: threading.Lock = field(default_factory=threading.Lock)  # guards the examples: one thread adds to them, another one saves them

    def add(self, number: int, crop: np.ndarray) -> None:
        with self.lock:
            self._add(number, crop)
            self.unsaved.append((number, crop))

    def _add(self, number: int, crop: np.ndarray) -> None:
        kept = self.examples.setdefault(number, [])
        kept.append(crop)
        del kept[:-MAX_EXAMPLES]
        self.since += 1

    @property
    def count(self) -> int:
        return sum(map(len, self.examples.values()))

    def is_due(self) -> bool:
        """True if there are enough new examples for another training."""
        return self.since >= max(8, self.count // 5) and len(self.examples) >= _MIN_CLASSES

    def learn(self) -> None:
        """Trains the classifiers; takes one to four seconds of processor time."""
        with self.lock:
            self.since = 0
            examples = self._example_list()
        inputs = np.concatenate([vectors(crop) for _, crop in examples])
        numbers = np.array(sorted({number for number, _ in examples}))
        labels = np.repeat(np.searchsorted(numbers, [number for number, _ in examples]), len(_SHIFTS_PX))
        self.trained = Trained(_fit(inputs, labels, len(numbers)), numbers, self._train_suits(examples))

    @staticmethod
    def _train_suits(examples: list[tuple[int, np.ndarray]]) -> Softmax:
        faces = [(SUIT_OF[number], crop) for number, crop in examples if number < len(DECK)]
        suits = np.array([suit for suit, _ in faces], int)
        if np.bincount(suits, minlength=len(SUITS)).min() < _MIN_SUIT_EXAMPLES:
            return Softmax(np.zeros((CORNER.length + 1, len(SUITS)), np.float32))
        inputs = [index_vectors(crop) for _, crop in faces]
        return _fit(np.concatenate(inputs), np.repeat(suits, len(inputs[0])), len(SUITS))

    def _example_list(self) -> list[tuple[int, np.ndarray]]:
        return [(number, crop) for number, crops in sorted(self.examples.items()) for crop in tuple(crops)]

    def log_probabilities(self, inputs: list[np.ndarray]) -> np.ndarray:
        """Log probabilities of CLASSES for each piece, given by its `vectors`; minus infinity for cards without examples."""
        result = np.full((len(inputs), len(CLASSES)), -np.inf)
        if self.trained is None:
            return result
        trained = self.trained
        for row, piece_vectors in zip(result, inputs):
            row[trained.classes] = trained.faces.log_probabilities(piece_vectors).mean(axis=0)
        return result

    def suit_log_probabilities(self, crop: np.ndarray) -> np.ndarray:
        """For a piece that is a face, the log probability of its suit for each card of DECK."""
        trained = self.trained
        return trained.suits.log_probabilities(index_vectors(crop)).mean(axis=0)[SUIT_OF] if trained else np.zeros(len(DECK))

    def likeness(self, number: int, piece_vectors: np.ndarray) -> float:
        """The highest correlation of a piece, given by its `vectors`, with an example of the card; 0 without examples."""
        examples = [vectors(crop)[0] for crop in tuple(self.examples.get(number, ()))]
        return float(np.corrcoef(piece_vectors, examples)[: len(piece_vectors), len(piece_vectors) :].max()) if examples else 0.0

    # ---- Files ----------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Saves the deck in its file or in a new one in the folder. Raises OSError."""
        with arrays.locked(folder):
            stored = _load_if_any(self.path)
            if self.path is None or (stored is not None and stored.name != self.name):  # another program has replaced the file by another deck
                self.path, stored = _path_of_new_deck(folder), None
            with self.lock:
                written, kept = len(self.unsaved), self._merged_arrays(stored)
            arrays.save(self.path, kept)
            with self.lock:
                del self.unsaved[:written]

    def _merged_arrays(self, stored: "LearnedDeck | None") -> dict[str, np.ndarray]:
        """The arrays for the file. Examples that another program has added to it become examples of this deck, too."""
        if stored is not None:
            known = {(number, crop.tobytes()) for number, crops in self.examples.items() for crop in crops}
            others = [(number, crop) for number, crop in stored._example_list() if (number, crop.tobytes()) not in known]
            if others:
                self._merge_examples(others)
        examples = self._example_list()
        trained = self.trained or Trained(Softmax(np.zeros((FACE.length + 1, 0), np.float32)), np.zeros(0, int), Softmax(np.zeros((CORNER.length + 1, len(SUITS)), np.float32)))
        return {"name": np.frombuffer(self.name, np.uint8), "since": np.array([min(self.since, 255)], np.uint8), "numbers": np.array([number for number, _ in examples], np.uint8),
                "pieces": np.array([crop for _, crop in examples], np.uint8).reshape(-1, _PIECE_SIZE_PX[1], _PIECE_SIZE_PX[0], 3), "classes": trained.classes.astype(np.uint8), "weights": trained.faces.weights.astype(np.float16),
                "suits": trained.suits.weights.astype(np.float16)}

    def _merge_examples(self, others: list[tuple[int, np.ndarray]]) -> None:
        """Adds examples of another program before the unsaved ones, so that these remain when MAX_EXAMPLES is reached."""
        for number, crop in others:
            self._add(number, crop)
        for number in {number for number, _ in self.unsaved}:
            new = [crop for one, crop in self.unsaved if one == number][-MAX_EXAMPLES:]
            old = [crop for crop in self.examples[number] if not any(crop is one for one in new)]
            self.examples[number] = [*old, *new][-MAX_EXAMPLES:]


def _load_if_any(path: Path | None) -> LearnedDeck | None:
    """The deck in a file; None if there is no file or it is no deck."""
    try:
        return load(path) if path is not None and path.exists() else None
    except ValueError:
        return None


def _path_of_new_deck(folder: Path) -> Path:
    """The path for a new deck: a free one, otherwise that of the least recently used deck."""
    paths = [folder / f"{i + 1}.npz" for i in range(MAX_DECKS)]
    free = next((path for path in paths if not path.exists()), None) or next((path for path in paths if _load_if_any(path) is None), None)
    return free or min(paths, key=lambda path: path.stat().st_mtime)


def load(path: Path) -> LearnedDeck:
    """Raises ValueError if the file is not a valid deck: its origin is not trusted."""
    kept = arrays.load(path, "learned deck of makker-camera")
    if missing := {"numbers", "pieces", "weights", "classes", "suits"} - kept.keys():
        raise ValueError(f"{path} is no learned deck of this version: it has no {', '.join(sorted(missing))}")
    numbers, pieces, weights, classes, suits = (kept[name] for name in ("numbers", "pieces", "weights", "classes", "suits"))
    since, name = kept.get("since", np.zeros(1, np.uint8)), kept.get("name")
    if name is None:  # a file of an earlier version: the name is the same for each program that reads it
        name = np.frombuffer(hashlib.sha256(pieces.tobytes()).digest()[:_NAME_SIZE], np.uint8)
    is_good = (
        classes.ndim == 1 and numbers.dtype == classes.dtype == pieces.dtype == np.uint8 and numbers.ndim == 1 and len(numbers) <= MAX_EXAMPLES * len(CLASSES)
        and pieces.shape == (len(numbers), _PIECE_SIZE_PX[1], _PIECE_SIZE_PX[0], 3) and weights.shape == (FACE.length + 1, len(classes)) and weights.dtype == np.float16
        and suits.shape == (CORNER.length + 1, len(SUITS)) and suits.dtype == np.float16 and np.isfinite(weights).all() and np.isfinite(suits).all()
        and since.shape == (1,) and name.shape == (_NAME_SIZE,) and since.dtype == name.dtype == np.uint8
        and (_MIN_CLASSES <= len(classes) or not len(classes)) and len(classes) == len(set(classes.tolist())) and max(classes.max(initial=0), numbers.max(initial=0)) < len(CLASSES)
        and np.bincount(numbers, minlength=1).max() <= MAX_EXAMPLES)
    if not is_good:
        raise ValueError(f"{path} is no learned deck of this version")
    trained = Trained(Softmax(weights.astype(np.float32)), classes.astype(int), Softmax(suits.astype(np.float32))) if len(classes) else None
    deck = LearnedDeck(path, trained=trained, since=int(since[0]), name=name.tobytes())
    for number, crop in zip(numbers.tolist(), pieces):
        deck.examples.setdefault(number, []).append(crop)
    return deck
