"""Reads a photograph: every slot with its candidates, and notes about obstacles."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import align, fan, finder, mat_mask, layout, places
from .cards import BACK, DECK, EMPTY, UNREADABLE
from .model import CLASSES, Model, upright

THRESHOLD = 0.9  # probability from which a card is sent as a plain code
_SURE_BACK = 0.99  # a sleeve resembles a back: backs, which always look alike, need a higher probability
_CANDIDATE = 0.04  # least probability of a candidate
_MIN_CHANCE = 0.3  # least probability of the best candidate
_MAX_CANDIDATES = 4  # limit of the API
_DARK = 38.0  # mean brightness (of 255) below which the mat is too dark
_GLARE = 250
_UNKNOWN_DECK = 0.88  # mean probability of the best cards below which the deck is unknown

Slot = str | list


@dataclass
class Reading:
    """Result of one photograph. `found` is None without a mat; `notes` are messages for people."""

    found: finder.Found | None
    slots: dict[str, Slot] = field(default_factory=dict)
    runs: list[list[Slot]] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)  # by column: run and front card are the whole column
    best: dict[str, tuple[str, float]] = field(default_factory=dict)
    chances: dict[str, np.ndarray] = field(default_factory=dict)  # probabilities of model.CLASSES, for slots with a card
    notes: list[str] = field(default_factory=list)
    usable: bool = False

    def snapshot(self, runs: bool = False) -> dict:
        """The body of a snapshot. `runs`: include the face-up runs that were read completely."""
        body = {"draw_pile": self.slots["draw_pile"], "stock": _stock(self.slots["stock"])}
        body["foundations"] = [self.slots[place.name] for place in layout.FOUNDATIONS]
        body["columns"] = [self._column(column, runs) for column in range(layout.COLUMNS)]
        return body

    def _column(self, column: int, runs: bool) -> Slot:
        front = self.slots[f"column {column + 1}"]
        run = self.runs[column]
        if runs and run and all(isinstance(slot, str) and slot in DECK for slot in [*run, front]):
            return [*run, front]
        return front


def _stock(slot: Slot) -> str:
    return slot if slot in (BACK, EMPTY) else UNREADABLE


def slot_of(names: list[str], chances: np.ndarray, threshold: float = THRESHOLD) -> Slot:
    """A plain code if certain, candidates if helpful, otherwise unreadable."""
    order = chances.argsort()[::-1]
    best = float(chances[order[0]])
    if names[order[0]] == BACK:
        return BACK if best >= _SURE_BACK else UNREADABLE
    if best >= threshold:
        return names[order[0]]
    if best < _MIN_CHANCE:
        return UNREADABLE
    few = [i for i in order[:_MAX_CANDIDATES] if chances[i] >= _CANDIDATE and names[i] != BACK]
    # Probabilities are truncated, not rounded: their sum must not exceed 1.
    return [{"card": names[i], "p": int(chances[i] * 1000) / 1000} for i in few]


class Reader:
    """Reads photographs of one deck. A camera on a stand does not move: while a hand hides markers, the last
    position of the mat is used."""

    def __init__(self, model: Model, corners: np.ndarray | None = None, threshold: float = THRESHOLD,
                 on: layout.Layout = layout.KLONDIKE):
        self.model = model
        self.on = on
        self.fixed = None if corners is None else finder.by_corners(corners)
        self.threshold = threshold
        self.last: finder.Found | None = None

    def _find(self, picture: np.ndarray) -> finder.Found | None:
        if self.fixed:
            return self.fixed
        found = finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        if found:
            self.last = found
        return found or self.last

    def read(self, picture: np.ndarray) -> Reading:
        reading = Reading(self._find(picture))
        if reading.found is None:
            dark = float(picture.mean()) < _DARK
            reading.notes.append("too dark" if dark else "the mat is not in the picture: all four markers must be visible")
            return reading
        rectified = finder.rectify(picture, reading.found)
        self._read_slots(rectified, reading)
        self._judge(rectified, reading)
        return reading

    def _read_slots(self, rectified: np.ndarray, reading: Reading) -> None:
        mask = mat_mask.not_mat(rectified)
        covered = []
        for place in self.on.singles:
            look = places.look_at_single(mask, place, self.model.size)
            self._read_place(place.name, look, rectified, reading, covered)
        for column in range(self.on.columns):
            look = places.look_at_column(mask, column, self.model.size)
            self._read_place(f"column {column + 1}", look, rectified, reading, covered)
            chances, whole = fan.read(rectified, look, column, self.model) if look.kind == "card" else ([], look.kind == "empty")
            reading.runs.append([slot_of(DECK, c, self.threshold) for c in chances])
            reading.whole.append(whole)
        for name, look in covered:
            bright = _is_glaring(rectified, name, self.on)
            reading.notes.append(f"glare on {name}" if bright else f"something covers {name}")
        if len(covered) >= 3:
            reading.notes.insert(0, "hand over the table")

    def _read_place(self, name: str, look: places.Look, rectified, reading: Reading, covered: list) -> None:
        if look.kind != "card":
            reading.slots[name] = EMPTY if look.kind == "empty" else UNREADABLE
            if look.kind == "covered":
                covered.append((name, look))
            return
        card = align.refine(rectified, look.card, self.model.size, self.model)
        chances = self.model.front_chances(upright(rectified, card, self.model.size))
        best = int(chances.argmax())
        reading.chances[name] = chances
        reading.best[name] = CLASSES[best], float(chances[best])
        reading.slots[name] = slot_of(CLASSES, chances, self.threshold)

    def _judge(self, rectified: np.ndarray, reading: Reading) -> None:
        reading.usable = any(slot != UNREADABLE for slot in reading.slots.values())
        if float(rectified.mean()) < _DARK:
            reading.notes.insert(0, "too dark")
        sure = [chance for card, chance in reading.best.values() if card != BACK]
        if len(sure) >= 3 and np.mean(sure) < _UNKNOWN_DECK:
            reading.notes.insert(0, "this deck is not enrolled")
            reading.usable = False


def _is_glaring(rectified: np.ndarray, name: str, on: layout.Layout) -> bool:
    """True if a good part of a place is saturated."""
    s = finder.RECTIFIED
    if name.startswith("column"):
        x, top, bottom = layout.column_x(int(name[7:]) - 1), layout.COLUMN_TOP, layout.HEIGHT
    else:
        place = on.place(name)
        x, top, bottom = place.x, place.y - 44, place.y + 44
    part = rectified[round(top * s) : round(bottom * s), round((x - 30) * s) : round((x + 30) * s)]
    return float((part.min(axis=2) >= _GLARE).mean()) > 0.04
