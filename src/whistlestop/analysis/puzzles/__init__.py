"""Puzzles: positions in which one decision is clearly better than all others.

`puzzle` has the puzzles that come with the program, and says whether an action solves one.
`finding` looks for puzzles in games.
"""
