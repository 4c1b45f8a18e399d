"""A table without a mat: finds the places of Klondike from how the cards lie, and keeps them from picture to picture.

The pattern is seven columns side by side, and the stock above the first or the last. What is found is laid out as the mat has it, each place
on its own: so the reader reads a table like any other.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import ground, layout, notes, plane
from .finder import RECTIFIED, SIZE, Found
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
_PRINTED = 15  # pixels of the small picture: what is printed on a back in the colour of the ground is smaller
_GAP_LIKE = 4  # times as high as wide is a gap between two cards
_UPRIGHT = 5  # pixels of the small picture, upright, that belong to gaps rather than to backs that look out
_AROUND = 100.0  # millimetres around the mat's place that are looked at
_LONG = 140.0  # millimetres below it that a column may reach
_UNEVEN = 26.0  # millimetres by which the tops of columns may differ
_PITCH = (58.0, 105.0)  # millimetres from one column to the next
_WIDE = 4.0  # millimetres by which a card may appear narrower than it is
_COLUMN_WIDE = 10.0  # and wider: cards look out beneath it
_LOW = 6.0  # by which it may appear lower; what is still lower is no card, or one that is partly hidden
_PILE_WIDE = 14.0  # and by which a pile may be wider
_STOCK_BESIDE = 32.0  # millimetres that the stock may lie beside its column
_HALF_HIGH = (0.42, 0.58)  # of the height of two cards above each other that touch
_STOCK_ABOVE = 75.0  # millimetres from the stock's lower edge to the columns at most
# The columns above which the waste and the foundations are, with the stock at the left and at the right.
_ABOVE = ((1, 3, 4, 5, 6), (5, 0, 1, 2, 3))
_NEAR = 22.0  # millimetres that a card may lie beside where its place was
_KNOWN_AGAIN = 3  # cards that must lie on known places, and none beside, if the camera has not moved
_MOSTLY_WHITE = 0.3  # of a card's area that shows paper where a card lies
_HARDLY_WHITE, _HALF_COVERED = 0.04, 0.5  # and where none does: that share of a card's area, and of the place is covered by a pattern
_PATTERN_PIECE = 0.2  # of a card's area: white pieces of a pattern are smaller
_CARD_PIECE = 0.5  # of a card's area: so large a piece of what is not ground may be a card
_PAPER_PIECE = 0.05  # of a card's area: smaller pieces of white do not say how far a card goes
_HALF = 35.0  # half width of a place
_COLUMNS = [f"column {column + 1}" for column in range(layout.COLUMNS)]


@dataclass(frozen=True)
class Blob:
    """Something that lies on the ground, in millimetres: the middle of its front card, its upper and its lower edge."""

    x: float
    top: float
    bottom: float
    width: float

    @property
    def is_card_wide(self) -> bool:
        return -_WIDE < self.width < _COLUMN_WIDE


@dataclass(frozen=True)
class View:
    """A table as if it lay on the mat. `offsets`: how far each place is from where the mat has it, in millimetres."""

    found: Found
    rectified: np.ndarray
    mask: np.ndarray  # 255 where something covers the ground
    paper: np.ndarray
    began: bool = False  # the places were taken from seven columns and a stock in this picture
    moved: bool = False  # the stock, if it is one, lies where none was expected
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)


def _home(name: str) -> tuple[float, float]:
    """Where the mat has a place: the middle of a single card, the middle of a column's upper edge."""
    if name in _COLUMNS:
        return layout.column_x(_COLUMNS.index(name)), layout.COLUMN_TOP
    place = layout.KLONDIKE.place(name)
    return place.x, place.y


