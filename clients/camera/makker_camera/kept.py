"""Change detection: compares a picture with the last reading, so that only places that have changed are read again."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from . import layout, places
from .cards import EMPTY
from .lay_out import View, home_of

_SCALE_DIVISOR = 4  # pictures are compared at this fraction of their size
_MIN_DIFFERENCE = 16  # of 255, in one channel; a smaller difference is noise
_MIN_PIXELS_ON_PLACE, _MIN_PIXELS_ELSEWHERE = 3, 4  # of the small picture, that make a change
_MAX_CHANGED_SHARE = 0.2  # of the pixels; with more the whole picture is read
_MAX_PARTIAL_READS = 15  # in a row, after which the whole picture is read
_CERTAIN_PROBABILITY = 0.99  # a card with less is read again, because another picture may show it better
_PLACE_HALF_WIDTH_MM, _PLACE_TOP_MARGIN_MM = 36.0, 14.0  # of the area of a place: around its middle, and above its upper edge


def smaller(picture: np.ndarray) -> np.ndarray:
    size = max(1, picture.shape[1] // _SCALE_DIVISOR), max(1, picture.shape[0] // _SCALE_DIVISOR)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def _outlines(names: Iterable[str], view: View, size: tuple[float, float]) -> dict[str, np.ndarray]:
    """The corners of each place's area, in millimetres of the table; it ends in the middle between the place and its neighbours."""
    at = {name: np.add(home_of(name), view.offsets.get(name, (0.0, 0.0))) for name in names}
    return {name: _outline(name, at, view, size) for name in names}


def _outline(name: str, at: dict[str, np.ndarray], view: View, size: tuple[float, float]) -> np.ndarray:
    x, y = at[name]
    down = y - home_of(name)[1]
    row = [position[0] - x for other, position in at.items() if other != name and other.startswith("column") == name.startswith("column")]
    left, right = max([-_PLACE_HALF_WIDTH_MM, *(gap / 2 for gap in row if gap < 0)]), min([_PLACE_HALF_WIDTH_MM, *(gap / 2 for gap in row if gap > 0)])
    top, bottom = (y - _PLACE_TOP_MARGIN_MM, view.lowest + down) if name.startswith("column") else (y - size[1] / 2 - _PLACE_TOP_MARGIN_MM, y + size[1] / 2 + _PLACE_TOP_MARGIN_MM)
    return np.array([(x + left, top), (x + right, top), (x + right, bottom), (x + left, bottom)])


@dataclass
class Changes:
    """The changes of a picture. `names`: the places to read; `at`: the bounding box of the changed pixels; None if no place has changed."""

    names: set[str]
    at: tuple[slice, slice] | None
    small: np.ndarray
    differing: np.ndarray  # mask of the changed pixels of `small`


@dataclass
class Kept:
    """The last reading of a table of Klondike: for each place, the picture in which it was read."""

    small: np.ndarray
    view: View
    looks: dict[str, places.Look]
    size: tuple[float, float]  # of cards
    pictures: int = 0  # since the last one that was read as a whole

    @functools.cached_property
    def areas(self) -> dict[str, np.ndarray]:
        """Masks of the places in the small picture."""
        areas, back = {}, np.linalg.inv(self.view.found.homography)
        for name, outline in _outlines(list(self.looks), self.view, self.size).items():
            corners = cv2.perspectiveTransform(outline[None], back)[0] / _SCALE_DIVISOR
            areas[name] = np.zeros(self.small.shape[:2], np.uint8)
            cv2.fillConvexPoly(areas[name], corners.clip(-10_000, 10_000).round().astype(np.int32), 255)
        return areas

    def changes(self, picture: np.ndarray, certain: set[str]) -> Changes | None:
        """What to read of the next picture; None: all of it. `certain`: places that are not read again unless they change."""
        small = smaller(picture)
        self.pictures += 1
        if self.pictures > _MAX_PARTIAL_READS or small.shape != self.small.shape:
            return None
        differing = cv2.compare(cv2.absdiff(small, self.small), _MIN_DIFFERENCE, cv2.CMP_GT)
        differing = cv2.max(cv2.max(*cv2.split(differing)[:2]), cv2.split(differing)[2])
        count = cv2.countNonZero(differing)
        if count > _MAX_CHANGED_SHARE * differing.size:
            return None
        changed, elsewhere = set(), differing.copy() if count else differing
        for name, area in self.areas.items() if count else ():
            if cv2.countNonZero(differing & area) >= _MIN_PIXELS_ON_PLACE:
                changed.add(name)
            elsewhere[area > 0] = 0
        if cv2.countNonZero(elsewhere) >= _MIN_PIXELS_ELSEWHERE:
            return None
        left, top, width, height = cv2.boundingRect(differing)
        at = np.s_[_SCALE_DIVISOR * top : _SCALE_DIVISOR * (top + height), _SCALE_DIVISOR * left : _SCALE_DIVISOR * (left + width)] if changed else None
        return Changes(changed | (self.looks.keys() - certain), at, small, differing)

    def took(self, changes: Changes, view: View, looks: dict[str, places.Look]) -> None:
        """Stores this picture for the places that were read; the others keep the picture in which they were read."""
        for name in changes.names:
            part = self.areas[name] > 0
            self.small[part] = changes.small[part]
        self.view, self.looks = view, looks
        self.__dict__.pop("areas", None)


def certain(slots: dict[str, object], best: dict[str, tuple[str, float]]) -> set[str]:
    """The places that need no second reading."""
    return {name for name, slot in slots.items() if slot == EMPTY or isinstance(slot, str) and best.get(name, ("", 0.0))[1] >= _CERTAIN_PROBABILITY}
