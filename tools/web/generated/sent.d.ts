// What the server sends and accepts. Made by `make wire` from the types in src/whistlestop/server:
// change those, and make this file again.

declare namespace Sent {
  /** An address, with or without a query. More exact addresses come first. */
  type At<Path extends string> = `${Path}${string}`;

  /** A legal action: its words in the notation, and its parts. */
  type Action =
    | DrawAction
    | TicketsAction
    | KeepAction
    | ClaimAction
    | PassengerAction
    | MoveAction
    | GoAction
    | StopAction
    | PayAction
    | WithdrawAction
    | StationAction
    | PassAction;

  type AttemptState = "playing" | "finished" | "given_up" | "late";

  /** How fast bots move. A slower pace lets people follow. */
  type BotPace = "relaxed" | "brisk" | "instant";

  /** A rectangle: left, top, width and height. On the board, these four are in board units. */
  type Box = [number, number, number, number];

  /** The browsers that the server knows by their names. */
  type Browser = "chrome" | "edge" | "firefox" | "opera" | "safari" | "samsung" | "other";

  /**
   * What came of a call. `sent` = the receiver answered with a status from 200 to 299. `status` =
   * it answered with another status. `redirect` = it answered with a redirect, which is not
   * followed. `inside` = the host is in a network that the server does not call. `unknown_host` =
   * the name of the host leads nowhere. `unreachable` = no connection was possible. `certificate` =
   * the certificate is not valid for the host. `timeout` = the receiver took too long. `no_answer`
   * = the answer was no HTTP.
   */
  type CallResult =
    | "sent"
    | "status"
    | "redirect"
    | "inside"
    | "unknown_host"
    | "unreachable"
    | "certificate"
    | "timeout"
    | "no_answer";

  /** A set of cards, as pairs of a kind's name and a number above 0. No kind appears twice. */
  type Cards = [string, number][];

  /** The colours of pieces, named as in drawings: one for each seat of the largest table. */
  type Colour = "blue" | "red" | "yellow" | "black" | "turquoise";

  /**
   * What happened: an event of the game or a notice about the table, with its name as `type`.
   * Fields that the viewer may not see are null. Later versions of the server may add events: skip
   * events that you do not know.
   */
  type Event =
    | GameStarted
    | CardsDealt
    | DisplayRefilled
    | DisplaySwept
    | DeckReshuffled
    | CardDrawn
    | TicketsOffered
    | TicketsAnswered
    | TicketsKept
    | RouteClaimed
    | TunnelEntered
    | TunnelCardRevealed
    | SurchargeDue
    | SurchargePaid
    | SubstituteGiven
    | TunnelLeft
    | StationBuilt
    | PassengerPlaced
    | JourneyStarted
    | PassengerMoved
    | MerchandiseCollected
    | JourneyEnded
    | TurnPassed
    | FinalRound
    | GameOver
    | ClocksGoOn
    | CloseConsent
    | CloseRequested
    | CoachUsed
    | ColourChosen
    | PersonForgotten
    | HintGiven
    | HintsConsent
    | HintsRequested
    | HintsChosen
    | NewHost
    | OptionsChosen
    | PaceChosen
    | RematchOpened
    | NameChanged
    | PlayerReplaced
    | Resignation
    | PhraseSaid
    | SeatConsent
    | SeatRequested
    | SeatLeft
    | SeatOpened
    | SeatTaken
    | StandinAfterChosen
    | StandinOver
    | StandinBegan
    | TableClosed
    | TableCreated
    | TakeBackConsent
    | TakeBackRequested
    | MovesTakenBack
    | SeatTakenOver;

  /** The number of cards of each kind, by name of the kind. Kinds without cards are left out. */
  type Hand = Record<string, number>;

  /**
   * The kind of a lesson: `first_game` is a whole game for beginners, and `board` introduces what
   * is new on a board.
   */
  type LessonKind = "first_game" | "board";

  /** The routes for which locomotives can be played. */
  type LocomotiveUse = "any" | "tunnels" | "special";

  /**
   * The number of tickets to draw from each stack, as pairs of the stack's name and the number.
   */
  type Mix = [string, number][];

  /**
   * Who takes an action: the person, the seat's bot, or a bot that stands in. `record`: the action
   * comes from an imported record, or was already taken when a lesson begins.
   */
  type Mover = "person" | "bot" | "standin" | "record";

  /** Who offers a seat to another person: the player who sits there, or the host. */
  type Offerer = "player" | "host";

  /** The kind of clock: `none`, `minutes` per player for the whole game, or `days` per turn. */
  type PaceKind = "none" | "minutes" | "days";

  /** Seconds after which a bot moves for an absent player; null = never. */
  type Patience = number | null;

  /** The names of the phases. */
  type PhaseName =
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
    | "over"
    | "substitution";

  /** A point on the board: x from the left and y from the top, in board units. */
  type Point = [number, number];

  /** Who has a seat: a person, a bot, or nobody yet. */
  type SeatKind = "person" | "bot" | "open";

  /**
   * The player wanted for a seat of a new table. `me` = the caller; `here` = another player at the
   * caller's device; `bot` = a bot; `open` = a person who takes the seat later.
   */
  type SeatKinds = "me" | "here" | "bot" | "open";

  /**
   * A space of a route: the x and the y of its centre in board units, and its angle in degrees.
   */
  type Space = [number, number, number];

  /** The period that a ranking covers. A week begins on Monday, and a month on its first day. */
  type Span = "day" | "week" | "month";

  type SpokenLanguage = "en" | "it" | "nl" | "de" | "fr";

  /**
   * The state of a table. `open`: the game has not begun. `playing`: the game is going on. `over`:
   * the game has ended with a result. `closed`: the host has closed the table without a result.
   */
  type State = "open" | "playing" | "over" | "closed";

  /** The operating systems that the server knows by their names. */
  type System = "android" | "chromeos" | "ios" | "linux" | "macos" | "windows" | "other";

  /** A criterion that decides a tie. An edition lists its criteria in the order of their use. */
  type TieBreak = "tickets" | "longest_path" | "own_path" | "merchandise" | "stations";

  /**
   * What the best decision of a puzzle is about. `claim`: a route. `cards`: which card to draw.
   * `keep`: which tickets to keep. `tickets`: drawing tickets. `station`: a station. `tunnel`:
   * whether to pay for a tunnel. `journey`: passengers.
   */
  type Topic = "claim" | "cards" | "keep" | "tickets" | "station" | "tunnel" | "journey";

  /**
   * Why a game does not count for the ladder. `record`: it was played elsewhere. `lesson`,
   * `puzzle`, `branch`, `daily`: its deal is known. `own_board`: it has a player's own edition.
   * `one_device`: several people share a device. `only_bots`: no person plays. `hints`: hints are
   * allowed, or a player had a hint or a coach. `explained`: bots explain their moves.
   * `bots_changed`: seats that a bot had at the start and that got another player later are left
   * out, and fewer than two other seats remain. `taken_back`: moves were taken back after they had
   * shown something. `closed`: the table was closed without a result. `not_joined`: one of the
   * people was not on the ladder when the game began.
   */
  type Uncounted =
    | "record"
    | "lesson"
    | "puzzle"
    | "branch"
    | "daily"
    | "own_board"
    | "one_device"
    | "only_bots"
    | "hints"
    | "explained"
    | "bots_changed"
    | "taken_back"
    | "closed"
    | "not_joined";

  /** The rule for the tickets that a player does not keep. */
  type Unkept = "bottom" | "reshuffle" | "out";

  /**
   * How long a plan counts. `once`: for the next turn. `claimed`: in every turn, until a route of
   * the plan has been claimed. `all_claimed`: in every turn, until all routes of the plan have been
   * claimed.
   */
  type Until = "once" | "claimed" | "all_claimed";

  /**
   * How good a decision was, compared with the best action that a search found.
   *
   *     The members are in order, from the best verdict to the worst. `INACCURACY`, `MISTAKE` and
   *     `BLUNDER` mean a certain loss (`SURE`) that is at least as large as `LOSSES` says.
   */
  type Verdict = "best" | "good" | "unclear" | "inaccuracy" | "mistake" | "blunder";

  /**
   * What stops a plan before its end, if the player wants it. `rival`: another player has claimed a
   * marked route or a route of the plan. `pieces`: a player has as few pieces as the condition
   * says, or fewer. `card`: a card of a kind lies in the display. `ticket`: a ticket of the player
   * was completed.
   */
  type When = "rival" | "pieces" | "card" | "ticket";

  /**
   * Why a plan has stopped. `claimed`: the player has claimed a route of the plan (`until` was
   * `claimed`) or all its routes (`all_claimed`). `closed`: a route of the plan can no longer be
   * claimed. `last_round`: the last round has begun. `impossible`: no step was possible.
   * `decision`: the player has to decide something that the plan does not say, such as the
   * surcharge of a tunnel. `turns`: the plan was carried out in as many turns as the player wanted.
   * `taken_back`: moves were taken back. `moved`: the player, or a bot in the player's place, made
   * another move. `rival`, `pieces`, `card`, `ticket`: the condition that the player chose.
   */
  type WhyStopped =
    | "claimed"
    | "closed"
    | "last_round"
    | "impossible"
    | "decision"
    | "turns"
    | "taken_back"
    | "moved"
    | "rival"
    | "pieces"
    | "card"
    | "ticket";

  /** A player who is away, and what happens next to their seat. */
  interface Absence {
    /** The player's seat. */
    seat: number;
    /**
     * `standin` = a bot will stand in for the player. `offer` = the seat can be given to a bot or
     * to another person.
     */
    then: "standin" | "offer";
    /** The seconds until the event in `then` happens. */
    seconds: number;
  }

  /**
   * A player's result, split into luck and decisions.
   *
   * All other terms add up to `result`.
   */
  interface AccountDocument {
    /** The result that could be expected before the deal. */
    start: TermDocument;
    /** How much the first cards and tickets, and the choice of who begins, changed the result. */
    deal: TermDocument;
    /** How much the cards that were drawn and turned up changed the result. */
    cards: TermDocument;
    /** How much the tickets that were drawn during the game changed the result. */
    tickets: TermDocument;
    /** How much the cards that were turned up for tunnels changed the result. */
    tunnels: TermDocument;
    /**
     * How much the player's decisions changed the result, compared with the planner's decisions.
     */
    own: TermDocument;
    /**
     * How much the decisions of all other players changed this player's result, compared with the
     * planner's decisions.
     */
    others: TermDocument;
    /** The share of the win, and the lead over the best other player, at the end of the game. */
    result: TermDocument;
  }

  /** The body of a request for a verdict on an action that the caller wants to take. */
  interface ActionToJudge {
    /** The newest version of the table that the sender has seen. */
    version: number;
    /** The action, in the words of the notation or as a person types it. */
    action: string;
    /** The language in which the action may be typed, besides English. */
    language?: SpokenLanguage;
  }

  /** The body of a request to take an action. */
  interface ActionToTake {
    /**
     * An id that the sender chooses, different for every action. If a request is sent again with
     * the same id, the server sends the same answer and does not take the action twice. So a lost
     * answer does no harm.
     */
    id: string;
    /**
     * The newest version of the table that the sender has seen. An action that is still legal is
     * accepted with an old version, unless the sender chose it before moves were taken back.
     */
    version: number;
    /** The action, in the words of the notation or as a person types it. */
    action: string;
    /** The language in which the action may be typed, besides English. */
    language?: SpokenLanguage;
  }

  /** The body of a request to save the address at which the caller wants to be called. */
  interface AddressToCall {
    /**
     * The address, at most 2000 characters. It begins with `https://` and contains no user name.
     */
    address: string;
    /** The language of the sentences in the calls of the address. */
    language?: SpokenLanguage;
  }

  /** The caller's results in all games against one bot, or in all games against people. */
  interface Against extends Score {
    /** The name of the bot; null = the games against people. */
    bot: string | null;
  }

  /** A person's plans for one seat. */
  interface Ahead {
    /** The codes of the routes that the person marked. Marks have no effect on the game. */
    marked?: string[];
    /**
     * Planned steps in order. In every decision of the turn, the first possible one is carried out.
     */
    steps?: Step[];
    /**
     * The table's version when the steps were planned or, if later, when the last step was carried
     * out.
     */
    version?: number;
    /** Steps that were not possible. They are reported until the person has seen them. */
    dropped?: Dropped[];
    /** How long the plan counts. */
    until?: Until;
    /** The number of turns left in which the plan counts. Ignored if `until` is `once`. */
    turns?: number;
    /**
     * What stops the plan before its end. Each condition is checked when a turn begins. Those about
     * pieces and tickets are also checked when a turn of the plan is over.
     */
    conditions?: Condition[];
    /**
     * Why the last plan stopped. It is reported until the person has seen it. null if there is
     * nothing to report.
     */
    stopped?: Stopped | null;
  }

  /** A player's question whether moves may be taken back. */
  interface Asked {
    /** The table's version at which the player asked. Send this number as `asked` in an answer. */
    entry: number;
    /** The seat of the player who asked. */
    seat: number;
    /** The number of the first move that would be taken back, counted from 1. */
    move: number;
    /** The seats that have not agreed to the player's question yet. */
    awaited: number[];
  }

  /** The body of a request to begin a lesson. */
  interface Beginning {
    /** Whether to set up a new table even if the caller has an unfinished table of this lesson. */
    anew?: boolean;
  }

  /** The best journey that was found for a passenger from one city. */
  interface BestJourney {
    /** The sum of the points of the tokens that the journey collects. */
    points: number;
    /**
     * Whether no journey from the city can bring more points. False if there were too many journeys
     * to try all of them.
     */
    exact: boolean;
  }

  /** A board and the games that can be played on it, as lists of boards show them. */
  interface Board {
    /** The name of the board's own edition. */
    name: string;
    /** The title of the board's own edition. */
    title: string;
    /** The minimum and maximum number of players. */
    players: [number, number];
    /** The tickets and bonuses of the board's own edition. Its `short` is `base`. */
    base: Variant;
    /** The variants of the board's own edition. */
    variants: Variant[];
  }

  /** A bot that can play. */
  interface Bot {
    /** The bot's name. */
    name: string;
    /**
     * The number of the bot's level, from 1 = the weakest; null if the bot is not one of the
     * levels.
     */
    level: number | null;
    /** Whether this bot plays if a request names none. */
    usual: boolean;
  }

  /** The motive of a bot for a move: a sentence, and its code and values (`docs/reasons.md`). */
  interface BotMotive {
    /** The bot's seat. */
    seat: number;
    /** The motive as an English sentence. */
    message: string;
    /** The code of the motive. */
    code: string;
    /**
     * The values that fill in the sentence for `code`, such as a card or a number
     * (`docs/reasons.md`).
     */
    values: Values;
  }

  /** The body of a request to change the options for bots. What is left out stays unchanged. */
  interface BotsChosen {
    /** How fast bots move. */
    bot_pace?: BotPace;
    /** Whether bots explain their moves during the game, and not only after it. */
    explain?: boolean;
  }

  /** The moment of an earlier game from which the game of a table branches off. */
  interface Branch {
    /** The id of the table of the earlier game. */
    table: string;
    /** The number of moves that both games have in common. */
    move: number;
    /**
     * `same` = hidden cards and tickets are as in the earlier game; `new` = they were dealt again
     * at random.
     */
    hidden: "same" | "new";
  }

  /** The body of a request to play on from a moment of a finished game. */
  interface BranchPoint {
    /**
     * The number of moves before the moment, from 0 to the number of moves of the game minus 1. You
     * get the seat of the player who made the next move.
     */
    move: number;
    /**
     * `same` = the other players hold the cards and tickets that they held. `new` = what was hidden
     * from the player of the next move is dealt anew, and everything that this player saw stays.
     */
    hidden?: "same" | "new";
  }

  /** A seat drew a card (C-10). Only the seat may see a card from the deck. */
  interface CardDrawn {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "CardDrawn";
    /** The seat that drew the card. */
    seat: number;
    /** The slot of the display, or null if the card came from the deck. */
    slot: number | null;
    /**
     * The kind of the card. null if the card came from the deck and the viewer is not this seat.
     */
    card: string | null;
  }

  /** The numbers of cards of an edition, and the values that its rules about cards use. */
  interface CardFacts {
    /**
     * The number of cards of each colour, as pairs of the colour's name and a number. Wild cards
     * are not included.
     */
    colours: Cards;
    /** The number of cards of each kind, by the kind's name in the `hand` of positions. */
    kinds: Record<string, number>;
    /** The number of cards that each player gets at the start. */
    starting_hand: number;
    /** Whether taking a wild card from the display ends the turn. */
    locomotive_ends_draw: boolean;
    /**
     * If the display has at least this many wild cards, all its cards are discarded (C-14); 0 =
     * never.
     */
    sweep: number;
    /**
     * If the display has at least this many passenger cards, all its cards are discarded (M-12); 0
     * = never.
     */
    sweep_passengers: number;
  }

  /** A seat was dealt its starting hand (C-01). Only the seat may see which cards. */
  interface CardsDealt {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "CardsDealt";
    /** The seat that was dealt the cards. */
    seat: number;
    /** The number of cards. */
    number: number;
    /** The kind of each card, in the order of dealing. null unless the viewer is this seat. */
    cards: string[] | null;
  }

  /** The summary of a player's own edition, whose file has no faults. */
  interface Checked {
    /** The name of the edition, as records write it. */
    name: string;
    /** The edition's title, which pages show instead of `name`. */
    title: string;
    /** The revision of the edition, as its author numbers it. */
    revision: number;
    /** The minimum and the maximum number of players. */
    players: [number, number];
    /** The number of cities, without countries. */
    cities: number;
    /** The number of routes. The two tracks of a double route count as two. */
    routes: number;
    /** The number of tickets in all stacks together. */
    tickets: number;
    /** Notes of the edition's author. */
    notes: string[];
  }

