"""Plays whole games of Klondike against makkerd and counts how often it knows the table."""

import argparse
import json
import math
import multiprocessing
import os
import sys
import tempfile
import threading
import time
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from daemon import Daemon  # noqa: E402  (tests/outside/daemon.py)

from .client import Client  # noqa: E402
from .player import Game  # noqa: E402
from .rows import CHANGEABLE, ROWS  # noqa: E402

COLUMNS = ("row", "games", "known", "95 %", "intact", "silent", "at end", "answers", "unsure", "q/100", "tables", "pic/move", "aborted",
           "seconds")


def options():
    parser = argparse.ArgumentParser(prog="python3 -m tests.outside.tracking", description=__doc__)
    parser.add_argument("--row", "--rows", default="perfect,deviations,confused,repeating",
                        help="names with commas, or all; --list has them")
    parser.add_argument("--list", action="store_true", help="the rows and what they mean")
    parser.add_argument("--games", type=int, default=1000, help="of each row")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next ones count up")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--strategy", default="heuristic")
    parser.add_argument("--budget", type=int, default=0, help="milliseconds to think about a move")
    parser.add_argument("--lazy", action="store_true", help="the player leaves `asks` unanswered")
    parser.add_argument("--quick", action="store_true",
                        help="the player continues as soon as a picture is understood and a move suggested, in sync or not")
    parser.add_argument("--patience", type=int, default=6,
                        help="pictures after a contradiction or a question about a card before the player answers it")
    parser.add_argument("--verbose", action="store_true", help="each picture, the truth and the answer")
    parser.add_argument("--makkerd", default=os.environ.get("MAKKERD", "build/release/makkerd"))
    parser.add_argument("--option", action="append", default=[], help="an option for makkerd, as --option=--card-confidence=0.98")
    parser.add_argument("--connect", metavar="HOST:PORT", help="a daemon that runs already")
    parser.add_argument("--kill-every", type=float, metavar="SECONDS",
                        help="the daemon, with SQLite, is killed so often (SIGKILL) and started again")
    parser.add_argument("--json", metavar="FILE", help="every game's figures, one line each")
    for field in CHANGEABLE:
        if isinstance(field.default, bool):
            continue
        parser.add_argument("--" + field.name, type=type(field.default), help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen_rows(settings):
    names = list(ROWS) if settings.row == "all" else settings.row.split(",")
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        sys.exit(f"no such row: {', '.join(unknown)}")
    changes = {field.name: getattr(settings, field.name) for field in CHANGEABLE
               if getattr(settings, field.name, None) is not None}
    return [ROWS[name].changed(**changes) for name in names]


# ---- Workers -----------------------------------------------------------------------------------------

worker = types.SimpleNamespace()


def prepare(address, settings):
    worker.settings = settings
    worker.client = Client(address, outages=settings.kill_every is not None)
    worker.client.learn_fields()


def play(task):
    row, seed = task
    try:
        return Game(worker.client, row, seed, worker.settings).play()
    except BrokenPipeError:
        raise
    except Exception:
        print(f"row {row.name}, seed {seed}:", file=sys.stderr, flush=True)
        raise


# ---- The table ---------------------------------------------------------------------------------------

def wilson(hits, count):
    """The 95 % interval of a share."""
    if not count:
        return 0.0, 1.0
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def line(row, results, seconds):
    games = len(results)
    known = sum(result.known for result in results)
    low, high = wilson(known, games)
    moves = max(1, sum(result.moves for result in results))
    return (row.name, games, f"{100 * known / games:.1f} %", f"{100 * low:.1f}-{100 * high:.1f}",
            sum(result.known and not result.silent and not result.tables for result in results),
            sum(result.silent > 0 for result in results), sum(result.silent_at_end for result in results),
            sum(result.silent for result in results), sum(result.unsure for result in results),
            f"{100 * sum(result.questions for result in results) / moves:.2f}", sum(result.tables for result in results),
            f"{sum(result.pictures for result in results) / moves:.2f}",
            sum(result.aborted is not None for result in results), f"{seconds:.0f}")


def print_line(cells):
    widths = (26, 6, 8, 12, 7, 7, 7, 8, 7, 7, 7, 9, 8, 8)
    print("".join(f"{cell:<{width}}" if not index else f"{cell:>{width}}"
                  for index, (cell, width) in enumerate(zip(map(str, cells), widths))), flush=True)


def counted(values):
    found = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return ", ".join(f"{value} {count}" for value, count in sorted(found.items(), key=lambda one: -one[1]))


def seeds(results, most=12):
    named = [str(result.seed) for result in results]
    return " ".join(named[:most]) + (" ..." if len(named) > most else "")


def print_details(results):
    """The seeds of the games that went wrong, and why."""
    def say(name, found):
        if found:
            print(f"    {name}: {seeds(found)}", flush=True)
    silent = [result for result in results if result.silent]
    say("silent", silent)
    if silent:
        print(f"    at first: {counted(result.silent_kind for result in silent)}", flush=True)
    say("not known, never silent", [result for result in results if not result.known and not result.silent])
    say("unsure at the end", [result for result in results if result.unsure])
    aborted = [result for result in results if result.aborted]
    if aborted:
        say("aborted", aborted)
        print(f"    why: {counted(result.aborted for result in aborted)}", flush=True)
    if any(result.throttled for result in results):
        print(f"    {sum(result.throttled for result in results)} requests came again after 429 or 503", flush=True)
    moves = sum(result.moves for result in results)
    ended = counted(result.ended for result in results if result.ended)
    refused = counted(code for result in results for code, count in result.refused.items() for _ in range(count))
    print(f"    {moves} moves; ended: {ended}; of the questions {sum(result.asks for result in results)} answered `asks`, "
          f"{sum(result.by_himself for result in results)} objected to a suggestion; "
          f"{sum(result.behind for result in results)} corrections left the daemon a picture behind"
          + f", {sum(r.unlikely for r in results)} answered with another than the likeliest"
          + (f", {by_words} answered by words" if (by_words := sum(r.by_words for r in results)) else "")
          + (f", {unanswerable} could not be answered" if (unanswerable := sum(r.unanswerable for r in results)) else "")
          + (f"; {repairs} repairs proposed, {sum(r.wrong_repairs for r in results)} of them wrong"
             if (repairs := sum(r.repairs for r in results)) else "")
          + (f"; refused: {refused}" if refused else ""), flush=True)


def print_open(results):
    """With a player that answers nothing: number of moves for which questions were open."""
    lengths = sorted(length for result in results for length in result.open)
    answers = max(1, sum(result.answers for result in results))
    played = max(1, answers - sum(result.last_looks for result in results))
    print(f"    not answered: {len(lengths)} times a question was open, for "
          + (f"{lengths[len(lengths) // 2]} moves in the middle, {lengths[len(lengths) * 9 // 10]} in nine of ten, {lengths[-1]} at most"
             if lengths else "no move")
          + f"; {sum(r.open_at_end for r in results)} games ended with one, {sum(r.true_at_end for r in results)} with the true table; "
          f"{100 * sum(r.understood for r in results) / played:.1f} % of the pictures explained, "
          f"{100 * sum(r.true_tables for r in results) / answers:.1f} % answered with the true table", flush=True)


def print_stops(results):
    """With a player that stops, cards that few pictures showed stay unconfirmed: the table may be true although it is not known."""
    print(f"    {sum(r.true_at_end for r in results)} games ended with the true table, {sum(r.unexplained for r in results)} tables were "
          f"left unexplained by the player", flush=True)


def run_row(pool, row, settings, file):
    start = time.monotonic()
    tasks = [(row, settings.seed + index) for index in range(settings.games)]
    results = list(pool.imap(play, tasks, chunksize=1)) if pool else [play(task) for task in tasks]
    print_line(line(row, results, time.monotonic() - start))
    print_details(results)
    if not row.answers:
        print_open(results)
    if row.stops:
        print_stops(results)
    if file:
        for result in results:
            file.write(json.dumps({"row": row.name, **vars(result)}) + "\n")
        file.flush()
    return results


def run_rows(address, rows, settings):
    file = open(settings.json, "w", encoding="utf-8") if settings.json else None
    print_line(COLUMNS)
    if settings.verbose:
        prepare(address, settings)
        for row in rows:
            run_row(None, row, settings, file)
        return
    with multiprocessing.Pool(settings.jobs, prepare, (address, settings)) as pool:
        for row in rows:
            run_row(pool, row, settings, file)


class Killer(threading.Thread):
    """Kills the daemon every few seconds, and starts it again at the same address."""

    def __init__(self, daemon, seconds):
        super().__init__(daemon=True)
        self.victim, self.seconds = daemon, seconds
        self.ended = threading.Event()
        self.kills = 0
        daemon.listen = "%s:%d" % daemon.address

    def run(self):
        while not self.ended.wait(self.seconds):
            self.victim.restart()
            self.kills += 1

    def end(self):
        self.ended.set()
        self.join()
        print(f"    the daemon was killed {self.kills} times", flush=True)


def main():
    settings = options()
    if settings.list:
        for row in ROWS.values():
            changed = {field.name: getattr(row, field.name) for field in CHANGEABLE if getattr(row, field.name) != field.default}
            print(f"{row.name:<26}" + ", ".join(f"{name} {value}" for name, value in changed.items()))
        return 0
    rows = chosen_rows(settings)
    if settings.connect:
        host, port = settings.connect.rsplit(":", 1)
        run_rows((host, int(port)), rows, settings)
        return 0
    with tempfile.TemporaryDirectory(prefix="makker-tracking-") as folder:
        store = "memory" if settings.kill_every is None else "sqlite"
        daemon = Daemon(types.SimpleNamespace(makkerd=settings.makkerd, auth="off", store=store, slowness=1), folder,
                        options=settings.option)
        daemon.start()
        killer = Killer(daemon, settings.kill_every) if settings.kill_every is not None else None
        try:
            if killer:
                killer.start()
            run_rows(daemon.address, rows, settings)
        finally:
            if killer:
                killer.end()
            daemon.stop()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # The reader of --verbose has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
