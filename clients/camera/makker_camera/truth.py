"""A table as JSON, for `makker-render --table`: as it is written beside a photograph, as a snapshot tells it, or column
by column with what lies face down. ValueError, in a line, for all else: a file may come from anybody."""

import json
from pathlib import Path

from . import layout
from .cards import BACK, DECK, EMPTY
from .scene import Table

_LARGEST_FILE = 64 << 10  # bytes
_LARGEST_RUN = 13
_LARGEST_FAN = 19  # that find room on the mat and can be told apart
_BACKS = layout.COLUMNS - 1
_MEMBERS = {"game", "columns", "runs", "backs", "foundations", "draw_pile", "stock", "seats"}
_COLUMN = {"backs", "run"}


def _shown(told: object) -> str:
    return json.dumps(told)[:40]


def _members(told: object, known: set[str], what: str) -> dict:
    if not isinstance(told, dict):
        raise ValueError(f"{what} is an object, not {_shown(told)}")
    for name in told:
        if name not in known:
            raise ValueError(f"{what} has no {_shown(name)}, only {', '.join(sorted(known))}")
    return told


def _list(told: object, length: int | None, what: str) -> list:
    if not isinstance(told, list) or (length is not None and len(told) != length):
        raise ValueError(f"{what}: a list{'' if length is None else f' of {length}'} is wanted")
    return told


def _code(told: object, what: str, *others: str) -> str:
    """A card, or one of the `others`."""
    if isinstance(told, str) and (told in DECK or told in others):
        return told
    raise ValueError(f"{what}: {_shown(told)} is no card")


def _backs(told: object, what: str) -> int:
    if type(told) is not int or not 0 <= told <= _BACKS:
        raise ValueError(f"{what}: {_shown(told)} is no number of backs, 0 to {_BACKS}")
    return told


def _run(told: object, on: layout.Layout, what: str) -> list[str]:
    longest = _LARGEST_RUN if on is layout.KLONDIKE else _LARGEST_FAN
    run = [_code(code, what) for code in _list(told, None, what)]
    if len(run) > longest:
        raise ValueError(f"{what}: at most {longest} cards lie face up in a column")
    return run


def _column(told: object, on: layout.Layout, what: str) -> tuple[int, list[str]]:
    """{"backs":2,"run":["0D","9C"]}, the run alone, or the card in front."""
    if isinstance(told, str):
        code = _code(told, what, BACK, EMPTY)
        return int(code == BACK), [code] if code in DECK else []
    if isinstance(told, list):
        return 0, _run(told, on, what)
    column = _members(told, _COLUMN, what)
    return _backs(column.get("backs", 0), f"{what}, backs"), _run(column.get("run", []), on, f"{what}, run")


def _check_front(table: Table, column: int, told: object) -> None:
    """A truth says the card in front twice."""
    if isinstance(told, str) and told != table.front(column):
        raise ValueError(f"column {column + 1}: {told} lies in front, and by its run and backs {table.front(column)}")


def _complete(table: Table, told: dict, columns: list) -> None:
    """What a truth tells of the columns beside their fronts."""
    runs = _list(told["runs"], table.on.columns, "runs") if "runs" in told else None
    backs = _list(told["backs"], table.on.columns, "backs") if "backs" in told else None
    for i, (few, run) in enumerate(table.columns):
        table.columns[i] = (few if backs is None else _backs(backs[i], f"backs, column {i + 1}"),
                            run if runs is None else _run(runs[i], table.on, f"runs, column {i + 1}"))
        _check_front(table, i, columns[i])


def _stock(told: object) -> bool:
    if isinstance(told, bool):
        return told
    if told not in (BACK, EMPTY):
        raise ValueError(f"stock: {_shown(told)} is none of {BACK}, {EMPTY}, true and false")
    return told == BACK


def _layout(told: dict) -> layout.Layout:
    name = told.get("game", layout.KLONDIKE.game)
    if not isinstance(name, str) or name not in layout.LAYOUTS:
        raise ValueError(f"game: {_shown(name)} is none of {', '.join(layout.LAYOUTS)}")
    return layout.LAYOUTS[name]


def _four(told: dict, name: str) -> list[str]:
    return [_code(code, name, EMPTY) for code in _list(told.get(name, [EMPTY] * 4), 4, name)]


def table_of(text: str) -> Table:
    """The table that JSON tells."""
    try:
        told = json.loads(text)
    except RecursionError as error:
        raise ValueError("this is nested too deeply") from error
    told = _members(told, _MEMBERS, "a table")
    on = _layout(told)
    columns = _list(told.get("columns", []), on.columns, f"columns of {on.game}")
    table = Table([_column(column, on, f"column {i + 1}") for i, column in enumerate(columns)], _four(told, "foundations"),
                  _code(told.get("draw_pile", EMPTY), "draw_pile", BACK, EMPTY), _stock(told.get("stock", True)),
                  _four(told, "seats"), on)
    _complete(table, told, columns)
    return table


def load(path: Path) -> Table:
    """The table that a file tells; OSError where it cannot be read."""
    with path.open("rb") as file:
        content = file.read(_LARGEST_FILE + 1)
    try:
        if len(content) > _LARGEST_FILE:
            raise ValueError(f"more than {_LARGEST_FILE} bytes")
        return table_of(content.decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no table: {error}") from error
