"""How often what is read with a probability is right: `calibration.py own|outside FIRST COUNT DECK…`, a row for each range of probabilities.

`own`: tables of this project's renderer on the mat and on felt, the conditions of CONDITIONS in turn; `outside`: deals and later tables of `tests/outside/photographs`,
each of its conditions of OUTSIDE, of the pictures whose places were found. FIRST and COUNT are seeds, for each deck. A deck is `pictures` or one of Debian's gnome-cards-data,
whose artwork is in the folder that GNOME_CARDS names; of the second renderer also `any`: decks held out in turn. The cards in front are counted: the best card's probability, and whether it is right. `--keep FILE` adds what was read, `--from FILE…`
makes the table of what was kept. `--fit FILE…` fits a line to the logits of what was kept (Platt 1999), and says what it would do to that of `--from`.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from outside_game import RENDERER  # noqa: E402
from watch_fixture import ROOT  # noqa: E402
from makker_camera import decks, measure, photo_effects, render, scene  # noqa: E402
from makker_camera.cards import DECK  # noqa: E402
from makker_camera.know.cnn import network  # noqa: E402
from makker_camera.layout import CARD  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402

CONDITIONS = ("fullhd", "casual", "lamp", "blur", "tilt45", "felt")
OUTSIDE = ("felt", "wood", "cloth", "glossy", "tilt", "objects")
BINS = (0.3, 0.5, 0.6, 0.7, 0.8, 0.88, 0.92, 0.95, 0.98, 0.99, 0.999, 1.0001)


def _own(name: str, seeds: range) -> Iterator[list[tuple[np.ndarray, dict]]]:
    deck = decks.load(name)
    for seed in seeds:
        conditions = photo_effects.CONDITIONS[CONDITIONS[seed % len(CONDITIONS)]]
        later = scene.random_table(np.random.default_rng([seed, 1]))
        if conditions.ground != "mat":
            tables = [measure.deal(seed), later]
            yield list(zip(measure.bare_pictures(deck, conditions, seed, CARD, tables), [table.truth() for table in tables]))
        else:
            jpeg = render.photograph(later, deck, conditions, seed)
            yield [(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), later.truth())]


def _outside(name: str, seeds: range) -> Iterator[list[tuple[np.ndarray, dict]]]:
    """The stored pictures of `tests/outside/photographs`. `name`: of a deck; `any`: held-out decks in turn."""
    chosen = [] if name == "any" else ["--deck", name]
    folder = ROOT / "build/outside" / ("photographs" if name == "any" else f"photographs-{name}")
    command = [sys.executable, "-B", RENDERER, "--render-only", "1", "--conditions", *OUTSIDE, "--seeds", str(seeds.start), str(len(seeds)), "--folder", folder, *chosen]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for condition in OUTSIDE:
        for seed in seeds:
            paths = [folder / f"{condition}-{seed}-{moment}.jpg" for moment in ("deal", "later")]
            yield [(cv2.imread(str(path)), json.loads(path.with_name(path.name + ".json").read_text("utf-8"))) for path in paths]


def read(renderer: str, name: str, seeds: range) -> list[tuple[float, bool]]:
    """For each front card, the probability of the best card and whether it is right."""
    given = []
    for pictures in {"own": _own, "outside": _outside}[renderer](name, seeds):
        reader = Reader(network(CARD), runs=False)
        for picture, truth in pictures:
            reading = reader.read(picture)
            for place, code in measure.truth_by_slot(truth).items():
                if code in DECK and place in reading.best and reading.best[place][0] in DECK:
                    given.append((reading.best[place][1], reading.best[place][0] == code))
    return given


def table(given: list[tuple[float, bool]]) -> str:
    probabilities, right = np.array([probability for probability, _ in given]), np.array([good for _, good in given])
    rows = ["| given | cards | right in % (95 %) | given on average |", "|---|---|---|---|"]
    for low, high in zip(BINS, BINS[1:]):
        here = (probabilities >= low) & (probabilities < high)
        if here.any():
            least, most = measure.interval(int(right[here].sum()), int(here.sum()))
            rows.append(f"| {low:g} to {min(high, 1):g} | {here.sum()} | {100 * right[here].mean():.1f} ({100 * least:.1f} to {100 * most:.1f}) | {100 * probabilities[here].mean():.1f} |")
    return "\n".join(rows)


def _logit(probabilities: np.ndarray) -> np.ndarray:
    probabilities = probabilities.clip(1e-6, 1 - 1e-6)
    return np.log(probabilities / (1 - probabilities))


def _loss(x: np.ndarray, right: np.ndarray) -> float:
    return float(np.logaddexp(0, np.where(right, -x, x)).mean())


def fit(given: list[tuple[float, bool]]) -> list[float]:
    """Slope and intercept that map the logits of the given probabilities to those of the share that is right (Platt scaling, 1999)."""
    x = _logit(np.array([probability for probability, _ in given]))
    y = np.array([good for _, good in given], float)
    line = np.array([1.0, 0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(line[0] * x + line[1])))
        rows = np.column_stack([x, np.ones_like(x)])
        line = line + np.linalg.solve(rows.T @ (rows * (p * (1 - p) + 1e-9)[:, None]), rows.T @ (y - p))
    return [round(float(v), 4) for v in line]


def _kept(paths: list[Path]) -> list[tuple[float, bool]]:
    return [(probability, good) for path in paths for line in path.read_text("utf-8").splitlines() for probability, good in json.loads(line)["given"]]


def main(options: argparse.Namespace) -> None:
    decks.INSTALLED = Path(os.environ.get("GNOME_CARDS", decks.INSTALLED))
    if options.fit:
        slope, height = fit(_kept(options.fit))
        given = _kept(options.table)
        x = _logit(np.array([probability for probability, _ in given]))
        right = np.array([good for _, good in given])
        print(f"slope {slope}, height {height}; log loss {_loss(x, right):.5f}, with the line {_loss(slope * x + height, right):.5f}")
        return
    given = _kept(options.table or [])
    for name in options.decks:
        seen = read(options.renderer, name, range(options.first, options.first + options.count))
        given += seen
        if options.keep:
            with options.keep.open("a", encoding="utf-8") as file:
                print(json.dumps({"renderer": options.renderer, "deck": name, "given": [(round(probability, 6), bool(good)) for probability, good in seen]}), file=file)
    print(table(given))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("renderer", nargs="?", choices=("own", "outside"))
    parser.add_argument("first", nargs="?", type=int)
    parser.add_argument("count", nargs="?", type=int)
    parser.add_argument("decks", nargs="*")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--from", dest="table", nargs="+", type=Path)
    parser.add_argument("--fit", nargs="+", type=Path)
    main(parser.parse_args())
