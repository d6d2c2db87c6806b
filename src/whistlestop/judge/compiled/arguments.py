"""The arguments of `playouts.play_worlds`, grouped into named tuples."""

# Annotations are evaluated here, because the tool that makes the reference cannot evaluate those of
# named tuples later.

from typing import NamedTuple

from whistlestop.policies.record_types import Mind
from whistlestop.rules.annotations import Number, Numbers, Records
from whistlestop.rules.record_types import Book, State


class Decision(NamedTuple):
    """A decision that is searched: the position, the minds and the candidates."""

    books: Records[Book]
    """The facts of the edition, as an array of one `BOOK`."""
    roots: Records[State]
    """A position that is not over, as an array of one `STATE`. What its deciding seat cannot know
    has no effect, unless all cards are open."""
    open_cards: Number
    """1 if every world is the position itself, with all its cards and tickets. 0 if what the
    deciding seat cannot know is imagined."""
    minds: Records[Mind]
    """[seat] the minds of all seats before the decision."""
    set_weights: Numbers
    """[feature] the weights by which sets of tickets are imagined; see `judge.ticket_sets`."""
    actions: Numbers
    """[candidate] the number of the candidate's action."""
    payments: Numbers
    """[candidate] the number of the payment for the action, or `ALONE`."""


class Outcomes(NamedTuple):
    """The arrays that receive how the worlds end for the deciding seat."""

    shares: Numbers
    """[world, candidate] the share of the win: 1 for a sole winner, 1/n for each of n winners, else
    0. If a neural network estimates the end of the world, the chance to win."""
    margins: Numbers
    """[world, candidate] the lead over the best other seat at the end, in points, or the neural
    network's estimate of this lead."""
    all_shares: Numbers
    """[world, candidate, seat] the share of the win of every seat. Nothing is written if the array
    is empty, nor for worlds that are not played to the end."""
    all_margins: Numbers
    """[world, candidate, seat] the lead of every seat over the best other seat, in points. Nothing
    is written if the array is empty, nor for worlds that are not played to the end."""


class Trace(NamedTuple):
    """The arrays that receive the first actions after the candidate in the last playout."""

    actions: Numbers
    """[i] the number of the i-th action, in the order of playing."""
    positions: Records[State]
    """[i] the position in which the i-th action is taken."""
