"""Tells the daemon what was seen. A daemon that is away is asked again; only the newest snapshot waits."""

import http.client
import json
import re
import threading
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_TIMEOUT = 10.0  # seconds
_LONGEST_ANSWER = 1 << 20
_WAITS = (0.5, 1, 2, 4, 8)  # seconds between tries; the last one again and again
_LONGEST_WAIT = 60.0  # whatever a daemon says of later
_LATER = (429, 502, 503, 504)  # it is busy, or a proxy before it finds it away
_SESSION = re.compile(r"[0-9a-zA-Z_-]{1,64}")
_TOKEN = re.compile(r"[A-Za-z0-9_.~+/=-]{1,256}")
_FIELDS = "version,status,sync,observed,message"


# What another try does not change: the status, and what can be done.
_HOPELESS = {
    401: "the daemon wants a token: --token, or MAKKER_TOKEN",
    403: "this token is not for that: the session's camera token, or its owner's, is wanted",
    404: "there is no such table any more: without --session a new one is made",
}


class Away(Exception):
    """The daemon cannot be reached, or wants to be asked later: after `after` seconds, where it said so."""

    def __init__(self, text: str, after: float = 0.0):
        super().__init__(text)
        self.after = after


@dataclass(frozen=True)
class Answer:
    """`status` of HTTP; `body` as it came, an empty object where it was none."""

    status: int
    body: dict = field(default_factory=dict)

    @property
    def message(self) -> str:
        text = self.body.get("message") or self.body.get("detail") or f"HTTP {self.status}"
        return printable(str(text))

    @property
    def hopeless(self) -> str | None:
        """Why nothing more can be posted there; None where it can."""
        return _HOPELESS.get(self.status)

    @property
    def is_over(self) -> bool:
        return self.body.get("status") in ("won", "lost", "drawn", "stopped") or self.body.get("code") == "game_over"

    @property
    def wants_another(self) -> bool:
        """Is a further picture of the same table of use?"""
        return self.body.get("sync") == "looking" or self.body.get("code") == "snapshot_contradiction"


def printable(text: str) -> str:
    """Without what a terminal would take for a command, and not endless."""
    return "".join(c if c.isprintable() else " " for c in text[:1000])


def _seconds(retry_after: str | None) -> float:
    """Of Retry-After; 0 where it says nothing, or a date."""
    told = (retry_after or "").strip()
    return min(float(told), _LONGEST_WAIT) if told.isdecimal() and len(told) < 10 else 0.0


class Daemon:
    """One session of one daemon."""

    def __init__(self, url: str, session: str = "", token: str = ""):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no http address")
        if session and not _SESSION.fullmatch(session):
            raise ValueError(f"{session!r} is no session")
        self.https = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port
        self.base = parts.path.rstrip("/")
        self.session = session
        self.headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token and not _TOKEN.fullmatch(token):
            raise ValueError("that is no token")
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def request(self, method: str, path: str, body: dict | None = None) -> Answer:
        kind = http.client.HTTPSConnection if self.https else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=_TIMEOUT)
        try:
            connection.request(method, self.base + path, None if body is None else json.dumps(body), self.headers)
            answer = connection.getresponse()
            text = answer.read(_LONGEST_ANSWER + 1)
        except (OSError, http.client.HTTPException) as error:
            raise Away(f"the daemon at {self.host} does not answer: {error}") from error
        finally:
            connection.close()
        if answer.status in _LATER:
            raise Away(f"the daemon is busy (HTTP {answer.status})", _seconds(answer.headers.get("Retry-After")))
        return Answer(answer.status, self._read(text))

    @staticmethod
    def _read(text: bytes) -> dict:
        try:
            told = json.loads(text) if len(text) <= _LONGEST_ANSWER else {}
        except (ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) else {}

    def create(self, wish: dict) -> dict:
        """A new table; remembers its session and answers it."""
        answer = self.request("POST", "/v1/sessions", wish)
        session = answer.body.get("id")
        if answer.status != 201 or not isinstance(session, str) or not _SESSION.fullmatch(session):
            raise ValueError(f"no table was made: {answer.hopeless or answer.message}")
        self.session = session
        return answer.body

    def find(self) -> dict:
        """The session as the daemon has it; empty where it is there, but not to be shown to cameras."""
        answer = self.request("GET", f"/v1/sessions/{self.session}?fields=game,status,table")
        if answer.status not in (200, 403):
            raise ValueError(answer.hopeless or answer.message)
        return answer.body if answer.status == 200 else {}

    def post(self, snapshot: dict) -> Answer:
        return self.request("POST", f"/v1/sessions/{self.session}/snapshots?fields={_FIELDS}", snapshot)


class Mailbox:
    """Posts from a thread of its own, so that the camera goes on looking. What was not sent when something
    newer comes is dropped: its frame number is missing then, which tells the daemon that a picture is."""

    def __init__(self, daemon: Daemon, tell):
        self.daemon = daemon
        self.tell = tell  # called with each Answer, and with each Away
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
        """Waits until all was answered."""
        with self.changed:
            return self.changed.wait_for(lambda: self.newest is None and not self.busy, seconds)

    def close(self) -> None:
        """What was not sent yet never will be."""
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

    def _send(self, snapshot: dict) -> None:
        """Until it is answered, or something newer waits."""
        for attempt in range(1 << 30):
            try:
                self.tell(self.daemon.post(snapshot))
                return
            except Away as error:
                away = error
                self.tell(away)
            with self.changed:
                pause = max(_WAITS[min(attempt, len(_WAITS) - 1)], away.after)
                if self.changed.wait_for(lambda: self.newest is not None or self.closed, pause):
                    return
