"""Read a TOML table key by key, and note every fault instead of stopping at the first.

A `Table` returns values of the right type and range. Each fault goes into `Faults`, with its place,
what was expected, what was found and what to do. The caller then gets a harmless value and
continues, so that all faults of a file are reported together.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final, TypeVar, cast

from whistlestop.editions.lines import Path

WORD: Final = re.compile(r"[a-z]+")
"""A pattern for names that people type in commands, such as the name of a colour or a stack."""

LONGEST_TEXT: Final = 1000
"""The maximum number of characters of a text in an edition's file."""

MOST_FAULTS: Final = 50
"""The maximum number of faults of a file. Reading stops if there are more."""


Chosen = TypeVar("Chosen", bound=str)


class TooManyFaults(Exception):
    """The error that stops reading when a file has more than `MOST_FAULTS` faults."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file: a message in English, and a code if the fault is a common one."""

    text: str
    """The complete message in English."""
    line: int | None = None
    """The line of the fault, counted from 1, or None if unknown."""
    place: str = ""
    """The part of the file, such as `map.routes entry 8 (CAM-ES), colour`."""
    code: str = ""
    """The code of a common fault, one of `COMMON`. Empty = any other fault."""
    values: Mapping[str, Any] | None = None
    """The values that belong to the code, ready for JSON. None or empty = no values."""


COMMON: Final = {
    "missing": ("key",),
    "unknown_key": ("key", "guesses"),
    "number": ("low", "high", "found"),
    "choice": ("choices", "found"),
    "entries": ("fewest", "most", "found"),
    "place": ("found", "guesses"),
    "colour": ("found", "guesses"),
    "code_twice": ("found",),
    "name_twice": ("found",),
    "apart": ("found",),
    "count": ("claimed", "counted"),
    "encoding": (),
    "syntax": ("detail",),
}
"""The codes of the common faults, each with the names of the values that belong to it."""


def guesses(word: str, known: Iterable[str]) -> list[str]:
    """Return at most two known words that are similar to an unknown word."""
    by_folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_folded, n=2)
    return [by_folded[name] for name in close]


def near_matches(word: str, known: Iterable[str]) -> str:
    """Return advice for an unknown word, to be shown after the fault.

    The advice names at most two similar known words. Without similar words, it names all known
    words if there are at most 12, and otherwise asks to check the spelling.
    """
    names = list(known)
    close = guesses(word, names)
    if close:
        return "did you mean " + " or ".join(f'"{name}"' for name in close) + "?"
    if not names:
        return "there are none here; leave it out"
    if len(names) <= 12:
        return "use one of: " + ", ".join(names)
    return "check the spelling"


