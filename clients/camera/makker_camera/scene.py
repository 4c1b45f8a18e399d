"""Renders a table from straight above, with cards laid with human inaccuracy.

`Table` is the ground truth, `lay` chooses the exact positions, `draw` renders the picture.
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from . import grounds, layout, mat
from .cards import BACK, DECK, EMPTY, RANKS, SUITS
from .decks import FACE_SIZE, SCALE, Deck

TABLE_SCALE = 3.0  # pixels per millimetre of the picture from above
SURROUND = 90.0  # millimetres of table around the mat
BACK_STEP = 6.0  # visible part of a face-down card under the next one
RUN_STEP = 20.0
MIN_STEP = 13.5  # of a long column, which may hide a marker: closer cards show less than their index
_CORNER = 3.2  # a card's rounded corners


@dataclass
class Table:
    """The cards of a table: columns are (face-down cards, face-up cards back to front)."""

    columns: list[tuple[int, list[str]]]
    foundations: list[str] = field(default_factory=lambda: [EMPTY] * 4)
    draw_pile: str = EMPTY  # the waste's front card
    stock: bool = True  # the stock has face-down cards
    seats: list[str] = field(default_factory=lambda: [EMPTY] * 4)  # each seat's card in the trick
    cells: list[str] = field(default_factory=lambda: [EMPTY] * 4)  # the card in each free cell
    on: layout.Layout = layout.KLONDIKE

    def singles(self) -> list[tuple[layout.Place, str]]:
        """The places of this game's single cards, and their front cards."""
        cards = {layout.STOCK.name: BACK if self.stock else EMPTY, layout.DRAW_PILE.name: self.draw_pile,
                **{place.name: card for place, card in zip(layout.FOUNDATIONS, self.foundations)},
                **{place.name: card for place, card in zip(layout.SEATS, self.seats)},
                **{place.name: card for place, card in zip(layout.CELLS, self.cells)}}
        return [(place, cards[place.name]) for place in self.on.singles]

    def front(self, column: int) -> str:
        backs, run = self.columns[column]
        return run[-1] if run else BACK if backs else EMPTY

    def truth(self) -> dict:
        """The snapshot of a perfect camera, and the hidden part of the columns: `truth.table_of` reads it."""
        return {
            "game": self.on.game,
            "draw_pile": self.draw_pile,
            "stock": BACK if self.stock else EMPTY,
            "foundations": list(self.foundations),
            "columns": [self.front(column) for column in range(len(self.columns))],
            "runs": [list(run) for _, run in self.columns],
            "backs": [backs for backs, _ in self.columns],
            "seats": list(self.seats),
            "cells": list(self.cells),
        }


@dataclass
class Laid:
    """A card on the mat: its centre in millimetres, its rotation in degrees clockwise."""

    card: str
    x: float
    y: float
    turn: float


def random_table(rng: np.random.Generator, longest: int = 6, on: layout.Layout = layout.KLONDIKE) -> Table:
    """Random cards anywhere, each once: a test for the reader, not a legal table."""
    return _random_klondike(rng, longest) if on is layout.KLONDIKE else _random_open(rng, longest, on)


def _random_open(rng: np.random.Generator, longest: int, on: layout.Layout) -> Table:
    """A game without backs in its columns. All cards of FreeCell are there: those that are not visible lie on the foundations."""
    names = {place.name for place in on.singles}
    heights = rng.integers(0, 5, len(SUITS)) if layout.FOUNDATIONS[0].name in names else [0] * len(SUITS)
    beneath = {rank + suit for suit, height in zip(SUITS, heights) for rank in RANKS[:height]}
    deck = [str(card) for card in rng.permutation([card for card in DECK if card not in beneath])]
    cells, seats = ([deck.pop() if places[0].name in names and rng.random() < 0.5 else EMPTY for _ in places] for places in (layout.CELLS, layout.SEATS))
    columns = [deck[column :: on.columns] for column in range(on.columns)]
    if layout.CELLS[0].name not in names:
        columns = [column[: int(rng.integers(0, longest + 1))] for column in columns]
    foundations = [RANKS[height - 1] + suit if height else EMPTY for suit, height in zip(SUITS, heights)]
    return Table([(0, column) for column in columns], foundations, stock=bool(rng.random() < 0.8), seats=seats, cells=cells, on=on)


