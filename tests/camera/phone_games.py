"""Whole games under a phone's camera, as a video: `phone_games.py DECK MODEL|network FIRST COUNT [--longest MOVES]`, a line each.

Each move is a hand over the table for two pictures, then the table at rest until the daemon knows it; every picture goes through the
service's table (`PhoneTable`) to a real daemon. What it answers is drawn by the page; here the arrow must join the right places.
"""

import argparse
import sys
import time
from pathlib import Path


sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
from watch_fixture import Game, Makkerd  # noqa: E402
from makker_camera import decks, model, photo_effects, render  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402
from makker_camera.know import cnn  # noqa: E402
from makker_camera.layout import CARD  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402
from makker_camera.serve.phone_table import PhoneTable  # noqa: E402
from makker_camera.table_watcher import TableWatcher  # noqa: E402
from makker_camera.watch_session import WatchSession  # noqa: E402

_REST = 40  # pictures of one table after which the player tells his move


class _Learned:
    """What `Game` asks of a model."""

    size = CARD


class PhoneGame(Game):
    """A game whose pictures are those of a video."""

    def __init__(self, knows, *rest, url: str, **more):
        super().__init__(*rest, **more)
        watch = TableWatcher(Reader(knows), say=self.log.append)
        self.table = PhoneTable(WatchSession(self.daemon, watch, url, None, 0))
        self.arrows = [0, 0]  # answers with a suggestion; those that have an arrow, too

    def _jpeg(self, hand: bool, seed: int) -> bytes:
        conditions = photo_effects.replace(self.conditions, hand=float(hand))
        return render.photograph(self.world.scene(), self.deck, conditions, self.seed * 100_000 + seed, CARD, self.stand)

    def _look(self, jpeg: bytes) -> dict:
        self.pictures += 1
        view = self.table.show(jpeg, False, "en")
        if view.get("instruction"):
            self.arrows[0] += 1
            self.arrows[1] += view["arrow"] is not None
        return view

    def _is_known(self) -> bool:
        mailbox = self.table.session.mailbox
        return mailbox is not None and mailbox.wait(10) and not self.world.differences(self.known()["table"])

    def _show(self) -> bool:
        for i in range(2):
            self._look(self._jpeg(True, 2 * self.pictures + i))
        for shown in range(_REST):
            if shown % 8 == 0:  # the light changes a little
                jpeg = self._jpeg(False, 1_000 * self.moves + shown + 7)
            view = self._look(jpeg)
            if not view["moving"] and self._is_known():
                return True
        return False


def main(options: argparse.Namespace) -> int:
    cards = decks.load(options.deck)
    knows = cnn.network(CARD) if options.model == "network" else model.load(Path(options.model))
    exact, total = 0, [0, 0, 0]
    with Makkerd() as makkerd:
        for seed in range(options.first, options.first + options.count):
            began = time.monotonic()
            game = PhoneGame(knows, Daemon(makkerd.url), cards, _Learned, seed, url=makkerd.url)
            differences = game.play(options.longest)
            game.table.close()
            exact += not differences
            total = [a + b for a, b in zip(total, (game.moves, game.pictures, game.questions))]
            print(f"game {seed}: moves {game.moves}, pictures {game.pictures}, questions {game.questions}, "
                  f"arrows {game.arrows[1]} of {game.arrows[0]}, {game.known()['status']}, {time.monotonic() - began:.0f} s; "
                  f"{'known exactly' if not differences else differences}", flush=True)
            for line in (line for line in game.log if line.startswith("question")):
                print("   ", line, flush=True)
    print(f"all: {exact} of {options.count} known exactly; moves {total[0]}, pictures {total[1]}, questions {total[2]}")
    return 0 if exact == options.count and total[2] <= total[0] / 100 else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deck")
    parser.add_argument("model", help="file of an enrolled deck, or network")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--longest", type=int, default=400, help="moves of a game")
    sys.exit(main(parser.parse_args()))
