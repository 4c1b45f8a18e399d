"""Surfaces to play on, made procedurally: a square of 800 mm at 3 pixels a millimetre, repeated mirrored."""

import cv2
import numpy as np

PER_MM = 3
SIDE = 2400


def noise(rng, width_mm, height_mm=None, height=SIDE):
    """Smooth noise of mean 0 and deviation 1 with features of the given size."""
    columns = min(SIDE, max(4, int(SIDE / PER_MM / width_mm) + 3))
    rows = min(height, max(4, int(height / PER_MM / (height_mm or width_mm)) + 3))
    field = rng.standard_normal((rows, columns)).astype(np.float32)
    field = cv2.resize(field, (SIDE, height), interpolation=cv2.INTER_CUBIC)
    return (field - field.mean()) / field.std()


def tinted(colour, *shares):
    """A colour (BGR, 0 to 255) made lighter or darker by each (field, strength)."""
    light = np.ones((SIDE, SIDE), np.float32)
    for field, strength in shares:
        light *= 1 + strength * field
    return np.clip(np.array(colour, np.float32) * light[..., None], 0, 255).astype(np.uint8)


def threads(rng, period_mm):
    """Warp and weft: light where one of them lies above."""
    at = np.arange(SIDE, dtype=np.float32) / PER_MM
    wobble = lambda: 0.15 * cv2.GaussianBlur(rng.standard_normal((1, SIDE)).astype(np.float32), (0, 0), 6)[0]
    warp = np.cos(2 * np.pi * (at + wobble()) / period_mm)
    weft = np.cos(2 * np.pi * (at + wobble()) / period_mm)
    over = np.sign(np.cos(np.pi * at / period_mm))[None, :] * np.sign(np.cos(np.pi * at / period_mm))[:, None]
    return np.where(over > 0, warp[None, :], weft[:, None]).astype(np.float32)


def felt(rng):
    colour = [(60, 95, 25), (105, 62, 28), (38, 28, 120), (82, 80, 78), (45, 70, 95)][rng.integers(5)]
    return tinted(colour, (noise(rng, 0.6), 0.06), (noise(rng, 2.5, 0.9), 0.04), (noise(rng, 120), 0.04))


def weave(rng):
    colour = [(120, 95, 60), (70, 90, 110), (60, 60, 130), (88, 110, 70), (95, 120, 140)][rng.integers(5)]
    return tinted(colour, (threads(rng, rng.uniform(1.0, 1.8)), 0.13), (noise(rng, 12, 0.8), 0.04), (noise(rng, 0.8, 12), 0.04))


def slate(rng):
    picture = tinted((66, 62, 58), (noise(rng, 1.2), 0.10), (noise(rng, 25), 0.10), (noise(rng, 60, 12), 0.08))
    for _ in range(rng.integers(2, 7)):
        line = np.cumsum(rng.normal(0, 18, (14, 2)), 0) + rng.uniform(0, SIDE, 2) + np.linspace(0, 900, 14)[:, None] * rng.normal(0, 1, 2)
        cv2.polylines(picture, [line.astype(np.int32)], False, (105, 102, 100), 1 + int(rng.integers(3)), cv2.LINE_AA)
    return picture


