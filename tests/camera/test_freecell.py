"""FreeCell before the camera: its mat, readings of rendered tables, snapshots, the end of a game and the next one."""

import json
import unittest
from unittest import mock

import cv2
import numpy as np
import readings
import tables
from freecell_games import FreeCellGame
from phone_games import OwnCamera
from watch_fixture import Makkerd
from makker_camera import decks, fan, finder, layout, mat, mat_mask, notes, photo_effects, places, render, scene, truth
from makker_camera.cards import DECK, EMPTY, RANKS, SUITS, UNREADABLE
from makker_camera.client import Answer, Daemon
from makker_camera.exclusion import exclusive
from makker_camera.know import cnn
from makker_camera.reader import Reader
from makker_camera.serve import overlay
from makker_camera.snapshots import BUILDERS
from makker_camera.table_watcher import TableWatcher
from makker_camera.watch_session import WatchSession

ON = layout.LAYOUTS["freecell"]
DEAL = [[str(card) for card in np.random.default_rng(5).permutation(DECK)][column::8] for column in range(8)]
NEAR_END = [[f"K{suit}", f"Q{suit}"] for suit in SUITS]
UP_TO_JACKS = {f"foundation_{suit}": f"J{suit}" for suit in SUITS}
_KNOWS = cnn.network()


def _table(columns, **more) -> scene.Table:
    return scene.Table([(0, list(column)) for column in [*columns, *[[]] * (8 - len(columns))]], on=ON, **more)


def _read(table: scene.Table, seed: int = 1, conditions=tables.STEADY):
    return Reader(_KNOWS, on=ON).read(tables.photograph(table, seed, conditions))


def _snapshot(reading) -> dict | None:
    return BUILDERS["freecell"]().snapshot(reading, False)


def _doubtful(*candidates: tuple[str, float]) -> list[dict]:
    return [{"card": card, "p": p} for card, p in candidates]


class Mat(unittest.TestCase):
    def test_a_mat_of_another_game_is_no_hand(self):
        """The reason is shown to a player who forgets `--game`, and nothing is posted."""
        photograph = tables.photograph(_table(DEAL), 1, tables.STEADY)
        watcher = TableWatcher(Reader(_KNOWS), say=lambda _text: None)
        self.assertIsNone(watcher.look(photograph))
        self.assertEqual(watcher.reading.notes, [notes.OTHER_MAT])
        klondike = scene.Table([(column, [card]) for column, card in enumerate(DECK[:7])], draw_pile=DECK[8])
        watcher = TableWatcher(Reader(_KNOWS, on=ON), say=lambda _text: None)
        self.assertIsNone(watcher.look(tables.photograph(klondike, 1, tables.STEADY)))
        self.assertEqual(watcher.reading.notes, [notes.OTHER_MAT])

    def test_its_places_lie_apart_from_each_other_and_from_the_markers(self):
        width, height = layout.CARD
        middles = [(place.x, place.y) for place in ON.singles] + [(ON.column_x(i), ON.column_top + height / 2) for i in range(ON.columns)]
        boxes = [(x - width / 2, x + width / 2, y - height / 2, y + height / 2) for x, y in middles]
        for i, (left, right, top, bottom) in enumerate(boxes):
            for others in (*boxes[:i], *(layout.marker_box(marker) for marker in range(4))):
                self.assertTrue(right <= others[0] or others[1] <= left or bottom <= others[2] or others[3] <= top, (i, others))
            self.assertTrue(0 <= left and right <= layout.WIDTH and 0 <= top and bottom <= layout.HEIGHT)

    def test_columns_at_the_edges_end_above_their_markers(self):
        ends = [ON.column_bottom(column) for column in range(8)]
        self.assertEqual(ends, [layout.marker_box(3)[2] - layout.MARKER_APART, *[layout.HEIGHT - layout.EDGE] * 6, layout.marker_box(2)[2] - layout.MARKER_APART])
        self.assertEqual([layout.KLONDIKE.column_bottom(column) for column in range(7)], [layout.HEIGHT - layout.EDGE] * 7)
        self.assertEqual([game for game, one in layout.LAYOUTS.items() if one.is_wide], ["freecell"])

    def test_its_sheet_shows_sixteen_places(self):
        picture = mat.picture(2.0, on=ON)
        lines = (picture != np.array(mat.TINT)).any(axis=2)
        for column in range(8):
            x = round(2 * (ON.column_x(column) - layout.CARD[0] / 2))
            for y in (ON.singles[column].y, ON.column_top + layout.CARD[1] / 2):
                self.assertTrue(lines[round(2 * y), x - 1 : x + 2].any(), (column, y))


