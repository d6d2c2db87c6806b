// The parts of hooks.js that the page uses.

export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useRef<T>(start: T): { current: T };
export function useState<T>(start: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
