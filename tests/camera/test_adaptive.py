"""Training on the player's deck during a game."""

import tempfile
import unittest
import zipfile
from pathlib import Path

import numpy as np

import tables
import cv2
from makker_camera import arrays, layout
from makker_camera.cards import BACK, DECK
from makker_camera.client import Answer
from makker_camera.know import learned_deck
from makker_camera.know.adaptive import MAX_DECKS, Adaptive
from makker_camera.know.cnn import network
from makker_camera.know.learned_deck import LearnedDeck
from makker_camera.model import BACK_CLASS, CLASSES
from makker_camera.places import Card
from makker_camera.reader import Reader
from makker_camera.snapshots import Klondike
from makker_camera.table_watcher import TableWatcher

PLACE = Card(10.0, 10.0, 0.0)


class Doubts:
    """A network with given outputs."""

    size = layout.CARD

    def __init__(self):
        self.given = np.zeros((0, len(CLASSES)))

    def fronts(self, _rectified, _cards):
        return self.given.copy()


def faces(seed: int) -> list[np.ndarray]:
    """Pictures of the cards of a deck of random blots, each at PLACE."""
    rng = np.random.default_rng(seed)
    pictures = []
    for _ in CLASSES:
        picture = np.full((240, 180, 3), 255, np.uint8)
        for x, y in zip(rng.integers(24, 130, 12), rng.integers(24, 180, 12)):
            picture[y : y + 14, x : x + 14] = rng.integers(0, 120)
        pictures.append(picture)
    return pictures


def probabilities(**given: float) -> np.ndarray:
    row = np.full(len(CLASSES), 1e-6)
    for code, p in given.items():
        row[CLASSES.index(code.lstrip("_"))] = p
    return row[None]


def taught(adaptive: Adaptive, pictures: list[np.ndarray], codes: list[str]) -> None:
    adaptive.deck = adaptive.deck or adaptive._new_deck()
    for code in codes:
        adaptive.learn(pictures[CLASSES.index(code)], PLACE, code, np.full(len(CLASSES), 0.5))
    adaptive.learned()
    adaptive.wait()


class Reading(unittest.TestCase):
    def setUp(self):
        self.doubts = Doubts()
        self.adaptive = Adaptive(self.doubts)
        self.pictures = faces(1)

    def read(self, code: str, **given: float) -> np.ndarray:
        self.doubts.given = probabilities(**given)
        return self.adaptive.fronts(self.pictures[CLASSES.index(code)], [PLACE])[0]

    def test_examples_decide_between_cards_that_the_network_confuses(self):
        taught(self.adaptive, self.pictures, DECK[:20])
        for code, other in ((DECK[3], DECK[4]), (DECK[4], DECK[3])):
            read = self.read(code, **{f"_{DECK[3]}": 0.5, f"_{DECK[4]}": 0.5})
            self.assertEqual(CLASSES[read.argmax()], code)
            self.assertGreater(read.max(), 0.9)
            self.assertLess(read[CLASSES.index(other)], 0.1)

    def test_the_network_decides_alone_if_a_card_without_examples_is_possible(self):
        taught(self.adaptive, self.pictures, DECK[:20])
        read = self.read(DECK[3], **{f"_{DECK[3]}": 0.5, f"_{DECK[30]}": 0.5})
        np.testing.assert_allclose(read, self.doubts.given[0])

    def test_the_probability_of_neither_card_nor_back_is_unchanged(self):
        taught(self.adaptive, self.pictures, DECK[:20])
        self.assertAlmostEqual(self.read(DECK[3], **{f"_{DECK[3]}": 0.2, f"_{DECK[4]}": 0.2}).sum(), 0.4, 3)

    def test_a_card_that_correlates_with_the_decks_back_is_a_back_even_without_examples_of_faces(self):
        taught(self.adaptive, self.pictures, [*DECK[:8], BACK])
        seen = self.read(BACK, BACK=0.55, **{f"_{DECK[30]}": 0.3, f"_{DECK[40]}": 0.05})
        self.assertGreater(seen[BACK_CLASS], 0.95)
        self.assertLessEqual(seen.sum(), 1.0 + 1e-9)

    def test_a_back_that_only_the_network_recognises_keeps_its_probability(self):
        taught(self.adaptive, self.pictures, [*DECK[:8], BACK])
        read = self.read(DECK[30], BACK=0.55, **{f"_{DECK[30]}": 0.3, f"_{DECK[40]}": 0.05})
        np.testing.assert_allclose(read, self.doubts.given[0])

    def test_a_back_of_another_deck_keeps_the_networks_probability(self):
        taught(self.adaptive, self.pictures, [*DECK[:20], BACK])
        read = self.read(DECK[30], BACK=0.96, **{f"_{DECK[3]}": 0.03})
        self.assertAlmostEqual(read[BACK_CLASS], 0.96)

    def test_a_card_that_the_network_considers_impossible_is_no_example(self):
        self.adaptive.deck = self.adaptive._new_deck()
        self.adaptive.learn(self.pictures[0], PLACE, DECK[0], probabilities(**{f"_{DECK[1]}": 0.999})[0])
        self.assertEqual(self.adaptive.deck.count, 0)

    def test_of_each_card_a_few_examples_are_kept(self):
        for _ in range(3):
            taught(self.adaptive, self.pictures, DECK[:10] * 3)
        self.assertEqual(self.adaptive.deck.count, 10 * learned_deck.MAX_EXAMPLES)


