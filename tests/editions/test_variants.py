"""The built-in variants: other tickets on the board of an edition.

V-01: everything else is as on that board.
"""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from tests.editions.facts import per_stack, worth_more

from whistlestop.drawing import geography
from whistlestop.drawing.layout import layout
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import (
    EditionError,
    all_names,
    is_built_in,
    load,
    loads,
    names,
    short_name,
    variants,
    variants_of,
)
from whistlestop.editions.model import Edition, Offer, Ticket, TieBreak, Unkept

OF_THE_TICKETS = {
    "name",
    "title",
    "revision",
    "notes",
    "variant_of",
    "source",
    "stacks",
    "opening",
    "turn",
    "longest_path_bonus",
    "most_tickets_bonus",
    "tie_breaks",
    "tickets",
    "counts",
}
"""The fields of an edition in which a variant may differ from the edition with its board."""

USA_BIG_CITIES = {"CHI", "DAL", "HOU", "LAX", "MIA", "NYC", "SEA"}
EUROPE_BIG_CITIES = {"ANG", "ATH", "BER", "LON", "MAD", "MOS", "PAR", "ROM", "WIE"}


def ends(ticket: Ticket) -> frozenset[str]:
    return frozenset((ticket.origin, ticket.options[0][0]))


def values(edition: Edition) -> dict[frozenset[str], int]:
    """Return the points of each ticket by its two ends."""
    found = {ends(ticket): ticket.options[0][1] for ticket in edition.tickets}
    assert len(found) == len(edition.tickets)
    return found


def test_the_names() -> None:
    assert variants_of("usa") == ("usa-1910", "usa-big-cities", "usa-mega")
    assert variants_of("europe") == ("europe-big-cities", "europe-extended", "europe-mega")
    assert variants_of("london") == ()
    assert all_names() == (*names(), *variants())
    assert [short_name(name) for name in variants_of("usa")] == ["1910", "big-cities", "mega"]


@pytest.mark.parametrize("name", variants())
def test_a_variant_has_the_board_of_its_edition(name: str) -> None:
    variant = load(name)
    board = load(variant.variant_of)
    assert (variant.name, variant.revision, variant.board) == (name, 1, board.name)
    assert is_built_in(variant)
    assert not is_built_in(replace(variant, source="0" * 64))
    for field in fields(Edition):
        if field.name not in OF_THE_TICKETS:
            assert getattr(variant, field.name) == getattr(board, field.name), field.name
    assert layout.layout_of(variant) == layout.layout_of(board)
    assert geography.geography(variant) == geography.geography(board) is not None
    assert gazetteer(variant).board == board.name


def test_a_record_detects_a_change_of_the_boards_file() -> None:
    """The digest of a variant depends on both files, so it is that of neither."""
    assert load("usa-1910").source not in (load("usa").source, load("usa-big-cities").source)


def test_an_own_edition_cannot_name_a_board() -> None:
    """Its meaning would change with the built-in edition. It is written out in full."""
    with pytest.raises(EditionError, match="board"):
        loads('board = "usa"\nname = "mine"\ntitle = "Mine"\nrevision = 1\n')


def test_an_unknown_variant_is_named_with_those_that_are_similar() -> None:
    with pytest.raises(EditionError, match='did you mean "usa-1910"'):
        load("usa-1911")


def test_usa_1910() -> None:
    edition = load("usa-1910")
    assert edition.opening == Offer(keep=2, unkept=Unkept.BOTTOM, draw=(3,))
    assert edition.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(3,))
    assert (edition.longest_path_bonus, edition.most_tickets_bonus) == (0, 15)
    assert edition.tie_breaks == (TieBreak.TICKETS,)  # I-22
    assert per_stack(edition) == {"main": (35, 391)}
    assert not values(edition).keys() & values(load("usa")).keys()
    assert worth_more(edition) == {"LAS-MIA": 1}


