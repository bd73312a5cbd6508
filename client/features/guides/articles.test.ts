/** All articles: screens, titles, descriptions, anchors, links, and Markdown; also the guides’ length and downloads. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadAllScreens } from '#client/app/areas.ts';
import { matchPath } from '#client/app/router.ts';
import type { Article } from '#shared/article.ts';
import { paths } from '#shared/paths.ts';

const SCREENS = await loadAllScreens();
const hasPage = (path: string) => SCREENS.some((screen) => matchPath(screen.path, path));

const articles = Object.values(
  import.meta.glob<{ article: Article }>(['../../../content/**/*.md', '!../../../content/posts/**'], { eager: true }),
).map(({ article }) => article);
const guides = articles.filter(({ kind }) => kind === 'guide');
const htmlOf = ({ lead, sections, related }: Article) => [
  lead,
  ...sections.flatMap(({ parts }) => parts.filter((part) => typeof part === 'string')),
  ...related.map(({ text = '' }) => text),
];
const linksOf = (article: Article) => [
  ...htmlOf(article).flatMap((html) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, to]) => to!)),
  ...article.related.map(({ to }) => to),
];

const duplicatesIn = (words: readonly string[]) => words.filter((word, position) => words.indexOf(word) !== position);

it('includes eleven guides, five author resources, and ten other pages', () => {
  expect(guides.filter(({ path }) => path.startsWith('/marketing-guide/'))).toHaveLength(11);
  expect(guides.filter(({ path }) => path.startsWith('/author-resources'))).toHaveLength(5);
  expect(articles).toHaveLength(26);
});

it('has a screen at the path of each article', () => {
  expect(articles.filter(({ path }) => !hasPage(path)).map(({ path }) => path)).toEqual([]);
});

it('has unique titles, descriptions, and headings', () => {
  expect(duplicatesIn(articles.map(({ title }) => title))).toEqual([]);
  expect(duplicatesIn(articles.map(({ description }) => description))).toEqual([]);
  expect(duplicatesIn(articles.map(({ heading }) => heading))).toEqual([]);
});

it.each(articles)('$path has a title and a description that fit into search results', ({ title, description }) => {
  expect(title.length, title).toBeGreaterThanOrEqual(30);
  expect(`${title} · Deckle`.length, title).toBeLessThanOrEqual(65);
  expect(description.length, description).toBeGreaterThanOrEqual(70);
  expect(description.length, description).toBeLessThanOrEqual(160);
});

it.each(guides)('$path has 800 to 1,800 words', ({ words }) => {
  expect(words).toBeGreaterThanOrEqual(800);
  expect(words).toBeLessThanOrEqual(1800);
});

it.each(articles)('$path has unique anchors', (article) => {
  const anchors = article.sections.flatMap(({ id }) => [id, `${id}-title`]);
  const within = htmlOf(article).flatMap((html) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
  expect(duplicatesIn([...anchors, ...within])).toEqual([]);
});

it.each(guides)('$path offers files that exist', ({ downloads }) => {
  expect(downloads.length).toBeGreaterThan(0);
  expect(downloads.filter(({ file }) => !existsSync(`client/public${file}`))).toEqual([]);
});

describe('internal links', () => {
  it.each(articles)('of $path lead to pages', (article) => {
    const broken = linksOf(article).filter(
      (to) => !to.startsWith('https://') && !to.startsWith('/downloads/') && !hasPage(to.split('#')[0]!),
    );
    expect(broken).toEqual([]);
  });

  it.each(articles.filter(({ path }) => path !== paths.partnersLanding()))(
    'of $path include at least two to other pages',
    ({ path, related }) => {
      expect(related.length).toBeGreaterThanOrEqual(2);
      expect(related.map(({ to }) => to)).not.toContain(path);
    },
  );
});

it.each(articles)('$path has no unparsed Markdown', (article) => {
  const words = htmlOf(article).map((html) => html.replace(/<[^>]+>/g, ' '));
  expect(words.filter((text) => /\*\*|\]\(|:::|:(fact|src|data|email)\b|\{#|undefined/.test(text))).toEqual([]);
});
