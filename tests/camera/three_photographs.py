"""Three photographs of one table, posted to a real daemon as three snapshots: what does it know then?

`three_photographs.py DECK MODEL [COUNT]`. Two kinds of tables: `deal`, of which nothing is known before, and `game`, some
way into a game that was reported to the daemon move by move, where one more move was made. The cards lie where they
lie and the camera stands where it stands; light, shadow, glare and noise are others in each photograph.
A card counts as right where the daemon's table has it in front, as wrong where it has anything else there and
does not say that it is still looking.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/camera"))
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from watch_fixture import Makkerd  # noqa: E402
from klondike import SHUFFLE, World  # noqa: E402
from makker_camera import decks, model, photo_effects, render, scene  # noqa: E402
from makker_camera.cards import DECK, SUITS  # noqa: E402
from makker_camera.client import Daemon  # noqa: E402
from makker_camera.reader import Reader  # noqa: E402
from makker_camera.table_watcher import TableWatcher  # noqa: E402

PHOTOGRAPHS = 3
FIRST = 1  # seeds of training begin at 1,000,000,000
MIN_MOVES, MAX_MOVES = 5, 60  # moves before the one that is photographed


@dataclass
class Count:
    """Counts of front cards by the number of photographs."""

    tables: int = 0
    cards: int = 0
    right: list = field(default_factory=lambda: [0] * PHOTOGRAPHS)
    wrong: list = field(default_factory=lambda: [0] * PHOTOGRAPHS)
    errors: list = field(default_factory=list)

    def line(self, kind: str) -> str:
        rates = "; ".join(f"after {i + 1}: {100 * self.right[i] / self.cards:.2f} % right, {self.wrong[i]} wrong" for i in range(PHOTOGRAPHS))
        return f"{kind}: {self.tables} tables, {self.cards} cards in front; {rates}"

    def holds(self) -> bool:
        return self.right[-1] >= 0.997 * self.cards and self.wrong[-1] == 0


def fronts(table: dict) -> list[str]:
    """The front cards of the daemon's table, in the order of World.fronts()."""
    columns = [column["cards"][-1] if column["cards"] else "XX" for column in table["columns"]]
    pile = table["draw_pile"]["cards"]
    return [*columns, *(table["foundations"][suit] for suit in SUITS), pile[-1] if pile else "XX"]


def _truth(world: World) -> list[str]:
    truth = world.scene().truth()
    return [*truth["columns"], *truth["foundations"], truth["draw_pile"]]


class Stand:
    """A fixed camera above a table on which nothing moves."""

    def __init__(self, table: scene.Table, deck: decks.Deck, learned: model.Model, seed: int):
        self.above = scene.draw(render.laid(table, seed), deck, np.random.default_rng([seed, 2]), learned.size)
        self.seed = seed
        self.homography = photo_effects.camera(photo_effects.FULL_HD, np.random.default_rng([seed, 4]))

    def photograph(self, shot: int) -> np.ndarray:
        jpeg = photo_effects.expose(self.above, self.homography, photo_effects.FULL_HD, np.random.default_rng([self.seed, 5, shot]))
        return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def _perfect(world: World) -> dict:
    truth = world.scene().truth()
    return {key: truth[key] for key in ("draw_pile", "foundations", "columns", "stock")}


def _begin(daemon: Daemon, world: World, moves: int, rng: np.random.Generator) -> None:
    """Posts the deal and the tables after `moves` moves as typed snapshots, which need no confirmation."""
    path = f"/v1/sessions/{daemon.session}"
    assert daemon.request("POST", f"{path}/snapshots", {**_perfect(world), "typed": True}).status == 200
    for number in range(moves + 1):
        known = daemon.request("GET", path).body
        others = [move for move in known["moves"] if move["type"] != SHUFFLE]
        if known["status"] != "playing" or not others:
            return
        move = others[int(rng.integers(len(others)))] if rng.random() < 0.1 else known["suggestion"]
        if move["type"] == SHUFFLE:
            return
        world.play(move)
        if number < moves:
            answer = daemon.request("POST", f"{path}/snapshots", {**_perfect(world), "typed": True})
            assert answer.body["sync"] == "in_sync", answer


def _compare(count: Count, daemon: Daemon, world: World, shot: int, where: object) -> None:
    body = daemon.request("GET", f"/v1/sessions/{daemon.session}").body
    known = fronts(body["table"]) if body["status"] != "waiting" else ["UU"] * 12
    for place, (shown, true) in enumerate(zip(known, _truth(world))):
        if true not in DECK:
            continue
        count.cards += shot == 0
        count.right[shot] += shown == true
        sure = body["status"] != "waiting" and body["sync"] == "in_sync"
        count.wrong[shot] += sure and shown != true
        if shown != true and shot == PHOTOGRAPHS - 1:
            count.errors.append((*where, place, true, shown, body["sync"], body["message"]))


def one(kind: str, url: str, deck: decks.Deck, learned: model.Model, seed: int, count: Count) -> None:
    rng = np.random.default_rng([seed, 6])
    world = World(np.random.default_rng([seed, 7]))
    daemon = Daemon(url)
    daemon.session = daemon.request("POST", "/v1/sessions", {"game": "klondike", "strategy": "heuristic"}).body["id"]
    if kind == "game":
        _begin(daemon, world, int(rng.integers(MIN_MOVES, MAX_MOVES)), rng)
    stand, watch = Stand(world.scene(), deck, learned, seed), TableWatcher(Reader(learned), say=lambda _: None)
    count.tables += 1
    for shot in range(PHOTOGRAPHS):
        watch.wanted = True
        snapshot = watch.look(stand.photograph(shot))
        if snapshot:
            answer = daemon.post(snapshot)
            assert answer.status in (200, 409), answer
        _compare(count, daemon, world, shot, (kind, seed))


def main(name: str, kept: str, number: str = "100", first: str = str(FIRST)) -> int:
    deck, learned = decks.load(name), model.load(Path(kept))
    good = True
    with Makkerd() as makkerd:
        for kind in ("deal", "game"):
            count = Count()
            for seed in range(int(first), int(first) + int(number)):
                one(kind, makkerd.url, deck, learned, seed, count)
            print(count.line(kind), flush=True)
            for error in count.errors[:40]:
                print("   ", *error, flush=True)
            good = good and count.holds()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