def _filled(mask: np.ndarray, gaps: bool) -> np.ndarray:
    """The mask without what is printed on cards in colours of the ground. `gaps`: narrow upright holes stay."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((_UPRIGHT, 1), np.uint8))
    contours, above = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour, (_, _, _, parent) in zip(contours, above[0] if contours else []):
        _, _, width, height = cv2.boundingRect(contour)
        if parent >= 0 and not (gaps and height >= _GAP_LIKE * width):
            cv2.drawContours(mask, [contour], -1, 255, -1)
    return mask


def _fills(blob: np.ndarray, points: np.ndarray) -> bool:
    """True if a blob has the form of its outline: cards have, a flower or a cup has not."""
    drawn = np.zeros_like(blob)
    cv2.fillConvexPoly(drawn, points[:4].round().astype(np.int32), 1)
    return np.count_nonzero(drawn & blob) >= _ALIKE * np.count_nonzero(drawn | blob)


def _outlines(filled: np.ndarray, touch: int) -> np.ndarray:
    """The outlines of all blobs of a small mask, in its pixels; what touches at less than `touch` pixels is taken apart."""
    kernel = np.ones((touch, touch), np.uint8)
    eroded = cv2.erode(filled, kernel, borderValue=0)
    contours, _ = cv2.findContours(eroded, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found, around = [], touch // 2
    for contour in contours:
        if cv2.contourArea(contour) < _LEAST * filled.size:
            continue
        left, top, width, height = cv2.boundingRect(contour)
        blob = np.zeros((height + 2 * around, width + 2 * around), np.uint8)
        cv2.drawContours(blob, [contour], -1, 1, -1, offset=(around - left, around - top))
        whole = cv2.dilate(blob, kernel)
        points = plane.outline(whole)
        if points is not None and _fills(whole, points):
            found.append(points + (left - around, top - around))
    return np.array(found).reshape(-1, 6, 2)


def _white_cards(white: np.ndarray, card: tuple[float, float]) -> float:
    """How much white there is, in areas of a card."""
    return cv2.countNonZero(white) / (card[0] * card[1] * RECTIFIED**2)


def _largest_piece(mask: np.ndarray, card: tuple[float, float]) -> float:
    """Of a mask, in areas of a card."""
    _, _, pieces, _ = cv2.connectedComponentsWithStats(mask)
    return float(pieces[1:, cv2.CC_STAT_AREA].max(initial=0)) / (card[0] * card[1] * RECTIFIED**2)


def _with_print(white: np.ndarray, covered: np.ndarray, card: tuple[float, float]) -> np.ndarray:
    """The white with what is printed between it: a court card's drawing may reach its edge. Only what is no ground, between white of some size."""
    contours, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [contour for contour in contours if cv2.contourArea(contour) >= _PAPER_PIECE * card[0] * card[1] * RECTIFIED**2]
    around = np.zeros_like(white)
    if large:
        cv2.fillConvexPoly(around, cv2.convexHull(np.concatenate(large)), 255)
    return white | covered & around


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


def _other_things(covered: np.ndarray, white: np.ndarray) -> np.ndarray:
    """The outlines of all that is not ground, then those of what lies beside the white cards, with what is printed on it in colours of the ground."""
    rest = covered.copy()
    for points in white:
        cv2.fillConvexPoly(rest, points[:4].round().astype(np.int32), 0)
    joined = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((_PRINTED, _PRINTED), np.uint8))
    return np.concatenate([_outlines(_filled(mask, False), _WAYS[0][1]) for mask in (covered, joined)])


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
    best = (-np.inf, 0, 0)
    for leaning in _LEANING:
        for middle in np.arange(x - reach, x + reach + 1):
            xs = np.round(middle + (rows - height / 2) * leaning).astype(int).clip(_BESIDE, width - 1 - _BESIDE)
            on = inside[rows, xs - _BESIDE] & inside[rows, xs + _BESIDE]
            if np.count_nonzero(on) < 0.4 * height:
                continue
            beside = np.minimum(light[rows, xs - _BESIDE], light[rows, xs + _BESIDE])[on]
            darker = float(np.mean((beside - light[rows, xs][on]).clip(-20, 40)))
            best = max(best, (darker, int(xs[0]), int(xs[-1])))
    return best[1:]


