"""Reads photographs of rendered tables."""

import dataclasses
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import readings
import tables
import numpy as np
from makker_camera import cli, decks, finder, layout, mat, mat_mask, measure, notes, photo_effects, places, render, scene
from makker_camera.cards import BACK, DECK, EMPTY, UNREADABLE
from makker_camera.know import cnn
from makker_camera.model import CLASSES
from makker_camera.reader import Reader
from makker_camera.reader import Reading as ReadingOfATable
from makker_camera.serve import overlay
from makker_camera.snapshots import Klondike
from makker_camera.source import cv2


class Reading(unittest.TestCase):
    def test_a_table_is_read(self):
        table = tables.a_table()
        reading = Reader(tables.learned()).read(tables.photograph(table))
        snapshot, truth = reading.snapshot(), table.truth()
        self.assertEqual(snapshot, {name: truth[name] for name in snapshot})
        self.assertEqual(reading.runs[5], ["0D"])
        self.assertEqual(reading.snapshot(runs=True)["columns"][5], ["0D", "9C"])
        self.assertEqual(reading.notes, [])

    def test_seeds_that_were_never_learned_are_read_and_none_wrongly(self):
        score = measure.measure(Reader(tables.learned()), tables.deck(), photo_effects.FULL_HD, range(901, 909))
        self.assertEqual((score.wrong, score.others_wrong), (0, 0), score.errors)
        self.assertGreaterEqual(score.right, 0.98 * score.cards)
        self.assertEqual(score.others_right, score.others)
        self.assertGreaterEqual(score.run_right, 0.9 * score.run_cards)

    def test_given_corners_replace_markers(self):
        table, rng = tables.a_table(), np.random.default_rng(4)
        homography = photo_effects.camera(tables.STEADY, rng)
        jpeg = render.photograph(table, tables.deck(), tables.STEADY, 4, homography=homography)
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        tapped = cv2.perspectiveTransform(measure.layout.mat_corners()[None], homography)[0]
        snapshot = Reader(tables.learned(), tapped.astype(np.float32)).read(picture).snapshot()
        self.assertEqual(snapshot["columns"], table.truth()["columns"])

    def test_the_cards_of_a_close_fan_are_counted(self):
        """Sixteen and eighteen cards, 12 to 15 mm from one to the next: the next card but one is no farther away than the next one of other fans."""
        on = layout.LAYOUTS["ten-twenty-thirty"]
        for seed, counts in ((6, (18, 9, 16)), (7, (16, 18))):
            columns = [(0, [str(card) for card in np.random.default_rng([seed, i]).permutation(DECK)[:count]]) for i, count in enumerate(counts)]
            table = tables.scene.Table([*columns, *[(0, [])] * (7 - len(counts))], stock=False, on=on)
            reading = Reader(cnn.network(), on=on).read(tables.photograph(table, seed))
            self.assertEqual(([len(run) + 1 for run in reading.runs[: len(counts)]], reading.whole), (list(counts), [True] * 7))

    def test_obstacles_are_noted(self):
        reader = Reader(tables.learned())
        self.assertEqual(reader.read(np.full((1080, 1920, 3), 120, np.uint8)).notes,
                         ["the ground is too much like the cards: take a cloth or a mat of another colour, or more light"])
        self.assertEqual(Reader(tables.learned()).read(np.zeros((1080, 1920, 3), np.uint8)).notes, ["too dark"])
        dim = tables.photograph(tables.a_table(), 3, photo_effects.CONDITIONS["dark"])
        self.assertIn("too dark", Reader(tables.learned()).read(dim).notes)

    def test_a_covered_seat_of_doppelkopf_is_said(self):
        """The seats of Doppelkopf have no place on a table without a mat."""
        on = layout.LAYOUTS["doppelkopf"]
        picture = tables.photograph(tables.scene.Table([], seats=[EMPTY, "0H", EMPTY, EMPTY], on=on), 2)
        found = finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        place = on.place("seat 0")
        corners = [(place.x - 50, place.y - 20), (place.x + 20, place.y - 45), (place.x + 10, place.y + 35)]
        cv2.fillPoly(picture, [np.array(overlay.pixels(found, corners), np.int32)], (120, 150, 205))
        reading = Reader(cnn.network(), on=on).read(picture)
        self.assertEqual((reading.slots["seat 0"], reading.slots["seat 1"], reading.notes), (UNREADABLE, "0H", [notes.covered("seat 0")]))

    def test_a_deck_that_was_not_learned_is_noticed_and_not_posted(self):
        table = tables.a_table()
        jpeg = render.photograph(table, decks.load("pictures"), tables.STEADY, 2)
        reading = Reader(tables.learned()).read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
        self.assertIn("this deck is not enrolled", reading.notes)
        self.assertFalse(reading.usable)

    def test_a_doubtful_back_on_the_stock_is_accepted_if_no_face_is_likely(self):
        picture = tables.photograph(tables.a_table())
        for back, face, slot in ((0.6, 0.02, BACK), (0.6, 0.2, UNREADABLE), (0.4, 0.02, UNREADABLE)):
            reading = Reader(tables.Doubting(tables.learned(), back, face)).read(picture)
            self.assertEqual(reading.slots["stock"], slot, (back, face))

    def test_a_doubtful_back_is_accepted_if_it_correlates_with_the_stock(self):
        """A sleeve does not, and neither does a face."""
        columns = [(1, []), (0, ["5H"]), *tables.a_table().columns[2:]]
        reader = Reader(tables.learned())

        def fronts(rectified, cards, given=reader.knows.fronts):
            probabilities = np.array(given(rectified, cards)).reshape(-1, len(CLASSES))
            in_columns = np.array([card.y > measure.layout.COLUMN_TOP - 9 for card in cards], bool)
            probabilities[in_columns] = np.eye(len(CLASSES))[CLASSES.index(BACK)] * 0.6
            return probabilities

        with unittest.mock.patch.object(reader.knows, "fronts", fronts):
            reading = reader.read(tables.photograph(tables.a_table(columns=columns), 2))
        self.assertEqual([reading.slots[name] for name in ("stock", "column 1", "column 2")], [BACK, BACK, UNREADABLE])

    def test_the_top_card_of_a_pile_is_located_by_its_indices_if_it_is_doubtful(self):
        """The outline of a pile includes the lower cards."""
        def beside(mask, place, size, without_mat=False, look=places.look_at_single):
            seen = look(mask, place, size, without_mat)
            return dataclasses.replace(seen, card=places.moved(seen.card, 7.5, -7.5)) if place.name == "foundation C" else seen

        jpeg = render.photograph(tables.a_table(), decks.load("pictures"), tables.STEADY, 1)
        with unittest.mock.patch.object(places, "look_at_single", beside):
            reading = Reader(cnn.network()).read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
        self.assertEqual(reading.slots["foundation C"], "AC", reading.best)

    def test_a_likely_back_on_a_pile_is_located_by_its_indices(self):
        """No back lies on a foundation or the waste; in a column one may."""
        def given(**probabilities: float) -> np.ndarray:
            return np.array([probabilities.get(name, 0.0) for name in CLASSES])

        knows = unittest.mock.Mock(size=measure.layout.CARD, **{"search.return_value": places.Card(5.0, 5.0, 0.0)})
        knows.fronts.side_effect = lambda rectified, cards: np.array([given(**{"2H": 1.0}) for _ in cards])
        badly_cut = {BACK: 0.45, "2D": 0.2, "2H": 0.1}
        for name, card in (("foundation H", "2H"), ("draw_pile", "2H"), ("column 2", BACK), ("stock", BACK)):
            looks = {name: places.Look("card", places.Card(0.0, 0.0, 0.0), 0.0)}
            probabilities = {name: given(**badly_cut)}
            Reader(knows)._search_doubtful(None, looks, probabilities)
            self.assertEqual(CLASSES[probabilities[name].argmax()], card, name)
        for beside_mm, left in ((1.0, 0.3), (5.0, 0.0)):
            knows.search.return_value = places.Card(beside_mm, 0.0, 0.0)
            probabilities = {"foundation H": given(**{BACK: 0.2, "2D": 0.6})}
            Reader(knows)._search_doubtful(None, {"foundation H": places.Look("card", places.Card(0.0, 0.0, 0.0), 0.0)}, probabilities)
            self.assertAlmostEqual(probabilities["foundation H"][CLASSES.index("2D")], left, delta=1e-4)

    def test_an_outline_of_the_edges_of_several_cards_of_a_pile_does_not_count(self):
        """The place by the indices is 9 to 10 mm beside it."""
        for seed, name, card in ((6421, "foundation S", "2S"), (6421, "draw_pile", "5C"), (6420, "draw_pile", "KS")):
            table = scene.random_table(np.random.default_rng([seed, 1]))
            jpeg = render.photograph(table, decks.load("pictures"), photo_effects.CONDITIONS["casual"], seed)
            reading = Reader(cnn.network()).read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
            self.assertEqual(reading.slots[name], card, reading.best)

    def test_two_doubtful_cards_of_a_deal_are_no_other_deck(self):
        for doubtful, noted in ((2, False), (5, True)):
            best = {f"column {i + 1}": ("5S", 0.4 if i < doubtful else 0.99) for i in range(7)}
            reading = ReadingOfATable(None, {name: "5S" for name in best}, best=best)
            Reader(tables.learned())._check_quality(np.full((40, 40, 3), 120, np.uint8), reading)
            self.assertEqual(("this deck is not enrolled" in reading.notes, reading.usable), (noted, not noted))

    def test_cards_are_seen_on_a_mat_that_is_almost_grey(self):
        """The hue of white then hardly differs from the mat's."""
        rectified = np.full((1050, 1485, 3), (68, 95, 66), np.uint8)
        rectified[300:500, 400:560] = (235, 252, 234)  # in light that is a little green
        mask = mat_mask.not_mat(rectified)
        self.assertEqual((mask[310:490, 410:550].min(), mask[600:].max()), (255, 0))

    def test_cards_are_read_on_a_mat_that_is_greyish_in_this_light(self):
        """The hue of white is that of the mat within the tolerance; white is much brighter. Only a mat about as bright as paper is refused."""
        greyish = (105, 122, 100)
        for tint, light in ((greyish, (1, 1, 1)), ((102, 117, 79), (0.81, 0.82, 0.715))):  # the second one: paper itself has the hue of the mat, and white that of the mat under glare
            rectified = (mat.picture(finder.RECTIFIED, tint) * np.array(light)).astype(np.uint8)
            rectified[300:500, 400:560] = 250 * np.array(light)
            mask = mat_mask.not_mat(rectified)
            self.assertEqual((mask[310:490, 410:550].min(), mask[600:900, 200:1200].max()), (255, 0), tint)
        for tint, expected in ((greyish, []), ((200, 232, 190), ["no_contrast"])):
            on_table = cv2.copyMakeBorder(mat.picture(finder.RECTIFIED, tint), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 90, 160))
            self.assertEqual([note.code for note in Reader(cnn.network()).read(on_table).notes], expected)

    def test_uneven_light_on_a_greyish_mat_covers_nothing(self):
        rectified = mat.picture(finder.RECTIFIED, (105, 122, 100)) * np.linspace(0.55, 1.0, finder.SIZE[0])[None, :, None]
        rectified[300:500, 400:560] = 250 * np.linspace(0.55, 1.0, finder.SIZE[0])[None, 400:560, None]
        mask = mat_mask.not_mat(rectified.astype(np.uint8))
        self.assertEqual((mask[310:490, 410:550].min(), mask[600:900, 200:1200].max()), (255, 0))

    def test_a_card_in_a_shadow_on_a_greyish_mat_is_not_an_empty_place(self):
        """White in the shadow is as bright as the mat beside it; the network locates the card by its indices."""
        rectified, shade = mat.picture(finder.RECTIFIED, (112, 122, 108)), 0.5
        place, card = layout.FOUNDATIONS[1], cv2.resize(tables.deck()["AS"], (158, 220), interpolation=cv2.INTER_AREA)
        x, y = round(finder.RECTIFIED * place.x) - 79, round(finder.RECTIFIED * place.y) - 110
        rectified[y : y + 220, x : x + 158] = shade * card
        reading = Reader(cnn.network()).read(cv2.copyMakeBorder(rectified, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 90, 160)))
        self.assertEqual([reading.slots[f"foundation {suit}"] for suit in "CDHS"], [EMPTY, "AS", EMPTY, EMPTY], reading.notes)

    def test_cards_on_the_mat_that_touch_their_neighbours_are_read(self):
        """Each lies 6 mm beside its place: neighbours reach into the areas of columns, the stock into the white around a marker and to the waste."""
        rectified, dealt = mat.picture(finder.RECTIFIED), ("5H", "8C", "KD", "2S", "QC", "7D", "AS")
        at = [(layout.column_x(column) + 6, layout.COLUMN_TOP + layout.CARD[1] / 2, code) for column, code in enumerate(dealt)]
        for x, y, code in [*at, (layout.STOCK.x - 6, layout.STOCK.y, BACK), (layout.DRAW_PILE.x - 6, layout.DRAW_PILE.y, "9D")]:
            card = cv2.resize(tables.deck()[code], (158, 220), interpolation=cv2.INTER_AREA)
            left, top = round(finder.RECTIFIED * x) - 79, round(finder.RECTIFIED * y) - 110
            rectified[top : top + 220, left : left + 158] = card
        reading = Reader(cnn.network()).read(cv2.copyMakeBorder(rectified, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 90, 160)))
        self.assertEqual([reading.slots[f"column {column + 1}"] for column in range(7)], list(dealt), reading.notes)
        self.assertEqual((reading.slots["stock"], reading.slots["draw_pile"]), (BACK, "9D"))

    def test_noise_is_not_read_as_cards(self):
        rng = np.random.default_rng(1)
        reader = Reader(tables.learned())
        reader.read(tables.photograph(tables.a_table()))  # the position of the mat is known from this picture
        reading = reader.read(rng.integers(0, 256, (1080, 1920, 3), np.uint8).astype(np.uint8))
        certain = [slot for name, slot in reading.slots.items() if isinstance(slot, str) and slot not in ("UU", "XX")]
        self.assertEqual(certain, [])


