// What the server sends, and what is sent to it: docs/api.md and /docs of a running server tell what
// it means, server/update.py, facts.py and legal.py make it. tests/server/test_types.py compares.

declare namespace Sent {
  /** Pairs of kind and number. */
  type Cards = [card: string, number: number][];
  type Mix = [stack: string, number: number][];
  /** Kind → number; kinds of which there is none are left out. */
  type Hand = Record<string, number>;

  // ------------------------------------------------------------------ a table

  interface Update {
    type: "update";
    version: number;
    table: Table;
    /** null: only somebody came or went. */
    entry: Entry | null;
    /** null, as the five after it: the game has not begun, or another update follows at once. */
    position: Position | null;
    /** Seats. */
    deciding: number[] | null;
    /** What the viewer may do now. */
    legal: Action[] | null;
    ways: Ways | null;
    districts: District[] | null;
    /** Seconds left to each seat; null also where no clock runs. */
    clocks: number[] | null;
    /** Players who are away, and what happens next to their seats. */
    absences: Absence[] | null;
    /** In a snapshot: all entries so far. */
    log?: Entry[];
  }

  interface Snapshot extends Update {
    log: Entry[];
  }

  /** Of a game that has begun, once all is there. */
  interface Moment extends Update {
    position: Position;
    deciding: number[];
    legal: Action[];
    ways: Ways;
    districts: District[];
  }

  interface Absence {
    seat: number;
    /** A bot stands in, or the seat can be given to a bot or to another person. */
    then: "standin" | "offer";
    /** Until then. */
    seconds: number;
  }

  type BotPace = "relaxed" | "brisk" | "instant";

  interface Closing {
    entry: number;
    seat: number | null;
    awaited: number[];
  }

  interface Passing {
    /** The number of the entry in which it was asked. */
    entry: number;
    seat: number;
    /** The host's. */
    asker: number | null;
    /** Seats that have not agreed yet. */
    awaited: number[];
    /** Whether nobody else plays who could agree. */
    alone: boolean;
  }

  interface Table {
    id: string;
    state: "open" | "playing" | "over" | "closed";
    /** `usa`, or `table.ID` for one of somebody's own. */
    edition: string;
    title: string;
    /** Whether that is the viewer. */
    host: boolean;
    /** The host's seat, if they have one. */
    host_seat: number | null;
    /**
     * `seat`: with whose eyes; `seats`: all at one's device; `former`: the one that the viewer had in this
     * game and no longer has.
     */
    you: { seat: number | null; name: string; seats: number[]; former: number | null };
    /** The seats that another person can take by a link. */
    offered: { seat: number; by: "player" | "host" }[];
    /** The seats that the viewer lost while they were away, and can take back. */
    reclaimable: number[];
    /** The host would like to let another person have a seat. */
    passing: Passing | null;
    /** The host would like to end the game, and who has not answered. */
    closing: Closing | null;
    /** Moves that were taken back after something had been revealed: whose, and the first of them. */
    looked: { seat: number; move: number }[];
    seats: Seat[];
    public: boolean;
    pace: Pace;
    standin_after: number | null;
    commitment: string | null;
    /** Once the game is over. */
    seed: string | null;
    /** Once the game is over: what players added, by the seats as they were set up. */
    luck: { values: string[]; order: number[] } | null;
    /** Whether the order of play is drawn by lot. */
    shuffle: boolean;
    /** Whether bots say during the game, too, why they made a move. */
    explain: boolean;
    /** How long bots wait before they move. */
    bot_pace: BotPace;
    take_back: { allowed: boolean; asked: Asked | null };
    /** The number of the move that the viewer can take back without asking anybody. */
    free_to_take_back: number | null;
    /** The next table's id. */
    rematch: string | null;
    viewers: number;
    invite: string;
    moves: number;
    imported: boolean;
    /** The lesson that is taken here, and the step whose action is due; null: the game has left it. */
    lesson: { name: string; step: number | null } | null;
  }

  /** Somebody would like to take a move back. */
  interface Asked {
    /** The number of the entry in which it was asked. */
    entry: number;
    seat: number;
    /** The first move that would be taken back. */
    move: number;
    /** Seats that have not agreed yet. */
    awaited: number[];
  }

