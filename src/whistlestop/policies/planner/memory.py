"""What the planner remembers, and the memory that it works in."""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import COLOURS, KINDS, PLACES, ROUTES, TICKETS
from whistlestop.policies.planner.weights import WEIGHTS
from whistlestop.rules.networks import PARTS
from whistlestop.rules.records import record
from whistlestop.rules.trails import TRAIL

GOALS: Final = 48
"""The maximum number of goals in a plan: tickets and districts together."""

LINKS: Final = 64
"""The maximum number of links that all goals of a plan need together."""

TARGETS: Final = 40
"""The maximum number of targets, which are the routes that cards are collected for."""

OPTIONS: Final = 32
"""The maximum number of options, which are the actions that the planner considers in a decision."""

WAYS: Final = 16
"""The maximum number of ways that the search for a passenger's best way keeps at each step."""

WAY = record(
    [
        ("worth", np.float64),
        ("points", np.int64),
        ("city", np.int64),
        ("cards", np.int64),
        ("first", np.int64),
        ("visited", np.uint64),
        ("used", np.uint64, (2,)),
    ]
)
"""A way of a passenger: a sequence of routes that the passenger could travel from a city on.

| field | meaning |
| --- | --- |
| `worth` | the points of the tokens on the way, less the worth of its passenger cards |
| `points` | the points of the tokens on the way |
| `city` | the city where the way ends |
| `cards` | the number of passenger cards in the seat's hand at the end of the way |
| `first` | the first route of the way; -1 = the way has no steps |
| `visited` | the set of cities that the journey has visited at the end of the way |
| `used` | [word] the set of routes that the journey has used at the end of the way |
"""

