"""Argparse types: numbers within a range."""

import argparse
from typing import Callable


def _within(read: Callable, kind: str, low: float, high: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            number = read(text)
        except ValueError:
            number = None
        if number is None or not low <= number <= high:  # also false for "nan"
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a {kind} from {low} to {high}")
        return number

    return parse


def whole(low: int, high: int) -> Callable[[str], int]:
    return _within(int, "whole number", low, high)


def real(low: float, high: float) -> Callable[[str], float]:
    return _within(float, "number", low, high)
