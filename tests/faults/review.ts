/**
 * Readers get only versions that a person or a stated rule accepted. Partners, staff, and the freeze change the same
 * promotions at the same time; review-model.ts determines which versions their answers allow.
 */
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { freezeReaders } from '#server/newsletters/freeze-readers.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { ensureNewsletters } from '#server/newsletters/service.ts';
import { insertStaff } from '#server/testing/factories.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { withOwnDatabase } from '../cluster.ts';
import { seededInt } from './kills.ts';
import {
  count,
  type Interleaving,
  nameOf,
  type ReviewOutcome,
  type ReviewRound,
  send,
  settle,
} from './review-calls.ts';
import { book, call, cutoff, FIRST_DATE, opening, type ReviewHarness, withReviewHarness } from './review-harness.ts';
import { type Effect, type State, statesAfter } from './review-model.ts';
import { type Plan, planOf } from './review-plans.ts';
import { expectedOf, readEdition, type Seen } from './review-sent.ts';
import { findForbiddenRows, forgetApproved } from './review-tables.ts';
import { inParallel } from './slots-calls.ts';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
const PER_EDITION = 50;
const WORKERS = 10;
/** Number of later newsletters that promotions can be moved to. */
const LATER_EDITIONS = 3;
const MAX_FREEZES = 40;
const CONTROL_SIZE = 100;

export const promises = [{ id: 'A1', size: 2_000, run }];

/** `size` is the number of interleavings, each with one promotion. */
async function run(size: number, seed: number) {
  const { violations, counts } = await onDatabase((url) => reviewTrial(url, { size, seed }));
  const control = await onDatabase((url) => reviewWithoutSnapshot(url, { size: CONTROL_SIZE, seed }));
  for (const violation of violations.slice(0, 20)) console.error(violation);
  return { n: size, violations: violations.length, control, notes: JSON.stringify(counts) };
}

const onDatabase = <T>(work: (databaseUrl: string) => Promise<T>) =>
  withOwnDatabase(({ databaseUrl }) => work(databaseUrl), FAST);

type Size = { size: number; seed: number };

export const reviewTrial = (databaseUrl: string, size: Size): Promise<ReviewOutcome> =>
  withReviewHarness(databaseUrl, (harness) => runEditions({ harness, ...size, hasSnapshot: true }));

/** Runs the trial on promotions that forget the approved version: it must find wrong newsletters, links, and cards. */
export async function reviewWithoutSnapshot(databaseUrl: string, size: Size): Promise<'red' | 'green'> {
  const { violations } = await withReviewHarness(databaseUrl, (harness) =>
    runEditions({ harness, ...size, hasSnapshot: false }),
  );
  return PARTS.every((part) => violations.some((text) => text.startsWith(part))) ? 'red' : 'green';
}

type Trial = Size & { harness: ReviewHarness; hasSnapshot: boolean };

async function runEditions(trial: Trial): Promise<ReviewOutcome> {
  const outcome: ReviewOutcome = { violations: [], counts: {} };
  const { size, seed, harness } = trial;
  const editions = Math.ceil(size / PER_EDITION);
  let waiting: Interleaving[] = [];
  for (let edition = 0; edition < editions + LATER_EDITIONS; edition++) {
    const date = addDays(FIRST_DATE, edition);
    harness.clock.set(opening(date));
    await ensureNewsletters(harness.deps, date);
    const length = Math.max(0, Math.min(PER_EDITION, size - edition * PER_EDITION));
    const plans = Array.from({ length }, (_, i) => planOf({ seed, number: edition * PER_EDITION + i, date }));
    const staff = await insertStaff(harness.deps);
    waiting = await runEdition(trial, { harness, date, staff, outcome }, plans, waiting);
  }
  return outcome;
}

