// This page's contribution to the random numbers of a game, so that the server alone cannot choose them.

/** Return 16 new random bytes as hexadecimal digits. */
export const ownShare = () =>
  // Unlike most of the browser's cryptography, getRandomValues is available without https, too.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
