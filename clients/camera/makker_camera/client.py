"""HTTP client of the daemon. Posts are retried while it is unreachable; only the newest snapshot is kept."""

import http.client
import json
import re
import threading
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from . import notes
from .notes import Note

_TIMEOUT_S = 10.0
_MAX_RESPONSE_SIZE = 1 << 20
_RETRY_INTERVALS_S = (0.5, 1, 2, 4, 8)  # between attempts; the last one repeats
_MAX_RETRY_AFTER_S = 60.0  # upper bound of Retry-After
_RETRY_STATUSES = (429, 502, 503, 504)  # daemon busy, or unreachable for its proxy
_SESSION_PATTERN = re.compile(r"[0-9a-zA-Z_-]{1,64}")
_TOKEN_PATTERN = re.compile(r"[A-Za-z0-9_.~+/=-]{1,256}")
_FIELDS = "version,status,sync,observed,message,suggestion,asks,table"


# Status codes for which a retry is pointless, and the remedy.
_PERMANENT_ERRORS = {401: notes.TOKEN_REQUIRED, 403: notes.TOKEN_FORBIDDEN, 404: notes.SESSION_GONE}


class Unreachable(Exception):
    """The daemon is unreachable or busy. `after`: its Retry-After in seconds, or 0."""

    def __init__(self, text: str, after: float = 0.0):
        super().__init__(text)
        self.after = after


@dataclass(frozen=True)
class Answer:
    """A response: HTTP status and JSON body (an empty object if there is none)."""

    status: int
    body: dict = field(default_factory=dict)
    frame: int | None = None  # of the snapshot that is answered

    @property
    def message(self) -> str:
        text = self.body.get("message") or self.body.get("detail") or f"HTTP {self.status}"
        return printable(str(text))

    @property
    def permanent_error(self) -> Note | None:
        """Reason why no further post can succeed; None otherwise."""
        return notes.TOKEN_INVALID if self.body.get("code") == "invalid_token" else _PERMANENT_ERRORS.get(self.status)

    @property
    def state(self) -> dict:
        """Members of the session that this response changes; empty if there are none. A contradiction stays in the session until a snapshot is accepted."""
        if self.status == 200:
            return self.body
        return {"sync": "desynced", "message": self.message, "asks": None} if self.body.get("code") == "snapshot_contradiction" else {}

    @property
    def refusal(self) -> str | None:
        """The daemon's reason for refusing the snapshot, in the session's language, if the refusal does not change the session's state."""
        return None if self.status == 200 or self.state or self.is_over or self.permanent_error else self.message

    @property
    def is_over(self) -> bool:
        return self.body.get("status") in ("won", "lost", "drawn", "stopped") or self.body.get("code") == "game_over"

    @property
    def needs_another(self) -> bool:
        """True if another picture of the same table helps the daemon."""
        return self.body.get("sync") == "looking" or self.body.get("code") == "snapshot_contradiction"


def printable(text: str) -> str:
    """Removes terminal control characters and bounds the length."""
    return "".join(c if c.isprintable() else " " for c in text[:1000])


def _seconds(retry_after: str | None) -> float:
    """Seconds of Retry-After; 0 if absent or a date."""
    value = (retry_after or "").strip()
    return min(float(value), _MAX_RETRY_AFTER_S) if value.isdecimal() and len(value) < 10 else 0.0


