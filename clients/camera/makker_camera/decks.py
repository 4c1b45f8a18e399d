"""Decks of cards as pictures: drawn from the companion page's shapes, or rasterised from SVG faces.

A deck is {code: picture}, 52 faces and `BACK`, each FACE_SIZE pixels. A name is that of a drawn deck (STYLES), `pictures` (the page's other
theme), or that of a deck of Debian's gnome-cards-data, if it is installed. The last two need rsvg-convert (librsvg2-bin).
"""

import gzip
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from . import shapes
from .cards import BACK, DECK, RANKS, is_red
from .layout import CARD

SCALE = 4.0  # pixels per millimetre
FACE_SIZE = (int(CARD[0] * SCALE), int(CARD[1] * SCALE))
PICTURES = shapes.FACES.parent / "pictures"
INSTALLED = Path("/usr/share/aisleriot/cards")
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")

Deck = dict[str, np.ndarray]


@dataclass(frozen=True)
class Style:
    """Design of a drawn deck; lengths in millimetres, colours blue green red."""

    rank: float  # height of the index's rank
    suit: float  # and of the suit below it
    stroke: float
    pip: float
    font: int | None = None  # of OpenCV, for the ranks; None: the page's shapes
    four_colours: bool = False
    back: tuple[int, int, int] = (120, 40, 30)


STYLES = {
    "makker": Style(rank=9.0, suit=7.5, stroke=1.5, pip=11.0),
    "narrow": Style(rank=6.5, suit=5.5, stroke=1.0, pip=10.0, back=(30, 30, 140)),
    "serif": Style(rank=7.5, suit=6.0, stroke=0.9, pip=11.0, font=cv2.FONT_HERSHEY_TRIPLEX, back=(60, 90, 20)),
    "four": Style(rank=8.0, suit=7.0, stroke=1.3, pip=9.0, four_colours=True, back=(30, 30, 30)),
}
_BLACK, _RED, _GREEN, _BLUE = (25, 20, 20), (35, 25, 200), (40, 130, 20), (180, 80, 20)


def _colour(card: str, style: Style):
    if style.four_colours:
        return {"C": _GREEN, "D": _BLUE, "H": _RED, "S": _BLACK}[card[1]]
    return _RED if is_red(card) else _BLACK


# Positions of the pips on a face: (x, y) from 0 to 1 in the area between the indices.
_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_CORNER_PIPS = [(_LEFT, 0), (_RIGHT, 0), (_LEFT, 1), (_RIGHT, 1)]
_EIGHT_PIPS = [*_CORNER_PIPS, (_LEFT, 1 / 3), (_RIGHT, 1 / 3), (_LEFT, 2 / 3), (_RIGHT, 2 / 3)]
PIPS = {
    "A": [(_MIDDLE, 0.5)],
    "2": [(_MIDDLE, 0), (_MIDDLE, 1)],
    "3": [(_MIDDLE, 0), (_MIDDLE, 0.5), (_MIDDLE, 1)],
    "4": _CORNER_PIPS,
    "5": [*_CORNER_PIPS, (_MIDDLE, 0.5)],
    "6": [*_CORNER_PIPS, (_LEFT, 0.5), (_RIGHT, 0.5)],
    "7": [*_CORNER_PIPS, (_LEFT, 0.5), (_RIGHT, 0.5), (_MIDDLE, 0.25)],
    "8": [*_CORNER_PIPS, (_LEFT, 0.5), (_RIGHT, 0.5), (_MIDDLE, 0.25), (_MIDDLE, 0.75)],
    "9": [*_EIGHT_PIPS, (_MIDDLE, 0.5)],
    "0": [*_EIGHT_PIPS, (_MIDDLE, 1 / 6), (_MIDDLE, 5 / 6)],
}
_PIP_AREA_MM = (20.0, 43.0, 18.0, 70.0)  # left, right, top, bottom: centres of the outermost pips


def _blank() -> np.ndarray:
    return np.full((FACE_SIZE[1], FACE_SIZE[0], 3), 250, np.uint8)


def _rotated(picture: np.ndarray) -> np.ndarray:
    return cv2.rotate(picture, cv2.ROTATE_180)


def _draw_rank(face, rank: str, style: Style, parts, colour) -> None:
    height = style.rank * SCALE
    if style.font is None:
        width, lines = parts["RANKS"][rank]
        scale = min(height / 50, 8.6 * SCALE / width)
        shapes.stroke(face, lines, 6.8 * SCALE - width * scale / 2, 4 * SCALE, scale, colour, style.stroke * SCALE)
        return
    text = "10" if rank == "0" else rank
    (width, tall), _ = cv2.getTextSize(text, style.font, 1, 2)
    scale = min(height / tall, 8.6 * SCALE / width)
    corner = (round(6.8 * SCALE - width * scale / 2), round(4 * SCALE + height))
    cv2.putText(face, text, corner, style.font, scale, colour, round(style.stroke * SCALE), cv2.LINE_AA)


