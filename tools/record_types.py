"""Make the modules `record_types`, from which editors know the fields of the records.

    .venv/bin/python tools/record_types.py

Compiled functions work on records, whose fields NumPy knows only at run time. For each record, this
tool writes a class with the fields, their types, and their meanings in the record's documentation.
Run it after every change of a record or of its documentation. A test fails if a module is outdated.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import re
from pathlib import Path
from typing import Any, Final

import numpy as np

PACKAGE: Final = Path(__file__).parent.parent / "src" / "whistlestop"

RECORDS: Final = {
    "rules": (
        ("state", "STATE", "State", "A position: all that lies on the table of one game."),
        ("book", "BOOK", "Book", "An edition in tables of fixed size, for compiled functions."),
        ("luck", "LUCK", "Luck", "The source of randomness, full or light."),
        ("trails", "TRAIL", "Trail", "The working memory of the search for the longest path."),
        ("scoring", "SHEET", "Sheet", "A score sheet, and the memory that scoring needs."),
        ("entry.whole_actions", "GAME", "PlayedGame", "A game that is played from Python."),
        (
            "entry.whole_actions",
            "WORKSPACE",
            "Workspace",
            "The working memory for taking and listing whole actions.",
        ),
        ("entry.journeys", "SEARCH", "Search", "The working memory of the search for journeys."),
    ),
    "knowledge": (
        (
            "inference",
            "LIKELIHOOD",
            "Likelihood",
            "How likely the other seats hold each ticket, and a workspace.",
        ),
    ),
    "policies": (
        (
            "planner.weights",
            "WEIGHTS",
            "Weights",
            "The planner's weights; `policies.planner.weights.DEFAULTS` says what they mean.",
        ),
        ("planner.memory", "WAY", "Way", "A way that a passenger could travel."),
        ("planner.memory", "PLANNER", "Planner", "The planner's part of a mind."),
        (
            "published.memory",
            "PUBLISHED",
            "Published",
            "What a published agent remembers between its decisions, and its working memory.",
        ),
        (
            "mind",
            "MIND",
            "Mind",
            "The mind of a seat: what the bot on the seat remembers, and its weights.",
        ),
    ),
    "observations/compiled": (
        (
            "sizes",
            "LAYOUT",
            "LayoutRecord",
            "How many items of each sort a layout has, and where features begin (-1 = not there).",
        ),
        ("memory", "MEMORY", "Memory", "What has happened in a game so far, as seats saw it."),
    ),
    "judge/compiled": (
        ("features", "LEDGER", "Ledger", "The record in which features are computed."),
        (
            "neural_network",
            "NEURAL_NETWORK",
            "NeuralNetwork",
            "The weights of a neural network that estimates how a game ends.",
        ),
        (
            "neural_network",
            "NEURAL_WORKSPACE",
            "NeuralWorkspace",
            "The working memory of a neural network.",
        ),
        ("playouts", "PLAYOUT_WORKSPACE", "PlayoutWorkspace", "The working memory of playouts."),
        (
            "samples",
            "SAMPLING_WORKSPACE",
            "SamplingWorkspace",
            "The working memory in which examples are made.",
        ),
    ),
    "envs/compiled": (("lanes", "LANE", "Lane", "What a lane holds besides its game's state."),),
}
"""The records of each folder: module, name, the name of its class, and what the record is."""

CLASSES: Final = {
    (f"whistlestop.{folder.replace('/', '.')}.{module}", name): (folder, cls)
    for folder, records in RECORDS.items()
    for module, name, cls, _ in records
}


def meanings(module: Any, name: str) -> dict[str, str]:
    """Return the meaning of each field that the documentation of a record has in its table.

    The table is in the string after the record's definition, or else in the module's documentation.
    """
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    texts = [ast.get_docstring(tree) or ""]
    for here, after in zip(tree.body, tree.body[1:], strict=False):
        defines = isinstance(here, ast.Assign) and ast.unparse(here.targets[0]) == name
        if defines and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            texts.append(str(after.value.value))
    found: dict[str, str] = {}
    for text in texts:
        for fields, meaning in re.findall(r"^\| (`.*?`) \| (.*) \|$", text, re.MULTILINE):
            names = re.findall(r"`(\w+)`", fields)
            index, rest = re.fullmatch(r"(\[.*?\] )?(.*)", meaning).groups(default="")
            parts = rest.split("; ")
            for i, field in enumerate(names):
                found[field] = index + parts[i] if len(parts) == len(names) else meaning
    return found


def known_records() -> dict[np.dtype[Any], tuple[str, str]]:
    """Return the folder and the class of each record, by the record's type."""
    return {
        getattr(importlib.import_module(module), name): place
        for (module, name), place in CLASSES.items()
    }


