/**
 * Clicks held for review: found while the promotion runs, decided by staff until the 72 hours end. Settlement never
 * waits for a decision. See docs/decisions/0084-held-clicks-expire-unbilled.md and
 * docs/decisions/0088-decisions-cover-what-staff-saw.md.
 */
import { computeVerdicts, type Judged, readerFacts, storedVerdicts, storeHolds } from '#server/clicks/judge.ts';
import { alertSupport } from '#server/emails/enqueue.ts';
import { audit } from '#server/platform/audit.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, conflict, notFound } from '#server/platform/errors.ts';
import { processEach } from '#server/platform/process-each.ts';
import { type PromotionRow, promotionById } from '#server/promotions/queries.ts';
import { lockPromotion, type PromotionActor } from '#server/promotions/transition.ts';
import { formatInstant } from '#shared/dates.ts';
import type { ClickEvidence, HeldClicks, HoldDecision, PromotionWithHeldClicks } from '#shared/held-clicks.ts';
import { paths } from '#shared/paths.ts';

const MAX_EVIDENCE = 200;
/** Namespace of advisory locks, one per promotion. */
const REVIEW_LOCKS = 7_304;
/** A click's row may be committed this long after its `clicked_at`. */
const MAX_COMMIT_DELAY = '1 minute';

type ReviewDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config'>;

/**
 * Judges every running promotion with clicks since its last review, and stores the held clicks. A visit to a hidden
 * link of its newsletter counts, too, because it can hold earlier clicks.
 */
export async function reviewClicksOfRunningPromotions(deps: ReviewDeps & Pick<Deps, 'log'>): Promise<void> {
  const now = deps.now();
  const running = await deps.db.$queryRaw<{ id: number }[]>`
    with running as (
      select id, newsletter_id, click_window_ends_at,
        coalesce(clicks_reviewed_at - ${MAX_COMMIT_DELAY}::interval, frozen_at, '-infinity') as since
      from promotions where settled_at is null and cancelled_at is null and click_window_ends_at > ${now}
    ), hidden as materialized (
      select newsletter_id, max(clicked_at) as clicked_at from click_logs
      where promotion_id is null and newsletter_id in (select newsletter_id from running)
      group by newsletter_id)
    select p.id from running p left join hidden h on h.newsletter_id = p.newsletter_id
    where h.clicked_at > p.since or exists (
      select 1 from click_logs c where c.promotion_id = p.id and c.source = 'newsletter' and c.clicked_at > p.since)
    order by p.click_window_ends_at, p.id`;
  await processEach(
    running,
    ({ id }) => reviewClicks(deps, id),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'clicks not reviewed'),
  );
}

/**
 * Judges without a lock on the promotion, because judging may take long, then stores the result. The result is dropped
 * if staff decided, a later run finished, or the promotion was settled during that time, or if its row is locked.
 * Unless the promotion is settled, a later run judges again.
 */
export async function reviewClicks(deps: ReviewDeps, id: number): Promise<void> {
  const started_at = deps.now();
  const result = await inLongTransaction(deps.db, async (tx) => {
    // Another process or an earlier run may still be judging it.
    const [lock] = await tx.$queryRaw<{ is_acquired: boolean }[]>`
      select pg_try_advisory_xact_lock(${REVIEW_LOCKS}::int, ${id}::int) as is_acquired`;
    if (!lock!.is_acquired) return null;
    const promotion = (await promotionById(tx, id, {}, ['partner']))!;
    return {
      decisions: await fingerprintDecisions(tx, id),
      judged: await computeVerdicts(tx, sentPromotion(promotion)),
    };
  });
  if (!result) return;
  await deps.db.$transaction(async (tx) => {
    const current = await tx.$queryRaw<unknown[]>`
      select 1 from promotions
      where id = ${id} and settled_at is null and (clicks_reviewed_at is null or clicks_reviewed_at <= ${started_at})
      for no key update skip locked`;
    if (!current.length || (await fingerprintDecisions(tx, id)) !== result.decisions) return;
    await storeHolds(tx, id, result.judged);
    await tx.$executeRaw`update promotions set clicks_reviewed_at = ${started_at} where id = ${id}`;
    await alertStaffOnce(deps, tx, id);
  });
}

/** Alerts staff, once per promotion, because held clicks can't be counted after the 72 hours. */
async function alertStaffOnce(deps: ReviewDeps, tx: Tx, promotion_id: number) {
  const undecided = await tx.clickHold.findFirst({
    where: { promotion_id, decision: null },
    include: { promotion: { include: { book: true } } },
  });
  if (!undecided) return;
  const { book, click_window_ends_at } = undecided.promotion;
  await alertSupport(deps, tx, {
    once: `held-clicks-${promotion_id}`,
    headline: 'Clicks are held for review',
    message: `Some clicks on “${book.title}” are held for review. Decide by ${formatInstant(click_window_ends_at!.toISOString())}; after that they can’t be billed.`,
    path: paths.userPromotion(promotion_id),
  });
}

