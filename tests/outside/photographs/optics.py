"""Camera, light and sensor: renders a perspective picture of cards on a ground as a JPEG."""

import functools

import cv2
import numpy as np

import decks
import grounds

SUPERSAMPLING = 1.5  # supersampling: scale of the scene to the picture
LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
OUTLINE = decks.outline()


def linear(picture):
    return LINEAR[picture]


def thrice(field):
    """The field repeated for the three colours; arithmetic with it is several times faster than with field[..., None]."""
    return cv2.merge([field] * 3)


def scaled_by_colour(picture, colour):
    """Multiplies in place, a row of pixels at a time."""
    height, width = picture.shape[:2]
    picture.reshape(height, -1)[...] *= np.tile(np.asarray(colour, np.float32), width)


def warmth(kelvin):
    """Approximate light (B, G, R) of a black body relative to 6500 K."""
    share = np.interp(kelvin, [2700, 3500, 4500, 5500, 6500, 7500], [0, 1, 2, 3, 4, 5])
    table = np.array([(0.33, 0.72, 1.25), (0.52, 0.83, 1.15), (0.72, 0.92, 1.07), (0.88, 0.97, 1.02), (1, 1, 1), (1.1, 1.01, 0.96)])
    return np.array([np.interp(share, range(6), table[:, channel]) for channel in range(3)], np.float32)


class Camera:
    """Above the table (z up, x right, y towards the player), looking at one point of it."""

    def __init__(self, size, hfov, height, tilt, turn, at, bend):
        self.size, self.bend = size, bend
        self.focal = size[0] / 2 / np.tan(np.radians(hfov) / 2)
        tilt, turn = np.radians(tilt), np.radians(turn)
        self.place = np.array([at[0], at[1] + height * np.tan(tilt), height])
        forward = np.array([0, -np.sin(tilt), -np.cos(tilt)])
        right = np.array([1.0, 0, 0])
        down = np.cross(right, forward)
        self.rows = np.array([np.cos(turn) * right + np.sin(turn) * down, -np.sin(turn) * right + np.cos(turn) * down, forward])

    def project(self, points, scale=1.0, centre=None):
        """Pixels of points (x, y, z) in mm, without lens distortion."""
        seen = (np.asarray(points, np.float64).reshape(-1, 3) - self.place) @ self.rows.T
        centre = np.array(self.size) / 2 if centre is None else centre
        return seen[:, :2] / seen[:, 2:] * self.focal * scale + centre

    def distorted(self, points):
        """Pixels of points with lens distortion."""
        plain = (self.project(points) - np.array(self.size) / 2) / self.focal
        return plain * (1 + self.bend * (plain ** 2).sum(1, keepdims=True)) * self.focal + np.array(self.size) / 2

    @functools.cached_property
    def lens(self):
        """For each pixel of the picture: x and y in a plain picture of focal length 1, times the focal length, and the distance from the middle squared."""
        width, height = self.size
        u, v = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        u, v = (u - width / 2) / self.focal, (v - height / 2) / self.focal
        radius = u * u + v * v
        plain = radius
        for _ in range(4):
            plain = radius / (1 + self.bend * plain) ** 2
        factor = 1 / (1 + self.bend * plain) * self.focal * SUPERSAMPLING
        return u * factor, v * factor, radius

    def ground(self, size, scale):
        """The point of the table (mm) behind each pixel of a canvas of that size."""
        u, v = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
        u = (u - size[0] / 2) / (self.focal * scale)
        v = (v - size[1] / 2) / (self.focal * scale)
        rows = self.rows.astype(np.float32)
        ray = [rows[0, axis] * u + rows[1, axis] * v + rows[2, axis] for axis in range(3)]
        far = -self.place[2] / np.minimum(ray[2], -1e-3)
        return (self.place[0] + far * ray[0]).astype(np.float32), (self.place[1] + far * ray[1]).astype(np.float32)


class Lamp:
    def __init__(self, place, kelvin, strength, size):
        self.place, self.colour, self.strength, self.size = np.asarray(place, float), warmth(kelvin), strength, size

    def field(self, x, y):
        away = (x - self.place[0]) ** 2 + (y - self.place[1]) ** 2 + self.place[2] ** 2
        return self.strength * (self.place[2] / np.sqrt(away)) * (self.place[2] ** 2 / away)

    def mirrored(self, camera, x, y, spread, shift=(0, 0)):
        """The specular reflection of the lamp on a shiny table at each point: its mirrored position, blurred."""
        share = camera.place[2] / (camera.place[2] + self.place[2])
        at = camera.place[:2] + (self.place[:2] - camera.place[:2]) * share + np.asarray(shift)
        half = np.asarray(self.size) / 2 * share
        inside = lambda value, reach: 1 / (1 + np.exp(np.clip((np.abs(value) - reach) / spread, -30, 30)))
        return inside(x - at[0], half[0]) * inside(y - at[1], half[1])


class Person:
    """A shadow with a soft edge: body at the near side of the table, and an arm."""

    def __init__(self, rng, near):
        self.body = (rng.uniform(-350, 350), near + rng.uniform(-60, 140), rng.uniform(150, 260))
        self.soft, self.deep = rng.uniform(25, 110), rng.uniform(0.25, 0.6)

    def light(self, x, y, shift):
        away = np.hypot((x - self.body[0] - shift[0]), (y - self.body[1] - shift[1])) - self.body[2]
        return 1 - self.deep / (1 + np.exp(np.clip(away / self.soft, -30, 30)))


