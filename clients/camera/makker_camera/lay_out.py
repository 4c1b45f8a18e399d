"""A table without a mat as if it lay on one: each place is seen from straight above and copied to where the mat has it.

`free_table` finds the places. Only what belongs to a place is mapped, and after a change only the places that changed.
"""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from . import ground, layout, plane
from .finder import RECTIFIED, SIZE, Found

_GAP_LIKE = 4  # times as high as wide is a gap between two cards
_UPRIGHT = 5  # pixels of the small picture, upright, that belong to gaps rather than to backs that look out
_AROUND = 100.0  # millimetres around the mat's place that are looked at
_LONG = 140.0  # millimetres below it that a column may reach
PILE_WIDE = 14.0  # millimetres by which a pile may be wider than a card
_MOSTLY_WHITE = 0.3  # of a card's area that shows paper where a card lies
_HARDLY_WHITE, _HALF_COVERED = 0.04, 0.5  # and where none does: that share of a card's area, and of the place is covered by a pattern
_BARE = 0.5  # share of what decides otherwise, of which a small picture may show so much
_PATTERN_PIECE = 0.2  # of a card's area: white pieces of a pattern are smaller
_CARD_PIECE = 0.5  # of a card's area: so large a piece of what is not ground may be a card
_SHADED_PIECE = 0.05  # of a card's area: less paper in a shadow makes no difference
_PRINT = 4.0  # millimetres: what is printed on a back in a colour of the ground is finer
_BACK_PIECE = (0.75, 1.3)  # of a card's area: so large is the white of a back with what is printed between it,
_BACK_FILLS = 0.85  # and so much of a rectangle around it that is
_PAPER_PIECE = 0.05  # of a card's area: smaller pieces of white do not say how far a card goes
_HALF = 35.0  # half width of a place
_BELOW, _SAME = 20.0, 1.0  # millimetres below a column that are looked at; and within which a thing lies where a place is
_MARGIN = 8  # pixels around a part that its masks depend on
COLUMN_NAMES = [f"column {column + 1}" for column in range(layout.COLUMNS)]


@dataclass(frozen=True)
class Blob:
    """Something that lies on the ground, in millimetres: the middle of its front card, its upper and its lower edge, and how much wider than a card it is."""

    x: float
    top: float
    bottom: float
    width: float


@dataclass(frozen=True)
class Paper:
    """What is white in a small picture in which cards were found by their white."""

    level: np.ndarray  # how bright it is near each pixel
    shaded: bool  # less bright paper is accepted where something covers the ground
    white: np.ndarray  # 255 where it is
    covered: np.ndarray  # 255 where something covers the ground


@dataclass(frozen=True)
class View:
    """A table as if it lay on the mat. `offsets`: how far each place is from where the mat has it, in millimetres."""

    found: Found
    picture: np.ndarray  # as the camera sees it
    white: np.ndarray  # the table as if the light were white
    mask: np.ndarray  # 255 where something covers the ground
    began: bool = False  # the places were taken from seven columns and a stock in this picture
    moved: bool = False  # the stock, if it is one, lies where none was expected
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)
    shaded: dict[str, list[Callable[[], np.ndarray]]] = field(default_factory=dict)  # other masks of a place, if a shadow ends on its cards

    def in_shadow(self, name: str) -> Iterator["View"]:
        """The same for one place, as if a shadow ended on its cards."""
        (x, y), mask = home_of(name), self.mask.copy()
        left, top = round(RECTIFIED * (x - _HALF)), round(RECTIFIED * (y - 5.4 if name in COLUMN_NAMES else max(0.0, y - 51)))
        for of_shadow in self.shaded.get(name, ()):
            other = of_shadow()
            mask[top : top + other.shape[0], left : left + other.shape[1]] = other
            yield dataclasses.replace(self, mask=mask)

    def as_seen(self, name: str, left: float, right: float, top: float, bottom: float) -> np.ndarray:
        """A part of a place in the light in which it lies; in millimetres of the mat."""
        across, down = self.offsets.get(name, (0.0, 0.0))
        there = np.array([[RECTIFIED, 0, -RECTIFIED * (left + across)], [0, RECTIFIED, -RECTIFIED * (top + down)], [0, 0, 1]]) @ self.found.homography
        return cv2.warpPerspective(self.picture, there, (round(RECTIFIED * (right - left)), round(RECTIFIED * (bottom - top))), flags=cv2.INTER_LINEAR)

    @property
    def lowest(self) -> float:
        """Of what is looked at, in millimetres."""
        return self.mask.shape[0] / RECTIFIED


