"""Positions of cards laid by hand: pile after pile, each card a little rotated and displaced."""

from dataclasses import dataclass

import numpy as np

CARD = (63.0, 88.0)
PAPER_MM = 0.3


@dataclass(frozen=True)
class Lying:
    """A card on the table: its centre and height in mm, its turn in degrees (clockwise as seen from above)."""

    code: str
    x: float
    y: float
    z: float
    turn: float

    def corners(self, grow=0.0):
        """Upper left, upper right, lower right, lower left in mm."""
        half = np.array(CARD) / 2 + grow
        turn = np.radians(self.turn)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ rotation.T + (self.x, self.y)


def limited(rng, deviation, most):
    return float(np.clip(rng.normal(0, deviation), -most, most))


class Habits:
    """How one person lays cards at one table; the same from the deal to the end. `neat`: scale of the usual rotations and displacements.
    `room`: mm from a column's first card to its last one; longer ones are laid closer."""

    room = np.inf
    beside_pile = (15, 12)  # mm from a column's place to its first card at most, to the side and down
    beside_card = (15, 10)  # mm from there to each card

    def __init__(self, rng, neat=1.0):
        self.rng = rng
        self.pitch = rng.uniform(72, 92)
        self.gap = rng.uniform(10, 32)
        self.stock_right = rng.random() < 0.35
        self.peep = 0.0 if rng.random() < 0.4 else rng.uniform(2.5, 6)
        self.overlap = rng.uniform(15, 25)
        self.askew = neat * rng.uniform(1.2, 3.5)
        self.aside = neat * rng.uniform(1.0, 4.0)
        self.columns = [tuple(limited(rng, self.aside, most) for most in self.beside_pile) for _ in range(7)]
        # Each place has its own random numbers, so that later changes of one place do not move the others.
        self.seeds = rng.integers(1 << 30, size=13)

    def pile(self, seed, x, y, cards):
        """Cards of (code, mm further down than the one before), the lowest first."""
        rng = np.random.default_rng(seed)
        lying = []
        for height, (code, step) in enumerate(cards):
            y += step
            aside, down = (limited(rng, self.aside * share, most) for share, most in zip((0.6, 0.4), self.beside_card))
            lying.append(Lying(code, x + aside, y + down, height * PAPER_MM, limited(rng, self.askew, 8)))
        return lying

    def column(self, at, game):
        cards = [("BACK", self.peep if index else 0) for index in range(len(game.down[at]))]
        for index, code in enumerate(game.up[at]):
            cards.append((code, self.overlap if index else (max(self.peep, 1) if cards else 0)))
        return self.spread(at, (at - 3) * self.pitch, 0, cards)

    def spread(self, at, x, y, cards):
        """A column whose place is at x and y, closer where it has no room."""
        closer = min(1.0, self.room / max(1, sum(step for _, step in cards)))
        cards = [(code, step * closer) for code, step in cards]
        aside, down = self.columns[at]
        return self.pile(self.seeds[at], x + aside, y + down, cards)

    def upper(self, place, seed, codes):
        aside = np.random.default_rng(seed).normal(0, self.aside, 2)
        return self.pile(seed, (place - 3) * self.pitch + float(np.clip(aside[0], -15, 15)), -(88 + self.gap) + float(np.clip(aside[1], -9, 9)), [(code, 0) for code in codes])

    def lay(self, game):
        """All cards, in the order in which they cover each other."""
        mirror = (lambda place: 6 - place) if self.stock_right else (lambda place: place)
        lying = self.upper(mirror(0), self.seeds[7], ["BACK"] * len(game.stock))
        lying += self.upper(mirror(1), self.seeds[8], game.waste)
        first = 0 if self.stock_right else 3
        for at, pile in enumerate(game.foundations):
            lying += self.upper(first + at, self.seeds[9 + at], pile)
        for at in range(7):
            lying += self.column(at, game)
        return lying
