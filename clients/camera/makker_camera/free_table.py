"""A table without a mat: finds the places of Klondike from how the cards lie, and keeps them from picture to picture.

The pattern is seven columns side by side, and the stock above the first or the last. What is found is laid out as the mat has it, each place
on its own: so the reader reads a table like any other.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from . import ground, layout, notes, plane
from .lay_out import COLUMN_NAMES, PILE_WIDE, Blob, LaidOut, Paper, View, without_print
from .notes import Note

_SMALL = 960  # pixels: width of the picture in which cards are sought
_LEAST = 0.0025  # share of the picture that a card has at least
_LEAST_COVERED, _USUALLY_COVERED = 0.6, 0.8  # shares of cards that are other than a ground of which a colour is pale
_ALIKE = 0.8  # share that a blob and its outline have in common
_CARD_LIKE = (0.8, 2.0)  # times as high as wide is a card in the picture, tilted as it may be
_JOINED = 1.4  # times as wide as a card are two that touch
_LEANING = np.tan(np.deg2rad(np.arange(-12, 13, 2)))  # of an edge between two cards that touch
_BESIDE = 3  # pixels of the small picture on either side of such an edge that are lighter than it
# Tried in turn: are narrow upright holes gaps between cards (or the frames of backs)? And at how many pixels of the small picture
# may cards touch that are taken apart?
_WAYS = ((False, 5, False), (True, 5, False), (False, 9, False), (True, 9, False), (True, 15, False), (False, 5, True), (True, 5, True))
_KINDS_AND_WAYS = [(by_white, shaded, way) for by_white, shaded in ((True, False), (True, True), (False, False)) for way in _WAYS]
# In a picture: first what is white, in one light or in a shadow, and taken apart where it is as wide as several cards, because one of these is enough of most.
_OFTEN = [(True, shaded, way) for shaded in (False, True) for way in (_WAYS[0], _WAYS[5])]
_ATTEMPTS = _OFTEN + [attempt for attempt in _KINDS_AND_WAYS if attempt not in _OFTEN]
_FACE_WHITE = 0.75  # of its area that a face shows at least; but court cards do not, and few backs do
_PRINTED = 15  # pixels of the small picture: what is printed on a back in the colour of the ground is smaller
_UNEVEN = 26.0  # millimetres by which the tops of columns may differ
_SLOPES = (0.0, 0.05, -0.05)  # of a row of columns
_ABOVE_RISES = 0.5  # the row above rises less: columns are uneven, and the plane is not quite theirs
_PITCH = (58.0, 105.0)  # millimetres from one column to the next
_WIDE = 4.0  # millimetres by which a card may appear narrower than it is
_CHANGED = 8  # pixels of the small picture around what has changed
_COLUMN_WIDE = 10.0  # and wider: cards look out beneath it
_LOW = 6.0  # by which it may appear lower; what is still lower is no card, or one that is partly hidden
_STOCK_NARROW = 16.0  # millimetres by which the stock may: the edge of a back may be as dark as the ground
_STOCK_BESIDE = 32.0  # millimetres that the stock may lie beside its column
_INSIDE, _MOSTLY = 20.0, 0.7  # millimetres from the middle of a column, and the share there that something covers where cards are
_HALF_HIGH = (0.42, 0.58)  # of the height of two cards above each other that touch
_STOCK_ABOVE = 75.0  # millimetres from the stock's lower edge to the columns at most
# The columns above which the waste and the foundations are, with the stock at the left and at the right.
_ABOVE = ((1, 3, 4, 5, 6), (5, 0, 1, 2, 3))
_NEAR = 22.0  # millimetres that a card may lie beside where its place was
_NEAR_AT_FIRST = 36.0  # the same where none has lain yet: the place is only thought to be there
_BACKS = 40.0  # millimetres by which a column may begin higher or lower than it was thought to: its backs were not seen, or are not
_AS_WELL = 1.1  # times as much as with a plane fitted to them may cards deviate from the known one
_ENOUGH = 5  # minimum of cards for that comparison
_KNOWN_AGAIN = 3  # cards that must lie on known places, and none beside, if the camera has not moved


def smaller(picture: np.ndarray) -> np.ndarray:
    factor = _SMALL / picture.shape[1]
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def _is_card_wide(blob: Blob) -> bool:
    return -_WIDE < blob.width < _COLUMN_WIDE


def _fills(blob: np.ndarray, points: np.ndarray) -> bool:
    """True if a blob has the form of its outline: cards have, a flower or a cup has not."""
    drawn = np.zeros_like(blob)
    cv2.fillConvexPoly(drawn, points[:4].round().astype(np.int32), 1)
    return np.count_nonzero(drawn & blob) >= _ALIKE * np.count_nonzero(drawn | blob)


def _outline(contour: np.ndarray, kernel: np.ndarray) -> np.ndarray | None:
    """The outline of a blob that was eroded by `kernel`; None if it has not the form of one."""
    around = len(kernel) // 2
    left, top, width, height = cv2.boundingRect(contour)
    blob = np.zeros((height + 2 * around, width + 2 * around), np.uint8)
    cv2.drawContours(blob, [contour], -1, 1, -1, offset=(around - left, around - top))
    whole = cv2.dilate(blob, kernel)
    points = plane.outline(whole)
    return points + (left - around, top - around) if points is not None and _fills(whole, points) else None


def _outlines(filled: np.ndarray, touch: int, known: dict | None = None) -> np.ndarray:
    """The outlines of all blobs of a small mask, in its pixels; what touches at less than `touch` pixels is taken apart.
    `known`: the outlines of blobs of masks before; a blob that is the same to the pixel is not looked at again."""
    kernel = np.ones((touch, touch), np.uint8)
    eroded = cv2.erode(filled, kernel, borderValue=0)
    contours, _ = cv2.findContours(eroded, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    known, found = {} if known is None else known, []
    for contour in contours:
        if cv2.contourArea(contour) < _LEAST * filled.size:
            continue
        key = touch, contour.tobytes()
        if key not in known:
            known[key] = _outline(contour, kernel)
        if known[key] is not None:
            found.append(known[key])
    return np.array(found).reshape(-1, 6, 2)


def _halves(points: np.ndarray, share: float) -> list[np.ndarray]:
    """The outlines of two cards above each other that touch; `share` of the height is the lower one's."""
    left, right = points[3] + share * (points[0] - points[3]), points[2] + share * (points[1] - points[2])
    sides = left + 0.6 * (points[0] - left), right + 0.6 * (points[1] - right)
    return [np.array([points[0], points[1], right, left, *sides]), np.array([left, right, *points[2:]])]


