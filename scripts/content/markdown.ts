/**
 * Our Markdown: CommonMark with tables and definition lists, `{#id}` after headings, `:fact[…]`, `:src[…]`, `:email`,
 * and `:operator` in a line, and blocks between `:::name title` and `:::`. docs/content.md describes each.
 */
import { existsSync, readFileSync } from 'node:fs';
import MarkdownIt, { type Token } from 'markdown-it';
import container from 'markdown-it-container';
import definitionLists from 'markdown-it-deflist';
import { monthText } from '#shared/article.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { factOf } from './facts.ts';
import type { Source } from './front-matter.ts';

export type Env = { path: string; sources: Readonly<Record<string, Source>> };

const INLINE = /:(?:(fact|src|operator)\[([\w.-]+)\]|(?:email|operator)\b)/y;
const BLOCKS = [
  'note',
  'sample',
  'checklist',
  'table',
  'links',
  'reasons',
  'reason',
  'rates',
  'example',
  'calendar',
  'break-even',
];

export const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.use(definitionLists);
for (const name of BLOCKS) markdown.use(container, name, { render: blockTag });

markdown.inline.ruler.before('emphasis', 'directive', (state, isSilent) => {
  INLINE.lastIndex = state.pos;
  const [directive, kind, name = ''] = INLINE.exec(state.src) ?? [];
  if (!directive) return false;
  if (!isSilent) {
    const token = state.push(`${kind ?? directive.slice(1)}_directive`, '', 0);
    token.content = name;
  }
  state.pos += directive.length;
  return true;
});
const escapeHtml = markdown.utils.escapeHtml;
const { rules } = markdown.renderer;
rules.fact_directive = (tokens, at) => escapeHtml(factOf(tokens[at]!.content));
rules.email_directive = () => settingMark('email');
rules.operator_directive = (tokens, at) => settingMark(tokens[at]!.content || 'name');
/** Settings that a page can print; shared/article.ts has the mark that the client replaces. */
const SETTINGS = [
  'name',
  'address',
  'country',
  'email',
  'reply_time',
  'appeals',
  'governing_law',
  'notice_agent',
  'hosting',
  'mail',
  'ai',
  'storage',
  'errors',
];
function settingMark(name: string) {
  if (!SETTINGS.includes(name)) throw new Error(`there is no setting “${name}” for pages`);
  return `\u{E000}${name}\u{E001}`;
}
rules.src_directive = (tokens, at, _options, env) => {
  const { sources, path } = env as Env;
  const name = tokens[at]!.content;
  const source = sources[name];
  if (!source) throw new Error(`${path}: no source is called “${name}”`);
  const { url, title, as_of, unverified } = source;
  const when = as_of ? `, as of ${monthText(as_of)}` : unverified === 'undated' ? ', undated' : '';
  return `<cite>(<a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(title)}</a>${when})</cite>`;
};
rules.link_open = (tokens, at, options, _env, self) => {
  if (String(tokens[at]!.attrGet('href')).startsWith('https://')) tokens[at]!.attrSet('rel', 'noopener');
  return self.renderToken(tokens, at, options);
};
rules.image = (tokens, at, _options, env) => {
  const { content } = tokens[at]!;
  const [src, title] = ['src', 'title'].map((name) => String(tokens[at]!.attrGet(name) ?? '')) as [string, string];
  const [width, height] = sizeOf(src);
  // A chart that scrolls on a phone must be reachable by keyboard.
  const picture = `<div class="chart" tabindex="0"><img src="${src}" alt="${escapeHtml(content)}" width="${width}" height="${height}" loading="lazy"></div>`;
  return title ? `${picture}<figcaption>${markdown.renderInline(title, env)}</figcaption>` : picture;
};

function sizeOf(src: string) {
  const file = `client/public${src}`;
  if (!existsSync(file)) throw new Error(`there is no picture ${file}`);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(readFileSync(file, 'utf8')) ?? [];
  if (!width || !height) throw new Error(`${file} has no viewBox="0 0 width height"`);
  return [width, height];
}

/** client/features/guides/use-calendar.ts creates the file. */
const CALENDAR_FIELDS =
  '<label>Launch date <input type="date" required></label><button type="submit">Download the calendar (.ics)</button>';

