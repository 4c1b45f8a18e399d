"""Training samples: a corner of a card, or a whole card, as in a rectified photograph.

Each is composed in millimetres: the ground, cards beneath (of a pile, rotated by up to 8 degrees, or of a fan), the card, and a card on it. Then
the camera is simulated: its resolution and tilt, lens blur, motion blur, light, glare, noise, JPEG.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from .. import decks, mat, scene
from ..cards import BACK, DECK, RANKS, SUITS
from ..decks import FACE_SIZE
from ..finder import RECTIFIED
from ..know import windows
from . import typefaces

MARGIN_PX = 4  # around a stored sample, so that training can shift it
_CORNER_SCALE = 3.5  # pixels per millimetre of the composed picture of a corner,
_FACE_SCALE = 2.0
_MIN_CORNER_DISTANCE_MM = 5.0  # between a negative sample and the nearest corner of a card; a nearer window would be neither a clear index nor none
_MASK = scene.CARD_MASK.astype(np.float32) / 255
_EDGE_KERNEL = np.ones((3, 3), np.uint8)
_GRAIN = cv2.GaussianBlur(np.random.default_rng(0).standard_normal((700, 700, 3), np.float32), (0, 0), 0.6) * 1.6
_SHARE_WITHOUT_INDEX = 0.3  # of the samples for the index network


@dataclass(frozen=True)
class Put:
    """A card in the composed picture: its upper left corner in millimetres, its rotation in degrees."""

    code: str
    x: float
    y: float
    turn: float


def _matrix(put: Put, size, scale: float) -> np.ndarray:
    """The affine transformation from pixels of the face to those of the composed picture."""
    turn = np.deg2rad(put.turn)
    c, s = np.cos(turn), np.sin(turn)
    across, down = size[0] / FACE_SIZE[0] * scale, size[1] / FACE_SIZE[1] * scale
    return np.array([[c * across, -s * down, put.x * scale], [s * across, c * down, put.y * scale]])


def _draw_card(image: np.ndarray, put: Put, face: np.ndarray, size, scale: float, rng) -> np.ndarray:
    """The picture with a card drawn on it: a soft shadow, a thin darker edge, the face."""
    matrix = _matrix(put, size, scale)
    extent = image.shape[1::-1]
    alpha = cv2.warpAffine(_MASK, matrix, extent, flags=cv2.INTER_LINEAR)
    if not alpha.any():
        return image
    drawn = cv2.warpAffine(face, matrix, extent, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shift = (int(rng.integers(-2, 3)), int(rng.integers(-2, 3)))
    shadow = cv2.blur(np.roll(alpha, shift, (0, 1)), (5, 5)) * np.float32(rng.uniform(0.1, 0.45))
    inner = cv2.erode(alpha, _EDGE_KERNEL)
    below, edge = (1 - shadow) * (1 - alpha), np.float32(rng.uniform(0.75, 1))
    above = alpha * (edge + inner * (1 - edge))
    mixed = cv2.blendLinear(image, drawn, below, above)  # divides by the sum of the two
    return cv2.multiply(mixed, cv2.merge([below + above] * 3), dtype=cv2.CV_8U)


def _ground(extent, rng) -> np.ndarray:
    """A ground: mat, paper or another colour, some with a coarse texture."""
    kind = rng.random()
    if kind < 0.55:
        colour = np.array(mat.TINT) + rng.normal(0, 10, 3)
    elif kind < 0.65:
        colour = rng.uniform(180, 255, 3)
    else:
        colour = rng.uniform(10, 200, 3)
    image = np.empty((extent[1], extent[0], 3), np.float32)
    image[:] = colour
    if rng.random() < 0.35:
        coarse = rng.normal(0, rng.uniform(2, 30), (int(rng.integers(2, 40)), int(rng.integers(2, 40)), 1)).astype(np.float32)
        image += cv2.resize(coarse, extent, interpolation=cv2.INTER_LINEAR)[:, :, None]
    return image.clip(0, 255).astype(np.uint8)


# ---- Optics ------------------------------------------------------------------------------------


def _camera(rng, extent, scale: float) -> tuple[np.ndarray, tuple[int, int]]:
    """The affine transformation from pixels of the composed picture to those of the camera, and the size of the camera's picture."""
    density = rng.uniform(1.7, 3.3) / scale
    foreshortening = np.cos(np.deg2rad(rng.uniform(0, 45)))
    roll = np.deg2rad(rng.normal(0, 2.5))
    c, s = np.cos(roll), np.sin(roll)
    shear = rng.normal(0, 0.04)
    matrix = np.array([[density * c, -density * s + shear * density], [density * foreshortening * s, density * foreshortening * c]])
    corners = np.array([(0, 0), (extent[0], 0), (0, extent[1]), extent]) @ matrix.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    shift = rng.uniform(0, 1, 2) - low
    return np.hstack([matrix, shift[:, None]]), tuple(int(v) for v in np.ceil(high - low + 1))


