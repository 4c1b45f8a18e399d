"""Games and tables before the camera of the second renderer, `tests/outside/photographs`, which runs as a command of its own."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from klondike import World
from makker_camera.cards import RANKS, SUITS
from watch_fixture import ROOT, Game

RENDERER = ROOT / "tests/outside/photographs"
_PICTURES = ROOT / "build/outside/adaptation"


def _line(world: World) -> bytes:
    foundations = [[RANKS[i] + suit for i in range(height)] for suit, height in zip(SUITS, world.foundations)]
    shown = {"columns": [[len(column.under), column.up] for column in world.columns], "stock": world.left, "waste": world.pile[: world.turned], "foundations": foundations}
    return json.dumps(shown).encode() + b"\n"


class Stand:
    """A camera above one table, without a mat."""

    def __init__(self, condition: str, seed: int, deck: str):
        command = [sys.executable, "-B", RENDERER / "played.py", condition, str(seed), deck]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def jpeg(self, world: World) -> bytes:
        self.process.stdin.write(_line(world))
        self.process.stdin.flush()
        length = int.from_bytes(self.process.stdout.read(4), "big")
        return self.process.stdout.read(length)

    def photograph(self, world: World) -> np.ndarray:
        return cv2.imdecode(np.frombuffer(self.jpeg(world), np.uint8), cv2.IMREAD_COLOR)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


@dataclass
class OutsideGame(Game):
    """A game before such a camera. `condition` is one of that renderer's, `outside_deck` a name of its decks."""

    condition: str = "tidy"
    outside_deck: str = "pictures"

    def __post_init__(self):
        super().__post_init__()
        self.camera = Stand(self.condition, self.seed, self.outside_deck)

    def _photograph(self) -> np.ndarray:
        self.pictures += 1
        return self.camera.photograph(self.world)

    def play(self, longest: int = 400) -> list[str]:
        try:
            return super().play(longest)
        finally:
            self.camera.close()


def tables(deck: str, condition: str, first: int, count: int) -> Iterator[list[tuple[np.ndarray, dict]]]:
    """For each seed the deal and the table some moves later: pictures and their truths. They are rendered once."""
    folder = _PICTURES / deck
    command = [sys.executable, "-B", RENDERER, "--render-only", "1", "--deck", deck, "--conditions", condition, "--seeds", str(first), str(count), "--folder", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for seed in range(first, first + count):
        paths = [Path(folder, f"{condition}-{seed}-{moment}.jpg") for moment in ("deal", "later")]
        yield [(cv2.imread(str(path)), json.loads(path.with_name(path.name + ".json").read_text("utf-8"))) for path in paths]