class Deals(unittest.TestCase):
    """Photographs of a deal and of other tables."""

    FRESH = {"columns": [(i, [card]) for i, card in enumerate(("5S", "5H", "QC", "7H", "8D", "9D", "9C"))], "foundations": ["XX"] * 4}

    def test_cards_face_up_beneath_others_or_on_a_foundation_are_no_deal(self):
        played = {**self.FRESH, "columns": [*self.FRESH["columns"][:6], (5, ["0D", "9C"])]}
        other_game = {**self.FRESH, "columns": [(0, [DECK[column], DECK[column + 7], DECK[column + 14]]) for column in range(7)]}
        with_foundation = {**self.FRESH, "foundations": ["XX", "2D", "XX", "XX"]}
        for runs in (True, False):
            reader = Reader(tables.learned(), runs=runs)
            seen = [reader.read(tables.photograph(tables.a_table(**table))) for table in (self.FRESH, played, other_game, with_foundation)]
            self.assertEqual([Klondike().may_be_dealt(reading, reader.runs_of) for reading in seen], [True, False, False, False])

    def test_depths_of_a_deal(self):
        """The farther to the right the deeper, the first column not at all; a column that is covered has no depth."""
        dealt = readings.of(layout.KLONDIKE, [[card] for card in DECK[:7]], stock=BACK)
        for depths, may_be in (((0,) * 7, True), ((0, 4, 8, 12, 16, 20, 24), True), ((9, 4, 20, 30, 45, 60, 70), True), ((0, 4, 8, 12, 16, 20, None), True),
                               ((40,) * 7, False), ((0, 20, 4, 8, 12, 16, 20), False)):
            deep = {f"column {i + 1}": depth for i, depth in enumerate(depths) if depth is not None}
            self.assertEqual(Klondike().may_be_dealt(dataclasses.replace(dealt, depths=deep), lambda reading: reading.runs), may_be, depths)

    def test_a_corner_of_the_front_card_is_no_card_beneath_it_nor_is_a_doubtful_one(self):
        fronts = [[card] for card in DECK[:7]]
        doubtful = [{"card": "9C", "p": 0.7}]
        for beneath, may_be in ((DECK[6], True), (doubtful, True), ("UU", True), (DECK[20], False)):
            dealt = readings.of(layout.KLONDIKE, [*fronts[:6], [beneath, DECK[6]]], stock=BACK)
            self.assertEqual(Klondike().may_be_dealt(dealt, lambda reading: reading.runs), may_be, beneath)


class Enrolment(unittest.TestCase):
    def test_a_card_on_the_draw_pile_is_cut_out_as_it_was_printed(self):
        with tempfile.TemporaryDirectory() as folder:
            for card in ("7D", "QH"):
                path = Path(folder) / f"{card}.png"
                table = tables.scene.Table([(0, [])] * 7, draw_pile=card, stock=False)
                cv2.imwrite(str(path), tables.photograph(table, 5))
                cut = cli._shown_card(path, measure.layout.CARD)
                upright = cv2.resize(cut, (158, 220), interpolation=cv2.INTER_AREA)
                probabilities = tables.learned().front_probabilities(upright)
                self.assertEqual(CLASSES[probabilities.argmax()], card)

    def test_too_few_pictures_are_named(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(ValueError, "AC.jpg"):
            cli._photographed(Path(folder), measure.layout.CARD)


if __name__ == "__main__":
    unittest.main()