  interface Pace {
    kind: "none" | "minutes" | "days";
    amount: number;
  }

  interface Seat {
    seat: number;
    kind: "person" | "bot" | "open";
    name: string;
    /** What a name was made of that nobody chose: `player`, or the bot's name; a number may follow. */
    name_of: string | null;
    bot: string | null;
    colour: string | null;
    present: boolean;
    standin: boolean;
    resigned: boolean;
    /** Somebody at another's device. */
    beside: boolean;
  }

  interface Entry {
    number: number;
    seat: number | null;
    events: Event[];
    at: string;
    /** The number of the move that it is, counted from 1. */
    move: number | null;
    /** Who made that move. */
    by: "person" | "bot" | "standin" | "record" | null;
  }

  /** Ticket → what it still needs; null: it cannot be completed any more. */
  type Ways = Record<string, Way | null>;

  interface Way {
    pieces: number;
    routes: string[];
    points: number;
  }

  interface District {
    name: string;
    points: number;
    /** City → whether one's routes reach it. */
    cities: Record<string, boolean>;
    linked: boolean;
  }

  // --------------------------------------------------------------- a position

  type Phase =
    | "opening_mix"
    | "opening_keep"
    | "turn"
    | "second_card"
    | "keep"
    | "payment"
    | "placement"
    | "journey"
    | "surcharge"
    | "station_payment"
    | "over";

  interface AnyPosition {
    format: string;
    edition: string;
    revision: number;
    viewer: number;
    phase: Phase;
    seat: number;
    starter: number;
    turns: number;
    last_turns: number;
    passes: number;
    players: Player[];
    /** null: an empty slot. */
    display: (string | null)[];
    deck: number;
    deck_cards: Hand | null;
    discards: Hand;
    stacks: number[];
    stack_tickets: string[] | null;
    returned: { stack: string; ticket: string | null; seat: number }[];
    /** City → tokens taken. */
    taken: Record<string, number>;
    /** Just claimed, or being claimed. */
    route: string | null;
    journey: Journey | null;
    tunnel?: Tunnel;
  }

  type Position = AnyPosition &
    (
      | { phase: Exclude<Phase, "placement" | "journey" | "surcharge"> }
      | { phase: "placement"; route: string }
      | { phase: "journey"; journey: Journey }
      | { phase: "surcharge"; route: string; tunnel: Tunnel }
    );

  interface Player {
    cards: number;
    /** null, as tickets, offer and answer: not the viewer's to see. */
    hand: Hand | null;
    shown: Hand;
    stacks: string[];
    tickets: string[] | null;
    offer_stacks: string[];
    offer: string[] | null;
    answered: boolean;
    answer: string[] | null;
    pieces: number;
    score: number;
    routes: string[];
    passengers: string[];
    passengers_left: number;
    /** Where the edition has them. */
    stations?: string[];
    merchandise: number;
  }

  interface Journey {
    city: string;
    routes: string[];
    visited: string[];
    steps: number;
  }

  interface Tunnel {
    cards: Hand;
    revealed: string[];
    due: number;
  }

  // ------------------------------------------------------------ legal actions

  /** The notation, and what it is made of. */
  type Action = { words: string } & (
    | { kind: "draw"; card: string | null }
    | { kind: "tickets"; mix: Mix; drawn: number; keep: number }
    | { kind: "keep"; tickets: string[] }
    | { kind: "claim"; route: string; cards: Cards }
    | { kind: "passenger"; city: string | null }
    | { kind: "move"; city: string }
    | { kind: "go"; route: string }
    | { kind: "stop" }
    | { kind: "pay"; cards: Cards }
    | { kind: "withdraw" }
    | { kind: "station"; city: string; cards: Cards }
    | { kind: "pass" }
  );

  type ActionOf<Kind> = Extract<Action, { kind: Kind }>;

  // ------------------------------------------------------------------- events

  /** What many events have, so that any may be asked for it. */
  interface Happening {
    seat?: number;
    starter?: number;
    name?: string;
  }

