"""Argparse types: numbers within a range, and a folder or none."""

import argparse
from pathlib import Path
from typing import Callable

MAX_NAME_SIZE = 64  # bytes


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


def camera_name(text: str) -> str:
    """A name that the daemon accepts: at most 64 bytes, without control characters."""
    if not 0 < len(text.encode(errors="replace")) <= MAX_NAME_SIZE or not text.isprintable():
        raise argparse.ArgumentTypeError(f"a name has 1 to {MAX_NAME_SIZE} bytes and no control characters")
    return text


def folder_or_none(text: str) -> Path | None:
    return None if text == "none" else Path(text)
