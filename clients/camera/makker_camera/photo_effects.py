"""Simulates the camera: turns a picture of the table from above into a photograph.

One random generator decides everything, so a seed reproduces a photograph.
"""

import functools
from dataclasses import dataclass, replace

import cv2
import numpy as np

from . import layout
from .scene import SURROUND, TABLE_SCALE


@dataclass(frozen=True)
class Conditions:
    """Conditions of photographs. Ranges are sampled uniformly; shadow, glare, hand and motion are probabilities."""

    size: tuple[int, int] = (1920, 1080)
    tilt: tuple[float, float] = (0, 25)  # degrees from straight above
    roll: float = 4.0  # degrees, either way
    blur: tuple[float, float] = (0.3, 0.9)  # of the lens: sigma in pixels
    motion: float = 0.0  # probability of motion blur over 3 to 6 pixels
    noise: tuple[float, float] = (1.5, 5.0)  # standard deviation, of 255
    light: tuple[float, float] = (0.65, 1.05)  # brightness
    shadow: float = 0.5
    glare: float = 0.5
    hand: float = 0.0
    quality: tuple[int, int] = (75, 93)  # of the JPEG
    lamp: tuple[float, float] = (0.0, 0.0)  # how warm the light is: the loss of blue
    ground: str = "mat"  # or one of makker_camera.grounds, without a mat
    at_right: bool = False  # without a mat: the stock lies above the last column, and the row of the other piles is mirrored
    casual: bool = False  # cards rotated by up to 8 degrees, piles that are not squared up


FULL_HD = Conditions()
CONDITIONS = {
    "fullhd": FULL_HD,
    "plain": replace(FULL_HD, shadow=0, glare=0, tilt=(0, 10), noise=(1, 3)),
    "720p": replace(FULL_HD, size=(1280, 720)),
    "tilt45": replace(FULL_HD, tilt=(40, 45)),
    "blur": replace(FULL_HD, blur=(1.3, 2.0), motion=0.5),
    "hand": replace(FULL_HD, hand=1.0),
    "casual": replace(FULL_HD, casual=True),
    "lamp": replace(FULL_HD, lamp=(0.1, 0.35), glare=1.0),
    "felt": replace(FULL_HD, ground="felt"),
    "felt45": replace(FULL_HD, ground="felt", tilt=(40, 45)),
    "felt_right": replace(FULL_HD, ground="felt", at_right=True),
    "wood": replace(FULL_HD, ground="wood"),
    "cloth": replace(FULL_HD, ground="cloth"),
    "dark": replace(FULL_HD, light=(0.08, 0.14), glare=0),
}


def camera(conditions: Conditions, rng: np.random.Generator) -> np.ndarray:
    """The homography from millimetres of the mat to pixels, for a camera at the distance at which the mat fills most of the picture."""
    width, height = conditions.size
    tilt = np.deg2rad(rng.uniform(*conditions.tilt))
    roll = np.deg2rad(rng.uniform(-conditions.roll, conditions.roll))
    yaw = np.deg2rad(rng.uniform(-3, 3))
    about_x = cv2.Rodrigues(np.array([tilt, 0, 0]))[0]
    about_y = cv2.Rodrigues(np.array([0, yaw, 0]))[0]
    about_z = cv2.Rodrigues(np.array([0, 0, roll]))[0]
    turn = about_z @ about_x @ about_y
    middle = np.array([[1, 0, -layout.WIDTH / 2], [0, 1, -layout.HEIGHT / 2], [0, 0, 1]])
    max_share = rng.uniform(0.93, 0.98)
    near, far = 200.0, 5000.0
    for _ in range(40):
        distance = (near + far) / 2
        plane = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]])
        lens = np.diag([1.1 * width, 1.1 * width, 1.0])
        corners = cv2.perspectiveTransform(layout.mat_corners()[None], lens @ plane @ middle)[0]
        extent = corners.max(0) - corners.min(0)
        fits = extent[0] <= max_share * width and extent[1] <= max_share * height
        near, far = (near, distance) if fits else (distance, far)
    shift = np.array([width, height]) / 2 - (corners.max(0) + corners.min(0)) / 2
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ lens @ plane @ middle