/** The promotion's decisions as text, to detect a new or changed one. */
async function fingerprintDecisions(tx: Tx, promotion_id: number): Promise<string> {
  const decided = await tx.clickHold.findMany({
    where: { promotion_id, decision: { not: null } },
    select: { rule: true, subject: true, decision: true, seen_clicks: true, decided_at: true },
    orderBy: [{ rule: 'asc' }, { subject: 'asc' }],
  });
  return JSON.stringify(decided);
}

const sentPromotion = ({ partner, click_window_ends_at, ...promotion }: PromotionRow) => ({
  ...promotion,
  partner_uid: partner!.uid,
  click_window_ends_at: click_window_ends_at!,
});

/** Promotions that need staff: those with undecided clicks by the time left, then those with open questions by age. */
export async function promotionsAwaitingClickReview({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<PromotionWithHeldClicks[]> {
  const rows = await db.$queryRaw<(Omit<PromotionWithHeldClicks, 'decide_until'> & { decide_until: Date | null })[]>`
    with held as (
      select distinct on (h.promotion_id) h.promotion_id, h.rule, h.clicks - coalesce(h.seen_clicks, 0) as clicks
      from click_holds h join promotions p on p.id = h.promotion_id
      where (h.decision is null or (h.decision = 'count' and h.clicks > h.seen_clicks))
        and p.settled_at is null and p.click_window_ends_at > ${now()}
      order by h.promotion_id, h.clicks - coalesce(h.seen_clicks, 0) desc, h.rule
    ), asked as (select q.promotion_id, q.asked_at from click_questions q join promotions p on p.id = q.promotion_id
        join partners o on o.id = p.partner_id where q.answered_at is null and o.deleted_at is null)
    select p.id as promotion_id, b.title as book_title, held.rule, coalesce(held.clicks, 0)::int as held,
      (select count(distinct c.reader_id)::int from click_logs c
        where c.promotion_id = p.id and c.source = 'newsletter' and c.clicked_at >= coalesce(p.frozen_at, '-infinity')) as clicks,
      case when p.settled_at is null then p.click_window_ends_at end as decide_until, asked.promotion_id is not null as has_question
    from held full join asked using (promotion_id)
      join promotions p on p.id = coalesce(held.promotion_id, asked.promotion_id) join books b on b.id = p.book_id
    order by held.promotion_id is null, case when held.promotion_id is not null then p.click_window_ends_at end, asked.asked_at, p.id`;
  return rows.map((row) => ({ ...row, decide_until: row.decide_until?.toISOString() ?? null }));
}

/**
 * The groups of held clicks with their decisions, the partner's questions, and the evidence: at most one click per
 * reader since the first held one.
 */
export async function heldClicks(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  { is_admin }: Pick<PromotionActor, 'is_admin'>,
): Promise<HeldClicks> {
  return inLongTransaction(db, async (tx) => {
    const promotion = await promotionById(tx, id, {}, ['partner']);
    if (!promotion) throw notFound();
    const where = { promotion_id: id };
    const groups = await tx.clickHold.findMany({
      where,
      include: { decider: { select: { name: true } } },
      orderBy: [{ first_at: 'asc' }, { rule: 'asc' }, { subject: 'asc' }],
    });
    const questions = await tx.clickQuestion.findMany({ where, orderBy: { id: 'asc' } });
    const isOpen = isOpenToDecisions(promotion, now());
    return {
      groups: groups.map(({ decider, first_at, last_at, decided_at, ...group }) => ({
        rule: group.rule,
        subject: group.subject,
        clicks: group.clicks,
        seen_clicks: group.seen_clicks,
        decision: group.decision,
        note: group.note,
        decided_by_name: decider?.name ?? null,
        first_at: first_at.toISOString(),
        last_at: last_at.toISOString(),
        decided_at: decided_at?.toISOString() ?? null,
      })),
      questions: questions.map(({ question, asked_at, answer, answered_at }) => ({
        question,
        answer,
        asked_at: asked_at.toISOString(),
        answered_at: answered_at?.toISOString() ?? null,
      })),
      ...(await readEvidence(tx, promotion, groups[0]?.first_at)),
      decide_until: isOpen ? promotion.click_window_ends_at!.toISOString() : null,
      may_decide: isOpen,
      may_count: isOpen && is_admin === true,
    };
  });
}

const isOpenToDecisions = (
  { settled_at, click_window_ends_at }: Pick<PromotionRow, 'settled_at' | 'click_window_ends_at'>,
  now: Date,
) => !settled_at && click_window_ends_at !== null && now < click_window_ends_at;

/** The evidence as judged now or, after settlement, as settlement stored it. */
async function readEvidence(tx: Tx, promotion: PromotionRow, from: Date | undefined) {
  if (!promotion.click_window_ends_at) return { clicks: 0, evidence_clicks: 0, evidence: [] };
  const sentFacts = sentPromotion(promotion);
  const judged = promotion.settled_at ? await storedVerdicts(tx, sentFacts) : await computeVerdicts(tx, sentFacts);
  const clicks = from ? onePerReader(judged.filter((click) => click.clicked_at >= from)) : [];
  const selection = clicks.slice(0, MAX_EVIDENCE).sort((a, b) => a.clicked_at.getTime() - b.clicked_at.getTime());
  const readers = await readerFacts(tx, sentFacts, selection);
  const evidence = selection.map((click: Judged): ClickEvidence => {
    const reader = click.reader_id === null ? undefined : readers.get(click.reader_id);
    return {
      clicked_at: click.clicked_at.toISOString(),
      store: click.store!,
      reader_id: click.reader_id,
      network: shortHash(click.network),
      range: shortHash(click.prefix48 ?? click.subnet),
      domain: reader?.owned_domain ?? null,
      is_alias: reader?.is_alias ?? false,
      confirmed_at: reader?.confirmed_at?.toISOString() ?? null,
      earlier_newsletters: reader?.earlier.newsletters ?? 0,
      outcome: click.invalid_reason === 'held' ? (click.hold?.rule ?? 'held') : (click.invalid_reason ?? 'billable'),
    };
  });
  return { clicks: countReaders(judged), evidence_clicks: clicks.length, evidence };
}

/**
 * At most one click per reader, who could otherwise fill the evidence: the held one, else the billable one, else
 * the first. Held clicks come first, then billable ones. Erased readers are distinguished by their networks.
 */
function onePerReader(judged: readonly Judged[]): Judged[] {
  const readers = Map.groupBy(judged, readerOf);
  return [...readers.values()].map((clicks) => clicks.toSorted(byPriority)[0]!).sort(byPriority);
}

const byPriority = (a: Judged, b: Judged) =>
  priorityOf(a) - priorityOf(b) || a.clicked_at.getTime() - b.clicked_at.getTime();
const priorityOf = ({ invalid_reason, billable }: Judged) => (invalid_reason === 'held' ? 0 : billable ? 1 : 2);

/** Counts readers instead of clicks, because at most one click of a reader is billed, and at most one is held. */
const countReaders = (judged: readonly Judged[]) => new Set(judged.map(readerOf)).size;

const readerOf = ({ reader_id, network }: Judged) => reader_id ?? `erased ${network}`;

const shortHash = (hash: string | null) => hash?.slice(0, 8) ?? null;

/**
 * Counts or excludes one group as staff saw it. Later clicks in a counted group are held; those in an excluded group
 * are excluded. The promotion's row lock orders the decision and the settlement: the later one finds the other's
 * result.
 */
export async function decideHeld(
  deps: ReviewDeps,
  {
    id,
    actor,
    rule,
    subject,
    decision,
    note,
    clicks,
    decided_at,
  }: HoldDecision & { id: number; actor: PromotionActor },
): Promise<void> {
  if (decision === 'count' && !actor.is_admin)
    throw adminsOnly('Only an administrator can bill held clicks, because the partner pays for them.');
  const isCurrent = await deps.db.$transaction(async (tx) => {
    const promotion = await lockPromotion(tx, id, actor);
    if (!isOpenToDecisions(promotion, deps.now()))
      throw conflict(
        'The 72-hour window has closed. Clicks that were still held won’t be billed, and you can’t change that.',
      );
    const key = { promotion_id_rule_subject: { promotion_id: id, rule, subject } };
    const before = await tx.clickHold.findUnique({ where: key });
    if (before?.clicks !== clicks || (before.decided_at?.toISOString() ?? null) !== decided_at) return false;
    const seen = { seen_clicks: clicks, seen_until: before.last_at };
    await tx.clickHold.update({
      where: key,
      data: { decision, note, decided_by: actor.id, decided_at: deps.now(), ...seen },
    });
    // The clicks are judged again below, or by the next sweep.
    await tx.$executeRaw`update promotions set clicks_reviewed_at = null where id = ${id}`;
    await audit(tx, deps.now(), {
      user_id: actor.id!,
      action: `${decision}_held_clicks`,
      entity: 'promotion',
      entity_id: id,
      reason: note,
      // Without the network or domain, which is deleted after 400 days.
      before: { rule, clicks: before.seen_clicks, decision: before.decision },
      after: { rule, clicks, decision },
    });
    return true;
  });
  if (!isCurrent)
    throw conflict(
      'These held clicks have changed since you opened the page. Check the new numbers, then decide again.',
      {
        held_clicks: await heldClicks(deps, id, actor),
      },
    );
  await reviewClicks(deps, id);
}
