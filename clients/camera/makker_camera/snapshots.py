"""Builds the snapshot of each game from a reading. A row of BUILDERS is a game.

`known` returns the possible content of each readable part of the table, so that a change can be distinguished from a
better reading; `snapshot` the request body, or None; `answered` is called with whether the daemon accepted it.
"""

from collections.abc import Callable

from . import layout, open_table
from .cards import BACK, DECK, EMPTY, UNREADABLE
from .notes import Note
from .reader import Reading, Slot, is_sure

# A card with at least this probability is sent as a plain code; a less probable one is sent as a candidate with its
# probability, so that the daemon can weigh it.
_PLAIN_CODE_PROBABILITY = 0.99
_MAX_UNCHANGED_FRONTS, _MIN_OTHER_FRONTS = 2, 5  # fronts of a table that another deal may have by chance, and that are others at least
_FIRST_COLUMN_DEPTH_MM = 20.0  # millimetres below the upper edge of the first column of a deal at which its only card lies at most
_DEPTH_TOLERANCE_MM = 12.0  # millimetres by which the front card of a column of a deal may lie higher than that of one with fewer cards
_MIN_OTHER_CARDS = 26  # of 52 that lie elsewhere in another deal; two deals have six or seven in common, and hardly ever twenty
_MAX_REJECTED_POSTS = 3  # posts of a card that the daemon rejects: it may have been misread


def _with_probability(reading: Reading, name: str) -> Slot:
    slot = reading.slots[name]
    card, probability = reading.best.get(name, (slot, 1.0))
    if not is_sure(slot) or probability >= _PLAIN_CODE_PROBABILITY:
        return slot
    return [{"card": card, "p": int(probability * 1000) / 1000}]


def _fronts(reading: Reading) -> dict[str, set[str]]:
    """Possible cards of each readable slot."""
    known = {}
    for name, slot in reading.slots.items():
        if slot != UNREADABLE:
            known[name] = {slot} if isinstance(slot, str) else {candidate["card"] for candidate in slot}
    return known


def _lengths(reading: Reading) -> dict[str, set[str]]:
    """Number of cards in each column that is completely visible."""
    return {f"length {column + 1}": {str(len(reading.run(column)))} for column, whole in enumerate(reading.whole) if whole}


def _front(pile: dict) -> str:
    """The front card of a pile of the daemon's table."""
    return pile["cards"][-1] if pile["cards"] else EMPTY


def _options(slot: object) -> set[str]:
    """The cards that a slot of a snapshot may be; of a run, its front card."""
    if isinstance(slot, list):
        return {slot[-1]} if isinstance(slot[-1], str) else {candidate["card"] for candidate in slot}
    return {slot}


class SnapshotBuilder:
    """Defaults of most games."""

    on = layout.KLONDIKE
    ends_when_cleared = True  # an empty table is the end of the game
    restarts_when_cleared = True  # cards on a cleared table start a new game
    one_by_one = False  # each card is an event of its own; none may be skipped
    says_done = False  # a snapshot after a finished move says so
    knows_deals = False  # `is_another_deal` can be answered

    def known(self, reading: Reading) -> dict[str, set[str]]:
        return _fronts(reading)

    def is_cleared(self, reading: Reading) -> bool:
        return all(slot == EMPTY for name, slot in reading.slots.items() if name != layout.STOCK.name)

    def begin(self, table: dict) -> None:
        """Initializes from the daemon's table: a camera may start in the middle of a game."""

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        raise NotImplementedError

    def answered(self, taken: bool) -> None:
        """Called when the daemon has responded to the last snapshot."""

    def agrees(self, snapshot: dict, table: dict) -> bool:
        """True if the snapshot may show the daemon's table as it is."""
        return False

    def is_another_deal(self, snapshot: dict, table: dict) -> bool:
        """True if the snapshot shows the deal of another game than the daemon's table."""
        return False

    def is_another_than(self, snapshot: dict, first: dict) -> bool:
        """True if the snapshot shows another deal than the `first` snapshot of the game."""
        return False

    def may_be_dealt(self, reading: Reading, runs: Callable[[Reading], list[list[Slot]]]) -> bool:
        """False if the cards do not lie as in a deal. `runs`: the cards face up beneath the front ones."""
        return True

    def certain(self, table: dict) -> dict[str, str]:
        """The cards that lie in front by the daemon's table, by slot: those that a camera can learn from."""
        return {}

    def moved(self) -> None:
        """Called when the table was not still: cards may lie elsewhere."""

    def knows(self, table: dict | None) -> None:
        """Called with the daemon's table, when it is sure of it."""

    def hindrances(self, reading: Reading) -> list[Note]:
        """Why no snapshot can be made of a reading that is usable."""
        return []


