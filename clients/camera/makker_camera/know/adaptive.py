"""The network, with what is learned of the player's own deck while it is played with.

Each card of which the daemon has become certain is an example. Where all cards that the network thinks possible have examples, the
learned deck has a say as well. Several decks are kept; which of them lies on the table is found out from the first cards that the
network reads with certainty.
"""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .. import places
from ..model import BACK_CLASS, CLASSES
from ..softmax import log_softmax
from .cnn import Network, Strip
from .learned_deck import MAX_DECKS, LearnedDeck, load, piece, vectors

_MIX = np.array([0.8, 1.5])  # weights of the network and of the learned deck; fitted: 0.86 and 2.24 (two decks, 997 cards)
_CLEAR = 0.999  # probability of the network's card from which the suits in its indices need not be looked at
_POSSIBLE = 0.02  # probability from which the network thinks a card possible
_SURE = 0.9  # probability from which the network's card tells decks apart
_MIN_SURE, _MAX_SURE = 5, 15  # such cards: so many must be among a deck's examples; after so many a deck is not waited for any more,
_MIN_AT_LAST = 3  # and one with so many among its examples is taken, too
_SAME_DECK = 0.75  # share of them that the deck on the table reads as the network does
_UNLIKELY = 0.005  # a card that the network thinks less probable is no example: perhaps the daemon has not noticed a misreading
_LIKE_BACK = 0.66  # likeness to the deck's back from which a card is one: faces and hands had at most 0.59, 169 of 171 backs more (four decks)
_LESS = 0.02  # how much less probable that makes any face
_FEW = 3  # examples of a card: until then it is learned from again where it stays
_LEAST = 1e-9
_SAVED_EVERY_S = 2.0


