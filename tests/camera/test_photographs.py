"""Tables without a mat of the independent renderer (tests/outside/photographs) are read by the command as a user calls it, and
games can be played before its camera."""

import subprocess
import sys
import tempfile
import unittest

import tables
import numpy as np
from klondike import DRAW, World
from makker_camera import layout, measure
from makker_camera.know.cnn import network
from makker_camera.reader import Reader
from outside_game import RENDERER, Stand


class Photographs(unittest.TestCase):
    def test_tables_of_another_renderer_are_found_and_nothing_is_misread(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-B", str(RENDERER), "--conditions", "felt", "cloth", "--seeds", "700001", "1", "--deck", "pictures", "--found", "4", "--folder", folder]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_game_before_its_camera_is_read_after_each_move(self):
        stand, world, reader = Stand("tidy", 700001, "pictures"), World(np.random.default_rng(1)), Reader(network(layout.CARD))
        self.addCleanup(stand.close)
        score = measure.Score()
        for _ in range(2):
            measure.count(score, reader.read(stand.photograph(world)).slots, world.scene().truth(), world.turned, with_stock=True)
            world.play({"type": DRAW})
        self.assertGreaterEqual(score.right, 15, score)
        self.assertEqual((score.others_right, score.wrong, score.others_wrong), (10, 0, 0), score)


if __name__ == "__main__":
    unittest.main()
