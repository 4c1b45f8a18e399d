"""The command `makker-camera`."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from . import corners, decks, enrol, mat_mask, layout, mat, model, arg_types, places, source
from .cards import BACK, DECK
from .finder import by_markers, rectify
from .layout import CARD, DRAW_PILE
from .client import Away, Daemon
from .reader import THRESHOLD, Reader, Reading
from .watch_session import Sitting, say
from .shutdown import Stop
from .snapshots import TELLINGS, Telling
from .table_watcher import Watch

_HOME = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "makker-camera"
_LAST_FRAME = 2**53  # what any JSON reader keeps whole
_PATIENCE = 7 * 86_400  # seconds


def _mat(options) -> int:
    if sys.stdout.isatty():
        raise ValueError("that is a PDF: makker-camera mat > mat.pdf")
    sys.stdout.buffer.write(mat.pdf(options.paper, options.outline, on=_layout(options)))
    return 0


# ---- Enrolment ---------------------------------------------------------------------------------


def _shown_card(path: Path, size) -> np.ndarray:
    """The card on the draw pile's place of the mat, upright."""
    picture = source.read_picture(path)
    found = by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if found is None:
        raise ValueError(f"{path}: the mat's markers are not all seen")
    rectified = rectify(picture, found)
    look = places.look_at_single(mat_mask.not_mat(rectified), DRAW_PILE, size)
    if look.card is None:
        raise ValueError(f"{path}: no card lies on the place of the draw pile")
    face = places.face(rectified, look.card, size, decks.SCALE)
    return cv2.resize(face, decks.FACE_SIZE, interpolation=cv2.INTER_CUBIC)


def _photographed(folder: Path, size) -> decks.Deck:
    """A folder of 53 photographs: AC.jpg … KS.jpg and BACK.jpg."""
    deck = {}
    for card in [*DECK, BACK]:
        paths = [folder / f"{card}{end}" for end in (".jpg", ".jpeg", ".png")]
        path = next((path for path in paths if path.exists()), None)
        if path is None:
            raise ValueError(f"{folder} has no picture {card}.jpg")
        deck[card] = _shown_card(path, size)
    return deck


def _enrol(options) -> int:
    size = (options.width, options.height)
    deck = decks.load(options.drawn) if options.drawn else _photographed(options.folder, size)
    started = time.monotonic()

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\rtable {done} of {options.tables}", end="", file=sys.stderr, flush=True)

    learned = enrol.enrol(deck, size, options.tables, tell)
    learned.save(options.deck)
    print(f"{options.deck}: learned in {time.monotonic() - started:.0f} s")
    return 0


# ---- Reading -----------------------------------------------------------------------------------


def _layout(options) -> layout.Layout:
    return layout.LAYOUTS[options.game]


def _reader(options) -> Reader:
    if not options.deck.exists():
        raise ValueError(f"no deck is enrolled ({options.deck}): makker-camera enrol --help")
    told = corners.load(options.corners) if options.corners else None
    return Reader(model.load(options.deck), told, options.threshold, _layout(options))


def _described(reading: Reading, telling: Telling) -> dict:
    told = {"notes": reading.notes}
    if reading.found:
        told["snapshot"] = telling.snapshot(reading, False)
        told["runs"] = reading.runs
        told["best"] = {name: {"card": card, "p": round(p, 4)} for name, (card, p) in reading.best.items()}
    return told


def _read(options) -> int:
    reader = _reader(options)
    for path in options.pictures:
        reader.last = None
        print(json.dumps(_described(reader.read(source.read_picture(path)), TELLINGS[options.game]())))
    return 0


def _corners(options) -> int:
    if options.at:
        told = corners.check(_pairs(options.at))
    else:
        told = corners.tapped(next(source.pictures(options.camera).pictures))
    corners.save(options.corners, told)
    print(options.corners)
    return 0


def _pairs(text: str) -> list:
    numbers = [float(number) for number in text.replace(",", " ").split()]
    return [numbers[i : i + 2] for i in range(0, len(numbers), 2)]


# ---- Watching ----------------------------------------------------------------------------------


def _rules(text: str) -> dict:
    try:
        told = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"--rules: {error}") from error
    if not isinstance(told, dict):
        raise ValueError('--rules: body must be a JSON object, as {"draw":3}')
    return told


def _wish(options) -> dict | None:
    """The table that is made; None where one is told."""
    if options.session:
        return None
    wish = {"game": options.game, "language": options.language}
    if options.preset:
        wish["preset"] = options.preset
    if options.rules:
        wish["rules"] = _rules(options.rules)
    return wish


