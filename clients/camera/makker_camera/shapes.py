"""Converts SVG paths to polygons: the part of the syntax that the card shapes of the companion page use."""

import math
import re
from pathlib import Path

import cv2
import numpy as np

FACES = Path(__file__).resolve().parents[3] / "src/companion/cards/face.js"
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.\d*|\.?\d+)")
_ROW = re.compile(r"^\t(\w): (?:\{ width: ([\d.]+), d: )?['`]([^'`]+)['`]", re.M)


def _arc(start, radius, large, sweep, end, steps=16):
    """Points of a circular arc (SVG 1.1, F.6.5, for equal radii without rotation)."""
    (x1, y1), (x2, y2) = start, end
    half = math.hypot(x2 - x1, y2 - y1) / 2
    radius = max(radius, half)
    height = math.sqrt(max(0.0, radius**2 - half**2)) * (-1 if large == sweep else 1)
    if half == 0:
        return [end]
    cx = (x1 + x2) / 2 + height * (y1 - y2) / (2 * half)
    cy = (y1 + y2) / 2 + height * (x2 - x1) / (2 * half)
    first = math.atan2(y1 - cy, x1 - cx)
    turn = math.atan2(y2 - cy, x2 - cx) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    angles = [first + turn * i / steps for i in range(1, steps + 1)]
    return [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles]


def _curve(p0, p1, p2, p3, steps=12):
    points = []
    for i in range(1, steps + 1):
        t = i / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(tuple(sum(w * p[axis] for w, p in zip(weights, (p0, p1, p2, p3))) for axis in (0, 1)))
    return points


class _PathReader:
    """Parser of one path; `lines` are its subpaths, each a list of points."""

    def __init__(self, path: str):
        self.tokens = _TOKEN.findall(path)
        self.at = 0
        self.lines = []
        self.point = self.handle = (0.0, 0.0)

    def numbers(self, count: int) -> list[float]:
        taken = [float(token) for token in self.tokens[self.at : self.at + count]]
        self.at += count
        return taken

    def add(self, points) -> None:
        self.lines[-1].extend(points)
        self.point = points[-1]

    def step(self, command: str) -> None:
        start = self.point
        handle = start
        if command == "M":
            self.point = tuple(self.numbers(2))
            self.lines.append([self.point])
        elif command == "L":
            self.add([tuple(self.numbers(2))])
        elif command == "H":
            self.add([(self.numbers(1)[0], start[1])])
        elif command == "V":
            self.add([(start[0], self.numbers(1)[0])])
        elif command in "CS":
            first = tuple(self.numbers(2)) if command == "C" else _mirrored(self.handle, start)
            handle, end = tuple(self.numbers(2)), tuple(self.numbers(2))
            self.add(_curve(start, first, handle, end))
        elif command == "A":
            radius, _, _, large, sweep, x, y = self.numbers(7)
            self.add(_arc(start, radius, bool(large), bool(sweep), (x, y)))
        elif command == "Z":
            self.add([self.lines[-1][0]])
        else:
            raise ValueError(f"a path has {command!r}, which is not drawn here")
        self.handle = handle if command in "CS" else self.point

    def read(self) -> list[np.ndarray]:
        command = ""
        while self.at < len(self.tokens):
            if self.tokens[self.at].isalpha():
                command = self.tokens[self.at]
                self.at += 1
            elif command == "M":
                command = "L"
            self.step(command)
        return [np.array(line, np.float64) for line in self.lines]


def _mirrored(handle, point):
    return (2 * point[0] - handle[0], 2 * point[1] - handle[1])


def polygons(path: str) -> list[np.ndarray]:
    return _PathReader(path).read()


def page_shapes(source: Path = FACES) -> dict[str, dict[str, tuple[float, list[np.ndarray]]]]:
    """The polygons of the companion page's ranks, suits and emblems: {part: {key: (width, polygons)}}."""
    text = source.read_text(encoding="utf-8")
    stem = re.search(r"const STEM = '([^']+)'", text).group(1)
    found = {}
    for part, width in (("RANKS", 0.0), ("SUITS", 100.0), ("EMBLEMS", 64.0)):
        body = re.search(rf"const {part} = \{{\n(.*?)\n\}};", text, re.S).group(1)
        found[part] = {
            key: (float(own) if own else width, polygons(path.replace("${STEM}", stem)))
            for key, own, path in _ROW.findall(body)
        }
    return found


_SHIFT = 4  # fractional bits of coordinates in OpenCV's drawing functions


def fill(image: np.ndarray, lines: list[np.ndarray], x: float, y: float, scale: float, colour) -> None:
    """Fills each polygon separately, because OpenCV would leave holes where two overlap."""
    for line in lines:
        points = np.round((line * scale + (x, y)) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(image, [points], colour, cv2.LINE_AA, _SHIFT)


def stroke(image, lines, x: float, y: float, scale: float, colour, width: float) -> None:
    points = [np.round((line * scale + (x, y)) * (1 << _SHIFT)).astype(np.int32) for line in lines]
    cv2.polylines(image, points, False, colour, max(1, round(width)), cv2.LINE_AA, _SHIFT)
