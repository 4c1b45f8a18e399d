"""Short games from photons to the daemon: rendered photographs, the camera's watch, a real makkerd."""

import json
import unittest
from unittest import mock

import readings
import tables
from watch_fixture import Game, Makkerd
from makker_camera import layout, scene, truth
from makker_camera.cards import BACK, DECK, EMPTY
from makker_camera.client import Daemon
from makker_camera.reader import Reader
from makker_camera.snapshots import BUILDERS
from makker_camera.table_watcher import TableWatcher
from makker_camera.watch_session import WatchSession

MAX_PHOTOGRAPHS = 6  # of one table, until the daemon has understood it


class Klondike(unittest.TestCase):
    def test_a_dozen_moves_are_followed_card_by_card(self):
        with Makkerd() as makkerd:
            game = Game(Daemon(makkerd.url), tables.deck(), tables.learned(), seed=3)
            self.assertEqual(game.play(longest=12), [], game.log)
        self.assertEqual((game.wrong, game.questions, game.moves), ([], 0, 12))


class KnownFromElsewhere(unittest.TestCase):
    """A table of Klondike that the daemon knows from another source is no finished move when the camera shows it after a hand."""

    DEAL = [["5S"], ["5H"], ["QC"], ["7H"], ["8D"], ["9D"], ["9C"]]
    DOUBTFUL = ({"card": "JS", "p": 0.5}, {"card": "KC", "p": 0.4})

    @classmethod
    def setUpClass(cls):
        cls.makkerd = cls.enterClassContext(Makkerd())

    def setUp(self):
        self.session = self._camera(Daemon(self.makkerd.url), {"game": "klondike", "strategy": "heuristic", "language": "en"})
        self.daemon = self.session.daemon
        self._show("KS")

    def _camera(self, daemon: Daemon, session_spec: dict | None) -> WatchSession:
        watch = TableWatcher(readings.Reader(layout.KLONDIKE, None), say=lambda _text: None)
        session = WatchSession(daemon, watch, self.makkerd.url, session_spec, 0)
        output = mock.patch("makker_camera.watch_session.say")
        output.start()
        self.addCleanup(output.stop)
        session.open()
        self.addCleanup(session.mailbox.close)
        return session

    def _show(self, waste, session: WatchSession | None = None, pictures: int = MAX_PHOTOGRAPHS) -> dict:
        """Shows a hand, then pictures of the deal with this card on the waste."""
        dealt = readings.of(layout.KLONDIKE, self.DEAL, stock=BACK, draw_pile=list(waste) if isinstance(waste, tuple) else waste)
        readings.show(session or self.session, dealt, pictures)
        known = self.daemon.request("GET", f"/v1/sessions/{self.daemon.session}").body
        return {"explanation": known["observed"]["explanation"], "asks": known["asks"], "waste": known["table"]["draw_pile"]["cards"], "left": known["table"]["draw_pile"]["left"]}

    def _report(self, what: str, body: dict) -> None:
        self.assertEqual(self.daemon.request("POST", f"/v1/sessions/{self.daemon.session}/{what}", body).status, 200)

    def _assert_nothing_was_done(self, waste, known: list[str], left: int = 22, session: WatchSession | None = None) -> None:
        """One picture is enough."""
        self.assertEqual(self._show(waste, session, pictures=1), {"explanation": "unchanged", "asks": None, "waste": known, "left": left})

    def test_a_move_that_the_player_has_reported(self):
        self._report("moves", {"type": 5, "from": 11, "to": 11, "cut": 0, "revealed": "3D"})
        self._assert_nothing_was_done("3D", ["KS", "3D"])

    def test_a_card_that_the_player_has_corrected(self):
        self._show("3D")
        self._report("corrections", {"position": 11, "card": "3H"})
        self._assert_nothing_was_done("3H", ["KS", "3H"])

    def test_a_card_that_the_player_has_named(self):
        """It is not among the candidates; a later picture is clearer."""
        self.assertIsNotNone(self._show(self.DOUBTFUL)["asks"])
        self._report("corrections", {"position": 11, "card": "JH"})
        self._assert_nothing_was_done("JH", ["KS", "JH"])

    def test_a_move_that_the_player_has_undone(self):
        self._show("3D")
        self._report("undo", {})
        self._assert_nothing_was_done("KS", ["KS"], left=23)

    def test_a_move_that_another_camera_has_shown(self):
        other = self._camera(Daemon(self.makkerd.url, self.daemon.session), None)
        other.watch.camera = "other"
        self._show("3D", other)
        self._assert_nothing_was_done("3D", ["KS", "3D"])

    def test_the_first_picture_of_a_camera_that_begins_again(self):
        self._show("3D")
        again = self._camera(Daemon(self.makkerd.url, self.daemon.session), None)
        again.watch.frame = self.session.watch.frame
        self._assert_nothing_was_done("3D", ["KS", "3D"], session=again)

    def test_another_deal_begins_another_game_and_leaves_this_one_as_it_was(self):
        """The camera was covered while the cards were gathered and dealt."""
        self._show("3D")
        first, before = self.daemon.session, self.daemon.request("GET", f"/v1/sessions/{self.daemon.session}").body
        dealt = [["KH"], ["2H"], ["QC"], ["2C"], ["3C"], ["4C"], ["6C"]]
        known = readings.show(self.session, readings.of(layout.KLONDIKE, dealt, stock=BACK, draw_pile="2D"), MAX_PHOTOGRAPHS)
        self.assertNotEqual(self.daemon.session, first)
        self.assertEqual(([column["cards"] for column in known["table"]["columns"]], known["table"]["draw_pile"]["cards"], known["asks"]), (dealt, ["2D"], None))
        after = self.daemon.request("GET", f"/v1/sessions/{first}").body
        self.assertEqual((after["version"], after["table"], after["sync"]), (before["version"], before["table"], before["sync"]))

    def test_a_move_after_it_is_one(self):
        """The player names a card, and draws another one before the camera shows it."""
        self._show(self.DOUBTFUL)
        self._report("corrections", {"position": 11, "card": "JS"})
        self.assertEqual(self._show("3D")["waste"], ["KS", "JS", "3D"])


