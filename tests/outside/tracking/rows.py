"""The presets: which camera looks on, which player plays."""

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True)
class Row:
    name: str = ""
    # The camera.
    form: str = "seed"  # seed: draw pile and columns, one line; all: foundations and stock, JSON; fronts: JSON without them
    numbered: bool = False  # JSON with camera and frame
    misread: float = 0.0
    unreadable: float = 0.0
    confusion: str = "similar"  # similar: mostly the rank with another suit; any: each other card alike
    repeat: float = 0.0  # how often a misreading comes again in the next picture
    stuck: float = 0.0  # the share of the misreadings that come again in every picture, as long as the card lies there
    doubtful: float = 0.0  # how often a card is read with doubt, as two candidates with their true probabilities, as long as it lies there
    fresh_doubts: bool = False  # which of the two is the likelier one is drawn anew for each picture
    bursts: float = 0.0  # how often, per slot and picture, a slot becomes blind for ten pictures
    missing: float = 0.0  # the share of the moves with which pictures begin to be missing
    missing_least: int = 1  # so many pictures are missing one after another then, at least
    missing_most: int = 1  # and at most
    every_other: bool = False  # every other picture is missing
    before: bool = False  # a picture before each move, too
    clock: int = 0  # up to so many unchanged pictures between moves
    twice: bool = False  # each picture is sent twice, exactly the same
    late: float = 0.0  # the share of moves after which the picture of one move ago comes again, with its old frame
    middle: float = 0.0  # the share of moves of which a picture is taken in the middle
    done: bool = False  # `done` is sent with each picture after a move
    draw: int = 1  # cards of the stock that are turned over at a time
    # The player.
    deviate: float = 0.1
    second: float = 0.0  # the share of moves after which another one is made before the picture
    undo: float = 0.0  # the share of moves that are taken back by hand, after the picture
    forget: float = 0.0  # the share of uncovered cards that are turned up one picture late
    bad_shuffle: bool = False
    answers: bool = True  # else no question is answered and nothing corrected: the game continues by the cards on the table
    looks: int = 16  # pictures of the same table, after the first one, while `sync` is `looking`
    stops: int = 0  # more than 0: after so many pictures of the same table the player takes no more, answers, and plays on
    enters: float = 0.5  # of a player that stops: the share of the pictures not explained then for which the whole table is entered
    answers_late: int = 0  # of a player that stops: a question is left open for so many moves
    missing_after_answer: int = 0  # of a player that stops: so many pictures are missing after an answer

    def changed(self, **values):
        return replace(self, **values)


PLAIN = [
    Row("perfect", deviate=0.0),
    Row("deviations"),
    Row("confused", misread=0.018, unreadable=0.034),
    Row("repeating", misread=0.018, unreadable=0.034, repeat=0.5),
]
STUCK = Row("stuck", misread=0.018, unreadable=0.034, stuck=0.5)
ANY = Row("any_confusion", misread=0.018, unreadable=0.034, confusion="any")
STOPS = Row(stops=7)
SKIPPING = [
    STOPS.changed(name="missing_stops", missing=0.2),
    STOPS.changed(name="every_other", every_other=True),
    STOPS.changed(name="two_or_three", missing=0.15, missing_least=2, missing_most=3),
    STOPS.changed(name="blocked", missing=0.03, missing_least=4, missing_most=8),
    STOPS.changed(name="late_answers", missing=0.15, missing_most=2, answers_late=10),
    STOPS.changed(name="missing_after_answer", missing=0.15, missing_after_answer=1),
]
NUMBERED_NAMES = {"missing_stops": "missing_numbered_stops"}
ROWS = {row.name: row for row in PLAIN + SKIPPING + [
    STUCK,
    ANY,
    Row("doubtful", form="fronts", doubtful=0.05),
    Row("doubtful_fresh", form="fronts", doubtful=0.05, fresh_doubts=True),
    Row("doubtful_stops", form="fronts", doubtful=0.05, stops=7),
    Row("all_slots", form="all", misread=0.018, unreadable=0.034),
    Row("missing_numbered", numbered=True, missing=0.2),
    Row("missing", missing=0.2),
    Row("fronts", form="fronts"),
    Row("numbered", numbered=True),
    Row("before_after", before=True),
    Row("clock", clock=3),
    Row("twice", twice=True),
    Row("late", numbered=True, late=0.2),
    Row("middle", middle=0.3),
    Row("middle_all", form="all", middle=0.3),
    Row("bursts", bursts=0.003),
    Row("two_moves", second=0.1),
    Row("two_moves_all", form="all", second=0.1),
    Row("undo", undo=0.05),
    Row("undo_all", form="all", undo=0.05),
    Row("forget", form="fronts", forget=0.2),
    Row("invalid_shuffle", bad_shuffle=True),
    Row("draw_three", draw=3),
    Row("draw_three_confused", draw=3, misread=0.018, unreadable=0.034),
    Row("draw_three_all_slots", draw=3, form="all", misread=0.018, unreadable=0.034),
    Row("unanswered", answers=False, looks=0),
    Row("unanswered_confused", answers=False, looks=0, misread=0.018, unreadable=0.034),
    Row("unanswered_looks", answers=False),
    Row("unanswered_looks_confused", answers=False, misread=0.018, unreadable=0.034),
    STOPS.changed(name="deviations_stops"),
    STOPS.changed(name="confused_stops", misread=0.018, unreadable=0.034),
] + [row.changed(name=row.name + "_done", done=True) for row in PLAIN]
    + [row.changed(name=NUMBERED_NAMES.get(row.name, row.name + "_numbered"), numbered=True) for row in SKIPPING]}

CHANGEABLE = [field for field in fields(Row) if field.name != "name"]