  interface Events {
    GameStarted: { edition: string; seats: number; starter: number };
    CardsDealt: { seat: number; number: number; cards: string[] | null };
    DisplayRefilled: { slot: number; card: string };
    DisplaySwept: { card: string };
    DeckReshuffled: { cards: number };
    CardDrawn: { seat: number; slot: number | null; card: string | null };
    TicketsOffered: { seat: number; stacks: string[]; tickets: string[] | null };
    TicketsAnswered: { seat: number };
    TicketsKept: {
      seat: number;
      kept_stacks: string[];
      returned_stacks: string[];
      unkept: string | null;
      kept: string[] | null;
      returned: string[] | null;
    };
    RouteClaimed: { seat: number; route: string; cards: Cards; points: number };
    TunnelEntered: { seat: number; route: string; cards: Cards };
    TunnelCardRevealed: { card: string };
    SurchargeDue: { seat: number; number: number };
    SurchargePaid: { seat: number; cards: Cards };
    TunnelLeft: { seat: number; route: string };
    StationBuilt: { seat: number; city: string; cards: Cards };
    PassengerPlaced: { seat: number; city: string };
    JourneyStarted: { seat: number; city: string };
    PassengerMoved: { seat: number; route: string; city: string; toll: boolean };
    MerchandiseCollected: { seat: number; city: string; points: number };
    JourneyEnded: { seat: number; city: string };
    TurnPassed: { seat: number };
    FinalRound: { seat: number };
    GameOver: {};
    // Of the table itself:
    TableCreated: {};
    SeatTaken: { seat: number; name: string; name_of?: string };
    SeatLeft: { seat: number; name: string; name_of?: string };
    Renamed: { seat: number; name: string; before: string; name_of?: string; before_of?: string };
    ColourChosen: { seat: number; colour: string };
    StandinAfterChanged: { seconds: number | null };
    OptionsChanged: { bot_pace: BotPace | null; explain: boolean | null };
    Resigned: { seat: number };
    StandinStarted: { seat: number; why: "absent" | "clock" };
    StandinEnded: { seat: number };
    ClocksResumed: {};
    Said: { seat: number; phrase: string };
    RematchMade: { table: string };
    TakeBackAsked: { seat: number; move: number; entry: number };
    TakeBackAnswered: { seat: number; agrees: boolean };
    TakenBack: { seat: number; move: number; entries: number[] };
    Forgotten: { seats: number[] };
    SeatOffered: { seat: number; by: "player" | "host"; open: boolean };
    SeatAsked: { seat: number; name: string; name_of?: string };
    SeatAnswered: {
      seat: number | null;
      owner: string;
      agrees: boolean;
      role: "asker" | "owner" | "other";
      owner_of?: string;
    };
    TakenOver: { seat: number; name: string; before: string; name_of?: string; before_of?: string; back?: boolean };
    Replaced: { seat: number; name: string; before: string; name_of?: string; before_of?: string };
    HostChanged: { seat: number };
    PaceChanged: { pace: Pace["kind"]; amount: number; added: number | null };
    CloseAsked: { seat: number | null };
    CloseAnswered: { seat: number | null; agrees: boolean };
    TableClosed: { seat: number | null };
  }

  type EventOf<Type extends keyof Events> = { type: Type } & Events[Type] & Happening;
  type Event = { [Type in keyof Events]: EventOf<Type> }[keyof Events];
  /** What to do about some of the events. */
  type Handlers<About, Result> = { [Type in keyof Events]?: (event: EventOf<Type>, about: About) => Result };

  // ------------------------------------------------------- an edition, a board

  interface Facts {
    name: string;
    title: string;
    revision: number;
    /** Whether somebody wrote it themselves. */
    own: boolean;
    players: [fewest: number, most: number];
    pieces: number;
    piece_name: string;
    passengers: number;
    stations: number;
    colours: string[];
    /** What its wild cards are called. */
    locomotive: string;
    locomotive_glyph: string;
    locomotive4: boolean;
    locomotive4_from_length: number;
    locomotive_use: "any" | "tunnels";
    passenger_cards: boolean;
    cards: {
      colours: Cards;
      /** How many there are, by the name that hands have. */
      kinds: Record<string, number>;
      starting_hand: number;
      locomotive_ends_draw: boolean;
      sweep: number;
      sweep_passengers: number;
    };
    /** What a typed move can begin with, in the notation. */
    commands: string[];
    opening: Offer;
    turn: Offer;
    stacks: string[];
    /** For a route of length 1, 2, … */
    points: number[];
    cities: Record<string, City>;
    /** `flag`: the cards' drawings have the symbol `flag-CODE`. */
    countries: Record<string, { name: string; flag: boolean }>;
    routes: Record<string, Route>;
    tickets: Record<string, Ticket>;
    districts: { name: string; cities: string[]; points: number }[];
    /** Kind of tokens → what they are worth, from the top. */
    merchandise: Record<string, number[]>;
    longest_path_bonus: number;
    most_tickets_bonus: number;
    attraction_points: number;
    station_points: number;
    parallel_closed_up_to: number;
    final_round_at: number;
    notes: string[];
  }

