"""Rectifies a table without a mat: warps each place to a view from straight above and copies it to its position on the mat.

`free_table` finds the places. Only the area of a place is warped, and after a change only the places that have changed.
"""

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from . import ground, layout, plane
from .finder import RECTIFIED, SIZE, Found

_MIN_GAP_ASPECT = 4  # height by width of the gap between two cards
_CLOSING_HEIGHT_PX = 5  # of the small picture: an upright closing of this height fills the lines of visible backs, but not gaps between cards
_MAX_MARGIN_MM = 100.0  # around the mat's area, that may be warped
_MAX_EXTRA_HEIGHT_MM = 140.0  # of the mat, for long columns
MAX_PILE_WIDER_MM = 14.0  # how much wider than a card a pile may be
# Areas of white are in areas of a card.
_MIN_CARD_WHITE = 0.3  # of a place with a card
_MAX_OUTLINE_WIDER_MM = 4.0  # how much wider or narrower than a card the outline of one may appear
_MAX_EMPTY_WHITE, _MAX_EMPTY_COVERED = 0.04, 0.5  # of an empty place: its white, and the share of the place that a pattern of the ground covers in the mask
_BARE_FACTOR = 0.5  # of these thresholds, for the small picture
_MAX_PATTERN_PIECE = 0.2  # a connected component of white in a pattern of the ground is smaller
_MIN_CARD_PIECE = 0.5  # a connected component of covered ground of this area may be a card
_MIN_SHADED_WHITE = 0.05  # with less additional white in a shadow the mask for shadows is not needed
_PRINT_MM = 4.0  # the print of a back in a colour of the ground is finer
_BACK_AREA = (0.75, 1.3)  # of the white of a back after a closing of its print
_MIN_BACK_RECTANGULARITY = 0.85  # share of its minimal rectangle that this area fills
_MIN_PAPER_PIECE = 0.05  # smaller connected components of white do not determine the extent of a card
_HALF_WIDTH_OF_PLACE_MM = 35.0
_MARGIN_BELOW_COLUMN_MM, _SAME_POSITION_MM = 20.0, 1.0  # below a column, that are warped; distance of a blob that lies on a place
_MASK_MARGIN_PX = 8  # around an area, on which its masks depend
COLUMN_NAMES = [f"column {column + 1}" for column in range(layout.COLUMNS)]


@dataclass(frozen=True)
class Blob:
    """A connected component that covers the ground, in millimetres: the x of the middle of its front card, its upper and lower edge, and its width minus that of a card."""

    x: float
    top: float
    bottom: float
    extra_width: float


@dataclass(frozen=True)
class Paper:
    """The mask of white of a small picture in which cards were found by it."""

    level: np.ndarray  # local brightness of paper
    shaded: bool  # the threshold is lower where something covers the ground
    white: np.ndarray  # 255 where there is paper
    covered: np.ndarray  # 255 where something covers the ground


@dataclass(frozen=True)
class View:
    """A rectified table. `offsets`: of each place from its position on the mat, in millimetres."""

    found: Found
    picture: np.ndarray  # of the camera
    white: np.ndarray  # the rectified table after white balance
    mask: np.ndarray  # 255 where something covers the ground
    began: bool = False  # the places are those of a pattern in this picture
    moved: bool = False  # the stock was found at another side than before
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)
    shaded: dict[str, list[Callable[[], np.ndarray]]] = field(default_factory=dict)  # functions for other masks of a place, for cards on which a shadow ends
    ground_like_paper: bool = False  # the mat has the hue of paper, so the mask may miss a card in a shadow

    def in_shadow(self, name: str) -> Iterator["View"]:
        """Views with the other masks of one place, for cards on which a shadow ends."""
        if name not in self.shaded:
            return
        (x, y), mask = home_of(name), self.mask.copy()
        left, top = round(RECTIFIED * (x - _HALF_WIDTH_OF_PLACE_MM)), round(RECTIFIED * (y - 5.4 if name in COLUMN_NAMES else max(0.0, y - 51)))
        for of_shadow in self.shaded[name]:
            other = of_shadow()
            mask[top : top + other.shape[0], left : left + other.shape[1]] = other
            yield dataclasses.replace(self, mask=mask)

    def as_seen(self, name: str, left: float, right: float, top: float, bottom: float) -> np.ndarray:
        """A part of a place without white balance; in millimetres of the mat."""
        across, down = self.offsets.get(name, (0.0, 0.0))
        homography = np.array([[RECTIFIED, 0, -RECTIFIED * (left + across)], [0, RECTIFIED, -RECTIFIED * (top + down)], [0, 0, 1]]) @ self.found.homography
        return cv2.warpPerspective(self.picture, homography, (round(RECTIFIED * (right - left)), round(RECTIFIED * (bottom - top))), flags=cv2.INTER_LINEAR)

    @property
    def lowest(self) -> float:
        """The lower end of the rectified area, in millimetres."""
        return self.mask.shape[0] / RECTIFIED