def boards(rng, colour, contrast, knots):
    """Boards of 70 to 140 mm with joints; the grain runs along them."""
    picture = np.empty((SIDE, SIDE, 3), np.uint8)
    top = 0
    while top < SIDE:
        height = int(rng.uniform(70, 140) * PER_MM)
        bottom = min(SIDE, top + height)
        grain = noise(rng, 260, 2.2, height + 120)
        bend = noise(rng, 200, 60, bottom - top) * 14
        y, x = np.mgrid[0:bottom - top, 0:SIDE].astype(np.float32)
        for _ in range(rng.poisson(knots)):
            at = rng.uniform([0, 0], [SIDE, bottom - top])
            away = np.hypot((x - at[0]) / 2.4, y - at[1])
            bend += 26 * np.exp(-(away / 30) ** 2) * np.sign(y - at[1])
        rings = cv2.remap(grain, x, y + bend + 60, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        pores = noise(rng, 9, 0.5, bottom - top)
        light = (1 + contrast * rings + 0.035 * pores) * (1 + rng.normal(0, 0.07))
        shade = np.array(colour, np.float32) * (1 + rng.normal(0, 0.025, 3))
        picture[top:bottom] = np.clip(shade * light[..., None], 0, 255)
        picture[top:top + 3] = picture[top:top + 3] * 0.45
        if rng.random() < 0.7:
            joint = int(rng.uniform(0, SIDE))
            picture[top:bottom, joint:joint + 3] = picture[top:bottom, joint:joint + 3] * 0.5
        top = bottom
    return picture if rng.random() < 0.6 else np.ascontiguousarray(picture.transpose(1, 0, 2))


def oak(rng):
    return boards(rng, [(82, 125, 165), (60, 95, 135), (48, 72, 100)][rng.integers(3)], 0.10, 0.2)


def pine(rng):
    return boards(rng, [(105, 162, 205), (88, 148, 198)][rng.integers(2)], 0.07, 1.2)


CHECKS = (((60, 45, 150), (120, 130, 190)), ((130, 70, 35), (185, 160, 130)), ((70, 105, 50), (130, 165, 130)), ((50, 50, 50), (120, 120, 125)))


def crossed(rng, dark, light):
    """Two sets of stripes: the darker colour where both meet, the lighter where none is."""
    period = rng.uniform(18, 60)
    at = (np.arange(SIDE) / PER_MM % period < period / 2).astype(np.float32)
    amount = (at[None, :] + at[:, None]) / 2
    mixed = np.array(light, np.float32) + (np.array(dark, np.float32) - np.array(light, np.float32)) * amount[..., None]
    return np.clip(mixed * (1 + 0.06 * threads(rng, 0.9))[..., None], 0, 255).astype(np.uint8)


def checked(rng):
    return crossed(rng, *CHECKS[rng.integers(len(CHECKS))])


def gingham(rng):
    """Checks with white: the documentation does not promise such a cloth."""
    return crossed(rng, CHECKS[rng.integers(len(CHECKS))][0], (238, 240, 242))


def flowered(rng):
    base = [(95, 60, 40), (60, 80, 50), (90, 110, 140), (55, 40, 95), (140, 120, 95)][rng.integers(5)]
    picture = tinted(base, (noise(rng, 80), 0.03))
    for _ in range(rng.integers(150, 330)):
        at, size = rng.uniform(0, SIDE, 2), rng.uniform(6, 22) * PER_MM
        petal = np.array([(70, 80, 200), (60, 170, 225), (190, 120, 170), (150, 150, 210), (200, 160, 110)][rng.integers(5)]) * rng.uniform(0.8, 1.05)
        for leaf in range(2):
            turn = rng.uniform(0, 360)
            end = at + size * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
            cv2.ellipse(picture, tuple(end.astype(int)), (int(size * 0.7), int(size * 0.22)), turn, 0, 360, (50, 110, 60), -1, cv2.LINE_AA)
        turn, count = rng.uniform(0, 360), rng.integers(5, 8)
        for petal_turn in turn + np.arange(count) * 360 / count:
            end = at + size * 0.5 * np.array([np.cos(np.radians(petal_turn)), np.sin(np.radians(petal_turn))])
            cv2.ellipse(picture, tuple(end.astype(int)), (int(size * 0.5), int(size * 0.26)), petal_turn, 0, 360, petal.tolist(), -1, cv2.LINE_AA)
        cv2.circle(picture, tuple(at.astype(int)), int(size * 0.22), (60, 190, 230), -1, cv2.LINE_AA)
    return np.clip(picture * (1 + 0.05 * threads(rng, 0.9))[..., None], 0, 255).astype(np.uint8)


def lacquer(rng):
    kind = rng.integers(3)
    if kind == 0:
        return boards(rng, (32, 44, 88), 0.12, 0)
    if kind == 1:
        return tinted((38, 36, 34), (noise(rng, 0.8), 0.03), (noise(rng, 200), 0.03))
    return boards(rng, (40, 70, 110), 0.10, 0.2)
