"""Processor time of a picture of full HD: `speed.py [--against CLIENT] [--tables N] [GROUND…]`, a row for each ground and kind of picture.

A table under one light is a deal, the same again twice, and four moves with two more pictures of each; pictures of one table differ by the sensor's noise.
*cold*: the first picture, and the last one read by a reader that knows nothing of those before; *unchanged*: the same table once more;
*after a move*: the first picture that shows it. CLIENT is the folder `clients/camera` of another version: both readers get the same pictures, one after the other in turn,
each in a process of its own with one thread. *ratio*: to the time in which OpenCV unpacks the same picture from a JPEG, the quicker of the times just before and just after, which
other programs of the machine slow down as they do the reader; the least of all these times is printed last. GROUND: felt, wood, cloth, or fullhd (on the mat). The network reads, unless `--model FILE` names an enrolled deck.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from inspect import signature
from pathlib import Path

import cv2
import numpy as np

CLIENT = Path(__file__).resolve().parents[2] / "clients/camera"
sys.path.insert(0, sys.argv[2] if sys.argv[1:2] == ["--child"] else str(CLIENT))
from makker_camera import decks, grounds, layout, measure, model, photo_effects, render, scene  # noqa: E402
from makker_camera.cards import BACK, DECK, EMPTY  # noqa: E402
from makker_camera.know.cnn import network  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402

MOVES = 4
KINDS = ("cold", "unchanged", "after a move")
FIRST = 2001


def child(learned: str) -> None:
    """Reads pictures whose paths come line by line; a line that begins with `!` is read by a reader that knows no picture before."""
    knows = network(layout.CARD) if learned == "network" else model.load(Path(learned))
    options = {"runs": False} if "runs" in signature(Reader).parameters else {}  # as in `watch`
    reader, answers = Reader(knows, **options), []
    for line in sys.stdin:
        path = line.strip()
        if path.startswith("!"):
            reader = Reader(knows, **options)
        picture = cv2.imread(path.lstrip("!"))
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
        unpacked = _seconds(decoded, jpeg)
        seconds = _seconds(lambda shown: answers.append(reader.read(shown)), picture)
        print(json.dumps([seconds, answers.pop().slots, min(unpacked, _seconds(decoded, jpeg))]), flush=True)


def _seconds(work, given: np.ndarray) -> float:
    began = time.process_time()
    work(given)
    return time.process_time() - began


class Process:
    def __init__(self, client: Path, learned: str):
        command = [sys.executable, "-B", __file__, "--child", str(client), learned]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, path: str) -> tuple[float, dict, float]:
        print(path, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


class Table:
    """The positions of the cards, and the front cards; a move changes the positions of the moved cards alone."""

    def __init__(self, seed: int, conditions):
        self.rng, self.truth = np.random.default_rng([seed, 11]), measure.deal(seed).truth()
        bare = conditions.ground != "mat"
        self.cards = render.laid(measure.deal(seed), seed, conditions.casual, seed if bare else None)
        waste = grounds.offsets(np.random.default_rng([seed, 5]), False)["draw_pile"] if bare else (0.0, 0.0)
        self.waste = layout.DRAW_PILE.x + waste[0], layout.DRAW_PILE.y + waste[1]
        self.unseen = [str(card) for card in self.rng.permutation([code for code in DECK if code not in {one.card for one in self.cards}])]

    def move(self, number: int) -> None:
        if number % 2:
            self.truth["draw_pile"] = self._put(self.unseen.pop(), *self.waste)
            return
        columns = self.truth["columns"]
        source, target = (int(column) for column in self.rng.choice([column for column in range(1, 7) if columns[column] != EMPTY], 2, replace=False))
        taken, onto = (next(one for one in self.cards if one.card == columns[column]) for column in (source, target))
        self.cards.remove(taken)
        beneath = [i for i, one in enumerate(self.cards) if abs(one.x - taken.x) < 20 and one.y > layout.COLUMN_TOP]
        columns[source] = self.cards[beneath[-1]].card if beneath else EMPTY
        if columns[source] == BACK:  # it is turned up
            columns[source] = self.unseen.pop()
            self.cards[beneath[-1]] = replace(self.cards[beneath[-1]], card=columns[source])
        columns[target] = self._put(taken.card, onto.x, onto.y + scene.RUN_STEP)

    def _put(self, card: str, x: float, y: float) -> str:
        self.cards.append(scene.Laid(card, x + self.rng.normal(0, 1), y + self.rng.normal(0, 1), self.rng.normal(0, 1)))
        return card


def pictures(seed: int, ground: str, deck: dict, moves: int = MOVES, each: int = 3):
    """Pictures, their kinds and truths. The light and the ground are the seed's; a picture has noise of its own."""
    conditions = photo_effects.replace(photo_effects.CONDITIONS[ground], noise=(0.0, 0.0), quality=(98, 98))
    stand, table = photo_effects.camera(conditions, np.random.default_rng([seed, 4])), Table(seed, conditions)
    noise = np.random.default_rng([seed, 12])
    strength = noise.uniform(*photo_effects.CONDITIONS[ground].noise)
    for number in range(moves + 1):
        if number:
            table.move(number)
        above = scene.draw(table.cards, deck, np.random.default_rng([seed, 6]), layout.CARD, layout.KLONDIKE, conditions.ground)
        clean = decoded(photo_effects.expose(above, stand, conditions, np.random.default_rng([seed, 13])))
        for again in range(each):
            grain = noise.normal(0, strength, clean.shape).astype(np.float32)
            jpeg = cv2.imencode(".jpg", cv2.add(clean, grain, dtype=cv2.CV_8U), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
            yield decoded(jpeg.tobytes()), KINDS[1] if again else KINDS[2] if number else KINDS[0], measure.truth_by_slot(table.truth)


def decoded(jpeg: bytes | np.ndarray) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def count(slots: dict, truth: dict) -> np.ndarray:
    """Counts of slots: right, doubtful or unreadable, and misread."""
    right = sum(slots.get(name) == code for name, code in truth.items())
    doubted = sum(isinstance(slots.get(name, "UU"), list) or slots.get(name, "UU") == "UU" for name in truth)
    return np.array([right, doubted, len(truth) - right - doubted])


def measured(ground: str, tables: int, readers: list[Process], deck: dict) -> float:
    """Prints the rows; the least time in which a picture was unpacked, in milliseconds."""
    took, ratios, least = ([{kind: [] for kind in KINDS} for _ in readers] for _ in range(3))
    slots = [{kind: np.zeros(3, int) for kind in KINDS} for _ in readers]
    def read(path: str, kind: str, truth: dict) -> None:
        for i, reader in enumerate(readers):
            seconds, seen, unpacked = reader.read(path)
            took[i][kind].append(1000 * seconds)
            ratios[i][kind].append(seconds / unpacked)
            least[i][kind].append(1000 * unpacked)
            slots[i][kind] += count(seen, truth)

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/shown.png"
        for seed in range(FIRST, FIRST + tables):
            for picture, kind, truth in pictures(seed, ground, deck):
                cv2.imwrite(path, picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
                read(("!" if kind == KINDS[0] else "") + path, kind, truth)
            read("!" + path, KINDS[0], truth)
    for kind in KINDS:
        for i, what in enumerate(("before", "now") if len(readers) > 1 else ("now",)):
            ms = took[i][kind]
            print(f"| {ground} | {kind} | {what} | {np.mean(ms):.0f} | {np.median(ms):.0f} | {max(ms):.0f} | {np.median(ratios[i][kind]):.1f} | {len(ms)} | {'/'.join(map(str, slots[i][kind]))} |", flush=True)
    return min(min(ms) for its in least for ms in its.values())


def main(options: argparse.Namespace) -> None:
    readers = [Process(client, options.model) for client in ([options.against] if options.against else []) + [CLIENT]]
    deck = decks.load(options.deck)
    print("| ground | picture | reader | ms of processor time, mean | median | largest | ratio, median | pictures | slots right/doubted/misread |\n|---|---|---|---|---|---|---|---|---|")
    least = [measured(ground, options.tables, readers, deck) for ground in options.grounds or ("felt", "wood", "cloth", "fullhd")]
    print(f"a JPEG of full HD is unpacked in {min(least):.1f} ms at least")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grounds", nargs="*", choices=[*photo_effects.CONDITIONS, []], metavar="GROUND")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--deck", default="pictures")
    parser.add_argument("--model", default="network")
    return parser.parse_args()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[3])
    else:
        main(parsed())