def _stock_apart(outlines: np.ndarray) -> np.ndarray | None:
    """The outlines of a deal whose stock touches the column below it; None if none is as high as two cards."""
    if len(outlines) < layout.COLUMNS:
        return None
    heights = np.linalg.norm(outlines[:, :2].sum(axis=1) - outlines[:, 2:4].sum(axis=1), axis=1) / 2
    widths = np.linalg.norm(outlines[:, 2] - outlines[:, 3], axis=1)
    shares = np.median(heights / widths) * widths / heights
    double = np.flatnonzero((shares > _HALF_HIGH[0]) & (shares < _HALF_HIGH[1]))
    if len(double) != 1:
        return None
    return np.array([*np.delete(outlines, double[0], axis=0), *_halves(outlines[double[0]], float(shares[double[0]]))])


def _other_things(covered: np.ndarray, white: np.ndarray, known: dict | None = None) -> np.ndarray:
    """The outlines of all that is not ground, then those of what lies beside the white cards, with what is printed on it in colours of the ground."""
    rest = covered.copy()
    for points in white:
        cv2.fillConvexPoly(rest, points[:4].round().astype(np.int32), 0)
    joined = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((_PRINTED, _PRINTED), np.uint8))
    return np.concatenate([_outlines(without_print(mask, False), _WAYS[0][1], known) for mask in (covered, joined)])


def _is_a_deal(white: np.ndarray, outlines: np.ndarray) -> bool:
    """True if outlines in a mask may be those of seven columns and a back above them."""
    if len(outlines) != layout.COLUMNS + 1:
        return False
    highest, shape = min(outlines, key=lambda points: points[:4, 1].mean()), np.zeros_like(white)
    cv2.fillConvexPoly(shape, highest[:4].round().astype(np.int32), 255)
    return cv2.countNonZero(white & shape) < _FACE_WHITE * cv2.countNonZero(shape)


