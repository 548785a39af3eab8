"""Stand in for numpy.typing, whose names only type hints use."""

from typing import Any


class NDArray:
    """Be the type of a row of numbers."""

    def __class_getitem__(cls, item: Any) -> Any:
        return cls


ArrayLike = DTypeLike = object
