"""Reads a photograph: each slot with its candidates, and notes about obstacles."""

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
from .know.cnn import Network, network
from .know.hog import Enrolled
from .know.learned_deck import piece, vectors
from .know.recogniser import Recogniser
from .model import CLASSES, Model
from .notes import Note

THRESHOLD = 0.9  # probability from which a card is sent as a plain code
_MIN_BACK = 0.95  # the same for a back: a sleeve may resemble one, and backs, which are all alike, are recognised with high probabilities
_MIN_STOCK = 0.8  # the same on the stock, where all cards are backs
_MIN_STOCK_WITHOUT_FACE, _MAX_NO_FACE = 0.5, 0.05  # the same if no face has more than the second value
_MIN_PALE_BACK, _MAX_PALE_FACE, _MIN_PALE_SUM = 0.25, 0.3, 0.85  # the same if each face has less, below the second value, and the sum of all cards is at least the third:
# for 2,254 faces of 15 decks the back had at most 0.01, for pale backs 0.3 and more
_MIN_HIDDEN_BACK, _MIN_HIDDEN_BRIGHTNESS = 0.9, 1.3  # of a stock in the colour of the ground: probability of a back by the network, brightness in multiples of that of the ground around it:
# of 67 empty places of three kinds of grounds in two renderers none had both
_HIDDEN_INSET_MM, _HIDDEN_MARGIN_MM, _HIDDEN_RING_MM = 6, 3, 8  # from the card's edge: inner part of the card, beginning and end of the ground around it
# The mat of another game: places of a game at least, the share of them that is covered, and cards that seem to lie on their places by each of these.
_MIN_PLACES_OTHER_MAT, _MIN_COVERED_OTHER_MAT, _MAX_CARDS_OTHER_MAT = 6, 0.5, 0.2
_MIN_POSSIBLE_FACE = 0.1  # probability of a face on a place that seems empty
_MIN_BACK_CORRELATION = 0.7  # of two backs of one picture; a back and a face or hand had at most 0.65 (546 pieces of 33 decks)
_MIN_MISPLACED_MM = 4.0  # from the outline's corner to that of the card located by its indices; cards located well have 2 or 3
_SEARCHED_EXPONENT = 0.6  # exponent (inverse temperature) for the probabilities of a card located by its indices alone, whose position is less exact; not calibrated
_MIN_CANDIDATE = 0.04  # probability of a candidate
_MIN_BEST_CANDIDATE = 0.3  # probability of the best candidate; with less the slot is unreadable
_MAX_CANDIDATES = 4  # of the API
_MIN_BRIGHTNESS = 38.0  # mean, of 255; a darker mat is not read
_SATURATED = 250  # of 255, in each channel
_CONTEXT_CARDS = 4  # of unchanged cards that are classified together with changed ones
_MAX_CHANGED_PLACES = 8  # with more the whole picture is read
_MIN_MEDIAN_PROBABILITY = 0.88  # of the best cards; with less the deck is unknown

Slot = str | list


def is_sure(slot: Slot) -> bool:
    """True for one card, which was read with certainty."""
    return isinstance(slot, str) and slot in DECK


@dataclass
class Reading:
    """Result of one photograph. `found`: the homography to millimetres; None if the places were not found. `notes`: messages for people."""

    found: finder.Found | None
    slots: dict[str, Slot] = field(default_factory=dict)
    runs: list[list[Slot]] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)  # by column: whether run and front card are the whole column
    best: dict[str, tuple[str, float]] = field(default_factory=dict)
    probabilities: dict[str, np.ndarray] = field(default_factory=dict)  # probabilities of model.CLASSES, for slots with a card
    notes: list[Note] = field(default_factory=list)
    usable: bool = False
    cards: dict[str, places.Card] = field(default_factory=dict)  # position of the front card, for slots with a card
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)  # without a mat: of each place from its position on the mat, in millimetres
    rectified: np.ndarray | None = None  # the rectified picture after white balance
    looks: dict[str, places.Card] = field(default_factory=dict)  # as `cards`, in `rectified`
    depths: dict[str, float] = field(default_factory=dict)  # how far below the upper edge of its place a front card lies, in millimetres
    run_probabilities: list[list[np.ndarray]] = field(default_factory=list)  # as `runs`: probabilities of the 52 cards
    threshold: float = THRESHOLD  # probability from which a card is certain

    def snapshot(self, runs: bool = False) -> dict:
        """The body of a snapshot. `runs`: include the face-up runs that were read completely."""
        body = {"draw_pile": self.slots["draw_pile"], "stock": _stock(self.slots["stock"])}
        body["foundations"] = [self.slots[place.name] for place in layout.FOUNDATIONS]
        body["columns"] = [self._column(column, runs) for column in range(layout.COLUMNS)]
        return body

    def run(self, column: int) -> list[Slot]:
        """The face-up cards of a column, back to front."""
        front = self.slots[f"column {column + 1}"]
        return [] if front == EMPTY else [*self.runs[column], front]

    def _column(self, column: int, runs: bool) -> Slot:
        front = self.slots[f"column {column + 1}"]
        run = self.runs[column]
        if runs and run and all(isinstance(slot, str) and slot in DECK for slot in [*run, front]):
            return [*run, front]
        return front