def home_of(name: str) -> tuple[float, float]:
    """Where the mat has a place: the middle of a single card, the middle of a column's upper edge."""
    if name in COLUMN_NAMES:
        return layout.column_x(COLUMN_NAMES.index(name)), layout.COLUMN_TOP
    place = layout.KLONDIKE.place(name)
    return place.x, place.y


def without_print(mask: np.ndarray, gaps: bool) -> np.ndarray:
    """The mask without what is printed on cards in colours of the ground. `gaps`: narrow upright holes stay."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((_UPRIGHT, 1), np.uint8))
    if not gaps:  # all holes at once: a court card has hundreds
        outer, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return cv2.drawContours(mask, outer, -1, 255, -1)
    contours, above = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour, (_, _, _, parent) in zip(contours, above[0] if contours else []):
        _, _, width, height = cv2.boundingRect(contour)
        if parent >= 0 and height < _GAP_LIKE * width:
            cv2.drawContours(mask, [contour], -1, 255, -1)
    return mask


def _white_cards(white: np.ndarray, card: tuple[float, float]) -> float:
    """How much white there is, in areas of a card."""
    return cv2.countNonZero(white) / (card[0] * card[1] * RECTIFIED**2)


def _largest_piece(mask: np.ndarray, card: tuple[float, float]) -> float:
    """Of a mask, in areas of a card."""
    _, _, pieces, _ = cv2.connectedComponentsWithStats(mask)
    return float(pieces[1:, cv2.CC_STAT_AREA].max(initial=0)) / (card[0] * card[1] * RECTIFIED**2)


def _goes_on(mask: np.ndarray, card: tuple[float, float]) -> bool:
    """True if the largest piece of a place's mask is no card: it is too small, or is cut off above or below it."""
    _, _, pieces, _ = cv2.connectedComponentsWithStats(mask)
    if len(pieces) == 1:
        return False
    largest = 1 + int(pieces[1:, cv2.CC_STAT_AREA].argmax())
    top, high = pieces[largest, cv2.CC_STAT_TOP], pieces[largest, cv2.CC_STAT_HEIGHT]
    return _largest_piece(mask, card) < _PATTERN_PIECE or top == 0 or top + high == len(mask)


def _finely_printed(white: np.ndarray, card: tuple[float, float]) -> np.ndarray | None:
    """The mask of a card whose white is in small pieces everywhere: a back with a fine pattern. None if there is no such card: white specks of
    the ground go on beyond it."""
    kernel = np.ones((round(_PRINT * RECTIFIED),) * 2, np.uint8)
    joined = cv2.morphologyEx(cv2.copyMakeBorder(white, *[len(kernel)] * 4, cv2.BORDER_CONSTANT), cv2.MORPH_CLOSE, kernel)[len(kernel) : -len(kernel), len(kernel) : -len(kernel)]
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=cv2.contourArea, default=None)
    if largest is None or not _BACK_PIECE[0] <= cv2.contourArea(largest) / (card[0] * card[1] * RECTIFIED**2) <= _BACK_PIECE[1]:
        return None
    (_, (width, height), _), filled = cv2.minAreaRect(largest), np.zeros_like(white)
    cv2.drawContours(filled, [largest], -1, 255, -1)
    return filled if cv2.contourArea(largest) >= _BACK_FILLS * width * height else None


def _with_print(white: np.ndarray, covered: np.ndarray, card: tuple[float, float]) -> np.ndarray:
    """The white with what is printed between it: a court card's drawing may reach its edge. Only what is no ground, between white of some size,
    and has white on both sides: beside the front card of a column, something else may lie between it and cards that look out."""
    contours, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [contour for contour in contours if cv2.contourArea(contour) >= _PAPER_PIECE * card[0] * card[1] * RECTIFIED**2]
    if not large:
        return white
    hull, result = cv2.convexHull(np.concatenate(large)), white.copy()
    left, top, width, height = cv2.boundingRect(hull)
    within, around = np.s_[top : top + height, left : left + width], np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(around, hull - (left, top), 255)
    paper = white[within] & around
    upright = cv2.transpose(_between(cv2.transpose(paper)))
    result[within] |= covered[within] & around & (upright | _between(paper))
    return result


