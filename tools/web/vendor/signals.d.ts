// The parts of signals.js that the page uses.

export interface ReadonlySignal<T> {
  /** Return the value without following its changes. */
  peek(): T;
  /** Call `hear` now and after every change. The returned function ends this. */
  subscribe(hear: (value: T) => void): () => void;
  readonly value: T;
}

export interface Signal<T> {
  peek(): T;
  subscribe(hear: (value: T) => void): () => void;
  value: T;
}

export function batch<T>(act: () => T): T;
export function computed<T>(make: () => T): ReadonlySignal<T>;
/** Run `act` now, and whenever a signal that it reads changes. The returned function ends this. */
export function effect(act: () => void): () => void;
/** Return what `read` returns, without following the signals that it reads. */
export function untracked<T>(read: () => T): T;
export function signal<T>(start: T): Signal<T>;