class Adaptive:
    """`folder`: where learned decks are kept; None: nowhere. `say` is called with what goes wrong with them."""

    def __init__(self, network: Network, folder: Path | None = None, say: Callable[[str], None] = lambda text: None):
        self.network, self.folder, self.say = network, folder, say
        self.size = network.size
        self.known = self._load() if folder else []  # the one that was played with longest ago first
        self.deck: LearnedDeck | None = None  # the one on the table, when that has been found out
        self.compared: dict[int, list[bool | None]] = {}  # by card: does each known deck read it as the network; None: has no example
        self.learning: threading.Thread | None = None
        self.failed = False  # the deck could not be saved
        self.hurry = threading.Event()  # nothing is waited for
        self.starting = threading.Lock()  # held while it is decided whether the thread goes on

    def _load(self) -> list[LearnedDeck]:
        decks = []
        for path in self.folder.glob("*.npz"):
            try:
                decks.append((path.stat().st_mtime, load(path)))
            except (OSError, ValueError) as error:
                self.say(str(error))
        return [deck for _, deck in sorted(decks, key=lambda one: one[0])][-MAX_DECKS:]

    # ---- Which deck it is -----------------------------------------------------------------------

    def forget(self) -> None:
        """Another deck may be on the table from now on."""
        self.deck, self.compared = None, {}
        self.known = [deck for deck in self.known if deck.trained is not None or deck.path is not None]

    def _new_deck(self) -> LearnedDeck:
        """When it is saved first it gets a file of its own, or that of the deck that was played with longest ago."""
        del self.known[: max(0, len(self.known) + 1 - MAX_DECKS)]
        self.known.append(LearnedDeck())
        return self.known[-1]

    def _compare(self, cuts: list[np.ndarray], given: np.ndarray) -> None:
        """Each card that the network reads with certainty is compared once."""
        numbers = given.argmax(axis=1)
        sure = [i for i, number in enumerate(numbers) if given[i, number] >= _SURE and number != BACK_CLASS and number not in self.compared]
        seen = [vectors(cuts[i]) for i in sure]
        read = [deck.log_chances(seen) for deck in self.known]
        for row, i in enumerate(sure):
            number = int(numbers[i])
            self.compared[number] = [bool(one[row].argmax() == number) if np.isfinite(one[row, number]) else None for one in read]

    def _find_deck(self) -> LearnedDeck | None:
        """The known deck that reads cards as the network does; a new one if none does; None as long as too few were compared."""
        least = _MIN_SURE if len(self.compared) < _MAX_SURE else _MIN_AT_LAST
        best, most = None, _SAME_DECK
        for i, deck in enumerate(self.known):
            agrees = [row[i] for row in self.compared.values() if row[i] is not None]
            if len(agrees) >= least and (share := sum(agrees) / len(agrees)) >= most:
                best, most = deck, share
        if best:
            self.known = [deck for deck in self.known if deck is not best] + [best]
            return best
        return self._new_deck() if len(self.compared) >= (_MAX_SURE if self.known else _MIN_SURE) else None

    # ---- Reading --------------------------------------------------------------------------------

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        """Probabilities of CLASSES for each card; they add up to less than 1 if it may be something else."""
        given = self.network.fronts(rectified, cards)
        cuts = [piece(rectified, card, self.size) for card in cards]
        if self.deck is None and cards:
            self._compare(cuts, given)
            self.deck = self._find_deck()
        if self.deck is None or not cards:
            return given
        seen = [vectors(cut) for cut in cuts]
        own, backs = self.deck.log_chances(seen)[:, :BACK_CLASS], self._are_backs(given, seen)
        given[backs, :BACK_CLASS] *= _LESS
        given[backs] /= given[backs].sum(axis=1, keepdims=True)
        for i in np.flatnonzero(~backs):
            self._weigh(given[i, :BACK_CLASS], own[i], cuts[i])
        return given

    def _weigh(self, faces: np.ndarray, own: np.ndarray, cut: np.ndarray) -> None:
        """Changes the probabilities of the 52 faces among themselves: of whether it is a face or a back, the learned deck says
        nothing, because a deck with the same faces may have another back. `own`: its log probabilities."""
        before = faces.sum()
        if faces.max() < _CLEAR * before:
            faces *= np.exp(self.deck.suit_log_chances(cut))
            faces *= before / max(faces.sum(), _LEAST)
        if np.isfinite(own).any() and np.isfinite(own[faces > _POSSIBLE]).all():
            parts = np.log(np.maximum(faces, _LEAST)), np.maximum(log_softmax(own[None])[0], np.log(_LEAST))
            faces[:] = np.exp(log_softmax(sum(m * part for m, part in zip(_MIX, parts))[None]))[0]
        faces *= before / max(faces.sum(), _LEAST)

    def _are_backs(self, given: np.ndarray, seen: list[np.ndarray]) -> np.ndarray:
        """Which cards look like the deck's back, so that they are neither a face nor a sleeve. Backs all look alike."""
        return np.array([row[BACK_CLASS] >= _POSSIBLE and self.deck.likeness(BACK_CLASS, one) >= _LIKE_BACK for row, one in zip(given, seen)])

    def search(self, rectified: np.ndarray, middle: tuple[float, float]) -> places.Card | None:
        return self.network.search(rectified, middle)

    def strip(self, strip: np.ndarray, x: int) -> Strip:
        return self.network.strip(strip, x)

    def run_chances(self, log_chances: np.ndarray) -> np.ndarray:
        return self.network.run_chances(log_chances)

    # ---- Learning -------------------------------------------------------------------------------

    def learn(self, rectified: np.ndarray, card: places.Card, code: str, chances: np.ndarray) -> None:
        """`code` lies there for certain; `chances`: what was read there. Called by one thread, which may be another one than the reader's."""
        number = CLASSES.index(code)
        if self.deck is not None and chances[number] >= _UNLIKELY:
            self.deck.add(number, piece(rectified, card, self.size))

    def lacks(self, code: str) -> bool:
        """True if it has few examples of this card."""
        return self.deck is not None and len(self.deck.examples.get(CLASSES.index(code), ())) < _FEW

    def learned(self) -> None:
        """Called after some examples: a thread learns from them, if they are many, and saves them."""
        deck = self.deck
        if deck is None:
            return
        with self.starting:
            if self.learning is None and self._has_work(deck):
                self.learning = threading.Thread(target=self._work, args=(deck,), daemon=True)
                self.learning.start()

    def _is_kept(self, deck: LearnedDeck) -> bool:
        """A new deck is when first something was learned of it: one that is seen once pushes no other out."""
        return self.folder is not None and (deck.path is not None or deck.trained is not None or deck.is_due())

    def _has_work(self, deck: LearnedDeck) -> bool:
        return deck.is_due() or bool(deck.unsaved) and self._is_kept(deck) and not self.failed

    def _work(self, deck: LearnedDeck) -> None:
        """Saves at once what is new, because a program may end at any time, then not more often than every _SAVED_EVERY_S."""
        while True:
            if self._is_kept(deck):
                self._save(deck)
            if deck.is_due():
                deck.learn()
                if self._is_kept(deck):
                    self._save(deck)
            with self.starting:
                if not self._has_work(deck):
                    self.learning = None
                    return
            self.hurry.wait(_SAVED_EVERY_S)

    def _save(self, deck: LearnedDeck) -> None:
        try:
            deck.save(self.folder)
            self.failed = False
        except OSError as error:
            if not self.failed:
                self.say(f"this deck is not kept: {error}")
            self.failed = True  # tried again when something was learned

    def wait(self) -> None:
        """Until what is being learned is known and saved."""
        self.hurry.set()
        if (learning := self.learning) is not None:
            learning.join()
        self.hurry.clear()