def home_of(name: str) -> tuple[float, float]:
    """The position of a place on the mat: the middle of a single card, or of a column's upper edge."""
    if name in COLUMN_NAMES:
        return layout.column_x(COLUMN_NAMES.index(name)), layout.COLUMN_TOP
    place = layout.KLONDIKE.place(name)
    return place.x, place.y


def without_print(mask: np.ndarray, gaps: bool) -> np.ndarray:
    """The mask with the print of cards in colours of the ground filled. `gaps`: narrow upright holes are kept."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((_CLOSING_HEIGHT_PX, 1), np.uint8))
    if not gaps:  # fills all holes at once, since a court card has hundreds
        outer, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return cv2.drawContours(mask, outer, -1, 255, -1)
    contours, above = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour, (_, _, _, parent) in zip(contours, above[0] if contours else []):
        _, _, width, height = cv2.boundingRect(contour)
        if parent >= 0 and height < _MIN_GAP_ASPECT * width:
            cv2.drawContours(mask, [contour], -1, 255, -1)
    return mask


def _area_in_cards(white: np.ndarray, card: tuple[float, float]) -> float:
    """The area of a mask, in areas of a card."""
    return cv2.countNonZero(white) / (card[0] * card[1] * RECTIFIED**2)


def _largest_component(mask: np.ndarray, card: tuple[float, float]) -> float:
    """The area of the largest connected component of a mask, in areas of a card."""
    _, _, components, _ = cv2.connectedComponentsWithStats(mask)
    return float(components[1:, cv2.CC_STAT_AREA].max(initial=0)) / (card[0] * card[1] * RECTIFIED**2)


def _continues_beyond_place(mask: np.ndarray, card: tuple[float, float]) -> bool:
    """True if the largest connected component of a place's mask is no card: it is too small, or reaches the upper or lower border."""
    _, _, components, _ = cv2.connectedComponentsWithStats(mask)
    if len(components) == 1:
        return False
    largest = 1 + int(components[1:, cv2.CC_STAT_AREA].argmax())
    top, high = components[largest, cv2.CC_STAT_TOP], components[largest, cv2.CC_STAT_HEIGHT]
    return _largest_component(mask, card) < _MAX_PATTERN_PIECE or top == 0 or top + high == len(mask)


def _outline_of_fine_print(white: np.ndarray, card: tuple[float, float]) -> np.ndarray | None:
    """The mask of a back with a fine pattern, by a closing of its specks of white. None if there is no such back; white specks of
    the ground form a larger area."""
    kernel = np.ones((round(_PRINT_MM * RECTIFIED),) * 2, np.uint8)
    joined = cv2.morphologyEx(cv2.copyMakeBorder(white, *[len(kernel)] * 4, cv2.BORDER_CONSTANT), cv2.MORPH_CLOSE, kernel)[len(kernel) : -len(kernel), len(kernel) : -len(kernel)]
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=cv2.contourArea, default=None)
    if largest is None or not _BACK_AREA[0] <= cv2.contourArea(largest) / (card[0] * card[1] * RECTIFIED**2) <= _BACK_AREA[1]:
        return None
    (_, (width, height), _), filled = cv2.minAreaRect(largest), np.zeros_like(white)
    cv2.drawContours(filled, [largest], -1, 255, -1)
    return filled if cv2.contourArea(largest) >= _MIN_BACK_RECTANGULARITY * width * height else None