class Suits(unittest.TestCase):
    """A drawn deck: the indices of all cards of a suit have its symbol."""

    @classmethod
    def setUpClass(cls):
        size = tuple(round(length * learned_deck.RECTIFIED) for length in layout.CARD)
        corner = round(PLACE.x * learned_deck.RECTIFIED)
        cls.pictures = []
        for code in CLASSES:
            picture = np.full((280, 220, 3), 90, np.uint8)
            picture[corner : corner + size[1], corner : corner + size[0]] = cv2.resize(tables.deck()[code], size, interpolation=cv2.INTER_AREA)
            cls.pictures.append(picture)

    def setUp(self):
        self.doubts = Doubts()
        self.adaptive = Adaptive(self.doubts)

    def read(self, code: str, other: str) -> np.ndarray:
        self.doubts.given = probabilities(**{f"_{code}": 0.4, f"_{other}": 0.55})
        return self.adaptive.fronts(self.pictures[CLASSES.index(code)], [PLACE])[0]

    def test_the_suit_of_a_card_without_examples_is_known_from_others(self):
        taught(self.adaptive, self.pictures, [code for code in DECK if code[0] != "7"])
        for code, other in (("7C", "7S"), ("7S", "7C"), ("7D", "7H"), ("7H", "7D")):
            read = self.read(code, other)
            self.assertEqual(CLASSES[read.argmax()], code)
            self.assertGreater(read.max(), 0.55)
            self.assertAlmostEqual(read.sum(), self.doubts.given.sum(), 6)

    def test_suits_are_not_classified_before_there_are_examples_of_each(self):
        taught(self.adaptive, self.pictures, [code for code in DECK if code[1] in "CDH" and code[0] != "7"])
        np.testing.assert_allclose(self.read("7C", "7S"), self.doubts.given[0])