class Daemon:
    """One session of one daemon."""

    def __init__(self, url: str, session: str = "", token: str = ""):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not an HTTP URL")
        if session and not _SESSION_PATTERN.fullmatch(session):
            raise ValueError(f"{session!r} is not a session id")
        self.https = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port
        self.base = parts.path.rstrip("/")
        self.session = session
        self.version: int | None = None  # of the session, in the last answer to a snapshot
        self.headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token and not _TOKEN_PATTERN.fullmatch(token):
            raise ValueError("invalid token")
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    @property
    def name(self) -> str:
        return f"{self.host}:{self.port}{self.base}"

    def request(self, method: str, path: str, body: dict | None = None) -> Answer:
        kind = http.client.HTTPSConnection if self.https else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=_TIMEOUT_S)
        try:
            connection.request(method, self.base + path, None if body is None else json.dumps(body), self.headers)
            answer = connection.getresponse()
            text = answer.read(_MAX_RESPONSE_SIZE + 1)
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"the daemon at {self.host} does not respond: {error}") from error
        finally:
            connection.close()
        if answer.status in _RETRY_STATUSES:
            raise Unreachable(f"the daemon is busy (HTTP {answer.status})", _seconds(answer.headers.get("Retry-After")))
        return Answer(answer.status, self._read(text))

    @staticmethod
    def _read(text: bytes) -> dict:
        try:
            value = json.loads(text) if len(text) <= _MAX_RESPONSE_SIZE else {}
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def create(self, session_spec: dict) -> dict:
        """Creates a session and returns it; further requests refer to it."""
        answer = self.request("POST", "/v1/sessions", session_spec)
        session = answer.body.get("id")
        if answer.status != 201 or not isinstance(session, str) or not _SESSION_PATTERN.fullmatch(session):
            raise ValueError(answer.permanent_error or f"cannot create a session: {answer.message}")
        self.session, self.version = session, None
        return answer.body

    def find(self) -> dict:
        """Returns the session; empty if it exists but the token does not permit reading it."""
        answer = self.request("GET", f"/v1/sessions/{self.session}?fields=game,status,table")
        if answer.status not in (200, 403):
            raise ValueError(answer.permanent_error or answer.message)
        return answer.body if answer.status == 200 else {}

    def changed_table(self) -> dict | None:
        """The table, if a player or another camera has changed it since the last answer to a snapshot of this client. None otherwise, or if the
        token does not permit reading it."""
        answer = self.request("GET", f"/v1/sessions/{self.session}?fields=version,table")
        version, table = answer.body.get("version"), answer.body.get("table")
        return table if answer.status == 200 and version != self.version and isinstance(table, dict) else None

    def post(self, snapshot: dict) -> Answer:
        answer = self.request("POST", f"/v1/sessions/{self.session}/snapshots?fields={_FIELDS}", snapshot)
        if answer.status == 200:
            self.version = answer.body.get("version")
        return replace(answer, frame=snapshot.get("frame"))


class Mailbox:
    """Posts from a thread of its own, so that the camera keeps watching. An unsent snapshot is replaced by a newer
    one; the gap in the frame numbers shows the daemon that a picture is missing.

    If the daemon already knows the table from another source (the player has reported a move, answered a question, corrected a card or
    undone a move, or another camera has shown it), the snapshot is no finished move: it is posted without `done`."""

    def __init__(self, daemon: Daemon, on_answer, agrees=lambda snapshot, table: False):
        self.daemon = daemon
        self.agrees = agrees  # agrees(snapshot, table): whether the snapshot may show this table
        self.on_answer = on_answer  # called with each Answer and each Unreachable
        self.newest: dict | None = None
        self.busy = False
        self.closed = False
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def put(self, snapshot: dict) -> None:
        with self.changed:
            self.newest = snapshot
            self.changed.notify_all()

    def idle(self) -> bool:
        with self.changed:
            return self.newest is None and not self.busy

    def wait(self, seconds: float) -> bool:
        """Waits until all posts have a response; returns False at the timeout."""
        with self.changed:
            return self.changed.wait_for(lambda: self.newest is None and not self.busy, seconds)

    def close(self) -> None:
        """Stops the thread; an unsent snapshot is dropped."""
        with self.changed:
            self.closed, self.newest = True, None
            self.changed.notify_all()
        self.thread.join(1)

    def _take(self) -> dict | None:
        with self.changed:
            self.changed.wait_for(lambda: self.newest is not None or self.closed)
            snapshot, self.newest = self.newest, None
            self.busy = snapshot is not None
            return snapshot

    def _run(self) -> None:
        while (snapshot := self._take()) is not None:
            self._send(snapshot)
            with self.changed:
                self.busy = False
                self.changed.notify_all()

    def _post(self, snapshot: dict) -> Answer:
        table = self.daemon.changed_table() if snapshot.get("done") else None
        if table and self.agrees(snapshot, table):
            snapshot = {name: value for name, value in snapshot.items() if name != "done"}
        return self.daemon.post(snapshot)

    def _send(self, snapshot: dict) -> None:
        """Retries until there is a response or a newer snapshot."""
        for attempt in range(1 << 30):
            try:
                self.on_answer(self._post(snapshot))
                return
            except Unreachable as error:
                unreachable = error
                self.on_answer(unreachable)
            with self.changed:
                pause = max(_RETRY_INTERVALS_S[min(attempt, len(_RETRY_INTERVALS_S) - 1)], unreachable.after)
                if self.changed.wait_for(lambda: self.newest is not None or self.closed, pause):
                    return
