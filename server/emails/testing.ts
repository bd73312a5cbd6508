/** HTML helpers for the email tests. */

const decodeEntities = (html: string) =>
  html
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Every URL that the HTML links to, once. */
export const linksOf = (html: string) => [
  ...new Set([...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => decodeEntities(url!))),
];

/** The body's text without tags. Includes hidden text, such as the preheader. */
export const textOf = (html: string) =>
  decodeEntities(
    html
      .replace(/^[\s\S]*<body[^>]*>/, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]*>/g, ' '),
  ).replace(/\s+/g, ' ');

const VOID = new Set(['img', 'br', 'hr', 'meta', 'link']);

/** The first tag that is closed wrongly, or else the last one that is never closed. Null if there is neither. */
export function unbalancedTag(html: string): string | null {
  const open: string[] = [];
  for (const [, closing, name] of html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (VOID.has(name!)) continue;
    if (!closing) open.push(name!);
    else if (open.pop() !== name) return name!;
  }
  return open.pop() ?? null;
}