def _with_print(white: np.ndarray, covered: np.ndarray, card: tuple[float, float]) -> np.ndarray:
    """The white with print added, because a court card's drawing may reach its edge. A pixel is added if it covers the ground, lies in the convex hull of
    the larger components of white, and between white pixels of its row or column: other things may lie between a front card and visible lower cards."""
    contours, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [contour for contour in contours if cv2.contourArea(contour) >= _MIN_PAPER_PIECE * card[0] * card[1] * RECTIFIED**2]
    if not large:
        return white
    hull, result = cv2.convexHull(np.concatenate(large)), white.copy()
    left, top, width, height = cv2.boundingRect(hull)
    within, around = np.s_[top : top + height, left : left + width], np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(around, hull - (left, top), 255)
    paper = white[within] & around
    upright = cv2.transpose(_filled_between(cv2.transpose(paper)))
    result[within] |= covered[within] & around & (upright | _filled_between(paper))
    return result


def _filled_between(mask: np.ndarray) -> np.ndarray:
    """255 between the first and the last pixel of the mask in each row."""
    is_set, length = mask > 0, mask.shape[1]
    first, last = is_set.argmax(1), length - 1 - is_set[:, ::-1].argmax(1)
    last[~is_set[np.arange(len(is_set)), first]] = -1
    columns = np.arange(length, dtype=np.int32)
    between = columns >= first.astype(np.int32)[:, None]
    between &= columns <= last.astype(np.int32)[:, None]
    return between.view(np.uint8) * np.uint8(255)


