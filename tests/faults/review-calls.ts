/** Sends groups of calls of the review trial at nearly the same time, and records their possible effects. */

import { type Booked, call, type Person, type ReviewHarness } from './review-harness.ts';
import { type Done, type State, statesAfter, viewOf } from './review-model.ts';
import type { Plan, ReviewCall, ReviewReply } from './review-plans.ts';

export type ReviewOutcome = { violations: string[]; counts: Record<string, number> };
/** An interleaving. `latest` are calls that may overlap with the freeze. */
export type Interleaving = { plan: Plan; booked: Booked; states: State[]; latest: Done[]; history: string[] };
export type ReviewRound = { harness: ReviewHarness; date: string; staff: Person; outcome: ReviewOutcome };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends the calls of a group at nearly the same time; returns their possible effects. */
export async function send(
  round: ReviewRound,
  interleaving: Interleaving,
  group: readonly ReviewCall[],
): Promise<Done[]> {
  const shown = group.some(({ isGuarded }) => isGuarded) ? await readAsEditor(round, interleaving) : null;
  const calls = await Promise.all(group.map((each) => sendCall(round, interleaving, each, shown)));
  return [...(shown ? [shown.done] : []), ...calls.filter((done) => done !== null)];
}

type Shown = { view: string; review_version: string; done: Done };

/** Reads the promotion as an editor does before deciding. */
async function readAsEditor({ harness, staff }: ReviewRound, { booked: { id } }: Interleaving): Promise<Shown> {
  const startedAt = performance.now();
  const { status, body } = await call(harness, staff, { method: 'GET', path: `/promotions/${id}?joins=book` });
  if (status !== 200) throw new Error(`promotion ${id} got ${status}`);
  const { promotion } = body as unknown as { promotion: ShownPromotion };
  const { book, ...terms } = promotion;
  const { title, author_name, cover_url, description, blurb, content_rating, dead_stores } = book;
  const { amazon_url, ibooks_url, barnes_and_noble_url, google_play_url, kobo_url } = book;
  const { category_id, current_price_cents, sale_price_cents, blurb_override, deal_ends_on } = terms;
  const view = viewOf({
    live: {
      title,
      author_name,
      cover_url,
      description,
      blurb,
      content_rating,
      dead_stores,
      amazon_url,
      ibooks_url,
      barnes_and_noble_url,
      google_play_url,
      kobo_url,
    },
    date: promotion.promotion_date ?? promotion.requested_date,
    terms: { category_id, current_price_cents, sale_price_cents, blurb_override, deal_ends_on },
    changes: (promotion.changed_since_review?.changes ?? []).map((change) => [
      change.field,
      change.approved,
      change.proposed,
    ]),
  });
  const done: Done = { effect: { do: 'show', seen: view }, startedAt, endedAt: performance.now(), isSure: true };
  return { view, review_version: promotion.review_version, done };
}

type ShownPromotion = State['terms'] & {
  promotion_date: string | null;
  requested_date: string;
  review_version: string;
  changed_since_review: { changes: { field: string; approved: unknown; proposed: unknown }[] } | null;
  book: State['live'];
};

/** Sends one call; returns null if it was refused. After a 503 it may or may not have had an effect. */
async function sendCall(
  { harness, staff, outcome }: ReviewRound,
  { booked, history }: Interleaving,
  { name, by, method, path, body, isGuarded, effect, delay }: ReviewCall,
  shown: Shown | null,
): Promise<Done | null> {
  await pause(delay);
  const person = by === 'staff' ? staff : booked.partner;
  const sent = isGuarded ? { ...body, review_version: shown!.review_version } : body;
  const hadCard = booked.partner.cards.some(({ isGood }) => isGood);
  const startedAt = performance.now();
  const reply = await call(harness, person, { method, path: path(booked), body: sent });
  const endedAt = performance.now();
  const { status } = reply;
  history.push(`${Math.round(startedAt)}–${Math.round(endedAt)} ${by} ${name}${isGuarded ? ' guarded' : ''} ${status}`);
  count(outcome, status >= 500 ? `${status}` : `${Math.floor(status / 100)}xx`);
  if (status === 500) outcome.violations.push(`got 500: ${history.join('; ')}`);
  if (status >= 400 && status < 500) return null;
  const isSure = status < 300;
  if (name === 'remove card' && isSure) recordRemovedCard(booked, path(booked));
  if (name === 'approve' && isSure && !hadCard)
    outcome.violations.push(`approved without a card: ${history.join('; ')}`);
  const record = isSure ? reply : await call(harness, staff, { method: 'GET', path: `/books/${booked.book_id}` });
  const actualEffect = effect((record.body ?? {}) as ReviewReply, isGuarded ? shown!.view : undefined);
  return { effect: actualEffect, startedAt, endedAt, isSure };
}

function recordRemovedCard({ partner }: Booked, path: string) {
  const card = partner.cards.find(({ id }) => path.endsWith(`/${id}`));
  if (card) card.isGood = false;
}

/** Updates the possible states. Reports once a promotion whose calls fit no order. */
export function settle({ outcome }: ReviewRound, interleaving: Interleaving, calls: readonly Done[]) {
  const states = statesAfter(interleaving.states, calls);
  if (interleaving.states.length && !states.length) {
    const effects = calls.map(({ effect, startedAt, endedAt }) => ({ ...effect, startedAt, endedAt }));
    outcome.violations.push(
      `no order of the calls: ${nameOf(interleaving)}; ${JSON.stringify({ effects, states: interleaving.states.slice(0, 3) })}`,
    );
  }
  interleaving.states = states;
}

export const nameOf = ({ plan, booked, history }: Interleaving) =>
  `interleaving ${plan.number}, promotion ${booked.id}: ${history.join('; ')}`;

export const count = ({ counts }: ReviewOutcome, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};