def _random_klondike(rng: np.random.Generator, longest: int) -> Table:
    deck = [str(card) for card in rng.permutation(DECK)]
    columns = []
    for column in range(layout.COLUMNS):
        kind = rng.random()
        backs = int(rng.integers(0, column + 1))
        length = 0 if kind < 0.1 else int(rng.integers(1, longest + 1))
        if kind < 0.04:
            backs = 0
        columns.append((backs, [deck.pop() for _ in range(length)]))
    left = [card for card in deck if rng.random() < 0.9]
    foundations = [next((c for c in left if c[1] == suit), EMPTY) if rng.random() < 0.6 else EMPTY for suit in SUITS]
    pile = next((c for c in left if c not in foundations), EMPTY) if rng.random() < 0.9 else EMPTY
    return Table(columns, foundations, pile, bool(rng.random() < 0.8))


# ---- Laying ------------------------------------------------------------------------------------


class _Hands:
    """Accuracy of the placement of cards. `casual`: cards are rotated by up to 8 degrees, and piles are not squared up."""

    def __init__(self, rng: np.random.Generator, casual: bool = False):
        self.rng = rng
        self.neat = rng.uniform(0.6, 1.2)
        self.casual = casual

    def lay(self, card: str, x: float, y: float, shift: float = 1.2) -> Laid:
        dx, dy = self.rng.normal(0, shift * self.neat, 2).clip(-2.5, 2.5)
        turn = float(np.clip(self.rng.normal(0, 1.2 * self.neat), -3.5, 3.5))
        return Laid(card, x + dx, y + dy, turn)

    def lay_casually(self, card: str, x: float, y: float) -> Laid:
        dx, dy = self.rng.normal(0, 2.0 * self.neat, 2).clip(-5, 5)
        return Laid(card, x + dx, y + dy, float(np.clip(self.rng.normal(0, 3.0 * self.neat), -8, 8)))


def _column(hands: _Hands, on: layout.Layout, column: int, backs: int, run: list[str], offset: tuple[float, float]) -> list[Laid]:
    x = on.column_x(column) + hands.rng.normal(0, 0.8) + offset[0]
    y = on.column_top + layout.CARD[1] / 2 + offset[1]
    above = layout.CARD[1] + on.column_top + backs * BACK_STEP + offset[1]
    step, gaps = RUN_STEP * hands.rng.uniform(0.9, 1.1), max(1, len(run) - 1)
    step = min(step, max(MIN_STEP, (on.column_bottom(column) - above) / gaps), (layout.HEIGHT - layout.EDGE - above) / gaps)
    laid = []
    for _ in range(backs):
        laid.append(hands.lay(BACK, x, y, 0.7))
        y += BACK_STEP
    for card in run:
        laid.append(hands.lay(card, x, y, 0.7))
        y += step
    if hands.casual:
        for one in laid:
            one.turn = float(np.clip(hands.rng.normal(0, 2.5 * hands.neat), -8, 8))
            one.x += float(hands.rng.normal(0, 1.0))
    return laid


def _cards_beneath(place: layout.Place, rng: np.random.Generator) -> int:
    """Number of cards visible under the front one."""
    if place.name == layout.STOCK.name:
        return 2
    return int(rng.integers(0, 2)) if place.pile else 0


def _pile(hands: _Hands, place: layout.Place, card: str) -> list[Laid]:
    """A pile laid casually: up to four lower cards are partly visible."""
    if card == BACK:
        beneath = [BACK] * int(hands.rng.integers(1, 5))
    elif not place.pile:
        beneath = []
    else:
        others = [other for other in DECK if other != card and (place.name == layout.DRAW_PILE.name or other[1] == card[1])]
        beneath = [str(other) for other in hands.rng.choice(others, int(hands.rng.integers(0, 5)), replace=False)]
    return [hands.lay_casually(one, place.x, place.y) for one in [*beneath, card]]


def lay(table: Table, rng: np.random.Generator, casual: bool = False, offsets: dict[str, tuple[float, float]] | None = None) -> list[Laid]:
    """All cards, the lowest first. `offsets`: of places that are not where the mat has them."""
    offsets = offsets or {}
    hands = _Hands(rng, casual)
    laid = []
    for column, (backs, run) in enumerate(table.columns):
        laid += _column(hands, table.on, column, backs, run, offsets.get(f"column {column + 1}", (0.0, 0.0)))
    for place, card in sorted(table.singles(), key=lambda one: one[0] is layout.STOCK):
        if card == EMPTY:
            continue
        across, down = offsets.get(place.name, (0.0, 0.0))
        place = replace(place, x=place.x + across, y=place.y + down)
        if casual:
            laid += _pile(hands, place, card)
            continue
        for _ in range(_cards_beneath(place, rng)):
            laid.append(hands.lay(card, place.x, place.y, 0.5))
        laid.append(hands.lay(card, place.x, place.y))
    return laid


