"""The networks: the committed files load, classify decks that were held out from training, and give calibrated probabilities.
These tests need only the decks of the repository; `makker-train --measure` measures the others."""

import json
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import tables
import cv2
import numpy as np
from makker_camera import cli, decks, finder, mat, mat_mask, measure, model, photo_effects, places, render
from makker_camera.cards import BACK, DECK, RANKS, SUITS
from makker_camera.know import both, cnn, hog, windows
from makker_camera.learn import artwork, calibrate, crops, typefaces
from makker_camera.reader import Reader
from makker_camera.softmax import log_softmax

# The page's pictures are of the family `kennard`, which is held out.
HELD_OUT = "pictures"
# Shares that must be right: a little less than was measured (of hard samples: half covered, smeared, far away).
RIGHT_CORNERS, RIGHT_KINDS, RIGHT_FACE_KINDS, RIGHT_FRONTS = 0.85, 0.98, 0.98, 0.97
SEARCHED = 2 * cnn._SEARCH_MARGIN_PX // windows.STRIDE + 1  # outputs of a corner that is searched for, in each direction


class Artwork(unittest.TestCase):
    def test_a_family_is_trained_on_or_held_out_as_a_whole(self):
        rows = artwork.table()
        self.assertEqual({one.part for one in rows}, set(artwork.PARTS))
        parts = {}
        for one in rows:
            if one.part != "unused":
                parts.setdefault(one.family, set()).add(one.part)
        self.assertEqual([family for family, where in parts.items() if len(where) > 1], [])

    def test_each_deck_has_its_provenance(self):
        for one in artwork.table():
            with self.subTest(one.name):
                self.assertTrue(one.licence and one.file and one.family)
                self.assertTrue(one.source == "here" or (one.package and one.version))
        self.assertEqual(len({one.name for one in artwork.table()}), len(artwork.table()))


class GeneratedDecks(unittest.TestCase):
    def test_a_font_whose_clubs_are_spades_is_refused(self):
        """FreeSerif Bold of 2012 has them exchanged."""
        shapes = {typefaces._SUITS[suit]: shape for suit, shape in typefaces._suit_shapes(np.random.default_rng(1)).items()}
        with unittest.mock.patch.object(typefaces, "_glyph", lambda text, path: shapes[text]):
            self.assertEqual(set(typefaces.suit_glyphs("")), set(SUITS))
            shapes["♣"], shapes["♠"] = shapes["♠"], shapes["♣"]
            with self.assertRaisesRegex(ValueError, "exchanged"):
                typefaces.suit_glyphs("")

    def test_another_colour_leaves_the_shape_and_the_picture_of_a_court_card(self):
        deck = decks.load(HELD_OUT)
        for card in ("5D", "9S", "KH"):
            for corner_only in (False, True):
                rng = np.random.default_rng(3)
                changed = [typefaces.recoloured(deck[card], card, rng, corner_only) for _ in range(8)]
                ink = deck[card][:80, :40].min(axis=2) < 100
                seen = [one[:80, :40][ink].mean(axis=0) for one in changed]
                self.assertGreater(max(np.abs(a - b).max() for a in seen for b in seen), 80, card)
                for one in changed:
                    self.assertTrue((one[:80, :40].min(axis=2) < 225)[ink].mean() > 0.9, card)
                    if card == "KH":
                        self.assertTrue((one[130:200, 60:190] == deck[card][130:200, 60:190]).all())

    def test_a_smaller_scale_shows_more_of_a_card(self):
        """The reader evaluates large indices at this scale."""
        deck, share = decks.load(HELD_OUT), []
        for scale in (1.0, 0.65):
            rng = np.random.default_rng(4)
            samples = [crops.corner(deck, rng, scale) for _ in range(200)]
            self.assertEqual({picture.shape for picture, *_ in samples}, {(windows.INDEX[1] + 8, windows.INDEX[0] + 8, 3)})
            dark = [(picture.min(axis=2) < 0.6 * np.percentile(picture, 90))[12:40, 8:24].mean() for picture, rank, _ in samples if rank >= 0]
            share.append(np.median(dark))
        self.assertNotAlmostEqual(share[0], share[1], delta=0.005)


