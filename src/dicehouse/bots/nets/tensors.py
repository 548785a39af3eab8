"""Read and write named arrays in one file, in the format of safetensors (github.com/huggingface/safetensors).

Eight bytes give the length of the header. The header is JSON: for each array its type, its shape and the offsets of its
bytes, and texts under `__metadata__`. Then come the bytes. Nothing in such a file can be executed, and nothing in it is
compressed: it takes no more memory than it has bytes. Only 32-bit floats and integers are read, which is all that a net
consists of.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.errors import IS_A_FOLDER, BadNet

Array = npt.NDArray[Any]
MAX_FILE_BYTES = 64_000_000  # bytes of a file
MAX_HEADER_BYTES = 1_000_000
MAX_ARRAYS = 64
TYPES = {"F32": np.dtype("<f4"), "I32": np.dtype("<i4")}
KEYS = {"dtype", "shape", "data_offsets"}
META = "__metadata__"


def read_tensors(file: Path | str) -> tuple[dict[str, Array], dict[str, str]]:
    """Return the arrays and the texts of a file. Raise BadNet if something is wrong with it."""
    file = Path(file)
    data = _read_plain_file(file)
    if len(data) < 8:
        raise BadNet(f"{file.name} isn't a net: it is shorter than a safetensors header.")
    size = int.from_bytes(data[:8], "little")
    if size > min(MAX_HEADER_BYTES, len(data) - 8):
        raise BadNet(f"{file.name} isn't a net: it isn't a safetensors file.")
    try:
        head = json.loads(bytes(data[8 : 8 + size]), object_pairs_hook=_refuse_duplicate_keys)
        texts = head.pop(META, {})
        if len(head) > MAX_ARRAYS:
            raise ValueError(f"it holds more than {MAX_ARRAYS} arrays")
        if not all(isinstance(text, str) for text in texts.values()):
            raise ValueError("its metadata isn't all text")
        arrays, end = {}, 0
        for name, about in sorted(head.items(), key=lambda item: item[1]["data_offsets"]):
            array, end = _read_array(data[8 + size :], name, about, end)
            arrays[name] = array
        if end != len(data) - 8 - size:
            raise ValueError("it has bytes that belong to no array")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        why = error.args[0] if type(error) is ValueError else "its header can't be read"
        raise BadNet(f"{file.name} isn't a net: {why}.") from None
    return arrays, texts


def write_tensors(file: Path | str, arrays: Mapping[str, Array], texts: Mapping[str, str]) -> None:
    """Write such a file. Raise BadNet if an array holds neither floats nor integers of 32 bits."""
    head: dict[str, Any] = {META: dict(texts)}
    end, parts = 0, []
    for name, array in arrays.items():
        kind = {"f": "F32", "i": "I32", "u": "I32"}.get(array.dtype.kind)
        if kind is None:
            raise BadNet(f"{name} holds {array.dtype}; a net has only floats and whole numbers.")
        data = np.ascontiguousarray(array, TYPES[kind]).tobytes()
        head[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [end, end + len(data)]}
        end += len(data)
        parts.append(data)
    packed = json.dumps(head, separators=(",", ":")).encode()
    packed += b" " * (-len(packed) % 8)
    Path(file).write_bytes(len(packed).to_bytes(8, "little") + packed + b"".join(parts))


def _read_plain_file(file: Path) -> memoryview:
    """Return the bytes of a regular file; a pipe or a device is not even opened."""
    try:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):
            why = IS_A_FOLDER if stat.S_ISDIR(about.st_mode) else "it isn't a regular file"
            raise BadNet(f"The net {str(file)[:80]!r} can't be read: {why}.")
        if about.st_size > MAX_FILE_BYTES:
            raise BadNet(f"{file.name} has {about.st_size:,} bytes; a net has at most {MAX_FILE_BYTES:,}.")
        with file.open("rb") as opened:
            data = opened.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, BadNet):
            raise
        why = getattr(error, "strerror", None) or "there is no such name"
        raise BadNet(f"The net {str(file)[:80]!r} can't be read: {why}.") from None
    return memoryview(data)


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("it has the same name twice")
    return found


def _read_array(data: memoryview, name: str, about: Any, end: int) -> tuple[Array, int]:
    """Return one array, which must follow the one before directly, and its end."""
    shown = repr(name[:40])
    if about.keys() != KEYS or about["dtype"] not in TYPES:
        raise ValueError(f"{shown} doesn't hold 32-bit floats or whole numbers")
    kind, shape, place = TYPES[about["dtype"]], about["shape"], about["data_offsets"]
    numbers = [*shape, *place]
    if not all(type(number) is int and 0 <= number <= MAX_FILE_BYTES for number in numbers) or len(shape) > 2:
        raise ValueError(f"{shown} has a shape that a layer can't have")
    if len(place) != 2 or place[0] != end or place[1] - end != prod(shape) * kind.itemsize or place[1] > len(data):
        raise ValueError(f"{shown} isn't where the header says")
    return np.frombuffer(data[end : place[1]], kind).reshape(shape).copy(), place[1]
