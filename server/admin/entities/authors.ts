import type { Author } from '#prisma';
import { authorChangeHook } from '#server/promotions/approved-version.ts';
import { AuthorPatch } from '#shared/authors.ts';
import { slugOf } from '#shared/slug.ts';
import { entity } from '../entity.ts';
import { id, instant, link, longText, text } from '../fields.ts';

const { shape } = AuthorPatch;

export const authors = entity<Author>({
  name: 'authors',
  singular: 'author',
  group: 'Catalog',
  about: 'Author profiles of all partners.',
  model: 'author',
  table: 'authors',
  editRole: 'editor',
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: shape.name }),
    slug: text(),
    partner_id: link('partners', 'partner', { list: true }),
    bio: longText({ edit: shape.bio }),
    photo: text(),
    website: text({ edit: shape.website }),
    amazon_url: text({ edit: shape.amazon_url }),
    goodreads_url: text({ edit: shape.goodreads_url }),
    bookbub_url: text({ edit: shape.bookbub_url }),
    facebook_url: text({ edit: shape.facebook_url }),
    instagram_url: text({ edit: shape.instagram_url }),
    tiktok_url: text({ edit: shape.tiktok_url }),
    created_at: instant({ list: true, sort: true }),
    updated_at: instant(),
  },
  linked: [{ entity: 'books', by: 'author_id' }],
  saved: (deps, tx, { before, after }) =>
    authorChangeHook(deps)(tx, { actor: { role: 'user', id: null }, before, after }),
  derive: ({ name }) => (name ? { slug: slugOf(String(name)) } : {}),
  unique: { field: 'name', message: 'is already used by another of this partner’s profiles' },
});
