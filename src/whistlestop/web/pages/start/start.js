// The start page: choose a board, choose who plays, start. Below it, the reader's tables and open ones.
import { html, signal, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get, post } from "../../net/api.js";
import { drawingUrl } from "../../net/drawings.js";
import { addCatalogue, byName, t, tOr } from "../../language/index.js";
import { ownShare } from "../../luck.js";
import { lastTable, theme, trainer } from "../../settings.js";
import { Icon } from "../../controls/icons.js";
import { late } from "../../controls/late.js";
import { Header } from "../../controls/menu.js";
import { problemWords } from "../../names/reasons.js";
import { coloursHere } from "../../table/people/colours.js";
import { BotPaces, STANDINS } from "../../table/people/people.js";
import { editionTitle, personName, standinWords } from "../../names/names.js";
import { DailyCard } from "../daily/card.js";
import { useDailyWords } from "../daily/words.js";
import { COMPANIES, companyOf, inCompany } from "./company.js";
import { BoardLessons, StartHere, useLessons } from "./lessons.js";
import { Faults, RecordFault } from "./faults.js";
import { OwnBoard, playersWords } from "./own-board.js";
import { ColourMenu, Name, person, remembered } from "../me/person.js";
import { Tables } from "./table-list.js";

const LadderPreview = late(async () => (await import("../ladder/preview.js")).LadderPreview);

const TicketChoice = late(
  async () => (await Promise.all([import("./tickets.js"), addCatalogue("variants/")]))[0].TicketChoice,
);

const ColourBeside = late(async () => (await import("../../controls/colour-beside.js")).ColourBeside);

const dark = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(dark.matches);
dark.addEventListener("change", () => {
  systemDark.value = dark.matches;
});
const shownTheme = () => (theme.value === "auto" ? (systemDark.value ? "dark" : "light") : theme.value);

/** The value that stands for the reader's own edition; no edition has this name. */
const OWN = "own.";

/**
 * Sort the editions: the board for beginners first, the others by their displayed names.
 *
 * @param {Sent.Board[]} editions
 */
export const classicFirst = (editions) => {
  const classic = (/** @type {{name: string}} */ edition) => Number(edition.name === "usa");
  return byName(editions, editionTitle).sort((a, b) => classic(b) - classic(a));
};

/**
 * Return the chosen seats, as many as the edition allows: surplus ones are removed, missing ones are open seats.
 *
 * @param {{edition: {players: [number, number]}, seats: Sent.SeatChoice[]}} wanted
 */
const seatsFor = ({ edition, seats }) => {
  const [fewest, most] = edition.players;
  const fitting = seats.slice(0, most);
  while (fitting.length < fewest) fitting.push({ kind: "open" });
  return fitting;
};