def _draw_court(face, card: str, style: Style, parts, colour) -> None:
    cv2.rectangle(face, (int(14 * SCALE), int(12 * SCALE)), (int(49 * SCALE), int(76 * SCALE)), colour, 2, cv2.LINE_AA)
    _, emblem = parts["EMBLEMS"][card[0]]
    _, suit = parts["SUITS"][card[1]]
    shapes.fill(face, emblem, 18 * SCALE, 20 * SCALE, 27 * SCALE / 64, colour)
    shapes.fill(face, suit, 26 * SCALE, 36 * SCALE, style.pip / 100 * SCALE, colour)


def draw_face(card: str, style: Style, parts) -> np.ndarray:
    """A face: the upper half is drawn and copied, rotated, to the lower half; then the pips in the middle are drawn."""
    colour = _colour(card, style)
    face = _blank()
    _, suit = parts["SUITS"][card[1]]

    def pip(x, y, size):
        shapes.fill(face, suit, x * SCALE - size * SCALE / 2, y * SCALE - size * SCALE / 2, size * SCALE / 100, colour)

    _draw_rank(face, card[0], style, parts, colour)
    pip(6.8, 4 + style.rank + 1.5 + style.suit / 2, style.suit)
    left, right, top, bottom = _PIP_AREA_MM
    for x, y in PIPS.get(card[0], []):
        if y < 0.5:
            pip(left + x * (right - left), top + y * (bottom - top), style.pip)
    if card[0] in "JQK":
        _draw_court(face, card, style, parts, colour)
    half = FACE_SIZE[1] // 2
    face[half:] = _rotated(face)[half:]
    for x, y in PIPS.get(card[0], []):
        if y == 0.5:
            size = style.pip * (2 if card[0] == "A" else 1)
            pip(left + x * (right - left), top + y * (bottom - top), size)
    return face


def draw_back(colour) -> np.ndarray:
    """A white edge and a lattice, like most backs."""
    back = _blank()
    edge = int(4 * SCALE)
    inner = back[edge:-edge, edge:-edge]
    inner[:] = colour
    light = tuple(int(c + (255 - c) * 0.6) for c in colour)
    height, width = inner.shape[:2]
    step = int(5 * SCALE)
    for start in range(-height, width + height, step):
        cv2.line(inner, (start, 0), (start + height, height), light, 2, cv2.LINE_AA)
        cv2.line(inner, (start, 0), (start - height, height), light, 2, cv2.LINE_AA)
    return back


def drawn(style: Style) -> Deck:
    parts = shapes.page_shapes()
    deck = {card: draw_face(card, style, parts) for card in DECK}
    deck[BACK] = draw_back(style.back)
    return deck


# ---- SVG faces ---------------------------------------------------------------------------------


def rasterise(svg: bytes, height: int) -> np.ndarray:
    command = ["rsvg-convert", "--background-color", "white", "--height", str(height), "--keep-aspect-ratio"]
    try:
        made = subprocess.run(command, input=svg, capture_output=True, timeout=60, check=True)
    except FileNotFoundError as error:
        raise ValueError("this deck needs rsvg-convert: apt-get install librsvg2-bin") from error
    except subprocess.SubprocessError as error:
        raise ValueError(f"rsvg-convert cannot draw this deck: {error}") from error
    return cv2.imdecode(np.frombuffer(made.stdout, np.uint8), cv2.IMREAD_COLOR)


def _resized(picture: np.ndarray) -> np.ndarray:
    return cv2.resize(picture, FACE_SIZE, interpolation=cv2.INTER_AREA)


def page_pictures(folder: Path = PICTURES) -> Deck:
    deck = {card: _resized(rasterise((folder / f"{card}.svg").read_bytes(), 2 * FACE_SIZE[1])) for card in DECK}
    deck[BACK] = draw_back((150, 60, 20))
    return deck


def sheet(path: Path) -> Deck:
    """A sheet of gnome-cards-data: 13 by 5, clubs diamonds hearts spades, then jokers and the back."""
    picture = rasterise(gzip.decompress(path.read_bytes()), 5 * 2 * FACE_SIZE[1])
    height, width = picture.shape[0] / 5, picture.shape[1] / 13

    def cell(row: int, column: int) -> np.ndarray:
        top, left = round(row * height), round(column * width)
        return _resized(picture[top : round(top + height), left : round(left + width)])

    deck = {card: cell(i // len(RANKS), i % len(RANKS)) for i, card in enumerate(DECK)}
    deck[BACK] = cell(4, 2)
    return deck


def load(name: str) -> Deck:
    """The deck with this name. Raises ValueError for an unknown one."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a deck")
    if name in STYLES:
        return drawn(STYLES[name])
    if name == "pictures":
        return page_pictures()
    path = INSTALLED / f"{name}.svgz"
    if not path.exists():
        raise ValueError(f"no deck {name!r}: {', '.join(available())}")
    return sheet(path)


def available() -> list[str]:
    return [*STYLES, "pictures", *sorted(p.stem for p in INSTALLED.glob("*.svgz") if p.stem.isascii())]
