"""Reads a table of FreeCell as a whole: every card of the deck is visible, or lies beneath the front card of its foundation."""

from dataclasses import dataclass

import numpy as np

from . import layout, notes
from .cards import DECK, EMPTY, NUMBER, RANKS, SUITS, UNREADABLE
from .exclusion import exclusive
from .notes import Note
from .reader import THRESHOLD, Reading, Slot, is_sure

ON = layout.LAYOUTS["freecell"]
SUIT_OF = {f"foundation {suit}": suit for suit in SUITS}
_MAX_COLUMN = 19  # cards
_PICTURES = 4  # of a table that count together
_MIN_PROBABILITY = 1e-6
_STAYS = 10  # so many times likelier than another one a card is that lay there: two cards that are doubtful may have been exchanged unseen


@dataclass(frozen=True)
class OpenTable:
    """A table as it was read; UU for a card that is not certain."""

    cells: list[str]
    foundations: list[str]
    columns: list[list[str]]

    @property
    def fronts(self) -> dict[str, str]:
        singles = {place.name: card for place, card in zip(ON.singles, [*self.cells, *self.foundations])}
        return singles | {f"column {i + 1}": column[-1] if column else EMPTY for i, column in enumerate(self.columns)}


def _probabilities_of(slot: Slot) -> np.ndarray:
    """Probabilities of the 52 cards by what a slot says; what is missing to 1 may be any card."""
    probabilities = np.zeros(len(DECK))
    for candidate in [{"card": slot, "p": 0.999}] if is_sure(slot) else slot if isinstance(slot, list) else []:
        probabilities[NUMBER[candidate["card"]]] = candidate["p"]
    return probabilities + max(0.0, 1 - probabilities.sum()) / len(DECK)


