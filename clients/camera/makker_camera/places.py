"""Finds the cards on the rectified mat: the position of a place's front card, by the edges of what is not mat."""

from dataclasses import dataclass

import cv2
import numpy as np

from . import layout
from .finder import RECTIFIED

_WIDE = 4.0  # millimetres that a card may appear narrower than it is
_FREE = 8.0  # the same without a mat: the plane is known by piles, which are wider than a card
_PILE = 6.0  # and wider: the top of a pile
_STOCK = 16.0  # and the stock, whose top card need not be found as exactly as one with an index
_GAP = 5.0  # millimetres of mat that end a column
_BESIDE = 6.0  # millimetres that a card may be off the centre of its place
_ASKEW = 11.0  # degrees: cards may lie 8 askew, and the plane of the table may be known a little turned
_HIGHER = 9.0  # millimetres above its place where a column may begin
_SIDE = 35.0  # half width of a column in millimetres


@dataclass(frozen=True)
class Card:
    """Position of a card: its upper left corner in millimetres, its rotation in radians clockwise."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Look:
    """The content of a place: "empty", "card" (with its position), or "covered" (by something else)."""

    kind: str
    card: Card | None = None
    top: float = 0.0  # upper edge of the content, in millimetres
    perhaps: tuple[float, float] | None = None  # where the middle of a card would be of which only the lower edge is known


def moved(card: Card, across: float, down: float) -> Card:
    """`card` displaced along its own edges, in millimetres."""
    c, s = float(np.cos(card.turn)), float(np.sin(card.turn))
    return Card(card.x + c * across - s * down, card.y + s * across + c * down, card.turn)


def middle(card: Card, size) -> tuple[float, float]:
    there = moved(card, size[0] / 2, size[1] / 2)
    return there.x, there.y


def between(card: Card, upper: np.ndarray, lower: np.ndarray, size) -> Card | None:
    """`card` when its upper left corner and its lower right one are found beside where they were thought to be, by
    millimetres along its edges; None if it would be turned by more than _ASKEW."""
    across, down = np.array(size) + lower - upper
    turn = float(np.arctan2(down, across) - np.arctan2(size[1], size[0]))
    if abs(np.degrees(turn)) > _ASKEW:
        return None
    middle = moved(card, *((upper + lower + np.array(size)) / 2))
    return moved(Card(middle.x, middle.y, card.turn + turn), -size[0] / 2, -size[1] / 2)


EMPTY = Look("empty")
COVERED = Look("covered")


def _line(xs: np.ndarray, ys: np.ndarray) -> tuple[float, float]:
    """Slope and intercept by least squares; several times as fast as np.polyfit and ndarray.mean, which dozens of edges in a picture would notice."""
    x, y = float(np.add.reduce(xs)) / len(xs), float(np.add.reduce(ys)) / len(ys)
    across = xs - x
    slope = float(across @ (ys - y)) / max(float(across @ across), 1e-9)
    return slope, y - slope * x


def median(values: np.ndarray) -> float:
    """np.median of a few numbers without what that does for arrays of any shape."""
    lower, upper = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (lower, upper))
    return (float(parted[lower]) + float(parted[upper])) / 2


def fitted_line(xs: np.ndarray, ys: np.ndarray) -> tuple[float, float] | None:
    """Slope and intercept of the line through most points; outliers are dropped twice."""
    keep = np.ones(len(xs), bool)
    for limit in (4.0, 2.0):
        if np.count_nonzero(keep) < 10:
            return None
        slope, height = _line(xs[keep], ys[keep])
        off = np.abs(ys - slope * xs - height)
        keep = off < max(limit, 1.5 * median(off))
    return slope, height


def _bottom_edge(part: np.ndarray, middle: float) -> tuple[float, float] | None:
    """The lower edge below the middle 60 % of a card: slope, and y at `middle`; in pixels."""
    reach = 0.3 * layout.CARD[0] * RECTIFIED
    xs = np.arange(round(middle - reach), round(middle + reach))
    below = part[::-1, xs] > 0
    some = below.any(axis=0)
    if some.mean() < 0.6:
        return None
    ys = part.shape[0] - 1 - below.argmax(axis=0)
    line = fitted_line((xs - middle)[some], ys[some].astype(float))
    return line


def _sides(part: np.ndarray, bottom: float, slope: float) -> tuple[float, float] | None:
    """Left and right edge just above the lower one, in pixels."""
    first, last = round(bottom - 11 * RECTIFIED), round(bottom - 4.5 * RECTIFIED)
    if first < 0:
        return None
    rows = part[first:last] > 0
    if (np.count_nonzero(rows, axis=1) < 10).any():
        return None
    lean = (np.arange(first, last) - bottom) * slope  # shift of the row for an upright card
    lefts, rights = rows.argmax(axis=1) + lean, rows.shape[1] - rows[:, ::-1].argmax(axis=1) + lean
    return (median(lefts), median(rights)) if len(rows) else None


def _middle_of(left: float, right: float, middle: float, wide: float, limits: tuple[float, float], width: int) -> float | None:
    """The middle between two edges one card width apart, or by as many millimetres less or more as the `limits` say. If glare or a hand hides one edge, the other one
    determines it, unless that is where what is looked at ends: at 0 or `width`."""
    if -limits[0] * RECTIFIED <= right - left - wide <= limits[1] * RECTIFIED:
        return (left + right) / 2
    far = _BESIDE * RECTIFIED
    good_left, good_right = left > 1 and abs(middle - wide / 2 - left) < far, right < width - 1 and abs(middle + wide / 2 - right) < far
    if good_left == good_right:
        return None
    return left + wide / 2 if good_left else right - wide / 2


def _front(part: np.ndarray, origin, middle: float, size, limits: tuple[float, float] = (_WIDE, _PILE)) -> Card | None:
    """The card with the lowest lower edge in `part` (a piece of the mask at `origin`)."""
    edge = _bottom_edge(part, middle)
    if edge is None or abs(np.degrees(np.arctan(edge[0]))) > _ASKEW:
        return None
    slope, bottom = edge
    sides = _sides(part, bottom, slope)
    if sides is None:
        return None
    turn = float(np.arctan(slope))
    x = _middle_of(*sides, middle, size[0] * RECTIFIED / np.cos(turn), limits, part.shape[1])
    if x is None:
        return None
    foot = np.array([x, bottom + slope * (x - middle) + 0.5])
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corner = foot / RECTIFIED - along * size[0] / 2 - down * size[1] + np.array(origin)
    return Card(float(corner[0]), float(corner[1]), turn)


def _upside_down(part: np.ndarray, origin, size, limits: tuple[float, float]) -> Card | None:
    """The same by its upper edge, if the lower one is not visible."""
    height = part.shape[0] / RECTIFIED
    card = _front(part[::-1], (0.0, 0.0), part.shape[1] / 2, size, limits)
    if card is None:
        return None
    c, s = np.cos(card.turn), np.sin(card.turn)
    x, y = card.x - s * size[1], card.y + c * size[1]  # its lower left corner is the upper left one here
    return Card(float(x + origin[0]), float(height - y + origin[1]), -card.turn)


def _cut(mask: np.ndarray, left: float, right: float, top: float, bottom: float) -> np.ndarray:
    s = RECTIFIED
    return mask[max(0, round(top * s)) : round(bottom * s), max(0, round(left * s)) : round(right * s)]


def look_at_single(mask: np.ndarray, place: layout.Place, size, free: bool = False) -> Look:
    """One of the places of the upper row. `free`: without a mat, where the stock need not be squared up."""
    left, top = place.x - _SIDE, max(0.0, place.y - 51)
    part = _cut(mask, left, place.x + _SIDE, top, place.y + 51)
    if part.mean() / 255 * (2 * _SIDE * 102) < 0.12 * size[0] * size[1]:
        return EMPTY
    limits = _FREE if free else _WIDE, _STOCK if free and place == layout.STOCK else _PILE
    for card in (_front(part, (left, top), _SIDE * RECTIFIED, size, limits), _upside_down(part, (left, top), size, limits)):
        if card and abs(card.y + size[1] / 2 - place.y) < 8:
            return Look("card", card, card.y)
    return COVERED


def _end(rows: np.ndarray) -> int:
    """The first row of a gap after the content that starts with the first of `rows`, or slightly below because of glare."""
    gap = round(_GAP * RECTIFIED)
    begin = int(rows.argmax())
    empty = np.convolve(rows[begin:], np.ones(gap), "valid") == 0
    return begin + int(empty.argmax()) + gap if empty.any() else len(rows)


def is_in_column(card: Card, size) -> bool:
    """False if a card lies higher than a column may begin: it is one of the row above."""
    return moved(card, size[0] / 2, 0).y >= layout.COLUMN_TOP - _HIGHER


def look_at_column(mask: np.ndarray, column: int, size, free: bool = False) -> Look:
    """The front card of a column, and the top of the column. `free`: without a mat."""
    middle, top = layout.column_x(column), layout.COLUMN_TOP - 5
    left = middle - _SIDE
    part = _cut(mask, left, middle + _SIDE, top, mask.shape[0] / RECTIFIED - 3)
    rows = (part > 0).mean(axis=1) > 0.5 * size[0] / (2 * _SIDE)
    if rows.sum() < 0.3 * size[1] * RECTIFIED:
        return EMPTY if part.mean() / 255 < 0.03 else COVERED
    first = int(rows.argmax()) / RECTIFIED + top
    end = _end(rows)
    if end == len(rows) and rows[-1]:  # it goes on where nothing is looked at
        return COVERED
    part = part[:end]
    card = _front(part, (left, top), _SIDE * RECTIFIED, size, (_FREE if free else _WIDE, _PILE))
    if card is None:
        edge = _bottom_edge(part, _SIDE * RECTIFIED)
        return COVERED if edge is None else Look("covered", None, first, (middle, top + edge[1] / RECTIFIED - size[1] / 2))
    if first > layout.COLUMN_TOP + 10 or not is_in_column(card, size):
        return COVERED
    return Look("card", card, first)


def face(rectified: np.ndarray, card: Card, size, scale: float) -> np.ndarray:
    """The card alone, upright, `scale` pixels per millimetre."""
    along = np.array([np.cos(card.turn), np.sin(card.turn)])
    down = np.array([-np.sin(card.turn), np.cos(card.turn)])
    matrix = np.column_stack([along / scale, down / scale, [card.x, card.y]]) * RECTIFIED
    extent = (round(size[0] * scale), round(size[1] * scale))
    return cv2.warpAffine(rectified, matrix, extent, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