def _stock(slot: Slot) -> str:
    return slot if slot in (BACK, EMPTY) else UNREADABLE


def slot_of(names: list[str], probabilities: np.ndarray, threshold: float = THRESHOLD) -> Slot:
    """A plain code if the best card has `threshold`, candidates if it has _MIN_BEST_CANDIDATE, otherwise unreadable."""
    order = probabilities.argsort()[::-1]
    best = float(probabilities[order[0]])
    if names[order[0]] == BACK:
        return BACK if best >= _MIN_BACK else UNREADABLE
    if best >= threshold:
        return names[order[0]]
    if best < _MIN_BEST_CANDIDATE:
        return UNREADABLE
    candidates = [i for i in order[:_MAX_CANDIDATES] if probabilities[i] >= _MIN_CANDIDATE and names[i] != BACK]
    # Probabilities are truncated, not rounded: their sum must not exceed 1.
    return [{"card": names[i], "p": int(probabilities[i] * 1000) / 1000} for i in candidates]


def _is_stock(probabilities: np.ndarray) -> bool:
    """True if the best class, a back, is probable enough for the stock; the threshold is lower if no face is likely."""
    back, face = probabilities[CLASSES.index(BACK)], probabilities[[name != BACK for name in CLASSES]].max()
    is_pale = back >= _MIN_PALE_BACK and face < _MAX_PALE_FACE and probabilities.sum() >= _MIN_PALE_SUM
    return is_pale or back >= (_MIN_STOCK if face >= _MAX_NO_FACE else _MIN_STOCK_WITHOUT_FACE)


def _brightness(picture: np.ndarray) -> float:
    """The mean brightness of every eighth row."""
    return sum(cv2.mean(picture[::8])[:3]) / 3


def _tempered(probabilities: np.ndarray) -> np.ndarray:
    """Flattens probabilities by _SEARCHED_EXPONENT; their sum is unchanged."""
    powers = np.maximum(probabilities, 1e-9) ** _SEARCHED_EXPONENT
    return powers / powers.sum() * probabilities.sum()


def _is_brighter_than_around(white: np.ndarray, size: tuple[float, float]) -> bool:
    """True if the stock's place is brighter than the ground around it, though the colours of the rectified picture show no card."""
    def area(margin: float) -> tuple[slice, slice]:
        y, x = layout.STOCK.y, layout.STOCK.x
        return tuple(slice(max(0, round(finder.RECTIFIED * (at - half - margin))), round(finder.RECTIFIED * (at + half + margin))) for at, half in ((y, size[1] / 2), (x, size[0] / 2)))

    around = np.zeros(white.shape[:2], bool)
    around[area(_HIDDEN_RING_MM)] = True
    around[area(_HIDDEN_MARGIN_MM)] = False
    around &= white.any(axis=2)  # outside the picture it is black
    inner, outer = (np.linalg.norm(part.reshape(-1, 3).astype(np.float32), axis=1) for part in (white[area(-_HIDDEN_INSET_MM)], white[around]))
    return len(outer) > 0 and float(np.median(inner)) >= _MIN_HIDDEN_BRIGHTNESS * float(np.median(outer))


def recogniser_of(model: Model) -> Recogniser:
    """The recogniser of an enrolled deck, combined with the network if the model has weights for it."""
    return Enrolled(model) if model.network_mix is None else Both(model)


def _on_mat(picture: np.ndarray, found: finder.Found, on: layout.Layout) -> View | Note:
    rectified = finder.rectify(picture, found)
    mat = mat_mask.learnt(rectified, on)
    if not mat.stands_out:
        return notes.NO_CONTRAST
    return View(found, picture, mat_mask.whitened(rectified, mat.paper), mat_mask.not_mat(rectified, on, mat), ground_like_paper=mat.has_hue_of_paper)


