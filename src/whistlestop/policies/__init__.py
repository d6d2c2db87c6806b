"""Fast decisions, compiled: policies that play from any position in a few microseconds.

A policy is a function `choose(book, state, mind, luck)` that returns a legal action of the deciding
seat. It is handed the whole state, and reads of it only what that seat may know; a test permutes
everything else and demands the same decision.
"""