class Decks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "learned"
        self.said = []

    def kept(self) -> Adaptive:
        return Adaptive(Doubts(), self.folder, self.said.append)

    def shown(self, adaptive: Adaptive, pictures: list[np.ndarray], codes: list[str]) -> Adaptive:
        """Reads cards side by side in one picture; the network is certain of each."""
        wide = layout.CARD[0] + 25
        cards = [Card(PLACE.x + i * wide, PLACE.y, 0.0) for i in range(len(codes))]
        step = round(wide * learned_deck.RECTIFIED)
        whole = np.full((240, step * len(codes) + 180, 3), 255, np.uint8)
        for i, code in enumerate(codes):
            whole[:, i * step : i * step + 180] = np.minimum(whole[:, i * step : i * step + 180], pictures[CLASSES.index(code)])
        adaptive.network.given = np.concatenate([probabilities(**{f"_{code}": 0.97}) for code in codes])
        adaptive.fronts(whole, cards)
        return adaptive

    def test_a_deck_is_kept_and_found_again_among_others(self):
        for seed in (1, 2):
            adaptive = self.kept()
            taught(adaptive, faces(seed), DECK)
        self.assertEqual(sorted(path.name for path in self.folder.glob("*.npz")), ["1.npz", "2.npz"])
        for seed in (2, 1):
            adaptive = self.kept()
            self.shown(adaptive, faces(seed), DECK[5:12])
            self.assertEqual(adaptive.deck.path.name, f"{seed}.npz")
            self.assertEqual(adaptive.deck.count, len(DECK))

    def test_an_unknown_deck_is_a_new_one_and_the_ninth_replaces_the_oldest(self):
        for seed in range(MAX_DECKS + 1):
            adaptive = self.shown(self.kept(), faces(seed), DECK[:15])
            self.assertEqual(adaptive.deck.count, 0, seed)
            taught(adaptive, faces(seed), DECK[:20])
        self.assertEqual(len(list(self.folder.glob("*.npz"))), MAX_DECKS)
        self.assertEqual(self.shown(self.kept(), faces(0), DECK[:15]).deck.count, 0, "the oldest is gone")
        self.assertEqual(self.shown(self.kept(), faces(MAX_DECKS), DECK[:7]).deck.count, 20)

    def test_few_certain_cards_select_no_deck_and_those_of_several_pictures_add_up(self):
        taught(self.kept(), faces(1), DECK)
        adaptive = self.shown(self.kept(), faces(1), DECK[:4])
        self.assertIsNone(adaptive.deck)
        self.assertIsNone(self.shown(adaptive, faces(1), DECK[:4]).deck, "the same cards once more")
        self.assertEqual(self.shown(adaptive, faces(1), DECK[4:6]).deck.count, len(DECK))

    def test_a_deck_with_few_examples_is_finally_selected_by_three_cards(self):
        taught(self.kept(), faces(1), DECK[:12])
        adaptive = self.shown(self.kept(), faces(1), DECK[9:20])
        self.assertIsNone(adaptive.deck)
        self.assertEqual(self.shown(adaptive, faces(1), DECK[20:24]).deck.count, 12)

    def test_games_without_training_replace_no_deck(self):
        taught(self.kept(), faces(1), DECK)
        adaptive = self.kept()
        for seed in range(2, 2 * MAX_DECKS):
            self.shown(adaptive, faces(seed), DECK[:15])
            adaptive.forget()
        self.assertEqual(self.shown(adaptive, faces(1), DECK[:7]).deck.count, len(DECK))

    def test_an_invalid_file_is_reported_and_ignored(self):
        taught(self.kept(), faces(1), DECK)
        good = (self.folder / "1.npz").read_bytes()
        rng = np.random.default_rng(5)
        for i in range(300):
            broken = bytearray(good)
            if i % 3 == 0:
                broken = broken[: int(rng.integers(len(good)))]
            else:
                for at in rng.integers(0, len(good) if i % 3 == 1 else 400, 8):
                    broken[at] = int(rng.integers(256))
            (self.folder / "1.npz").write_bytes(broken)
            try:
                deck = learned_deck.load(self.folder / "1.npz")
            except ValueError as error:
                self.assertIn("1.npz is no learned deck", str(error))
                continue
            self.assertLessEqual(deck.count, learned_deck.MAX_EXAMPLES * len(CLASSES))
        (self.folder / "1.npz").write_bytes(b"no deck")
        self.assertEqual(self.kept().known, [])
        self.assertIn("1.npz is no learned deck", self.said[-1])

    def test_a_read_only_folder_is_reported_and_play_continues(self):
        self.folder.parent.joinpath("learned").write_text("a file")
        adaptive = self.kept()
        taught(adaptive, faces(1), DECK[:20])
        self.assertIn("this deck is not kept", self.said[-1])
        self.assertIsNotNone(adaptive.deck.trained)


class Certain(unittest.TestCase):
    def test_the_front_cards_of_the_daemons_table(self):
        table = {"columns": [{"unseen": 1, "cards": ["KS", "QH"]}, {"unseen": 0, "cards": []}], "draw_pile": {"cards": ["2C", "3C"], "left": 4}}
        self.assertEqual(Klondike().certain(table), {"column 1": "QH", "draw_pile": "3C", "stock": BACK})

    def test_anything_else_is_no_card(self):
        for table in ({}, {"columns": 3, "draw_pile": []}, {"columns": [None, {"cards": {}}, {"cards": [["2C"]]}, {"cards": ["1C"]}]}, {"draw_pile": {"left": "4"}}):
            self.assertEqual(Klondike().certain(table), {})