def _with_backs(white: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The outlines of what is white, and those of other things of about that size elsewhere: a back may have no white edge."""
    if not len(white) or not len(others):
        return white
    sizes = [cv2.contourArea(points[:4].astype(np.float32)) for points in white]
    least, most = 0.5 * float(np.median(sizes)), 1.6 * float(np.median(sizes))
    found = [*white]
    for points in others:
        middle = tuple(float(v) for v in points[:4].mean(axis=0))
        elsewhere = all(cv2.pointPolygonTest(card[:4].astype(np.float32), middle, False) < 0 for card in found)
        if elsewhere and least <= cv2.contourArea(points[:4].astype(np.float32)) <= most:
            found.append(points)
    return np.array(found)


def _are_covered(mask: np.ndarray, outlines: np.ndarray) -> bool:
    """True if hardly anything of these cards is taken for the ground, so that no card could be overlooked: what is printed is."""
    if len(outlines) < _KNOWN_AGAIN:
        return False
    shares = []
    for points in outlines:
        card = np.zeros_like(mask)
        cv2.fillConvexPoly(card, points[:4].round().astype(np.int32), 1)
        shares.append(cv2.mean(mask, card)[0] / 255)
    return sorted(shares)[1] >= _LEAST_COVERED and float(np.median(shares)) >= _USUALLY_COVERED


def _edge_between(light: np.ndarray, inside: np.ndarray, x: float, reach: float) -> tuple[int, int]:
    """The darkest upright line near `x`, by where it is in the first and in the last row."""
    height, width = light.shape
    rows = np.arange(height)
    middles = np.arange(x - reach, x + reach + 1)
    best = (-np.inf, 0, 0)
    on, by = np.zeros((height, width), bool), np.zeros((height, width), np.float32)
    left, here, right = (np.s_[:, at : width - 2 * _BESIDE + at] for at in (0, _BESIDE, 2 * _BESIDE))
    on[here] = inside[left] & inside[right]
    by[here] = np.where(on[here], (np.minimum(light[left], light[right]) - light[here]).clip(-20, 40), 0)
    for leaning in _LEANING:
        xs = np.round(middles[:, None] + (rows - height / 2) * leaning).astype(int).clip(_BESIDE, width - 1 - _BESIDE)
        at = rows * width + xs
        many = np.count_nonzero(on.ravel()[at], axis=1)
        darker = by.ravel()[at].sum(axis=1) / np.maximum(many, 1)
        darker[many < 0.4 * height] = -np.inf
        at = int(darker.argmax())
        best = max(best, (float(darker[at]), int(xs[at, 0]), int(xs[at, -1])))
    return best[1:]


def _cut(filled: np.ndarray, small: np.ndarray) -> np.ndarray:
    """The mask with neighbours taken apart that touch along an edge: what is as wide as several cards, along its darkest lines."""
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    boxes = [cv2.boundingRect(contour) for contour in contours if cv2.contourArea(contour) >= _LEAST * filled.size]
    single = [width for _, _, width, height in boxes if _CARD_LIKE[0] * width <= height <= _CARD_LIKE[1] * width]
    if not single:
        return filled
    typical = float(np.median(single))
    if not any(width >= _JOINED * typical for _, _, width, _ in boxes):
        return filled
    cut, light = filled.copy(), cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    for left, top, width, height in boxes:
        cards = round(width / typical)
        if width < _JOINED * typical or cards > layout.COLUMNS:
            continue
        part = np.s_[top : top + height, left : left + width]
        for card in range(1, cards):
            first, last = _edge_between(light[part], filled[part] > 0, card * width / cards, 0.25 * typical)
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
    slope: float = 0.0  # of the row above them


def _pattern(blobs: list[Blob], at_right: bool, by_waste: bool = False) -> Pattern | None:
    """Seven columns and the stock; None if there is no such pattern, or more than one. `at_right`: where the stock is if either may be it.
    `by_waste`: the stock is not made out, but the waste beside it is the only card above the columns."""
    return next((seen for slope in _SLOPES if (seen := _pattern_along(blobs, at_right, slope, by_waste))), None)


def _stock_beside(row: list[Blob], above: list[Blob]) -> tuple[Blob, bool] | None:
    """Where the stock is if the only card above the columns is the waste: beside it, above the first or the last. And is it above the last?"""
    if len(above) != 1 or not _is_card_wide(above[0]):
        return None
    waste = above[0]
    for column, corner in ((1, 0), (layout.COLUMNS - 2, layout.COLUMNS - 1)):
        if abs(waste.x - row[column].x) < _STOCK_BESIDE:
            return Blob(row[corner].x, waste.top, waste.bottom, 0.0), column != 1
    return None


def _is_beside(blob: Blob, row: list[Blob], slope: float) -> bool:
    """True if the card lies where an eighth column would lie: the row belongs to another game."""
    away = max(blob.x - row[-1].x, row[0].x - blob.x)
    end = row[-1] if blob.x > row[-1].x else row[0]
    return _PITCH[0] <= away <= _PITCH[1] and abs(blob.top - end.top - slope * (blob.x - end.x)) <= _BACKS


def _pattern_along(blobs: list[Blob], at_right: bool, slope: float, by_waste: bool = False) -> Pattern | None:
    """The same, in a row that rises or falls by that much: the cards may all be a little askew, or the plane is not quite theirs."""
    cards = [blob for blob in blobs if _is_card_wide(blob)]
    seen = []
    for first in cards:
        row = sorted((blob for blob in cards if 0 <= blob.top - first.top - slope * (blob.x - first.x) <= _UNEVEN), key=lambda blob: blob.x)
        if len(row) != layout.COLUMNS or not all(_PITCH[0] <= b.x - a.x <= _PITCH[1] for a, b in zip(row, row[1:])):
            continue
        if any(_is_beside(blob, row, slope) for blob in cards if not any(blob is one for one in row)):
            continue
        piles = [blob for blob in blobs if -_STOCK_NARROW < blob.width < PILE_WIDE and -_STOCK_ABOVE < blob.bottom - first.top - slope * (blob.x - first.x) < 4]
        rise = _ABOVE_RISES * float(np.polyfit([blob.x for blob in row], [blob.top for blob in row], 1)[0])
        if by_waste and (beside := _stock_beside(row, piles)):
            seen.append(Pattern(row, *beside, rise))
        for side in () if by_waste else (at_right, not at_right):
            above = [blob for blob in piles if abs(blob.x - row[-1 if side else 0].x) < _STOCK_BESIDE]
            if len(above) == 1:
                seen.append(Pattern(row, above[0], side, rise))
                break
    return seen[0] if len(seen) == 1 else None


@dataclass
class _Small:
    """A small picture as it was understood."""

    factor: float  # from the picture's pixels to its
    below: ground.Ground
    darkest: np.ndarray
    covered: np.ndarray
    level: np.ndarray
    by_white: bool
    shaded: bool
    way: tuple[bool, int, bool] = _WAYS[0]
    known: dict = field(default_factory=dict)  # outlines, by the pixels of blobs
    filled: dict = field(default_factory=dict)  # masks without what is printed on cards, by what they are made with
    blobs: list[Blob] = field(default_factory=list)

    def white(self) -> np.ndarray:
        return self.below.white(self.darkest, self.level)

    def forget_masks(self) -> None:
        """The picture is another one, or is looked at no more."""
        self.filled.clear()
        self.__dict__.pop("others", None)

    def _filled(self, small: np.ndarray, cuts: bool) -> np.ndarray:
        """The mask in which outlines are sought in this way; `cuts`: neighbours are taken apart."""
        key = self.by_white, self.shaded, self.way[0], cuts
        if key not in self.filled:
            self.filled[key] = _cut(self._filled(small, False), small) if cuts else without_print(self.mask(), self.way[0])
        return self.filled[key]

    def has_another_mask(self, small: np.ndarray) -> bool:
        """False if this way takes neighbours apart, and there are none."""
        return not self.way[2] or self._filled(small, True) is not self._filled(small, False)

    def mask(self) -> np.ndarray:
        """In which cards are sought."""
        if not self.by_white:
            return self.covered
        key = self.by_white, self.shaded
        if key not in self.filled:
            self.filled[key] = self.below.white(self.darkest, self.level, self.covered if self.shaded else None)
        return self.filled[key]

    @functools.cached_property
    def others(self) -> np.ndarray:
        """The outlines of things that may be cards without being white."""
        key = True, False, _WAYS[0][0], False
        white = self.filled[key] if key in self.filled else without_print(self.white(), False)
        return _other_things(self.covered, _outlines(white, _WAYS[0][1], self.known), self.known)

    def outlines(self, small: np.ndarray, is_enough: Callable[[np.ndarray, np.ndarray], bool]) -> Iterator[np.ndarray]:
        """In pixels of the picture: those of what is white, if that may be enough, and if it is not, with those of other things.
        `is_enough`: asked with the mask and outlines in it."""
        outlines = _outlines(self._filled(small, self.way[2]), self.way[1], self.known)
        alone = not self.by_white or is_enough(self.mask(), outlines)
        if alone:
            yield outlines / self.factor
        more = _with_backs(outlines, self.others) if self.by_white else outlines
        if not alone or len(more) > len(outlines):
            yield more / self.factor

    def paper(self) -> Paper | None:
        return Paper(self.level, self.shaded, self.mask(), self.covered) if self.by_white else None


class FreeTable(LaidOut):
    """Keeps what was found from one picture to the next: the camera stands still, the places stay."""

    def __init__(self, card: tuple[float, float]):
        super().__init__(card)
        self.at_right = False  # the stock is above the last column
        self.hides_stock = False  # the stock cannot be told from the ground
        self.used: frozenset[str] = frozenset()  # places where a card was seen
        self.heads: dict[str, float] = {}  # where columns began when they were known by the pattern, in millimetres of the plane
        self.small: _Small | None = None  # of the last picture in which the places were found

    def look(self, picture: np.ndarray, small: np.ndarray | None = None, held: bool = False, by_waste: bool = False) -> View | Note:
        """The table, or why it cannot be made out. `small`: the same picture, `smaller`, if that is known. `held`: the stock's side is known; when it is used up, a foundation above the column at the
        other side looks as if it were there. `by_waste`: a deal is known by the waste, because its stock is not made out."""
        small = smaller(picture) if small is None else small
        factor, below = _SMALL / picture.shape[1], ground.learnt(small)
        at_right, places, self.small = self.at_right, dict(self.places), None
        darkest, covered = below.darkest(below.whitened(small)), below.covered_finely(small)
        seen = _Small(factor, below, darkest, covered, below.white_level(darkest), True, False)
        stands_out, tried = below.stands_out, {}
        contrast = None if stands_out else (covered | cv2.bitwise_not(seen.white()), factor)  # what is no paper is printed
        for outlines, is_last in self._attempts(seen, small, picture, tried):
            if self._knows(outlines, picture, contrast, held, by_waste, is_last):
                self.small = seen if stands_out else None
                self._keep_tops(places, seen)
                return self._seen(picture, seen, outlines, at_right)
        for attempt in (one for one in _KINDS_AND_WAYS if one in tried):  # cards above each other may touch
            (seen.by_white, seen.shaded, _), outlines = attempt, tried[attempt]
            if contrast is not None and not _are_covered(contrast[0], outlines * factor):
                continue
            parts = _stock_apart(outlines)
            if parts is not None and self._begins(parts, picture) or self._goes_on(outlines, apart=True):
                return self._seen(picture, seen, outlines, at_right)
        return notes.NO_LAYOUT if stands_out else notes.NO_CONTRAST

    def _attempts(self, seen: _Small, small: np.ndarray, picture: np.ndarray, tried: dict) -> Iterator[tuple[np.ndarray, bool]]:
        """Yields the outlines of each method, with False; then, with True, those again that the known plane does not fit. `tried` receives the last outlines of each method."""
        refused, put_off, is_enough = set(), [], _is_a_deal if self.homography is None else lambda mask, outlines: False
        for attempt in _ATTEMPTS:
            seen.by_white, seen.shaded, seen.way = attempt
            if not seen.has_another_mask(small):
                continue
            for outlines in seen.outlines(small, is_enough):
                if (key := outlines.tobytes()) in refused:
                    continue
                refused.add(key)
                yield outlines, False
                put_off += [] if self._fits(outlines, picture) else [(attempt, outlines)]
            tried[attempt] = outlines
        for attempt, outlines in put_off:
            seen.by_white, seen.shaded, seen.way = attempt
            yield outlines, True

    def _fits(self, outlines: np.ndarray, picture: np.ndarray) -> bool:
        """False if a plane fitted to these cards deviates less than the known one by a factor of `_AS_WELL`; true for fewer than `_ENOUGH` cards."""
        if self.homography is None or len(outlines) < _ENOUGH:
            return True
        fitted = plane.fitted(outlines, picture.shape[1::-1], self.card)
        return plane.misfit(outlines, self.homography, self.card) <= _AS_WELL * plane.misfit(outlines, fitted, self.card)

    def _seen(self, picture: np.ndarray, seen: _Small, outlines: np.ndarray, at_right: bool) -> View:
        seen.blobs = _blobs(outlines, self.homography, self.card)
        self._follow_first(seen)
        paper = seen.paper()
        seen.forget_masks()
        return self._view(picture, seen.below, seen.blobs, paper, self.at_right != at_right)

    def look_again(self, picture: np.ndarray, names: set[str], changed: tuple[slice, slice] | None, before: View) -> View | None:
        """As `look`, of a picture in which only these places differ from the one `before`, which is used up. `changed`: the pixels in which
        something did. None if this is not enough."""
        seen = self.small
        if seen is None or changed is not None and not self._moved(picture, seen, changed):
            return None
        return self._view_again(names, picture, seen.below, seen.blobs, seen.paper(), before)

    def _moved(self, picture: np.ndarray, seen: _Small, changed: tuple[slice, slice]) -> bool:
        """Looks for cards once more where something changed; False if the places are not to be known by them."""
        small = smaller(picture)
        y0, x0 = (max(0, int(one.start * seen.factor) - _CHANGED) for one in changed)
        y1, x1 = (int(one.stop * seen.factor) + _CHANGED for one in changed)
        top, left = max(0, y0 - _CHANGED), max(0, x0 - _CHANGED)
        part = np.ascontiguousarray(small[top : y1 + _CHANGED, left : x1 + _CHANGED])
        for kept, new in ((seen.darkest, seen.below.darkest(seen.below.whitened(part))), (seen.covered, seen.below.covered_finely(part))):
            kept[y0:y1, x0:x1] = new[y0 - top : y1 - top, x0 - left : x1 - left]
        seen.forget_masks()
        places = dict(self.places)
        for outlines in seen.outlines(small, lambda mask, outlines: True):
            if self._goes_on(outlines):
                self._keep_tops(places, seen)
                seen.blobs = _blobs(outlines, self.homography, self.card)
                return True
        return False

    def _knows(self, outlines: np.ndarray, picture: np.ndarray, contrast: tuple[np.ndarray, float] | None, held: bool = False, by_waste: bool = False, is_last: bool = True) -> bool:
        """True if the picture shows the pattern, or cards on known places; if their plane seems to be another one, these count only if `is_last`. `contrast`: what is no paper taken for ground in a small picture, and its scale, of
        a ground from which cards hardly stand out. `held`, `by_waste`: as of `look`."""
        before = self.homography, dict(self.places), self.at_right, self.used, self.heads
        begins = self._begins(outlines, picture, by_waste)
        if begins and held and self.at_right != before[2]:
            self.homography, self.places, self.at_right, self.used, self.heads = before
            begins = self.began = False
        if not begins and not ((is_last or self._fits(outlines, picture)) and self._goes_on(outlines)):
            return False
        if contrast is None or _are_covered(contrast[0], outlines * contrast[1]):
            return True
        self.homography, self.places, self.at_right, self.used, self.heads = before
        self.began = False
        return False

    # ---- Places --------------------------------------------------------------------------------

    def _begins(self, outlines: np.ndarray, picture: np.ndarray, by_waste: bool = False) -> bool:
        """True if the picture shows the pattern: the plane and the places are taken from it."""
        self.began = False
        if len(outlines) < layout.COLUMNS + 1:
            return False
        homography = self._plane(outlines, picture)
        seen = _pattern(_blobs(outlines, homography, self.card), self.at_right, by_waste)
        if seen is None:
            return False
        across = layout.WIDTH / 2 - float(np.mean([blob.x for blob in seen.columns]))
        down = layout.COLUMN_TOP - float(np.mean([blob.top for blob in seen.columns]))
        self.homography = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]]) @ homography
        blobs = _blobs(outlines, self.homography, self.card)
        self._take(_pattern(blobs, seen.at_right, by_waste))
        self._follow(blobs)
        self.began = True
        return True

    def _plane(self, outlines: np.ndarray, picture: np.ndarray) -> np.ndarray:
        """That of these cards. The known one is kept if they fit it as well: outlines of cards that touch, or in a shadow, are inexact."""
        fitted = plane.fitted(outlines, picture.shape[1::-1], self.card)
        if self.homography is None or plane.misfit(outlines, self.homography, self.card) > _AS_WELL * plane.misfit(outlines, fitted, self.card):
            return fitted
        return self.homography

    def _take(self, seen: Pattern) -> None:
        """Columns and stock as they lie; the other places, if they were never seen, above the columns."""
        before = self.places if seen.at_right == self.at_right else {}
        self.used = (self.used if before else frozenset()) | {*COLUMN_NAMES, layout.STOCK.name}
        self.places = {name: (blob.x, blob.top) for name, blob in zip(COLUMN_NAMES, seen.columns)}
        self.heads = {name: blob.top for name, blob in zip(COLUMN_NAMES, seen.columns)}
        self.at_right = seen.at_right
        level = seen.stock.bottom - self.card[1] / 2
        self.places["stock"] = seen.stock.x, level
        for place, column in zip((layout.DRAW_PILE, *layout.FOUNDATIONS), _ABOVE[seen.at_right]):
            x = seen.columns[column].x
            y = level + seen.slope * (x - seen.stock.x)
            if before:  # as far from its column and the stock as it was
                x += before[place.name][0] - before[COLUMN_NAMES[column]][0]
                y = level + before[place.name][1] - before["stock"][1]
            self.places[place.name] = x, y

    def _goes_on(self, outlines: np.ndarray, apart: bool = False) -> bool:
        """True if the camera stands as before: all cards lie on known places. Hands and cards that touch are nothing known.
        `apart`: a card above a column may touch it."""
        if self.homography is None:
            return False
        seen = _blobs(outlines, self.homography, self.card)
        wide = [blob for blob in seen if -_WIDE < blob.width < PILE_WIDE and blob.bottom - blob.top > self.card[1] - _LOW]
        blobs = [part for blob in wide for part in self._apart(blob)] if apart else wide
        before = dict(self.places), self.used
        matched = self._follow(blobs)
        if matched >= _KNOWN_AGAIN and matched == len(blobs):
            return True
        self.places, self.used = before
        return False

    def _follow_first(self, seen: _Small) -> None:
        """A shadow may end on a single card: what is white of it is too low, or as wide as no card where none was seen yet. Only its colour says where
        such a card lies, and if that does not, its lower edge where none was seen yet."""
        names = {name for name in self.places if name not in COLUMN_NAMES}
        unused = {name: at for name, at in self.places.items() if name not in self.used}
        low = [(name, blob) for blob in seen.blobs if self._is_low(blob) and (name := self._with_part(blob, names)) is not None]
        if not low and not any(not -_WIDE < blob.width < PILE_WIDE and self._is_near(blob, unused) for blob in seen.blobs):
            return
        sought = dict(unused) | {name: self.places[name] for name, _ in low}
        blobs = _blobs(_outlines(without_print(seen.covered, False), _WAYS[0][1]) / seen.factor, self.homography, self.card)
        self._follow([blob for blob in blobs if self._is_near(blob, sought)])
        for name, blob in low:
            if name not in self.used and self._is_near(blob, {name: self.places[name]}):
                self.places[name] = blob.x, self._height(name, blob)
                self.used = self.used | {name}

    def _is_low(self, blob: Blob) -> bool:
        """True if something as wide as a card is lower than one."""
        return -_WIDE < blob.width < PILE_WIDE and blob.bottom - blob.top < self.card[1] - _LOW

    def _with_part(self, blob: Blob, names: set[str]) -> str | None:
        """Which of these places of single cards has a card of which a part is seen, the upper one or the lower one."""
        for part in (blob, Blob(blob.x, blob.top, blob.top + self.card[1], blob.width)):
            near, away = self._nearest(part)
            if near in names and away < (_NEAR if near in self.used else _NEAR_AT_FIRST):
                return near
        return None

    def _is_near(self, blob: Blob, places: dict[str, tuple[float, float]]) -> bool:
        """True if one of these places is nearer than all others, and near enough for its first card."""
        nearest, away = self._nearest(blob)
        return nearest in places and away < _NEAR_AT_FIRST

    def _keep_tops(self, before: dict[str, tuple[float, float]], seen: _Small) -> None:
        """Where a shadow hides a column's upper part from what is sought by its white, or its front card is seen as a thing of its own, the column lies
        where it lay `before` or in the deal: something covers the ground there."""
        to_small = np.diag([seen.factor, seen.factor, 1.0]) @ np.linalg.inv(self.homography)
        for name in COLUMN_NAMES:
            x, top = self.places[name]
            known = min(self.heads.get(name, top), top if self.began else before[name][1])
            if top - known <= _LOW:
                continue
            corners = np.array([(x - _INSIDE, known), (x + _INSIDE, known), (x + _INSIDE, top), (x - _INSIDE, top)])
            strip = np.zeros_like(seen.covered)
            cv2.fillConvexPoly(strip, plane.mapped(corners, to_small).round().astype(np.int32), 1)
            if cv2.mean(seen.covered, strip)[0] > 255 * _MOSTLY:
                self.places[name] = x, known

    def _apart(self, blob: Blob) -> list[Blob]:
        """A card above a column that touches it, and the column; else what it was."""
        for name, (x, y) in self.places.items():
            top = y - self.card[1] / 2
            if name in COLUMN_NAMES or np.hypot(blob.x - x, blob.top - top) >= _NEAR:
                continue
            for column in COLUMN_NAMES:
                across, edge = self.places[column]
                if abs(blob.x - across) < _NEAR and blob.bottom - edge > self.card[1] - 2 * _LOW:
                    edge = min(edge, blob.bottom - self.card[1])
                    return [Blob(x, top, top + self.card[1], 0.0), Blob(blob.x, edge, blob.bottom, blob.width)]
        return [blob]

    def _height(self, name: str, blob: Blob) -> float:
        """Where a place would lie with this card on it: columns by their upper edge, single cards by their middle."""
        return blob.top if name in COLUMN_NAMES else blob.bottom - self.card[1] / 2

    def _nearest(self, blob: Blob) -> tuple[str, float]:
        """The place that is nearest, and how far away it is in millimetres. A column may begin where it did first, whatever was seen of it since."""
        away = {}
        for name, (x, y) in self.places.items():
            down = abs(self._height(name, blob) - y)
            if name in COLUMN_NAMES:
                down = min(0.0 if down < _BACKS else down, abs(blob.top - self.heads.get(name, y)))
            away[name] = float(np.hypot(blob.x - x, down))
        nearest = min(away, key=away.get)
        return nearest, away[nearest]

    def _follow(self, blobs: list[Blob]) -> int:
        """Places where a card lies are where it lies now. Returns how many blobs lie on places."""
        moved = {}
        for blob in blobs:
            if not -_WIDE < blob.width < PILE_WIDE:
                continue
            near, away = self._nearest(blob)
            single = near in COLUMN_NAMES or not self._is_low(blob) and blob.bottom - blob.top < self.card[1] + 12
            if away < (_NEAR if near in self.used else _NEAR_AT_FIRST) and single and near not in moved:
                moved[near] = blob.x, self._height(near, blob)
        self.places.update(moved)
        self.used = self.used | moved.keys()
        return len(moved)
