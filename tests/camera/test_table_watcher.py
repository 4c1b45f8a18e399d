"""The table watcher, which decides what is posted, and each game's snapshot of a reading."""

import unittest
from unittest import mock

import tables
import numpy as np
import readings
from makker_camera import notes, places
from makker_camera.cards import BACK, EMPTY, UNREADABLE
from makker_camera.layout import LAYOUTS
from makker_camera.client import Answer
from makker_camera.reader import Reader
from makker_camera.snapshots import BUILDERS
from makker_camera.table_watcher import MAX_LOOKS, Stillness, TableWatcher

IN_SYNC = Answer(200, {"sync": "in_sync", "status": "playing", "message": "Draw a card."})
REFUSED = Answer(409, {"code": "snapshot_contradiction", "detail": "8H"})
DEAL = [["5S"], ["5H"], ["QC"], ["7H"], ["8D"], ["9D"], ["9C"]]


class Photographs(unittest.TestCase):
    def setUp(self):
        self.said = []
        self.watch = TableWatcher(Reader(tables.learned()), say=self.said.append)

    def test_a_table_is_posted_once_and_again_when_it_changes(self):
        first = self.watch.look(tables.photograph(tables.a_table(), 1))
        self.assertEqual((first["frame"], first["camera"]), (1, "camera"))
        self.assertIsNone(self.watch.look(tables.photograph(tables.a_table(), 2)))
        second = self.watch.look(tables.photograph(tables.a_table(draw_pile="3C"), 3))
        self.assertEqual(second["frame"], 2)
        self.assertIn("3C", str(second["draw_pile"]))

    def test_a_frame_number_is_skipped_after_a_hand_was_over_the_table_for_long(self):
        """More than one move may have been made, also while a phone slept: then the first picture that moves comes late. Single photographs at long intervals
        miss nothing, nor does a player who thinks."""
        for before, after, frame in ((0.0, 5.0, 2), (0.0, 9.0, 3), (60.0, 1.0, 3), (60.0, None, 2)):
            watch = TableWatcher(Reader(tables.learned()), say=self.said.append)
            with mock.patch("makker_camera.table_watcher.time.monotonic", return_value=100.0) as clock:
                watch.look(tables.photograph(tables.a_table(), 1))
                clock.return_value += before
                if after is not None:
                    watch.moved()
                    clock.return_value += after
                self.assertEqual(watch.look(tables.photograph(tables.a_table(draw_pile="3C"), 3))["frame"], frame, (before, after))
        watch = TableWatcher(Reader(tables.learned()), say=self.said.append)
        with mock.patch("makker_camera.table_watcher.time.monotonic", return_value=100.0) as clock:
            watch.look(tables.photograph(tables.a_table(), 1))
            clock.return_value += 60
            watch.rests()
            watch.moved()
            self.assertEqual(watch.look(tables.photograph(tables.a_table(draw_pile="3C"), 3))["frame"], 2)

    def test_a_card_with_the_same_candidates_but_another_picture_has_changed(self):
        """A queen on a king, one of them doubtful, is a finished move; the same card read again is not."""
        for drawn, is_done in (("QS", True), ("KD", False)):
            watch = TableWatcher(Reader(tables.learned()), say=self.said.append)
            watch.look(tables.photograph(tables.a_table(), 1))
            watch.posted["draw_pile"] = {"KD", "QS"}
            watch.moved()
            watch.wanted = True
            self.assertEqual(watch.look(tables.photograph(tables.a_table(draw_pile=drawn), 2)).get("done", False), is_done)

    def _again(self, after, name="draw_pile") -> dict | None:
        """The next picture of the same table, after a hand, with its reading of the place changed by `after`."""
        read = self.watch.reader.read

        def changed(picture):
            reading = read(picture)
            after(reading, name)
            return reading

        self.watch.moved()
        self.watch.wanted = True
        with mock.patch.object(self.watch.reader, "read", changed):
            return self.watch.look(tables.photograph(tables.a_table(), 2))

    def test_a_doubtful_card_with_a_displaced_outline_has_not_changed(self):
        """Lower cards are visible beside it: one outline is that of the card, the next one includes them."""
        def found_elsewhere(reading, name):
            reading.looks[name] = places.moved(reading.looks[name], 9, -6)

        self.watch.look(tables.photograph(tables.a_table(), 1))
        self.watch.posted["draw_pile"] = {"KD", "QS"}
        self.assertEqual(self._again(found_elsewhere).get("done", False), False)

    def test_a_card_with_the_same_picture_is_no_finished_move_with_any_reading(self):
        def unreadable(reading, name):
            reading.slots[name] = UNREADABLE
            del reading.looks[name]

        def another(reading, name):
            reading.slots[name] = [{"card": "QS", "p": 0.6}]

        for misread in (unreadable, another):
            self.watch = TableWatcher(Reader(tables.learned()), say=self.said.append)
            self.watch.look(tables.photograph(tables.a_table(), 1))
            snapshot = self._again(misread)
            self.assertEqual((snapshot["frame"], snapshot.get("done", False)), (2, False))

    def test_while_the_daemon_is_looking_the_same_table_is_posted_again(self):
        self.watch.look(tables.photograph(tables.a_table(), 1))
        self.watch.on_answer(Answer(200, {"sync": "looking", "message": "?"}))
        self.assertEqual(self.watch.look(tables.photograph(tables.a_table(), 2))["frame"], 2)
        self.watch.on_answer(IN_SYNC)
        self.assertIsNone(self.watch.look(tables.photograph(tables.a_table(), 3)))
        self.assertEqual(self.said, ["?", "Draw a card."])

    def test_a_picture_is_still_only_when_nothing_moves(self):
        still = Stillness()
        picture = tables.photograph(tables.a_table(), 1)
        self.assertEqual([still(picture) for _ in range(3)], [False, False, True])
        moved = picture.copy()
        moved[400:500, 600:700] = 0
        self.assertFalse(still(moved))


