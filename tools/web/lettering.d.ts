// Types for names on the board: board/names.js, board/larger-names.js and board/label-placement.js.

declare namespace Lettering {
  /** A rectangle on the board, in the board's units. */
  type Box = { left: number; top: number; right: number; bottom: number };

  /** Whether a drawn thing lies in a box. */
  type Obstacle = (box: Box) => boolean;

  /** A line from a point to another, like that from a name to a city far away. */
  type Line = [x: number, y: number, toX: number, toY: number];

  /** The goods that stand before the name of a city. */
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
    /** The name in the reader's language. It is empty if that is the printed name. */
    name: string;
    /** The size of the drawing's type. */
    size: number;
    /** The size of the type of the fitted lines. */
    type: number;
    /** How the name can be broken into lines, and how wide these are at the size of the drawing. */
    ways: { lines: string[]; widths: number[] }[];
    /** Where the city is. A country has no such point. */
    city: Sent.Point | undefined;
    token: Token | undefined;
    /** The line to the name from its city, if the name stands far away. */
    lead: SVGElement | undefined;
    /** The first base line. */
    base: number;
    /** The box that the printed name takes. */
    room: Box;
    /** The box that the fitted lines take. */
    held: Box;
    /** The box that the shown lines take. */
    taken: Box | undefined;
    /** Where the name starts: -1 at its left edge, 1 at its right edge, 0 in its middle. */
    side: number;
    capitals: boolean;
    measures: Sent.Measures;
  };

  type Part = "goods" | "name";

  /** How the board is looked at. */
  type Look = {
    /** Pixels of a board's unit. */
    unit: number;
    /** Where names may stand. */
    window: Box;
    /** How much larger than drawn the marks are. */
    grown: number;
    /** Where figures stand. */
    figures: Box[];
  };

  /** A place for a name, and how far it is from the city by the height of the type. */
  type Spot = { room: Box; distance: number };

  /** A place for a name or for goods, and how that is drawn there. */
  type Draft = Spot & {
    lines: string[];
    size: number;
    /** The middle of the lines. */
    middle: number;
    /** The scale of the goods. */
    scale: number;
    /** What the place costs. */
    cost: number;
    /** The line to the name, if it is far away. */
    lead: Line | undefined;
  };

  /** How a label may be drawn. */
  type Choice = {
    goods?: Draft;
    name?: Draft;
    rooms: Box[];
    /** The lines to the name, if it is far away. */
    lines: Line[];
    /** A rectangle about all of the label. */
    box: Box;
    cost: number;
  };

  /** A label to place, with its possible places and the chosen one. */
  type PlacedLabel = {
    code: string;
    label: Label;
    choices: Choice[];
    missing: number;
    /** The labels that this one can get in the way of. */
    near: PlacedLabel[];
    hull: Box | null;
    chosen: Choice | undefined;
  };

  /** A search for places of labels. */
  type Search = {
    /** How many places may still be tried. */
    left: number;
    /** How many names make way for one. */
    most: number;
    /** Whether lines to names may cross. */
    loose: boolean;
  };

  type Change = { cost: number; changes: Map<PlacedLabel, Choice | undefined> };

  /** A space of a route. */
  type Space = {
    x: number;
    y: number;
    /** Whether the space lies in a box. */
    lies: Obstacle;
    /** Points all over the space. */
    points: Sent.Point[];
  };
}
