"""A game that is played before one camera: `played.py CONDITION SEED DECK` draws each table that it is asked for.

A table is a line of JSON on the standard input: the columns as [face-down cards, [face-up cards]], the number of cards in the stock, the waste and the
four foundations as lists, front card last. Each answer is the length of a JPEG in four bytes, high byte first, and the JPEG. Between two pictures of one
table only the sensor's noise differs.
"""

import copy
import json
import sys
import zlib
from dataclasses import dataclass

import cv2
import numpy as np

import decks
import optics
from layout import Habits
from scene import CONDITIONS, Table, columns_apart, upper_apart

MAX_COLUMN_MM = 110.0  # mm from the first card of a column to the last
MAX_RUN = 8  # face-up cards for which the camera is placed


@dataclass
class Shown:
    """The visible part of a klondike.Game."""

    down: list
    up: list
    stock: list
    waste: list
    foundations: list


def shown(line):
    given = json.loads(line)
    backs, runs = zip(*given["columns"])
    return Shown([["BACK"] * count for count in backs], list(runs), ["BACK"] * given["stock"], given["waste"], given["foundations"])


def longest():
    """The table with the largest extent."""
    codes = decks.CODES[:MAX_RUN]
    return Shown([["BACK"] * column for column in range(7)], [codes] * 7, ["BACK"], codes[:1], [codes[:1]] * 4)


class Played(Table):
    def arrange(self, condition, seed, deck, rng):
        self.rng, self.rules = rng, CONDITIONS[condition]
        self.habits = Habits(rng, self.rules.get("neat", 1.0))
        self.habits.room = MAX_COLUMN_MM
        self.deck_name = deck
        self.ground_name = self.rules["grounds"][seed % len(self.rules["grounds"])]
        upper_apart(columns_apart(self.habits, longest()))
        self.photographs = [(self.habits.lay(longest()), None)]
        self.place_camera()

    def bare(self, camera):
        """Rendered once, since the camera is fixed."""
        if not hasattr(self, "without_cards"):
            self.without_cards = super().bare(camera)
        canvas = copy.copy(self.without_cards)
        canvas.light = canvas.light.copy()
        return canvas


def main(condition, seed, deck):
    cv2.setNumThreads(1)
    table = Played(condition, int(seed), deck)
    table.prepare()
    before, number = None, 0
    for line in sys.stdin:
        if line != before:
            before, rng = line, np.random.default_rng([int(seed), zlib.crc32(line.encode())])
            canvas, camera, sensor = table.lit(table.camera, table.habits.lay(shown(line)), rng)
            projected = optics.projected(canvas, camera, sensor)
        number += 1
        jpeg = optics.developed(*projected, sensor, np.random.default_rng([int(seed), number]))
        sys.stdout.buffer.write(len(jpeg).to_bytes(4, "big") + jpeg)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
