// What the page uses of signals.js.

export interface ReadonlySignal<T> {
  readonly value: T;
}

export interface Signal<T> {
  value: T;
}

export function batch<T>(act: () => T): T;
export function computed<T>(make: () => T): ReadonlySignal<T>;
/** Calling what it returns ends it. */
export function effect(act: () => void): () => void;
export function signal<T>(start: T): Signal<T>;
