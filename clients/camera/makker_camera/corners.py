"""The four corners of a mat without markers, marked once by the player and stored as JSON."""

import json
from pathlib import Path

import cv2
import numpy as np

from .notes import os_error_text

_CORNER_NAMES = ("upper left", "upper right", "lower right", "lower left")
_MAX_COORDINATE = 10_000
_MAX_FILE_SIZE = 10_000


def check(given: object) -> np.ndarray:
    """Returns the corners as an array. Raises ValueError unless they form a convex quadrilateral of some size, in clockwise order."""
    try:
        corners = np.array(given, np.float32)
    except (TypeError, ValueError) as error:
        raise ValueError("corners are four pairs of numbers") from error
    if corners.shape != (4, 2) or not np.isfinite(corners).all() or np.abs(corners).max() > _MAX_COORDINATE:
        raise ValueError("corners are four pairs of numbers: upper left, upper right, lower right, lower left")
    if not cv2.isContourConvex(corners) or cv2.contourArea(corners, oriented=True) < 1000:
        raise ValueError("these corners make no table: tell upper left, upper right, lower right, lower left")
    return corners


def load(path: Path) -> np.ndarray:
    try:
        with path.open("rb") as file:  # a device file is endless
            content = file.read(_MAX_FILE_SIZE + 1)
        if len(content) > _MAX_FILE_SIZE:
            raise ValueError(f"{path} is too large")
        value = json.loads(content.decode("utf-8"))
    except OSError as error:
        raise ValueError(os_error_text(error)) from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path} is no file of `corners`: {error}") from error
    return check(value.get("corners") if isinstance(value, dict) else None)


def save(path: Path, corners: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"corners": [[float(x), float(y)] for x, y in corners]}) + "\n", "utf-8")


def tapped(picture: np.ndarray) -> np.ndarray:
    """Shows the picture in a window and waits for four clicks."""
    points: list[tuple[int, int]] = []
    window = "makker-camera: click the mat's corners"
    cv2.namedWindow(window, cv2.WINDOW_NORMAL)
    cv2.setMouseCallback(window, lambda event, x, y, *_: points.append((x, y)) if event == cv2.EVENT_LBUTTONDOWN else None)
    while len(points) < 4:
        shown = picture.copy()
        cv2.putText(shown, _CORNER_NAMES[len(points)], (30, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (0, 255, 255), 3)
        for point in points:
            cv2.circle(shown, point, 8, (0, 255, 255), -1)
        cv2.imshow(window, shown)
        if cv2.waitKey(30) == 27:
            raise ValueError("stopped")
    cv2.destroyWindow(window)
    return check(points)
