"""Locates the front card of each place in the rectified picture, by its edges in the mask of covered ground."""

from dataclasses import dataclass

import cv2
import numpy as np

from . import layout
from .finder import RECTIFIED

_MAX_NARROWER_MM = 4.0  # how much narrower than a card a front card may appear
_MAX_NARROWER_WITHOUT_MAT_MM = 8.0  # the same without a mat: the plane is fitted to the cards, and piles are wider than a card
_MAX_PILE_WIDER_MM = 6.0  # how much wider: the cards of a pile are not squared up
_MAX_STOCK_WIDER_MM = 16.0  # the same for the stock without a mat, whose back needs no exact position, because it has no index
_COLUMN_GAP_MM = 5.0  # of visible mat, after which a column ends
_MAX_OFFSET_MM = 6.0  # of a card from the middle of its place
_MAX_ROTATION_DEG = 11.0  # cards may be rotated by 8, and the homography may be inexact
_MAX_COLUMN_HIGHER_MM = 9.0  # of a column's upper edge above its place
_HALF_WIDTH_MM = 35.0  # of the part of the picture that a place has


@dataclass(frozen=True)
class Card:
    """Position of a card: its upper left corner in millimetres, its rotation in radians clockwise."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Look:
    """The content of a place: "empty", "card" (with its position), "covered" (by something that is not recognised as a card), or "hidden" (a stock whose outline
    cannot be distinguished from the ground)."""

    kind: str
    card: Card | None = None
    top: float = 0.0  # upper edge of the content, in millimetres
    estimated_middle: tuple[float, float] | None = None  # "covered" with only a lower edge: the middle of a card with this edge


def moved(card: Card, across: float, down: float) -> Card:
    """`card` displaced along its own edges, in millimetres."""
    c, s = float(np.cos(card.turn)), float(np.sin(card.turn))
    return Card(card.x + c * across - s * down, card.y + s * across + c * down, card.turn)


def middle(card: Card, size) -> tuple[float, float]:
    centre = moved(card, size[0] / 2, size[1] / 2)
    return centre.x, centre.y


def between(card: Card, upper: np.ndarray, lower: np.ndarray, size) -> Card | None:
    """`card` corrected by the offsets of its upper left and lower right corner, in millimetres along its edges; None if it
    would be rotated by more than _MAX_ROTATION_DEG."""
    across, down = np.array(size) + lower - upper
    turn = float(np.arctan2(down, across) - np.arctan2(size[1], size[0]))
    if abs(np.degrees(turn)) > _MAX_ROTATION_DEG:
        return None
    middle = moved(card, *((upper + lower + np.array(size)) / 2))
    return moved(Card(middle.x, middle.y, card.turn + turn), -size[0] / 2, -size[1] / 2)


EMPTY = Look("empty")
COVERED = Look("covered")
HIDDEN = Look("hidden")


def _line(xs: np.ndarray, ys: np.ndarray) -> tuple[float, float]:
    """Slope and intercept by least squares. Several times as fast as np.polyfit and ndarray.mean, because a picture has dozens of edges."""
    x, y = float(np.add.reduce(xs)) / len(xs), float(np.add.reduce(ys)) / len(ys)
    across = xs - x
    slope = float(across @ (ys - y)) / max(float(across @ across), 1e-9)
    return slope, y - slope * x


def median(values: np.ndarray) -> float:
    """np.median of a one-dimensional array, without its overhead for arrays of any shape."""
    lower, upper = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (lower, upper))
    return (float(parted[lower]) + float(parted[upper])) / 2


def fitted_line(xs: np.ndarray, ys: np.ndarray) -> tuple[float, float] | None:
    """Slope and intercept of a least-squares line; outliers are removed twice. None if fewer than 10 points remain."""
    keep = np.ones(len(xs), bool)
    for limit in (4.0, 2.0):
        if np.count_nonzero(keep) < 10:
            return None
        slope, height = _line(xs[keep], ys[keep])
        off = np.abs(ys - slope * xs - height)
        keep = off < max(limit, 1.5 * median(off))
    return slope, height


def _bottom_edge(part: np.ndarray, middle: float) -> tuple[float, float] | None:
    """The lower edge of the content, fitted to the middle 60 % of a card's width: slope, and y at `middle`; in pixels."""
    reach = 0.3 * layout.CARD[0] * RECTIFIED
    xs = np.arange(round(middle - reach), round(middle + reach))
    below = part[::-1, xs] > 0
    has_content = below.any(axis=0)
    if has_content.mean() < 0.6:
        return None
    ys = part.shape[0] - 1 - below.argmax(axis=0)
    line = fitted_line((xs - middle)[has_content], ys[has_content].astype(float))
    return line


