"""Calibrates the networks: fits the weights of face and corners so that nine in ten cards read with 90 % are right.

The samples are rendered tables of decks that the networks were not trained on (part `calibrate` of the artwork). To be run after training:
`makker-train --calibrate` writes `know/calibration.json`.
"""

import json

import cv2
import numpy as np

from .. import finder, layout, mat_mask, photo_effects, places, render, scene
from ..cards import DECK, EMPTY, RANKS, SUITS
from ..finder import RECTIFIED
from ..know import cnn, windows
from ..softmax import fit_mix, log_softmax
from . import artwork

_SEED = 3_100_000_000
_MAX_LOG_LIKELIHOOD_LOSS = 1.0  # nats by which a weight may be less likely than the best one
_CONDITIONS = ("fullhd", "casual", "tilt45", "fullhd", "blur", "casual", "720p", "lamp")


def _photographed_table(name: str, number: int) -> tuple[scene.Table, np.ndarray, finder.Found | None, int, photo_effects.Conditions]:
    seed = _SEED + number
    conditions = photo_effects.CONDITIONS[_CONDITIONS[number % len(_CONDITIONS)]]
    table = scene.random_table(np.random.default_rng([seed, 1]))
    jpeg = render.photograph(table, artwork.load(name), conditions, seed)
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return table, picture, finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), seed, conditions


def _front_samples(rectified: np.ndarray, table: scene.Table) -> list[tuple[places.Card, int]]:
    """The front cards that the reader locates, with their true classes."""
    mask = mat_mask.not_mat(rectified)
    truth = table.truth()
    looks = [(places.look_at_column(mask, c, layout.CARD), code) for c, code in enumerate(truth["columns"])]
    codes = [truth["stock"], truth["draw_pile"], *truth["foundations"]]
    looks += [(places.look_at_single(mask, place, layout.CARD), code) for place, code in zip(layout.SINGLES, codes)]
    return [(look.card, windows.CLASSES.index(code)) for look, code in looks if look.kind == "card" and code != EMPTY]


def _run_samples(white: np.ndarray, network: cnn.Network, laid: list[scene.Laid]) -> list[tuple[np.ndarray, int]]:
    """Log probabilities of the lower cards of the columns, at their true heights, with their true classes."""
    samples = []
    for column in range(layout.COLUMNS):
        middle = layout.column_x(column)
        cards = [one for one in laid if abs(one.x - middle) < 20 and one.y > layout.COLUMN_TOP][:-1]
        cards = [one for one in cards if one.card in DECK]
        if not cards:
            continue
        left, top = round((middle - 38) * RECTIFIED), round((layout.COLUMN_TOP - 8) * RECTIFIED)
        strip = network.strip(white[top:, left : left + round(30 * RECTIFIED)], round(38 * RECTIFIED - layout.CARD[0] / 2 * RECTIFIED))
        for one in cards:
            y = (one.y - layout.CARD[1] / 2) * RECTIFIED - top
            samples.append((strip.log_probabilities([(round(y), 0)])[0], DECK.index(one.card)))
    return samples


def _suit_weights(parts: list[np.ndarray], labels: np.ndarray) -> np.ndarray:
    """Weights of the face and the two corners; both corners have the same."""
    face, upper, lower = parts
    weights = fit_mix([face, (upper + lower) / 2], labels)
    return np.array([weights[0], weights[1] / 2, weights[1] / 2])


def _rank_weights(parts: list[np.ndarray], labels: np.ndarray) -> np.ndarray:
    """The same for ranks, with the smallest weight of the face that is almost as likely as the best one. Each deck has its own drawings of court cards, so
    the face network confuses jack, queen and king of an unknown deck; but few of these samples have indices that leave the rank open."""
    face, corner, rows = parts[0], (parts[1] + parts[2]) / 2, np.arange(len(labels))

    def best_log_likelihood(of_face: float) -> tuple[float, float]:
        return max((log_softmax(of_face * face + of_corner * corner)[rows, labels].sum(), of_corner) for of_corner in np.arange(0.3, 1.6, 0.05))

    candidates = [(of_face, *best_log_likelihood(of_face)) for of_face in np.arange(0.0, 1.01, 0.02)]
    highest = max(log_likelihood for _, log_likelihood, _ in candidates)
    of_face, _, of_corner = next(one for one in candidates if one[1] >= highest - _MAX_LOG_LIKELIHOOD_LOSS)
    return np.array([of_face, of_corner / 2, of_corner / 2])


def _court_mix(mixed: np.ndarray, face: np.ndarray, labels: np.ndarray) -> float:
    """The weight of `court_log_probabilities` of the face beside `mixed`: the largest weight, up to 1, that is almost as likely as the best one. Few of
    these samples have an index that leaves it open, so the best weight alone would be chance."""
    court, rows = cnn.court_log_probabilities(face), np.arange(len(labels))
    log_likelihoods = {round(0.1 * step, 1): log_softmax(mixed + 0.1 * step * court)[rows, labels].sum() for step in range(11)}
    return max(weight for weight, log_likelihood in log_likelihoods.items() if log_likelihood >= max(log_likelihoods.values()) - _MAX_LOG_LIKELIHOOD_LOSS)


def calibrate(tables: int = 64, names: list[str] | None = None) -> dict:
    network = cnn.Network(calibration={"ranks": [1, 1, 1], "suits": [1, 1, 1], "court": 1, "kinds": [1, 1, 1], "run": 1})
    names = names or artwork.names("calibrate")
    parts, kinds, labels, runs = [], [], [], []
    for number in range(tables):
        table, picture, found, seed, conditions = _photographed_table(names[number % len(names)], number)
        if found is None:
            continue
        rectified = finder.rectify(picture, found)
        white, fronts = mat_mask.whitened(rectified), _front_samples(rectified, table)
        if fronts:
            given, kind, _ = network.parts(white, [card for card, _ in fronts])
            parts.append(given)
            kinds.append(kind)
            labels += [label for _, label in fronts]
        runs += _run_samples(white, network, render.laid(table, seed, conditions.casual))
    which = np.array(labels)
    is_face = which < len(DECK)
    face_parts = [np.concatenate(part)[is_face] for part in zip(*parts)]
    ranks, suits = (np.array([letters.index(DECK[label][at]) for label in which[is_face]]) for at, letters in enumerate((RANKS, SUITS)))
    rank_mix = _rank_weights([cnn.rank_log_probabilities(part) for part in face_parts], ranks)
    suit_mix = _suit_weights([cnn.suit_log_probabilities(part) for part in face_parts], suits)
    kind_mix = fit_mix([np.concatenate(part) for part in zip(*kinds)], (~is_face).astype(int))
    run = fit_mix([np.array([given for given, _ in runs])], np.array([card for _, card in runs]))
    court = _court_mix(cnn.mixed(face_parts, rank_mix, suit_mix), face_parts[0], which[is_face])
    mixes = {name: [round(float(m), 4) for m in mix] for name, mix in (("ranks", rank_mix), ("suits", suit_mix), ("kinds", kind_mix))}
    return {**mixes, "court": court, "run": round(float(run[0]), 4), "fronts": len(labels), "corners": len(runs),
            "decks": names}


def main() -> int:
    given = calibrate()
    (cnn.HERE / "calibration.json").write_text(json.dumps(given) + "\n", "utf-8")
    print(json.dumps(given))
    return 0


