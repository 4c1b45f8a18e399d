"""Whole games of FreeCell on the mat: `freecell_games.py FIRST COUNT --decks anglo bellot …`, a line each.

The client's watcher reads rendered photographs with the network, which knows no deck, and posts to a real daemon. Before each move a picture
with a hand, then the table at rest until the daemon knows it and wants no other picture. The player makes the suggested move, nine times in ten;
now and then two moves before the hand goes, or everything that can go up. After each picture the daemon's table is compared with the true one: `silent`
are tables at rest that the daemon was sure of and had wrong. *First*: tables that were known by the first picture at rest.
"""

import argparse
import itertools
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from freecell import ON, World  # noqa: E402
from phone_games import OwnCamera, with_hand  # noqa: E402
from watch_fixture import ROOT, Makkerd  # noqa: E402
from makker_camera import photo_effects, watch_session  # noqa: E402
from makker_camera.cards import UNREADABLE  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402
from makker_camera.know import cnn  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402
from makker_camera.table_watcher import TableWatcher  # noqa: E402

REST = 40  # pictures of one table
_PICTURES = ROOT / "build/camera/freecell-games"  # of tables that were not known
_UP = 0.1  # share of the moves after which everything goes up that can, before the hand is gone


@dataclass
class FreeCellGame:
    """One game; what happened is counted."""

    url: str
    camera: OwnCamera
    seed: int
    knows: object = field(default_factory=cnn.network)
    world: World | None = None
    other: float = 0.1  # share of moves that are others than the suggested one
    two: float = 0.05  # and after which another one is made before the hand is gone
    moves: int = 0
    pictures: int = 0
    tables: int = 0
    first: int = 0  # tables that were known by the first picture
    longest: list = field(default_factory=lambda: [0, 0])  # cards in a column of the middle, and in the first or the last one
    unknown: int = 0  # tables that were not known after REST pictures
    posts: int = 0
    contradictions: int = 0
    questions: int = 0
    silent: list = field(default_factory=list)
    cards: list = field(default_factory=lambda: [0, 0, 0])  # of the posted snapshots: right, unreadable, wrong
    log: list = field(default_factory=list)

    def __post_init__(self):
        self.rng = np.random.default_rng([self.seed, 21])
        self.world = self.world or World(np.random.default_rng([self.seed, 20]))
        watch = TableWatcher(Reader(self.knows, on=ON), say=lambda _text: None)
        daemon = Daemon(self.url)
        self.session = watch_session.WatchSession(daemon, watch, self.url, {"game": "freecell", "strategy": "search", "language": "en"}, 0)
        self.session.open()
        take = self.session.mailbox.on_answer
        self.session.mailbox.on_answer = lambda answer: (self._count(answer), take(answer))

    def _count(self, answer) -> None:
        self.posts += 1
        self.contradictions += getattr(answer, "status", 0) not in (0, 200)
        if getattr(answer, "status", 200) != 200:
            self.log.append(f"move {self.moves}: {answer.status} {answer.message}")

    def known(self) -> dict:
        return self.session.daemon.request("GET", f"/v1/sessions/{self.session.daemon.session}").body

    def _advised(self) -> dict | None:
        path = f"/v1/sessions/{self.session.daemon.session}/advice?budget_ms=1000"
        return self.session.daemon.request("GET", path).body.get("suggestion")

    # ---- Pictures ------------------------------------------------------------------------------

    def _post(self, jpeg: bytes) -> dict:
        self.pictures += 1
        watch, frame = self.session.watch, self.session.watch.frame
        self.session.post(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
        assert self.session.mailbox.wait(60)
        known = self.known()
        if watch.frame > frame:
            self._judge(watch.builder.snapshot(watch.reading, False), known)
        return known

    def _judge(self, snapshot: dict, known: dict) -> None:
        """Counts the cards of a snapshot, and whether the daemon has taken it for another table than it is."""
        table = self.world.scene()
        true = [*table.cells, *table.foundations, *(card for column in self.world.columns for card in column)]
        shown = [*snapshot["cells"], *snapshot["foundations"], *(card for column in snapshot["columns"] for card in column)]
        if [len(column) for column in snapshot["columns"]] != [len(column) for column in self.world.columns]:
            self.log.append(f"move {self.moves}: miscounted {[len(column) for column in snapshot['columns']]}")
        else:
            for one, other in zip(shown, true):
                self.cards[0 if one == other else 1 if one == UNREADABLE else 2] += 1
                if one not in (other, UNREADABLE):
                    self.log.append(f"move {self.moves}: {other} was read as {one}")
        wrong = self.world.differences(known["table"]) if known["status"] != "waiting" else []
        if wrong and known["sync"] == "in_sync":
            self.silent.append(f"move {self.moves}: silent, {wrong}")

    def _show(self) -> bool:
        """The table at rest, until the daemon knows it."""
        self.tables += 1
        counts = [len(column) for column in self.world.columns]
        self.longest = [max(self.longest[0], *counts[1:-1]), max(self.longest[1], counts[0], counts[-1])]
        self.session.watch.moved()
        for number in range(REST):
            known = self._post(self.camera.jpeg(self.world))
            self.questions += known["asks"] is not None
            if known["status"] != "waiting" and not self.world.differences(known["table"]) and not self.session.watch.wanted:
                self.first += number == 0
                return True
        self.unknown += 1
        _PICTURES.mkdir(parents=True, exist_ok=True)
        (_PICTURES / f"{self.seed}-{self.moves}.jpg").write_bytes(self.camera.last)
        self.log.append(f"move {self.moves}: not known: {known['message']}, {self.session.watch.reading.notes}, {self.world.differences(known['table'])}")
        return False

    def _show_hand(self) -> None:
        """A hand over the table before the move; what is posted of it shows the table as it was."""
        self.session.watch.moved()
        self._post(with_hand(self.camera.jpeg(self.world), self.rng))

    # ---- Moves ---------------------------------------------------------------------------------

    def _move(self, suggestion: dict) -> None:
        others, probability = self.world.moves(), self.rng.random()
        self.world.play(others[int(self.rng.integers(len(others)))] if probability < self.other and others else self.world.as_laid(suggestion))
        if self.rng.random() < self.two and (others := self.world.moves()):
            self.world.play(others[int(self.rng.integers(len(others)))])
        is_up = self.rng.random() < _UP
        while is_up and (others := self.world.moves_up()):
            self.world.play(others[0])
        self.moves += 1

    def play(self, longest: int = 250) -> list[str]:
        """The game to its end, or `longest` moves of it. Where the daemon is wrong then."""
        try:
            while self._show() and self.moves < longest and not self.world.is_won():
                suggestion = self._advised()
                if suggestion is None:
                    break
                self._show_hand()
                self._move(suggestion)
            return self.world.differences(self.known()["table"])
        finally:
            self.session.mailbox.close()
            self.camera.close()


def main(options: argparse.Namespace) -> int:
    watch_session.say = lambda _text: None
    games = []
    with Makkerd() as makkerd:
        for seed, deck in zip(range(options.first, options.first + options.count), itertools.cycle(options.decks)):
            began = time.process_time()
            game = FreeCellGame(makkerd.url, OwnCamera(deck, options.conditions, seed), seed)
            game.wrong = game.play(options.longest)
            games.append(game)
            right, unreadable, wrong = game.cards
            print(f"game {seed}, {deck}: moves {game.moves}, pictures {game.pictures}, posted {game.posts}, tables {game.tables}, first {game.first}, not known {game.unknown}, "
                  f"questions {game.questions}, contradictions {game.contradictions}, silent {len(game.silent)}, cards right {right}, unreadable {unreadable}, wrong {wrong}, longest column {game.longest[0]}, at the edges {game.longest[1]}, "
                  f"{game.known()['status']}, {time.process_time() - began:.0f} s; {game.wrong or 'known exactly'}", flush=True)
            for line in [*game.silent, *game.log]:
                print("   ", line, flush=True)
    cards = np.sum([game.cards for game in games], axis=0)
    print(f"all: {sum(not game.wrong for game in games)} of {len(games)} known exactly, {sum(bool(game.silent) for game in games)} with a silent error; moves {sum(game.moves for game in games)}, "
          f"tables {sum(game.tables for game in games)}, first {sum(game.first for game in games)}, not known {sum(game.unknown for game in games)}, questions {sum(game.questions for game in games)}, "
          f"contradictions {sum(game.contradictions for game in games)}, cards right {cards[0]}, unreadable {cards[1]}, wrong {cards[2]}")
    return 0 if all(not game.wrong and not game.silent for game in games) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="seed of the first game")
    parser.add_argument("count", type=int)
    parser.add_argument("--decks", nargs="+", default=["pictures"], help="played with in turn")
    parser.add_argument("--conditions", default="fullhd", choices=photo_effects.CONDITIONS)
    parser.add_argument("--longest", type=int, default=250, help="moves of a game")
    sys.exit(main(parser.parse_args()))
