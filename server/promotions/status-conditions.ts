/**
 * Query conditions: by display status, for Prisma and SQL, and by lane of the review queue, for SQL. They are made from
 * the tables in state.ts and below. In SQL, `p` is the promotion.
 */
import { type ApprovalStatus, Prisma } from '#prisma';
import { unpaidInvoice } from '#server/billing/queries.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { BOOK_FACT_COLUMNS } from '#shared/reviewed-facts.ts';
import { AWAITING_STAFF, type DisplayStatus, type ReviewLane } from '#shared/status.ts';
import { CONDITIONS, type ConditionRule, STATUSES, type StatusCondition } from './state.ts';

type Where = Prisma.PromotionWhereInput;
/** A client that provides `fields` references, which let a condition compare two columns. */
type Columns = Pick<Database | Tx, 'promotion'>;

/** Selects the promotions with a display status. */
export function statusWhere(db: Columns, status: DisplayStatus): Where {
  const { needed, excluded } = conditionsOf(status);
  const all = (names: readonly StatusCondition[]): Where => ({
    AND: names.map((name) => conditionWhere(db, CONDITIONS[name])),
  });
  return { AND: [all(needed), ...excluded.map((names) => ({ NOT: all(names) }))] };
}

/** The condition that a promotion has one of these display statuses. */
export const statusSql = (...statuses: readonly DisplayStatus[]): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(statuses.map(oneStatusSql), ' or ')})`;

function oneStatusSql(status: DisplayStatus): Prisma.Sql {
  const { needed, excluded } = conditionsOf(status);
  const all = (names: readonly StatusCondition[]) =>
    Prisma.join(
      names.map((name) => conditionSql(CONDITIONS[name])),
      ' and ',
    );
  const conditions = [all(needed), ...excluded.map((names) => Prisma.sql`not (${all(names)})`)];
  return Prisma.sql`(${Prisma.join(conditions, ' and ')})`;
}

/** The conditions of a status, and those of the earlier statuses, which it excludes. */
function conditionsOf(status: DisplayStatus) {
  const index = STATUSES.findIndex(([name]) => name === status);
  const earlier = STATUSES.slice(0, index).map(([, needed]) => needed);
  // Leaves out statuses that another one with fewer conditions already excludes: each condition may cost a join.
  const excluded = earlier.filter(
    (row) => !earlier.some((other) => other !== row && other.every((name) => row.includes(name))),
  );
  return { needed: STATUSES[index]![1], excluded };
}

/** Prisma's form of a condition. The form never evaluates to null, because a negated null finds no row. */
function conditionWhere(db: Columns, rule: ConditionRule): Where {
  if ('row' in rule)
    return rule.row === 'unpaid invoice'
      ? { invoice: unpaidInvoice }
      : { stripe_errors: { some: { resolved_at: null } } };
  if ('approval_status' in rule) return approvalWhere(rule.approval_status);
  const { set, since } = rule;
  if (!since) return isSet(set);
  const notBefore = { [set]: { gte: db.promotion.fields[since] } };
  return { AND: [isSet(set), { OR: [{ [since]: null }, { AND: [isSet(since), notBefore] }] }] };
}

const approvalWhere = (approval_status: ApprovalStatus | null): Where =>
  approval_status ? { AND: [{ approval_status: { not: null } }, { approval_status }] } : { approval_status };

export const rejectedWhere = approvalWhere('rejected');

const isSet = (column: string): Where => ({ [column]: { not: null } });

function conditionSql(rule: ConditionRule): Prisma.Sql {
  if ('row' in rule)
    return rule.row === 'unpaid invoice'
      ? Prisma.sql`exists (select from invoices i where i.id = p.invoice_id and ${UNPAID_SQL})`
      : Prisma.sql`exists (select from stripe_errors e where e.promotion_id = p.id and e.resolved_at is null)`;
  if ('approval_status' in rule)
    return rule.approval_status
      ? Prisma.raw(`(p.approval_status is not null and p.approval_status = '${rule.approval_status}')`)
      : Prisma.sql`p.approval_status is null`;
  const { set, since } = rule;
  if (!since) return Prisma.raw(`p.${set} is not null`);
  return Prisma.raw(`(p.${set} is not null and (p.${since} is null or p.${set} >= p.${since}))`);
}

const UNPAID_SQL = Prisma.raw(
  `i.total_cents > ${unpaidInvoice.total_cents.gt} and i.status in ('${unpaidInvoice.status.in.join("', '")}')`,
);

/** Promotions awaiting staff. */
export const awaitingStaffWhere = (db: Columns): Where => ({
  OR: AWAITING_STAFF.map((status) => statusWhere(db, status)),
});

/**
 * Lanes by status, and by whether one of the partner's dates has a newsletter that is still open; `next` means that the
 * only open one is the newsletter that closes next. Changes after an approval aren't a status.
 */
const LANES: Record<
  Exclude<ReviewLane, 'changed_after_approval'>,
  { statuses: readonly DisplayStatus[]; dates: 'any' | 'open' | 'closed' | 'next' }
> = {
  date_passed: { statuses: AWAITING_STAFF, dates: 'closed' },
  closes_next: { statuses: AWAITING_STAFF, dates: 'next' },
  feedback_answered: { statuses: ['feedback submitted'], dates: 'open' },
  to_decide: { statuses: AWAITING_STAFF, dates: 'open' },
  payment_failed: { statuses: ['payment failed'], dates: 'any' },
};

/** The condition that a promotion is in a lane. `open_dates` are those of the newsletters still open. */
export function laneSql(lane: ReviewLane, open_dates: readonly string[]): Prisma.Sql {
  if (lane === 'changed_after_approval') return Prisma.sql`p.id in (${CHANGED_AFTER_APPROVAL})`;
  const { statuses, dates } = LANES[lane];
  return Prisma.sql`${statusSql(...statuses)} and ${datesSql(open_dates)[dates]}`;
}

export async function idsInLane(
  db: Pick<Database | Tx, '$queryRaw'>,
  lane: ReviewLane,
  open_dates: readonly string[],
): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`select p.id from promotions p where ${laneSql(lane, open_dates)}`;
  return rows.map(({ id }) => id);
}

function datesSql(open_dates: readonly string[]) {
  const namesOneOf = (dates: readonly string[]) =>
    Prisma.sql`(p.requested_date || p.alternate_dates) && ${dates}::text[]::date[]`;
  const named = namesOneOf(open_dates);
  return {
    any: Prisma.sql`true`,
    open: named,
    closed: Prisma.sql`not ${named}`,
    next: Prisma.sql`${named} and not ${namesOneOf(open_dates.slice(1))}`,
  };
}

/** Counts the promotions of every lane, as `laneSql` selects them, in one statement. */
export async function laneCounts(
  db: Pick<Database, '$queryRaw'>,
  open_dates: readonly string[],
): Promise<Record<ReviewLane, number>> {
  const dates = datesSql(open_dates);
  const lanes = Object.entries(LANES);
  // Each status is found by its own index condition.
  const found = [...new Set(lanes.flatMap(([, { statuses }]) => statuses))].map(
    (status) => Prisma.sql`
      select ${status}::text as status, p.requested_date, p.alternate_dates from promotions p where ${statusSql(status)}`,
  );
  const counts = lanes.map(
    ([lane, { statuses, dates: named }]) => Prisma.sql`
      count(*) filter (where status in (${Prisma.join(statuses)}) and ${dates[named]})::int as ${Prisma.raw(lane)}`,
  );
  const [row] = await db.$queryRaw<[Record<ReviewLane, number>]>`
    select ${Prisma.join(counts)}, (select count(*) from (${CHANGED_AFTER_APPROVAL}) changed)::int as changed_after_approval
    from (${Prisma.join(found, ' union all ')}) p`;
  return row;
}

/**
 * Approved promotions whose partner changed something that staff haven't answered: `changesSinceReview` of reviewed.ts
 * in SQL (changed-after-approval.test.ts compares the two). Only promotions that no newsletter includes yet are
 * compared.
 */
const CHANGED_AFTER_APPROVAL = Prisma.sql`
    select p.id
    from promotions p join books b on b.id = p.book_id left join authors a on a.id = b.author_id
      cross join lateral (
        select jsonb_build_object('author_name', a.name, ${Prisma.raw(BOOK_FACT_COLUMNS.map((column) => `'${column}', b.${column}`).join(', '))},
          'store_urls', (
            select coalesce(jsonb_object_agg(store, url), '{}')
            from (values ${Prisma.raw(STORES.map((store) => `('${store}', b.${STORE_URL_FIELDS[store]})`).join(', '))}) link (store, url)
            where url is not null and store <> all (b.dead_stores::text[]))) as version) live
    where ${statusSql('awaiting promotion date')} and p.frozen_at is null
      and (p.proposed_changes is not null
        or (live.version <> (p.reviewed_book - 'author_id') || jsonb_build_object('store_urls', p.reviewed_store_urls)
          and live.version is distinct from p.declined_book))`;
