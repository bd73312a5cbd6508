/** Blog posts: texts in posts/*.md, everything else about them here. */
import { readFileSync } from 'node:fs';
import { slugOf } from '#shared/slug.ts';
import type { World } from './promotions.ts';

type Post = { file: string; title: string; summary: string; category: string; tags?: string[]; daysAgo: number };

const BLOG_CATEGORIES = [
  { name: 'Pricing', description: 'What a deal costs, what it earns, and when not to run one.' },
  { name: 'Covers and descriptions', description: 'The two seconds in which a reader decides.' },
  { name: 'Running a promotion', description: 'Dates, stores, newsletters and what to do on the day.' },
];
const READER_BLOG_CATEGORIES = [
  { name: 'Where to begin', description: 'Ways into authors you always meant to read.' },
  { name: 'Reading habits', description: 'Finding the time, the place and the next book.' },
];

const BLOGS: readonly Post[] = [
  {
    file: 'free-or-ninety-nine-cents',
    title: 'Free or 99 cents? Decide by what comes after',
    summary: 'A free book buys attention, a 99-cent book buys readers who read. How to choose before you book a date.',
    category: 'Pricing',
    tags: ['Pricing', 'Series'],
    daysAgo: 41,
  },
  {
    file: 'a-cover-at-one-hundred-and-twenty-pixels',
    title: 'Look at your cover at 120 pixels',
    summary: 'A newsletter shows your cover no larger than a stamp. Five checks that take ten minutes.',
    category: 'Covers and descriptions',
    tags: ['Covers', 'Checklists'],
    daysAgo: 23,
  },
  {
    file: 'the-week-before-your-promotion',
    title: 'The week before your promotion, day by day',
    summary: 'Price changes take longer than you think. A calendar of the seven days before a newsletter goes out.',
    category: 'Running a promotion',
    tags: ['Checklists', 'Stores'],
    daysAgo: 6,
  },
];
const READER_BLOGS: readonly Post[] = [
  {
    file: 'where-to-start-with-wilkie-collins',
    title: 'Where to start with Wilkie Collins',
    summary: 'The Moonstone or The Woman in White? Both are long, both are fast, and one of them suits you better.',
    category: 'Where to begin',
    daysAgo: 34,
  },
  {
    file: 'five-short-classics-for-one-evening',
    title: 'Five short classics for one evening each',
    summary: 'None has more than 130 pages, all of them stay longer than that.',
    category: 'Where to begin',
    daysAgo: 19,
  },
  {
    file: 'how-to-keep-a-pile-of-free-books-small',
    title: 'How to keep a pile of free books small',
    summary:
      'Free ebooks cost nothing except the evenings you never give them. A method for people who download too much.',
    category: 'Reading habits',
    daysAgo: 3,
  },
];

export function addWriting(world: World) {
  const { rows, time } = world;
  const tags = new Map(
    [...new Set(BLOGS.flatMap((post) => post.tags ?? []))].map((name) => [
      name,
      rows.add('tags', { name, slug: slugOf(name) }).id,
    ]),
  );
  const blogCategories = idsByName(BLOG_CATEGORIES, (row) => rows.add('blog_categories', row));
  for (const post of BLOGS) {
    const published_at = time.ago(24 * post.daysAgo);
    const blog_category_id = blogCategories.get(post.category)!;
    const { id } = rows.add('blogs', {
      ...textOf(post),
      blog_category_id,
      user_id: world.staff.editor,
      published_at,
      created_at: published_at,
    });
    for (const tag of post.tags ?? []) rows.add('blog_tags', { blog_id: id, tag_id: tags.get(tag)! });
  }
  const readerBlogCategories = idsByName(READER_BLOG_CATEGORIES, (row) => rows.add('reader_blog_categories', row));
  for (const post of READER_BLOGS) {
    const published_at = time.ago(24 * post.daysAgo);
    const reader_blog_category_id = readerBlogCategories.get(post.category)!;
    rows.add('reader_blogs', { ...textOf(post), reader_blog_category_id, published_at, created_at: published_at });
  }
}

type Named = { name: string; description: string };

const idsByName = (list: readonly Named[], add: (row: Named & { slug: string }) => { id: number }) =>
  new Map(list.map((row) => [row.name, add({ ...row, slug: slugOf(row.name) }).id]));

const textOf = ({ file, title, summary }: Post) => ({
  slug: slugOf(title),
  title,
  summary,
  body: readFileSync(new URL(`./posts/${file}.md`, import.meta.url), 'utf8'),
});