class Reads:
    """A reader with given readings."""

    def read(self, reading):
        return reading


class Defects(unittest.TestCase):
    def test_a_picture_on_which_the_reader_fails_is_unreadable_and_the_game_continues(self):
        said = []
        watch = TableWatcher(Reader(tables.learned()), say=said.append)
        with mock.patch("makker_camera.reader.kept.smaller", side_effect=ZeroDivisionError("float division by zero")):
            for seed in (1, 2):
                self.assertIsNone(watch.look(tables.photograph(tables.a_table(), seed)))
                self.assertEqual(watch.reading.notes, [notes.READER_FAILED])
        self.assertEqual(sum("ZeroDivisionError" in line for line in said), 1)
        for part in ("_rectify", "_names"):  # the exception is raised by one line of a library, for two reasons
            with mock.patch.object(Reader, part, lambda *rest: np.linalg.inv(np.zeros((2, 2)))):
                watch.look(tables.photograph(tables.a_table(), 2))
        self.assertEqual(sum("LinAlgError" in line for line in said), 2)
        self.assertEqual(watch.look(tables.photograph(tables.a_table(), 3))["frame"], 1)


class Unreadable(unittest.TestCase):
    def setUp(self):
        self.watch = TableWatcher(Reads(), say=lambda text: None)

    def _posted(self, draw_pile="KS", answer=IN_SYNC):
        snapshot = self.watch.look(readings.of(LAYOUTS["klondike"], DEAL, draw_pile=draw_pile, stock=BACK))
        if snapshot is not None:
            self.watch.on_answer(answer)
        return snapshot and snapshot["draw_pile"]

    def test_a_slot_that_cannot_be_read_any_more_is_posted_once(self):
        self.assertEqual([self._posted(pile) for pile in ("KS", "KS", "UU", "UU")], ["KS", None, "UU", None])

    def test_a_card_that_is_read_again_is_posted_even_if_it_is_the_same(self):
        self.assertEqual([self._posted(pile) for pile in ("KS", "UU", "KS", "UU", "3C")], ["KS", "UU", "KS", "UU", "3C"])

    def test_a_change_long_after_the_table_moved_is_no_finished_move(self):
        """A hand made no move; later a card becomes unreadable in another light."""
        for looks, is_done in ((1, True), (MAX_LOOKS, False)):
            self._posted()
            self.watch.moved()
            for _ in range(looks):
                self._posted()
            snapshot = self.watch.look(readings.of(LAYOUTS["klondike"], DEAL, draw_pile="UU", stock=BACK))
            self.assertEqual(snapshot.get("done", False), is_done)

    def _done_with(self, columns, draw_pile="KS", stock=BACK) -> object:
        """`done` of the snapshot after a hand."""
        self.watch.builder = BUILDERS["klondike"]()
        self.watch.moved()
        self.watch.wanted = True
        return self.watch.look(readings.of(LAYOUTS["klondike"], columns, draw_pile=draw_pile, stock=stock)).get("done", False)

    def test_an_arm_over_a_column_is_no_finished_move_nor_is_its_removal(self):
        covered = [["UU"], *DEAL[1:]]
        self.assertEqual([self._done_with(columns) for columns in (DEAL, covered, DEAL)], [True, False, False])
        self.assertEqual([self._done_with(DEAL, stock=stock) for stock in ("UU", BACK)], [False, False])
        self.assertTrue(self._done_with(covered, draw_pile="3C"))

    def test_a_card_of_the_waste_that_cannot_be_read_may_have_been_drawn(self):
        self.assertEqual([self._done_with(DEAL, draw_pile=card) for card in ("KS", "UU", "KS", "UU", "3C")], [True, True, False, True, True])

    def test_it_is_posted_while_an_answer_is_awaited(self):
        class Busy:
            idle = staticmethod(lambda: False)

        self._posted()
        self.watch.mailbox = Busy()
        self.assertEqual(self._posted("UU"), "UU")