# ---- Drawing -----------------------------------------------------------------------------------


def _mask() -> np.ndarray:
    width, height = FACE_SIZE
    radius = round(_CORNER * SCALE)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


CARD_MASK = _mask()


def _transformation(laid: Laid, size: tuple[float, float]) -> np.ndarray:
    """The affine transformation from pixels of a face to those of the picture."""
    turn = np.deg2rad(laid.turn)
    across, down = size[0] / FACE_SIZE[0] * TABLE_SCALE, size[1] / FACE_SIZE[1] * TABLE_SCALE
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c * across, -s * down], [s * across, c * down]])
    middle = np.array([(laid.x + SURROUND) * TABLE_SCALE, (laid.y + SURROUND) * TABLE_SCALE])
    shift = middle - matrix @ (np.array(FACE_SIZE) / 2)
    return np.hstack([matrix, shift[:, None]])


def _draw_card(image: np.ndarray, laid: Laid, face: np.ndarray, size: tuple[float, float]) -> None:
    """Draws one card: a soft shadow, a thin dark edge, the face."""
    matrix = _transformation(laid, size)
    turn = np.deg2rad(laid.turn)
    c, s = abs(np.cos(turn)), abs(np.sin(turn))
    reach = np.array([c * size[0] + s * size[1], s * size[0] + c * size[1]]) * TABLE_SCALE / 2 + 9
    middle = (np.array([laid.x, laid.y]) + SURROUND) * TABLE_SCALE
    left, top = np.maximum(0, middle - reach).astype(int)
    right, bottom = (middle + reach).astype(int)
    part = image[top:bottom, left:right]
    matrix = matrix - np.array([[0, 0, left], [0, 0, top]])
    extent = (part.shape[1], part.shape[0])
    alpha = cv2.warpAffine(CARD_MASK, matrix, extent, flags=cv2.INTER_LINEAR)
    shadow = cv2.GaussianBlur(np.roll(alpha, (2, 2), (0, 1)), (0, 0), 1.6)
    drawn = cv2.warpAffine(face, matrix, extent, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    edge = alpha * np.float32(1 / 255)
    inner = cv2.erode(alpha, np.ones((3, 3), np.uint8)) * np.float32(0.14 / 255)
    below = (1 - shadow * np.float32(0.30 / 255)) * (1 - edge)
    above = (inner + np.float32(0.86)) * edge
    part[:] = cv2.add(cv2.multiply(part, cv2.merge([below] * 3), dtype=cv2.CV_32F),
                      cv2.multiply(drawn, cv2.merge([above] * 3), dtype=cv2.CV_32F))


def ground(rng: np.random.Generator, on: layout.Layout = layout.KLONDIKE, kind: str = "mat") -> np.ndarray:
    """A table top in random colours, with the mat on it or of one of makker_camera.grounds."""
    height = round((layout.HEIGHT + 2 * SURROUND) * TABLE_SCALE)
    width = round((layout.WIDTH + 2 * SURROUND) * TABLE_SCALE)
    if kind != "mat":
        return grounds.draw(kind, (height, width), TABLE_SCALE, rng)
    wood = rng.uniform((40, 60, 80), (110, 130, 170))
    coarse = wood + rng.normal(0, 9, (height // 6, width // 90, 1))
    image = cv2.resize(coarse.clip(0, 255).astype(np.uint8), (width, height))
    tint = tuple(int(np.clip(c + rng.normal(0, 9), 60, 160)) for c in mat.TINT)
    sheet = mat.picture(TABLE_SCALE, tint, on=on)
    at = round(SURROUND * TABLE_SCALE)
    image[at : at + sheet.shape[0], at : at + sheet.shape[1]] = sheet
    return image


def draw(laid: list[Laid], deck: Deck, rng: np.random.Generator, size: tuple[float, float] = layout.CARD,
         on: layout.Layout = layout.KLONDIKE, kind: str = "mat") -> np.ndarray:
    """The table from straight above, TABLE_SCALE pixels a millimetre, SURROUND around the mat."""
    return drawn_on(ground(rng, on, kind), laid, deck, size)


def drawn_on(image: np.ndarray, laid: list[Laid], deck: Deck, size: tuple[float, float] = layout.CARD) -> np.ndarray:
    """The cards on a ground, which is changed."""
    for card in laid:
        _draw_card(image, card, deck[card.card], size)
    return image
