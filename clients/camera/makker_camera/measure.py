"""Measures the accuracy of a reader on rendered photographs of held-out seeds, slot by slot."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import decks, layout, photo_effects, render, scene
from .cards import DECK
from .know.recogniser import Recogniser
from .model import Model
from .reader import Reader, Reading

_SLOTS = ["draw_pile", *(place.name for place in layout.FOUNDATIONS), *(f"column {i + 1}" for i in range(layout.COLUMNS))]
_MIN_HIDDEN_SHARE = 0.1  # of a card under a hand that counts as hidden


@dataclass
class Score:
    """Counts over slots. A slot without a plain code (candidates or unreadable) is neither right nor wrong."""

    cards: int = 0
    right: int = 0
    hidden: int = 0  # cards with a tenth or more under a hand
    hidden_right: int = 0
    wrong: int = 0
    others: int = 0  # empty places and backs
    others_right: int = 0
    others_wrong: int = 0
    run_cards: int = 0
    run_right: int = 0
    run_wrong: int = 0
    pictures: int = 0
    lost: int = 0  # pictures in which the places were not found
    errors: list = field(default_factory=list)

    def line(self) -> str:
        def share(part, whole):
            low, high = interval(part, whole)
            return f"{100 * part / max(1, whole):.2f} % ({part}; {100 * low:.2f} to {100 * high:.2f})"

        visible, visible_right = self.cards - self.hidden, self.right - self.hidden_right
        behind = f" (not hidden: {share(visible_right, visible)} of {visible} right)" if self.hidden else ""
        return (f"{self.pictures} pictures ({self.lost} not made out); {self.cards} cards: {share(self.right, self.cards)} right, "
                f"{share(self.wrong, self.cards)} wrong{behind}; {self.others} empty or backs: {share(self.others_right, self.others)} right, "
                f"{share(self.others_wrong, self.others)} wrong; {self.run_cards} cards in runs: "
                f"{share(self.run_right, self.run_cards)} right, {share(self.run_wrong, self.run_cards)} wrong")


def interval(part: int, whole: int) -> tuple[float, float]:
    """The 95 % confidence interval of the share of `part` in `whole` (Wilson 1927)."""
    if whole == 0:
        return 0.0, 1.0
    z = 1.96
    share, spread = part / whole, z * z / whole
    middle = share + spread / 2
    reach = z * np.sqrt(share * (1 - share) / whole + spread / (4 * whole))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def hidden_slots(table: scene.Table, conditions: photo_effects.Conditions, seed: int, size) -> set[str]:
    """Slots with at least _MIN_HIDDEN_SHARE of the front card under a hand."""
    if not conditions.hand:
        return set()
    over = render.hand(table, conditions, seed)
    where = {place.name: place.x for place in layout.SINGLES}
    where |= {f"column {column + 1}": layout.column_x(column) for column in range(layout.COLUMNS)}
    hidden = set()
    for name, x in where.items():
        cards = [one for one in render.laid(table, seed) if abs(one.x - x) < 20 and (one.y > layout.COLUMN_TOP) == name.startswith("column")]
        if cards:
            left, top = round(cards[-1].x - size[0] / 2), round(cards[-1].y - size[1] / 2)
            card = over[max(0, top) : top + round(size[1]), left : left + round(size[0])]
            hidden |= {name} if (card > 0).mean() >= _MIN_HIDDEN_SHARE else set()
    return hidden


def truth_by_slot(truth: dict) -> dict[str, str]:
    codes = [truth["draw_pile"], *truth["foundations"], *truth["columns"]]
    return dict(zip(_SLOTS, codes))


def count(score: Score, read: dict, truth: dict, where: object, hidden: set[str] = frozenset(), with_stock: bool = False) -> None:
    stock = {layout.STOCK.name: truth["stock"]} if with_stock else {}
    for name, code in {**truth_by_slot(truth), **stock}.items():
        slot = read.get(name, "UU")
        sure = isinstance(slot, str) and slot != "UU"
        if code in DECK:
            score.cards += 1
            score.right += slot == code
            score.hidden += name in hidden
            score.hidden_right += name in hidden and slot == code
            score.wrong += sure and slot != code
        else:
            score.others += 1
            score.others_right += slot == code
            score.others_wrong += sure and slot != code
        if sure and slot != code:
            score.errors.append((where, name, code, slot))


def count_runs(score: Score, runs: list, truth: dict, where: object) -> None:
    """Counts the cards behind the front ones, compared from the front: after a missing card those behind it are wrong."""
    for column, (read, true) in enumerate(zip(runs, truth["runs"])):
        behind = true[:-1]
        score.run_cards += len(behind)
        for i in range(1, max(len(read), len(behind)) + 1):
            slot = read[-i] if i <= len(read) else "UU"
            code = behind[-i] if i <= len(behind) else None
            score.run_right += slot == code
            if isinstance(slot, str) and slot in DECK and slot != code:
                score.run_wrong += 1
                score.errors.append((where, f"run {column + 1}", code, slot))


@dataclass
class Bare:
    """Counts over slots of tables without a mat."""

    pictures: int = 0
    refused: int = 0  # pictures in which the places were not found, which have no slots
    right: int = 0  # slots of the other pictures
    candidates: int = 0
    unreadable: int = 0
    wrong: int = 0
    errors: list = field(default_factory=list)

    def count(self, reading: Reading, truth: dict, where: object) -> None:
        self.pictures += 1
        if reading.found is None:
            self.refused += 1
            return
        for name, code in {**truth_by_slot(truth), layout.STOCK.name: truth["stock"]}.items():
            slot = reading.slots[name]
            if slot == code:
                self.right += 1
            elif slot == "UU":
                self.unreadable += 1
            elif isinstance(slot, list):
                self.candidates += 1
            else:
                self.wrong += 1
                self.errors.append((where, name, code, slot))

    def line(self) -> str:
        slots = self.right + self.candidates + self.unreadable + self.wrong
        found = self.pictures - self.refused
        low, high = interval(self.right, slots)
        low_found, high_found = interval(found, self.pictures)
        shares = "/".join(f"{100 * part / max(1, slots):.1f}" for part in (self.right, self.candidates, self.unreadable, self.wrong))
        return (f"{self.pictures} pictures: places found in {found} ({100 * low_found:.0f} to {100 * high_found:.0f} %); {slots} slots of these: {shares} % "
                f"right/candidates/unreadable/wrong (right {100 * low:.1f} to {100 * high:.1f}; {self.wrong} wrong, to {100 * interval(self.wrong, slots)[1]:.2f} %)")


def deal(seed: int) -> scene.Table:
    """A deal of Klondike, the pattern by which the places of a table without a mat are found."""
    cards = [str(card) for card in np.random.default_rng([seed, 7]).permutation(DECK)]
    return scene.Table([(column, [cards[column]]) for column in range(layout.COLUMNS)])


def bare_pictures(deck: decks.Deck, conditions: photo_effects.Conditions, seed: int, size, tables: list[scene.Table]) -> list[np.ndarray]:
    """Photographs of successive tables on one ground, with the same places and the same position of the camera."""
    stand = photo_effects.camera(conditions, np.random.default_rng([seed, 4]))
    jpegs = [render.photograph(table, deck, conditions, 10_000_000 * shot + seed, size, stand, seed) for shot, table in enumerate(tables)]
    return [cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) for jpeg in jpegs]


def measure_bare(knows: Recogniser | Model, deck: decks.Deck, conditions: photo_effects.Conditions, seeds) -> tuple[Bare, Bare]:
    """Measures tables without a mat: for each seed a deal, then random cards on the same places. Returns the counts of each."""
    result = Bare(), Bare()
    for seed in seeds:
        reader = Reader(knows)
        tables = [deal(seed), scene.random_table(np.random.default_rng([seed, 1]))]
        for bare, table, picture in zip(result, tables, bare_pictures(deck, conditions, seed, reader.knows.size, tables)):
            bare.count(reader.read(picture), table.truth(), seed)
    return result


def measure(reader: Reader, deck: decks.Deck, conditions: photo_effects.Conditions, seeds) -> Score:
    score = Score()
    for seed in seeds:
        table = scene.random_table(np.random.default_rng([seed, 1]))
        jpeg = render.photograph(table, deck, conditions, seed, reader.knows.size)
        reader.begin_anew()
        reading = reader.read(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
        score.pictures += 1
        score.lost += reading.found is None
        truth = table.truth()
        count(score, reading.slots, truth, seed, hidden_slots(table, conditions, seed, reader.knows.size))
        count_runs(score, reading.runs or [[]] * layout.COLUMNS, truth, seed)
    return score
