"""Finds the mat in a photograph: by its markers, or by four tapped corners."""

from dataclasses import dataclass

import cv2
import numpy as np

from . import layout, mat

RECTIFIED = 2.5  # pixels per millimetre of the rectified picture
SIZE = (round(layout.WIDTH * RECTIFIED), round(layout.HEIGHT * RECTIFIED))
_LARGE = 40.0  # pixels of a marker's side in a picture of half the size from which that is enough
_SMALLEST = 0.05  # of the picture's width: what has less around it is no marker that could be read
_GLANCED = 0.5  # of the size of a small picture is enough at a glance
_FAR_OFF = 4.0  # millimetres; markers that disagree by more are rejected


@dataclass(frozen=True)
class Found:
    """The homography from pixels of the photograph to millimetres of the mat."""

    homography: np.ndarray
    markers: int  # number of visible markers; 0: corners were given


class _Detector:
    """`windows`: sides of the neighbourhoods in which a picture is divided into dark and light, the smallest, the largest and the step."""

    def __init__(self, windows: tuple[int, int, int] = (13, 33, 20)):
        self.dictionary = mat.dictionary()
        self.parameters = cv2.aruco.DetectorParameters_create()
        self.parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self.parameters.adaptiveThreshWinSizeMin, self.parameters.adaptiveThreshWinSizeMax, self.parameters.adaptiveThreshWinSizeStep = windows
        self.parameters.minMarkerPerimeterRate = _SMALLEST

    def __call__(self, grey: np.ndarray) -> dict[int, np.ndarray]:
        corners, ids, _ = cv2.aruco.detectMarkers(grey, self.dictionary, parameters=self.parameters)
        if ids is None:
            return {}
        known = range(len(layout.MARKERS))
        return {int(i): c[0] for i, c in zip(ids[:, 0], corners) if int(i) in known}


_detect = _Detector()
_glance = _Detector((15, 15, 20))


def are_there(small: np.ndarray) -> bool:
    """True if a marker is seen at a glance in a small picture (960 pixels wide or so), in a sixth of the time of `at_half_size`."""
    smaller = cv2.resize(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None, fx=_GLANCED, fy=_GLANCED, interpolation=cv2.INTER_AREA)
    return bool(_glance(smaller))


def _half(grey: np.ndarray) -> np.ndarray:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def at_half_size(half: np.ndarray) -> dict[int, np.ndarray]:
    """Markers of a picture by that of half the size: those that are blurred are often legible there."""
    return {marker: 2 * corners + 0.5 for marker, corners in _detect(half).items()}


def _refined(grey: np.ndarray, seen: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
    """Corners that were found in a smaller picture, as exact as the detector gives those of this one."""
    corners = np.concatenate(list(seen.values())).astype(np.float32).reshape(-1, 1, 2)
    stop = cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.1
    exact = cv2.cornerSubPix(grey, corners, (5, 5), (-1, -1), stop).reshape(-1, 4, 2)
    return dict(zip(seen, exact))


def _are_large(seen: dict[int, np.ndarray]) -> bool:
    """True if all markers are there, and large enough in a picture of half the size to be found again in the whole one."""
    sides = [np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min() for corners in seen.values()]
    return len(seen) == len(layout.MARKERS) and min(sides) >= 2 * _LARGE


def by_markers(grey: np.ndarray, min_markers: int = 3, small: dict[int, np.ndarray] | None = None) -> Found | None:
    """Returns None if fewer than `min_markers` markers are visible or they are inconsistent. The whole picture takes four times as long to
    search as one of half the size. `small`: what `at_half_size` says of this picture, if that is known."""
    small = at_half_size(_half(grey)) if small is None else small
    seen = _refined(grey, small) if _are_large(small) else {**small, **_detect(grey)}
    if len(seen) < min_markers:
        return None
    pixels = np.concatenate([seen[marker] for marker in seen])
    places = np.concatenate([layout.marker_corners(marker) for marker in seen])
    homography, _ = cv2.findHomography(pixels, places)
    if homography is None:
        return None
    off = cv2.perspectiveTransform(pixels[None], homography)[0] - places
    if np.abs(off).max() > _FAR_OFF:
        return None
    return Found(homography, len(seen))


def by_corners(corners: np.ndarray) -> Found:
    """`corners`: upper left, upper right, lower right, lower left of the mat, in pixels."""
    return Found(cv2.getPerspectiveTransform(corners.astype(np.float32), layout.mat_corners()), 0)


def rectify(picture: np.ndarray, found: Found) -> np.ndarray:
    """The mat from straight above, RECTIFIED pixels per millimetre."""
    scale = np.diag([RECTIFIED, RECTIFIED, 1.0])
    return cv2.warpPerspective(picture, scale @ found.homography, SIZE, flags=cv2.INTER_LINEAR)
