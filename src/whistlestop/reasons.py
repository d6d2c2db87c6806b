"""Reasons why an action is refused, as codes with values and as sentences in any language.

The sentence of a reason is made from its code and its values. The texts come from the language
catalogues, which the page also reads. `docs/reasons.md` describes the values. A value's name has
the same meaning in all reasons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from whistlestop.language import ENGLISH, Language, language
from whistlestop.language import Names as Board

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    # The action does not fit the decision that is due now, or the game is over.
    "must_announce": (),
    "must_keep_opening": (),
    "must_draw_second": (),
    "must_keep": (),
    "must_place": (),
    "must_travel": (),
    "must_pay": (),
    "must_give": (),
    "game_over": (),
    "not_your_turn": ("seats",),
    "cannot_pass": (),
    # Words that do not describe an action.
    "action_too_long": ("number", "given"),
    "nothing_typed": ("commands",),
    "unknown_command": ("word", "commands"),
    "stands_alone": ("command", "word"),
    "number_and_name": ("example",),
    "unknown_card": ("word", "kinds"),
    "ambiguous_card": ("word", "kinds"),
    "unknown_place": ("word",),
    "misspelt_place": ("word", "guesses"),
    "ambiguous_place": ("word", "cities"),
    "unknown_route": ("word",),
    "country": ("city",),
    "two_ends": ("example",),
    "no_link": ("city", "goal", "cities"),
    "no_track": ("city", "goal", "track"),
    # Cards.
    "draw_what": (),
    "deck_empty": (),
    "not_shown": ("card", "kinds"),
    "display_empty": ("card",),
    "whole_draw": ("card",),
    # Tickets.
    "no_tickets_left": (),
    "stacks_short": ("mix",),
    "tickets_alone": (),
    "announce_how": ("example",),
    "announce_number": ("number", "example"),
    "stack_twice": (),
    "unknown_stack": ("word", "stacks"),
    "keep_which": (),
    "not_offered": ("word", "tickets"),
    "no_offer": (),
    "keep_more": ("number", "given"),
    "keep_fewer": ("number", "given", "stacks"),
    # Claiming a route.
    "claim_which": ("example",),
    "claim_ways": ("route", "number"),
    "yours": ("route",),
    "taken": ("route", "seat"),
    "own_parallel": ("route",),
    "parallel_closed": ("route",),
    "pieces": ("route", "number", "left"),
    "ferry": ("route", "number", "wild"),
    "cards": ("route", "number", "colours", "instead"),
    "tracks": ("tracks",),
    # Cards that do not pay for a route.
    "which_cards": ("example",),
    "not_held": ("cards", "lacking"),
    "kind_twice": (),
    "one_colour": (),
    "passenger_cards": (),
    "route_price": ("route", "number", "given"),
    "route_most": ("route", "number", "given"),
    "route_least": ("route", "number", "given"),
    "route_colour": ("route", "colour"),
    "wild_too_short": ("wild", "number"),
    "wild_for_tunnels": ("wild",),
    "wild_for_special": ("wild",),
    "ferry_wilds": ("route", "number", "wild"),
    "substitutes": ("route", "number"),
    # Tunnels.
    "no_tunnel": (),
    "surcharge": ("number", "colour", "wild"),
    "surcharge_wild": ("number", "wild"),
    "surcharge_price": ("number", "given"),
    "surcharge_ways": ("number",),
    # Stations.
    "no_stations": (),
    "all_stations_built": ("number",),
    "station_where": ("example",),
    "station_there": ("city", "seat"),
    "station_cards": ("number",),
    "station_price": ("number", "given"),
    "station_ways": ("city", "number"),
    # Passengers.
    "no_passengers": (),
    "nothing_to_place": (),
    "place_where": (),
    "all_placed": (),
    "passenger_there": ("city",),
    "not_on_route": ("city", "route"),
    "move_which": (),
    "none_on_board": (),
    "not_standing": ("city", "cities"),
    "no_way": ("city",),
    "no_way_anywhere": ("cities",),
    "no_journey": (),
    "go_where": (),
    "go_which": (),
    "elsewhere": ("route", "city"),
    "never_into_country": (),
    "travelled": ("route",),
    "unclaimed": ("route",),
    "no_toll": ("route",),
    "too_early_to_stop": (),
}
"""The codes of all reasons, each with the names of its values."""


class Names(Board, Protocol):
    """The names that sentences need from an edition: its places, routes, tickets and cards."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of cards, by the kind's number.

        The first name must be that of a colour, because sentences use it as an example. The name is
        an empty string for a kind that the edition does not have.
        """
        ...


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why an action is refused. `str(reason)` is a whole English sentence."""

    code: str
    """A key of `VALUES`."""
    values: Mapping[str, Any]
    """The values that `VALUES` lists for the code, such as numbers, codes of places and routes, and
    names of cards. All values can be written as JSON."""
    index: Names = field(compare=False, repr=False)
    """The names of the edition's places and routes."""
    people: Sequence[str] = field(default=(), compare=False, repr=False)
    """The players' names by seat. Empty if the names are not known."""

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, code: str, people: Sequence[str] = ()) -> str:
        """Return the sentence of the reason in a language.

        Args:
            code: the code of a language, one of `LANGUAGES`.
            people: the players' names by seat. If empty, the attribute `people` is used.

        Raises:
            ValueError: there is no such language.
        """
        spoken = language(code)
        holes = filled(self.values, self.index, spoken, people or self.people)
        return spoken.say(f"reason.{self.code}", **holes)


