"""What was read of a table, so that the next picture is read only where it shows something else."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from . import layout, places
from .cards import EMPTY
from .lay_out import View, home_of

_SMALLER = 4  # times smaller than the picture is what pictures are compared by
_DIFFERS = 16  # of 255: a colour that differs by more is another one than noise makes
_SPOTS_ON, _SPOTS_BESIDE = 3, 4  # pixels of the small picture on a place, or beside all of them, that must differ
_OTHER_PICTURE = 0.2  # share of them from which everything is looked at anew
_AT_MOST = 15  # pictures in a row that are not read as a whole
_CERTAIN = 0.99  # a card that is less probable is read again, because another picture may show it better
_BESIDE, _ABOVE = 36.0, 14.0  # millimetres beside the middle and above the upper edge of a place that belong to it


def smaller(picture: np.ndarray) -> np.ndarray:
    size = max(1, picture.shape[1] // _SMALLER), max(1, picture.shape[0] // _SMALLER)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def _outlines(names: Iterable[str], view: View, size: tuple[float, float]) -> dict[str, np.ndarray]:
    """The corners of each place, in millimetres of the table; none goes beyond the middle between it and its neighbours."""
    at = {name: np.add(home_of(name), view.offsets.get(name, (0.0, 0.0))) for name in names}
    return {name: _outline(name, at, view, size) for name in names}


def _outline(name: str, at: dict[str, np.ndarray], view: View, size: tuple[float, float]) -> np.ndarray:
    x, y = at[name]
    down = y - home_of(name)[1]
    row = [there[0] - x for other, there in at.items() if other != name and other.startswith("column") == name.startswith("column")]
    left, right = max([-_BESIDE, *(gap / 2 for gap in row if gap < 0)]), min([_BESIDE, *(gap / 2 for gap in row if gap > 0)])
    top, bottom = (y - _ABOVE, view.lowest + down) if name.startswith("column") else (y - size[1] / 2 - _ABOVE, y + size[1] / 2 + _ABOVE)
    return np.array([(x + left, top), (x + right, top), (x + right, bottom), (x + left, bottom)])


@dataclass
class Changes:
    """`names`: the places that are to be read; `at`: the pixels of the picture in which something differs; None: nothing does."""

    names: set[str]
    at: tuple[slice, slice] | None
    small: np.ndarray
    differing: np.ndarray  # in it, 255 where it differs


@dataclass
class Kept:
    """A picture of Klondike as it was read, by place."""

    small: np.ndarray
    view: View
    looks: dict[str, places.Look]
    size: tuple[float, float]  # of cards
    pictures: int = 0  # since one was read as a whole

    @functools.cached_property
    def areas(self) -> dict[str, np.ndarray]:
        """Of the places in the small picture."""
        areas, back = {}, np.linalg.inv(self.view.found.homography)
        for name, outline in _outlines(list(self.looks), self.view, self.size).items():
            corners = cv2.perspectiveTransform(outline[None], back)[0] / _SMALLER
            areas[name] = np.zeros(self.small.shape[:2], np.uint8)
            cv2.fillConvexPoly(areas[name], corners.clip(-10_000, 10_000).round().astype(np.int32), 255)
        return areas

    def changes(self, picture: np.ndarray, certain: set[str]) -> Changes | None:
        """What is to be read of the next picture; None: all of it. `certain`: places whose card is known as long as they look the same."""
        small = smaller(picture)
        self.pictures += 1
        if self.pictures > _AT_MOST or small.shape != self.small.shape:
            return None
        differing = cv2.compare(cv2.absdiff(small, self.small), _DIFFERS, cv2.CMP_GT)
        differing = cv2.max(cv2.max(*cv2.split(differing)[:2]), cv2.split(differing)[2])
        count = cv2.countNonZero(differing)
        if count > _OTHER_PICTURE * differing.size:
            return None
        changed, beside = set(), differing.copy() if count else differing
        for name, area in self.areas.items() if count else ():
            if cv2.countNonZero(differing & area) >= _SPOTS_ON:
                changed.add(name)
            beside[area > 0] = 0
        if cv2.countNonZero(beside) >= _SPOTS_BESIDE:
            return None
        left, top, width, height = cv2.boundingRect(differing)
        at = np.s_[_SMALLER * top : _SMALLER * (top + height), _SMALLER * left : _SMALLER * (left + width)] if changed else None
        return Changes(changed | (self.looks.keys() - certain), at, small, differing)

    def took(self, changes: Changes, view: View, looks: dict[str, places.Look]) -> None:
        """The places that were read are as in this picture; the others are compared with the picture in which they were read."""
        for name in changes.names:
            part = self.areas[name] > 0
            self.small[part] = changes.small[part]
        self.view, self.looks = view, looks
        self.__dict__.pop("areas", None)


def certain(slots: dict[str, object], best: dict[str, tuple[str, float]]) -> set[str]:
    """The places of which another picture would not tell more."""
    return {name for name, slot in slots.items() if slot == EMPTY or isinstance(slot, str) and best.get(name, ("", 0.0))[1] >= _CERTAIN}