def annotation(kind: np.dtype[Any], known: dict[np.dtype[Any], tuple[str, str]]) -> str:
    """Return the annotation of a field of this type."""
    base, shape = kind.subdtype or (kind, ())
    if base in known:
        cls = known[base][1]
        return f"Records[{cls}]" if shape else cls
    if shape:
        return f"npt.NDArray[np.{base.name}]"
    if base == np.uint64:
        return "Set"
    return "Real" if base.kind == "f" else "Number"


def module_text(folder: str) -> str:
    """Return the text of a folder's module `record_types`."""
    known = known_records()
    body: list[str] = []
    needed: dict[str, set[str]] = {}
    for module_name, name, cls, what in RECORDS[folder]:
        module = importlib.import_module(f"whistlestop.{folder.replace('/', '.')}.{module_name}")
        record: np.dtype[Any] = getattr(module, name)
        said = meanings(module, name)
        body += ["", "", f"class {cls}(Protocol):", f'    """{what}"""', ""]
        for field, place in (record.fields or {}).items():
            kind = annotation(place[0], known)
            base = (place[0].subdtype or (place[0], ()))[0]
            if base in known and known[base][0] != folder:
                needed.setdefault(known[base][0], set()).add(known[base][1])
            body.append(f"    {field}: {kind}")
            if field in said:
                body += _docstring(said[field])
    text = "\n".join(body)
    ours = ("Number", "Real", "Records", "Set")
    used = [name for name in ours if re.search(rf"\b{name}\b", text)]
    imports = {"whistlestop.rules.annotations": used}
    for other, classes in needed.items():
        imports[f"whistlestop.{other.replace('/', '.')}.record_types"] = sorted(classes)
    lines = [
        f'"""Fields of the records in `{folder}`. Made by `tools/record_types.py`."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Protocol",
        "",
        *(["import numpy as np"] if "np." in text else []),
        *(["import numpy.typing as npt"] if "npt." in text else []),
        *([""] if "np." in text else []),
    ]
    for name, names in sorted(imports.items()):
        if names:
            lines.append(f"from {name} import {', '.join(names)}")
    return "\n".join(lines).rstrip() + "\n\n\n" + text.strip() + "\n"


def _docstring(meaning: str) -> list[str]:
    """Return a field's meaning as the lines of its documentation."""
    sentence = meaning[0].upper() + meaning[1:]
    if not sentence.endswith("."):
        sentence += "."
    words, lines, line = sentence.split(), [], '    """'
    for i, word in enumerate(words):
        longer = line + word if line.endswith('"""') else f"{line} {word}"
        if len(longer) + (3 if i + 1 == len(words) else 0) > 100:
            lines.append(line)
            line = f"    {word}"
        else:
            line = longer
    return [*lines, f'{line}"""']


def path(folder: str) -> Path:
    """Return the path of a folder's module `record_types`."""
    return PACKAGE / folder / "record_types.py"


def main() -> None:
    """Write the modules."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for folder in RECORDS:
        path(folder).write_text(module_text(folder), encoding="utf-8")


if __name__ == "__main__":
    main()