def snapshot_of(game: str, reading, runs: bool = False):
    return BUILDERS[game]().snapshot(reading, runs)


class Builders(unittest.TestCase):
    def test_an_uncertain_card_of_klondike_is_posted_with_its_probability(self):
        reading = readings.of(LAYOUTS["klondike"], DEAL, 0.9312, draw_pile="KS", stock=BACK)
        snapshot = snapshot_of("klondike", reading)
        self.assertEqual(snapshot["columns"][0], [{"card": "5S", "p": 0.931}])
        self.assertEqual(snapshot["draw_pile"], [{"card": "KS", "p": 0.931}])
        self.assertEqual((snapshot["foundations"], snapshot["stock"]), ([EMPTY] * 4, BACK))
        certain = snapshot_of("klondike", readings.of(LAYOUTS["klondike"], DEAL, draw_pile="KS"))
        self.assertEqual(certain["columns"], [cards[0] for cards in DEAL])

    def test_a_run_is_posted_only_if_its_front_card_is_certain(self):
        columns = [["0D", "9C"], *DEAL[1:]]
        for probability, column in ((0.999, ["0D", "9C"]), (0.95, [{"card": "9C", "p": 0.95}])):
            snapshot = snapshot_of("klondike", readings.of(LAYOUTS["klondike"], columns, probability), runs=True)
            self.assertEqual(snapshot["columns"][0], column)

    def test_the_columns_of_10_20_30_are_posted_with_their_unreadable_cards(self):
        on = LAYOUTS["ten-twenty-thirty"]
        snapshot = snapshot_of("ten-twenty-thirty", readings.of(on, [["7H", "3H", "KC"], [[{"card": "9C", "p": 0.5}], "KD"], ["3C"]]))
        self.assertEqual(snapshot, {"columns": [["7H", "3H", "KC"], ["UU", "KD"], ["3C"], [], [], [], []]})

    def test_columns_of_which_one_is_covered_are_not_posted(self):
        self.assertIsNone(snapshot_of("ten-twenty-thirty", readings.of(LAYOUTS["ten-twenty-thirty"], [["7H"], ["3H", "UU"]])))

    def test_groups_of_take_away_keep_their_places_when_they_are_gone(self):
        on, builder = LAYOUTS["take-away"], BUILDERS["take-away"]()
        self.assertEqual(builder.snapshot(readings.of(on, [["3C"], ["2S", "KD"], ["5H"]]), False), {"groups": [1, 2, 1]})
        builder.answered(True)
        self.assertEqual(builder.snapshot(readings.of(on, [["3C"], ["2S", "UU"]]), False), {"groups": [1, "UU", 0]})
        began = BUILDERS["take-away"]()
        began.begin({"groups": [1, 2, 0, 0]})
        self.assertEqual(began.snapshot(readings.of(on, [["3C"]]), False), {"groups": [1, 0, 0, 0]})

    def test_a_group_that_the_daemon_has_rejected_does_not_count_once_it_is_gone(self):
        on, builder = LAYOUTS["take-away"], BUILDERS["take-away"]()
        builder.begin({"groups": [1, 2]})
        self.assertEqual(builder.snapshot(readings.of(on, [["3C"], ["2S", "KD"], ["5H"]]), False), {"groups": [1, 2, 1]})
        builder.answered(False)
        self.assertEqual(builder.snapshot(readings.of(on, [["3C"], ["2S"]]), False), {"groups": [1, 1]})


