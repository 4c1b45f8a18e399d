"""What the daemon says of the session, as it changes: also by a correction on the companion page, or a search that ends."""

import threading

from ..client import Daemon, Unreachable

FIELDS = "version,status,sync,message,suggestion,asks"
_WAIT_S = 8  # of a long poll: less than the client's time limit
_PAUSE = 2.0  # seconds after an error


class News:
    """Follows the session of `daemon`, which may change; `latest` is the last state. A camera token does not permit
    reading: then there are only the answers to snapshots."""

    def __init__(self, daemon: Daemon):
        self.daemon = daemon
        self.latest: dict = {}
        self.is_away = False  # the daemon does not respond
        self._of = ""  # the session of `latest`
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def put(self, state: dict) -> None:
        """A newer state, as from the answer to a snapshot; states without or with an older version change nothing."""
        with self._lock:
            version = state.get("version")
            if self._of != self.daemon.session:
                self._of, self.latest = self.daemon.session, {}
            if isinstance(version, int) and version >= self.latest.get("version", -1):
                self.latest = {**self.latest, **state}

    def close(self) -> None:
        self._ended.set()
        self._thread.join(1)

    def _ask(self, session: str) -> bool:
        """One long poll; False where another makes no sense at once."""
        known = self.latest.get("version") if self._of == session else None
        after = "" if known is None else f"&after={known}&wait_s={_WAIT_S}"
        try:
            answer = self.daemon.request("GET", f"/v1/sessions/{session}?fields={FIELDS}{after}")
        except Unreachable:
            self.is_away = True
            return False
        self.is_away = False
        if answer.status == 200 and session == self.daemon.session:
            self.put(answer.body)
        return answer.status == 200

    def _run(self) -> None:
        while not self._ended.is_set():
            session = self.daemon.session
            if not session or not self._ask(session):
                self._ended.wait(_PAUSE)
