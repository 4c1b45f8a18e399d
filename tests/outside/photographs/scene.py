"""One table photographed twice: after the deal, and some moves later. Everything follows from the condition and the seed."""

import zlib

import cv2
import numpy as np

import decks
import grounds
import optics
from klondike import Game
from layout import Habits, Lying

# The grounds of each condition, tilts in degrees, how shiny the table is, whether other things lie on it, how much of the usual
# cards lie askew and aside, and how many cards lie on each foundation in the later picture at least and at most, where a game at random has few.
CONDITIONS = {
    "felt": dict(grounds=("felt", "weave", "slate"), tilt=(0, 35)),
    "tidy": dict(grounds=("felt", "weave", "slate"), tilt=(0, 35), neat=0.35),
    "wood": dict(grounds=("oak", "pine"), tilt=(0, 35)),
    "cloth": dict(grounds=("checked", "flowered"), tilt=(0, 35)),
    "glossy": dict(grounds=("lacquer",), tilt=(0, 35), shine=True),
    "tilt": dict(grounds=("felt", "weave", "slate", "oak"), tilt=(40, 45)),
    "objects": dict(grounds=("felt", "weave", "slate", "oak"), tilt=(0, 35), objects=True),
    "piles": dict(grounds=("felt", "weave", "slate", "oak"), tilt=(0, 35), built=(2, 7)),
    "untidy": dict(grounds=("felt", "weave", "slate", "oak"), tilt=(0, 35), built=(2, 7), neat=2.0),
    "gingham": dict(grounds=("gingham",), tilt=(0, 35)),
    "mat": dict(grounds=("felt", "weave", "slate", "oak", "pine", "checked", "flowered"), tilt=(0, 35), built=(0, 7), mat="klondike"),
    "freecell_mat": dict(grounds=("felt", "weave", "slate", "oak", "pine", "checked", "flowered"), tilt=(0, 35), built=(0, 4), mat="freecell"),
}
SIZE = (1920, 1080)
MARGIN = 14  # pixels around the cards
FILLED_SHARE = 0.7  # a person places the camera so that the cards fill this share of the picture's width or height


class Unsuitable(Exception):
    """A card would be outside the picture or on a neighbour's column, or all would be too small."""


def overlap(first, second):
    area, _ = cv2.intersectConvexConvex(first.corners().astype(np.float32), second.corners().astype(np.float32))
    return area


def columns_apart(habits, game):
    """A person sees to it that columns do not lie on each other, nor on the row above."""
    piles = [habits.column(at, game) for at in range(7)]
    for left, right in zip(piles, piles[1:]):
        if any(overlap(one, other) > 0 for one in left for other in right):
            raise Unsuitable
    rest = [card for card in habits.lay(game) if card not in sum(piles, [])]
    if any(overlap(one, other) > 0 for pile in piles for one in pile[:1] for other in rest):
        raise Unsuitable
    return rest


def upper_apart(rest):
    if any(overlap(one, other) > 0 for one in rest for other in rest if abs(one.x - other.x) > 40):
        raise Unsuitable


