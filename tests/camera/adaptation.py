"""Gain from playing with a deck: `adaptation.py DECK GAMES COUNT [CONDITIONS…]`.

Whole games go through a real daemon, read by the network that knows no deck; after each, COUNT tables of each of the conditions are read by the
network alone and with what it has learned of the deck, the same pictures. GNOME_CARDS names a folder with the artwork of Debian's gnome-cards-data, if it is not installed.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
from makker_camera import decks, measure, photo_effects  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402
from makker_camera.know import adaptive, cnn  # noqa: E402
from makker_camera.model import CLASSES  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402
from watch_fixture import Game, Makkerd  # noqa: E402

FIRST_GAME = 1
FIRST_TABLE = 2001


def _described(deck: adaptive.LearnedDeck | None) -> str:
    return f"{deck.count} examples of {len(deck.examples)} of {len(CLASSES)} faces" if deck else "nothing"


def main(name: str, games: str, count: str, *conditions: str) -> None:
    decks.INSTALLED = Path(os.environ.get("GNOME_CARDS", decks.INSTALLED))
    deck = decks.load(name)
    learned = adaptive.Adaptive(cnn.Network())
    with Makkerd() as makkerd:
        for seed in range(FIRST_GAME, FIRST_GAME + int(games)):
            game = Game(Daemon(makkerd.url), deck, learned, seed)
            differences = game.play(400)
            learned.wait()
            print(f"{name}, game {seed}: {game.known()['status']} after {game.moves} moves, {game.posts} posts, {game.questions} questions, slots wrong {len(game.wrong)} "
                  f"unsure {game.unsure}; {differences or 'known exactly'}; learned: {_described(learned.deck)}", flush=True)
            for condition in conditions or ("fullhd",):
                for what, knows in (("the network", learned.network), ("with what was learned", learned)):
                    score = measure.measure(Reader(knows), deck, photo_effects.CONDITIONS[condition], range(FIRST_TABLE, FIRST_TABLE + int(count)))
                    print(f"    {condition}, {what}: {score.line()}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