def test_usa_big_cities() -> None:
    edition = load("usa-big-cities")
    assert edition.opening == Offer(keep=2, unkept=Unkept.BOTTOM, draw=(4,))
    assert edition.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(4,))
    assert (edition.longest_path_bonus, edition.most_tickets_bonus) == (0, 0)  # I-23
    assert edition.tie_breaks == (TieBreak.TICKETS,)  # I-22
    assert per_stack(edition) == {"main": (35, 389)}
    assert worth_more(edition) == {"CHI-LAX": 1, "LAS-MIA": 1}
    # Those of the first box and of 1910 that name a big city, and one of a promotion.
    tickets, base = values(edition), values(load("usa"))
    known = {two for two in base.keys() | values(load("usa-1910")).keys() if two & USA_BIG_CITIES}
    assert tickets.keys() == known | {frozenset(("CHI", "MON"))}
    # Three tickets of the first box were worth more than their shortest path.
    assert {
        "-".join(sorted(two)) for two in known if base.get(two, tickets[two]) != tickets[two]
    } == {
        "LAX-MIA",
        "LAX-NYC",
        "NYC-SEA",
    }


def test_usa_mega() -> None:
    edition = load("usa-mega")
    assert edition.opening == Offer(keep=3, unkept=Unkept.BOTTOM, draw=(5,))
    assert edition.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(4,))
    assert (edition.longest_path_bonus, edition.most_tickets_bonus) == (10, 15)
    assert edition.tie_breaks == load("usa").tie_breaks
    assert per_stack(edition) == {"main": (69, 754)}
    assert worth_more(edition) == {"CHI-LAX": 1, "LAS-MIA": 1}
    tickets, base = values(edition), values(load("usa"))
    known = base.keys() | values(load("usa-1910")).keys()
    assert {"-".join(sorted(two)) for two in tickets.keys() - known} == {
        "BOS-WAS",
        "CHI-MON",
        "OMA-WIN",
        "POR-VAN",
    }
    assert known < tickets.keys()
    assert values(load("usa-big-cities")).items() < tickets.items()
    assert {"-".join(sorted(two)): tickets[two] for two in base if tickets[two] != base[two]} == {
        "LAX-MIA": 19,
        "LAX-NYC": 20,
        "NYC-SEA": 20,
        "OKL-SSM": 8,
    }


def test_europe_extended() -> None:
    edition, board = load("europe-extended"), load("europe")
    assert (edition.opening, edition.turn) == (board.opening, board.turn)
    assert edition.stacks == ("regular", "long")
    assert per_stack(edition) == {"regular": (59, 484), "long": (6, 123)}
    tickets, base = values(edition), values(board)
    assert base.items() < tickets.items()
    assert not any(two & EUROPE_BIG_CITIES for two in tickets.keys() - base.keys())


def test_europe_big_cities() -> None:
    edition = load("europe-big-cities")
    assert edition.stacks == ("regular",)
    assert edition.opening == Offer(keep=2, unkept=Unkept.OUT, draw=(5,))  # I-23
    assert edition.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(4,))  # I-23
    assert (edition.longest_path_bonus, edition.most_tickets_bonus) == (10, 0)
    assert edition.tie_breaks == (TieBreak.TICKETS, TieBreak.STATIONS, TieBreak.LONGEST_PATH)
    assert per_stack(edition) == {"regular": (45, 502)}
    tickets = values(edition)
    assert all(two & EUROPE_BIG_CITIES for two in tickets)
    base = values(load("europe"))
    assert sum(base.get(two) == points for two, points in tickets.items()) == 15
    assert worth_more(edition) == {
        "BER-PAR": 1,
        "LON-WIE": 1,
        "PAR-ROM": 3,
        "ANG-LON": 1,
    }


def test_europe_mega() -> None:
    """V-22"""
    edition, board = load("europe-mega"), load("europe")
    assert edition.stacks == ("regular", "long")
    assert edition.opening == Offer(keep=3, unkept=Unkept.OUT, draw=(5, 2), most=(5, 1))
    assert edition.turn == board.turn
    assert (edition.longest_path_bonus, edition.tie_breaks) == (10, board.tie_breaks)
    assert per_stack(edition) == {"regular": (89, 857), "long": (12, 230)}
    tickets = values(edition)
    for other in ("europe", "europe-big-cities", "europe-extended"):
        assert values(load(other)).items() < tickets.items()
    rest = tickets.keys() - values(load("europe-big-cities")).keys()
    rest -= values(load("europe-extended")).keys()
    stacks = {ends(ticket): ticket.stack for ticket in edition.tickets}
    assert [stacks[two] for two in rest] == ["long"] * 6
    assert worth_more(edition) == {
        "BER-PAR": 1,
        "LON-WIE": 1,
        "PAR-ROM": 3,
        "ANG-LON": 1,
        "SMY-SOC": 1,
        "BUC-ERZ": -1,
        "ATH-EDI": 1,
        "ANG-ESS": 1,
    }