class Beginnings(unittest.TestCase):
    """The first pictures of a game of Klondike."""

    DEAL = KnownFromElsewhere.DEAL

    @classmethod
    def setUpClass(cls):
        cls.makkerd = cls.enterClassContext(Makkerd())

    def _show(self, session: WatchSession, reading: readings.Reading, pictures: int = MAX_PHOTOGRAPHS) -> dict:
        return readings.show(session, reading, pictures)

    def _begin(self, session: str = "") -> WatchSession:
        daemon = Daemon(self.makkerd.url, session)
        begun = WatchSession(daemon, TableWatcher(readings.Reader(layout.KLONDIKE, None), say=lambda _text: None), self.makkerd.url,
                             None if session else {"game": "klondike", "strategy": "heuristic", "language": "en"}, 0)
        output = mock.patch("makker_camera.watch_session.say")
        output.start()
        self.addCleanup(output.stop)
        begun.open()
        self.addCleanup(begun.mailbox.close)
        return begun

    def test_a_game_under_way_begins_with_its_table(self):
        """A table with two cards face up in column 7 is no deal; the player enters it, and the camera continues from it."""
        session = self._begin()
        played = readings.of(layout.KLONDIKE, [*self.DEAL[:6], ["9C", "8H"]], stock=BACK, draw_pile="KS")
        self.assertEqual((self._show(session, played)["status"], session.watch.frame), ("waiting", 0))
        columns = [{"unseen": i, "cards": cards} for i, cards in enumerate([*self.DEAL[:6], ["9C", "8H"]])]
        table = {"columns": columns, "draw_pile": {"left": 21, "removed": 1, "cards": ["JD", "KS"]}, "foundations": {suit: f"X{suit}" for suit in "CDHS"}}
        answer = session.daemon.request("POST", f"/v1/sessions/{session.daemon.session}/corrections", {"table": table})
        self.assertEqual(answer.status, 200, answer.body)
        session.ask_at = 0.0
        known = self._show(session, readings.of(layout.KLONDIKE, [*self.DEAL[:6], ["9C", "8H"]], stock=BACK, draw_pile="3D"))
        pile = known["table"]["draw_pile"]
        self.assertEqual((known["table"]["columns"][6]["cards"], pile["cards"], pile["left"]), (["9C", "8H"], ["JD", "KS", "3D"], 20))

    def test_a_doubtful_card_is_asked_about_in_one_session_until_it_is_read(self):
        given = Daemon(self.makkerd.url)
        given.create({"game": "klondike", "strategy": "heuristic", "language": "en"})
        doubtful = readings.of(layout.KLONDIKE, [*self.DEAL[:4], [], *self.DEAL[5:]], stock=BACK, draw_pile="KS")
        doubtful.slots["column 5"] = [{"card": "JC", "p": 0.5}, {"card": "KC", "p": 0.3}]
        for session in (self._begin(), self._begin(given.session)):
            first = session.daemon.session
            known = self._show(session, doubtful)
            self.assertEqual((session.daemon.session, known["status"]), (first, "waiting"))
            self.assertIn("column 5", known["asks"]["text"])
            known = self._show(session, readings.of(layout.KLONDIKE, [*self.DEAL[:4], ["JC"], *self.DEAL[5:]], stock=BACK, draw_pile="KS"))
            self.assertEqual((session.daemon.session, known["status"], known["table"]["columns"][4]["cards"]), (first, "playing", ["JC"]))


