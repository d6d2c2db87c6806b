"""Games, and the text formats for games, positions and actions.

`game` plays a game. `record` and `position` read and write the text formats. `notation` converts
actions from words and to words. `retelling` summarises a finished game. `lessons` has guided games.
"""