export function StartPage() {
  const [editions, setEditions] = useState(/** @type {Sent.Board[]} */ ([]));
  const [bots, setBots] = useState(/** @type {Sent.Bot[]} */ ([]));
  const [tables, setTables] = useState(/** @type {Sent.Lists} */ ({ mine: [], public: [] }));
  const [failed, setFailed] = useState(false);
  const [looked, setLooked] = useState(false);
  const [today, setToday] = useState(/** @type {Sent.DailyToday | null} */ (null));
  const lessons = useLessons();
  const spoken = useDailyWords();
  useEffect(() => {
    get("/api/daily").then(setToday, () => {});
    document.title = "Whistlestop";
    const look = () =>
      get("/api/tables")
        .then(setTables, () => {})
        .then(() => setLooked(true));
    Promise.all([get("/api/boards").then((all) => setEditions(all)), get("/api/bots").then(setBots), look()]).catch(
      () => setFailed(true),
    );
    const timer = setInterval(() => document.hidden || look(), 15_000);
    return () => clearInterval(timer);
  }, []);
  const newcomer = !lastTable.value && tables.mine.length === 0;
  const startHere = html`<${StartHere} lessons=${lessons} editions=${editions} newcomer=${newcomer} />`;
  const links = html`<a href="/puzzles">${t("start.puzzles")}</a> <a href="/ladder">${t("start.ladder")}</a>
    <a href="/clubs">${t("start.clubs")}</a>`;
  const moreToPlay =
    today && spoken
      ? html`<${DailyCard} today=${today} strip=${true}>${links}</${DailyCard}>`
      : html`<p class="more-to-play">${links}</p>`;
  return html`
    <${Header}><${Name} /><${ColourMenu} /></${Header}>
    <main id="main" class="start">
      <h1 class="display-title">${t("start.title")}</h1>
      <p class="lead">${t("start.lead")}</p>
      ${failed && html`<p class="problem" role="alert">${t("error.offline")}</p>`}
      ${
        tables.mine.some((table) => !hasEnded(table)) &&
        html`<${Tables} title=${t("start.mine")} tables=${tables.mine.filter((table) => !hasEnded(table))} />`
      }
      ${looked && (newcomer ? startHere : moreToPlay)}
      ${
        editions.length > 0 &&
        bots.length > 0 &&
        html`<${NewTable} editions=${classicFirst(editions)} bots=${bots} lessons=${lessons} />`
      }
      ${looked && (newcomer ? moreToPlay : startHere)}
      ${tables.public.length > 0 && html`<${Tables} title=${t("start.public")} tables=${tables.public} />`}
      ${
        tables.mine.some(hasEnded) &&
        html`<${Tables} title=${t("start.over")} tables=${tables.mine.filter(hasEnded)} />`
      }
      <${Import} />
      <footer class="quiet">${t("start.footer")}</footer>
    </main>
  `;
}

/** @param {{state: Sent.State}} table */
const hasEnded = ({ state }) => state === "over" || state === "closed";

/**
 * The form that sets up a table.
 *
 * @param {{editions: Sent.Board[], bots: Sent.Bot[], lessons: Sent.LessonTitle[], club?: string}} props
 *   club: the id of the club to which the table belongs; left out = no club
 */
