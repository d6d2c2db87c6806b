"""The bot that plans: it links its tickets over the cheapest joint network and collects for it.

It reads the rules' parameters from the view's edition and knows no edition by name.
"""

from __future__ import annotations

from whistlestop.actions import Action, DrawTickets
from whistlestop.bots.journeys import next_step, place_passenger
from whistlestop.bots.planning import Plan, make_plan
from whistlestop.bots.situation import Situation
from whistlestop.bots.ticketing import best_draw, best_keep
from whistlestop.bots.tunnels import decide_surcharge
from whistlestop.bots.turns import Turn
from whistlestop.bots.weights import Weights
from whistlestop.view import View


class PlannerBot:
    """Plans with its whole network in mind, one decision at a time; quick and without search.

    It leaves nothing to chance: who sees the same game twice plays it the same, whatever the seed.
    """

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        """Make a bot for one seat of one game.

        Args:
            seed: what every bot is given; this one needs none.
            weights: its judgement; the tuned one if left out.
        """
        del seed
        self._weights = weights or Weights()
        self._plan: Plan | None = None
        self._planned_for: object = None

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Decide; in a few milliseconds, however many seconds there are."""
        del seconds
        if len(legal) == 1:
            return legal[0]
        situation = Situation(view)
        weights = self._weights
        match view.phase:
            case "opening_mix":
                draws = [action for action in legal if isinstance(action, DrawTickets)]
                return best_draw(situation, draws, weights)
            case "opening_keep" | "keep":
                return best_keep(situation, legal, weights)
            case "second_card":
                found = Turn(situation, self._plan_for(situation), weights).best_card(legal)
                return found[1] if found else legal[0]
            case "surcharge":
                return decide_surcharge(situation, legal, self._plan_for(situation), weights)
            case "placement":
                return place_passenger(situation, legal, self._plan_for(situation).routes, weights)
            case "journey":
                return next_step(situation, legal, weights)
            case _:
                return Turn(situation, self._plan_for(situation), weights).best_action(legal)

    def _plan_for(self, situation: Situation) -> Plan:
        """The plan; made anew when the board or the seat's tickets have changed."""
        view = situation.view
        board = tuple((player.routes, player.stations) for player in view.players)
        now = (board, situation.me.tickets, view.last_turns)
        if self._plan is None or self._planned_for != now:
            districts = situation.board.districts
            self._plan = make_plan(situation, situation.tickets, districts, self._weights)
            self._planned_for = now
        return self._plan
