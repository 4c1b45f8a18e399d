"""Reads a photograph: every slot with its candidates, and notes about obstacles."""

import copy
import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from . import fan, finder, kept, mat_mask, layout, notes, places
from .free_table import FreeTable, smaller
from .lay_out import COLUMN_NAMES, View
from .cards import BACK, DECK, EMPTY, UNREADABLE
from .know.adaptive import Adaptive
from .know.both import Both
from .know.cnn import Network
from .know.hog import Enrolled
from .know.learned_deck import piece, vectors
from .know.recogniser import Recogniser
from .model import CLASSES, Model
from .notes import Note

THRESHOLD = 0.9  # probability from which a card is sent as a plain code
_SURE_BACK = 0.95  # a sleeve resembles a back: backs, which always look alike, need a higher probability
_SURE_STOCK = 0.8  # the same on the place of the stock, where nothing but backs lies
_LIKELY_STOCK, _NO_FACE = 0.5, 0.05  # the same if no face has so much
_PALE_BACK, _FEW_FACES, _NOTHING_ELSE = 0.25, 0.3, 0.85  # the same if it is likelier than any face, none of which has so much, and so much is given to cards:
# on 2,254 faces of 15 decks a back had at most 0.01, pale backs were given 0.3 and more
_ALIKE = 0.7  # correlation of two backs of one picture; of a back with a face or a hand it was at most 0.65 (546 pieces of 33 decks)
_TRUST_SEARCHED = 0.6  # how much is believed of a card found by its indices alone, which is cut out less exactly; not calibrated
_CANDIDATE = 0.04  # least probability of a candidate
_MIN_CHANCE = 0.3  # least probability of the best candidate
_MAX_CANDIDATES = 4  # limit of the API
_DARK = 38.0  # mean brightness (of 255) below which the mat is too dark
_GLARE = 250
_WITNESSES = 4  # of the cards of a table that was read, when one of it is read once more
_MANY = 8  # places that differ from the picture before: from then on everything is read
_UNKNOWN_DECK = 0.88  # median probability of the best cards below which the deck is unknown

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
    notes: list[Note] = field(default_factory=list)
    usable: bool = False
    cards: dict[str, places.Card] = field(default_factory=dict)  # position of the front card, for slots with a card
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)  # without a mat: of places from the mat's, in millimetres
    rectified: np.ndarray | None = None  # what was read: paper is white
    looks: dict[str, places.Card] = field(default_factory=dict)  # as `cards`, in `rectified`
    depths: dict[str, float] = field(default_factory=dict)  # how far below the upper edge of its place a front card lies, in millimetres

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


def _is_stock(chances: np.ndarray) -> bool:
    """True if a back lies where the stock does, given that it is likelier than each face; less is enough if no face is thought of."""
    back, face = chances[CLASSES.index(BACK)], chances[[name != BACK for name in CLASSES]].max()
    is_pale = back >= _PALE_BACK and face < _FEW_FACES and chances.sum() >= _NOTHING_ELSE
    return is_pale or back >= (_SURE_STOCK if face >= _NO_FACE else _LIKELY_STOCK)


def _brightness(picture: np.ndarray) -> float:
    """Of a picture on the whole: every eighth row says that well enough."""
    return sum(cv2.mean(picture[::8])[:3]) / 3


def _tempered(chances: np.ndarray) -> np.ndarray:
    """Less certain by _TRUST_SEARCHED; what is missing to 1 stays missing."""
    less = np.maximum(chances, 1e-9) ** _TRUST_SEARCHED
    return less / less.sum() * chances.sum()


def recogniser_of(model: Model) -> Recogniser:
    """The enrolled deck, with the network if it was weighed against it."""
    return Enrolled(model) if model.network_mix is None else Both(model)


def _on_mat(picture: np.ndarray, found: finder.Found) -> View:
    rectified = finder.rectify(picture, found)
    paper = mat_mask.paper_colour(rectified, mat_mask.mat_colour(rectified))
    return View(found, picture, mat_mask.whitened(rectified, paper), mat_mask.not_mat(rectified))


