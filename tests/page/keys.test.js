// Keyboard shortcuts at the table: which element a key presses, and when keys are ignored.
import "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { shortcuts } from "../../src/whistlestop/web/settings.js";
import { isMeant, pressedBy } from "../../src/whistlestop/web/table/keys.js";

const press = (key, more = {}) => ({ key, code: "", shiftKey: false, ...more });

test("digits take cards, on any keyboard, and letters open things", () => {
  assert.equal(pressedBy(press("1")), '[data-place="slot-0"]');
  assert.equal(pressedBy(press("5", { code: "Numpad5" })), '[data-place="slot-4"]');
  // On a French keyboard digits are typed with Shift.
  assert.equal(pressedBy(press("à", { code: "Digit0" })), '[data-place="deck"]');
  assert.equal(pressedBy(press("t")), ".stack");
  assert.equal(pressedBy(press("R")), '.moves [data-opens="routes"]');
  for (const key of ["6", "x", "Enter", "Tab"]) assert.equal(pressedBy(press(key)), null);
  assert.equal(pressedBy(press("T", { shiftKey: true })), null);
});

test("keys are not meant for the table while somebody types, or holds another key", () => {
  const event = { repeat: false, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target: null };
  assert.ok(isMeant(event));
  for (const held of ["repeat", "ctrlKey", "metaKey", "altKey", "isComposing"])
    assert.ok(!isMeant({ ...event, [held]: true }));
  const inside = (name) => ({ closest: (selector) => (selector.split(", ").includes(name) ? {} : null) });
  assert.ok(isMeant({ ...event, target: inside("button") }));
  for (const name of ["input", "select", "textarea", "dialog"]) assert.ok(!isMeant({ ...event, target: inside(name) }));
  shortcuts.value = false;
  assert.ok(!isMeant(event));
  shortcuts.value = true;
});
