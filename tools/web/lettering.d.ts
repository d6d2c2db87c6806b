// Types for names on the board: board/names.js, board/larger-names.js and board/label-placement.js.

declare namespace Lettering {
  /** A rectangle on the board, in the board's units. */
  type Box = { left: number; top: number; right: number; bottom: number };

  /** A function that returns whether something drawn, such as a space, overlaps a box. */
  type Obstacle = (box: Box) => boolean;

  /** A line between two points, such as the line from a city to a name that is far away. */
  type Line = [x: number, y: number, toX: number, toY: number];

  /** The merchandise tokens before the name of a city, at x and y on the board. */
  type Token = {
    readonly group: SVGGraphicsElement;
    readonly digits: Element | null;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  };

  /** The name of a city or a country. */
  type Label = {
    /** The lines of the printed name. */
    printed: SVGTextElement[];
    /** The lines of the name in the reader's language, at the size of the drawing. */
    fitted: SVGTextElement[];
    shown: SVGTextElement[];
    /** The name in the reader's language; empty if the printed name is shown. */
    name: string;
    /** The font size in the drawing. */
    size: number;
    /** The font size of the fitted lines. */
    type: number;
    /** The ways to break the name into lines, each with the widths of the lines at the font size in the drawing. */
    ways: { lines: string[]; widths: number[] }[];
    /** The middle of the city; undefined for a country. */
    city: Sent.Point | undefined;
    token: Token | undefined;
    /** The line from the city to the name, if the name is far away. */
    lead: SVGElement | undefined;
    /** The y of the base line of the first printed line. */
    base: number;
    /** The box of the printed name. */
    room: Box;
    /** The box of the fitted lines. */
    held: Box;
    /** The box of the shown lines. */
    taken: Box | undefined;
    /** What a translated name keeps in place, if possible: -1 = the left edge, 1 = the right edge, 0 = the middle. */
    side: number;
    capitals: boolean;
    measures: Sent.Measures;
  };

  type Part = "goods" | "name";

  /** The size at which the board is shown, and what is on it. */
  type Look = {
    /** Pixels of a board's unit. */
    unit: number;
    /** The box in which names may stand. */
    window: Box;
    /** The factor by which cities' marks are enlarged. */
    grown: number;
    /** The boxes that figures cover. */
    figures: Box[];
  };

  /** A box for a name, and its distance from the city in font sizes. */
  type Spot = { room: Box; distance: number };

  /** A box for a name or for goods, and how they are drawn there. */
  type Draft = Spot & {
    lines: string[];
    size: number;
    /** The x of the middle of the lines. */
    middle: number;
    /** The scale of the goods. */
    scale: number;
    /** The cost of this position. */
    cost: number;
    /** The line from the city to the name, if the name is far away. */
    lead: Line | undefined;
  };

  /** A possible position of a label: of its goods and its name, or of one of them. */
  type Choice = {
    goods?: Draft;
    name?: Draft;
    rooms: Box[];
    /** The line from the city to the name, if the name is far away; otherwise empty. */
    lines: Line[];
    /** The bounding box of the whole label. */
    box: Box;
    cost: number;
  };

  /** A label to place, with its possible positions and the chosen one. */
  type PlacedLabel = {
    code: string;
    label: Label;
    choices: Choice[];
    /** The cost of leaving the name out. */
    missing: number;
    /** The labels that this one can overlap. */
    near: PlacedLabel[];
    /** The bounding box of all possible positions; null if there are none. */
    hull: Box | null;
    chosen: Choice | undefined;
  };

  /** A search for positions of labels. */
  type Search = {
    /** How many positions may still be tried. */
    left: number;
    /** The most names that may move for one name. */
    most: number;
    /** Whether lines to names may cross. */
    loose: boolean;
  };

  /** New positions of labels, and their cost, as `replaced` and `madeWay` in board/label-placement.js return them. */
  type Change = { cost: number; changes: Map<PlacedLabel, Choice | undefined> };

  /** A space of a route. */
  type Space = {
    x: number;
    y: number;
    /** Returns whether the space overlaps a box. */
    lies: Obstacle;
    /** Points spread evenly over the space. */
    points: Sent.Point[];
  };
}