  /** A city of an edition: its name, and what can be collected there. */
  interface City {
    /** The city's name. */
    name: string;
    /** Always false. `countries` lists the countries. */
    country: false;
    /** The kind of the merchandise tokens in the city; null if the city has none. */
    merchandise: string | null;
    /** Whether the city is an attraction. */
    attraction: boolean;
  }

  /** The action to claim a route (C-20, C-27). */
  interface ClaimAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "claim";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The route's code. */
    route: string;
    /** The cards that pay for the route. */
    cards: Cards;
  }

  /**
   * The notice that the clocks run again.
   *
   * Before, no server was running, or the machine's clock was set back.
   */
  interface ClocksGoOn {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "ClocksResumed";
  }

  /** The body of an answer to the host's request to end the game without a result. */
  interface CloseAnswer {
    /**
     * The table's version at which the host asked to end the game: `table.closing.entry` in
     * updates.
     */
    asked: number;
    /**
     * Whether the caller agrees to end the game. If the caller is the host, false withdraws the
     * request.
     */
    agrees: boolean;
  }

  /**
   * The notice that a player agreed or refused to end the game without a result.
   *
   * A refusal by the host withdraws the request.
   */
  interface CloseConsent {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "CloseAnswered";
    /** The seat that answered; null if the host has no seat and withdrew the request. */
    seat: number | null;
    /** Whether the player agreed. If false, the request has ended. */
    agrees: boolean;
  }

  /** The notice that the host asks the players to end the game without a result. */
  interface CloseRequested {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "CloseAsked";
    /** The host's seat; null if the host has none. */
    seat: number | null;
  }

  /** The host's question whether the game may end without a result. */
  interface Closing {
    /** The table's version at which the host asked. Send this number as `asked` in an answer. */
    entry: number;
    /** The seat of the host, who asked; null if the host has none. */
    seat: number | null;
    /** The seats that have not agreed to the host's question yet. */
    awaited: number[];
  }

  /**
   * A message that the server shuts down.
   *
   * Connect again after a moment, and send the last version as `since`.
   */
  interface ClosingFrame {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "closing";
  }

  /** A finished game of a club. */
  interface ClubGame extends Listed {
    /** The results of the seats, in the order of the seats; empty if they cannot be read. */
    results: ClubSeat[];
    /**
     * Whether the game can count in the standings of the club. Of the games that can, only the last
     * ones count, as many as `most` of the standings says.
     */
    counts: boolean;
  }

  /** A page of the finished games of a club. */
  interface ClubGames {
    /** The finished games on this page, the last ended first. */
    games: ClubGame[];
    /** The value of `before` for the next page; null if there are no more games. */
    further: string | null;
  }

  /** What the link of a club shows to everybody who has it. */
  interface ClubInvitation {
    /** The id of the club. */
    id: string;
    /** The name of the club. */
    name: string;
    /** The name of the founder of the club; empty if the founder has none. */
    founder: string;
    /** Whether the caller is a member of the club already. */
    member: boolean;
  }

  /** The body of a request to open the link of a club, or to join the club with it. */
  interface ClubKey {
    /** What stands behind `#` in the link. */
    key: string;
  }

  /** A club of the caller. */
  interface ClubLine {
    /** The id of the club. The path of the club's page is `/club/ID`. */
    id: string;
    /** The name of the club. */
    name: string;
    /** Whether the caller is the founder of the club. */
    founder: boolean;
    /** When the caller joined the club, in UTC (ISO 8601); null if that cannot be read. */
    since: string | null;
    /** The number of members of the club. */
    members: number;
  }

  /** The link with which people join a club. */
  interface ClubLink {
    /** The address of the club's page, with the secret part of the link behind `#`. */
    link: string;
    /** The link as a QR code, in SVG. */
    qr: string;
  }

  /** A member of a club. */
  interface ClubMember {
    /** The id of the member in this club. */
    id: string;
    /** The member's name. Names that look alike have numbers. Empty if the member has none. */
    name: string;
    /** Whether the member is the founder of the club. */
    founder: boolean;
    /** Whether the member is the caller. */
    you: boolean;
    /** When the member joined the club, in UTC (ISO 8601); null if that cannot be read. */
    since: string | null;
  }

  /** The body of a request to remove a member, or to make the member the founder. */
  interface ClubMemberNamed {
    /** The id of the member in this club. */
    member: string;
  }

  /** The body of a request to found a club, or to change its name. */
  interface ClubName {
    /** The name, of 1 to 24 characters, with the same characters as people's names. */
    name: string;
  }

  /** A club with its members, and the tables that are open or being played. */
  interface ClubNow {
    /** The id of the club. */
    id: string;
    /** The name of the club. */
    name: string;
    /** Whether the caller is the founder of the club. */
    founder: boolean;
    /** All members of the club, the longest member first. */
    members: ClubMember[];
    /** The maximum number of members of a club. */
    most: number;
    /**
     * Tables of the club whose games have not begun, and that have changed within 30 days: at most
     * 50, the last changed first.
     */
    open: Listed[];
    /** Tables of the club that are being played: at most 50, the last changed first. */
    playing: Listed[];
  }

  /** The club to which a table belongs. */
  interface ClubOfTable {
    /** The club; null if the table belongs to none, or if the caller is no member of the club. */
    club: ClubLine | null;
  }

  /** A member in the standings of a club. */
  interface ClubRow {
    /** The id of the member in this club. */
    id: string;
    /** The member's name, as in the list of members. */
    name: string;
    /** Whether the member is the caller. */
    you: boolean;
    /** The rank by the rating, counted from 1. Equal ratings share a rank. */
    rank: number;
    /** The number of games of the member that count in the club's standings. */
    games: number;
    /**
     * The number of games counted in `games` that the member won, alone or together with others.
     */
    won: number;
    /**
     * The mean of the member's places in the games counted in `games`, counted from 1, rounded to
     * two digits. Those who gave up share the last place.
     */
    place: number;
    /** The member's rating after the last game that counts. New players have 1500. */
    rating: number;
    /** Two standard deviations of the rating, in points of the rating. New players have 500. */
    uncertainty: number;
  }

  /** The result of a seat in a finished game. */
  interface ClubSeat {
    /** The number of the seat, counted from 0. */
    seat: number;
    /**
     * The place of the seat in the game, counted from 1. Those who gave up share the last place.
     */
    place: number;
    /** The final score of the seat. If the person gave up, others have played for it, too. */
    score: number;
    /** Whether the seat has won, alone or together with others. */
    won: boolean;
    /** Whether the person resigned, or left the game to a bot or to another person. */
    given_up: boolean;
  }

  /** The standings of the members of a club. */
  interface ClubStandings {
    /** The members who have played a game that counts, the highest rating first. */
    rows: ClubRow[];
    /** The number of games that count in the standings. */
    games: number;
    /** The maximum number of games that are rated: the last ones that count. */
    most: number;
  }

  /** The coach's answer about an action that a player wants to take. */
  interface CoachAnswer {
    /**
     * The warning; null if the action is no blunder, or if the coach has already warned the player
     * or judged many actions in this position.
     */
    warning: WarningSent | null;
  }

  /** The notice that a player plays with a coach, who warns before blunders. */
  interface CoachUsed {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Coached";
    /** The seat of the player. */
    seat: number;
  }

  /** A code with which a person can sign in on another device. */
  interface Code {
    /** The code, which a person can also type on the other device. */
    code: string;
    /**
     * The address of the account page, with the code behind `#`. Browsers do not send the part of
     * an address behind `#` to servers.
     */
    link: string;
    /** The link as a QR code, in SVG. */
    qr: string;
    /** The seconds until the code expires. */
    seconds: number;
  }

  /** The person that a code would sign this device in as, and the person it is signed in as. */
  interface CodeRead {
    /** The person that this device would be signed in as. */
    then: Somebody;
    /** The person that this device is signed in as now. */
    now: SignedIn;
    /** Whether `then` and `now` are the same person. */
    same: boolean;
  }

  /** A fault of an edition's file. Its code and values allow messages in other languages. */
  interface CodedFault {
    /** The line of the fault, counted from 1; null if it is unknown. */
    line: number | null;
    /** The part of the file, such as `map.routes entry 8 (CAM-ES), colour`. */
    place: string;
    /** The code of the fault, listed in `docs/reasons.md`; empty = the fault has no code. */
    code: string;
    /**
     * The values that fill in the sentence for `code` (`docs/reasons.md`); empty if the fault has
     * no code.
     */
    values: EditionValues;
  }

  /** The notice that the colour of a seat's pieces changed. */
  interface ColourChosen {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "ColourChosen";
    /** The seat whose pieces changed. */
    seat: number;
    /** The new colour; null if the seat no longer has a chosen colour. */
    colour: Colour | null;
  }

  /** A condition that stops a plan before its end. */
  interface Condition {
    /**
     * What stops the plan: `rival` = another player has claimed a marked route or a route of the
     * plan; `pieces` = a player has at most the number of pieces in `pieces`; `card` = a card of
     * the kind in `card` lies in the display; `ticket` = a ticket of the player was completed.
     */
    when: When;
    /**
     * If `when` is `pieces`: the plan stops if a player has at most this number of pieces.
     * Otherwise 0.
     */
    pieces?: number;
    /**
     * If `when` is `card`: the kind of card that stops the plan by lying in the display. Otherwise
     * empty.
     */
    card?: string;
  }

  /** The body of a request to delete something. It confirms that this is not a mistake. */
  interface Confirmation {
    /** Always true. A request with another value is refused. */
    sure: true;
  }

  /** A country of an edition: its name, and whether it has a flag. */
  interface Country {
    /** The country's name. */
    name: string;
    /**
     * Whether there is a drawing of the country's flag. If so, the drawings of the edition's cards
     * have the symbol `flag-CODE`, with the code of the country.
     */
    flag: boolean;
  }

  /** The caller's attempt at the deal of a day. */
  interface DailyAttempt {
    /** The id of the table at which the caller plays the deal. */
    table: string;
    /**
     * `playing` = the game is not over; `finished` = the caller played to the end, in time for the
     * ranking; `given_up` = the caller resigned, and comes last in the ranking; `late` = the game
     * ended too late for the ranking.
     */
    state: AttemptState;
    /**
     * The caller's rank among the players of the game, counted from 1; the last rank if the caller
     * resigned; null while the game is not over.
     */
    place: number | null;
    /** Whether the caller has won the game; false while the game is not over. */
    won: boolean;
    /** The caller's score; null while the game is not over. */
    score: number | null;
    /** The caller's score less the highest score of the bots; null while the game is not over. */
    margin: number | null;
  }

  /** The deals of the days of one month, up to today. */
  interface DailyCalendar {
    /** The month, such as `2026-11`. */
    month: string;
    /** The month before; null if it has no deals that can be played. */
    earlier: string | null;
    /** The month after; null if it has not begun. */
    later: string | null;
    /**
     * The deals of the month up to today, the first day first. The deals before today can be
     * played, without counting in a ranking.
     */
    days: DailyDeal[];
  }

  /** The deal of a day: the board and the bots. */
  interface DailyDeal {
    /** The day in UTC, such as `2026-11-27`. */
    day: string;
    /** The name of the edition. */
    edition: string;
    /** The title of the edition. */
    title: string;
    /** The levels of the bots, the weakest first. */
    bots: string[];
    /** The caller's attempt on that day; null if there was none. */
    attempt: DailyAttempt | null;
  }

  /** The deal of the day that is played at a table. */
  interface DailyPlace {
    /** The day of the deal in UTC, such as `2026-11-27`. */
    day: string;
    /** Whether the game was begun on this day, so that it can count in the ranking. */
    attempt: boolean;
  }

  /** A part of the ranking of a day, a week or a month on this server. */
  interface DailyRanking {
    /** `day`, `week` (Monday to Sunday) or `month`. */
    span: Span;
    /** The first day that the ranking covers, such as `2026-11-23`. */
    first: string;
    /** The last day that the ranking covers, such as `2026-11-29`. */
    last: string;
    /** A date in the previous day, week or month; null if no deal can have been played then. */
    earlier: string | null;
    /** A date in the next day, week or month; null if the next one has not begun. */
    later: string | null;
    /** Whether no result can be added to the ranking any more. */
    final: boolean;
    /**
     * The number of people in the whole ranking; 0 if the page lies beyond the end and `mine` is
     * null.
     */
    people: number;
    /** The people on this page of the ranking, the best first. */
    rows: DailyRow[];
    /**
     * The caller's row, even if it is on another page; null if the caller is not in the ranking.
     */
    mine: DailyRow | null;
    /** The number of this page of the ranking, counted from 1. */
    page: number;
    /** Whether the ranking has a further page. */
    more: boolean;
  }

  /** A person in a ranking. */
  interface DailyRow {
    /** The place in the ranking, counted from 1. Equal results have equal places. */
    rank: number;
    /** The person's name; empty if the person has chosen none. */
    name: string;
    /** Whether the person is the caller. */
    you: boolean;
    /** The number of days on which the person won against the bots. */
    won: number;
    /**
     * The person's score less the highest score of the bots. If the ranking covers several days,
     * this is the sum over the days on which the person did not give up.
     */
    margin: number;
    /** The person's score; null if the ranking covers several days. */
    score: number | null;
    /** Whether the person resigned; false if the ranking covers several days. */
    given_up: boolean;
    /**
     * The sum of the points that the person got for the places in the rankings of the days; null if
     * the ranking covers only one day.
     */
    points: number | null;
    /**
     * The number of days on which the person finished the game without giving up; null if the
     * ranking covers only one day.
     */
    days: number | null;
    /**
     * The id of the table, which can be opened and replayed; null until the day is closed, and if
     * the ranking covers several days.
     */
    table: string | null;
  }

  /** The lengths of the current and of the longest series of days that count, such as days won. */
  interface DailyStreak {
    /**
     * The number of days of the series up to today, or up to yesterday if today does not count. 0
     * if neither day counts.
     */
    now: number;
    /** The number of days of the longest series so far. */
    longest: number;
  }

  /** The body of a request to play the deal of a day. */
  interface DailyToPlay {
    /** The day in UTC, such as `2026-11-27`; null = today. Only today's deal counts. */
    day?: string | null;
  }

  /** The deal of today, with the caller's attempt and streaks. */
  interface DailyToday extends DailyDeal {
    /** When the day ends, in UTC (ISO 8601). Until then, an attempt can be begun. */
    ends: string;
    /**
     * When the deal closes, in UTC (ISO 8601). An attempt counts in the ranking if its game ends
     * before this time.
     */
    closes: string;
    /** The days in a row on which the caller finished the game in time, without giving up. */
    played: DailyStreak;
    /** The days in a row on which the caller won the game. */
    won: DailyStreak;
    /**
     * The deal of yesterday, if the caller has begun it and can still finish it in time; otherwise
     * null.
     */
    unfinished: DailyDeal | null;
  }

  /** The discard pile, of `cards` cards, was shuffled and became the deck (C-15). */
  interface DeckReshuffled {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "DeckReshuffled";
    /** The number of cards in the new deck. */
    cards: number;
  }

  /** The body of a request to judge one decision or all decisions of a game in more worlds. */
  interface Deeper {
    /**
     * The number of moves before the decision that is judged; null = all decisions of the game.
     */
    move: number | null;
    /** The number of decisions whose new verdicts you have already. */
    since?: number;
  }

  /** The state of a request to judge decisions of a finished game in more worlds. */
  interface DeeperSent {
    /**
     * The moves with their new verdicts so far, in the order of the game. The first ones are left
     * out: as many as the request's `since` says.
     */
    moves: ReviewedMoveSent[];
    /** The number of decisions that were asked for and are judged so far. */
    judged: number;
    /**
     * The number of decisions that were asked for. When all moves are reviewed, moves without a
     * choice are not counted any more.
     */
    all: number;
    /**
     * What the review says about the whole game, with the new verdicts; null until all moves are
     * reviewed.
     */
    summary: Summary | null;
  }

  /** A confirmation that the caller has been deleted. */
  interface Deleted {
    /** Always true. */
    gone: boolean;
  }

  /**
   * Values that belong to the code of a refusal. They also fill the sentence's placeholders.
   *
   * Later versions of the server may add values.
   */
  interface Details {
    /** The variant of the refusal's code, if the code has several sentences. */
    case?: string;
    /**
     * The code of the reason why an action or a record is refused (`docs/reasons.md`), or what is
     * wrong with a record as an English sentence.
     */
    reason?: string;
    /** The values that fill in the sentence for `reason` or `fault`. */
    values?: Values;
    /** The legal actions that the typed words could mean. */
    choices?: string[];
    /** The present version of the table. */
    version?: number;
    /** The seats that the refusal is about, or the names of a record's players. */
    seats?: (number | string)[];
    /** The action that the lesson asks for, or the address that a request must come from. */
    expected?: string;
    /** The action that is not possible. */
    action?: string;
    /** The seconds to wait, or the seconds for which a player must be away. */
    seconds?: number;
    /** The largest number that is possible. */
    most?: number;
    /** The number of moves of the game. */
    moves?: number;
    /** The minimum and the maximum number of players of the edition. */
    players?: number[];
    /** The smallest number of seats that a table of the edition can have. */
    fewest?: number;
    /** The names of all editions or bots that the server knows, separated by commas. */
    known?: string;
    /** The codes of the phrases that players can say at a table. */
    phrases?: string[];
    /** The number of the first damaged entry. */
    entry?: number;
    /** The host name of the request. */
    host?: string;
    /** The header that is missing. */
    header?: string;
    /** The faults of an edition's file as English sentences, or the faults of a request. */
    faults?: (string | RequestFault)[];
    /** The number of faults of an edition's file. */
    number?: number;
    /** Whether an edition's file may have further faults, which were not looked for. */
    more?: boolean;
    /** The faults of an edition's file with their codes and values, in the order of `faults`. */
    told?: CodedFault[];
    /** The line of a record's fault, counted from 1. */
    line?: number;
    /** The column of a record's fault, counted from 1. */
    column?: number;
    /** The code of a record's fault. */
    fault?: string;
    /** The name of the edition whose file must be sent along. */
    edition?: string;
    /** The name of the built-in edition of a record with a fault. */
    board?: string;
  }

  /** The body of a request to test or to remove one of the caller's devices. */
  interface DeviceNamed {
    /** The `id` of the device. */
    device: string;
  }

  /** The body of a request to send messages to a device: its subscription, and the language. */
  interface DeviceToCall {
    /**
     * The address of the push service for this device, at most 2000 characters. It begins with
     * `https://`.
     */
    endpoint: string;
    /** The public key of the device: a point of the curve P-256, 65 bytes in URL-safe Base64. */
    p256dh: string;
    /** The secret of the device: 16 bytes in URL-safe Base64. */
    auth: string;
    /**
     * The language of the messages; null = as before. Then the device must get messages already.
     */
    language?: SpokenLanguage | null;
  }

  /** The number of browsers and programs that can act as the caller. */
  interface Devices {
    /** The number of browsers that are signed in as the caller, including the one that asks. */
    sessions: number;
    /** The number of programs with a token of the caller. */
    programs: number;
  }

  /** A card was turned up in a slot of the display, counted from 0 (C-10). */
  interface DisplayRefilled {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "DisplayRefilled";
    /** The slot of the display, from 0 to 4. */
    slot: number;
    /** The kind of the card. */
    card: string;
  }

  /** The display was discarded because it showed too many cards of one kind (C-14, M-12). */
  interface DisplaySwept {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "DisplaySwept";
    /** The kind of card that the display showed too often. */
    card: string;
  }

  /** A player's progress in a district (L-10). */
  interface District {
    /** The name of the district. */
    name: string;
    /** The points for linking all cities of the district. */
    points: number;
    /** For each city of the district, by its code: whether a route of the player reaches it. */
    cities: Record<string, boolean>;
    /** Whether the player's routes link all cities of the district. */
    linked: boolean;
  }

  /** A district of an edition: the cities to connect, and the points for connecting them. */
  interface DistrictFacts {
    /** The district's name. */
    name: string;
    /** The codes of the district's cities. */
    cities: string[];
    /** The points for linking all cities of the district. */
    points: number;
  }

  /** The score of a completed district (L-10). */
  interface DistrictLine {
    /** The name of the district. */
    name: string;
    /** The points for the district. */
    points: number;
  }

  /** The body of a request to let devices in the house join, or to shut them out. */
  interface Door {
    /** True = devices in the house can join from now on; false = they no longer can. */
    open: boolean;
  }

  /** The action to draw a card (C-10). */
  interface DrawAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "draw";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The kind of the card to take from the display; null = the top card of the deck. */
    card: string | null;
  }

  /** A planned step that was not possible when the turn came, and the reason. */
  interface Dropped {
    /** The step in the words of the notation. */
    words: string;
    /** The route's code; empty if the step draws a card. */
    route: string;
    /** The reason as an English sentence. */
    message: string;
    /** The code of the reason, one of those in `docs/reasons.md`; null if there is no code. */
    code: string | null;
    /**
     * The values that fill in the sentence for `code`, such as a card or a number
     * (`docs/reasons.md`); empty if there is no code.
     */
    values: Values;
  }

  /** The values that belong to the code of an edition file's fault (`docs/reasons.md`). */
  interface EditionValues {
    /** The words that are allowed at this point of the file. */
    choices?: string[];
    /** The total that the file states in its `counts`, such as the number of routes, as text. */
    claimed?: string;
    /** The true total of the cities, routes, tickets or cards that the file lists, as text. */
    counted?: string;
    /** What is wrong with the file's syntax, in English. */
    detail?: string;
    /** The minimum number of entries of a list in the file. */
    fewest?: number;
    /** What the file has instead of what was expected, or the number of entries in the file. */
    found?: number | string;
    /** Words that the author of the file may have meant. */
    guesses?: string[];
    /** The largest number that is possible at this point of the file. */
    high?: number;
    /** The key of the file that is missing or unknown. */
    key?: string;
    /** The smallest number that is possible at this point of the file. */
    low?: number;
    /** The maximum number of entries of a list in the file. */
    most?: number;
  }

  /** A finished game of the caller. */
  interface Ended extends Listed {
    /**
     * The caller's place; null if the game does not count, as in lessons. Those who gave up share
     * the last place.
     */
    place: number | null;
    /** The caller's final score; null if the game does not count, or if the caller gave up. */
    score: number | null;
    /**
     * Whether the caller resigned, or left the game to a bot or to another person. False if the
     * game does not count.
     */
    given_up: boolean;
  }

  /** Finished games of the caller, the most recently changed game first. */
  interface EndedGames {
    /** The finished games of the caller on this page, the most recently changed one first. */
    games: Ended[];
    /** The value of `before` for the next page; null if there are no more games. */
    further: string | null;
  }

  /** An entry of a table's log: one change, with all of its events. */
  interface Entry {
    /**
     * The number of the entry, counted from 1. It is also the version of the table after the entry.
     */
    number: number;
    /** The seat that the entry is about; null = the table as a whole. */
    seat: number | null;
    /** What happened, as the viewer sees it. */
    events: Event[];
    /** When the change happened, in UTC (ISO 8601). */
    at: string;
    /** The number of the move in the game, counted from 1; null if the entry is not a move. */
    move: number | null;
    /**
     * Who made the move: the person, the seat's bot, or a bot that stands in. A move from an
     * imported record, or one already made when a lesson begins, has `record`. Null if the entry is
     * not a move.
     */
    by: Mover | null;
  }

  /** Everything that the server keeps about the caller, without secrets. */
  interface Everything {
    /** The caller's name. */
    name: string;
    /** The colour that the caller prefers. */
    colour: Colour;
    /** When the server first saw the caller, in UTC (ISO 8601); null if that cannot be read. */
    since: string | null;
    /** The caller's results. */
    results: Results;
    /** All tables of the caller. */
    tables: ListedWithRecord[];
    /** The caller's attempts at the deals of the day, the last day first. */
    daily: DailyDeal[];
    /** The caller's place on the ladder; null if the caller has never been on it. */
    ladder: LadderKept | null;
    /** The puzzles from the caller's games, the last found first. */
    puzzles: OwnPuzzle[];
    /** The caller's clubs, the one that the caller joined first at the beginning. */
    clubs: ClubLine[];
    /**
     * The address that the server calls when a table waits for the caller; null = none. Programs
     * get only its beginning.
     */
    webhook: string | null;
    /** The devices that get messages when a table waits for the caller. */
    push: PushDevice[];
    /** The caller's plans, as the database keeps them. The keys are the ids of tables. */
    plans: Record<string, KeptPlans>;
  }

  /** An edition: its cities, routes and tickets, and the values that its rules use. */
  interface Facts {
    /** The name of the edition. */
    name: string;
    /** The title of the edition. */
    title: string;
    /**
     * The name of the edition to which the board belongs. That of a variant belongs to another
     * edition; otherwise it is the edition's own name.
     */
    board: string;
    /** The variants on the edition's board; empty for variants and for players' own editions. */
    variants: Variant[];
    /** The revision of the edition's file. */
    revision: number;
    /** The minimum and the maximum number of players. */
    players: [number, number];
    /** The number of pieces that each player has. */
    pieces: number;
    /** What a piece is called. */
    piece_name: string;
    /** The number of passengers that each player has. */
    passengers: number;
    /** The number of stations that each player has. */
    stations: number;
    /** The names of the cards' colours. */
    colours: string[];
    /** What a wild card is called. */
    locomotive: string;
    /** The letter or sign that stands for a wild card. */
    locomotive_glyph: string;
    /** Whether there are wild cards that count as four. */
    locomotive4: boolean;
    /**
     * The minimum length of a route for which wild cards that count as four can be played (M-10).
     */
    locomotive4_from_length: number;
    /**
     * The routes for which wild cards can be played: `any`, only `tunnels` (S-02), or only
     * `special` routes: tunnels, ferries and routes with substitutes (F-10).
     */
    locomotive_use: LocomotiveUse;
    /** Whether there are passenger cards. */
    passenger_cards: boolean;
    /**
     * The number of cards of each kind, and the values that the rules about cards use, such as the
     * size of the starting hand.
     */
    cards: CardFacts;
    /** The words that a typed action can begin with, in the notation. */
    commands: string[];
    /** The rules for the offer of tickets at the start. */
    opening: Offer;
    /** The rules for an offer of tickets during the game. */
    turn: Offer;
    /** The names of the stacks of tickets. */
    stacks: string[];
    /** The points for a route of length 1, 2 and so on. */
    points: number[];
    /** The cities by code. */
    cities: Record<string, City>;
    /** The countries by code. */
    countries: Record<string, Country>;
    /** The routes by code. */
    routes: Record<string, Route>;
    /** The tickets by code. */
    tickets: Record<string, Ticket>;
    /** The districts, in the order of the edition's file; empty if there are none. */
    districts: DistrictFacts[];
    /** The points of the merchandise tokens of each kind, from the top of the stack down. */
    merchandise: Record<string, number[]>;
    /** The points for the longest path; 0 = this edition has no such bonus. */
    longest_path_bonus: number;
    /** The points for the most completed tickets; 0 = this edition has no such bonus. */
    most_tickets_bonus: number;
    /**
     * The points for one doubly joined ticket, for two together, and so on. More tickets are worth
     * as much as the last number. Empty = this edition has no such points.
     */
    doubly_joined: number[];
    /** The criteria that decide a tie, in the order of their use. */
    tie_breaks: TieBreak[];
    /** The points for each attraction that a player's routes touch; 0 = this edition has none. */
    attraction_points: number;
    /** The points for each station that a player has not built at the end of the game. */
    station_points: number;
    /**
     * In games with at most this many players, a claimed route closes its parallel routes (C-26).
     */
    parallel_closed_up_to: number;
    /** A player who ends a turn with at most this many pieces starts the final round (C-40). */
    final_round_at: number;
    /** Notes of the edition's author. */
    notes: string[];
    /** Whether a player wrote the edition. */
    own: boolean;
  }

  /**
   * The final round began, because this seat has few pieces left (C-40).
   *
   * Every seat has one more turn.
   */
  interface FinalRound {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "FinalRound";
    /** The seat that has few pieces left. */
    seat: number;
  }

  /** The game has ended. */
  interface GameOver {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "GameOver";
  }

  /** The game begins. The seat `starter` will take the first turn (C-03). */
  interface GameStarted {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "GameStarted";
    /** The name of the edition. */
    edition: string;
    /** The number of seats, from 2 to 5. */
    seats: number;
    /** The seat that takes the first turn, counted from 0. */
    starter: number;
  }

  /** The positions of cities, routes and the scoring track on the board. */
  interface Geometry {
    /** The width and height of the board, in board units. */
    size: Point;
    /** The hundred fields of the scoring track, for 0 to 99 points. */
    track: Box[];
    /** The position of each city, by code. */
    cities: Record<string, Point>;
    /** The border points of each country, by the country's code. */
    borders: Record<string, Point[]>;
    /** The scale and position of the board in the map on a ticket. */
    mini: Mini;
    /**
     * The codes of all border points in the drawing. The code of a border point is the code of the
     * first route to the point.
     */
    border_ids: string[];
    /** The sizes of spaces, stations, passengers, letters and ticket headings in the drawings. */
    measures: Measures;
    /** The position of each route, by the route's code. */
    routes: Record<string, RouteDrawn>;
  }

  /** The action to move the travelling passenger along a route (M-21). */
  interface GoAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "go";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The route's code. */
    route: string;
    /** The number of passenger cards that moving along the route costs. */
    toll: number;
    /**
     * The points of the token that moving along the route collects. 0 if it collects none (M-22).
     */
    points: number;
  }

  /** The font sizes and lengths for the headings of tickets (`drawing/ticket_headings.py`). */
  interface Heading {
    /**
     * The maximum font size of a heading in one line, and of any heading beside a tall map, in
     * units of a card of 120 × 78.
     */
    large: number;
    /**
     * The minimum font size of a line above a wide map, in units of a card of 120 × 78. A heading
     * that would need a smaller one is broken into more lines. Also the maximum font size of a
     * heading in three or more lines.
     */
    small: number;
    /**
     * The maximum font size of a heading in two lines above a wide map, in units of a card of 120 ×
     * 78.
     */
    halved: number;
    /**
     * The maximum width of a line of a heading above a wide map, in units of a card of 120 × 78.
     */
    across: number;
    /**
     * The maximum width of a line of a heading beside a tall map, in units of a card of 120 × 78.
     */
    beside: number;
    /**
     * The maximum y of the last baseline of a heading with several destinations beside a tall map,
     * in units of a card of 120 × 78.
     */
    lowest: number;
    /** The width of a flag, as a multiple of the font size. */
    flag: number;
    /** The height of a flag, as a multiple of the font size. */
    flag_high: number;
    /** The gap after a flag, as a multiple of the font size. */
    flag_gap: number;
    /** The gap between two destinations, as a multiple of the font size. */
    apart: number;
    /**
     * The scale of a wide map under a heading of one line, two lines and so on. 1 is the full size.
     */
    maps: number[];
  }

  /** The server's health: `ok`, or what is wrong. */
  interface Health {
    /** `ok`, or a sentence that says what is wrong. */
    status: string;
  }

  /** A message without content. It shows that the connection is alive while nothing happens. */
  interface Heartbeat {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "heartbeat";
  }

  /** The notice that a player asked for a hint. Only this player sees the hint. */
  interface HintGiven {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Hinted";
    /** The seat of the player. */
    seat: number;
  }

  /** One of the best actions in a position. */
  interface HintOptionSent {
    /** One of the best actions. */
    action: Action;
    /** The chance to win after the action, from 0 to 1. */
    chance: number;
    /** The standard error of `chance`; null after a single world. */
    chance_error: number | null;
    /** The expected lead over the best other player after the action, in points. */
    margin: number;
    /**
     * How much lower the chance to win is after this action than after the first action of the
     * hint.
     */
    loss: number;
    /** The standard error of `loss`; null after a single world. */
    loss_error: number | null;
    /** Whether the difference from the first action may be chance. True for the first action. */
    close: boolean;
    /** What the player could do in the next turns, besides drawing cards. */
    plan: PlannedStep[];
  }

  /** The best actions for a player who has to decide. */
  interface HintSent {
    /** The table's version after the entry which records that the hint was given. */
    version: number;
    /** The number of moves of the game before the position of the hint. */
    moves: number;
    /** Whether the first action is better than all others, beyond what chance can explain. */
    clear: boolean;
    /** The best actions, at most three. The best one is first. */
    options: HintOptionSent[];
  }

  /** A table's setting for hints, the host's open request to allow them, and who has a coach. */
  interface Hints {
    /** Whether players can ask for hints, and can have a coach. */
    allowed: boolean;
    /** The host's question that waits for answers; null if there is none. */
    asked: HintsAsked | null;
    /** The seats whose players play with a coach. */
    coached: number[];
  }

  /** The body of an answer to the host's request to allow hints. */
  interface HintsAnswer {
    /** The table's version at which the host asked: `table.hints.asked.entry` in updates. */
    asked: number;
    /**
     * Whether the caller agrees to allow hints. If the caller is the host, false withdraws the
     * request.
     */
    agrees: boolean;
  }

  /** The host's open request to allow hints, which waits for answers. */
  interface HintsAsked {
    /** The table's version at which the host asked. Send this number as `asked` in an answer. */
    entry: number;
    /** The seat of the host, who asked; null if the host has none. */
    seat: number | null;
    /** The seats that have not agreed to the host's question yet. */
    awaited: number[];
  }

  /** The body of a request to allow or forbid hints at a table. */
  interface HintsChoice {
    /** True = hints are allowed, or the other people are asked to allow them. */
    allowed: boolean;
  }

  /** The notice that the host switched hints on or off, after all others agreed if they had to. */
  interface HintsChosen {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "HintsSwitched";
    /** The host's seat; null if the host has none. */
    seat: number | null;
    /** Whether players can ask for hints from now on. */
    allowed: boolean;
  }

  /**
   * The notice that a player agreed or refused to allow hints.
   *
   * A refusal by the host withdraws the request.
   */
  interface HintsConsent {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "HintsAnswered";
    /** The seat that answered; null if the host has no seat and withdrew the request. */
    seat: number | null;
    /** Whether the player agreed. If false, the request has ended. */
    agrees: boolean;
  }

  /** The notice that the host asks the players to allow hints. */
  interface HintsRequested {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "HintsAsked";
    /** The host's seat; null if the host has none. */
    seat: number | null;
  }

  /** The journey that a passenger is making now (M-21). */
  interface Journey {
    /** The code of the city where the passenger is. */
    city: string;
    /** The codes of the routes travelled so far, in the edition's order of routes. */
    routes: string[];
    /**
     * The codes of the cities visited so far, including the start. They give this journey no
     * further token (I-06).
     */
    visited: string[];
    /** The number of routes travelled so far. */
    steps: number;
  }

  /** A journey ended in a city, and the passenger left the game (M-23). */
  interface JourneyEnded {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "JourneyEnded";
    /** The seat whose passenger travelled. */
    seat: number;
    /** The code of the city where the journey ended. */
    city: string;
  }

  /**
   * The answer to a request for a preview: what a journey would bring and cost so far.
   *
   * The journey is not made.
   */
  interface JourneyPreview {
    /** The actions that make the journey so far, in the words of the notation. */
    words: string[];
    /** The journey after these actions, in the format of `position.journey` in updates. */
    journey: Journey;
    /** The legal actions that would follow: to continue the journey, or to end it. */
    legal: Action[];
    /** The points that the journey would have brought so far. */
    points: number;
    /** The number of passenger cards that the journey would have cost so far. */
    tolls: number;
  }

  /** The best journeys that the caller's passengers could make now. */
  interface JourneyProspects {
    /** The best journey by city code, for each city where the caller has a passenger to move. */
    best: Record<string, BestJourney>;
  }

  /** A passenger began a journey in a city (M-21). */
  interface JourneyStarted {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "JourneyStarted";
    /** The seat whose passenger travels. */
    seat: number;
    /** The code of the city where the journey begins. */
    city: string;
  }

  /** The verdict on a decision. */
  interface Judgement {
    /** How good the decision was. */
    verdict: Verdict;
    /**
     * How much lower the chance to win was than after the best action. It is measured in new
     * worlds, which were not used to find the best action.
     */
    loss: number;
    /** The standard error of `loss`; null after a single world. */
    loss_error: number | null;
    /**
     * The chance to win after the action that was taken, from 0 to 1, judged from what the player
     * knew.
     */
    chance: number;
    /** The standard error of `chance`; null after a single world. */
    chance_error: number | null;
    /** The action that was taken. */
    taken: Action;
    /**
     * Other actions, at most three. If the action taken was not the best one, the best one is
     * first.
     */
    others: Option[];
    /** Whether the decision was judged more deeply, with more worlds. */
    deeper: boolean;
  }

  /** The action to keep some of the offered tickets and return the others (C-02, C-30). */
  interface KeepAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "keep";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The codes of the tickets to keep. */
    tickets: string[];
  }

  /** A person's plans for one seat, as the database keeps them. */
  interface KeptAhead extends Ahead {
    /**
     * The planned claims that earlier versions of the program stored, which knew no other steps.
     */
    claims?: Step[];
  }

  /**
   * A person's plans at a table, as the database keeps them.
   *
   * The inherited fields have plans that earlier versions stored for people with a single seat,
   * without the number of the seat.
   */
  interface KeptPlans extends KeptAhead {
    /** The plans for each seat of the person, by the number of the seat. */
    seats?: Record<string, KeptAhead>;
  }

  /** How a game has changed a player's rating in the list of all boards and table sizes. */
  interface LadderChange {
    /** The number of the player's seat, counted from 0. */
    seat: number;
    /** The id of the player on the ladder. */
    player: string;
    /** The player's rating before the game. */
    before: number;
    /** The player's rating after the game. */
    after: number;
    /** Two standard deviations of the rating after the game, in points of the rating. */
    uncertainty: number;
  }

  /** What the server stores about the caller for the ladder. */
  interface LadderKept {
    /** The id of the caller on the ladder. */
    id: string;
    /** When the caller joined, in UTC (ISO 8601); null if the caller has left the ladder. */
    since: string | null;
    /** The caller's ratings in all lists that cover all seasons. */
    ratings: LadderRating[];
  }

  /** The response to joining or leaving the ladder. */
  interface LadderMembership {
    /** Whether the caller is on the ladder now. */
    joined: boolean;
  }

  /** A player on the ladder, with ratings and results against others. */
  interface LadderPerson {
    /** The player whose ratings and results follow. */
    player: LadderPlayer;
    /** The player's ratings in all lists that cover all seasons. */
    ratings: LadderRating[];
    /** A page of the results against others, those with the most games first. */
    against: LadderRival[];
    /** The number of this page of `against`, counted from 1. */
    page: number;
    /** Whether `against` has a further page. */
    more: boolean;
  }

  /** A player on the ladder. */
  interface LadderPlayer {
    /** The id of the player on the ladder. */
    id: string;
    /** The name of the person; empty for bots, and if the person has chosen none. */
    name: string;
    /** The name of the bot; null for a person. */
    bot: string | null;
    /** Whether the player is the caller. */
    you: boolean;
  }

  /** Whether the game of a table that is not set up yet would count for the ladder. */
  interface LadderPreview {
    /** Whether the game would count, as far as is known before other people have sat down. */
    counts: boolean;
    /** Why the game would not count; null if it would. */
    why_not: Uncounted | null;
    /** Whether the caller is on the ladder. */
    joined: boolean;
  }

  /** A player's rating in one list of the ladder, from the games of all seasons. */
  interface LadderRating {
    /** The name of the edition whose games are rated; null = all boards. */
    edition: string | null;
    /** The number of seats at the tables whose games are rated; null = all table sizes. */
    players: number | null;
    /** The number of rated games of the player that the list covers. */
    games: number;
    /**
     * The number of games counted in `games` that the player won, alone or together with others.
     */
    won: number;
    /** The player's rating in the list. New players have 1500. */
    rating: number;
    /** Two standard deviations of the rating, in points of the rating. */
    uncertainty: number;
    /** Whether the player has had too few games in this list for a reliable rating. */
    provisional: boolean;
  }

  /** A player's results against one opponent. */
  interface LadderRival {
    /** The opponent with whom the player is compared. */
    player: LadderPlayer;
    /** The number of rated games in which both the player and the opponent played. */
    games: number;
    /** The number of `games` in which the player had a better place than the opponent. */
    ahead: number;
    /**
     * The number of `games` in which the player had a worse place than the opponent. The remaining
     * games were ties between the two.
     */
    behind: number;
    /**
     * The mean of the player's score less the opponent's score, over the games in which neither
     * gave up. Null if there are no such games.
     */
    margin: number | null;
  }

  /** A player in a list of the ladder. */
  interface LadderRow {
    /** The id of the player on the ladder. */
    id: string;
    /** The rank, counted from 1; null if the rating is provisional. Equal ratings share a rank. */
    rank: number | null;
    /** The name of the person; empty for bots, and if the person has chosen none. */
    name: string;
    /** The name of the bot; null for a person. */
    bot: string | null;
    /** Whether the player is the caller. */
    you: boolean;
    /** The number of rated games in the season, or of all time in a list of all time. */
    games: number;
    /**
     * The number of the games counted in `games` that the player won, alone or together with
     * others.
     */
    won: number;
    /** The rating after the player's last game that the list covers. New players have 1500. */
    rating: number;
    /** Two standard deviations of the rating, in points of the rating. New players have 500. */
    uncertainty: number;
    /**
     * Whether the player has had fewer than `provisional_below` games in this list by the end of
     * the season.
     */
    provisional: boolean;
  }

  /** A page of a list of the ladder. */
  interface LadderStandings {
    /** The name of the edition whose games are rated; null = all boards. */
    edition: string | null;
    /** The number of seats at the tables whose games are rated; null = all table sizes. */
    players: number | null;
    /** The season, a quarter of a year by UTC such as `2026-Q4`; null = all time. */
    season: string | null;
    /** The seasons in which games were rated, the last first. */
    seasons: string[];
    /**
     * The number of players in the whole list; 0 if the page lies beyond the end and `mine` is
     * null.
     */
    people: number;
    /**
     * The players on this page of the list: the highest rating first, provisional ratings last.
     */
    rows: LadderRow[];
    /** The caller's row, even if it is on another page; null if the caller is not in the list. */
    mine: LadderRow | null;
    /** Whether the caller is on the ladder. */
    joined: boolean;
    /** The number of games in a list below which a rating is provisional. */
    provisional_below: number;
    /** The number of this page of the list, counted from 1. */
    page: number;
    /** Whether the list has a further page. */
    more: boolean;
  }

  /** Whether the game of a table counts for the ladder, and how it has changed the ratings. */
  interface LadderTable {
    /**
     * Whether the game counts, as far as is known now. Until the game ends, an event such as a hint
     * can make this false. Until the game starts, people who sit down or leave can change it.
     */
    counts: boolean;
    /** Why the game does not count; null if it counts. */
    why_not: Uncounted | null;
    /** Whether the caller is on the ladder. */
    joined: boolean;
    /**
     * The changes of the ratings after a game that counts; otherwise empty. People who have left
     * the ladder are left out.
     */
    changes: LadderChange[];
  }

  /** The outcome of the last call of an address. */
  interface LastCall {
    /** What came of the last call. */
    result: CallResult;
    /** The HTTP status of the answer to the last call; null = there was no answer. */
    status: number | null;
    /** When the last call was made, in UTC (ISO 8601). */
    at: string;
  }

  /** The score of a player's routes of one length (C-24). `number` is the number of routes. */
  interface LengthLine {
    /** The number of spaces of each route. */
    length: number;
    /** The number of routes of this length. */
    number: number;
    /** The points for all routes of this length together. */
    points: number;
  }

  /** A lesson with its steps. */
  interface Lesson extends LessonTitle {
    /** The steps of the lesson, the first step first. */
    steps: LessonStep[];
  }

  /** The lesson that is taken at a table, and the number of its current step. */
  interface LessonPlace {
    /** The name of the lesson. */
    name: string;
    /**
     * The number of the step whose action is due, counted from 0. The number of steps if all steps
     * are done. Null if the game has left the lesson.
     */
    step: number | null;
  }

  /** A step of a lesson. */
  interface LessonStep {
    /**
     * The second part of the key of the step's text in the page's language catalogues. The first
     * part is the lesson's name: `NAME.TEXT`.
     */
    text: string;
    /**
     * The only action that the step accepts, in the words of the notation; null = the step is only
     * read.
     */
    expect: string | null;
    /**
     * What the page points at: a part of the page, such as `hand`, or a kind of thing and its code,
     * such as `route DEN-OMA`.
     */
    point: string[];
    /**
     * The values for the placeholders of the step's text, by name: a number, or a kind of thing and
     * its code, such as `route DEN-OMA`.
     */
    values: Record<string, number | string>;
  }

  /** A lesson in a list, without its steps. The page's language catalogues have its title. */
  interface LessonTitle {
    /** The name of the lesson. The path of the lesson's page is `/learn/NAME`. */
    name: string;
    /** The name of the edition that is played. */
    edition: string;
    /** `first_game` = a whole game for beginners; `board` = an introduction to a board. */
    kind: LessonKind;
    /** About how many minutes the lesson takes. */
    minutes: number;
  }

  /** A table as one line of a list. */
  interface Listed {
    /** The id of the table. */
    id: string;
    /** The name of the edition, or `table.ID` for a player's own edition. */
    edition: string;
    /** The title of the edition. */
    title: string;
    /**
     * The name of the lesson that is taken at the table; null if the table is not for a lesson.
     */
    lesson: string | null;
    /** The day whose deal is played at the table, such as `2026-11-27`; null if there is none. */
    daily: string | null;
    /**
     * `open` = the game has not begun; `playing` = the game is going on; `over` = the game has
     * ended with a result; `closed` = the table was closed without a result.
     */
    state: State;
    /** The seats of the table, in the order of their numbers. */
    seats: Seat[];
    /** The caller's seat; null if the caller does not play at the table. */
    yours: number | null;
    /** Whether the caller has to decide now. False if the table is not in the server's memory. */
    your_turn: boolean;
    /** When the table last changed, in UTC (ISO 8601). */
    updated: string;
  }

  /** A table of the caller, with the address of its record. */
  interface ListedWithRecord extends Listed {
    /** The path of the record, which contains all moves. */
    record: string;
  }

  /** Lists of tables, each with the last changed table first. */
  interface Lists {
    /**
     * The caller's tables. Of each unfinished lesson, only the newest table is included. Tables
     * with puzzles are left out.
     */
    mine: Listed[];
    /** The public tables that are open for players and have changed within the last day. */
    public: Listed[];
  }

  /**
   * Moves that a seat took back with the consent of the other people and bots.
   *
   * The seat may have seen hidden information, such as a drawn card, before it took the moves back.
   */
  interface LookedBack {
    /** The seat that took the moves back. */
    seat: number;
    /** The number of the first move that was taken back, counted from 1. */
    move: number;
  }

  /** The response to a request that sets up a table, or that founds, joins or changes a club. */
  interface Made {
    /**
     * The id of the table or club. The path of a table's page is `/t/ID`, and that of a club's page
     * is `/club/ID`.
     */
    id: string;
  }

  /** The caller, and facts about the server. */
  interface Me {
    /** The caller's name; empty if they have not chosen one. */
    name: string;
    /** The colour that the caller prefers. */
    colour: Colour;
    /** All colours that a player's pieces can have. */
    colours: Colour[];
    /** The addresses at which other devices reach the server; null if there are none. */
    lan: string[] | null;
    /** Whether devices in the house can join; null if the caller cannot change that. */
    house: boolean | null;
    /** The version of the server. */
    version: string;
    /** The codes of the phrases that players can say at a table. */
    phrases: string[];
    /** Whether the server can call an address that a person has entered when it is their turn. */
    webhooks: boolean;
    /** Whether the server can send a message to people's devices when it is their turn. */
    push: boolean;
  }

  /** The sizes of spaces, stations, passengers, letters and ticket headings in the drawings. */
  interface Measures {
    /** The length and width of a space, in board units. */
    space: [number, number];
    /** The width and height of a station or a passenger, in board units. */
    figure: [number, number];
    /** How far capital letters reach above the baseline, as a share of the font size. */
    capital: number;
    /** How far letters reach below the baseline, as a share of the font size. */
    below: number;
    /** The font sizes and lengths for the headings of tickets. */
    heading: Heading;
  }

  /** A passenger collected the top token of a city (M-22). */
  interface MerchandiseCollected {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "MerchandiseCollected";
    /** The seat whose passenger collected the token. */
    seat: number;
    /** The code of the city. */
    city: string;
    /** The points on the token. */
    points: number;
  }

  /** The scale and position of the board in the map on a ticket card of 120 × 78 card units. */
  interface Mini {
    /** The number of card units for each board unit. */
    scale: number;
    /** The x of the board's left edge on the card, in card units. Can be negative. */
    left: number;
    /** The y of the board's top edge on the card, in card units. Can be negative. */
    top: number;
    /** The part of the card in which the map is shown, in card units. */
    window: Box;
  }

  /**
   * A game as it was after some moves, and the table as it is now.
   *
   * `clocks` and `absences` are null.
   */
  interface Moment {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "update";
    /** The number of the table's entries so far. */
    version: number;
    /**
     * The table as it is now. In an update for an earlier entry, `state` is the state after the
     * entry.
     */
    table: Table;
    /**
     * The entry of the last move before the moment that is shown; before the first move, the entry
     * of the game's start.
     */
    entry: Entry;
    /** What the viewer sees of the game as it was at the moment that is shown. */
    position: Position;
    /**
     * The number of stations that each player could still build at the moment that is shown (E-20).
     */
    stations_left: number[];
    /**
     * While the surcharge of a tunnel was due: the kinds of cards that asked for one more card when
     * they were turned up. First comes the colour of the cards laid out, if any, and then the wild
     * card. Empty if no surcharge was due at the moment that is shown.
     */
    asking_cards: string[];
    /** The seats that had to decide at the moment that is shown. */
    deciding: number[];
    /** Always empty, because no action can be taken in the past. */
    legal: Action[];
    /**
     * For each of the viewer's own and offered tickets, by its code: the way that would have
     * completed it with the fewest pieces from the moment that is shown; null = the ticket could
     * not be completed any more.
     */
    ways: Record<string, Way | null>;
    /** The viewer's progress in each district at the moment that is shown. */
    districts: District[];
    /**
     * The seconds left on each seat's clock; null if there is no clock or no game, and if another
     * update follows at once.
     */
    clocks: number[] | null;
    /** The players who are away; null if another update follows at once. */
    absences: Absence[] | null;
  }

  /** The action to begin a journey with a passenger (M-21). */
  interface MoveAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "move";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The code of the city where the passenger stands. */
    city: string;
  }

  /**
   * The notice that moves were taken back. The first of them is `move`, made by `seat`.
   *
   * `entries` has the numbers of the entries that no longer count.
   */
  interface MovesTakenBack {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TakenBack";
    /** The seat that made the first of these moves. */
    seat: number;
    /** The number of the first move that was taken back, counted from 1. */
    move: number;
    /** The numbers of the entries of all moves that were taken back. */
    entries: number[];
  }

  /** The body of a request to take back a move, and all moves after it. */
  interface MovesToTakeBack {
    /**
     * The first move to take back, counted from 1; null = the caller's newest move. All later moves
     * are taken back, too.
     */
    move?: number | null;
    /**
     * What happens if consent is needed: true = the other players are asked; false = the request is
     * refused.
     */
    ask?: boolean;
    /**
     * The newest version that the sender has seen. If moves have been made or taken back since, the
     * request is refused. Null = not checked.
     */
    version?: number | null;
  }

  /** The body of a request to change the caller's name or colour. */
  interface NameAndColour {
    /** The new name, of 1 to 24 characters; null = unchanged. */
    name?: string | null;
    /** The new colour; null = unchanged. */
    colour?: Colour | null;
  }

  /** The notice that a person changed their name from `before` to `name`. */
  interface NameChanged {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Renamed";
    /** The seat of the person. */
    seat: number;
    /** The new name. */
    name: string;
    /** The name before the change. */
    before: string;
    /**
     * The word that `name` begins with if the server made it, as in "Player 2": `player` or a bot's
     * name. Absent if a person chose `name`.
     */
    name_of?: string | null;
    /**
     * The word that `before` begins with if the server made it, as in "Player 2": `player` or a
     * bot's name. Absent if a person chose `before`.
     */
    before_of?: string | null;
  }

  /** The notice that the player in a seat became the host of the table. */
  interface NewHost {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "HostChanged";
    /** The seat of the new host. */
    seat: number;
  }

  /** The body of a request to change the time to think at a table. */
  interface NewPace {
    /**
     * `minutes` = minutes per player for the whole game; `days` = days per turn; `none` = no clock.
     */
    kind: PaceKind;
    /**
     * The number of minutes if `kind` is `minutes`, or of days if `kind` is `days`; then above 0.
     * Ignored if `kind` is `none`.
     */
    amount?: number;
  }

  /** A plan for the caller's next turn, or for several turns, as a part of `NewPlans`. */
  interface NewPlan {
    /**
     * The steps, in the words of the notation: claims and draws. In every decision of the turn, the
     * first possible step is carried out. A claim without cards, such as `claim DEN-OMA`, stands
     * for any cards. An empty list deletes the plan.
     */
    steps: string[];
    /**
     * `once` = the plan counts for the next turn; `claimed` = it counts in every turn, until a
     * route of the plan has been claimed; `all_claimed` = it counts in every turn, until all routes
     * of the plan have been claimed.
     */
    until?: Until;
    /** In how many turns at most the plan counts, if `until` is not `once`. */
    turns?: number;
    /** What stops the plan before its end. Then the caller decides. */
    conditions?: Condition[];
    /** The language of the steps. They may always be in English. */
    language?: SpokenLanguage;
  }

  /** The body of a request to change the caller's plans. A null field changes nothing. */
  interface NewPlans {
    /** The codes of all routes that are marked from now on. */
    marked?: string[] | null;
    /**
     * A plan that consists of claims for the next turn, in the words of the notation. Each must be
     * possible with the cards that the caller has.
     */
    claims?: string[] | null;
    /** The new plan, which takes precedence over `claims`. */
    plan?: NewPlan | null;
    /** Whether to delete the list of `dropped` steps, and `stopped`. */
    seen?: boolean;
  }

  /**
   * The body of a request to set up a table.
   *
   * Give either `edition`, the name of a built-in edition, or `edition_text`.
   */
  interface NewTable {
    /** The name of a built-in edition, or the full name of a variant, such as `usa-1910`. */
    edition?: string | null;
    /**
     * The last part of the name of a variant on the board of `edition`, such as `1910`; null = as
     * `edition` says.
     */
    variant?: string | null;
    /** The file of a player's own edition. */
    edition_text?: string | null;
    /** The player wanted for each seat. The game begins when no seat is open. */
    seats: SeatChoice[];
    /** Whether the table is listed for everyone. */
    public?: boolean;
    /**
     * The time to think. When a player's time is up, a bot moves for the player until the player
     * comes back. A player who comes back has at least half a minute.
     */
    pace?: TimeToThink;
    /**
     * Seconds of absence after which a bot moves for the player whose turn it is, if another player
     * is there and waits; null = never.
     */
    standin_after?: Patience;
    /**
     * Whether the order of play is drawn by lot. Seats then get new numbers when the game begins.
     */
    shuffle?: boolean;
    /**
     * Whether bots explain their moves during the game, too. The explanations can reveal the bots'
     * tickets.
     */
    explain?: boolean;
    /**
     * How fast bots move. With `relaxed` and `brisk`, bots wait at least until the page has had
     * time to show the last move, unless the server's `bot_pause` is set below its default.
     */
    bot_pace?: BotPace;
    /** Whether moves may be taken back; null = only if there is no clock. */
    take_back?: boolean | null;
    /**
     * Whether players can ask for hints during the game. Refused (422) with a clock of minutes.
     */
    hints?: boolean;
    /** A random value that the caller adds to the luck. */
    luck?: string | null;
    /**
     * The id of a club of the caller to which the table belongs; null = no club. All members find
     * the table on the club's page.
     */
    club?: string | null;
  }

  /** The rules for an offer of tickets: how many are drawn, and how many must be kept. */
  interface Offer {
    /** The minimum number of tickets that the player must keep. */
    keep: number;
    /**
     * The number of tickets that are drawn from each stack, in the order of the edition's `stacks`.
     * Empty if the player divides the tickets among the stacks.
     */
    draw: number[];
    /**
     * The number of tickets that the player divides among the stacks; 0 = the player does not
     * choose.
     */
    choose: number;
    /**
     * The maximum number of tickets that the player may keep of each stack, in the order of the
     * edition's `stacks`. Empty if any number may be kept.
     */
    most: number[];
    /**
     * Where the other tickets go: to the `bottom` of their stack, back into it (`reshuffle`), or
     * `out` of the game.
     */
    unkept: Unkept;
  }

  /** The result of offering a seat: the table's version, and the key for the other person. */
  interface Offered {
    /** The version of the table after the request. */
    version: number;
    /**
     * The secret key of the link with which a person can take the seat; null = there is no link
     * yet.
     */
    key: string | null;
  }

  /** A seat that another person can take with the key in a link. */
  interface OfferedSeat {
    /** The number of the offered seat, counted from 0. */
    seat: number;
    /** Who offers the seat: its player or the host. */
    by: Offerer;
  }

  /** Results on one board. */
  interface OnBoard extends Score {
    /** The name of the edition; null = all players' own editions together. */
    board: string | null;
    /**
     * The caller's highest score on this board; null if the caller gave up all games on it. Games
     * that the caller gave up do not count here.
     */
    best: number | null;
    /**
     * The length of the caller's longest path on this board, in spaces; 0 in editions that do not
     * count it. Games that the caller gave up do not count here.
     */
    path: number;
  }

  /** The values that the players added to the luck, and the order of play. */
  interface OpenedLuck {
    /**
     * The value that each seat added to the luck, in the order in which the seats were set up. An
     * empty text means that the seat added nothing.
     */
    values: string[];
    /**
     * The seats in the order of play, by the numbers that they had when they were set up. This
     * version of the server never sends null.
     */
    order: number[] | null;
  }

  /** An action that the player could have taken, judged from what the player knew. */
  interface Option {
    /** The action that the player could have taken. */
    action: Action;
    /** The chance to win after the action, from 0 to 1. */
    chance: number;
    /** The standard error of `chance`; null after a single playout. */
    chance_error: number | null;
    /** The expected lead over the best other player after the action, in points. */
    margin: number;
    /** What the player could do in the next turns, besides drawing cards. */
    plan: PlannedStep[];
  }

  /** The notice that the host changed the bots' pace, or whether bots explain their moves. */
  interface OptionsChosen {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "OptionsChanged";
    /** The new pace of bots; null = unchanged. */
    bot_pace: BotPace | null;
    /** Whether bots now explain their moves; null = unchanged. */
    explain: boolean | null;
  }

  /** A turn after which a different player than before leads alone on the score track. */
  interface Overtaking {
    /** The number of the turn, counted from 1. */
    turn: number;
    /** The seat that leads alone after the turn. */
    seat: number;
    /** The seat that led alone most recently before this turn. */
    passed: number;
  }

  /** The clubs of the caller. */
  interface OwnClubs {
    /** The clubs, the one that the caller joined first at the beginning. */
    clubs: ClubLine[];
    /** The maximum number of clubs of a person. */
    most: number;
  }

  /**
   * A puzzle made of a decision in a finished game of the caller.
   *
   * The caller did not take the best action. The puzzle is sent only to the caller.
   */
  interface OwnPuzzle {
    /** The id of the puzzle. The path of the puzzle's page is `/puzzle/ID`. */
    id: string;
    /** The name of the edition. */
    edition: string;
    /** The number of levels of bots that do not find the best action, from 1 to 5. */
    difficulty: number;
    /** The id of the table with the game. */
    table: string;
    /** The number of moves of the game before the decision. */
    move: number;
    /** When the puzzle was found, in UTC (ISO 8601). */
    found: string;
  }

  /** How much time the players of a table have to think. */
  interface Pace {
    /**
     * `minutes` = minutes per player for the whole game; `days` = days per turn; `none` = no clock.
     */
    kind: PaceKind;
    /** The number of minutes or days; without meaning if there is no clock. */
    amount: number | number;
  }

  /**
   * The notice that the host changed the time to think.
   *
   * `added` is the number of seconds added to every clock. It is null if the clocks started again
   * from the full time, if there was or is no clock, and before the game begins.
   */
  interface PaceChosen {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "PaceChanged";
    /** The new kind of clock. */
    pace: PaceKind;
    /** The new number of minutes or days; 0 without a clock. */
    amount: number | number;
    /** The seconds added to every clock; null if no time was added. */
    added: number | null;
  }

  /** The action to pass the turn, because no other action is possible (I-03). */
  interface PassAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "pass";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
  }

  /** The action to place a passenger in a city of the route just claimed, or place none (M-20). */
  interface PassengerAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "passenger";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The code of the city in which to place the passenger; null = place no passenger. */
    city: string | null;
  }

  /** A passenger travelled along a route (M-21). */
  interface PassengerMoved {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "PassengerMoved";
    /** The seat whose passenger travels. */
    seat: number;
    /** The code of the route. */
    route: string;
    /** The code of the city at the end of the route, where the passenger is now. */
    city: string;
    /** Whether the move cost the seat a passenger card. */
    toll: boolean;
  }

  /** A seat placed a passenger (M-20). */
  interface PassengerPlaced {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "PassengerPlaced";
    /** The seat that placed the passenger. */
    seat: number;
    /** The code of the city where the passenger now stands. */
    city: string;
  }

  /** The host's question whether another person may have a seat. */
  interface Passing {
    /** The table's version at which the host asked. Send this number as `asked` in an answer. */
    entry: number;
    /** The seat that another person may get. */
    seat: number;
    /** The seat of the host, who asked; null if the host has none. */
    asker: number | null;
    /** The seats that have not agreed to the host's question yet. */
    awaited: number[];
    /**
     * Whether there is no other player who could agree. If true, another person can have the seat
     * only if the seat's player has left it or has been absent for at least a day.
     */
    alone: boolean;
  }

  /**
   * The action to pay what is still due for a route.
   *
   * It pays the surcharge of a tunnel, and so claims the route (E-12), or gives one card as a
   * substitute (F-12, F-14).
   */
  interface PayAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "pay";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The cards that are paid or given. */
    cards: Cards;
  }

  /**
   * The notice that the server deleted a person at the person's request.
   *
   * `seats` has the seats that the person had. A bot plays on these seats if the game is still
   * running. The list is empty if the game had not begun, because the seats are open again.
   */
  interface PersonForgotten {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Forgotten";
    /** The seats that the person had; empty if the game had not begun. */
    seats: number[];
  }

  /** The body of a request to say a phrase. */
  interface Phrase {
    /** The code of one of the phrases that `GET /api/me` lists. */
    phrase: string;
  }

  /** The notice that a person said one of the fixed phrases; `phrase` is its code. */
  interface PhraseSaid {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Said";
    /** The seat of the person who said the phrase. */
    seat: number;
    /** The code of the phrase, such as `good_luck`. */
    phrase: string;
  }

  /** What a player could do in one of the next turns. */
  interface PlannedStep {
    /**
     * The first action of the player in that turn: of a journey, its start; of a tunnel, the claim
     * without the surcharge.
     */
    action: Action;
    /** The cards that the player would have to collect first, as pairs of a kind and a number. */
    missing: Cards;
  }

  /** The caller's plans. */
  interface Plans {
    /** The codes of the routes that the caller has marked. */
    marked: string[];
    /**
     * The steps of the plan. In every decision of the turn, the first possible one is carried out.
     * A claim that has no cards may be paid with any cards.
     */
    steps: (ClaimAction | DrawAction)[];
    /** Those of `steps` that are claims and name the cards to pay with. */
    claims: ClaimAction[];
    /**
     * `once` = the plan counts for the next turn; `claimed` = it counts in every turn, until a
     * route of the plan has been claimed; `all_claimed` = it counts in every turn, until all routes
     * of the plan have been claimed.
     */
    until: Until;
    /**
     * In how many more turns at most the plan counts; 0 if there is no plan or `until` is `once`.
     */
    turns: number;
    /** What stops the plan before its end. */
    conditions: Condition[];
    /** Steps that were not possible when the turn came, and why. */
    dropped: Dropped[];
    /** Why the last plan stopped; null if there is nothing to report. */
    stopped: Stopped | null;
  }

  /** A player of a position. What the viewer may not see is null. */
  interface Player {
    /** The number of cards in the hand. */
    cards: number;
    /** The cards in the hand; null if the viewer may not see them. */
    hand: Hand | null;
    /** Cards in the hand that are public, because they were taken from the display. */
    shown: Hand;
    /**
     * The name of the stack of each ticket that the player holds, in alphabetical order. The backs
     * of tickets are public.
     */
    stacks: string[];
    /** The codes of the tickets that the player holds; null if the viewer may not see them. */
    tickets: string[] | null;
    /**
     * The name of the stack of each ticket that is offered to the player now, in the order of the
     * offer.
     */
    offer_stacks: string[];
    /** The codes of the tickets offered to the player; null if the viewer may not see them. */
    offer: string[] | null;
    /** Whether the player has answered the opening offer while others still have to (C-02). */
    answered: boolean;
    /**
     * The codes of the tickets that the opening answer keeps. Null also if `answered` is false.
     */
    answer: string[] | null;
    /** Pieces that the player has left. */
    pieces: number;
    /** Points on the score track. */
    score: number;
    /** The codes of the routes that the player owns. */
    routes: string[];
    /** The codes of the cities where the player's passengers stand (M-20). */
    passengers: string[];
    /** Passengers that the player can still place. */
    passengers_left: number;
    /**
     * The codes of the cities where the player has built stations (E-20). Left out in editions
     * without stations.
     */
    stations?: string[];
    /** Points of the tokens that the player has collected (M-23). */
    merchandise: number;
  }

  /** What a review says about a player. */
  interface PlayerDocument {
    /** The seat, counted from 0. */
    seat: number;
    /** The player's name in the record. */
    name: string;
    /** The name of the bot that played; null for a person. */
    bot: string | null;
    /** The number of decisions with more than one legal action. */
    decisions: number;
    /** The number of decisions with each verdict, by verdict. */
    verdicts: Record<string, number>;
    /**
     * The share of decisions that were no inaccuracy, mistake or blunder; null without decisions.
     */
    accuracy: number | null;
    /** The sum of the losses of all inaccuracies, mistakes and blunders. 1 is a whole win. */
    lost: number;
    /**
     * The player's result, split into luck and decisions; null if the game is not over or luck was
     * not asked for.
     */
    account: AccountDocument | null;
  }

  /**
   * The notice that the host gave the seat of an absent player to a bot.
   *
   * `before` is the name of the player, who can take the seat back.
   */
  interface PlayerReplaced {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Replaced";
    /** The seat that the bot got. */
    seat: number;
    /** The displayed name of the bot. */
    name: string;
    /** The name of the player who had the seat. */
    before: string;
    /**
     * The word that `name` begins with if the server made it, as in "Player 2": `player` or a bot's
     * name. Absent if a person chose `name`.
     */
    name_of?: string | null;
    /**
     * The word that `before` begins with if the server made it, as in "Player 2": `player` or a
     * bot's name. Absent if a person chose `before`.
     */
    before_of?: string | null;
  }

  /** The part of the score sheet for one player. */
  interface PlayerSheet {
    /** The player's seat, counted from 0. */
    seat: number;
    /** The player's routes by length, the shortest first. */
    routes: LengthLine[];
    /** Points for all routes together. */
    route_points: number;
    /** Points on the tokens that the player collected (M-23). */
    merchandise: number;
    /** The player's tickets, the most points first. */
    tickets: TicketLine[];
    /**
     * Points for all tickets together. Negative if the tickets that were not completed cost more
     * points than the completed tickets bring.
     */
    ticket_points: number;
    /** The number of completed tickets. */
    completed: number;
    /** The districts that the player completed. */
    districts: DistrictLine[];
    /** Points for the completed districts together (L-10). */
    district_points: number;
    /** Points for the attractions that the player's routes touch (N-10). */
    attraction_points: number;
    /** The stations that the player built. */
    stations: StationLine[];
    /** Points for the stations that the player did not build (E-22). */
    station_points: number;
    /** The number of spaces of the longest path. 0 in editions that never measure paths. */
    longest_path: number;
    /**
     * Points for the longest path of all players. 0 if another player has a longer path, or if the
     * edition has no such bonus.
     */
    longest_path_bonus: number;
    /**
     * Points for the most completed tickets of all players. 0 if another player completed more, or
     * if the edition has no such bonus.
     */
    most_tickets_bonus: number;
    /** The number of doubly joined tickets (B-10). 0 in editions without points for them. */
    doubly_joined: number;
    /** Points for all doubly joined tickets together. */
    doubly_joined_points: number;
    /** The player's final score. */
    total: number;
    /** The player's rank. 1 = winner. Tied players have equal ranks. */
    rank: number;
  }

  /** A position of a game, as a viewer sees it. What the viewer may not see is null. */
  interface Position {
    /** The name and number of the position format: `whistlestop position 1`. */
    format: string;
    /** The name of the edition. */
    edition: string;
    /** The revision of the edition's file. */
    revision: number;
    /** A seat counted from 0, -1 for a spectator, or -2 for the referee, who sees everything. */
    viewer: number;
    /** The kind of decision that has to be made now. */
    phase: PhaseName;
    /**
     * The seat that decides. In the opening, the first seat that has not answered its offer yet.
     */
    seat: number;
    /** The seat that takes the first turn. */
    starter: number;
    /** The number of completed turns. */
    turns: number;
    /** Turns left in the final round. 0 before the final round, and when the game is over. */
    last_turns: number;
    /** The number of consecutive turns, up to now, in which the seats had to pass (I-03). */
    passes: number;
    /** All players, in the order of their seats. */
    players: Player[];
    /** The cards in the five slots of the display. Null for an empty slot (C-16). */
    display: (string | null)[];
    /** The number of cards in the deck. */
    deck: number;
    /** The cards in the deck; null unless the viewer is the referee. */
    deck_cards: Hand | null;
    /** The cards in the discard pile. */
    discards: Hand;
    /**
     * The number of tickets left in each stack, including the returned ones, in the edition's order
     * of stacks.
     */
    stacks: number[];
    /**
     * The codes of the tickets in all stacks, without the returned ones. Null unless the viewer is
     * the referee.
     */
    stack_tickets: string[] | null;
    /** Tickets at the bottoms of the stacks, in the order in which they will be drawn (C-31). */
    returned: Returned[];
    /**
     * The number of merchandise tokens taken from each city, by the city's code. Cities that still
     * have all their tokens are left out.
     */
    taken: Record<string, number>;
    /**
     * While a payment or a surcharge for a route is due, the code of this route. While a passenger
     * may be placed (M-20), the code of the route that was just claimed. Otherwise null.
     */
    route: string | null;
    /** The journey that is under way. Null if there is none. */
    journey: Journey | null;
    /** The tunnel whose surcharge has to be decided now (E-12). Left out if there is none. */
    tunnel?: Tunnel;
    /**
     * The number of cards that the deciding player still has to give as substitutes (F-12, F-14).
     * Left out if there are none.
     */
    owed?: number;
  }

  /**
   * The claims that would be possible if the caller's turn began now.
   *
   * If the request names a route that the caller could not claim, the reason is included.
   */
  interface PossibleClaims {
    /**
     * The claims, one for each way to pay for a route. If the request names a route, only its
     * claims are listed.
     */
    claims: ClaimAction[];
    /**
     * Why the route could not be claimed, as an English sentence; empty if there are claims or the
     * request names no route.
     */
    message: string;
    /**
     * The code of the reason in `message`, one of those in `docs/reasons.md`; null if `message` is
     * empty.
     */
    code: string | null;
    /**
     * The values that fill in the sentence for `code`, such as a card or a number
     * (`docs/reasons.md`); empty if `message` is empty.
     */
    values: Values;
    /**
     * The codes of the routes that the caller could claim with enough cards. If the request names a
     * route, no other route is listed.
     */
    routes: string[];
    /**
     * The highest number of pieces that a condition of a new plan can name: one less than the
     * player with the fewest pieces has. Below 0 if no number is possible.
     */
    most_pieces: number;
    /** The kinds of cards that a condition can name. */
    cards: string[];
    /**
     * Whether a completed ticket can be a condition: the caller has a ticket that is not completed.
     */
    tickets: boolean;
  }

  /** The devices that get messages for the caller, and what a browser needs to become one. */
  interface Push {
    /**
     * The public key of the server in URL-safe Base64: the `applicationServerKey` of the browser.
     */
    key: string;
    /** The devices, in the order in which they were switched on. */
    devices: PushDevice[];
    /** The maximum number of devices that get messages for one person. */
    most: number;
  }

  /** A device that gets messages for the caller. */
  interface PushDevice {
    /**
     * The id of the device in the list of the caller's devices. It changes when the device is
     * switched on again.
     */
    id: string;
    /**
     * The browser of the device, as it named itself; `other` = one that the server does not know.
     */
    browser: Browser;
    /**
     * The operating system of the device, as the browser named it; `other` = one that the server
     * does not know.
     */
    system: System;
    /** The code of the language of the messages to the device. */
    language: string;
    /** When the device was switched on, in UTC (ISO 8601). */
    since: string;
    /** Whether this is the device that asks. */
    here: boolean;
    /**
     * The number of messages to the device that have failed since the last one that was accepted.
     */
    failures: number;
    /**
     * Whether the device gets no more messages because too many have failed. A test message that is
     * accepted, or switching the device on again, ends this.
     */
    off: boolean;
    /**
     * What came of the last message to the device; null = there was none. `sent` = the push service
     * of the browser's maker accepted it.
     */
    last: LastCall | null;
  }

  /** An action of a puzzle that is not as good as the best one. */
  interface PuzzleAction {
    /** An action other than the best one. */
    action: Action;
    /** The chance to win after the action, from 0 to 1. */
    chance: number;
    /**
     * How much lower the chance to win is after this action than after the best action. Both
     * actions were tried in the same imagined worlds.
     */
    loss: number;
    /** The standard error of `loss`. */
    loss_error: number;
  }

  /** All puzzles of this server. */
  interface PuzzleList {
    /** The id of the puzzle of the day, by the date in UTC. */
    today: string;
    /** The date in UTC of the puzzle of the day, such as `2026-11-27`. */
    date: string;
    /** All puzzles, board by board, the easiest of each board first. */
    puzzles: PuzzleTitle[];
    /** The puzzles from the games of the caller, the last found first. */
    own: OwnPuzzle[];
  }

  /** A puzzle in a list, without its solution. */
  interface PuzzleTitle {
    /** The id of the puzzle. The path of the puzzle's page is `/puzzle/ID`. */
    id: string;
    /** The name of the edition of the puzzle. */
    edition: string;
    /** The number of levels of bots that do not find the best action, from 1 to 5. */
    difficulty: number;
  }

  /** The reason why a request was refused. The request has changed nothing. */
  interface Refused {
    /** The code of the reason, such as `not_your_seat`. */
    code: string;
    /** Why the request was refused, as an English sentence. */
    message: string;
    /** The values that belong to `code`, such as the seats that the refusal is about. */
    details: Details;
  }

  /** The notice that a new table was set up for the same players; `table` is its id. */
  interface RematchOpened {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "RematchMade";
    /** The id of the new table. */
    table: string;
  }

  /** One field or parameter of a request, and what is wrong with it. */
  interface RequestFault {
    /** What is wrong with the field or parameter, in English. */
    message?: string;
    /** The name of the field or parameter. */
    key?: string;
    /** Where the field or parameter stands, such as `body` or `query`. */
    source?: string;
  }

  /** The notice that a person resigned. A bot plays on their seat until the end of the game. */
  interface Resignation {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "Resigned";
    /** The seat of the person who resigned. */
    seat: number;
  }

  /**
   * The caller's results in finished games.
   *
   * Lessons, imported records and games that go on from a moment of another game do not count.
   */
  interface Results {
    /** The numbers of games that the caller played and won on all boards together. */
    all: Score;
    /**
     * The results against people, and against each bot. A game counts once for people, and once for
     * each bot that took part.
     */
    against: Against[];
    /** The caller's results by board. */
    boards: OnBoard[];
    /** Whether all games are included. If not, each request adds a few older games. */
    complete: boolean;
    /** The browsers and programs that can act as the caller. */
    devices: Devices;
  }

  /** A ticket that a player returned to the bottom of its stack. */
  interface Returned {
    /** The name of the stack to which the ticket was returned. */
    stack: string;
    /** The code of the returned ticket, or null if the viewer may not know it. */
    ticket: string | null;
    /** The seat that returned the ticket, and so knows it. */
    seat: number;
  }

  /** The review of a finished game, as far as it has been made. */
  interface ReviewSent {
    /**
     * The reviewed moves so far, in order. The first ones are left out: as many as the request's
     * `since` says.
     */
    moves: ReviewedMoveSent[];
    /** The number of moves that are reviewed so far. */
    reviewed: number;
    /** The number of moves of the game. */
    all: number;
    /** What the review says about the whole game; null until all moves are reviewed. */
    summary: Summary | null;
    /**
     * Decisions of the caller in this game that are puzzles. Empty until all moves are reviewed.
     */
    puzzles: OwnPuzzle[];
    /**
     * The number of decisions of the caller about which the server still has to find out whether
     * they are puzzles. Ask again later if it is not 0.
     */
    looking: number;
  }

  /** A move of a finished game, with its verdict. */
  interface ReviewedMoveSent {
    /** The number of moves before this one. */
    move: number;
    /** The number of turns of all players before the move. */
    turn: number;
    /** The seat that moved. */
    seat: number;
    /** The verdict; null if there was only one legal action. */
    judgement: Judgement | null;
    /**
     * The chance of each seat to win before the move, computed with all hidden cards as they really
     * were. Empty if these chances were not computed.
     */
    chances: number[];
  }

  /** A route of an edition: its ends, and what it takes to claim it. */
  interface Route {
    /** The code of one end. */
    a: string;
    /** The code of the other end. */
    b: string;
    /** The number of spaces. */
    length: number;
    /** The colour of the cards that pay for the route; null = grey: cards of any one colour. */
    colour: string | null;
    /** The number of wild cards that the ferry asks for; 0 = no ferry. */
    ferry: number;
    /** Whether the route is a tunnel. */
    tunnel: boolean;
    /** The cards that can be given in place of others; null = none can. */
    substitute: Substitute | null;
  }

  /** A seat claimed a route (C-20). */
  interface RouteClaimed {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "RouteClaimed";
    /** The seat that claimed the route. */
    seat: number;
    /** The code of the route. */
    route: string;
    /** The cards that paid for the route, without the surcharge of a tunnel. */
    cards: Cards;
    /** The points that the seat scored for the route at once. */
    points: number;
  }

  /** The position of a route on the board. */
  interface RouteDrawn {
    /** The index of the route in the edition's list of routes, counted from 0. */
    number: number;
    /** The codes of the route's two ends. */
    ends: [string, string];
    /** The spaces of the route, in order from the first of `ends`. */
    spaces: Space[];
  }

  /** The numbers of games that a person played and won. */
  interface Score {
    /** The number of finished games. */
    played: number;
    /** The number of games that the person won, alone or together with others. */
    won: number;
  }

  /** A seat of a table. */
  interface Seat {
    /** The number of the seat, counted from 0. */
    seat: number;
    /** Who has the seat: a `person`, a `bot`, or nobody yet (`open`). */
    kind: SeatKind;
    /** The displayed name; empty if there is none yet. */
    name: string;
    /**
     * The word that a generated name begins with: `player`, or the name of the bot. A number may
     * follow. Null if a person chose the name.
     */
    name_of: string | null;
    /**
     * The name of the bot that plays in the seat, also for a person who is absent or has resigned;
     * null if no bot plays.
     */
    bot: string | null;
    /** The colour of the pieces; null for an open seat. */
    colour: Colour | null;
    /** Whether the player is connected to the table. True for bots. */
    present: boolean;
    /** Whether a bot stands in for the person until the person returns. */
    standin: boolean;
    /** Whether the person has resigned, so that a bot moves until the end. */
    resigned: boolean;
    /** Whether the player sits at another person's device. */
    beside: boolean;
  }

  /** The body of an answer to the host's request to let another person take a seat. */
  interface SeatAnswer {
    /**
     * The table's version at which the host asked, which is the value of `table.passing.entry`.
     */
    asked: number;
    /**
     * Whether the caller agrees that another person takes the seat. If the host answers, false
     * withdraws the request.
     */
    agrees: boolean;
  }

  /** The player wanted for a seat, as a part of the body of a request to set up a table. */
  interface SeatChoice {
    /**
     * `me` = the caller; `here` = another player at the caller's device; `bot` = a bot; `open` = a
     * person who takes the seat later.
     */
    kind: SeatKinds;
    /** The name of a built-in bot; null = the usual bot, which `GET /api/bots` marks. */
    bot?: string | null;
    /** The name of a player who is `here`. Required for such a player; ignored for others. */
    name?: string | null;
    /** The colour of a player who is `here`; left out = the next free colour. */
    colour?: Colour | null;
  }

  /** The body of a request to change the colour of a seat's pieces. */
  interface SeatColour {
    /** The number of the seat, counted from 0. */
    seat: number;
    /** The new colour, which no other person may play with. */
    colour: Colour;
  }

  /**
   * The notice that a player answered the host's request to give a seat to another person.
   *
   * `owner` is the name of the player who has the seat. If `agrees` is false, the request has
   * ended.
   * `role` says who answered. `asker` is the host, whose refusal withdraws the request. `owner` is
   * the player who has the seat, and who keeps it by refusing. `other` is any other player.
   */
  interface SeatConsent {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SeatAnswered";
    /** The seat that answered; null if the host has no seat and withdrew the request. */
    seat: number | null;
    /** The name of the player who has the seat. */
    owner: string;
    /** Whether the player agreed. If false, the request has ended. */
    agrees: boolean;
    /** Who answered: `asker` = the host, `owner` = the player who has the seat, or `other`. */
    role: string;
    /**
     * The word that `owner` begins with if the server made it, as in "Player 2": `player` or a
     * bot's name. Absent if a person chose `owner`.
     */
    owner_of?: string | null;
  }

  /** The body of a request to give a seat to a bot. */
  interface SeatForBot {
    /** The number of the seat, counted from 0. */
    seat: number;
    /** The name of the bot, as `GET /api/bots` lists it. */
    bot?: string;
  }

  /** The body of a request to take over a seat, with the key in the link for the seat. */
  interface SeatKey {
    /** The number of the seat, counted from 0. */
    seat: number;
    /** The key in the link, at most 64 characters. */
    key: string;
  }

  /**
   * The notice that a person gave a seat back before the game began.
   *
   * `name` is the name that the person had.
   */
  interface SeatLeft {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SeatLeft";
    /** The seat that is open again. */
    seat: number;
    /** The name that the person had. */
    name: string;
    /**
     * The word that `name` begins with if the server made it, as in "Player 2": `player` or a bot's
     * name. Absent if a person chose `name`.
     */
    name_of?: string | null;
  }

  /** The body of a request that says nothing but which seat it is about. */
  interface SeatNamed {
    /** The number of the seat, counted from 0. */
    seat: number;
  }

  /**
   * The notice that an offer of a seat was made or withdrawn.
   *
   * If `open` is true, anybody who has the link can take the seat. `by` says who offers the seat:
   * the `player` who sits there, or the `host`.
   */
  interface SeatOpened {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SeatOffered";
    /** The seat that is or was offered. */
    seat: number;
    /** Who offers the seat: `player` or `host`. */
    by: string;
    /** Whether the seat is offered; false = the offer was withdrawn. */
    open: boolean;
  }

  /**
   * The notice that the host asked the players to give a seat to another person.
   *
   * `name` is the name of the player who has the seat.
   */
  interface SeatRequested {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SeatAsked";
    /** The seat that another person would take. */
    seat: number;
    /** The name of the player in that seat. */
    name: string;
    /**
     * The word that `name` begins with if the server made it, as in "Player 2": `player` or a bot's
     * name. Absent if a person chose `name`.
     */
    name_of?: string | null;
  }

  /** The notice that a person took an open seat. */
  interface SeatTaken {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SeatTaken";
    /** The seat that the person took. */
    seat: number;
    /** The name of the person. */
    name: string;
    /**
     * `player` if the server made the name ("Player 2") because the person chose none. Absent if
     * the person chose the name.
     */
    name_of?: string | null;
  }

  /**
   * The notice that a person took a seat during the game.
   *
   * `before` is the name of the player who had the seat. `back` is true if the person had lost this
   * seat while they were away.
   */
  interface SeatTakenOver {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TakenOver";
    /** The seat that the person took. */
    seat: number;
    /** The name of the person. */
    name: string;
    /** The name of the player who had the seat. */
    before: string;
    /**
     * The word that `name` begins with if the server made it, as in "Player 2": `player` or a bot's
     * name. Absent if a person chose `name`.
     */
    name_of?: string | null;
    /**
     * The word that `before` begins with if the server made it, as in "Player 2": `player` or a
     * bot's name. Absent if a person chose `before`.
     */
    before_of?: string | null;
    /** Whether the person had lost this seat while they were away. */
    back?: boolean;
  }

  /** The body of a request to join a table: the seat to take, and the person who takes it. */
  interface SeatToTake {
    /** The number of the seat; null = the first open one. */
    seat?: number | null;
    /** A random value that the caller adds to the luck. */
    luck?: string | null;
    /**
     * The name of a second player at the caller's device, who gets the seat; null = the caller gets
     * the seat. For a second player, the caller must have a seat already.
     */
    beside?: string | null;
  }

  /** The body of a request for a rematch. */
  interface ShareOfLuck {
    /** A random value that the caller adds to the luck of the rematch; null = none. */
    luck?: string | null;
  }

  /** The final scoring of a game. */
  interface Sheet {
    /** Each player's part of the score sheet, by seat. */
    players: PlayerSheet[];
    /** The seats that won. If there are several, they share the victory (C-42). */
    winners: number[];
    /** The seats that share the highest total. Empty if one seat alone has it. */
    tied: number[];
    /**
     * The last tie-break that ranked some of the tied seats lower; null if none made a difference.
     */
    decided_by: TieBreak | null;
    /** Every seat's final score. */
    totals: number[];
    /**
     * The codes of the routes of each seat's longest path, by seat. Seats without routes are left
     * out. Empty in editions without a bonus for the longest path.
     */
    longest_paths: Record<string, string[]>;
    /** For each seat, the codes of the cities with an attraction that its routes touch (N-10). */
    attractions: string[][];
    /**
     * For each ticket that a player kept, by its code: the routes that completed it, or the routes
     * that it lacked, and the two ways of a doubly joined ticket.
     */
    ticket_ways: Record<string, TicketWay>;
  }

  /** The person that this device is signed in as now. */
  interface SignedIn extends Somebody {
    /** The number of this person's games that are being played. */
    running: number;
    /** Whether this person has another device, or a program with a token. */
    elsewhere: boolean;
  }

  /** An update that includes all entries so far. */
  interface Snapshot {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "update";
    /** The number of the table's entries so far. */
    version: number;
    /**
     * The table as it is now. In an update for an earlier entry, `state` is the state after the
     * entry.
     */
    table: Table;
    /** The entry that led to `version`; null in snapshots, and if a player only came or went. */
    entry: Entry | null;
    /**
     * What the viewer sees of the game. All fields from this one to `districts` are null before the
     * game, and if another update follows at once.
     */
    position: Position | null;
    /** The number of stations that each player can still build (E-20). */
    stations_left: number[] | null;
    /**
     * While the surcharge of a tunnel is due: the kinds of cards that ask for one more card when
     * they are turned up (E-11, E-45). First comes the colour of the cards laid out, if any, and
     * then the wild card. Empty if no surcharge is due.
     */
    asking_cards: string[] | null;
    /** The seats that have to decide now. */
    deciding: number[] | null;
    /** The viewer's legal actions now. */
    legal: Action[] | null;
    /**
     * For each of the viewer's own and offered tickets, by its code: the way to complete it that
     * needs the fewest pieces; null = the ticket cannot be completed any more.
     */
    ways: Record<string, Way | null> | null;
    /** The viewer's progress in each district. */
    districts: District[] | null;
    /**
     * The seconds left on each seat's clock; null if there is no clock or no game, and if another
     * update follows at once.
     */
    clocks: number[] | null;
    /** The players who are away; null if another update follows at once. */
    absences: Absence[] | null;
    /** All entries so far. */
    log: Entry[];
  }

  /** The solution of a puzzle, and how the solver's decision compares with it. */
  interface Solution {
    /** Whether the decision is as good as the best one. */
    right: boolean;
    /** The solver's action. */
    taken: Action;
    /**
     * How much lower the chance to win is after the solver's action than after the best one. 0 if
     * the action is as good. Null if the action is not in `others`, and loses more than those.
     */
    loss: number | null;
    /** What the best decision of the puzzle is about. */
    topic: Topic;
    /** The best action. */
    best: Action;
    /** The chance to win after the best action, from 0 to 1. */
    chance: number;
    /** The standard error of `chance`. */
    chance_error: number;
    /** The best other actions, from the smallest loss to the greatest. */
    others: PuzzleAction[];
    /** What the player could do in the turns after the best action, besides drawing cards. */
    plan: PlannedStep[];
    /** The levels of bots that find the best action. */
    levels: string[];
  }

  /** A person, shown so that the user can confirm who is meant. */
  interface Somebody {
    /** The person's name; empty if the person has chosen none. */
    name: string;
    /** The person's usual colour of pieces. */
    colour: Colour;
    /** The number of tables that the person belongs to. */
    games: number;
  }

  /** The notice that the host changed how long people can be absent before bots stand in. */
  interface StandinAfterChosen {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "StandinAfterChanged";
    /** The seconds that a person must be absent before a bot stands in; null = never. */
    seconds: number | null;
  }

  /** The notice that a bot stands in for a person. `why` is the reason: `absent` or `clock`. */
  interface StandinBegan {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "StandinStarted";
    /** The seat for which the bot moves. */
    seat: number;
    /** Why the bot moves: `absent` = the person is away; `clock` = the time has run out. */
    why: string;
  }

  /** The notice that a person took their seat back from the bot that stood in. */
  interface StandinOver {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "StandinEnded";
    /** The seat that the person took back. */
    seat: number;
  }

  /** The body of a request to change the time after which bots move for absent players. */
  interface Standins {
    /** The seconds for which a player must be absent before a bot moves; null = never. */
    seconds: Patience;
  }

  /** The action to build a station (E-20). */
  interface StationAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "station";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /** The city's code. */
    city: string;
    /** The cards that pay for the station. */
    cards: Cards;
  }

  /** A seat built a station (E-20). */
  interface StationBuilt {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "StationBuilt";
    /** The seat that built the station. */
    seat: number;
    /** The code of the station's city. */
    city: string;
    /** The cards that paid for the station. */
    cards: Cards;
  }

  /** A station that a player built, and the route that it opened for its owner (E-21). */
  interface StationLine {
    /** The code of the station's city. */
    city: string;
    /** The code of the opened route, or null if the station opened no route. */
    route: string | null;
  }

  /** The tickets that one more station would complete for the caller. */
  interface StationProspects {
    /**
     * For each city code, the codes of the caller's tickets that a station in the city would
     * complete. Cities where it would complete none are left out.
     */
    completes: Record<string, string[]>;
  }

  /** A step of a plan: claim a route, or draw a card. */
  interface Step {
    /** The code of the route to claim. Empty = draw a card. */
    route?: string;
    /**
     * The cards to pay with, as pairs of a kind's name and a number above 0. Empty = any cards that
     * pay for the route.
     */
    cards?: [string, number][];
    /**
     * The kind of the card to draw from the display. Empty = the top card of the deck. Ignored if
     * `route` is not empty.
     */
    card?: string;
  }

  /** The action to end the journey in the city where the passenger is (M-23). */
  interface StopAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "stop";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
  }

  /** Why a plan has stopped. */
  interface Stopped {
    /** The reason. */
    why: WhyStopped;
    /** The code of the route that the reason is about; empty if the reason is about none. */
    route: string;
    /** The seat of the player who claimed the route or has few pieces; null for other reasons. */
    seat: number | null;
    /** The number of pieces in the condition; 0 for other reasons. */
    pieces: number;
    /** The kind of card in the condition; empty for other reasons. */
    card: string;
    /** The code of the ticket that was completed; empty for other reasons. */
    ticket: string;
  }

  /** How cards of any kinds can be given in place of cards that pay for a route (F-12, F-14). */
  interface Substitute {
    /**
     * The number of cards that stand for one card of the payment. On a ferry, this one card is a
     * wild card that the ferry asks for.
     */
    cards: number;
    /** The number of cards of the payment that can be replaced at most. */
    most: number;
  }

  /** A seat gave a card for a card of its payment that it did not pay (F-12, F-14). */
  interface SubstituteGiven {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SubstituteGiven";
    /** The seat that gave the card. */
    seat: number;
    /** The kind of the card. */
    card: string;
    /** The number of cards that the seat still has to give for the route. */
    left: number;
  }

  /** The overall results of the review of a game: about each player, and the turning points. */
  interface Summary {
    /** What the review says about each player. */
    players: PlayerDocument[];
    /**
     * The value of `move` of the moves with the largest losses, at most three, in the order of the
     * game. Only inaccuracies, mistakes and blunders count.
     */
    turning_points: number[];
    /** How far the chances can be trusted on this board; null if this was not measured. */
    trust: Trust | null;
  }

  /** The surcharge of a tunnel was determined: a number of cards, which may be 0 (E-11). */
  interface SurchargeDue {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SurchargeDue";
    /** The seat that has to pay the surcharge or give the tunnel up. */
    seat: number;
    /** The number of further cards that the tunnel costs, from 0 to 3. */
    number: number;
  }

  /** A seat paid the surcharge of a tunnel (E-12). */
  interface SurchargePaid {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "SurchargePaid";
    /** The seat that paid. */
    seat: number;
    /** The cards of the surcharge alone. */
    cards: Cards;
  }

  /** A table as the caller sees it. */
  interface Table {
    /** The id of the table. The path of the table's page is `/t/ID`. */
    id: string;
    /**
     * `open` = the game has not begun; `playing` = the game is going on; `over` = the game has
     * ended with a result; `closed` = the table was closed without a result.
     */
    state: State;
    /** The name of the edition, or `table.ID` for a player's own edition. */
    edition: string;
    /** The title of the edition. */
    title: string;
    /** All seats, in the order of their numbers. */
    seats: Seat[];
    /** Whether the table is listed for everyone. */
    public: boolean;
    /** How much time the players have to think. */
    pace: Pace;
    /** The seconds after which a bot stands in for an absent player; null = never. */
    standin_after: number | null;
    /**
     * The SHA-256 of `seed` in hexadecimal, sent before the game. After the game, players can check
     * that `seed` has this hash. Null in lessons, for imported records, and in games that go on
     * from a moment of another game.
     */
    commitment: string | null;
    /**
     * After the end of the game: `SEED:SALT`, the server's part of the luck. Null before, and if
     * `commitment` is null.
     */
    seed: string | null;
    /**
     * After the end of the game: the players' part of the luck. Null before, if `commitment` is
     * null, and if the players could not add values.
     */
    luck: OpenedLuck | null;
    /** Whether the order of play is drawn by lot. */
    shuffle: boolean;
    /** Whether bots explain their moves during the game, and not only after it. */
    explain: boolean;
    /** How fast bots move. */
    bot_pace: BotPace;
    /** Whether moves can be taken back, and a player's open request to do so. */
    take_back: TakingBack;
    /**
     * Whether players can ask for hints, the host's open request to allow them, and the seats with
     * a coach.
     */
    hints: Hints;
    /** The host's seat; null if the host has none. */
    host_seat: number | null;
    /** The seats that another person can take with the key in a link. */
    offered: OfferedSeat[];
    /** The host's open question whether another person may have a seat; null if there is none. */
    passing: Passing | null;
    /**
     * The host's open question whether the game may end without a result; null if there is none.
     */
    closing: Closing | null;
    /** The moves that were taken back with the consent of the other people and bots. */
    looked: LookedBack[];
    /** The id of the next table of the same players; null if there is none yet. */
    rematch: string | null;
    /** The number of connected viewers who do not play at the table. */
    viewers: number;
    /** The path of the link with which the caller can invite others. */
    invite: string;
    /** Whether the game comes from a record. */
    imported: boolean;
    /** The deal of the day that is played at the table; null if there is none. */
    daily: DailyPlace | null;
    /** Whether the caller is the host. */
    host: boolean;
    /** The caller's name and seats. */
    you: You;
    /** The seats that the caller lost while they were away, and can take back. */
    reclaimable: number[];
    /** The number of moves so far, without moves that were taken back. */
    moves: number;
    /** The lesson that is taken at the table; null if the table is not for a lesson. */
    lesson: LessonPlace | null;
    /** The moment from which the game branches off; null if the game begins with a new deal. */
    branch: Branch | null;
    /** The id of the puzzle that is solved at the table; null if there is none. */
    puzzle: string | null;
    /**
     * The number of the move that the caller can take back without asking anybody, counted from 1;
     * null if there is none.
     */
    free_to_take_back: number | null;
  }

  /** The notice that the host closed the table. */
  interface TableClosed {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TableClosed";
    /** The host's seat; null if the host has none. */
    seat: number | null;
  }

  /** The notice that the table was set up. */
  interface TableCreated {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TableCreated";
  }

  /** The puzzle that is solved at a table, with its solution after the decision. */
  interface TablePuzzle {
    /** The puzzle without its solution. */
    puzzle: PuzzleTitle;
    /** The number of moves of the game before the decision of the puzzle. */
    move: number;
    /** The solution; null until the solver has decided. */
    solution: Solution | null;
  }

  /** The body of an answer to a player's request to take a move back. */
  interface TakeBackAnswer {
    /** The table's version at which the player asked: `table.take_back.asked.entry` in updates. */
    asked: number;
    /**
     * Whether the caller agrees to take the move back. The player who asked withdraws the request
     * with false.
     */
    agrees: boolean;
  }

  /**
   * The notice that a player agreed or refused to let a move be taken back.
   *
   * If `seat` made the request itself, the player has withdrawn the request.
   */
  interface TakeBackConsent {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TakeBackAnswered";
    /** The seat that answered. */
    seat: number;
    /** Whether the player agreed. If false, the request has ended. */
    agrees: boolean;
  }

  /**
   * The notice that a player asked to take a move back.
   *
   * `entry` is the number of the entry with the move.
   */
  interface TakeBackRequested {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TakeBackAsked";
    /** The seat of the player who asked. */
    seat: number;
    /**
     * The number of the move in the game, counted from 1. All later moves would be taken back, too.
     */
    move: number;
    /** The number of the entry with the move. */
    entry: number;
  }

  /** A table's setting for taking moves back, and a player's open request to do so. */
  interface TakingBack {
    /** Whether the table was set up so that players can take moves back. */
    allowed: boolean;
    /** A player's question that waits for answers; null if there is none. */
    asked: Asked | null;
  }

  /** How much one cause, such as luck with cards, adds to a player's result. */
  interface TermDocument {
    /** How much the cause adds to the share of the win, such as 0.1 for ten percent of a win. */
    chance: number;
    /** The standard error of `chance`; null after a single playout. */
    chance_error: number | null;
    /** How much the cause adds to the lead over the best other player, in points. */
    points: number;
    /** The standard error of `points`; null after a single playout. */
    points_error: number | null;
  }

  /** A ticket of an edition: the places to connect, and the points for connecting them. */
  interface Ticket {
    /** The stack that the ticket belongs to. */
    stack: string;
    /** The code of the place where the ticket begins. */
    origin: string;
    /** The code of each possible destination, and the points for reaching it. */
    options: [string, number][];
    /** The names of the ticket's origin and destinations, as one text: `Denver–El Paso`. */
    title: string;
  }

  /** The score of one ticket. The points are negative if it was not completed (C-33). */
  interface TicketLine {
    /** The code of the ticket. */
    ticket: string;
    /** The names of the ticket's ends, such as `Denver–El Paso`. */
    title: string;
    /** Whether the player's routes and stations connect the ends. */
    completed: boolean;
    /** The points that the ticket adds to the total. Negative if the ticket was not completed. */
    points: number;
    /**
     * Whether two own ways without a common route connect the ends (B-10). False in editions
     * without points for doubly joined tickets.
     */
    doubly_joined: boolean;
  }

  /** The routes that completed a ticket, or the routes that were missing at the end of a game. */
  interface TicketWay {
    /**
     * The codes of the routes that completed the ticket, in order from the ticket's origin. Empty
     * if the ticket was not completed.
     */
    routes: string[];
    /**
     * The codes of the routes that would have completed the ticket with the fewest pieces. Empty if
     * the ticket was completed, or if it could not be completed any more.
     */
    missing: string[];
    /**
     * If the ticket is doubly joined (B-10): the codes of the routes of two ways that have no route
     * in common, each in order from the ticket's origin. Empty for all other tickets.
     */
    two_ways: string[][];
  }

  /** The action to draw tickets (C-30). */
  interface TicketsAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "tickets";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
    /**
     * The number of tickets from each stack. Empty in editions where the player does not choose.
     */
    mix: Mix;
    /** The number of tickets that the player draws. */
    drawn: number;
    /** The minimum number of the drawn tickets that the player must keep. */
    keep: number;
  }

  /** A seat has chosen its opening tickets. The choice is still secret (C-02). */
  interface TicketsAnswered {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TicketsAnswered";
    /** The seat that has chosen. */
    seat: number;
  }

  /**
   * A seat kept some tickets and gave the others back (C-31, C-32).
   *
   * Only the seat may see which tickets these are.
   */
  interface TicketsKept {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TicketsKept";
    /** The seat that kept the tickets. */
    seat: number;
    /** The stack of each kept ticket. The backs of tickets are public. */
    kept_stacks: string[];
    /** The stack of each ticket that was given back. */
    returned_stacks: string[];
    /**
     * Where the returned tickets went: `bottom` = to the bottom of their stacks, `reshuffle` = back
     * into their stacks, which were shuffled again, `out` = out of the game. null if all tickets
     * were kept.
     */
    unkept: string | null;
    /** The codes of the kept tickets. null unless the viewer is this seat. */
    kept: string[] | null;
    /** The codes of the tickets that were given back. null unless the viewer is this seat. */
    returned: string[] | null;
  }

  /** A seat was offered tickets to choose from (C-30). Only the seat may see which ones. */
  interface TicketsOffered {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TicketsOffered";
    /** The seat that chooses. */
    seat: number;
    /** The stack of each ticket, in the order of the offer. The backs of tickets are public. */
    stacks: string[];
    /** The codes of the tickets. null unless the viewer is this seat. */
    tickets: string[] | null;
  }

  /** The time to think, as a part of the body of a request to set up a table. */
  interface TimeToThink {
    /**
     * `minutes` = minutes per player for the whole game; `days` = days per turn; `none` = no clock.
     */
    kind?: PaceKind;
    /**
     * The number of minutes if `kind` is `minutes`, or of days if `kind` is `days`; then above 0.
     * Ignored if `kind` is `none`.
     */
    amount?: number;
  }

  /** A token with which a program can act as the caller. */
  interface Token {
    /** The token, which is shown only once. */
    token: string;
  }

  /** The reason why one of several parallel routes cannot be claimed. */
  interface TrackReason {
    /** The code of the route that cannot be claimed. */
    route: string;
    /** The code of the reason, one of those in `docs/reasons.md`. */
    code: string;
    /** The values that fill in the sentence for `code`. */
    values: Values;
    /** The reason as an English sentence. */
    message: string;
  }

  /** How well the judge's chances agreed with the results of games between planners. */
  interface Trust {
    /** The number of positions in which the judge predicted a chance to win. */
    positions: number;
    /**
     * The mean of the chances to win that the judge predicted in the judged positions, from 0 to 1.
     */
    predicted: number;
    /**
     * The mean share of the win that followed in the games of the judged positions, from 0 to 1.
     */
    won: number;
    /**
     * The mean difference between predicted chances and shares of the win, over ten bins of equal
     * width, weighted with the number of positions in each bin.
     */
    calibration_error: number;
  }

  /** A tunnel for which a player has to pay a surcharge or withdraw (E-11). */
  interface Tunnel {
    /** The set of cards that the player laid out for the route. */
    cards: Hand;
    /** The names of the cards that were turned up from the deck for the tunnel. */
    revealed: string[];
    /** The number of cards that the surcharge of the tunnel costs. */
    due: number;
  }

  /** A card was turned up from the deck for a tunnel (E-11). */
  interface TunnelCardRevealed {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TunnelCardRevealed";
    /** The kind of the card. */
    card: string;
    /** Whether the card adds one card to the surcharge (E-11, E-45). */
    asks: boolean;
  }

  /** A seat laid out a set of cards to claim a tunnel (E-11). */
  interface TunnelEntered {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TunnelEntered";
    /** The seat that tries to claim the tunnel. */
    seat: number;
    /** The code of the tunnel's route. */
    route: string;
    /** The cards with which the seat pays for the route, without a surcharge. */
    cards: Cards;
  }

  /** A seat gave a tunnel up and took its cards back (E-12). */
  interface TunnelLeft {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TunnelLeft";
    /** The seat that gave the tunnel up. */
    seat: number;
    /** The code of the tunnel's route. */
    route: string;
  }

  /** The risks of a tunnel for the caller. */
  interface TunnelProspects {
    /**
     * The risk of each possible claim of the tunnel. The key is the claim in the words of the
     * notation.
     */
    risks: Record<string, TunnelRisk>;
  }

  /** The probabilities of the surcharges that a tunnel may ask for when a player claims it. */
  interface TunnelRisk {
    /** [n] the probability, from 0 to 1, that n further cards are due. n goes from 0 to 3. */
    due: number[];
    /**
     * The probability, from 0 to 1, that no card is due or the player's other cards can pay for all
     * cards due.
     */
    payable: number;
  }

  /** A completed turn. It contains only public information. */
  interface Turn {
    /** The seat whose turn it was, counted from 0. */
    seat: number;
    /** The number of the turn's last move among all moves of the game, counted from 1. */
    move: number;
    /** The points on the score track after the turn, by seat. */
    scores: number[];
  }

  /** A seat passed its turn, because it could do nothing else (I-03). */
  interface TurnPassed {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "TurnPassed";
    /** The seat that passed. */
    seat: number;
  }

  /** The turns of a game so far. */
  interface Turns {
    /** The completed turns, in the order of the game. */
    turns: Turn[];
    /** The turns that gave the sole lead to a different player, in the order of the game. */
    overtakings: Overtaking[];
  }

  /** The body of a request about a code that a person has typed. */
  interface TypedCode {
    /** The code, at most 40 characters. Capitals, spaces and hyphens make no difference. */
    code: string;
  }

  /** A table and its game as the viewer sees them, and the entry that the update is about. */
  interface Update {
    /** The kind of the object. The kind decides which other fields the object has. */
    type: "update";
    /** The number of the table's entries so far. */
    version: number;
    /**
     * The table as it is now. In an update for an earlier entry, `state` is the state after the
     * entry.
     */
    table: Table;
    /** The entry that led to `version`; null in snapshots, and if a player only came or went. */
    entry: Entry | null;
    /**
     * What the viewer sees of the game. All fields from this one to `districts` are null before the
     * game, and if another update follows at once.
     */
    position: Position | null;
    /** The number of stations that each player can still build (E-20). */
    stations_left: number[] | null;
    /**
     * While the surcharge of a tunnel is due: the kinds of cards that ask for one more card when
     * they are turned up (E-11, E-45). First comes the colour of the cards laid out, if any, and
     * then the wild card. Empty if no surcharge is due.
     */
    asking_cards: string[] | null;
    /** The seats that have to decide now. */
    deciding: number[] | null;
    /** The viewer's legal actions now. */
    legal: Action[] | null;
    /**
     * For each of the viewer's own and offered tickets, by its code: the way to complete it that
     * needs the fewest pieces; null = the ticket cannot be completed any more.
     */
    ways: Record<string, Way | null> | null;
    /** The viewer's progress in each district. */
    districts: District[] | null;
    /**
     * The seconds left on each seat's clock; null if there is no clock or no game, and if another
     * update follows at once.
     */
    clocks: number[] | null;
    /** The players who are away; null if another update follows at once. */
    absences: Absence[] | null;
    /** In a snapshot: all entries so far. Otherwise absent. */
    log?: Entry[];
  }

  /**
   * The values for the code of a reason, of a bot's motive for an action, or of a record's fault.
   *
   * `docs/reasons.md` lists the values of each code.
   */
  interface Values {
    /** The name of a kind of card. */
    card?: string | null;
    /** The cards that the reason is about, as pairs of a kind and a number. */
    cards?: Cards;
    /** Codes of several cities or countries. */
    cities?: string[];
    /** The code of a city or country. */
    city?: string;
    /** The name of a colour of cards; null = cards of any one colour. */
    colour?: string | null;
    /** Names of several kinds of cards; empty = cards of any one colour. */
    colours?: string[];
    /** A word of the notation. */
    command?: string;
    /** Words of the notation. */
    commands?: string[];
    /** The name of the edition that a record names. */
    edition?: string;
    /** An example of an action in the words of the notation, or of a line in a record. */
    example?: string;
    /** What a record's header must be, in English. */
    expected?: string;
    /** The number that was given, or what a record has instead of what was expected. */
    given?: number | string;
    /** The code of a second city or country. */
    goal?: string;
    /** Codes of cities or countries that the player may have meant. */
    guesses?: string[];
    /** The name of a record's header. */
    header?: string;
    /** The name of the edition with which the record was read. */
    here?: string;
    /** The wild card that can be used instead of a card of `colours`; null = there is none. */
    instead?: string | null;
    /** Names of several kinds of cards. */
    kinds?: string[];
    /** The names of all headers that a record can have, separated by commas. */
    known?: string;
    /** The cards that the player lacks, as pairs of a kind and a number. */
    lacking?: Cards;
    /** The number of pieces that the player has left. */
    left?: number;
    /** An English sentence that says what is wrong with a record. */
    message?: string;
    /** The number of tickets left in each stack, as pairs of a stack's name and a number. */
    mix?: Cards;
    /** The number that is needed, expected or possible. */
    number?: number;
    /** The code of the reason why an action in a record is refused. */
    reason?: string;
    /** The result of the game, as a record must give it. */
    result?: string;
    /** The code of a route. */
    route?: string;
    /** The seat of a player, counted from 0. */
    seat?: number;
    /** The seats of players, counted from 0. */
    seats?: number[];
    /** Names of ticket stacks. */
    stacks?: string[];
    /** The code of a ticket. */
    ticket?: string;
    /** The codes of the tickets on offer, in the order of the offer. */
    tickets?: string[];
    /** The number of one of several parallel routes, as it was typed. */
    track?: string;
    /** For each of several parallel routes, the reason why it cannot be claimed. */
    tracks?: TrackReason[];
    /** If an action in a record is refused: the values that belong to the code in `reason`. */
    values?: Values;
    /** The name of a kind of wild card. */
    wild?: string;
    /** The word that was typed. */
    word?: string;
  }

  /** A variant of an edition: the same board with other tickets. */
  interface Variant {
    /** The name of the variant, which is that of an edition, such as `usa-1910`. */
    name: string;
    /**
     * The part of the name after that of the board, such as `1910`; `base` for the board's own
     * edition.
     */
    short: string;
    /** The title of the variant. */
    title: string;
    /** The number of tickets. */
    tickets: number;
    /** The rules for the offer of tickets at the start. */
    opening: Offer;
    /** The rules for an offer of tickets during the game. */
    turn: Offer;
    /** The points for the longest path; 0 = the variant has no such bonus. */
    longest_path_bonus: number;
    /** The points for the most completed tickets; 0 = the variant has no such bonus. */
    most_tickets_bonus: number;
    /** The points for one doubly joined ticket, for two together, and so on; empty = none. */
    doubly_joined: number[];
  }

  /** The version of a table after a change. */
  interface Version {
    /** The number of the table's newest entry, counted from 1. */
    version: number;
  }

  /**
   * The body of a request that asks whether a game would count for the ladder.
   *
   * The fields are the choices for a new table on which this depends.
   */
  interface WantedTable {
    /** The player wanted for each seat of the new table. */
    seats: SeatKinds[];
    /** Whether players can ask for hints. */
    hints?: boolean;
    /** Whether bots explain their moves. */
    explain?: boolean;
    /** Whether the table has a player's own edition. */
    own_board?: boolean;
  }

  /** A warning that an action is a blunder, with a better action. */
  interface WarningSent {
    /** How much lower the chance to win is after the blunder than after the better action. */
    loss: number;
    /** The standard error of `loss`; null after a single world. */
    loss_error: number | null;
    /** The chance to win after the blunder, from 0 to 1. */
    chance: number;
    /** The standard error of `chance`; null after a single world. */
    chance_error: number | null;
    /** The action that is better than the blunder. */
    better: HintOptionSent;
  }

  /** The routes that are still missing to complete a ticket, with their cost and its points. */
  interface Way {
    /**
     * The number of pieces needed for the missing routes. 0 if the ticket is completed already.
     */
    pieces: number;
    /** The missing routes, in the order of the way from the ticket's origin. */
    routes: string[];
    /** The points of the ticket if it is completed in this way. */
    points: number;
    /**
     * Whether the ticket is doubly joined already (B-10). False in editions without points for
     * doubly joined tickets.
     */
    doubly_joined: boolean;
  }

  /** The address that the server calls when a table waits for the caller. */
  interface Webhook {
    /**
     * The address; null = none. Programs get only its beginning, such as `https://chat.example`,
     * unless they have just saved it.
     */
    address: string | null;
    /**
     * The secret with which calls are signed. Null if there is no address, and for programs, unless
     * they have just saved the address.
     */
    secret: string | null;
    /** The code of the language of the sentences in calls; null = there is no address. */
    language: string | null;
    /** The number of calls that have failed since the last call that arrived. */
    failures: number;
    /**
     * Whether the address is not called any more because too many calls have failed. A test call
     * that arrives, or saving the address again, switches it on.
     */
    off: boolean;
    /** The outcome of the last call; null = there was none. */
    last: LastCall | null;
  }

  /** The reason why an action is not possible: a sentence, and its code and values. */
  interface WhyNot {
    /** The reason as an English sentence; empty if the action is possible. */
    message: string;
    /** The code of the reason in `docs/reasons.md`; null if the action is possible. */
    code: string | null;
    /**
     * The values that fill in the sentence for `code`, such as a card or a number
     * (`docs/reasons.md`); empty if the action is possible.
     */
    values: Values;
  }

  /** The action to give up a tunnel and take back the cards played for it (E-12). */
  interface WithdrawAction {
    /** The kind of the object. The kind decides which other fields the object has. */
    kind: "withdraw";
    /** The action in the words of the notation. A client sends these words to take the action. */
    words: string;
  }

  /** The caller's name and seats at a table. */
  interface You {
    /** The seat whose view the caller gets; null = the spectators' view. */
    seat: number | null;
    /** The caller's name. */
    name: string;
    /** All seats at the caller's device. */
    seats: number[];
    /** The seat that the caller had in the game and no longer has; null if there is none. */
    former: number | null;
  }

  interface Get {
    (path: At<`/api/tables/${string}/at/${number}/motive`>): Promise<BotMotive>;
    (path: At<`/api/tables/${string}/ahead/claims`>): Promise<PossibleClaims>;
    (path: At<`/api/tables/${string}/at/${number}`>): Promise<Moment>;
    (path: At<`/api/tables/${string}/journeys`>): Promise<JourneyProspects>;
    (path: At<`/api/tables/${string}/stations`>): Promise<StationProspects>;
    (path: At<`/api/tables/${string}/journey`>): Promise<JourneyPreview>;
    (path: At<`/api/tables/${string}/ladder`>): Promise<LadderTable>;
    (path: At<`/api/tables/${string}/puzzle`>): Promise<TablePuzzle>;
    (path: At<`/api/tables/${string}/review`>): Promise<ReviewSent>;
    (path: At<`/api/tables/${string}/tunnel`>): Promise<TunnelProspects>;
    (path: At<`/api/tables/${string}/ahead`>): Promise<Plans>;
    (path: At<`/api/tables/${string}/sheet`>): Promise<Sheet>;
    (path: At<`/api/tables/${string}/turns`>): Promise<Turns>;
    (path: At<`/api/clubs/${string}/standings`>): Promise<ClubStandings>;
    (path: At<`/api/ladder/people/${string}`>): Promise<LadderPerson>;
    (path: At<`/api/tables/${string}/club`>): Promise<ClubOfTable>;
    (path: At<`/api/tables/${string}/log`>): Promise<Entry[]>;
    (path: At<`/api/tables/${string}/why`>): Promise<WhyNot>;
    (path: At<`/api/clubs/${string}/daily`>): Promise<DailyRanking>;
    (path: At<`/api/clubs/${string}/games`>): Promise<ClubGames>;
    (path: At<`/api/clubs/${string}/link`>): Promise<ClubLink>;
    (path: At<`/drawings/${string}/geometry.json`>): Promise<Geometry>;
    (path: At<`/api/tables/${string}`>): Promise<Snapshot>;
    (path: At<`/api/editions/${string}`>): Promise<Facts>;
    (path: At<`/api/lessons/${string}`>): Promise<Lesson>;
    (path: At<`/api/daily/ranking`>): Promise<DailyRanking>;
    (path: At<`/api/me/everything`>): Promise<Everything>;
    (path: At<`/api/clubs/${string}`>): Promise<ClubNow>;
    (path: At<`/api/daily/days`>): Promise<DailyCalendar>;
    (path: At<`/api/me/results`>): Promise<Results>;
    (path: At<`/api/me/webhook`>): Promise<Webhook>;
    (path: At<`/api/me/games`>): Promise<EndedGames>;
    (path: At<`/api/me/push`>): Promise<Push>;
    (path: At<`/api/editions`>): Promise<Facts[]>;
    (path: At<`/api/lessons`>): Promise<LessonTitle[]>;
    (path: At<`/api/puzzles`>): Promise<PuzzleList>;
    (path: At<`/api/boards`>): Promise<Board[]>;
    (path: At<`/api/ladder`>): Promise<LadderStandings>;
    (path: At<`/api/tables`>): Promise<Lists>;
    (path: At<`/api/clubs`>): Promise<OwnClubs>;
    (path: At<`/api/daily`>): Promise<DailyToday>;
    (path: At<`/api/bots`>): Promise<Bot[]>;
    (path: At<`/api/me`>): Promise<Me>;
  }

  interface Post {
    (path: At<`/api/tables/${string}/take-back/answer`>, body: TakeBackAnswer): Promise<Version>;
    (path: At<`/api/tables/${string}/seats/withdraw`>, body: SeatNamed): Promise<Version>;
    (path: At<`/api/tables/${string}/coach/verdict`>, body: ActionToJudge): Promise<CoachAnswer>;
    (path: At<`/api/tables/${string}/review/deeper`>, body: Deeper): Promise<DeeperSent>;
    (path: At<`/api/tables/${string}/close/answer`>, body: CloseAnswer): Promise<Version>;
    (path: At<`/api/tables/${string}/hints/answer`>, body: HintsAnswer): Promise<Version>;
    (path: At<`/api/tables/${string}/seats/answer`>, body: SeatAnswer): Promise<Version>;
    (path: At<`/api/tables/${string}/seats/colour`>, body: SeatColour): Promise<Version>;
    (path: At<`/api/tables/${string}/seats/offer`>, body: SeatNamed): Promise<Offered>;
    (path: At<`/api/tables/${string}/seats/take`>, body: SeatKey): Promise<Version>;
    (path: At<`/api/tables/${string}/seats/bot`>, body: SeatForBot): Promise<Version>;
    (path: At<`/api/tables/${string}/standin-after`>, body: Standins): Promise<Version>;
    (path: At<`/api/tables/${string}/take-back`>, body: MovesToTakeBack): Promise<Version>;
    (path: At<`/api/tables/${string}/branches`>, body: BranchPoint): Promise<Made>;
    (path: At<`/api/tables/${string}/actions`>, body: ActionToTake): Promise<Version>;
    (path: At<`/api/tables/${string}/options`>, body: BotsChosen): Promise<Version>;
    (path: At<`/api/tables/${string}/rematch`>, body: ShareOfLuck): Promise<Made>;
    (path: At<`/api/tables/${string}/resign`>, body: object): Promise<Version>;
    (path: At<`/api/tables/${string}/return`>, body: object): Promise<Version>;
    (path: At<`/api/clubs/${string}/invitation`>, body: ClubKey): Promise<ClubInvitation>;
    (path: At<`/api/tables/${string}/ahead`>, body: NewPlans): Promise<Plans>;
    (path: At<`/api/tables/${string}/close`>, body: object): Promise<Version>;
    (path: At<`/api/tables/${string}/coach`>, body: object): Promise<Version>;
    (path: At<`/api/tables/${string}/hints`>, body: HintsChoice): Promise<Version>;
    (path: At<`/api/tables/${string}/leave`>, body: object): Promise<Version>;
    (path: At<`/api/tables/${string}/start`>, body: object): Promise<Version>;
    (path: At<`/api/clubs/${string}/hand-over`>, body: ClubMemberNamed): Promise<Made>;
    (path: At<`/api/tables/${string}/chat`>, body: Phrase): Promise<Version>;
    (path: At<`/api/tables/${string}/hint`>, body: object): Promise<HintSent>;
    (path: At<`/api/tables/${string}/host`>, body: SeatNamed): Promise<Version>;
    (path: At<`/api/tables/${string}/join`>, body: SeatToTake): Promise<Version>;
    (path: At<`/api/tables/${string}/pace`>, body: NewPace): Promise<Version>;
    (path: At<`/api/clubs/${string}/remove`>, body: ClubMemberNamed): Promise<Made>;
    (path: At<`/api/clubs/${string}/rename`>, body: ClubName): Promise<Made>;
    (path: At<`/api/clubs/${string}/close`>, body: Confirmation): Promise<OwnClubs>;
    (path: At<`/api/clubs/${string}/leave`>, body: object): Promise<OwnClubs>;
    (path: At<`/api/clubs/${string}/join`>, body: ClubKey): Promise<Made>;
    (path: At<`/api/clubs/${string}/link`>, body: object): Promise<ClubLink>;
    (path: At<`/api/me/webhook/remove`>, body: object): Promise<Webhook>;
    (path: At<`/api/me/devices/end`>, body: object): Promise<Devices>;
    (path: At<`/api/me/push/remove`>, body: DeviceNamed): Promise<Push>;
    (path: At<`/api/me/webhook/try`>, body: object): Promise<Webhook>;
    (path: At<`/api/me/code/read`>, body: TypedCode): Promise<CodeRead>;
    (path: At<`/api/me/code/use`>, body: TypedCode): Promise<Somebody>;
    (path: At<`/api/me/push/try`>, body: DeviceNamed): Promise<Push>;
    (path: At<`/api/ladder/preview`>, body: WantedTable): Promise<LadderPreview>;
    (path: At<`/api/lessons/${string}`>, body: Beginning): Promise<Made>;
    (path: At<`/api/puzzles/${string}`>, body: object): Promise<Made>;
    (path: At<`/api/ladder/leave`>, body: object): Promise<LadderMembership>;
    (path: At<`/api/ladder/join`>, body: object): Promise<LadderMembership>;
    (path: At<`/api/me/webhook`>, body: AddressToCall): Promise<Webhook>;
    (path: At<`/api/me/forget`>, body: Confirmation): Promise<Deleted>;
    (path: At<`/api/me/code`>, body: object): Promise<Code>;
    (path: At<`/api/me/push`>, body: DeviceToCall): Promise<Push>;
    (path: At<`/api/editions`>, body: string | object): Promise<Checked>;
    (path: At<`/api/records`>, body: string | object): Promise<Made>;
    (path: At<`/api/tables`>, body: NewTable): Promise<Made>;
    (path: At<`/api/tokens`>, body: object): Promise<Token>;
    (path: At<`/api/clubs`>, body: ClubName): Promise<Made>;
    (path: At<`/api/daily`>, body: DailyToPlay): Promise<Made>;
    (path: At<`/api/house`>, body: Door): Promise<Me>;
    (path: At<`/api/me`>, body: NameAndColour): Promise<Me>;
  }
}
