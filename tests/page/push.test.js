// Messages of the server: why a browser cannot get them, and the server's key.
import "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { bytesOf, inBase64, obstacle } from "../../src/whistlestop/web/net/push.js";

const ABLE = {
  isSecureContext: true,
  navigator: { serviceWorker: {} },
  PushManager: class {},
  Notification: { permission: "default" },
};

test("a browser that can get messages has no obstacle", () => {
  assert.equal(obstacle(ABLE), "");
  assert.equal(obstacle({ ...ABLE, Notification: { permission: "granted" } }), "");
});

test("each obstacle has its name", () => {
  const { PushManager, ...without } = ABLE;
  assert.ok(PushManager);
  assert.equal(obstacle({ ...ABLE, isSecureContext: false }), "insecure");
  assert.equal(obstacle({ ...ABLE, Notification: { permission: "denied" } }), "blocked");
  assert.equal(obstacle(without), "unable");
  // Safari on an iPhone: in a tab, and from the home screen of an old version.
  assert.equal(obstacle({ ...without, navigator: { serviceWorker: {}, standalone: false } }), "home_screen");
  assert.equal(obstacle({ ...without, navigator: { serviceWorker: {}, standalone: true } }), "unable");
});

test("the key of the server is read from URL-safe Base64 and written in it", () => {
  assert.deepEqual([...bytesOf("-_8")], [251, 255]);
  assert.equal(inBase64(Uint8Array.from([251, 255]).buffer), "-_8");
  assert.equal(inBase64(null), "");
});
