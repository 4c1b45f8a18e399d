"""The truth at a table of 7-kabale: dealt, played, and laid before the camera.

Written from the rules alone, so that it is a second opinion to the daemon's.
"""

from dataclasses import dataclass, field

import numpy as np

from makker_camera.cards import DECK, EMPTY, RANKS, SUITS
from makker_camera.scene import Table

DRAW_PILE = 11
TO_FOUNDATION, KING_TO_EMPTY, COLUMN_TO_COLUMN, DRAW_TO_COLUMN, DRAW, SHUFFLE, FOUNDATION_TO_COLUMN = range(1, 8)
FIRST_FOUNDATION = 7


@dataclass(frozen=True)
class Rules:
    """Rules that differ between presets."""

    draw: int = 1
    shuffles: int | None = 3  # None: any number
    kept: bool = False  # True: the pile is turned over, not shuffled
    first_card_up: bool = True


PRESETS = {
    "syvkabale": Rules(),
    "klondike-1": Rules(1, None, True, False),
    "klondike-3": Rules(3, None, True, False),
}


@dataclass
class Column:
    under: list[str]
    up: list[str]


@dataclass
class World:
    """`pile` in the order of turning; the first `turned` of it are face up, the front card last."""

    rng: np.random.Generator
    rules: Rules = Rules()
    columns: list[Column] = field(default_factory=list)
    foundations: list[int] = field(default_factory=lambda: [0] * 4)
    pile: list[str] = field(default_factory=list)
    turned: int = 0
    shuffles: int | None = None

    def __post_init__(self):
        deck = [str(card) for card in self.rng.permutation(DECK)]
        for column in range(7):
            self.columns.append(Column(deck[:column], deck[column : column + 1]))
            del deck[: column + 1]
        self.pile = deck
        self.shuffles = self.rules.shuffles
        if self.rules.first_card_up:
            self._turn_up()

    def _turn_up(self) -> None:
        self.turned = min(self.turned + self.rules.draw, len(self.pile))

    @property
    def left(self) -> int:
        return len(self.pile) - self.turned

    def top(self, suit: int) -> str:
        return RANKS[self.foundations[suit] - 1] + SUITS[suit] if self.foundations[suit] else EMPTY

    def front(self) -> str:
        return self.pile[self.turned - 1] if self.turned else EMPTY

    def scene(self) -> Table:
        columns = [(len(column.under), list(column.up)) for column in self.columns]
        return Table(columns, [self.top(suit) for suit in range(4)], self.front(), self.left > 0)

    def play(self, move: dict) -> None:
        """A legal move as the daemon names it; what is then due is turned up."""
        if move["type"] == DRAW:
            self._turn_up()
        elif move["type"] == SHUFFLE:
            self._shuffle()
        else:
            self._put(self._take(move), move["to"])

    def _shuffle(self) -> None:
        if self.shuffles is not None:
            self.shuffles -= 1
        if not self.rules.kept:
            self.pile = [str(card) for card in self.rng.permutation(self.pile)]
        self.turned = 0
        self._turn_up()

    def _take(self, move: dict) -> list[str]:
        if move["from"] == DRAW_PILE:
            self.turned -= 1
            card = self.pile.pop(self.turned)
            if self.turned == 0:
                self._turn_up()
            return [card]
        if move["from"] >= FIRST_FOUNDATION:
            suit = move["from"] - FIRST_FOUNDATION
            card = self.top(suit)
            self.foundations[suit] -= 1
            return [card]
        column = self.columns[move["from"]]
        cards = column.up[move["cut"] - 1 :]
        del column.up[move["cut"] - 1 :]
        if not column.up and column.under:
            column.up.append(column.under.pop())
        return cards

    def _put(self, cards: list[str], to: int) -> None:
        if to >= 7:
            assert RANKS.index(cards[0][0]) == self.foundations[to - 7], f"{cards} does not go to foundation {to}"
            self.foundations[to - 7] += 1
        else:
            self.columns[to].up += cards

    def differences(self, table: dict) -> list[str]:
        """The differences between the daemon's table and the true one."""
        wrong = []

        def compare(what, known, true):
            if known != true:
                wrong.append(f"{what}: known {known}, true {true}")

        for i, column in enumerate(self.columns):
            compare(f"column {i + 1}", table["columns"][i]["cards"], column.up)
            compare(f"unseen of column {i + 1}", table["columns"][i]["unseen"], len(column.under))
        for i, suit in enumerate(SUITS):
            known = table["foundations"][suit]
            compare(f"foundation {suit}", 0 if known[0] == "X" else RANKS.index(known[0]) + 1, self.foundations[i])
        pile = table["draw_pile"]
        compare("draw pile", pile["cards"][-1:], self.pile[: self.turned][-1:])
        compare("left", pile["left"], self.left)
        compare("removed", pile["removed"], 24 - len(self.pile))
        if self.shuffles is not None:
            compare("shuffles", pile["shuffles"], self.shuffles)
        return wrong
