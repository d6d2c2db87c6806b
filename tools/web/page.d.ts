// Words for the page's own things, for all of its modules.

type Child = import("./vendor/preact").Child;
type Reading<T> = import("./vendor/signals").ReadonlySignal<T>;
type Signal<T> = import("./vendor/signals").Signal<T>;

/** An event whose target is known by what listens. */
type EventOf<Target extends EventTarget> = Event & { readonly target: Target };

// ------------------------------------------------- what is sent, by what the page asks of it

declare namespace Sent {
  type ActionOf<Kind> = Extract<Action, { kind: Kind }>;

  type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;
  /** What many events have, so that any may be asked for it. */
  type AnyEvent = Event & { seat?: number | null; starter?: number; name?: string };
  /** What to do about some of the events. */
  type Handlers<About, Result> = {
    [Type in Event["type"]]?: (event: EventOf<Type> & AnyEvent, about: About) => Result;
  };

  /** A position, which has more parts in some phases. */
  type PhasedPosition = Position &
    (
      | { phase: Exclude<PhaseName, "placement" | "journey" | "surcharge"> }
      | { phase: "placement"; route: string }
      | { phase: "journey"; journey: Journey }
      | { phase: "surcharge"; route: string; tunnel: Tunnel }
    );

  /** The update of a game that has begun, with all that belongs to the present moment. */
  type Present = Omit<Moment, "entry" | "position"> & { entry: Entry | null; position: PhasedPosition };
}

// ---------------------------------------------- a table, by how much of it is there

type TableStore = import("../../src/whistlestop/web/table/store/store.js").TableStore;

/** It is known, and so is what its edition looks like. */
type Furnished = TableStore & {
  update: Reading<Sent.Update>;
  facts: Reading<Sent.Facts>;
  geometry: Reading<Sent.Geometry>;
};

/** Its game has begun. */
type Begun = Furnished & { update: Reading<Sent.Present>; position: Reading<Sent.PhasedPosition> };

/** The reader has a seat in the game. */
type Seated = Begun & { seat: Reading<number>; me: Reading<Sent.Player> };

/** A certain decision is asked of them. */
type Asked<Phase> = Seated & { position: Reading<Extract<Sent.PhasedPosition, { phase: Phase }>> };

/** What the reader has picked up. */
type PickedUp = { route?: string; card?: string; city?: string; ticket?: string } & (
  | { kind: "routes" | "tickets" | "station" }
  | { kind: "card"; card: string }
  | { kind: "route"; route: string }
  | { kind: "city"; city: string }
  | { kind: "journey"; way?: string[]; planned?: Sent.JourneyPreview & { from: string } }
  | { kind: "ticket"; ticket: string }
  | { kind: "ahead" }
);

/** The reader has picked up a certain thing. */
type Holding<Kind> = Begun & { selection: Reading<Extract<PickedUp, { kind: Kind }>> };

/** Somebody who listens for what happens at it. */
type Watcher = (entry: Sent.Entry, before: Sent.Update | null, after: Sent.Update) => void;
