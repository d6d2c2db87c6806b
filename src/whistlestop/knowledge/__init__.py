"""Compiled functions that work with what a seat knows in a game.

They count unseen cards, imagine complete positions that agree with the seat's knowledge (worlds),
and estimate which tickets other seats hold.
"""
