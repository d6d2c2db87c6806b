// Sounds, generated in the page. They are short and soft, and only played if the reader has switched them on.
import { signal } from "./html.js";
import { sounds, soundsOffered, turnCue } from "./settings.js";

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

/** @typedef {{tones: [number, number][], length: number, shape?: OscillatorType, loudness?: number}} Tune */

/** The tunes. Each tone is a frequency in hertz and the seconds from now. */
const TUNES = {
  card: { tones: spread([740], 0), length: 0.07, shape: "triangle", loudness: 0.05 },
  refused: { tones: spread([220, 175], 0.12), length: 0.18, shape: "triangle", loudness: 0.04 },
  claim: { tones: spread([196, 196, 196], 0.09), length: 0.1, shape: "square", loudness: 0.025 },
  station: { tones: spread([294, 392], 0.09), length: 0.12, shape: "square", loudness: 0.025 },
  passenger: { tones: spread([587, 698, 880], 0.09), length: 0.14, loudness: 0.06 },
  merchandise: { tones: spread([988], 0), length: 0.16, loudness: 0.05 },
  ticket: { tones: spread([523, 659], 0.07), length: 0.12 },
  kept: { tones: spread([659, 523], 0.07), length: 0.1, loudness: 0.05 },
  mixed: { tones: spread([660, 740, 660, 740], 0.05), length: 0.05, shape: "triangle", loudness: 0.03 },
  // Two tones at once sound like a distant steam whistle.
  turn: { tones: spread([523, 622], 0), length: 0.5, shape: "triangle", loudness: 0.05 },
  lastRound: { tones: spread([880, 880], 0.25), length: 0.45, loudness: 0.06 },
  end: { tones: spread([392, 494, 587, 784], 0.14), length: 0.35 },
};

/** @typedef {keyof typeof TUNES} TuneName */

/**
 * Return tones that follow each other.
 *
 * @param {number[]} pitches in hertz
 * @param {number} apart seconds from one tone to the next; 0 = all at once
 * @returns {[number, number][]}
 */
function spread(pitches, apart) {
  return pitches.map((pitch, at) => [pitch, at * apart]);
}

/**
 * The tune of each kind of event. Events without a tune only accompany another event.
 *
 * @type {Partial<Record<Sent.Event["type"], TuneName>>}
 */
const TUNE_OF = {
  CardDrawn: "card",
  DisplaySwept: "mixed",
  DeckReshuffled: "mixed",
  TicketsOffered: "ticket",
  TicketsAnswered: "kept",
  TicketsKept: "kept",
  RouteClaimed: "claim",
  SubstituteGiven: "card",
  TunnelLeft: "refused",
  StationBuilt: "station",
  PassengerPlaced: "passenger",
  PassengerMoved: "passenger",
  MerchandiseCollected: "merchandise",
  FinalRound: "lastRound",
  GameOver: "end",
};

/**
 * Return the tunes of events that happened together. Each tune is in the list once.
 *
 * @param {Pick<Sent.Event, "type">[]} events
 */
export const tunesOf = (events) => [...new Set(events.flatMap(({ type }) => TUNE_OF[type] ?? []))];

/**
 * Play a tune, if sounds are on.
 *
 * @param {TuneName} name
 */
export function play(name) {
  if (!sounds.value || (name === "turn" && !turnCue.value)) return;
  // Browsers hold sounds back until the reader has done something on the page, and then play all of them at once.
  const { userActivation } = /** @type {{userActivation?: {hasBeenActive: boolean}}} */ (navigator);
  if (userActivation?.hasBeenActive === false) return;
  const { tones, length, shape, loudness } = /** @type {Tune} */ (TUNES[name]);
  for (const [pitch, at] of tones) tone(pitch, at, length, shape, loudness);
}

/** Whether the page asks the reader now if they want sounds. */
export const asking = signal(false);

/** Ask the reader once, on all tables together, if they want sounds. Do nothing if they have sounds already. */
export function offerSounds() {
  if (sounds.peek() || soundsOffered.peek()) return;
  soundsOffered.value = true;
  asking.value = true;
}