def _watch(options) -> int:
    daemon = Daemon(options.url, options.session or "", options.token)
    watch = Watch(_reader(options), options.name, options.runs, say, options.first_frame)
    stop = Stop().listen()
    sitting = Sitting(daemon, watch, options.url, _wish(options), options.patience, stop)
    sitting.run(source.pictures(options.camera, say, stop.pause))
    if stop.asked:
        raise KeyboardInterrupt
    return 0


# ---- Arguments ---------------------------------------------------------------------------------


_DECK = ("--deck", {"type": Path, "default": _HOME / "deck.npz", "help": "the enrolled deck (default %(default)s)"})
_CORNERS = ("--corners", {"type": Path, "help": "the file of `corners`, where the table has no markers"})
_THRESHOLD = ("--threshold", {"type": arg_types.real(0.5, 1), "default": THRESHOLD, "help": "chance from which a card is sure (default %(default)s)"})
_SOURCE = ("--camera", {"default": "0", "help": "number or address of a camera, a video, or a folder of pictures (default 0)"})

_GAME = ("--game", {"choices": layout.LAYOUTS, "default": layout.KLONDIKE.game, "help": "which game lies on the mat (default %(default)s)"})

# A row a command: what it is called, what it does, its help, its arguments.
_COMMANDS = (
    ("mat", _mat, "the mat as a PDF on standard output", (
        ("--paper", {"choices": mat.PAPERS, "default": "a3", "help": "two sheets of A3, four of A4, one of A2"}),
        ("--outline", {"action": "store_true", "help": "markers and outlines only, to be laid on a coloured cloth"}),
        _GAME,
    )),
    ("enrol", _enrol, "learn a deck of cards", (
        ("folder", {"type": Path, "nargs": "?",
                    "help": "53 photographs of the mat, AC.jpg … KS.jpg and BACK.jpg, the card on the draw pile's place"}),
        ("--drawn", {"help": "a drawn deck instead, to try things out: makker, pictures, …"}),
        _DECK,
        ("--width", {"type": arg_types.real(*model.WIDTHS), "default": CARD[0], "help": "of a card in mm (default %(default)s; bridge cards 57)"}),
        ("--height", {"type": arg_types.real(*model.HEIGHTS), "default": CARD[1], "help": "of a card in mm (default %(default)s)"}),
        ("--tables", {"type": arg_types.whole(*enrol.SCENES), "default": 34, "help": "rendered tables to learn from (default %(default)s)"}),
    )),
    ("read", _read, "what is seen in pictures, a line of JSON each", (
        ("pictures", {"type": Path, "nargs": "+"}), _GAME, _DECK, _CORNERS, _THRESHOLD,
    )),
    ("corners", _corners, "tap the mat's corners once", (
        ("corners", {"type": Path, "help": "the file to write"}),
        _SOURCE,
        ("--at", {"help": "x,y of the upper left, upper right, lower right and lower left corner, instead of tapping"}),
    )),
    ("watch", _watch, "watch a table and post what changes", (
        _SOURCE,
        _GAME,
        ("--url", {"default": os.environ.get("MAKKER_URL", "http://127.0.0.1:8377"),
                   "help": "where the daemon is (default %(default)s)"}),
        ("--session", {"help": "a table that the daemon has; a new one otherwise"}),
        ("--preset", {"help": "rules of a new table, by their name"}),
        ("--rules", {"help": "rules of a new table, as JSON"}),
        ("--token", {"default": os.environ.get("MAKKER_TOKEN", ""), "help": "the table's camera token; to make tables, the administrator's"}),
        ("--language", {"default": "en", "choices": ("da", "en", "de", "el"), "help": "of a new table"}),
        ("--name", {"default": "camera", "help": "of this camera, where several look at a table"}),
        ("--first-frame", {"type": arg_types.whole(0, _LAST_FRAME), "default": int(time.time()),
                           "help": "frames are numbered from here (default: the clock, so that a restarted camera goes on)"}),
        ("--runs", {"action": "store_true", "help": "tell whole face-up runs, not only the front cards"}),
        ("--patience", {"type": arg_types.real(0, _PATIENCE), "default": 30, "help": "seconds to wait for a daemon that is away, at the end"}),
        _DECK, _CORNERS, _THRESHOLD,
    )),
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="makker-camera", description="Reads the cards on a table and tells makkerd.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, run, about, arguments in _COMMANDS:
        command = commands.add_parser(name, help=about)
        command.set_defaults(run=run)
        for flag, how in arguments:
            command.add_argument(flag, **how)
    return parser


def main(args: list[str] | None = None) -> int:
    options = _parser().parse_args(args)
    try:
        if options.run is _enrol and not (options.drawn or options.folder):
            raise ValueError("a folder with photographs, or --drawn")
        return options.run(options)
    except (ValueError, OSError, Away) as error:
        print(f"makker-camera: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("makker-camera: stopped", file=sys.stderr)
        return 130
