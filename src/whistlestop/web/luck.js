// What this page adds to the luck of a game, so that the server does not draw it alone.

/** A random value, different at every call. */
export const ownShare = () =>
  // Unlike most of the browser's cryptography, this is there without https, too.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