class Readings(unittest.TestCase):
    def test_a_deal_is_read_to_the_last_card(self):
        reading = _read(_table(DEAL))
        self.assertEqual((reading.notes, _snapshot(reading)), ([], {"cells": [EMPTY] * 4, "foundations": [EMPTY] * 4, "columns": DEAL}))

    def test_cards_of_a_column_may_lie_beside_its_front_card(self):
        """Askew by up to 8 degrees, so that their corners are as far as 6 mm to the left or right of that of the front card."""
        for seed in (17, 23):
            cards = [str(card) for card in np.random.default_rng(seed).permutation(DECK)]
            table = _table([cards[column::8] for column in range(8)])
            jpeg = render.photograph(table, decks.load("pictures"), photo_effects.CONDITIONS["casual"], seed)
            reading = Reader(_KNOWS, on=ON).read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
            self.assertEqual(reading.whole, [True] * 8)

    def test_cells_foundations_and_empty_columns(self):
        table = _table(NEAR_END, foundations=[f"J{suit}" for suit in SUITS])
        table.cells[2], table.columns[3] = "QS", (0, ["KS"])
        self.assertEqual(_snapshot(_read(table, 3)), {"cells": [EMPTY, EMPTY, "QS", EMPTY], "foundations": ["JC", "JD", "JH", "JS"], "columns": [*NEAR_END[:3], ["KS"], [], [], [], []]})

    def test_where_nothing_lies_the_markers_are_nothing(self):
        reading = _read(_table([]), 4)
        self.assertEqual((set(reading.slots.values()), reading.whole, reading.notes), ({EMPTY}, [True] * 8, []))

    def test_long_columns_are_placed_closer_those_at_the_edges_above_their_markers(self):
        cards = sum(DEAL, [])
        table = _table([cards[:10], cards[10:23], [], [], cards[23:29], [], cards[29:42], cards[42:]])
        reading = _read(table, 8)
        self.assertEqual((reading.notes, reading.whole), ([], [True] * 8))
        self._assert_counted(reading, table)

    def test_a_column_over_its_marker_is_read_too(self):
        """Thirteen cards do not fit above it; three markers are enough to find the mat."""
        cards = sum(DEAL, [])
        table = _table([cards[start : start + 13] for start in range(0, 52, 13)])
        picture = tables.photograph(table, 9)
        self.assertEqual(finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)).markers, 3)
        self._assert_counted(Reader(_KNOWS, on=ON).read(picture), table)

    def _assert_counted(self, reading, table: scene.Table) -> None:
        """Of cards so close to each other the suit is hidden; none is read wrong."""
        shown, true = _snapshot(reading)["columns"], [run for _, run in table.columns]
        self.assertEqual([len(column) for column in shown], [len(column) for column in true])
        self.assertEqual([card for column, cards in zip(shown, true) for card, one in zip(column, cards) if card not in (one, UNREADABLE)], [])
        self.assertEqual([column[-1:] for column in shown], [column[-1:] for column in true])

    def test_what_is_printed_is_no_card_under_any_light(self):
        for seed, conditions in ((11, "fullhd"), (12, "lamp"), (13, "720p"), (14, "tilt45")):
            picture = tables.photograph(_table([]), seed, photo_effects.CONDITIONS[conditions])
            rectified = finder.rectify(picture, finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)))
            mask = mat_mask.not_mat(rectified, ON)
            self.assertEqual([places.look_at_column(mask, column, layout.CARD, on=ON).kind for column in (0, 7)], ["empty"] * 2, conditions)

    def test_a_hand_over_the_table_is_not_posted(self):
        watch = TableWatcher(Reader(_KNOWS, on=ON), say=lambda _text: None)
        watch.begin(BUILDERS["freecell"]())
        conditions = photo_effects.replace(tables.STEADY, hand=1.0)
        for seed in range(20, 26):
            snapshot = watch.look(tables.photograph(_table(DEAL), seed, conditions))
            shown = [card for column in snapshot["columns"] for card in column] if snapshot else []
            self.assertTrue(snapshot is None or all(one in (card, UNREADABLE) for one, card in zip(shown, sum(DEAL, []))), watch.reading.notes)
            self.assertTrue(snapshot or watch.reading.notes)


