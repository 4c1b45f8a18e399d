"""Whole games under a phone's camera, as a video: `phone_games.py FIRST COUNT --decks anglo bellot … --conditions outside:felt`, a line each.

`makker-camera serve` runs as a program of its own, with no enrolled deck and an empty folder of learned ones for each game, and posts to a real
daemon; the pictures come to it by its websocket, as from its page. Each move is a picture with a hand, then the table at rest (of which every second picture has noise of its own) until the daemon knows it
and asks nothing. The player makes the suggested move, nine times in ten, answers questions, and reports the move or enters the table where the
table is not known though the service asks for no other picture; each of these counts as a question. `silent` are tables at rest that the daemon was sure
of and had wrong. GNOME_CARDS names a folder with the artwork of Debian's gnome-cards-data, if it is not installed.
"""

import argparse
import asyncio
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
import cv2  # noqa: E402
import numpy as np  # noqa: E402
import outside_game  # noqa: E402
from aiohttp import ClientSession, WSMsgType  # noqa: E402
from klondike import DRAW_PILE, World  # noqa: E402
from watch_fixture import ROOT, Game, Makkerd  # noqa: E402
from makker_camera import decks, photo_effects, render  # noqa: E402
from makker_camera.cards import RANKS, SUITS  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402
from makker_camera.layout import CARD  # noqa: E402
from makker_camera.table_watcher import STILL  # noqa: E402

OUTSIDE = "outside:"
_EXTRA_PICTURES = 2  # more pictures of a known table, if the service requests them: a person does not move at once
_MAX_PICTURES_PER_TABLE = 40  # pictures of one table after which the player does something
_PICTURES_PER_LIGHT = 8  # pictures of one table under one light, of this project's renderer
_MAX_IDLE_PICTURES = 10  # of these, without a request for another one
_QUESTION_PICTURES = 3  # pictures with the same question
_CERTAIN = 0.9
_QUESTIONS = ROOT / "build/camera/phone-games"


class Service:
    """`makker-camera serve` for one session, and a phone that shows it pictures."""

    def __init__(self, url: str, session: str, folder: Path, more: list[str]):
        command = [str(ROOT / "clients/camera/makker-camera"), "serve", "--listen", "127.0.0.1:0", "--url", url, "--session", session, *more]
        environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "OPENCV_FOR_THREADS_NUM": "1"}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said: list[str] = []
        address = next((at for line in self.process.stdout if (at := re.search(r"(http://\S+)/#key=(\S+)", line))), None)
        if address is None:
            raise AssertionError("makker-camera serve did not start")
        self.drain = threading.Thread(target=lambda: self.said.extend(self.process.stdout), daemon=True)
        self.drain.start()
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self._connect(*address.groups()))

    async def _connect(self, url: str, key: str) -> None:
        self.client = ClientSession()
        self.phone = await self.client.ws_connect(f"{url}/live", max_msg_size=0)
        await self.phone.send_str(json.dumps({"key": key, "language": "en"}))

    async def _show(self, jpeg: bytes) -> dict:
        await self.phone.send_bytes(b"\0" + jpeg)
        message = await self.phone.receive(60)
        assert message.type == WSMsgType.TEXT, "\n".join([str(message), *self.said[-40:]])
        return json.loads(message.data)

    def show(self, jpeg: bytes) -> dict:
        return self.loop.run_until_complete(self._show(jpeg))

    def posted(self) -> int:
        return sum("frame " in line for line in self.said)

    async def _disconnect(self) -> None:
        await self.phone.close()
        await self.client.close()

    def close(self) -> None:
        self.loop.run_until_complete(self._disconnect())
        self.loop.close()
        self.process.terminate()
        self.process.wait(30)
        self.drain.join()
        self.process.stdout.close()


# ---- Pictures ----------------------------------------------------------------------------------