class Reader:
    """Reads photographs of one deck. A camera on a stand does not move: while a hand hides markers, the last
    position of the mat is used; and what looks as it did in the picture before is not read once more.
    `runs`: the cards beneath the front ones are read, too."""

    def __init__(self, knows: Recogniser | Model, corners: np.ndarray | None = None, threshold: float = THRESHOLD,
                 on: layout.Layout = layout.KLONDIKE, runs: bool = True):
        self.knows: Recogniser = recogniser_of(knows) if isinstance(knows, Model) else knows
        self.on = on
        self.runs = runs
        self.fixed = None if corners is None else finder.by_corners(corners)
        self.threshold = threshold
        self.last: finder.Found | None = None
        self.free = FreeTable(self.knows.size)
        self.kept: kept.Kept | None = None
        self.reading: Reading | None = None  # that `kept` belongs to

    def begin_anew(self) -> None:
        """The next picture is another photograph: the mat may lie elsewhere, and everything is read. Without a mat the places are kept."""
        self.last = self.kept = None

    def forget(self) -> None:
        """The next picture is read as if it were the first."""
        self.begin_anew()
        self.free = FreeTable(self.knows.size)

    @property
    def has_no_mat(self) -> bool:
        """True if places are known on a table on which no mat was seen."""
        return self.fixed is None and self.last is None and self.free.homography is not None

    def _find(self, picture: np.ndarray, small: np.ndarray) -> finder.Found | None:
        if self.fixed:
            return self.fixed
        if self.last is None and self.on is layout.KLONDIKE and not finder.are_there(small):
            return None
        found = finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        if found:
            self.last = found
        return found or self.last

    def _see(self, picture: np.ndarray, small: np.ndarray) -> View | Note:
        """The table as if it were seen from straight above, or why it cannot be made out. Where not even one marker is seen in a small
        picture, places are sought before the whole one is searched for markers."""
        found = self._find(picture, small)
        if found:
            return _on_mat(picture, found)
        view = self._without_mat(picture, small)
        if isinstance(view, Note) and self.free.homography is None and self.on is layout.KLONDIKE:
            self.last = finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        return _on_mat(picture, self.last) if self.last else view

    def read(self, picture: np.ndarray) -> Reading:
        changes = self.kept.changes(picture, kept.certain(self.reading.slots, self.reading.best)) if self.kept else None
        reading = self._read_changes(picture, changes) if changes else None
        if reading is None:
            self.kept = None
            reading = self._read_whole(picture)
        self.reading = reading
        return reading

    def _read_whole(self, picture: np.ndarray) -> Reading:
        before, small = copy.copy(self.free), smaller(picture)
        view = self._see(picture, small)
        reading, looks = self._read_view(view, before)
        if reading.found is None and not isinstance(view, Note) and view.moved and before.homography is not None:
            view = self.free.look(picture, small=small, held=True)
            reading, looks = self._read_view(view, before)
        if reading.found is None and self.free.homography is None and view not in (notes.TOO_DARK, notes.NO_MAT):
            view = self.free.look(picture, small=small, by_waste=True)
            self.free.hides_stock = self.free.homography is not None
            reading, looks = self._read_view(view, before)
        if self.on is layout.KLONDIKE and reading.usable and not {notes.HAND, notes.TOO_DARK, notes.NOT_ENROLLED} & set(reading.notes):
            self.kept = kept.Kept(kept.smaller(picture), view, looks, self.knows.size)
        return reading

    def _read_view(self, view: View | Note, before: FreeTable) -> tuple[Reading, dict[str, places.Look]]:
        """`before`: what was known of a table without a mat; it is known again if this cannot be one."""
        if isinstance(view, Note):
            return Reading(None, notes=[view]), {}
        reading, looks = Reading(view.found, offsets=view.offsets), {}
        reading.rectified = view.white
        self._read_slots(view, reading, looks, self._names())
        is_first = bool(view.offsets) and before.homography is None
        # A foundation may lie where the stock is thought to be, and other things where columns are.
        is_other = _is_face(reading, "stock") if is_first else view.moved and reading.slots["stock"] != BACK
        if is_other or view.began and EMPTY in (reading.slots[name] for name in (layout.STOCK.name, *COLUMN_NAMES)):
            self.free = copy.copy(before)
            return Reading(None, notes=[notes.NO_LAYOUT]), {}
        self._finish(view, reading, looks)
        return reading, looks

    def _read_changes(self, picture: np.ndarray, changes: kept.Changes) -> Reading | None:
        """What was read before, with the places read again that are said to; None if the whole picture is to be read."""
        if not changes.names:
            return dataclasses.replace(self.reading)
        view = self._view_again(picture, changes) if len(changes.names) <= _MANY else None
        if view is None:
            return None
        old, looks = self.reading, dict(self.kept.looks)
        reading = Reading(view.found, dict(old.slots), list(old.runs), list(old.whole), dict(old.best), dict(old.chances), offsets=view.offsets)
        reading.rectified = view.white
        self._read_slots(view, reading, looks, changes.names)
        if view.offsets and (_is_face(reading, layout.STOCK.name) or self._are_lost(changes.names, reading)):
            return None
        self._finish(view, reading, looks)
        if notes.HAND in reading.notes:
            return None
        self.kept.took(changes, view, looks)
        return reading

    def _are_lost(self, names: set[str], reading: Reading) -> bool:
        """True if one of these places is unreadable that was not: perhaps it was thought to be where only a part of its card shows."""
        return any(reading.slots[name] == UNREADABLE != self.reading.slots[name] for name in names)

    def _without_mat(self, picture: np.ndarray, small: np.ndarray) -> View | Note:
        if _brightness(picture) < _DARK:
            return notes.TOO_DARK
        return self.free.look(picture, small=small) if self.on is layout.KLONDIKE else notes.NO_MAT

    def _view_again(self, picture: np.ndarray, changes: kept.Changes) -> View | None:
        before = self.kept.view
        return self.free.look_again(picture, changes.names, changes.at, before) if before.offsets else _on_mat(picture, before.found)

    def _names(self) -> list[str]:
        return [*(place.name for place in self.on.singles), *(f"column {column + 1}" for column in range(self.on.columns))]

    def _read_slots(self, view: View, reading: Reading, looks: dict[str, places.Look], names: Iterable[str]) -> None:
        """Reads these places; `looks` has those of the others already."""
        free = bool(view.offsets)
        new = {name: self._look_at(view, name) for name in self._names() if name in names}
        searched = self._search(reading.rectified, new, free)
        self._read_fronts(reading, new, looks, searched if free else None)
        looks |= new
        self._read_runs(reading, new)

    def _look_at(self, view: View, name: str) -> places.Look:
        look = self._look(view, name)
        if look.kind == "empty" and name == layout.STOCK.name and view.offsets and self.free.hides_stock:
            return places.COVERED
        if look.kind != "covered":
            return look
        return next((other for shaded in view.in_shadow(name) if (other := self._look(shaded, name)).kind == "card"), look)

    def _look(self, view: View, name: str) -> places.Look:
        size, free = self.knows.size, bool(view.offsets)
        if name.startswith("column"):
            return places.look_at_column(view.mask, int(name[7:]) - 1, size, free)
        return places.look_at_single(view.mask, self.on.place(name), size, free)

    def _read_runs(self, reading: Reading, looks: dict[str, places.Look]) -> None:
        reading.runs += [[] for _ in range(self.on.columns - len(reading.runs))]
        reading.whole += [False for _ in range(self.on.columns - len(reading.whole))]
        for column in range(self.on.columns) if self.runs else ():
            if look := looks.get(f"column {column + 1}"):
                chances, whole = fan.read(reading.rectified, look, column, self.knows) if look.kind == "card" else ([], look.kind == "empty")
                reading.runs[column], reading.whole[column] = [slot_of(DECK, c, self.threshold) for c in chances], whole

    def runs_of(self, reading: Reading) -> list[list[Slot]]:
        """The cards face up beneath the front one of each column, also of a reading without them."""
        if self.runs or self.on is not layout.KLONDIKE:
            return reading.runs
        runs = []
        for column in range(self.on.columns):
            name = f"column {column + 1}"
            card = reading.looks.get(name)
            look = places.Look("card", card, card.y - reading.depths[name]) if card else None
            runs.append([slot_of(DECK, c, self.threshold) for c in fan.read(reading.rectified, look, column, self.knows)[0]] if look else [])
        return runs

    def _finish(self, view: View, reading: Reading, looks: dict[str, places.Look]) -> None:
        hidden = {layout.STOCK.name} if view.offsets and self.free.hides_stock else set()
        covered = [name for name in self._names() if looks[name].kind == "covered" and name not in hidden]
        for name in covered:
            bright = _is_glaring(view, name, self.on)
            reading.notes.append(notes.glare(name) if bright else notes.covered(name))
        if len(covered) >= 3:
            reading.notes.insert(0, notes.HAND)
        self._judge(view.white, reading)
        reading.looks = {name: looks[name].card for name in self._names() if looks[name].kind == "card"}
        reading.depths = {name: card.y - looks[name].top for name, card in reading.looks.items()}
        for name, card in reading.looks.items():
            across, down = view.offsets.get(name, (0.0, 0.0))
            reading.cards[name] = places.Card(card.x + across, card.y + down, card.turn)

    def _search(self, white: np.ndarray, looks: dict[str, places.Look], free: bool) -> set[str]:
        """Places whose outline is no card's may be piles: their top card is searched by its indices, without a mat that of a column, too."""
        searched = set()
        middles = {place.name: (place.x, place.y) for place in self.on.singles if place is not layout.STOCK}
        for name, look in looks.items():
            middle = (look.perhaps if free else None) or middles.get(name)
            if look.kind == "covered" and middle is not None:
                card = self.knows.search(white, middle)
                if card is not None and (name in middles or places.is_in_column(card, self.knows.size)):
                    looks[name] = places.Look("card", card, look.top if look.perhaps else card.y)
                    searched.add(name)
        return searched

    def _fronts(self, reading: Reading, found: dict[str, places.Look], others: dict[str, places.Look]) -> dict[str, np.ndarray]:
        """How large the indices are is known by several cards: if those `found` are read with doubt, some of the `others` are looked at with them."""
        cards = [look.card for look in found.values()]
        more = [look.card for name, look in others.items() if look.kind == "card" and name not in found]
        more = more[:: -(-len(more) // _WITNESSES)] if more else []
        doubted = any(reading.best.get(name, (name, 1.0))[1] < self.threshold for name in found)
        chances = None if more and doubted else self.knows.fronts(reading.rectified, cards)
        if more and (chances is None or any(row.max() < self.threshold for row in chances)):
            chances = self.knows.fronts(reading.rectified, cards + more)
        return dict(zip(found, chances))

    def _read_fronts(self, reading: Reading, looks: dict[str, places.Look], others: dict[str, places.Look], searched: set[str] | None) -> None:
        """All cards in front at once. `searched`: without a mat, those that were found by their indices; on one, None."""
        all_chances = self._fronts(reading, {name: look for name, look in looks.items() if look.kind == "card"}, others)
        if searched is not None:
            all_chances |= {name: _tempered(all_chances[name]) for name in searched}
        self._look_again(reading.rectified, looks, all_chances)
        for name, look in looks.items():
            reading.best.pop(name, None)
            reading.chances.pop(name, None)
            if name not in all_chances:
                reading.slots[name] = EMPTY if look.kind == "empty" else UNREADABLE
                continue
            chances = all_chances[name]
            best = int(chances.argmax())
            reading.chances[name] = chances
            reading.best[name] = CLASSES[best], float(chances[best])
            is_stock = name == layout.STOCK.name and CLASSES[best] == BACK and _is_stock(chances)
            reading.slots[name] = BACK if is_stock else slot_of(CLASSES, chances, self.threshold)
        self._take_backs(reading, looks, others)

    def _take_backs(self, reading: Reading, looks: dict[str, places.Look], others: dict[str, places.Look]) -> None:
        """The backs of a deck look alike: a doubtful back that correlates with a certain one, such as the stock, is a back and no sleeve."""
        def seen(name: str) -> np.ndarray:
            return vectors(piece(reading.rectified, (looks.get(name) or others[name]).card, self.knows.size))[0]

        doubted = [name for name in looks if reading.slots[name] == UNREADABLE and reading.best.get(name, ("", 0.0))[0] == BACK
                   and reading.best[name][1] >= _PALE_BACK]
        sure = [name for name, slot in reading.slots.items() if slot == BACK] if doubted else []
        backs = [seen(name) for name in sure]
        for name in doubted:
            one = seen(name)
            if any(np.corrcoef(one, back)[0, 1] > _ALIKE for back in backs):
                reading.slots[name] = BACK

    def _look_again(self, rectified: np.ndarray, looks: dict[str, places.Look], all_chances: dict[str, np.ndarray]) -> None:
        """Cards that are read with doubt may lie a little beside their outline, which is that of the cards beneath them, too. On a foundation and the
        waste, where no backs lie, what is most like a back is such a card."""
        again = {}
        for name, chances in all_chances.items():
            may_be_back = _is_most_like_back(chances) and name.startswith("column")
            if chances.max() < self.threshold and name != layout.STOCK.name and not may_be_back:
                again[name] = self.knows.search(rectified, places.middle(looks[name].card, self.knows.size))
        again = {name: card for name, card in again.items() if card is not None}
        for name, chances in zip(again, self.knows.fronts(rectified, list(again.values()))):
            before, chances = all_chances[name], _tempered(chances)
            if chances.argmax() != before.argmax() and not _is_most_like_back(before):
                all_chances[name] = (chances + before) / 2
            elif chances.max() > before.max():
                all_chances[name] = chances
                looks[name] = dataclasses.replace(looks[name], card=again[name])

    def _judge(self, white: np.ndarray, reading: Reading) -> None:
        reading.usable = any(slot != UNREADABLE for slot in reading.slots.values())
        if _brightness(white) < _DARK:
            reading.notes.insert(0, notes.TOO_DARK)
        sure = [chance for card, chance in reading.best.values() if card != BACK]
        if len(sure) >= 3 and np.median(sure) < _UNKNOWN_DECK:
            self._doubt(reading)

    def _doubt(self, reading: Reading) -> None:
        """Half the cards are read with doubt: another deck than the enrolled one, or one that the network does not know."""
        if isinstance(self.knows, Network | Adaptive):
            reading.notes.insert(0, notes.HARD_TO_READ)
            return
        reading.notes.insert(0, notes.NOT_ENROLLED)
        reading.usable = False


def _is_most_like_back(chances: np.ndarray) -> bool:
    return CLASSES[int(chances.argmax())] == BACK


def _is_face(reading: Reading, name: str) -> bool:
    """True if a card face up lies there, as far as its best candidate says."""
    card, chance = reading.best.get(name, (BACK, 1.0))
    return card != BACK and chance >= _MIN_CHANCE


def _is_glaring(view: View, name: str, on: layout.Layout) -> bool:
    """True if a good part of a place is saturated."""
    if name.startswith("column"):
        x, top, bottom = layout.column_x(int(name[7:]) - 1), layout.COLUMN_TOP, layout.HEIGHT
    else:
        place = on.place(name)
        x, top, bottom = place.x, place.y - 44, place.y + 44
    part = view.as_seen(name, x - 30, x + 30, top, bottom)
    return float((part.min(axis=2) >= _GLARE).mean()) > 0.04
