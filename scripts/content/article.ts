/** Converts a content file to the article that its screen shows. docs/content.md describes the format. */
import { globSync, readFileSync } from 'node:fs';
import type { Token } from 'markdown-it';
import { splitFrontMatter } from '#server/platform/front-matter.ts';
import { type Article, type ArticlePart, SETTING_MARK, type Section } from '#shared/article.ts';
import { withData, withFacts } from './facts.ts';
import { type PageMatter, readMatter } from './front-matter.ts';
import { type Env, markdown, textOf } from './markdown.ts';

/** Files of the written pages. Posts (content/posts) are read by the demo's seed. */
export const pageFiles = () => globSync('content/**/*.md', { exclude: ['content/posts/**'] }).sort();

export const readArticle = (file: string) => articleOf(file, readFileSync(file, 'utf8'));

/** 'content/about.md' → '/about' */
export const pathOf = (file: string) => `/${file.replace(/^content\/|\.md$/g, '')}`;

/** `file` is relative to the project. */
export function articleOf(file: string, source: string): Article {
  const { data, body } = splitFrontMatter(file, source);
  const matter = readMatter(file, data);
  const path = pathOf(file);
  const env: Env = { path, sources: matter.sources };
  const tokens = markdown.parse(withData(body), env);
  const start = tokens.findIndex(isSectionHeading);
  const lead = tokens.slice(0, start).filter(({ type }) => type === 'inline');
  const sections = sectionsOf(tokens.slice(start), env);
  const leadHtml = lead
    .map(({ children }) => markdown.renderer.render(children ?? [], markdown.options, env))
    .join(' ');
  return {
    ...metadataOf(matter),
    description: withFacts(matter.description),
    path,
    lead: leadHtml,
    words: [leadHtml, ...sections.flatMap(({ title, parts }) => [title, ...parts.map(partText)])]
      .map(wordCount)
      .reduce((sum, words) => sum + words, 0),
    sections,
    sources: Object.values(matter.sources).map(({ title, url, as_of, unverified }) => ({
      title,
      url,
      ...(as_of && { as_of }),
      ...(unverified && { unverified }),
    })),
    related: matter.related.map(({ text, ...item }) => ({
      ...item,
      ...(text && { text: markdown.renderInline(text, env) }),
    })),
    ...(matter.kind === 'questions' && { questions: questionsOf(tokens, env) }),
  };
}

/** Front matter that the page shows unchanged. */
const metadataOf = ({ kind, title, heading, byline, published, updated, checked, downloads }: PageMatter) => ({
  kind,
  title,
  heading,
  published,
  updated,
  downloads,
  ...(byline && { byline }),
  ...(checked && { checked }),
});

const isSectionHeading = ({ type, tag }: Token) => type === 'heading_open' && tag === 'h2';

function sectionsOf(tokens: Token[], env: Env): Section[] {
  const starts = tokens.flatMap((token, at) => (isSectionHeading(token) ? [at] : []));
  return starts.map((start, position) => {
    const heading = tokens[start + 1]!;
    const [, id] = / \{#([a-z][a-z0-9-]*)\}$/.exec(heading.content) ?? [];
    if (!id) throw new Error(`${env.path}: “${heading.content}” needs an anchor, {#like-this}`);
    return {
      id,
      title: textOf(heading).replace(` {#${id}}`, ''),
      parts: partsOf(tokens.slice(start + 3, starts[position + 1]), env),
    };
  });
}

/** Pieces of HTML, separated by the parts that the server fills in for each request. */
function partsOf(tokens: Token[], env: Env): ArticlePart[] {
  const start = tokens.findIndex(({ type }) => /^container_(rates|break-even)_open$/.test(type));
  if (start < 0) return tokens.length ? [markdown.renderer.render(tokens, markdown.options, env).trim()] : [];
  const end = tokens.findIndex(({ type }) => type === tokens[start]!.type.replace('_open', '_close'));
  const [name, ...slugs] = tokens[start]!.info.trim().split(' ');
  const caption = tokens
    .slice(start, end)
    .filter(({ type }) => type === 'inline')
    .map(textOf)
    .join(' ');
  const part = name === 'rates' ? { rates: slugs, caption } : { break_even: slugs[0] ?? '' };
  return [...partsOf(tokens.slice(0, start), env), part, ...partsOf(tokens.slice(end + 1), env)];
}

const partText = (part: ArticlePart) => (typeof part === 'string' ? part : 'rates' in part ? part.caption : '');

/** The terms of definition lists with their meanings, for search engines. */
function questionsOf(tokens: Token[], env: Env) {
  const renderAnswer = (at: number) => {
    const end = tokens.findIndex(({ type }, position) => position > at && type === 'dd_close');
    return markdown.renderer.render(tokens.slice(at + 1, end), markdown.options, env).trim();
  };
  return tokens.flatMap(({ type }, at) => {
    if (type !== 'dt_open') return [];
    const definitionStart = tokens.findIndex((token, position) => position > at && token.type === 'dd_open');
    return [{ question: textOf(tokens[at + 1]!), answer: renderAnswer(definitionStart) }];
  });
}

const wordCount = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(SETTING_MARK, 'setting')
    .split(/\s+/)
    .filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
