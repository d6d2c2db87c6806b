"""The objects and text formats that users of the package hold.

`game` plays a game, `record` and `position` read and write the text formats, `notation` reads and
says actions in words, `retelling` tells a finished game, and `lessons` are guided games.
"""
