"""The network combined with a classifier of the player's own deck, which is trained during the game.

Each card that the daemon is certain of becomes a training example. If all cards that the network considers possible have examples, the
probabilities of both are combined. Several learned decks are stored; the first cards that the network reads with certainty select the one
on the table.
"""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .. import places
from ..model import BACK_CLASS, CLASSES
from ..notes import os_error_text
from ..softmax import log_softmax
from .cnn import Network, Strip
from .learned_deck import MAX_DECKS, LearnedDeck, load, piece, vectors

_WEIGHTS = np.array([0.8, 1.5])  # of the log probabilities of the network and of the learned deck; fitted: 0.86 and 2.24 (two decks, 997 cards)
_CLEAR_PROBABILITY = 0.999  # of the network's best card: from it on the suits in the indices are not classified again
_POSSIBLE_PROBABILITY = 0.02  # by the network: from it on a card is possible
_SURE_PROBABILITY = 0.9  # by the network: from it on a card is compared with the learned decks
_MIN_COMPARED, _MAX_COMPARED = 5, 15  # compared cards of which a deck must have examples to be selected; after so many cards the selection ends,
_MIN_COMPARED_AT_LIMIT = 3  # and then this number of examples is enough
_MIN_AGREEMENT = 0.75  # share of the compared cards that a deck must classify as the network does
_MIN_EXAMPLE_PROBABILITY = 0.005  # by the network: a less probable card is no example, since the daemon may have accepted a misreading
_MIN_BACK_CORRELATION = 0.66  # with an example of the deck's back: from it on a card is a back. Faces and hands had at most 0.59, 169 of 171 backs more (four decks)
_FACE_FACTOR = 0.02  # for the probabilities of the faces of such a card
_ENOUGH_EXAMPLES = 3  # of a card: up to this number, a card that has not moved gives further examples
_MIN_PROBABILITY = 1e-9
_SAVE_INTERVAL_S = 2.0