def because(index: Names, code: str, /, people: Sequence[str] = (), **values: Any) -> Reason:
    """Create a reason and return it.

    Args:
        index: the names of the edition's places and routes.
        code: a key of `VALUES`.
        people: the players' names by seat. If empty, the sentence numbers the players.
        values: the values that `VALUES` lists for the code.
    """
    assert {*values} == {*VALUES[code]}, code
    return Reason(code, values, index, people)


def tracks(index: Names, reasons: Mapping[str, Reason]) -> Reason:
    """Return one reason for several parallel routes.

    If the reasons of all routes have the same sentence, return the reason of the first route.
    Otherwise return a reason with the code `tracks` that lists the reason of each route.

    Args:
        index: the names of the edition's places and routes.
        reasons: the reason of each route, by the route's code. There must be at least one.
    """
    first = next(iter(reasons.values()))
    if all(str(reason) == str(first) for reason in reasons.values()):
        return first
    each = [
        {"route": route, "code": reason.code, "values": reason.values, "message": str(reason)}
        for route, reason in reasons.items()
    ]
    return because(index, "tracks", tracks=each)


def whole_sentence(words: str) -> str:
    """Return the words with a capital letter, and with a full stop if no mark ends the sentence."""
    end = "" if words.endswith((".", "?", "!", "…")) else "."
    return f"{words[:1].upper()}{words[1:]}{end}"


def filled(
    values: Mapping[str, Any], index: Names, spoken: Language, people: Sequence[str]
) -> dict[str, Any]:
    """Return the text for each placeholder of a sentence, by the placeholder's name.

    Args:
        values: the values of a reason or a motive.
        index: the names of the edition's places and routes.
        spoken: the language of the sentence.
        people: the players' names by seat. If empty, the players are numbered.
    """

    def player(seat: int) -> str:
        return people[seat] if people else spoken.player(seat)

    # The name of a card, for sentences that ask for cards and give an example.
    holes: dict[str, Any] = {"card": spoken.card(index.kinds[0])}
    for name, value in values.items():
        match name:
            case "number":
                holes["n"] = value
            case "seat":
                holes["name"] = player(value)
            case "seats":
                holes["names"] = spoken.listed([player(seat) for seat in value])
            case "card" | "colour" | "wild":
                holes[name] = spoken.card("grey" if value is None else value)
            case "kinds":
                holes[name] = spoken.listed([spoken.card(kind) for kind in value])
            case "colours":
                instead = [values["instead"]] if values["instead"] else []
                holes[name] = spoken.either(
                    [spoken.card(kind) for kind in (*(value or ("grey",)), *instead)]
                )
            case "cards" | "lacking":
                holes[name] = spoken.cards(value)
            case "city" | "goal":
                holes[name] = spoken.place(index, value)
            case "cities":
                holes[name] = spoken.listed([spoken.place(index, code) for code in value])
            case "guesses":
                holes[name] = spoken.either([spoken.place(index, code) for code in value])
            case "ticket":
                holes[name] = spoken.ticket(index, value)
            case "route":
                holes[name] = spoken.route(index, value)
            case "command":
                holes[name] = spoken.command(value)
            case "commands":
                holes[name] = spoken.listed([spoken.command(one) for one in value])
            case "stacks":
                holes[name] = spoken.listed([spoken.stack(stack) for stack in value])
            case "mix":
                holes[name] = spoken.stacks(value)
            case "tickets":
                offer = enumerate(value, start=1)
                holes[name] = ", ".join(f"{at} {spoken.ticket(index, one)}" for at, one in offer)
            case "tracks":
                holes[name] = " ".join(
                    f"{one['route']}: "
                    + Reason(one["code"], one["values"], index).said(spoken.code, people)
                    for one in value
                )
            case _:
                holes[name] = value
    return holes
