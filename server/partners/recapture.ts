/**
 * Win-back emails to partners with an abandoned draft or a long absence: at most one a month, and none to partners with
 * a debt.
 */
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { paths, serverPaths } from '#shared/paths.ts';
import { partnerUnsubscribeToken } from './unsubscribe.ts';

/** Length of the longest month, so that no calendar month has two emails. */
const MONTH_DAYS = 31;
const MIN_ABSENCE_DAYS = 60;
/** Partners whose last promotion is older get no more emails about their absence. */
const MAX_ABSENCE_DAYS = 365;

type Partner = { id: number; uid: string; name: string; draft: { id: number; title: string } | null };

/**
 * Queues the emails that are due, and returns their number. Throws at the end if one failed. Can run at any time and in
 * parallel.
 */
export async function recapturePartners(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>): Promise<number> {
  let queuedCount = 0;
  await processEach(
    await partnersToRecapture(deps),
    async (partner) => {
      if (await sendRecapture(deps, partner)) queuedCount += 1;
    },
    (error, { id }) => deps.log.error({ err: error, partner_id: id }, 'win-back email not queued'),
  );
  return queuedCount;
}

const daysAgo = (deps: Pick<Deps, 'now'>, days: number) => new Date(deps.now().getTime() - days * DAY_MS);

/**
 * Finds partners with an abandoned draft or a long absence. A draft must be unchanged for between a day and a month,
 * and newer than the previous email, so that no draft gets two. The last promotion must be between 60 days and a year
 * old.
 */
async function partnersToRecapture(deps: Pick<Deps, 'db' | 'now'>) {
  const today = vancouverTime(deps.now()).date;
  const [dayAgo, monthAgo] = [daysAgo(deps, 1), daysAgo(deps, MONTH_DAYS)];
  return deps.db.$queryRaw<Partner[]>`
    select p.id, p.uid::text, p.name, to_jsonb(draft) as draft
    from partners p
    left join lateral (
      select b.id, b.title from books b
      where b.partner_id = p.id and b.status = 'draft' and b.updated_at <= ${dayAgo}
        and b.updated_at > ${monthAgo} and (p.last_recapture_at is null or b.created_at > p.last_recapture_at)
      order by b.updated_at desc limit 1) draft on true
    cross join lateral (
      select max(coalesce(promotion_date, requested_date)) as last_date, max(created_at) as last_created_at
      from promotions where partner_id = p.id) promoted
    where p.recapture_emails and p.email_verified_at is not null and p.deleted_at is null and p.blocked_reason is null
      and (p.last_recapture_at is null or p.last_recapture_at <= ${monthAgo})
      and not exists (
        select 1 from invoices i
        where i.partner_id = p.id and i.invoice_type = 'promotion' and i.status in ('open', 'failed') and i.total_cents > 0)
      and (draft.id is not null or (
        promoted.last_date between ${parseDate(addDays(today, -MAX_ABSENCE_DAYS))}::date and ${parseDate(addDays(today, -MIN_ABSENCE_DAYS))}::date
        and promoted.last_created_at <= ${daysAgo(deps, MIN_ABSENCE_DAYS)}))
    order by p.id`;
}

/**
 * A guarded UPDATE lets only one caller send. It checks the preference again, which may have changed in the meantime.
 */
const sendRecapture = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, { id, uid, name, draft }: Partner) =>
  deps.db.$transaction(async (tx) => {
    const claimed = await tx.partner.updateMany({
      where: {
        id,
        recapture_emails: true,
        deleted_at: null,
        OR: [{ last_recapture_at: null }, { last_recapture_at: { lte: daysAgo(deps, MONTH_DAYS) } }],
      },
      data: { last_recapture_at: deps.now() },
    });
    if (!claimed.count) return false;
    const { appUrl, appSecret } = deps.config;
    const props = {
      partner_name: name,
      ...(draft
        ? { book_title: draft.title, book_edit_url: appUrl + paths.partnerBookEdit(draft.id) }
        : { book_title: null, new_promotion_url: appUrl + paths.partnerPromotionNew() }),
      unsubscribe_url: appUrl + serverPaths.unsubscribeRecapture(partnerUnsubscribeToken(appSecret, 'recapture', id)),
    };
    await enqueueEmail(deps, tx, { ...toPartner({ id, uid }), template: 'recapture', props });
    return true;
  });
