"""What the server answers is what `/docs/openapi.json` tells, whatever it is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.server.serving import PATIENCE, Json, Person, Running
from tests.server.test_twin_worlds import OF_A_TABLE
from whistlestop.editions.load import all_names, names
from whistlestop.play.record import LONGEST_RECORD
from whistlestop.server.http.guard import POLICY, PROOF
from whistlestop.server.http.routes.setting_up import LARGEST_TABLE
from whistlestop.server.storage.store import Unavailable
from whistlestop.server.table.happenings.talking import PHRASES

EXAMPLES = 10
"""Requests to each operation as described, and as many that are not."""

ENDLESS = "/api/tables/{table_id}/stream"
"""Left out: it answers for as long as one listens. test_live.py follows it."""

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = (GOLDEN / "london-2.record").read_text(encoding="utf-8")

CHECKS = {
    # Whatever fits the schema should be carried out, says this one. Here the rules of the game, a
    # table's state and the names of cities and bots have a say too: what can be read but is not
    # possible is answered by 422, and records that are none by 400.
    "positive_data_acceptance": {"enabled": False},
    # The usual statuses of refusals, and 413: text longer than it may be is too large.
    "negative_data_rejection": {
        "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
    },
}
"""Where schemathesis checks otherwise than it usually does."""

ANY = {400, 401, 408, 429, 431, 500, 503}
"""Statuses that any request may be answered with, whatever it is."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer carries."""

Known = dict[str, list[Any]]

Case = Any
Operation = Any
"""Of schemathesis; what their types leave open is too much for strict checking."""

MOSTLY = st.sampled_from([True, True, False])


def known_values(person: Person) -> Known:
    """Values that lead further than to a refusal, by the name of a parameter or field."""
    london = person.got("/api/editions/london")
    return {
        "moves": [0],
        "name": ["london", "text.woff2", "Ada"],
        "edition": list(names()),
        "club": [person.posted("/api/clubs", {"name": "Sunday"})["id"]],
        "theme": ["light", "dark"],
        "route": list(london["routes"])[:2],
        "city": list(london["cities"])[:2],
        "phrase": list(PHRASES),
        "pace": [{"kind": "none"}],
        "seats": [[{"kind": "me"}, {"kind": "open"}], [{"kind": "me"}, {"kind": "bot"}]],
    }


def new_tables(person: Person) -> Known:
    """A table that waits, one that is played, and one that is over; and how to go on."""
    waiting = person.new_table("london", "me", "open")
    playing = person.new_table("london", "me", "random")
    over = person.http.post("/api/records", content=RECORD).json()["id"]
    words = [action["words"] for action in person.table(playing)["legal"]]
    return {"table_id": [playing, waiting, over], "action": words}


def improved(case: Case, known: Known, choose: st.DataObject) -> None:
    """Put known values into some of a case's places."""
    places: list[Any] = [case.path_parameters, case.query, case.body]
    for values in places:
        if isinstance(values, dict):
            for name, possible in known.items():
                if name in values and choose.draw(MOSTLY, name):
                    values[name] = choose.draw(st.sampled_from(possible))
    if isinstance(case.body, str) and choose.draw(MOSTLY, "record"):
        case.body = RECORD


BOUNDED = settings(
    max_examples=EXAMPLES,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much),
)


def test_answers_are_as_described(server: Running, subtests: pytest.Subtests) -> None:
    person = server.person("Ada")
    known, cookies = known_values(person), dict(person.http.cookies)
    config: Any = schemathesis.Config
    checks = config.from_dict({"checks": CHECKS, "request-timeout": PATIENCE})
    schema: Any = schemathesis.openapi.from_url(
        f"{server.url}/docs/openapi.json", config=checks, timeout=PATIENCE
    )

    def check(case: Case) -> None:
        response = case.call(base_url=server.url, headers=person.headers, cookies=cookies)
        case.validate_response(response)
        for name, value in HEADERS.items():
            assert response.headers[name] == [value], name

    def ask(operation: Operation, mode: GenerationMode) -> None:
        @BOUNDED
        @given(operation.as_strategy(generation_mode=mode), st.data())
        def run(case: Case, choose: st.DataObject) -> None:
            if mode is GenerationMode.POSITIVE:
                improved(case, known, choose)
            check(case)

        run()

    for found in schema.exclude(path=ENDLESS).get_all_operations():
        operation = found.ok()
        known |= new_tables(person)
        with subtests.test(operation.label):
            ask(operation, GenerationMode.POSITIVE)
            if operation.body or operation.query:
                ask(operation, GenerationMode.NEGATIVE)


def operations_of(server: Running) -> Iterator[tuple[str, str, Json]]:
    """Everything that is described: method, path and description."""
    description = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            yield method, path, operation


def test_nothing_is_missing_from_the_description(server: Running) -> None:
    """Every answer is described with its type, and every refusal with its form."""
    refused = {"$ref": "#/components/schemas/Refused"}
    for method, path, operation in operations_of(server):
        words = (method, path)
        assert {int(status) for status in operation["responses"]} >= ANY, words
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                kind = answer["content"]["application/json"]["schema"]
                assert refused in kind.get("oneOf", [kind]), (*words, status)


def fields_in(part: Any) -> Iterator[tuple[str, Json]]:
    """Every field of every object that is described: its name and its schema."""
    parts: Iterable[Any] = ()
    if isinstance(part, dict):
        found = cast(Json, part)
        if found.get("type") == "object":
            yield from found.get("properties", {}).items()
        parts = found.values()
    elif isinstance(part, list):
        parts = cast(list[Any], part)
    for value in parts:
        yield from fields_in(value)