class Klondike(SnapshotBuilder):
    ends_when_cleared = False
    says_done = True
    knows_deals = True

    def known(self, reading: Reading) -> dict[str, set[str]]:
        """A slot that becomes unreadable is a change, too: otherwise the daemon would assume an unchanged card."""
        unreadable = {name: {UNREADABLE} for name, slot in reading.slots.items() if slot == UNREADABLE}
        return {**_fronts(reading), **unreadable}

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        body = reading.snapshot(runs)
        body["draw_pile"] = _with_probability(reading, "draw_pile")
        body["foundations"] = [_with_probability(reading, place.name) for place in layout.FOUNDATIONS]
        fronts = [_with_probability(reading, f"column {i + 1}") for i in range(self.on.columns)]
        body["columns"] = [run if is_sure(front) else front for run, front in zip(body["columns"], fronts)]
        return body

    @staticmethod
    def _fronts(table: dict) -> list[str] | None:
        """The front cards of the daemon's table: waste and columns."""
        try:
            return [_front(table["draw_pile"]), *map(_front, table["columns"])]
        except (KeyError, TypeError, IndexError):
            return None

    def agrees(self, snapshot: dict, table: dict) -> bool:
        known, shown = self._fronts(table), [_options(slot) for slot in (snapshot["draw_pile"], *snapshot["columns"])]
        try:
            tops = {top for top in table["foundations"].values() if top[0] != "X"}
            stock = BACK if table["draw_pile"]["left"] else EMPTY
        except (KeyError, TypeError, AttributeError, IndexError):
            return False
        piles = [_options(slot) for slot in snapshot["foundations"]]
        return (known is not None and len(shown) == len(known) and all({card, UNREADABLE} & options for card, options in zip(known, shown))
                and all(options & {*tops, EMPTY, UNREADABLE} for options in piles) and piles.count({EMPTY}) <= len(piles) - len(tops)
                and snapshot["stock"] in (stock, UNREADABLE))

    def is_another_deal(self, snapshot: dict, table: dict) -> bool:
        """A whole deal, of which hardly a card is where the daemon's table has it: unseen moves change a few places."""
        known = self._fronts(table)
        return known is not None and self._is_another(snapshot, known)

    def is_another_than(self, snapshot: dict, first: dict) -> bool:
        options = [_options(slot) for slot in (first["draw_pile"], *first["columns"])]
        return self._is_another(snapshot, [next(iter(cards)) if len(cards) == 1 else UNREADABLE for cards in options])

    @staticmethod
    def _is_another(snapshot: dict, known: list[str]) -> bool:
        """`known`: the fronts of the waste and of the columns."""
        shown = [_options(slot) for slot in (snapshot["draw_pile"], *snapshot["columns"])]
        is_sure = snapshot["stock"] == BACK or snapshot["stock"] == UNREADABLE and all(len(options) == 1 and {*DECK} >= options for options in shown)
        is_deal = is_sure and all(slot == EMPTY for slot in snapshot["foundations"]) and not any({EMPTY, UNREADABLE} & options for options in shown[1:])
        if not is_deal:
            return False
        stayed = [card in options for card, options in zip(known, shown) if card in DECK or card == EMPTY]
        return sum(stayed) <= _MAX_UNCHANGED_FRONTS and len(stayed) - sum(stayed) >= _MIN_OTHER_FRONTS

    def may_be_dealt(self, reading: Reading, runs: Callable[[Reading], list[list[Slot]]]) -> bool:
        """One card face up in each column, none on the foundations. Each column of a deal has one card more than the one before it, the first has one;
        squared up, they are all as long."""
        names = [f"column {i + 1}" for i in range(self.on.columns)]
        deep = [reading.depths[name] for name in names if name in reading.depths]
        if reading.depths.get(names[0], 0.0) > _FIRST_COLUMN_DEPTH_MM or any(right < left - _DEPTH_TOLERANCE_MM for left, right in zip(deep, deep[1:])):
            return False
        if any(reading.slots[name] == EMPTY for name in names) or any(is_sure(reading.slots[place.name]) for place in layout.FOUNDATIONS):
            return False
        return not any(run and is_sure(run[-1]) and run[-1] not in _options(reading.slots[name]) for name, run in zip(names, runs(reading)))

    def certain(self, table: dict) -> dict[str, str]:
        columns, pile = table.get("columns"), table.get("draw_pile")
        piles = {f"column {i + 1}": column for i, column in enumerate(columns if isinstance(columns, list) else [])} | {"draw_pile": pile}
        lists = {name: pile.get("cards") for name, pile in piles.items() if isinstance(pile, dict)}
        fronts = {name: cards[-1] for name, cards in lists.items() if isinstance(cards, list) and cards}
        left = pile.get("left") if isinstance(pile, dict) else 0
        stock = {layout.STOCK.name: BACK} if isinstance(left, int) and left > 0 else {}
        return {name: card for name, card in fronts.items() if isinstance(card, str) and card in DECK} | stock


