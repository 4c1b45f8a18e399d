"""What a snapshot of each game tells of a reading. A row of TELLINGS is a game.

`known` is what each readable part of the table may show, so that a change can be told from a better look;
`snapshot` is the body, None where there is nothing to tell; `answered` hears whether the daemon took it.
"""

from . import layout
from .cards import DECK, EMPTY, UNREADABLE
from .reader import Reading, Slot

# A card with at least this probability is sent as a plain code; a less probable one is sent as a candidate with its
# probability, so that the daemon can weigh it.
_CERTAIN = 0.99
_TRIES = 3  # to tell a card that the daemon refuses: it may have been misread


def _is_sure(slot: Slot) -> bool:
    return isinstance(slot, str) and slot in DECK


def _with_chance(reading: Reading, name: str) -> Slot:
    slot = reading.slots[name]
    card, chance = reading.best.get(name, (slot, 1.0))
    if not _is_sure(slot) or chance >= _CERTAIN:
        return slot
    return [{"card": card, "p": int(chance * 1000) / 1000}]


def _run(reading: Reading, column: int) -> list[Slot]:
    """The face-up cards of a column, back to front."""
    front = reading.slots[f"column {column + 1}"]
    return [] if front == EMPTY else [*reading.runs[column], front]


def _fronts(reading: Reading) -> dict[str, set[str]]:
    """What each readable slot may show."""
    known = {}
    for name, slot in reading.slots.items():
        if slot != UNREADABLE:
            known[name] = {slot} if isinstance(slot, str) else {candidate["card"] for candidate in slot}
    return known


def _lengths(reading: Reading) -> dict[str, set[str]]:
    """How many cards lie in each column of which all are seen."""
    return {f"length {column + 1}": {str(len(_run(reading, column)))} for column, whole in enumerate(reading.whole) if whole}


class Telling:
    """What is the same in most games."""

    on = layout.KLONDIKE
    ends_cleared = True  # does an empty table belong to the game, as its end?
    begins_anew = True  # do cards on a table that was cleared begin a new game?
    one_by_one = False  # is each card an event of its own, of which none may be left out?

    def known(self, reading: Reading) -> dict[str, set[str]]:
        return _fronts(reading)

    def is_cleared(self, reading: Reading) -> bool:
        return all(slot == EMPTY for name, slot in reading.slots.items() if name != layout.STOCK.name)

    def begin(self, table: dict) -> None:
        """What the daemon knows of the table already: a camera may be started in the middle of a game."""

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        raise NotImplementedError

    def answered(self, taken: bool) -> None:
        """The daemon has answered the last snapshot."""


class Klondike(Telling):
    ends_cleared = False

    def known(self, reading: Reading) -> dict[str, set[str]]:
        """Losing sight of a card is news, too: the daemon would believe that it lies there unchanged."""
        unreadable = {name: {UNREADABLE} for name, slot in reading.slots.items() if slot == UNREADABLE}
        return {**_fronts(reading), **unreadable}

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        told = reading.snapshot(runs)
        told["draw_pile"] = _with_chance(reading, "draw_pile")
        told["foundations"] = [_with_chance(reading, place.name) for place in layout.FOUNDATIONS]
        fronts = [_with_chance(reading, f"column {i + 1}") for i in range(self.on.columns)]
        told["columns"] = [run if _is_sure(front) else front for run, front in zip(told["columns"], fronts)]
        return told


class Columns(Telling):
    """10-20-30: all columns as they lie, what is not read surely as UU."""

    on = layout.LAYOUTS["ten-twenty-thirty"]

    def known(self, reading: Reading) -> dict[str, set[str]]:
        return {**_fronts(reading), **_lengths(reading)}

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        if not all(reading.whole):
            return None  # a card that is left out would be one that was removed
        return {"columns": [[slot if _is_sure(slot) else UNREADABLE for slot in _run(reading, column)]
                            for column in range(self.on.columns)]}


class Groups(Telling):
    """Take-away: how many cards lie in each group; the groups are the columns that were there at first."""

    on = layout.LAYOUTS["take-away"]

    def __init__(self):
        self.count = 0

    def begin(self, table: dict) -> None:
        groups = table.get("groups")
        if isinstance(groups, list) and len(groups) <= self.on.columns:
            self.count = len(groups)

    def known(self, reading: Reading) -> dict[str, set[str]]:
        return _lengths(reading)

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        names = [f"column {column + 1}" for column in range(self.on.columns)]
        there = [i + 1 for i, name in enumerate(names) if reading.slots[name] != EMPTY]
        self.count = max([self.count, *there])
        if not self.count:
            return None
        return {"groups": [len(_run(reading, column)) if reading.whole[column] else UNREADABLE for column in range(self.count)]}


class Trick(Telling):
    """Doppelkopf: the card just played, one at a time in the order of the seats. Who leads is the seat with
    nobody's card before it."""

    on = layout.LAYOUTS["doppelkopf"]
    begins_anew = False
    one_by_one = True

    def __init__(self):
        self.laid: dict[int, str] = {}  # told of this trick
        self.turn: int | None = None
        self.refused: dict[tuple, int] = {}  # seat and card: how often the daemon would not have it

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
        """Was the trick taken? Then a place is empty that was not, or shows another card."""
        return any(seen[seat] == EMPTY or (_is_sure(seen[seat]) and seen[seat] != card) for seat, card in self.laid.items())

    @staticmethod
    def _leader(seen: list[Slot]) -> int | None:
        leaders = [seat for seat in range(4) if seen[seat] != EMPTY and seen[seat - 1] == EMPTY]
        return leaders[0] if len(leaders) == 1 else None

    def snapshot(self, reading: Reading, runs: bool) -> dict | None:
        seen = self._seen(reading)
        if self._is_gone(seen):
            self.laid, self.turn, self.refused = {}, None, {}
        seat = self.turn if self.laid else self._leader(seen)
        if seat is None or seat in self.laid or not _is_sure(seen[seat]):
            return None
        if self.refused.get((seat, seen[seat]), 0) >= _TRIES:
            return None
        self.laid[seat], self.turn = seen[seat], (seat + 1) % 4
        return {"seat": seat, "card": seen[seat]}

    def answered(self, taken: bool) -> None:
        if not taken and self.laid:
            self.turn = (self.turn - 1) % 4
            refused = self.turn, self.laid.pop(self.turn)
            self.refused[refused] = self.refused.get(refused, 0) + 1


TELLINGS = {telling.on.game: telling for telling in (Klondike, Columns, Groups, Trick)}
