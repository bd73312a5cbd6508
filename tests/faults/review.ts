/**
 * Review trial: readers get only versions that staff or a documented rule accepted. Partners, staff, and the freeze
 * change the same promotions at the same time; review-model.ts determines which versions the responses allow.
 */
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { freezeReaders } from '#server/newsletters/freeze-readers.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { ensureNewsletters } from '#server/newsletters/service.ts';
import { insertStaff } from '#server/testing/factories.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { withTrialDatabase } from '../cluster.ts';
import { seededInt } from './kills.ts';
import {
  countOutcome,
  describeInterleaving,
  type Interleaving,
  narrowStates,
  type ReviewOutcome,
  type ReviewRound,
  send,
} from './review-calls.ts';
import {
  call,
  cutoffOf,
  FIRST_DATE,
  insertPromotions,
  type ReviewHarness,
  twoHoursBeforeCutoff,
  withReviewHarness,
} from './review-harness.ts';
import { type Effect, type State, statesAfter } from './review-model.ts';
import { createPlan, type Plan } from './review-plans.ts';
import { expectedReaderView, type ReaderView, readSentNewsletter } from './review-sent.ts';
import { findForbiddenRows, overwriteApproved } from './review-tables.ts';
import { processInParallel } from './slots-calls.ts';
import { type ControlResult, controlResult, verdict } from './verdict.ts';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
const PROMOTIONS_PER_NEWSLETTER = 50;
const WORKERS = 10;
/** Number of later newsletters that promotions can be moved to. */
const LATER_NEWSLETTERS = 3;
const MAX_FREEZES = 40;
const CONTROL_SIZE = 100;

export const trials = [{ id: 'versions', size: 2_000, run }];

/** `size` is the number of interleavings, each with one promotion. */
async function run(size: number, seed: number) {
  const { violations, counts } = await onDatabase((url) => reviewTrial(url, { size, seed }));
  const control = await onDatabase((url) => reviewWithOverwrittenVersions(url, { size: CONTROL_SIZE, seed }));
  return verdict(size, violations, control, JSON.stringify(counts));
}

const onDatabase = <T>(work: (databaseUrl: string) => Promise<T>) =>
  withTrialDatabase(({ databaseUrl }) => work(databaseUrl), FAST);

type TrialSize = { size: number; seed: number };

export const reviewTrial = (databaseUrl: string, size: TrialSize): Promise<ReviewOutcome> =>
  withReviewHarness(databaseUrl, (harness) => runNewsletters({ harness, ...size, keepsApprovedVersions: true }));

/** Runs the control, in which a partner's current version overwrites each approved one. It must find wrong deals. */
export async function reviewWithOverwrittenVersions(databaseUrl: string, size: TrialSize): Promise<ControlResult> {
  const { violations } = await withReviewHarness(databaseUrl, (harness) =>
    runNewsletters({ harness, ...size, keepsApprovedVersions: false }),
  );
  return controlResult(PARTS.every((part) => violations.some((text) => text.startsWith(part))));
}

type Trial = TrialSize & { harness: ReviewHarness; keepsApprovedVersions: boolean };

async function runNewsletters(trial: Trial): Promise<ReviewOutcome> {
  const outcome: ReviewOutcome = { violations: [], counts: {} };
  const { size, seed, harness } = trial;
  const newsletters = Math.ceil(size / PROMOTIONS_PER_NEWSLETTER);
  let openInterleavings: Interleaving[] = [];
  for (let edition = 0; edition < newsletters + LATER_NEWSLETTERS; edition++) {
    const date = addDays(FIRST_DATE, edition);
    harness.clock.set(twoHoursBeforeCutoff(date));
    await ensureNewsletters(harness.deps, date);
    const length = Math.max(0, Math.min(PROMOTIONS_PER_NEWSLETTER, size - edition * PROMOTIONS_PER_NEWSLETTER));
    const plans = Array.from({ length }, (_, i) =>
      createPlan({ seed, number: edition * PROMOTIONS_PER_NEWSLETTER + i, date }),
    );
    const staff = await insertStaff(harness.deps);
    openInterleavings = await runNewsletter(trial, { harness, date, staff, outcome }, plans, openInterleavings);
  }
  return outcome;
}

