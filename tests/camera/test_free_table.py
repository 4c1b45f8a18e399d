"""Tables without a mat: the places are found by the outlines of the cards, and uncertain cards are not reported."""

import copy
import unittest
import unittest.mock
import warnings

import tables
import cv2
import numpy as np
from makker_camera import finder, free_table, ground, grounds, lay_out, layout, measure, photo_effects, places, plane, render, scene
from makker_camera.cards import BACK, EMPTY, UNREADABLE
from makker_camera.finder import RECTIFIED
from makker_camera.know import cnn
from makker_camera.reader import Reader
from makker_camera.scene import TABLE_SCALE
from makker_camera.serve import overlay

FELT = photo_effects.replace(tables.STEADY, ground="felt", shadow=0.0)
WOOD = photo_effects.replace(FELT, ground="wood")
APART = 500_000_009  # seed of a table whose columns do not touch
TOUCHING = 500_000_015  # seed of a table with several touching columns

# Outlines in a picture of a game on a flowered cloth (second renderer, seed 10611): seven columns, stock, waste, two foundations, and two flowers.
CARDS_AND_FLOWERS = (
    (366, 479, 511, 462, 470, 676, 340, 676, 350, 599, 485, 599), (533, 461, 691, 441, 678, 725, 548, 736, 544, 652, 681, 652), (736, 432, 862, 419, 869, 595, 736, 602, 736, 522, 866, 522),
    (896, 420, 1037, 408, 1052, 615, 920, 621, 910, 540, 1047, 540), (1096, 407, 1223, 398, 1248, 565, 1116, 577, 1107, 497, 1238, 497), (1262, 392, 1392, 375, 1431, 542, 1292, 560, 1276, 474, 1415, 474),
    (1465, 378, 1588, 360, 1645, 533, 1501, 545, 1483, 460, 1621, 460), (367, 287, 484, 273, 491, 425, 356, 439, 362, 361, 488, 361), (540, 270, 661, 257, 667, 420, 532, 434, 536, 353, 665, 353),
    (900, 250, 1020, 238, 1036, 391, 911, 401, 906, 326, 1029, 326), (1070, 226, 1190, 215, 1214, 365, 1088, 376, 1079, 302, 1203, 302), (1153, 685, 1275, 676, 1216, 792, 1028, 845, 1116, 732, 1246, 732),
    (1626, 57, 1732, 49, 1764, 190, 1626, 140, 1626, 100, 1743, 100),
)


def shown(table_list, conditions=FELT, seed=APART) -> list[np.ndarray]:
    return measure.bare_pictures(tables.deck(), conditions, seed, layout.CARD, table_list)


class Rendering(unittest.TestCase):
    def test_a_seed_reproduces_its_ground(self):
        for kind in ("felt", "wood", "cloth"):
            with self.subTest(kind):
                first, same, other = (grounds.draw(kind, (200, 300), TABLE_SCALE, np.random.default_rng(seed)) for seed in (1, 1, 2))
                self.assertTrue((first == same).all())
                self.assertFalse((first == other).all())

    def test_rendered_places_differ_from_those_of_the_mat(self):
        for seed in range(30):
            offsets = grounds.offsets(np.random.default_rng(seed))
            xs = [layout.column_x(column) + offsets[f"column {column + 1}"][0] for column in range(layout.COLUMNS)]
            self.assertGreaterEqual(min(np.diff(xs)), layout.CARD[0])
            self.assertEqual(set(offsets), {f"column {i + 1}" for i in range(7)} | {place.name for place in layout.SINGLES})