  interface Offer {
    keep: number;
    /** From each stack; of no use where the player chooses how many. */
    draw: number[];
    choose: number;
  }

  interface City {
    name: string;
    country: false;
    merchandise: string | null;
    attraction: boolean;
  }

  interface Route {
    a: string;
    b: string;
    length: number;
    /** null: grey. */
    colour: string | null;
    ferry: number;
    tunnel: boolean;
  }

  interface Ticket {
    stack: string;
    origin: string;
    /** Where to, and what that is worth. */
    options: [place: string, points: number][];
    title: string;
  }

  type Point = [x: number, y: number];
  type Box = [left: number, top: number, width: number, height: number];

  /** Where everything stands, in board units. */
  interface Geometry {
    size: [width: number, height: number];
    /** A hundred fields. */
    track: Box[];
    cities: Record<string, Point>;
    /** A country's border points. */
    borders: Record<string, Point[]>;
    mini: { scale: number; left: number; top: number; window: Box };
    border_ids: string[];
    measures: Measures;
    routes: Record<string, RouteDrawn>;
  }

  /** What the drawings are made with, and the page has to know. */
  interface Measures {
    /** Of a space. */
    space: [length: number, width: number];
    /** Of a station or a passenger. */
    figure: [width: number, height: number];
    /** How far letters reach from the base line, as shares of their size. */
    capital: number;
    below: number;
    /** Of the names on ticket cards. */
    /** The type of a ticket's heading; `maps`: what a heading of so many lines leaves to the map. */
    heading: Record<
      "large" | "small" | "halved" | "across" | "beside" | "lowest" | "flag" | "flag_high" | "flag_gap" | "apart",
      number
    > & { maps: number[] };
  }

  interface RouteDrawn {
    number: number;
    ends: [string, string];
    spaces: [x: number, y: number, degrees: number][];
  }

  // ------------------------------------------------------------ the score sheet

  interface Sheet {
    players: PlayerSheet[];
    winners: number[];
    tied: number[];
    decided_by: "tickets" | "longest_path" | "merchandise" | "stations" | null;
    totals: number[];
    /** Seat → routes. */
    longest_paths: Record<string, string[]>;
    ticket_ways: Record<string, TicketWay>;
  }

  interface TicketLine {
    ticket: string;
    title: string;
    completed: boolean;
    points: number;
  }

  /** How a ticket ended on the map: the way that completes it, or what would have. */
  interface TicketWay {
    routes: string[];
    missing: string[];
  }

  /** The turns so far. */
  interface Turns {
    turns: Turn[];
    overtakings: { turn: number; seat: number; passed: number }[];
  }

  interface Turn {
    seat: number;
    /** The number of its last move. */
    move: number;
    scores: number[];
  }

  interface PlayerSheet {
    seat: number;
    routes: { length: number; number: number; points: number }[];
    route_points: number;
    merchandise: number;
    tickets: TicketLine[];
    ticket_points: number;
    completed: number;
    districts: { name: string; points: number }[];
    district_points: number;
    attraction_points: number;
    stations: { city: string; route: string | null }[];
    station_points: number;
    longest_path: number;
    longest_path_bonus: number;
    most_tickets_bonus: number;
    total: number;
    rank: number;
  }

  // -------------------------------------------------------------- around tables

  interface Me {
    name: string;
    colour: string;
    colours: string[];
    lan: string[] | null;
    /** Whether the devices in the house can join; null = one cannot switch it. */
    house: boolean | null;
    version: string;
    phrases: string[];
  }

