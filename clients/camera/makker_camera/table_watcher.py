"""Watches a table: reads it when it is still, posts what has changed, says what it sees."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import layout, notes
from .client import Answer, Unreachable, Mailbox
from .know.adaptive import Adaptive
from .know.learned_deck import piece, vectors
from .notes import Note
from .reader import Reader, Reading
from .snapshots import Klondike, SnapshotBuilder

_SMALL = (320, 180)
_MOVED = 14.0  # of 255: a pixel that differs by more has moved
_SPOTS = 6  # pixels of the small picture; fewer are noise
STILL = 3  # pictures in a row
_SAME_CARD = 0.75  # correlation of two pictures of a place below which it shows another card: nineteen in twenty pairs of cards have less
_MAX_ENDS = 3  # posts of an empty table after which the game counts as abandoned
_MAX_POSTS = 20  # posts of one table while the daemon needs another picture


class Stillness:
    """Detects that consecutive pictures show an unmoving table."""

    def __init__(self):
        self.last: np.ndarray | None = None
        self.count = 0

    def __call__(self, picture: np.ndarray) -> bool:
        grey = cv2.cvtColor(cv2.resize(picture, _SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        grey = cv2.GaussianBlur(grey, (0, 0), 1.5).astype(np.float32)
        moved = self.last is None or int((np.abs(grey - self.last) > _MOVED).sum()) >= _SPOTS
        self.count = 0 if moved else self.count + 1
        self.last = grey
        return self.count >= STILL - 1


@dataclass
class TableWatcher:
    """State of what was posted and of the daemon's responses, which arrive on the mailbox's thread."""

    reader: Reader
    camera: str = "camera"
    runs: bool = False
    say: object = print
    frame: int = 0
    builder: SnapshotBuilder = field(default_factory=Klondike)
    posted: dict[str, set[str]] = field(default_factory=dict)
    wanted: bool = True  # post the next picture even if unchanged
    posts: int = 0  # posts of this table
    reading: Reading | None = None  # of the last picture
    notes: list[Note] = field(default_factory=list)
    mailbox: Mailbox | None = None
    permanent_error: str | None = None  # reason why no further post can succeed
    started: bool = False  # the daemon has accepted a picture of this game
    over: bool = False  # the game has ended
    cleared: bool = False  # the table has been cleared
    needs_new_game: bool = False  # cards on a cleared table need a new session
    ends: int = 0  # posts of an empty table as the end of a game
    last_said: str = ""
    answered: dict = field(default_factory=dict)  # the daemon's last answer
    rested: bool = False  # the table has moved since the last post, and is still again: a change is a finished move
    learner: Adaptive | None = None  # the reader's recogniser, if it learns from cards that become certain
    sent: Reading | None = None  # of the frame that was posted last
    learned: dict[str, str] = field(default_factory=dict)  # the cards that were learned from, where they lie

    def begin(self, builder: SnapshotBuilder) -> None:
        """Resets for a new game."""
        self.builder, self.posted = builder, {}
        self.sent, self.learned = None, {}
        if self.learner:
            self.learner.forget()
        self.wanted, self.posts = True, 0
        self.started = self.over = self.cleared = self.needs_new_game = False
        self.ends = 0
        self.answered = {}

    def on_answer(self, answer: Answer | Unreachable) -> None:
        if isinstance(answer, Unreachable):
            self._say_once(f"{answer}; trying again")
            return
        self.permanent_error = answer.permanent_error
        self.answered = answer.body if answer.status == 200 else {}
        self.wanted = answer.needs_another
        self.started = self.started or (answer.status == 200 and answer.body.get("sync") == "in_sync")
        self.over = self.over or answer.is_over
        self.builder.answered(answer.status == 200)
        self._learn(answer, self.sent)
        self.last_said = ""
        self.say(answer.message)

    def _learn(self, answer: Answer, reading: Reading | None) -> None:
        """The daemon is in sync with this picture: what lies on its table are examples of the player's deck. Where a card stays, a
        second picture of it shows little else: it is learned from only while examples of it are few."""
        table = answer.body.get("table")
        is_of_this = reading is not None and answer.status == 200 and answer.frame == self.frame and answer.body.get("sync") == "in_sync"
        if not (self.learner and is_of_this and isinstance(table, dict)):
            return
        certain = self.builder.certain(table)
        for name, code in certain.items():
            if name in reading.looks and (self.learned.get(name) != code or self.learner.lacks(code)):
                self.learner.learn(reading.rectified, reading.looks[name], code, reading.chances[name])
        self.learned = certain
        self.learner.learned()

    def _say_once(self, text: str) -> None:
        if text != self.last_said:
            self.last_said = text
            self.say(text)

    def _changed(self, known: dict[str, set[str]]) -> bool:
        """True if a part of the table shows something that it cannot have shown before."""
        return any(self.posted.get(name, set()).isdisjoint(codes) for name, codes in known.items())

    def _shows_another(self, reading: Reading, known: dict[str, set[str]]) -> bool:
        """True if a place looks otherwise than in the picture that was posted last, though by their names the cards may be the same: one of them is doubtful."""
        doubtful = [name for name, codes in known.items() if max(len(codes), len(self.posted.get(name, ()))) > 1]
        return self.sent is not None and any(self._likeness(name, self.sent, reading) < _SAME_CARD for name in doubtful)

    @staticmethod
    def _likeness(name: str, before: Reading, now: Reading) -> float:
        """The correlation of two pictures of a place; 1 if one of them has no card there."""
        if name not in before.looks or name not in now.looks:
            return 1.0
        pieces = [piece(one.rectified, one.looks[name], layout.CARD) for one in (before, now)]
        return float(np.corrcoef(*(vectors(one)[0] for one in pieces))[0, 1])

    def _note(self, reading: Reading) -> None:
        """Prints the notes when they change."""
        if reading.notes != self.notes:
            self.notes = reading.notes
            for note in reading.notes:
                self.say(note)

    def _is_clearing(self, reading: Reading) -> bool:
        """True if the cards were removed and no snapshot is due; an empty table may be the end of the game."""
        if not (self.builder.restarts_when_cleared and self.builder.is_cleared(reading)):
            return False
        if self.started and self.builder.ends_when_cleared and not self.over and self.ends < _MAX_ENDS:
            self.ends += 1
            return False
        self.cleared, self.needs_new_game = True, False
        self._say_once("the table is cleared" if self.started else "no cards yet")
        return True

    def look(self, picture: np.ndarray) -> dict | None:
        """Returns the numbered snapshot to post for this picture, or None."""
        self.reading = reading = self.reader.read(picture)
        self._note(reading)
        if not reading.usable or notes.HAND in reading.notes or self._is_clearing(reading):
            return None
        self.needs_new_game = self.cleared and self.started
        return None if self.needs_new_game else self._snapshot_of(reading)

    def _snapshot_of(self, reading: Reading) -> dict | None:
        known = self.builder.known(reading)
        changed = self._changed(known) or self.rested and self._shows_another(reading, known)
        busy = self.mailbox is not None and not self.mailbox.idle()
        if (not changed and not self._is_wanted()) or (busy and (not changed or self.builder.one_by_one)):
            return None
        snapshot = self.builder.snapshot(reading, self.runs)
        if snapshot is None:
            return None
        self.posts = 1 if changed else self.posts + 1
        if not self.builder.one_by_one:
            self.posted.update(known)
        self.wanted = False
        self.frame += 1
        self.sent = reading
        done = {"done": True} if changed and self.rested and self.builder.says_done else {}
        self.rested = False
        return {**snapshot, **done, "camera": self.camera, "frame": self.frame}

    def _is_wanted(self) -> bool:
        return self.wanted and self.posts < _MAX_POSTS
