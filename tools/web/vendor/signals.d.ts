// What the page uses of signals.js.

export interface ReadonlySignal<T> {
  /** What it holds, without being told when that changes. */
  peek(): T;
  /** Called now, and after every change, until the answer is called. */
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
/** Calling what it returns ends it. */
export function effect(act: () => void): () => void;
export function signal<T>(start: T): Signal<T>;
