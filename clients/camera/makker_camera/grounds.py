"""Renders grounds of tables without a mat (felt, wood, patterned cloth), and places laid there by hand."""

import cv2
import numpy as np

from . import layout

_FELTS = [(52, 92, 30), (40, 80, 20), (112, 62, 28), (38, 30, 120), (92, 72, 38), (70, 40, 78)]  # blue green red
_WOODS = [(52, 88, 134), (38, 62, 98), (84, 122, 164), (34, 46, 66)]
_CLOTHS = [((60, 40, 130), (150, 140, 190)), ((120, 70, 40), (190, 160, 130)), ((60, 100, 50), (120, 170, 130)), ((50, 110, 170), (60, 60, 120))]
_CARD_GAP_MM = 3.0  # minimum between neighbours


def _felt(shape, rng) -> np.ndarray:
    colour = np.array(_FELTS[int(rng.integers(len(_FELTS)))]) + rng.normal(0, 6, 3)
    fine = rng.normal(0, 5, (shape[0] // 2, shape[1] // 2)).astype(np.float32)
    coarse = cv2.resize(rng.normal(0, 4, (shape[0] // 40, shape[1] // 40)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    shade = 1 + (cv2.resize(fine, shape[::-1]) + coarse) / 100
    return shade[:, :, None] * colour.astype(np.float32)


def _wood(shape, rng, scale: float) -> np.ndarray:
    """Planks of slightly different brightness, with the grain along them."""
    colour = np.array(_WOODS[int(rng.integers(len(_WOODS)))]) + rng.normal(0, 5, 3)
    plank = max(1, round(rng.uniform(70, 140) * scale))
    grain = np.zeros(shape, np.float32)
    for top in range(0, shape[0], plank):
        part = rng.normal(0, 0.1, (plank // 5 + 1, shape[1] // 240 + 2)).astype(np.float32)
        drawn = cv2.resize(part, (shape[1], plank), interpolation=cv2.INTER_CUBIC) + np.float32(rng.normal(0, 0.07))
        drawn[: max(1, round(0.8 * scale))] -= 0.35
        grain[top : top + plank] = drawn[: shape[0] - top]
    return (1 + grain)[:, :, None] * colour.astype(np.float32)


def _cloth(shape, rng, scale: float) -> np.ndarray:
    """Checks, stripes or dots in two colours."""
    first, second = (np.array(colour, np.float32) for colour in _CLOTHS[int(rng.integers(len(_CLOTHS)))])
    period = rng.uniform(14, 45) * scale
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    kind = int(rng.integers(3))
    wave_x, wave_y = (xs % period) < period / 2, (ys % period) < period / 2
    if kind == 0:
        share = (wave_x.astype(np.float32) + wave_y) / 2
    elif kind == 1:
        share = wave_x.astype(np.float32)
    else:
        share = (np.hypot(xs % period - period / 2, ys % period - period / 2) < 0.28 * period).astype(np.float32)
    weave = cv2.resize(rng.normal(1, 0.05, (shape[0] // 2, shape[1] // 2)).astype(np.float32), shape[::-1])
    return (first + (second - first) * share[:, :, None]) * weave[:, :, None]


def draw(kind: str, shape: tuple[int, int], scale: float, rng: np.random.Generator) -> np.ndarray:
    """A ground of this kind. `shape`: rows and columns; `scale`: pixels per millimetre."""
    drawn = _felt(shape, rng) if kind == "felt" else {"wood": _wood, "cloth": _cloth}[kind](shape, rng, scale)
    return drawn.clip(0, 255).astype(np.uint8)


def offsets(rng: np.random.Generator, at_right: bool = False) -> dict[str, tuple[float, float]]:
    """The offset of each place of Klondike from its position on the mat, in millimetres: another spacing, and uneven rows. `at_right`: the stock
    lies above the last column, the waste beside it, the foundations above the first four columns."""
    pitch = rng.uniform(66, 85)
    max_offset = min(15.0, (pitch - layout.CARD[0] - _CARD_GAP_MM) / 2)
    result = {}
    for column in range(layout.COLUMNS):
        even = (column - layout.COLUMNS // 2) * (pitch - layout.PITCH)
        result[f"column {column + 1}"] = even + rng.uniform(-max_offset, max_offset), rng.uniform(0, 14)
    for place in layout.SINGLES:
        x = layout.mirrored(place).x if at_right else place.x
        even = (x - layout.WIDTH / 2) * (pitch / layout.PITCH) + layout.WIDTH / 2 - place.x
        result[place.name] = even + rng.uniform(-max_offset, max_offset), rng.uniform(-9, 3)
    return result