class OwnCamera:
    """This project's renderer: one light, until a table is shown for long. With each table most cards lie a little otherwise."""

    def __init__(self, deck: str, conditions: str, seed: int):
        self.deck, self.conditions, self.seed = decks.load(deck), photo_effects.CONDITIONS[conditions], seed
        self.stand = photo_effects.camera(self.conditions, np.random.default_rng([seed, 9]))
        self.table, self.shown = None, 0

    def jpeg(self, world: World) -> bytes:
        table = world.scene()
        self.shown = self.shown + 1 if table == self.table else 0
        if self.shown % _PICTURES_PER_LIGHT == 0:
            self.table = table
            self.last = render.photograph(table, self.deck, self.conditions, 10_000 * self.seed + self.shown // _PICTURES_PER_LIGHT, CARD, self.stand, self.seed)
        return self.last

    def close(self) -> None:
        pass


class OutsideCamera:
    """The second renderer: under the light of a table only its noise changes."""

    def __init__(self, deck: str, conditions: str, seed: int):
        self.stand = outside_game.Stand(conditions, seed, deck)

    def jpeg(self, world: World) -> bytes:
        return self.stand.jpeg(world)

    def close(self) -> None:
        self.stand.close()


def with_hand(jpeg: bytes, rng: np.random.Generator) -> bytes:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).astype(np.float32)
    return cv2.imencode(".jpg", np.clip(photo_effects.lay_hand(picture, rng), 0, 255).astype(np.uint8))[1].tobytes()


# ---- The game ----------------------------------------------------------------------------------


class _AnyDeck:
    """What `Game` asks of a model."""

    size = CARD


def _is_true(world: World, means: dict) -> bool:
    """True if an answer's statement about the table is right."""
    turned, tops = world.pile[: world.turned], {suit: world.top(i) for i, suit in enumerate(SUITS)}
    said = {suit: top if top[0] in RANKS else "XX" for suit, top in means.get("foundations", {}).items()}
    columns = [(len(column.under), column.up) for column in world.columns]
    return (all(tops[suit] == top for suit, top in said.items())
            and ("waste" not in means or len(means["waste"]) == len(turned) and all(one in (None, card) for one, card in zip(means["waste"], turned)))
            and means.get("left", world.left) == world.left and means.get("left_at_most", world.left) >= world.left
            and means["removed"] == 24 - len(world.pile) and (world.shuffles is None or means["shuffles"] == world.shuffles)
            and [(column["unseen"], column["cards"]) for column in means["columns"]] == columns)


