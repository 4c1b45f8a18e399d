"""An evening at a table: pictures come, what they show is posted, what the daemon answers is said."""

import time
from dataclasses import dataclass, field, replace
from itertools import chain

from .client import Away, Daemon, Mailbox
from .source import Source
from .shutdown import Stop
from .snapshots import TELLINGS
from .table_watcher import Stillness, Watch

_AGAIN = 2.0  # seconds between tries to reach a daemon that is away at the beginning


def say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)


def address(daemon: Daemon, url: str, created: dict) -> str:
    """Of the companion page; where the daemon wants tokens, with the one that is for phones."""
    tokens = created.get("tokens")
    token = tokens.get("companion") if isinstance(tokens, dict) else None
    return f"{url.rstrip('/')}/s/{daemon.session}" + (f"#token={token}" if isinstance(token, str) else "")


@dataclass
class Sitting:
    """`wish` makes a new table; without one there is only the daemon's session. `patience`: seconds."""

    daemon: Daemon
    watch: Watch
    url: str
    wish: dict | None
    patience: float = 30.0
    stop: Stop = field(default_factory=Stop)
    mailbox: Mailbox | None = None
    told_of_new_game: bool = field(default=False, init=False)

    def _patiently(self, ask):
        """What `ask()` answers, however long the daemon is away, within patience."""
        until = time.monotonic() + self.patience
        while True:
            try:
                return ask()
            except Away as away:
                pause = max(_AGAIN, away.after)
                if time.monotonic() + pause > until:
                    raise
                say(f"{away}; trying again")
                if not self.stop.pause(pause):
                    raise KeyboardInterrupt from away

    def _begin(self) -> None:
        """A table at the daemon: a new one, or the one that was told."""
        telling = TELLINGS[self.watch.reader.on.game]()
        if self.wish:
            known = self._patiently(lambda: self.daemon.create(self.wish))
            say(address(self.daemon, self.url, known))
        else:
            known = self._patiently(self.daemon.find)
        if known.get("game", telling.on.game) != telling.on.game:
            raise ValueError(f"that table plays {known['game']}: --game {known['game']}")
        self.watch.begin(telling)
        table = known.get("table")
        if known.get("status", "waiting") != "waiting" and isinstance(table, dict):
            telling.begin(table)
            self.watch.begun = True

    def _begin_again(self) -> None:
        """Cards lie again after the table was cleared."""
        self._settle()
        if self.wish:
            say("a new game")
            self._begin()
        elif not self.told_of_new_game:
            self.told_of_new_game = True
            say("a new game wants a new table at the daemon: without --session one is made")

    def _settle(self) -> bool:
        """Waits until all was answered, as long as there is patience."""
        return self.stop.until(self.mailbox.wait, self.patience)

    def _post(self, picture) -> None:
        snapshot = self.watch.look(picture)
        if self.watch.wants_new_game:
            self._begin_again()
            snapshot = self.watch.look(picture)
        if snapshot:
            say(f"frame {snapshot['frame']}: {described(snapshot)}")
            self.mailbox.put(snapshot)

    def _look_at(self, source: Source) -> None:
        still = Stillness()
        for picture in source.pictures:
            if source.alone or still(picture):
                self._post(picture)
            if not source.live:
                self._settle()
            if self.watch.hopeless or self.stop.asked:
                return

    def run(self, source: Source) -> None:
        """Until the pictures end, or it is stopped. ValueError where nothing more can be posted. No table is made
        before there is a picture."""
        first = next(source.pictures, None)
        if first is None:
            return
        self._begin()
        self.watch.mailbox = self.mailbox = Mailbox(self.daemon, self.watch.heard)
        self._look_at(replace(source, pictures=chain([first], source.pictures)))
        if not self.watch.hopeless and not self._settle():
            say("the daemon never heard of the last picture")
        self.mailbox.close()
        if self.watch.hopeless:
            raise ValueError(self.watch.hopeless)


def _slot(slot: object) -> str:
    if isinstance(slot, list):
        return "(" + " ".join(_slot(one) for one in slot) + ")"
    return f"{slot['card']}?" if isinstance(slot, dict) else str(slot)


def described(snapshot: dict) -> str:
    """A line for people: each part of the snapshot in its order, doubtful cards with a question mark."""
    parts = []
    for name, told in snapshot.items():
        if name not in ("camera", "frame"):
            words = " ".join(_slot(slot) for slot in told) if isinstance(told, list) else str(told)
            parts.append(f"{name.replace('_', ' ')} {words}")
    return ", ".join(parts)
