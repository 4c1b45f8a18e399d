"""Shared by the tests: the path of the client, an enrolled deck, photographs of given tables."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLIENT = HERE.parents[1] / "clients/camera"
sys.path[:0] = [str(CLIENT), str(HERE)]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from makker_camera import decks, model, photo_effects, render, scene  # noqa: E402
from makker_camera.cards import BACK  # noqa: E402
from makker_camera.model import CLASSES  # noqa: E402
from makker_camera.reader import recogniser_of  # noqa: E402

# Learned by `makker-camera enrol --drawn makker --deck tests/camera/makker.npz`.
LEARNED = HERE / "makker.npz"
STEADY = photo_effects.replace(photo_effects.FULL_HD, glare=0.0)

_kept: dict = {}


def deck() -> decks.Deck:
    if "deck" not in _kept:
        _kept["deck"] = decks.load("makker")
    return _kept["deck"]


def learned() -> model.Model:
    if "model" not in _kept:
        _kept["model"] = model.load(LEARNED)
    return _kept["model"]


def a_table(**changed) -> scene.Table:
    """The table of the README, with more in it."""
    columns = [(0, ["5S"]), (1, ["5H"]), (2, ["QC"]), (3, ["7H"]), (4, ["8D"]), (0, ["0D", "9C"]), (0, [])]
    members = {"columns": columns, "foundations": ["AC", "XX", "XX", "2S"], "draw_pile": "KD", "stock": True, **changed}
    return scene.Table(**members)


def photograph(table: scene.Table, seed: int = 1, conditions=STEADY) -> np.ndarray:
    jpeg = render.photograph(table, deck(), conditions, seed)
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


class Doubting:
    """A recogniser that takes a back for a jack with the other half of its probability."""

    def __init__(self, model, back: float, face: float | None = None):
        self.knows, self.back, self.face = recogniser_of(model), back, 0.9 - back if face is None else face

    def __getattr__(self, name):
        return getattr(self.knows, name)

    def fronts(self, rectified, cards):
        probabilities = np.array(self.knows.fronts(rectified, cards)).reshape(-1, len(CLASSES))
        is_back = probabilities.argmax(axis=1) == CLASSES.index(BACK)
        probabilities[is_back] = 0
        probabilities[is_back, CLASSES.index(BACK)] = self.back
        probabilities[is_back, CLASSES.index("JH")] = self.face
        return probabilities
