"""Judges how makker-camera reads tables without a mat, and on it: `tests/outside/photographs --conditions felt wood --seeds 9001 12`.

Each seed is one person's table, photographed after the deal and some moves later; `makker-camera read` gets both, with no
option but the game and no enrolment. A row of the table is a condition; its intervals are of Wilson, 95 %.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import time

import cv2

import decks
import mat
from mat_table import FreeCellTable, MatTable
from scene import CONDITIONS, Table

READER = os.path.join(decks.ROOT, "clients", "camera", "makker-camera")
FOLDER = os.path.join(decks.ROOT, "build", "outside", "photographs")
CERTAIN = 0.9
TABLES = {None: Table, "klondike": MatTable, "freecell": FreeCellTable}
MOMENTS = ("deal", "later")
KINDS = ("right", "candidates", "unreadable", "misread")


def rendered(folder, condition, seed, deck):
    """Paths of the two pictures, and their truths; rendered once, with the truth written beside each."""
    paths = [os.path.join(folder, f"{condition}-{seed}-{moment}.jpg") for moment in MOMENTS]
    if not all(os.path.exists(path + ".json") for path in paths):
        table = TABLES[CONDITIONS[condition].get("mat")](condition, seed, deck)
        for path, (jpeg, truth) in zip(paths, table.pictures()):
            with open(path, "wb") as file:
                file.write(jpeg)
            with open(path + ".json", "w") as file:
                json.dump({**truth, "deck": table.deck_name, "ground": table.ground_name, **table.about(), "tilt": round(table.stand["tilt"], 1)}, file)
    return paths, [json.load(open(path + ".json")) for path in paths]


def slots(table):
    """The places of a truth or of a snapshot by name: thirteen, or the cells, the foundations and each card of each column."""
    named = {f"foundation {at + 1}": slot for at, slot in enumerate(table["foundations"])}
    if "cells" in table:
        named.update({f"cell {at + 1}": slot for at, slot in enumerate(table["cells"])})
        return {**named, **{f"column {at + 1} card {index + 1}": slot for at, column in enumerate(table["columns"]) for index, slot in enumerate(column)}}
    named.update({f"column {at + 1}": slot for at, slot in enumerate(table["columns"])})
    return {**named, "draw_pile": table["draw_pile"], "stock": table["stock"]}


def judged(truth, said):
    """One of KINDS. A candidate with 0.9 or more counts as a plain code."""
    if isinstance(said, list):
        best = max(said, key=lambda candidate: candidate.get("p", 0))
        if best.get("p", 0) < CERTAIN:
            return "candidates"
        said = best["card"]
    if said == "UU":
        return "unreadable"
    return "right" if said == truth else "misread"


def read(reader, paths, game):
    """The lines of JSON that the reader prints for the pictures, and its processor time in seconds."""
    before = os.times()
    done = subprocess.run([reader, "read", *(("--game", game) if game else ()), *paths], capture_output=True, text=True, timeout=300, check=False)
    after = os.times()
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()], after.children_user + after.children_system - before.children_user - before.children_system


def interval(count, total):
    """Wilson's interval of 95 %, in %."""
    if not total:
        return 0.0, 100.0
    z, share = 1.96, count / total
    middle = (share + z * z / 2 / total) / (1 + z * z / total)
    half = z * (share * (1 - share) / total + z * z / 4 / total ** 2) ** 0.5 / (1 + z * z / total)
    return max(0.0, 100 * (middle - half)), min(100.0, 100 * (middle + half))


def share(count, total):
    low, high = interval(count, total)
    return f"{100 * count / max(1, total):.1f} ({low:.1f} to {high:.1f})"


