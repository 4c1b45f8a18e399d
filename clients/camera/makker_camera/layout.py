"""Layout of the mat, in millimetres from its upper left corner.

The mat is an A2 sheet in landscape: two sheets of A3 or four of A4 side by side. The printed mat, the renderer and
the reader take all positions from here. A row of LAYOUTS is the layout of a game.
"""

from dataclasses import dataclass

import numpy as np

WIDTH, HEIGHT = 594.0, 420.0
CARD = (63.0, 88.0)  # the largest size that fits: poker; bridge cards are 57 wide
COLUMNS = 7
PITCH = 71.0  # from the middle of one column to that of the next
TOP_ROW = 52.0  # centre of waste and foundations
COLUMN_TOP = 108.0

MARKER = 36.0
MARKER_MARGIN = 7.0
MARKERS = ("upper left", "upper right", "lower right", "lower left")  # position of a marker, by id


@dataclass(frozen=True)
class Place:
    """A place for a card: its name in the snapshot and the middle of a card on it."""

    name: str
    x: float
    y: float
    pile: bool = True  # other cards may be beneath it


def column_x(column: int) -> float:
    return WIDTH / 2 + (column - COLUMNS // 2) * PITCH


STOCK = Place("stock", column_x(0), TOP_ROW)
DRAW_PILE = Place("draw_pile", column_x(1), TOP_ROW)
FOUNDATIONS = [Place(f"foundation {suit}", column_x(3 + i), TOP_ROW) for i, suit in enumerate("CDHS")]
SINGLES = [STOCK, DRAW_PILE, *FOUNDATIONS]
# Doppelkopf's trick: seat 0, the advised player, is at the lower edge, the others follow clockwise.
SEATS = [Place(f"seat {seat}", WIDTH / 2 + across, 235 + down, pile=False)
         for seat, (across, down) in enumerate([(0, 95), (-100, 0), (0, -95), (100, 0)])]


def mirrored(place: Place) -> Place:
    """The position of a place of Klondike with the stock at the right; the foundations keep their order."""
    if place in FOUNDATIONS:
        return Place(place.name, column_x(FOUNDATIONS.index(place)), place.y)
    return Place(place.name, WIDTH - place.x, place.y, place.pile)


@dataclass(frozen=True)
class Layout:
    """Layout of one game: places of single cards, and columns from the left."""

    game: str  # its name in the API
    singles: tuple[Place, ...]
    columns: int = COLUMNS

    def place(self, name: str) -> Place:
        return next(place for place in self.singles if place.name == name)


LAYOUTS = {one.game: one for one in (
    Layout("klondike", tuple(SINGLES)),
    Layout("ten-twenty-thirty", (STOCK,)),
    Layout("take-away", ()),
    Layout("doppelkopf", tuple(SEATS), columns=0),
)}
KLONDIKE = LAYOUTS["klondike"]


def marker_corners(marker: int) -> np.ndarray:
    """The corners of a marker in the order in which the detector gives them."""
    near, side = MARKER_MARGIN, MARKER
    x = near if marker in (0, 3) else WIDTH - near - side
    y = near if marker in (0, 1) else HEIGHT - near - side
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], np.float32)


def mat_corners() -> np.ndarray:
    return np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