class Files(unittest.TestCase):
    def test_tables_of_each_game_are_taken_from_json(self):
        trick = truth.table_of('{"game":"doppelkopf","seats":["XX","0H","XX","AS"]}')
        self.assertEqual([card for _, card in trick.singles()], ["XX", "0H", "XX", "AS"])
        groups = truth.table_of(json.dumps({"game": "take-away", "columns": [{"run": DECK[:19]}] + [{}] * 6}))
        self.assertEqual((groups.singles(), len(groups.columns[0][1])), ([], 19))
        for wrong in ({"game": "chess"}, {"game": "doppelkopf", "columns": [{}]}, {"game": "doppelkopf", "seats": ["AS"]},
                      {"game": "take-away", "columns": [{"run": DECK[:20]}] + [{}] * 6}):
            with self.assertRaises(ValueError):
                truth.table_of(json.dumps(wrong))


class Others(unittest.TestCase):
    """A game each: `lay` photographs a table and posts it to the daemon."""

    @classmethod
    def setUpClass(cls):
        cls.makkerd = cls.enterClassContext(Makkerd())

    def _begin(self, game: str, **session_spec) -> None:
        self.daemon = Daemon(self.makkerd.url)
        self.daemon.create({"game": game, "language": "en", **session_spec})
        self.said, self.photographs = [], 0
        self.watch = self._camera(game, "camera")

    def _camera(self, game: str, name: str) -> TableWatcher:
        watch = TableWatcher(Reader(tables.learned(), on=layout.LAYOUTS[game]), name, say=self.said.append)
        watch.begin(BUILDERS[game]())
        return watch

    def _known(self) -> dict:
        return self.daemon.request("GET", f"/v1/sessions/{self.daemon.session}").body

    def _look(self, watch: TableWatcher, table: scene.Table) -> None:
        self.photographs += 1
        snapshot = watch.look(tables.photograph(table, 400 + self.photographs))
        if snapshot:
            watch.on_answer(self.daemon.post(snapshot))

    def _lay(self, is_understood, **table) -> dict:
        """Photographs of a table until the daemon has understood it."""
        laid = scene.Table(**{"columns": [], "on": self.watch.builder.on, **table})
        for _ in range(MAX_PHOTOGRAPHS):
            self._look(self.watch, laid)
            known = self._known()
            if is_understood(known):
                return known
            self.watch.wanted = True
        self.fail(f"{known['table']} {known['message']} {self.said}")

    # ---- Take-away -----------------------------------------------------------------------------

    def _groups(self, cards: list[list[str]]) -> dict:
        columns = [(0, group) for group in cards] + [(0, [])] * (layout.COLUMNS - len(cards))
        counts = [len(group) for group in cards]
        return self._lay(lambda known: known["table"]["groups"] == counts, columns=columns, stock=False)

    def test_take_away_is_counted_to_its_end(self):
        self._begin("take-away", rules={"groups": [3, 4, 5], "limits": [2, 3, 4]})
        deck = list(DECK[7:])
        cards = [[deck.pop() for _ in range(count)] for count in (3, 4, 5)]
        known = self._groups(cards)
        while known["status"] == "playing":
            move = known["suggestion"]
            del cards[move["group"]][-move["count"] :]
            known = self._groups(cards)
        self.assertEqual((known["table"]["groups"], known["sync"]), ([0, 0, 0], "in_sync"))
        self.assertIn(known["status"], ("won", "lost"))

    # ---- 10-20-30 ------------------------------------------------------------------------------

    def test_10_20_30_is_followed_through_deals_and_a_removal(self):
        self._begin("ten-twenty-thirty", preset="patience")
        # After two rounds the third card of the first column makes 7 + 3 + 10.
        deck = ["7H", "KD", "3C", "2S", "5D", "6H", "8C", "3H", "9C", "2D", "4S", "6S", "9H", "9D", "KC", "AC"]
        columns = [[] for _ in range(layout.COLUMNS)]

        def show() -> dict:
            return self._lay(lambda known: known["table"]["columns"] == columns, columns=[(0, run) for run in columns])

        for column in range(layout.COLUMNS):
            columns[column].append(deck.pop(0))
        show()
        for number in range(8):
            columns[number % layout.COLUMNS].append(deck.pop(0))
            show()
        self.assertEqual(columns[0], ["7H", "3H", "KC"])
        columns[0].clear()
        known = show()
        self.assertEqual(known["table"]["known_deck"][-3:], ["7H", "3H", "KC"])
        columns[1].append(deck.pop(0))
        self.assertEqual((show()["table"]["deck_left"], known["table"]["deck_left"]), (39, 40))

    # ---- Doppelkopf ----------------------------------------------------------------------------

    def test_doppelkopf_the_card_just_played_is_posted_trick_after_trick(self):
        self._begin("doppelkopf", strategy="tricks")
        hand = ["0H", "QC", "QS", "JD", "AD", "KD", "AC", "0C", "9S", "KS", "AH", "9H"]
        path = f"/v1/sessions/{self.daemon.session}/snapshots"
        self.assertEqual(self.daemon.request("POST", path, {"hand": hand, "dealer": 0}).status, 200)
        for leader, trick in ((1, ["AS", "0S", "KS", "9S"]), (1, ["AS", "0S", "JC", "KS"])):
            seats = [EMPTY] * 4
            for number, card in enumerate(trick):
                seats[(leader + number) % 4] = card
                laid = trick[: number + 1] if number < 3 else []
                known = self._lay(lambda known: known["table"]["trick"]["cards"] == laid, seats=list(seats))
            self._lay(lambda known: True, seats=[EMPTY] * 4)
        self.assertEqual([trick["cards"] for trick in known["table"]["tricks"]], [["AS", "0S", "KS", "9S"], ["AS", "0S", "JC", "KS"]])

    # ---- Two cameras ---------------------------------------------------------------------------

    def test_two_cameras_look_at_one_table(self):
        self._begin("klondike", strategy="heuristic")
        other = self._camera("klondike", "window")
        columns = [(i, [card]) for i, card in enumerate(["5S", "5H", "QC", "7H", "8D", "9D", "9C"])]
        moved = [*columns[:4], (3, ["QH"]), columns[5], (6, ["9C", "8D"])]
        for table in (columns, moved):
            fronts = [run for _, run in table]
            known = self._lay(lambda known: [column["cards"] for column in known["table"]["columns"]] == fronts,
                              columns=table, draw_pile="KS")
            self._look(other, scene.Table(table, draw_pile="KS"))
            self.assertEqual(self._known()["version"], known["version"], self.said)
        self.assertEqual(known["observed"]["explanation"], "suggested_move")


if __name__ == "__main__":
    unittest.main()
