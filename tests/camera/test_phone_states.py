"""What the phone's page shows while the session asks, contradicts or is gone, with a real makkerd."""

import time
import unittest
from unittest import mock

import cv2
import numpy as np
import readings
import tables  # noqa: F401: adds the client to the path
from watch_fixture import Makkerd
from makker_camera import layout
from makker_camera.client import Answer, Daemon
from makker_camera.layout import KLONDIKE, LAYOUTS
from makker_camera.reader import Reading
from makker_camera.serve.news import News
from makker_camera.serve.phone_table import PhoneTable
from makker_camera.table_watcher import TableWatcher
from makker_camera.watch_session import WatchSession

DEAL = [["5S"], ["5H"], ["QC"], ["7H"], ["8D"], ["9D"], ["9C"]]
ILLEGAL = [["5H"], ["2D"], *DEAL[2:]]  # the five of hearts on that of spades
DOUBTFUL = [{"card": "JC", "p": 0.5}, {"card": "KC", "p": 0.48}]
GREY = cv2.imencode(".jpg", np.full((360, 640, 3), 120, np.uint8))[1].tobytes()
PATIENCE_S = 20


class _Reader(readings.Reader):
    fixed = None
    has_no_mat = False

    class knows:
        size = layout.CARD


def _klondike(columns, waste) -> Reading:
    return readings.of(KLONDIKE, columns, stock="BACK", draw_pile=waste)