def _soft_mask(shape, scale: int, draw) -> np.ndarray:
    """A soft mask from 0 to 1: `draw` paints it at low resolution, then it is enlarged."""
    small = np.zeros((shape[0] // scale, shape[1] // scale), np.float32)
    draw(small)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)


def _light_gradient(shape, rng) -> np.ndarray:
    angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.28)
    x = np.linspace(-1, 1, shape[1], dtype=np.float32) * np.float32(np.cos(angle))
    y = np.linspace(-1, 1, shape[0], dtype=np.float32) * np.float32(np.sin(angle))
    return 1 + np.float32(strength) * (x[None] + y[:, None]) / 1.4


def _shadow(shape, rng) -> np.ndarray:
    """The shadow of a person: a half plane with a soft edge."""

    def draw(small):
        height, width = small.shape
        start, end = rng.uniform(0, width, 2)
        side = rng.choice([-width, 2 * width])
        points = np.array([(start, 0), (end, height), (side, height), (side, 0)], np.int32)
        cv2.fillPoly(small, [points], 1.0)
        cv2.GaussianBlur(small, (0, 0), rng.uniform(1.5, 6), dst=small)

    return 1 - np.float32(rng.uniform(0.2, 0.5)) * _soft_mask(shape, 8, draw)


def _glare(shape, rng) -> np.ndarray:
    """The reflection of a lamp: a soft ellipse."""
    strength = rng.uniform(50, 170)

    def draw(small):
        height, width = small.shape
        centre = (int(rng.uniform(0.1, 0.9) * width), int(rng.uniform(0.1, 0.9) * height))
        axes = (int(rng.uniform(0.02, 0.06) * width), int(rng.uniform(0.02, 0.05) * width))
        cv2.ellipse(small, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
        cv2.GaussianBlur(small, (0, 0), max(1.0, axes[1] * 0.4), dst=small)

    return np.float32(strength) * _soft_mask(shape, 8, draw)


def hand_polygons(shape, rng) -> list[np.ndarray]:
    """Polygons of an arm that enters from an edge, a palm, four fingers and a thumb; in pixels."""
    height, width = shape[:2]
    unit = height / 420  # about a millimetre of the mat
    tip = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.35, 0.75) * height])
    angle = rng.uniform(-0.5, 0.5)
    along = np.array([np.sin(angle), -np.cos(angle)])
    across = np.array([along[1], -along[0]]) * -1
    palm = tip - along * 75 * unit

    def bar(start, end, thick):
        points = cv2.boxPoints(
            ((float((start + end)[0] / 2), float((start + end)[1] / 2)),
             (thick * unit, float(np.linalg.norm(end - start)) + thick * unit),
             float(np.degrees(np.arctan2((end - start)[0], -(end - start)[1])))))
        return cv2.convexHull(points.astype(np.int32))[:, 0]

    wrist = palm - along * 60 * unit
    parts = [bar(wrist - along * 600 * unit, wrist, 62), bar(wrist, palm, 78)]
    for finger, length in zip((-28, -9, 10, 28), (62, 74, 70, 52)):
        base = palm + across * finger * unit
        parts.append(bar(base, base + along * length * unit + across * finger * 0.25 * unit, 15))
    thumb = palm - along * 40 * unit - across * 38 * unit
    parts.append(bar(thumb, thumb + (along * 50 - across * 25) * unit, 18))
    return parts


