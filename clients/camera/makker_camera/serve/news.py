"""Follows the state of the session by long polls: it also changes by corrections on the companion page and when a search ends."""

import threading

from ..client import Daemon, Unreachable

FIELDS = "version,status,sync,observed,message,suggestion,asks"
_POLL_TIMEOUT_S = 2  # of a long poll, which ends earlier when the version changes. A contradiction by another camera's picture, or a question, does not change it
_RETRY_PAUSE_S = 2.0  # after an error


class News:
    """Follows the present session of `daemon`. A camera token does not permit reading; then the only states are those of `put`, the answers
    to snapshots."""

    def __init__(self, daemon: Daemon):
        self.daemon = daemon
        self.is_away = False  # the daemon does not respond
        self._latest: dict = {}
        self._latest_session = ""  # the session of `_latest`
        self._deleted_session = ""  # a session that no longer exists
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def latest(self) -> dict:
        """The last known state of the present session; empty if there is none."""
        with self._lock:
            return self._latest if self._latest_session == self.daemon.session else {}

    @property
    def is_gone(self) -> bool:
        """The session was deleted."""
        return self._deleted_session != "" and self._deleted_session == self.daemon.session

    def put(self, state: dict, session: str | None = None) -> None:
        """Merges a state of the session (by default the present one), for example an answer to a snapshot. A state of an older version is
        ignored; one without a version belongs to the known version."""
        session = session or self.daemon.session
        with self._lock:
            if self._latest_session != session:
                self._latest_session, self._latest = session, {}
            known = self._latest.get("version", -1)
            version = state.get("version", known)
            if isinstance(version, int) and version >= known:
                self._latest = {**self._latest, **state}

    def close(self) -> None:
        self._ended.set()
        self._thread.join(1)

    def _poll(self, session: str) -> bool:
        """Performs one long poll; False if the next one must wait."""
        known = self.latest.get("version")
        after = "" if known is None else f"&after={known}&wait_s={_POLL_TIMEOUT_S}"
        try:
            answer = self.daemon.request("GET", f"/v1/sessions/{session}?fields={FIELDS}{after}")
        except Unreachable:
            self.is_away = True
            return False
        self.is_away = False
        if answer.status == 404:
            self._deleted_session = session
        if answer.status == 200 and "version" in answer.body and session == self.daemon.session:
            self.put(answer.body, session)
        return answer.status == 200

    def _run(self) -> None:
        while not self._ended.is_set():
            session = self.daemon.session
            if not session or not self._poll(session):
                self._ended.wait(_RETRY_PAUSE_S)
