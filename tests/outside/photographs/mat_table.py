"""Tables on the printed mat: cards laid by hand on its places, at most 6 mm beside them."""

import dataclasses

import cv2
import numpy as np

import decks
import optics
from freecell import SUITS, FreeCell
from klondike import Game
from layout import CARD, Habits, limited
from mat import SIZE_MM, Mat, marker_top
from scene import CONDITIONS, FILLED_SHARE, SIZE, Table, Unsuitable, overlap

MARGIN = 4  # pixels around the mat
MAX_ON_NEIGHBOUR = 220  # mm² of a card that may lie on a neighbouring pile: 2.5 mm of its edge


class MatHabits(Habits):
    """How one person lays Klondike on the mat."""

    beside_pile = (3, 3)
    beside_card = (3, 3)

    uppers = 6

    def __init__(self, rng, places, neat=1.0):
        super().__init__(rng, neat)
        self.overlap = rng.uniform(17, 23)
        self.upper_places, self.column_places = places[:self.uppers], places[self.uppers:]

    def spread(self, at, x, y, cards):
        self.room = self.bottom(at) - 4 - CARD[1] / 2 - self.column_places[at][1]
        return super().spread(at, *self.column_places[at], cards)

    def bottom(self, at):
        """Where a column must end."""
        return SIZE_MM[1] / 2

    def upper(self, place, seed, codes):
        rng = np.random.default_rng(seed)
        x, y = self.upper_places[place] + [limited(rng, self.aside, most) for most in self.beside_pile]
        return self.pile(seed, x, y, [(code, 0) for code in codes])

    def piles(self, game):
        """Stock, waste, foundations, columns: each a list of cards, the lowest first."""
        upper = [["BACK"] * len(game.stock), game.waste, *game.foundations]
        return [self.upper(at, self.seeds[7 + at], codes) for at, codes in enumerate(upper)] + [self.column(at, game) for at in range(7)]


class FreeCellHabits(MatHabits):
    """How one person lays FreeCell on the mat: all cards face up, the first and the last column above the markers."""

    uppers = 8

    def __init__(self, rng, places, neat=1.0):
        super().__init__(rng, places, neat)
        self.columns = [tuple(limited(rng, self.aside, most) for most in self.beside_pile) for _ in range(8)]
        self.seeds = rng.integers(1 << 30, size=16)

    def bottom(self, at):
        return marker_top("freecell") if at in (0, 7) else super().bottom(at)

    def piles(self, game):
        columns = [self.spread(at, 0, 0, [(code, self.overlap if index else 0) for index, code in enumerate(cards)]) for at, cards in enumerate(game.columns)]
        return [self.upper(at, self.seeds[8 + at], codes) for at, codes in enumerate(game.cells + game.foundations)] + columns


def apart(piles):
    """A person sees to it that a card lies at most a little on a neighbouring pile."""
    for at, pile in enumerate(piles):
        for other in piles[at + 1:]:
            if any(overlap(one, two) > MAX_ON_NEIGHBOUR for one in pile for two in other):
                raise Unsuitable
    return piles


class MatTable(Table):
    def arrange(self, condition, seed, deck, rng):
        self.rng, self.rules = rng, CONDITIONS[condition]
        self.mat = Mat(rng, self.rules["mat"])
        self.place_camera()
        names = decks.available()
        self.deck_name = deck or names[seed % len(names)]
        self.ground_name = self.rules["grounds"][seed % len(self.rules["grounds"])]
        self.photographs = self.played()

    def game(self):
        return Game(self.rng, 1 if self.rng.random() < 0.5 else 3, SUITS), MatHabits

    def played(self):
        """(cards, truth) of the deal and of a later table."""
        game, habits = self.game()
        self.habits = habits(self.rng, self.mat.places(), self.rules.get("neat", 1.0))
        photographs = []
        for moves in (0, int(self.rng.integers(8, 60))):
            game.play(moves)
            if moves:
                game.build(*self.rules["built"])
            lying = sum(apart(self.habits.piles(game)), [])
            photographs.append(([self.raised(card) for card in lying], game.truth()))
        return photographs

    def about(self):
        printer = self.mat.printer
        return {"mat": dict(paper=self.mat.paper, gap=round(self.mat.gap, 1), turns=self.mat.turns.round(2).tolist(), rise=round(self.mat.rise, 1), gloss=self.mat.gloss and round(self.mat.gloss[0], 2),
                            strength=round(printer.strength, 2), colour=round(printer.colour, 2), cast=printer.cast.round(2).tolist(), margin=printer.margin)}

    def raised(self, card):
        return dataclasses.replace(card, z=card.z + float(self.mat.height(card.x, card.y)))

    def place_camera(self):
        """Places the camera so that the mat is in the picture and large enough."""
        corners = self.mat.corners()
        self.middle, self.near = corners.mean(0), corners[:, 1].max()
        self.camera = self.placed_camera((0, 0))
        pixels = self.camera.distorted(np.column_stack([corners, np.zeros(4)]))
        if (pixels < MARGIN).any() or (pixels > np.array(SIZE) - MARGIN).any() or (np.ptp(pixels, axis=0) / SIZE).max() < FILLED_SHARE:
            raise Unsuitable

    def bare(self, camera):
        canvas = super().bare(camera)
        self.mat.lay(canvas, self.lamps)
        return canvas

    def illuminate(self, canvas, camera, card_mask, rng):
        super().illuminate(canvas, camera, card_mask, rng)
        if self.mat.gloss is None:
            return
        gloss, spread = self.mat.gloss
        small = (canvas.size[0] // 8, canvas.size[1] // 8)
        x, y = (cv2.resize(side, small, interpolation=cv2.INTER_AREA) for side in canvas.ground_mm)
        level = canvas.light[self.mat.mask > 0].mean()
        for lamp in self.lamps:
            shine = cv2.resize(lamp.mirrored(camera, x, y, spread).astype(np.float32), canvas.size)
            shine = optics.thrice(shine * gloss * self.mat.mask * (1 - card_mask))
            optics.scaled_by_colour(shine, lamp.colour * level * lamp.strength)
            canvas.light += shine


class FreeCellTable(MatTable):
    def game(self):
        return FreeCell(self.rng), FreeCellHabits
