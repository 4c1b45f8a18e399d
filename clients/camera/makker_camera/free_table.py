"""A table without a mat: finds the places of Klondike by the outlines of the cards, and tracks them from picture to picture.

The pattern is seven columns side by side, with the stock above the first or the last. `lay_out` then warps each place to its position on the
mat, so the reader needs no code of its own for such a table.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from . import ground, layout, notes, plane
from .lay_out import COLUMN_NAMES, MAX_PILE_WIDER_MM, Blob, LaidOut, Paper, View, without_print
from .notes import Note

_SMALL_WIDTH_PX = 960  # width of the small picture in which cards are searched
_MIN_CARD_AREA = 0.0025  # share of the picture's area
_MIN_COVERED_SHARE, _MIN_MEDIAN_COVERED_SHARE = 0.6, 0.8  # share of a card's area in the mask of covered ground, where a colour of the ground is like paper: of all cards but one, and their median
_MIN_OUTLINE_IOU = 0.8  # intersection over union of a blob and the quadrilateral fitted to it
_CARD_ASPECT = (0.8, 2.0)  # height by width of a card's bounding box, with the camera's tilt
_MIN_TOUCHING_WIDTH = 1.4  # in widths of a card: a wider blob is several cards side by side
_EDGE_SLOPES = np.tan(np.deg2rad(np.arange(-12, 13, 2)))  # of the edge between two cards that touch
_EDGE_OFFSET_PX = 3  # the edge is compared with the pixels so far to its left and right, which are lighter


class _Separation(NamedTuple):
    """A method of separating cards that touch."""

    keeps_gaps: bool  # narrow upright holes are gaps between cards; otherwise they are filled like the print of backs
    erosion_px: int  # side of the kernel of an erosion
    splits: bool  # wide blobs are split along dark edges


# In the order of the attempts.
_SEPARATIONS = tuple(_Separation(*row) for row in ((False, 5, False), (True, 5, False), (False, 9, False), (True, 9, False), (True, 15, False), (False, 5, True),
                                                   (True, 5, True)))
_ALL_ATTEMPTS = [(by_white, shaded, separation) for by_white, shaded in ((True, False), (True, True), (False, False)) for separation in _SEPARATIONS]
# Most pictures need one of these four: the mask of white with the usual threshold or with the one for shadows, each without and with the split.
_USUAL_ATTEMPTS = [(True, shaded, separation) for shaded in (False, True) for separation in (_SEPARATIONS[0], _SEPARATIONS[5])]
_ATTEMPTS = _USUAL_ATTEMPTS + [attempt for attempt in _ALL_ATTEMPTS if attempt not in _USUAL_ATTEMPTS]
_MIN_PIECE_SHARE = 0.02  # of a card's area: smaller pieces of white say nothing about the outline of a card that a drawing divides
_MIN_DIVIDED_IOU, _MIN_DIVIDED_COVERED_SHARE = 0.65, 0.9  # of the hull of such pieces: with the expected card, and its share in the mask of covered ground
_MIN_FACE_WHITE_SHARE = 0.75  # share of white in the area of a face; court cards have less, and few backs have as much
_PRINT_PX = 15  # the print of a back in a colour of the ground is finer
_MAX_TOP_DIFFERENCE_MM = 26.0  # between the upper edges of the columns
_ROW_SLOPES = (0.0, 0.05, -0.05)  # of a row of columns
_UPPER_ROW_SLOPE_SHARE = 0.5  # the row above has that share of the columns' slope: uneven columns and an inexact plane account for the rest
_PITCH_MM = (58.0, 105.0)  # from one column to the next
_MAX_NARROWER_MM = 4.0  # how much narrower than a card a blob may appear
_CHANGE_MARGIN_PX = 8  # of the small picture, around the changed pixels
_MAX_COLUMN_WIDER_MM = 10.0  # and how much wider: lower cards of a column are partly visible beside the front card
_MAX_SHORTER_MM = 6.0  # how much shorter than a card a blob may appear; a shorter one is no card or a partly hidden one
_MAX_PILE_HIGHER_MM = 18.0  # how much higher than a card a pile may appear whose cards are not squared up
_MAX_STOCK_NARROWER_MM = 16.0  # how much narrower the stock may appear: the edge of a back may be as dark as the ground
_MAX_STOCK_OFFSET_MM = 32.0  # of the stock to the left or right of its column
_COLUMN_CORE_MM, _MIN_CORE_COVERED_SHARE = 20.0, 0.7  # half width of the inner part of a column; the covered share of that part where cards lie
_HALF_HEIGHT_SHARE = (0.42, 0.58)  # the lower card's share of the height of two cards one above the other that touch
_STOCK_HEIGHT_SHARE = (0.3, 0.58)  # a card's share of the height of the stock and a column that touch
_MAX_COLUMN_SHARE = 0.75  # of that height: the other columns are lower
_MAX_STOCK_GAP_MM = 75.0  # from the stock's lower edge to the columns
# The columns below the waste and the four foundations, with the stock at the left and at the right.
_COLUMNS_BELOW_PILES = ((1, 3, 4, 5, 6), (5, 0, 1, 2, 3))
_MAX_SHIFT_MM = 22.0  # of a card from its place's last position
_MAX_FIRST_SHIFT_MM = 36.0  # the same for a place where no card has been seen: its position is an estimate
_MAX_FIRST_SHIFT_Y_MM = 60.0  # the same in height: the rows of stock, waste and foundations need not be level
_MAX_COLUMN_TOP_SHIFT_MM = 40.0  # of a column's upper edge: its backs were not detected before, or are not now
_MAX_MISFIT_RATIO = 1.1  # the known plane is kept if the cards' residuals are at most so many times those of a plane fitted to them
_MIN_CARDS_TO_COMPARE = 5  # for that comparison
_MAX_WIDTH_OF_HEIGHT = 1.1  # of a card in the picture, by a tilt of 45 to 50 degrees,
_MAX_WIDTH_RATIO = 1.25  # or so many times the upper quartile
_MIN_MATCHED_CARDS = 3  # on known places, and none elsewhere, if the camera has not moved


def smaller(picture: np.ndarray) -> np.ndarray:
    factor = _SMALL_WIDTH_PX / picture.shape[1]
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def _is_card_wide(blob: Blob) -> bool:
    return -_MAX_NARROWER_MM < blob.extra_width < _MAX_COLUMN_WIDER_MM


def _without_wide(outlines: np.ndarray) -> np.ndarray:
    """The outlines that may be of upright cards: a plane fitted to flowers and objects, too, may make cards too high. All of them if hardly any is left."""
    widths = np.linalg.norm(outlines[:, 2] - outlines[:, 3], axis=1)
    heights = np.linalg.norm(outlines[:, :2].sum(axis=1) - outlines[:, 2:4].sum(axis=1), axis=1) / 2
    ratios = widths / np.maximum(heights, 1.0)
    upright = outlines[ratios <= max(_MAX_WIDTH_OF_HEIGHT, _MAX_WIDTH_RATIO * np.quantile(ratios, 0.75))]
    return upright if len(upright) >= _MIN_CARDS_TO_COMPARE else outlines


def _fills_outline(blob: np.ndarray, points: np.ndarray) -> bool:
    """True if a blob is close to the quadrilateral of its outline, as a card is; a flower or a cup is not."""
    drawn = np.zeros_like(blob)
    cv2.fillConvexPoly(drawn, points[:4].round().astype(np.int32), 1)
    return np.count_nonzero(drawn & blob) >= _MIN_OUTLINE_IOU * np.count_nonzero(drawn | blob)


def _outline(contour: np.ndarray, kernel: np.ndarray) -> np.ndarray | None:
    """The outline of an eroded blob after dilation by the same `kernel`; None if the blob is not close to a quadrilateral."""
    around = len(kernel) // 2
    left, top, width, height = cv2.boundingRect(contour)
    blob = np.zeros((height + 2 * around, width + 2 * around), np.uint8)
    cv2.drawContours(blob, [contour], -1, 1, -1, offset=(around - left, around - top))
    whole = cv2.dilate(blob, kernel)
    points = plane.outline(whole)
    return points + (left - around, top - around) if points is not None and _fills_outline(whole, points) else None


def _outlines(filled: np.ndarray, touch: int, outline_cache: dict | None = None) -> np.ndarray:
    """The outlines of all blobs of a small mask, in its pixels, after an erosion that separates cards which touch along less than `touch` pixels.
    `outline_cache`: outlines by the pixels of eroded blobs, shared by several masks."""
    kernel = np.ones((touch, touch), np.uint8)
    eroded = cv2.erode(filled, kernel, borderValue=0)
    contours, _ = cv2.findContours(eroded, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline_cache, found = {} if outline_cache is None else outline_cache, []
    for contour in contours:
        if cv2.contourArea(contour) < _MIN_CARD_AREA * filled.size:
            continue
        key = touch, contour.tobytes()
        if key not in outline_cache:
            outline_cache[key] = _outline(contour, kernel)
        if outline_cache[key] is not None:
            found.append(outline_cache[key])
    return np.array(found).reshape(-1, 6, 2)


def _split_in_height(points: np.ndarray, share: float) -> list[np.ndarray]:
    """Splits the outline of two cards one above the other that touch; `share` of the height is the lower one's."""
    left, right = points[3] + share * (points[0] - points[3]), points[2] + share * (points[1] - points[2])
    sides = left + 0.6 * (points[0] - left), right + 0.6 * (points[1] - right)
    return [np.array([points[0], points[1], right, left, *sides]), np.array([left, right, *points[2:]])]


