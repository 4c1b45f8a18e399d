"""A table as JSON, for `makker-render --table`: as written beside a photograph, as a snapshot, or column by column
with face-down cards. Raises ValueError with one line for anything else: files are not trusted."""

import json
from pathlib import Path

from . import layout
from .cards import BACK, DECK, EMPTY
from .scene import Table

_MAX_FILE_SIZE = 64 << 10  # bytes
_MAX_RUN = 13
_MAX_FAN = 19  # that fit on the mat and can be distinguished
_BACKS = layout.COLUMNS - 1
_MEMBERS = {"game", "columns", "runs", "backs", "foundations", "draw_pile", "stock", "seats", "cells"}
_COLUMN = {"backs", "run"}


def _shown(value: object) -> str:
    return json.dumps(value)[:40]


def _members(value: object, known: set[str], what: str) -> dict:
    if not isinstance(value, dict):
        raise ValueError(f"{what} is an object, not {_shown(value)}")
    for name in value:
        if name not in known:
            raise ValueError(f"{what} has no {_shown(name)}, only {', '.join(sorted(known))}")
    return value


def _list(value: object, length: int | None, what: str) -> list:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise ValueError(f"{what}: a list{'' if length is None else f' of {length}'} is wanted")
    return value


def _code(value: object, what: str, *others: str) -> str:
    """A card, or one of the `others`."""
    if isinstance(value, str) and (value in DECK or value in others):
        return value
    raise ValueError(f"{what}: {_shown(value)} is not a card")


def _backs(value: object, what: str) -> int:
    if type(value) is not int or not 0 <= value <= _BACKS:
        raise ValueError(f"{what}: {_shown(value)} is not a number of backs from 0 to {_BACKS}")
    return value


def _run(value: object, on: layout.Layout, what: str) -> list[str]:
    longest = _MAX_RUN if on is layout.KLONDIKE else _MAX_FAN
    run = [_code(code, what) for code in _list(value, None, what)]
    if len(run) > longest:
        raise ValueError(f"{what}: at most {longest} cards lie face up in a column")
    return run


def _column(value: object, on: layout.Layout, what: str) -> tuple[int, list[str]]:
    """{"backs":2,"run":["0D","9C"]}, the run alone, or the card in front."""
    if isinstance(value, str):
        code = _code(value, what, BACK, EMPTY)
        return int(code == BACK), [code] if code in DECK else []
    if isinstance(value, list):
        return 0, _run(value, on, what)
    column = _members(value, _COLUMN, what)
    return _backs(column.get("backs", 0), f"{what}, backs"), _run(column.get("run", []), on, f"{what}, run")


def _check_front(table: Table, column: int, value: object) -> None:
    """A ground truth contains the front card twice."""
    if isinstance(value, str) and value != table.front(column):
        raise ValueError(f"column {column + 1}: {value} is in front, but by its run and backs it is {table.front(column)}")


def _complete(table: Table, value: dict, columns: list) -> None:
    """The columns' hidden part in a ground truth."""
    runs = _list(value["runs"], table.on.columns, "runs") if "runs" in value else None
    backs = _list(value["backs"], table.on.columns, "backs") if "backs" in value else None
    for i, (few, run) in enumerate(table.columns):
        table.columns[i] = (few if backs is None else _backs(backs[i], f"backs, column {i + 1}"),
                            run if runs is None else _run(runs[i], table.on, f"runs, column {i + 1}"))
        _check_front(table, i, columns[i])


def _stock(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value not in (BACK, EMPTY):
        raise ValueError(f"stock: {_shown(value)} is none of {BACK}, {EMPTY}, true and false")
    return value == BACK


def _layout(value: dict) -> layout.Layout:
    name = value.get("game", layout.KLONDIKE.game)
    if not isinstance(name, str) or name not in layout.LAYOUTS:
        raise ValueError(f"game: {_shown(name)} is none of {', '.join(layout.LAYOUTS)}")
    return layout.LAYOUTS[name]


def _four(value: dict, name: str) -> list[str]:
    return [_code(code, name, EMPTY) for code in _list(value.get(name, [EMPTY] * 4), 4, name)]


def table_of(text: str) -> Table:
    """Reads a table from JSON."""
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ValueError("this is nested too deeply") from error
    value = _members(value, _MEMBERS, "a table")
    on = _layout(value)
    columns = _list(value.get("columns", []), on.columns, f"columns of {on.game}")
    table = Table([_column(column, on, f"column {i + 1}") for i, column in enumerate(columns)], _four(value, "foundations"),
                  _code(value.get("draw_pile", EMPTY), "draw_pile", BACK, EMPTY), _stock(value.get("stock", True)),
                  _four(value, "seats"), _four(value, "cells"), on)
    _complete(table, value, columns)
    return table


def load(path: Path) -> Table:
    """Reads a table from a file; raises OSError if it is unreadable."""
    with path.open("rb") as file:
        content = file.read(_MAX_FILE_SIZE + 1)
    try:
        if len(content) > _MAX_FILE_SIZE:
            raise ValueError(f"more than {_MAX_FILE_SIZE} bytes")
        return table_of(content.decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no table: {error}") from error
