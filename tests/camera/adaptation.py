"""Gain from playing with a deck: `adaptation.py DECK GAMES COUNT [CONDITIONS…]`.

Whole games go through a real daemon, read by the network that knows no deck; after each, COUNT tables of each of the conditions are read by the
network alone and with what it has learned of the deck, the same pictures. GNOME_CARDS names a folder with the artwork of Debian's gnome-cards-data, if it is not installed.
A condition of the second renderer is named `outside:tidy` or `outside:felt`; the games are played before that renderer if the first condition is one of its.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
from makker_camera import decks, measure, photo_effects  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402
from makker_camera.know import adaptive, cnn  # noqa: E402
from makker_camera.know.recogniser import Recogniser  # noqa: E402
from makker_camera.model import CLASSES  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402
import outside_game  # noqa: E402
from watch_fixture import Game, Makkerd  # noqa: E402

FIRST_GAME = 1
FIRST_TABLE = 2001
OUTSIDE = "outside:"


def _described(deck: adaptive.LearnedDeck | None) -> str:
    return f"{deck.count} examples of {len(deck.examples)} of {len(CLASSES)} faces" if deck else "nothing"


def _game(daemon: Daemon, name: str, learned: adaptive.Adaptive, seed: int, condition: str) -> Game:
    if condition.startswith(OUTSIDE):
        return outside_game.OutsideGame(daemon, {}, learned, seed, condition=condition.removeprefix(OUTSIDE), outside_deck=name)
    return Game(daemon, decks.load(name), learned, seed)


def _outside(knows: Recogniser, name: str, condition: str, count: int) -> measure.Score:
    """Of the deals and later tables whose places were found."""
    score = measure.Score()
    for seed, pictures in enumerate(outside_game.tables(name, condition, FIRST_TABLE, count), FIRST_TABLE):
        reader = Reader(knows)
        for moment, (picture, truth) in enumerate(pictures):
            reading = reader.read(picture)
            score.pictures += 1
            score.lost += reading.found is None
            if reading.found is not None:
                measure.count(score, reading.slots, truth, (seed, moment), with_stock=True)
    return score


def _measured(knows: Recogniser, name: str, condition: str, count: int) -> measure.Score:
    if condition.startswith(OUTSIDE):
        return _outside(knows, name, condition.removeprefix(OUTSIDE), count)
    return measure.measure(Reader(knows), decks.load(name), photo_effects.CONDITIONS[condition], range(FIRST_TABLE, FIRST_TABLE + count))


def main(name: str, games: str, count: str, *conditions: str) -> None:
    decks.INSTALLED = Path(os.environ.get("GNOME_CARDS", decks.INSTALLED))
    conditions = conditions or ("fullhd",)
    learned = adaptive.Adaptive(cnn.Network())
    with Makkerd() as makkerd:
        for seed in range(FIRST_GAME, FIRST_GAME + int(games)):
            game = _game(Daemon(makkerd.url), name, learned, seed, conditions[0])
            differences = game.play(400)
            learned.wait()
            print(f"{name}, game {seed}: {game.known()['status']} after {game.moves} moves, {game.posts} posts, {game.questions} questions, slots wrong {len(game.wrong)} "
                  f"unsure {game.unsure}; {differences or 'known exactly'}; learned: {_described(learned.deck)}", flush=True)
            for condition in conditions:
                for what, knows in (("the network", learned.network), ("with what was learned", learned)):
                    score = _measured(knows, name, condition, int(count))
                    print(f"    {condition}, {what}: {score.line()}", flush=True)
                    for error in score.errors:
                        print(f"        wrong: {error}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
