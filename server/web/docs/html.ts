/** A tagged template for HTML. Escapes interpolated text. */
import { xmlText } from '../xml.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = Html | string | number | null | false | undefined | readonly Part[];

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(textOf).join('') : xmlText(String(part));
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]!) + string));

/** Text with `code` between backticks. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
