from __future__ import annotations

import tomllib

from whistlestop.editions.lines import Path, lines

TRICKY = '''\
# a comment with [brackets] and "quotes
top = "a # no comment, no [array]"   # a comment
many = [1,
  "two ] three",  # ]
  [4, 5],

  {a = 1, b = {c = "}"}},
]
text = """
one "quoted"
= [not, an, array]
"""
raw = \'\'\'
[x]\'\'\'
dotted.key."with space" = 1.5
when = 1979-05-27 07:32:00

[table.inner]
x = true
[[list]]
name = 'a'
[list.sub]
y = 1
[[list]]
name = "b\\"c"
'''


def test_lines_of_a_tricky_text() -> None:
    tomllib.loads(TRICKY)
    found = lines(TRICKY)
    expected: dict[Path, int] = {
        ("top",): 2,
        ("many",): 3,
        ("many", 0): 3,
        ("many", 1): 4,
        ("many", 2): 5,
        ("many", 2, 1): 5,
        ("many", 3): 7,
        ("many", 3, "b", "c"): 7,
        ("text",): 9,
        ("raw",): 13,
        ("dotted", "key", "with space"): 15,
        ("when",): 16,
        ("table", "inner"): 18,
        ("table", "inner", "x"): 19,
        ("list",): 20,
        ("list", 0): 20,
        ("list", 0, "name"): 21,
        ("list", 0, "sub", "y"): 23,
        ("list", 1): 24,
        ("list", 1, "name"): 25,
    }
    assert {path: found.get(path) for path in expected} == expected
