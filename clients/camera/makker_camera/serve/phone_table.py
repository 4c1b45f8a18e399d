"""A table under a phone's camera: reads its pictures when the table is still, and returns the overlay for each."""

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, strftime

import cv2
import numpy as np

from .. import finder
from ..client import Unreachable
from ..notes import MANY_GAMES, NO_PICTURE, SESSION_GONE, Note, os_error_text
from ..reader import Reading
from ..table_watcher import MAX_LOOKS, Stillness
from ..watch_session import WatchSession, say
from . import overlay
from .news import FIELDS, News

_MAX_PIXELS = 50_000_000
_MIN_SIDE = 200
_RETRY_INTERVAL_S = 2.0  # after the daemon did not respond or refused a snapshot
_UNCLEAR = ("look_again", "contradiction")  # values of `explanation` for snapshots that changed nothing

AWAY = Note("daemon_away", "the daemon does not respond")
OTHER_GAME = Note("other_game", "another game lies on the table: start makker-camera without --session, or with a new one")


def decoded(jpeg: bytes) -> np.ndarray | None:
    """The decoded picture; None if it is invalid or of an unreasonable size."""
    try:
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    except cv2.error:
        return None
    good = picture is not None and min(picture.shape[:2]) >= _MIN_SIDE and picture.shape[0] * picture.shape[1] <= _MAX_PIXELS
    return picture if good else None