def _cut(filled: np.ndarray, small: np.ndarray) -> np.ndarray:
    """The mask with neighbours taken apart that touch along an edge: what is as wide as several cards, along its darkest lines."""
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    boxes = [cv2.boundingRect(contour) for contour in contours if cv2.contourArea(contour) >= _LEAST * filled.size]
    single = [width for _, _, width, height in boxes if _CARD_LIKE[0] * width <= height <= _CARD_LIKE[1] * width]
    if not single:
        return filled
    typical, cut = float(np.median(single)), filled.copy()
    light = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
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


def _pattern(blobs: list[Blob], at_right: bool) -> Pattern | None:
    """Seven columns and the stock; None if there is no such pattern, or more than one. `at_right`: where the stock is if either may be it."""
    cards = [blob for blob in blobs if blob.is_card_wide]
    seen = []
    for first in cards:
        row = sorted((blob for blob in cards if 0 <= blob.top - first.top <= _UNEVEN), key=lambda blob: blob.x)
        if len(row) != layout.COLUMNS or not all(_PITCH[0] <= b.x - a.x <= _PITCH[1] for a, b in zip(row, row[1:])):
            continue
        piles = [blob for blob in blobs if -_WIDE < blob.width < _PILE_WIDE and first.top - _STOCK_ABOVE < blob.bottom < first.top + 4]
        for side in (at_right, not at_right):
            above = [blob for blob in piles if abs(blob.x - row[-1 if side else 0].x) < _STOCK_BESIDE]
            if len(above) == 1:
                seen.append(Pattern(row, above[0], side))
                break
    return seen[0] if len(seen) == 1 else None


