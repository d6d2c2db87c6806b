"""Judgement: estimate what each candidate action is worth, by playing games on from a position.

The position is given as a view. The games are played in worlds, which are full states that agree
with the view. `candidates` selects the actions to try. `compiled` plays the games. `value` loads
the neural networks that estimate how a world ends. `search` distributes the playouts among the
candidates. `evaluation` reports the result as typed actions with chances and margins.
"""
