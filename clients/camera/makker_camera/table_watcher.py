"""Watches a table: reads it when it is still, decides which snapshots are posted, and prints messages."""

import time
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from . import layout, notes, places
from .cards import EMPTY, UNREADABLE
from .client import Answer, Unreachable, Mailbox
from .know.adaptive import Adaptive
from .know.learned_deck import piece, vectors
from .notes import Note
from .reader import Reader, Reading
from .snapshots import Klondike, SnapshotBuilder

_COMPARED_SIZE_PX = (320, 180)
_MIN_DIFFERENCE = 14.0  # of 255; a pixel that differs by more has moved
_MIN_MOVED_PIXELS = 6  # of the small picture; fewer are noise
STILL = 3  # pictures in a row without movement
MAX_LOOKS = 3  # readings of a still table, unless the daemon requests another picture: a second one may be clearer
_MIN_SAME_CARD = 0.75  # correlation of two pictures of a place with the same card: nineteen in twenty pairs of different cards have less
_MIN_SAME_PICTURE = 0.95  # the same, for a card that is unchanged whatever was read: no pair of 870 had more than 0.93
_MAX_ENDS = 3  # posts of an empty table after which the game counts as abandoned
_MAX_POSTS = 20  # posts of one table while the daemon needs another picture
_MAX_UNSEEN_S = 8.0  # without a picture of the table at rest: afterwards a frame number is skipped
MIN_POSTS = 4  # of a game that has not begun, before another deal may begin another game


