"""The overlay of the live picture: outlines of the cards that were read, and the arrow of a move, in pixels."""

from collections.abc import Callable

import cv2
import numpy as np

from .. import layout
from ..finder import Found
from ..layout import Layout
from ..places import Card, moved
from ..cards import EMPTY
from ..reader import Reading

_ARROW_END = 0.74  # of a card's height: arrows begin and end in its lower part, so that rank and suit stay legible
_SUITS = "CDHS"
_FIRST_FOUNDATION = 7  # positions of Klondike: seven columns, four foundations, the draw pile
_DRAW_PILE = 11
_FIRST_CELL, _FIRST_FREECELL_FOUNDATION, _FREECELL_POSITIONS = 8, 12, 16  # of FreeCell: eight columns, four cells, four foundations

Point = list[float]


def pixels(found: Found, points) -> list[Point]:
    """Converts points of the mat in millimetres to pixels of the picture."""
    inverse = np.linalg.inv(found.homography)
    pixels_of_points = cv2.perspectiveTransform(np.asarray(points, np.float32)[None], inverse.astype(np.float32))[0]
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels_of_points]


def mat_outline(found: Found) -> list[Point]:
    return pixels(found, layout.mat_corners())


def _corners(card: Card, size) -> list[tuple[float, float]]:
    corners = [moved(card, across, down) for across, down in ((0, 0), (size[0], 0), size, (0, size[1]))]
    return [(corner.x, corner.y) for corner in corners]


def card_outlines(found: Found, reading: Reading, size) -> list[dict]:
    """The outlines and probabilities of the front cards, for a picture with the mat at `found`."""
    result = []
    for name, card in reading.cards.items():
        code, probability = reading.best[name]
        result.append({"place": name, "card": code, "p": round(probability, 3), "outline": pixels(found, _corners(card, size))})
    return result


# ---- The arrow ---------------------------------------------------------------------------------


def _klondike_place(position: object) -> str | None:
    if not isinstance(position, int) or not 0 <= position <= _DRAW_PILE:
        return None
    if position == _DRAW_PILE:
        return "draw_pile"
    if position >= _FIRST_FOUNDATION:
        return f"foundation {_SUITS[position - _FIRST_FOUNDATION]}"
    return f"column {position + 1}"


def _klondike(move: dict, _reading: Reading) -> tuple[str | None, str | None]:
    if move.get("kind") == "draw":
        return "stock", "draw_pile"
    if move.get("kind") == "shuffle":
        return "draw_pile", "stock"
    return _klondike_place(move.get("from")), _klondike_place(move.get("to"))


def _ten_twenty_thirty(move: dict, _reading: Reading) -> tuple[str | None, str | None]:
    column = move.get("column")
    if not isinstance(column, int):
        return None, None
    return (f"column {column + 1}", "stock") if move.get("kind") == "remove" else ("stock", f"column {column + 1}")


def _freecell_place(position: object, is_there: Callable[[object], bool], reading: Reading) -> str | None:
    """The order of the cells has no meaning to the daemon: of the cells it is the first in which a card `is_there`."""
    if not isinstance(position, int) or not 0 <= position < _FREECELL_POSITIONS:
        return None
    if position >= _FIRST_FREECELL_FOUNDATION:
        return f"foundation {_SUITS[position - _FIRST_FREECELL_FOUNDATION]}"
    if position < _FIRST_CELL:
        return f"column {position + 1}"
    cells = [place.name for place in layout.CELLS if is_there(reading.slots.get(place.name))]
    named = f"cell {position - _FIRST_CELL + 1}"
    return named if named in cells or not cells else cells[0]


def _freecell(move: dict, reading: Reading) -> tuple[str | None, str | None]:
    return (_freecell_place(move.get("from"), lambda slot: slot == move.get("card"), reading),
            _freecell_place(move.get("to"), lambda slot: slot == EMPTY, reading))


# The places where a move begins and ends. Cards of other games come from a hand, or leave the mat.
_ENDS = {"klondike": _klondike, "ten-twenty-thirty": _ten_twenty_thirty, "freecell": _freecell}


def _target(place: str, reading: Reading, on: Layout, size) -> tuple[float, float]:
    """A point in millimetres: in the lower part of the front card, or of the position of a card on an empty place."""
    card = reading.cards.get(place)
    if card:
        point = moved(card, size[0] / 2, _ARROW_END * size[1])
        return point.x, point.y
    down = (_ARROW_END - 0.5) * size[1]
    if place.startswith("column "):
        return on.column_x(int(place[7:]) - 1), on.column_top + size[1] / 2 + down
    single = on.place(place)
    return single.x, single.y + down


def arrow(found: Found, reading: Reading, on: Layout, size, move: dict | None) -> list[Point] | None:
    """Beginning and end of the arrow of a move of the API; None if it has no two places on the mat."""
    ends = _ENDS[on.game](move, reading) if move and on.game in _ENDS else (None, None)
    known = {place.name for place in on.singles} | {f"column {i + 1}" for i in range(on.columns)}
    if not set(ends) <= known:
        return None
    return pixels(found, [_target(place, reading, on, size) for place in ends])