@dataclass(frozen=True)
class _TopView:
    """The table from straight above, RECTIFIED pixels per millimetre; its parts are warped on demand."""

    picture: np.ndarray
    surface: ground.Ground
    homography: np.ndarray  # from pixels of the picture
    extent: tuple[int, int]
    paper: Paper | None  # at a quarter of the size; None: cards were not found by the mask of white

    def is_bare(self, part: tuple[slice, slice], card: tuple[float, float]) -> bool:
        """True if the coarse masks show by far too little for a card in this area. Areas outside the picture are not bare."""
        if self.paper is None:
            return False
        coarse = tuple(slice(one.start // 4, -(-one.stop // 4)) for one in part)
        limit = _BARE_FACTOR * card[0] * card[1] * (RECTIFIED / 4) ** 2
        return cv2.countNonZero(self.paper.covered[coarse]) < limit * _MIN_CARD_PIECE and cv2.countNonZero(self.paper.white[coarse]) < limit * _MAX_EMPTY_WHITE

    def box(self, parts: list[tuple[slice, slice]]) -> tuple[int, int, int, int]:
        """The bounding box of these areas with the margin on which their masks depend: top, left, bottom, right."""
        starts, stops = ([[getattr(one, end) for one in part] for part in parts] for end in ("start", "stop"))
        top, left = (int(np.clip(at - _MASK_MARGIN_PX, 0, end - 4)) // 4 * 4 for at, end in zip(np.min(starts, axis=0), self.extent[::-1]))
        bottom, right = (min(-(-int(at + _MASK_MARGIN_PX) // 4) * 4, end) for at, end in zip(np.max(stops, axis=0), self.extent[::-1]))
        return top, left, max(bottom, top + 4), max(right, left + 4)

    def rectify(self, box: tuple[int, int, int, int]) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """Warps a box; returns the picture after white balance, the mask of covered ground, and the masks of white with the usual threshold and with
        that for shadows. There are none of white if cards were not found by it."""
        top, left, bottom, right = box
        size = right - left, bottom - top
        warped = cv2.warpPerspective(self.picture, np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ self.homography, size, flags=cv2.INTER_LINEAR)
        whitened = self.surface.whitened(warped)
        if self.paper is None:
            return whitened, self.surface.covered(warped), []
        covered = self.surface.covered_roughly(warped)  # the edges of cards are those of the mask of white
        level = self.paper.level[top // 4 : -(-bottom // 4), left // 4 : -(-right // 4)]
        level = cv2.resize(level, (4 * level.shape[1], 4 * level.shape[0]), interpolation=cv2.INTER_LINEAR)[: size[1], : size[0]]
        darkest = self.surface.darkest(whitened)
        return whitened, covered, [self.surface.white(darkest, level, shaded) for shaded in ([] if self.paper.shaded else [None]) + [covered]]


def _copy_if_inside(source: np.ndarray, at: tuple[slice, slice], target: np.ndarray) -> None:
    """Copies a part, if it lies in the source as a whole; otherwise the target becomes covered."""
    cut = source[max(0, at[0].start) : max(0, at[0].stop), max(0, at[1].start) : max(0, at[1].stop)]
    if cut.shape == target.shape:
        target[:] = cut
    else:
        target[:] = 255 if target.ndim == 2 else 0


class LaidOut:
    """The places as they were last found, and their rectification."""

    def __init__(self, card: tuple[float, float]):
        self.card = card
        self.homography: np.ndarray | None = None
        self.places: dict[str, tuple[float, float]] = {}  # as `home_of`, in millimetres of the plane
        self.corner = (0.0, 0.0)  # of the rectified part of the plane
        self.began = False  # the places are those of a pattern in the last picture
        self.shaded: dict[str, list[Callable[[], np.ndarray]]] = {}  # as of View
        self.lowest = layout.HEIGHT  # lower end of the rectified part, in millimetres of the plane

    def _view(self, picture: np.ndarray, surface: ground.Ground, blobs: list[Blob], paper: Paper | None, moved: bool) -> View:
        piles = [blob for blob in blobs if blob.extra_width < MAX_PILE_WIDER_MM]
        self.lowest = float(np.clip(max(blob.bottom for blob in piles) + 20, layout.HEIGHT, layout.HEIGHT + _MAX_EXTRA_HEIGHT_MM))
        self.corner, extent = self._area_of_table()
        white = np.empty((round(RECTIFIED * self.lowest), SIZE[0], 3), np.uint8)
        cv2.rectangle(white, (0, 0), white.shape[1::-1], surface.usual.tolist(), -1)
        mask = np.zeros(white.shape[:2], np.uint8)
        offsets = self._copy_places(self.places, self._top_view(picture, surface, extent, paper), piles, (white, mask))
        return View(Found(self.homography, 0), picture, white, mask, self.began, moved, offsets, self.shaded)

    def _view_again(self, names: Iterable[str], picture: np.ndarray, surface: ground.Ground, blobs: list[Blob], paper: Paper | None, before: View) -> View:
        """As `_view`, after a change of these places only. Overwrites `before`."""
        piles = [blob for blob in blobs if blob.extra_width < MAX_PILE_WIDER_MM]
        lowest = float(np.clip(max(blob.bottom for blob in piles) + 20, layout.HEIGHT, layout.HEIGHT + _MAX_EXTRA_HEIGHT_MM))
        parts = before.white.copy(), before.mask
        if lowest > self.lowest:
            self.lowest = lowest
            more = round(RECTIFIED * lowest) - len(before.mask)
            parts = tuple(cv2.copyMakeBorder(one, 0, more, 0, 0, cv2.BORDER_CONSTANT) for one in parts)
        self.corner, extent = self._area_of_table()
        for name in names:
            place = self.at_home(name, self.lowest)
            for one in parts:
                one[place] = 0
        offsets = self._copy_places(names, self._top_view(picture, surface, extent, paper), piles, parts)
        return View(before.found, picture, *parts, False, False, {**before.offsets, **offsets}, self.shaded)

    def _top_view(self, picture: np.ndarray, surface: ground.Ground, extent: tuple[int, int], paper: Paper | None) -> "_TopView":
        s = RECTIFIED
        homography = np.array([[s, 0, -s * self.corner[0]], [0, s, -s * self.corner[1]], [0, 0, 1]]) @ self.homography
        return _TopView(picture, surface, homography, extent, paper and self._warped_paper(picture, homography, extent, paper))

    def _copy_places(self, names: Iterable[str], view: "_TopView", piles: list[Blob], targets) -> dict[str, tuple[float, float]]:
        self.shaded = {}
        return {name: self._copy_place(name, view, self._lower_end(name, piles), self._has_outline(name, piles), targets) for name in names}

    @staticmethod
    def _warped_paper(picture: np.ndarray, homography: np.ndarray, extent: tuple[int, int], paper: Paper) -> Paper:
        """Warps the masks of the small picture to a quarter of the size."""
        coarse = np.diag([0.25, 0.25, 1.0]) @ homography @ np.diag([picture.shape[1] / paper.level.shape[1], picture.shape[0] / paper.level.shape[0], 1.0])
        size = extent[0] // 4 + 1, extent[1] // 4 + 1
        level, white, covered = (cv2.warpPerspective(one, coarse, size, flags=cv2.INTER_NEAREST, borderValue=255) for one in (paper.level, paper.white, paper.covered))
        return Paper(level, paper.shaded, white, covered)

    def _lower_end(self, name: str, blobs: list[Blob]) -> float:
        """The lower end of a place's area: for a column with cards, a little below them."""
        x, top = self.places[name]
        ends = [blob.bottom + _MARGIN_BELOW_COLUMN_MM for blob in blobs if name in COLUMN_NAMES and np.hypot(blob.x - x, blob.top - top) < _SAME_POSITION_MM]
        return min(self.lowest, ends[0]) if ends else self.lowest

    def _has_outline(self, name: str, blobs: list[Blob]) -> bool:
        """True if a white blob of a card's width begins at a place."""
        x, y = self.places[name]
        top = y if name in COLUMN_NAMES else y - self.card[1] / 2
        return any(abs(blob.extra_width) < _MAX_OUTLINE_WIDER_MM and np.hypot(blob.x - x, blob.top - top) < _SAME_POSITION_MM for blob in blobs)

    def _copy_place(self, name: str, view: "_TopView", lowest: float, has_outline: bool, targets) -> tuple[float, float]:
        """Copies a place, down to `lowest`, to its position on the mat; returns its offset in millimetres. `has_outline`: white there is a card's, even if it
        has a colour between paper and the ground, as the ground under glare."""
        area, whole = self._area_of_place(name, lowest), self._area_of_place(name)
        home, down, across = self._home_and_offset(name, lowest)
        x, y = home_of(name)
        displaced = round(RECTIFIED * (self.places[name][0] - x)) / RECTIFIED, round(RECTIFIED * (self.places[name][1] - y)) / RECTIFIED
        if name != layout.STOCK.name and view.is_bare(area, self.card):
            for target, colour in zip(targets, (view.surface.usual, 0)):
                target[home] = colour
            return displaced
        box = view.box([area, (slice(home[0].start + down, home[0].stop + down), slice(home[1].start + across, home[1].stop + across))])
        whitened, covered, whites = view.rectify(box)
        part = tuple(slice(one.start - start, one.stop - start) for one, start in zip(area, box))
        area_pixels = (whole[0].stop - whole[0].start) * (whole[1].stop - whole[1].start)
        differs = not has_outline and (view.surface.stands_out or bool(whites) and _continues_beyond_place(whites[0][part] & ~covered[part], self.card))
        shown = self._mask_of_place(name, part, area_pixels, whites[0], covered, differs) if whites else covered
        self._cover_outside_picture(name, box, view.homography, view.picture.shape, shown)
        if lowest < self.lowest and cv2.countNonZero(shown[part][-round(_MARGIN_BELOW_COLUMN_MM / 2 * RECTIFIED) :]) > _MARGIN_BELOW_COLUMN_MM * RECTIFIED:
            return self._copy_place(name, view, self.lowest, has_outline, targets)
        at = np.s_[home[0].start + down - box[0] : home[0].stop + down - box[0], home[1].start + across - box[1] : home[1].stop + across - box[1]]
        for source, target in zip((whitened, shown), targets):
            _copy_if_inside(source, at, target[home])
        if whites:
            makes_a_difference = len(whites) > 1 and view.surface.stands_out and _area_in_cards(whites[1][part], self.card) - _area_in_cards(whites[0][part], self.card) > _MIN_SHADED_WHITE
            of_shadow = functools.partial(self._mask_in_shadow, name, view, box, part, area_pixels, home=home, at=at, mask=targets[1])
            self.shaded[name] = [functools.partial(of_shadow, white, covered) for white in (whites[1:] if makes_a_difference else []) + [None]]
        return displaced

    def _mask_in_shadow(self, name: str, view: "_TopView", box, part, area_pixels: int, white: np.ndarray | None, covered: np.ndarray, *, home, at, mask: np.ndarray) -> np.ndarray:
        """Another mask of a place, for a shadow. `white`: the mask of white; None in a deep shadow, where only the colour shows a card."""
        shown = without_print(covered, False) if white is None else self._mask_of_place(name, part, area_pixels, white, covered, True)
        self._cover_outside_picture(name, box, view.homography, view.picture.shape, shown)
        whole = self.at_home(name, self.lowest)
        result = mask[whole].copy()
        _copy_if_inside(shown, at, result[home[0].start - whole[0].start : home[0].stop - whole[0].start, home[1].start - whole[1].start : home[1].stop - whole[1].start])
        return result

    def _area_of_table(self) -> tuple[tuple[float, float], tuple[int, int]]:
        """The area around the places that is rectified: its upper left corner in millimetres, its size in pixels."""
        at = np.array(list(self.places.values()))
        left, top = np.maximum(np.floor(at.min(axis=0) - (_HALF_WIDTH_OF_PLACE_MM + 6, 60)), -_MAX_MARGIN_MM)
        right = min(float(at[:, 0].max()) + _HALF_WIDTH_OF_PLACE_MM + 6, layout.WIDTH + _MAX_MARGIN_MM)
        bottom = self.lowest + min(_MAX_MARGIN_MM, max(0.0, float(at[:, 1].max()) - layout.COLUMN_TOP) + 6)
        return (float(left), float(top)), (round(RECTIFIED * (right - left)), round(RECTIFIED * (bottom - top)))

    def _mask_of_place(self, name: str, part, area_pixels: int, white: np.ndarray, covered: np.ndarray, stands_out: bool) -> np.ndarray:
        """The mask of a place: that of white where there is enough of it for a card, whatever pattern the ground has beside it; otherwise that of
        covered ground. Without white and with much uncovered ground the place is empty, since a hand over a card would cover it.
        `part`: the place's area in the masks; `area_pixels`: the size of its whole area.
        `stands_out`: cards differ from the ground in colour, so white that does not cover the ground belongs to the ground."""
        paper, shown = _area_in_cards(white[part], self.card), covered.copy()
        if stands_out and (other := _area_in_cards(white[part] & covered[part], self.card)) < _MAX_EMPTY_WHITE:
            back = _outline_of_fine_print(white[part], self.card) if name == layout.STOCK.name and paper >= _MIN_CARD_WHITE else None
            if back is not None:
                shown[part] = back
                return shown
            paper = other
        if paper >= _MIN_CARD_WHITE:
            shown[part] = without_print(_with_print(white[part], covered[part], self.card), False)
        elif name != layout.STOCK.name and cv2.countNonZero(covered[part]) < _MAX_EMPTY_COVERED * area_pixels:
            scattered = name not in COLUMN_NAMES and _largest_component(white[part], self.card) < _MAX_PATTERN_PIECE
            # A card in a shadow is not white, but it is one connected component.
            if (paper < _MAX_EMPTY_WHITE or scattered) and _largest_component(covered[part], self.card) < _MIN_CARD_PIECE:
                shown[part] = 0
        return shown

    def _area_of_place(self, name: str, lowest: float | None = None) -> tuple[slice, slice]:
        """The pixels of a place with a margin; a column's down to `lowest`, by default the lower end of all."""
        lowest = self.lowest if lowest is None else lowest
        x, y = self.places[name]
        top, bottom = (y, lowest) if name in COLUMN_NAMES else (y - self.card[1] / 2, y + self.card[1] / 2)
        left, right = self._half_widths(name)
        above, beneath = (7, 2) if name in COLUMN_NAMES else (12, 12)
        y0, y1 = (max(0, round(RECTIFIED * (v - self.corner[1]))) for v in (top - above, bottom + beneath))
        x0, x1 = (max(0, round(RECTIFIED * (v - self.corner[0]))) for v in (x - left, x + right))
        return np.s_[y0:y1, x0:x1]

    def _cover_outside_picture(self, name: str, box, homography: np.ndarray, shape, covered: np.ndarray) -> None:
        """Marks pixels of a place outside the picture as covered, so that it is not empty. The margin beside its card is ignored."""
        s = RECTIFIED
        x, y = self.places[name]
        high = self.card[1] / 2
        top, bottom = (y, y + 2 * high) if name in COLUMN_NAMES else (y - high, y + high)
        left, right = (max(0, round(s * (v - self.corner[0]))) for v in (x - self.card[0] / 2 + 1, x + self.card[0] / 2 - 1))
        top, bottom = (max(0, round(s * (v - self.corner[1]))) for v in (top, bottom))
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
        corners_px = plane.mapped(corners, np.linalg.inv(homography))
        if (corners_px >= 0).all() and (corners_px < (shape[1], shape[0])).all():
            return
        part = covered[max(0, top - box[0]) : max(0, bottom - box[0]), max(0, left - box[1]) : max(0, right - box[1])]
        shift = np.array([[1, 0, -max(left, box[1])], [0, 1, -max(top, box[0])], [0, 0, 1]]) @ homography
        shown = cv2.warpPerspective(np.full(shape[:2], 255, np.uint8), shift, part.shape[::-1], flags=cv2.INTER_NEAREST)
        part[shown == 0] = 255

    def _half_widths(self, name: str) -> tuple[float, float]:
        """The extent of a place to the left and right: at most to the middle between it and its neighbours."""
        x = self.places[name][0]
        row = [self.places[other][0] for other in self.places if (other in COLUMN_NAMES) == (name in COLUMN_NAMES) and other != name]
        left, right = [x - other for other in row if other < x], [other - x for other in row if other > x]
        return min([_HALF_WIDTH_OF_PLACE_MM, *(gap / 2 for gap in left)]), min([_HALF_WIDTH_OF_PLACE_MM, *(gap / 2 for gap in right)])

    def at_home(self, name: str, lowest: float) -> tuple[slice, slice]:
        """The pixels of a rectified picture that belong to a place."""
        x, y = home_of(name)
        top, bottom = (y - 5.4, lowest) if name in COLUMN_NAMES else (max(0.0, y - 51), y + 51)
        y0, y1, x0, x1 = (round(RECTIFIED * v) for v in (top, bottom, x - _HALF_WIDTH_OF_PLACE_MM, x + _HALF_WIDTH_OF_PLACE_MM))
        return np.s_[y0:y1, x0:x1]

    def _home_and_offset(self, name: str, lowest: float) -> tuple[tuple[slice, slice], int, int]:
        """The pixels of a place at its position on the mat, and the displacement (down, across) of their source in the top view."""
        s = RECTIFIED
        home = home_of(name)
        across, down = (round(s * (position - home_position)) for position, home_position in zip(self.places[name], home))
        left, right = self._half_widths(name)
        end = lowest if lowest == self.lowest else min(self.lowest, lowest - down / s)
        top, bottom = (home[1] - 5.4, end) if name in COLUMN_NAMES else (max(0.0, home[1] - 51), home[1] + 51)
        y0, y1, x0, x1 = (round(s * v) for v in (top, bottom, home[0] - left, home[0] + right))
        return np.s_[y0:y1, x0:x1], down - round(s * self.corner[1]), across - round(s * self.corner[0])
