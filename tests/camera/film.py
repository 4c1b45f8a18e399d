"""A film of a Klondike deal as a phone above the table sees it, for Chromium's camera: `film.py FILE.y4m --deck pictures --seed 500000009`.

A picture a second: first a bare cloth over which hands move while the phone is put on its stand, then the deal, row by row, a hand after
each picture, and then the table at rest. The truth is printed as JSON: the front cards, and the seconds at which the deal begins and ends.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from makker_camera import decks, photo_effects, render  # noqa: E402
from makker_camera.cards import BACK, DECK  # noqa: E402
from makker_camera.layout import CARD, COLUMNS  # noqa: E402
from makker_camera.scene import Table  # noqa: E402

_CARD_S = 1.5  # to deal a card
_REST_S = 25


def _stages(fronts: list[str], waste: str) -> list[tuple[Table, int]]:
    """Tables with the number of cards that are dealt until they lie so."""
    stages = [(Table([(0, [])] * COLUMNS, stock=False), 0)]
    for row in range(COLUMNS):
        columns = [(column if column <= row else row, [fronts[column] if column <= row else BACK]) for column in range(COLUMNS)]
        stages.append((Table(columns, stock=False), COLUMNS - row))
    return [*stages, (Table(columns, stock=True), 1), (Table(columns, draw_pile=waste, stock=True), 1)]


class _Film:
    def __init__(self, path: Path, width: int, height: int, rng: np.random.Generator):
        self.file = path.open("wb")
        self.file.write(f"YUV4MPEG2 W{width} H{height} F1:1 Ip A1:1 C420mpeg2\n".encode())
        self.rng = rng
        self.seconds = 0

    def add(self, picture: np.ndarray, hand: bool = False) -> None:
        shown = photo_effects.lay_hand(picture.astype(np.float32), self.rng) if hand else picture
        noisy = shown + self.rng.normal(0, 1.5, shown.shape)
        self.file.write(b"FRAME\n" + cv2.cvtColor(np.clip(noisy, 0, 255).astype(np.uint8), cv2.COLOR_BGR2YUV_I420).tobytes())
        self.seconds += 1


def main(options: argparse.Namespace) -> None:
    rng, conditions = np.random.default_rng(options.seed), photo_effects.CONDITIONS["felt"]
    deck, stand = decks.load(options.deck), photo_effects.camera(conditions, np.random.default_rng([options.seed, 9]))
    *fronts, waste = (DECK[i] for i in rng.permutation(len(DECK))[: COLUMNS + 1])
    pictures = []
    for table, cards in _stages(fronts, waste):
        jpeg = render.photograph(table, deck, conditions, options.seed, CARD, stand, options.seed)
        pictures.append((cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), cards))
    height, width = pictures[0][0].shape[:2]
    film = _Film(options.film, width, height, rng)
    for _ in range(options.stand_s):
        film.add(pictures[0][0], hand=True)
    before = pictures[0][0]
    for picture, cards in pictures[1:]:
        for _ in range(round(cards * _CARD_S) - 1):
            film.add(before, hand=True)
        film.add(picture)
        before = picture
    dealt = film.seconds
    for _ in range(_REST_S):
        film.add(before)
    print(json.dumps({"columns": fronts, "waste": waste, "deal_s": options.stand_s, "dealt_s": dealt}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path)
    parser.add_argument("--deck", default="pictures")
    parser.add_argument("--seed", type=int, default=500_000_009)
    parser.add_argument("--stand-s", type=int, default=20, help="seconds until the phone stands")
    main(parser.parse_args())