PLANNER = record(
    [
        # Kept between decisions.
        ("weights", WEIGHTS),
        ("planned", np.int64),
        ("plan_tickets", np.uint64, (2,)),
        ("plan_owned", np.uint64, (2,)),
        ("plan_last", np.int64),
        ("plan_turn", np.int64),
        ("routes", np.uint64, (2,)),
        ("borrowed", np.uint64, (2,)),
        ("opened", np.uint64, (2,)),
        ("detour", np.float64, (ROUTES,)),
        ("targets_turn", np.int64),
        ("planned_targets", np.int64),
        ("trail_owned", np.uint64, (2,)),
        ("trail_ends", np.uint64),
        ("trail_spaces", np.int64),
        ("own_places", np.uint64),
        ("own_spaces", np.int64),
        # Memory to work in.
        ("cost", np.float64, (ROUTES,)),
        ("now", np.float64, (ROUTES,)),
        ("users", np.uint8, (ROUTES,)),
        ("distance", np.float64, (PLACES,)),
        ("via", np.int64, (PLACES,)),
        ("known", np.uint64, (2,)),
        ("known_to", np.uint64, (TICKETS,)),
        ("known_cost", np.float64, (TICKETS,)),
        ("known_path", np.uint64, (TICKETS, 2)),
        ("goals", np.int64),
        ("ticket_goals", np.int64),
        ("gain", np.float64, (GOALS,)),
        ("loss", np.float64, (GOALS,)),
        ("wanted", np.int64, (GOALS,)),
        ("ticket", np.int64, (GOALS,)),
        ("given_up", np.int64, (GOALS,)),
        ("links", np.int64),
        ("link_goal", np.int64, (LINKS,)),
        ("link_from", np.uint64, (LINKS,)),
        ("link_to", np.uint64, (LINKS,)),
        ("link_made", np.int64, (LINKS,)),
        ("path", np.uint64, (LINKS, 2)),
        ("direct", np.float64, (LINKS,)),
        ("order", np.int64, (LINKS,)),
        ("network", np.uint64, (2,)),
        ("network_cost", np.float64),
        ("doubled", np.int64, (GOALS,)),
        ("doubled_gain", np.float64),
        ("parts", np.uint64, (PARTS,)),
        ("part_count", np.int64),
        ("targets", np.int64),
        ("target", np.int64, (TARGETS,)),
        ("priority", np.float64, (TARGETS,)),
        ("colour", np.int64, (TARGETS,)),
        ("missing", np.int64, (TARGETS,)),
        ("reserved", np.int64, (TARGETS,)),
        ("ferry", np.int64, (TARGETS,)),
        ("spare", np.int64, (COLOURS,)),
        ("wild_reserved", np.int64),
        ("uses", np.float64, (KINDS,)),
        ("unseen", np.int64, (KINDS,)),
        ("unseen_total", np.int64),
        ("value", np.float64, (ROUTES,)),
        ("listing", np.int64),
        ("options", np.int64),
        ("highest", np.float64),
        ("option", np.int64, (OPTIONS,)),
        ("worth", np.float64, (OPTIONS,)),
        ("trail", TRAIL),
        ("trail_order", np.int64, (ROUTES,)),
        ("ways", WAY, (WAYS,)),
        ("further", WAY, (WAYS,)),
        ("best_way", WAY),
    ]
)
"""The planner's part of a mind: its weights, its plan, and the memory that it works in.

Costs, gains and worths are in points. Lists have a field with their length, and contents beyond the
length have no meaning. The planner keeps these fields between decisions. At the beginning of a
game, all of them except the weights are zero:

| field | meaning |
| --- | --- |
| `weights` | the planner's weights (see `planner.weights`) |
| `planned` | 1 = there is a plan; 0 = a plan must be made first |
| `plan_tickets` | [word] the set of tickets that the plan was made for |
| `plan_owned` | [word] the seat's routes when the plan was last checked |
| `plan_last` | 1 = the plan was made in the final round; else 0 |
| `plan_turn` | the number of completed turns of all seats when the plan was made |
| `routes` | [word] the routes of the plan that the seat must still claim |
| `borrowed` | [word] the routes of other seats that the plan opens with new stations (E-21) |
| `opened` | [word] the routes of other seats that the seat's stations open (E-21) |
| `detour` | [route] for a planned route, the extra cost of a way around it if a rival takes it |
| `targets_turn` | completed turns of all seats + 1 when the targets were chosen; 0 = never |
| `planned_targets` | how many of the targets, from the first on, are routes of the plan |
| `trail_owned` | [word] the seat's routes when `turn.ensure_trail` last computed the longest path |
| `trail_ends` | the set of the two ends of the seat's longest path; empty if both are one place |
| `trail_spaces` | the number of spaces of the seat's longest path |
| `own_places` | the set of the places that the seat's routes touch |
| `own_spaces` | the number of spaces of all routes of the seat |

These fields are working memory for making a plan:

| field | meaning |
| --- | --- |
| `cost` | [route] what the use of the route costs; 0 for own routes and routes in `opened` |
| `now` | [route] `cost`, or 0 while a link already uses the route |
| `users` | [route] the number of links that use the route |
| `distance` | [place] working memory of `search`: the lowest cost found so far to reach the place |
| `via` | [place] on the path found last, the route that leads to the place; -1 = the first place |
| `known` | [word] the tickets whose cheapest path was found after `cost` last changed |
| `known_to` | [ticket] the set of places in which the ticket's path (`known_path`) may end |
| `known_cost` | [ticket] the cost of the ticket's cheapest path, in points |
| `known_path` | [ticket, word] the routes of the ticket's cheapest path that cost something |
| `goals` | the number of goals: the tickets first, then the districts |
| `ticket_goals` | the number of goals that are tickets |
| `gain` | [goal] points for reaching the goal |
| `loss` | [goal] points lost if the goal is not reached, as a positive number |
| `wanted` | [goal] 1 = the plan pursues the goal; else 0 |
| `ticket` | [goal] the ticket of the goal; without meaning for districts |
| `given_up` | [goal] bit i is 1 if the plan has tried destination i of the goal's ticket |
| `links` | the number of links; a link is a path that a goal needs |
| `link_goal` | [link] the goal that needs the link |
| `link_from` | [link] the set of places where the link may begin |
| `link_to` | [link] the set of places where the link may end |
| `link_made` | [link] 1 = the link is made; 0 = no path exists, or its goal is not wanted |
| `path` | [link, word] the routes of the link's path that cost something |
| `direct` | [link] the cost of the link's cheapest path if no other link shares routes with it |
| `order` | [i] the links that can be made, the cheapest first |
| `network` | [word] the routes that cost something, of all links that are made |
| `network_cost` | the cost of the routes in `network` |
| `doubled` | [goal] 1 = a second way for the ticket was found (B-10) |
| `doubled_gain` | the points for the doubly joined tickets of the plan together |
| `parts` | [part] the connected parts of a network, each as a set of places |
| `part_count` | the number of parts in `parts` |

These fields are working memory for a decision:

| field | meaning |
| --- | --- |
| `targets` | the number of targets, which are the routes that cards are collected for |
| `target` | [i] the route of the i-th target: first the planned routes, the most urgent first |
| `priority` | [i] how important the target is: 1 = the first planned route |
| `colour` | [i] the colour that the target is paid with |
| `missing` | [i] how many cards for the target the hand lacks, without a ferry's locomotives |
| `reserved` | [i] the number of coloured cards in hand that are reserved for the target |
| `ferry` | [i] the number of locomotives in hand that are reserved for the target's ferry |
| `spare` | [colour] the number of cards in hand that are reserved for no target |
| `wild_reserved` | the sum of `ferry` over all targets |
| `uses` | [kind] the use of one more card: about 1 for a card that the plan needs |
| `unseen` | [kind] the number of cards that the seat has not seen: in the deck or in other hands |
| `unseen_total` | the sum of `unseen` |
| `value` | [route] for a planned route, the points at risk; for any other route, its worth |
| `listing` | 1 = all considered actions are listed; 0 = only those that can still be the best |
| `options` | the number of options, which are legal actions that the planner considers |
| `highest` | the worth of the best option; `options.NOTHING` if there are no options |
| `option` | [i] the number of an action that the planner considers (see `rules.actions`) |
| `worth` | [i] the worth of the action `option[i]`, in points |
| `trail` | the working memory of `longest_trail` |
| `trail_order` | [i] the routes of the longest path, in the order of the path |
| `ways` | [i] the ways of a passenger that `find_way` extends in its present step |
| `further` | [i] the ways of `ways`, each extended by one route |
| `best_way` | the most valuable way of a passenger that the last call of `find_way` found |
"""