def _with_stock_split(outlines: np.ndarray) -> list[np.ndarray]:
    """The outlines of a deal with the stock split from the column that it touches: where the column is as high as most, and where the stock is as high as a
    single card. Empty unless exactly one outline is as high as a card and a column."""
    if len(outlines) < layout.COLUMNS:
        return []
    heights = np.linalg.norm(outlines[:, :2].sum(axis=1) - outlines[:, 2:4].sum(axis=1), axis=1) / 2
    widths = np.linalg.norm(outlines[:, 2] - outlines[:, 3], axis=1)
    ratios = heights / widths
    highest = int(ratios.argmax())
    of_column, of_card = np.median(ratios) / ratios, ratios.min() / ratios
    shares = []
    if np.count_nonzero((of_column > _HALF_HEIGHT_SHARE[0]) & (of_column < _HALF_HEIGHT_SHARE[1])) == 1:
        shares.append(float(of_column[highest]))
    if _STOCK_HEIGHT_SHARE[0] < of_card[highest] < _STOCK_HEIGHT_SHARE[1] and np.sort(ratios)[-2] < _MAX_COLUMN_SHARE * ratios[highest]:
        shares.append(1 - float(of_card[highest]))
    rest = np.delete(outlines, highest, axis=0)
    return [np.array([*rest, *_split_in_height(outlines[highest], share)]) for share in shares]


