"""Measures readers deck by deck, on tables with seeds that were not used for training: `makker-train --measure`.

Readers: `network` is the network without enrolment; `histograms` is the deck's enrolled model alone; `both` combines the two, as the
client does for an enrolled deck.
"""

from collections import Counter
from dataclasses import dataclass, field

import cv2
import numpy as np

from .. import enrol, measure, photo_effects, render, scene
from ..cards import BACK, DECK
from ..know import both, cnn, hog
from ..reader import Reader
from . import artwork

FIRST_SEED = 2001  # of the tables, as in tests/camera/figures.py
KINDS = ("columns", "piles", "backs", "empty")
_PROBABILITY_BINS = (0.3, 0.5, 0.7, 0.88, 0.92, 0.99, 1.0001)


@dataclass
class Counts:
    """right, candidates, unreadable or misread, by kind of slot; `given`: (probability, was right) of the best cards."""

    slots: dict[str, Counter] = field(default_factory=lambda: {kind: Counter() for kind in KINDS})
    predictions: list[tuple[float, bool]] = field(default_factory=list)
    run_cards: Counter = field(default_factory=Counter)
    without_mat: int = 0

    def add(self, other: "Counts") -> None:
        for kind in KINDS:
            self.slots[kind].update(other.slots[kind])
        self.predictions += other.predictions
        self.run_cards.update(other.run_cards)
        self.without_mat += other.without_mat

    def cell(self, kinds=KINDS) -> str:
        whole = sum((self.slots[kind] for kind in kinds), Counter())
        count = sum(whole.values())
        low, high = measure.interval(whole["right"], count)
        shares = "/".join(f"{100 * whole[name] / max(1, count):.2f}".rstrip("0").rstrip(".")
                          for name in ("right", "candidates", "unreadable", "misread"))
        return f"{shares} ({100 * low:.1f} to {100 * high:.1f}; {count})"

    def bins(self) -> str:
        """Calibration: for each range of the predicted probability, the share of cards that are right and their mean probability."""
        probabilities, right = np.array([probability for probability, _ in self.predictions]), np.array([good for _, good in self.predictions])
        parts = []
        for low, high in zip(_PROBABILITY_BINS, _PROBABILITY_BINS[1:]):
            in_range = (probabilities >= low) & (probabilities < high)
            if in_range.any():
                parts.append(f"{low:.2f} to {min(high, 1):.2f}: {100 * right[in_range].mean():.1f} % of {in_range.sum()} (given {100 * probabilities[in_range].mean():.1f})")
        return "; ".join(parts)


def _outcome(slot, code: str) -> str:
    if slot == code:
        return "right"
    if isinstance(slot, list):
        return "candidates"
    return "unreadable" if slot == "UU" else "misread"


def count(reading, table: scene.Table) -> Counts:
    counts, truth = Counts(), table.truth()
    counts.without_mat = reading.found is None
    codes = {"stock": truth["stock"], **measure.truth_by_slot(truth)}
    for name, code in codes.items():
        kind = "backs" if code == BACK else "empty" if code not in DECK else "columns" if name.startswith("column") else "piles"
        counts.slots[kind][_outcome(reading.slots.get(name, "UU"), code)] += 1
        if code in DECK and name in reading.best:
            card, probability = reading.best[name]
            counts.predictions.append((probability, card == code))
    for column, run_cards in enumerate(truth["runs"]):
        behind, read = run_cards[:-1], reading.runs[column] if reading.runs else []
        for i in range(1, len(behind) + 1):
            counts.run_cards[_outcome(read[-i] if i <= len(read) else "UU", behind[-i])] += 1
    return counts


def readers(deck: dict, which: list[str]) -> dict[str, Reader]:
    model = enrol.enrol(deck) if set(which) - {"network"} else None
    made = {"network": lambda: cnn.network(), "histograms": lambda: hog.Enrolled(model), "both": lambda: both.Both(model)}
    return {name: Reader(made[name]()) for name in which}


def deck_counts(deck: dict, made: dict[str, Reader], seeds: range, conditions: str) -> dict[str, Counts]:
    total = {one: Counts() for one in made}
    for seed in seeds:
        table = scene.random_table(np.random.default_rng([seed, 1]))
        jpeg = render.photograph(table, deck, photo_effects.CONDITIONS[conditions], seed)
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        for one, reader in made.items():
            reader.begin_anew()
            total[one].add(count(reader.read(picture), table))
    return total


def main(names: list[str], which: list[str], seeds: range, conditions: list[str]) -> int:
    """Prints a row for each deck, condition and reader; right/candidates/unreadable/misread in %."""
    sums = {(condition, one): Counts() for condition in conditions for one in which}
    for name in names:
        deck = artwork.load(name)
        made = readers(deck, which)
        for condition in conditions:
            for one, counts in deck_counts(deck, made, seeds, condition).items():
                sums[condition, one].add(counts)
                print(f"{name} {condition} {one} ({len(seeds)} tables): columns {counts.cell(['columns'])} piles {counts.cell(['piles'])} "
                      f"backs {counts.cell(['backs'])} empty {counts.cell(['empty'])} all {counts.cell()}", flush=True)
    for (condition, one), counts in sums.items():
        whole = sum(counts.run_cards.values())
        print(f"all {condition} {one}: columns {counts.cell(['columns'])} piles {counts.cell(['piles'])} backs {counts.cell(['backs'])} "
              f"empty {counts.cell(['empty'])} all {counts.cell()}; cards in runs {100 * counts.run_cards['right'] / max(1, whole):.1f} % right, "
              f"{100 * counts.run_cards['misread'] / max(1, whole):.2f} % misread of {whole}; without mat {counts.without_mat}")
        print(f"  given and right: {counts.bins()}", flush=True)
    return 0