class Networks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.network = cnn.network()
        cls.deck = decks.load(HELD_OUT)

    def test_the_files_are_small(self):
        sizes = [path.stat().st_size for path in cnn.HERE.glob("*.onnx")]
        self.assertEqual(len(sizes), 2)
        self.assertLess(sum(sizes), 1_000_000)

    def test_a_court_card_is_not_read_as_an_eight(self):
        """The letter of a queen may look like an 8; the face network recognises a court card, though not which one."""
        def given(**probabilities: float) -> np.ndarray:
            row = np.array([probabilities.get(card, 1e-4) for card in DECK])
            return np.log(row / row.sum())[None]

        corner = given(**{"8C": 0.7, "QC": 0.3})
        kinds = [np.log([[0.99, 0.01]])] * 3
        for face, best in (({"KC": 0.6, "QS": 0.2, "JC": 0.2}, "QC"), ({"8C": 0.5, "7C": 0.5}, "8C"), ({"AC": 0.9, "KC": 0.1}, "8C")):
            with unittest.mock.patch.object(cnn.Network, "parts", return_value=([given(**face), corner, corner], kinds, np.zeros(1))):
                self.assertEqual(DECK[self.network.fronts(None, [None])[0, :52].argmax()], best, face)

    def test_a_card_with_two_different_indices_is_not_certain(self):
        """One of them belongs to a lower card."""
        def given(card: str) -> np.ndarray:
            return np.log(np.where(np.array(DECK) == card, 0.999, 0.001 / 51))[None]

        kinds = [np.log([[0.99, 0.01]])] * 3
        for lower, least in (("3H", 0.3), ("4S", 0.95)):
            with unittest.mock.patch.object(cnn.Network, "parts", return_value=([given("4S"), given("4S"), given(lower)], kinds, np.zeros(1))):
                probabilities = dict(zip(DECK, self.network.fronts(None, [None])[0]))
            self.assertGreaterEqual(probabilities[lower], least)
            self.assertEqual(probabilities["4S"] < 0.9, lower != "4S")

    def test_the_scale_of_large_indices_is_chosen_by_several_cards_and_a_clear_gain(self):
        """A spade of a deck with small indices was read as a club at that scale, in a picture where only its place was read again."""
        for count, small, large, scale in ((1, 0.74, 0.997, 1.0), (2, 0.6, 0.98, 1.0), (3, 0.44, 0.98, 0.65), (3, 0.88, 0.9025, 1.0), (12, 0.95, 0.99, 1.0)):
            probabilities = {1.0: small, 0.65: large}
            with unittest.mock.patch.object(cnn.Network, "_corners_at", lambda network, rectified, cards, at: (probabilities[at], at, None)):
                self.assertEqual(self.network._corners(None, [None] * count)[0], scale, (count, small, large))

    def test_corners_of_a_held_out_deck_are_classified(self):
        rng = np.random.default_rng(1)
        samples = [crops.corner(self.deck, rng) for _ in range(400)]
        out = self.network.index([np.ascontiguousarray(picture[4:-4, 4:-4]) for picture, *_ in samples])[:, :, 0, 0]
        has_index = np.array([rank >= 0 for _, rank, _ in samples])
        predicted = cnn.card_log_probabilities(out).argmax(axis=1)
        right = np.array([DECK[card] == RANKS[rank] + SUITS[suit] for card, (_, rank, suit) in zip(predicted, samples)])
        self.assertGreaterEqual(right[has_index].mean(), RIGHT_CORNERS)
        self.assertGreaterEqual(((out[:, 17] > 0) == has_index).mean(), RIGHT_KINDS)

    def test_kinds_of_whole_cards_of_a_held_out_deck_are_classified(self):
        rng = np.random.default_rng(2)
        samples = [crops.face(self.deck, [self.deck[BACK]], rng) for _ in range(300)]
        out = self.network.face([np.ascontiguousarray(picture[2:-2, 2:-2]) for picture, *_ in samples])
        kinds = np.array([kind for *_, kind in samples])
        self.assertGreaterEqual((out[:, 17:].argmax(axis=1) == kinds).mean(), RIGHT_FACE_KINDS)

    def test_the_outputs_for_a_strip_are_those_of_its_windows(self):
        strip = np.random.default_rng(3).integers(0, 256, (300, 76, 3)).astype(np.uint8)
        outputs = self.network.strip(strip, 20)
        for row in (0, 7, 40):
            window = [np.ascontiguousarray(strip[4 * row : 4 * row + windows.INDEX[1], left : left + windows.INDEX[0]]) for left in (4, 12, 20, 28, 36)]
            alone = self.network.index(window)[:, 17, 0, 0]
            self.assertAlmostEqual(float(alone.max()), float(outputs.scores[row]), places=3)

    def test_white_balance_removes_the_colour_of_a_lamp(self):
        table = tables.a_table()
        warm = photo_effects.replace(tables.STEADY, lamp=(0.45, 0.45), light=(0.7, 0.7))
        jpeg = render.photograph(table, self.deck, warm, 5)
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        rectified = finder.rectify(picture, finder.by_markers(picture[:, :, 1].copy()))
        paper = np.median(mat_mask.whitened(rectified)[9:15, 30:90].reshape(-1, 3), axis=0)  # around a marker
        self.assertLess(paper.max() / paper.min(), 1.1)
        before = np.median(rectified[9:15, 30:90].reshape(-1, 3), axis=0)
        self.assertGreater(before.max() / before.min(), 1.5)


