"""A short game: rendered photographs, the camera client, a real daemon."""

import unittest

import tables
from evening import Game, Makkerd
from makker_camera.post import Daemon


class ShortGame(unittest.TestCase):
    def test_a_dozen_moves_are_followed_card_by_card(self):
        with Makkerd() as makkerd:
            game = Game(Daemon(makkerd.url), tables.deck(), tables.learned(), seed=3)
            self.assertEqual(game.play(longest=12), [], game.log)
        self.assertEqual((game.wrong, game.questions, game.moves), ([], 0, 12))


if __name__ == "__main__":
    unittest.main()
