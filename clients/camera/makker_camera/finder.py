"""Locates the mat in a photograph: by its markers, or by four given corners."""

from dataclasses import dataclass

import cv2
import numpy as np

from . import layout, mat

RECTIFIED = 2.5  # pixels per millimetre of the rectified picture
SIZE = (round(layout.WIDTH * RECTIFIED), round(layout.HEIGHT * RECTIFIED))
_LARGE_MARKER_PX = 40.0  # side of a marker at half the size, from which the detection at half the size is enough
_MIN_PERIMETER_SHARE = 0.05  # of the picture's width: a marker with a shorter perimeter is not legible
_QUICK_SCALE = 0.5  # of a small picture, for the quick check
_MAX_ERROR_MM = 4.0  # of a marker's corner under the homography; markers with a larger error are rejected


@dataclass(frozen=True)
class Found:
    """The homography from pixels of the photograph to millimetres of the mat."""

    homography: np.ndarray
    markers: int  # number of visible markers; 0: corners were given


class _Detector:
    """Detector of the mat's ArUco markers. `windows`: minimum, maximum and step of the window of the adaptive threshold, in pixels."""

    def __init__(self, windows: tuple[int, int, int] = (13, 33, 20)):
        self.dictionary = mat.dictionary()
        self.parameters = cv2.aruco.DetectorParameters_create()
        self.parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self.parameters.adaptiveThreshWinSizeMin, self.parameters.adaptiveThreshWinSizeMax, self.parameters.adaptiveThreshWinSizeStep = windows
        self.parameters.minMarkerPerimeterRate = _MIN_PERIMETER_SHARE

    def __call__(self, grey: np.ndarray) -> dict[int, np.ndarray]:
        corners, ids, _ = cv2.aruco.detectMarkers(grey, self.dictionary, parameters=self.parameters)
        if ids is None:
            return {}
        known = range(len(layout.MARKERS))
        return {int(i): c[0] for i, c in zip(ids[:, 0], corners) if int(i) in known}


_detect = _Detector()
_detect_quickly = _Detector((15, 15, 20))


def are_there(small: np.ndarray) -> bool:
    """True if a quick check detects a marker in a small picture (about 960 pixels wide); takes a sixth of the time of `at_half_size`."""
    smaller = cv2.resize(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None, fx=_QUICK_SCALE, fy=_QUICK_SCALE, interpolation=cv2.INTER_AREA)
    return bool(_detect_quickly(smaller))


def _at_half_size(grey: np.ndarray) -> np.ndarray:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def at_half_size(half: np.ndarray) -> dict[int, np.ndarray]:
    """The markers of a picture, detected in `half`, the picture at half the size, where blurred ones are often legible. Corners in pixels of the whole picture."""
    return {marker: 2 * corners + 0.5 for marker, corners in _detect(half).items()}


def _refined(grey: np.ndarray, detected: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
    """Corners detected in a smaller picture, refined to subpixels in this one."""
    corners = np.concatenate(list(detected.values())).astype(np.float32).reshape(-1, 1, 2)
    stop = cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.1
    exact = cv2.cornerSubPix(grey, corners, (5, 5), (-1, -1), stop).reshape(-1, 4, 2)
    return dict(zip(detected, exact))


def _are_large(detected: dict[int, np.ndarray]) -> bool:
    """True if all markers were detected and are large enough at half the size for their corners to be refined in the whole picture."""
    sides = [np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min() for corners in detected.values()]
    return len(detected) == len(layout.MARKERS) and min(sides) >= 2 * _LARGE_MARKER_PX


def by_markers(grey: np.ndarray, min_markers: int = 3, small: dict[int, np.ndarray] | None = None) -> Found | None:
    """None if fewer than `min_markers` markers are detected or they are inconsistent. Detection in the whole picture takes four times as long as
    at half the size. `small`: the result of `at_half_size`, if the caller has it."""
    small = at_half_size(_at_half_size(grey)) if small is None else small
    detected = _refined(grey, small) if _are_large(small) else {**small, **_detect(grey)}
    if len(detected) < min_markers:
        return None
    pixels = np.concatenate([detected[marker] for marker in detected])
    positions = np.concatenate([layout.marker_corners(marker) for marker in detected])
    homography, _ = cv2.findHomography(pixels, positions)
    if homography is None:
        return None
    errors = cv2.perspectiveTransform(pixels[None], homography)[0] - positions
    if np.abs(errors).max() > _MAX_ERROR_MM:
        return None
    return Found(homography, len(detected))


def by_corners(corners: np.ndarray) -> Found:
    """`corners`: upper left, upper right, lower right, lower left of the mat, in pixels."""
    return Found(cv2.getPerspectiveTransform(corners.astype(np.float32), layout.mat_corners()), 0)


def rectify(picture: np.ndarray, found: Found) -> np.ndarray:
    """The mat warped to a view from straight above, RECTIFIED pixels per millimetre."""
    scale = np.diag([RECTIFIED, RECTIFIED, 1.0])
    return cv2.warpPerspective(picture, scale @ found.homography, SIZE, flags=cv2.INTER_LINEAR)
