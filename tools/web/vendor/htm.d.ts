// What the page uses of htm.js.

type Make<Made> = (type: unknown, props: object | null, ...children: unknown[]) => Made;

/** A template with several elements at its top makes a list of them. */
type Template<Made> = (strings: TemplateStringsArray, ...values: unknown[]) => Made | Made[];

declare const htm: { bind<Made>(make: Make<Made>): Template<Made> };
export default htm;