class OpenTableReader:
    """Reads all cards together: each lies in one place."""

    def __init__(self):
        self.last: tuple[Reading, OpenTable | Note] | None = None  # what was made of a reading
        self.evidence: dict[tuple, list[np.ndarray]] = {}  # by where cards lie: what each picture in a row says of them
        self.lay: dict[tuple[int, int], str] = {}  # where cards lay: by column and number, as the daemon knows it

    def moved(self) -> None:
        """Cards may lie elsewhere in the next picture."""
        self.evidence = {}

    def knows(self, table: dict | None) -> None:
        """The daemon's table."""
        columns = table.get("columns") if isinstance(table, dict) else None
        lists = [column for column in columns if isinstance(column, list)] if isinstance(columns, list) else []
        self.lay = {(i, n): card for i, column in enumerate(lists) for n, card in enumerate(column) if isinstance(card, str) and card in DECK}

    def read(self, reading: Reading) -> OpenTable | Note:
        """A note if not all cards of the deck can be accounted for."""
        if self.last is None or self.last[0] is not reading:
            self.last = reading, self._read_together(reading)
        return self.last[1]

    def _read_together(self, reading: Reading) -> OpenTable | Note:
        names = [f"column {i + 1}" for i in range(ON.columns)]
        runs = [reading.run(column) for column in range(ON.columns)]
        for name, whole, run in zip(names, reading.whole, runs):
            if not whole or len(run) > _MAX_COLUMN:
                return notes.uncounted(name)
        foundations = {name: self._foundation(reading, name) for name in SUIT_OF}
        cells = [place.name for place in layout.CELLS if self._holds_card(reading, place.name)]
        covered = [place.name for place in layout.CELLS if place.name not in cells and reading.slots[place.name] == UNREADABLE]
        seen = sum(map(len, runs)) + len(cells)
        foundations = self._counted(foundations, len(DECK) - seen, len(covered))
        if foundations is None:
            return notes.MISSING_CARDS
        rows = [row for column, run in enumerate(runs) for row in self._column_probabilities(reading, column, run)]
        rows += [self._front_probabilities(reading, name) for name in cells]
        places = [(column, n) for column, run in enumerate(runs) for n in range(len(run))]
        allowed = np.array([self._may_be_visible(card, foundations[f"foundation {card[1]}"]) for card in DECK])
        newest = np.array(rows).reshape(-1, len(DECK))
        together = self._mean_of_pictures((*map(len, runs), *cells, *foundations.values()), newest)
        try:
            read = [self._sure_cards(exclusive(self._with_prior(probabilities, places), allowed), reading.threshold) for probabilities in (together, newest)]
        except ValueError:
            return notes.MISSING_CARDS
        cards = iter(min(read, key=lambda one: one.count(UNREADABLE)))
        columns = [[next(cards) for _ in run] for run in runs]
        in_cells = {name: next(cards) for name in cells} | {name: UNREADABLE for name in covered}
        return OpenTable([in_cells.get(place.name, EMPTY) for place in layout.CELLS], list(foundations.values()), columns)

    def _mean_of_pictures(self, shape: tuple, probabilities: np.ndarray) -> np.ndarray:
        """The geometric mean of the probabilities in the last pictures of a table on which no card was moved. Their errors are alike: their product would be
        too certain."""
        before = self.evidence.get(shape, [])
        if before and self._are_other_cards(probabilities, before[-1]):
            before = []
        logs = [*before, np.log(np.maximum(probabilities, _MIN_PROBABILITY))][-_PICTURES:]
        self.evidence = {shape: logs}
        together = np.exp(sum(logs) / len(logs))
        return together / np.maximum(together.sum(axis=1, keepdims=True), _MIN_PROBABILITY)

    def _with_prior(self, probabilities: np.ndarray, places: list[tuple[int, int]]) -> np.ndarray:
        """The card that lay in a place of a column, as far as the daemon knows, is likelier there than others."""
        result = probabilities.copy()
        for place, row in zip(places, result):
            if place in self.lay:
                row[NUMBER[self.lay[place]]] *= _STAYS
        return result

    @staticmethod
    def _are_other_cards(probabilities: np.ndarray, before: np.ndarray) -> bool:
        """True if a place that was read with certainty shows another card now."""
        was, is_now = before.argmax(axis=1), probabilities.argmax(axis=1)
        sure = np.minimum(np.exp(before.max(axis=1, initial=-np.inf)), probabilities.max(axis=1, initial=0.0)) >= THRESHOLD
        return bool((sure & (was != is_now)).any())

    @staticmethod
    def _holds_card(reading: Reading, name: str) -> bool:
        return name in reading.probabilities or reading.slots[name] not in (EMPTY, UNREADABLE)

    @staticmethod
    def _front_probabilities(reading: Reading, name: str) -> np.ndarray:
        """Of a place with a card, if it is a face."""
        if name not in reading.probabilities:
            return _probabilities_of(reading.slots[name])
        faces = reading.probabilities[name][: len(DECK)]
        return faces + max(0.0, 1 - float(faces.sum())) / len(DECK)

    def _column_probabilities(self, reading: Reading, column: int, run: list[Slot]) -> list[np.ndarray]:
        if not run:
            return []
        behind = reading.run_probabilities[column] if reading.run_probabilities else [_probabilities_of(slot) for slot in run[:-1]]
        return [*behind, self._front_probabilities(reading, f"column {column + 1}")]

    def _foundation(self, reading: Reading, name: str) -> str:
        """A card of another suit is posted as it is: the daemon says in which order the foundations lie."""
        slot = reading.slots[name]
        return slot if slot == EMPTY or is_sure(slot) else UNREADABLE

    def _counted(self, foundations: dict[str, str], left: int, uncertain: int) -> dict[str, str] | None:
        """The foundations, the only unreadable one by the number of cards that are left for them; None if this number cannot be right. `uncertain`: of
        these cards may lie elsewhere."""
        unreadable = [name for name, card in foundations.items() if card == UNREADABLE]
        left -= sum(RANKS.index(card[0]) + 1 for card in foundations.values() if is_sure(card))
        if left < 0 or left > uncertain + len(RANKS) * len(unreadable):
            return None
        if len(unreadable) != 1 or uncertain:
            return foundations
        [name] = unreadable
        return {**foundations, name: RANKS[left - 1] + SUIT_OF[name] if left else EMPTY}

    @staticmethod
    def _may_be_visible(card: str, foundation: str) -> bool:
        """False for a card that lies on its foundation."""
        return not (is_sure(foundation) and foundation[1] == card[1] and RANKS.index(card[0]) <= RANKS.index(foundation[0]))

    @staticmethod
    def _sure_cards(probabilities: np.ndarray, threshold: float) -> list[str]:
        return [DECK[int(row.argmax())] if row.max() >= threshold else UNREADABLE for row in probabilities]