class Reader:
    """Reads photographs of one deck by a fixed camera: while a hand hides markers, the last position of the mat is used,
    and unchanged places are not read again.
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
        self.reading: Reading | None = None  # of `kept`

    def begin_anew(self) -> None:
        """The next picture is an independent photograph: the mat is located again and the whole picture is read. Without a mat the places are kept."""
        self.last = self.kept = None

    def forget(self) -> None:
        """The next picture is read as if it were the first."""
        self.begin_anew()
        self.free = FreeTable(self.knows.size)

    @property
    def has_no_mat(self) -> bool:
        """True if the places of a table without a mat are known."""
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

    def _rectify(self, picture: np.ndarray, small: np.ndarray) -> View | Note:
        """The rectified table, or the reason why there is none. If the quick check detects no marker, places without a mat are searched before the
        whole picture is searched for markers."""
        found = self._find(picture, small)
        if found:
            return _on_mat(picture, found, self.on)
        view = self._without_mat(picture, small)
        if isinstance(view, Note) and self.free.homography is None and self.on is layout.KLONDIKE:
            self.last = finder.by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        return _on_mat(picture, self.last, self.on) if self.last else view

    def read(self, picture: np.ndarray) -> Reading:
        """Reads a picture. After an exception the reader is as before this picture, without kept parts."""
        before = copy.copy(self.free), self.last
        try:
            return self._read(picture)
        except Exception:
            (self.free, self.last), self.kept = before, None
            raise

    def _read(self, picture: np.ndarray) -> Reading:
        changes = self.kept.changes(picture, kept.certain(self.reading.slots, self.reading.best)) if self.kept else None
        reading = self._read_changes(picture, changes) if changes else None
        if reading is None:
            self.kept = None
            reading = self._read_whole(picture)
        self.reading = reading
        return reading

    def _read_whole(self, picture: np.ndarray) -> Reading:
        before, small = copy.copy(self.free), smaller(picture)
        view = self._rectify(picture, small)
        reading, looks = self._read_view(view, before)
        if reading.found is None and not isinstance(view, Note) and view.moved and before.homography is not None:
            view = self.free.look(picture, small=small, held=True)
            reading, looks = self._read_view(view, before)
        has_mat = self.fixed is not None or self.last is not None
        if reading.found is None and not has_mat and self.free.homography is None and view not in (notes.TOO_DARK, notes.NO_MAT):
            view = self.free.look(picture, small=small, by_waste=True)
            self.free.hides_stock = self.free.homography is not None
            reading, looks = self._read_view(view, before)
        if self.on is layout.KLONDIKE and reading.usable and not {*notes.HIDDEN, notes.TOO_DARK, notes.NOT_ENROLLED} & set(reading.notes):
            self.kept = kept.Kept(kept.smaller(picture), view, looks, self.knows.size)
        return reading

    def _read_view(self, view: View | Note, before: FreeTable) -> tuple[Reading, dict[str, places.Look]]:
        """Reads a view. `before`: the state of the table without a mat before this picture, which is restored if the view is rejected."""
        if isinstance(view, Note):
            return Reading(None, notes=[view]), {}
        reading, looks = Reading(view.found, offsets=view.offsets, threshold=self.threshold), {}
        reading.rectified = view.white
        self._read_slots(view, reading, looks, self._names())
        is_first = bool(view.offsets) and before.homography is None
        # The supposed stock may be a foundation, and the supposed columns other things.
        is_other = _is_face(reading, "stock") if is_first else view.moved and reading.slots["stock"] != BACK
        if is_other or view.began and EMPTY in (reading.slots[name] for name in (layout.STOCK.name, *COLUMN_NAMES)):
            self.free = copy.copy(before)
            return Reading(None, notes=[notes.NO_LAYOUT]), {}
        self._finish(view, reading, looks)
        return reading, looks

    def _read_changes(self, picture: np.ndarray, changes: kept.Changes) -> Reading | None:
        """The last reading with the changed places read again; None if the whole picture must be read."""
        if not changes.names:
            return dataclasses.replace(self.reading)
        view = self._view_again(picture, changes) if len(changes.names) <= _MAX_CHANGED_PLACES else None
        if view is None:
            return None
        old, looks = self.reading, dict(self.kept.looks)
        reading = Reading(view.found, dict(old.slots), list(old.runs), list(old.whole), dict(old.best), dict(old.probabilities), offsets=view.offsets,
                          run_probabilities=list(old.run_probabilities), threshold=self.threshold)
        reading.rectified = view.white
        self._read_slots(view, reading, looks, changes.names)
        if view.offsets and (_is_face(reading, layout.STOCK.name) or self._became_unreadable(changes.names, reading)):
            return None
        self._finish(view, reading, looks)
        if notes.HIDDEN & set(reading.notes):
            return None
        self.kept.took(changes, view, looks)
        return reading

    def _became_unreadable(self, names: set[str], reading: Reading) -> bool:
        """True if one of these places has become unreadable: its position may be that of only a part of its card."""
        return any(reading.slots[name] == UNREADABLE != self.reading.slots[name] for name in names)

    def _without_mat(self, picture: np.ndarray, small: np.ndarray) -> View | Note:
        if _brightness(picture) < _MIN_BRIGHTNESS:
            return notes.TOO_DARK
        return self.free.look(picture, small=small) if self.on is layout.KLONDIKE else notes.NO_MAT

    def _view_again(self, picture: np.ndarray, changes: kept.Changes) -> View | None:
        before = self.kept.view
        if before.offsets:
            return self.free.look_again(picture, changes.names, changes.at, before)
        view = _on_mat(picture, before.found, self.on)
        return None if isinstance(view, Note) else view

    def _names(self) -> list[str]:
        return [*(place.name for place in self.on.singles), *(f"column {column + 1}" for column in range(self.on.columns))]

    def _read_slots(self, view: View, reading: Reading, looks: dict[str, places.Look], names: Iterable[str]) -> None:
        """Reads these places; `looks` has the contents of the others."""
        free = bool(view.offsets)
        new = {name: self._look_at(view, name) for name in self._names() if name in names}
        searched = self._search(reading.rectified, new, free)
        self._read_fronts(reading, new, looks, searched if free else None)
        looks |= new
        self._read_runs(reading, new)

    def _look_at(self, view: View, name: str) -> places.Look:
        look = self._look(view, name)
        if look.kind == "empty" and name == layout.STOCK.name and view.offsets and (self.free.hides_stock or self._is_back_in_colour_of_ground(view.white)):
            return places.HIDDEN
        if look.kind == "empty" and view.ground_like_paper and self._may_be_face(view.white, name):
            return places.COVERED
        if look.kind != "covered":
            return look
        if name == layout.STOCK.name and not view.offsets and self._back_probability(view.white) >= _MIN_BACK:  # it may touch a neighbour or a marker
            return places.Look("card", self._card_on(name))
        return next((other for shaded in view.in_shadow(name) if (other := self._look(shaded, name)).kind == "card"), look)

    def _may_be_face(self, white: np.ndarray, name: str) -> bool:
        """True if the network does not exclude a face on an empty place of the mat. Backs have another hue, and an outlined place resembles one."""
        return network(self.knows.size).fronts(white, [self._card_on(name)])[0][[code != BACK for code in CLASSES]].sum() >= _MIN_POSSIBLE_FACE

    def _back_probability(self, white: np.ndarray) -> float:
        """Of a back on the stock's place, by the network; its outline need not be found."""
        return float(network(self.knows.size).fronts(white, [self._card_on(layout.STOCK.name)])[0, CLASSES.index(BACK)])

    def _is_back_in_colour_of_ground(self, white: np.ndarray) -> bool:
        """Slate and wood can resemble a back, but are as bright as the ground around."""
        return _is_brighter_than_around(white, self.knows.size) and self._back_probability(white) >= _MIN_HIDDEN_BACK

    def _card_on(self, name: str) -> places.Card:
        """The position of a card that lies exactly on its place."""
        across, down = self.knows.size
        if name.startswith("column"):
            x, top = self.on.column_x(int(name[7:]) - 1), self.on.column_top
        else:
            place = self.on.place(name)
            x, top = place.x, place.y - down / 2
        return places.Card(x - across / 2, top, 0.0)

    def _look(self, view: View, name: str) -> places.Look:
        size, free = self.knows.size, bool(view.offsets)
        if name.startswith("column"):
            return places.look_at_column(view.mask, int(name[7:]) - 1, size, free, self.on)
        return places.look_at_single(view.mask, self.on.place(name), size, free)

    def _read_runs(self, reading: Reading, looks: dict[str, places.Look]) -> None:
        reading.runs += [[] for _ in range(self.on.columns - len(reading.runs))]
        reading.run_probabilities += [[] for _ in range(self.on.columns - len(reading.run_probabilities))]
        reading.whole += [False for _ in range(self.on.columns - len(reading.whole))]
        for column in range(self.on.columns) if self.runs else ():
            if look := looks.get(f"column {column + 1}"):
                probabilities, whole = fan.read(reading.rectified, look, column, self.knows, self.on) if look.kind == "card" else ([], look.kind == "empty")
                reading.runs[column], reading.whole[column] = [slot_of(DECK, c, self.threshold) for c in probabilities], whole
                reading.run_probabilities[column] = list(probabilities)

    def runs_of(self, reading: Reading) -> list[list[Slot]]:
        """The face-up cards beneath the front one of each column; reads them if the reading has none."""
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
        if not view.offsets and self._is_other_mat(covered, looks):
            reading.notes.append(notes.OTHER_MAT)
        else:
            for name in covered:
                bright = _is_glaring(view, name, self.on)
                reading.notes.append(notes.glare(name) if bright else notes.covered(name))
            if len(covered) >= 3:
                reading.notes.insert(0, notes.HAND)
        self._check_quality(view.white, reading)
        reading.looks = {name: looks[name].card for name in self._names() if looks[name].kind == "card"}
        reading.depths = {name: card.y - looks[name].top for name, card in reading.looks.items()}
        for name, card in reading.looks.items():
            across, down = view.offsets.get(name, (0.0, 0.0))
            reading.cards[name] = places.Card(card.x + across, card.y + down, card.turn)

    def _is_other_mat(self, covered: list[str], looks: dict[str, places.Look]) -> bool:
        """True if something lies on half of the places or more and hardly a card on its own: the cards lie on the mat of another game."""
        count, cards = len(self._names()), sum(look.kind == "card" for look in looks.values())
        return count >= _MIN_PLACES_OTHER_MAT and len(covered) >= _MIN_COVERED_OTHER_MAT * count and cards <= _MAX_CARDS_OTHER_MAT * len(covered)

    def _search(self, white: np.ndarray, looks: dict[str, places.Look], free: bool) -> set[str]:
        """Searches for the top card of places whose outline is not that of a card, since they may be piles; without a mat of columns, too."""
        searched = set()
        middles = {place.name: (place.x, place.y) for place in self.on.singles if place is not layout.STOCK}
        for name, look in looks.items():
            middle = look.estimated_middle or middles.get(name)
            if look.kind == "covered" and middle is not None:
                card = self.knows.search(white, middle)
                if card is not None and (name in middles or places.is_in_column(card, self.knows.size, self.on)):
                    looks[name] = places.Look("card", card, look.top if look.estimated_middle else card.y)
                    searched.add(name)
        return searched

    def _fronts(self, reading: Reading, found: dict[str, places.Look], others: dict[str, places.Look]) -> dict[str, np.ndarray]:
        """Probabilities for the cards `found`. If one of them is doubtful, some of the `others` are classified in the same batch, since the scale of the
        indices is determined by all cards of a batch."""
        cards = [look.card for look in found.values()]
        more = [look.card for name, look in others.items() if look.kind == "card" and name not in found]
        more = more[:: -(-len(more) // _CONTEXT_CARDS)] if more else []
        doubted = any(reading.best.get(name, (name, 1.0))[1] < self.threshold for name in found)
        probabilities = None if more and doubted else self.knows.fronts(reading.rectified, cards)
        if more and (probabilities is None or any(row.max() < self.threshold for row in probabilities)):
            probabilities = self.knows.fronts(reading.rectified, cards + more)
        return dict(zip(found, probabilities))

    def _read_fronts(self, reading: Reading, looks: dict[str, places.Look], others: dict[str, places.Look], searched: set[str] | None) -> None:
        """Classifies the front cards in one batch. `searched`: without a mat, the cards that were located by their indices; with one, None."""
        all_probabilities = self._fronts(reading, {name: look for name, look in looks.items() if look.kind == "card"}, others)
        if searched is not None:
            all_probabilities |= {name: _tempered(all_probabilities[name]) for name in searched}
        self._search_doubtful(reading.rectified, looks, all_probabilities)
        for name, look in looks.items():
            reading.best.pop(name, None)
            reading.probabilities.pop(name, None)
            if name not in all_probabilities:
                reading.slots[name] = EMPTY if look.kind == "empty" else UNREADABLE
                continue
            probabilities = all_probabilities[name]
            best = int(probabilities.argmax())
            reading.probabilities[name] = probabilities
            reading.best[name] = CLASSES[best], float(probabilities[best])
            is_stock = name == layout.STOCK.name and CLASSES[best] == BACK and _is_stock(probabilities)
            reading.slots[name] = BACK if is_stock else slot_of(CLASSES, probabilities, self.threshold)
        self._accept_similar_backs(reading, looks, others)

    def _accept_similar_backs(self, reading: Reading, looks: dict[str, places.Look], others: dict[str, places.Look]) -> None:
        """Accepts doubtful backs that correlate with a certain one, such as the stock: all backs of a deck are alike, and a sleeve is not."""
        def features(name: str) -> np.ndarray:
            return vectors(piece(reading.rectified, (looks.get(name) or others[name]).card, self.knows.size))[0]

        doubted = [name for name in looks if reading.slots[name] == UNREADABLE and reading.best.get(name, ("", 0.0))[0] == BACK
                   and reading.best[name][1] >= _MIN_PALE_BACK]
        sure = [name for name, slot in reading.slots.items() if slot == BACK] if doubted else []
        backs = [features(name) for name in sure]
        for name in doubted:
            one = features(name)
            if any(np.corrcoef(one, back)[0, 1] > _MIN_BACK_CORRELATION for back in backs):
                reading.slots[name] = BACK

    def _search_doubtful(self, rectified: np.ndarray, looks: dict[str, places.Look], all_probabilities: dict[str, np.ndarray]) -> None:
        """Locates doubtful cards again by their indices, because an outline that includes lower cards gives an inexact position. On foundations and the
        waste, where no backs lie, a card read as a back is doubtful, too. If both readings name different cards, their mean counts, unless the card lies
        well beside the outline: then the outline was made of the edges of several cards of a pile."""
        again = {}
        for name, probabilities in all_probabilities.items():
            may_be_back = _is_most_like_back(probabilities) and name.startswith("column")
            if probabilities.max() < self.threshold and name != layout.STOCK.name and not may_be_back:
                again[name] = self.knows.search(rectified, places.middle(looks[name].card, self.knows.size))
        again = {name: card for name, card in again.items() if card is not None}
        for name, probabilities in zip(again, self.knows.fronts(rectified, list(again.values()))):
            before, probabilities = all_probabilities[name], _tempered(probabilities)
            distance = np.hypot(again[name].x - looks[name].card.x, again[name].y - looks[name].card.y)
            was_misplaced = distance >= _MIN_MISPLACED_MM and probabilities.max() >= self.threshold
            if probabilities.argmax() != before.argmax() and not was_misplaced and not _is_most_like_back(before):
                all_probabilities[name] = (probabilities + before) / 2
            elif probabilities.max() > before.max():
                all_probabilities[name] = probabilities
                looks[name] = dataclasses.replace(looks[name], card=again[name])

    def _check_quality(self, white: np.ndarray, reading: Reading) -> None:
        reading.usable = any(slot != UNREADABLE for slot in reading.slots.values())
        if _brightness(white) < _MIN_BRIGHTNESS:
            reading.notes.insert(0, notes.TOO_DARK)
        sure = [probability for card, probability in reading.best.values() if card != BACK]
        if len(sure) >= 3 and np.median(sure) < _MIN_MEDIAN_PROBABILITY:
            self._report_unknown_deck(reading)

    def _report_unknown_deck(self, reading: Reading) -> None:
        """Half the cards are doubtful: the deck is not the enrolled one, or is unlike those that the network was trained on."""
        if isinstance(self.knows, Network | Adaptive):
            reading.notes.insert(0, notes.HARD_TO_READ)
            return
        reading.notes.insert(0, notes.NOT_ENROLLED)
        reading.usable = False


def _is_most_like_back(probabilities: np.ndarray) -> bool:
    return CLASSES[int(probabilities.argmax())] == BACK


def _is_face(reading: Reading, name: str) -> bool:
    """True if the best candidate of a place is a face."""
    card, probability = reading.best.get(name, (BACK, 1.0))
    return card != BACK and probability >= _MIN_BEST_CANDIDATE


def _is_glaring(view: View, name: str, on: layout.Layout) -> bool:
    """True if more than 4 % of a place are saturated."""
    if name.startswith("column"):
        x, top, bottom = on.column_x(int(name[7:]) - 1), on.column_top, layout.HEIGHT
    else:
        place = on.place(name)
        x, top, bottom = place.x, place.y - 44, place.y + 44
    part = view.as_seen(name, x - 30, x + 30, top, bottom)
    return float((part.min(axis=2) >= _SATURATED).mean()) > 0.04
