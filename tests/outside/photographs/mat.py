"""The printed mat: the sheets that `makker-camera mat` makes, as a printer, the paper and a person change them, and the places found on them."""

import functools
import os
import shutil
import subprocess
import tempfile

import cv2
import numpy as np

import decks
import optics
from layout import CARD

COMMAND = os.path.join(decks.ROOT, "clients", "camera", "makker-camera")
PER_MM = 5
SIZE_MM = (594, 420)
MISSING = "the mat needs pdftoppm (Debian's poppler-utils): skipped"


def available():
    return shutil.which("pdftoppm") is not None


@functools.cache
def sheets(game, paper):
    """The pages of the PDF as pictures (B, G, R), from left to right."""
    with tempfile.TemporaryDirectory() as folder:
        pdf = subprocess.run([COMMAND, "mat", "--game", game, "--paper", paper], check=True, capture_output=True).stdout
        subprocess.run(["pdftoppm", "-r", str(25.4 * PER_MM), "-png", "-", os.path.join(folder, "sheet")], input=pdf, check=True)
        return [cv2.imread(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]


@functools.cache
def places(game):
    """The middles (mm from the mat's middle) of the outlines as large as a card, row after row, from left to right."""
    grey = cv2.cvtColor(sheets(game, "a2")[0], cv2.COLOR_BGR2GRAY)
    lines = (np.abs(grey.astype(int) - int(np.median(grey))) > 4).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(lines)
    found = [(left + width / 2, top + height / 2) for left, top, width, height, _ in boxes if np.allclose((width, height), np.array(CARD) * PER_MM, atol=2 * PER_MM)]
    middles = np.array(found) / PER_MM - np.array(SIZE_MM) / 2
    return middles[np.lexsort((middles[:, 0], np.round(middles[:, 1] / 20)))]


@functools.cache
def marker_top(game):
    """The upper edge (mm from the mat's middle) of the white around the marker at the lower left."""
    sheet = sheets(game, "a2")[0]
    strip = sheet[sheet.shape[0] * 3 // 4:, 20 * PER_MM].astype(int)
    first = np.abs(strip - strip[0]).max(-1).argmax()
    return (sheet.shape[0] * 3 // 4 + first) / PER_MM - SIZE_MM[1] / 2


def rotated(degrees):
    turn = np.radians(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def field(rng, size, cell):
    """Smooth noise of mean 0 and deviation 1; `cell` in pixels (width, height)."""
    small = rng.standard_normal([max(3, int(side / step) + 2) for side, step in zip(size[::-1], cell[::-1])]).astype(np.float32)
    large = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC)
    return (large - large.mean()) / large.std()


class Printer:
    """Its inks are paler or stronger than meant, of more or less colour, and one colour more than another; some leave the paper's edge white."""

    def __init__(self, rng):
        self.rng = rng
        self.paper = rng.uniform(0.76, 0.90) * np.array([rng.uniform(0.90, 1.06), 1, rng.uniform(0.97, 1.02)])
        self.strength, self.colour = rng.uniform(0.65, 1.25), rng.uniform(0.55, 1.15)
        self.cast = np.clip(rng.normal(1, 0.08, 3), 0.8, 1.25)
        self.margin = int(rng.uniform(3, 4.5) * PER_MM) if rng.random() < 0.5 else 0
        self.bands, self.grain = rng.uniform(0, 0.025), rng.uniform(0.005, 0.03)

    def density(self, colour):
        """The printed density of colours (B, G, R from 0 to 255)."""
        meant = -np.log(np.maximum(optics.linear(colour), 0.01))
        grey = meant.mean(-1, keepdims=True)
        return (grey + self.colour * (meant - grey)) * self.strength * self.cast

    def printed(self, sheet, seams):
        """How much light the printed sheet throws back; `seams`: the edges (left, right) without a margin."""
        height, width = sheet.shape[:2]
        density = self.density(sheet).astype(np.float32)
        density *= 1 + (self.grain * field(self.rng, (width, height), (3, 3)) + self.bands * field(self.rng, (width, height), (width, 4 * PER_MM)))[..., None]
        if self.margin:
            inside = np.zeros((height, width), np.uint8)
            inside[self.margin:-self.margin, 0 if seams[0] else self.margin:width if seams[1] else width - self.margin] = 1
            density *= inside[..., None]
        return (self.paper * (0.03 + 0.97 * np.exp(-density))).astype(np.float32)


class Sheet:
    """A printed sheet on the table: its own middle in mm from the mat's, where a person laid that, and how it is turned."""

    def __init__(self, light, middle, moved, turn):
        self.light, self.middle, self.at, self.turn = light, np.array(middle), np.array(middle) + moved, rotated(turn)
        self.size = np.array(light.shape[1::-1]) / PER_MM

    def laid(self, points):
        """Where points of the mat lie on the table."""
        return (np.asarray(points, float) - self.middle) @ self.turn.T + self.at

    def corners(self):
        return self.laid(self.middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * self.size / 2)


class Mat:
    """The mat of a game on the table: one sheet of A2, or two of A3 side by side with a seam."""

    def __init__(self, rng, game):
        self.rng, self.game = rng, game
        self.paper = "a3" if rng.random() < 0.75 else "a2"
        self.printer = Printer(rng)
        self.gap = rng.uniform(-1.5, 1.5)
        self.moved = [(-self.gap / 2, 0.0), (self.gap / 2, rng.uniform(-1, 1))]
        self.turns = rng.uniform(-0.2, 0.2, 2)
        self.rise, self.rise_mm = rng.uniform(0, 3), rng.uniform(60, 160)
        self.waves = [(rng.uniform(0.1, 0.5), rng.uniform(90, 260), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)) for _ in range(3)]
        self.gloss = (rng.uniform(0.03, 0.25), rng.uniform(15, 50)) if rng.random() < 0.3 else None
        self.left_above = rng.random() < 0.5

    @functools.cached_property
    def sheets(self):
        """The lower one first."""
        pictures = sheets(self.game, self.paper)
        if len(pictures) == 1:
            return [Sheet(self.printer.printed(pictures[0], (False, False)), (0, 0), (0, 0), 0)]
        middles = [(-SIZE_MM[0] / 4, 0), (SIZE_MM[0] / 4, 0)]
        lying = [Sheet(self.printer.printed(picture, (number == 1, number == 0)), middles[number], self.moved[number], self.turns[number]) for number, picture in enumerate(pictures)]
        return lying[::-1] if self.left_above else lying

    def places(self):
        """The places on the table; one on the seam lies between what both sheets say."""
        found = []
        for middle in places(self.game):
            on = [sheet for sheet in self.sheets if abs(middle[0] - sheet.middle[0]) < sheet.size[0] / 2 + CARD[0] / 4]
            found.append(np.mean([sheet.laid([middle])[0] for sheet in on], axis=0))
        return found

    def corners(self):
        """The outermost points."""
        corners = np.concatenate([sheet.corners() for sheet in self.sheets])
        low, high = corners.min(0), corners.max(0)
        return np.array([low, (high[0], low[1]), high, (low[0], high[1])])

    def height(self, x, y):
        """Height of the paper above the table in mm: waves, and a far edge that rises."""
        height = sum(size * (1 + np.sin(2 * np.pi * (x * np.cos(way) + y * np.sin(way)) / length + phase)) for size, length, way, phase in self.waves)
        share = np.clip((self.rise_mm - SIZE_MM[1] / 2 - y) / self.rise_mm, 0, 1)
        return np.minimum(height, 1.0) + self.rise * share * share

    def lay(self, canvas, lamps):
        """Draws the sheets on the ground."""
        x, y = canvas.ground_mm
        height = self.height(x, y).astype(np.float32)
        to_camera = [(canvas.camera.place[axis] - (x, y)[axis]) / canvas.camera.place[2] for axis in range(2)]
        x, y = (side + height * way for side, way in zip((x, y), to_camera))
        slope = [self.height(x + 2, y) - height, self.height(x, y + 2) - height]
        lit = sum(lamp.strength * (1 - (slope[0] * lamp.place[0] + slope[1] * lamp.place[1]) / 2 / lamp.place[2]) for lamp in lamps) / sum(lamp.strength for lamp in lamps)
        pixel = canvas.camera.focal * optics.SUPERSAMPLING / np.linalg.norm(canvas.camera.place) / PER_MM
        self.mask = np.zeros(canvas.light.shape[:2], np.float32)
        for sheet in self.sheets:
            canvas.shade(sheet.corners(), 0, 1.5, 0.35)
            u, v = x - sheet.at[0], y - sheet.at[1]
            u, v = sheet.turn[0, 0] * u + sheet.turn[1, 0] * v, sheet.turn[0, 1] * u + sheet.turn[1, 1] * v
            u, v = ((side + size / 2) * PER_MM - 0.5 for side, size in zip((u, v), sheet.size))
            light = cv2.GaussianBlur(sheet.light, (0, 0), 0.4 / pixel) if pixel < 0.7 else sheet.light
            drawn = cv2.remap(light, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            size = sheet.size * PER_MM
            inside = np.clip(np.minimum(np.minimum(u, size[0] - 1 - u), np.minimum(v, size[1] - 1 - v)) + 1, 0, 1).astype(np.float32)
            canvas.light += (drawn * optics.thrice(lit.astype(np.float32)) - canvas.light) * optics.thrice(inside)
            self.mask = np.maximum(self.mask, inside)
