"""Plays whole games and prints a line each: `games.py DECK MODEL FIRST COUNT [--runs] [--preset NAME]`."""

import argparse
import contextlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
from watch_fixture import Game, Makkerd  # noqa: E402
from klondike import PRESETS  # noqa: E402
from makker_camera import decks, model, photo_effects  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deck")
    parser.add_argument("model", type=Path)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--runs", action="store_true", help="whole face-up runs are posted")
    parser.add_argument("--preset", default="syvkabale", choices=PRESETS)
    parser.add_argument("--conditions", default="fullhd", choices=photo_effects.CONDITIONS, help="those named after a ground have no mat")
    parser.add_argument("--longest", type=int, default=400, help="moves of a game")
    parser.add_argument("--url", help="of a daemon; else one is started")
    return parser.parse_args()


def main(options: argparse.Namespace) -> int:
    cards, kept = decks.load(options.deck), model.load(options.model)
    total, exact = [0, 0, 0, 0], 0
    with Makkerd() if not options.url else contextlib.nullcontext(options) as makkerd:
        for seed in range(options.first, options.first + options.count):
            game = Game(Daemon(makkerd.url), cards, kept, seed, photo_effects.CONDITIONS[options.conditions], runs=options.runs, preset=options.preset)
            if options.url:
                print(f"session {game.session}", flush=True)
            differences = game.play(options.longest)
            exact += not differences
            figures = [game.moves, game.pictures, game.questions, len(game.wrong)]
            total = [a + b for a, b in zip(total, figures)]
            print(f"game {seed}: moves {figures[0]}, pictures {figures[1]} ({game.posts} posted), questions {figures[2]}, "
                  f"slots wrong {figures[3]} unsure {game.unsure}, {game.known()['status']}; "
                  f"{'known exactly' if not differences else differences}", flush=True)
            for line in [*game.wrong, *(line for line in game.log if line.startswith("question"))]:
                print("   ", line, flush=True)
    print(f"all: {exact} of {options.count} known exactly; moves {total[0]}, pictures {total[1]}, questions {total[2]}, slots wrong {total[3]}")
    return 0 if exact == options.count and total[2] <= total[0] / 100 else 1


if __name__ == "__main__":
    sys.exit(main(_arguments()))
