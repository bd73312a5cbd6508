/**
 * Preview of a reader's email: identical except for the reader's links, which are replaced by links that track and
 * change nothing. See docs/decisions/0035-previews-are-the-real-email.md.
 */

import { readLinkToken } from '#server/clicks/token.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { STORES } from '#shared/business.ts';
import type { NewsletterKind, NewsletterPreview } from '#shared/newsletters.ts';
import { approvedVersionOf } from '#shared/reviewed-facts.ts';
import { previewContent } from './content.ts';
import { type ComposedEmail, createEmailComposer, type Recipient } from './personalize.ts';

type KeylessRecipient = Omit<Recipient, 'keys'>;
export type Audience = { reader_id?: number | undefined; category_ids?: readonly number[] | undefined };

export async function previewNewsletter(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'mailRenderer'>,
  { id, format, ...audience }: Audience & { id: number; format: 'html' | 'text' },
): Promise<NewsletterPreview> {
  const { newsletter, composed } = await renderPreview(deps, id, audience);
  return {
    newsletter_id: id,
    format,
    subject: composed?.mail.subject ?? newsletter.subject,
    preheader: composed?.preheader ?? newsletter.preheader,
    content: composed?.mail[format] ?? null,
    deals_count: composed?.deals_count ?? 0,
    size_bytes: Buffer.byteLength(composed?.mail.html ?? ''),
  };
}

/** The newsletter and its email for that audience; `composed` is null when no deal matches. */
export async function renderPreview(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'mailRenderer'>,
  id: number,
  audience: Audience,
) {
  const row = await deps.db.newsletter.findUnique({ where: { id } });
  if (!row) throw notFound();
  const chosen = await recipientOf(deps, row.kind, audience);
  const keys = mailKeys(deps.config.appSecret, { newsletter_id: id, id: chosen.reader_id });
  const recipient = { ...chosen, keys };
  const newsletter = await previewContent(deps, row);
  const compose = await createEmailComposer(deps, newsletter);
  const composed = compose(recipient);
  return { newsletter, composed: composed && (await stripTracking(deps, composed, recipient)) };
}

async function recipientOf(
  { db }: Pick<Deps, 'db'>,
  kind: NewsletterKind,
  { reader_id, category_ids }: Audience,
): Promise<KeylessRecipient> {
  if (reader_id) return readerAsRecipient(db, kind, reader_id);
  const where = category_ids ? { id: { in: [...category_ids] } } : {};
  const categories = await db.category.findMany({ where, select: { id: true } });
  if (category_ids && categories.length !== new Set(category_ids).size)
    throw invalid({ categories: ['includes a category that no longer exists; reload the page and choose again'] });
  return { ...NOBODY, category_ids: categories.map(({ id }) => id) };
}

/** A reader with no preferences other than categories. The reader's links belong to nobody. */
const NOBODY = {
  reader_id: 0,
  uuid: '00000000-0000-0000-0000-000000000000',
  email: '',
  message_id: '',
  stores: [],
  free_only: false,
  max_price_cents: null,
  adult_ok: true,
};

async function readerAsRecipient(db: Deps['db'], kind: NewsletterKind, id: number): Promise<KeylessRecipient> {
  const include = { categories: { include: { category: { select: { is_adult: true } } } }, list: true } as const;
  const reader = await db.reader.findUnique({ where: { id }, include });
  if (!reader) throw notFound();
  return {
    ...NOBODY,
    reader_id: id,
    uuid: reader.uuid,
    stores: reader.stores,
    free_only: reader.free_only,
    max_price_cents: reader.max_price_cents,
    adult_ok: reader.adult_ok,
    category_ids: reader.categories.map(({ category_id }) => category_id),
    list_only: kind === 'daily' && reader.frequency === 'weekly' && reader.list_alerts,
    list: { items: reader.list, has_adult_genre: reader.categories.some(({ category }) => category.is_adult) },
  };
}

/** Replaces the reader's links: store links with the store's URL, all others with the front page. Drops headers. */
async function stripTracking(deps: Pick<Deps, 'db' | 'config'>, { mail, ...rest }: ComposedEmail, { uuid }: Recipient) {
  const { appUrl, appSecret } = deps.config;
  const links = new RegExp(
    `${escapeRegExp(appUrl)}/(readers/${uuid}/(?:edit|list)[\\w?=#-]*|[\\w-]{33,45}(?![\\w-]))`,
    'g',
  );
  const targets = [...mail.text.matchAll(links)].map(([, token]) => readLinkToken(appSecret, token!));
  const urls = await storeUrls(
    deps,
    targets.flatMap((target) => (target?.kind === 'store' ? [target.promotion_id] : [])),
  );
  const targetOf = (_link: string, token: string) => {
    const target = readLinkToken(appSecret, token);
    return (target?.kind === 'store' && urls.get(`${target.promotion_id} ${target.store}`)) || appUrl;
  };
  const { headers: _headers, raw: _raw, ...harmless } = mail;
  return {
    ...rest,
    mail: {
      ...harmless,
      html: mail.html.replace(links, (link, token) => escapeUrl(targetOf(link, token))),
      text: mail.text.replace(links, targetOf),
    },
  };
}

/** Store URLs by promotion ID and store, such as '17 kobo'. */
async function storeUrls(
  { db }: Pick<Deps, 'db'>,
  promotion_ids: readonly number[],
): Promise<Map<string, string | null>> {
  const rows = await db.promotion.findMany({
    where: { id: { in: [...new Set(promotion_ids)] } },
    select: { id: true, reviewed_book: true, reviewed_store_urls: true },
  });
  return new Map(
    rows.flatMap((row) => {
      const { store_urls } = approvedVersionOf(row);
      return STORES.map((store) => [`${row.id} ${store}`, store_urls[store] ?? null] as const);
    }),
  );
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const escapeUrl = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
