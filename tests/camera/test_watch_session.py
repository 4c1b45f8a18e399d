"""A watch session: the daemon is unreachable and returns, rejects, forgets the session; cameras end and break."""

import contextlib
import dataclasses
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
import tables
import readings
from fake_daemon import CREATED, IN_SYNC, Server
from makker_camera import client, measure, notes, source
from makker_camera.cards import BACK, DECK
from makker_camera.last_session import LastSession
from makker_camera.layout import LAYOUTS
from makker_camera.watch_session import MAX_NEW, NEW_WITHIN_S, WatchSession, described
from makker_camera.source import Source
from makker_camera.table_watcher import MIN_POSTS, TableWatcher

KLONDIKE = LAYOUTS["klondike"]
DEAL = [["5S"], ["5H"], ["QC"], ["7H"], ["8D"], ["9D"], ["9C"]]
COMMAND = str(tables.CLIENT / "makker-camera")


def deal(**changed):
    return readings.of(KLONDIKE, DEAL, stock=BACK, **{"draw_pile": "KS", **changed})


class Posting(unittest.TestCase):
    def setUp(self):
        self.server = Server(self)
        self.daemon = client.Daemon(f"{self.server.url}/base/", "s1", "secret")
        self.answers = []
        self.came = threading.Condition()

    def _on_answer(self, answer):
        with self.came:
            self.answers.append(answer)
            self.came.notify_all()

    def _frames(self) -> list[int]:
        return [body["frame"] for body in self.server.posted()]

    def test_a_snapshot_goes_to_its_session_with_the_token(self):
        answer = self.daemon.post({"frame": 1})
        self.assertEqual((answer.status, answer.message, answer.needs_another), (200, "ok", False))
        (path, body, token), = self.server.came
        self.assertTrue(path.startswith("/base/v1/sessions/s1/snapshots?"))
        self.assertEqual((body, token), ({"frame": 1}, "Bearer secret"))

    def test_another_picture_is_wanted_when_the_daemon_is_looking_or_contradicted(self):
        self.server.answers = [(200, b'{"sync":"looking"}'), (409, b'{"code":"snapshot_contradiction","detail":"8H"}'),
                               (404, b"<html>"), (200, b"[" * 5000)]
        self.assertEqual([self.daemon.post({}).needs_another for _ in range(4)], [True, True, False, False])

    def test_while_the_daemon_is_away_only_the_newest_waits(self):
        self.server.answers = [(503, b"{}")]
        mailbox = client.Mailbox(self.daemon, self._on_answer)
        mailbox.put({"frame": 1})
        with self.came:
            self.assertTrue(self.came.wait_for(lambda: self.answers, 10))
        mailbox.put({"frame": 2})
        self.assertTrue(mailbox.wait(10))
        mailbox.close()
        self.assertEqual(self._frames(), [1, 2])
        self.assertIsInstance(self.answers[0], client.Unreachable)
        self.assertEqual(self.answers[1].status, 200)

    def test_an_unreachable_daemon_gets_the_snapshot_again(self):
        self.server.answers = [(503, b"{}"), (502, b"<html>")]
        mailbox = client.Mailbox(self.daemon, self._on_answer)
        mailbox.put({"frame": 7})
        self.assertTrue(mailbox.wait(20))
        mailbox.close()
        self.assertEqual(self._frames(), [7, 7, 7])

    def test_retry_after_is_obeyed(self):
        self.server.answers = [(429, b"{}", ("Retry-After", "2"))]
        mailbox = client.Mailbox(self.daemon, self._on_answer)
        started = time.monotonic()
        mailbox.put({"frame": 1})
        self.assertTrue(mailbox.wait(60))
        self.assertGreaterEqual(time.monotonic() - started, 2)
        mailbox.close()

    def _said_done(self, state: tuple, *, is_shown: bool = True) -> list:
        """`done` of the snapshots of two finished moves; another client has changed the table before the second."""
        self.server.came, self.server.answers = [], [(200, b'{"sync":"in_sync","version":4}')]
        mailbox = client.Mailbox(self.daemon, self._on_answer, lambda snapshot, table: is_shown)
        for frame, now in ((1, (200, b'{"version":3,"table":{}}')), (2, state)):
            self.server.state = now
            mailbox.put({"frame": frame, "done": True})
            self.assertTrue(mailbox.wait(10))
        mailbox.close()
        return [body.get("done", False) for body in self.server.posted()]

    def test_a_table_that_the_daemon_knows_from_elsewhere_is_no_finished_move(self):
        elsewhere = (200, b'{"version":5,"table":{"columns":[]}}')
        self.assertEqual(self._said_done(elsewhere), [True, False])
        self.assertEqual(self._said_done(elsewhere, is_shown=False), [True, True])
        self.assertEqual(self._said_done((200, b'{"version":4,"table":{"columns":[]}}')), [True, True])
        self.assertEqual(self._said_done((403, b"{}")), [True, True])

    def test_retry_after_is_bounded(self):
        for header, seconds in ((None, 0), ("3", 3), ("99999999", 60), ("-1", 0), ("Wed, 21 Oct 2026", 0), ("9" * 400, 0)):
            with self.assertRaises(client.Unreachable) as unreachable:
                self.server.answers = [(503, b"{}", *([("Retry-After", header)] if header else []))]
                self.daemon.post({})
            self.assertEqual(unreachable.exception.after, seconds, header)