def shown(value: object) -> str:
    """Return a short text for a value, similar to its form in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"an array of {len(cast(list[object], value))}"
    if isinstance(value, int) and abs(value) > 10**15:
        return "a huge number"
    return _short(str(value))


def _short(text: str) -> str:
    """Return a text, cut off after 56 characters if it has more than 59.

    `...` marks the cut. Characters that cannot be printed are replaced.
    """
    cut = text if len(text) <= 59 else text[:56] + "..."
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cut)


class Faults:
    """The faults of one file, up to `MOST_FAULTS`."""

    def __init__(self, file: str, lines: Callable[[], Mapping[Path, int]] | None = None) -> None:
        """Create an object without faults.

        Args:
            file: the name of the file in the messages.
            lines: a function that returns the line of each part of the file. It is called only if
                there is a fault. None = the messages contain no lines.
        """
        self._file = file
        self._find_lines = lines
        self._found: list[tuple[int, Path, Fault]] = []
        self._labels: dict[Path, str] = {}

    def __len__(self) -> int:
        return len(self._found)

    def label(self, path: Path, label: str) -> None:
        """Set a label for the entry at `path`. Messages then contain `entry 31 (DEN-OMA)`."""
        self._labels[path] = _short(label)

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return {} if self._find_lines is None else self._find_lines()

    def add(
        self,
        path: Path,
        *,
        expected: str,
        found: str,
        advice: str,
        common: tuple[str, Mapping[str, Any]] = ("", {}),
    ) -> None:
        """Add one fault.

        Args:
            path: the part of the file with the fault.
            expected: what the file should contain.
            found: what the file contains.
            advice: what the author of the file should do.
            common: the code of the fault, one of `COMMON`, and the values for the code. By default
                the fault has no code.

        Raises:
            TooManyFaults: there are already `MOST_FAULTS`.
        """
        if len(self._found) == MOST_FAULTS:
            raise TooManyFaults
        line = self._line(path)
        place = self._place(path)
        where = f"{self._file}, line {line}" if self._lines else self._file
        text = f"{where}, {place}: expected {expected}, found {found}; {advice}"
        code, values = common
        fault = Fault(text, line if self._lines else None, place, code, values)
        self._found.append((line, path, fault))

    def paths(self) -> tuple[Path, ...]:
        """Return the paths of all faults so far."""
        return tuple(path for _, path, _ in self._found)

    def within(self, *path: str | int) -> bool:
        """Return whether there is a fault at or below this path."""
        return any(place[: len(path)] == path for _, place, _ in self._found)

    def texts(self) -> tuple[str, ...]:
        """Return the messages of all faults, in the order of the file."""
        return tuple(fault.text for fault in self.all())

    def all(self) -> tuple[Fault, ...]:
        """Return all faults with codes and values, in the order of the file."""
        return tuple(fault for _, _, fault in sorted(self._found, key=lambda one: one[0]))

    def _line(self, path: Path) -> int:
        """Return the line of a part of the file.

        If the line of the part is unknown, return that of the smallest part around it whose line is
        known. If there is none, return 1.
        """
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _place(self, path: Path) -> str:
        text = ""
        after_entry = False
        for number, step in enumerate(path, start=1):
            if isinstance(step, int):
                label = self._labels.get(path[:number])
                text += f" entry {step + 1}" + (f" ({label})" if label else "")
                after_entry = True
            else:
                text += (", " if after_entry else "." if text else "") + _short(step)
                after_entry = False
        return text or "top level"


class Table:
    """One table of the file. It records which keys the caller asks for.

    A method that reads a missing or wrong value adds a fault to the `faults` with which the table
    was created, and returns a harmless value. Missing values with a default are no faults.
    """

    def __init__(self, data: Mapping[str, object] | None, path: Path, faults: Faults) -> None:
        """Wrap a table of the file.

        Args:
            data: the contents of the table. None = there is no such table. Missing and unknown keys
                are then no faults.
            path: the path of the table in the file.
            faults: receives the faults.
        """
        self.path = path
        self._data: Mapping[str, object] = {} if data is None else data
        self._silent = data is None
        self._faults = faults
        self._asked: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def given(self, most: int, what: str) -> tuple[str, ...]:
        """Return the first `most` keys of the table, in the order of the file.

        If the table has more keys, add a fault to the `faults` of this table.

        Args:
            most: the maximum number of keys.
            what: the plural noun for the keys in the message.
        """
        if len(self._data) > most:
            self._faults.add(
                self.path,
                expected=f"at most {most} {what} (the engine's capacity for {what})",
                found=str(len(self._data)),
                advice="leave some out",
            )
        return tuple(islice(self._data, most))

    def unknown(self, key: str) -> bool:
        """Return whether the value of the key is null, which JSON has and TOML does not.

        The call counts as asking for the key.
        """
        self._asked.append(key)
        return key in self._data and self._data[key] is None

    def peek(self, key: str) -> str:
        """Return the text under a key, or an empty string if the key has no text.

        The method adds no fault, and does not count as asking for the key.
        """
        value = self._data.get(key)
        return value if isinstance(value, str) else ""

    def fault(
        self,
        key: str,
        *,
        expected: str,
        found: str,
        advice: str,
        common: tuple[str, Mapping[str, Any]] = ("", {}),
    ) -> None:
        """Add a fault at a key of the table.

        Args:
            key: the key.
            expected: what the file should contain.
            found: what the file contains.
            advice: what the author of the file should do.
            common: the code of the fault, one of `COMMON`, and the values for the code. By default
                the fault has no code.

        Raises:
            TooManyFaults: there are already `MOST_FAULTS`.
        """
        self._faults.add(
            (*self.path, key), expected=expected, found=found, advice=advice, common=common
        )

    def integer(
        self, key: str, low: int, high: int, default: int | None = None, limit: str = ""
    ) -> int:
        """Return the whole number under a key.

        A wrong value is a fault, and so is a missing key without a default. In both cases, the
        result is the default, or `low` without a default.

        Args:
            key: the key.
            low: the lowest number allowed.
            high: the highest number allowed.
            default: the result if the key is missing. None = the key is required.
            limit: a name for the engine's capacity that sets `high`, for messages. Empty = `high`
                has another reason.
        """
        value = self._get(key, default is None, "a whole number")
        fallback = low if default is None else default
        if value is None:
            return fallback
        return self._integer((*self.path, key), value, low, high, fallback, limit)

    def integers(
        self, key: str, low: int, high: int, most: int, limit: str = ""
    ) -> tuple[int, ...]:
        """Return the array of whole numbers under a key.

        A missing key, a wrong value, and any other length than one to `most` are faults. If there
        is no array, the result is empty. Of a longer array, the first `most` numbers are returned.
        Each wrong number is replaced by `low`.

        Args:
            key: the key.
            low: the lowest number allowed.
            high: the highest number allowed.
            most: the maximum length of the array.
            limit: a name for the engine's capacity that sets `most`, for messages. Empty = `most`
                has another reason.
        """
        values = self._array(key, most, limit, "whole numbers")
        return tuple(
            self._integer((*self.path, key, index), value, low, high, low, "")
            for index, value in enumerate(values)
        )

    def row(
        self, key: str, bounds: Sequence[tuple[int, int]], fewest: int | None = None
    ) -> tuple[int, ...]:
        """Return the array under a key, with one whole number for each pair of bounds.

        A missing key, a wrong value and a wrong length are faults. If there is no array, the result
        is empty. If the array is too short, so is the result. If the array is too long, the numbers
        without bounds are left out. Each wrong number is replaced by its lower bound.

        Args:
            key: the key.
            bounds: the lowest and the highest value of each number.
            fewest: the minimum length of the array. None = the number of pairs of bounds.
        """
        fewest = len(bounds) if fewest is None else fewest
        values = self._array(key, len(bounds), "", "whole numbers", fewest)
        return tuple(
            self._integer((*self.path, key, index), value, low, high, low, "")
            for index, (value, (low, high)) in enumerate(zip(values, bounds, strict=False))
        )

    def text(
        self,
        key: str,
        default: str | None = None,
        form: re.Pattern[str] | None = None,
        what: str = "a text",
    ) -> str:
        """Return the text under a key, which has no line breaks.

        A wrong value is a fault, and so is a missing key without a default. In both cases, the
        result is an empty string.

        Args:
            key: the key.
            default: the result if the key is missing. None = the key is required.
            form: a pattern for the whole text. None = any text.
            what: what the text should be, for messages.
        """
        value = self._get(key, default is None, what)
        if value is None:
            return default or ""
        return self._text((*self.path, key), value, form, what)

    def texts(
        self, key: str, most: int, form: re.Pattern[str] | None = None, what: str = "a text"
    ) -> tuple[str, ...]:
        """Return the array of at most `most` texts under a key.

        A missing key is no fault. A value that is not an array is a fault. In both cases, the
        result is empty. A longer array is a fault, and only its first `most` texts are returned.
        Each wrong text is a fault and is replaced by an empty string.

        Args:
            key: the key.
            most: the maximum length of the array.
            form: a pattern for each whole text. None = any text.
            what: what each text should be, for messages.
        """
        if key not in self._data:
            self._asked.append(key)
            return ()
        values = self._array(key, most, "", "texts", fewest=0)
        return tuple(
            self._text((*self.path, key, index), value, form, what)
            for index, value in enumerate(values)
        )

    def values(self, key: str, most: int) -> list[object]:
        """Return the array of at most `most` values under a key. The caller must check the values.

        A missing key and a value that is not an array are faults, and the result is then empty. A
        longer array is a fault, and only its first `most` values are returned.
        """
        return self._array(key, most, "", "values", fewest=0)

    def flag(self, key: str, default: bool) -> bool:
        """Return the truth value under a key, or the default if the key is missing.

        Any other value is a fault. The result is then the default.
        """
        value = self._get(key, False, "true or false")
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(
                key,
                expected="true or false",
                found=shown(value),
                advice="write it without quotes",
            )
            return default
        return value

    def choice(self, key: str, choices: Sequence[Chosen], default: Chosen) -> Chosen:
        """Return the word under a key, one of `choices`, or the default if the key is missing.

        Any other value is a fault. The result is then the default.
        """
        value = self._get(key, False, "a word")
        if value is None:
            return default
        if not isinstance(value, str) or value not in choices:
            self.fault(
                key,
                expected="one of " + ", ".join(f'"{choice}"' for choice in choices),
                found=shown(value),
                advice=near_matches(value if isinstance(value, str) else "", choices),
                common=("choice", {"choices": list(choices), "found": shown(value)}),
            )
            return default
        return choices[choices.index(value)]

    def numbers(self, key: str, bounds: Sequence[tuple[str, float]]) -> tuple[float, ...]:
        """Return the numbers of the list under a key, such as the latitude and longitude of a city.

        If the key is missing, all numbers are 0. If the list does not fit the bounds, add a fault
        to the `faults` of this table. All numbers are 0 then, too.

        Args:
            key: the key of the list.
            bounds: for each number, its name in messages and its largest absolute value.
        """
        nothing = tuple(0.0 for _ in bounds)
        value = self._get(key, False, "")
        if value is None:
            return nothing
        items = cast(list[object], value) if isinstance(value, list) else []
        good = [
            float(item)
            for item, (_, bound) in zip(items, bounds, strict=False)
            if isinstance(item, int | float) and not isinstance(item, bool) and abs(item) <= bound
        ]
        if len(good) != len(bounds) or len(items) != len(bounds):
            ranges = " and ".join(f"{name} from -{bound:g} to {bound:g}" for name, bound in bounds)
            self.fault(
                key,
                expected=f"[{', '.join(name for name, _ in bounds)}], {ranges}",
                found=(
                    f"[{', '.join(map(shown, items))}]"
                    if 0 < len(items) <= 2 * len(bounds)
                    else shown(self._data[key])
                ),
                advice="give decimal degrees",
            )
            return nothing
        return tuple(good)

    def table(self, key: str, required: bool = True) -> Table:
        """Return the table under a key.

        A value that is not a table is a fault. A missing table is a fault if it is required. After
        a fault, the result is a table in which missing and unknown keys are no faults. If a table
        that is not required is missing, the result is an empty table.
        """
        value = self._get(key, required, f"a table [{'.'.join(map(str, (*self.path, key)))}]")
        if value is not None and not isinstance(value, dict):
            self.fault(
                key,
                expected="a table",
                found=shown(value),
                advice=f"write [{key}] and its keys below",
            )
            value = None
        missing_optional = value is None and not required and key not in self._data
        data = {} if missing_optional else cast("dict[str, object] | None", value)
        return Table(data, (*self.path, key), self._faults)

    def tables(self, key: str, most: int, limit: str, required: bool = True) -> tuple[Table, ...]:
        """Return the array of tables under a key.

        A missing key or an empty array is a fault if the array is required. A value that is not an
        array is always a fault. In all these cases, the result is empty. A longer array is a fault,
        and only its first `most` entries are read. Entries that are not tables are faults and are
        left out.

        Args:
            key: the key.
            most: the maximum length of the array.
            limit: a name for the engine's capacity that sets `most`, for messages. Empty = `most`
                has another reason.
            required: whether there must be at least one table.
        """
        if not required and key not in self._data:
            self._asked.append(key)
            return ()
        found: list[Table] = []
        fewest = 1 if required else 0
        for index, value in enumerate(self._array(key, most, limit, "tables", fewest)):
            path = (*self.path, key, index)
            if isinstance(value, dict):
                found.append(Table(cast(dict[str, object], value), path, self._faults))
            else:
                self._faults.add(
                    path,
                    expected="a table in braces",
                    found=shown(value),
                    advice='write it as {key = value, key = "text"}',
                )
        return tuple(found)

    def close(self) -> None:
        """Add a fault for every key of the table that the caller has not asked for."""
        if self._silent:
            return
        for key in self._data:
            if key not in self._asked:
                self.fault(
                    key,
                    expected="only known keys",
                    found=f"the unknown key {shown(key)}",
                    advice=near_matches(key, self._asked),
                    common=("unknown_key", {"key": key, "guesses": guesses(key, self._asked)}),
                )

    def _get(self, key: str, required: bool, what: str) -> object | None:
        self._asked.append(key)
        if key not in self._data:
            if required and not self._silent:
                self.fault(
                    key,
                    expected=what,
                    found="nothing",
                    advice=f'add the key "{key}"',
                    common=("missing", {"key": key}),
                )
            return None
        return self._data[key]

    def _array(self, key: str, most: int, limit: str, what: str, fewest: int = 1) -> list[object]:
        value = self._get(key, True, f"an array of {what}")
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(
                key,
                expected=f"an array of {what}",
                found=shown(value),
                advice="write it in square brackets",
            )
            return []
        values = cast(list[object], value)
        if not fewest <= len(values) <= most:
            self.fault(
                key,
                expected=f"{fewest} to {most} entries" + (f" ({limit})" if limit else ""),
                found=str(len(values)),
                advice="leave some out" if len(values) > most else "add some",
                common=("entries", {"fewest": fewest, "most": most, "found": len(values)}),
            )
        # Entries beyond the limit are not checked.
        return values[:most]

    def _integer(
        self, path: Path, value: object, low: int, high: int, fallback: int, limit: str
    ) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if not is_number:
            advice = "write a number without quotes or decimals"
        elif limit and isinstance(value, int) and value > high:
            advice = f"{high} is the engine's capacity: {limit}"
        else:
            advice = "correct it"
        self._faults.add(
            path,
            expected=f"a whole number from {low} to {high}",
            found=shown(value),
            advice=advice,
            common=("number", {"low": low, "high": high, "found": shown(value)}),
        )
        return fallback

    def _text(self, path: Path, value: object, form: re.Pattern[str] | None, what: str) -> str:
        if not isinstance(value, str):
            self._faults.add(path, expected=what, found=shown(value), advice="write it in quotes")
            return ""
        is_plain = (
            bool(value)
            and value.isprintable()
            and value == value.strip()
            and len(value) <= LONGEST_TEXT
        )
        if not is_plain or (form is not None and not form.fullmatch(value)):
            self._faults.add(
                path,
                expected=what,
                found=shown(value) if value else "an empty text",
                advice="correct it"
                if is_plain
                else f"write 1 to {LONGEST_TEXT} characters on one line, no blanks around them",
            )
            return ""
        return value
