"""Ending when it is asked for: a signal only leaves word, which is looked for wherever something is waited for."""

import signal
import time
from typing import Callable

_TICK = 0.1  # seconds


class Stop:
    """`asked` is True from the first signal on; the second one ends the program wherever it is."""

    def __init__(self):
        self.asked = False

    def __call__(self, *_) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def listen(self) -> "Stop":
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self)
        return self

    def until(self, done: Callable[[float], bool], seconds: float) -> bool:
        """Asks `done(tick)`, which may take that long, again and again: was it so within that time?"""
        end = time.monotonic() + seconds
        while not done(max(0.0, min(_TICK, end - time.monotonic()))):
            if self.asked or time.monotonic() >= end:
                return False
        return True

    def pause(self, seconds: float) -> bool:
        """Waits; False where it was asked to stop."""
        self.until(lambda tick: time.sleep(tick) is not None, seconds)
        return not self.asked
