"""Watches a table: reads it when it is still, posts what has changed, says what it sees."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from .cards import UNREADABLE
from .post import Answer, Away, Mailbox
from .read import Reader, Reading

_SMALL = (320, 180)
_MOVED = 14.0  # of 255: a spot that differs by more has moved
_SPOTS = 6  # of the small picture: fewer are noise
_STILL = 3  # pictures in a row
_MORE = 12  # pictures of one table that are posted at most while the daemon asks for another


class Stillness:
    """Is the picture the same as the ones before it?"""

    def __init__(self):
        self.last: np.ndarray | None = None
        self.count = 0

    def __call__(self, picture: np.ndarray) -> bool:
        grey = cv2.cvtColor(cv2.resize(picture, _SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        grey = cv2.GaussianBlur(grey, (0, 0), 1.5).astype(np.float32)
        moved = self.last is None or int((np.abs(grey - self.last) > _MOVED).sum()) >= _SPOTS
        self.count = 0 if moved else self.count + 1
        self.last = grey
        return self.count >= _STILL - 1


def _known(reading: Reading) -> dict[str, set[str]]:
    """What each readable slot may show."""
    known = {}
    for name, slot in reading.slots.items():
        if slot != UNREADABLE:
            known[name] = {slot} if isinstance(slot, str) else {candidate["card"] for candidate in slot}
    return known


@dataclass
class Watch:
    """What was posted, and what the daemon said to it. Answers come from the mailbox's thread."""

    reader: Reader
    camera: str = "camera"
    runs: bool = False
    say: object = print
    frame: int = 0
    told: dict[str, set[str]] = field(default_factory=dict)
    wanted: bool = True  # a picture of this table, changed or not
    posts: int = 0  # of this table
    notes: list[str] = field(default_factory=list)
    mailbox: Mailbox | None = None

    def heard(self, answer: Answer | Away) -> None:
        if isinstance(answer, Away):
            self.say(f"{answer}; trying again")
            return
        self.wanted = answer.wants_another
        self.say(answer.message)

    def _changed(self, reading: Reading) -> bool:
        """Does a slot show what it cannot have shown before?"""
        return any(self.told.get(name, set()).isdisjoint(codes) for name, codes in _known(reading).items())

    def _note(self, reading: Reading) -> None:
        """Says what is in the way, once for each time that it changes."""
        if reading.notes != self.notes:
            self.notes = reading.notes
            for note in reading.notes:
                self.say(note)

    def look(self, picture: np.ndarray) -> dict | None:
        """A snapshot to post, where this picture gives reason to; numbered."""
        reading = self.reader.read(picture)
        self._note(reading)
        if not reading.usable or "hand over the table" in reading.notes:
            return None
        changed = self._changed(reading)
        if changed:
            self.posts = 0
        elif not self.wanted or self.posts >= _MORE:
            return None
        if not changed and self.mailbox and not self.mailbox.idle():
            return None
        self.posts += 1
        self.told.update(_known(reading))
        self.wanted = False
        self.frame += 1
        return {**reading.snapshot(self.runs), "camera": self.camera, "frame": self.frame}
