"""Where pictures come from: a camera, a video, or a folder of photographs."""

from pathlib import Path
from typing import Iterator

import cv2
import numpy as np

_PICTURES = {".jpg", ".jpeg", ".png"}
_LARGEST_FILE = 64 << 20
_SIDES = (200, 10_000)  # pixels


def read_picture(path: Path) -> np.ndarray:
    """ValueError where it is no picture, or one of an unreasonable size."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise ValueError(f"{path} is too large")
        packed = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    try:
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    except cv2.error:
        picture = None
    if picture is None or not all(_SIDES[0] <= side <= _SIDES[1] for side in picture.shape[:2]):
        raise ValueError(f"{path} is no picture that can be read")
    return picture


def _folder(path: Path) -> Iterator[np.ndarray]:
    for file in sorted(path.iterdir()):
        if file.suffix.lower() in _PICTURES:
            yield read_picture(file)


def _capture(source: int | str, size: tuple[int, int]) -> Iterator[np.ndarray]:
    capture = cv2.VideoCapture(source)
    try:
        if not capture.isOpened():
            raise ValueError(f"cannot open {source!r}")
        if isinstance(source, int):
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the newest picture, not one of a second ago
        while True:
            good, picture = capture.read()
            if not good:
                return
            yield picture
    finally:
        capture.release()


def pictures(source: str, size: tuple[int, int] = (1920, 1080)) -> tuple[Iterator[np.ndarray], bool]:
    """The pictures, and whether each stands for itself (a folder) or they follow one another quickly."""
    path = Path(source)
    if source.isdecimal() and len(source) <= 2:
        return _capture(int(source), size), False
    if path.is_dir():
        return _folder(path), True
    if not path.is_file():
        raise ValueError(f"{source!r} is no camera, no video and no folder")
    return _capture(str(path), size), False
