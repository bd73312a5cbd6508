/** Example URLs for screens with a parameter, found through the API. */
import type { Client } from '#server/testing/factories.ts';
import { archivedPath } from '#shared/archived-path.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { listPaths } from '#shared/reader-list.ts';
import { DISPLAY_STATUSES } from '#shared/status.ts';

export type Examples = { [path: string]: readonly string[] };
type Row = { id: number; slug: string; uuid: string };

async function rows(client: Client, list: string, query = ''): Promise<Row[]> {
  const { body } = await client.get(`/${list}?per=1${query}`).expect(200);
  return Object.values(body as Record<string, Row[]>)[0]!;
}

/** URLs of a book, a profile, the booking form, and a promotion of each status that the partner has. */
export async function partnerExamples(partner: Client): Promise<Examples> {
  const withStatus = (status: string) => rows(partner, 'promotions', `&display_status=${encodeURIComponent(status)}`);
  const promotions = (await Promise.all(DISPLAY_STATUSES.map(withStatus))).flat();
  const [book] = await rows(partner, 'books');
  const [profile] = await rows(partner, 'authors');
  return {
    '/partners/books/:id': [paths.partnerBook(book!.id)],
    '/partners/books/:id/edit': [paths.partnerBookEdit(book!.id)],
    '/partners/author-profiles/:id/edit': [paths.authorProfileEdit(profile!.id)],
    '/partners/promotions/:id/edit': promotions.map(({ id }) => paths.partnerPromotion(id)),
    '/partners/promotions/new': [paths.partnerPromotionNew(), paths.partnerPromotionNew(book!.id)],
  };
}

/**
 * URLs of one promotion, partner, newsletter, discount, and book; in the admin panel, of one list, one new record, one
 * record, and one edit.
 */
export async function userExamples(user: Client): Promise<Examples> {
  const id = async (list: string) => (await rows(user, list))[0]!.id;
  const { promotion: first } = (await user.get(`/promotions/${await id('promotions')}`).expect(200)).body;
  const [promotion, newsletter, discount, book] = [
    await id('promotions'),
    await id('newsletters'),
    await id('discounts'),
    await id('books'),
  ];
  return {
    '/users/promotions/:id/edit': [paths.userPromotion(promotion)],
    '/users/partners/:id': [paths.userPartner(first.partner_id)],
    '/users/newsletters/:id': [paths.userNewsletter(newsletter)],
    '/users/discounts/:id/edit': [paths.userDiscountEdit(discount)],
    '/users/books/:id': [paths.userBook(book)],
    '/users/books/:id/edit': [paths.userBookEdit(book)],
    '/u/:entity': [paths.adminList('partners')],
    '/u/:entity/new': [paths.adminNew('tags')],
    '/u/:entity/:id': [paths.adminRecord('partners', 1)],
    '/u/:entity/:id/edit': [paths.adminEdit('categories', 1)],
  };
}

/** URLs of public pages; `uuid` is a reader's. */
export async function publicExamples(visitor: Client, uuid: string): Promise<Examples> {
  const first = async (list: string, query = '') => (await rows(visitor, list, query))[0]!;
  const book = await first('books', '&public=true');
  const archived = async (kind: NewsletterKind) => {
    const { body } = await visitor.get(`/newsletter_archive?per=1&kind=${kind}`).expect(200);
    return archivedPath(body.newsletter_archive[0]);
  };
  return {
    '/books/:id/:name?': [paths.book(book)],
    '/newsletter/:genre?': [newsletterPaths.signUp('mystery')],
    '/newsletter/archive/:date': [await archived('daily')],
    '/newsletter/archive/:date/weekly': [await archived('weekly')],
    '/readers/:uuid/list': [listPaths.add(uuid, { kind: 'book', id: book.id })],
    '/categories/:id/:name?': [paths.category(await first('categories'))],
    '/authors/:id/:name?': [paths.author(await first('authors', '&public=true'))],
    '/ebook-deals/:freeOnly?': [paths.deals(), paths.deals(true)],
    '/blog/:id/:name?': [paths.blogPost(await first('blogs'))],
    '/blog/categories/:id/:name?': [paths.blogCategory(await first('blog_categories'))],
    '/reader-blog/:id/:name?': [paths.readerBlogPost(await first('reader_blogs'))],
    '/reader-blog-categories/:id/:name?': [paths.readerBlogCategory(await first('reader_blog_categories'))],
    '/best-book-promotion-sites/:id/:name?': [paths.promotionSite(await first('promotion_sites'))],
    '/readers/:uuid/keep': [paths.readerKeep(uuid)],
    '/readers/:uuid/edit': [paths.readerEdit(uuid)],
  };
}