class WithoutEnrolment(unittest.TestCase):
    def test_tables_of_a_held_out_deck_are_read(self):
        score = measure.measure(Reader(cnn.network()), decks.load(HELD_OUT), photo_effects.FULL_HD, range(901, 907))
        self.assertEqual((score.wrong, score.others_wrong), (0, 0), score.errors)
        self.assertGreaterEqual(score.right, RIGHT_FRONTS * score.cards)

    def test_reading_needs_no_enrolled_deck(self):
        options = cli._parser().parse_args(["read", "x.jpg", "--width", "57"])
        missing, cli._DECK_FILE = cli._DECK_FILE, cli.Path("/nonexistent/deck.npz")
        self.addCleanup(setattr, cli, "_DECK_FILE", missing)
        reader = cli._reader(options)
        self.assertIsInstance(reader.knows, cnn.Network)
        self.assertEqual(reader.knows.size, (57.0, 88.0))
        options = cli._parser().parse_args(["read", "x.jpg", "--deck", "/nonexistent/deck.npz"])
        with self.assertRaisesRegex(ValueError, "no enrolled deck"):
            cli._reader(options)

    def test_something_that_is_no_card_is_not_read_as_one(self):
        rectified = np.full((1050, 1485, 3), mat.TINT, np.uint8)
        rng = np.random.default_rng(4)
        for _ in range(20):
            rectified[300:520, 400:560] = rng.integers(0, 256, 3)
            given = cnn.network().fronts(rectified, [places.Card(400 / finder.RECTIFIED, 300 / finder.RECTIFIED, 0.0)])[0]
            self.assertLess(given[: len(DECK)].max(), 0.9)


class Piles(unittest.TestCase):
    def test_the_top_card_of_a_pile_is_found_by_its_indices(self):
        """The search uses only the place, since the outline of the pile is not reliable."""
        table, seed = tables.a_table(), 3
        found = []
        for card in ("KD", "2S", "AC"):
            laid = next(one for one in render.laid(table, seed, casual=True)[::-1] if one.card == card and one.y < 100)
            picture = tables.photograph(table, seed, photo_effects.replace(tables.STEADY, casual=True))
            rectified = finder.rectify(picture, finder.by_markers(picture[:, :, 1].copy()))
            place = min(measure.layout.SINGLES, key=lambda one: abs(one.x - laid.x))
            card = cnn.network().search(mat_mask.whitened(rectified), (place.x, place.y))
            self.assertIsNotNone(card)
            middle = places.moved(card, measure.layout.CARD[0] / 2, measure.layout.CARD[1] / 2)
            found.append((np.hypot(middle.x - laid.x, middle.y - laid.y), abs(np.degrees(card.turn) - laid.turn)))
        self.assertLess(max(apart for apart, _ in found), 3.5, found)
        self.assertLess(max(askew for _, askew in found), 4, found)

    def test_indices_close_to_the_edges_are_those_of_one_card(self):
        """Both are displaced outwards from their expected positions. Two indices that are nearer to each other, or much farther, belong to two cards."""
        network = cnn.Network()
        for outwards, found in ((-3.2, True), (-6.4, False), (3.2, False)):
            peak = round((cnn._SEARCH_MARGIN_PX / finder.RECTIFIED + outwards) * finder.RECTIFIED / windows.STRIDE)
            out = np.full((2, cnn._KIND + 1, SEARCHED, SEARCHED), -9.0, np.float32)
            out[:, cnn._KIND, peak, peak] = 9.0
            network.index = lambda _pieces, out=out: out
            card = network.search(np.zeros((1050, 1485, 3), np.uint8), (155.0, 161.0))
            self.assertEqual(card is not None, found, outwards)
            if found:
                self.assertAlmostEqual(card.x, 155.0 - network.size[0] / 2, delta=1)

    def test_both_indices_of_a_search_belong_to_one_card(self):
        """A jack under the three has an index visible at one corner, with a higher score than that of the three; the three has both."""
        network = cnn.Network()
        out = np.full((2, cnn._KIND + 1, SEARCHED, SEARCHED), -9.0, np.float32)
        middle = SEARCHED // 2
        for corner, across, card, score in ((0, -2, "JC", 9.0), (0, 1, "3C", 6.0), (1, -1, "3C", 9.0)):
            out[corner, [RANKS.index(card[0]), len(RANKS) + SUITS.index(card[1])], middle, middle + across] = 9.0
            out[corner, cnn._KIND, middle, middle + across] = score
        network.index = lambda _pieces: out
        card = network.search(np.zeros((1050, 1485, 3), np.uint8), (155.0, 161.0))
        self.assertAlmostEqual(card.x, 155.0 - network.size[0] / 2 + windows.STRIDE / finder.RECTIFIED, delta=0.3)
        self.assertAlmostEqual(card.turn, 0.0, delta=0.01)

    def test_nothing_is_found_on_the_bare_mat_or_a_back(self):
        table = tables.a_table()
        picture = tables.photograph(table, 3)
        white = mat_mask.whitened(finder.rectify(picture, finder.by_markers(picture[:, :, 1].copy())))
        for name in ("foundation D", "stock"):
            place = measure.layout.KLONDIKE.place(name)
            self.assertIsNone(cnn.network().search(white, (place.x, place.y)))