class Figures:
    def __init__(self):
        self.found = collections.Counter()
        self.pictures = collections.Counter()
        self.slots = collections.Counter()
        self.piles = collections.Counter()
        self.without_truth = 0

    def add(self, moment, truth, line, about):
        self.pictures[moment] += 1
        if not line.get("snapshot"):
            print(f"{about}: {'; '.join(line['notes'])}", file=sys.stderr)
            return
        self.found[moment] += 1
        said = slots(line["snapshot"])
        # A card that is not in the snapshot, or one too many, is misread.
        for place, card in {**dict.fromkeys(said), **slots(truth)}.items():
            kind = judged(card, said.get(place))
            self.slots[moment, kind] += 1
            self.piles[kind] += place in truth.get("piles", ())
            if kind == "candidates" and card not in [candidate["card"] for candidate in said[place]]:
                self.without_truth += 1
            if kind != "right":
                print(f"{about}: {place} is {card}, {kind}: {json.dumps(said.get(place))} {json.dumps(line.get('best', {}).get(place))}", file=sys.stderr)

    def row(self, condition):
        cells = [condition]
        for moment in MOMENTS:
            cells.append(f"{self.found[moment]} of {self.pictures[moment]} ({interval(self.found[moment], self.pictures[moment])[0]:.0f} to {interval(self.found[moment], self.pictures[moment])[1]:.0f} %)")
            total = sum(self.slots[moment, kind] for kind in KINDS)
            cells.append("; ".join(share(self.slots[moment, kind], total) for kind in KINDS) + f" of {total}")
        total = sum(self.piles.values())
        cells.append("; ".join(share(self.piles[kind], total) for kind in KINDS) + f" of {total}")
        return "| " + " | ".join(cells + [str(self.without_truth)]) + " |"


def judge(reader, folder, conditions, seeds, deck):
    cpu, pictures, everything = 0.0, 0, Figures()
    print("| condition | deals: places found | slots in %: right; candidates; unreadable; misread | later: found | slots | piles | candidates without the truth |")
    print("|---|---|---|---|---|---|---|")
    for condition in conditions:
        figures = Figures()
        for seed in seeds:
            paths, truths = rendered(folder, condition, seed, deck)
            lines, seconds = read(reader, paths, CONDITIONS[condition].get("mat"))
            cpu, pictures = cpu + seconds, pictures + len(paths)
            for moment, truth, line in zip(MOMENTS, truths, lines):
                about = f"{condition} {seed} {moment} ({truth['ground']}, {truth['deck']}, {truth['tilt']}°)"
                figures.add(moment, truth, line, about)
        print(figures.row(condition), flush=True)
        for total in ("found", "pictures", "slots", "piles"):
            getattr(everything, total).update(getattr(figures, total))
        everything.without_truth += figures.without_truth
    print(everything.row("all"))
    print(f"{pictures} pictures, seeds {seeds[0]} to {seeds[-1]}, {cpu / pictures:.2f} s of processor time a picture with the start of the command")
    return everything


def main():
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(prog="tests/outside/photographs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--conditions", nargs="+", default=[name for name in CONDITIONS if name not in ("gingham", "tidy", "piles", "untidy", "mat", "freecell_mat")], choices=CONDITIONS)
    parser.add_argument("--seeds", nargs=2, type=int, default=(700001, 12), metavar=("FIRST", "COUNT"), help="tuning: from 700001; judging: from 9001")
    parser.add_argument("--reader", default=READER, help="the command makker-camera that is judged")
    parser.add_argument("--folder", default=FOLDER, help="where the pictures and their truth are kept")
    parser.add_argument("--deck", help="the only deck: pictures, or one of gnome-cards-data; otherwise those that are there in turn")
    parser.add_argument("--found", type=int, default=0, help="fails if the places of fewer pictures are found, or a slot is misread")
    parser.add_argument("--render-only", type=int, metavar="PROCESSES", help="only renders, in as many processes")
    options = parser.parse_args()
    if not mat.available() and any("mat" in CONDITIONS[name] for name in options.conditions):
        print(mat.MISSING, file=sys.stderr)
        options.conditions = [name for name in options.conditions if "mat" not in CONDITIONS[name]]
        if not options.conditions:
            return 0
    os.makedirs(options.folder, exist_ok=True)
    seeds = range(options.seeds[0], options.seeds[0] + options.seeds[1])
    started = time.monotonic()
    if options.render_only:
        with concurrent.futures.ProcessPoolExecutor(options.render_only) as pool:
            jobs = [pool.submit(rendered, options.folder, condition, seed, options.deck) for condition in options.conditions for seed in seeds]
            print(sum(len(job.result()[0]) for job in jobs), f"pictures in {time.monotonic() - started:.0f} s")
        return 0
    figures = judge(options.reader, options.folder, options.conditions, seeds, options.deck)
    return 0 if not options.found or (sum(figures.found.values()) >= options.found and not any(figures.slots[moment, "misread"] for moment in MOMENTS)) else 1


if __name__ == "__main__":
    sys.exit(main())