class Table:
    def __init__(self, condition, seed, deck=None):
        for attempt in range(400):
            rng = np.random.default_rng([zlib.crc32(condition.encode()), seed, attempt])
            try:
                self.arrange(condition, seed, deck, rng)
                return
            except Unsuitable:
                continue
        raise RuntimeError(f"no camera sees the table {condition} {seed}")

    def arrange(self, condition, seed, deck, rng):
        self.rng, self.rules = rng, CONDITIONS[condition]
        game = Game(rng, 1 if rng.random() < 0.5 else 3)
        self.habits = Habits(rng, self.rules.get("neat", 1.0))
        names = decks.available()
        self.deck_name = deck or names[seed % len(names)]
        self.photographs = []
        for moves in (0, int(rng.integers(8, 60))):
            game.play(moves)
            if moves and "built" in self.rules:
                game.build(*self.rules["built"])
            upper_apart(columns_apart(self.habits, game))
            self.photographs.append((self.habits.lay(game), game.truth()))
        self.ground_name = self.rules["grounds"][seed // len(names) % len(self.rules["grounds"])]
        self.place_camera()

    def place_camera(self):
        """Places the camera so that all cards of the photographs are in the picture and large enough."""
        corners = np.concatenate([card.corners() for lying, _ in self.photographs for card in lying])
        self.middle = (corners.min(0) + corners.max(0)) / 2
        self.near = corners[:, 1].max()
        self.camera = self.placed_camera((0, 0))
        pixels = np.concatenate([self.pixels_in_picture(lying) for lying, _ in self.photographs])
        if (np.ptp(pixels, axis=0) / SIZE).max() < FILLED_SHARE:
            raise Unsuitable

    def placed_camera(self, moved):
        if not hasattr(self, "stand") or moved == (0, 0):
            rng = self.rng
            self.stand = dict(hfov=rng.uniform(60, 72), height=rng.uniform(450, 900), tilt=rng.uniform(*self.rules["tilt"]), turn=rng.normal(0, 2.5),
                              at=self.middle + rng.normal(0, 18, 2), bend=rng.uniform(-0.08, -0.01))
        return optics.Camera(SIZE, **{**self.stand, "at": self.stand["at"] + moved})

    def pixels_in_picture(self, lying):
        points = np.concatenate([np.column_stack([card.corners(), np.full(4, card.z)]) for card in lying])
        pixels = self.camera.distorted(points)
        if (pixels < MARGIN).any() or (pixels > np.array(SIZE) - MARGIN).any():
            raise Unsuitable
        return pixels

    def light(self, rng):
        """A window at one side, a lamp above, and a camera with an inexact white balance."""
        side = rng.choice((-1, 1))
        window = optics.Lamp((side * rng.uniform(900, 2200), rng.uniform(-1500, 600), rng.uniform(700, 1500)), rng.uniform(5000, 7500), rng.uniform(0.3, 1.0), (800, 1100))
        lamp = optics.Lamp((rng.uniform(-900, 900), rng.uniform(-900, 500), rng.uniform(1100, 1900)), rng.uniform(2700, 4000), rng.uniform(0.3, 1.0), (250, 250))
        return window, lamp

    def prepare(self):
        """The parts of the scene that both pictures share."""
        self.ground_turn = self.rng.choice((0, np.pi / 2)) + self.rng.normal(0, 0.12)
        self.surface = getattr(grounds, self.ground_name)(self.rng)
        self.deck = decks.load(self.deck_name)
        drawn = "BACK" not in self.deck or self.rng.random() < 0.4
        self.back = decks.drawn_back(self.rng) if drawn else self.deck["BACK"]
        self.lamps = self.light(self.rng)
        mixed = sum(lamp.colour * lamp.strength for lamp in self.lamps) / sum(lamp.strength for lamp in self.lamps)
        wrong = self.rng.uniform(0.25, 1.0)  # share of the light's colour that the white balance removes
        self.balance = (1 / mixed) ** wrong * np.array([self.rng.normal(1, 0.04), 1, self.rng.normal(1, 0.04)])
        self.balance = (self.balance / self.balance[1]).astype(np.float32)
        self.person = optics.Person(self.rng, self.near) if self.rng.random() < 0.6 else None
        self.finish = dict(gloss=self.rng.uniform(0.02, 0.14), spread=self.rng.uniform(25, 70))
        self.things = self.placed_things() if self.rules.get("objects") else []
        self.inks = {}
        self.paper = np.array([self.rng.uniform(0.74, 0.86) * share for share in (self.rng.uniform(0.88, 1.0), 0.98, 1.0)], np.float32)

    def about(self):
        """What else is written beside the truth."""
        return {}

    def pictures(self):
        """(JPEG, truth) of the deal and of the later table."""
        self.prepare()
        for number, (lying, truth) in enumerate(self.photographs):
            rng = np.random.default_rng([zlib.crc32(self.ground_name.encode()), int(self.rng.integers(1 << 30)), number])
            camera = self.camera
            if number and rng.random() < 0.3:
                camera = self.placed_camera(tuple(rng.uniform(-5, 5, 2)))
            yield self.photograph(camera, lying, rng), truth

    def placed_things(self):
        """A cup, a telephone and a pen where no card lies in either picture."""
        taken = np.concatenate([np.array([card.corners(14) for card in lying]) for lying, _ in self.photographs]).astype(np.float32)
        things = []
        for kind, (width, depth) in (("cup", (92, 92)), ("phone", (74, 152)), ("pen", (9, 142))):
            for _ in range(300):
                turn = self.rng.uniform(0, 360)
                thing = Lying(kind, *(self.middle + self.rng.uniform((-480, -340), (480, 340))), 0, turn)
                turned = np.radians(turn)
                rotation = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
                outline = (np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, depth / 2) @ rotation.T + (thing.x, thing.y)).astype(np.float32)
                # A cup stands up and hides what is behind it.
                hidden = outline + np.float32((0, -90)) if kind == "cup" else outline
                pixel = self.camera.distorted([(thing.x, thing.y, 0)])[0]
                if not (0 < pixel[0] < SIZE[0] and 0 < pixel[1] < SIZE[1]):
                    continue
                area = cv2.convexHull(np.concatenate([outline, hidden]))
                others = [taken_by for _, _, _, taken_by in things]
                if all(cv2.intersectConvexConvex(area, other)[0] == 0 for other in [*taken, *others]):
                    things.append((kind, thing, outline, area))
                    break
        return things

    def draw_things(self, canvas):
        rng = np.random.default_rng(int(self.rng.integers(1 << 30)))
        flat = lambda outline, z=0.0: np.column_stack([outline, np.full(len(outline), z)])
        for kind, thing, outline, _ in self.things:
            for lamp in self.lamps:
                away = np.array((thing.x, thing.y)) - lamp.place[:2]
                canvas.shade(outline + away / np.linalg.norm(away) * {"cup": 30, "phone": 4, "pen": 3}[kind], 0, {"cup": 14, "phone": 3, "pen": 2}[kind], 0.35)
            if kind == "cup":
                colour = np.array([(0.75, 0.78, 0.8), (0.5, 0.2, 0.1), (0.05, 0.08, 0.45), (0.12, 0.12, 0.12)][rng.integers(4)])
                circle = np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 60)])
                centre = np.array((thing.x, thing.y))
                for z in range(0, 91, 3):
                    canvas.solid(flat(centre + circle * (36 + 7 * z / 90), z), colour * (0.55 + 0.35 * z / 90))
                canvas.solid(flat(centre + circle * 43, 90), colour)
                canvas.solid(flat(centre + circle * 39, 88), colour * 0.6)
                canvas.solid(flat(centre + circle * 38, 70), (0.01, 0.02, 0.04))
            elif kind == "phone":
                canvas.solid(flat(outline, 8), (0.02, 0.02, 0.02))
                centre = outline.mean(0)
                canvas.solid(flat(centre + (outline - centre) * 0.94, 8), (0.012, 0.011, 0.010))
            else:
                canvas.solid(flat(outline, 5), [(0.3, 0.05, 0.03), (0.02, 0.02, 0.02), (0.6, 0.62, 0.65)][rng.integers(3)])

    def photograph(self, camera, lying, rng):
        return optics.exposed(*self.lit(camera, lying, rng), rng)

    def bare(self, camera):
        """The table without cards."""
        canvas = optics.Canvas(camera)
        canvas.lay_ground(self.surface, self.ground_turn)
        self.draw_things(canvas)
        return canvas

    def ink(self, code):
        """The face of a card, or a back, on this deck's paper: how much light it throws back. Made once."""
        if code not in self.inks:
            self.inks[code] = self.paper * (0.03 + 0.97 * optics.linear(self.back if code == "BACK" else self.deck[code]))
        return self.inks[code]

    def lit(self, camera, lying, rng):
        """The inputs of the exposure: the canvas, the camera and its sensor."""
        canvas = self.bare(camera)
        card_mask = np.zeros(canvas.light.shape[:2], np.float32)
        for card in lying:
            corners = card.corners()
            lift = rng.uniform(0.4, 2.0)
            for lamp in self.lamps:
                away = corners.mean(0) - lamp.place[:2]
                canvas.shade(corners + away / np.linalg.norm(away) * lift * np.hypot(*away) / lamp.place[2], card.z, rng.uniform(0.5, 1.8), rng.uniform(0.15, 0.4))
            # The far corners of a bent card stand a little higher.
            heights = card.z + np.abs(rng.normal(0, 0.5, 4))
            canvas.paste(self.ink(card.code), optics.OUTLINE, np.column_stack([corners, heights]))
            cv2.fillConvexPoly(card_mask, np.round(canvas.project(np.column_stack([corners, heights]))).astype(np.int32), 1.0)
        self.illuminate(canvas, camera, card_mask, rng)
        middle = canvas.light[..., 1][card_mask > 0]
        bright = np.percentile(middle[::17], 85)
        sensor = dict(exposure=rng.uniform(0.5, 0.78) / bright, vignette=rng.uniform(0.05, 0.25), balance=self.balance, shot=rng.uniform(2e-4, 1.2e-3),
                      read=rng.uniform(0.002, 0.008), contrast=rng.uniform(0.0, 0.25), sharpen=rng.uniform(0.0, 0.7), defocus=rng.uniform(0.2, 1.1), jpeg=int(rng.integers(75, 91)))
        return canvas, camera, sensor

    def illuminate(self, canvas, camera, card_mask, rng):
        small = (canvas.size[0] // 8, canvas.size[1] // 8)
        x, y = (cv2.resize(side, small, interpolation=cv2.INTER_AREA) for side in canvas.ground_mm)
        light = np.zeros((small[1], small[0], 3), np.float32)
        for lamp in self.lamps:
            field = lamp.field(x, y) * rng.uniform(0.92, 1.08)
            if self.person:
                shift = (lamp.place[:2] / np.linalg.norm(lamp.place[:2])) * -rng.uniform(20, 160)
                field = field * self.person.light(x, y, shift)
            light += field[..., None] * lamp.colour
        light += 0.12 * sum(lamp.strength for lamp in self.lamps)  # from walls and ceiling
        large = lambda field: cv2.resize(field.astype(np.float32), canvas.size, interpolation=cv2.INTER_LINEAR)
        canvas.light *= large(light)
        level = light.mean()
        left, top, width, height = cv2.boundingRect(card_mask.astype(np.uint8))
        cards = slice(top, top + height), slice(left, left + width)
        for lamp in self.lamps:
            tint = lamp.colour * level * lamp.strength
            card = large(lamp.mirrored(camera, x, y, self.finish["spread"], rng.normal(0, 20, 2)))[cards] * self.finish["gloss"] * card_mask[cards]
            shine = optics.thrice(card)
            optics.scaled_by_colour(shine, tint)
            canvas.light[cards] += shine
            if self.rules.get("shine"):
                table = large(lamp.mirrored(camera, x, y, rng.uniform(6, 20))) * rng.uniform(0.15, 0.6) * (1 - card_mask)
                canvas.light += table[..., None] * tint
        if self.rules.get("shine"):
            slope = np.clip(np.hypot(x - camera.place[0], y - camera.place[1]) / camera.place[2], 0, 2.5)
            canvas.light += (large(0.01 + 0.03 * slope ** 2) * (1 - card_mask))[..., None] * level
