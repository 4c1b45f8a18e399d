"""Numbers on the command line, within their ranges: types for argparse."""

import argparse
from typing import Callable


def _within(read: Callable, kind: str, least: float, most: float) -> Callable[[str], float]:
    def take(text: str) -> float:
        try:
            number = read(text)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:  # so is what is not a number ("nan")
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no {kind} from {least} to {most}")
        return number

    return take


def whole(least: int, most: int) -> Callable[[str], int]:
    return _within(int, "whole number", least, most)


def real(least: float, most: float) -> Callable[[str], float]:
    return _within(float, "number", least, most)