class Stillness:
    """Detects that consecutive pictures show an unmoving table."""

    def __init__(self):
        self.last: np.ndarray | None = None
        self.count = 0

    def __call__(self, picture: np.ndarray) -> bool:
        grey = cv2.cvtColor(cv2.resize(picture, _COMPARED_SIZE_PX, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        grey = cv2.GaussianBlur(grey, (0, 0), 1.5).astype(np.float32)
        moved = self.last is None or int((np.abs(grey - self.last) > _MIN_DIFFERENCE).sum()) >= _MIN_MOVED_PIXELS
        self.count = 0 if moved else self.count + 1
        self.last = grey
        return self.count >= STILL - 1


@dataclass(frozen=True)
class _Front:
    """The contents of a place in the last snapshot in which they could be read: the possible cards, and a picture if it was a card."""

    codes: set[str]
    card: places.Card | None = None
    picture: np.ndarray | None = None

    def likeness(self, reading: Reading, name: str) -> float:
        """Correlation of the card's picture with the present one, the higher of those at its old position and at the position of the present card, since
        the outline of a card varies between pictures. 0 if there was no card."""
        if self.card is None:
            return 0.0
        positions = [self.card, *([reading.looks[name]] if name in reading.looks else [])]
        features = vectors(self.picture)[0]
        return max(float(np.corrcoef(features, vectors(piece(reading.rectified, card, layout.CARD))[0])[0, 1]) for card in positions)


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
    permanent_error: Note | None = None  # reason why no further post can succeed
    refused: str | None = None  # the daemon's reason why it did not take the last snapshot, if that is no contradiction
    started: bool = False  # the daemon has accepted a picture of this game
    over: bool = False  # the game has ended
    cleared: bool = False  # the table has been cleared
    needs_new_game: bool = False  # cards on a cleared table need a new session
    ends: int = 0  # posts of an empty table as the end of a game
    last_said: str = ""
    answered: dict = field(default_factory=dict)  # members of the session from the daemon's last response
    table: dict | None = None  # as the daemon knew it last, once the game has begun
    awaits_deal: bool = False  # no game has begun in the session, as far as is known
    first: dict | None = None  # the snapshot of this game that was made first
    game_posts: int = 0  # snapshots of this game
    looks: int = MAX_LOOKS  # readings since the table moved; a change in the first MAX_LOOKS is a finished move
    fronts: dict[str, _Front] = field(default_factory=dict)  # by place
    is_away: bool = False  # the daemon does not respond
    learner: Adaptive | None = None  # the reader's recogniser, if it learns from cards that become certain
    sent: Reading | None = None  # of the frame that was posted last
    learned: dict[str, str] = field(default_factory=dict)  # cards that were used as examples, by place
    pictured_at: float | None = None  # monotonic time of the last picture
    unseen_since: float | None = None  # monotonic time of the first picture after the last readable one; of the one before, if there was none for long
    defects: set[tuple[str, int]] = field(default_factory=set)  # files and lines of the reader's exceptions that were printed
    misses_moves: bool = False  # the table was not seen for so long before the last readable picture that more than one move may have been made

    def begin(self, builder: SnapshotBuilder) -> None:
        """Resets for a new game."""
        self.builder, self.posted, self.fronts = builder, {}, {}
        self.sent, self.learned = None, {}
        if self.learner:
            self.learner.forget()
        self.wanted, self.posts = True, 0
        self.started = self.over = self.cleared = self.needs_new_game = False
        self.ends = 0
        self.answered, self.table, self.refused = {}, None, None
        self.first, self.game_posts, self.awaits_deal = None, 0, False

    def on_answer(self, answer: Answer | Unreachable) -> None:
        self.is_away = isinstance(answer, Unreachable)
        if isinstance(answer, Unreachable):
            self._say_once(f"{answer}; trying again")
            return
        self.permanent_error = answer.permanent_error
        self.answered, self.refused = answer.state, answer.refusal
        if self.answered.get("status") != "waiting" and isinstance(self.answered.get("table"), dict):
            self.table = self.answered["table"]  # before the game has begun it is empty
            self.awaits_deal = False
            if self.answered.get("sync") == "in_sync":
                self.builder.knows(self.table)
        self.wanted = answer.needs_another
        self.started = self.started or (answer.status == 200 and answer.body.get("sync") == "in_sync")
        self.over = self.over or answer.is_over
        self.builder.answered(answer.status == 200)
        self._learn(answer, self.sent)
        self.last_said = ""
        self.say(answer.message)

    def _learn(self, answer: Answer, reading: Reading | None) -> None:
        """Adds the cards of the daemon's table as examples of the player's deck, if the daemon is in sync with this picture. A card that has not moved
        gives another example only while there are few of it, since its picture has hardly changed."""
        table = answer.body.get("table")
        is_of_this = reading is not None and answer.status == 200 and answer.frame == self.frame and answer.body.get("sync") == "in_sync"
        if not (self.learner and is_of_this and isinstance(table, dict)):
            return
        certain = self.builder.certain(table)
        for name, code in certain.items():
            if name in reading.looks and (self.learned.get(name) != code or self.learner.lacks(code)):
                self.learner.learn(reading.rectified, reading.looks[name], code, reading.probabilities[name])
        self.learned = certain
        self.learner.learned()

    def _say_once(self, text: str) -> None:
        if text != self.last_said:
            self.last_said = text
            self.say(text)

    def _changed(self, known: dict[str, set[str]]) -> bool:
        """True if a part of the table shows something that it cannot have shown before."""
        return any(self.posted.get(name, set()).isdisjoint(codes) for name, codes in known.items())

    def _is_move(self, reading: Reading, known: dict[str, set[str]]) -> bool:
        """True if a part of the table has changed since it was last read, by its possible cards and by its picture."""
        return self.builder.says_done and any(self._is_another(name, codes, reading) for name, codes in known.items())

    def _is_another(self, name: str, codes: set[str], reading: Reading) -> bool:
        """True if a place has changed. A changed card may have the same candidates if one of them is doubtful, and an unchanged card different ones; then the
        pictures decide. An unreadable place counts on the waste alone: an arm may cover any place, but only there a move may change no other place."""
        before = self.fronts.get(name)
        if codes == {UNREADABLE}:
            return name == layout.DRAW_PILE.name and before is not None and before.likeness(reading, name) < _MIN_SAME_PICTURE
        if before is None:
            return True
        if before.codes.isdisjoint(codes):
            return codes == {EMPTY} or before.likeness(reading, name) < _MIN_SAME_PICTURE
        is_doubtful = max(len(before.codes), len(codes)) > 1
        return is_doubtful and before.card is not None and name in reading.looks and before.likeness(reading, name) < _MIN_SAME_CARD

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

    def _judged(self, reading: Reading) -> Reading:
        """Returns the reading; its notes name the reason if no snapshot can be made of it, or if the session waits for a deal and the cards do not lie
        as in a deal."""
        if not reading.usable or notes.HIDDEN & set(reading.notes) or self.builder.is_cleared(reading):
            return reading
        if self.awaits_deal and not self.builder.may_be_dealt(reading, self.reader.runs_of):
            return replace(reading, notes=[notes.NO_DEAL, *reading.notes])
        hindrances = self.builder.hindrances(reading)
        return replace(reading, notes=[*reading.notes, *hindrances]) if hindrances else reading

    def moved(self) -> None:
        """The table is not still: what it shows afterwards may be a finished move."""
        self.looks = 0
        self._does_not_see()
        self.builder.moved()

    def rests(self) -> None:
        """A picture shows the table at rest and need not be read."""
        self.pictured_at = time.monotonic()

    def _does_not_see(self) -> None:
        now = time.monotonic()
        if self.unseen_since is None:
            is_late = self.pictured_at is not None and now - self.pictured_at > _MAX_UNSEEN_S
            self.unseen_since = self.pictured_at if is_late else now
        self.pictured_at = now

    def _read(self, picture: np.ndarray) -> Reading:
        """Reads a picture. A defect of the reader costs one picture, not the game: it is printed once, and the picture counts as unreadable."""
        try:
            return self.reader.read(picture)
        except Exception as error:
            frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
            raised_at = next(frame for frame in reversed(frames) if str(Path(__file__).parent) in frame[0])  # not in a library, where defects meet
            if raised_at not in self.defects:
                self.defects.add(raised_at)
                self.say(traceback.format_exc())
            return Reading(None, notes=[notes.READER_FAILED])

    def look(self, picture: np.ndarray) -> dict | None:
        """Returns the numbered snapshot to post for this picture, or None."""
        self.reading = reading = self._judged(self._read(picture))
        self._note(reading)
        if not reading.usable or {*notes.HIDDEN, notes.NO_DEAL} & set(reading.notes) or self._is_clearing(reading):
            self._does_not_see()
            return None
        self.misses_moves = self.misses_moves or self.unseen_since is not None and time.monotonic() - self.unseen_since > _MAX_UNSEEN_S
        self.unseen_since = None
        self.rests()
        self.needs_new_game = self.cleared and self.started
        return None if self.needs_new_game else self._snapshot_of(reading)

    def shows_another_deal(self, snapshot: dict) -> bool:
        """True if the last picture shows the deal of another game than the one that the daemon knows: the camera did not see the table cleared. Before
        the game has begun, another deal than the one shown first."""
        if self.table is not None:
            is_another = self.builder.is_another_deal(snapshot, self.table)
        else:
            is_another = self.game_posts > MIN_POSTS and self.builder.is_another_than(snapshot, self.first)
        return is_another and self.builder.may_be_dealt(self.reading, self.reader.runs_of)

    def _snapshot_of(self, reading: Reading) -> dict | None:
        known = self.builder.known(reading)
        self.looks += 1
        done = self.looks <= MAX_LOOKS and self._is_move(reading, known)
        changed = done or self._changed(known)
        busy = self.mailbox is not None and not self.mailbox.idle()
        if (not changed and not self._is_wanted()) or (busy and (not changed or self.builder.one_by_one)):
            return None
        snapshot = self.builder.snapshot(reading, self.runs)
        if snapshot is None:
            return None
        self.posts = 1 if changed else self.posts + 1
        if not self.builder.one_by_one:
            self.posted.update(known)
            self._store_fronts(reading, known)
        self.wanted = False
        self.frame += 2 if self.misses_moves else 1
        self.misses_moves = False
        self.sent, self.first = reading, self.first or snapshot
        self.game_posts += 1
        done_member = {"done": True} if done else {}
        if done:
            self.looks = MAX_LOOKS
        return {**snapshot, **done_member, "camera": self.camera, "frame": self.frame}

    def put_off(self, note: Note) -> None:
        """Discards the snapshot of the last picture and shows the reason; the next snapshot is posted even if it shows the same table."""
        self.wanted, self.posts = True, 0
        self.reading = replace(self.reading, notes=[note, *self.reading.notes])
        self._say_once(note)

    def _store_fronts(self, reading: Reading, known: dict[str, set[str]]) -> None:
        for name, codes in known.items():
            if codes != {UNREADABLE}:
                card = reading.looks.get(name)
                self.fronts[name] = _Front(codes, card, card and piece(reading.rectified, card, layout.CARD))

    def _is_wanted(self) -> bool:
        return self.wanted and self.posts < _MAX_POSTS