class Watching(unittest.TestCase):
    """Real photographs of the reader's own renderer."""

    def setUp(self):
        self.adaptive = Adaptive(network(layout.CARD))
        self.watch = TableWatcher(Reader(self.adaptive), say=lambda text: None, learner=self.adaptive)

    def answer(self, frame: int, sync: str = "in_sync", draw_pile: str = "KS") -> None:
        columns = [{"unseen": i, "cards": [code]} for i, code in enumerate(("5S", "5H", "QC", "7H", "8D", "9D", "9C"))]
        table = {"columns": columns, "draw_pile": {"cards": [draw_pile], "left": 23}}
        self.watch.on_answer(Answer(200, {"sync": sync, "status": "playing", "message": "", "table": table}, frame))

    def test_cards_of_a_table_in_sync_are_examples_up_to_three_times_where_they_stay(self):
        shown = self.watch.look(tables.photograph(tables.a_table(), 1))
        self.answer(shown["frame"], "looking")
        self.assertEqual(self.adaptive.deck.count, 0)
        self.answer(shown["frame"] + 1)
        self.assertEqual(self.adaptive.deck.count, 0, "the answer to another picture")
        self.answer(shown["frame"])
        first = self.adaptive.deck.count
        self.assertGreater(first, 4)
        for seed in (2, 3, 4, 5):
            self.watch.wanted = True
            again = self.watch.look(tables.photograph(tables.a_table(), seed))
            self.answer(again["frame"])
        self.assertEqual({len(cuts) for cuts in self.adaptive.deck.examples.values()}, {3})

    def test_a_new_game_may_be_of_another_deck(self):
        self.watch.look(tables.photograph(tables.a_table(), 1))
        self.assertIsNotNone(self.adaptive.deck)
        self.watch.begin(Klondike())
        self.assertIsNone(self.adaptive.deck)


class Files(unittest.TestCase):
    def test_arrays_of_other_shapes_and_kinds_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "1.npz"
            good = {"numbers": np.zeros(0, np.uint8), "pieces": np.zeros((0, 76, 56, 3), np.uint8),
                    "weights": np.zeros((13 * 18 * 9 + 1, 2), np.float16), "classes": np.array([0, 1], np.uint8), "suits": np.zeros((8 * 11 * 9 + 1, 4), np.float16)}
            arrays.save(path, good)
            self.assertEqual(learned_deck.load(path).count, 0)
            others = [np.array(3, np.uint8), np.array(3, np.float16), np.zeros((2, 2), np.uint8), np.array(["a", "b"]), np.full(2, 255, np.uint8), np.array([1, 1], np.uint8)]
            for name in good:
                for other in others:
                    arrays.save(path, {**good, name: other})
                    with self.assertRaises(ValueError, msg=f"{name} {other!r}"):
                        learned_deck.load(path)
            with zipfile.ZipFile(path, "w") as archive:
                for name in good:
                    archive.writestr(name, "no array")
            with self.assertRaisesRegex(ValueError, "no arrays"):
                learned_deck.load(path)

    def test_a_saved_deck_classifies_as_before(self):
        with tempfile.TemporaryDirectory() as folder:
            deck = LearnedDeck()
            pictures = faces(3)
            for number in range(30):
                deck.add(number, learned_deck.piece(pictures[number], PLACE, layout.CARD))
            deck.learn()
            deck.save(Path(folder))
            again = learned_deck.load(deck.path)
            cuts = [learned_deck.vectors(cuts[0]) for cuts in deck.examples.values()]
            np.testing.assert_allclose(again.log_probabilities(cuts)[:, :30], deck.log_probabilities(cuts)[:, :30], atol=0.05)
            self.assertTrue(np.isinf(again.log_probabilities(cuts)[:, BACK_CLASS]).all())


if __name__ == "__main__":
    unittest.main()
