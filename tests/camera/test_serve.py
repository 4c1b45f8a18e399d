"""The service for a phone: access control, rejected input, and the position of the arrow of a move."""

import asyncio
import contextlib
import errno
import io
import json
import os
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
import readings
import tables  # noqa: F401: adds the client to the path
from aiohttp import ClientConnectionError, ClientSession, WSMsgType, WSServerHandshakeError, web
from aiohttp.test_utils import TestClient, TestServer
from fake_daemon import CREATED, Server
from makker_camera import cli, layout
from makker_camera.client import Daemon
from makker_camera.layout import KLONDIKE, LAYOUTS
from makker_camera.places import Card
from makker_camera.serve import app, connections, overlay, pairing, phone_table
from makker_camera.table_watcher import TableWatcher
from makker_camera.watch_session import WatchSession

KEY = "k" * 32
DEAL = [["5S"], ["5H"], ["QC"], ["7H"], ["8D"], ["9D"], ["9C"]]
GREY = cv2.imencode(".jpg", np.full((360, 640, 3), 120, np.uint8))[1].tobytes()


class _Reader(readings.Reader):
    fixed = None
    has_no_mat = False

    class knows:
        size = layout.CARD


def _deal():
    reading = readings.of(KLONDIKE, DEAL, stock="BACK", draw_pile="KS")
    reading.best["stock"] = ("BACK", 0.99)
    return reading


