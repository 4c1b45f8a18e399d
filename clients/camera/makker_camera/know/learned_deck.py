"""A deck as it was learned while it was played with: a few pictures of each card, and a classifier of them.

Two classifiers, softmax regressions on histograms of gradients as an enrolled deck has them: one of whole faces, which knows only the cards
that it has examples of, and one of the suits in the indices, which all cards of a suit have in common. A file of plain arrays keeps it.

Programs that share a folder add to each other's files: `save` writes what is in the file by then with the examples that are new here.
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

MAX_DECKS = 8  # that are kept; the one that was played with longest ago makes room
MAX_EXAMPLES = 4  # of a card; the oldest makes room
_MARGIN = 2  # pixels around a face
_ACROSS, _DOWN = FACE.size
_SIZE = (_ACROSS + 2 * _MARGIN, _DOWN + 2 * _MARGIN)
_SHIFTS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))  # of a face, in pixels: its cut is not exact
_MIN_CLASSES = 2
_INDEX, _LARGER = (16, 20), 3  # pixels of a piece around an index, and how much they are enlarged
_INDEX_AT, _INDEX_SHIFT = 8, 2  # where CORNER is in them
_BATCH, _PASSES, _MIN_STEPS = 256, 18, 60  # few examples are learned from more often
_NAME = 16  # bytes of a deck's name
_MIN_OF_SUIT = 5  # examples of each suit before suits are learned


def piece(rectified: np.ndarray, card: places.Card, size) -> np.ndarray:
    """The card with a margin, upright, as it is kept: 0.8 pixels per millimetre of a poker card."""
    across, down = (_MARGIN * length / pixels for length, pixels in zip(size, FACE.size))
    wide = places.face(rectified, places.moved(card, -across, -down), (size[0] + 2 * across, size[1] + 2 * down), RECTIFIED)
    return cv2.resize(wide, _SIZE, interpolation=cv2.INTER_AREA)


def vectors(cut: np.ndarray) -> np.ndarray:
    """A vector of the face for each of the shifts."""
    xs, ys = (np.array(axis) + _MARGIN for axis in zip(*_SHIFTS))
    return Cells(cut).take(FACE, ys, xs)


def index_vectors(cut: np.ndarray) -> np.ndarray:
    """The same of both indices."""
    xs, ys = (np.array(axis) * _INDEX_SHIFT + _INDEX_AT for axis in zip(*_SHIFTS))
    across, down = _INDEX
    parts = (np.ascontiguousarray(one[:down, :across]) for one in (cut, cv2.rotate(cut, cv2.ROTATE_180)))
    return np.concatenate([Cells(cv2.resize(part, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)).take(CORNER, ys, xs) for part in parts])


def _fit(inputs: np.ndarray, labels: np.ndarray, classes: int) -> Softmax:
    return fit(inputs.astype(np.float32), labels, classes, passes=max(_PASSES, _MIN_STEPS // max(1, len(inputs) // _BATCH)))


@dataclass(frozen=True)
class Trained:
    """`classes`: of the answers of `faces`. `suits` finds all suits alike until there are examples of each."""

    faces: Softmax
    classes: np.ndarray
    suits: Softmax


@dataclass(eq=False)
class LearnedDeck:
    """`path`: where it is kept; None: nowhere yet."""

    path: Path | None = None
    examples: dict[int, list[np.ndarray]] = field(default_factory=dict)  # pieces, by their number in CLASSES
    trained: Trained | None = None  # replaced as a whole, by a thread
    since: int = 0  # examples that nothing was learned from
    name: bytes = field(default_factory=lambda: os.urandom(_NAME))  # of the deck, whatever its file is called
    unsaved: list[tuple[int, np.ndarray]] = field(default_factory=list)  # examples that no file has
    lock: threading.Lock = field(default_factory=threading.Lock)  # of the examples: one thread adds to them, another one saves

    def add(self, number: int, cut: np.ndarray) -> None:
        with self.lock:
            self._add(number, cut)
            self.unsaved.append((number, cut))

    def _add(self, number: int, cut: np.ndarray) -> None:
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
        """Takes one to four seconds of a processor."""
        with self.lock:
            self.since = 0
            examples = self._list()
        inputs = np.concatenate([vectors(cut) for _, cut in examples])
        numbers = np.array(sorted({number for number, _ in examples}))
        labels = np.repeat(np.searchsorted(numbers, [number for number, _ in examples]), len(_SHIFTS))
        self.trained = Trained(_fit(inputs, labels, len(numbers)), numbers, self._suits(examples))

    @staticmethod
    def _suits(examples: list[tuple[int, np.ndarray]]) -> Softmax:
        faces = [(SUIT_OF[number], cut) for number, cut in examples if number < len(DECK)]
        suits = np.array([suit for suit, _ in faces], int)
        if np.bincount(suits, minlength=len(SUITS)).min() < _MIN_OF_SUIT:
            return Softmax(np.zeros((CORNER.length + 1, len(SUITS)), np.float32))
        inputs = [index_vectors(cut) for _, cut in faces]
        return _fit(np.concatenate(inputs), np.repeat(suits, len(inputs[0])), len(SUITS))

    def _list(self) -> list[tuple[int, np.ndarray]]:
        return [(number, cut) for number, cuts in sorted(self.examples.items()) for cut in tuple(cuts)]

    def log_chances(self, seen: list[np.ndarray]) -> np.ndarray:
        """Log probabilities of CLASSES for the vectors of each piece; minus infinity for cards without examples."""
        result = np.full((len(seen), len(CLASSES)), -np.inf)
        if self.trained is None:
            return result
        trained = self.trained
        for row, one in zip(result, seen):
            row[trained.classes] = trained.faces.log_chances(one).mean(axis=0)
        return result

    def suit_log_chances(self, cut: np.ndarray) -> np.ndarray:
        """Log probabilities of the suit of a piece, a face, for each card of DECK."""
        trained = self.trained
        return trained.suits.log_chances(index_vectors(cut)).mean(axis=0)[SUIT_OF] if trained else np.zeros(len(DECK))

    def likeness(self, number: int, one: np.ndarray) -> float:
        """The correlation of a piece, of which these are the vectors, with the example of a card that is most like it; 0 without examples."""
        examples = [vectors(cut)[0] for cut in tuple(self.examples.get(number, ()))]
        return float(np.corrcoef(one, examples)[: len(one), len(one) :].max()) if examples else 0.0

    # ---- Files ----------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """In its file in the folder, or in a new one. Raises OSError."""
        with arrays.alone_in(folder):
            there = _load_if_any(self.path)
            if self.path is None or (there is not None and there.name != self.name):  # another program has put another deck there
                self.path, there = _room(folder), None
            with self.lock:
                written, kept = len(self.unsaved), self._with(there)
            arrays.save(self.path, kept)
            with self.lock:
                del self.unsaved[:written]

    def _with(self, there: "LearnedDeck | None") -> dict[str, np.ndarray]:
        """What the file is to have. What another program has put there is an example here, too."""
        if there is not None:
            known = {(number, cut.tobytes()) for number, cuts in self.examples.items() for cut in cuts}
            others = [(number, cut) for number, cut in there._list() if (number, cut.tobytes()) not in known]
            if others:
                self._take(others)
        examples = self._list()
        trained = self.trained or Trained(Softmax(np.zeros((FACE.length + 1, 0), np.float32)), np.zeros(0, int), Softmax(np.zeros((CORNER.length + 1, len(SUITS)), np.float32)))
        return {"name": np.frombuffer(self.name, np.uint8), "since": np.array([min(self.since, 255)], np.uint8), "numbers": np.array([number for number, _ in examples], np.uint8),
                "pieces": np.array([cut for _, cut in examples], np.uint8).reshape(-1, _SIZE[1], _SIZE[0], 3), "classes": trained.classes.astype(np.uint8), "weights": trained.faces.weights.astype(np.float16),
                "suits": trained.suits.weights.astype(np.float16)}

    def _take(self, others: list[tuple[int, np.ndarray]]) -> None:
        """Examples of another program: before those that no file has yet, which make the oldest room."""
        for number, cut in others:
            self._add(number, cut)
        for number in {number for number, _ in self.unsaved}:
            new = [cut for one, cut in self.unsaved if one == number][-MAX_EXAMPLES:]
            old = [cut for cut in self.examples[number] if not any(cut is one for one in new)]
            self.examples[number] = [*old, *new][-MAX_EXAMPLES:]


def _load_if_any(path: Path | None) -> LearnedDeck | None:
    """None if no deck is there."""
    try:
        return load(path) if path is not None and path.exists() else None
    except ValueError:
        return None


def _room(folder: Path) -> Path:
    """For a new deck: where none is, otherwise in place of the one that was played with longest ago."""
    paths = [folder / f"{i + 1}.npz" for i in range(MAX_DECKS)]
    free = next((path for path in paths if not path.exists()), None) or next((path for path in paths if _load_if_any(path) is None), None)
    return free or min(paths, key=lambda path: path.stat().st_mtime)


def load(path: Path) -> LearnedDeck:
    """Raises ValueError if the file is no learned deck: its origin is not trusted."""
    kept = arrays.load(path, "learned deck of makker-camera")
    if missing := {"numbers", "pieces", "weights", "classes", "suits"} - kept.keys():
        raise ValueError(f"{path} is no learned deck of this version: it has no {', '.join(sorted(missing))}")
    numbers, pieces, weights, classes, suits = (kept[name] for name in ("numbers", "pieces", "weights", "classes", "suits"))
    since, name = kept.get("since", np.zeros(1, np.uint8)), kept.get("name")
    if name is None:  # a file of an earlier version: the same to all who read it
        name = np.frombuffer(hashlib.sha256(pieces.tobytes()).digest()[:_NAME], np.uint8)
    is_good = (
        classes.ndim == 1 and numbers.dtype == classes.dtype == pieces.dtype == np.uint8 and numbers.ndim == 1 and len(numbers) <= MAX_EXAMPLES * len(CLASSES)
        and pieces.shape == (len(numbers), _SIZE[1], _SIZE[0], 3) and weights.shape == (FACE.length + 1, len(classes)) and weights.dtype == np.float16
        and suits.shape == (CORNER.length + 1, len(SUITS)) and suits.dtype == np.float16 and np.isfinite(weights).all() and np.isfinite(suits).all()
        and since.shape == (1,) and name.shape == (_NAME,) and since.dtype == name.dtype == np.uint8
        and (_MIN_CLASSES <= len(classes) or not len(classes)) and len(classes) == len(set(classes.tolist())) and max(classes.max(initial=0), numbers.max(initial=0)) < len(CLASSES)
        and np.bincount(numbers, minlength=1).max() <= MAX_EXAMPLES)
    if not is_good:
        raise ValueError(f"{path} is no learned deck of this version")
    trained = Trained(Softmax(weights.astype(np.float32)), classes.astype(int), Softmax(suits.astype(np.float32))) if len(classes) else None
    deck = LearnedDeck(path, trained=trained, since=int(since[0]), name=name.tobytes())
    for number, cut in zip(numbers.tolist(), pieces):
        deck.examples.setdefault(number, []).append(cut)
    return deck
