"""Files of learned decks survive the end of the program at any moment, and other programs in the same folder."""

import os
import random
import signal
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

from test_adaptive import PLACE, Doubts, faces
from makker_camera import layout
from makker_camera.cards import DECK
from makker_camera.know import adaptive, learned_deck
from makker_camera.know.adaptive import Adaptive
from makker_camera.know.learned_deck import LearnedDeck, load, piece
from makker_camera.model import CLASSES


def started(run) -> int:
    """`run` in a process of its own, which ends with it."""
    number = os.fork()
    if number:
        return number
    try:
        run()
        os._exit(0)
    except BaseException:
        os._exit(1)


def ended(number: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def play(learner: Adaptive, pictures: list, codes: list[str], pause: float = 0.0) -> None:
    """Each card becomes certain, one after the other."""
    for code in codes:
        learner.learn(pictures[CLASSES.index(code)], PLACE, code, np.full(len(CLASSES), 0.5))
        learner.learned()
        time.sleep(pause)


def on_table(folder: Path, new: bool = False) -> Adaptive:
    """A learner whose deck is the first one in the folder, or a new one."""
    learner = Adaptive(Doubts(), folder)
    learner.deck = learner.known[0] if learner.known and not new else learner._new_deck()
    return learner


class Files(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name) / "learned"
        self.pictures = faces(1)
        self.every, adaptive._SAVE_INTERVAL_S = adaptive._SAVE_INTERVAL_S, 0.05
        self.addCleanup(setattr, adaptive, "_SAVE_INTERVAL_S", self.every)

    def learn(self, codes: list[str], new: bool = False) -> LearnedDeck:
        learner = on_table(self.folder, new)
        play(learner, self.pictures, codes)
        learner.wait()
        return learner.deck

    def codes(self, name: str = "1.npz") -> set[str]:
        return {CLASSES[number] for number in load(self.folder / name).examples}

    def test_a_card_is_saved_seconds_after_it_was_learned_although_a_fifth_is_not_new(self):
        self.learn(DECK[:20])
        learner = on_table(self.folder)
        play(learner, self.pictures, DECK[20:21])
        until = time.monotonic() + 20
        while DECK[20] not in self.codes() and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(self.codes(), set(DECK[:21]))
        learner.wait()

    def test_kill_at_any_moment_leaves_a_whole_file_with_all_that_was_written(self):
        self.learn(DECK[:12])
        probability = random.Random(3)
        for _ in range(8):
            source, sink = os.pipe()

            def run():
                learner = on_table(self.folder)
                save = learner._save

                def saved(deck):
                    save(deck)
                    count = deck.count - len(deck.unsaved)
                    os.write(sink, bytes([count]))

                learner._save = saved
                play(learner, self.pictures, DECK[12:] * 3, 0.002)
                learner.wait()

            child = started(run)
            os.close(sink)
            time.sleep(probability.uniform(0.02, 0.5))
            os.kill(child, signal.SIGKILL)
            ended(child)
            with os.fdopen(source, "rb") as pipe:
                written = pipe.read()
            deck = load(self.folder / "1.npz")
            self.assertGreaterEqual(deck.count, max(written, default=12))
            self.assertIsNotNone(deck.trained)
        self.assertGreater(deck.count, 12)
        self.assertEqual(Adaptive(Doubts(), self.folder).known[0].count, deck.count)

    def test_two_programs_that_play_with_one_deck_both_add_to_it(self):
        self.learn(DECK[:12])
        children = [started(lambda part=part: self.learn(part)) for part in (DECK[12:30], DECK[30:48])]
        self.assertEqual([ended(child) for child in children], [0, 0])
        self.assertEqual(self.codes(), set(DECK[:48]))
        self.assertEqual([path.name for path in self.folder.glob("*.npz*")], ["1.npz"])

    def test_two_programs_with_new_decks_get_a_file_each(self):
        def run(seed):
            self.pictures = faces(seed)
            self.learn(DECK[10 * seed : 10 * seed + 20], new=True)

        children = [started(lambda seed=seed: run(seed)) for seed in (1, 2)]
        self.assertEqual([ended(child) for child in children], [0, 0])
        self.assertEqual(sorted(map(sorted, (self.codes("1.npz"), self.codes("2.npz")))), sorted(map(sorted, (set(DECK[10:30]), set(DECK[20:40])))))

    def test_another_deck_in_its_file_is_not_overwritten(self):
        mine = self.learn(DECK[:12])
        (self.folder / "1.npz").unlink()
        self.pictures = faces(2)
        self.learn(DECK[:30])
        mine.add(40, piece(faces(1)[40], PLACE, layout.CARD))
        mine.save(self.folder)
        self.assertEqual(self.codes("1.npz"), set(DECK[:30]))
        self.assertEqual(self.codes("2.npz"), {*DECK[:12], DECK[40]})

    def test_of_a_card_that_both_learned_the_new_examples_stay(self):
        """Together they exceed the limit: examples that neither file had replace older ones."""
        deck = self.learn(DECK[:12])
        other = load(self.folder / "1.npz")
        cuts = [piece(self.pictures[number], PLACE, layout.CARD) for number in range(20, 27)]
        for cut in cuts[:2]:
            other.add(0, cut)
        for cut in cuts[2:5]:
            deck.add(0, cut)
        other.save(self.folder)
        deck.save(self.folder)
        kept = load(self.folder / "1.npz").examples[0]
        self.assertEqual(len(kept), learned_deck.MAX_EXAMPLES)
        for cut in cuts[1:5]:
            self.assertTrue(any((cut == one).all() for one in kept))

    def test_what_another_program_added_is_learned_from_too(self):
        deck = self.learn(DECK[:12])
        other = load(self.folder / "1.npz")
        for number in range(12, 40):
            other.add(number, piece(self.pictures[number], PLACE, layout.CARD))
        other.save(self.folder)
        deck.save(self.folder)
        self.assertTrue(deck.is_due())
        self.assertTrue(load(self.folder / "1.npz").is_due(), "also by the next program")


if __name__ == "__main__":
    unittest.main()
