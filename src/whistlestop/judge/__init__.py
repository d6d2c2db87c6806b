"""Judgement: what each action is worth, found by playing worlds that agree with a view to the end.

`candidates` says which actions are tried, `compiled` plays, `search` shares playouts out among the
candidates, and `evaluation` tells the result in actions and chances.
"""