export function NewTable({ editions, bots, lessons, club }) {
  const last = lastTable.value;
  const usual = (bots.find((bot) => bot.usual) ?? bots[0])?.name;
  const [name, setName] = useState(last?.edition ?? editions[0].name);
  const [own, setOwn] = useState(/** @type {import("./own-board.js").Own | null} */ (null));
  const known =
    editions.find((one) => one.name === name || one.variants.some((variant) => variant.name === name)) ?? editions[0];
  const edition = name === OWN && own ? own.facts : known;
  /** The edition or the variant to play; its name and title are that of the edition unless a variant is chosen. */
  const played = known.variants.find((variant) => variant.name === name) ?? edition;
  const [wanted, setWanted] = useState(
    /** @type {Sent.SeatChoice[]} */ (
      club ? [{ kind: "me" }, { kind: "open" }] : (last?.seats ?? [{ kind: "me" }, { kind: "bot", bot: usual }])
    ),
  );
  const [options, setOptions] = useState({
    public: false,
    pace: "none",
    amount: 10,
    standin: USUAL_STANDIN,
    shuffle: true,
    explain: false,
    botPace: "brisk",
    takeBack: true,
    hints: trainer.value,
  });
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [starting, setStarting] = useState(false);
  const seats = seatsFor({ edition, seats: wanted });
  const [fewest, most] = edition.players;
  const open = seats.filter((seat) => seat.kind === "open").length;
  // Bots without a level are only offered if one of the seats has such a bot already.
  const offered = bots.filter((bot) => bot.level !== null || seats.some((seat) => seat.bot === bot.name));
  const change = (/** @type {number} */ at, /** @type {string} */ value) => {
    const [kind, bot] = value.split(":");
    const choice = /** @type {Sent.SeatChoice} */ (
      bot ? { kind, bot } : kind === "here" ? { kind, name: "" } : { kind }
    );
    setWanted(seats.map((seat, place) => (place === at ? choice : seat)));
  };
  const give = (/** @type {number} */ at, /** @type {{name: string} | {colour: Sent.Colour}} */ more) =>
    setWanted(seats.map((seat, place) => (place === at ? { ...seat, ...more } : seat)));
  const oneself = seats.some((seat) => seat.kind === "me" || seat.kind === "open") && person.value?.colour;
  const painted = coloursHere(seats, oneself || undefined);
  const hinted = options.hints && options.pace !== "minutes";
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setStarting(true);
    const mine = edition === own?.facts;
    if (!club) lastTable.value = { edition: mine ? lastTable.value?.edition : played.name, seats };
    // Wait until the server has saved the reader's name, which may have been typed just before.
    await remembered();
    try {
      const body = {
        ...(mine ? { edition_text: own?.text } : { edition: played.name }),
        seats: seats.map((seat, at) => (seat.kind === "here" ? { ...seat, colour: painted[at] } : seat)),
        public: options.public,
        pace: { kind: options.pace, amount: options.pace === "none" ? 0 : options.amount },
        // No bot stands in for a player whom no other person waits for.
        standin_after: open > 0 ? options.standin || null : null,
        shuffle: options.shuffle,
        explain: options.explain,
        bot_pace: options.botPace,
        take_back: options.takeBack,
        hints: hinted,
        luck: ownShare(),
        club: club ?? null,
      };
      const { id } = await post("/api/tables", /** @type {Sent.NewTable} */ (body));
      location.assign(`/t/${id}`);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setStarting(false);
    }
  };
  return html`<form class="new-table" onSubmit=${start}>
    <fieldset class="boards">
      <legend>${t("start.board")}</legend>
      ${editions.map(
        (one) =>
          html`<label class="board-choice" key=${one.name}>
            <input
              type="radio"
              name="edition"
              value=${one.name}
              checked=${one === edition}
              onChange=${() => setName(one.name)}
            />
            <span class="board-picture">
              <img src=${drawingUrl(one.name, `thumbnail.svg?theme=${shownTheme()}`)} alt="" loading="lazy" />
            </span>
            <span class="board-title">${editionTitle(one)}</span>
            <span class="quiet">${playersWords(one.players)} · ${tOr(`edition.${one.name}`, "")}</span>
          </label>`,
      )}
      <${OwnBoard}
        own=${own}
        chosen=${edition === own?.facts}
        theme=${shownTheme()}
        onChoose=${() => setName(OWN)}
        onOwn=${(/** @type {import("./own-board.js").Own} */ found) => {
          setOwn(found);
          setName(OWN);
        }}
      />
    </fieldset>
    ${edition === known && html`<${TicketChoice} board=${known} chosen=${played.name} onChoose=${setName} />`}
    <fieldset class="seat-choices">
      <legend>${t("start.seats")}</legend>
      <div class="companies" role="group" aria-label=${t("start.company")}>
        ${COMPANIES.map(
          (company) =>
            html`<button
              type="button"
              key=${company}
              data-company=${company}
              aria-pressed=${companyOf(seats) === company}
              onClick=${() => setWanted(inCompany(company, seats, usual))}
            >
              <${Icon} name=${COMPANY_ICONS[company]} /> <span>${t(`start.company_${company}`)}</span>
            </button>`,
        )}
      </div>
      <ol>
        ${seats.map(
          (seat, at) =>
            html`<li key=${at}>
              <select
                aria-label=${t("start.seat", { n: at + 1 })}
                value=${seat.bot ? `bot:${seat.bot}` : seat.kind}
                onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => change(at, event.target.value)}
              >
                <option value="me" disabled=${seat.kind !== "me" && seats.some((other) => other.kind === "me")}>
                  ${person.value?.name ? t("seat.me", { name: person.value.name }) : t("seat.you")}
                </option>
                ${offered.map(
                  (bot) =>
                    html`<option key=${bot.name} value=${`bot:${bot.name}`}>
                      ${t("seat.bot", { name: personName(bot.name, bot.name), about: t(`bot.${bot.name}`) })}
                    </option>`,
                )}
                <option value="here">${t("seat.here")}</option>
                <option value="open">${t("seat.open_for_friend")}</option>
              </select>
              ${
                seat.kind === "here" &&
                html`<input
                    type="text"
                    required
                    maxlength="24"
                    autocomplete="off"
                    aria-label=${t("start.name_here", { n: at + 1 })}
                    placeholder=${t("seat.here_name")}
                    value=${seat.name ?? ""}
                    onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) =>
                      give(at, { name: event.target.value })}
                  />
                  <${ColourBeside}
                    title=${t("person.colour_in", { n: at + 1 })}
                    group=${`colour-${at}`}
                    chosen=${painted[at]}
                    taken=${new Set([...(oneself ? [oneself] : []), ...painted.filter((_, other) => other !== at)])}
                    onChoose=${(/** @type {Sent.Colour} */ colour) => give(at, { colour })}
                  />`
              }
              ${
                seats.length > fewest &&
                html`<button
                  type="button"
                  class="small"
                  aria-label=${t("start.remove_seat", { n: at + 1 })}
                  onClick=${() => setWanted(seats.filter((_, place) => place !== at))}
                >
                  −
                </button>`
              }
            </li>`,
        )}
      </ol>
      ${
        seats.length < most &&
        html`<button type="button" class="small" onClick=${() => setWanted([...seats, { kind: "bot", bot: usual }])}>
          + ${t("start.add_seat")}
        </button>`
      }
      <${Options}
        options=${options}
        set=${(/** @type {Partial<TableOptions>} */ some) => setOptions({ ...options, ...some })}
        friends=${open > 0}
      />
    </fieldset>
    <div class="start-now">
      ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
      <${LadderPreview}
        wanted=${{
          seats: seats.map(({ kind }) => kind),
          hints: hinted,
          explain: options.explain,
          own_board: edition === own?.facts,
        }}
      />
      <button type="submit" class="main large" disabled=${starting}>
        ${open ? t("start.invite") : t("start.start")}
      </button>
      ${
        edition !== own?.facts &&
        html`<a href=${`/rules/${played.name}`}>
          ${t("start.rules", { edition: editionTitle({ ...played, own: false }) })}
        </a>`
      }
      ${edition !== own?.facts && html`<${BoardLessons} lessons=${lessons} board=${known} />`}
    </div>
  </form>`;
}

