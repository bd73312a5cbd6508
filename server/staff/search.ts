/** The command palette's search: one statement for each kind of record. */
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { likePattern } from '#server/platform/http/lists.ts';
import { numberIn, promotionSearchSql, searchPatternOf } from '#server/promotions/list.ts';
import { formatCents } from '#shared/money.ts';
import type { SearchKind, StaffSearchResult } from '#shared/partner-dossier.ts';

const MAX_PER_KIND = 5;

export async function findRecords({ db }: Pick<Deps, 'db'>, q: string): Promise<StaffSearchResult[]> {
  const found = await Promise.all([
    findPartners(db, q),
    findBooks(db, q),
    findPromotions(db, q),
    findInvoices(db, q),
    findNewsletters(db, q),
  ]);
  return found.flat();
}

type Row = Omit<StaffSearchResult, 'kind'>;
const withKind = async (kind: SearchKind, rows: Promise<Row[]>): Promise<StaffSearchResult[]> =>
  (await rows).map((row) => ({ kind, ...row }));

/** Finds accounts that aren't closed; blocked ones are included. An exact id comes first, then names that start with `q`. */
const findPartners = (db: Database, q: string) =>
  withKind(
    'partner',
    db.$queryRaw<Row[]>`
      select id, name as title, uid::text as detail from partners
      where (name ilike ${searchPatternOf(q)} or uid::text ilike ${searchPatternOf(q)} or id = ${numberIn(q)}::int)
        and deleted_at is null
      order by id = ${numberIn(q)}::int desc nulls last, starts_with(lower(name), lower(${q})) desc,
        last_sign_in_at desc nulls last, id desc limit ${MAX_PER_KIND}`,
  );

const findBooks = (db: Database, q: string) =>
  withKind(
    'book',
    db.$queryRaw<Row[]>`
      select b.id, b.title, concat_ws(' · ', a.name, b.asin) as detail
      from books b left join authors a on a.id = b.author_id
      where b.id in (
        select id from books
          where title ilike ${searchPatternOf(q)} or asin = ${q.toUpperCase()} or id = ${numberIn(q)}::int
        union select books.id from authors join books on books.author_id = authors.id
          where authors.name ilike ${searchPatternOf(q)})
      order by b.id = ${numberIn(q)}::int desc nulls last, starts_with(lower(b.title), lower(${q})) desc, b.id desc
      limit ${MAX_PER_KIND}`,
  );

const findPromotions = (db: Database, q: string) =>
  withKind(
    'promotion',
    db.$queryRaw<Row[]>`
      select p.id, b.title,
        concat_ws(' · ', '#' || p.id, o.name, to_char(coalesce(p.promotion_date, p.requested_date), 'Mon FMDD, YYYY')) as detail
      from promotions p join books b on b.id = p.book_id join partners o on o.id = p.partner_id
      where p.id in (${promotionSearchSql(q, MAX_PER_KIND)})
      order by p.id = ${numberIn(q)}::int desc nulls last, p.id desc limit ${MAX_PER_KIND}`,
  );

type InvoiceRow = { id: number; number: number; total_cents: number; status: string; name: string };

async function findInvoices(db: Database, q: string): Promise<StaffSearchResult[]> {
  const rows = await db.$queryRaw<InvoiceRow[]>`
    select i.id, i.number, i.total_cents, i.status::text, o.name from invoices i join partners o on o.id = i.partner_id
    where i.number = ${numberIn(q)}::int`;
  return rows.map(({ id, number, total_cents, status, name }) => ({
    ...{ kind: 'invoice' as const, id, title: `Invoice ${invoiceNumber(number)}` },
    detail: `${name} · ${formatCents(total_cents)} · ${status}`,
  }));
}

/** Finds newsletters by date: '2026-12-05', 'dec 5', or 'December 5, 2026'. An exact day is first, then the latest. */
const findNewsletters = (db: Database, q: string) =>
  withKind(
    'newsletter',
    db.$queryRaw<Row[]>`
      select id, to_char(newsletter_date, 'FMMonth FMDD, YYYY') as title, concat_ws(' · ', kind::text, status::text) as detail
      from newsletters
      where concat_ws(' ', newsletter_date::text, to_char(newsletter_date, 'FMMonth FMDD, YYYY'),
        to_char(newsletter_date, 'Mon FMDD, YYYY')) ilike ${likePattern(q)}
      order by lower(${q}) in (lower(to_char(newsletter_date, 'FMMonth FMDD')), lower(to_char(newsletter_date, 'Mon FMDD'))) desc,
        newsletter_date desc, id limit ${MAX_PER_KIND}`,
  );
