// Types that all modules of the page share.

type Child = import("./vendor/preact").Child;
type Reading<T> = import("./vendor/signals").ReadonlySignal<T>;
type Signal<T> = import("./vendor/signals").Signal<T>;

/** An event whose target has a known type. */
type EventOf<Target extends EventTarget> = Event & { readonly target: Target };

// ---------------------------------------------- parts of what the server sends

declare namespace Sent {
  type ActionOf<Kind> = Extract<Action, { kind: Kind }>;

  type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;
  /** An event with the fields that many events have, and any may have. */
  type AnyEvent = Event & { seat?: number | null; starter?: number; name?: string };
  /** Functions that handle some types of events. */
  type Handlers<About, Result> = {
    [Type in Event["type"]]?: (event: EventOf<Type> & AnyEvent, about: About) => Result;
  };

  /** A position. In some phases it has additional fields. */
  type PhasedPosition = Position &
    (
      | { phase: Exclude<PhaseName, "placement" | "journey" | "surcharge" | "substitution"> }
      | { phase: "placement"; route: string }
      | { phase: "journey"; journey: Journey }
      | { phase: "surcharge"; route: string; tunnel: Tunnel }
      | { phase: "substitution"; route: string }
    );

  /** The update of a game that has begun, with all fields of the present moment. */
  type Present = Omit<Moment, "entry" | "position"> & { entry: Entry | null; position: PhasedPosition };
}

// ---------------------------------------------- the store of a table, by what it has

type TableStore = import("../../src/whistlestop/web/table/store/store.js").TableStore;

/** A store that has an update, and the facts and geometry of the edition. */
type Furnished = TableStore & {
  update: Reading<Sent.Update>;
  facts: Reading<Sent.Facts>;
  geometry: Reading<Sent.Geometry>;
};

/** A store whose game has begun. */
type Begun = Furnished & { update: Reading<Sent.Present>; position: Reading<Sent.PhasedPosition> };

/** A store of a game in which the reader has a seat. */
type Seated = Begun & { seat: Reading<number>; me: Reading<Sent.Player> };

/** A store in which a player has to make the decision of this phase. */
type Asked<Phase> = Seated & { position: Reading<Extract<Sent.PhasedPosition, { phase: Phase }>> };

/** An action that the coach warns of. */
type Warned = { words: string; language?: Sent.SpokenLanguage; warning: Sent.WarningSent };

/** The thing that the reader has picked up, such as a route or a card. */
type PickedUp = { route?: string; card?: string; city?: string; ticket?: string } & (
  | { kind: "routes" | "tickets" | "station" | "hint" }
  | { kind: "card"; card: string }
  | { kind: "route"; route: string }
  | { kind: "city"; city: string }
  | { kind: "journey"; way?: string[]; planned?: Sent.JourneyPreview & { from: string } }
  | { kind: "ticket"; ticket: string }
  | { kind: "ahead" }
);

/** A store in which the reader has picked up a thing of this kind. */
type Holding<Kind> = Begun & { selection: Reading<Extract<PickedUp, { kind: Kind }>> };

/** A function that is called with each new entry, and the updates before and after it. */
type Watcher = (entry: Sent.Entry, before: Sent.Update | null, after: Sent.Update) => void;