class _Corners:
    """A recogniser to which corners show at these heights of a strip, in millimetres."""

    def __init__(self, *heights: float):
        self.heights = heights

    def strip(self, _strip, x: int) -> "_Corners":
        return self

    def candidates(self, _last: int) -> list[tuple[float, int, int]]:
        return [(8.0, round(height * finder.RECTIFIED), 0) for height in self.heights]

    def log_probabilities(self, chain: list) -> np.ndarray:
        return np.zeros((len(chain), len(DECK)))

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        return np.exp(log_probabilities)


class Counting(unittest.TestCase):
    def test_uneven_columns_are_counted_where_the_number_of_all_cards_is_known(self):
        """Eight gaps of 16 to 23 mm and one of 13."""
        look = places.Look("card", places.Card(ON.column_x(2) - 31.5, ON.column_top + 156, 0.0), ON.column_top)
        knows = _Corners(1.6, 22.4, 43.2, 64.0, 76.8, 99.2, 120.0, 136.0)
        rectified = np.zeros((*finder.SIZE[::-1], 3), np.uint8)
        for on, is_counted in ((ON, True), (layout.LAYOUTS["ten-twenty-thirty"], False)):
            probabilities, whole = fan.read(rectified, look, 2, knows, on)
            self.assertEqual((len(probabilities), whole), (8, is_counted))


class Exclusion(unittest.TestCase):
    """Each card lies in one place."""

    ALL = np.ones(len(DECK), bool)

    def test_a_doubtful_card_is_the_one_that_lies_nowhere_else(self):
        probabilities = np.eye(len(DECK))
        probabilities[3] = probabilities[9] = 0
        probabilities[3, [3, 9]], probabilities[9, [3, 9]] = (0.5, 0.5), (0.02, 0.98)
        self.assertEqual(exclusive(probabilities, self.ALL).argmax(axis=1).tolist(), list(range(52)))
        self.assertGreater(exclusive(probabilities, self.ALL)[3, 3], 0.85)

    def test_two_cards_that_may_be_exchanged_stay_doubtful(self):
        probabilities = np.eye(len(DECK))
        probabilities[[3, 9]] = 0
        probabilities[3, [3, 9]] = probabilities[9, [3, 9]] = 0.6, 0.4
        np.testing.assert_allclose(exclusive(probabilities, self.ALL)[3, [3, 9]], 0.5, atol=0.01)

    def test_two_cards_that_may_be_exchanged_have_their_exact_probabilities(self):
        """One place is doubtful, and the other one rather certain: the products of both orders decide."""
        probabilities = np.eye(52)
        probabilities[3, [3, 9]], probabilities[9, [3, 9]] = (0.5, 0.48), (0.05, 0.93)
        exact = 0.5 * 0.93 / (0.5 * 0.93 + 0.48 * 0.05)
        np.testing.assert_allclose(exclusive(probabilities, self.ALL)[[3, 9], [3, 9]], exact, atol=0.005)

    def test_cards_beneath_a_foundation_lie_nowhere_else(self):
        probabilities = np.full((1, len(DECK)), 1e-9)
        probabilities[0, [0, 1]] = 0.6, 0.4
        allowed = self.ALL.copy()
        allowed[0] = False
        self.assertGreater(exclusive(probabilities, allowed)[0, 1], 0.9)

    def test_more_places_than_cards_are_no_table(self):
        self.assertEqual(exclusive(np.empty((0, 52)), np.zeros(52, bool)).shape, (0, 52))
        with self.assertRaises(ValueError):
            exclusive(np.full((2, 52), 1 / 52), np.arange(52) < 1)


