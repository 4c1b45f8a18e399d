"""A game of FreeCell played at random: the table after the deal and after some moves."""

from decks import CODES, RANKS
from klondike import RED

SUITS = "CDHS"  # of the foundations, from left to right
MAX_COLUMN, MAX_EDGE_COLUMN = 15, 12  # cards of a column of the mat, and of its first and its last one


class FreeCell:
    """Columns and foundations are lists of cards, front one last; a cell is a list of one card or of none."""

    def __init__(self, rng):
        deck = [CODES[at] for at in rng.permutation(52)]
        self.rng = rng
        self.columns = [deck[at::8] for at in range(8)]
        self.cells = [[] for _ in range(4)]
        self.foundations = [[] for _ in SUITS]

    def accepts(self, at, card):
        column = self.columns[at]
        if len(column) >= (MAX_EDGE_COLUMN if at in (0, 7) else MAX_COLUMN):
            return False
        return not column or (column[-1][1] in RED) != (card[1] in RED) and RANKS.index(column[-1][0]) == RANKS.index(card[0]) + 1

    def moves(self):
        """(weight, from, to) of each legal move of one card."""
        found = []
        for source in filter(None, self.columns + self.cells):
            card = source[-1]
            foundation = self.foundations[SUITS.index(card[1])]
            if RANKS.index(card[0]) == len(foundation):
                found.append((8, source, foundation))
            found += [(4, source, column) for at, column in enumerate(self.columns) if column is not source and self.accepts(at, card)]
            found += [(1, source, cell) for cell in self.cells if source in self.columns and not cell]
        return found

    def play(self, moves):
        for _ in range(moves):
            found = self.moves()
            if not found:
                return
            weights = [weight for weight, _, _ in found]
            _, source, target = found[self.rng.choice(len(found), p=[weight / sum(weights) for weight in weights])]
            target.append(source.pop())

    def build(self, least, most):
        """Puts cards of each suit up, from wherever they lie."""
        for at, suit in enumerate(SUITS):
            count = max(len(self.foundations[at]), int(self.rng.integers(least, most + 1)))
            self.foundations[at] = [rank + suit for rank in RANKS[:count]]
        gone = {card for pile in self.foundations for card in pile}
        for pile in self.columns + self.cells:
            pile[:] = [card for card in pile if card not in gone]

    def truth(self):
        """All cards, with the names of the API."""
        front = lambda pile: pile[-1] if pile else "XX"
        return {"cells": [front(cell) for cell in self.cells], "foundations": [front(pile) for pile in self.foundations],
                "columns": [list(column) for column in self.columns], "piles": [f"foundation {at + 1}" for at, pile in enumerate(self.foundations) if len(pile) > 1]}
