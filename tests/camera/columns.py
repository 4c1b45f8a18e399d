"""How well the cards of a column are counted: `columns.py FIRST COUNT --decks rheinland anglo …`; by the number of cards, which decides how close they lie.

Rendered tables of 10-20-30 with random cards, 4 to 19 in each of the seven columns, read by the network. *Not counted*: the reader says that it cannot count them, and nothing
is posted; *miscounted*: it would be posted.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from makker_camera import decks, layout, photo_effects, render, scene  # noqa: E402
from makker_camera.cards import DECK  # noqa: E402
from makker_camera.know import cnn  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402

ON = layout.LAYOUTS["ten-twenty-thirty"]
_UP_TO = (11, 14, 16, 19)  # cards: 20, 17, 14.5 and 12 mm from one to the next, or a little more


def _count(reader: Reader, deck: decks.Deck, conditions: str, seed: int, counts: dict) -> None:
    rng = np.random.default_rng([seed, 30])
    columns = [[str(card) for card in rng.permutation(DECK)[: rng.integers(4, 20)]] for _ in range(ON.columns)]
    jpeg = render.photograph(scene.Table([(0, column) for column in columns], stock=False, on=ON), deck, photo_effects.CONDITIONS[conditions], seed)
    reader.forget()
    reading = reader.read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    for column, run, whole in zip(columns, reading.runs, reading.whole):
        longest = next(longest for longest in _UP_TO if len(column) <= longest)
        outcome = "not counted" if not whole else "right" if len(run) + 1 == len(column) else "miscounted"
        counts.setdefault((conditions, longest), Counter())[outcome] += 1


def main(options: argparse.Namespace) -> None:
    counts: dict[tuple[str, int], Counter] = {}
    reader = Reader(cnn.network(), on=ON)
    for name in options.decks:
        deck = decks.load(name)
        for conditions in options.conditions:
            for seed in range(options.first, options.first + options.count):
                _count(reader, deck, conditions, seed, counts)
    for (conditions, longest), outcomes in sorted(counts.items()):
        print(f"{conditions}, to {longest} cards: right {outcomes['right']}, not counted {outcomes['not counted']}, miscounted {outcomes['miscounted']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="seed of the first table of each deck")
    parser.add_argument("count", type=int)
    parser.add_argument("--decks", nargs="+", default=["pictures"])
    parser.add_argument("--conditions", nargs="+", default=["fullhd", "casual"], choices=photo_effects.CONDITIONS)
    main(parser.parse_args())