/** Returns the promotions approved for a later date, and those in an unknown state. */
async function runEdition(
  { seed, hasSnapshot }: Trial,
  edition: ReviewRound,
  plans: readonly Plan[],
  waiting: readonly Interleaving[],
): Promise<Interleaving[]> {
  const { harness, outcome } = edition;
  const booked = await book(harness, plans);
  const runs = plans.map(
    (plan, index): Interleaving => ({ plan, booked: booked[index]!, states: [stateOf(plan)], ...EMPTY() }),
  );
  await inParallel(WORKERS, runs, async (one) => {
    for (const group of one.plan.groups.slice(0, -1)) settle(edition, one, await send(edition, one, group));
  });
  const frozen = hasSnapshot ? await endTogether(edition, seed, runs) : await endForgetful(edition, runs);
  const all = [...waiting, ...runs];
  await settleFreeze(edition, all, frozen);
  outcome.violations.push(...(await findForbiddenRows(harness.deps.pool)).map((text) => `${edition.date}: ${text}`));
  await sendOut(edition);
  await changeAfterwards(edition, seed, all);
  await compare(edition, all);
  return all.filter(({ states }) => !states.length || states.some(({ approved, end }) => approved && !end));
}

const EMPTY = () => ({ latest: [], history: [] });

const stateOf = ({ live, date, terms }: Plan): State => ({
  ...{ live, date, terms, is_archived: false, proposed: {} },
  ...{ approved: null, declined: null, end: null },
});

/** Sends the last calls of all promotions, with the freeze in the middle of them. */
async function endTogether(edition: ReviewRound, seed: number, runs: readonly Interleaving[]): Promise<Times> {
  const { harness, date } = edition;
  const roll = seededInt(seed + Number(date.replaceAll('-', '')));
  const [start, isClockFirst] = [roll(Math.max(1, runs.length)), roll(2) === 0];
  let freezing: Promise<Times> | null = null;
  const close = () => {
    // A partner's call may have passed the cutoff check just before.
    if (isClockFirst) harness.clock.set(cutoff(date));
    freezing ??= freeze(edition);
  };
  await inParallel(WORKERS, runs, async (one, index) => {
    if (index === start) close();
    one.latest = await send(edition, one, one.plan.groups.at(-1)!);
  });
  close();
  return freezing!;
}

/** The same in the control, where the approved versions are forgotten just before the freeze. */
async function endForgetful(edition: ReviewRound, runs: readonly Interleaving[]): Promise<Times> {
  await inParallel(WORKERS, runs, async (one) =>
    settle(edition, one, await send(edition, one, one.plan.groups.at(-1)!)),
  );
  await forgetApproved(edition.harness.deps.pool);
  return freeze(edition);
}

type Times = { began: number; ended: number };

/** Freezes the newsletter twice at the same time, and again while the database is busy, like the sweep. */
async function freeze({ harness, date }: ReviewRound): Promise<Times> {
  const { deps } = harness;
  const began = performance.now();
  for (let tries = 0; tries < MAX_FREEZES; tries++) {
    await Promise.allSettled([freezeNewsletter(deps, date), freezeNewsletter(deps, date)]);
    const where = { newsletter_date: parseDate(date), kind: 'daily', status: { not: 'draft' } } as const;
    if (await deps.db.newsletter.count({ where })) return { began, ended: performance.now() };
  }
  throw new Error(`the newsletter for ${date} could not be frozen`);
}

