"""Immutable sequences that create their elements on first access."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, SupportsIndex, TypeVar, cast, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class LazySequence(Sequence[T_co]):
    """A sequence that behaves like a tuple but creates its elements only on first access.

    A lazy sequence compares, hashes and prints like the tuple of its elements. If you add, slice,
    copy or pickle a lazy sequence, you get a plain tuple. `isinstance(sequence, tuple)` is False.
    `tuple(sequence)` returns a tuple.
    """

    __slots__ = ("_made",)

    _made: tuple[T_co, ...] | None

    @abstractmethod
    def _make(self) -> tuple[T_co, ...]:
        """Create and return the elements. This method is called once, and its result is stored."""

    def _all(self) -> tuple[T_co, ...]:
        made = self._made
        if made is None:
            made = self._made = self._make()
        return made

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: SupportsIndex) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> T_co | tuple[T_co, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._all())

    def __contains__(self, value: object) -> bool:
        return value in self._all()

    def __eq__(self, other: object) -> bool:
        return self._all() == _plain(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __add__(self, other: tuple[T, ...] | LazySequence[T]) -> tuple[T_co | T, ...]:
        if not isinstance(other, tuple | LazySequence):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        return self._all() + tuple(other)

    def __radd__(self, other: tuple[T, ...]) -> tuple[T_co | T, ...]:
        if not isinstance(other, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        return other + self._all()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return tuple, (self._all(),)


def _plain(value: object) -> object:
    """Return the elements of a lazy sequence as a tuple, and any other value unchanged."""
    return tuple(cast(Sequence[object], value)) if isinstance(value, LazySequence) else value
