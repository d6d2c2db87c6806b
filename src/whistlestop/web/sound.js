// Sounds, generated in the page. They are short and soft, and only played if the reader has switched them on.
import { sounds, turnCue } from "./settings.js";

/** @type {AudioContext | undefined} */
let context;

/**
 * Play one tone.
 *
 * @param {number} frequency in hertz
 * @param {number} at seconds from now
 * @param {number} length seconds
 * @param {OscillatorType} [shape]
 * @param {number} [loudness]
 */
function tone(frequency, at, length, shape = "sine", loudness = 0.08) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

const TUNES = {
  card: () => tone(740, 0, 0.07, "triangle", 0.05),
  claim: () => [0, 0.09, 0.18].forEach((at) => tone(196, at, 0.1, "square", 0.025)),
  ticket: () => [523, 659].forEach((pitch, at) => tone(pitch, at * 0.07, 0.12)),
  // Two tones at once sound like a distant steam whistle.
  turn: () => [523, 622].forEach((pitch) => tone(pitch, 0, 0.5, "triangle", 0.05)),
  end: () => [392, 494, 587, 784].forEach((pitch, at) => tone(pitch, at * 0.14, 0.35)),
};

/**
 * Play a tune, if sounds are on.
 *
 * @param {keyof typeof TUNES} tune
 */
export function play(tune) {
  if (!sounds.value || (tune === "turn" && !turnCue.value)) return;
  // Browsers hold sounds back until the reader has done something on the page, and then play all of them at once.
  const { userActivation } = /** @type {{userActivation?: {hasBeenActive: boolean}}} */ (navigator);
  if (userActivation?.hasBeenActive === false) return;
  TUNES[tune]();
}