class Canvas:
    """The scene before the lens, in linear light (B, G, R), drawn from the ground upwards."""

    def __init__(self, camera):
        self.camera = camera
        self.size = tuple(int(side * SUPERSAMPLING * 1.12) for side in camera.size)
        self.centre = np.array(self.size) / 2
        self.ground_mm = camera.ground(self.size, SUPERSAMPLING)
        self.light = np.empty((self.size[1], self.size[0], 3), np.float32)

    def project(self, points):
        return self.camera.project(points, SUPERSAMPLING, self.centre)

    def lay_ground(self, surface, turn):
        x, y = self.ground_mm
        cosine, sine = np.cos(turn) * grounds.PER_MM, np.sin(turn) * grounds.PER_MM
        # Far pixels cover much of the ground: its texture is softened by half of what the middle needs.
        self.light = linear(cv2.remap(surface, x * cosine - y * sine + 1200, x * sine + y * cosine + 1200, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101))

    def region(self, points, margin):
        low = np.maximum(np.floor(points.min(0)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(points.max(0)).astype(int) + margin, self.size)
        return (low, high) if (high - low > 2).all() else (None, None)

    def shade(self, outline_mm, height, blur_mm, depth):
        """Darkens the surroundings of an outline, softly."""
        points = self.project(np.column_stack([outline_mm, np.full(len(outline_mm), height)]))
        pixel = self.camera.focal * SUPERSAMPLING / np.linalg.norm(self.camera.place - [*outline_mm.mean(0), 0])
        blur = blur_mm * pixel
        low, high = self.region(points, int(3 * blur) + 2)
        if low is None:
            return
        mask = np.zeros((high - low)[::-1], np.float32)
        cv2.fillPoly(mask, [np.round((points - low) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, blur))
        self.light[low[1]:high[1], low[0]:high[0]] *= thrice(1 - depth * mask)

    def paste(self, picture, mask, corners, gloss=0.0):
        """A flat picture (linear) whose corners are given as points (x, y, z)."""
        points = self.project(corners)
        low, high = self.region(points, 2)
        if low is None:
            return
        height, width = picture.shape[:2]
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, (points - low).astype(np.float32))
        # Drawn at the size at which it is seen, or fine strokes would flicker.
        shrink = np.sqrt(cv2.contourArea(points.astype(np.float32)) / (width * height))
        if shrink < 0.7:
            picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / shrink)
        size = tuple(int(side) for side in high - low)
        drawn = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alpha = thrice(cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR) / np.float32(255))
        part = self.light[low[1]:high[1], low[0]:high[0]]
        drawn += gloss
        drawn -= part
        drawn *= alpha
        part += drawn

    def solid(self, outline, colour):
        """A flat object of one colour; its outline as points (x, y, z)."""
        points = self.project(outline)
        low, high = self.region(points, 2)
        if low is None:
            return
        mask = np.zeros((high - low)[::-1], np.float32)
        cv2.fillPoly(mask, [np.round((points - low) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        part = self.light[low[1]:high[1], low[0]:high[0]]
        part += mask[..., None] * (np.asarray(colour, np.float32) - part)


def projected(canvas, camera, sensor):
    """The light on the sensor, and the standard deviation of its noise."""
    blur = np.hypot(0.45 * SUPERSAMPLING, sensor["defocus"] * SUPERSAMPLING)
    light = cv2.GaussianBlur(canvas.light, (0, 0), blur)
    x, y, radius = camera.lens
    picture = cv2.remap(light, x + canvas.size[0] / 2, y + canvas.size[1] / 2, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture *= thrice(sensor["exposure"] / (1 + sensor["vignette"] * radius) ** 2)
    scaled_by_colour(picture, sensor["balance"])
    deviation = np.maximum(picture, 0)
    deviation *= np.float32(sensor["shot"])
    deviation += np.float32(sensor["read"] ** 2)
    return picture, np.sqrt(deviation, out=deviation)


def exposed(canvas, camera, sensor, rng):
    return developed(*projected(canvas, camera, sensor), sensor, rng)


def developed(picture, deviation, sensor, rng):
    """The JPEG's bytes: noise, sharpening, tone and compression."""
    noise = rng.standard_normal(picture.shape).astype(np.float32)
    coarse = cv2.GaussianBlur(noise, (0, 0), 0.7)
    coarse *= np.float32(0.8)
    noise *= np.float32(0.6)
    noise += coarse
    noise *= deviation
    noise += picture
    shown = np.maximum(noise, 0, out=noise)
    # The shoulder of the tone curve keeps highlights from being clipped.
    bright = shown > 0.75
    shown[bright] = 0.75 + 0.25 * (1 - np.exp(-(shown[bright] - 0.75) / 0.25))
    np.power(shown, np.float32(1 / 2.2), out=shown)
    curve = np.clip(shown, 0, 1, out=coarse)
    curve *= 2
    curve -= 1
    curve *= curve
    np.subtract(1, curve, out=curve)
    curve *= np.float32(sensor["contrast"]) * (shown - np.float32(0.5))
    shown += curve
    edges = shown - cv2.GaussianBlur(shown, (0, 0), 1.2)
    edges *= np.float32(sensor["sharpen"])
    shown += edges
    shown *= 255
    done, jpeg = cv2.imencode(".jpg", np.clip(shown, 0, 255, out=shown).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, sensor["jpeg"]])
    if not done:
        raise RuntimeError("the picture could not be compressed")
    return jpeg.tobytes()
