/** Clicks held for review: found while they come in, decided by staff until the 72 hours end, and never waited for. */
import { type Judged, judge, storeHolds } from '#server/clicks/judge.ts';
import { audit } from '#server/platform/audit.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, missing } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/one-by-one.ts';
import { type PromotionRow, promotionById } from '#server/promotions/queries.ts';
import { type By, lockPromotion } from '#server/promotions/transition.ts';
import type { ClickEvidence, HeldClicks, HoldDecision, SuspiciousPromotion } from '#shared/held-clicks.ts';

const MAX_EVIDENCE = 200;
/** Longer than the sweep's interval, so that no click is missed when one run is late. */
const RECENT = '15 minutes';

/** Judges every running promotion that was clicked lately, and stores what is held. */
export async function reviewRunningPromotions(deps: Deps): Promise<void> {
  const now = deps.now();
  const running = await deps.db.$queryRaw<{ id: number }[]>`
    select p.id from promotions p
    where p.settled_at is null and p.cancelled_at is null and p.click_window_ends_at > ${now}
      and exists (select 1 from click_logs c
        where c.promotion_id = p.id and c.source = 'newsletter' and c.clicked_at > ${now}::timestamptz - ${RECENT}::interval)
    order by p.id`;
  await oneByOne(
    running,
    ({ id }) => inLongTransaction(deps.db, (tx) => review(tx, id)),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'clicks not reviewed'),
  );
}

/** Skips a promotion that another process is settling or deciding about. */
async function review(tx: Tx, id: number) {
  const free = await tx.$queryRaw<unknown[]>`
    select 1 from promotions where id = ${id} and settled_at is null for no key update skip locked`;
  if (!free.length) return;
  const promotion = (await promotionById(tx, id, {}, ['partner']))!;
  const { judged } = await judge(tx, sentOf(promotion));
  await storeHolds(tx, id, judged);
}

const sentOf = ({ partner, click_window_ends_at, ...promotion }: PromotionRow) => ({
  ...promotion,
  partner_uid: partner!.uid,
  click_window_ends_at: click_window_ends_at!,
});

/** What staff should look at, most urgent first. */
export async function suspiciousPromotions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<SuspiciousPromotion[]> {
  const rows = await db.$queryRaw<(Omit<SuspiciousPromotion, 'decide_until'> & { decide_until: Date | null })[]>`
    with held as (
      select distinct on (h.promotion_id) h.promotion_id, h.rule, h.clicks
      from click_holds h join promotions p on p.id = h.promotion_id
      where h.decision is null and p.settled_at is null and p.click_window_ends_at > ${now()}
      order by h.promotion_id, h.clicks desc, h.rule
    ), asked as (select promotion_id from click_questions where answered_at is null)
    select p.id as promotion_id, b.title as book_title, held.rule, coalesce(held.clicks, 0)::int as held,
      coalesce((select sum(r.clicks) from click_rollups r where r.promotion_id = p.id and r.source = 'newsletter'), 0)::int as clicks,
      case when p.settled_at is null then p.click_window_ends_at end as decide_until, asked.promotion_id is not null as has_question
    from held full join asked using (promotion_id)
      join promotions p on p.id = coalesce(held.promotion_id, asked.promotion_id) join books b on b.id = p.book_id
    order by p.click_window_ends_at, p.id`;
  return rows.map((row) => ({ ...row, decide_until: row.decide_until?.toISOString() ?? null }));
}

/** The groups with the decisions about them, and every click from the first held one on. */
export async function heldClicks({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<HeldClicks> {
  return db.$transaction(async (tx) => {
    const promotion = await promotionById(tx, id, {}, ['partner']);
    if (!promotion) throw missing();
    const where = { promotion_id: id };
    const groups = await tx.clickHold.findMany({
      where,
      include: { decider: { select: { name: true } } },
      orderBy: [{ first_at: 'asc' }, { rule: 'asc' }, { subject: 'asc' }],
    });
    const questions = await tx.clickQuestion.findMany({ where, orderBy: { id: 'asc' } });
    const isOpen = isUndecided(promotion, now());
    return {
      groups: groups.map(({ decider, rule, subject, clicks, first_at, last_at, decision, decided_at, note }) => ({
        ...{ rule, subject, clicks, decision, note, decided_by_name: decider?.name ?? null },
        ...{ first_at: first_at.toISOString(), last_at: last_at.toISOString() },
        decided_at: decided_at?.toISOString() ?? null,
      })),
      questions: questions.map(({ question, asked_at, answer, answered_at }) => ({
        ...{ question, answer, asked_at: asked_at.toISOString(), answered_at: answered_at?.toISOString() ?? null },
      })),
      ...(await evidenceOf(tx, promotion, groups[0]?.first_at)),
      decide_until: isOpen ? promotion.click_window_ends_at!.toISOString() : null,
      may_decide: isOpen,
    };
  });
}

const isUndecided = (
  { settled_at, click_window_ends_at }: Pick<PromotionRow, 'settled_at' | 'click_window_ends_at'>,
  now: Date,
) => !settled_at && click_window_ends_at !== null && now < click_window_ends_at;

async function evidenceOf(tx: Tx, promotion: PromotionRow, from: Date | undefined) {
  if (!promotion.click_window_ends_at) return { clicks: 0, evidence: [] };
  const { judged, readers } = await judge(tx, sentOf(promotion));
  const shown = from ? judged.filter(({ clicked_at }) => clicked_at >= from).slice(0, MAX_EVIDENCE) : [];
  const evidence = shown.map((click: Judged): ClickEvidence => {
    const reader = click.reader_id === null ? undefined : readers.get(click.reader_id);
    return {
      ...{ clicked_at: click.clicked_at.toISOString(), store: click.store!, reader_id: click.reader_id },
      network: click.network?.slice(0, 8) ?? null,
      domain: reader?.owned_domain ?? null,
      confirmed_at: reader?.confirmed_at?.toISOString() ?? null,
      earlier_newsletters: reader?.earlier.newsletters ?? 0,
      outcome: click.hold?.rule ?? click.invalid_reason ?? 'billable',
    };
  });
  return { clicks: judged.length, evidence };
}

/**
 * Counts or excludes one group, also what joins it later. The promotion's row lock decides between a decision and the settlement:
 * whichever comes second finds the other's result.
 */
export const decideHeld = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, by, ...decided }: HoldDecision & { id: number; by: By },
) =>
  inLongTransaction(deps.db, async (tx) => {
    const promotion = await lockPromotion(tx, id, by);
    if (!isUndecided(promotion, deps.now()))
      throw conflict('The 72 hours are over. What was still held isn’t billed, and that can’t be changed.');
    const { rule, subject, decision, note = null } = decided;
    const key = { promotion_id_rule_subject: { promotion_id: id, rule, subject } };
    const before = await tx.clickHold.findUnique({ where: key });
    if (!before) throw missing();
    const data = { decision, note, decided_by: by.id, decided_at: deps.now() };
    await tx.clickHold.update({ where: key, data });
    const { judged } = await judge(tx, sentOf(promotion));
    await storeHolds(tx, id, judged);
    await audit(tx, deps.now(), {
      ...{ user_id: by.id!, action: `${decision}_held_clicks`, entity: 'promotion', entity_id: id, reason: note },
      before: { rule, subject, clicks: before.clicks, decision: before.decision },
      after: { rule, subject, clicks: before.clicks, decision },
    });
  });
