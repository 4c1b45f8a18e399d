"""Artwork of cards: the companion page's pictures, and decks of Debian's gnome-cards-data from a folder; backs are drawn here."""

import functools
import gzip
import os
import subprocess
import tempfile

import cv2
import numpy as np

WIDTH, HEIGHT = 504, 704  # 8 pixels a millimetre of a card of 63 by 88
RANKS, SUITS = "A234567890JQK", "CDHS"
CODES = [rank + suit for suit in SUITS for rank in RANKS]
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
CACHE = os.environ.get("PHOTOGRAPHS_CACHE", os.path.join(ROOT, "build", "outside", "decks"))
PICTURES = os.path.join(ROOT, "src", "companion", "cards", "pictures")
DEBIAN = os.environ.get("GNOME_CARDS", "/usr/share/aisleriot/cards")
# None of these families has trained or calibrated the reader's networks (part `test` of artwork.tsv).
GNOME = ("anglo", "rheinland", "atlasnye")


def rasterise(svg, width, height):
    png = subprocess.run(["rsvg-convert", "-w", str(width), "-h", str(height), svg], check=True, capture_output=True).stdout
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)


def on_paper(picture):
    """The drawing on white paper, without the outline at its edge, which printed cards do not have."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    flat = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    cut = max(2, round(0.016 * flat.shape[1]))
    return cv2.resize(flat[cut:-cut, cut:-cut], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)


class PagePictures(dict):
    """Pictures that are drawn on demand."""

    def __missing__(self, code):
        self[code] = on_paper(rasterise(os.path.join(PICTURES, code + ".svg"), WIDTH, HEIGHT))
        return self[code]


def gnome(name):
    """A sheet of thirteen by five: clubs, diamonds, hearts, spades from ace to king; the last row has jokers and the back."""
    with tempfile.TemporaryDirectory() as folder:
        svg = os.path.join(folder, name + ".svg")
        with open(svg, "wb") as file:
            file.write(gzip.open(os.path.join(DEBIAN, name + ".svgz")).read())
        sheet = rasterise(svg, 13 * WIDTH, 5 * HEIGHT)
    cell = lambda column, row: on_paper(sheet[row * HEIGHT:(row + 1) * HEIGHT, column * WIDTH:(column + 1) * WIDTH])
    cards = {rank + suit: cell(column, row) for row, suit in enumerate(SUITS) for column, rank in enumerate(RANKS)}
    return {**cards, "BACK": cell(2, 4)}


def drawn_back(rng):
    """A back as they are sold: a white edge, and a lattice, dots or waves in one colour."""
    ink = np.array([(150, 40, 30), (40, 30, 160), (60, 90, 30), (50, 50, 50), (110, 40, 110)][rng.integers(5)], np.float32)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    period = rng.uniform(20, 44)
    kind = rng.integers(3)
    if kind == 0:
        pattern = np.maximum(np.cos(2 * np.pi * (x + y) / period), np.cos(2 * np.pi * (x - y) / period)) > 0.75
    elif kind == 1:
        pattern = (np.cos(2 * np.pi * x / period) + np.cos(2 * np.pi * y / period)) > 1.1
    else:
        pattern = np.cos(2 * np.pi * (y / period + 0.4 * np.sin(2 * np.pi * x / period / 2))) > 0.6
    back = np.where(pattern[..., None], np.float32(235), ink)
    edge = int(rng.uniform(2.5, 5) * 8)
    frame = np.ones((HEIGHT, WIDTH), bool)
    frame[edge:-edge, edge:-edge] = False
    back[frame] = 250
    return cv2.GaussianBlur(back, (0, 0), 1).astype(np.uint8)


def outline():
    """The alpha mask of a card: rounded corners of 3 mm."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(mask, (24, 0), (WIDTH - 25, HEIGHT), 255, -1)
    cv2.rectangle(mask, (0, 24), (WIDTH, HEIGHT - 25), 255, -1)
    for x in (24, WIDTH - 25):
        for y in (24, HEIGHT - 25):
            cv2.circle(mask, (x, y), 24, 255, -1)
    return mask


def available():
    return ["pictures"] + [name for name in GNOME if os.path.exists(os.path.join(DEBIAN, name + ".svgz"))]


@functools.cache
def load(name):
    """Pictures of the 52 cards by code, and BACK where the deck has one."""
    if name == "pictures":
        return PagePictures()
    path = os.path.join(CACHE, name + ".npz")
    if not os.path.exists(path):
        os.makedirs(CACHE, exist_ok=True)
        unfinished = f"{path}.{os.getpid()}.npz"
        np.savez_compressed(unfinished, **gnome(name))
        os.replace(unfinished, path)
    with np.load(path) as file:
        return dict(file)
