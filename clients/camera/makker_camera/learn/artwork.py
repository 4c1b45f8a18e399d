"""Pictures of decks of playing cards from packages of others; `artwork.tsv` lists them.

None of this artwork is part of the project. Debian's decks are read from their installed packages, those of npm from tarballs that `fetch`
downloads. A family is one drawing with its recoloured and re-exported variants; all its decks belong to the same part, so that none is
measured whose drawing was in the training set.
"""

import csv
import functools
import gzip
import io
import os
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .. import decks
from ..cards import BACK, DECK

TABLE = Path(__file__).with_name("artwork.tsv")
CACHE = Path(os.environ.get("MAKKER_ARTWORK") or Path(__file__).resolve().parents[4] / "build/camera/artwork")
PARTS = ("train", "calibrate", "test", "unused")
_KDE_FOLDER = Path("/usr/share/carddecks")
_SUIT_NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_RANK_WORDS = {"A": "1", "0": "10", "J": "jack", "Q": "queen", "K": "king"}
_RANK_NUMBERS = {"A": 1, "0": 10, "J": 11, "Q": 12, "K": 13}


@dataclass(frozen=True)
class Artwork:
    """A row of the table."""

    name: str
    family: str
    part: str  # one of PARTS
    source: str  # debian, kde, npm, or here (a drawn deck of this project, or its page's pictures)
    package: str
    version: str
    licence: str
    file: str
    letters: str  # in the indices of ace, jack, queen and king
    remarks: str


def table() -> list[Artwork]:
    with TABLE.open(encoding="utf-8", newline="") as rows:
        return [Artwork(**row) for row in csv.DictReader(rows, delimiter="\t")]


def fetch() -> None:
    """Downloads the npm packages of the table to CACHE with npm's own client."""
    CACHE.mkdir(parents=True, exist_ok=True)
    for package, version in sorted({(row.package, row.version) for row in table() if row.source == "npm"}):
        if not _tarball(package, version).exists():
            subprocess.run(["npm", "pack", "--silent", f"{package}@{version}"], cwd=CACHE, check=True, timeout=300,
                           stdout=subprocess.DEVNULL)


def _tarball(package: str, version: str) -> Path:
    return CACHE / f"{package.lstrip('@').replace('/', '-')}-{version}.tgz"


# ---- Sources -----------------------------------------------------------------------------------


def _resized(picture: np.ndarray) -> np.ndarray:
    return cv2.resize(picture, decks.FACE_SIZE, interpolation=cv2.INTER_AREA)


def _debian(row: Artwork) -> decks.Deck:
    return decks.sheet(decks.INSTALLED / row.file)


def _kde(row: Artwork) -> decks.Deck:
    """A theme of KDE: an SVG with an element for each card, named after it, which Qt renders."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from PyQt5 import QtCore, QtGui, QtSvg
    except ImportError as error:
        raise ValueError("decks of KDE need Qt: apt-get install python3-pyqt5.qtsvg") from error
    application = QtGui.QGuiApplication.instance() or QtGui.QGuiApplication(["makker"])
    renderer = QtSvg.QSvgRenderer(QtCore.QByteArray(gzip.decompress((_KDE_FOLDER / row.file).read_bytes())))
    width, height = (2 * length for length in decks.FACE_SIZE)

    def drawn(element: str) -> np.ndarray:
        image = QtGui.QImage(width, height, QtGui.QImage.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QtGui.QPainter(image)
        renderer.render(painter, element, QtCore.QRectF(0, 0, width, height))
        painter.end()
        bits = image.bits()
        bits.setsize(image.byteCount())
        return _resized(np.frombuffer(bits, np.uint8).reshape(height, width, 4)[:, :, :3].copy())

    deck = {card: drawn(f"{_RANK_WORDS.get(card[0], card[0])}_{_SUIT_NAMES[card[1]]}") for card in DECK}
    deck[BACK] = drawn("back")
    del application
    return deck


def _member(pattern: str, card: str) -> str:
    """The file of a card: {rank} A..K with 10, {number} 1..13, {t} with T for ten, {word} jack; {suit} C, {low} c,
    {name} club, {shcd} 0 for spades."""
    rank, suit = card
    return pattern.format(rank={"0": "10"}.get(rank, rank), number=_RANK_NUMBERS.get(rank, rank), t={"0": "T"}.get(rank, rank),
                          word=_RANK_WORDS.get(rank, rank), suit=suit, low=suit.lower(), name=_SUIT_NAMES[suit], shcd="SHCD".index(suit))


def _npm(row: Artwork) -> decks.Deck:
    path = _tarball(row.package, row.version)
    if not path.exists():
        raise ValueError(f"{path.name} is missing: fetch the artwork first")
    deck = {}
    with tarfile.open(path) as packed:
        for card in DECK:
            content = packed.extractfile(f"package/{_member(row.file, card)}").read()
            if row.file.endswith(".png"):
                deck[card] = _on_white(cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED))
            else:
                deck[card] = _resized(decks.rasterise(content, 2 * decks.FACE_SIZE[1]))
    deck[BACK] = decks.draw_back(tuple(int(v) for v in np.random.default_rng(len(row.name)).integers(20, 160, 3)))
    return deck


def _on_white(picture: np.ndarray) -> np.ndarray:
    if picture.shape[2] == 4:
        alpha = picture[:, :, 3:].astype(np.float32) / 255
        picture = (picture[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return _resized(picture)


def _own(row: Artwork) -> decks.Deck:
    return decks.load(row.file)


_SOURCES = {"debian": _debian, "kde": _kde, "npm": _npm, "here": _own}


def _cropped(picture: np.ndarray) -> np.ndarray:
    """Crops one pixel at each edge, so that a black outline around the card is at most a third of a millimetre wide."""
    edge = 1
    return cv2.resize(picture[edge:-edge, edge:-edge], decks.FACE_SIZE, interpolation=cv2.INTER_AREA)


@functools.cache
def load(name: str) -> decks.Deck:
    """The deck with this name; rendered once and cached in CACHE."""
    one = next((row for row in table() if row.name == name), None)
    if one is None:
        raise ValueError(f"no artwork {name!r} in {TABLE.name}")
    kept = CACHE / "faces" / f"{name}.npz"
    if kept.exists():
        with np.load(kept, allow_pickle=False) as arrays:
            return dict(arrays)
    deck = {code: _cropped(picture) for code, picture in _SOURCES[one.source](one).items()}
    kept.parent.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    np.savez_compressed(packed, **deck)
    kept.write_bytes(packed.getvalue())
    return deck


def names(part: str) -> list[str]:
    return [row.name for row in table() if row.part == part]


