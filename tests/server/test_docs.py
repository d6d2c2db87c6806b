"""docs/api.md and docs/hosting.md say what there is."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import httpx

from tests.server.serving import PATIENCE, Running
from whistlestop.language import catalogue
from whistlestop.server.settings import Range, Settings

DOCS = Path(__file__).parents[2] / "docs"
INTERNAL = {"standin_bot", "presence_grace", "polling_grace", "heartbeat", "send_timeout"}
"""Settings that hosts hardly ever need."""


def test_every_request_is_in_the_documents(server: Running) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    paths = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()["paths"]
    for path in paths:
        if not path.startswith("/api/"):
            continue
        words = path.replace("{table_id}", "ID").replace("{moves}", "12").replace("{name}", "usa")
        assert words in text, path


def test_every_refusal_is_in_the_documents() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| ([0-9, ]+) \| .* \|$", text, re.M)
    named = {code for codes, _ in rows for code in re.findall(r"`(\w+)`", codes)}
    sentences = catalogue("", "en") | catalogue("refusals", "en") | catalogue("api", "en")
    codes = {key.split(".")[1] for key in sentences if key.startswith("error.")}
    # The page itself says that it reaches no server.
    assert codes - {"offline"} <= named


def test_example_proxies_keep_figures_inside() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)
    proxies = [
        block for block in blocks if re.search(r"^ +(reverse_proxy|proxy_pass) ", block, re.M)
    ]
    assert len(proxies) == 3
    for block in proxies:
        assert "metrics" in block, block
        assert "404" in block, block


def test_every_setting_is_in_the_documents() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"WHISTLESTOP_([A-Z_]+)", text)) - {"DATA"}
    assert named == {field.name.upper() for field in fields(Settings) if field.name not in INTERNAL}


def test_every_setting_is_listed_with_its_values_and_its_default() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    rows = {
        found[1].lower(): [cell.strip() for cell in found[0].split("|")[1:-1]]
        for found in re.finditer(r"^\| .*`WHISTLESTOP_(\w+)` \|.*$", text, re.M)
    }
    hints = get_type_hints(Settings, include_extras=True)
    for field in fields(Settings):
        if field.name in INTERNAL:
            continue
        *_, value, default = rows[field.name]
        ranges = [one for one in get_args(hints[field.name]) if isinstance(one, Range)]
        if ranges:
            assert f"from {value}" == str(ranges[0]), field.name
        elif isinstance(field.default, bool):
            assert value == "1 or 0", field.name
        else:
            assert value == "", field.name
        if type(field.default) in (int, float):
            assert default == f"{field.default:.12g}", field.name