/** The opening and closing tags of a block, by its name and its title. */
function blockTag(tokens: Token[], at: number, _options: unknown, env: unknown) {
  const { nesting, info, type } = tokens[at]!;
  const name = type.split('_')[1]!;
  const isOpen = nesting === 1;
  const title = markdown.renderInline(info.trim().slice(name.length).trim(), env as Env);
  switch (name) {
    case 'note':
      return isOpen ? `<div class="note">${title && `<strong>${title}</strong>`}` : '</div>';
    case 'sample':
      return isOpen ? `<figure class="sample"><figcaption>${title}</figcaption><div>` : '</div></figure>';
    case 'example':
      return isOpen ? `<div class="example"><strong>${title}</strong>` : '</div>';
    case 'checklist':
      return isOpen ? `<fieldset class="checklist"><legend>${title}</legend>` : '</fieldset>';
    case 'links':
      return isOpen ? '<div class="links">' : '</div>';
    case 'calendar':
      return isOpen ? `<div class="calendar"><form>${CALENDAR_FIELDS}</form>` : '</div>';
    case 'reasons':
      return isOpen ? '<ol class="reasons">' : '</ol>';
    case 'reason':
      return isOpen ? reasonStart(title) : reasonEnd(tokens, at);
    default:
      return '';
  }
}

/**
 * 'price_too_high The deal is too expensive' → the start of its list item, with the explanation from shared/reasons.ts.
 */
function reasonStart(info: string) {
  const [code = '', ...title] = info.split(' ');
  const reason = REASONS[code as ReasonCode];
  if (!reason) throw new Error(`no reason has the code “${code}”`);
  return `<li id="${code}"><h3>${title.join(' ')}</h3><p class="rule">${escapeHtml(reason.explanation)}</p>`;
}

function reasonEnd(tokens: Token[], at: number) {
  const opening = tokens.slice(0, at).findLast(({ type }) => type === 'container_reason_open')!;
  const code = opening.info.trim().split(' ')[1] as ReasonCode;
  return `<p class="facts"><code>${code}</code><span>${resubmitText(REASONS[code].resubmit_after)}</span></p></li>`;
}

const resubmitText = (days: number) => (days === 0 ? 'Resubmit as soon as it’s fixed' : `Resubmit after ${days} days`);

// Tables: a caption, headers for each row, and the column's name in each cell for narrow screens.
markdown.core.ruler.push('tables', ({ tokens }) => {
  let head: string[] = [];
  let column = 0;
  tokens.forEach((token, at) => {
    if (token.type === 'table_open') {
      head = [];
      token.attrSet('class', 'data-table');
    }
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') {
      token.attrs = [['scope', 'col']];
      head.push(textOf(tokens[at + 1]!));
    }
    if (token.type === 'td_open') {
      token.attrs = column === 0 ? [['scope', 'row']] : [['data-label', head[column] ?? '']];
      if (column === 0) token.tag = 'th';
      column += 1;
    }
    if (token.type === 'td_close' && column === 1) token.tag = 'th';
  });
});
rules.table_open = (tokens, at, options, env, self) => {
  const container = tokens[at - 1];
  const caption = container?.type === 'container_table_open' ? container.info.trim().slice('table'.length).trim() : '';
  return (
    self.renderToken(tokens, at, options) + (caption && `<caption>${markdown.renderInline(caption, env)}</caption>`)
  );
};

// Checklists: each list item becomes a native checkbox, which works without script. A picture alone in its paragraph is
// a figure.
markdown.core.ruler.push('boxes', ({ tokens }) => {
  let isChecklist = false;
  tokens.forEach((token, at) => {
    if (token.type.startsWith('container_checklist_')) isChecklist = token.nesting === 1;
    if (isChecklist && token.type.startsWith('bullet_list_')) token.hidden = true;
    if (isChecklist && token.type.startsWith('list_item_')) token.type = token.type.replace('list_item', 'box');
    const [only, ...others] = token.children ?? [];
    if (token.type === 'inline' && only?.type === 'image' && others.length === 0)
      for (const paragraph of [tokens[at - 1]!, tokens[at + 1]!]) paragraph.tag = 'figure';
  });
});
rules.box_open = () => '<label><input type="checkbox"><span>';
rules.box_close = () => '</span></label>\n';

/** The plain text of an inline token, without the operator's settings. */
export const textOf = ({ children }: Token) =>
  (children ?? [])
    .map(({ type, content }) =>
      type === 'fact_directive' ? factOf(content) : type === 'operator_directive' ? '' : content,
    )
    .join('');