class Evening(unittest.TestCase):
    """A session with a fake daemon and with readings instead of pictures."""

    def setUp(self):
        out = io.StringIO()
        redirected = contextlib.redirect_stdout(out)
        redirected.__enter__()
        self.addCleanup(redirected.__exit__, None, None, None)
        self.said = out.getvalue

    def _sit(self, server: Server, *seen, session: str = "", token: str = "", retry_s: float = 60.0) -> None:
        watch = TableWatcher(readings.Reader(KLONDIKE, *seen), say=print)
        session_spec = None if session else {"game": "klondike"}
        session = WatchSession(client.Daemon(server.url, session, token), watch, server.url, session_spec, retry_s)
        session.run(Source(iter([readings.NO_PICTURE] * len(seen)), alone=True))

    def test_a_new_table_is_created_and_its_page_printed_with_the_token_for_phones(self):
        created = b'{"id":"s1","status":"waiting","tokens":{"camera":"mkc_1","companion":"mkp_2","owner":"mko_3"}}'
        server = Server(self, [(201, created)])
        self._sit(server, deal(), token="admin")
        self.assertIn(f"{server.url}/s/s1#token=mkp_2\n", self.said())
        self.assertIn("draw pile KS, stock BACK, foundations XX XX XX XX, columns 5S 5H QC 7H 8D 9D 9C", self.said())
        self.assertEqual(server.posted()[0]["columns"][0], "5S")
        self.assertNotIn("mko_3", self.said())

    # ---- Started again -------------------------------------------------------------------------

    TABLE = {"columns": [{"unseen": i, "cards": cards} for i, cards in enumerate(DEAL)], "draw_pile": {"cards": ["KS"], "left": 23, "removed": 0},
             "foundations": {suit: f"X{suit}" for suit in "CDHS"}}
    PLAYING = (200, json.dumps({"game": "klondike", "status": "playing", "table": TABLE}).encode())

    def _start_again(self, found: tuple, seen, session_spec: dict | None = None, kept_for: str | None = None) -> list[tuple]:
        """The requests of a service with the stored session s1; `found`: the state of that session."""
        server = Server(self, [found, (201, CREATED.replace(b"s1", b"s2"))] if kept_for is None else [(201, CREATED.replace(b"s1", b"s2"))])
        watch = TableWatcher(readings.Reader(KLONDIKE, seen), say=print)
        session_spec = session_spec or {"game": "klondike", "language": "da"}
        session = WatchSession(client.Daemon(server.url), watch, server.url, session_spec, 60)
        with tempfile.TemporaryDirectory() as folder:
            session.last = LastSession(Path(folder, "session.json"), kept_for or session.daemon.name)
            session.last.write({"game": "klondike", "language": "en"}, "s1", "the page")
            self.assertEqual(session.last.path.stat().st_mode & 0o777, 0o600)
            session.last = LastSession(session.last.path, session.daemon.name)
            session.run(Source(iter([readings.NO_PICTURE]), alone=True))
            self.kept = session.last.read(session_spec)
        return [path.split("?")[0].split("/")[3:] for path, _, _ in server.came]

    def test_a_restarted_service_continues_the_game(self):
        moved = deal(draw_pile="3C", foundation_S="AS")
        self.assertEqual(self._start_again(self.PLAYING, moved), [["s1"], ["s1", "snapshots"]])
        self.assertIn("the game goes on: the page", self.said())

    def test_another_deal_gets_a_session_of_its_own(self):
        other = readings.of(KLONDIKE, [["KH"], *DEAL[1:3], ["2C"], ["3C"], ["4C"], ["6C"]], stock=BACK, draw_pile="2D")
        self.assertEqual(self._start_again(self.PLAYING, other), [["s1"], [], ["s2", "snapshots"]])
        self.assertEqual(self.kept[0], "s2")

    OTHER = readings.of(KLONDIKE, [["KH"], *DEAL[1:3], ["2C"], ["3C"], ["4C"], ["6C"]], stock=BACK, draw_pile="2D")
    KNOWN = (200, json.dumps({"sync": "in_sync", "status": "playing", "message": "ok", "table": TABLE}).encode())
    REFUSED = (409, b'{"code":"snapshot_contradiction"}')

    def test_so_does_a_deal_without_a_cleared_table_before_it(self):
        """The camera was covered, also after a picture that the daemon refused. Nothing is posted to the first session."""
        odd = deal(draw_pile="2S")
        for before, answers in (([deal()], [self.KNOWN]), ([deal(), odd], [self.KNOWN, self.REFUSED])):
            server = Server(self, [(201, CREATED), *answers, (201, CREATED.replace(b"s1", b"s2")), self.KNOWN])
            self._sit(server, *before, self.OTHER)
            self.assertEqual([path.split("?")[0].split("/")[3:] for path, _, _ in server.came],
                             [[], *[["s1", "snapshots"]] * len(before), [], ["s2", "snapshots"]])
            self.assertEqual(server.posted()[-1]["columns"][0], "KH")
        self.assertIn("a new game", self.said())

    def test_another_deal_without_a_stock_that_can_be_read_has_one_possible_card_in_front_of_each_column(self):
        """The back is as blue as the cloth: the places are found by the waste."""
        unread = dataclasses.replace(self.OTHER, slots={**self.OTHER.slots, "stock": "UU"})
        doubtful = dataclasses.replace(unread, slots={**unread.slots, "column 7": [{"card": "6C", "p": 0.7}, {"card": "6S", "p": 0.2}]})
        for seen, count in ((unread, 2), (doubtful, 1), (dataclasses.replace(unread, slots={**unread.slots, "draw_pile": "UU"}), 1)):
            server = Server(self, [(201, CREATED), self.KNOWN, *([(201, CREATED.replace(b"s1", b"s2"))] if count == 2 else []), self.KNOWN])
            session = self._open(server)
            self._show(session, deal(), seen)
            self.assertEqual(self._created(server), count)

    def test_a_table_after_some_moves_is_no_other_deal(self):
        """Columns with runs are no deal, even if all front cards have changed; and a few changed ones may have been played."""
        played = dataclasses.replace(self.OTHER, depths={f"column {i + 1}": depth for i, depth in enumerate((0, 10, 60, 30, 40, 0, 60))})
        few = readings.of(KLONDIKE, [*DEAL[:4], ["3C"], ["4C"], ["6C"]], stock=BACK, draw_pile="2D")
        for later in (played, few):
            server = Server(self, [(201, CREATED), self.KNOWN, self.KNOWN])
            self._sit(server, deal(), later)
            self.assertEqual([path.split("?")[0].split("/")[3:] for path, _, _ in server.came], [[], *[["s1", "snapshots"]] * 2])

    def test_a_given_session_gets_nothing_of_another_deal(self):
        server = Server(self, [self.PLAYING, self.KNOWN, self.KNOWN])
        self._sit(server, deal(), self.OTHER, self.OTHER, deal(draw_pile="3C"), session="s1")
        self.assertEqual([body["columns"][0] for body in server.posted()], ["5S", "5S"])
        self.assertEqual(self.said().count("a new game needs a new session"), 1)

    WAITING = (200, json.dumps({"sync": "looking", "status": "waiting", "message": "which card?", "table": {
        "columns": [{"unseen": 0, "cards": []}] * 7, "draw_pile": {"cards": [], "left": 0, "removed": 0}, "foundations": {suit: f"X{suit}" for suit in "CDHS"}}}).encode())

    def _open(self, server: Server, session: str = "") -> WatchSession:
        watch = TableWatcher(readings.Reader(KLONDIKE, None), say=print)
        opened = WatchSession(client.Daemon(server.url, session), watch, server.url, None if session else {"game": "klondike"}, 60)
        opened.open()
        self.addCleanup(opened.mailbox.close)
        return opened

    def _show(self, session: WatchSession, *seen) -> None:
        for reading in seen:
            session.watch.reader.readings = [reading]
            session.post(readings.NO_PICTURE)
            self.assertTrue(session.mailbox.wait(60))

    def _created(self, server: Server) -> int:
        return sum(path.split("?")[0].endswith("/v1/sessions") for path, _, _ in server.came)

    def test_a_deal_about_which_the_daemon_asks_keeps_its_session(self):
        """The daemon's table is empty until the game begins; this is no other deal. Later pictures go to a given session, too."""
        for given in ("", "s1"):
            server = Server(self, [(200, b'{"game":"klondike","status":"waiting"}') if given else (201, CREATED), *[self.WAITING] * 6, self.KNOWN])
            session = self._open(server, given)
            self._show(session, *[deal(draw_pile=[{"card": "KS", "p": 0.6}, {"card": "JC", "p": 0.3}])] * 6, deal())
            self.assertEqual((self._created(server), len(server.posted()), session.other_game), (0 if given else 1, 7, False))
            self.assertEqual(server.posted()[-1]["draw_pile"], "KS")

    def test_another_deal_before_the_game_has_begun_gets_a_session_of_its_own_after_some_pictures(self):
        for count in (MIN_POSTS - 1, MIN_POSTS):
            server = Server(self, [(201, CREATED), *[self.WAITING] * count, *([self.WAITING] if count < MIN_POSTS else [(201, CREATED.replace(b"s1", b"s2"))])])
            session = self._open(server)
            self._show(session, *[deal(draw_pile=[{"card": "KS", "p": 0.6}, {"card": "JC", "p": 0.3}])] * count, self.OTHER)
            self.assertEqual(self._created(server), 1 if count < MIN_POSTS else 2)

    NO_DEALS = (readings.of(KLONDIKE, [[DECK[7 * i + j] for j in range(3)] for i in range(7)], stock=BACK),  # columns of 10-20-30
                readings.of(KLONDIKE, [*DEAL[:6], ["9C", "8H"]], stock=BACK, draw_pile="KS"),
                readings.of(KLONDIKE, DEAL, stock=BACK, draw_pile="KS", foundation_H="2H"), readings.of(KLONDIKE, [[], *DEAL[1:]], stock=BACK, draw_pile="KS"))

    def test_a_table_that_is_no_deal_begins_no_game(self):
        """Nothing is posted, and a note has the reason; a later deal begins the game."""
        for given in ("", "s1"):
            for seen in self.NO_DEALS:
                server = Server(self, [(200, b'{"game":"klondike","status":"waiting"}') if given else (201, CREATED)])
                session = self._open(server, given)
                server.answers = [(200, b'{"status":"waiting","table":{}}')]
                self._show(session, seen, seen, seen)
                self.assertEqual((server.posted(), session.watch.reading.notes), ([], [notes.NO_DEAL]))
                server.answers = [self.KNOWN]
                self._show(session, deal())
                self.assertEqual((len(server.posted()), session.watch.reading.notes), (1, []))
                self._show(session, seen)  # later the same cards are a table under way
                self.assertEqual((len(server.posted()), session.watch.reading.notes), (2, []))

    def test_a_game_under_way_begins_when_the_player_has_entered_it(self):
        server = Server(self, [(201, CREATED), (503, b"{}"), self.PLAYING])
        session = self._open(server)
        played = self.NO_DEALS[1]
        with mock.patch("makker_camera.watch_session._RETRY_INTERVAL_S", 0):
            self._show(session, played)
            self.assertEqual(server.posted(), [])
            self._show(session, played)
        self.assertEqual((len(server.posted()), session.watch.reading.notes), (1, []))

    def test_the_number_of_new_sessions_in_a_period_is_limited(self):
        """Also if misreadings seem to be new games; after the period another session is created."""
        now = [1000.0]
        server = Server(self, [answer for _ in range(MAX_NEW + 1) for answer in ((201, CREATED), self.KNOWN)])
        with mock.patch.object(time, "monotonic", lambda: now[0]):
            session = self._open(server)
            self._show(session, deal(), *[seen for _ in range(MAX_NEW - 1) for seen in (readings.of(KLONDIKE), deal())])
            self.assertEqual((self._created(server), len(server.posted())), (MAX_NEW, MAX_NEW))
            now[0] += NEW_WITHIN_S - 1
            self._show(session, readings.of(KLONDIKE), deal(), deal())
            self.assertEqual((self._created(server), len(server.posted())), (MAX_NEW, MAX_NEW))
            self.assertEqual(session.watch.reading.notes, [notes.MANY_GAMES])
            self.assertEqual(self.said().count("too many new games"), 1)
            now[0] += 1
            self._show(session, deal())
            self.assertEqual((self._created(server), len(server.posted())), (MAX_NEW + 1, MAX_NEW + 1))

    def test_another_deal_than_that_of_a_given_session_is_reported_as_long_as_it_is_on_the_table(self):
        session = self._open(Server(self, [self.PLAYING, self.KNOWN, self.KNOWN]), "s1")
        states = []
        for seen in (deal(), self.OTHER, self.OTHER, readings.of(KLONDIKE), self.OTHER, deal(draw_pile="3C")):
            self._show(session, seen)
            states.append(session.other_game)
        self.assertEqual(states, [False, True, True, False, True, True])

    def test_so_does_a_game_after_one_that_is_over_or_gone_or_of_other_rules_or_of_another_daemon(self):
        over = (200, self.PLAYING[1].replace(b"playing", b"won"))
        for found in (over, (404, b"{}"), (403, b"{}"), (200, b'{"status":"playing"}')):
            self.assertEqual(self._start_again(found, deal()), [["s1"], [], ["s2", "snapshots"]], found)
        self.assertEqual(self._start_again(self.PLAYING, deal(), {"game": "klondike", "preset": "klondike-3"}, kept_for=""), [[], ["s2", "snapshots"]])
        self.assertEqual(self._start_again(self.PLAYING, deal(), kept_for="elsewhere:1"), [[], ["s2", "snapshots"]])

    def test_an_invalid_stored_session_is_ignored(self):
        with tempfile.TemporaryDirectory() as folder:
            last = LastSession(Path(folder, "new", "session.json"), "daemon")
            self.assertIsNone(last.read({}))
            last.write({}, "s1", "page")
            for text in ("", "[]", "{}", '{"of":1,"session":2,"page":3}', "[" * 5000):
                last.path.write_text(text)
                self.assertIsNone(last.read({}))

    def test_the_page_s_address_may_be_another_than_the_daemon_s(self):
        server = Server(self, [(201, CREATED)])
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"MAKKER_PUBLIC_URL": ""}):
            cv2.imwrite(f"{folder}/1.jpg", np.zeros((240, 320, 3), np.uint8))
            command = [COMMAND, "watch", "--camera", folder, "--url", server.url, "--public-url", "https://cards.example/", "--retry-s", "1"]
            said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
        self.assertIn("https://cards.example/s/s1\n", said)

    def test_a_daemon_that_is_away_at_first_is_waited_for(self):
        port = Server(self)
        port.stop()
        back = threading.Timer(0.5, lambda: Server(self, [(201, CREATED)], port.server_port))
        back.start()
        self._sit(port, deal())
        back.join()
        self.assertIn("does not respond", self.said())
        self.assertIn("ok", self.said())

    def test_an_unreachable_daemon_is_reported_after_the_retry_time(self):
        port = Server(self)
        port.stop()
        with self.assertRaisesRegex(client.Unreachable, "does not respond"):
            self._sit(port, deal(), retry_s=0.1)

    def test_a_daemon_that_returns_gets_the_present_table(self):
        server = Server(self, [(201, CREATED), (200, IN_SYNC), (503, b"{}", ("Retry-After", "1")), (503, b"{}")])
        self._sit(server, deal(), deal(draw_pile="3C"))
        self.assertEqual([body["draw_pile"] for body in server.posted()], ["KS", "3C", "3C", "3C"])
        self.assertEqual(self.said().count("the daemon is busy"), 1)

    def test_a_wrong_token_ends_it_with_instructions(self):
        with self.assertRaisesRegex(ValueError, "MAKKER_TOKEN"):
            self._sit(Server(self, [(401, b"{}")]), deal(), session="s1", token="wrong")
        with self.assertRaisesRegex(ValueError, "MAKKER_TOKEN"):
            self._sit(Server(self, [(401, b"{}")]), deal(), token="wrong")
        with self.assertRaisesRegex(ValueError, "camera token"):
            self._sit(Server(self, [(403, b"{}"), (403, b"{}")]), deal(), session="s1", token="companion")

    def test_a_table_that_was_deleted_ends_it_at_the_next_picture(self):
        server = Server(self, [(201, CREATED), (200, IN_SYNC), (404, b"{}")])
        with self.assertRaisesRegex(ValueError, "no longer exists"):
            self._sit(server, deal(), deal(draw_pile="3C"), deal(draw_pile="4C"))
        self.assertEqual(len(server.posted()), 2)

    def test_a_table_of_another_game_is_reported(self):
        with self.assertRaisesRegex(ValueError, "--game take-away"):
            self._sit(Server(self, [(200, b'{"game":"take-away","status":"waiting"}')]), deal(), session="s1")

    def test_a_table_that_changed_after_movement_is_a_finished_move(self):
        """The daemon gets it with the picture that shows it, and not again with the requested pictures."""
        drawn = deal(draw_pile="2D")
        hand, still = np.full((72, 128, 3), 200, np.uint8), np.zeros((72, 128, 3), np.uint8)
        server = Server(self, [(201, CREATED), (200, IN_SYNC), (200, b'{"sync":"looking"}'), (200, IN_SYNC)])
        watch = TableWatcher(readings.Reader(KLONDIKE, deal(), drawn), say=print)
        session = WatchSession(client.Daemon(server.url), watch, server.url, {"game": "klondike"})
        session.run(Source(iter([hand, *[still] * 3, hand, *[still] * 4]), alone=False, live=False))
        self.assertEqual([(body["draw_pile"], body.get("done")) for body in server.posted()], [("KS", True), ("2D", True), ("2D", None)])

    def test_a_new_game_on_a_cleared_table_gets_a_table_of_its_own(self):
        second = CREATED.replace(b"s1", b"s2")
        server = Server(self, [(201, CREATED), (200, IN_SYNC), (201, second), (200, IN_SYNC)])
        self._sit(server, deal(), readings.of(KLONDIKE), deal(draw_pile="3C"))
        self.assertEqual([path.split("?")[0].split("/")[3:] for path, _, _ in server.came],
                         [[], ["s1", "snapshots"], [], ["s2", "snapshots"]])
        self.assertIn("a new game", self.said())

    def test_a_given_table_is_not_replaced_by_a_new_game(self):
        server = Server(self, [(200, b'{"status":"waiting"}'), (200, IN_SYNC)])
        self._sit(server, deal(), readings.of(KLONDIKE), deal(), deal(draw_pile="3C"), session="s1")
        self.assertEqual(len(server.posted()), 1)
        self.assertEqual(self.said().count("a new game needs a new session"), 1)

    def test_doubtful_cards_are_shown_with_a_question_mark(self):
        snapshot = {"draw_pile": [{"card": "8D", "p": 0.7}, {"card": "8H", "p": 0.2}], "columns": [["7H", "UU"], "3C"], "frame": 4}
        self.assertEqual(described(snapshot), "draw pile 8D? 8H?, columns (7H UU) 3C")