def _divided_outline(white: np.ndarray, covered: np.ndarray, expected: np.ndarray) -> np.ndarray | None:
    """The outline of a card of which a drawing that reaches its edges leaves only pieces of white, each a blob: that of their convex hull. None if there is no
    such card. `expected`: its corners, about."""
    card = cv2.fillConvexPoly(np.zeros_like(white), expected.round().astype(np.int32), 1)
    area = cv2.countNonZero(card)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(white)
    inside = np.bincount(labels[card > 0], minlength=len(stats))
    areas = stats[:, cv2.CC_STAT_AREA]
    pieces = [label for label in range(1, len(stats)) if areas[label] >= _MIN_PIECE_SHARE * area and inside[label] >= 0.5 * areas[label]]
    if not pieces:
        return None
    hull = cv2.fillConvexPoly(np.zeros_like(white), cv2.convexHull(cv2.findNonZero(np.isin(labels, pieces).astype(np.uint8))), 1)
    is_card = (np.count_nonzero(hull & card) >= _MIN_DIVIDED_IOU * np.count_nonzero(hull | card)
               and cv2.mean(covered, hull)[0] >= 255 * _MIN_DIVIDED_COVERED_SHARE)
    points = plane.outline(hull) if is_card else None
    return points if points is not None and _fills_outline(hull, points) else None


def _non_white_outlines(covered: np.ndarray, white: np.ndarray, outline_cache: dict | None = None) -> np.ndarray:
    """The outlines of the blobs that cover the ground, then those of the blobs outside the `white` cards after a closing, which fills
    print in a colour of the ground."""
    rest = covered.copy()
    for points in white:
        cv2.fillConvexPoly(rest, points[:4].round().astype(np.int32), 0)
    joined = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((_PRINT_PX, _PRINT_PX), np.uint8))
    return np.concatenate([_outlines(without_print(mask, False), _SEPARATIONS[0].erosion_px, outline_cache) for mask in (covered, joined)])


def _may_be_deal(white: np.ndarray, outlines: np.ndarray) -> bool:
    """True if the outlines may be those of seven columns and of a back above them: there are eight, and the highest is not white enough for a face."""
    if len(outlines) != layout.COLUMNS + 1:
        return False
    highest, shape = min(outlines, key=lambda points: points[:4, 1].mean()), np.zeros_like(white)
    cv2.fillConvexPoly(shape, highest[:4].round().astype(np.int32), 255)
    return cv2.countNonZero(white & shape) < _MIN_FACE_WHITE_SHARE * cv2.countNonZero(shape)


def _with_coloured_backs(white: np.ndarray, other_outlines: np.ndarray) -> np.ndarray:
    """The `white` outlines and those of `other_outlines` that have about their size and overlap none of them: a back may have no white edge."""
    if not len(white) or not len(other_outlines):
        return white
    sizes = [cv2.contourArea(points[:4].astype(np.float32)) for points in white]
    least, most = 0.5 * float(np.median(sizes)), 1.6 * float(np.median(sizes))
    found = [*white]
    for points in other_outlines:
        middle = tuple(float(v) for v in points[:4].mean(axis=0))
        elsewhere = all(cv2.pointPolygonTest(card[:4].astype(np.float32), middle, False) < 0 for card in found)
        if elsewhere and least <= cv2.contourArea(points[:4].astype(np.float32)) <= most:
            found.append(points)
    return np.array(found)


def _are_in_covered_area(mask: np.ndarray, outlines: np.ndarray) -> bool:
    """True if the mask covers most of each card but one, so that no card can have been taken for the ground; print may have its colour."""
    if len(outlines) < _MIN_MATCHED_CARDS:
        return False
    shares = []
    for points in outlines:
        card = np.zeros_like(mask)
        cv2.fillConvexPoly(card, points[:4].round().astype(np.int32), 1)
        shares.append(cv2.mean(mask, card)[0] / 255)
    return sorted(shares)[1] >= _MIN_COVERED_SHARE and float(np.median(shares)) >= _MIN_MEDIAN_COVERED_SHARE


def _darkest_edge(light: np.ndarray, inside: np.ndarray, x: float, reach: float) -> tuple[int, int]:
    """The darkest upright line at most `reach` from `x`: its positions in the first and in the last row."""
    height, width = light.shape
    rows = np.arange(height)
    middles = np.arange(x - reach, x + reach + 1)
    best = (-np.inf, 0, 0)
    is_valid, contrast = np.zeros((height, width), bool), np.zeros((height, width), np.float32)
    left, centre, right = (np.s_[:, at : width - 2 * _EDGE_OFFSET_PX + at] for at in (0, _EDGE_OFFSET_PX, 2 * _EDGE_OFFSET_PX))
    is_valid[centre] = inside[left] & inside[right]
    contrast[centre] = np.where(is_valid[centre], (np.minimum(light[left], light[right]) - light[centre]).clip(-20, 40), 0)
    for slope in _EDGE_SLOPES:
        xs = np.round(middles[:, None] + (rows - height / 2) * slope).astype(int).clip(_EDGE_OFFSET_PX, width - 1 - _EDGE_OFFSET_PX)
        at = rows * width + xs
        counts = np.count_nonzero(is_valid.ravel()[at], axis=1)
        mean_contrast = contrast.ravel()[at].sum(axis=1) / np.maximum(counts, 1)
        mean_contrast[counts < 0.4 * height] = -np.inf
        at = int(mean_contrast.argmax())
        best = max(best, (float(mean_contrast[at]), int(xs[at, 0]), int(xs[at, -1])))
    return best[1:]


