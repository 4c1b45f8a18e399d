"""From a photograph to what a snapshot tells: every slot with its chances, and what is in the way."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import align, fan, finder, mat_mask, layout, places
from .cards import BACK, DECK, EMPTY, UNREADABLE
from .model import CLASSES, Model, upright

THRESHOLD = 0.9  # a card is told as seen from this chance on
_SURE_BACK = 0.99  # a sleeve is no face either: backs, which look alike each time, must be surer
_CANDIDATE = 0.04  # others are told with their chances from this one on
_HOPELESS = 0.3  # where even the likeliest has less, nothing is told
_MOST = 4  # candidates of a slot, as the API has it
_DARK = 38.0  # of 255: the mean of the mat
_GLARE = 250
_UNKNOWN_DECK = 0.88  # mean chance of the best card below which the deck is another

Slot = str | list


@dataclass
class Reading:
    """What one photograph shows. `found` is None where there is no mat; `notes` are for people."""

    found: finder.Found | None
    slots: dict[str, Slot] = field(default_factory=dict)
    runs: list[list[Slot]] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)  # of each column: are run and front card all that lie there?
    best: dict[str, tuple[str, float]] = field(default_factory=dict)
    chances: dict[str, np.ndarray] = field(default_factory=dict)  # of model.CLASSES, for what looks like a card
    notes: list[str] = field(default_factory=list)
    usable: bool = False

    def snapshot(self, runs: bool = False) -> dict:
        """The body of a snapshot. `runs`: tell the face-up runs that were read whole."""
        told = {"draw_pile": self.slots["draw_pile"], "stock": _stock(self.slots["stock"])}
        told["foundations"] = [self.slots[place.name] for place in layout.FOUNDATIONS]
        told["columns"] = [self._column(column, runs) for column in range(layout.COLUMNS)]
        return told

    def _column(self, column: int, runs: bool) -> Slot:
        front = self.slots[f"column {column + 1}"]
        run = self.runs[column]
        if runs and run and all(isinstance(slot, str) and slot in DECK for slot in [*run, front]):
            return [*run, front]
        return front


def _stock(slot: Slot) -> str:
    return slot if slot in (BACK, EMPTY) else UNREADABLE


def slot_of(names: list[str], chances: np.ndarray, threshold: float = THRESHOLD) -> Slot:
    """One code where it is sure enough, candidates where that helps, else unreadable."""
    order = chances.argsort()[::-1]
    best = float(chances[order[0]])
    if names[order[0]] == BACK:
        return BACK if best >= _SURE_BACK else UNREADABLE
    if best >= threshold:
        return names[order[0]]
    if best < _HOPELESS:
        return UNREADABLE
    few = [i for i in order[:_MOST] if chances[i] >= _CANDIDATE and names[i] != BACK]
    # Chances are cut off, not rounded: together they must not be more than 1.
    return [{"card": names[i], "p": int(chances[i] * 1000) / 1000} for i in few]


class Reader:
    """Reads photographs of one deck. A camera on a stand keeps its place: where a hand hides markers, the
    mat is where it was."""

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
            reading.notes.append("too dark" if dark else "the mat is not in the picture: all four markers must be seen")
            return reading
        rectified = finder.rectify(picture, reading.found)
        self._look(rectified, reading)
        self._judge(rectified, reading)
        return reading

    def _look(self, rectified: np.ndarray, reading: Reading) -> None:
        mask = mat_mask.not_mat(rectified)
        covered = []
        for place in self.on.singles:
            look = places.look_at_single(mask, place, self.model.size)
            self._tell(place.name, look, rectified, reading, covered)
        for column in range(self.on.columns):
            look = places.look_at_column(mask, column, self.model.size)
            self._tell(f"column {column + 1}", look, rectified, reading, covered)
            chances, whole = fan.read(rectified, look, column, self.model) if look.kind == "card" else ([], look.kind == "empty")
            reading.runs.append([slot_of(DECK, c, self.threshold) for c in chances])
            reading.whole.append(whole)
        for name, look in covered:
            bright = _is_glaring(rectified, name, self.on)
            reading.notes.append(f"glare on {name}" if bright else f"something lies over {name}")
        if len(covered) >= 3:
            reading.notes.insert(0, "hand over the table")

    def _tell(self, name: str, look: places.Look, rectified, reading: Reading, covered: list) -> None:
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
    """Is a good part of a place as bright as the picture can be?"""
    s = finder.RECTIFIED
    if name.startswith("column"):
        x, top, bottom = layout.column_x(int(name[7:]) - 1), layout.COLUMN_TOP, layout.HEIGHT
    else:
        place = on.place(name)
        x, top, bottom = place.x, place.y - 44, place.y + 44
    part = rectified[round(top * s) : round(bottom * s), round((x - 30) * s) : round((x + 30) * s)]
    return float((part.min(axis=2) >= _GLARE).mean()) > 0.04
