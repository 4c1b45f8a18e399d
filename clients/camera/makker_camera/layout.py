"""Where things lie on the mat, in millimetres from its upper left corner.

The mat is an A2 sheet lying on its side: two sheets of A3 or four of A4 side by side. Everything that
knows a place asks here: the printed mat, the renderer and the reader. What lies there in which game is a row of
LAYOUTS.
"""

from dataclasses import dataclass

import numpy as np

WIDTH, HEIGHT = 594.0, 420.0
CARD = (63.0, 88.0)  # the largest that fits: poker size; bridge cards are 57 wide
COLUMNS = 7
PITCH = 71.0  # from the middle of one column to that of the next
TOP_ROW = 52.0  # the middle of draw pile and foundations
COLUMN_TOP = 108.0

MARKER = 36.0
MARKER_MARGIN = 7.0
MARKERS = ("upper left", "upper right", "lower right", "lower left")  # the place of an id


@dataclass(frozen=True)
class Place:
    """A place for a card: its name in the snapshot and the middle of a card on it."""

    name: str
    x: float
    y: float
    pile: bool = True  # may others lie beneath it?


def column_x(column: int) -> float:
    return WIDTH / 2 + (column - COLUMNS // 2) * PITCH


STOCK = Place("stock", column_x(0), TOP_ROW)
DRAW_PILE = Place("draw_pile", column_x(1), TOP_ROW)
FOUNDATIONS = [Place(f"foundation {suit}", column_x(3 + i), TOP_ROW) for i, suit in enumerate("CDHS")]
SINGLES = [STOCK, DRAW_PILE, *FOUNDATIONS]
# Doppelkopf's trick: seat 0, who is advised, sits at the lower edge, the others clockwise.
SEATS = [Place(f"seat {seat}", WIDTH / 2 + across, 235 + down, pile=False)
         for seat, (across, down) in enumerate([(0, 95), (-100, 0), (0, -95), (100, 0)])]


@dataclass(frozen=True)
class Layout:
    """What lies on the mat in one game: places of single cards, and columns from the left."""

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
