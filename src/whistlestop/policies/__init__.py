"""Policies, compiled: functions that choose an action in any position in a few microseconds.

A policy is a function `choose(book, state, mind, luck)` that returns a legal action of the deciding
seat. The function gets the whole state, but reads only what that seat may know. A test permutes
everything else and checks that the decision does not change.
"""
