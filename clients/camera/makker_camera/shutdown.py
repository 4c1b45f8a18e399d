"""Orderly shutdown: a signal sets a flag that every wait checks."""

import signal
import time
from typing import Callable

_TICK = 0.1  # seconds


class Shutdown:
    """`requested` is True after the first signal; the second one interrupts the program."""

    def __init__(self):
        self.requested = False

    def __call__(self, *_) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True

    def install(self) -> "Shutdown":
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self)
        return self

    def until(self, done: Callable[[float], bool], seconds: float) -> bool:
        """Calls `done(tick)`, which may take `tick` seconds, until it returns True. Returns False at the timeout or shutdown."""
        end = time.monotonic() + seconds
        while not done(max(0.0, min(_TICK, end - time.monotonic()))):
            if self.requested or time.monotonic() >= end:
                return False
        return True

    def pause(self, seconds: float) -> bool:
        """Waits; returns False if a shutdown was requested."""
        self.until(lambda tick: time.sleep(tick) is not None, seconds)
        return not self.requested
