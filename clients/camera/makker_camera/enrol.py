"""Enrolment of a deck: trains a model from 53 pictures of its cards (52 faces and the back) in some seconds.

The pictures are laid on rendered tables, which are photographed under various conditions. The training samples are crops at the positions that
the reader locates in these photographs, so their errors are those of real use: perspective, blur, inexact positions, fans.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import align, decks, finder, mat_mask, layout, model, photo_effects, places, render, scene
from .cards import BACK, DECK, EMPTY, NUMBER, RANKS, SUITS
from .cells import Cells
from .know import both
from .softmax import fit, fit_mix

_SEED = 1_000_000_000  # first seed of the training scenes; disjoint from those of tests
_SCENE_CONDITIONS = ("fullhd", "tilt45", "fullhd", "blur", "fullhd", "720p")
SCENES = (5, 1000)  # minimum, so that one is held out, and maximum; each takes about 0.7 s
_SAMPLES_PER_CARD = 3  # each slightly displaced (data augmentation)


@dataclass
class Samples:
    """Training samples of one set of scenes."""

    faces: list = field(default_factory=list)  # (vector, class)
    fronts: list = field(default_factory=list)  # (rectified picture, card, class), for calibration
    corners: list = field(default_factory=list)  # (vector, card)
    others: list = field(default_factory=list)  # vectors of windows without a corner

    def add(self, other: "Samples") -> None:
        for name in ("faces", "fronts", "corners", "others"):
            getattr(self, name).extend(getattr(other, name))


def _upper_left_corner(laid: scene.Laid, size) -> tuple[float, float]:
    turn = np.deg2rad(laid.turn)
    c, s = np.cos(turn), np.sin(turn)
    return laid.x - c * size[0] / 2 + s * size[1] / 2, laid.y - s * size[0] / 2 - c * size[1] / 2


def _jittered(card: places.Card, rng) -> places.Card:
    return places.Card(card.x + rng.normal(0, 0.5), card.y + rng.normal(0, 0.4), card.turn + rng.normal(0, 0.006))


def _front_samples(rectified, mask, table: scene.Table, size, rng) -> Samples:
    """Samples of fully visible cards, at the positions that the reader locates."""
    samples = Samples()
    truth = table.truth()
    looks = [(places.look_at_column(mask, c, size), code) for c, code in enumerate(truth["columns"])]
    codes = [truth["stock"], truth["draw_pile"], *truth["foundations"]]
    looks += [(places.look_at_single(mask, place, size), code) for place, code in zip(layout.SINGLES, codes)]
    for look, code in looks:
        if look.kind != "card" or code == EMPTY:
            continue
        number = model.CLASSES.index(code)
        samples.fronts.append((rectified, look.card, number))
        for _ in range(_SAMPLES_PER_CARD):
            upright = model.upright(rectified, _jittered(look.card, rng), size)
            samples.faces.append((model.face_vector(upright), number))
            if code != BACK:
                samples.corners += [(vector, number) for vector in model.corner_vectors(upright)]
    return samples


def _run_samples(rectified, laid: list[scene.Laid], size, rng) -> Samples:
    """Samples of corners in the columns at their true positions, and negative samples: windows without a corner."""
    samples = Samples()
    across, down = model.CORNER.size
    for column in range(layout.COLUMNS):
        middle = layout.column_x(column)
        cards = [one for one in laid if abs(one.x - middle) < 20 and one.y > layout.COLUMN_TOP]
        if not cards:
            continue
        left = round((middle - 38) * finder.RECTIFIED)
        top = round((layout.COLUMN_TOP - 8) * finder.RECTIFIED)
        strip = rectified[top:, left : left + round(38 * finder.RECTIFIED)]
        cells = Cells(strip)
        corners = [(one, np.array(_upper_left_corner(one, size)) * finder.RECTIFIED - (left, top)) for one in cards]
        for one, at in corners:
            if one.card == BACK:
                continue
            positions = np.round(at + rng.normal(0, 0.8, (_SAMPLES_PER_CARD, 2))).astype(int).clip(0)
            positions = positions[(positions[:, 1] + down < cells.height) & (positions[:, 0] + across < cells.width)]
            vectors = cells.take(model.CORNER, positions[:, 1], positions[:, 0])
            samples.corners += [(vector, NUMBER[one.card]) for vector in vectors]
        max_y = min(cells.height - down, int(max(at[1] for _, at in corners) + size[1] * finder.RECTIFIED))
        face_corners = np.array([at for one, at in corners if one.card != BACK]).reshape(-1, 2)
        positions = np.column_stack([rng.integers(0, 18, 60) + corners[-1][1][0] - 9, rng.integers(0, max_y, 60)])
        positions = np.round(positions).astype(int).clip(0)
        is_negative = np.array([not len(face_corners) or np.abs(face_corners - spot).max(axis=1).min() > 4 for spot in positions])
        positions = positions[is_negative & (positions[:, 0] + across < cells.width)]
        samples.others += list(cells.take(model.CORNER, positions[:, 1], positions[:, 0]))
    return samples


def scene_samples(deck: decks.Deck, seed: int, conditions: str, size) -> Samples:
    """Renders one table and extracts its samples."""
    rng = np.random.default_rng([seed, 2])
    table = scene.random_table(np.random.default_rng([seed, 1]))
    jpeg = render.photograph(table, deck, photo_effects.CONDITIONS[conditions], seed, size)
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    found = finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if found is None:
        return Samples()
    rectified = finder.rectify(picture, found)
    samples = _front_samples(rectified, mat_mask.not_mat(rectified), table, size, rng)
    samples.add(_run_samples(rectified, render.laid(table, seed), size, rng))
    return samples


def _arrays(pairs: list) -> tuple[np.ndarray, np.ndarray]:
    return np.array([vector for vector, _ in pairs], np.float32), np.array([label for _, label in pairs])


def _train(samples: Samples, size) -> model.Model:
    faces, classes = _arrays(samples.faces)
    corners, cards = _arrays(samples.corners)
    others = np.array(samples.others, np.float32)
    windows = np.concatenate([corners, others])
    is_corner = np.concatenate([np.ones(len(corners), int), np.zeros(len(others), int)])
    ranks = np.array([RANKS.index(DECK[card][0]) for card in cards])
    suits = np.array([SUITS.index(DECK[card][1]) for card in cards])
    return model.Model(
        size, fit(faces, classes, len(model.CLASSES)), fit(corners, ranks, len(RANKS)), fit(corners, suits, len(SUITS)),
        fit(windows, is_corner, 2), np.array([1.0, 0.5, 0.5]), np.array([1.0]))


def _calibrate_parts(learned: model.Model, held_out: Samples) -> None:
    """Fits the weights of the face and the corners on held-out scenes."""
    cards = [(rectified, align.refine(rectified, card, learned.size, learned)) for rectified, card, _ in held_out.fronts]
    parts = [learned.front_parts(model.upright(rectified, card, learned.size)) for rectified, card in cards]
    labels = np.array([label for *_, label in held_out.fronts])
    learned.mix = fit_mix([np.concatenate(part) for part in zip(*parts)], labels)
    vectors, cards = _arrays(held_out.corners)
    learned.run_mix = fit_mix([learned.corner_probabilities(vectors)], cards)


def _calibrate_with_network(learned: model.Model, held_out: Samples) -> None:
    """Fits the weights of the model and of the network on held-out scenes."""
    combined = both.Both(learned, np.ones(2))
    parts = [combined.front_parts(mat_mask.whitened(rectified), [card]) for rectified, card, _ in held_out.fronts]
    learned.network_mix = fit_mix([np.concatenate(part) for part in zip(*parts)], np.array([label for *_, label in held_out.fronts]))


def enrol(deck: decks.Deck, size: tuple[float, float] = layout.CARD, scenes: int = 34, on_progress=lambda done: None) -> model.Model:
    """Returns the model of a deck. Every fifth scene is held out for calibration."""
    training, held_out = Samples(), Samples()
    for number in range(scenes):
        found = scene_samples(deck, _SEED + number, _SCENE_CONDITIONS[number % len(_SCENE_CONDITIONS)], size)
        (held_out if number % 5 == 4 else training).add(found)
        on_progress(number + 1)
    if not all((training.faces, training.corners, training.others, held_out.fronts, held_out.corners)):
        raise ValueError("too little is seen on so few tables to learn from: more --tables are wanted")
    trained = _train(training, size)
    _calibrate_parts(trained, held_out)
    _calibrate_with_network(trained, held_out)
    return trained