@dataclass
class PhoneGame(Game):
    """A game with the pictures of a video."""

    service: Service | None = None
    camera: OwnCamera | OutsideCamera | None = None
    arrows: list = field(default_factory=lambda: [0, 0])  # answers with a suggestion; those that have an arrow, too
    silent: int = 0
    read: list = field(default_factory=lambda: [0, 0])  # places of tables at rest; those read with less than 0.9
    asked: dict | None = None  # the question on the page
    since: int = 0  # lines of the service's output before this table
    shown: bytes = b""
    places: dict = field(default_factory=dict)  # the last reading, by place
    differences: list = field(default_factory=list)  # at the end
    idle_hands: bool = False  # after each table a hand that does nothing, and the same table again
    claimed: list = field(default_factory=list)  # lines of the service that say of such a table that a move was finished

    def _look(self, jpeg: bytes) -> dict:
        self.pictures += 1
        view = self.service.show(jpeg)
        if view.get("instruction"):
            self.arrows[0] += 1
            self.arrows[1] += view["arrow"] is not None
        return view

    def _expose(self) -> None:
        self.shown = self.camera.jpeg(self.world)

    def _fronts(self) -> dict[str, str]:
        truth = self.world.scene().truth()
        fronts = {f"column {i + 1}": card for i, card in enumerate(truth["columns"])} | {f"foundation {s}": card for s, card in zip(SUITS, truth["foundations"])}
        return {**fronts, "draw_pile": truth["draw_pile"], "stock": truth["stock"]}

    def _judge(self, view: dict) -> None:
        """Counts the reading of a table, once."""
        self.places = {card["place"]: (card["card"], card["p"]) for card in view["cards"]}
        for place, (card, p) in self.places.items():
            true = self._fronts()[place]
            self.read[0] += 1
            self.read[1] += p < _CERTAIN
            if p >= _CERTAIN and card != true:
                self.wrong.append(f"move {self.moves}: {place} is {true}, read {card} with {p}")

    def _show(self) -> bool:
        self.since, self.asked = len(self.service.said), None
        self._expose()
        if self.moves:
            self._look(with_hand(self.shown, self.rng))
        idle, asked, known_for, judged = 0, 0, 0, False  # pictures in a row: no other one wanted; of these with a question; the table known
        for number in range(_MAX_PICTURES_PER_TABLE):
            if number >= STILL and number % 2:  # no picture is read before, and rendering takes longest
                self._expose()
            view = self._look(self.shown)
            if view["moving"]:
                continue
            if view["cards"] and not judged:
                self._judge(view)
                judged = True
            known = self.known()
            idle = 0 if view["again"] else idle + 1
            asked = asked + 1 if idle and known["asks"] else 0
            known_for = known_for + 1 if not known["asks"] and self._is_known(known) else 0
            if known_for > (_EXTRA_PICTURES if view["again"] else 0):
                if self.idle_hands:
                    self._show_again()
                return True
            if asked == _QUESTION_PICTURES:
                self.asked = known["asks"]
            if self.asked or idle == _MAX_IDLE_PICTURES:
                return False
        return False

    def _show_again(self) -> None:
        """A hand that does nothing."""
        since = len(self.service.said)
        self._look(with_hand(self.shown, self.rng))
        for number in range(STILL + _EXTRA_PICTURES):
            if number >= STILL:
                self._expose()
            self._look(self.shown)
        self.claimed += [f"move {self.moves}: {line.rstrip()}" for line in self.service.said[since:] if "done True" in line]

    def _is_known(self, known: dict) -> bool:
        return known["status"] != "waiting" and not self.world.differences(known["table"])

    def _answer(self, move: dict | None) -> bool:
        known = self.known()
        self.questions += 1
        has_begun = known["status"] != "waiting"
        wrong = self.world.differences(known["table"]) if has_begun else ["no game has begun"]
        is_silent = has_begun and bool(wrong) and known["sync"] == "in_sync"
        self.silent += is_silent
        self._note(move, known, wrong, is_silent)
        if not has_begun and not self.asked:
            return False  # the places were not found
        if not self.asked:
            return self._put_right() or self._type_table() if has_begun and self._has_mistaken_cards(known["table"]) else self._report(move)
        return self._answer_asked(self.asked) and self._show() or self._type_table()

    def _has_mistaken_cards(self, table: dict) -> bool:
        """True if the daemon knows the move and only some front cards are wrong, which the player corrects."""
        wrong = self.world.differences(table)
        return bool(wrong) and all(one.startswith(("column", "draw pile")) for one in wrong) and all(
            len(known["cards"]) == len(column.up) for known, column in zip(table["columns"], self.world.columns))

    def _answer_asked(self, asked: dict) -> bool:
        """Gives the true answer, if there is one."""
        front = {f"column {i + 1}": i for i in range(7)} | {"draw_pile": DRAW_PILE}
        true = {position: self._fronts()[place] for place, position in front.items()}
        for answer in asked["answers"]:
            correction = answer["correction"]
            is_front = "index" not in asked and correction.get("card") == true.get(asked["position"])
            if _is_true(self.world, answer["means"]) if "means" in answer else is_front:
                return self.daemon.request("POST", f"/v1/sessions/{self.session}/corrections", correction).status == 200
        return False

    def _note(self, move: dict | None, known: dict, wrong: list[str], is_silent: bool) -> None:
        """Prints the circumstances of a question, to find its cause."""
        _QUESTIONS.mkdir(parents=True, exist_ok=True)
        path = _QUESTIONS / f"{self.seed}-{self.moves}.jpg"
        path.write_bytes(self.shown)
        moved = {key: move[key] for key in ("type", "from", "to", "cut")} if move else "the deal"
        asked = self.asked and [self.asked["text"], *(answer["text"] for answer in self.asked["answers"])]
        self.log += [f"question after move {self.moves}{', silent' if is_silent else ''}, {moved}: {known['sync']}, {known['message']}", f"    asked: {asked}", f"    {wrong}",
                     f"    observed: {json.dumps(known['observed'])[:600]}", f"    lie in front: {self._fronts()}", f"    read: {self.places}", f"    {path}",
                     *(f"    {line.rstrip()}" for line in self.service.said[max(0, self.since - 4) :][:24])]

    def play(self, longest: int = 400) -> list[str]:
        try:
            super().play(longest)
            known = self.known()
            return self.world.differences(known["table"]) if known["status"] != "waiting" else ["no game has begun"]
        finally:
            self.service.close()
            self.camera.close()