/** Runs one newsletter's interleavings. Returns those approved for a later date or in an unknown state. */
async function runNewsletter(
  { seed, keepsApprovedVersions }: Trial,
  round: ReviewRound,
  plans: readonly Plan[],
  openInterleavings: readonly Interleaving[],
): Promise<Interleaving[]> {
  const { harness, outcome } = round;
  const booked = await insertPromotions(harness, plans);
  const runs = plans.map(
    (plan, index): Interleaving => ({
      plan,
      booked: booked[index]!,
      states: [stateOf(plan)],
      lastCalls: [],
      history: [],
    }),
  );
  await processInParallel(WORKERS, runs, async (interleaving) => {
    for (const group of interleaving.plan.groups.slice(0, -1))
      narrowStates(round, interleaving, await send(round, interleaving, group));
  });
  const freezeTimes = keepsApprovedVersions
    ? await finishDuringFreeze(round, seed, runs)
    : await finishWithOverwrittenVersions(round, runs);
  const all = [...openInterleavings, ...runs];
  await settleFreeze(round, all, freezeTimes);
  outcome.violations.push(...(await findForbiddenRows(harness.deps.pool)).map((text) => `${round.date}: ${text}`));
  await sendFrozen(round);
  await changeAfterFreeze(round, seed, all);
  await compareWithStates(round, all);
  return all.filter(({ states }) => !states.length || states.some(({ approved, end }) => approved && !end));
}

const stateOf = ({ live, date, terms }: Plan): State => ({
  live,
  date,
  terms,
  is_archived: false,
  proposed: {},
  approved: null,
  declined: null,
  end: null,
});

/** Sends the last calls of all promotions and freezes the newsletter in the middle of them. */
async function finishDuringFreeze(round: ReviewRound, seed: number, runs: readonly Interleaving[]): Promise<CallTimes> {
  const { harness, date } = round;
  const roll = seededInt(seed + Number(date.replaceAll('-', '')));
  const start = roll(Math.max(1, runs.length));
  const isClockFirst = roll(2) === 0;
  let freezePromise: Promise<CallTimes> | null = null;
  const closeNewsletter = () => {
    // If the clock isn't set, calls during the freeze pass the cutoff check, like calls that were checked just before
    // the cutoff.
    if (isClockFirst) harness.clock.set(cutoffOf(date));
    freezePromise ??= freeze(round);
  };
  await processInParallel(WORKERS, runs, async (interleaving, index) => {
    if (index === start) closeNewsletter();
    interleaving.lastCalls = await send(round, interleaving, interleaving.plan.groups.at(-1)!);
  });
  closeNewsletter();
  return freezePromise!;
}

/** Sends the last calls in the control, and overwrites the approved versions just before the freeze. */
async function finishWithOverwrittenVersions(round: ReviewRound, runs: readonly Interleaving[]): Promise<CallTimes> {
  await processInParallel(WORKERS, runs, async (interleaving) =>
    narrowStates(round, interleaving, await send(round, interleaving, interleaving.plan.groups.at(-1)!)),
  );
  await overwriteApproved(round.harness.deps.pool);
  return freeze(round);
}

type CallTimes = { startedAt: number; endedAt: number };

/** Freezes the newsletter with two simultaneous calls. While the database is busy, tries again like the sweep. */
async function freeze({ harness, date }: ReviewRound): Promise<CallTimes> {
  const { deps } = harness;
  const startedAt = performance.now();
  for (let attempt = 0; attempt < MAX_FREEZES; attempt++) {
    await Promise.allSettled([freezeNewsletter(deps, date), freezeNewsletter(deps, date)]);
    const where = { newsletter_date: parseDate(date), kind: 'daily', status: { not: 'draft' } } as const;
    if (await deps.db.newsletter.count({ where })) return { startedAt, endedAt: performance.now() };
  }
  throw new Error(`the newsletter for ${date} couldn’t be frozen`);
}

