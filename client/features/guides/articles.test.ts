/** Every written page: how long, how findable, and whether its links lead somewhere. */
import { describe, expect, it } from 'vitest';
import { allScreens } from '#client/app/areas.ts';
import { matchPath } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import { type Article, readingMinutes, textsOf, wordCount } from './article.ts';
import { inlineParts } from './Inline.tsx';

const SCREENS = await allScreens();
const hasPage = (path: string) => SCREENS.some((screen) => matchPath(screen.path, path));

const SOURCES = SCREENS.map(({ src }) => src).filter((src) =>
  /^client\/features\/guides\/(articles|pages)\//.test(src),
);
const articles: Article[] = [];
for (const src of [...SOURCES, 'client/features/guides/referral-program.ts']) {
  const module = (await import(/* @vite-ignore */ new URL(`../../../${src}`, import.meta.url).href)) as {
    guide?: Article;
    page?: Article;
  };
  articles.push((module.guide ?? module.page)!);
}
const isGuide = ({ path }: Article) => path.startsWith('/marketing-guide/') || path.startsWith('/author-resources');
const guides = articles.filter(isGuide);

const repeated = (words: readonly string[]) => words.filter((word, position) => words.indexOf(word) !== position);

it('are the eleven guides, the five author resources and seven pages about Deckle', () => {
  expect(guides.filter(({ path }) => path.startsWith('/marketing-guide/'))).toHaveLength(11);
  expect(guides.filter(({ path }) => path.startsWith('/author-resources'))).toHaveLength(5);
  expect(articles).toHaveLength(23);
});

it('stand at the addresses that they name', () => {
  expect(articles.filter(({ path }) => !hasPage(path)).map(({ path }) => path)).toEqual([]);
});

it('have titles and descriptions of their own', () => {
  expect(repeated(articles.map(({ title }) => title))).toEqual([]);
  expect(repeated(articles.map(({ description }) => description))).toEqual([]);
  expect(repeated(articles.map(({ heading }) => heading))).toEqual([]);
});

it.each(articles)('$path has a title and a description that search results show whole', ({ title, description }) => {
  expect(title.length, title).toBeGreaterThanOrEqual(30);
  expect(`${title} · Deckle`.length, title).toBeLessThanOrEqual(65);
  expect(description.length, description).toBeGreaterThanOrEqual(70);
  expect(description.length, description).toBeLessThanOrEqual(160);
});

it.each(guides)('$path has 800 to 1,800 words', (guide) => {
  expect(wordCount(guide)).toBeGreaterThanOrEqual(800);
  expect(wordCount(guide)).toBeLessThanOrEqual(1800);
});

it.each(articles)('$path has anchors of its own', ({ sections }) => {
  const reasons = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'object' && 'reasons' in block ? block.reasons : [])),
  );
  const anchors = sections.flatMap(({ id }) => [id, `${id}-title`]);
  expect(repeated([...anchors, ...reasons])).toEqual([]);
  expect(anchors.filter((anchor) => !/^[a-z][a-z0-9-]*$/.test(anchor))).toEqual([]);
});

/** In shared/paths.ts or in the menus; their screens come and go with the route table, and a missing one is shown as plain words. */
const KNOWN = [
  ...[paths.authors(), paths.blog(), paths.readerBlog(), paths.promotionSites(), paths.partnersLanding()],
  ...['description', 'title', 'character', 'plot'].map((tool) => paths.aiTool(`book-${tool}-generator`)),
  ...[paths.aiTool('pen-name-generator'), '/pricing', '/subscribers-and-statistics', '/contact'],
];

describe('links', () => {
  it.each(articles)('of $path lead to pages', (article) => {
    const lost = linksOf(article).filter(
      (to) => !to.startsWith('https://') && !hasPage(to.split('#')[0]!) && !KNOWN.includes(to),
    );
    expect(lost).toEqual([]);
  });

  it.each(articles)('of $path go elsewhere, at least two of them', (article) => {
    expect(article.related.length).toBeGreaterThanOrEqual(2);
    expect(article.related.map(({ to }) => to)).not.toContain(article.path);
  });
});

function linksOf({ lead, sections, related }: Article) {
  const blocks = sections.flatMap((section) => section.blocks);
  const listed = blocks.flatMap((block) => (typeof block === 'object' && 'links' in block ? block.links : []));
  const texts = [lead, ...blocks.flatMap(textsOf), ...related.map(({ text = '' }) => text)];
  const inline = texts.flatMap(inlineParts).flatMap((part) => (part.kind === 'link' ? part.to : []));
  return [...inline, ...[...listed, ...related].map(({ to }) => to)];
}

it('leaves no mark of the text’s own language unread', () => {
  const unread = articles.flatMap(({ lead, sections }) =>
    [lead, ...sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))].flatMap((text) =>
      inlineParts(text).flatMap((part) =>
        part.kind !== 'email' && /[*{}]|\]\(|<\/?[a-z]|undefined/.test(part.text) ? part.text : [],
      ),
    ),
  );
  expect(unread).toEqual([]);
});

it('has as many cells in each row as the table has columns', () => {
  const uneven = articles.flatMap(({ path, sections }) =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (typeof block !== 'object' || !('table' in block)) return [];
        const { caption, head, rows } = block.table;
        return rows.some((row) => row.length !== head.length) || repeated(head).length ? [`${path}: ${caption}`] : [];
      }),
    ),
  );
  expect(uneven).toEqual([]);
});

it('counts the words that are read, without marks and dashes', () => {
  const article = {
    ...articles[0]!,
    lead: 'One – two.',
    sections: [{ id: 'a', title: 'Three', blocks: ['[four](/pricing) **five**', { steps: ['six', 'seven – $8.00'] }] }],
  };
  expect(wordCount(article)).toBe(8);
});

it('takes a minute for 220 words, and never less than one', () => {
  const words = (count: number) => ({
    ...articles[0]!,
    lead: 'word '.repeat(count),
    sections: [],
  });
  expect(readingMinutes(words(10))).toBe(1);
  expect(readingMinutes(words(1100))).toBe(5);
});