def _sides(part: np.ndarray, bottom: float, slope: float) -> tuple[float, float] | None:
    """The x of the left and of the right edge just above the lower one, in pixels."""
    first, last = round(bottom - 11 * RECTIFIED), round(bottom - 4.5 * RECTIFIED)
    if first < 0:
        return None
    rows = part[first:last] > 0
    if (np.count_nonzero(rows, axis=1) < 10).any():
        return None
    lean = (np.arange(first, last) - bottom) * slope  # shift of the row for an upright card
    lefts, rights = rows.argmax(axis=1) + lean, rows.shape[1] - rows[:, ::-1].argmax(axis=1) + lean
    return (median(lefts), median(rights)) if len(rows) else None


def _middle_between_edges(left: float, right: float, middle: float, width_px: float, limits: tuple[float, float], width: int) -> float | None:
    """The middle between two edges that are a card's width apart; `limits`: how many millimetres less and more are accepted. If glare or a hand hides one
    edge, the other one determines the middle, unless it is the border of the part: 0 or `width`."""
    if -limits[0] * RECTIFIED <= right - left - width_px <= limits[1] * RECTIFIED:
        return (left + right) / 2
    max_offset = _MAX_OFFSET_MM * RECTIFIED
    good_left, good_right = left > 1 and abs(middle - width_px / 2 - left) < max_offset, right < width - 1 and abs(middle + width_px / 2 - right) < max_offset
    if good_left == good_right:
        return None
    return left + width_px / 2 if good_left else right - width_px / 2


def _front_card(part: np.ndarray, origin, middle: float, size, limits: tuple[float, float] = (_MAX_NARROWER_MM, _MAX_PILE_WIDER_MM)) -> Card | None:
    """The card with the lowest lower edge in `part`, a crop of the mask at `origin`."""
    edge = _bottom_edge(part, middle)
    if edge is None or abs(np.degrees(np.arctan(edge[0]))) > _MAX_ROTATION_DEG:
        return None
    slope, bottom = edge
    sides = _sides(part, bottom, slope)
    if sides is None:
        return None
    turn = float(np.arctan(slope))
    x = _middle_between_edges(*sides, middle, size[0] * RECTIFIED / np.cos(turn), limits, part.shape[1])
    if x is None:
        return None
    foot = np.array([x, bottom + slope * (x - middle) + 0.5])
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corner = foot / RECTIFIED - along * size[0] / 2 - down * size[1] + np.array(origin)
    return Card(float(corner[0]), float(corner[1]), turn)


def _front_card_by_upper_edge(part: np.ndarray, origin, size, limits: tuple[float, float]) -> Card | None:
    """The front card by its upper edge, if its lower one is not visible."""
    height = part.shape[0] / RECTIFIED
    card = _front_card(part[::-1], (0.0, 0.0), part.shape[1] / 2, size, limits)
    if card is None:
        return None
    c, s = np.cos(card.turn), np.sin(card.turn)
    x, y = card.x - s * size[1], card.y + c * size[1]  # the lower left corner of the flipped card is the upper left one of the part
    return Card(float(x + origin[0]), float(height - y + origin[1]), -card.turn)


def _crop(mask: np.ndarray, left: float, right: float, top: float, bottom: float) -> np.ndarray:
    s = RECTIFIED
    return mask[max(0, round(top * s)) : round(bottom * s), max(0, round(left * s)) : round(right * s)]