/** Updates the possible states with the result of the freeze for each promotion. */
async function settleFreeze(round: ReviewRound, runs: readonly Interleaving[], times: CallTimes) {
  const { harness, date, outcome } = round;
  const rows = await harness.deps.db.promotion.findMany({
    where: { id: { in: runs.map(({ booked }) => booked.id) } },
    select: { id: true, frozen_at: true, unable_to_send_at: true },
  });
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  for (const interleaving of runs) {
    const { frozen_at, unable_to_send_at } = rowsById.get(interleaving.booked.id)!;
    const skipped = unable_to_send_at ? 'left out' : 'untouched';
    const result = frozen_at ? 'frozen' : skipped;
    const effect: Effect = { do: 'freeze', date, result };
    interleaving.history.push(`${Math.round(times.startedAt)}–${Math.round(times.endedAt)} freeze: ${result}`);
    const before = interleaving.states;
    narrowStates(round, interleaving, [...interleaving.lastCalls, { effect, ...times, isCertain: true }]);
    // If only the freeze contradicts the states, the newsletter is compared with those that the calls allow.
    if (!interleaving.states.length && frozen_at)
      interleaving.states = statesAfter(before, interleaving.lastCalls).map((state) => ({
        ...state,
        end: 'frozen' as const,
      }));
    interleaving.lastCalls = [];
    const [state] = interleaving.states;
    if (result !== 'untouched') countOutcome(outcome, result);
    else if (state?.end) countOutcome(outcome, state.end);
    else countOutcome(outcome, state?.approved ? 'moved to a later date' : 'never approved');
  }
}

async function sendFrozen({ harness, date }: ReviewRound) {
  harness.clock.set(new Date(cutoffOf(date).getTime() + 60_000));
  const where = { newsletter_date: parseDate(date), kind: 'daily', status: 'freezing' } as const;
  for (const { id } of await harness.deps.db.newsletter.findMany({ where })) {
    await freezeReaders(harness.deps, { id });
    await sendNewsletter(harness.deps, { id });
  }
}

/** Changes books after the freeze. A partner's change must reach no reader; staff may only correct a link. */
async function changeAfterFreeze({ harness, staff }: ReviewRound, seed: number, runs: readonly Interleaving[]) {
  await processInParallel(WORKERS, runs, async (interleaving) => {
    const { booked, plan } = interleaving;
    if (interleaving.states[0]?.end !== 'frozen') return;
    const roll = seededInt(seed + plan.number);
    if (roll(2)) {
      const body = { title: `Late ${plan.number}`, kobo_url: `https://www.kobo.com/us/en/ebook/late-${plan.number}` };
      await call(harness, booked.partner, { method: 'PATCH', path: `/books/${booked.book_id}`, body });
    }
    if (roll(4)) return;
    const amazon_url = `https://www.amazon.com/dp/corrected-${plan.number}`;
    const path = `/promotions/${booked.id}/correct_store_link`;
    const { status } = await call(harness, staff, {
      method: 'POST',
      path,
      body: { store: 'amazon', url: amazon_url },
    });
    if (status !== 200) return;
    interleaving.history.push('staff correct link');
    interleaving.states = interleaving.states
      .filter(({ approved }) => approved?.amazon_url)
      .map((state) => ({ ...state, approved: { ...state.approved!, amazon_url } }));
  });
}

const PARTS = ['deal', 'email_links', 'card', 'site_links'] as const satisfies readonly (keyof ReaderView)[];

/** Compares the content that readers got with the versions that each possible state allows. */
async function compareWithStates(round: ReviewRound, runs: readonly Interleaving[]) {
  const { harness, date, outcome } = round;
  const sent = await readSentNewsletter(harness, date);
  const knownIds = new Set(runs.map(({ booked }) => booked.id));
  for (const id of sent.promotion_ids)
    if (!knownIds.has(id))
      outcome.violations.push(`${date}: promotion ${id} was sent without being approved for that date`);
  if (sent.promotion_ids.size && sent.status !== 'sent')
    outcome.violations.push(`${date}: the newsletter is ${sent.status}`);
  await processInParallel(WORKERS, runs, async (interleaving) => {
    const seen = await sent.read(interleaving.booked);
    let expected = interleaving.states.map((state) => expectedReaderView(state, { url: harness.url, date }));
    for (const part of PARTS) {
      const matching = expected.filter((version) => isEqual(version[part], seen[part]));
      if (!matching.length && expected.length)
        outcome.violations.push(
          `${part} wasn’t accepted: ${describeInterleaving(interleaving)}; ${JSON.stringify({ seen: seen[part], accepted: expected.map((version) => version[part]) })}`,
        );
      else expected = matching;
    }
  });
}

/** Compares records regardless of the order of their fields. */
const isEqual = (a: unknown, b: unknown) => serialize(a) === serialize(b);
const serialize = (value: unknown) =>
  JSON.stringify(
    value && typeof value === 'object' ? Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)) : value,
  );
