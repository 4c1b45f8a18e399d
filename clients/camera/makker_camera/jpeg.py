"""JPEG files without what a camera writes into them besides the picture: where it was taken, when, with which device.

Phones write it into segments before the picture, and behind its end (a second picture, a short video).
"""

import re
import struct

_START, _END, _SCAN = b"\xff\xd8", 0xD9, 0xDA
_JFIF, _EXIF, _LAST_APP, _COMMENT = 0xE0, 0xE1, 0xEF, 0xFE
_ORIENTATION = 0x0112


# In the data of a scan 0xFF is followed by zero, or by a restart marker.
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)


def _end_of_scan(content: bytes, at: int) -> int:
    found = _NEXT_MARKER.search(content, at)
    if found is None:
        raise ValueError("a JPEG without an end")
    return found.end() - 2


def _segments(content: bytes):
    """(marker, bytes) of each segment up to the picture's end, scans with their data. Raises ValueError, struct.error."""
    if not content.startswith(_START):
        raise ValueError("no JPEG")
    at = 2
    while content[at : at + 2] != bytes([0xFF, _END]):
        lead, marker, length = struct.unpack_from(">BBH", content, at)
        if lead != 0xFF or length < 2:
            raise ValueError("no segment")
        end = at + 2 + length
        if marker == _SCAN:
            end = _end_of_scan(content, end)
        yield marker, content[at:end]
        at = end
    yield _END, content[at : at + 2]


def _orientation(segment: bytes) -> int:
    """1 to 8 of an EXIF segment (CIPA DC-008, 4.6.4); 1 where it does not say."""
    tiff = segment[10:]
    if segment[4:10] != b"Exif\0\0" or tiff[:2] not in (b"II", b"MM"):
        return 1
    order = "<" if tiff[:2] == b"II" else ">"
    try:
        (directory,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, directory)
        for i in range(count):
            tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, directory + 2 + 12 * i)
            if tag == _ORIENTATION:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1


def _exif_of(orientation: int) -> bytes:
    """An EXIF segment with that alone."""
    body = b"Exif\0\0" + struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, _ORIENTATION, 3, 1, orientation, 0, 0)
    return struct.pack(">BBH", 0xFF, _EXIF, len(body) + 2) + body


def without_metadata(content: bytes) -> bytes:
    """The same picture in the same orientation. Raises ValueError for what is no JPEG."""
    kept, orientation = [], 1
    try:
        for marker, segment in _segments(content):
            if marker == _EXIF and orientation == 1:
                orientation = _orientation(segment)
            if not (_JFIF < marker <= _LAST_APP or marker == _COMMENT):
                kept.append(segment)
    except struct.error as error:
        raise ValueError("a JPEG that is cut off") from error
    return _START + (_exif_of(orientation) if orientation > 1 else b"") + b"".join(kept)