def _between(mask: np.ndarray) -> np.ndarray:
    """255 where the mask has something on either side, to the left and to the right, in each row."""
    there, length = mask > 0, mask.shape[1]
    first, last = there.argmax(1), length - 1 - there[:, ::-1].argmax(1)
    last[~there[np.arange(len(there)), first]] = -1
    at = np.arange(length, dtype=np.int32)
    between = at >= first.astype(np.int32)[:, None]
    between &= at <= last.astype(np.int32)[:, None]
    return between.view(np.uint8) * np.uint8(255)


@dataclass(frozen=True)
class _Above:
    """The table from straight above, RECTIFIED pixels per millimetre; what is looked at of it is made when it is looked at."""

    picture: np.ndarray
    below: ground.Ground
    wide: np.ndarray  # the homography from the picture
    extent: tuple[int, int]
    paper: Paper | None  # at a quarter of the size; None: cards were not found by their white

    def is_bare(self, part: tuple[slice, slice], card: tuple[float, float]) -> bool:
        """True if a small picture shows by far too little there for a card: that is seen without a closer look. What the camera does not see is not bare."""
        if self.paper is None:
            return False
        coarse = tuple(slice(one.start // 4, -(-one.stop // 4)) for one in part)
        most = _BARE * card[0] * card[1] * (RECTIFIED / 4) ** 2
        return cv2.countNonZero(self.paper.covered[coarse]) < most * _CARD_PIECE and cv2.countNonZero(self.paper.white[coarse]) < most * _HARDLY_WHITE

    def box(self, parts: list[tuple[slice, slice]]) -> tuple[int, int, int, int]:
        """The pixels around these parts that their masks depend on: top, left, bottom, right."""
        starts, stops = ([[getattr(one, end) for one in part] for part in parts] for end in ("start", "stop"))
        top, left = (int(np.clip(at - _MARGIN, 0, end - 4)) // 4 * 4 for at, end in zip(np.min(starts, axis=0), self.extent[::-1]))
        bottom, right = (min(-(-int(at + _MARGIN) // 4) * 4, end) for at, end in zip(np.max(stops, axis=0), self.extent[::-1]))
        return top, left, max(bottom, top + 4), max(right, left + 4)

    def seen(self, box: tuple[int, int, int, int]) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """What the camera sees there as if the light were white, where something covers the ground, and what is white: in one light, and if a shadow
        ends there. Nothing, if cards were not found by their white."""
        top, left, bottom, right = box
        size = right - left, bottom - top
        there = cv2.warpPerspective(self.picture, np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ self.wide, size, flags=cv2.INTER_LINEAR)
        whitened = self.below.whitened(there)
        if self.paper is None:
            return whitened, self.below.covered(there), []
        covered = self.below.covered_roughly(there)  # where cards end is seen by their white
        level = self.paper.level[top // 4 : -(-bottom // 4), left // 4 : -(-right // 4)]
        level = cv2.resize(level, (4 * level.shape[1], 4 * level.shape[0]), interpolation=cv2.INTER_LINEAR)[: size[1], : size[0]]
        darkest = self.below.darkest(whitened)
        return whitened, covered, [self.below.white(darkest, level, shaded) for shaded in ([] if self.paper.shaded else [None]) + [covered]]


def _copy(source: np.ndarray, at: tuple[slice, slice], target: np.ndarray) -> None:
    """Copies a part, if all of it is there; what is not is covered."""
    cut = source[max(0, at[0].start) : max(0, at[0].stop), max(0, at[1].start) : max(0, at[1].stop)]
    if cut.shape == target.shape:
        target[:] = cut
    else:
        target[:] = 255 if target.ndim == 2 else 0


class LaidOut:
    """The places as they were found last."""

    def __init__(self, card: tuple[float, float]):
        self.card = card
        self.homography: np.ndarray | None = None
        self.places: dict[str, tuple[float, float]] = {}  # as `home_of`, in millimetres of the plane
        self.corner = (0.0, 0.0)  # of the part of the plane that is looked at
        self.began = False  # the places are those of the last picture
        self.shaded: dict[str, list[Callable[[], np.ndarray]]] = {}  # as of View
        self.lowest = layout.HEIGHT  # of what is looked at, in millimetres of the plane

    def _view(self, picture: np.ndarray, below: ground.Ground, blobs: list[Blob], paper: Paper | None, moved: bool) -> View:
        piles = [blob for blob in blobs if blob.width < PILE_WIDE]
        self.lowest = float(np.clip(max(blob.bottom for blob in piles) + 20, layout.HEIGHT, layout.HEIGHT + _LONG))
        self.corner, extent = self._extent()
        white = np.empty((round(RECTIFIED * self.lowest), SIZE[0], 3), np.uint8)
        cv2.rectangle(white, (0, 0), white.shape[1::-1], below.usual.tolist(), -1)
        mask = np.zeros(white.shape[:2], np.uint8)
        offsets = self._laid_out(self.places, self._above(picture, below, extent, paper), piles, (white, mask))
        return View(Found(self.homography, 0), picture, white, mask, self.began, moved, offsets, self.shaded)

    def _view_again(self, names: Iterable[str], picture: np.ndarray, below: ground.Ground, blobs: list[Blob], paper: Paper | None, before: View) -> View:
        """The same after a change of these places only; `before` is used up."""
        piles = [blob for blob in blobs if blob.width < PILE_WIDE]
        lowest = float(np.clip(max(blob.bottom for blob in piles) + 20, layout.HEIGHT, layout.HEIGHT + _LONG))
        parts = before.white.copy(), before.mask
        if lowest > self.lowest:
            self.lowest = lowest
            more = round(RECTIFIED * lowest) - len(before.mask)
            parts = tuple(cv2.copyMakeBorder(one, 0, more, 0, 0, cv2.BORDER_CONSTANT) for one in parts)
        self.corner, extent = self._extent()
        for name in names:
            place = self.at_home(name, self.lowest)
            for one in parts:
                one[place] = 0
        offsets = self._laid_out(names, self._above(picture, below, extent, paper), piles, parts)
        return View(before.found, picture, *parts, False, False, {**before.offsets, **offsets}, self.shaded)

    def _above(self, picture: np.ndarray, below: ground.Ground, extent: tuple[int, int], paper: Paper | None) -> "_Above":
        s = RECTIFIED
        wide = np.array([[s, 0, -s * self.corner[0]], [0, s, -s * self.corner[1]], [0, 0, 1]]) @ self.homography
        return _Above(picture, below, wide, extent, paper and self._coarse(picture, wide, extent, paper))

    def _laid_out(self, names: Iterable[str], above: "_Above", piles: list[Blob], targets) -> dict[str, tuple[float, float]]:
        self.shaded = {}
        return {name: self._lay_out(name, above, self._goes_down_to(name, piles), targets) for name in names}

    @staticmethod
    def _coarse(picture: np.ndarray, wide: np.ndarray, extent: tuple[int, int], paper: Paper) -> Paper:
        """What is known of the small picture, mapped at a quarter of the size."""
        coarse = np.diag([0.25, 0.25, 1.0]) @ wide @ np.diag([picture.shape[1] / paper.level.shape[1], picture.shape[0] / paper.level.shape[0], 1.0])
        size = extent[0] // 4 + 1, extent[1] // 4 + 1
        level, white, covered = (cv2.warpPerspective(one, coarse, size, flags=cv2.INTER_NEAREST, borderValue=255) for one in (paper.level, paper.white, paper.covered))
        return Paper(level, paper.shaded, white, covered)

    def _goes_down_to(self, name: str, blobs: list[Blob]) -> float:
        """How far down a place is looked at: a column where something lies, a little farther than that."""
        x, top = self.places[name]
        ends = [blob.bottom + _BELOW for blob in blobs if name in COLUMN_NAMES and np.hypot(blob.x - x, blob.top - top) < _SAME]
        return min(self.lowest, ends[0]) if ends else self.lowest

    def _lay_out(self, name: str, above: "_Above", lowest: float, targets) -> tuple[float, float]:
        """Copies a place, down to `lowest`, to where the mat has it; returns by how much it was displaced, in millimetres."""
        seen, whole = self._part(name, lowest), self._part(name)
        home, down, across = self._at_home(name, lowest)
        x, y = home_of(name)
        displaced = round(RECTIFIED * (self.places[name][0] - x)) / RECTIFIED, round(RECTIFIED * (self.places[name][1] - y)) / RECTIFIED
        if name != layout.STOCK.name and above.is_bare(seen, self.card):
            for target, colour in zip(targets, (above.below.usual, 0)):
                target[home] = colour
            return displaced
        box = above.box([seen, (slice(home[0].start + down, home[0].stop + down), slice(home[1].start + across, home[1].stop + across))])
        whitened, covered, whites = above.seen(box)
        part = tuple(slice(one.start - start, one.stop - start) for one, start in zip(seen, box))
        area = (whole[0].stop - whole[0].start) * (whole[1].stop - whole[1].start)
        apart = above.below.stands_out or bool(whites) and _goes_on(whites[0][part] & ~covered[part], self.card)
        shown = self._by_white(name, part, area, whites[0], covered, apart) if whites else covered
        self._cover_unseen(name, box, above.wide, above.picture.shape, shown)
        if lowest < self.lowest and cv2.countNonZero(shown[part][-round(_BELOW / 2 * RECTIFIED) :]) > _BELOW * RECTIFIED:
            return self._lay_out(name, above, self.lowest, targets)
        at = np.s_[home[0].start + down - box[0] : home[0].stop + down - box[0], home[1].start + across - box[1] : home[1].stop + across - box[1]]
        for source, target in zip((whitened, shown), targets):
            _copy(source, at, target[home])
        if whites:
            makes_a_difference = len(whites) > 1 and above.below.stands_out and _white_cards(whites[1][part], self.card) - _white_cards(whites[0][part], self.card) > _SHADED_PIECE
            of_shadow = functools.partial(self._in_shadow, name, above, box, part, area, home=home, at=at, mask=targets[1])
            self.shaded[name] = [functools.partial(of_shadow, white, covered) for white in (whites[1:] if makes_a_difference else []) + [None]]
        return displaced

    def _in_shadow(self, name: str, above: "_Above", box, part, area: int, white: np.ndarray | None, covered: np.ndarray, *, home, at, mask: np.ndarray) -> np.ndarray:
        """`white`: None in a shadow so deep that only its colour says where a card is."""
        shown = without_print(covered, False) if white is None else self._by_white(name, part, area, white, covered, True)
        self._cover_unseen(name, box, above.wide, above.picture.shape, shown)
        whole = self.at_home(name, self.lowest)
        result = mask[whole].copy()
        _copy(shown, at, result[home[0].start - whole[0].start : home[0].stop - whole[0].start, home[1].start - whole[1].start : home[1].stop - whole[1].start])
        return result

    def _extent(self) -> tuple[tuple[float, float], tuple[int, int]]:
        """What is looked at around the places: its upper left corner in millimetres, its size in pixels."""
        at = np.array(list(self.places.values()))
        left, top = np.maximum(np.floor(at.min(axis=0) - (_HALF + 6, 60)), -_AROUND)
        right = min(float(at[:, 0].max()) + _HALF + 6, layout.WIDTH + _AROUND)
        bottom = self.lowest + min(_AROUND, max(0.0, float(at[:, 1].max()) - layout.COLUMN_TOP) + 6)
        return (float(left), float(top)), (round(RECTIFIED * (right - left)), round(RECTIFIED * (bottom - top)))

    def _by_white(self, name: str, part, area: int, white: np.ndarray, covered: np.ndarray, stands_out: bool) -> np.ndarray:
        """The mask by which a place is looked at: where a card's white is, that white, whatever the ground beside it shows.
        Where no white is, and much is not covered, there is no face: a hand over a card would hide all of it.
        `part`: where the place is in the masks; `area`: its pixels with those that are not looked at.
        `stands_out`: cards have another colour than the ground, so white that is nowhere other than the ground is the ground's."""
        paper, shown = _white_cards(white[part], self.card), covered.copy()
        if stands_out and (other := _white_cards(white[part] & covered[part], self.card)) < _HARDLY_WHITE:
            back = _finely_printed(white[part], self.card) if name == layout.STOCK.name and paper >= _MOSTLY_WHITE else None
            if back is not None:
                shown[part] = back
                return shown
            paper = other
        if paper >= _MOSTLY_WHITE:
            shown[part] = without_print(_with_print(white[part], covered[part], self.card), False)
        elif name != layout.STOCK.name and cv2.countNonZero(covered[part]) < _HALF_COVERED * area:
            scattered = name not in COLUMN_NAMES and _largest_piece(white[part], self.card) < _PATTERN_PIECE
            # A card in a shadow is not white, but it is one piece.
            if (paper < _HARDLY_WHITE or scattered) and _largest_piece(covered[part], self.card) < _CARD_PIECE:
                shown[part] = 0
        return shown

    def _part(self, name: str, lowest: float | None = None) -> tuple[slice, slice]:
        """The pixels of a place and a little around it, a column's down to `lowest` or the lowest of all."""
        lowest = self.lowest if lowest is None else lowest
        x, y = self.places[name]
        top, bottom = (y, lowest) if name in COLUMN_NAMES else (y - self.card[1] / 2, y + self.card[1] / 2)
        left, right = self._reach(name)
        above, beneath = (7, 2) if name in COLUMN_NAMES else (12, 12)
        y0, y1 = (max(0, round(RECTIFIED * (v - self.corner[1]))) for v in (top - above, bottom + beneath))
        x0, x1 = (max(0, round(RECTIFIED * (v - self.corner[0]))) for v in (x - left, x + right))
        return np.s_[y0:y1, x0:x1]

    def _cover_unseen(self, name: str, box, wide: np.ndarray, shape, covered: np.ndarray) -> None:
        """Parts of a place that the camera does not see are not empty. The margin beside its card does not matter."""
        s = RECTIFIED
        x, y = self.places[name]
        high = self.card[1] / 2
        top, bottom = (y, y + 2 * high) if name in COLUMN_NAMES else (y - high, y + high)
        left, right = (max(0, round(s * (v - self.corner[0]))) for v in (x - self.card[0] / 2 + 1, x + self.card[0] / 2 - 1))
        top, bottom = (max(0, round(s * (v - self.corner[1]))) for v in (top, bottom))
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
        seen = plane.mapped(corners, np.linalg.inv(wide))
        if (seen >= 0).all() and (seen < (shape[1], shape[0])).all():
            return
        part = covered[max(0, top - box[0]) : max(0, bottom - box[0]), max(0, left - box[1]) : max(0, right - box[1])]
        shift = np.array([[1, 0, -max(left, box[1])], [0, 1, -max(top, box[0])], [0, 0, 1]]) @ wide
        shown = cv2.warpPerspective(np.full(shape[:2], 255, np.uint8), shift, part.shape[::-1], flags=cv2.INTER_NEAREST)
        part[shown == 0] = 255

    def _reach(self, name: str) -> tuple[float, float]:
        """How far to the left and right a place goes: not beyond the middle between it and its neighbours."""
        x = self.places[name][0]
        row = [self.places[other][0] for other in self.places if (other in COLUMN_NAMES) == (name in COLUMN_NAMES) and other != name]
        left, right = [x - other for other in row if other < x], [other - x for other in row if other > x]
        return min([_HALF, *(gap / 2 for gap in left)]), min([_HALF, *(gap / 2 for gap in right)])

    def at_home(self, name: str, lowest: float) -> tuple[slice, slice]:
        """The pixels of a laid out picture that a place may have."""
        x, y = home_of(name)
        top, bottom = (y - 5.4, lowest) if name in COLUMN_NAMES else (max(0.0, y - 51), y + 51)
        y0, y1, x0, x1 = (round(RECTIFIED * v) for v in (top, bottom, x - _HALF, x + _HALF))
        return np.s_[y0:y1, x0:x1]

    def _at_home(self, name: str, lowest: float) -> tuple[tuple[slice, slice], int, int]:
        """The pixels of a place where the mat has it, and how far below and to the right of them it is seen."""
        s = RECTIFIED
        home = home_of(name)
        across, down = (round(s * (there - here)) for there, here in zip(self.places[name], home))
        left, right = self._reach(name)
        end = lowest if lowest == self.lowest else min(self.lowest, lowest - down / s)
        top, bottom = (home[1] - 5.4, end) if name in COLUMN_NAMES else (max(0.0, home[1] - 51), home[1] + 51)
        y0, y1, x0, x1 = (round(s * v) for v in (top, bottom, home[0] - left, home[0] + right))
        return np.s_[y0:y1, x0:x1], down - round(s * self.corner[1]), across - round(s * self.corner[0])
