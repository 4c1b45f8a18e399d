"""A session of watching a table: reads pictures, posts snapshots, prints the daemon's messages."""

import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from . import notes
from .client import Unreachable, Daemon, Mailbox
from .last_session import LastSession
from .source import Source
from .shutdown import Shutdown
from .snapshots import BUILDERS
from .table_watcher import Stillness, TableWatcher

_RETRY_INTERVAL_S = 2.0  # between attempts to reach the daemon at the start
MAX_NEW, NEW_WITHIN_S = 10, 600.0  # at most so many sessions are created in this period: a person needs most of a minute for a deal


def say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)


def address(daemon: Daemon, url: str, created: dict) -> str:
    """URL of the companion page, with the companion token if the daemon requires tokens."""
    tokens = created.get("tokens")
    token = tokens.get("companion") if isinstance(tokens, dict) else None
    return f"{url.rstrip('/')}/s/{daemon.session}" + (f"#token={token}" if isinstance(token, str) else "")


@dataclass
class WatchSession:
    """`url`: of the daemon, as shown to people. `session_spec`: body for a new session; None: the existing session of `daemon` is used. `retry_s`: time limit of retries."""

    daemon: Daemon
    watch: TableWatcher
    url: str
    session_spec: dict | None
    retry_s: float = 30.0
    shutdown: Shutdown = field(default_factory=Shutdown)
    mailbox: Mailbox | None = None
    page: str = field(default="", init=False)  # URL of the companion page, if the session was created here
    new_game_announced: bool = field(default=False, init=False)
    last: LastSession | None = None  # stores the session for the next start
    ask_at: float = field(default=0.0, init=False)  # time of the next request whether the game has begun
    created: deque = field(default_factory=lambda: deque(maxlen=MAX_NEW), init=False)  # times of the last creations of sessions
    other_game: bool = field(default=False, init=False)  # the last picture that was read shows a game that needs another session than the given one

    def _retry(self, ask):
        """Returns the result of `ask()`; repeats it for up to `retry_s` while the daemon is unreachable."""
        until = time.monotonic() + self.retry_s
        while True:
            try:
                return ask()
            except Unreachable as unreachable:
                pause = max(_RETRY_INTERVAL_S, unreachable.after)
                if time.monotonic() + pause > until:
                    raise
                say(f"{unreachable}; trying again")
                if not self.shutdown.pause(pause):
                    raise KeyboardInterrupt from unreachable

    def _create(self) -> dict:
        known = self._retry(lambda: self.daemon.create(self.session_spec))
        self.created.append(time.monotonic())
        self.page = address(self.daemon, self.url, known)
        say(self.page)
        if self.last:
            self.last.write(self.session_spec, self.daemon.session, self.page)
        return known

    def _continue(self) -> dict | None:
        """The session of an earlier run, if its game is not over."""
        kept = self.last.read(self.session_spec) if self.last else None
        if kept is None:
            return None
        self.daemon.session, page = kept
        try:
            known = self.daemon.find()
        except ValueError:  # it was deleted, or the token has changed
            return None
        if known.get("status") != "playing" or not isinstance(known.get("table"), dict):
            return None
        self.page = page
        say(f"the game goes on: {page}")
        return known

    def _begin(self, anew: bool = False) -> None:
        """Creates a session, or finds the given one."""
        builder = BUILDERS[self.watch.reader.on.game]()
        if self.session_spec:
            known = (None if anew or not builder.knows_deals else self._continue()) or self._create()
        else:
            known = self._retry(self.daemon.find)
        if known.get("game", builder.on.game) != builder.on.game:
            raise ValueError(f"this session plays {known['game']}: use --game {known['game']}")
        self.watch.begin(builder)
        self.watch.awaits_deal = known.get("status") == "waiting"
        self._adopt_table(known)

    def _adopt_table(self, known: dict) -> None:
        """Initializes the watcher from the daemon's table if the game has begun."""
        table = known.get("table")
        if known.get("status", "waiting") != "waiting" and isinstance(table, dict):
            self.watch.builder.begin(table)
            self.watch.started, self.watch.table, self.watch.awaits_deal = True, table, False

    def _look(self, picture) -> dict | None:
        """Returns the snapshot to post, or None. If the picture shows no deal, the daemon is asked whether the player has entered the table of a game under way."""
        snapshot = self.watch.look(picture)
        if notes.NO_DEAL not in self.watch.reading.notes or time.monotonic() < self.ask_at:
            return snapshot
        self.ask_at = time.monotonic() + _RETRY_INTERVAL_S
        with suppress(Unreachable):
            self._adopt_table(self.daemon.find())
        return snapshot if self.watch.awaits_deal else self.watch.look(picture)

    def _may_create(self) -> bool:
        return len(self.created) < MAX_NEW or time.monotonic() - self.created[0] >= NEW_WITHIN_S

    def _names_deal(self) -> bool:
        """True if the rules of each new session name its deal: another one would be another deal there, too."""
        rules = (self.session_spec or {}).get("rules")
        return isinstance(rules, dict) and bool(rules.get("deal"))

    def _begin_again(self) -> None:
        """Starts a new game: the table was cleared, or another deal lies on it."""
        self._settle()
        if self.session_spec:
            say("a new game")
            self._begin(anew=True)
        elif not self.new_game_announced:
            self.new_game_announced = True
            say("a new game needs a new session: without --session one is created")

    def _settle(self) -> bool:
        """Waits for the pending responses, at most `retry_s`."""
        return self.shutdown.until(self.mailbox.wait, self.retry_s)

    def open(self) -> None:
        """Creates or finds the session; pictures can be posted from now on."""
        self._begin()
        self.watch.mailbox = self.mailbox = Mailbox(self.daemon, self.watch.on_answer, lambda snapshot, table: self.watch.builder.agrees(snapshot, table))

    def post(self, picture) -> None:
        """Reads a picture of a still table and posts a snapshot if it has changed. A snapshot of another game is not posted to this game's session."""
        snapshot = self._look(picture)
        is_other = self.watch.needs_new_game or snapshot is not None and not self._names_deal() and self.watch.shows_another_deal(snapshot)
        if is_other or snapshot is not None or self.watch.cleared:  # otherwise nothing has changed, or the picture is unreadable
            self.other_game = is_other and not self.session_spec
        if is_other and self.session_spec and not self._may_create():
            self.watch.put_off(notes.MANY_GAMES)
            snapshot = None
        elif is_other:
            self._begin_again()
            snapshot = None if self.other_game else self._look(picture)
        if snapshot:
            say(f"frame {snapshot['frame']}: {described(snapshot)}")
            self.mailbox.put(snapshot)

    def _watch_pictures(self, source: Source) -> None:
        still = Stillness()
        for picture in source.pictures:
            if source.alone or still(picture):
                self.post(picture)
            else:
                self.watch.moved()
            if not source.live:
                self._settle()
            if self.watch.permanent_error or self.shutdown.requested:
                return

    def run(self, source: Source) -> None:
        """Runs until the pictures end or a shutdown is requested. Raises ValueError if no further post can succeed. A session
        is created only after the first picture."""
        first = next(source.pictures, None)
        if first is None:
            return
        self.open()
        self._watch_pictures(replace(source, pictures=chain([first], source.pictures)))
        if not self.watch.permanent_error and not self._settle():
            say("the last snapshot was not delivered")
        self.mailbox.close()
        if self.watch.permanent_error:
            raise ValueError(self.watch.permanent_error)


def _slot(slot: object) -> str:
    if isinstance(slot, list):
        return "(" + " ".join(_slot(one) for one in slot) + ")"
    return f"{slot['card']}?" if isinstance(slot, dict) else str(slot)


def described(snapshot: dict) -> str:
    """One line for people: each part of the snapshot in its order, uncertain cards with a question mark."""
    parts = []
    for name, slots in snapshot.items():
        if name not in ("camera", "frame"):
            words = " ".join(_slot(slot) for slot in slots) if isinstance(slots, list) else str(slots)
            parts.append(f"{name.replace('_', ' ')} {words}")
    return ", ".join(parts)