class Agreement(unittest.TestCase):
    """Klondike: whether a snapshot may show the table that the daemon knows."""

    TABLE = {"columns": [{"unseen": i, "cards": cards} for i, cards in enumerate([*DEAL[:6], []])], "draw_pile": {"cards": ["KS", "3D"], "left": 20},
             "foundations": {"C": "XC", "D": "AD", "H": "XH", "S": "XS"}}

    def _agrees(self, columns=(*DEAL[:6],), probability=0.999, **shown):
        singles = {"draw_pile": "3D", "stock": BACK, "foundation_D": "AD", **shown}
        return self._is_of(self.TABLE, readings.of(LAYOUTS["klondike"], columns, probability, **singles))

    @staticmethod
    def _is_of(table: dict, reading, runs: bool = False) -> bool:
        builder = BUILDERS["klondike"]()
        return builder.agrees(builder.snapshot(reading, runs), table)

    def test_the_same_cards_do_doubtful_or_unreadable_ones_may(self):
        self.assertTrue(self._agrees())
        self.assertTrue(self._agrees(probability=0.93))
        self.assertTrue(self._agrees(draw_pile=[{"card": "8D", "p": 0.6}, {"card": "3D", "p": 0.3}]))
        self.assertTrue(self._agrees([*DEAL[:5], ["UU"]], draw_pile="UU", stock="UU", foundation_D="UU"))

    def test_another_card_does_not(self):
        self.assertFalse(self._agrees(draw_pile="KS"))
        self.assertFalse(self._agrees(DEAL))
        self.assertFalse(self._agrees(DEAL[:5]))
        self.assertFalse(self._agrees(stock=EMPTY))
        self.assertFalse(self._agrees(foundation_D=EMPTY))
        self.assertFalse(self._agrees(foundation_S="AS"))

    def test_a_run_agrees_by_its_front_card(self):
        reading = readings.of(LAYOUTS["klondike"], [["7H", "5S"], *DEAL[1:6]], draw_pile="3D", stock=BACK, foundation_D="AD")
        self.assertTrue(self._is_of(self.TABLE, reading, runs=True))

    def test_an_invalid_table_does_not(self):
        for table in ({}, {"columns": 3}, {**self.TABLE, "foundations": []}, {**self.TABLE, "draw_pile": None}, {**self.TABLE, "columns": [1] * 7}):
            self.assertFalse(self._is_of(table, readings.of(LAYOUTS["klondike"], DEAL)))


class Trick(unittest.TestCase):
    """Doppelkopf: one card at a time."""

    def setUp(self):
        self.builder = BUILDERS["doppelkopf"]()

    def _post(self, **cards):
        snapshot = self.builder.snapshot(readings.of(LAYOUTS["doppelkopf"], **cards), False)
        return snapshot and (snapshot["seat"], snapshot["card"])

    def test_the_card_just_played_is_posted_once(self):
        self.assertIsNone(self._post())
        self.assertEqual(self._post(seat_1="AS"), (1, "AS"))
        self.assertIsNone(self._post(seat_1="AS"))
        self.assertEqual(self._post(seat_1="AS", seat_2="AS"), (2, "AS"))

    def test_two_cards_at_once_are_posted_in_the_order_of_the_seats(self):
        seen = {"seat_3": "0H", "seat_0": "QC"}
        self.assertEqual([self._post(**seen) for _ in range(3)], [(3, "0H"), (0, "QC"), None])

    def test_the_leader_of_four_cards_at_once_is_unknown(self):
        self.assertIsNone(self._post(seat_0="9S", seat_1="AS", seat_2="0S", seat_3="KS"))

    def test_a_card_that_is_not_read_is_waited_for(self):
        self.assertEqual(self._post(seat_1="AS"), (1, "AS"))
        self.assertIsNone(self._post(seat_1="AS", seat_2="UU", seat_3="KS"))
        self.assertEqual(self._post(seat_1="AS", seat_2="0S", seat_3="KS"), (2, "0S"))
        self.assertEqual(self._post(seat_1="AS", seat_2="0S", seat_3="KS"), (3, "KS"))

    def test_the_next_trick_begins_when_cards_are_gone_even_with_the_same_card(self):
        for seat, card in ((1, "AS"), (2, "0S"), (3, "KS"), (0, "9S")):
            self.builder.laid[seat] = card
        self.builder.turn = 1
        self.assertEqual(self._post(seat_1="AS"), (1, "AS"))

    def test_a_card_that_the_daemon_rejects_is_posted_three_times(self):
        self.assertEqual(self._post(seat_1="AS"), (1, "AS"))
        self.builder.answered(True)
        posted = []
        for _ in range(5):
            posted.append(self._post(seat_1="AS", seat_2="QH"))
            if posted[-1]:
                self.builder.answered(False)
        self.assertEqual(posted, [(2, "QH")] * 3 + [None] * 2)
        self.assertEqual(self._post(seat_1="AS", seat_2="KH"), (2, "KH"))

    def test_a_camera_that_begins_in_the_middle_of_a_trick_continues_it(self):
        self.builder.begin({"trick": {"leader": 3, "cards": ["0H", "QC"]}})
        seen = {"seat_3": "0H", "seat_0": "QC", "seat_1": "AS"}
        self.assertEqual(self._post(**seen), (1, "AS"))


