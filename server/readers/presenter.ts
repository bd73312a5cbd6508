import type { Reader, SunsetQuestion } from '#prisma';
import { toIsoDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { Reader as ApiReader, ReaderExport, ReaderListEntry } from '#shared/readers.ts';
import type { ListRow } from './list.ts';

export type ReaderRow = Reader & { categories: { category_id: number }[] };

/** A reader's own record, for the holder of a link in their emails. */
export const presentReader = (reader: ReaderRow): ApiReader => ({
  uuid: reader.uuid,
  status: reader.status,
  email: reader.email,
  category_ids: reader.categories.map(({ category_id }) => category_id).sort((a, b) => a - b),
  stores: reader.stores,
  country: reader.country,
  free_only: reader.free_only,
  max_price_cents: reader.max_price_cents,
  frequency: reader.frequency,
  adult_ok: reader.adult_ok,
  list_alerts: reader.list_alerts,
  paused_until: reader.paused_until && toIsoDate(reader.paused_until),
  confirmed_at: reader.confirmed_at?.toISOString() ?? null,
  sign_up_page: reader.sign_up_page,
});

export const presentListItem = ({
  id,
  author,
  series,
  book,
  max_price_cents,
  created_at,
}: ListRow): ReaderListEntry => ({
  id,
  ...(book
    ? { kind: 'book', name: book.title, by: book.author?.name ?? null, path: bookPath(book) }
    : {
        kind: series ? 'series' : 'author',
        name: series || author!.name,
        by: series ? author!.name : null,
        path: paths.author(author!),
      }),
  book_id: book?.id ?? null,
  max_price_cents,
  created_at: created_at.toISOString(),
});

const bookPath = (book: NonNullable<ListRow['book']>) => (book.status === 'active' ? paths.book(book) : null);

type StoredData = {
  reader: ReaderRow;
  list: ListRow[];
  imported: { consented_on: Date | null; consent_source: string | null } | null;
  question: SunsetQuestion | null;
  deliveries: { state: string; accepted_at: Date | null; newsletter: { newsletter_date: Date; subject: string } }[];
  clicks: { clicked_at: Date; store: ReaderExport['clicks'][number]['store']; promotion_id: number | null }[];
};

export const presentReaderExport = ({
  reader,
  list,
  imported,
  question,
  deliveries,
  clicks,
}: StoredData): ReaderExport => ({
  reader: presentReader(reader),
  list: list.map(presentListItem),
  deliveries: deliveries.map(({ state, accepted_at, newsletter: { newsletter_date, subject } }) => ({
    state,
    accepted_at: accepted_at?.toISOString() ?? null,
    newsletter: { newsletter_date: toIsoDate(newsletter_date), subject },
  })),
  consent: imported && {
    consented_on: imported.consented_on && toIsoDate(imported.consented_on),
    source: imported.consent_source,
  },
  visited_on: reader.visited_on && toIsoDate(reader.visited_on),
  last_question: question && {
    asked_at: question.asked_at.toISOString(),
    outcome: question.outcome,
    ended_at: question.ended_at?.toISOString() ?? null,
  },
  clicks: clicks.map(({ clicked_at, store, promotion_id }) => ({
    clicked_at: clicked_at.toISOString(),
    store,
    promotion_id,
  })),
});