class Columns(SnapshotBuilder):
    """10-20-30: all columns, uncertain cards as UU."""

    on = layout.LAYOUTS["ten-twenty-thirty"]

    def known(self, reading: Reading) -> dict[str, set[str]]:
        return {**_fronts(reading), **_lengths(reading)}

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        if not all(reading.whole):
            return None  # a missing card would count as removed
        return {"columns": [[slot if is_sure(slot) else UNREADABLE for slot in reading.run(column)]
                            for column in range(self.on.columns)]}


class Groups(SnapshotBuilder):
    """Take-away: the number of cards in each group; the groups are the initial columns."""

    on = layout.LAYOUTS["take-away"]

    def __init__(self):
        self.count = 0  # groups that the daemon has accepted
        self.posted = 0  # groups of the last snapshot

    def begin(self, table: dict) -> None:
        groups = table.get("groups")
        if isinstance(groups, list) and len(groups) <= self.on.columns:
            self.count = len(groups)

    def answered(self, taken: bool) -> None:
        """A stray card in a further column is rejected; it must not count once it is gone."""
        if taken:
            self.count = max(self.count, self.posted)

    def known(self, reading: Reading) -> dict[str, set[str]]:
        return _lengths(reading)

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        names = [f"column {column + 1}" for column in range(self.on.columns)]
        there = [i + 1 for i, name in enumerate(names) if reading.slots[name] != EMPTY]
        self.posted = max([self.count, *there])
        if not self.posted:
            return None
        return {"groups": [len(reading.run(column)) if reading.whole[column] else UNREADABLE for column in range(self.posted)]}