  interface Bot {
    name: string;
    /** 1 = the weakest; null for one that is no level. */
    level: number | null;
    /** Whether it is seated where nobody says which. */
    usual: boolean;
  }

  interface Lists {
    mine: Listed[];
    public: Listed[];
  }

  interface Listed {
    id: string;
    state: Table["state"];
    edition: string;
    title: string;
    /** The name of the lesson that is taken there. */
    lesson: string | null;
    seats: Seat[];
    /** One's seat. */
    yours: number | null;
    your_turn: boolean;
    updated: string;
  }

  /** A game of one's own that is over. */
  interface Ended extends Listed {
    /** null where it does not count, as in lessons. */
    place: number | null;
    score: number | null;
  }

  interface Ends {
    games: Ended[];
    further: string | null;
  }

  interface Score {
    played: number;
    won: number;
  }

  interface Results {
    all: Score;
    against: (Score & { bot: string | null })[];
    boards: (Score & { board: string | null; best: number; path: number })[];
    complete: boolean;
    devices: Devices;
  }

  interface Devices {
    sessions: number;
    programs: number;
  }

  interface Code {
    code: string;
    link: string;
    qr: string;
    seconds: number;
  }

  interface Somebody {
    name: string;
    colour: string;
    games: number;
  }

  interface CodeRead {
    then: Somebody;
    now: Somebody & { running: number; elsewhere: boolean };
    same: boolean;
  }

  interface LessonTitle {
    name: string;
    edition: string;
    kind: "first_game" | "board";
    minutes: number;
  }

  interface Lesson extends LessonTitle {
    steps: LessonStep[];
  }

  interface LessonStep {
    /** With the lesson's name, the key of its text. */
    text: string;
    /** The one action that is accepted; null: there is only to read. */
    expect: string | null;
    /** Parts of the page, or things: `hand`, `route DEN-OMA`. */
    point: string[];
    /** What fills the holes of the text: numbers, or things. */
    values: Record<string, string | number>;
  }

  interface SeatChoice {
    kind: "me" | "here" | "bot" | "open";
    bot?: string;
    /** Of somebody else here. */
    name?: string;
    colour?: string | null;
  }

  /** Of an edition that was sent: no more than its beginnings. */
  interface Checked {
    name: string;
    title: string;
    revision: number;
    players: [fewest: number, most: number];
    cities: number;
    routes: number;
    tickets: number;
    notes: string[];
  }

  /** Why something is not possible; `code` is null if it is. */
  interface WhyNot {
    message: string;
    code: string | null;
    values: Values;
  }

  /** Mean the same in every reason: docs/reasons.md. */
  interface Values {
    card?: string;
    cards?: Cards;
    cities?: string[];
    city?: string;
    colour?: string;
    colours?: string[];
    command?: string;
    commands?: string[];
    example?: string;
    given?: number;
    goal?: string;
    guesses?: string[];
    instead?: string | null;
    kinds?: string[];
    lacking?: Cards;
    left?: number;
    mix?: Mix;
    number?: number;
    route?: string;
    seat?: number;
    seats?: number[];
    stacks?: string[];
    ticket?: string;
    tickets?: string[];
    track?: number;
    tracks?: (Reason & { route: string })[];
    wild?: string;
    word?: string;
  }

  /** What one has in mind, which nobody else is told. */
  interface Ahead {
    /** Routes. */
    marked: string[];
    /** The first possible one is made when one's turn comes. */
    claims: ActionOf<"claim">[];
    /** What came to nothing, and why. */
    dropped: ({ words: string; route: string } & WhyNot)[];
  }

  /** A journey that nobody has set out on. */
  interface BestJourney {
    points: number;
    /** false: there may be journeys that bring more. */
    exact: boolean;
  }

  /** What may happen after a set has been laid out for a tunnel. */
  interface TunnelRisk {
    /** The chance that 0, 1, 2 or 3 more cards are due. */
    due: number[];
    /** The chance that the reader's other cards can pay them. */
    payable: number;
  }

  interface Outing {
    words: string[];
    journey: Journey;
    legal: Action[];
    points: number;
  }

