"""Layout of the mat, in millimetres from its upper left corner.

The mat is an A2 sheet in landscape: two sheets of A3 or four of A4 side by side. The printed mat, the renderer and
the reader take all positions from here. A row of LAYOUTS is the layout of a game; COLUMNS, TOP_ROW, COLUMN_TOP and
`column_x` are those of Klondike, which is also played without a mat.
"""

from dataclasses import dataclass

import numpy as np

WIDTH, HEIGHT = 594.0, 420.0
CARD = (63.0, 88.0)  # the largest size that fits: poker; bridge cards are 57 wide
COLUMNS = 7
PITCH = 71.0  # from the middle of one column to that of the next
TOP_ROW = 52.0  # centre of waste and foundations
COLUMN_TOP = 108.0

EDGE = 6.0  # below the lowest card of a column

MARKER = 36.0
MARKER_MARGIN = 7.0
MARKER_QUIET = 5.0  # white around a marker, which its detection needs
MARKER_APART = 2.0  # from there to a card of a column
MARKERS = ("upper left", "upper right", "lower right", "lower left")  # position of a marker, by id
LOWER_MARKERS = (2, 3)

Box = tuple[float, float, float, float]  # left, right, top, bottom


@dataclass(frozen=True)
class Place:
    """A place for a card: its name in the snapshot and the middle of a card on it."""

    name: str
    x: float
    y: float
    pile: bool = True  # other cards may be beneath it


def column_x(column: int, columns: int = COLUMNS) -> float:
    return WIDTH / 2 + (column - (columns - 1) / 2) * PITCH


STOCK = Place("stock", column_x(0), TOP_ROW)
DRAW_PILE = Place("draw_pile", column_x(1), TOP_ROW)
FOUNDATIONS = [Place(f"foundation {suit}", column_x(3 + i), TOP_ROW) for i, suit in enumerate("CDHS")]
SINGLES = [STOCK, DRAW_PILE, *FOUNDATIONS]
# Doppelkopf's trick: seat 0, the advised player, is at the lower edge, the others follow clockwise.
SEATS = [Place(f"seat {seat}", WIDTH / 2 + across, 235 + down, pile=False)
         for seat, (across, down) in enumerate([(0, 95), (-100, 0), (0, -95), (100, 0)])]
# FreeCell's eight columns are as wide as the sheet: the upper row lies below the upper markers.
_FREECELL_COLUMNS, _FREECELL_ROW = 8, 93.0
CELLS = [Place(f"cell {i + 1}", column_x(i, _FREECELL_COLUMNS), _FREECELL_ROW, pile=False) for i in range(4)]
_FREECELL_FOUNDATIONS = [Place(place.name, column_x(4 + i, _FREECELL_COLUMNS), _FREECELL_ROW) for i, place in enumerate(FOUNDATIONS)]


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
    column_top: float = COLUMN_TOP
    whole_deck: bool = False  # all 52 cards are on the table: a column that was miscounted is noticed
    # Strips of the sheet on which no card lies.
    bare: tuple[Box, ...] = ((50, 544, 99, 104), (8, 44, 60, 360), (550, 586, 60, 360))

    def column_x(self, column: int) -> float:
        return column_x(column, self.columns)

    def column_bottom(self, column: int) -> float:
        """Down to where the front card of a column may go: the sheet's edge, or a marker below the column."""
        left, right = self.column_x(column) - CARD[0] / 2, self.column_x(column) + CARD[0] / 2
        boxes = [marker_box(marker) for marker in LOWER_MARKERS]
        return min([HEIGHT - EDGE, *(top - MARKER_APART for start, end, top, _ in boxes if start < right and left < end)])

    @property
    def is_wide(self) -> bool:
        """True if a column lies above a marker, so that its place ends with what is printed there."""
        return self.columns > 0 and self.column_bottom(0) < HEIGHT - EDGE

    def place(self, name: str) -> Place:
        return next(place for place in self.singles if place.name == name)


LAYOUTS = {one.game: one for one in (
    Layout("klondike", tuple(SINGLES)),
    Layout("ten-twenty-thirty", (STOCK,)),
    Layout("take-away", ()),
    Layout("doppelkopf", tuple(SEATS), columns=0),
    Layout("freecell", (*CELLS, *_FREECELL_FOUNDATIONS), _FREECELL_COLUMNS, 148.0, True, ((52, 542, 8, 44), (3, 13, 55, 365), (581, 591, 55, 365))),
)}
KLONDIKE = LAYOUTS["klondike"]


def marker_corners(marker: int) -> np.ndarray:
    """The corners of a marker in the order in which the detector gives them."""
    near, side = MARKER_MARGIN, MARKER
    x = near if marker in (0, 3) else WIDTH - near - side
    y = near if marker in (0, 1) else HEIGHT - near - side
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], np.float32)


def marker_box(marker: int) -> Box:
    """A marker with the white around it."""
    corners = marker_corners(marker)
    (left, top), (right, bottom) = corners.min(axis=0) - MARKER_QUIET, corners.max(axis=0) + MARKER_QUIET
    return float(left), float(right), float(top), float(bottom)


def mat_corners() -> np.ndarray:
    return np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
