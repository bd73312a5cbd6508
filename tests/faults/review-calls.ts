/** Sends the review trial's calls, those of a group at nearly the same time, and records their possible effects. */

import { type BookedPromotion, call, type Person, type ReviewHarness } from './review-harness.ts';
import { type CompletedCall, type State, serializeView, statesAfter } from './review-model.ts';
import type { Plan, ResponseBody, ReviewCall } from './review-plans.ts';

export type ReviewOutcome = { violations: string[]; counts: Record<string, number> };
/**
 * The run of a plan on one promotion. `states` are those that the responses so far allow; `lastCalls` are the last
 * group's, which may overlap with the freeze.
 */
export type Interleaving = {
  plan: Plan;
  booked: BookedPromotion;
  states: State[];
  lastCalls: CompletedCall[];
  history: string[];
};
export type ReviewRound = { harness: ReviewHarness; date: string; staff: Person; outcome: ReviewOutcome };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends the calls of a group at nearly the same time; returns their possible effects. */
export async function send(
  round: ReviewRound,
  interleaving: Interleaving,
  group: readonly ReviewCall[],
): Promise<CompletedCall[]> {
  const shown = group.some(({ isGuarded }) => isGuarded) ? await readAsEditor(round, interleaving) : null;
  const calls = await Promise.all(group.map((reviewCall) => sendCall(round, interleaving, reviewCall, shown)));
  return [...(shown ? [shown.completed] : []), ...calls.filter((completed) => completed !== null)];
}

type ShownPromotion = { view: string; review_version: string; completed: CompletedCall };

/** Reads the promotion as an editor does before deciding. */
async function readAsEditor(
  { harness, staff }: ReviewRound,
  { booked: { id } }: Interleaving,
): Promise<ShownPromotion> {
  const startedAt = performance.now();
  const { status, body } = await call(harness, staff, { method: 'GET', path: `/promotions/${id}?joins=book` });
  if (status !== 200) throw new Error(`promotion ${id} got ${status}`);
  const { promotion } = body as unknown as { promotion: PromotionBody };
  const { book, ...terms } = promotion;
  const { title, author_name, cover_url, description, blurb, content_rating, dead_stores } = book;
  const { amazon_url, ibooks_url, barnes_and_noble_url, google_play_url, kobo_url } = book;
  const { category_id, current_price_cents, sale_price_cents, blurb_override, deal_ends_on } = terms;
  const view = serializeView({
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
  const completed: CompletedCall = {
    effect: { do: 'show', seen: view },
    startedAt,
    endedAt: performance.now(),
    isCertain: true,
  };
  return { view, review_version: promotion.review_version, completed };
}

type PromotionBody = State['terms'] & {
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
  { name, actor, method, path, body, isGuarded, effect, delay }: ReviewCall,
  shown: ShownPromotion | null,
): Promise<CompletedCall | null> {
  await pause(delay);
  const person = actor === 'staff' ? staff : booked.partner;
  const payload = isGuarded ? { ...body, review_version: shown!.review_version } : body;
  const hadCard = booked.partner.cards.some(({ isValid }) => isValid);
  const startedAt = performance.now();
  const response = await call(harness, person, { method, path: path(booked), body: payload });
  const endedAt = performance.now();
  const { status } = response;
  history.push(
    `${Math.round(startedAt)}–${Math.round(endedAt)} ${actor} ${name}${isGuarded ? ' guarded' : ''} ${status}`,
  );
  countOutcome(outcome, status >= 500 ? `${status}` : `${Math.floor(status / 100)}xx`);
  if (status === 500) outcome.violations.push(`got 500: ${history.join('; ')}`);
  if (status >= 400 && status < 500) return null;
  const isCertain = status < 300;
  if (name === 'remove card' && isCertain) recordRemovedCard(booked, path(booked));
  if (name === 'approve' && isCertain && !hadCard)
    outcome.violations.push(`approved without a card: ${history.join('; ')}`);
  const record = isCertain ? response : await call(harness, staff, { method: 'GET', path: `/books/${booked.book_id}` });
  const actualEffect = effect((record.body ?? {}) as ResponseBody, isGuarded ? shown!.view : undefined);
  return { effect: actualEffect, startedAt, endedAt, isCertain };
}

function recordRemovedCard({ partner }: BookedPromotion, path: string) {
  const card = partner.cards.find(({ id }) => path.endsWith(`/${id}`));
  if (card) card.isValid = false;
}

/** Narrows the states to those possible after calls. Reports a promotion once if no order explains its responses. */
export function narrowStates({ outcome }: ReviewRound, interleaving: Interleaving, calls: readonly CompletedCall[]) {
  const states = statesAfter(interleaving.states, calls);
  if (interleaving.states.length && !states.length) {
    const effects = calls.map(({ effect, startedAt, endedAt }) => ({ ...effect, startedAt, endedAt }));
    outcome.violations.push(
      `no order of the calls explains the responses: ${describeInterleaving(interleaving)}; ${JSON.stringify({ effects, states: interleaving.states.slice(0, 3) })}`,
    );
  }
  interleaving.states = states;
}

export const describeInterleaving = ({ plan, booked, history }: Interleaving) =>
  `interleaving ${plan.number}, promotion ${booked.id}: ${history.join('; ')}`;

export const countOutcome = ({ counts }: ReviewOutcome, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};