class Capture:
    """A fake of OpenCV's captures."""

    def __init__(self, *delivered):
        self.delivered = list(delivered)
        self.released = False

    def read(self):
        return self.delivered.pop(0) if self.delivered else (False, None)

    def release(self):
        self.released = True


def frame(grey: int) -> tuple:
    return True, np.full((240, 320, 3), grey, np.uint8)


class Sources(unittest.TestCase):
    def test_broken_pictures_of_a_camera_are_left_out(self):
        broken = [(False, None), (True, None), (True, np.zeros((240, 320), np.uint8)), (True, np.zeros((1, 1, 3), np.uint8))]
        capture = Capture(frame(1), *broken, frame(2))
        self.assertEqual([int(picture[0, 0, 0]) for picture in source.frames(capture)], [1, 2])

    def test_a_camera_that_goes_is_opened_again_when_it_is_back(self):
        said, captures = [], [Capture(frame(1)), None, None, Capture(frame(2))]
        first = captures[0]
        seen = source.live(lambda: captures.pop(0), said.append, lambda _: True)
        self.assertEqual([int(next(seen)[0, 0, 0]) for _ in range(2)], [1, 2])
        self.assertTrue(first.released)
        self.assertEqual(said, ["the camera delivers nothing; trying again"])

    def test_a_missing_camera_is_reported(self):
        with self.assertRaisesRegex(ValueError, "connected"):
            next(source.live(lambda: None, print, lambda _: True))

    def test_a_broken_picture_in_a_folder_is_skipped_with_a_message(self):
        said = []
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "1.jpg").write_bytes(b"\xff\xd8 no picture")
            cv2.imwrite(str(Path(folder, "2.png")), frame(7)[1])
            Path(folder, "notes.txt").write_text("no picture")
            seen = list(source.pictures(folder, said.append).pictures)
        self.assertEqual([int(picture[0, 0, 0]) for picture in seen], [7])
        self.assertEqual(len(said), 1)
        self.assertIn("1.jpg", said[0])

    def test_a_video_is_read_to_its_end_and_an_invalid_file_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "video.avi")
            video = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (320, 240))
            for grey in (40, 80, 120):
                video.write(frame(grey)[1])
            video.release()
            video = source.pictures(str(path))
            self.assertEqual([round(float(picture.mean()) / 40) for picture in video.pictures], [1, 2, 3])
            self.assertFalse(video.alone or video.live)
            nothing = Path(folder, "nothing.avi")
            nothing.write_bytes(b"RIFF nothing")
            with self.assertRaisesRegex(ValueError, "no video"):
                next(source.pictures(str(nothing)).pictures)


