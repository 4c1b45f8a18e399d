"""Watches a table: reads it when it is still, posts what has changed, says what it sees."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from .client import Answer, Away, Mailbox
from .reader import Reader, Reading
from .snapshots import Klondike, Telling

_SMALL = (320, 180)
_MOVED = 14.0  # of 255: a spot that differs by more has moved
_SPOTS = 6  # of the small picture: fewer are noise
_STILL = 3  # pictures in a row
_ENDS = 3  # looks at an empty table after which the game was left, not ended
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


@dataclass
class Watch:
    """What was posted, and what the daemon said to it. Answers come from the mailbox's thread."""

    reader: Reader
    camera: str = "camera"
    runs: bool = False
    say: object = print
    frame: int = 0
    telling: Telling = field(default_factory=Klondike)
    told: dict[str, set[str]] = field(default_factory=dict)
    wanted: bool = True  # a picture of this table, changed or not
    posts: int = 0  # of this table
    notes: list[str] = field(default_factory=list)
    mailbox: Mailbox | None = None
    hopeless: str | None = None  # why posting has no sense any more
    begun: bool = False  # has the daemon understood a picture of this game?
    over: bool = False  # is it over?
    cleared: bool = False  # was the table cleared since?
    wants_new_game: bool = False  # cards lie again: they want a table of their own at the daemon
    ends: int = 0  # times that an empty table was told as the end of a game
    said: str = ""

    def begin(self, telling: Telling) -> None:
        """Another game, of which nothing is known."""
        self.telling, self.told = telling, {}
        self.wanted, self.posts = True, 0
        self.begun = self.over = self.cleared = self.wants_new_game = False
        self.ends = 0

    def heard(self, answer: Answer | Away) -> None:
        if isinstance(answer, Away):
            self._say_once(f"{answer}; trying again")
            return
        self.hopeless = answer.hopeless
        self.wanted = answer.wants_another
        self.begun = self.begun or (answer.status == 200 and answer.body.get("sync") == "in_sync")
        self.over = self.over or answer.is_over
        self.telling.answered(answer.status == 200)
        self.said = ""
        self.say(answer.message)

    def _say_once(self, text: str) -> None:
        if text != self.said:
            self.said = text
            self.say(text)

    def _changed(self, known: dict[str, set[str]]) -> bool:
        """Does a part of the table show what it cannot have shown before?"""
        return any(self.told.get(name, set()).isdisjoint(codes) for name, codes in known.items())

    def _note(self, reading: Reading) -> None:
        """Says what is in the way, once for each time that it changes."""
        if reading.notes != self.notes:
            self.notes = reading.notes
            for note in reading.notes:
                self.say(note)

    def _is_clearing(self, reading: Reading) -> bool:
        """The cards were taken away: nothing to tell, unless that ends the game."""
        if not (self.telling.begins_anew and self.telling.is_cleared(reading)):
            return False
        if self.begun and self.telling.ends_cleared and not self.over and self.ends < _ENDS:
            self.ends += 1
            return False
        self.cleared, self.wants_new_game = True, False
        self._say_once("the table is cleared" if self.begun else "no cards lie there yet")
        return True

    def look(self, picture: np.ndarray) -> dict | None:
        """A snapshot to post, where this picture gives reason to; numbered."""
        reading = self.reader.read(picture)
        self._note(reading)
        if not reading.usable or "hand over the table" in reading.notes or self._is_clearing(reading):
            return None
        self.wants_new_game = self.cleared and self.begun
        return None if self.wants_new_game else self._told(reading)

    def _told(self, reading: Reading) -> dict | None:
        known = self.telling.known(reading)
        changed = self._changed(known)
        busy = self.mailbox is not None and not self.mailbox.idle()
        if (not changed and not self._is_wanted()) or (busy and (not changed or self.telling.one_by_one)):
            return None
        snapshot = self.telling.snapshot(reading, self.runs)
        if snapshot is None:
            return None
        self.posts = 1 if changed else self.posts + 1
        if not self.telling.one_by_one:
            self.told.update(known)
        self.wanted = False
        self.frame += 1
        return {**snapshot, "camera": self.camera, "frame": self.frame}

    def _is_wanted(self) -> bool:
        return self.wanted and self.posts < _MORE