def test_every_field_and_every_parameter_has_a_meaning(server: Running) -> None:
    description = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()
    fields = [*fields_in(description)]
    assert len(fields) > 700
    assert [name for name, schema in fields if not schema.get("description")] == []
    for method, path, operation in operations_of(server):
        for parameter in operation.get("parameters", ()):
            assert parameter["description"], (method, path, parameter["name"])


def test_no_field_may_hold_just_anything(server: Running) -> None:
    """Not even as a part: every list says what is in it, and every mapping."""
    description = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()
    for name, schema in fields_in(description):
        assert {"type", "$ref", "anyOf", "enum"} & {*schema}, name
        parts = [schema, *schema.get("anyOf", ())]
        for part in parts:
            if part.get("type") == "object":
                assert part["additionalProperties"], name
            if part.get("type") == "array":
                assert part.get("items") or part.get("prefixItems"), name


def test_meanings_are_docstrings_in_words_of_json(server: Running) -> None:
    description = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()
    kinds = description["components"]["schemas"]
    drawn = kinds["CardDrawn"]["properties"]
    assert drawn["slot"]["description"] == (
        "The slot of the display, or `null` if the card came from the deck."
    )
    assert drawn["type"]["description"] == kinds["ClaimAction"]["properties"]["kind"]["description"]
    meanings = list(meanings_in(description))
    assert len(meanings) > 1000
    assert [one for one in meanings if re.search(r"\bNone\b", one)] == []


def meanings_in(part: Any) -> Iterator[str]:
    """Every `description` in a part of the description."""
    if isinstance(part, dict):
        for key, value in cast(Json, part).items():
            if key == "description" and isinstance(value, str):
                yield value
            yield from meanings_in(value)
    elif isinstance(part, list):
        for value in cast(list[Any], part):
            yield from meanings_in(value)


def asked(method: str, path: str, server: Running, **more: Any) -> httpx.Response:
    """The answer to a request as described, with something at each place of its path."""
    filled = path.format(
        table_id="A" * 12, name="london", edition="london", moves=0, player="nobody", club="nobody"
    )
    proof = {"X-Requested-With": PROOF, **more.pop("headers", {})}
    return httpx.request(method, server.url + filled, headers=proof, timeout=PATIENCE, **more)


def test_any_request_may_meet_a_database_that_does_not_answer(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first thing asked of it is who is asking."""

    async def gone(*_: object) -> None:
        raise Unavailable("gone")

    monkeypatch.setattr(server.store, "holder", gone)
    for method, path, _ in operations_of(server):
        answer = asked(method, path, server, headers={"Authorization": "Bearer somebody"})
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable"), path


def test_a_body_that_is_too_large_is_refused_as_described(server: Running) -> None:
    body = b" " * (LONGEST_RECORD + LARGEST_TABLE + 1)
    for method, path, operation in operations_of(server):
        for kind in operation.get("requestBody", {}).get("content", ()):
            answer = asked(method, path, server, content=body, headers={"Content-Type": kind})
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large"), path
            assert "413" in operation["responses"], path


def test_bounds_are_in_the_description(server: Running) -> None:
    """Zeros among them, and what can be chosen."""
    description = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()
    kinds = description["components"]["schemas"]
    table = kinds["NewTable"]["properties"]
    seconds = {"type": "number", "minimum": 0, "maximum": 31_536_000}
    assert table["standin_after"]["anyOf"] == [seconds, {"type": "null"}]
    assert table["edition"]["enum"] == [*all_names(), None]
    assert kinds["TimeToThink"]["properties"]["amount"] == {
        "description": "The number of minutes if `kind` is `minutes`, or of days if `kind` is "
        "`days`; then above 0. Ignored if `kind` is `none`.",
        "type": "number",
        "minimum": 0,
        "maximum": 1000,
        "default": 0,
    }
    assert kinds["Phrase"]["properties"]["phrase"]["enum"] == list(PHRASES)
    seat = kinds["SeatToTake"]["properties"]["seat"]
    assert {"type": "integer", "minimum": 0, "maximum": 4} in seat["anyOf"]
    parameters = description["paths"]["/api/tables/{table_id}/at/{moves}"]["get"]["parameters"]
    by_name = {parameter["name"]: parameter["schema"] for parameter in parameters}
    assert by_name["moves"] == {"type": "integer", "minimum": 0}
    person = server.person()
    over = person.post(
        "/api/tables",
        {"edition": "usa", "seats": [{"kind": "open"}] * 2, "standin_after": -1},
    )
    assert over.status_code == 400


def table_in(state: str, ada: Person, ben: Person) -> str:
    """Return the id of a table that Ada has set up, in one of its states."""
    table = ada.new_table("london", "me", "open")
    if state == "closed":
        ada.posted(f"/api/tables/{table}/close")
    if state == "playing":
        ben.posted(f"/api/tables/{table}/join")
    return table


@pytest.mark.parametrize("state", ["open", "playing", "closed"])
def test_refusals_of_tables_are_in_the_description(server: Running, state: str) -> None:
    """Whoever asks: a player, or a person who does not sit there."""
    described = {
        (method.upper(), path): set(operation["responses"])
        for method, path, operation in operations_of(server)
    }
    ada, ben, cleo = (server.person(name) for name in ("Ada", "Ben", "Cleo"))
    table = table_in(state, ada, ben)
    for (method, path), asks in OF_A_TABLE.items():
        if method != "POST" or "{table_id}" not in path:
            continue
        for ask in asks:
            address = ask.address.format(table=table)
            for person in (cleo, ben, ada):
                answer = person.http.post(address, json=ask.body)
                assert str(answer.status_code) in described[method, path], (address, answer.text)