const COMPANY_ICONS = { bot: "bot", here: "people", open: "link" };

const PACES = ["none", "minutes", "days"];
/** Seconds after which a bot stands in for an absent player, unless the reader chooses another time. */
const USUAL_STANDIN = 300;

/**
 * The usual options for each kind of clock. Players with days for a turn are not absent after minutes.
 *
 * @type {Record<string, Partial<TableOptions>>}
 */
const PACED = {
  none: { pace: "none", amount: 10, standin: USUAL_STANDIN, takeBack: true },
  minutes: { pace: "minutes", amount: 10, standin: USUAL_STANDIN, takeBack: false },
  days: { pace: "days", amount: 3, standin: 0, takeBack: false },
};

/**
 * @typedef {object} TableOptions
 * @property {boolean} public
 * @property {string} pace
 * @property {number} amount
 * @property {number} standin
 * @property {boolean} shuffle
 * @property {boolean} explain
 * @property {string} botPace
 * @property {boolean} takeBack
 * @property {boolean} hints
 */

/** @param {{options: TableOptions, set: (some: Partial<TableOptions>) => void, friends: boolean}} props */
function Options({ options, set, friends }) {
  return html`<details class="options">
    <summary>${t("options.label")}</summary>
    <label class="switch">
      <span>${t("options.shuffle")}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${options.shuffle}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => set({ shuffle: event.target.checked })}
      />
    </label>
    <label class="switch">
      <span>${t("options.explain")}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${options.explain}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => set({ explain: event.target.checked })}
      />
    </label>
    <label>
      <span>${t("options.bot_pace")}</span>
      <select
        value=${options.botPace}
        onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => set({ botPace: event.target.value })}
      >
        <${BotPaces} />
      </select>
    </label>
    <label>
      <span>${t("options.pace")}</span>
      <select
        value=${options.pace}
        onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => set(PACED[event.target.value])}
      >
        ${PACES.map((pace) => html`<option key=${pace} value=${pace}>${t(`pace.${pace}`)}</option>`)}
      </select>
    </label>
    <label class="switch">
      <span>${t("options.take_back")}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${options.takeBack}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => set({ takeBack: event.target.checked })}
      />
    </label>
    ${
      options.pace !== "minutes" &&
      html`<label class="switch">
        <span>${t("options.hints")}</span>
        <input
          type="checkbox"
          role="switch"
          checked=${options.hints}
          onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => set({ hints: event.target.checked })}
        />
      </label>`
    }
    ${
      options.pace !== "none" &&
      html`<label>
        <span>${t("options.amount")}</span>
        <input
          type="number"
          min="1"
          max="120"
          value=${options.amount}
          onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) =>
            set({ amount: Number(event.target.value) || 1 })}
        />
      </label>`
    }
    ${
      friends &&
      html`<label class="switch">
          <span>${t("options.public")}</span>
          <input
            type="checkbox"
            role="switch"
            checked=${options.public}
            onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => set({ public: event.target.checked })}
          />
        </label>
        <label>
          <span>${t("options.standin")}</span>
          <select
            value=${options.standin}
            onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) =>
              set({ standin: Number(event.target.value) })}
          >
            ${STANDINS.map(
              (seconds) => html`<option key=${seconds} value=${seconds}>${standinWords(seconds)}</option>`,
            )}
          </select>
        </label>`
    }
  </details>`;
}

