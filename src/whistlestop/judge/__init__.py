"""Judgement: what each action is worth, found by playing on in worlds that agree with a view.

`candidates` says which actions are tried, `compiled` plays, `value` has the networks that foresee
how a world ends, `search` shares playouts out among the candidates, and `evaluation` tells the
result in actions and chances.
"""
