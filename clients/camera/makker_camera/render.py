"""Photographs of tables that never were, with the truth beside them: `makker-render`."""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from . import decks, layout, photo, scene
from .cards import BACK, DECK, EMPTY

_LARGEST_RUN = 13
_LARGEST_FAN = 19  # that find room on the mat and can be told apart


def laid(table: scene.Table, seed: int) -> list[scene.Laid]:
    """Where the cards of the photograph of that seed lie."""
    return scene.lay(table, np.random.default_rng([seed, 3]))


def photograph(table: scene.Table, deck: decks.Deck, conditions: photo.Conditions, seed: int,
               size: tuple[float, float] = layout.CARD, homography: np.ndarray | None = None) -> bytes:
    """A JPEG of `table`; the same seed is the same photograph. A camera on a stand keeps its `homography`."""
    rng = np.random.default_rng(seed)
    above = scene.draw(laid(table, seed), deck, rng, size, table.on)
    if homography is None:
        homography = photo.camera(conditions, rng)
    return photo.expose(above, homography, conditions, rng)


def hand(table: scene.Table, conditions: photo.Conditions, seed: int) -> np.ndarray:
    """255 where a hand hides the mat in the photograph of that seed, a pixel a millimetre."""
    rng = np.random.default_rng(seed)
    scene.ground(rng, table.on)  # draws as `photograph` does
    homography = photo.camera(conditions, rng)
    size = (round(layout.WIDTH), round(layout.HEIGHT))
    if rng.random() >= conditions.hand:
        return np.zeros(size[::-1], np.uint8)
    seen = np.zeros(conditions.size[::-1], np.uint8)
    for part in photo.hand_polygons(seen.shape, rng):
        cv2.fillPoly(seen, [part], 255)
    return cv2.warpPerspective(seen, homography, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def _card(code: object) -> str:
    if code == EMPTY or code in DECK:
        return str(code)
    raise ValueError(f"{code!r} is no card")


def _column(told: dict, on: layout.Layout) -> tuple[int, list[str]]:
    backs, run = int(told.get("backs", 0)), [_card(code) for code in told.get("run", [])]
    longest = _LARGEST_RUN if on is layout.KLONDIKE else _LARGEST_FAN
    if not 0 <= backs < layout.COLUMNS or len(run) > longest:
        raise ValueError(f"a column has 0 to 6 backs and at most {longest} cards")
    return backs, run


def _four(told: dict, name: str) -> list[str]:
    codes = [_card(code) for code in told.get(name, [EMPTY] * 4)]
    if len(codes) != 4:
        raise ValueError(f"there are four `{name}`")
    return codes


def table_of(text: str) -> scene.Table:
    """A table from JSON: {"columns":[{"backs":2,"run":["8D"]}, ...], "foundations":[...], "draw_pile":"KS", "stock":true};
    of other games {"game":"take-away","columns":[...]}, {"game":"doppelkopf","seats":["0H","XX",...]}."""
    told = json.loads(text)
    on = layout.LAYOUTS.get(told.get("game", "klondike")) if isinstance(told, dict) else None
    if on is None:
        raise ValueError(f"a table is an object; its `game` is one of {', '.join(layout.LAYOUTS)}")
    columns = told.get("columns", [])
    if not isinstance(columns, list) or len(columns) != on.columns:
        raise ValueError(f"a table of {on.game} has {on.columns} `columns`")
    return scene.Table([_column(column, on) for column in columns], _four(told, "foundations"), _card(told.get("draw_pile", EMPTY)),
                       bool(told.get("stock", True)), _four(told, "seats"), on)


def _arguments(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="makker-render", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go, and what lies there beside each (SEED.jpg, SEED.json)")
    parser.add_argument("--seed", type=int, default=1, help="of the first picture (default 1)")
    parser.add_argument("--count", type=int, default=1, help="how many (default 1)")
    parser.add_argument("--deck", default="makker", help=f"one of {', '.join(decks.available())}")
    parser.add_argument("--conditions", default="fullhd", choices=photo.CONDITIONS)
    parser.add_argument("--table", type=Path, help="a JSON file with the table (default: any cards)")
    parser.add_argument("--cards", action="store_true", help="each card alone instead, as `makker-camera enrol` wants to see them")
    return parser.parse_args(args)


def _tables(options) -> list[tuple[str, int, scene.Table]]:
    """What is photographed: the name of its picture, the seed, the table."""
    if options.cards:
        empty = [(0, [])] * layout.COLUMNS
        return [(card, options.seed + i, scene.Table(empty, draw_pile=card, stock=False)) for i, card in enumerate([*DECK, BACK])]
    fixed = table_of(options.table.read_text("utf-8")) if options.table else None
    seeds = range(options.seed, options.seed + options.count)
    return [(str(seed), seed, fixed or scene.random_table(np.random.default_rng([seed, 1]))) for seed in seeds]


def main(args: list[str] | None = None) -> int:
    options = _arguments(sys.argv[1:] if args is None else args)
    try:
        deck = decks.load(options.deck)
        tables = _tables(options)
    except (ValueError, OSError, AttributeError, TypeError) as error:
        print(f"makker-render: {error}", file=sys.stderr)
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, seed, table in tables:
        picture = photograph(table, deck, photo.CONDITIONS[options.conditions], seed)
        (options.folder / f"{name}.jpg").write_bytes(picture)
        (options.folder / f"{name}.json").write_text(json.dumps(table.truth()) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