class Snapshots(unittest.TestCase):
    def _of(self, columns=NEAR_END, **singles):
        """Kings and queens in four columns, the rest on the foundations, unless said otherwise."""
        return readings.of(ON, columns, **{**UP_TO_JACKS, **singles})

    def _hindrances(self, reading) -> list:
        self.assertIsNone(_snapshot(reading))
        return BUILDERS["freecell"]().hindrances(reading)

    def test_of_a_card_that_is_read_with_doubt_the_others_decide(self):
        columns = [["KC", _doubtful(("QC", 0.5), ("QS", 0.45))], *NEAR_END[1:]]
        self.assertEqual(_snapshot(self._of(columns))["columns"][0], ["KC", "QC"])

    def test_two_doubtful_cards_that_may_be_exchanged_are_unreadable(self):
        columns = [["KC", _doubtful(("QC", 0.5), ("QS", 0.45))], *NEAR_END[1:3], ["KS", _doubtful(("QS", 0.5), ("QC", 0.45))]]
        self.assertEqual([column[-1] for column in _snapshot(self._of(columns))["columns"][:4]], [UNREADABLE, "QD", "QH", UNREADABLE])

    @staticmethod
    def _black_queens(p: float) -> list:
        return [["KC", _doubtful(("QC", p), ("QS", 1 - p))], *NEAR_END[1:3], ["KS", _doubtful(("QS", p), ("QC", 1 - p))]]

    def test_of_several_pictures_of_the_same_table_the_mean_counts_or_the_clearest(self):
        builder = BUILDERS["freecell"]()
        shown = [builder.snapshot(self._of(self._black_queens(p)), False)["columns"][0][1] for p in (0.7, 0.7, 0.999, 0.7)]
        self.assertEqual(shown, [UNREADABLE, UNREADABLE, "QC", "QC"])
        builder.moved()
        shown = [builder.snapshot(self._of(self._black_queens(p)), False)["columns"][0][1] for p in (0.65, 0.65, 0.9, 0.65)]
        self.assertEqual(shown, [UNREADABLE, UNREADABLE, "QC", UNREADABLE])

    def test_cards_that_were_exchanged_between_two_single_photographs_count_at_once(self):
        builder = BUILDERS["freecell"]()
        shown = [builder.snapshot(self._of(self._black_queens(p)), False)["columns"][0][1] for p in (0.999, 0.999, 0.999, 0.001)]
        self.assertEqual(shown, ["QC", "QC", "QC", "QS"])

    def test_a_card_lies_where_the_daemon_knows_it_unless_another_one_is_clearly_seen(self):
        builder = BUILDERS["freecell"]()
        builder.knows({"columns": NEAR_END})
        for p, card in ((0.6, "QC"), (0.2, UNREADABLE), (0.001, "QS")):
            builder.moved()
            self.assertEqual(builder.snapshot(self._of(self._black_queens(p)), False)["columns"][0][1], card)
        for wrong in (None, {}, {"columns": 3}, {"columns": [None, [1]]}):
            builder.knows(wrong)

    def test_a_table_on_which_a_card_is_missing_is_not_posted(self):
        """It is in a hand, or beneath another card."""
        self.assertEqual(self._hindrances(self._of([["KC"], *NEAR_END[1:]])), [notes.MISSING_CARDS])

    def test_nor_one_with_a_card_too_many(self):
        self.assertEqual(self._hindrances(self._of(cell_1="5H")), [notes.MISSING_CARDS])

    def test_nor_one_whose_column_cannot_be_counted(self):
        reading = self._of()
        reading.whole[2] = False
        self.assertEqual(self._hindrances(reading), [notes.uncounted("column 3")])

    def test_a_covered_cell_may_hold_the_missing_card_or_none(self):
        self.assertEqual(_snapshot(self._of(cell_2=UNREADABLE))["cells"], [EMPTY, UNREADABLE, EMPTY, EMPTY])
        self.assertEqual(_snapshot(self._of([["KC"], *NEAR_END[1:]], cell_2=UNREADABLE))["cells"], [EMPTY, UNREADABLE, EMPTY, EMPTY])
        self.assertEqual(self._hindrances(self._of([[], *NEAR_END[1:]], cell_2=UNREADABLE)), [notes.MISSING_CARDS])

    def test_one_unreadable_foundation_is_counted_of_two_nothing_is_said(self):
        self.assertEqual(_snapshot(self._of(foundation_D=UNREADABLE))["foundations"], ["JC", "JD", "JH", "JS"])
        self.assertEqual(_snapshot(self._of(foundation_D=UNREADABLE, foundation_S=UNREADABLE))["foundations"], ["JC", UNREADABLE, "JH", UNREADABLE])
        self.assertEqual(_snapshot(self._of(foundation_D=UNREADABLE, cell_1=UNREADABLE))["foundations"], ["JC", UNREADABLE, "JH", "JS"])
        dealt = readings.of(ON, DEAL, foundation_H=UNREADABLE)
        self.assertEqual(_snapshot(dealt)["foundations"], [EMPTY] * 4)

    def test_foundations_in_another_order_are_posted_as_they_lie(self):
        self.assertEqual(_snapshot(self._of(foundation_C="JD", foundation_D="JC"))["foundations"], ["JD", "JC", "JH", "JS"])

    def test_a_won_game_is_posted(self):
        won = readings.of(ON, **{f"foundation_{suit}": f"K{suit}" for suit in SUITS})
        self.assertEqual(_snapshot(won), {"cells": [EMPTY] * 4, "foundations": ["KC", "KD", "KH", "KS"], "columns": [[]] * 8})

    def test_a_move_changes_what_is_known_and_a_doubtful_card_does_not(self):
        builder = BUILDERS["freecell"]()
        before = builder.known(self._of())
        self.assertEqual((before["column 1"], before["length 1"], before["cell 1"]), ({"QC"}, {"2"}, {EMPTY}))
        moved = builder.known(self._of([["KC"], *NEAR_END[1:]], cell_1="QC"))
        self.assertEqual({name for name in moved if moved[name] != before[name]}, {"column 1", "length 1", "cell 1"})
        self.assertEqual(before["column 1, card 1"], {"KC"})
        exchanged = [["KC", _doubtful(("QC", 0.5), ("QS", 0.5))], *NEAR_END[1:3], ["KS", _doubtful(("QS", 0.5), ("QC", 0.5))]]
        self.assertNotIn("column 1", BUILDERS["freecell"]().known(self._of(exchanged)))
        self.assertEqual(builder.known(self._of([["KC"], *NEAR_END[1:]])), {})

    def test_another_deal_is_one_of_which_hardly_a_card_lies_where_it_did(self):
        builder = BUILDERS["freecell"]()
        shown = builder.snapshot(readings.of(ON, DEAL), False)
        played = {"columns": [[*DEAL[0], "5S"], *DEAL[1:7], []], "cells": [EMPTY] * 4, "foundations": [EMPTY] * 4}
        self.assertTrue(builder.is_another_deal(shown, {"columns": [[]] * 8}))
        self.assertTrue(builder.is_another_than(shown, {"columns": [list(reversed(column)) for column in DEAL]}))
        for table in (played, {"columns": DEAL}, {}, {"columns": None}):
            self.assertFalse(builder.is_another_deal(shown, table), table)
        self.assertFalse(builder.is_another_deal(_snapshot(self._of()), {"columns": DEAL}))
        self.assertFalse(builder.is_another_deal({**shown, "cells": ["UU", EMPTY, EMPTY, EMPTY]}, {"columns": [[]] * 8}))

    def test_what_lies_in_front_by_the_daemons_table_can_be_learned(self):
        table = {"cells": ["5S", EMPTY, EMPTY, EMPTY], "foundations": [EMPTY, "AD", EMPTY, EMPTY], "columns": [["KS", "QH"], [], *[["2C"]] * 6]}
        certain = BUILDERS["freecell"]().certain(table)
        self.assertEqual(certain, {"column 1": "QH", "foundation D": "AD", **{f"column {i}": "2C" for i in range(3, 9)}})
        for wrong in ({}, {"columns": 3, "foundations": None}):
            self.assertEqual(BUILDERS["freecell"]().certain(wrong), {})

    def test_what_the_daemon_is_sure_of_counts_and_evidence_ends_when_the_table_moves(self):
        watch = TableWatcher(readings.Reader(ON, self._of()), say=lambda _text: None)
        watch.begin(BUILDERS["freecell"]())
        self.assertIsNotNone(watch.look(readings.NO_PICTURE))
        table = {"columns": NEAR_END, "cells": [EMPTY] * 4, "foundations": ["JC", "JD", "JH", "JS"]}
        for sync, known in (("looking", 0), ("in_sync", 8), ("desynced", 8)):
            watch.on_answer(Answer(200, {"sync": sync, "status": "playing", "table": table}))
            self.assertEqual(len(watch.builder.table.lay), known, sync)
        self.assertNotEqual(watch.builder.table.evidence, {})
        watch.moved()
        self.assertEqual(watch.builder.table.evidence, {})

    def test_why_a_table_at_rest_is_not_posted_is_said(self):
        watch = TableWatcher(readings.Reader(ON, self._of([["KC"], *NEAR_END[1:]])), say=lambda _text: None)
        watch.begin(BUILDERS["freecell"]())
        self.assertIsNone(watch.look(readings.NO_PICTURE))
        self.assertEqual(watch.reading.notes, [notes.MISSING_CARDS])


