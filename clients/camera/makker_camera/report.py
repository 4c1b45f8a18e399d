"""A report for developers: a ZIP archive of pictures of a table and their readings."""

import json
import platform
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

import cv2
import numpy as np

from . import jpeg, layout, source
from .reader import Reader, Reading

MAX_PICTURES = 10
_JPEG_QUALITY = 95  # of JPEG, for pictures that come from a camera
_READ_ME = """Pictures of a card table and what makker-camera read in them, for its developers.

about.json    versions, the machine, the options
NN.jpg, .png  the pictures that were read, pixel by pixel
NN.json       what was read in each: notes, the snapshot that would be posted, the best card of each place with its
              probability, the mat's corners in the picture, the time it took

Look at the pictures before you send this: they show everything that the camera saw. The files do not say where and when
they were taken. You can add the cards that really lay there as NN.txt, a line a place ("column 3: 7S").
"""


@dataclass
class Picture:
    """A picture: the content and suffix of its file, and the decoded pixels."""

    content: bytes
    suffix: str
    pixels: np.ndarray


def _without_metadata(content: bytes, pixels: np.ndarray) -> Picture:
    try:
        packed = jpeg.without_metadata(content)
        again = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        if again is not None and np.array_equal(again, pixels):
            return Picture(packed, ".jpg", pixels)
    except ValueError:
        pass
    return Picture(cv2.imencode(".png", pixels)[1].tobytes(), ".png", pixels)


def of_files(paths: list[Path]) -> Iterator[Picture]:
    """The pictures of files, without metadata. They are not compressed again, because this could change the readings."""
    for path in paths:
        pixels = source.read_picture(path)
        yield _without_metadata(path.read_bytes(), pixels)


def of_source(pictures: source.Source, every_s: float, pause: Callable[[float], bool]) -> Iterator[Picture]:
    """The pictures of a camera, a folder or a video; of a camera at most one in `every_s` seconds."""
    next_at = 0.0
    for pixels in pictures.pictures:
        if not pause(0):
            return
        if pictures.live and time.monotonic() < next_at:
            continue
        next_at = time.monotonic() + every_s
        ok, packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if ok:
            content = packed.tobytes()
            # The packed picture is read, so that a developer reads the same pixels.
            yield Picture(content, ".jpg", cv2.imdecode(packed, cv2.IMREAD_COLOR))


def described(reading: Reading, snapshot: dict | None, took_s: float, pixels: np.ndarray) -> dict:
    result = {"size": [pixels.shape[1], pixels.shape[0]], "seconds": round(took_s, 3), "usable": reading.usable,
              "notes": [str(note) for note in reading.notes]}
    if reading.found is not None:
        corners = cv2.perspectiveTransform(layout.mat_corners()[None], np.linalg.inv(reading.found.homography))[0]
        result["markers"] = reading.found.markers
        result["corners"] = [[round(float(x), 1), round(float(y), 1)] for x, y in corners]
        result["snapshot"] = snapshot
        result["runs"] = reading.runs
        result["best"] = {name: {"card": card, "p": round(p, 4)} for name, (card, p) in reading.best.items()}
    return result


def about(options: dict) -> dict:
    return {"written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "python": platform.python_version(),
            "opencv": cv2.__version__, "numpy": np.__version__, "system": platform.platform(),
            "machine": platform.machine(), "options": options}


def write(output: Path, pictures: Iterator[Picture], reader: Reader, snapshot_of: Callable[[Reading], dict],
          options: dict, on_picture: Callable[[str, dict], None]) -> int:
    """Writes the archive; returns the number of pictures. Raises ValueError if there is none, FileExistsError if `output` exists. After
    an error there is no incomplete file."""
    count = 0
    try:
        with zipfile.ZipFile(output, "x", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("README.txt", _READ_ME)
            archive.writestr("about.json", json.dumps(about(options), indent=2) + "\n")
            for picture in pictures:
                count += 1
                reader.forget()  # each picture is read independently of the ones before
                started = time.monotonic()
                reading = reader.read(picture.pixels)
                took_s = time.monotonic() - started
                snapshot = snapshot_of(reading) if reading.found is not None else None
                read = described(reading, snapshot, took_s, picture.pixels)
                archive.writestr(f"{count:02}{picture.suffix}", picture.content, zipfile.ZIP_STORED)
                archive.writestr(f"{count:02}.json", json.dumps(read, indent=2) + "\n")
                on_picture(f"{count:02}{picture.suffix}", read)
                if count == MAX_PICTURES:
                    break
            if count == 0:
                raise ValueError("no picture was taken")
    except FileExistsError:
        raise
    except BaseException:
        output.unlink(missing_ok=True)
        raise
    return count