class Phones(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        for module in ("serve.app", "watch_session", "serve.phone_table"):
            said = mock.patch(f"makker_camera.{module}.say")
            self.said = said.start()
            self.addCleanup(said.stop)
        self.daemon = Server(self, [(201, CREATED)])
        watch = TableWatcher(_Reader(KLONDIKE, _deal()), say=lambda _text: None)
        session = WatchSession(Daemon(self.daemon.url), watch, self.daemon.url, {"game": "klondike"}, 0)
        self.table = phone_table.PhoneTable(session)
        self.service = app.Service(self.table, KEY)
        self.client = TestClient(TestServer(self.service.application()))
        await self.client.start_server()
        self.addAsyncCleanup(self.client.close)
        self.addCleanup(self.table.close)

    def _posted(self) -> dict:
        """The first snapshot, as soon as it came: the session is also asked for news."""
        with self.daemon.changed:
            self.assertTrue(self.daemon.changed.wait_for(self.daemon.posted, 60))
        return self.daemon.posted()[0]

    async def _phone(self, key=KEY, **hello):
        phone = await self.client.ws_connect("/live")
        await phone.send_str(json.dumps({"key": key, "language": "da", **hello}))
        return phone

    async def _listen(self, tls=None, idle_s=0.5) -> connections.Connections:
        """The service as `run` has it, with its limits of connections."""
        runner = web.AppRunner(self.service.application(), access_log=None)
        await runner.setup()
        self.addAsyncCleanup(runner.cleanup)
        limited = connections.Connections(runner.server, tls, self.service.shows_table, idle_s)
        self.addAsyncCleanup(limited.close)
        self.port = await limited.listen("127.0.0.1", 0)
        return limited

    async def _connect(self, count: int, source: str) -> list:
        """Silent connections from an address; each is (reader, writer)."""
        made = [await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0)) for _ in range(count)]
        for _, writer in made:
            self.addCleanup(writer.close)
        return made

    async def _until(self, what, holds) -> None:
        for _ in range(400):
            if holds():
                return
            await asyncio.sleep(0.05)
        self.fail(what)

    async def test_idle_connections_are_limited_and_closed_and_a_phone_stays(self):
        limited = await self._listen()
        await self._connect(3 * connections.MAX_CONNECTIONS, "127.0.0.2")
        async with ClientSession() as session, session.ws_connect(f"http://127.0.0.1:{self.port}/live") as phone:
            await phone.send_str(json.dumps({"key": KEY}))
            self.assertIn("size", await self._picture(phone))
            self.assertLessEqual(len(limited.open), connections.MAX_CONNECTIONS)
            await self._until("the idle ones are closed", lambda: len(limited.open) == 1)
            await self._connect(2 * connections.MAX_CONNECTIONS, "127.0.0.1")
            self.assertIn("size", await self._picture(phone), "the phone has stayed")
        await self._until("the phone has gone", lambda: not limited.open)

    async def test_a_flood_from_one_address_closes_its_own_connections(self):
        limited = await self._listen(idle_s=60)
        [(reader, _)] = await self._connect(1, "127.0.0.3")
        flood = await self._connect(2 * connections.MAX_CONNECTIONS, "127.0.0.2")
        await self._until("all were accepted", lambda: sum(other.at_eof() for other, _ in flood) >= connections.MAX_CONNECTIONS + 1)
        self.assertEqual(len(limited.open), connections.MAX_CONNECTIONS)
        self.assertIn("127.0.0.3", [one.address for one in limited.open.values()])
        self.assertFalse(reader.at_eof())

    async def test_a_missing_handshake_of_tls_ends_the_connection(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(connections, "_HANDSHAKE_TIMEOUT_S", 0.3):
            limited = await self._listen(pairing.certificate(Path(folder), "127.0.0.1"), idle_s=60)
            [(reader, _)] = await self._connect(1, "127.0.0.2")
            self.assertEqual(await asyncio.wait_for(reader.read(), 20), b"")
            await self._until("it is closed here, too", lambda: not limited.open)

    async def _picture(self, phone, jpeg=GREY, alone=True) -> dict:
        await phone.send_bytes(bytes([alone]) + jpeg)
        return await phone.receive_json(timeout=10)

    async def test_only_a_phone_with_the_key_is_served(self):
        for hello in ('{"key":"wrong"}', "{}", "[]", "nonsense", '{"key":5}', "[" * 5000):
            phone = await self.client.ws_connect("/live")
            await phone.send_str(hello)
            message = await phone.receive(timeout=10)
            self.assertEqual((message.type, phone.close_code), (WSMsgType.CLOSE, app.WRONG_KEY), hello[:20])
        self.assertEqual(self.daemon.came, [])
        self.assertEqual(self.service.unauthenticated, 0)

    async def test_a_session_begins_with_the_first_picture_in_the_language_of_the_phone(self):
        phone = await self._phone()
        self.assertEqual(self.daemon.came, [])
        view = await self._picture(phone)
        self.assertEqual(self.daemon.came[0][:2], ("/v1/sessions", {"game": "klondike", "language": "da"}))
        self.assertEqual((view["size"], view["moving"], view["notes"]), ([640, 360], False, []))
        self.assertEqual(self._posted()["draw_pile"], "KS")

    async def test_another_deal_than_that_of_the_session_is_noted(self):
        phone = await self._phone()
        self.assertEqual((await self._picture(phone))["notes"], [])
        self.assertTrue(self.table.session.mailbox.wait(60))
        watch = self.table.session.watch
        watch.table, self.table.session.session_spec = {"anything": 1}, None
        with mock.patch.object(watch.builder, "is_another_deal", lambda snapshot, table: True):
            watch.wanted = True
            view = await self._picture(phone)
        self.assertEqual([note["code"] for note in view["notes"]], ["other_game"])
        self.assertEqual(len(self.daemon.posted()), 1)

    async def test_moving_pictures_are_not_read(self):
        phone = await self._phone()
        rng = np.random.default_rng(1)
        for _ in range(4):
            moving = cv2.imencode(".jpg", rng.integers(0, 255, (360, 640, 3), np.uint8))[1].tobytes()
            self.assertTrue((await self._picture(phone, moving, alone=False))["moving"])
        self.assertEqual(self.daemon.came, [])
        views = [await self._picture(phone, alone=False) for _ in range(4)]
        self.assertEqual([view["moving"] for view in views], [True, True, False, False])
        self.assertTrue(self._posted()["done"])

    async def test_a_table_without_a_mat_is_not_searched_for_markers(self):
        """The search would take longer than everything else for a picture during a move."""
        phone = await self._phone()
        await self._picture(phone)
        reader, rng = self.table.session.watch.reader, np.random.default_rng(1)
        moving = [cv2.imencode(".jpg", rng.integers(0, 255, (360, 640, 3), np.uint8))[1].tobytes() for _ in range(2)]
        for has_no_mat, picture in zip((False, True), moving):
            with mock.patch.object(reader, "has_no_mat", has_no_mat, create=True), mock.patch.object(phone_table.finder, "by_markers", return_value=None) as sought:
                self.assertTrue((await self._picture(phone, picture, alone=False))["moving"])
            self.assertEqual(sought.called, not has_no_mat)

    async def test_the_same_picture_is_not_read_twice(self):
        phone = await self._phone()
        await self._picture(phone)
        self._posted()
        before = self.table.readings
        await phone.send_str("same")
        await phone.receive_json(timeout=10)
        self.assertEqual((before, self.table.readings), (1, 1))

    async def test_a_frame_that_is_no_picture_is_answered(self):
        phone = await self._phone()
        bomb = GREY.replace(b"\x01\x68\x02\x80", b"\xff\xff\xff\xff")
        self.assertNotEqual(bomb, GREY)
        for jpeg in (b"\xff", b"no picture", GREY[: len(GREY) // 8], bomb):
            self.assertEqual([note["code"] for note in (await self._picture(phone, jpeg))["notes"]], ["no_picture"])
        self.assertEqual(self.daemon.came, [])

    async def test_a_message_of_another_kind_or_too_large_ends_the_connection(self):
        for message in (b"\x02" + GREY, b"\x00", b"\x01" + bytes(app.MAX_PICTURE_SIZE)):
            phone = await self._phone()
            with contextlib.suppress(OSError):  # the connection may end before everything is sent; aiohttp then raises an OSError that is no ConnectionError
                await phone.send_bytes(message)
            ended = await phone.receive(timeout=10)
            self.assertIn(ended.type, (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR), len(message))
        phone = await self._phone()
        await phone.send_str("other")
        await phone.receive(timeout=10)
        self.assertEqual(phone.close_code, app.INVALID)

    async def test_another_phone_takes_the_place_of_the_first(self):
        first = await self._phone()
        await self._picture(first)
        second = await self._phone()
        await first.receive(timeout=10)
        self.assertEqual(first.close_code, app.REPLACED)
        self.assertIn("size", await self._picture(second))

    # ---- By POST -------------------------------------------------------------------------------

    async def _enter(self, key=KEY, **headers):
        return await self.client.post("/phone", data=json.dumps({"key": key, "language": "da"}), headers=headers)

    async def _message(self, phone: str, message: bytes, **headers):
        return await self.client.post("/message", data=message, headers={"Makker-Phone": phone, **headers})

    async def test_a_phone_that_opens_no_websocket_sends_its_pictures_by_post(self):
        phone = (await (await self._enter()).json())["phone"]
        view = await (await self._message(phone, b"\1" + GREY)).json()
        self.assertEqual((view["size"], view["moving"]), ([640, 360], False))
        self.assertEqual(self.daemon.came[0][:2], ("/v1/sessions", {"game": "klondike", "language": "da"}))
        self.assertEqual(self._posted()["draw_pile"], "KS")
        self.assertEqual((await (await self._message(phone, b"same")).json())["size"], [640, 360])

    async def test_by_post_too_only_a_phone_with_the_key_is_served(self):
        for key in ("wrong", "", 5):
            self.assertEqual((await self._enter(key)).status, 403)
        self.assertEqual((await self.client.post("/phone", data=b"k" * 2000)).status, 413)
        self.assertEqual((await self._enter(Origin="https://elsewhere.example")).status, 403)
        phone = (await (await self._enter()).json())["phone"]
        self.assertEqual((await self._message(phone, b"same", Origin="https://elsewhere.example")).status, 403)
        for name in ("", KEY, "\u00e9"):
            self.assertEqual((await self._message(name, b"\1" + GREY)).status, 409)
        self.assertEqual(self.daemon.came, [])

    async def test_an_invalid_message_is_rejected(self):
        phone = (await (await self._enter()).json())["phone"]
        for message, status in ((b"\2" + GREY, 400), (b"", 400), (b"\1" + bytes(app.MAX_PICTURE_SIZE), 413)):
            with contextlib.suppress(ClientConnectionError):  # the answer may come before everything is sent
                self.assertEqual((await self._message(phone, message)).status, status)
        self.assertEqual((await self._message(phone, b"same")).status, 200)

    async def test_phones_of_both_kinds_take_each_other_s_place(self):
        socket = await self._phone()
        await self._picture(socket)
        first = (await (await self._enter()).json())["phone"]
        await socket.receive(timeout=10)
        self.assertEqual(socket.close_code, app.REPLACED)
        second = (await (await self._enter()).json())["phone"]
        self.assertEqual([(await self._message(name, b"same")).status for name in (first, second)], [409, 200])
        await self._picture(await self._phone())
        self.assertEqual((await self._message(second, b"same")).status, 409)

    async def test_the_connection_of_a_phone_that_posts_stays_until_another_takes_over(self):
        limited = await self._listen(idle_s=0.5)
        async with ClientSession(f"http://127.0.0.1:{self.port}") as session:
            async with session.post("/phone", data=json.dumps({"key": KEY})) as answer:
                phone = (await answer.json())["phone"]
            for _ in range(2):
                async with session.post("/message", data=b"same", headers={"Makker-Phone": phone}) as answer:
                    self.assertEqual(answer.status, 200)
                [connection] = limited.open
                await asyncio.sleep(1)
                self.assertEqual([connection], [*limited.open])
            await self._enter()
            await self._until("it is closed", lambda: not limited.open)
        self.assertEqual(self.service.shows_table, set())

    async def test_websockets_without_the_key_are_limited(self):
        waiting = [await self.client.ws_connect("/live") for _ in range(app.MAX_UNAUTHENTICATED)]
        with self.assertRaises(WSServerHandshakeError) as refused:
            await self.client.ws_connect("/live")
        self.assertEqual(refused.exception.status, 503)
        for phone in waiting:
            await phone.close()
        for _ in range(100):
            if self.service.unauthenticated == 0:
                break
            await asyncio.sleep(0.05)
        self.assertIn("size", await self._picture(await self._phone()))

    async def test_a_silent_client_without_a_token_is_disconnected(self):
        with mock.patch.object(app, "_KEY_TIMEOUT_S", 0.1):
            phone = await self.client.ws_connect("/live")
            await phone.receive(timeout=10)
            self.assertEqual(phone.close_code, app.WRONG_KEY)

    async def test_a_script_of_another_page_is_refused(self):
        with self.assertRaises(WSServerHandshakeError) as refused:
            await self.client.ws_connect("/live", origin="https://elsewhere.example")
        self.assertEqual(refused.exception.status, 403)

    async def test_only_the_page_is_served(self):
        for path in ("/", "/live.js", "/words.js", "/live.css", "/icon.svg"):
            answer = await self.client.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn("default-src 'none'", answer.headers["Content-Security-Policy"])
        for path in ("/app.py", "/../app.py", "/%2e%2e/app.py", "/none.js", "/index.html", "/live.js/x"):
            self.assertEqual((await self.client.get(path)).status, 404, path)

    async def test_an_answer_never_hides_later_news_of_its_version_nor_a_new_session(self):
        phone = await self._phone()
        await self._picture(phone)
        self._posted()
        self.table.session.mailbox.wait(10)
        watch, news = self.table.session.watch, self.table.news
        watch.answered = {"version": 7, "message": "answer"}
        self.assertEqual((await self._picture(phone))["message"], "answer")
        news.put({"version": 7, "message": "later"})
        await phone.send_str("same")
        self.assertEqual((await phone.receive_json(timeout=10))["message"], "later")
        watch.begin(watch.builder)
        self.assertEqual(watch.answered, {})

    async def test_a_daemon_that_refuses_is_not_asked_with_every_picture(self):
        self.daemon.answers = [(401, b"{}")] * 9
        phone = await self._phone()
        for _ in range(5):
            self.assertEqual([note["code"] for note in (await self._picture(phone))["notes"]], ["token_required"])
        self.assertEqual(len(self.daemon.came), 1)

    async def test_an_unreachable_daemon_is_noted_and_tried_again(self):
        self.daemon.stop()
        view = await self._picture(await self._phone())
        self.assertEqual(([note["code"] for note in view["notes"]], view["again"]), (["daemon_away"], True))

    async def test_a_picture_that_cannot_be_kept_stops_no_game(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "file").touch()
            self.table.keep = Path(folder, "file")
            phone = await self._phone()
            self.assertIn("size", await self._picture(phone))
            self._posted()
            self.table._keep(np.zeros((360, 640, 3), np.uint8), 2)
            reasons = [call.args[0] for call in self.said.call_args_list if "not kept" in call.args[0]]
            self.assertEqual(reasons, [f"this picture is not kept: {folder}/file: File exists"])
            self.assertIn("size", await self._picture(phone))

    def test_what_a_full_disk_leaves_of_a_kept_picture_is_removed(self):
        def write(path, _content):
            path.touch()
            raise OSError(errno.ENOSPC, "No space left on device", str(path))

        with tempfile.TemporaryDirectory() as folder:
            self.table.keep = Path(folder)
            with mock.patch.object(Path, "write_bytes", write):
                self.table._keep(np.zeros((360, 640, 3), np.uint8), 2)
            self.assertEqual([*Path(folder).iterdir()], [])
            self.table._keep(np.zeros((360, 640, 3), np.uint8), 3)
            self.assertEqual(len([*Path(folder).iterdir()]), 1)

    async def test_an_error_of_the_daemon_is_shown(self):
        self.daemon.answers = [(401, b"{}")]
        view = await self._picture(await self._phone())
        self.assertEqual([note["code"] for note in view["notes"]], ["token_required"])
        self.assertIn("token", view["notes"][0]["text"])
        self.daemon.answers = [(422, b'{"detail":"no such preset"}')]
        self.table.retry_at = 0
        view = await self._picture(await self._phone())
        self.assertEqual([(note["code"], note["text"]) for note in view["notes"]], [("refused", "cannot create a session: no such preset")])
        self.said.assert_called_with("cannot create a session: no such preset")

    async def test_an_answer_to_a_question_comes_by_either_way(self):
        answer = json.dumps({"question": "Which?", "answer": 1})
        for correction in ({"position": 1}, {"position": 2}):
            asks = {"text": "Which?", "answers": [{"text": "no", "correction": {}}, {"text": "this", "correction": correction}]}
            phone = await self._phone()
            self.assertIsNone((await self._picture(phone)).get("question"))
            self.table.news.put({"asks": asks})
            if correction["position"] == 1:
                await phone.send_str(answer)
                self.assertIn("size", await phone.receive_json(timeout=10))
            else:
                name = (await (await self._enter()).json())["phone"]
                self.assertEqual((await self._message(name, answer.encode())).status, 200)
            self.assertIn(correction, [body for path, body, _ in self.daemon.came if "/corrections?" in path])
            self.table.news.put({"asks": None})


class Arrows(unittest.TestCase):
    """In `readings` a pixel of the picture is a millimetre of the mat."""

    def _arrow(self, move, on=KLONDIKE, **cards):
        reading = readings.of(on)
        reading.cards = {name.replace("_", " "): card for name, card in cards.items()}
        return overlay.arrow(reading.found, reading, on, layout.CARD, move)

    def test_from_the_front_card_to_the_foundation(self):
        there = self._arrow({"kind": "to_foundation", "from": 2, "to": 9}, column_3=Card(100, 200, 0))
        low = layout.CARD[1] * 0.74
        self.assertEqual(there[0], [round(100 + layout.CARD[0] / 2, 1), round(200 + low, 1)])
        self.assertEqual(there[1][0], layout.FOUNDATIONS[2].x)

    def test_a_draw_begins_at_the_stock_and_a_shuffle_ends_there(self):
        draw, shuffle = self._arrow({"kind": "draw", "from": 11, "to": 11}), self._arrow({"kind": "shuffle", "from": 11, "to": 11})
        self.assertEqual((draw[0][0], draw[1][0]), (layout.STOCK.x, layout.DRAW_PILE.x))
        self.assertEqual(shuffle, draw[::-1])

    def test_ten_twenty_thirty(self):
        on = LAYOUTS["ten-twenty-thirty"]
        remove, dealt = (self._arrow({"kind": kind, "column": 3}, on) for kind in ("remove", "deal"))
        self.assertEqual((remove[0][0], remove[1][0]), (layout.column_x(3), layout.STOCK.x))
        self.assertEqual(dealt, remove[::-1])

    def test_no_arrow_without_two_places(self):
        for move in (None, {}, {"from": 12, "to": 3}, {"from": -1, "to": 3}, {"from": "x", "to": []}):
            self.assertIsNone(self._arrow(move))
        self.assertIsNone(self._arrow({"kind": "remove", "column": 7}, LAYOUTS["ten-twenty-thirty"]))
        self.assertIsNone(self._arrow({"kind": "take", "group": 1, "count": 2}, LAYOUTS["take-away"]))


class Command(unittest.TestCase):
    def test_a_small_file_that_declares_a_huge_picture_takes_no_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            huge = GREY.replace(b"\x01\x68\x02\x80", b"\x75\x30\x75\x30")  # 30,000 by 30,000
            Path(folder, "huge.jpg").write_bytes(huge)
            with Path(folder, "errors").open("w+") as errors:
                command = [str(tables.CLIENT / "makker-camera"), "read", f"{folder}/huge.jpg"]
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
                _, status, usage = os.wait4(process.pid, 0)  # of this program alone: those of other tests may have been larger
                process.returncode = os.waitstatus_to_exitcode(status)
                errors.seek(0)
                self.assertEqual((process.returncode, "no picture" in errors.read()), (1, True))
            self.assertLess(usage.ru_maxrss, 600_000)  # KB


class Pairing(unittest.TestCase):
    def test_without_a_network_no_address_is_shown_that_a_phone_cannot_reach(self):
        with mock.patch.object(pairing, "own_address", return_value=""), mock.patch("sys.stderr", io.StringIO()) as said:
            self.assertEqual(cli.main(["serve", "--phone"]), 1)
        self.assertIn("--host", said.getvalue())

    def test_its_own_address_is_empty_where_no_route_leads_out(self):
        with mock.patch("socket.socket.connect", side_effect=OSError):
            self.assertEqual(pairing.own_address(), "")

    def test_the_key_stays_and_only_its_owner_reads_it(self):
        with tempfile.TemporaryDirectory() as folder:
            key = pairing.key(Path(folder))
            self.assertEqual((len(key), pairing.key(Path(folder))), (32, key))
            self.assertEqual(Path(folder, "phone-key").stat().st_mode & 0o777, 0o600)
            Path(folder, "phone-key").write_text("short")
            with self.assertRaises(ValueError):
                pairing.key(Path(folder))

    def test_a_file_that_is_no_key_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "phone-key").write_bytes(b"\xff\xfe" * 40)
            with self.assertRaisesRegex(ValueError, f"{folder}/phone-key has no key: delete it"):
                pairing.key(Path(folder))

    def test_a_host_is_a_name_or_an_address(self):
        for host in ("192.168.1.5", "makker.local", "my_pc", "a", "::1", "fe80::1"):
            self.assertTrue(pairing.is_host(host), host)
        for host in ("../../x", "a b", "a;b", "http://a", "a:80", "-a", "", "a/b"):
            self.assertFalse(pairing.is_host(host), host)

    def test_options_that_cannot_work_end_the_command_before_a_phone_comes(self):
        with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
            Path(folder, "file").touch()
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            for options, error in ((("--listen", address), f"{address}: Address already in use; --listen names another address"),
                                   (("--keep", f"{folder}/file"), f"{folder}/file: File exists"),
                                   (("--host", "../x"), "--host ../x: not the name or address of a computer")):
                with mock.patch.object(cli, "_HOME", Path(folder, "home")), mock.patch("sys.stderr", io.StringIO()) as said:
                    self.assertEqual(cli.main(["serve", "--learned", "none", "--listen", "127.0.0.1:0", *options]), 1)
                self.assertEqual(said.getvalue(), f"makker-camera: {error}\n")

    def test_a_key_is_never_written_through_a_link(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "phone-key").symlink_to(Path(folder, "elsewhere"))
            with self.assertRaises(OSError):
                pairing.key(Path(folder))
            self.assertFalse(Path(folder, "elsewhere").exists())


if __name__ == "__main__":
    unittest.main()