def _exposed(image: np.ndarray, rng) -> np.ndarray:
    height, width = image.shape[:2]
    picture = image.astype(np.float32) * np.float32(rng.uniform(0.35, 1.1))
    picture *= (1 + rng.normal(0, 0.05, 3)).astype(np.float32)
    if rng.random() < 0.5:
        angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.4)
        x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
        picture *= (1 + np.float32(strength) * np.tanh(3 * (np.float32(np.cos(angle)) * x[None] + np.float32(np.sin(angle)) * y[:, None])))[:, :, None]
    if rng.random() < 0.15:
        x, y = np.arange(width, dtype=np.float32) - rng.uniform(0, width), np.arange(height, dtype=np.float32) - rng.uniform(0, height)
        lamp = np.exp(-(x[None] ** 2 + y[:, None] ** 2) / np.float32(rng.uniform(8, 60) ** 2)) * np.float32(rng.uniform(30, 170))
        picture += lamp[:, :, None]
    sigma = rng.uniform(0.3, 0.9) if rng.random() < 0.7 else rng.uniform(0.9, 2.0)
    picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    if rng.random() < 0.12:
        kernel = np.zeros((9, 9), np.float32)
        angle, reach = rng.uniform(0, np.pi), rng.uniform(1.5, 3)
        ends = [(round(4 + sign * reach * np.cos(angle)), round(4 + sign * reach * np.sin(angle))) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    top, left = rng.integers(0, _GRAIN.shape[0] - height), rng.integers(0, _GRAIN.shape[1] - width)
    noise = _GRAIN[top : top + height, left : left + width] * np.float32(rng.uniform(0.5, 4.5))
    picture = cv2.add(picture, noise, dtype=cv2.CV_8U)
    if rng.random() < 0.7:
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])[1]
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return picture


def _photographed(image: np.ndarray, scale: float, window: np.ndarray, extent, rng) -> np.ndarray:
    """A crop of size `extent` from a simulated photograph of the composed picture. `window`: transformation from pixels of the crop to millimetres."""
    to_camera, size = _camera(rng, image.shape[1::-1], scale)
    density = np.sqrt(abs(np.linalg.det(to_camera[:, :2])))
    soft = cv2.GaussianBlur(image, (0, 0), 0.45 / density) if density < 0.9 else image  # antialiasing
    photograph = _exposed(cv2.warpAffine(soft, to_camera, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), rng)
    whole = np.vstack([to_camera, [0, 0, 1]]) @ np.diag([scale, scale, 1]) @ np.vstack([window, [0, 0, 1]])
    return cv2.warpAffine(photograph, whole[:2], extent, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


# ---- Corners -----------------------------------------------------------------------------------


def _card_size(rng) -> tuple[float, float]:
    """A random size of cards: poker, or between bridge and others."""
    return (63.0, 88.0) if rng.random() < 0.6 else (rng.uniform(56, 64), rng.uniform(85, 90))


def _rotation(rng, usual: float) -> float:
    return float(rng.normal(0, usual)) if rng.random() < 0.8 else float(rng.uniform(-8, 8))


def _neighbours(target: Put, rng, size) -> tuple[list[Put], list[Put]]:
    """Random cards beneath and on the target, as in a fan or a pile."""
    below, above = [], []
    step = rng.uniform(11, 25)
    kind = rng.random()
    if kind < 0.4:
        code = BACK if rng.random() < 0.3 else str(rng.choice(DECK))
        gap = rng.uniform(4, 8) if code == BACK else step
        below.append(Put(code, target.x + rng.normal(0, 1.2), target.y - gap, target.turn + rng.normal(0, 1.5)))
    elif kind < 0.7:
        for _ in range(int(rng.integers(1, 4))):
            code = BACK if rng.random() < 0.2 else str(rng.choice(DECK))
            below.append(Put(code, target.x + rng.normal(0, 2.5), target.y + rng.normal(0, 2.5), target.turn + _rotation(rng, 3)))
    if rng.random() < 0.4:
        above.append(Put(str(rng.choice(DECK)), target.x + rng.normal(0, 1.2), target.y + step, target.turn + rng.normal(0, 1.5)))
    return below, above


def corner(deck: decks.Deck, rng: np.random.Generator, scale: float = 1.0, colours: bool = False) -> tuple[np.ndarray, int, int]:
    """A sample for the index network with its rank and suit; both are -1 if it has no index. `scale`: of the sample, below 1 for large
    indices; `colours`: the index is recoloured."""
    size = _card_size(rng)
    margin = 6.0
    extent = tuple(round((length / scale + 2 * margin) * _CORNER_SCALE) for length in windows.INDEX_MM)
    has_index = rng.random() >= _SHARE_WITHOUT_INDEX
    while True:
        code = str(rng.choice(DECK)) if has_index or rng.random() < 0.75 else BACK
        turn = _rotation(rng, 1.5)
        at = np.array([margin, margin])
        if not has_index:
            at = at + (rng.uniform(-14, 14), rng.uniform(-70, 22))
            if rng.random() < 0.15:
                at = at + (rng.uniform(-45, 10), 0)
        target = Put(code, at[0], at[1], turn)
        below, above = _neighbours(target, rng, size)
        cards = [*below, target, *above]
        near = [one for one in cards if one.code != BACK and np.hypot(one.x - margin, one.y - margin) < _MIN_CORNER_DISTANCE_MM]
        if has_index or not near:
            break
    image = _ground(extent, rng)
    for one in cards:
        face_of = typefaces.recoloured(deck[one.code], one.code, rng, True) if colours and one is target and one.code != BACK else deck[one.code]
        image = _draw_card(image, one, face_of, size, _CORNER_SCALE, rng)
    origin = rng.normal(0, 1.0, 2).clip(-3, 3) + (margin, margin)
    turned = np.deg2rad(turn + (rng.normal(0, 1.2) if rng.random() < 0.85 else rng.uniform(-8, 8))) if has_index else np.deg2rad(turn)
    c, s = np.cos(turned) / (RECTIFIED * scale), np.sin(turned) / (RECTIFIED * scale)
    window = np.array([[c, -s, origin[0]], [s, c, origin[1]]])
    window[:, 2] -= window[:, :2] @ [MARGIN_PX, MARGIN_PX]
    sample = _photographed(image, _CORNER_SCALE, window, (windows.INDEX[0] + 2 * MARGIN_PX, windows.INDEX[1] + 2 * MARGIN_PX), rng)
    return (sample, RANKS.index(code[0]), SUITS.index(code[1])) if has_index else (sample, -1, -1)


# ---- Whole cards -------------------------------------------------------------------------------


def _no_card(extent, rng) -> np.ndarray:
    """A negative sample: cloth, skin, clutter."""
    image = _ground(extent, rng)
    for _ in range(int(rng.integers(0, 7))):
        middle = tuple(int(v) for v in rng.integers(0, extent))
        axes = tuple(int(v) for v in rng.integers(4, 120, 2))
        colour = tuple(int(v) for v in rng.integers(0, 256, 3))
        cv2.ellipse(image, middle, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 3)))