class Plane(unittest.TestCase):
    def test_it_is_estimated_from_cards_alone(self):
        """Six outlines, two of them of long columns: distances in millimetres are reproduced."""
        camera = photo_effects.camera(photo_effects.CONDITIONS["tilt45"], np.random.default_rng(3))
        outlines = []
        for i, (x, y, high) in enumerate([(80, 60, 88), (90, 180, 88), (200, 190, 94), (290, 170, 120), (400, 60, 88), (480, 200, 140)]):
            turn = np.deg2rad(i - 2.5)
            turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            corners = np.array([(0, 0), (63, 0), (63, high), (0, high), (0, high - 40), (63, high - 40)]) @ turned.T + (x, y)
            outlines.append(cv2.perspectiveTransform(corners[None], camera)[0])
        found = plane.fitted(np.array(outlines), (1920, 1080), layout.CARD)
        points = plane.mapped(np.array(outlines), found)
        distance = np.linalg.norm(points[0, 0] - points[5, 0])
        self.assertAlmostEqual(distance, np.hypot(400, 140), delta=4)
        self.assertAlmostEqual(np.linalg.norm(points[3, 0] - points[3, 3]), 120, delta=1.5)

    def test_a_copy_keeps_its_places_while_the_table_moves(self):
        """The reader restores a copy after a picture that is rejected or fails."""
        table, _ = Places().looked(dealt(25))
        before, places = copy.copy(table), dict(table.places)
        outlines = np.array([np.array([(0, 0), (63, 0), (63, 88), (0, 88), (0, 48), (63, 48)], float) + table.places[f"column {column}"] - (25, 0) for column in range(1, 8)])
        self.assertTrue(table._match_known_places(plane.mapped(outlines, np.linalg.inv(table.homography))))
        self.assertNotEqual(table.places, places)
        self.assertEqual(before.places, places)

    def test_flowers_are_no_part_of_the_fit(self):
        """With them the fitted plane makes the cards a quarter too high."""
        outlines = np.array(CARDS_AND_FLOWERS, float).reshape(-1, 6, 2)
        table = free_table.FreeTable(layout.CARD)
        fitted = table._plane_of(outlines, np.zeros((1080, 1920, 3), np.uint8))
        heights = [blob.bottom - blob.top for blob in free_table._blobs(outlines[7:11], fitted, layout.CARD)]
        self.assertTrue(all(84 < height < 96 for height in heights), heights)

    def test_a_blob_of_any_shape_has_an_outline_near_it_or_none(self):
        """Hands, objects and shadows make blobs whose edges are almost parallel: they intersect far away or nowhere."""
        random, outlines = np.random.default_rng(1), 0
        for _ in range(4000):
            width, height = random.integers(10, 90, 2)
            blob = np.zeros((height, width), np.uint8)
            corners = random.integers(0, (width, height), (random.integers(3, 7), 2))
            cv2.fillPoly(blob, [(corners // 8 * 8).astype(np.int32)], 1)
            points = plane.outline(blob)
            if points is not None:
                outlines += 1
                self.assertLess(np.abs(points).max(), 10_000)
        self.assertGreater(outlines, 100)

    def test_the_known_plane_is_kept_where_outlines_are_inexact(self):
        """The outlines of two touching columns are distorted and a shadow narrows another one: the plane stays. A rotated camera has another plane."""
        table, _ = Places().looked(dealt(25))
        seen = [np.array([(0, 0), (63, 0), (63, high), (0, high), (0, high - 40), (63, high - 40)], float) + (80 * column, 120) for column, high in enumerate((88, 95, 88, 150, 88, 120, 88))]
        seen.append(seen[0] - (0, 105))
        outlines = plane.mapped(np.array(seen), np.linalg.inv(table.homography))
        spoiled = np.array(seen)
        spoiled[2][[1, 2, 5]] += (9, 0)
        spoiled[2][[0]] -= (25, 0)
        spoiled[3][[0]] -= (22, 0)
        spoiled[5][[0, 3, 4]] += (5, 0)
        spoiled = plane.mapped(spoiled, np.linalg.inv(table.homography))
        picture = np.zeros((1080, 1920, 3), np.uint8)
        self.assertIs(table._plane_of(spoiled, picture), table.homography)
        turned = plane.mapped(outlines, np.array([[0.98, 0.05, 20], [-0.05, 0.98, 60], [0, 6e-5, 1]]))
        self.assertIsNot(table._plane_of(turned, picture), table.homography)


class Grounds(unittest.TestCase):
    def test_black_has_no_hue_but_is_a_ground(self):
        """The bars of a letterboxed picture, or a picture of nothing: the reader says what is missing."""
        bars = shown([measure.deal(1)])[0].copy()
        bars[:120] = bars[-120:] = 0
        sheet = np.zeros((1080, 1920, 3), np.uint8)
        sheet[300:700, 500:1300] = 255
        for name, picture in (("bars", bars), ("a white sheet", sheet)):
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertTrue(np.isfinite(ground.learnt(free_table.smaller(picture)).colours).all())
                self.assertEqual([note.code for note in Reader(tables.learned()).read(picture).notes], ["no_layout"])

    def test_an_arm_at_one_edge_is_not_part_of_the_ground(self):
        picture = np.full((540, 960, 3), (40, 90, 30), np.uint8)
        picture[:300, 400:560] = (120, 140, 210)
        below = ground.learnt(picture)
        self.assertEqual(len(below.colours), 1)
        self.assertGreater(below.covered(picture)[100:200, 420:540].min(), 0)

    def test_flowers_of_many_colours_give_no_colour_of_the_ground(self):
        """Their mean would be grey, and cards would be taken for ground."""
        picture = np.full((540, 960, 3), (72, 48, 33), np.uint8)
        rng = np.random.default_rng(4)
        for at in rng.uniform((0, 0), (960, 540), (260, 2)):
            colour = [(70, 80, 200), (60, 170, 225), (190, 120, 170), (150, 150, 210), (200, 160, 110), (50, 110, 60)][rng.integers(6)]
            cv2.circle(picture, tuple(int(v) for v in at), 14, colour, -1)
        cv2.rectangle(picture, (300, 150), (660, 390), (180, 195, 205), -1)
        below = ground.learnt(picture)
        self.assertEqual((len(below.colours), below.stands_out), (1, True))
        self.assertLess(np.abs(below.paper * below.bright - (180, 195, 205)).max(), 20)

    def test_a_second_colour_that_occurs_at_all_edges_is_learned(self):
        picture = np.full((540, 960, 3), (60, 45, 150), np.uint8)
        for x in range(0, 960, 80):
            picture[:, x : x + 30] = (150, 70, 35)
        self.assertEqual(len(ground.learnt(picture).colours), 2)

    def test_a_white_cloth_is_refused(self):
        self.assertEqual(Reader(tables.learned()).read(np.full((1080, 1920, 3), 200, np.uint8)).notes[0].code, "no_contrast")


class Reading(unittest.TestCase):
    def test_a_game_continues_after_its_deal(self):
        """The places of columns and piles that are empty later are known from the deal; the cards are read as on a mat."""
        later = tables.a_table()
        for conditions in (FELT, WOOD):
            with self.subTest(conditions.ground):
                reader = Reader(tables.learned())
                for table, picture in zip((measure.deal(1), later), shown((measure.deal(1), later), conditions)):
                    reading = reader.read(picture)
                    read, truth = reading.snapshot(), table.truth()
                    self.assertEqual(read, {name: truth[name] for name in read}, reading.notes)
                    self.assertTrue(reader.has_no_mat)

    def test_touching_columns_are_separated(self):
        """A blob as wide as several cards is split along its dark lines."""
        reading = Reader(tables.learned()).read(shown([measure.deal(1)], FELT, TOUCHING)[0])
        read, truth = reading.snapshot(), measure.deal(1).truth()
        self.assertEqual(read["columns"], [truth["columns"][column] for column in range(layout.COLUMNS)], reading.notes)

    def test_cards_on_which_a_deep_shadow_ends_are_read(self):
        """The threshold of white outside the shadow excludes paper in it; the other cards determine the places. In a very deep shadow the card is
        located by its colour."""
        for kind, seed, left in (("felt", 500_000_004, 0.5), ("felt", 500_000_004, 0.4), ("cloth", 500_000_020, 0.3)):
            picture, reader = shown([measure.deal(1)], photo_effects.replace(FELT, ground=kind), seed)[0], Reader(tables.learned())
            reader.read(picture)
            shadow = picture.astype(np.float32)
            shadow[np.add.outer(0.8 * np.arange(1080), -np.arange(1920)) > -560] *= left
            reading = reader.read(shadow.astype(np.uint8))
            read, truth = reading.snapshot(), measure.deal(1).truth()
            self.assertEqual(read["columns"], [truth["columns"][column] for column in range(layout.COLUMNS)], (kind, left, reading.notes))

    def test_the_stock_may_lie_at_the_right(self):
        reader = Reader(tables.learned())
        later = tables.a_table()
        for table, picture in zip((measure.deal(1), later), shown((measure.deal(1), later), photo_effects.replace(FELT, at_right=True))):
            reading = reader.read(picture)
            read, truth = reading.snapshot(), table.truth()
            self.assertEqual(read, {name: truth[name] for name in read}, reading.notes)

    def test_a_foundation_at_the_right_is_no_stock(self):
        """A deal without its stock, and with a card at the position of a stock at the right."""
        dealt = measure.deal(1)
        table = scene.Table(dealt.columns, foundations=[EMPTY, EMPTY, EMPTY, "5S"], stock=False)
        reading = Reader(tables.learned()).read(shown([table])[0])
        self.assertEqual(([note.code for note in reading.notes], reading.slots), (["no_layout"], {}))

    def test_a_foundation_at_the_left_is_no_stock(self):
        """The same with the sides exchanged. There is no earlier picture, so the side is not known."""
        dealt = measure.deal(1)
        table = scene.Table(dealt.columns, foundations=["5S", EMPTY, EMPTY, EMPTY], stock=False)
        reading = Reader(tables.learned()).read(shown([table], photo_effects.replace(FELT, at_right=True))[0])
        self.assertEqual(([note.code for note in reading.notes], reading.slots), (["no_layout"], {}))

    def test_a_foundation_at_the_position_of_a_stock_on_the_other_side_changes_no_place(self):
        """The stock is used up after the deal: its side is known."""
        for at_right in (False, True):
            dealt, place = measure.deal(1), 0 if at_right else 3
            table = scene.Table(dealt.columns, foundations=["5S" if i == place else EMPTY for i in range(4)], stock=False)
            reader = Reader(tables.learned())
            for picture in shown([dealt, table], photo_effects.replace(FELT, at_right=at_right)):
                reading = reader.read(picture)
            truth = table.truth()
            self.assertEqual(reading.snapshot(), {name: truth[name] for name in reading.snapshot()}, reading.notes)

    def test_a_mat_is_found_if_its_markers_are_detected_only_in_the_whole_picture(self):
        picture = tables.photograph(tables.a_table())
        with unittest.mock.patch.object(finder, "are_there", lambda small: False):
            reader = Reader(tables.learned())
            reading = reader.read(picture)
        self.assertEqual(reading.found.markers, 4)
        self.assertFalse(reader.has_no_mat)

    def test_a_deal_with_a_doubtful_back_begins_a_game(self):
        """On either side, but not if a face is likelier, since this may be a foundation."""
        for at_right in (False, True):
            for back, begins in ((0.5, True), (0.4, False)):
                picture = shown([measure.deal(1)], photo_effects.replace(FELT, at_right=at_right))[0]
                reading = Reader(tables.Doubting(tables.learned(), back)).read(picture)
                self.assertEqual(reading.usable, begins, (at_right, back, reading.notes))
                self.assertEqual(reading.slots.get("stock", UNREADABLE), UNREADABLE)

    def test_a_doubtful_back_on_the_stock_is_accepted_if_no_face_is_likely(self):
        picture = shown([measure.deal(1)])[0]
        for back, face, slot in ((0.6, 0.02, BACK), (0.6, 0.2, UNREADABLE), (0.4, 0.02, UNREADABLE), (0.65, 0.25, BACK), (0.6, 0.35, UNREADABLE)):
            reading = Reader(tables.Doubting(tables.learned(), back, face)).read(picture)
            self.assertEqual(reading.slots["stock"], slot, (back, face))

    def test_a_table_that_is_no_deal_begins_no_game(self):
        reading = Reader(tables.learned()).read(shown([tables.a_table()])[0])
        self.assertEqual(([note.code for note in reading.notes], reading.slots, reading.usable), (["no_layout"], {}, False))

    def test_a_rotated_camera_is_detected(self):
        """A table whose cards do not lie on the known places is not read, unless it shows the whole pattern."""
        reader = Reader(tables.learned())
        first, later, again = shown((measure.deal(1), tables.a_table(), measure.deal(1)))
        reader.read(first)
        turned = cv2.getRotationMatrix2D((960, 540), 12, 0.9)
        away = [cv2.warpAffine(picture, turned, (1920, 1080), borderMode=cv2.BORDER_REPLICATE) for picture in (later, again)]
        self.assertEqual([note.code for note in reader.read(away[0]).notes], ["no_layout"])
        reading = reader.read(away[1])
        self.assertEqual(reading.snapshot()["columns"], measure.deal(1).truth()["columns"])

    def test_a_slightly_moved_camera_is_detected_with_another_deal(self):
        """The columns of the new deal touch: the first outlines lie nearly on the known places, and only later ones show the pattern."""
        reader = Reader(tables.learned())
        first, again = shown((measure.deal(1), measure.deal(2)), seed=TOUCHING)
        for turn, scale in ((-4, 0.95), (2, 1.04)):
            reader.forget()
            reader.read(first)
            moved = cv2.warpAffine(again, cv2.getRotationMatrix2D((960, 540), turn, scale), (1920, 1080), borderMode=cv2.BORDER_REPLICATE)
            reading = reader.read(moved)
            self.assertEqual((reading.notes, reading.slots and reading.snapshot()["columns"]), ([], measure.deal(2).truth()["columns"]))

    def test_known_places_are_kept_without_a_deal_even_if_the_plane_does_not_fit(self):
        table, _ = Places().looked(dealt(25))
        with unittest.mock.patch.object(table, "_fits_known_plane", lambda outlines, picture: False):
            later = table.look(flat([(80 * column, 120, CARD[1]) for column in range(6)], [(2, 120 - 25 - CARD[1], CARD[1])]))
        self.assertIsInstance(later, free_table.View)
        self.assertEqual((later.began, table.small is None), (False, False))

    def test_a_place_outside_the_picture_is_not_empty(self):
        reader = Reader(tables.learned())
        first, later = shown((measure.deal(1), tables.a_table()))
        reader.read(first)
        edge = overlay.pixels(reader.free.look(later).found, [(layout.column_x(6), 150)])[0][0]
        cut = later[:, : int(edge)]
        self.assertNotEqual(reader.read(cut).slots.get("column 7", "UU"), "XX")

    def test_cards_are_outlined_where_they_lie(self):
        reader = Reader(tables.learned())
        conditions, table = FELT, measure.deal(1)
        reading = reader.read(shown([table])[0])
        camera = photo_effects.camera(conditions, np.random.default_rng([APART, 4]))
        laid = [card for card in render.laid(table, APART, False, APART) if card.card == table.front(6)][0]
        middle = cv2.perspectiveTransform(np.array([[[laid.x, laid.y]]]), camera)[0, 0]
        outline = next(card["outline"] for card in overlay.card_outlines(reading.found, reading, layout.CARD) if card["place"] == "column 7")
        self.assertLess(np.hypot(*(np.mean(outline, axis=0) - middle)), 5)


class Figures(unittest.TestCase):
    def test_nothing_is_read_wrongly(self):
        for kind, seeds, least in (("felt", (0, 1), 2), ("wood", (0,), 1), ("cloth", (0,), 1)):
            with self.subTest(kind):
                conditions = photo_effects.CONDITIONS[kind]
                both = measure.measure_bare(tables.learned(), tables.deck(), conditions, [500_000_000 + seed for seed in seeds])
                for bare in both:
                    self.assertEqual(bare.wrong, 0, bare.errors)
                    self.assertGreaterEqual(bare.pictures - bare.refused, least)
                    self.assertGreaterEqual(bare.right, 0.9 * 13 * (bare.pictures - bare.refused))


FLAT = 1.9  # pixels per millimetre of pictures from straight above
CARD = layout.CARD


def flat(cards, backs) -> np.ndarray:
    """A picture from straight above of white cards, and backs with a white edge, on green; each is (left, upper edge, height) in millimetres."""
    picture = np.random.default_rng(5).integers(-4, 5, (1080, 1920, 3)) + (70, 120, 60)
    picture = picture.clip(0, 255).astype(np.uint8)
    for colour, things in (((235, 240, 242), [*cards, *backs]), ((120, 40, 30), [(x + 4, y + 4, high - 8) for x, y, high in backs])):
        for x, y, high in things:
            wide = CARD[0] - 2 * (colour[0] < 200) * 4
            corners = [(round(FLAT * (120 + x)), round(FLAT * (40 + y))), (round(FLAT * (120 + x + wide)), round(FLAT * (40 + y + high)))]
            cv2.rectangle(picture, *corners, colour, -1)
    return picture


def dealt(stock: float) -> np.ndarray:
    """A deal, the stock `stock` millimetres above the first column."""
    return flat([(80 * column, 120, CARD[1]) for column in range(7)], [(2, 120 - stock - CARD[1], CARD[1])])


class Attempts(unittest.TestCase):
    def tried(self, picture: np.ndarray) -> int:
        """The number of attempts until the places of a picture are found."""
        seek = free_table._Segmentation.outlines
        with unittest.mock.patch.object(free_table._Segmentation, "outlines", autospec=True, side_effect=seek) as sought:
            self.assertIsInstance(free_table.FreeTable(CARD).look(picture), free_table.View)
        return sought.call_count

    def test_touching_columns_are_separated_at_the_second_attempt(self):
        self.assertEqual(self.tried(shown([measure.deal(APART)])[0]), 1)
        self.assertEqual(self.tried(shown([measure.deal(TOUCHING)], seed=TOUCHING)[0]), 2)

    def test_cards_that_do_not_touch_are_not_split(self):
        filled = np.zeros((540, 960), np.uint8)
        for left in (100, 300):
            filled[100:240, left : left + 100] = 255
        self.assertIs(free_table._split_touching(filled, np.zeros((540, 960, 3), np.uint8)), filled)


class Places(unittest.TestCase):
    def looked(self, *pictures: np.ndarray) -> tuple[free_table.FreeTable, free_table.View]:
        table = free_table.FreeTable(CARD)
        for picture in pictures:
            view = table.look(picture)
            self.assertIsInstance(view, free_table.View, view)
        return table, view

    def kinds(self, view: free_table.View) -> list[str]:
        return [places.look_at_column(view.mask, column, CARD).kind for column in range(7)]

    def test_a_stock_that_touches_its_column_is_split_from_it(self):
        for gap in (20, 0.2):
            table, view = self.looked(dealt(gap))
            self.assertEqual(self.kinds(view), ["card"] * 7)
            below = table.places["column 1"][1] - table.places["stock"][1] - CARD[1] / 2
            self.assertAlmostEqual(below, gap, delta=5)

    def test_a_court_card_whose_drawing_reaches_its_edges_is_a_column(self):
        """Its white is in four pieces. Flowers cover the ground between the cards, so the covered ground has no card's outline either."""
        for number in (0, 3, 6):
            with self.subTest(number):
                picture, middle = dealt(25), (round(FLAT * (120 + 80 * number + CARD[0] / 2)), round(FLAT * (40 + 120 + CARD[1] / 2)))
                for column in range(-number, 6 - number):
                    centre = middle[0] + round(FLAT * (80 * column + 40)), middle[1] + round(FLAT * 15)
                    cv2.ellipse(picture, centre, (round(FLAT * (80 - CARD[0]) / 2), round(FLAT * 35)), 0, 0, 360, (60, 60, 210), -1)
                across, down = round(FLAT * CARD[0] / 2), round(FLAT * CARD[1] / 2)
                cv2.rectangle(picture, (middle[0] - across, middle[1] - down), (middle[0] + across, middle[1] + down), (235, 240, 242), -1)
                half = round(FLAT * 8)
                drawing = [(-across, -half), (-half, -down), (half, -down), (across, -half), (across, half), (half, down), (-half, down), (-across, half)]
                cv2.fillPoly(picture, [np.array(drawing) + middle], (40, 40, 150))
                _, view = self.looked(picture)
                self.assertEqual(self.kinds(view), ["card"] * 7)

    def test_a_card_of_a_colour_between_paper_and_the_ground_is_a_card(self):
        """It is in another light than most: its white looks like the dark wood under glare. Its outline is that of a card."""
        picture = (np.random.default_rng(5).integers(-3, 4, (1080, 1920, 3)) + (34, 43, 65)).astype(np.uint8)
        for column, white in enumerate([(250, 251, 252)] * 2 + [(180, 186, 216)] + [(250, 251, 252)] * 4):
            cv2.rectangle(picture, (round(FLAT * (120 + 80 * column)), round(FLAT * 160)), (round(FLAT * (120 + 80 * column + CARD[0])), round(FLAT * (160 + CARD[1]))), white, -1)
        cv2.rectangle(picture, (round(FLAT * 122), round(FLAT * 50)), (round(FLAT * (122 + CARD[0])), round(FLAT * (50 + CARD[1]))), (250, 251, 252), round(FLAT * 8))
        _, view = self.looked(picture)
        self.assertEqual(self.kinds(view), ["card"] * 7)

    def test_a_stock_that_touches_a_column_of_several_cards_is_split_from_it(self):
        """The columns are laid out: the one that the stock touches is higher than a card, and the highest."""
        cards = [(80 * column, 120, CARD[1] + 5 * column) for column in range(7)]
        table, view = self.looked(flat(cards, [(482, 120 - 0.2 - CARD[1], CARD[1]), (402, 95 - CARD[1], CARD[1])]))
        self.assertEqual(self.kinds(view), ["card"] * 7)
        self.assertAlmostEqual(table.places["column 7"][1] - table.places["stock"][1], CARD[1] / 2, delta=5)

    def test_the_places_above_the_columns_are_found_again_in_another_plane(self):
        """A plane that is fitted anew may be inexact: the row above the columns rises in it, and a pile that is known there lies 26 mm beside where it lay."""
        pile = (480, 95 - CARD[1], CARD[1])
        with_pile = flat([(80 * column, 120, CARD[1]) for column in range(7)] + [pile], [(2, 95 - CARD[1], CARD[1])])
        table, _ = self.looked(with_pile)
        self.assertIn("foundation S", table.used)
        known = table.homography
        sheared = np.array([[1, 0, 0], [0.055, 1, 0], [0, 0, 1]]) @ known
        with unittest.mock.patch.object(table, "_plane_of", return_value=sheared):
            self.assertIsInstance(table.look(with_pile), free_table.View)
        self.assertAlmostEqual(table.places["foundation S"][1] - table.places["stock"][1], 0.055 * 478, delta=4)
        without_stock = flat([(80 * column, 120, CARD[1]) for column in range(7)] + [pile], [])
        self.assertIsInstance(table.look(without_stock, held=True), free_table.View)

    def test_places_without_cards_stay_while_the_stock_is_moved(self):
        """The stock is moved up when a column is empty, and down when none is: an estimated place does not follow it step by step."""
        columns = [(80 * column, 120, CARD[1]) for column in range(7)]
        below, above = (2, 95 - CARD[1], CARD[1]), (2, 82 - CARD[1], CARD[1])
        table, _ = self.looked(flat(columns, [below]))
        x, y = table.places["foundation S"]
        for _ in range(4):
            for picture in (flat(columns[:3] + columns[4:], [above]), flat(columns, [below])):
                self.assertIsInstance(table.look(picture, held=True), free_table.View)
        np.testing.assert_allclose(table.places["foundation S"], (x, y), atol=4)

    def test_the_first_card_of_a_foundation_may_lie_higher_than_the_stock(self):
        columns = [(80 * column, 120, CARD[1]) for column in range(7)]
        table, _ = self.looked(dealt(25))
        y = table.places["foundation S"][1]
        for picture in (flat([*columns, (480, 50 - CARD[1], CARD[1])], [(2, 95 - CARD[1], CARD[1])]), flat([*columns[:3], *columns[4:], (480, 50 - CARD[1], CARD[1])], [])):
            self.assertIsInstance(table.look(picture, held=True), free_table.View)
        self.assertAlmostEqual(y - table.places["foundation S"][1], 45, delta=4)

    def test_a_pile_whose_cards_are_not_squared_up_is_matched_to_its_place(self):
        """It is 15 mm higher than a card. An empty column shows that the places are known ones."""
        row = [(80 * column, 120, CARD[1]) for column in range(7)]
        table, _ = self.looked(dealt(30), flat([row[0], *row[2:]], [(2, 75 - CARD[1], CARD[1] + 15)]))
        self.assertIn("stock", table.used)

    def test_a_card_that_touches_the_column_below_it_is_matched_to_its_place(self):
        cards = [(80 * column, 118 if column == 1 else 120, CARD[1]) for column in range(7)]
        later = flat([*cards, (81, 118 - CARD[1], CARD[1])], [(2, 120 - 25 - CARD[1], CARD[1])])
        _, view = self.looked(dealt(25), later)
        self.assertEqual(self.kinds(view), ["card"] * 7)
        self.assertEqual(places.look_at_single(view.mask, layout.DRAW_PILE, CARD).kind, "card")
        self.assertEqual(places.look_at_single(view.mask, layout.FOUNDATIONS[0], CARD).kind, "empty")

    def test_a_long_column_is_mapped_down_to_its_front_card(self):
        cards = [(80 * column, 120, 360 if column == 4 else CARD[1]) for column in range(7)]
        table, view = self.looked(dealt(25), flat(cards, [(2, 120 - 25 - CARD[1], CARD[1])]))
        self.assertEqual(self.kinds(view), ["card"] * 7)
        look = places.look_at_column(view.mask, 4, CARD)
        self.assertGreater(layout.COLUMN_TOP + 360, layout.HEIGHT)
        self.assertAlmostEqual(look.card.y + view.offsets["column 5"][1] - table.places["column 5"][1], 360 - CARD[1], delta=3)

    def test_a_column_that_continues_outside_of_the_read_area_has_no_front_card(self):
        mask = np.zeros((round(layout.HEIGHT * RECTIFIED), round(layout.WIDTH * RECTIFIED)), np.uint8)
        left, right = (round((layout.column_x(2) + side * CARD[0] / 2) * RECTIFIED) for side in (-1, 1))
        mask[round(layout.COLUMN_TOP * RECTIFIED) :, left:right] = 255
        self.assertEqual(places.look_at_column(mask, 2, CARD).kind, "covered")
        mask[round((layout.HEIGHT - 30) * RECTIFIED) :] = 0
        self.assertEqual(places.look_at_column(mask, 2, CARD).kind, "card")

    def test_seven_blobs_that_are_no_columns_are_rejected(self):
        """The places found in that picture are forgotten."""
        reader = Reader(tables.learned())
        _, view = self.looked(dealt(25))
        self.assertTrue(view.began)
        view.mask[:] = 0
        reader.free.look = lambda picture, **options: view
        reading = reader.read(dealt(25))
        self.assertEqual(([note.code for note in reading.notes], reading.slots, reading.usable), (["no_layout"], {}, False))

    def test_a_pattern_without_contrast_is_forgotten(self):
        """The previous places are restored, and `began` is false."""
        table, _ = self.looked(dealt(25))
        before = dict(table.places)
        outlines = free_table._outlines(free_table.without_print(ground.learnt(dealt(40)).covered_finely(dealt(40)), False), 5)
        self.assertFalse(table._recognises(outlines, dealt(40), (np.zeros((1080, 1920), np.uint8), 1.0)))
        self.assertEqual((table.places, table.began), (before, False))

    def test_a_cup_is_no_stock(self):
        """A blob far above the columns is no stock."""
        row = [free_table.Blob(80.0 * column, 120 + column, 120 + column + CARD[1], 0) for column in range(7)]
        cup, stock = free_table.Blob(-5, -70, 16, 3), free_table.Blob(486, 2, 92, 1)
        self.assertEqual(free_table._find_pattern([*row, cup, stock], False).stock, stock)
        self.assertIsNone(free_table._find_pattern([*row, cup], False))


    def test_a_row_with_an_eighth_column_is_rejected(self):
        """Also if its upper edge is higher, because only the front cards of its neighbours are visible. A card farther away is ignored."""
        row = [free_table.Blob(80.0 * i, 200.0 + 4 * i, 288.0 + 4 * i, 0.0) for i in range(7)]
        stock = free_table.Blob(0.0, 90.0, 178.0, 0.0)
        self.assertIsNotNone(free_table._find_pattern([*row, stock], False))
        for x, top, found in ((560.0, 200.0, False), (560.0, 224.0, False), (-80.0, 195.0, False), (700.0, 195.0, True), (560.0, 90.0, True)):
            card = free_table.Blob(x, top, top + 88, 0.0)
            self.assertEqual(free_table._find_pattern([*row, stock, card], False) is not None, found, card)

    def test_a_row_may_be_sloped(self):
        """The row above it has half its slope."""
        row = [free_table.Blob(80.0 * column, 120 + 5 * column, 208 + 5 * column, 0) for column in range(7)]
        stock = free_table.Blob(2, 10, 98, 1)
        seen = free_table._find_pattern([*row, stock], False)
        self.assertEqual((seen.columns, seen.stock), (row, stock))
        self.assertAlmostEqual(seen.slope, 0.5 * 5 / 80)
        steep = [free_table.Blob(blob.x, blob.top + 0.1 * blob.x, blob.bottom + 0.1 * blob.x, 0) for blob in row]
        self.assertIsNone(free_table._find_pattern([*steep, stock], False))

    def test_a_stock_may_appear_narrower_than_a_card(self):
        row = [free_table.Blob(80.0 * column, 120, 208, 0) for column in range(7)]
        for narrower, found in ((14, True), (24, False)):
            stock = free_table.Blob(2, 20, 100, -narrower)
            self.assertEqual(free_table._find_pattern([*row, stock], False) is not None, found)

    def test_a_card_may_appear_narrower_without_a_mat(self):
        """A plane fitted to piles makes single cards too small."""
        mask = np.zeros((round(layout.HEIGHT * RECTIFIED), round(layout.WIDTH * RECTIFIED)), np.uint8)
        left, right = (round((layout.column_x(2) + side * (CARD[0] - 6) / 2) * RECTIFIED) for side in (-1, 1))
        mask[round(layout.COLUMN_TOP * RECTIFIED) : round((layout.COLUMN_TOP + 82) * RECTIFIED), left:right] = 255
        looks = [places.look_at_column(mask, 2, CARD, free) for free in (False, True)]
        self.assertEqual([look.kind for look in looks], ["covered", "card"])
        self.assertAlmostEqual(places.middle(looks[1].card, CARD)[0], layout.column_x(2), delta=0.5)

    def test_the_first_card_of_a_place_may_lie_farther_from_it(self):
        table, _ = self.looked(dealt(25))
        x, y = table.places["foundation D"]
        near = [free_table.Blob(there[0], there[1], there[1] + CARD[1], 0) for name, there in table.places.items() if name in lay_out.COLUMN_NAMES]
        aside = free_table.Blob(x + 20, y + 20 - CARD[1] / 2, y + 20 + CARD[1] / 2, 0)
        self.assertEqual(table._update_places([*near, aside]), 8)
        again = free_table.Blob(x - 8, y - CARD[1] / 2, y + CARD[1] / 2, 0)
        self.assertEqual(table._update_places([*near, again]), 7)


    def test_a_column_whose_upper_part_is_in_a_shadow_keeps_its_upper_edge(self):
        """The last one or that of the deal, if something covers the ground there; otherwise the column was laid farther down."""
        for covered, began, known, stays in ((255, False, 0, True), (0, False, 0, False), (255, False, 30, True), (255, True, 0, True)):
            table, _ = self.looked(dealt(25))
            x, y = table.places["column 3"]
            before = {**table.places, "column 3": (x, y + known)}
            table.began, table.places["column 3"] = began, (x, y + 18 + known)
            seen = unittest.mock.Mock(scale=0.5, covered=np.full((540, 960), covered, np.uint8))
            table._restore_column_tops(before, seen)
            self.assertEqual(table.places["column 3"], (x, y if stays else y + 18), (covered, began, known))

    def test_a_column_whose_backs_are_detected_again_is_matched_to_its_place(self):
        """Without them its upper edge was 30 mm lower. Another column is empty, so there is no pattern."""
        later = flat([(80 * column, 120, CARD[1]) for column in range(6)], [(2, 120 - 25 - CARD[1], CARD[1])])
        table, _ = self.looked(dealt(25))
        x, y = table.places["column 6"]
        for across, down, is_there in ((0, 30, True), (0, -30, True), (0, 50, False), (30, 0, False)):
            table.places["column 6"], table.initial_tops = (x + across, y + down), {}
            self.assertEqual(isinstance(table.look(later), free_table.View), is_there, (across, down))

    def test_a_column_with_its_initial_upper_edge_is_matched_to_its_place(self):
        """Also if only its front card, below a long run, was detected since."""
        later = flat([(80 * column, 120, CARD[1]) for column in range(6)], [(2, 120 - 25 - CARD[1], CARD[1])])
        table, _ = self.looked(dealt(25))
        x, y = table.places["column 6"]
        table.places["column 6"] = x, y + 50
        self.assertIsInstance(table.look(later), free_table.View)
        self.assertAlmostEqual(table.places["column 6"][1], y, delta=2)

    def test_a_waste_of_which_a_shadow_hides_the_lower_half_is_read(self):
        """The film of tests/camera/film.py with this seed: the white part of the two of diamonds has a card's width, but not its height."""
        seed, conditions = 500_000_012, photo_effects.CONDITIONS["felt"]
        stand = photo_effects.camera(conditions, np.random.default_rng([seed, 9]))
        table = scene.Table(measure.deal(seed).columns, draw_pile="2D")
        jpeg = render.photograph(table, tables.deck(), conditions, seed, CARD, stand, seed)
        reader = Reader(tables.learned())
        reading = reader.read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
        self.assertEqual(reading.slots["draw_pile"], "2D")
        waste, stock = reader.free.places["draw_pile"], reader.free.places["stock"]
        self.assertLess(abs(waste[1] - stock[1]), 15)

    def test_a_partly_visible_card_is_located_by_its_lower_edge_if_the_colour_does_not_show_it(self):
        """Only at a place without an earlier card; other places do not move."""
        table, _ = self.looked(dealt(25))
        x, y = table.places["draw_pile"]
        part = free_table.Blob(x + 5, y - CARD[1] / 2, y + 20, 1.0)
        nothing = unittest.mock.Mock(scale=0.5, covered=np.zeros((540, 960), np.uint8), blobs=[part])
        self.assertEqual(table._update_places([part]), 0)
        table._update_shaded_places(nothing)
        self.assertEqual(table.places["draw_pile"], (x + 5, y + 20 - CARD[1] / 2))
        before = table.places["foundation C"]
        nothing.blobs = [free_table.Blob(before[0], before[1] - CARD[1] / 2 - 19, before[1] - CARD[1] / 2 + 9, -2.0)]  # too far off by its lower edge: a glint
        table._update_shaded_places(nothing)
        self.assertEqual(table.places["foundation C"], before)
        known = table.places["stock"]
        nothing.blobs = [free_table.Blob(known[0] + 5, known[1] - CARD[1] / 2, known[1] + 30, 1.0)]
        table._update_shaded_places(nothing)
        self.assertEqual(table.places["stock"], known)

    def test_a_first_card_on_which_a_shadow_ends_is_located_by_its_colour(self):
        """On the waste, 20 mm to the side: only a part of it is white."""
        table, _ = self.looked(flat([(80 * column, 120, CARD[1]) for column in range(7)], [(2, 120 - 25 - CARD[1], CARD[1])]))
        x, y = table.places["draw_pile"]
        table.used -= {"draw_pile"}
        small = np.zeros((540, 960), np.uint8)
        corners = np.array([(x + 20 - CARD[0] / 2, y - 4 - CARD[1] / 2), (x + 20 + CARD[0] / 2, y - 4 - CARD[1] / 2),
                            (x + 20 + CARD[0] / 2, y - 4 + CARD[1] / 2), (x + 20 - CARD[0] / 2, y - 4 + CARD[1] / 2)])
        cv2.fillConvexPoly(small, (plane.mapped(corners, np.linalg.inv(table.homography)) / 2).round().astype(np.int32), 255)
        part = free_table.Blob(x + 28, y - 4 - CARD[1] / 2, y - 4 + CARD[1] / 2, -32.0)
        table._update_shaded_places(unittest.mock.Mock(scale=0.5, covered=small, blobs=[part]))
        self.assertAlmostEqual(table.places["draw_pile"][0], x + 20, delta=1)
        self.assertAlmostEqual(table.places["draw_pile"][1], y - 4, delta=1.5)

    def test_a_deal_without_a_detected_stock_is_found_by_its_waste(self):
        """The waste is the only card above the columns, on either side. Several cards may be foundations."""
        row = [(80 * column, 120, CARD[1]) for column in range(7)]
        for column, stock in ((1, "column 1"), (5, "column 7")):
            table, waste = free_table.FreeTable(CARD), (80 * column + 3, 120 - 25 - CARD[1], CARD[1])
            self.assertEqual(table.look(flat([*row, waste], [])).code, "no_layout")
            self.assertIsInstance(table.look(flat([*row, waste], []), by_waste=True), free_table.View)
            self.assertEqual(table.at_right, column == 5)
            self.assertAlmostEqual(table.places["stock"][0], table.places[stock][0], delta=3)
            self.assertAlmostEqual(table.places["stock"][1], table.places["draw_pile"][1], delta=3)
        for others in ([(80, 7, CARD[1]), (400, 7, CARD[1])], [(240, 7, CARD[1])]):
            self.assertEqual(free_table.FreeTable(CARD).look(flat([*row, *others], []), by_waste=True).code, "no_layout")

    def test_a_stock_that_cannot_be_distinguished_from_the_cloth_is_not_empty(self):
        """Each deal has a stock, so it is unreadable, in later pictures, too."""
        reader = Reader(cnn.network())
        row = [(80 * column, 120, CARD[1]) for column in range(7)]
        for later in (0, 4):
            reading = reader.read(flat([*row, (80 + later, 120 - 25 - CARD[1], CARD[1])], []))
            self.assertEqual((reading.slots["stock"], reading.slots["foundation C"]), (UNREADABLE, EMPTY), reading.notes)

    def test_a_last_back_in_the_colour_of_the_cloth_is_not_an_empty_stock(self):
        """Its lattice has the hue of the cloth. The empty place is empty, and so is one that is brighter, in a spot of light."""
        dealt_cards, colour = [(80 * column, 120, CARD[1]) for column in range(7)], np.array((70, 120, 60))
        corner, opposite = ((round(FLAT * (120 + 2 + across)), round(FLAT * (40 + 95 - CARD[1] + down))) for across, down in ((0, 0), CARD))
        for expected, lattice, light in ((UNREADABLE, True, 1.0), (EMPTY, False, 1.0), (EMPTY, False, 1.6)):
            reader, later = Reader(cnn.network()), flat(dealt_cards, [])
            part = later[corner[1] : opposite[1], corner[0] : opposite[0]]
            part[:] = (part * light).clip(0, 255)
            if lattice:
                part[:] = (colour * 1.7).clip(0, 255)
                for at in range(-part.shape[0], part.shape[1] + part.shape[0], 24):
                    for end in (at + part.shape[0], at - part.shape[0]):
                        cv2.line(part, (at, 0), (end, part.shape[0]), (colour * 1.2).tolist(), 3)
                cv2.rectangle(part, (0, 0), (part.shape[1] - 1, part.shape[0] - 1), (colour * 1.9).clip(0, 255).tolist(), 6)
            self.assertEqual(reader.read(dealt(25)).slots["stock"], BACK)
            self.assertEqual(reader.read(later).slots["stock"], expected, (lattice, light))

    def test_a_card_of_the_row_above_is_not_the_front_of_an_empty_column(self):
        """A flower of the cloth has no lower edge of a card; the card that the search locates by its indices above the column is the waste."""
        reader, upper = Reader(tables.learned()), places.Card(123.0, 14.0, 0.0)
        for card, is_there in ((upper, False), (places.Card(123.0, layout.COLUMN_TOP + 3, 0.0), True)):
            looks = {"column 2": places.Look("covered", None, 110.0, (155.0, 60.0))}
            with unittest.mock.patch.object(reader.knows, "search", lambda white, middle, card=card: card):
                self.assertEqual(reader._search(np.zeros((4, 4, 3), np.uint8), looks, True), {"column 2"} if is_there else set())
            self.assertEqual(looks["column 2"].kind, "card" if is_there else "covered")

    def test_a_deal_without_a_stock_is_refused(self):
        """A spot of the cloth was taken for the stock; the places are forgotten."""
        reader = Reader(tables.learned())
        _, view = self.looked(dealt(25))
        x, y = layout.STOCK.x, layout.STOCK.y
        view.mask[: round((y + 51) * RECTIFIED), : round((x + 35) * RECTIFIED)] = 0
        with unittest.mock.patch.object(free_table.FreeTable, "look", lambda self, picture, **options: view):
            reading = reader.read(dealt(25))
        self.assertEqual(([note.code for note in reading.notes], reading.slots, reading.usable), (["no_layout"], {}, False))

    def test_cards_on_stripes_of_which_one_is_pale_are_read(self):
        """Print in the cloth's other colour does not mean that paper is taken for cloth; and places with stripes alone are empty."""
        picture = flat([], [])
        picture[:] = (41, 31, 109)
        for x in range(0, 1920, 60):
            picture[:, x : x + 30] = (125, 128, 165)
        cards = flat([(80 * column, 120, CARD[1]) for column in range(7)], [(2, 120 - 25 - CARD[1], CARD[1])])
        on = np.abs(cards.astype(int) - (70, 120, 60)).max(axis=2) > 8
        picture[on] = (cards[on] * 0.87).astype(np.uint8)
        for column in range(7):
            for down in range(128, 200, 14):
                at = [round(FLAT * (120 + 80 * column + 12)), round(FLAT * (40 + down))]
                cv2.rectangle(picture, at, [at[0] + round(FLAT * 40), at[1] + round(FLAT * 9)], (41, 31, 130), -1)
        table, view = self.looked(picture)
        self.assertEqual(self.kinds(view), ["card"] * 7)
        self.assertEqual([places.look_at_single(view.mask, place, CARD, True).kind for place in layout.FOUNDATIONS], ["empty"] * 4)

    def test_a_card_rotated_by_ten_degrees_is_located(self):
        mask = np.zeros((round(layout.HEIGHT * RECTIFIED), round(layout.WIDTH * RECTIFIED)), np.uint8)
        middle = layout.DRAW_PILE.x, layout.DRAW_PILE.y
        for turn, kind in ((10, "card"), (14, "covered")):
            mask[:] = 0
            corners = cv2.boxPoints((tuple(RECTIFIED * at for at in middle), tuple(RECTIFIED * length for length in CARD), turn))
            cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255)
            look = places.look_at_single(mask, layout.DRAW_PILE, CARD, True)
            self.assertEqual(look.kind, kind)
            if look.card:
                self.assertAlmostEqual(np.degrees(look.card.turn), turn, delta=0.7)

    def test_the_border_of_a_place_is_no_edge_of_a_card(self):
        """The visible half of a card 24 mm to the side is not taken for a card with a hidden edge."""
        mask = np.zeros((round(layout.HEIGHT * RECTIFIED), round(layout.WIDTH * RECTIFIED)), np.uint8)
        x, y = layout.DRAW_PILE.x + 24, layout.DRAW_PILE.y
        mask[round((y - 44) * RECTIFIED) : round((y + 44) * RECTIFIED), round((x - CARD[0] / 2) * RECTIFIED) : round((x + CARD[0] / 2) * RECTIFIED)] = 255
        self.assertEqual(places.look_at_single(mask, layout.DRAW_PILE, CARD, True).kind, "covered")


class Masks(unittest.TestCase):
    def test_blobs_beside_a_front_card_are_not_added_to_it(self):
        """A lower card, visible at the right, ends above the front card's lower edge; a flower lies below it."""
        white = np.zeros((400, 300), np.uint8)
        white[40:300, 60:217] = 255
        white[20:240, 80:240] = 255
        covered = white.copy()
        covered[240:320, 217:260] = 255
        np.testing.assert_array_equal(lay_out._with_print(white, covered, layout.CARD), white)

    def test_a_drawing_that_reaches_the_edge_is_added_to_its_card(self):
        card = np.zeros((300, 240), np.uint8)
        card[40:260, 40:197] = 255
        white = card.copy()
        white[40:200, 80:160] = 0  # the drawing, up to the upper edge
        ground = np.zeros_like(card)
        ground[10:20, 20:30] = 255  # a spot beside it
        whole = lay_out._with_print(white, card | ground, layout.CARD)
        np.testing.assert_array_equal(whole, card)
        np.testing.assert_array_equal(lay_out._with_print(white, white, layout.CARD), white, "where the ground shows there is no card")


    def test_a_back_printed_in_the_colour_of_the_ground_is_outlined(self):
        covered = np.zeros((540, 960), np.uint8)
        cv2.rectangle(covered, (200, 60), (280, 170), 255, -1)
        for line in range(200, 290, 10):  # so thin that the erosion removes the covered stripes
            covered[60:171, line : line + 6] = 0
        card = np.array([[400, 60], [480, 60], [480, 170], [400, 170], [400, 105], [480, 105]], float)
        self.assertEqual(len(free_table._outlines(free_table.without_print(covered, False), 5)), 0)
        found = free_table._non_white_outlines(covered, card[None])
        self.assertEqual(len(found), 1)
        self.assertGreater(cv2.contourArea(found[0][:4].astype(np.float32)), 0.85 * 80 * 110)

    def shown(self, white: float, covered: float, pieces: int = 1, both: bool = True, name: str = "foundation C") -> bool:
        """True if a place is not empty by its mask, with these shares of white (in so many pieces) and of covered ground; `both`: of the same pixels."""
        table = free_table.FreeTable(layout.CARD)
        table.places = {place: lay_out.home_of(place) for place in ("foundation C", "foundation D", "stock", "column 2", "column 3", "column 4")}
        masks = [np.zeros((1200, 1500), np.uint8) for _ in range(2)]
        part = table._area_of_place(name)
        for mask, share, count, end in ((masks[0], white, pieces, 1), (masks[1], covered, pieces, 1 if both else -1)):
            rows = mask[part][::end]
            high = rows.shape[0] // count
            for piece in range(count):
                rows[piece * high : piece * high + round(share * high)] = 255
        return table._mask_of_place(name, part, masks[0][part].size, *masks, True)[part].any()

    def test_white_with_the_colour_of_the_ground_is_no_card(self):
        self.assertFalse(self.shown(0.5, 0.0))
        self.assertTrue(self.shown(0.6, 0.6))
        self.assertTrue(self.shown(0.6, 0.2))

    def test_a_card_in_a_shadow_is_not_empty(self):
        """It has no white, but covers the ground in one piece."""
        self.assertTrue(self.shown(0.0, 0.45))
        self.assertTrue(self.shown(0.0, 0.2, name="column 3"))
        self.assertFalse(self.shown(0.0, 0.2, pieces=8, name="column 3"))

    def test_white_pieces_of_a_pattern_are_no_card(self):
        self.assertFalse(self.shown(0.2, 0.4, pieces=6))
        self.assertTrue(self.shown(0.06, 0.4, pieces=6, name="column 3"), "a back, perhaps")
        self.assertTrue(self.shown(0.2, 0.7, pieces=6), "a hand lies over it, perhaps")
        self.assertTrue(self.shown(0.4, 0.4), "a part of a card")
        self.assertTrue(self.shown(0.2, 0.4, pieces=6, name="stock"))


class FinePrint(unittest.TestCase):
    """A back with a fine pattern in a colour of the ground, of which only specks of white are detected."""

    CARD = (63.0, 88.0)

    def _stock(self, specks) -> float:
        """The area of the resulting mask, in areas of a card, for white specks in this part of the place on uncovered ground."""
        part = np.s_[16 : 16 + round(112 * RECTIFIED), 16 : 16 + round(70 * RECTIFIED)]
        white = np.zeros((part[0].stop + 16, part[1].stop + 16), np.uint8)
        there = white[part][specks]
        down, across = np.indices(there.shape)
        there[down % 7 + across % 7 < 6] = 255
        table = lay_out.LaidOut(self.CARD)
        shown = table._mask_of_place("stock", part, white[part].size, white, np.zeros_like(white), True)
        return cv2.countNonZero(shown) / (self.CARD[0] * self.CARD[1] * RECTIFIED**2)

    def test_a_back_of_which_only_specks_are_white_is_one_piece(self):
        card = np.s_[round(12 * RECTIFIED) : round(100 * RECTIFIED), round(4 * RECTIFIED) : round(67 * RECTIFIED)]
        self.assertAlmostEqual(self._stock(card), 1, delta=0.1)

    def test_specks_that_continue_beyond_a_card_belong_to_the_ground(self):
        self.assertEqual(self._stock(np.s_[:, :]), 0)


if __name__ == "__main__":
    unittest.main()