class Arrows(unittest.TestCase):
    """The mat of `readings` lies as the picture does: a pixel is a millimetre."""

    def _ends(self, move: dict, **cells) -> list[tuple[float, float]]:
        reading = readings.of(ON, DEAL[:7], **cells)
        there = overlay.arrow(reading.found, reading, ON, layout.CARD, move)
        return [tuple(end) for end in there] if there else []

    def _at(self, place: str) -> tuple[float, float]:
        low = 0.24 * layout.CARD[1]
        if place.startswith("column"):
            return ON.column_x(int(place[7:]) - 1), round(ON.column_top + layout.CARD[1] / 2 + low, 1)
        return ON.place(place).x, round(ON.place(place).y + low, 1)

    def test_of_each_kind(self):
        for source, to, ends in ((0, 7, ("column 1", "column 8")), (7, 8, ("column 8", "cell 1")), (6, 11, ("column 7", "cell 4")),
                                 (2, 12, ("column 3", "foundation C")), (10, 15, ("cell 3", "foundation S")), (9, 4, ("cell 2", "column 5"))):
            self.assertEqual(self._ends({"from": source, "to": to, "count": 1, "card": "5S"}), [self._at(end) for end in ends], (source, to))

    def test_the_cell_is_the_one_that_holds_the_card_or_an_empty_one(self):
        """The daemon may know the cells in another order."""
        held = {"cell_1": "9H", "cell_3": "5S"}
        self.assertEqual(self._ends({"from": 8, "to": 12, "card": "5S"}, **held)[0], self._at("cell 3"))
        self.assertEqual(self._ends({"from": 1, "to": 8, "card": "2C"}, **held)[1], self._at("cell 2"))
        self.assertEqual(self._ends({"from": 8, "to": 12, "card": "KD"}, **held)[0], self._at("cell 1"))

    def test_none_without_two_places(self):
        for move in ({"from": 16, "to": 0}, {"from": -1, "to": 0}, {"from": 0}, {"from": "x", "to": []}):
            self.assertEqual(self._ends(move), [])


