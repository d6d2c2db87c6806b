// The choice of opponents for a new table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { companyOf, COMPANIES, inCompany } from "../../src/whistlestop/web/pages/start/company.js";

const me = { kind: "me" };
const planner = { kind: "bot", bot: "planner" };

test("the seats say with whom one plays, if all others are of one kind", () => {
  assert.equal(companyOf([me, planner]), "bot");
  assert.equal(companyOf([planner, me, planner]), "bot");
  assert.equal(companyOf([me, { kind: "here", name: "Ben" }]), "here");
  assert.equal(companyOf([me, { kind: "open" }, { kind: "open" }]), "open");
  assert.equal(companyOf([me, { kind: "open" }, planner]), null);
  // A table of bots only is for watching, so the player has no opponents.
  assert.equal(companyOf([planner, planner]), null);
});

test("a choice keeps how many play, and what fits it", () => {
  for (const company of COMPANIES) {
    const seats = inCompany(company, [planner, me, { kind: "open" }], "expert");
    assert.equal(seats.length, 3);
    assert.deepEqual(seats[0], me);
    assert.equal(companyOf(seats), company);
  }
  const bots = inCompany("bot", [me, planner, { kind: "open" }], "expert");
  assert.deepEqual(bots.slice(1), [planner, { kind: "bot", bot: "expert" }]);
  const ben = { kind: "here", name: "Ben", colour: "red" };
  assert.deepEqual(inCompany("here", [me, planner, ben], "expert").slice(1), [ben, { kind: "here", name: "" }]);
});