def look_at_single(mask: np.ndarray, place: layout.Place, size, without_mat: bool = False) -> Look:
    """The content of a place of the upper row. `without_mat`: the stock need not be squared up."""
    left, top = place.x - _HALF_WIDTH_MM, max(0.0, place.y - 51)
    part = _crop(mask, left, place.x + _HALF_WIDTH_MM, top, place.y + 51)
    if part.mean() / 255 * (2 * _HALF_WIDTH_MM * 102) < 0.12 * size[0] * size[1]:
        return EMPTY
    limits = _MAX_NARROWER_WITHOUT_MAT_MM if without_mat else _MAX_NARROWER_MM, _MAX_STOCK_WIDER_MM if without_mat and place == layout.STOCK else _MAX_PILE_WIDER_MM
    for card in (_front_card(part, (left, top), _HALF_WIDTH_MM * RECTIFIED, size, limits), _front_card_by_upper_edge(part, (left, top), size, limits)):
        if card and abs(card.y + size[1] / 2 - place.y) < 8:
            return Look("card", card, card.y)
    return COVERED


def _end_of_column(rows: np.ndarray) -> int:
    """The row after the first gap below the content, which starts with the first true one of `rows`; their number if there is no gap."""
    gap = round(_COLUMN_GAP_MM * RECTIFIED)
    begin = int(rows.argmax())
    empty = np.convolve(rows[begin:], np.ones(gap), "valid") == 0
    return begin + int(empty.argmax()) + gap if empty.any() else len(rows)


def is_in_column(card: Card, size, on: layout.Layout = layout.KLONDIKE) -> bool:
    """False if a card lies above the highest upper edge of a column: it belongs to the row above."""
    return moved(card, size[0] / 2, 0).y >= on.column_top - _MAX_COLUMN_HIGHER_MM


def look_at_column(mask: np.ndarray, column: int, size, without_mat: bool = False, on: layout.Layout = layout.KLONDIKE) -> Look:
    """The content of a column: its front card and its upper edge."""
    middle, top = on.column_x(column), on.column_top - 5
    left = middle - _HALF_WIDTH_MM
    part = _crop(mask, left, middle + _HALF_WIDTH_MM, top, mask.shape[0] / RECTIFIED - 3)
    rows = (part > 0).mean(axis=1) > 0.5 * size[0] / (2 * _HALF_WIDTH_MM)
    if rows.sum() < 0.3 * size[1] * RECTIFIED:
        return EMPTY if part.mean() / 255 < 0.03 else COVERED
    first = int(rows.argmax()) / RECTIFIED + top
    end = _end_of_column(rows)
    if end == len(rows) and rows[-1]:  # its end is not visible
        return COVERED
    part = part[:end]
    card = _front_card(part, (left, top), _HALF_WIDTH_MM * RECTIFIED, size, (_MAX_NARROWER_WITHOUT_MAT_MM if without_mat else _MAX_NARROWER_MM, _MAX_PILE_WIDER_MM))
    if card is None:
        edge = _bottom_edge(part, _HALF_WIDTH_MM * RECTIFIED)
        return COVERED if edge is None else Look("covered", None, first, (middle, top + edge[1] / RECTIFIED - size[1] / 2))
    if first > on.column_top + 10 or not is_in_column(card, size, on):
        return COVERED
    return Look("card", card, first)


def face(rectified: np.ndarray, card: Card, size, scale: float) -> np.ndarray:
    """The card's picture, upright, `scale` pixels per millimetre."""
    along = np.array([np.cos(card.turn), np.sin(card.turn)])
    down = np.array([-np.sin(card.turn), np.cos(card.turn)])
    matrix = np.column_stack([along / scale, down / scale, [card.x, card.y]]) * RECTIFIED
    extent = (round(size[0] * scale), round(size[1] * scale))
    return cv2.warpAffine(rectified, matrix, extent, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