/** The form that opens a saved record as a replay. */
function Import() {
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [record, setRecord] = useState("");
  const show = async (/** @type {object | string} */ body) => {
    setProblem(null);
    try {
      const { id } = await post("/api/records", body);
      location.assign(`/replay/${id}`);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
  };
  const read = async (
    /** @type {EventOf<HTMLInputElement>} */ event,
    /** @type {(text: string) => object | string} */ made,
  ) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    const text = await file.text();
    event.target.value = "";
    await show(made(text));
  };
  const needed = problem?.details?.edition;
  return html`<section class="import">
    <h2>${t("import.label")}</h2>
    <p class="quiet">${t("import.about")}</p>
    <label class="button">
      ${t("import.choose")}
      <input
        type="file"
        class="visually-hidden"
        accept=".record,.txt,text/plain"
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) =>
          read(event, (text) => {
            setRecord(text);
            return text;
          })}
      />
    </label>
    ${
      problem &&
      (needed
        ? html`<p class="problem" role="alert">${t("import.needs_edition", { edition: needed })}</p>`
        : html`<${ImportProblem} problem=${problem} />`)
    }
    ${
      needed &&
      html`<label class="button">
        ${t("import.choose_edition")}
        <input
          type="file"
          class="visually-hidden"
          accept=".toml,application/toml,text/plain"
          onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) =>
            read(event, (text) => ({ record, edition_text: text }))}
        />
      </label>`
    }
  </section>`;
}

/** @param {{problem: ApiError}} props */
const ImportProblem = ({ problem }) =>
  problem.code === "bad_record" && problem.details.line
    ? html`<${RecordFault} problem=${problem} />`
    : html`<${Faults} problem=${problem} />`;