def _split_touching(filled: np.ndarray, small: np.ndarray) -> np.ndarray:
    """The mask with blobs as wide as several cards split along their darkest upright lines; the same array if there are none."""
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    boxes = [cv2.boundingRect(contour) for contour in contours if cv2.contourArea(contour) >= _MIN_CARD_AREA * filled.size]
    single = [width for _, _, width, height in boxes if _CARD_ASPECT[0] * width <= height <= _CARD_ASPECT[1] * width]
    if not single:
        return filled
    typical = float(np.median(single))
    if not any(width >= _MIN_TOUCHING_WIDTH * typical for _, _, width, _ in boxes):
        return filled
    cut, light = filled.copy(), cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    for left, top, width, height in boxes:
        cards = round(width / typical)
        if width < _MIN_TOUCHING_WIDTH * typical or cards > layout.COLUMNS:
            continue
        part = np.s_[top : top + height, left : left + width]
        for card in range(1, cards):
            first, last = _darkest_edge(light[part], filled[part] > 0, card * width / cards, 0.25 * typical)
            cv2.line(cut, (left + first, top), (left + last, top + height), 0, 2)
    return cut


def _blobs(outlines: np.ndarray, homography: np.ndarray, card) -> list[Blob]:
    result = []
    for p in plane.mapped(outlines, homography) if len(outlines) else []:
        foot, head = (p[2] + p[3]) / 2, (p[0] + p[1]) / 2
        result.append(Blob(float(p[4:6, 0].mean()), float(head[1]), float(foot[1]), float(np.linalg.norm(p[2] - p[3])) - card[0]))
    return result


@dataclass(frozen=True)
class Pattern:
    columns: list[Blob]  # from the left
    stock: Blob
    at_right: bool  # the stock lies above the last column
    slope: float = 0.0  # of the row above the columns


def _find_pattern(blobs: list[Blob], at_right: bool, by_waste: bool = False) -> Pattern | None:
    """Seven columns and the stock; None if there is no such pattern, or more than one. `at_right`: the side of the stock where both sides have a candidate.
    `by_waste`: the stock is not detected; the waste, the only card above the columns, gives its position."""
    return next((pattern for slope in _ROW_SLOPES if (pattern := _find_sloped_pattern(blobs, at_right, slope, by_waste))), None)


def _stock_next_to_waste(row: list[Blob], above: list[Blob]) -> tuple[Blob, bool] | None:
    """The position of the stock next to the waste, which must be the only card above the columns, and whether it is above the last column."""
    if len(above) != 1 or not _is_card_wide(above[0]):
        return None
    waste = above[0]
    for column, corner in ((1, 0), (layout.COLUMNS - 2, layout.COLUMNS - 1)):
        if abs(waste.x - row[column].x) < _MAX_STOCK_OFFSET_MM:
            return Blob(row[corner].x, waste.top, waste.bottom, 0.0), column != 1
    return None


def _is_eighth_column(blob: Blob, row: list[Blob], slope: float) -> bool:
    """True if a card lies at the position of an eighth column: the row belongs to another game."""
    away = max(blob.x - row[-1].x, row[0].x - blob.x)
    end = row[-1] if blob.x > row[-1].x else row[0]
    return _PITCH_MM[0] <= away <= _PITCH_MM[1] and abs(blob.top - end.top - slope * (blob.x - end.x)) <= _MAX_COLUMN_TOP_SHIFT_MM


def _rows(cards: list[Blob], slope: float, count: int) -> Iterator[list[Blob]]:
    """The rows of exactly `count` cards, from the left, for each card whose upper edge may be the highest of a row with this slope."""
    for first in cards:
        row = sorted((blob for blob in cards if 0 <= blob.top - first.top - slope * (blob.x - first.x) <= _MAX_TOP_DIFFERENCE_MM), key=lambda blob: blob.x)
        if len(row) == count:
            yield row


def _missing_columns(blobs: list[Blob]) -> list[tuple[float, float]]:
    """Where a seventh column would lie in a row of six: x and the upper edge, in millimetres."""
    cards = [blob for blob in blobs if _is_card_wide(blob)]
    row = next((row for slope in _ROW_SLOPES for row in _rows(cards, slope, layout.COLUMNS - 1)), None)
    if row is None:
        return []
    xs = np.array([blob.x for blob in row])
    gaps = np.diff(xs)
    are_one, are_two = ((gaps >= count * _PITCH_MM[0]) & (gaps <= count * _PITCH_MM[1]) for count in (1, 2))
    if are_one.all():
        found = [xs[0] - gaps.mean(), xs[-1] + gaps.mean()]
    elif (are_one | are_two).all() and np.count_nonzero(~are_one) == 1:
        left = int(np.flatnonzero(~are_one)[0])
        found = [xs[left : left + 2].mean()]
    else:
        return []
    slope, level = np.polyfit(xs, [blob.top for blob in row], 1)
    return [(float(x), float(level + slope * x)) for x in found]


def _find_sloped_pattern(blobs: list[Blob], at_right: bool, slope: float, by_waste: bool = False) -> Pattern | None:
    """The same in a row with this slope: all cards may be rotated a little, or the plane may be inexact."""
    cards = [blob for blob in blobs if _is_card_wide(blob)]
    patterns = []
    for row in _rows(cards, slope, layout.COLUMNS):
        if not all(_PITCH_MM[0] <= b.x - a.x <= _PITCH_MM[1] for a, b in zip(row, row[1:])):
            continue
        first = min(row, key=lambda blob: blob.top - slope * blob.x)
        if any(_is_eighth_column(blob, row, slope) for blob in cards if not any(blob is one for one in row)):
            continue
        piles = [blob for blob in blobs if -_MAX_STOCK_NARROWER_MM < blob.extra_width < MAX_PILE_WIDER_MM and -_MAX_STOCK_GAP_MM < blob.bottom - first.top - slope * (blob.x - first.x) < 4]
        rise = _UPPER_ROW_SLOPE_SHARE * float(np.polyfit([blob.x for blob in row], [blob.top for blob in row], 1)[0])
        if by_waste and (beside := _stock_next_to_waste(row, piles)):
            patterns.append(Pattern(row, *beside, rise))
        for side in () if by_waste else (at_right, not at_right):
            above = [blob for blob in piles if abs(blob.x - row[-1 if side else 0].x) < _MAX_STOCK_OFFSET_MM]
            if len(above) == 1:
                patterns.append(Pattern(row, above[0], side, rise))
                break
    return patterns[0] if len(patterns) == 1 else None


