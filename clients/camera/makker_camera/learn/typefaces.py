"""Generates decks from typefaces: their indices have many shapes, sizes, letters and colours, more than those of the drawn decks.

Faces are simple: index, pips, and for court cards the middle of a drawn deck's court card. Needs python3-pil and fonts.
"""

import subprocess
from pathlib import Path

import cv2
import numpy as np

from .. import decks
from ..cards import BACK, DECK, RANKS
from ..decks import FACE_SIZE, SCALE

# Letters of ace, jack, queen and king, and their shares. Languages in which a letter means another rank than elsewhere are left out: V is the
# jack of French decks and the queen of Dutch ones.
LETTERS = (("AJQK", 0.27), ("ABDK", 0.19), ("1VDR", 0.12), ("AVDR", 0.09), ("ТВДК", 0.2), ("AFDR", 0.03), ("AWDK", 0.03),
           ("AKnDK", 0.02), ("1BDK", 0.03), ("AJDK", 0.02))
_LARGE_INDEX_MM = 8.5  # height of an index from which the deck counts as one with large indices
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_INKS = {"black": ((0, 0, 0), (60, 60, 60)), "red": ((0, 0, 170), (70, 60, 255)), "green": ((0, 80, 0), (90, 170, 70)), "blue": ((140, 0, 0), (255, 120, 80)),
         "yellow": ((0, 120, 200), (60, 190, 255))}
FOUR_COLOURS = ({"C": "green", "D": "blue"}, {"C": "green", "D": "blue"}, {"S": "green", "D": "yellow"}, {"C": "green", "D": "yellow", "S": "blue"},
                {"C": "blue", "D": "yellow", "S": "green"}, {"C": "green", "S": "blue"}, {"C": "blue", "D": "green"})
_COURT_INDEX_MM, _INDEX_MM = (30.0, 13.0), (48.0, 38.0)  # height and width of the area at a corner: of the index of a court card; of the window of the index network and some more
_EXCLUDED_FONTS = ("Symbol", "Dingbat", "Math", "Emoji", "Icon", "Music", "Mono", "Braille")


def _font_files(pattern: str) -> list[str]:
    output = subprocess.run(["fc-list", pattern, "file", "family", "style"], capture_output=True, check=True, timeout=60).stdout.decode()
    rows = sorted(line for line in output.splitlines() if line.split(":")[0].endswith((".ttf", ".otf")))
    rows = [row for row in rows if not any(word in row for word in ("Italic", "Oblique", "italic", "oblique", *_EXCLUDED_FONTS[1:]))]
    return sorted({row.split(":")[0] for row in rows})


def fonts() -> tuple[list[str], list[str], list[str]]:
    """Files of fonts with Latin letters, with Cyrillic letters, and with suit symbols. Of the Noto family, which has a font for each script with
    the same Latin letters, only the main fonts are used."""
    def kept(paths):
        names = ("NotoSans-", "NotoSerif-", "NotoSansSymbols", "NotoSerifDisplay", "NotoSansDisplay")
        return [path for path in paths if "Noto" not in Path(path).name or Path(path).name.startswith(names)]

    return kept(_font_files(":lang=en")), kept(_font_files(":lang=ru")), _font_files(":charset=2660 2663 2665 2666")