class Adaptive:
    """`folder`: of the stored decks; None: they are not stored. `say` is called with error messages."""

    def __init__(self, network: Network, folder: Path | None = None, say: Callable[[str], None] = lambda text: None):
        self.network, self.folder, self.say = network, folder, say
        self.size = network.size
        self.known = self._load() if folder else []  # least recently used first
        self.deck: LearnedDeck | None = None  # the selected one; None until one is selected
        self.compared: dict[int, list[bool | None]] = {}  # by card: whether each known deck classifies it as the network does; None: it has no example
        self.thread: threading.Thread | None = None
        self.save_failed = False  # the last attempt to save the deck failed
        self.no_pause = threading.Event()  # the thread saves without the interval
        self.thread_lock = threading.Lock()  # guards the start and the end of the thread

    def _load(self) -> list[LearnedDeck]:
        decks = []
        for path in self.folder.glob("*.npz"):
            try:
                decks.append((path.stat().st_mtime, load(path)))
            except (OSError, ValueError) as error:
                self.say(str(error))
        return [deck for _, deck in sorted(decks, key=lambda one: one[0])][-MAX_DECKS:]

    # ---- Selection of the deck -----------------------------------------------------------------------

    def forget(self) -> None:
        """Starts a new selection: another deck may lie on the table."""
        self.deck, self.compared = None, {}
        self.known = [deck for deck in self.known if deck.trained is not None or deck.path is not None]

    def _new_deck(self) -> LearnedDeck:
        """Adds a deck in place of the least recently used one if there are MAX_DECKS. It gets its file when it is first saved."""
        del self.known[: max(0, len(self.known) + 1 - MAX_DECKS)]
        self.known.append(LearnedDeck())
        return self.known[-1]

    def _compare_decks(self, pieces: list[np.ndarray], probabilities: np.ndarray) -> None:
        """Compares each card that the network reads with certainty once with each known deck."""
        numbers = probabilities.argmax(axis=1)
        certain = [i for i, number in enumerate(numbers) if probabilities[i, number] >= _SURE_PROBABILITY and number != BACK_CLASS and number not in self.compared]
        inputs = [vectors(pieces[i]) for i in certain]
        read = [deck.log_probabilities(inputs) for deck in self.known]
        for row, i in enumerate(certain):
            number = int(numbers[i])
            self.compared[number] = [bool(deck_log_probabilities[row].argmax() == number) if np.isfinite(deck_log_probabilities[row, number]) else None for deck_log_probabilities in read]

    def _find_deck(self) -> LearnedDeck | None:
        """The known deck that agrees with the network most; a new one if none agrees enough; None as long as too few cards were compared."""
        min_compared = _MIN_COMPARED if len(self.compared) < _MAX_COMPARED else _MIN_COMPARED_AT_LIMIT
        best, best_share = None, _MIN_AGREEMENT
        for i, deck in enumerate(self.known):
            agreements = [row[i] for row in self.compared.values() if row[i] is not None]
            if len(agreements) >= min_compared and (share := sum(agreements) / len(agreements)) >= best_share:
                best, best_share = deck, share
        if best:
            self.known = [deck for deck in self.known if deck is not best] + [best]
            return best
        return self._new_deck() if len(self.compared) >= (_MAX_COMPARED if self.known else _MIN_COMPARED) else None

    # ---- Reading --------------------------------------------------------------------------------

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        """Probabilities of CLASSES for each card. Their sum is below 1 by the probability that it is no card."""
        probabilities = self.network.fronts(rectified, cards)
        pieces = [piece(rectified, card, self.size) for card in cards]
        if self.deck is None and cards:
            self._compare_decks(pieces, probabilities)
            self.deck = self._find_deck()
        if self.deck is None or not cards:
            return probabilities
        inputs = [vectors(crop) for crop in pieces]
        deck_log_probabilities, backs = self.deck.log_probabilities(inputs)[:, :BACK_CLASS], self._are_backs(probabilities, inputs)
        probabilities[backs, :BACK_CLASS] *= _FACE_FACTOR
        probabilities[backs] /= probabilities[backs].sum(axis=1, keepdims=True)
        for i in np.flatnonzero(~backs):
            self._combine(probabilities[i, :BACK_CLASS], deck_log_probabilities[i], pieces[i])
        return probabilities

    def _combine(self, faces: np.ndarray, deck_log_probabilities: np.ndarray, crop: np.ndarray) -> None:
        """Combines the probabilities of the 52 faces with the learned deck's log probabilities. Their sum is unchanged: the learned deck does not
        decide between face and back, because another deck with the same faces may have another back."""
        before = faces.sum()
        if faces.max() < _CLEAR_PROBABILITY * before:
            faces *= np.exp(self.deck.suit_log_probabilities(crop))
            faces *= before / max(faces.sum(), _MIN_PROBABILITY)
        if np.isfinite(deck_log_probabilities).any() and np.isfinite(deck_log_probabilities[faces > _POSSIBLE_PROBABILITY]).all():
            parts = np.log(np.maximum(faces, _MIN_PROBABILITY)), np.maximum(log_softmax(deck_log_probabilities[None])[0], np.log(_MIN_PROBABILITY))
            faces[:] = np.exp(log_softmax(sum(m * part for m, part in zip(_WEIGHTS, parts))[None]))[0]
        faces *= before / max(faces.sum(), _MIN_PROBABILITY)

    def _are_backs(self, probabilities: np.ndarray, inputs: list[np.ndarray]) -> np.ndarray:
        """True for cards that correlate with the deck's back: they are neither faces nor sleeves, since all backs of a deck look alike."""
        return np.array([row[BACK_CLASS] >= _POSSIBLE_PROBABILITY and self.deck.likeness(BACK_CLASS, piece_vectors) >= _MIN_BACK_CORRELATION for row, piece_vectors in zip(probabilities, inputs)])

    def search(self, rectified: np.ndarray, middle: tuple[float, float]) -> places.Card | None:
        return self.network.search(rectified, middle)

    def strip(self, strip: np.ndarray, x: int) -> Strip:
        return self.network.strip(strip, x)

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        return self.network.run_probabilities(log_probabilities)

    # ---- Learning -------------------------------------------------------------------------------

    def learn(self, rectified: np.ndarray, card: places.Card, code: str, probabilities: np.ndarray) -> None:
        """Adds an example: the daemon is certain that the card is `code`. `probabilities`: those that were read. One thread calls it, not necessarily the reader's."""
        number = CLASSES.index(code)
        if self.deck is not None and probabilities[number] >= _MIN_EXAMPLE_PROBABILITY:
            self.deck.add(number, piece(rectified, card, self.size))

    def lacks(self, code: str) -> bool:
        """True if the deck has fewer than _ENOUGH_EXAMPLES of this card."""
        return self.deck is not None and len(self.deck.examples.get(CLASSES.index(code), ())) < _ENOUGH_EXAMPLES

    def learned(self) -> None:
        """Called after a group of examples: starts a thread that trains the deck if there are enough new ones, and saves it."""
        deck = self.deck
        if deck is None:
            return
        with self.thread_lock:
            if self.thread is None and self._has_pending_work(deck):
                self.thread = threading.Thread(target=self._learn_and_save, args=(deck,), daemon=True)
                self.thread.start()

    def _is_to_be_saved(self, deck: LearnedDeck) -> bool:
        """True if the deck is stored. A new deck is stored from its first training on, so that a deck seen once replaces no other."""
        return self.folder is not None and (deck.path is not None or deck.trained is not None or deck.is_due())

    def _has_pending_work(self, deck: LearnedDeck) -> bool:
        return deck.is_due() or bool(deck.unsaved) and self._is_to_be_saved(deck) and not self.save_failed

    def _learn_and_save(self, deck: LearnedDeck) -> None:
        """Saves new examples at once, because the program may end at any time; further ones at most every _SAVE_INTERVAL_S."""
        while True:
            if self._is_to_be_saved(deck):
                self._save(deck)
            if deck.is_due():
                deck.learn()
                if self._is_to_be_saved(deck):
                    self._save(deck)
            with self.thread_lock:
                if not self._has_pending_work(deck):
                    self.thread = None
                    return
            self.no_pause.wait(_SAVE_INTERVAL_S)

    def _save(self, deck: LearnedDeck) -> None:
        try:
            deck.save(self.folder)
            self.save_failed = False
        except OSError as error:
            if not self.save_failed:
                self.say(f"this deck is not kept: {os_error_text(error)}")
            self.save_failed = True  # the next examples cause another attempt

    def wait(self) -> None:
        """Waits until the thread has trained and saved the deck."""
        self.no_pause.set()
        if (thread := self.thread) is not None:
            thread.join()
        self.no_pause.clear()