class Trick(SnapshotBuilder):
    """Doppelkopf: the card just played, one at a time in the order of the seats. The leader is the seat
    with no card before it."""

    on = layout.LAYOUTS["doppelkopf"]
    restarts_when_cleared = False
    one_by_one = True

    def __init__(self):
        self.laid: dict[int, str] = {}  # posted cards of this trick
        self.turn: int | None = None
        self.refused: dict[tuple, int] = {}  # (seat, card): number of rejections

    def begin(self, table: dict) -> None:
        trick = table.get("trick")
        if isinstance(trick, dict) and trick.get("leader") in range(4) and isinstance(trick.get("cards"), list):
            cards = trick["cards"][:3]
            self.laid = {(trick["leader"] + i) % 4: str(card) for i, card in enumerate(cards)}
            self.turn = (trick["leader"] + len(cards)) % 4

    @staticmethod
    def _seen(reading: Reading) -> list[Slot]:
        return [reading.slots[place.name] for place in layout.SEATS]

    def _is_gone(self, seen: list[Slot]) -> bool:
        """True if the trick was taken: a place became empty or shows another card."""
        return any(seen[seat] == EMPTY or (is_sure(seen[seat]) and seen[seat] != card) for seat, card in self.laid.items())

    @staticmethod
    def _leader(seen: list[Slot]) -> int | None:
        leaders = [seat for seat in range(4) if seen[seat] != EMPTY and seen[seat - 1] == EMPTY]
        return leaders[0] if len(leaders) == 1 else None

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        seen = self._seen(reading)
        if self._is_gone(seen):
            self.laid, self.turn, self.refused = {}, None, {}
        seat = self.turn if self.laid else self._leader(seen)
        if seat is None or seat in self.laid or not is_sure(seen[seat]):
            return None
        if self.refused.get((seat, seen[seat]), 0) >= _MAX_REJECTED_POSTS:
            return None
        self.laid[seat], self.turn = seen[seat], (seat + 1) % 4
        return {"seat": seat, "card": seen[seat]}

    def answered(self, taken: bool) -> None:
        if not taken and self.laid:
            self.turn = (self.turn - 1) % 4
            refused = self.turn, self.laid.pop(self.turn)
            self.refused[refused] = self.refused.get(refused, 0) + 1


class FreeCell(SnapshotBuilder):
    """FreeCell: the whole table. One on which a card is missing, such as one in a hand, is not posted."""

    on = open_table.ON
    ends_when_cleared = False
    knows_deals = True

    def __init__(self):
        self.table = open_table.OpenTableReader()

    def begin(self, table: dict) -> None:
        self.table.knows(table)

    def knows(self, table: dict | None) -> None:
        self.table.knows(table)

    def moved(self) -> None:
        self.table.moved()

    def known(self, reading: Reading) -> dict[str, set[str]]:
        table = self.table.read(reading)
        if isinstance(table, Note):
            return {}
        behind = {f"column {i + 1}, card {n + 1}": card for i, column in enumerate(table.columns) for n, card in enumerate(column[:-1])}
        cards = {name: {card} for name, card in {**table.fronts, **behind}.items() if card != UNREADABLE}
        return cards | {f"length {i + 1}": {str(len(column))} for i, column in enumerate(table.columns)}

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        table = self.table.read(reading)
        return None if isinstance(table, Note) else {"cells": table.cells, "foundations": table.foundations, "columns": table.columns}

    def hindrances(self, reading: Reading) -> list[Note]:
        table = self.table.read(reading)
        return [table] if isinstance(table, Note) else []

    def is_another_deal(self, snapshot: dict, table: dict) -> bool:
        """A whole deal, of which hardly a card is where the daemon's table has it."""
        try:
            known = [list(column) for column in table["columns"]]
        except (KeyError, TypeError):
            return False
        return self._is_another(snapshot["columns"], known) and all(slot == EMPTY for slot in (*snapshot["cells"], *snapshot["foundations"]))

    def is_another_than(self, snapshot: dict, first: dict) -> bool:
        return self.is_another_deal(snapshot, first)

    def _is_another(self, shown: list[list[str]], known: list[list[str]]) -> bool:
        each, more = divmod(len(DECK), self.on.columns)
        if [len(column) for column in shown] != [each + (i < more) for i in range(self.on.columns)] or len(known) != len(shown):
            return False
        here = [(card, column[i] if i < len(column) else EMPTY) for cards, column in zip(shown, known) for i, card in enumerate(cards)]
        return sum(UNREADABLE not in both and both[0] != both[1] for both in here) >= _MIN_OTHER_CARDS

    def certain(self, table: dict) -> dict[str, str]:
        """Not those of the cells, whose order has no meaning."""
        columns, foundations = table.get("columns"), table.get("foundations")
        columns = columns if isinstance(columns, list) else []
        fronts = {f"column {i + 1}": column[-1] for i, column in enumerate(columns) if isinstance(column, list) and column}
        tops = dict(zip(open_table.SUIT_OF, foundations)) if isinstance(foundations, list) else {}
        return {name: card for name, card in {**fronts, **tops}.items() if isinstance(card, str) and card in DECK}


BUILDERS = {builder.on.game: builder for builder in (Klondike, Columns, Groups, Trick, FreeCell)}
