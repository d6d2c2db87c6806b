// The parts of preact.js that the page uses.

/** A rendered element. Only the library reads its fields. */
export interface VNode {
  readonly type: unknown;
  readonly props: object;
  readonly key: unknown;
}

/** Anything that can stand between tags. Null, undefined and booleans show nothing. */
export type Child = VNode | string | number | boolean | null | undefined | Child[];

export function Fragment(props: { children?: Child }): Child;
export function h(type: unknown, props: object | null, ...children: unknown[]): VNode;
export function render(shown: Child, parent: Element): void;
