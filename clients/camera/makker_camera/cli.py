"""The command makker-camera."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from . import corners, decks, enrol, mat_mask, layout, mat, model, arg_types, places, report, source
from .cards import BACK, DECK
from .finder import by_markers, rectify
from .know import adaptive, cnn
from .last_session import LastSession
from .layout import CARD, DRAW_PILE
from .client import Unreachable, Daemon
from .notes import os_error_text
from .reader import THRESHOLD, Reader, Reading
from .watch_session import WatchSession, say
from .shutdown import Shutdown
from .snapshots import BUILDERS, SnapshotBuilder
from .table_watcher import TableWatcher

_HOME = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "makker-camera"
_DECK_FILE = _HOME / "deck.npz"
_LEARNED = _HOME / "learned"
_LAST_FRAME = 2**53  # largest integer that every JSON parser preserves
_MAX_RETRY_S = 7 * 86_400  # seconds


def _mat(options) -> int:
    if sys.stdout.isatty():
        raise ValueError("the output is a PDF: makker-camera mat > mat.pdf")
    sys.stdout.buffer.write(mat.pdf(options.paper, options.outline, on=_layout(options)))
    return 0


# ---- Enrolment ---------------------------------------------------------------------------------


def _shown_card(path: Path, size) -> np.ndarray:
    """The upright picture of the card that lies on the place of the waste."""
    picture = source.read_picture(path)
    found = by_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if found is None:
        raise ValueError(f"{path}: not all markers of the mat are visible")
    rectified = rectify(picture, found)
    look = places.look_at_single(mat_mask.not_mat(rectified), DRAW_PILE, size)
    if look.card is None:
        raise ValueError(f"{path}: no card on the place of the waste")
    face = places.face(rectified, look.card, size, decks.SCALE)
    return cv2.resize(face, decks.FACE_SIZE, interpolation=cv2.INTER_CUBIC)


def _photographed(folder: Path, size) -> decks.Deck:
    """A folder of 53 photographs: AC.jpg … KS.jpg and BACK.jpg."""
    deck = {}
    for card in [*DECK, BACK]:
        paths = [folder / f"{card}{end}" for end in (".jpg", ".jpeg", ".png")]
        path = next((path for path in paths if path.exists()), None)
        if path is None:
            raise ValueError(f"{folder}: missing picture {card}.jpg")
        deck[card] = _shown_card(path, size)
    return deck


def _enrol(options) -> int:
    size = (options.width, options.height)
    deck = decks.load(options.drawn) if options.drawn else _photographed(options.folder, size)
    started = time.monotonic()

    def on_progress(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\rtable {done} of {options.tables}", end="", file=sys.stderr, flush=True)

    learned = enrol.enrol(deck, size, options.tables, on_progress)
    learned.save(options.deck)
    print(f"{options.deck}: learned in {time.monotonic() - started:.0f} s")
    return 0


# ---- Reading -----------------------------------------------------------------------------------


def _layout(options) -> layout.Layout:
    return layout.LAYOUTS[options.game]


def _knows(options):
    """The recogniser: the enrolled deck, or without one the network for any deck."""
    path = options.deck or _DECK_FILE
    if options.deck is None and not path.exists():
        return cnn.network((options.width, options.height))
    if not path.exists():
        raise ValueError(f"no enrolled deck ({path}): see makker-camera enrol --help")
    return model.load(path)


def _reader(options, learns: bool = False, runs: bool = True) -> Reader:
    """`learns`: certain cards become training examples; `runs`: cards beneath the front ones are read."""
    knows, result = _knows(options), corners.load(options.corners) if options.corners else None
    if learns and options.learned and isinstance(knows, cnn.Network):
        knows = adaptive.Adaptive(knows, options.learned, say)
    return Reader(knows, result, options.threshold, _layout(options), runs)


def _table_watcher(options) -> TableWatcher:
    reader = _reader(options, True, options.runs or _layout(options) is not layout.KLONDIKE)
    learner = reader.knows if isinstance(reader.knows, adaptive.Adaptive) else None
    return TableWatcher(reader, options.name, options.runs, say, options.first_frame, learner=learner)


def _described(reading: Reading, builder: SnapshotBuilder) -> dict:
    result = {"notes": reading.notes}
    if reading.found:
        result["notes"] = [*reading.notes, *builder.hindrances(reading)]
        result["snapshot"] = builder.snapshot(reading, False)
        result["runs"] = reading.runs
        result["best"] = {name: {"card": card, "p": round(p, 4)} for name, (card, p) in reading.best.items()}
    return result


def _read(options) -> int:
    reader = _reader(options)
    for path in options.pictures:
        reader.begin_anew()
        print(json.dumps(_described(reader.read(source.read_picture(path)), BUILDERS[options.game]())))
    return 0


def _report(options) -> int:
    """Writes a report. It has no token, addresses or paths, because other people read it."""
    if len(options.pictures) > report.MAX_PICTURES:
        raise ValueError(f"report: at most {report.MAX_PICTURES} pictures")
    output = options.output or Path(time.strftime("makker-report-%Y%m%d-%H%M%S.zip"))
    if options.pictures:
        taken = report.of_files(options.pictures)
    else:
        shutdown = Shutdown().install()
        taken = report.of_source(source.pictures(options.camera, say, shutdown.pause), options.every_s, shutdown.pause)
    used = {"game": options.game, "deck": "enrolled" if options.deck or _DECK_FILE.exists() else "any",
            "width": options.width, "height": options.height, "corners": options.corners is not None,
            "threshold": options.threshold, "pictures": "files" if options.pictures else "camera"}

    def on_picture(name: str, read: dict) -> None:
        say(f"{name}: {', '.join(read['notes']) or 'read'} ({read['seconds']:.2f} s)")

    count = report.write(output, taken, _reader(options), lambda reading: BUILDERS[options.game]().snapshot(reading, False),
                         used, on_picture)
    print(f"{output}: {count} pictures; look at them before you send it")
    return 0


def _corners(options) -> int:
    if options.at:
        result = corners.check(_pairs(options.at))
    else:
        result = corners.tapped(next(source.pictures(options.camera).pictures))
    corners.save(options.corners, result)
    print(options.corners)
    return 0


def _pairs(text: str) -> list:
    try:
        numbers = [float(number) for number in text.replace(",", " ").split()]
    except ValueError as error:
        raise ValueError(f"--at {text}: {error}") from error
    return [numbers[i : i + 2] for i in range(0, len(numbers), 2)]


# ---- Watching ----------------------------------------------------------------------------------


def _rules(text: str) -> dict:
    try:
        result = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"--rules: {error}") from error
    if not isinstance(result, dict):
        raise ValueError('--rules: body must be a JSON object, as {"draw":3}')
    return result


def _session_spec(options) -> dict | None:
    """Body for a new session; None if --session names one."""
    if options.session:
        return None
    session_spec = {"game": options.game}
    if options.language:
        session_spec["language"] = options.language
    if options.preset:
        session_spec["preset"] = options.preset
    if options.rules:
        session_spec["rules"] = _rules(options.rules)
    return session_spec


def _watch(options) -> int:
    daemon = Daemon(options.url, options.session or "", options.token)
    watch = _table_watcher(options)
    shutdown = Shutdown().install()
    session = WatchSession(daemon, watch, options.public_url or options.url, _session_spec(options), options.retry_s, shutdown)
    session.run(source.pictures(options.camera, say, shutdown.pause))
    if shutdown.requested:
        raise KeyboardInterrupt
    return 0


# ---- Serving -----------------------------------------------------------------------------------


def _listen(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"--listen {text}: an address is ADDRESS:PORT, as in 127.0.0.1:8378")
    return host.strip("[]"), int(port)


def _serve(options) -> int:
    try:
        from .serve import app, phone_table, pairing
    except ImportError as error:
        raise ValueError(f"{error}: apt-get install python3-aiohttp") from error
    host, port = _listen(options.listen or ("0.0.0.0:8378" if options.phone else "127.0.0.1:8378"))
    if options.host and not pairing.is_host(options.host):
        raise ValueError(f"--host {options.host}: not the name or address of a computer")
    name = options.host or (pairing.own_address() if host in ("0.0.0.0", "::") else host)
    if options.phone and not name:
        raise ValueError("this computer is in no network that a phone could reach it by: --host names its address")
    name = name or "127.0.0.1"
    tls = pairing.certificate(_HOME, name) if options.phone else None
    key = pairing.key(_HOME)
    spec = _session_spec(options)
    watch = _table_watcher(options)
    session = WatchSession(Daemon(options.url, options.session or "", options.token), watch, options.public_url or options.url, spec, 0)
    session.last = LastSession(_HOME / "session.json", session.daemon.name)
    if options.new:
        session.last.path.unlink(missing_ok=True)

    def started(at: int) -> None:
        shown = f"[{name}]" if ":" in name else name
        page = f"{'https' if tls else 'http'}://{shown}:{at}/#key={key}"
        if options.phone:
            print(pairing.qr_code(page), end="")
        say(page)

    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    try:
        app.run(app.Service(phone_table.PhoneTable(session, options.keep), key), host, port, tls, started)
    except OSError as error:
        raise ValueError(f"{host}:{port}: {os.strerror(error.errno) if error.errno else error}; --listen names another address") from error
    return 0


# ---- Arguments ---------------------------------------------------------------------------------


_DECK = ("--deck", {"type": Path, "help": f"the enrolled deck (default: {_DECK_FILE} if it exists, otherwise any deck is read)"})
_LEARN = ("--learned", {"type": arg_types.folder_or_none, "default": _LEARNED, "metavar": "FOLDER",
                        "help": "folder of what is learned of your cards while you play; none: nothing is learned (default: %(default)s)"})
_WIDTH = ("--width", {"type": arg_types.real(*model.WIDTHS), "default": CARD[0], "help": "width of a card in mm (default: %(default)s; bridge cards: 57)"})
_HEIGHT = ("--height", {"type": arg_types.real(*model.HEIGHTS), "default": CARD[1], "help": "height of a card in mm (default: %(default)s)"})
_CORNERS = ("--corners", {"type": Path, "help": "file of `corners`, for a mat without markers; without either, the places are found from how the cards lie"})
_THRESHOLD = ("--threshold", {"type": arg_types.real(0.5, 1), "default": THRESHOLD, "help": "probability from which a card is certain (default: %(default)s)"})
_SOURCE = ("--camera", {"default": "0", "help": "number or URL of a camera, a video, or a folder of pictures (default: 0)"})

_GAME = ("--game", {"choices": layout.LAYOUTS, "default": layout.KLONDIKE.game, "help": "game on the table; those other than klondike need their mat (default: %(default)s)"})

_URL = ("--url", {"default": os.environ.get("MAKKER_URL", "http://127.0.0.1:8377"),
                  "help": "URL of the daemon (default: %(default)s)"})
_PUBLIC_URL = ("--public-url", {"default": os.environ.get("MAKKER_PUBLIC_URL", ""),
                                "help": "URL of the daemon for phones and browsers, where it is another one: that of a proxy"})
_SESSION = (
    ("--session", {"help": "existing session; by default a new one is created"}),
    ("--preset", {"help": "preset of a new session"}),
    ("--rules", {"help": "rules of a new session, as JSON"}),
    ("--token", {"default": os.environ.get("MAKKER_TOKEN", ""), "help": "the session's camera token; for new sessions the administrator's"}),
    ("--name", {"type": arg_types.camera_name, "default": "camera", "help": "name of this camera, if several watch a table"}),
    ("--first-frame", {"type": arg_types.whole(0, _LAST_FRAME), "default": int(1000 * time.time()),
                       "help": "number of the first frame (default: the clock in milliseconds, so that numbers grow across restarts)"}),
    ("--runs", {"action": "store_true", "help": "post whole face-up runs, not only the front cards"}),
)
_LANGUAGES = ("da", "en", "de", "el")

# A row per command: name, function, help, arguments.
_COMMANDS = (
    ("mat", _mat, "print the mat as a PDF on standard output", (
        ("--paper", {"choices": mat.PAPERS, "default": "a3", "help": "two sheets of A3, four of A4, one of A2"}),
        ("--outline", {"action": "store_true", "help": "markers and outlines only, for a coloured cloth"}),
        _GAME,
    )),
    ("enrol", _enrol, "learn a deck of cards, to read it better", (
        ("folder", {"type": Path, "nargs": "?",
                    "help": "53 photographs of the mat, AC.jpg … KS.jpg and BACK.jpg, with the card on the waste's place"}),
        ("--drawn", {"help": "use a drawn deck instead, for trials: makker, pictures, …"}),
        ("--deck", {"type": Path, "default": _DECK_FILE, "help": "file of the deck (default: %(default)s)"}),
        _WIDTH, _HEIGHT,
        ("--tables", {"type": arg_types.whole(*enrol.SCENES), "default": 34, "help": "rendered tables for training (default: %(default)s)"}),
    )),
    ("read", _read, "read pictures, one line of JSON each", (
        ("pictures", {"type": Path, "nargs": "+"}), _GAME, _DECK, _WIDTH, _HEIGHT, _CORNERS, _THRESHOLD,
    )),
    ("report", _report, "pack pictures and what was read in them, for a bug report", (
        ("pictures", {"type": Path, "nargs": "*", "help": f"at most {report.MAX_PICTURES} pictures; without any, as many are taken"}),
        _SOURCE,
        ("--every-s", {"type": arg_types.real(0, 3600), "default": 1, "help": "seconds between pictures of a camera (default: %(default)s)"}),
        ("--output", {"type": Path, "help": "the archive (default: makker-report-DATE-TIME.zip in this folder)"}),
        _GAME, _DECK, _WIDTH, _HEIGHT, _CORNERS, _THRESHOLD,
    )),
    ("corners", _corners, "mark the mat's corners once", (
        ("corners", {"type": Path, "help": "output file"}),
        _SOURCE,
        ("--at", {"help": "x,y of the upper left, upper right, lower right and lower left corner, instead of tapping"}),
    )),
    ("watch", _watch, "watch a table and post changes", (
        _SOURCE,
        _GAME,
        _URL, _PUBLIC_URL, *_SESSION,
        ("--language", {"default": "en", "choices": _LANGUAGES, "help": "language of a new session (default: %(default)s)"}),
        _LEARN,
        ("--retry-s", {"type": arg_types.real(0, _MAX_RETRY_S), "default": 30, "help": "seconds of retries while the daemon is unreachable, at start and end (default: %(default)s)"}),
        _DECK, _WIDTH, _HEIGHT, _CORNERS, _THRESHOLD,
    )),
    ("serve", _serve, "a page with which a phone is the camera", (
        ("--phone", {"action": "store_true", "help": "for a phone in this network: all addresses, HTTPS, and a QR code"}),
        ("--listen", {"metavar": "ADDRESS:PORT", "help": "where to listen (default: 127.0.0.1:8378, with --phone 0.0.0.0:8378)"}),
        ("--host", {"help": "name or address of this computer for the phone (default: found out)"}),
        ("--new", {"action": "store_true", "help": "begin a new session, even if the game of the last one is not over"}),
        ("--keep", {"type": Path, "metavar": "FOLDER", "help": "keep the pictures that were posted (default: they are not kept)"}),
        _GAME, _URL, _PUBLIC_URL, *_SESSION,
        ("--language", {"choices": _LANGUAGES, "help": "language of a new session (default: the phone's)"}),
        _LEARN,
        _DECK, _WIDTH, _HEIGHT, _CORNERS, _THRESHOLD,
    )),
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="makker-camera", description="Reads the cards on a table and posts snapshots to makkerd.")
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
            raise ValueError("enrol: missing folder of photographs, or --drawn")
        return options.run(options)
    except (ValueError, OSError, Unreachable) as error:
        print(f"makker-camera: {os_error_text(error) if isinstance(error, OSError) else error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("makker-camera: stopped", file=sys.stderr)
        return 130
