"""Rendered photographs of tables with their ground truth: `makker-render`."""

import argparse
import functools
import json
import sys
from pathlib import Path
from typing import Iterable

import cv2
import numpy as np

from . import decks, grounds, layout, arg_types, photo_effects, scene, truth
from .cards import BACK, DECK

_SEEDS = 2**32 - 1
_MAX_COUNT = 1_000_000  # photographs per call


def laid(table: scene.Table, seed: int, casual: bool = False, places: int | None = None, at_right: bool = False) -> list[scene.Laid]:
    """Positions of the cards in the photograph with this seed. `places`: seed of the places of a table without a mat."""
    offsets = None if places is None else grounds.offsets(np.random.default_rng([places, 5]), at_right)
    return scene.lay(table, np.random.default_rng([seed, 3]), casual, offsets)


@functools.lru_cache(maxsize=1)
def _ground(places: int, on: layout.Layout, kind: str) -> np.ndarray:
    """The ground of a table without a mat; cached, since it is the same in all photographs of a game."""
    return scene.ground(np.random.default_rng([places, 6]), on, kind)


def photograph(table: scene.Table, deck: decks.Deck, conditions: photo_effects.Conditions, seed: int,
               size: tuple[float, float] = layout.CARD, homography: np.ndarray | None = None, places: int | None = None) -> bytes:
    """A JPEG of `table`, determined by the seed. `homography`: that of a fixed camera; `places`: seed of the ground and the places of a table without
    a mat."""
    rng = np.random.default_rng(seed)
    bare = conditions.ground != "mat"
    places = (seed if places is None else places) if bare else None
    cards = laid(table, seed, conditions.casual, places, conditions.at_right)
    ground = _ground(places, table.on, conditions.ground).copy() if bare else scene.ground(rng, table.on)
    above = scene.drawn_on(ground, cards, deck, size)
    if homography is None:
        homography = photo_effects.camera(conditions, rng)
    return photo_effects.expose(above, homography, conditions, rng)


def hand(table: scene.Table, conditions: photo_effects.Conditions, seed: int) -> np.ndarray:
    """A mask, 255 where a hand hides the mat in the photograph with this seed; one pixel per millimetre."""
    rng = np.random.default_rng(seed)
    if conditions.ground == "mat":
        scene.ground(rng, table.on)  # draws as `photograph` does
    homography = photo_effects.camera(conditions, rng)
    size = (round(layout.WIDTH), round(layout.HEIGHT))
    if rng.random() >= conditions.hand:
        return np.zeros(size[::-1], np.uint8)
    mask = np.zeros(conditions.size[::-1], np.uint8)
    for part in photo_effects.hand_polygons(mask.shape, rng):
        cv2.fillPoly(mask, [part], 255)
    return cv2.warpPerspective(mask, homography, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def _arguments(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="makker-render", description=__doc__)
    parser.add_argument("folder", type=Path, help="output folder: SEED.jpg, and its ground truth SEED.json")
    parser.add_argument("--seed", type=arg_types.whole(0, _SEEDS), default=1, help="seed of the first picture (default: 1)")
    parser.add_argument("--count", type=arg_types.whole(1, _MAX_COUNT), default=1, help="number of pictures (default: 1)")
    parser.add_argument("--deck", default="makker", help=f"one of {', '.join(decks.available())}")
    parser.add_argument("--conditions", default="fullhd", choices=photo_effects.CONDITIONS)
    parser.add_argument("--game", default=layout.KLONDIKE.game, choices=layout.LAYOUTS, help="game of the random tables, on its mat (default: %(default)s)")
    parser.add_argument("--table", type=Path, help="JSON file with the table, see docs/camera.md (default: random cards)")
    parser.add_argument("--cards", action="store_true", help="each card alone, for `makker-camera enrol`")
    return parser.parse_args(args)


def _tables(options) -> Iterable[tuple[str, int, scene.Table]]:
    """The photographs to render: name, seed and table of each."""
    if options.cards:
        empty = [(0, [])] * layout.COLUMNS
        return [(card, options.seed + i, scene.Table(empty, draw_pile=card, stock=False)) for i, card in enumerate([*DECK, BACK])]
    fixed = truth.load(options.table) if options.table else None
    seeds = range(options.seed, options.seed + options.count)
    return ((str(seed), seed, fixed or scene.random_table(np.random.default_rng([seed, 1]), on=layout.LAYOUTS[options.game])) for seed in seeds)


def _write(options) -> None:
    deck = decks.load(options.deck)
    tables = _tables(options)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, seed, table in tables:
        picture = photograph(table, deck, photo_effects.CONDITIONS[options.conditions], seed)
        (options.folder / f"{name}.jpg").write_bytes(picture)
        (options.folder / f"{name}.json").write_text(json.dumps(table.truth()) + "\n", "utf-8")


def main(args: list[str] | None = None) -> int:
    options = _arguments(sys.argv[1:] if args is None else args)
    try:
        _write(options)
    except (ValueError, OSError) as error:
        print(f"makker-render: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("makker-render: stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