def _glyph(text: str, path: str) -> np.ndarray:
    """The coverage of a text, cropped to its bounding box: 255 is ink."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(path, 96)
    image = Image.new("L", (420, 220), 0)
    ImageDraw.Draw(image).text((40, 40), text, fill=255, font=font)
    ink = np.array(image)
    ys, xs = np.flatnonzero(ink.max(axis=1) > 40), np.flatnonzero(ink.max(axis=0) > 40)
    if not len(ys):
        raise ValueError(f"{path} has no {text}")
    return ink[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]


def _width_near_top(shape: np.ndarray) -> float:
    """The width of a shape near its top, as a share of its height: a club is round there, a spade has a point."""
    return float((shape[round(len(shape) * 0.06)] > 128).sum()) / len(shape)


def suit_glyphs(path: str) -> dict[str, np.ndarray]:
    """The four suits of a font. Raises ValueError if it lacks one, or if its clubs are spades, as in FreeSerif Bold of 2012."""
    shapes = {suit: _glyph(text, path) for suit, text in _SUITS.items()}
    if _width_near_top(shapes["C"]) <= _width_near_top(shapes["S"]):
        raise ValueError(f"{path} has clubs and spades exchanged")
    return shapes


def _suit_shapes(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Four shapes of random proportions, 200 pixels each."""
    t = np.linspace(0, 2 * np.pi, 120)
    power = rng.uniform(2.4, 3.4)
    heart = np.column_stack([np.sign(np.sin(t)) * np.abs(np.sin(t)) ** power,
                             -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16])
    bend = rng.uniform(0.72, 1.12)
    diamond = np.column_stack([np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / bend) * rng.uniform(0.68, 0.98),
                               np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / bend)])
    foot, waist = rng.uniform(0.22, 0.5), rng.uniform(0.04, 0.12)
    stem = np.array([(-waist, 0.1), (waist, 0.1), (waist * 1.4, 0.6), (foot, 1.0), (-foot, 1.0), (-waist * 1.4, 0.6)])
    spade = heart * [0.92, -0.82] + [0, -0.12]
    radius, spread, low = rng.uniform(0.38, 0.5), rng.uniform(0.44, 0.56), rng.uniform(0.12, 0.3)
    shapes = {}
    for suit in "CDHS":
        image = np.zeros((220, 220), np.uint8)

        def fill(points):
            cv2.fillPoly(image, [np.round((points * 100 + 110) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)

        if suit == "D":
            fill(diamond)
        elif suit == "H":
            fill(heart)
        elif suit == "S":
            fill(spade)
            fill(stem)
        else:
            for x, y in ((0, -0.95 + radius), (-spread, low), (spread, low)):
                cv2.circle(image, (round(110 + 100 * x), round(110 + 100 * y)), round(100 * radius), 255, -1, cv2.LINE_AA)
            fill(stem)
        ys, xs = np.flatnonzero(image.max(axis=1)), np.flatnonzero(image.max(axis=0))
        shapes[suit] = image[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    return shapes


def ink(rng: np.random.Generator, name: str) -> np.ndarray:
    """A random colour, blue green red, of an ink of this name."""
    low, high = _INKS[name]
    return rng.uniform(low, high)


def _colours(rng: np.random.Generator) -> dict[str, tuple]:
    """A random colour, blue green red, for each suit; some decks have four colours."""
    inks = {name: ink(rng, name) for name in _INKS}
    names = dict(zip("CDHS", ("black", "red", "red", "black")))
    if rng.random() < 0.35:  # four colours
        names.update(FOUR_COLOURS[int(rng.integers(0, len(FOUR_COLOURS)))])
    return {suit: tuple(float(v) for v in inks[name]) for suit, name in names.items()}


def recoloured(face: np.ndarray, card: str, rng: np.random.Generator, corner_only: bool = False) -> np.ndarray:
    """The face with its ink in the suit's colour of a four-colour deck or in a random one, so that the networks recognise a suit by its shape. The
    picture of a court card keeps its colours. `corner_only`: only the upper left corner needs to be recoloured."""
    schemes = [one[card[1]] for one in FOUR_COLOURS if card[1] in one]
    name = schemes[int(rng.integers(0, len(schemes)))] if schemes and rng.random() < 0.7 else str(rng.choice(list(_INKS)))
    colour, result = ink(rng, name).astype(np.float32), face.copy()
    is_court = card[0] in "JQK"
    down, across = ((round(length * SCALE) for length in (_COURT_INDEX_MM if is_court else _INDEX_MM)) if is_court or corner_only else face.shape[:2])
    for part in (result[:down, :across], result[-down:, -across:]) if is_court and not corner_only else (result[:down, :across],):
        share = part.astype(np.float32) * np.float32(1 / max(1, int(np.percentile(part[::4, ::4], 90))))
        blue, green, red = cv2.split(share)
        amount = red - cv2.max(blue, green) if card[1] in "DH" else 1 - cv2.max(cv2.max(blue, green), red)
        amount = (amount * np.float32(1 / max(0.3, float(amount.max())))).clip(0, 1)[:, :, None]
        part[:] = (part + (colour - part) * amount).clip(0, 255)
    return result


def _print_shape(face: np.ndarray, shape: np.ndarray, x: float, y: float, width: float, height: float, colour) -> None:
    """Prints a shape on a face: `x` of its middle, `y` of its top, all in millimetres."""
    extent = (max(2, round(width * SCALE)), max(2, round(height * SCALE)))
    small = cv2.resize(shape, extent, interpolation=cv2.INTER_AREA)
    left, top = round((x - width / 2) * SCALE), round(y * SCALE)
    cut_x, cut_y = max(0, -left), max(0, -top)
    part = face[top + cut_y : top + extent[1], left + cut_x : left + extent[0]]
    alpha = small[cut_y : cut_y + part.shape[0], cut_x : cut_x + part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)


def _pips(face, card: str, shape, colour, size: float) -> None:
    left, right, top, bottom = 20.0, 43.0, 17.0, 71.0
    for x, y in decks.PIPS.get(card[0], []):
        if y <= 0.5:
            big = size * (2.2 if card[0] == "A" else 1)
            _print_shape(face, shape, left + x * (right - left), top + y * (bottom - top) - big / 2, big, big, colour)


def generated(rng: np.random.Generator, listed, courts: list[decks.Deck]) -> tuple[decks.Deck, bool]:
    """A random deck, and True if its indices are large. `courts`: drawn decks whose court cards are used."""
    latin, cyrillic, suited = listed
    letters = str(rng.choice([name for name, _ in LETTERS], p=[share for _, share in LETTERS]))
    russian = letters == "ТВДК"
    names = ["A", "Kn", "D", "K"] if letters == "AKnDK" else list(letters)
    for _ in range(20):
        path = str(rng.choice(cyrillic if russian else latin))
        try:
            ranks = {rank: _glyph({"A": names[0], "J": names[1], "Q": names[2], "K": names[3], "0": "10"}.get(rank, rank), path) for rank in RANKS}
            break
        except (ValueError, OSError):
            continue
    else:
        raise ValueError("no font can be used")
    shapes = _suit_shapes(rng)
    if rng.random() < 0.5:
        try:
            font = str(rng.choice(suited))
            shapes = suit_glyphs(font)
        except (ValueError, OSError):
            pass
    colours = _colours(rng)
    height = rng.uniform(4.2, _LARGE_INDEX_MM) if rng.random() < 0.75 else rng.uniform(_LARGE_INDEX_MM, 16)
    suit_size = height * rng.uniform(0.6, 1.05)
    squeeze = rng.uniform(0.55, 1.0)
    widest = rng.uniform(1.1, 1.5)  # of a ten, in heights
    left, top, gap = rng.uniform(1.4, 3.2), rng.uniform(2.0, 4.8), rng.uniform(0.5, 2.2)
    widths = {rank: min(shape.shape[1] / ranks["8"].shape[0] * height * squeeze, widest * height) for rank, shape in ranks.items()}
    middle = left + max(widths[rank] for rank in "8QK") / 2 if rng.random() < 0.7 else left + max(widths.values()) / 2
    middle = max(middle, left + suit_size / 2)
    paper = rng.uniform(228, 255, 3) if rng.random() < 0.3 else np.full(3, rng.uniform(244, 255))
    four_indices, pip = rng.random() < 0.12, rng.uniform(8, 13)
    court = courts[int(rng.integers(0, len(courts)))] if courts else None
    pip_x = rng.uniform(14, 21) if rng.random() < 0.5 else None  # middle of a large suit symbol beside the index of court cards
    pip_top, pip_size = top + rng.uniform(-1, 5), rng.uniform(6, 11)
    frame, ornament = _frame(rng), rng.random() < 0.3
    index_area = round((left + max(widths.values()) + 0.7) * SCALE), round((top + 1.3 * height + gap + suit_size + 0.7) * SCALE)
    deck = {}
    for card in DECK:
        face = np.empty((FACE_SIZE[1], FACE_SIZE[0], 3), np.uint8)
        face[:] = paper
        colour, half = colours[card[1]], FACE_SIZE[1] // 2
        if card[0] in "JQK" and court is not None:
            inset = (round(13.5 * SCALE), round(9 * SCALE))
            face[inset[1] : -inset[1], inset[0] : -inset[0]] = court[card][inset[1] : -inset[1], inset[0] : -inset[0]]
        if card[0] == "A" and ornament:
            _add_ornament(rng, face, colour)
        if frame is not None:
            inset, thick, frame_colour = frame
            cv2.rectangle(face, (inset, inset), (FACE_SIZE[0] - 1 - inset, FACE_SIZE[1] - 1 - inset), frame_colour or colour, thick, cv2.LINE_AA)
            face[: index_area[1], : index_area[0]] = paper
        if card[0] in "JQK" and pip_x is not None:
            _print_shape(face, shapes[card[1]], pip_x, pip_top, pip_size, pip_size, colour)
        _pips(face, card, shapes[card[1]], colour, pip)
        tall = ranks[card[0]].shape[0] / ranks["8"].shape[0] * height
        for x in (middle, FACE_SIZE[0] / SCALE - middle) if four_indices else (middle,):
            shown = max(widths[card[0]] / 2 + 0.6, x) if x == middle else x
            _print_shape(face, ranks[card[0]], shown, top, widths[card[0]], min(tall, height * 1.3), colour)
            _print_shape(face, shapes[card[1]], x, top + min(tall, height * 1.3) + gap, suit_size * rng.uniform(0.97, 1.03), suit_size, colour)
        face[half:] = cv2.rotate(face, cv2.ROTATE_180)[half:]
        deck[card] = face
    deck[BACK] = back(rng)
    return deck, height > _LARGE_INDEX_MM


def _frame(rng: np.random.Generator) -> tuple | None:
    """A frame line around the face, which the index interrupts: its distance from the edge and thickness in pixels, and its colour, None for that of the suit. None for no frame."""
    if rng.random() < 0.65:
        return None
    return round(rng.uniform(2, 9) * SCALE), 1 if rng.random() < 0.7 else 2, (40.0, 40.0, 40.0) if rng.random() < 0.6 else None


def _add_ornament(rng: np.random.Generator, face: np.ndarray, colour) -> None:
    """Draws the ornament of an ace beside and beneath its index."""
    left, top = (round(v * SCALE) for v in (rng.uniform(8, 16), rng.uniform(2, 20)))
    part = face[top : FACE_SIZE[1] // 2, left:-left]
    part[_ornament(rng, part.shape[1], part.shape[0])] = colour


def _lattice(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Groups of fine crossing lines in one to three colours, such as a plaid."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / SCALE
    for _ in range(int(rng.integers(1, 4))):
        angle, step, count = rng.uniform(0.2, np.pi / 2 - 0.2), rng.uniform(4, 16), int(rng.integers(1, 6))
        thin, apart = rng.uniform(0.15, 0.6), rng.uniform(0.5, 1.6)
        colour = rng.uniform(0, 190, 3).astype(np.float32)
        lines = np.zeros((height, width), bool)
        for sign in (-1, 1) if rng.random() < 0.8 else (1,):
            across = (x - width / SCALE / 2) * np.cos(angle) * sign + (y - height / SCALE / 2) * np.sin(angle)
            for line in range(count):
                lines |= np.abs((across - line * apart) % step - step / 2) < thin / 2
        image[lines] = image[lines] * np.float32(rng.uniform(0, 0.4)) + colour * np.float32(0.6)
    return image


def _ornament(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """The mask of an ornament with two axes of symmetry."""
    fine = rng.uniform(2, 9)
    noise = rng.standard_normal((max(2, round(44 / fine)), max(2, round(32 / fine)))).astype(np.float32)
    quarter = cv2.resize(noise, (-(-width // 2), -(-height // 2)), interpolation=cv2.INTER_CUBIC)
    half = np.hstack([quarter, quarter[:, ::-1]])[:, :width]
    whole = np.vstack([half, half[::-1]])[:height]
    return np.sin(whole * rng.uniform(2, 9)) > rng.uniform(-0.4, 0.7)


def _medallion(rng: np.random.Generator, image: np.ndarray) -> None:
    height, width = image.shape[:2]
    middle = (width // 2, height // 2)
    for share in np.sort(rng.uniform(0.08, 0.42, int(rng.integers(1, 4))))[::-1]:
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.ellipse(image, middle, (round(width * share), round(width * share * rng.uniform(0.8, 1.6))), 0, 0, 360, colour,
                    -1 if rng.random() < 0.5 else round(rng.uniform(0.3, 1.5) * SCALE), cv2.LINE_AA)


def back(rng: np.random.Generator) -> np.ndarray:
    """A random back: with or without a border, and a pattern of lattice, dots, stripes, rings, squares, clouds, ornaments or fine lines in one to three
    colours, of which the paper may be the palest."""
    width, height = FACE_SIZE
    dark, light = rng.uniform(0, 200, 3), rng.uniform(120, 255, 3)
    if rng.random() < 0.35:  # pale overall
        light = rng.uniform(200, 255) + rng.normal(0, 8, 3)
        dark = rng.uniform(20, 190, 3)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / SCALE
    step = rng.uniform(1.5, 9)
    kind = int(rng.integers(0, 10))
    if kind == 0:
        pattern = np.minimum(np.abs((x + y) % step - step / 2), np.abs((x - y) % step - step / 2)) < step * rng.uniform(0.06, 0.3)
    elif kind == 1:
        pattern = np.hypot(x % step - step / 2, y % step - step / 2) < step * rng.uniform(0.15, 0.45)
    elif kind == 2:
        pattern = (x * np.cos(step) + y * np.sin(step)) % step < step * rng.uniform(0.2, 0.7)
    elif kind == 3:
        pattern = np.hypot(x - width / SCALE / 2, y - height / SCALE / 2) % step < step * rng.uniform(0.2, 0.7)
    elif kind == 4:
        pattern = ((x // step + y // step) % 2) < 1
    elif kind == 5:
        noise = rng.random((max(2, round(100 / step)), max(2, round(70 / step)))).astype(np.float32)
        pattern = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    elif kind < 8:
        pattern = _ornament(rng, width, height)
    else:
        pattern = np.zeros((height, width))
    share = np.asarray(pattern, np.float32).clip(0, 1)[:, :, None]
    if rng.random() < 0.5:
        share = 1 - share
    image = (dark * (1 - share) + light * share).clip(0, 255)
    if kind >= 8:
        image = _lattice(rng, np.broadcast_to(light, image.shape).astype(np.float32).copy())
    if rng.random() < 0.25:
        _medallion(rng, image)
    image = image.clip(0, 255).astype(np.uint8)
    image = np.minimum(image, cv2.rotate(image, cv2.ROTATE_180)) if rng.random() < 0.5 else image
    edge = round(rng.uniform(0, 6) * SCALE) if rng.random() < 0.75 else 0
    if edge:
        framed = np.full_like(image, 250)
        framed[edge:-edge, edge:-edge] = image[edge:-edge, edge:-edge]
        image = framed
        if rng.random() < 0.4:
            cv2.rectangle(image, (edge, edge), (width - 1 - edge, height - 1 - edge), tuple(float(v) for v in dark), round(rng.uniform(0.2, 1.2) * SCALE) or 1)
    return image