/** Updates the possible states with the result of the freeze for each promotion. */
async function settleFreeze(edition: ReviewRound, runs: readonly Interleaving[], times: Times) {
  const { harness, date, outcome } = edition;
  const rows = await harness.deps.db.promotion.findMany({
    where: { id: { in: runs.map(({ booked }) => booked.id) } },
    select: { id: true, frozen_at: true, unable_to_send_at: true },
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const one of runs) {
    const { frozen_at, unable_to_send_at } = found.get(one.booked.id)!;
    const result = frozen_at ? 'frozen' : unable_to_send_at ? 'left out' : 'untouched';
    const effect: Effect = { do: 'freeze', date, result };
    one.history.push(`${Math.round(times.began)}–${Math.round(times.ended)} freeze: ${result}`);
    const before = one.states;
    settle(edition, one, [...one.latest, { effect, ...times, isSure: true }]);
    // The newsletter is still compared.
    if (!one.states.length && frozen_at)
      one.states = statesAfter(before, one.latest).map((state) => ({ ...state, end: 'frozen' as const }));
    one.latest = [];
    const [state] = one.states;
    if (result !== 'untouched') count(outcome, result);
    else if (state?.end) count(outcome, state.end);
    else count(outcome, state?.approved ? 'moved to a later date' : 'never approved');
  }
}

async function sendOut({ harness, date }: ReviewRound) {
  harness.clock.set(new Date(cutoff(date).getTime() + 60_000));
  const where = { newsletter_date: parseDate(date), kind: 'daily', status: 'freezing' } as const;
  for (const { id } of await harness.deps.db.newsletter.findMany({ where })) {
    await freezeReaders(harness.deps, { id });
    await sendNewsletter(harness.deps, { id });
  }
}

/** Changes books after the freeze: a partner's change reaches nobody, and staff may only correct a link. */
async function changeAfterwards({ harness, staff }: ReviewRound, seed: number, runs: readonly Interleaving[]) {
  await inParallel(WORKERS, runs, async (one) => {
    const { booked, plan } = one;
    if (one.states[0]?.end !== 'frozen') return;
    const roll = seededInt(seed + plan.number);
    if (roll(2)) {
      const body = { title: `Late ${plan.number}`, kobo_url: `https://www.kobo.com/us/en/ebook/late-${plan.number}` };
      await call(harness, booked.partner, { method: 'PATCH', path: `/books/${booked.book_id}`, body });
    }
    if (roll(4)) return;
    const amazon_url = `https://www.amazon.com/dp/corrected-${plan.number}`;
    const path = `/promotions/${booked.id}/correct_store_link`;
    const { status } = await call(harness, staff, {
      ...{ method: 'POST', path },
      body: { store: 'amazon', url: amazon_url },
    });
    if (status !== 200) return;
    one.history.push('staff correct link');
    one.states = one.states
      .filter(({ approved }) => approved?.amazon_url)
      .map((state) => ({ ...state, approved: { ...state.approved!, amazon_url } }));
  });
}

const PARTS = ['deal', 'email_links', 'card', 'site_links'] as const satisfies readonly (keyof Seen)[];

/** Compares what readers got with the versions that each possible state allows. */
async function compare(edition: ReviewRound, runs: readonly Interleaving[]) {
  const { harness, date, outcome } = edition;
  const sent = await readEdition(harness, date);
  const known = new Set(runs.map(({ booked }) => booked.id));
  for (const id of sent.promotion_ids)
    if (!known.has(id))
      outcome.violations.push(`${date}: promotion ${id} was sent without being approved for that date`);
  if (sent.promotion_ids.size && sent.status !== 'sent')
    outcome.violations.push(`${date}: the newsletter is ${sent.status}`);
  await inParallel(WORKERS, runs, async (one) => {
    const seen = await sent.read(one.booked);
    let expected = one.states.map((state) => expectedOf(state, { url: harness.url, date }));
    for (const part of PARTS) {
      const fitting = expected.filter((each) => isEqual(each[part], seen[part]));
      if (!fitting.length && expected.length)
        outcome.violations.push(
          `${part} that nobody accepted: ${nameOf(one)}; ${JSON.stringify({ seen: seen[part], accepted: expected.map((each) => each[part]) })}`,
        );
      else expected = fitting;
    }
  });
}

/** Compares records regardless of the order of their fields. */
const isEqual = (a: unknown, b: unknown) => serialize(a) === serialize(b);
const serialize = (value: unknown) =>
  JSON.stringify(
    value && typeof value === 'object' ? Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)) : value,
  );