class Terminal(unittest.TestCase):
    """The command, as people start it."""

    def _start(self, *args) -> subprocess.Popen:
        process = subprocess.Popen([COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        self.addCleanup(process.kill)
        return process

    def test_it_ends_at_once_and_without_a_traceback_when_it_is_stopped_while_the_daemon_is_away(self):
        for shutdown in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(shutdown), tempfile.TemporaryDirectory() as folder:
                server = Server(self, [(201, CREATED)] + [(503, b"{}", ("Retry-After", "600"))] * 9)
                cv2.imwrite(str(Path(folder, "1.jpg")), tables.photograph(measure.deal(1), 1))
                process = self._start("watch", "--camera", folder, "--url", server.url, "--deck", str(tables.LEARNED),
                                      "--retry-s", "3600")
                server.wait_for(2)
                process.send_signal(shutdown)
                out, complaints = process.communicate(timeout=60)
                self.assertEqual((process.returncode, complaints), (130, "makker-camera: stopped\n"))
                self.assertIn("the last snapshot was not delivered", out)

    def test_an_error_is_one_line(self):
        for args, words in ((["watch", "--camera", "nowhere"], "no camera, no video and no folder"),
                            (["watch", "--deck", "nowhere"], "no enrolled deck"),
                            (["watch", "--rules", "[]"], "--rules"), (["watch", "--url", "nonsense"], "not an HTTP URL"),
                            (["watch", "--token", "a b"], "invalid token")):
            deck = [] if "--deck" in args else ["--deck", str(tables.LEARNED)]
            process = self._start(*args, *deck)
            out, complaints = process.communicate(timeout=60)
            self.assertEqual((process.returncode, out), (1, ""), args)
            self.assertRegex(complaints, rf"^makker-camera: .*{words}.*\n$")

    def test_where_there_are_no_pictures_no_table_is_made(self):
        server = Server(self, [])
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "notes.txt").write_text("no picture", "utf-8")
            watch = ["watch", "--camera", folder, "--url", server.url, "--deck", str(tables.LEARNED)]
            for args in (watch, ["corners", f"{folder}/corners.json", "--camera", folder]):
                process = self._start(*args)
                out, complaints = process.communicate(timeout=60)
                self.assertEqual((process.returncode, out), (1, ""))
                self.assertRegex(complaints, r"^makker-camera: .*: there are no pictures .*\n$")
            Path(folder, "1.jpg").write_bytes(b"broken")
            process = self._start(*watch)
            out, complaints = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1)
            self.assertIn("left out", out)
            self.assertRegex(complaints, r"^makker-camera: .*that can be read\n$")
        self.assertEqual(server.came, [])

    def test_a_camera_that_cannot_be_opened_is_reported_and_creates_no_table(self):
        server = Server(self, [])
        with tempfile.TemporaryDirectory() as folder:
            for args in (["watch", "--url", server.url, "--deck", str(tables.LEARNED)], ["corners", f"{folder}/corners.json"]):
                process = self._start(*args, "--camera", "97")  # no computer has so many
                out, complaints = process.communicate(timeout=60)
                self.assertEqual((process.returncode, out), (1, ""))
                self.assertRegex(complaints, r"makker-camera: the camera cannot be opened: .*\n$")
        self.assertEqual(server.came, [])

    def test_numbers_have_their_ranges(self):
        for args, option in (("enrol --drawn makker --tables 1", "tables"), ("enrol --drawn makker --tables -3", "tables"),
                             ("enrol folder --width 0", "width"), ("enrol folder --height nan", "height"),
                             ("watch --threshold 7", "threshold"), ("read a.jpg --threshold 0.2", "threshold"),
                             ("watch --retry-s inf", "retry-s"), ("watch --first-frame -1", "first-frame")):
            process = self._start(*args.split())
            out, complaints = process.communicate(timeout=60)
            self.assertEqual((process.returncode, out), (2, ""), args)
            self.assertRegex(complaints.splitlines()[-1], rf"error: argument --{option}: '.*' is not a (whole )?number from \d")

    def test_the_pause_of_a_restart_is_no_small_number_of_missing_pictures(self):
        first, second = (int(subprocess.run([sys.executable, "-c", "from makker_camera import cli; print(cli._parser().parse_args(['watch']).first_frame)"],
                                            capture_output=True, check=True, text=True, cwd=tables.CLIENT, timeout=60).stdout) for _ in range(2))
        self.assertGreater(second - first, 50)  # a Python starts in no less; in seconds it would be 0 or 1

    def test_every_command_explains_itself(self):
        for command in ("mat", "enrol", "read", "corners", "watch"):
            out, complaints = self._start(command, "--help").communicate(timeout=60)
            self.assertIn(f"usage: makker-camera {command}", out)
            self.assertEqual(complaints, "")


if __name__ == "__main__":
    unittest.main()