@dataclass
class _Segmentation:
    """Segmentation of a small picture: its masks and the outlines found in them, by the current method (`by_white`, `shaded`, `separation`)."""

    scale: float  # from pixels of the whole picture to those of the small one
    surface: ground.Ground
    darkest: np.ndarray  # brightness of the darkest colour channel
    covered: np.ndarray  # 255 where something covers the ground
    paper_level: np.ndarray  # as of ground.white_level
    by_white: bool  # cards are searched in the mask of white, otherwise in that of covered ground
    shaded: bool  # the mask of white has a lower threshold where the ground is covered
    separation: _Separation = _SEPARATIONS[0]
    outline_cache: dict = field(default_factory=dict)  # as of _outlines
    mask_cache: dict = field(default_factory=dict)  # masks before and after filling and splitting, by the method that made them
    blobs: list[Blob] = field(default_factory=list)

    def white(self) -> np.ndarray:
        return self.surface.white(self.darkest, self.paper_level)

    def clear_masks(self) -> None:
        """Called when the picture has changed or is no longer used."""
        self.mask_cache.clear()
        self.__dict__.pop("other_outlines", None)

    def _filled_mask(self, small: np.ndarray, is_split: bool) -> np.ndarray:
        """The mask with the print of cards filled; `is_split`: with wide blobs split."""
        key = self.by_white, self.shaded, self.separation.keeps_gaps, is_split
        if key not in self.mask_cache:
            self.mask_cache[key] = _split_touching(self._filled_mask(small, False), small) if is_split else without_print(self.mask(), self.separation.keeps_gaps)
        return self.mask_cache[key]

    def differs_from_unsplit(self, small: np.ndarray) -> bool:
        """False if this method splits wide blobs and there are none: its mask is that of another method."""
        return not self.separation.splits or self._filled_mask(small, True) is not self._filled_mask(small, False)

    def mask(self) -> np.ndarray:
        """The mask in which cards are searched."""
        if not self.by_white:
            return self.covered
        key = self.by_white, self.shaded
        if key not in self.mask_cache:
            self.mask_cache[key] = self.surface.white(self.darkest, self.paper_level, self.covered if self.shaded else None)
        return self.mask_cache[key]

    @functools.cached_property
    def other_outlines(self) -> np.ndarray:
        """The outlines of blobs that may be cards without white."""
        key = True, False, _SEPARATIONS[0].keeps_gaps, False
        white = self.mask_cache[key] if key in self.mask_cache else without_print(self.white(), False)
        return _non_white_outlines(self.covered, _outlines(white, _SEPARATIONS[0].erosion_px, self.outline_cache), self.outline_cache)

    def outlines(self, small: np.ndarray, is_enough: Callable[[np.ndarray, np.ndarray], bool]) -> Iterator[np.ndarray]:
        """Outlines in pixels of the whole picture: those of the mask alone if `is_enough(mask, outlines)`; then, if there are more, together with
        those of blobs that are not white."""
        outlines = _outlines(self._filled_mask(small, self.separation.splits), self.separation.erosion_px, self.outline_cache)
        alone = not self.by_white or is_enough(self.mask(), outlines)
        if alone:
            yield outlines / self.scale
        more = _with_coloured_backs(outlines, self.other_outlines) if self.by_white else outlines
        if not alone or len(more) > len(outlines):
            yield more / self.scale

    def paper(self) -> Paper | None:
        return Paper(self.paper_level, self.shaded, self.mask(), self.covered) if self.by_white else None


