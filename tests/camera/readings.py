"""Readings without photographs, for tests: the front card of each place, or an unreadable one."""

import numpy as np

import tables  # noqa: F401: adds the client to the path
from makker_camera import layout
from makker_camera.cards import DECK, EMPTY, UNREADABLE
from makker_camera.finder import Found
from makker_camera.reader import Reading
from makker_camera.watch_session import WatchSession

NO_PICTURE = np.zeros((4, 4, 3), np.uint8)
_MAT = Found(np.eye(3), 4)


def of(on: layout.Layout, columns=(), probability: float = 0.999, **singles) -> Reading:
    """`columns`: for each its cards back to front; `singles` by name with _ for a blank."""
    runs = [list(column) for column in columns] + [[] for _ in range(on.columns - len(columns))]
    slots = {place.name: EMPTY for place in on.singles}
    slots.update({name.replace("_", " ") if name != "draw_pile" else name: slot for name, slot in singles.items()})
    slots.update({f"column {i + 1}": run[-1] if run else EMPTY for i, run in enumerate(runs)})
    best = {name: (slot, probability) for name, slot in slots.items() if isinstance(slot, str) and slot in DECK}
    whole = [slots[f"column {i + 1}"] != UNREADABLE for i in range(len(runs))]
    return Reading(_MAT, slots, [run[:-1] for run in runs], whole, best, usable=True)


class Reader:
    """Shows one reading after another, the last one again and again."""

    def __init__(self, on: layout.Layout, *readings: Reading):
        self.on = on
        self.readings = list(readings)

    def runs_of(self, reading: Reading) -> list:
        return reading.runs

    def read(self, _picture) -> Reading:
        return self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]


def show(session: WatchSession, reading: Reading, pictures: int) -> dict:
    """Shows a hand, then a table in so many pictures, each of which is posted before the next one, to a session whose reader is a
    `Reader` of this module. Returns the daemon's session."""
    session.watch.reader.readings = [reading]
    session.watch.moved()
    for _ in range(pictures):
        session.post(NO_PICTURE)
        assert session.mailbox.wait(60), "the daemon has not answered"
    return session.daemon.request("GET", f"/v1/sessions/{session.daemon.session}").body
