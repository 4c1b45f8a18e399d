"""The session that was created last, in a file: a service that is started again goes on with the game on the table."""

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LastSession:
    """`daemon` must be the same when it is read as when it was written, and so must the game and its rules."""

    path: Path
    daemon: str

    def _of(self, session_spec: dict) -> dict:
        return {"daemon": self.daemon, "spec": {name: value for name, value in session_spec.items() if name != "language"}}

    def read(self, session_spec: dict) -> tuple[str, str] | None:
        """Its id and the address of its page; None if there is none, or one of another daemon, game or rules."""
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            of, session, page = kept["of"], kept["session"], kept["page"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return (session, page) if of == self._of(session_spec) and isinstance(session, str) and isinstance(page, str) else None

    def write(self, session_spec: dict, session: str, page: str) -> None:
        """Only its owner can read it: the address may have a token. A folder that cannot be written to keeps nothing."""
        beside = self.path.with_name(self.path.name + ".new")
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            beside.unlink(missing_ok=True)
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({"of": self._of(session_spec), "session": session, "page": page}, file)
            beside.replace(self.path)