def lay_hand(image: np.ndarray, rng) -> np.ndarray:
    """Draws a hand and its shadow into `image`."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for part in hand_polygons(image.shape, rng):
        cv2.fillPoly(mask, [part], 255, cv2.LINE_AA)
    skin = np.array([rng.uniform(90, 150), rng.uniform(110, 170), rng.uniform(170, 225)], np.float32)
    soft = cv2.resize(cv2.GaussianBlur(cv2.resize(mask, None, fx=0.125, fy=0.125), (0, 0), 3), mask.shape[::-1])
    darkened = np.roll(soft, (16, 16), (0, 1))
    left, top, width, height = cv2.boundingRect(mask | darkened)
    box = slice(top, top + height), slice(left, left + width)
    shade = 0.55 + 0.45 * soft[box].astype(np.float32) / 255
    shadow = 1 - 0.35 * darkened[box].astype(np.float32) / 255
    alpha = mask[box].astype(np.float32) / 255
    kept, painted = cv2.merge([1 - alpha] * 3), cv2.merge([one * shade * alpha for one in skin])
    image[box] = image[box] * cv2.merge([shadow] * 3) * kept + painted
    return image


def _motion_blur(image, rng) -> np.ndarray:
    length, angle = int(rng.integers(3, 7)), rng.uniform(0, np.pi)
    kernel = np.zeros((9, 9), np.float32)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    ends = [tuple(int(v) for v in np.round(4 + sign * reach)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


@functools.cache
def _grain(height: int, width: int) -> np.ndarray:
    """Sensor noise of standard deviation about 1, computed once: fine in brightness, coarser in colour."""
    rng = np.random.default_rng(0)
    fine = rng.standard_normal((height, width), np.float32)
    coarse = cv2.resize(rng.standard_normal((height // 2, width // 2, 3), np.float32), (width, height))
    return 0.8 * fine[:, :, None] + 0.9 * coarse


def _noise(shape, rng, strength: float) -> np.ndarray:
    """A random crop of the noise, randomly flipped."""
    grain = _grain(shape[0] + 512, shape[1] + 512)
    top, left = rng.integers(0, 512, 2)
    piece = grain[top : top + shape[0], left : left + shape[1]]
    return cv2.flip(piece, int(rng.integers(-1, 2))) * np.float32(strength)


def expose(above: np.ndarray, homography: np.ndarray, conditions: Conditions, rng: np.random.Generator) -> bytes:
    """A JPEG of the table. `homography`: from millimetres of the mat to pixels of the photograph."""
    to_mat = np.array([[1 / TABLE_SCALE, 0, -SURROUND], [0, 1 / TABLE_SCALE, -SURROUND], [0, 0, 1]])
    blurred = cv2.GaussianBlur(above, (0, 0), 0.7)  # antialiasing
    border = cv2.BORDER_CONSTANT if conditions.ground == "mat" else cv2.BORDER_REFLECT  # a cloth continues
    image = cv2.warpPerspective(blurred, homography @ to_mat, conditions.size, flags=cv2.INTER_LINEAR, borderMode=border,
                                borderValue=(60, 70, 80)).astype(np.float32)
    shape = image.shape[:2]
    if rng.random() < conditions.hand:
        image = lay_hand(image, rng)
    light = _light_gradient(shape, rng) * np.float32(rng.uniform(*conditions.light))
    if rng.random() < conditions.shadow:
        light = light * _shadow(shape, rng)
    white = (1 + rng.normal(0, 0.04, 3)).astype(np.float32)
    if conditions.lamp[1] > 0:
        warm = rng.uniform(*conditions.lamp)
        white *= np.array([1 - warm, 1 - 0.25 * warm, 1 + 0.25 * warm], np.float32)
    image = cv2.multiply(image, cv2.merge([light * part for part in white]))
    if rng.random() < conditions.glare:
        image = cv2.add(image, cv2.merge([_glare(shape, rng)] * 3))
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(*conditions.blur))
    if rng.random() < conditions.motion:
        image = _motion_blur(image, rng)
    image = cv2.add(image, _noise(shape, rng, rng.uniform(*conditions.noise)), dtype=cv2.CV_8U)
    quality = int(rng.integers(conditions.quality[0], conditions.quality[1] + 1))
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