class Files(unittest.TestCase):
    def test_a_table_is_taken_from_json_and_written_as_it_is(self):
        table = _table(DEAL[:7] + [DEAL[7][1:]])
        table.cells[1] = DEAL[7][0]
        self.assertEqual(truth.table_of(json.dumps(table.truth())), table)
        for wrong in ({"columns": [[]] * 7}, {"columns": [[]] * 8, "cells": ["5H"]}, {"columns": [[]] * 8, "cells": ["BACK"] * 4}):
            with self.assertRaises(ValueError):
                truth.table_of(json.dumps({"game": "freecell", **wrong}))

    def test_random_tables_of_each_game_have_no_card_twice(self):
        for game, on in layout.LAYOUTS.items():
            for seed in range(20):
                table = scene.random_table(np.random.default_rng(seed), on=on)
                shown = [card for card in [*table.cells, *table.seats, *table.foundations, table.draw_pile, *sum((run for _, run in table.columns), [])] if card in DECK]
                self.assertEqual((len(shown), len(table.columns), table.on.game), (len(set(shown)), on.columns, game))
                self.assertEqual(truth.table_of(json.dumps(table.truth())), table)
                if game == "freecell":
                    beneath = sum(RANKS.index(card[0]) for card in table.foundations if card in DECK)
                    self.assertEqual(len(shown) + beneath, len(DECK))