class Games(unittest.TestCase):
    """One game after another at the same table."""

    def _watch(self, game: str, *seen) -> TableWatcher:
        self.said = []
        watch = TableWatcher(readings.Reader(LAYOUTS[game], *seen), say=self.said.append)
        watch.begin(BUILDERS[game]())
        return watch

    def test_a_cleared_table_of_klondike_is_not_posted_and_cards_begin_a_new_one(self):
        on = LAYOUTS["klondike"]
        deal, clear = readings.of(on, DEAL, draw_pile="KS"), readings.of(on)
        watch = self._watch("klondike", clear, deal, clear, deal)
        self.assertIsNone(watch.look(readings.NO_PICTURE))
        self.assertFalse(watch.needs_new_game)
        self.assertEqual(watch.look(readings.NO_PICTURE)["frame"], 1)
        watch.on_answer(IN_SYNC)
        self.assertIsNone(watch.look(readings.NO_PICTURE))
        self.assertFalse(watch.needs_new_game)
        self.assertIsNone(watch.look(readings.NO_PICTURE))
        self.assertTrue(watch.needs_new_game)
        watch.begin(BUILDERS["klondike"]())
        self.assertEqual(watch.look(readings.NO_PICTURE)["frame"], 2)
        self.assertEqual(self.said, ["no cards yet", "Draw a card.", "the table is cleared"])

    def test_the_last_card_of_take_away_is_posted_and_then_a_new_game_begins(self):
        on = LAYOUTS["take-away"]
        last, clear = readings.of(on, [["3C"]]), readings.of(on)
        watch = self._watch("take-away", last, clear, clear, last)
        watch.look(readings.NO_PICTURE)
        watch.on_answer(IN_SYNC)
        self.assertEqual(watch.look(readings.NO_PICTURE)["groups"], [0])
        watch.on_answer(Answer(200, {"sync": "in_sync", "status": "won"}))
        self.assertIsNone(watch.look(readings.NO_PICTURE))
        self.assertIsNone(watch.look(readings.NO_PICTURE))
        self.assertTrue(watch.needs_new_game)

    def test_a_game_of_take_away_that_was_left_ends_too(self):
        on = LAYOUTS["take-away"]
        watch = self._watch("take-away", readings.of(on, [["3C", "4C"], ["5C"]]), readings.of(on))
        watch.look(readings.NO_PICTURE)
        watch.on_answer(IN_SYNC)
        posts = []
        for _ in range(8):
            posts.append(watch.look(readings.NO_PICTURE))
            watch.on_answer(REFUSED)
        self.assertEqual(sum(post is not None for post in posts), 3)
        watch.reader.readings = [readings.of(on, [["3C"]])]
        watch.look(readings.NO_PICTURE)
        self.assertTrue(watch.needs_new_game)

    def test_a_table_that_the_daemon_never_understood_is_no_earlier_game(self):
        on = LAYOUTS["klondike"]
        watch = self._watch("klondike", readings.of(on, DEAL), readings.of(on), readings.of(on, DEAL))
        watch.look(readings.NO_PICTURE)
        watch.on_answer(REFUSED)
        watch.look(readings.NO_PICTURE)
        watch.look(readings.NO_PICTURE)
        self.assertFalse(watch.needs_new_game)


if __name__ == "__main__":
    unittest.main()