# ---- The command -------------------------------------------------------------------------------


def _played(options: argparse.Namespace, url: str, seed: int, deck: str) -> PhoneGame:
    """A game to its end, and its line."""
    began, daemon = time.monotonic(), Daemon(url)
    outside = options.conditions.startswith(OUTSIDE)
    camera = (OutsideCamera if outside else OwnCamera)(deck, options.conditions.removeprefix(OUTSIDE), seed)
    game = PhoneGame(daemon, {}, _AnyDeck, seed, camera=camera, idle_hands=options.idle_hands)
    with tempfile.TemporaryDirectory() as folder:
        game.service = Service(url, game.session, Path(folder), ["--deck", options.deck] if options.deck else [])
        game.differences = game.play(options.longest)
    known = game.known()
    game.silent += bool(game.differences) and known["sync"] == "in_sync" and known["status"] != "waiting"
    print(f"game {seed}, {deck}: moves {game.moves}, pictures {game.pictures}, posted {game.service.posted()}, questions {game.questions}, tables entered {game.typed}, silent {game.silent}, "
          f"read {game.read[0]}, doubted {game.read[1]}, wrong {len(game.wrong)}, arrows {game.arrows[1]} of {game.arrows[0]}, {known['status']}, "
          f"{f'claimed of the same table {len(game.claimed)}, ' if options.idle_hands else ''}{time.monotonic() - began:.0f} s; {game.differences or 'known exactly'}", flush=True)
    for line in [*game.wrong, *game.claimed, *game.log]:
        print("   ", line, flush=True)
    return game


def main(options: argparse.Namespace) -> int:
    decks.INSTALLED = Path(os.environ.get("GNOME_CARDS", decks.INSTALLED))
    games = []
    for seed, deck in zip(range(options.first, options.first + options.count), itertools.cycle(options.decks)):
        with Makkerd() as makkerd:
            games.append(_played(options, makkerd.url, seed, deck))
    exact, silent = sum(not game.differences for game in games), sum(game.silent > 0 for game in games)
    questions, moves = sum(game.questions for game in games), sum(game.moves for game in games)
    print(f"all: {exact} of {len(games)} known exactly, {silent} with a silent error; moves {moves}, questions {questions}, most in a game {max(game.questions for game in games)}, "
          f"pictures {sum(game.pictures for game in games)}, places read {sum(game.read[0] for game in games)}, doubted {sum(game.read[1] for game in games)}, "
          f"wrong {sum(len(game.wrong) for game in games)}")
    return 0 if exact == len(games) and not silent and questions <= len(games) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="seed of the first game")
    parser.add_argument("count", type=int)
    parser.add_argument("--decks", nargs="+", default=["pictures"], help="played with in turn")
    parser.add_argument("--conditions", default="felt", help="of this project's renderer, or outside: and one of the second renderer")
    parser.add_argument("--deck", help="file of an enrolled deck")
    parser.add_argument("--idle-hands", action="store_true", help="after each table a hand that does nothing; what is said of finished moves then is counted")
    parser.add_argument("--longest", type=int, default=400, help="moves of a game")
    sys.exit(main(parser.parse_args()))