class FreeTable:
    """Keeps what was found from one picture to the next: the camera stands still, the places stay."""

    def __init__(self, card: tuple[float, float]):
        self.card = card
        self.homography: np.ndarray | None = None
        self.places: dict[str, tuple[float, float]] = {}  # as `_home`, in millimetres of the plane
        self.corner = (0.0, 0.0)  # of the part of the plane that is looked at
        self.at_right = False  # the stock is above the last column
        self.began = False  # the places are those of the last picture
        self.lowest = layout.HEIGHT  # of what is looked at, in millimetres of the plane

    def look(self, picture: np.ndarray) -> View | Note:
        """The table, or why it cannot be made out."""
        factor = _SMALL / picture.shape[1]
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        below = ground.learnt(small)
        at_right = self.at_right
        level, covered = below.white_level(small), below.covered_finely(small)
        others = _other_things(covered, _outlines(_filled(below.white(small, level), False), _WAYS[0][1]))
        stands_out, tried = below.stands_out(), []
        for by_white, shaded in ((True, False), (True, True), (False, False)):
            mask = below.white(small, level, covered if shaded else None) if by_white else covered
            for gaps, touch, cuts in _WAYS:
                filled = _filled(mask, gaps)
                outlines = _outlines(_cut(filled, small) if cuts else filled, touch)
                tried.append(((_with_backs(outlines, others) if by_white else outlines) / factor, (level, shaded) if by_white else None))
                if self._knows(tried[-1][0], picture, None if stands_out else (covered, factor)):
                    return self._view(picture, below, *tried[-1], self.at_right != at_right)
        for outlines, seen in tried:  # cards above each other may touch
            if not stands_out and not _are_covered(covered, outlines * factor):
                continue
            parts = _stock_apart(outlines)
            if parts is not None and self._begins(parts, picture) or self._goes_on(outlines, apart=True):
                return self._view(picture, below, outlines, seen, self.at_right != at_right)
        return notes.NO_LAYOUT if stands_out else notes.NO_CONTRAST

    def _knows(self, outlines: np.ndarray, picture: np.ndarray, contrast: tuple[np.ndarray, float] | None) -> bool:
        """True if the picture shows the pattern, or cards on known places. `contrast`: what is not ground in a small picture, and its scale, of
        a ground from which cards hardly stand out."""
        before = self.homography, dict(self.places), self.at_right
        if not self._begins(outlines, picture) and not self._goes_on(outlines):
            return False
        if contrast is None or _are_covered(contrast[0], outlines * contrast[1]):
            return True
        self.homography, self.places, self.at_right = before
        self.began = False
        return False

    # ---- Places --------------------------------------------------------------------------------

    def _begins(self, outlines: np.ndarray, picture: np.ndarray) -> bool:
        """True if the picture shows the pattern: the plane and the places are taken from it."""
        self.began = False
        if len(outlines) < layout.COLUMNS + 1:
            return False
        homography = plane.fitted(outlines, picture.shape[1::-1], self.card)
        seen = _pattern(_blobs(outlines, homography, self.card), self.at_right)
        if seen is None:
            return False
        across = layout.WIDTH / 2 - float(np.mean([blob.x for blob in seen.columns]))
        down = layout.COLUMN_TOP - float(np.mean([blob.top for blob in seen.columns]))
        self.homography = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]]) @ homography
        blobs = _blobs(outlines, self.homography, self.card)
        self._take(_pattern(blobs, seen.at_right))
        self._follow(blobs)
        self.began = True
        return True

    def _take(self, seen: Pattern) -> None:
        """Columns and stock as they lie; the other places, if they were never seen, above the columns."""
        before = self.places if seen.at_right == self.at_right else {}
        self.places = {name: (blob.x, blob.top) for name, blob in zip(_COLUMNS, seen.columns)}
        self.at_right = seen.at_right
        level = seen.stock.bottom - self.card[1] / 2
        self.places["stock"] = seen.stock.x, level
        for place, column in zip((layout.DRAW_PILE, *layout.FOUNDATIONS), _ABOVE[seen.at_right]):
            x, y = seen.columns[column].x, level
            if before:  # as far from its column and the stock as it was
                x += before[place.name][0] - before[_COLUMNS[column]][0]
                y += before[place.name][1] - before["stock"][1]
            self.places[place.name] = x, y

    def _goes_on(self, outlines: np.ndarray, apart: bool = False) -> bool:
        """True if the camera stands as before: all cards lie on known places. Hands and cards that touch are nothing known.
        `apart`: a card above a column may touch it."""
        if self.homography is None:
            return False
        seen = _blobs(outlines, self.homography, self.card)
        wide = [blob for blob in seen if -_WIDE < blob.width < _PILE_WIDE and blob.bottom - blob.top > self.card[1] - _LOW]
        blobs = [part for blob in wide for part in self._apart(blob)] if apart else wide
        before = dict(self.places)
        matched = self._follow(blobs)
        if matched >= _KNOWN_AGAIN and matched == len(blobs):
            return True
        self.places = before
        return False

    def _apart(self, blob: Blob) -> list[Blob]:
        """A card above a column that touches it, and the column; else what it was."""
        for name, (x, y) in self.places.items():
            top = y - self.card[1] / 2
            if name in _COLUMNS or np.hypot(blob.x - x, blob.top - top) >= _NEAR:
                continue
            for column in _COLUMNS:
                across, edge = self.places[column]
                if abs(blob.x - across) < _NEAR and blob.bottom - edge > self.card[1] - 2 * _LOW:
                    edge = min(edge, blob.bottom - self.card[1])
                    return [Blob(x, top, top + self.card[1], 0.0), Blob(blob.x, edge, blob.bottom, blob.width)]
        return [blob]

    def _follow(self, blobs: list[Blob]) -> int:
        """Places where a card lies are where it lies now. Returns how many blobs lie on places."""
        moved = {}
        for blob in blobs:
            if not -_WIDE < blob.width < _PILE_WIDE:
                continue
            seen = {name: (blob.x, blob.top if name in _COLUMNS else blob.bottom - self.card[1] / 2) for name in self.places}
            near = min(self.places, key=lambda name: np.hypot(*np.subtract(seen[name], self.places[name])))
            single = near in _COLUMNS or blob.bottom - blob.top < self.card[1] + 12
            if np.hypot(*np.subtract(seen[near], self.places[near])) < _NEAR and single and near not in moved:
                moved[near] = seen[near]
        self.places.update(moved)
        return len(moved)

    # ---- Laying out ----------------------------------------------------------------------------

    def _view(self, picture: np.ndarray, below: ground.Ground, outlines: np.ndarray, by_white: tuple[np.ndarray, bool] | None, moved: bool) -> View:
        """`by_white`: the level of white of a small picture, and whether it is in a shadow, if the cards were found by their white."""
        s = RECTIFIED
        longest = max(blob.bottom for blob in _blobs(outlines, self.homography, self.card) if blob.width < _PILE_WIDE)
        self.lowest = float(np.clip(longest + 20, layout.HEIGHT, layout.HEIGHT + _LONG))
        self.corner, extent = self._extent()
        wide = np.array([[s, 0, -s * self.corner[0]], [0, s, -s * self.corner[1]], [0, 0, 1]]) @ self.homography
        whole = cv2.warpPerspective(picture, wide, extent, flags=cv2.INTER_LINEAR)
        covered, white = below.covered(whole), None
        if by_white is not None:
            level, shaded = by_white
            # What changes slowly is mapped at a quarter of the size.
            coarse = np.diag([0.25, 0.25, 1.0]) @ wide @ np.diag([picture.shape[1] / level.shape[1], picture.shape[0] / level.shape[0], 1.0])
            level = cv2.warpPerspective(level, coarse, (extent[0] // 4, extent[1] // 4), flags=cv2.INTER_LINEAR, borderValue=255)
            white = below.white(whole, cv2.resize(level, extent, interpolation=cv2.INTER_LINEAR), covered if shaded else None)
        rectified = np.full((round(s * self.lowest), SIZE[0], 3), below.colours[0].clip(0, 255).astype(np.uint8), np.uint8)
        mask = np.zeros(rectified.shape[:2], np.uint8)
        offsets = {}
        for name in self.places:
            shown = covered.copy() if white is None else self._by_white(name, white, covered, below.stands_out())
            self._cover_unseen(name, wide, picture.shape, shown)
            offsets[name] = self._copy(name, (whole, shown), (rectified, mask))
        return View(Found(self.homography, 0), rectified, mask, below.paper, self.began, moved, offsets)

    def _extent(self) -> tuple[tuple[float, float], tuple[int, int]]:
        """What is looked at around the places: its upper left corner in millimetres, its size in pixels."""
        at = np.array(list(self.places.values()))
        left, top = np.maximum(np.floor(at.min(axis=0) - (_HALF + 6, 60)), -_AROUND)
        right = min(float(at[:, 0].max()) + _HALF + 6, layout.WIDTH + _AROUND)
        bottom = self.lowest + min(_AROUND, max(0.0, float(at[:, 1].max()) - layout.COLUMN_TOP) + 6)
        return (float(left), float(top)), (round(RECTIFIED * (right - left)), round(RECTIFIED * (bottom - top)))

    def _by_white(self, name: str, white: np.ndarray, covered: np.ndarray, stands_out: bool) -> np.ndarray:
        """The mask by which a place is looked at: where a card's white is, that white, whatever the ground beside it shows.
        Where no white is, and much is not covered, there is no face: a hand over a card would hide all of it.
        `stands_out`: cards have another colour than the ground, so white that is nowhere other than the ground is the ground's."""
        part = self._part(name)
        paper, shown = _white_cards(white[part], self.card), covered.copy()
        if stands_out:
            other = _white_cards(white[part] & covered[part], self.card)
            paper = other if other < _HARDLY_WHITE else paper
        if paper >= _MOSTLY_WHITE:
            shown[part] = _filled(_with_print(white[part], covered[part], self.card), False)
        elif name != layout.STOCK.name and cv2.mean(covered[part])[0] < 255 * _HALF_COVERED:
            scattered = name not in _COLUMNS and _largest_piece(white[part], self.card) < _PATTERN_PIECE
            # A card in a shadow is not white, but it is one piece.
            if (paper < _HARDLY_WHITE or scattered) and _largest_piece(covered[part], self.card) < _CARD_PIECE:
                shown[part] = 0
        return shown

    def _part(self, name: str) -> tuple[slice, slice]:
        """The pixels of a place and a little around it."""
        x, y = self.places[name]
        top, bottom = (y, self.lowest) if name in _COLUMNS else (y - self.card[1] / 2, y + self.card[1] / 2)
        left, right = self._reach(name)
        y0, y1 = (max(0, round(RECTIFIED * (v - self.corner[1]))) for v in (top - 12, bottom + 12))
        x0, x1 = (max(0, round(RECTIFIED * (v - self.corner[0]))) for v in (x - left, x + right))
        return np.s_[y0:y1, x0:x1]

    def _cover_unseen(self, name: str, wide: np.ndarray, shape, covered: np.ndarray) -> None:
        """Parts of a place that the camera does not see are not empty. The margin beside its card does not matter."""
        s = RECTIFIED
        x, y = self.places[name]
        high = self.card[1] / 2
        top, bottom = (y, y + 2 * high) if name in _COLUMNS else (y - high, y + high)
        left, right = (max(0, round(s * (v - self.corner[0]))) for v in (x - self.card[0] / 2 + 1, x + self.card[0] / 2 - 1))
        top, bottom = (max(0, round(s * (v - self.corner[1]))) for v in (top, bottom))
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
        seen = plane.mapped(corners, np.linalg.inv(wide))
        if (seen >= 0).all() and (seen < (shape[1], shape[0])).all():
            return
        part = covered[top:bottom, left:right]
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ wide
        shown = cv2.warpPerspective(np.full(shape[:2], 255, np.uint8), shift, part.shape[::-1], flags=cv2.INTER_NEAREST)
        part[shown == 0] = 255

    def _reach(self, name: str) -> tuple[float, float]:
        """How far to the left and right a place goes: not beyond the middle between it and its neighbours."""
        x = self.places[name][0]
        row = [self.places[other][0] for other in self.places if (other in _COLUMNS) == (name in _COLUMNS) and other != name]
        left, right = [x - other for other in row if other < x], [other - x for other in row if other > x]
        return min([_HALF, *(gap / 2 for gap in left)]), min([_HALF, *(gap / 2 for gap in right)])

    def _copy(self, name: str, sources, targets) -> tuple[float, float]:
        """Copies a place to where the mat has it; returns by how much it was displaced, in millimetres."""
        s = RECTIFIED
        home = _home(name)
        across, down = (round(s * (there - here)) for there, here in zip(self.places[name], home))
        left, right = self._reach(name)
        top, bottom = (home[1] - 5.4, self.lowest) if name in _COLUMNS else (max(0.0, home[1] - 51), home[1] + 51)
        y0, y1, x0, x1 = (round(s * v) for v in (top, bottom, home[0] - left, home[0] + right))
        dx, dy = across - round(s * self.corner[0]), down - round(s * self.corner[1])
        for source, target in zip(sources, targets):
            part = source[max(0, y0 + dy) : max(0, y1 + dy), max(0, x0 + dx) : max(0, x1 + dx)]
            if part.shape[:2] == (y1 - y0, x1 - x0):
                target[y0:y1, x0:x1] = part
            else:
                target[y0:y1, x0:x1] = 255 if target.ndim == 2 else 0
        return across / s, down / s
