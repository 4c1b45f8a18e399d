"""Photographs of tables that never were, with the truth beside them: `makker-render`."""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from . import decks, layout, photo, scene
from .cards import DECK, EMPTY

_LARGEST_RUN = 13


def laid(table: scene.Table, seed: int) -> list[scene.Laid]:
    """Where the cards of the photograph of that seed lie."""
    return scene.lay(table, np.random.default_rng([seed, 3]))


def photograph(table: scene.Table, deck: decks.Deck, conditions: photo.Conditions, seed: int,
               size: tuple[float, float] = layout.CARD, homography: np.ndarray | None = None) -> bytes:
    """A JPEG of `table`; the same seed is the same photograph. A camera on a stand keeps its `homography`."""
    rng = np.random.default_rng(seed)
    above = scene.draw(laid(table, seed), deck, rng, size)
    if homography is None:
        homography = photo.camera(conditions, rng)
    return photo.expose(above, homography, conditions, rng)


def _card(code: object) -> str:
    if code == EMPTY or code in DECK:
        return str(code)
    raise ValueError(f"{code!r} is no card")


def table_of(text: str) -> scene.Table:
    """A table from JSON: {"columns":[{"backs":2,"run":["8D"]}, ...], "foundations":[...], "draw_pile":"KS", "stock":true}."""
    told = json.loads(text)
    if not isinstance(told, dict) or not isinstance(told.get("columns"), list) or len(told["columns"]) != layout.COLUMNS:
        raise ValueError("a table has seven `columns`")
    columns = []
    for column in told["columns"]:
        backs, run = int(column.get("backs", 0)), [_card(code) for code in column.get("run", [])]
        if not 0 <= backs < layout.COLUMNS or len(run) > _LARGEST_RUN:
            raise ValueError("a column has 0 to 6 backs and at most 13 cards")
        columns.append((backs, run))
    foundations = [_card(code) for code in told.get("foundations", [EMPTY] * 4)]
    if len(foundations) != 4:
        raise ValueError("there are four `foundations`")
    return scene.Table(columns, foundations, _card(told.get("draw_pile", EMPTY)), bool(told.get("stock", True)))


def _arguments(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="makker-render", description=__doc__)
    parser.add_argument("folder", type=Path, help="where SEED.jpg and SEED.json go")
    parser.add_argument("--seed", type=int, default=1, help="of the first picture (default 1)")
    parser.add_argument("--count", type=int, default=1, help="how many (default 1)")
    parser.add_argument("--deck", default="makker", help=f"one of {', '.join(decks.available())}")
    parser.add_argument("--conditions", default="fullhd", choices=photo.CONDITIONS)
    parser.add_argument("--table", type=Path, help="a JSON file with the table (default: any cards)")
    return parser.parse_args(args)


def main(args: list[str] | None = None) -> int:
    options = _arguments(sys.argv[1:] if args is None else args)
    try:
        deck = decks.load(options.deck)
        fixed = table_of(options.table.read_text("utf-8")) if options.table else None
    except (ValueError, OSError, AttributeError, TypeError) as error:
        print(f"makker-render: {error}", file=sys.stderr)
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.count):
        table = fixed or scene.random_table(np.random.default_rng([seed, 1]))
        picture = photograph(table, deck, photo.CONDITIONS[options.conditions], seed)
        (options.folder / f"{seed}.jpg").write_bytes(picture)
        (options.folder / f"{seed}.json").write_text(json.dumps(table.truth()) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