class FreeTable(LaidOut):
    """Tracks the plane and the places from one picture to the next, since the camera stands still."""

    def __init__(self, card: tuple[float, float]):
        super().__init__(card)
        self.at_right = False  # the stock is above the last column
        self.hides_stock = False  # the stock cannot be distinguished from the ground
        self.used: frozenset[str] = frozenset()  # places where a card was seen
        self.initial_tops: dict[str, float] = {}  # upper edges of the columns in the last pattern, in millimetres of the plane
        self.small: _Segmentation | None = None  # of the last picture in which the places were found

    def look(self, picture: np.ndarray, small: np.ndarray | None = None, held: bool = False, by_waste: bool = False) -> View | Note:
        """The table, or why its places are not found. `small`: the picture's `smaller`, if the caller has it. `held`: the stock stays at its side;
        when it is used up, a foundation above the column at the other side could be taken for it. `by_waste`: as of `_find_pattern`."""
        small = smaller(picture) if small is None else small
        scale, surface = _SMALL_WIDTH_PX / picture.shape[1], ground.learnt(small)
        at_right, places, self.small = self.at_right, dict(self.places), None
        darkest, covered = surface.darkest(surface.whitened(small)), surface.covered_finely(small)
        segmentation = _Segmentation(scale, surface, darkest, covered, surface.white_level(darkest), True, False)
        stands_out, tried = surface.stands_out, {}
        contrast = None if stands_out else (covered | cv2.bitwise_not(segmentation.white()), scale)  # the print of a card is not white either
        for outlines, any_plane in self._attempts(segmentation, small, picture, tried):
            if self._recognises(outlines, picture, contrast, held, by_waste, any_plane):
                self.small = segmentation if stands_out else None
                self._restore_column_tops(places, segmentation)
                return self._view_from_outlines(picture, segmentation, outlines, at_right)
        for attempt in (one for one in _ALL_ATTEMPTS if one in tried):  # the stock may touch the column below it, or a drawing may divide a court card
            (segmentation.by_white, segmentation.shaded, segmentation.separation), outlines = attempt, tried[attempt]
            if contrast is not None and not _are_in_covered_area(contrast[0], outlines * scale):
                continue
            if any(self._start_from_pattern(parts, picture) for parts in _with_stock_split(outlines)) or self._match_known_places(outlines, apart=True):
                return self._view_from_outlines(picture, segmentation, outlines, at_right)
            for more in self._with_divided_column(outlines, segmentation, picture):
                if self._start_from_pattern(more, picture):
                    return self._view_from_outlines(picture, segmentation, more, at_right)
        return notes.NO_LAYOUT if stands_out else notes.NO_CONTRAST

    def _attempts(self, segmentation: _Segmentation, small: np.ndarray, picture: np.ndarray, tried: dict) -> Iterator[tuple[np.ndarray, bool]]:
        """Yields the outlines of each method with False; then those that the known plane does not fit once more, with True. `tried` receives the last outlines of each method."""
        rejected, postponed, is_enough = set(), [], _may_be_deal if self.homography is None else lambda mask, outlines: False
        for attempt in _ATTEMPTS:
            segmentation.by_white, segmentation.shaded, segmentation.separation = attempt
            if not segmentation.differs_from_unsplit(small):
                continue
            for outlines in segmentation.outlines(small, is_enough):
                if (key := outlines.tobytes()) in rejected:
                    continue
                rejected.add(key)
                yield outlines, False
                postponed += [] if self._fits_known_plane(outlines, picture) else [(attempt, outlines)]
            tried[attempt] = outlines
        for attempt, outlines in postponed:
            segmentation.by_white, segmentation.shaded, segmentation.separation = attempt
            yield outlines, True

    def _with_divided_column(self, outlines: np.ndarray, segmentation: _Segmentation, picture: np.ndarray) -> Iterator[np.ndarray]:
        """The outlines with that of a seventh column which a drawing divides."""
        if not segmentation.by_white or segmentation.separation != _SEPARATIONS[0] or len(outlines) < layout.COLUMNS:
            return
        homography = self._plane_of(outlines, picture)
        to_small = np.diag([segmentation.scale, segmentation.scale, 1.0]) @ np.linalg.inv(homography)
        for x, top in _missing_columns(_blobs(outlines, homography, self.card)):
            corners = np.array([(-0.5, 0), (0.5, 0), (0.5, 1), (-0.5, 1)]) * self.card + (x, top)
            found = _divided_outline(segmentation.mask(), segmentation.covered, plane.mapped(corners, to_small))
            if found is not None:
                yield np.array([*outlines, found / segmentation.scale])

    def _fits_known_plane(self, outlines: np.ndarray, picture: np.ndarray) -> bool:
        """True if the misfit of the known plane is at most `_MAX_MISFIT_RATIO` times that of a plane fitted to these cards, or if there are fewer than
        `_MIN_CARDS_TO_COMPARE` cards."""
        if self.homography is None or len(outlines) < _MIN_CARDS_TO_COMPARE:
            return True
        outlines = _without_wide(outlines)
        fitted = plane.fitted(outlines, picture.shape[1::-1], self.card)
        return plane.misfit(outlines, self.homography, self.card) <= _MAX_MISFIT_RATIO * plane.misfit(outlines, fitted, self.card)

    def _view_from_outlines(self, picture: np.ndarray, segmentation: _Segmentation, outlines: np.ndarray, at_right: bool) -> View:
        segmentation.blobs = _blobs(outlines, self.homography, self.card)
        self._update_shaded_places(segmentation)
        paper = segmentation.paper()
        segmentation.clear_masks()
        return self._view(picture, segmentation.surface, segmentation.blobs, paper, self.at_right != at_right)

    def look_again(self, picture: np.ndarray, names: set[str], changed: tuple[slice, slice] | None, before: View) -> View | None:
        """As `look`, for a picture that differs from that of `before` in these places only. Overwrites `before`. `changed`: the bounding box of the
        changed pixels. None if the whole picture must be searched."""
        segmentation = self.small
        if segmentation is None or changed is not None and not self._update_changed_part(picture, segmentation, changed):
            return None
        return self._view_again(names, picture, segmentation.surface, segmentation.blobs, segmentation.paper(), before)

    def _update_changed_part(self, picture: np.ndarray, segmentation: _Segmentation, changed: tuple[slice, slice]) -> bool:
        """Computes the masks again in the changed part and searches for cards; False if these do not lie on the known places."""
        small = smaller(picture)
        y0, x0 = (max(0, int(one.start * segmentation.scale) - _CHANGE_MARGIN_PX) for one in changed)
        y1, x1 = (int(one.stop * segmentation.scale) + _CHANGE_MARGIN_PX for one in changed)
        top, left = max(0, y0 - _CHANGE_MARGIN_PX), max(0, x0 - _CHANGE_MARGIN_PX)
        part = np.ascontiguousarray(small[top : y1 + _CHANGE_MARGIN_PX, left : x1 + _CHANGE_MARGIN_PX])
        for kept, new in ((segmentation.darkest, segmentation.surface.darkest(segmentation.surface.whitened(part))), (segmentation.covered, segmentation.surface.covered_finely(part))):
            kept[y0:y1, x0:x1] = new[y0 - top : y1 - top, x0 - left : x1 - left]
        segmentation.clear_masks()
        places = dict(self.places)
        for outlines in segmentation.outlines(small, lambda mask, outlines: True):
            if self._match_known_places(outlines):
                self._restore_column_tops(places, segmentation)
                segmentation.blobs = _blobs(outlines, self.homography, self.card)
                return True
        return False

    def _recognises(self, outlines: np.ndarray, picture: np.ndarray, contrast: tuple[np.ndarray, float] | None, held: bool = False, by_waste: bool = False, any_plane: bool = True) -> bool:
        """True if the picture shows the pattern or cards on known places; the latter count without a fit to the known plane only if `any_plane`.
        `contrast`: for a ground like paper, the mask of a small picture in which each card must lie, and its scale. `held`, `by_waste`: as of `look`."""
        before = self.homography, dict(self.places), self.at_right, self.used, self.initial_tops
        begins = self._start_from_pattern(outlines, picture, by_waste)
        if begins and held and self.at_right != before[2]:
            self.homography, self.places, self.at_right, self.used, self.initial_tops = before
            begins = self.began = False
        if not begins and not ((any_plane or self._fits_known_plane(outlines, picture)) and self._match_known_places(outlines)):
            return False
        if contrast is None or _are_in_covered_area(contrast[0], outlines * contrast[1]):
            return True
        self.homography, self.places, self.at_right, self.used, self.initial_tops = before
        self.began = False
        return False

    # ---- Places --------------------------------------------------------------------------------

    def _start_from_pattern(self, outlines: np.ndarray, picture: np.ndarray, by_waste: bool = False) -> bool:
        """True if the outlines show the pattern; then the plane and the places are those of the pattern."""
        self.began = False
        if len(outlines) < layout.COLUMNS + 1:
            return False
        homography = self._plane_of(outlines, picture)
        pattern = _find_pattern(_blobs(outlines, homography, self.card), self.at_right, by_waste)
        if pattern is None:
            return False
        across = layout.WIDTH / 2 - float(np.mean([blob.x for blob in pattern.columns]))
        down = layout.COLUMN_TOP - float(np.mean([blob.top for blob in pattern.columns]))
        if homography is not self.homography:  # positions in the plane known before mean nothing in this one
            self.used = frozenset()
        self.homography = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]]) @ homography
        blobs = _blobs(outlines, self.homography, self.card)
        self._set_places(_find_pattern(blobs, pattern.at_right, by_waste), down)
        self._update_places(blobs)
        self.began = True
        return True

    def _plane_of(self, outlines: np.ndarray, picture: np.ndarray) -> np.ndarray:
        """The plane fitted to these cards, or the known one if it fits them as well: outlines of cards that touch or lie in a shadow are inexact."""
        upright = _without_wide(outlines)
        fitted = plane.fitted(upright, picture.shape[1::-1], self.card)
        if self.homography is None:
            return fitted
        if plane.misfit(upright, self.homography, self.card) > _MAX_MISFIT_RATIO * plane.misfit(upright, fitted, self.card):
            return fitted
        return self.homography

    def _set_places(self, pattern: Pattern, down: float) -> None:
        """Sets the places of columns and stock by the pattern, and the others above their columns, where cards have lain in this plane if any have. `down`: by
        how much the plane has been shifted since."""
        before = {name: at for name, at in self.places.items() if name in self.used} if pattern.at_right == self.at_right else {}
        columns = dict(zip(COLUMN_NAMES, pattern.columns))
        self.used = frozenset(before) | {*COLUMN_NAMES, layout.STOCK.name}
        self.places = {name: (blob.x, blob.top) for name, blob in columns.items()}
        self.initial_tops = {name: blob.top for name, blob in columns.items()}
        self.at_right = pattern.at_right
        level = pattern.stock.bottom - self.card[1] / 2
        self.places["stock"] = pattern.stock.x, level
        for place, column in zip((layout.DRAW_PILE, *layout.FOUNDATIONS), _COLUMNS_BELOW_PILES[pattern.at_right]):
            x = pattern.columns[column].x
            if place.name in before:
                self.places[place.name] = x + before[place.name][0] - before[COLUMN_NAMES[column]][0], before[place.name][1] + down
            else:
                self.places[place.name] = x, level + pattern.slope * (x - pattern.stock.x)

    def _match_known_places(self, outlines: np.ndarray, apart: bool = False) -> bool:
        """True if the camera has not moved: all cards lie on known places. Blobs of hands or of touching cards are ignored.
        `apart`: a card that touches the column below it is split from it."""
        if self.homography is None:
            return False
        found = _blobs(outlines, self.homography, self.card)
        wide = [blob for blob in found if -_MAX_NARROWER_MM < blob.extra_width < MAX_PILE_WIDER_MM and blob.bottom - blob.top > self.card[1] - _MAX_SHORTER_MM]
        blobs = [part for blob in wide for part in self._split_from_column(blob)] if apart else wide
        before = dict(self.places), self.used
        matched = self._update_places(blobs)
        if matched >= _MIN_MATCHED_CARDS and matched == len(blobs):
            return True
        self.places, self.used = before
        return False

    def _update_shaded_places(self, segmentation: _Segmentation) -> None:
        """Locates cards on which a shadow ends. Such a card's white part is too short or, where no card was seen before, not as wide as a card. Its blob in
        the mask of covered ground gives its position; without one, the lower edge of its white part does if no card was seen there before."""
        names = {name for name in self.places if name not in COLUMN_NAMES}
        unused = {name: at for name, at in self.places.items() if name not in self.used}
        low = [(name, blob) for blob in segmentation.blobs if self._is_too_short(blob) and (name := self._place_of_part(blob, names)) is not None]
        if not low and not any(not -_MAX_NARROWER_MM < blob.extra_width < MAX_PILE_WIDER_MM and self._is_near(blob, unused) for blob in segmentation.blobs):
            return
        searched_places = dict(unused) | {name: self.places[name] for name, _ in low}
        blobs = _blobs(_outlines(without_print(segmentation.covered, False), _SEPARATIONS[0].erosion_px) / segmentation.scale, self.homography, self.card)
        self._update_places([blob for blob in blobs if self._is_near(blob, searched_places)])
        for name, blob in low:
            if name not in self.used and self._is_near(blob, {name: self.places[name]}):
                self.places = {**self.places, name: (blob.x, self._anchor_y(name, blob))}
                self.used = self.used | {name}

    def _is_too_short(self, blob: Blob) -> bool:
        """True if a blob has a card's width but less than its height."""
        return -_MAX_NARROWER_MM < blob.extra_width < MAX_PILE_WIDER_MM and blob.bottom - blob.top < self.card[1] - _MAX_SHORTER_MM

    def _place_of_part(self, blob: Blob, names: set[str]) -> str | None:
        """The place, one of `names`, of a card of which the upper or the lower part is visible."""
        for part in (blob, Blob(blob.x, blob.top, blob.top + self.card[1], blob.extra_width)):
            near, away = self._nearest(part)
            if near in names and away < (_MAX_SHIFT_MM if near in self.used else _MAX_FIRST_SHIFT_MM):
                return near
        return None

    def _is_near(self, blob: Blob, places: dict[str, tuple[float, float]]) -> bool:
        """True if the nearest place is one of these, and near enough for its first card."""
        nearest, away = self._nearest(blob)
        return nearest in places and away < _MAX_FIRST_SHIFT_MM

    def _restore_column_tops(self, before: dict[str, tuple[float, float]], segmentation: _Segmentation) -> None:
        """Restores a column's upper edge to that of `before` or of the deal where something still covers the ground between it and the detected edge: a shadow
        hides the upper part in the mask of white, or the front card is a blob of its own."""
        to_small = np.diag([segmentation.scale, segmentation.scale, 1.0]) @ np.linalg.inv(self.homography)
        for name in COLUMN_NAMES:
            x, top = self.places[name]
            known = min(self.initial_tops.get(name, top), top if self.began else before[name][1])
            if top - known <= _MAX_SHORTER_MM:
                continue
            corners = np.array([(x - _COLUMN_CORE_MM, known), (x + _COLUMN_CORE_MM, known), (x + _COLUMN_CORE_MM, top), (x - _COLUMN_CORE_MM, top)])
            strip = np.zeros_like(segmentation.covered)
            cv2.fillConvexPoly(strip, plane.mapped(corners, to_small).round().astype(np.int32), 1)
            if cv2.mean(segmentation.covered, strip)[0] > 255 * _MIN_CORE_COVERED_SHARE:
                self.places = {**self.places, name: (x, known)}

    def _split_from_column(self, blob: Blob) -> list[Blob]:
        """Splits a blob into a card and the column that it touches from above; a blob that is not both stays whole."""
        for name, (x, y) in self.places.items():
            top = y - self.card[1] / 2
            if name in COLUMN_NAMES or np.hypot(blob.x - x, blob.top - top) >= _MAX_SHIFT_MM:
                continue
            for column in COLUMN_NAMES:
                across, edge = self.places[column]
                if abs(blob.x - across) < _MAX_SHIFT_MM and blob.bottom - edge > self.card[1] - 2 * _MAX_SHORTER_MM:
                    edge = min(edge, blob.bottom - self.card[1])
                    return [Blob(x, top, top + self.card[1], 0.0), Blob(blob.x, edge, blob.bottom, blob.extra_width)]
        return [blob]

    def _anchor_y(self, name: str, blob: Blob) -> float:
        """The vertical position of a place with this card on it: a column's upper edge, or the middle of a single card."""
        return blob.top if name in COLUMN_NAMES else blob.bottom - self.card[1] / 2

    def _nearest(self, blob: Blob) -> tuple[str, float]:
        """The nearest place and its distance in millimetres. For a column, the distance to its first position counts as well as to its last; for a place
        on which no card has lain, differences in height count less."""
        away = {}
        for name, (x, y) in self.places.items():
            down = abs(self._anchor_y(name, blob) - y)
            if name in COLUMN_NAMES:
                down = min(0.0 if down < _MAX_COLUMN_TOP_SHIFT_MM else down, abs(blob.top - self.initial_tops.get(name, y)))
            elif name not in self.used:
                down *= _MAX_FIRST_SHIFT_MM / _MAX_FIRST_SHIFT_Y_MM
            away[name] = float(np.hypot(blob.x - x, down))
        nearest = min(away, key=away.get)
        return nearest, away[nearest]

    def _update_places(self, blobs: list[Blob]) -> int:
        """Moves each place to the card that lies on it. Returns the number of blobs on places."""
        moved = {}
        for blob in blobs:
            if not -_MAX_NARROWER_MM < blob.extra_width < MAX_PILE_WIDER_MM:
                continue
            near, away = self._nearest(blob)
            single = near in COLUMN_NAMES or not self._is_too_short(blob) and blob.bottom - blob.top < self.card[1] + _MAX_PILE_HIGHER_MM
            if away < (_MAX_SHIFT_MM if near in self.used else _MAX_FIRST_SHIFT_MM) and single and near not in moved:
                moved[near] = blob.x, self._anchor_y(near, blob)
        self.places = {**self.places, **moved}  # a new one: copies of the table share the old one
        self.used = self.used | moved.keys()
        return len(moved)