class Games(unittest.TestCase):
    """The client before a real daemon."""

    @classmethod
    def setUpClass(cls):
        cls.makkerd = cls.enterClassContext(Makkerd())
        cls.enterClassContext(mock.patch("makker_camera.watch_session.say"))

    def _begin(self, session: str = "", rules: dict | None = None) -> WatchSession:
        spec = {"game": "freecell", "strategy": "heuristic", "language": "en", **({"rules": rules} if rules else {})}
        session = WatchSession(Daemon(self.makkerd.url, session), TableWatcher(readings.Reader(ON, None), say=lambda _text: None), self.makkerd.url, None if session else spec, 0)
        session.open()
        self.addCleanup(session.mailbox.close)
        return session

    def _show(self, session: WatchSession, reading, pictures: int = 4) -> dict:
        return readings.show(session, reading, pictures)

    def test_a_game_under_way_ends_and_the_next_deal_begins_another(self):
        session = self._begin()
        known = self._show(session, readings.of(ON, NEAR_END, **UP_TO_JACKS))
        self.assertEqual((known["status"], known["table"]["columns"][:4]), ("playing", NEAR_END))
        known = self._show(session, readings.of(ON, [["KC"], *NEAR_END[1:]], **{**UP_TO_JACKS, "foundation_C": "QC"}))
        self.assertEqual((known["table"]["foundations"][0], known["sync"]), ("QC", "in_sync"))
        first = session.daemon.session
        known = self._show(session, readings.of(ON, **{f"foundation_{suit}": f"K{suit}" for suit in SUITS}))
        self.assertEqual((known["status"], known["observed"]["explanation"], session.daemon.session), ("won", "several_moves", first))
        known = self._show(session, readings.of(ON, DEAL))
        self.assertNotEqual(session.daemon.session, first)
        self.assertEqual((known["status"], known["table"]["columns"]), ("playing", DEAL))

    def test_a_cleared_table_and_another_deal_begin_another_game(self):
        session = self._begin()
        self._show(session, readings.of(ON, DEAL))
        games = [session.daemon.session]
        self._show(session, readings.of(ON))
        self.assertEqual((session.daemon.session, session.watch.cleared), (games[0], True))
        for number in (3, 9, 20):  # while cards are dealt no table is whole
            self._show(session, readings.of(ON, [column[: number // 8 + 1] for column in DEAL]))
        for dealt in (DEAL, [list(reversed(column)) for column in DEAL]):
            known = self._show(session, readings.of(ON, dealt))
            self.assertNotIn(session.daemon.session, games)
            self.assertEqual(known["table"]["columns"], dealt)
            games.append(session.daemon.session)

    def test_a_numbered_deal_is_the_game_even_if_other_cards_lie_there(self):
        session = self._begin(rules={"deal": 617})
        first = session.daemon.session
        known = self._show(session, readings.of(ON, DEAL))
        self.assertEqual((session.daemon.session, known["sync"]), (first, "desynced"))

    def test_a_misread_table_is_contradicted_until_it_is_read_again(self):
        session = self._begin()
        self._show(session, readings.of(ON, DEAL))
        swapped = [[DEAL[1][0], *DEAL[0][1:]], [DEAL[0][0], *DEAL[1][1:]], *DEAL[2:]]  # cards far behind the front
        known = self._show(session, readings.of(ON, swapped))
        self.assertEqual((known["sync"], known["table"]["columns"]), ("desynced", DEAL))
        known = self._show(session, readings.of(ON, DEAL))
        self.assertEqual((known["sync"], known["table"]["columns"]), ("in_sync", DEAL))

    def test_a_card_in_a_hand_is_waited_for(self):
        session = self._begin()
        version = self._show(session, readings.of(ON, DEAL))["version"]
        without = [DEAL[0][:-1], *DEAL[1:]]
        self.assertEqual(self._show(session, readings.of(ON, without))["version"], version)
        self.assertEqual(session.watch.reading.notes, [notes.MISSING_CARDS])
        known = self._show(session, readings.of(ON, without, cell_3=DEAL[0][-1]))
        self.assertEqual((known["table"]["cells"], known["table"]["columns"], known["sync"]), ([EMPTY, EMPTY, DEAL[0][-1], EMPTY], without, "in_sync"))

    def test_a_service_that_is_started_again_goes_on(self):
        session = self._begin()
        self._show(session, readings.of(ON, DEAL))
        again = self._begin(session.daemon.session)
        again.watch.frame = session.watch.frame
        known = self._show(again, readings.of(ON, [DEAL[0][:-1], *DEAL[1:]], cell_1=DEAL[0][-1]))
        self.assertEqual((known["table"]["cells"][0], known["sync"]), (DEAL[0][-1], "in_sync"))


class WholeGame(unittest.TestCase):
    def test_a_game_is_followed_picture_by_picture_from_the_deal_to_the_win(self):
        """Rendered pictures, the network, the client's watcher, a real daemon; after each picture its table is compared. A hand is seen
        before each move, and now and then several cards go up before the hand is gone."""
        with Makkerd() as makkerd, mock.patch("makker_camera.watch_session.say"):
            game = FreeCellGame(makkerd.url, OwnCamera("makker", "fullhd", 3), 3, other=0, two=0)
            wrong = game.play()
            known = game.known()
        self.assertEqual((wrong, game.silent, game.unknown, game.questions, game.cards[2]), ([], [], 0, 0, 0), game.log)
        self.assertEqual((known["status"], known["sync"], known["table"]["foundations"]), ("won", "in_sync", ["KC", "KD", "KH", "KS"]))


if __name__ == "__main__":
    unittest.main()
