// What the page uses of preact.js.

/** Something drawn; only the library looks into it. */
export interface VNode {
  readonly type: unknown;
  readonly props: object;
  readonly key: unknown;
}

/** Whatever can stand between tags; of these, null, undefined and booleans show nothing. */
export type Child = VNode | string | number | boolean | null | undefined | Child[];

export function Fragment(props: { children?: Child }): Child;
export function h(type: unknown, props: object | null, ...children: unknown[]): VNode;
export function render(shown: Child, parent: Element): void;
