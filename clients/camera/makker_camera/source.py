"""Picture sources: a camera, a video, or a folder of photographs."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

import cv2
import numpy as np

_PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png"}
_MAX_FILE_SIZE = 64 << 20
_SIDE_LIMITS_PX = (200, 10_000)
_STREAM_SCHEMES = ("rtsp://", "http://", "https://")
_RETRY_INTERVAL_S = 2.0  # between attempts to open a camera
_MAX_INVALID_PICTURES = 30  # in a row, after which the source has ended


def read_picture(path: Path) -> np.ndarray:
    """Raises ValueError for a file that is not a picture or has an unreasonable size."""
    try:
        with path.open("rb") as file:  # a device file has no size and no end
            content = file.read(_MAX_FILE_SIZE + 1)
        if len(content) > _MAX_FILE_SIZE:
            raise ValueError(f"{path} is too large")
        packed = np.frombuffer(content, np.uint8)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    try:
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    except cv2.error:
        picture = None
    if picture is None or not all(_SIDE_LIMITS_PX[0] <= side <= _SIDE_LIMITS_PX[1] for side in picture.shape[:2]):
        raise ValueError(f"{path} is no picture that can be read")
    return picture


@dataclass
class Source:
    """A source of pictures. `alone`: independent pictures (a folder); otherwise frames of a stream. `live`: frames that are not read in time are
    lost; otherwise each frame is read."""

    pictures: Iterator[np.ndarray]
    alone: bool = False
    live: bool = False


def _folder(path: Path, say: Callable) -> Iterator[np.ndarray]:
    """Raises ValueError if no picture can be read."""
    found = False
    for file in sorted(path.iterdir()):
        if file.suffix.lower() not in _PICTURE_SUFFIXES:
            continue
        try:
            picture = read_picture(file)
        except ValueError as error:
            say(f"{error}: left out")
            continue
        found = True
        yield picture
    if not found:
        raise ValueError(f"{path}: there are no pictures ({' '.join(sorted(_PICTURE_SUFFIXES))}) in it that can be read")


def _is_good(picture: np.ndarray | None) -> bool:
    """True for a complete picture: three colours and a reasonable size. Cameras and files deliver partial ones, too."""
    return (picture is not None and picture.ndim == 3 and picture.shape[2] == 3
            and all(_SIDE_LIMITS_PX[0] <= side <= _SIDE_LIMITS_PX[1] for side in picture.shape[:2]))


def frames(capture) -> Iterator[np.ndarray]:
    """The valid pictures of an open capture, until it ends or fails."""
    invalid = 0
    while invalid < _MAX_INVALID_PICTURES:
        ok, picture = capture.read()
        if ok and _is_good(picture):
            invalid = 0
            yield picture
        else:
            invalid += 1


def _open(source: int | str, size: tuple[int, int]):
    """An open capture, or None."""
    # Files and URLs are opened by FFmpeg: OpenCV would try all of its backends, each with error messages.
    capture = cv2.VideoCapture(source, cv2.CAP_ANY if isinstance(source, int) else cv2.CAP_FFMPEG)
    if not capture.isOpened():
        capture.release()
        return None
    if isinstance(source, int):
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # newest picture only
    return capture


def live(opened: Callable, say: Callable, pause: Callable[[float], bool]) -> Iterator[np.ndarray]:
    """Pictures of a camera that may disconnect and return. `opened()` returns a capture, or None while there is none;
    `pause(seconds)` waits and returns False to end. Raises ValueError if the camera cannot be opened at first."""
    capture = opened()
    if capture is None:
        raise ValueError("the camera cannot be opened: is it connected and not in use?")
    while True:
        try:
            yield from frames(capture)
        finally:
            capture.release()
        say("the camera delivers nothing; trying again")
        while (capture := opened()) is None:
            if not pause(_RETRY_INTERVAL_S):
                return


def _video(path: Path, size: tuple[int, int]) -> Iterator[np.ndarray]:
    capture = _open(str(path), size)
    if capture is None:
        raise ValueError(f"{path} is no video that can be read")
    found = False
    try:
        for picture in frames(capture):
            found = True
            yield picture
    finally:
        capture.release()
    if not found:
        raise ValueError(f"{path}: no picture of it can be read")


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return True


def pictures(source: str, say: Callable = print, pause: Callable = _sleep, size: tuple[int, int] = (1920, 1080)) -> Source:
    """`source`: the number of a camera, the address of one in the network, a video or a folder of pictures."""
    path = Path(source)
    if source.isdecimal() and len(source) <= 2:
        return Source(live(lambda: _open(int(source), size), say, pause), live=True)
    if source.startswith(_STREAM_SCHEMES):
        return Source(live(lambda: _open(source, size), say, pause), live=True)
    if path.is_dir():
        return Source(_folder(path, say), alone=True)
    if not path.is_file():
        raise ValueError(f"{source!r} is no camera, no video and no folder")
    return Source(_video(path, size))
