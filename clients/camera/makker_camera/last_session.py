"""Stores the last created session in a file, so that a restarted service continues the game on the table."""

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LastSession:
    """The file of the last session. It is valid only for the same daemon, game and rules."""

    path: Path
    daemon: str

    def _key(self, session_spec: dict) -> dict:
        return {"daemon": self.daemon, "spec": {name: value for name, value in session_spec.items() if name != "language"}}

    def read(self, session_spec: dict) -> tuple[str, str] | None:
        """Its id and the address of its page; None if there is none for this daemon, game and rules."""
        try:
            stored = json.loads(self.path.read_text("utf-8"))
            of, session, page = stored["of"], stored["session"], stored["page"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return (session, page) if of == self._key(session_spec) and isinstance(session, str) and isinstance(page, str) else None

    def write(self, session_spec: dict, session: str, page: str) -> None:
        """Writes the file atomically. Only its owner can read it, since the address may have a token. Errors are ignored."""
        temporary = self.path.with_name(self.path.name + ".new")
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            temporary.unlink(missing_ok=True)
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({"of": self._key(session_spec), "session": session, "page": page}, file)
            temporary.replace(self.path)
