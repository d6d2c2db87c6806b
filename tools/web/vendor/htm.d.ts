// The parts of htm.js that the page uses.

type Make<Made> = (type: unknown, props: object | null, ...children: unknown[]) => Made;

/** A template with several elements at the top level returns an array of them. */
type Template<Made> = (strings: TemplateStringsArray, ...values: unknown[]) => Made | Made[];

declare const htm: { bind<Made>(make: Make<Made>): Template<Made> };
export default htm;
