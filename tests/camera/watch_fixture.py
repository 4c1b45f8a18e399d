"""Whole games from photons to the daemon: a player moves rendered cards, the camera reads photographs of
them, the daemon says what to do next.
"""

import copy
import os
import re
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from klondike import DRAW_PILE, PRESETS, SHUFFLE, World
from makker_camera import decks, model, photo_effects, render
from makker_camera.client import Daemon
from makker_camera.know.adaptive import Adaptive
from makker_camera.reader import Reader
from makker_camera.table_watcher import TableWatcher

ROOT = Path(__file__).resolve().parents[2]
MAKKERD = os.environ.get("MAKKERD", str(ROOT / "build/release/makkerd"))
PATIENCE = 24  # pictures of one table after which the daemon's question is answered


class Makkerd:
    """A real daemon on a free port, with a store in memory."""

    def __enter__(self) -> "Makkerd":
        self.process = subprocess.Popen([MAKKERD, "--listen", "127.0.0.1:0", "--store", "memory:"],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        log = []
        for line in self.process.stdout:
            log.append(line)
            port = re.search(r"127\.0\.0\.1:(\d+)", line)
            if port and port.group(1) != "0":
                self.url = f"http://127.0.0.1:{port.group(1)}"
                # It logs each request: a pipe that is not read would fill up, and the daemon wait.
                self.drain = threading.Thread(target=self.process.stdout.read, daemon=True)
                self.drain.start()
                return self
        raise AssertionError("makkerd did not start:\n" + "".join(log))

    def __exit__(self, *_) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.drain.join()
        self.process.stdout.close()


@dataclass
class Game:
    """One game with counts of its events."""

    daemon: Daemon
    deck: decks.Deck
    learned: model.Model | Adaptive
    seed: int
    conditions: photo_effects.Conditions = photo_effects.FULL_HD
    deviation: float = 0.1
    hand: float = 0.1  # share of pictures with a hand in them
    runs: bool = False  # face-up runs are posted
    preset: str = "syvkabale"
    moves: int = 0
    pictures: int = 0
    posts: int = 0
    questions: int = 0
    typed: int = 0  # tables that the player entered
    wrong: list = field(default_factory=list)
    unsure: int = 0
    log: list = field(default_factory=list)

    def __post_init__(self):
        self.rng = np.random.default_rng([self.seed, 9])
        self.world = World(np.random.default_rng([self.seed, 8]), PRESETS[self.preset])
        self.stand = photo_effects.camera(self.conditions, self.rng)
        learner = self.learned if isinstance(self.learned, Adaptive) else None
        self.watch = TableWatcher(Reader(self.learned), runs=self.runs, say=self.log.append, learner=learner)
        self.session = self.daemon.create({"game": "klondike", "preset": self.preset, "strategy": "heuristic"})["id"]

    def known(self) -> dict:
        return self.daemon.request("GET", f"/v1/sessions/{self.session}").body

    def _photograph(self) -> np.ndarray:
        self.pictures += 1
        seed = self.seed * 100_000 + self.pictures
        hand = self.rng.random() < self.hand
        conditions = photo_effects.replace(self.conditions, hand=1.0 if hand else 0.0)
        jpeg = render.photograph(self.world.scene(), self.deck, conditions, seed, self.learned.size, self.stand, self.seed)
        return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)

    def _show(self) -> bool:
        """Takes pictures until the daemon has understood one of the present table."""
        self.watch.wanted = True  # as after a movement of the table
        self.watch.posts = 0
        for _ in range(PATIENCE):
            snapshot = self.watch.look(self._photograph())
            if snapshot is None:
                continue
            self._check(snapshot)
            answer = self.daemon.post(snapshot)
            self.posts += 1
            self.watch.on_answer(answer)
            assert answer.status in (200, 409), answer
            if not answer.needs_another and not self.world.differences(self.known()["table"]):
                return True
            self.watch.wanted = True
        return False

    def _check(self, snapshot: dict) -> None:
        truth = self.world.scene().truth()
        seen = [snapshot["draw_pile"], *snapshot["foundations"], *snapshot["columns"]]
        singles = [truth["draw_pile"], *truth["foundations"]]
        for slot, front, run in zip(seen, [*singles, *truth["columns"]], [*([card] for card in singles), *truth["runs"]]):
            if slot in (front, run):
                continue
            doubted = slot == "UU" or (isinstance(slot, list) and isinstance(slot[0], dict))
            self.unsure += doubted
            if not doubted:
                self.wrong.append((self.pictures, front, slot))

    def _choose(self, known: dict) -> dict:
        others = [move for move in known["moves"] if move["type"] != SHUFFLE]
        if others and self.rng.random() < self.deviation:
            return others[int(self.rng.integers(len(others)))]
        return known["suggestion"]

    def _cannot_be_seen(self, move: dict) -> bool:
        """True if the table looks the same after the move, as after turning over a pile of one card or three."""
        after = copy.deepcopy(self.world)
        after.play(move)
        return after.scene() == self.world.scene()

    def _type_table(self) -> bool:
        """The camera cannot read the table: the player types what lies in front."""
        self.typed += 1
        truth = self.world.scene().truth()
        typed = {name: truth[name] for name in ("draw_pile", "stock", "foundations", "columns")}
        self.daemon.request("POST", f"/v1/sessions/{self.session}/snapshots", {**typed, "typed": True})
        return self._put_right()

    def _put_right(self) -> bool:
        """Front cards that differ from the daemon's table."""
        table = self.known()["table"]
        fronts = {i: (table["columns"][i]["cards"], column.up) for i, column in enumerate(self.world.columns)}
        fronts[DRAW_PILE] = table["draw_pile"]["cards"], self.world.pile[: self.world.turned]
        for position, (known, true) in fronts.items():
            if true and known[-1:] != true[-1:]:
                self.daemon.request("POST", f"/v1/sessions/{self.session}/corrections", {"position": position, "card": true[-1]})
        return not self.world.differences(self.known()["table"])

    def _answer(self, move: dict | None) -> bool:
        """Answers the daemon's question by reporting the move."""
        self.questions += 1
        self.log.append(f"question: {self.known().get('message')}; {self.world.differences(self.known()['table'])}")
        return self._report(move)

    def _report(self, move: dict | None) -> bool:
        if move is None:
            return self._type_table()
        body = {key: move[key] for key in ("type", "from", "to", "cut")}
        self.daemon.request("POST", f"/v1/sessions/{self.session}/moves", body)
        return self._show() or self._type_table()

    def play(self, longest: int = 400) -> list[str]:
        """The game to its end, or `longest` moves of it. Where the daemon is wrong then: nowhere, if all is well."""
        move = None
        while True:
            if not self._show() and not self._answer(move):
                break
            known = self.known()
            if self.moves >= longest or known["status"] != "playing" or not known["suggestion"]:
                break
            move = self._choose(known)
            if self._cannot_be_seen(move):
                break
            self.world.play(move)
            self.moves += 1
        return self.world.differences(self.known()["table"])
