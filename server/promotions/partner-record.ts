/** A partner's past with the marketplace, for staff who review one of their promotions. */
import { vancouverTime } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { PartnerRecord } from '#shared/promotions.ts';
import { MIN_SAMPLE, YEAR_DAYS } from './percentile.ts';
import { statusSql } from './status-conditions.ts';

const MAX_RANKED_RESULTS = 20;

type Row = Omit<PartnerRecord, 'since'> & { since: Date };

/** Reads a record in one statement. Results are ranked as in statistics.ts; `median_percentile` is the median rank. */
export async function partnerRecord(db: Pick<Database, '$queryRaw'>, partner_id: number): Promise<PartnerRecord> {
  const [row] = await db.$queryRaw<[Row]>`
    with results as (
      select s.* from promotion_stats s join promotions p on p.id = s.promotion_id
      where p.partner_id = ${partner_id} order by s.promotion_date desc, s.promotion_id desc limit ${MAX_RANKED_RESULTS}
    ), ranks as (
      select round(100 * (count(*) filter (where s.clicks_per_thousand < own.clicks_per_thousand)
        + 0.5 * count(*) filter (where s.clicks_per_thousand = own.clicks_per_thousand)) / count(*)) as percentile
      from results own join promotion_stats s on s.category_id = own.category_id and s.price_type = own.price_type
        and s.promotion_id <> own.promotion_id
        and s.promotion_date between own.promotion_date - ${YEAR_DAYS}::int and own.promotion_date
      group by own.promotion_id having count(*) >= ${MIN_SAMPLE}
    ), money as (
      select coalesce(sum(total_cents - refunded_cents) filter (where status in ('paid', 'refunded')), 0)::float8 as spent_cents,
        coalesce(sum(total_cents) filter (where status in ('open', 'failed')), 0)::float8 as unpaid_cents,
        coalesce(sum(total_cents) filter (where status = 'void'), 0)::float8 as written_off_cents
      from invoices where partner_id = ${partner_id} and invoice_type = 'promotion'
    ), past as (
      select count(*) filter (where sent_at is not null)::int as sent,
        count(*) filter (where ${statusSql('declined')})::int as declined,
        count(*) filter (where cancelled_by = 'partner')::int as cancelled
      from promotions p where partner_id = ${partner_id}
    ), disputed as (
      select count(*)::int as disputes,
        count(*) filter (where (d.outcome is null or d.outcome = 'lost') and d.cleared_at is null)::int as open_disputes
      from disputes d join captured_charges c on c.id = d.captured_charge_id
        join charge_attempts a on a.id = c.charge_attempt_id
      where a.partner_id = ${partner_id}
    )
    select partners.id as partner_id, partners.created_at as since, money.*, past.*, disputed.*,
      (select percentile_cont(0.5) within group (order by percentile) from ranks)::float8 as median_percentile
    from partners, money, past, disputed where partners.id = ${partner_id}`;
  return { ...row, since: vancouverTime(row.since).date };
}