def _cover(image: np.ndarray, rng) -> None:
    """Draws an occlusion, a finger or a sleeve, over a part of the picture."""
    extent = image.shape[1::-1]
    skin = tuple(int(v) for v in (rng.uniform(60, 160), rng.uniform(80, 180), rng.uniform(120, 235)))
    start = np.array([rng.uniform(0, extent[0]), extent[1] * float(rng.integers(0, 2))])
    end = start + rng.normal(0, 60, 2)
    cv2.line(image, tuple(int(v) for v in start), tuple(int(v) for v in end), skin, int(rng.integers(15, 60)), cv2.LINE_AA)


def face(deck: decks.Deck, backs: list[np.ndarray], rng: np.random.Generator, colours: bool = False) -> tuple[np.ndarray, int, int, int]:
    """A sample for the face network with its rank and suit (-1 if it is no face) and kind (index of windows.KINDS). `colours` as in `corner`."""
    size = _card_size(rng)
    margin = 6.0
    extent = tuple(round((length + 2 * margin) * _FACE_SCALE) for length in size)
    choice = rng.random()
    turn = _rotation(rng, 1.5)
    if choice < 0.07:
        image, code = _no_card(extent, rng), "neither"
    else:
        code = BACK if choice < 0.25 else str(rng.choice(DECK))
        image = _ground(extent, rng)
        target = Put(code, margin, margin, turn)
        below, _ = _neighbours(target, rng, size)
        for one in [*below, target]:
            picture = deck[one.code] if one.code != BACK else backs[int(rng.integers(0, len(backs)))]
            if colours and one is target and one.code != BACK:
                picture = typefaces.recoloured(picture, one.code, rng)
            image = _draw_card(image, one, picture, size, _FACE_SCALE, rng)
        if rng.random() < 0.06:
            _cover(image, rng)
    origin = rng.normal(0, 0.8, 2).clip(-2.5, 2.5) + (margin, margin)
    turned = np.deg2rad(turn + rng.normal(0, 1.0))
    across, down = size[0] / windows.FACE[0], size[1] / windows.FACE[1]
    c, s = np.cos(turned), np.sin(turned)
    window = np.array([[c * across, -s * down, origin[0]], [s * across, c * down, origin[1]]])
    window[:, 2] -= window[:, :2] @ [MARGIN_PX / 2, MARGIN_PX / 2]
    sample = _photographed(image, _FACE_SCALE, window, (windows.FACE[0] + MARGIN_PX, windows.FACE[1] + MARGIN_PX), rng)
    if code in DECK:
        return sample, RANKS.index(code[0]), SUITS.index(code[1]), 0
    return sample, -1, -1, windows.KINDS.index(code)


