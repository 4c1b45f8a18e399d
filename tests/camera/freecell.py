"""The truth at a table of FreeCell: dealt, played, and laid before the camera. Written from the rules alone, so that it is a second opinion to the daemon's."""

from dataclasses import dataclass, field

import numpy as np

from makker_camera.cards import DECK, EMPTY, RANKS, SUITS, is_red
from makker_camera.layout import LAYOUTS
from makker_camera.scene import Table

COLUMNS, CELLS = 8, 4
FIRST_CELL, FIRST_FOUNDATION = COLUMNS, COLUMNS + CELLS
ON = LAYOUTS["freecell"]

Move = tuple[int, int, int]  # from, to: columns 0 to 7, cells 8 to 11, foundations 12 to 15; number of cards


@dataclass
class World:
    rng: np.random.Generator
    columns: list[list[str]] = field(default_factory=list)
    cells: list[str] = field(default_factory=lambda: [EMPTY] * CELLS)
    foundations: list[int] = field(default_factory=lambda: [0] * len(SUITS))  # the number of cards on each

    def __post_init__(self):
        if not self.columns:
            deck = [str(card) for card in self.rng.permutation(DECK)]
            self.columns = [deck[column::COLUMNS] for column in range(COLUMNS)]

    def top(self, suit: int) -> str:
        return RANKS[self.foundations[suit] - 1] + SUITS[suit] if self.foundations[suit] else EMPTY

    def scene(self) -> Table:
        return Table([(0, list(column)) for column in self.columns], [self.top(suit) for suit in range(len(SUITS))], cells=list(self.cells), on=ON)

    def is_won(self) -> bool:
        return sum(self.foundations) == len(DECK)

    def front(self, position: int) -> str:
        if position >= FIRST_CELL:
            return self.cells[position - FIRST_CELL]
        return self.columns[position][-1] if self.columns[position] else EMPTY

    # ---- The rules -----------------------------------------------------------------------------

    def goes_up(self, card: str) -> bool:
        return card != EMPTY and RANKS.index(card[0]) == self.foundations[SUITS.index(card[1])]

    @staticmethod
    def fits(below: str, card: str) -> bool:
        return RANKS.index(below[0]) == RANKS.index(card[0]) + 1 and is_red(below) != is_red(card)

    def moves_up(self) -> list[Move]:
        fronts = [(position, self.front(position)) for position in range(FIRST_FOUNDATION)]
        return [(position, FIRST_FOUNDATION + SUITS.index(card[1]), 1) for position, card in fronts if self.goes_up(card)]

    def moves(self) -> list[Move]:
        """Moves of one card."""
        found = self.moves_up()
        free = next((FIRST_CELL + i for i, card in enumerate(self.cells) if card == EMPTY), None)
        for source in range(FIRST_FOUNDATION):
            card = self.front(source)
            if card == EMPTY:
                continue
            if free is not None and source < FIRST_CELL:
                found.append((source, free, 1))
            found += [(source, to, 1) for to in range(COLUMNS) if self.columns[to] and to != source and self.fits(self.front(to), card)]
            is_alone = source < FIRST_CELL and len(self.columns[source]) == 1
            found += [] if is_alone else [(source, to, 1) for to in range(COLUMNS) if not self.columns[to]][:1]
        return found

    def play(self, move: Move) -> None:
        source, to, count = move
        if source >= FIRST_CELL:
            cards = [self.cells[source - FIRST_CELL]]
            self.cells[source - FIRST_CELL] = EMPTY
        else:
            cards = self.columns[source][-count:]
            del self.columns[source][-count:]
        if to >= FIRST_FOUNDATION:
            assert len(cards) == 1 and self.goes_up(cards[0]) and SUITS[to - FIRST_FOUNDATION] == cards[0][1], f"{cards} does not go to foundation {to}"
            self.foundations[to - FIRST_FOUNDATION] += 1
        elif to >= FIRST_CELL:
            assert len(cards) == 1 and self.cells[to - FIRST_CELL] == EMPTY, f"{cards} does not go to cell {to}"
            self.cells[to - FIRST_CELL] = cards[0]
        else:
            assert not self.columns[to] or self.fits(self.columns[to][-1], cards[0]), f"{cards} does not go to column {to}"
            self.columns[to] += cards

    def as_laid(self, move: dict) -> Move:
        """A move as the daemon names it: the order of the cells has no meaning to it."""
        source, to = move["from"], move["to"]
        if FIRST_CELL <= source < FIRST_FOUNDATION:
            source = FIRST_CELL + self.cells.index(move["card"])
        if FIRST_CELL <= to < FIRST_FOUNDATION:
            to = FIRST_CELL + self.cells.index(EMPTY)
        return source, to, move["count"]

    def differences(self, table: dict) -> list[str]:
        """Where what the daemon knows is not so."""
        pairs = [("cells", sorted(table["cells"]), sorted(self.cells)), ("foundations", table["foundations"], [self.top(suit) for suit in range(len(SUITS))]),
                 *((f"column {i + 1}", known, true) for i, (known, true) in enumerate(zip(table["columns"], self.columns)))]
        return [f"{what}: known {known}, true {true}" for what, known, true in pairs if known != true]
