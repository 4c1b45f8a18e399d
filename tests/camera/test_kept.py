"""Only the places that changed since the last picture are read again."""

import unittest
import unittest.mock

import tables
import cv2
import numpy as np
import speed
from makker_camera import free_table, kept, layout, notes
from makker_camera.know.cnn import network
from makker_camera.reader import Reader

_FIRST = 500_000_009  # seed of a table whose columns do not touch


class Counting:
    """The network; counts the cards that it classifies."""

    def __init__(self):
        self.network, self.cards = network(layout.CARD), []

    def __getattr__(self, name):
        return getattr(self.network, name)

    def fronts(self, rectified, cards):
        self.cards.append(len(cards))
        return self.network.fronts(rectified, cards)


def right(slots: dict, truth: dict) -> int:
    return sum(slots[name] == code for name, code in truth.items())


class Seen(unittest.TestCase):
    """One game on felt and one on the mat: a deal, two moves, two pictures of each."""

    @classmethod
    def setUpClass(cls):
        cls.shots = {ground: list(speed.pictures(_FIRST, ground, tables.deck(), moves=2, each=2)) for ground in ("felt", "fullhd")}

    def setUp(self):
        self.knows = Counting()
        self.reader = Reader(self.knows, runs=False)

    def read(self, picture) -> tuple[dict, int]:
        """The slots that were read, and the number of cards that the network classified."""
        self.knows.cards = []
        return self.reader.read(picture).slots, sum(self.knows.cards)

    def test_after_each_move_only_changes_are_read_with_the_result_of_a_new_reader(self):
        for ground, shots in self.shots.items():
            self.reader.forget()
            for number, (picture, kind, truth) in enumerate(shots):
                with self.subTest(ground, picture=number):
                    slots, cards = self.read(picture)
                    fresh = Reader(network(layout.CARD), runs=False).read(picture).slots
                    self.assertEqual(slots, fresh)
                    self.assertEqual(right(slots, truth), len(truth))
                    self.assertLessEqual(cards, {"cold": 13, "unchanged": 0, "after a move": 5}[kind])
                    self.assertTrue(cards or kind == "unchanged")

    def test_a_place_that_seems_covered_after_a_move_causes_a_reading_of_the_whole_picture(self):
        """A shadow on the waste may displace its place by 20 mm."""
        (first, *_), (moved, _, truth) = self.shots["felt"][0], self.shots["felt"][2]
        self.read(first)

        def astray(table, *arguments) -> bool:
            x, y = table.places["draw_pile"]
            table.places["draw_pile"] = x, y + 20
            return True

        with unittest.mock.patch.object(free_table.FreeTable, "_update_changed_part", astray):
            slots, _ = self.read(moved)
        self.assertEqual(right(slots, truth), len(truth))

    def test_a_card_of_the_same_form_in_the_place_of_another_is_read(self):
        first, _, truth = self.shots["felt"][0]
        self.read(first)
        at = self.reader.reading.cards["column 3"]
        corners = np.array([(at.x, at.y), (at.x + 63, at.y), (at.x + 63, at.y + 88), (at.x, at.y + 88)])
        there = cv2.perspectiveTransform(corners[None], np.linalg.inv(self.reader.reading.found.homography))[0].astype(np.float32)
        other = next(code for code in ("9S", "9C") if code not in truth.values())
        face = tables.deck()[other]
        size = face.shape[1], face.shape[0]
        onto = cv2.getPerspectiveTransform(np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32), there)
        shown = cv2.warpPerspective(face, onto, first.shape[1::-1], flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), onto, first.shape[1::-1]) > 250
        changed = first.copy()
        changed[mask] = (shown * 0.8)[mask]
        slots, cards = self.read(changed)
        self.assertEqual(slots, {**self.read(first)[0], "column 3": other})
        self.assertLessEqual(cards, 7)

    def test_a_hand_is_noted_and_the_table_after_it_is_read(self):
        for ground, shots in self.shots.items():
            self.reader.forget()
            self.read(shots[0][0])
            hand = shots[0][0].copy()
            cv2.line(hand, (960, 1080), (900, 500), (130, 150, 205), 420)
            covered, _ = self.read(hand)
            self.assertFalse(covered and right(covered, shots[0][2]) == len(shots[0][2]), ground)
            slots, _ = self.read(shots[4][0])
            self.assertEqual(right(slots, shots[4][2]), len(shots[4][2]), ground)

    def test_everything_is_read_when_the_camera_moved_the_light_changed_or_time_has_passed(self):
        first = self.shots["felt"][0][0]
        self.read(first)
        moved = cv2.warpAffine(first, np.array([[1, 0, 25.0], [0, 1, 12.0]]), first.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        self.assertGreaterEqual(self.read(moved)[1], 8)
        self.assertGreaterEqual(self.read((moved * 0.8).astype(np.uint8))[1], 8)
        asked = [self.read((moved * 0.8).astype(np.uint8))[1] for _ in range(2 * kept._MAX_PARTIAL_READS)]
        self.assertEqual([count > 0 for count in asked].count(True), 1, asked)

    def test_slowly_fading_light_finally_causes_a_new_reading(self):
        first = self.shots["felt"][0][0]
        self.read(first)
        asked = [self.read((first * share).astype(np.uint8))[1] for share in np.linspace(0.99, 0.9, 10)]
        self.assertEqual(asked[0], 0)
        self.assertGreater(sum(asked), 4, asked)

    def test_a_card_read_with_doubt_is_read_in_each_picture(self):
        for picture, _, _ in self.shots["felt"][:2]:
            self.read(picture)
        self.reader.reading.best["column 4"] = self.reader.reading.best["column 4"][0], 0.95
        self.assertIn(self.read(self.shots["felt"][1][0])[1], range(1, 6))

    def test_another_photograph_is_read_as_a_whole_and_a_refused_one_keeps_nothing(self):
        first, again = (shot[0] for shot in self.shots["felt"][:2])
        self.read(first)
        self.reader.begin_anew()
        self.assertGreaterEqual(self.read(again)[1], 8)
        black = np.zeros_like(first)
        self.assertEqual(self.reader.read(black).notes, [notes.TOO_DARK])
        self.assertGreaterEqual(self.read(again)[1], 8)


if __name__ == "__main__":
    unittest.main()
