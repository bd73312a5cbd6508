/** The guide: docs/api.md, section by section, with its code beside the text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Html, html } from './html.ts';
import { LANGUAGES, type Language } from './samples.ts';

export type Section = { id: string; title: string; text: Html; code: Html[] };

const SOURCE = new URL('../../../docs/api.md', import.meta.url);
/** The sections from this heading on are about changing the API. */
const END = /^## For contributors$/m;
const LANGUAGE_OF: Record<string, Language> = { sh: 'curl', ts: 'ts', python: 'python' };

/** The sections of the guide, with addresses of this installation. */
export function guideSections(appUrl: string): Section[] {
  const require = createRequire(import.meta.url);
  const markdownIt: typeof import('markdown-it').default = require('markdown-it');
  const markdown = markdownIt({ html: false, typographer: true });
  const [, ...parts] = readFileSync(SOURCE, 'utf8')
    .split(END)[0]!
    .replaceAll('https://deckle.example', appUrl)
    .split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const tokens = markdown.parse(lines.join('\n'), {});
    const code = tokens.filter(({ type }) => type === 'fence' || type === 'code_block');
    const text = tokens.filter((token) => !code.includes(token));
    const rendered = markdown.renderer.render(text, markdown.options, {});
    return {
      id: title.toLowerCase().replaceAll(' ', '-'),
      title,
      text: new Html(withinPage(rendered, title)),
      code: code.map(({ content, info }) => codeBlock(content.trimEnd(), LANGUAGE_OF[info.trim()])),
    };
  });
}

export const codeBlock = (text: string, language?: Language): Html => {
  const code = html`<pre tabindex="0"><code>${text}</code></pre>`;
  if (!language) return code;
  const label = language === 'curl' && !/\bcurl /.test(text) ? 'Shell' : LANGUAGES[language];
  return html`<figure class="sample" data-language="${language}"><figcaption>${label}</figcaption>${code}</figure>`;
};

/** Removes links to other documents of the project, which aren't served, and lets wide tables scroll. */
function withinPage(text: string, title: string) {
  let tables = 0;
  const label = () => `${title}, table${++tables > 1 ? ` ${tables}` : ''}`;
  return text
    .replace(/<a href="(?!#|https?:|\/)[^"]*">(.*?)<\/a>/g, '$1')
    .replaceAll('<table>', () => `<div class="scroll" tabindex="0" role="region" aria-label="${label()}"><table>`)
    .replaceAll('</table>', '</table></div>');
}
