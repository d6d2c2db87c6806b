"""Parts of a page whose code is fetched when they are first shown."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage

ARRIVES_BETWEEN = """async () => {
  const { html, render } = await import("/static/html.js");
  const { late } = await import("/static/controls/late.js");
  const Part = late(async () => () => html`<b>arrived</b>`);
  const place = document.body.appendChild(document.createElement("div"));
  place.id = "late";
  render(html`<${Part} />`, place);
  // Effects run after the next frame. The code is there before.
  await Part.prepare();
}"""


def test_a_part_is_shown_if_its_code_arrives_just_after_it_was_drawn(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto("/")
    page.evaluate(ARRIVES_BETWEEN)
    expect(page.locator("#late")).to_have_text("arrived")