class Together(unittest.TestCase):
    def test_an_enrolled_deck_with_weights_for_the_network_is_read_by_both(self):
        weighed = model.Model(**{**vars(tables.learned()), "network_mix": np.array([0.8, 0.4], np.float32)})
        with tempfile.TemporaryDirectory() as folder:
            weighed.save(Path(folder, "deck.npz"))
            reader = Reader(model.load(Path(folder, "deck.npz")))
        self.assertIsInstance(reader.knows, both.Both)
        table = tables.a_table()
        given, truth = reader.read(tables.photograph(table)).snapshot(), table.truth()
        self.assertEqual(given, {name: truth[name] for name in given})

    def test_decks_of_older_versions_are_read_as_before(self):
        self.assertIsInstance(Reader(tables.learned()).knows, hog.Enrolled)


class Calibration(unittest.TestCase):
    def test_it_was_fitted_on_decks_that_calibrate(self):
        given = json.loads((cnn.HERE / "calibration.json").read_text("utf-8"))
        self.assertEqual(set(given["decks"]), set(artwork.names("calibrate")))
        self.assertTrue(all(0 < m < 3 for m in [*given["ranks"], *given["suits"], *given["kinds"], given["run"]]))

    def test_the_weight_of_the_face_for_ranks_is_the_smallest_likely_one(self):
        """If the corners are right and the face is hardly better than chance, the likeliest weight is not reliable."""
        rng = np.random.default_rng(6)
        labels = rng.integers(0, len(RANKS), 300)
        face, corner = (log_softmax(rng.normal(0, 1, (300, len(RANKS))) + right * np.eye(len(RANKS))[labels]) for right in (2.0, 7.0))
        likeliest, taken = (weights([face, corner, corner], labels) for weights in (calibrate._suit_weights, calibrate._rank_weights))
        self.assertLess(taken[0], 0.8 * likeliest[0])
        logs = [log_softmax(of_face * face + 2 * of_corner * corner)[np.arange(300), labels].sum() for of_face, of_corner, _ in (likeliest, taken)]
        self.assertGreater(logs[1], logs[0] - 1.5)

    def test_laying_casually_leaves_other_tables_as_they_were(self):
        table = tables.a_table()
        neat, casual = render.laid(table, 3), render.laid(table, 3, casual=True)
        self.assertLess(max(abs(one.turn) for one in neat), 3.6)
        self.assertGreater(max(abs(one.turn) for one in casual), 4)
        self.assertLessEqual(max(abs(one.turn) for one in casual), 8)
        self.assertEqual(sorted(one.card for one in neat if one.y > 150), sorted(one.card for one in casual if one.y > 150))


if __name__ == "__main__":
    unittest.main()