@dataclass
class PhoneTable:
    """State of the table of one phone. `keep`: folder for the pictures that were posted; None: they are not stored. One thread calls its methods."""

    session: WatchSession
    keep: Path | None = None
    still: Stillness = field(default_factory=Stillness)
    last: np.ndarray | None = None
    readings: int = 0  # number of readings since the table moved
    news: News | None = None
    answered: dict = field(default_factory=dict)  # the daemon's last answer that was given to `news`
    problem: Note | None = None  # the reason why the last post failed
    retry_at: float = 0.0  # time of the next attempt after a problem
    may_answer: bool = True  # False after the daemon refused an answer: a camera's token does not permit corrections
    rejected: tuple[str, Note] | None = None  # the text of a question, and the daemon's reason for rejecting its answer
    keep_error: str = ""  # the reason why the last picture was not stored

    def show(self, jpeg: bytes, alone: bool, language: str) -> dict:
        """Handles one picture and returns the view. `alone`: a single photograph, of a still table. `language`: for a session that is
        created."""
        picture = decoded(jpeg)
        if picture is None:
            return {"notes": _described([NO_PICTURE])}
        return self._look(picture, alone, language)

    def show_again(self) -> dict:
        """The view of the last picture with the present state of the session, for a phone whose picture has not changed. The picture is not
        read again, because a second reading of it would confirm nothing."""
        return {"notes": []} if self.last is None else self._view(self.last, False, None)

    def answer(self, question: object, number: object) -> dict:
        """Sends the player's answer to the question with this text; `number` counts from 0. An answer to a question that is no longer asked is ignored."""
        asks = self._state().get("asks") or {}
        answers = asks.get("answers", [])
        if question == asks.get("text") and type(number) is int and 0 <= number < len(answers):
            reason = self._correct(answers[number]["correction"])
            self.rejected = reason and (asks["text"], reason)
        return self.show_again()

    def _correct(self, correction: dict) -> Note | None:
        """Posts a correction; returns the daemon's reason for rejecting it, or None. If the daemon does not respond, the question stays."""
        daemon = self.session.daemon
        try:
            answer = daemon.request("POST", f"/v1/sessions/{daemon.session}/corrections?fields={FIELDS}", correction)
        except Unreachable:
            return None
        if answer.status == 200:
            self.news.put(answer.body)
            return None
        self.may_answer = answer.permanent_error is None
        return Note("rejected", answer.message) if self.may_answer else None

    def _look(self, picture: np.ndarray, alone: bool, language: str) -> dict:
        is_still = self.still(picture) or alone
        self.last = picture
        if is_still:
            self.session.watch.rests()
        else:
            self.readings = 0
            self.session.watch.moved()
        problem = self._read(picture, alone, language) if is_still else None
        return self._view(picture, not is_still, problem)

    def _read(self, picture: np.ndarray, alone: bool, language: str) -> Note | None:
        """Reads and posts a picture if the daemon may need it; returns the problem that prevents it."""
        watch = self.session.watch
        if self.problem and monotonic() < self.retry_at:
            return self.problem
        if not alone and self.readings >= MAX_LOOKS and not watch.wanted:
            return None
        self.problem = self._post(picture, language)
        self.retry_at = monotonic() + _RETRY_INTERVAL_S
        return self.problem

    def _post(self, picture: np.ndarray, language: str) -> Note | None:
        watch = self.session.watch
        try:
            self._open(language)
            self.readings += 1
            frame = watch.frame
            self.session.post(picture)
            if watch.frame > frame:
                self._keep(picture, watch.frame)
        except Unreachable:
            return AWAY
        except ValueError as error:
            return self._refused(error)
        return None

    def _refused(self, error: ValueError) -> Note:
        [reason] = error.args
        note = reason if isinstance(reason, Note) else Note("refused", str(reason))
        if note != self.problem:
            say(note)
        return note

    def _open(self, language: str) -> None:
        """Creates or finds the session with the first picture."""
        if self.news:
            return
        if self.session.session_spec is not None and language:
            self.session.session_spec.setdefault("language", language)
        self.session.open()
        self.news = News(self.session.daemon)

    def _keep(self, picture: np.ndarray, frame: int) -> None:
        """Stores a picture if that was asked for. The game goes on without: the reason is printed once."""
        if not self.keep:
            return
        path = self.keep / f"{strftime('%Y%m%d-%H%M%S')}-{frame}.jpg"
        try:
            self.keep.mkdir(parents=True, exist_ok=True)
            path.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
        except OSError as error:
            self._remove(path)
            if self.keep_error != (reason := f"this picture is not kept: {os_error_text(error)}"):
                say(reason)
            self.keep_error = reason
        else:
            self.keep_error = ""

    @staticmethod
    def _remove(path: Path) -> None:
        """Removes what a full disk has left of a picture."""
        with contextlib.suppress(OSError):
            path.unlink()

    def _state(self) -> dict:
        if not self.news:
            return {}
        answered = self.session.watch.answered
        if answered and answered is not self.answered:  # only once: `news` may have a later state of the same version
            self.answered = answered
            self.news.put(answered)
        return self.news.latest

    def _found(self, picture: np.ndarray, reading: Reading | None, moving: bool) -> finder.Found | None:
        """The position of the mat in this picture: the mat or the phone may have moved. A table known to have no mat is not searched for one."""
        reader = self.session.watch.reader
        if reading and (not moving or reader.has_no_mat):
            return reading.found
        return reader.fixed or finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) or (reading and reading.found)

    def _view(self, picture: np.ndarray, moving: bool, problem: Note | None) -> dict:
        watch, state = self.session.watch, self._state()
        reading, size = watch.reading, watch.reader.knows.size
        found = self._found(picture, reading, moving)
        permanent_error = watch.permanent_error or (SESSION_GONE if self.news and self.news.is_gone else None)
        is_other = self.session.other_game or watch.cleared or reading is not None and MANY_GAMES in reading.notes
        suggestion = None if permanent_error or is_other or watch.refused else _suggestion(state)
        question = None if permanent_error or is_other else state.get("asks")
        is_away = watch.is_away or self.news is not None and self.news.is_away
        all_notes = [problem] if problem else [AWAY] if is_away else []
        all_notes += [OTHER_GAME] if self.session.other_game else []
        all_notes += [] if moving or not reading else reading.notes
        if permanent_error:
            all_notes.insert(0, permanent_error)
        if question and self.rejected and self.rejected[0] == question["text"]:
            all_notes.append(self.rejected[1])
        view = {"size": [picture.shape[1], picture.shape[0]], "moving": moving, "notes": _described(all_notes), "mat": None, "cards": [],
                "arrow": None, "page": self.session.page}
        if found:
            view["mat"] = overlay.mat_outline(found)
        if found and reading:
            view["cards"] = [] if moving else overlay.card_outlines(found, reading, size)
            view["arrow"] = overlay.arrow(found, reading, watch.reader.on, size, suggestion)
        view["status"], view["sync"] = state.get("status"), state.get("sync")
        view["message"] = "" if permanent_error else watch.refused or (None if is_other and state.get("suggestion") else state.get("message"))
        view["question"] = question and {"text": question["text"], "answers": [answer["text"] for answer in question["answers"]] if self.may_answer else []}
        view["again"] = not watch.permanent_error and (problem is AWAY or watch.wanted)
        view["instruction"] = suggestion.get("instruction") if suggestion else None
        return view

    def close(self) -> None:
        if self.news:
            self.news.close()
        if self.session.mailbox:
            self.session.mailbox.close()


def _suggestion(state: dict) -> dict | None:
    """The suggested move, if it belongs to the table in the newest picture and there is no question."""
    suggestion, observed = state.get("suggestion"), state.get("observed") or {}
    is_known = state.get("sync") != "desynced" and observed.get("explanation") not in _UNCLEAR and not state.get("asks")
    return suggestion if is_known and isinstance(suggestion, dict) else None


def _described(all_notes: list[Note]) -> list[dict]:
    return [{"code": note.code, "place": note.place, "text": str(note)} for note in all_notes]
