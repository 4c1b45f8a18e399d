"""The printable mat: a tinted field that contrasts with white cards, markers in its corners, places.

The renderer uses it as a picture. The PDF has one sheet of A2, two of A3 or four of A4, to be laid side by side;
`outline` saves ink.
"""

import zlib

import cv2
import numpy as np

from . import layout

DICTIONARY = cv2.aruco.DICT_4X4_50
TINT = (92, 132, 70)  # blue green red: green enough to distinguish white cards, shadows and glare
_LINE = 0.82  # brightness of the outlines of places, relative to the field
_POINTS = 72 / 25.4  # per millimetre
PAPERS = {"a2": (1, 1), "a3": (2, 1), "a4": (2, 2)}  # sheets side by side, and one above the other


def dictionary():
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


def _place(image: np.ndarray, scale: float, x: float, y: float, colour) -> None:
    width, height = layout.CARD
    corner = (round((x - width / 2) * scale), round((y - height / 2) * scale))
    other = (round((x + width / 2) * scale), round((y + height / 2) * scale))
    cv2.rectangle(image, corner, other, colour, max(1, round(0.6 * scale)), cv2.LINE_AA)


def _marker(image: np.ndarray, scale: float, marker: int) -> None:
    corners = layout.marker_corners(marker)
    side = round(layout.MARKER * scale)
    left, top = np.round(corners[0] * scale).astype(int)
    quiet = round(layout.MARKER_QUIET * scale)
    cv2.rectangle(image, (left - quiet, top - quiet), (left + side + quiet, top + side + quiet), (255,) * 3, -1)
    drawn = cv2.aruco.drawMarker(dictionary(), marker, side)
    image[top : top + side, left : left + side] = drawn[:, :, None]


def picture(scale: float, tint=TINT, outline: bool = False, on: layout.Layout = layout.KLONDIKE) -> np.ndarray:
    """The mat for a game, `scale` pixels per millimetre."""
    size = (round(layout.HEIGHT * scale), round(layout.WIDTH * scale), 3)
    image = np.full(size, 255 if outline else 0, np.uint8)
    if not outline:
        image[:] = tint
    line = (170,) * 3 if outline else tuple(int(c * _LINE) for c in tint)
    for place in on.singles:
        _place(image, scale, place.x, place.y, line)
    for column in range(on.columns):
        _place(image, scale, on.column_x(column), on.column_top + layout.CARD[1] / 2, line)
    for marker in range(len(layout.MARKERS)):
        _marker(image, scale, marker)
    return image


def sheets(paper: str, scale: float, outline: bool, on: layout.Layout = layout.KLONDIKE) -> list[np.ndarray]:
    """The mat cut into its printed sheets, row by row."""
    across, down = PAPERS[paper]
    whole = picture(scale, outline=outline, on=on)
    rows = np.array_split(whole, down, axis=0)
    return [part for row in rows for part in np.array_split(row, across, axis=1)]


# ---- PDF ---------------------------------------------------------------------------------------


def _stream(entries: str, data: bytes) -> bytes:
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _page(number: int, image: np.ndarray, width: float, height: float) -> list[bytes]:
    """Three objects: the page, its content stream and the picture; `number` is the first's."""
    rgb = cv2.cvtColor(image, cv2.COLOR_BGR2RGB)
    pixels = zlib.compress(rgb.tobytes(), 9)
    draw = f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /I Do Q".encode()
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents {number + 1} 0 R "
        f"/Resources << /XObject << /I {number + 2} 0 R >> >> >>"
    ).encode()
    described = (
        f"/Type /XObject /Subtype /Image /Width {rgb.shape[1]} /Height {rgb.shape[0]} "
        "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode"
    )
    return [page, _stream("", draw), _stream(described, pixels)]


def _assembled(objects: list[bytes]) -> bytes:
    """The file: a header, the objects, their offsets and the trailer (PDF 1.4, 7.5)."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def pdf(paper: str, outline: bool = False, scale: float = 4.0, on: layout.Layout = layout.KLONDIKE) -> bytes:
    """The mat as a PDF whose pages, printed without scaling, give it its exact size."""
    pages = sheets(paper, scale, outline, on)
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    for image in pages:
        width, height = image.shape[1] / scale * _POINTS, image.shape[0] / scale * _POINTS
        objects += _page(len(objects) + 1, image, width, height)
    kids = " ".join(f"{3 + 3 * i} 0 R" for i in range(len(pages)))
    objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode()
    return _assembled(objects)