class States(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.makkerd = cls.enterClassContext(Makkerd())

    def _begin(self, on: layout.Layout, **session_spec) -> None:
        for module in ("watch_session", "serve.phone_table"):
            output = mock.patch(f"makker_camera.{module}.say")
            output.start()
            self.addCleanup(output.stop)
        self.reader = _Reader(on, None)
        self.daemon = Daemon(self.makkerd.url)
        watch = TableWatcher(self.reader, say=lambda _text: None)
        self.table = PhoneTable(WatchSession(self.daemon, watch, self.makkerd.url, {"game": on.game, "language": "en", **session_spec}, 0))
        self.addCleanup(self.table.close)

    def _show(self, reading: Reading, pictures: int = 1) -> dict:
        """The view after each picture of this table was answered."""
        self.reader.readings = [reading]
        self.table.session.watch.moved()
        for _ in range(pictures):
            self.table.show(GREY, True, "en")
            self.assertTrue(self.table.session.mailbox.wait(60))
        return self.table.show_again()

    def _until(self, holds) -> dict:
        end = time.monotonic() + PATIENCE_S
        while not holds(view := self.table.show_again()):
            self.assertLess(time.monotonic(), end, view)
            time.sleep(0.05)
        return view

    def _session(self) -> dict:
        return self.daemon.request("GET", f"/v1/sessions/{self.daemon.session}").body

    def _assert_advises(self, view: dict) -> None:
        self.assertEqual((view["instruction"], view["question"]), (self._session()["suggestion"]["instruction"], None))

    def _assert_shows_instead_of_advice(self, view: dict, message: str) -> None:
        self.assertEqual((view["message"], view["instruction"], view["arrow"]), (message, None, None))

    # ---- Contradictions ------------------------------------------------------------------------

    def test_a_contradiction_is_shown_at_once_in_place_of_the_advice_until_it_is_resolved(self):
        """Also to a camera's token, which does not permit reading the session."""
        self._begin(KLONDIKE)
        with mock.patch.object(News, "_poll", return_value=False):
            view = self._show(_klondike(DEAL, "KS"), 3)
            self._assert_advises(view)
            self.assertIsNotNone(view["arrow"])
            view = self._show(_klondike(ILLEGAL, "KS"), 2)
            known = self._session()
            self.assertEqual((known["sync"], view["sync"]), ("desynced", "desynced"))
            self._assert_shows_instead_of_advice(view, known["message"])
            view = self._show(_klondike(DEAL, "KS"), 6)
            self._assert_advises(view)
            self.assertIsNotNone(view["arrow"])

    def test_in_take_away_too(self):
        self._begin(LAYOUTS["take-away"], strategy="theory", rules={"groups": [3, 4, 5], "limits": [2, 3, 4]})
        groups = [["2C", "3C", "4C"], ["2D", "3D", "4D", "5D"], ["2H", "3H", "4H", "5H", "6H"]]
        self._assert_advises(self._show(readings.of(LAYOUTS["take-away"], groups), 2))
        more = [[*groups[0], "KC"], *groups[1:]]
        self._assert_shows_instead_of_advice(self._show(readings.of(LAYOUTS["take-away"], more), 2), "Cards of group 1: I see 4, but there were only 3.")
        self._assert_advises(self._show(readings.of(LAYOUTS["take-away"], groups), 2))

    def test_in_10_20_30_too(self):
        on = LAYOUTS["ten-twenty-thirty"]
        self._begin(on, preset="patience")
        dealt = [[card] for card in ("7H", "KD", "3C", "2S", "5D", "6H", "8C")]
        self._assert_advises(self._show(readings.of(on, dealt, stock="BACK"), 2))
        swapped = [dealt[1], dealt[0], *dealt[2:]]
        view = self._show(readings.of(on, swapped, stock="BACK"), 2)
        self._assert_shows_instead_of_advice(view, self._session()["message"])
        self.assertNotEqual(view["message"], self._session()["suggestion"]["instruction"])
        self._assert_advises(self._show(readings.of(on, dealt, stock="BACK"), 2))

    def test_a_refused_snapshot_is_said_in_the_language_of_the_session_until_one_is_accepted(self):
        """The daemon keeps no state of that: three groups lie where the session has two."""
        on = LAYOUTS["take-away"]
        self._begin(on, strategy="theory", language="da", rules={"groups": [3, 4], "limits": [2, 3]})
        groups = [["2C", "3C", "4C"], ["2D", "3D", "4D", "5D"]]
        view = self._show(readings.of(on, [*groups, ["KH"]]), 2)
        self.assertIsNotNone(self._session()["suggestion"])
        self._assert_shows_instead_of_advice(view, "Antallet af grupper skal være 2, ikke 3.")
        self._assert_advises(self._show(readings.of(on, groups), 2))

    # ---- Questions -----------------------------------------------------------------------------

    def test_an_unclear_picture_of_a_move_takes_the_advice_away_and_a_question_is_answered_on_the_phone(self):
        self._begin(KLONDIKE)
        self._assert_advises(self._show(_klondike(DEAL, "KS"), 3))
        view = self._show(_klondike(DEAL, DOUBTFUL))
        known = self._session()
        self.assertEqual((known["observed"]["explanation"], known["asks"]), ("look_again", None))
        self._assert_shows_instead_of_advice(view, known["message"])

        view = self._show(_klondike(DEAL, DOUBTFUL), 6)
        asks = self._session()["asks"]
        self.assertEqual([answer["correction"]["card"] for answer in asks["answers"]], ["JC", "KC", "KS"])
        self.assertEqual(view["question"], {"text": asks["text"], "answers": ["jack of clubs", "king of clubs", "king of spades"]})
        self.assertEqual((view["instruction"], view["arrow"]), (None, None))
        for question, number in (("another", 0), (asks["text"], True), (asks["text"], 3), (asks["text"], -1), (asks["text"], "0"), (None, 0)):
            self.table.answer(question, number)
        self.assertEqual(self._session()["table"]["draw_pile"]["cards"], ["KS"])
        view = self.table.answer(asks["text"], 1)
        self.assertEqual(self._session()["table"]["draw_pile"]["cards"], ["KS", "KC"])
        self._assert_advises(view)

    def test_a_question_that_may_not_be_answered_here_has_no_answers(self):
        self._begin(KLONDIKE)
        view = self._ask()
        with mock.patch.object(Daemon, "request", side_effect=self._forbidding(self.daemon.request)):
            view = self.table.answer(view["question"]["text"], 0)
        self.assertEqual(view["question"]["answers"], [])

    def _ask(self) -> dict:
        self._show(_klondike(DEAL, "KS"), 3)
        self._show(_klondike(DEAL, DOUBTFUL))
        return self._show(_klondike(DEAL, DOUBTFUL), 6)

    @staticmethod
    def _forbidding(request):
        def asked(method, path, body=None):
            return Answer(403, {"detail": "not with this token"}) if "/corrections" in path else request(method, path, body)
        return asked

    def test_an_answer_that_the_daemon_rejects_says_why_while_the_question_stays(self):
        self._begin(KLONDIKE)
        self._ask()
        asks = self._session()["asks"]
        self.table.news.put({"asks": {**asks, "answers": [{"text": "the two of clubs", "correction": {"position": 99, "card": "2C"}}]}})
        with mock.patch.object(News, "_poll", return_value=False):
            view = self.table.answer(asks["text"], 0)
            self.assertEqual([note["code"] for note in view["notes"]], ["rejected"])
            self.table.news.put({"asks": None})
            self.assertEqual(self.table.show_again()["notes"], [])

    # ---- Sessions that begin and end -----------------------------------------------------------

    def test_a_cleared_table_and_one_of_another_game_show_no_advice(self):
        self._begin(KLONDIKE)
        self._assert_advises(self._show(_klondike(DEAL, "KS"), 3))
        self.table.session.session_spec = None  # as with --session
        other = [["KH"], ["2H"], ["QC"], ["2C"], ["3C"], ["4C"], ["6C"]]
        view = self._show(_klondike(other, "2D"))
        self.assertEqual([note["code"] for note in view["notes"]], ["other_game"])
        self._assert_shows_instead_of_advice(view, None)
        self._assert_advises(self._show(_klondike(DEAL, "KS"), 10))
        view = self._show(readings.of(KLONDIKE), 6)
        self.assertTrue(self.table.session.watch.cleared)
        self.assertEqual((view["instruction"], view["arrow"]), (None, None))

    def test_a_new_game_begins_without_the_advice_of_the_one_before(self):
        self._begin(KLONDIKE)
        self._assert_advises(self._show(_klondike(DEAL, "KS"), 3))
        self.daemon.session = self.daemon.request("POST", "/v1/sessions", {"game": "klondike"}).body["id"]
        view = self.table.show_again()
        self.assertEqual((view["message"], view["instruction"], view["arrow"]), (None, None, None))

    def test_of_a_deleted_session_neither_advice_nor_arrow_stays(self):
        self._begin(KLONDIKE)
        self._assert_advises(self._show(_klondike(DEAL, "KS"), 3))
        self.assertEqual(self.daemon.request("DELETE", f"/v1/sessions/{self.daemon.session}").status, 204)
        view = self._until(lambda view: view["notes"])
        self.assertEqual([note["code"] for note in view["notes"]], ["session_gone"])
        self._assert_shows_instead_of_advice(view, "")


if __name__ == "__main__":
    unittest.main()
