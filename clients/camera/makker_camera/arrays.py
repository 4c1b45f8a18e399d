"""Files of plain arrays (.npz): written atomically; when read they are validated, since their origin is not trusted."""

import contextlib
import fcntl
import io
import os
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from .notes import os_error_text

MAX_FILE_SIZE = 16_000_000  # bytes
_MAX_ARRAYS_SIZE = 64_000_000  # bytes of the arrays
_READ_ERRORS = (KeyError, ValueError, EOFError, SyntaxError, tokenize.TokenError, zipfile.BadZipFile, zlib.error, struct.error,
           NotImplementedError, RuntimeError, MemoryError, OverflowError)


def load(path: Path, what: str) -> dict[str, np.ndarray]:
    """The arrays of a file. Raises ValueError ("PATH is no WHAT: …") if it is invalid or too large."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_SIZE + 1)
        if len(content) > MAX_FILE_SIZE:
            raise ValueError("too large")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(one.file_size for one in archive.infolist()) > _MAX_ARRAYS_SIZE:
                raise ValueError("too large")
        with np.load(io.BytesIO(content), allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        if not all(isinstance(array, np.ndarray) for array in arrays.values()):
            raise ValueError("it has members that are no arrays")
        return arrays
    except OSError as error:
        raise ValueError(os_error_text(error)) from error
    except _READ_ERRORS as error:
        raise ValueError(f"{path} is no {what}: {error}") from error


def save(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Writes the file atomically: an existing one is replaced when the new one is complete and on the disk. Raises OSError."""
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            file.write(packed.getvalue())
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()  # a part of it would keep a full disk full
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the renaming durable, on file systems that support it."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds an exclusive lock of the folder among programs that use this function. It ends with the program, however that ends. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
