// Words for the page's own things, for all of its modules.

type Child = import("./vendor/preact").Child;
type Reading<T> = import("./vendor/signals").ReadonlySignal<T>;
type Signal<T> = import("./vendor/signals").Signal<T>;

/** An event whose target is known by what listens. */
type EventOf<Target extends EventTarget> = Event & { readonly target: Target };

// ---------------------------------------------- a table, by how much of it is there

type TableStore = import("../../src/whistlestop/web/table/store/store.js").TableStore;

/** It is known, and so is what its edition looks like. */
type Furnished = TableStore & {
  update: Signal<Sent.Update>;
  facts: Signal<Sent.Facts>;
  geometry: Signal<Sent.Geometry>;
};

/** Its game has begun. */
type Begun = Furnished & { update: Signal<Sent.Moment>; position: Reading<Sent.Position> };

/** The reader has a seat in the game. */
type Seated = Begun & { seat: Reading<number>; me: Reading<Sent.Player> };

/** A certain decision is asked of them. */
type Asked<Phase> = Seated & { position: Reading<Extract<Sent.Position, { phase: Phase }>> };

/** What the reader has picked up. */
type PickedUp = { route?: string; card?: string; city?: string; ticket?: string } & (
  | { kind: "routes" | "tickets" | "station" }
  | { kind: "card"; card: string }
  | { kind: "route"; route: string }
  | { kind: "city"; city: string }
  | { kind: "journey"; way?: string[]; planned?: Sent.Outing & { from: string } }
  | { kind: "ticket"; ticket: string }
  | { kind: "ahead" }
);

/** The reader has picked up a certain thing. */
type Holding<Kind> = Begun & { selection: Reading<Extract<PickedUp, { kind: Kind }>> };

/** Somebody who listens for what happens at it. */
type Watcher = (entry: Sent.Entry, before: Sent.Update | null, after: Sent.Update) => void;
