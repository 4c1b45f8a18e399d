"""What the daemon says of the session, as it changes: also by a correction on the companion page, or a search that ends."""

import threading

from ..client import Daemon, Unreachable

FIELDS = "version,status,sync,observed,message,suggestion,asks"
_WAIT_S = 2  # of a long poll. It ends when the version changes, which it does not with what another camera's picture contradicts, or a question
_PAUSE = 2.0  # seconds after an error


class News:
    """Follows the session of `daemon`, which may change. A camera token does not permit reading: then there are only the answers to
    snapshots."""

    def __init__(self, daemon: Daemon):
        self.daemon = daemon
        self.is_away = False  # the daemon does not respond
        self._latest: dict = {}
        self._of = ""  # the session of `_latest`
        self._gone = ""  # a session that no longer exists
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def latest(self) -> dict:
        """The last state of the present session; empty until one is known."""
        with self._lock:
            return self._latest if self._of == self.daemon.session else {}

    @property
    def is_gone(self) -> bool:
        """The session was deleted."""
        return self._gone != "" and self._gone == self.daemon.session

    def put(self, state: dict, session: str | None = None) -> None:
        """A newer state of the session (without it the present one), as from the answer to a snapshot. One of an older version changes
        nothing; one without a version is of the present version."""
        session = session or self.daemon.session
        with self._lock:
            if self._of != session:
                self._of, self._latest = session, {}
            known = self._latest.get("version", -1)
            version = state.get("version", known)
            if isinstance(version, int) and version >= known:
                self._latest = {**self._latest, **state}

    def close(self) -> None:
        self._ended.set()
        self._thread.join(1)

    def _ask(self, session: str) -> bool:
        """One long poll; False where another makes no sense at once."""
        known = self.latest.get("version")
        after = "" if known is None else f"&after={known}&wait_s={_WAIT_S}"
        try:
            answer = self.daemon.request("GET", f"/v1/sessions/{session}?fields={FIELDS}{after}")
        except Unreachable:
            self.is_away = True
            return False
        self.is_away = False
        if answer.status == 404:
            self._gone = session
        if answer.status == 200 and "version" in answer.body and session == self.daemon.session:
            self.put(answer.body, session)
        return answer.status == 200

    def _run(self) -> None:
        while not self._ended.is_set():
            session = self.daemon.session
            if not session or not self._ask(session):
                self._ended.wait(_PAUSE)