  /** What one could plan; of one route, why nothing. */
  interface Possible extends WhyNot {
    claims: ActionOf<"claim">[];
  }

  /** Why a bot made a move. */
  interface Motive extends WhyNot {
    seat: number;
    code: string;
  }

  interface Reason extends WhyNot {
    code: string;
  }

  /** What a refusal may say besides its code. */
  interface Details {
    case?: string;
    version?: number;
    reason?: string;
    values?: Values;
    choices?: string[];
    faults?: string[];
    number?: number;
    more?: boolean;
    told?: Told[];
    line?: number;
    column?: number;
    fault?: string;
    board?: string;
    seats?: string[];
    edition?: string;
  }

  /** One fault of an edition's file. */
  interface Told {
    line: number | null;
    place: string;
    code: string;
    values: { guesses?: string[]; choices?: string[]; detail?: string };
  }

  /** What belongs to the fault of a record. */
  interface RecordValues {
    header?: string;
    reason?: string;
    values?: Values;
  }

  // ------------------------------------------------------------------- requests

  interface Get {
    (path: "/api/me"): Promise<Me>;
    (path: "/api/me/results"): Promise<Results>;
    (path: `/api/me/games${string}`): Promise<Ends>;
    (path: "/api/bots"): Promise<Bot[]>;
    (path: "/api/editions"): Promise<Facts[]>;
    (path: `/api/editions/${string}`): Promise<Facts>;
    (path: `/drawings/${string}`): Promise<Geometry>;
    (path: "/api/lessons"): Promise<LessonTitle[]>;
    (path: `/api/lessons/${string}`): Promise<Lesson>;
    (path: "/api/tables"): Promise<Lists>;
    (path: `/api/tables/${string}/at/${number}`): Promise<Moment>;
    (path: `/api/tables/${string}/at/${number}/motive`): Promise<Motive>;
    (path: `/api/tables/${string}/at/${number}?eyes=${number}`): Promise<Moment>;
    (path: `/api/tables/${string}/log?eyes=${number}`): Promise<Entry[]>;
    (path: `/api/tables/${string}/turns`): Promise<Turns>;
    (path: `/api/tables/${string}/sheet`): Promise<Sheet>;
    (path: `/api/tables/${string}/ahead`): Promise<Ahead>;
    (path: `/api/tables/${string}/ahead/claims${string}`): Promise<Possible>;
    (path: `/api/tables/${string}/journey?${string}`): Promise<Outing>;
    (path: `/api/tables/${string}/journeys`): Promise<{ best: Record<string, BestJourney> }>;
    (path: `/api/tables/${string}/stations`): Promise<{ completes: Record<string, string[]> }>;
    (path: `/api/tables/${string}/tunnel?route=${string}`): Promise<{ risks: Record<string, TunnelRisk> }>;
    (path: `/api/tables/${string}/why?${string}`): Promise<WhyNot>;
    (path: `/api/tables/${string}`): Promise<Snapshot>;
  }

  interface Post {
    (path: "/api/me", body: { name?: string; colour?: string }): Promise<Me>;
    (path: "/api/house", body: { open: boolean }): Promise<Me>;
    (path: "/api/me/code", body: object): Promise<Code>;
    (path: "/api/me/code/read", body: { code: string }): Promise<CodeRead>;
    (path: "/api/me/code/use", body: { code: string }): Promise<Somebody>;
    (path: "/api/me/devices/end", body: object): Promise<Devices>;
    (path: "/api/me/forget", body: { sure: true }): Promise<{ gone: boolean }>;
    (path: "/api/editions", body: string): Promise<Checked>;
    (path: "/api/tables", body: object): Promise<{ id: string }>;
    (path: "/api/records", body: object | string): Promise<{ id: string }>;
    (path: `/api/lessons/${string}`, body: object): Promise<{ id: string }>;
    (path: `/api/tables/${string}/ahead`, body: object): Promise<Ahead>;
    (path: `/api/tables/${string}/actions`, body: object): Promise<{ version: number }>;
    (path: `/api/tables/${string}/seats/offer`, body: { seat: number }): Promise<{ version: number; key: string }>;
    (path: `/api/tables/${string}/${string}`, body: object): Promise<{ version?: number; id?: string }>;
  }
}
