"""Plays whole games and prints a line each: `games.py DECK MODEL FIRST COUNT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
from evening import Game, Makkerd  # noqa: E402
from makker_camera import decks, model  # noqa: E402
from makker_camera.post import Daemon  # noqa: E402


def main(deck: str, learned: str, first: str, count: str) -> int:
    cards, kept = decks.load(deck), model.load(Path(learned))
    total, exact = [0, 0, 0, 0], 0
    with Makkerd() as makkerd:
        for seed in range(int(first), int(first) + int(count)):
            game = Game(Daemon(makkerd.url), cards, kept, seed)
            differences = game.play()
            exact += not differences
            figures = [game.moves, game.pictures, game.questions, len(game.wrong)]
            total = [a + b for a, b in zip(total, figures)]
            print(f"game {seed}: moves {figures[0]}, pictures {figures[1]} ({game.posts} posted), questions {figures[2]}, "
                  f"slots wrong {figures[3]} unsure {game.unsure}, {game.known()['status']}; "
                  f"{'known exactly' if not differences else differences}", flush=True)
            for line in [*game.wrong, *(line for line in game.log if line.startswith("question"))]:
                print("   ", line, flush=True)
    print(f"all: {exact} of {count} known exactly; moves {total[0]}, pictures {total[1]}, questions {total[2]}, slots wrong {total[3]}")
    return 0 if exact == int(count) and total[2] <= total[0] / 100 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
