import { expect, it } from 'vitest';
import type { Promotion } from '#shared/promotions.ts';
import { selectText } from './BulkBar.tsx';
import {
  acceptedDraftKey,
  type BulkRow,
  isForBulk,
  meetsAllRules,
  outcomeTextOf,
  pendingBulk,
  pendingBulkText,
  rangeOf,
  reportText,
  withoutTakenOver,
} from './bulk.ts';
import { draftKey } from './decision-forms.ts';
import { fillInForAll } from './Templates.tsx';

const promotion = (id: number, facts: object = {}) =>
  ({
    ...{
      id,
      display_status: 'awaiting review',
      requested_date: '2026-12-03',
      alternate_dates: [],
      open_dates: ['2026-12-03'],
      actions: ['approve', 'reject'],
    },
    ...{ card: { is_chargeable: true }, partner: { is_email_verified: true }, failed_rules: [], ...facts },
  }) as unknown as Promotion;
const nobody = () => null;

it('selects a range in either direction, or only the row itself if the range has no start', () => {
  const rows = [1, 2, 3, 4].map((id) => ({ id }));
  expect(rangeOf(rows, 2, 4)).toEqual([2, 3, 4]);
  expect(rangeOf(rows, 4, 2)).toEqual([2, 3, 4]);
  expect(rangeOf(rows, null, 3)).toEqual([3]);
  expect(rangeOf(rows, 99, 3)).toEqual([3]);
});

it('approves only what meets every rule', () => {
  const good = promotion(1);
  const failing = promotion(2, { failed_rules: ['too_short'] });
  const cardless = promotion(3, { card: null });
  const poor = promotion(4, { failed_rules: ['too_short', 'no_store_link'] });
  const pricey = promotion(6, { current_price_cents: 499, book: { store_data: { list_price_cents: 299 } } });
  const bare = promotion(7, { book: { cover_url: '/no-cover.svg', author_id: 1 } });
  const anonymous = promotion(8, { book: { cover_url: '/media/covers/a.webp', author_id: null } });
  const all = [good, failing, cardless, poor, pricey, bare, anonymous];
  expect([...all, promotion(5, { actions: [] })].filter(meetsAllRules)).toEqual([good]);
  const { promotions, skipped } = pendingBulk(all, { decision: 'approve' }, {}, nobody);
  expect(promotions).toEqual([good]);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'It can’t be approved in bulk: too short.',
    'It can’t be approved in bulk: no valid card.',
    'It can’t be approved in bulk: too short, no store link.',
    'It can’t be approved in bulk: check price.',
    'It can’t be approved in bulk: no cover.',
    'It can’t be approved in bulk: no author.',
  ]);
  const declined = { decision: 'reject', reason_codes: ['content_policy'] } as const;
  expect(pendingBulk([good, failing], { ...declined, reason_codes: ['content_policy'] }, {}, nobody).skipped).toEqual(
    [],
  );
});

it('checks the rules for a move to a date that the partner named, except those about the old date', () => {
  const alternate_dates = ['2026-12-04'];
  const short = promotion(1, { alternate_dates, failed_rules: ['too_short', 'date_full'] });
  const full = promotion(2, { alternate_dates, failed_rules: ['date_full', 'author_twice'] });
  const preOrder = (id: number, published_on: string) =>
    promotion(id, { alternate_dates, failed_rules: ['pre_order'], book: { published_on } });
  const [published, unpublished] = [preOrder(5, '2026-12-04'), preOrder(6, '2026-12-05')];
  const movedTooEarly = promotion(7, { alternate_dates, failed_rules: [], book: { published_on: '2026-12-05' } });
  const bare = promotion(3, { alternate_dates, book: { cover_url: '/no-cover.svg', author_id: null } });
  const unrequested = promotion(4, { failed_rules: ['too_short'], actions: ['approve', 'propose_date'] });
  const move = { decision: 'move', promotion_date: '2026-12-04' } as const;
  const { promotions, skipped } = pendingBulk(
    [short, full, bare, unrequested, published, unpublished, movedTooEarly],
    move,
    {},
    nobody,
  );
  expect(promotions).toEqual([full, unrequested, published]);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'It can’t be approved in bulk: too short.',
    'It can’t be approved in bulk: no cover and no author.',
    'It can’t be approved in bulk: pre-order.',
    'It can’t be approved in bulk: pre-order.',
  ]);
});

it('checks the rules for an approval on the date that the editor chose', () => {
  const full = { alternate_dates: ['2026-12-04'], failed_rules: ['date_full'] };
  const [moved, kept, unchosen] = [promotion(1, full), promotion(2, full), promotion(3, full)];
  const short = promotion(4, { ...full, failed_rules: ['date_full', 'too_short'] });
  const dates = { 1: '2026-12-04', 2: '2026-12-03', 4: '2026-12-04' };
  const { promotions, skipped } = pendingBulk([moved, kept, unchosen, short], { decision: 'approve' }, dates, nobody);
  expect(promotions).toEqual([moved]);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'It can’t be approved in bulk: date full.',
    'It can’t be approved in bulk: date full.',
    'It can’t be approved in bulk: too short.',
  ]);
});

it('leaves out promotions whose status doesn’t allow the decision, and says why', () => {
  const changed = promotion(1, {
    ...{ display_status: 'awaiting promotion date', changed_since_review: { changes: [] } },
    actions: ['accept_changes', 'keep_approved', 'cancel_approved'],
  });
  const reasonFor = (choice: Parameters<typeof pendingBulk>[1]) =>
    pendingBulk([changed], choice, {}, nobody).skipped.map(({ reason }) => reason);
  const status = 'Its status is “awaiting promotion date”, so it can’t be';
  expect(reasonFor({ decision: 'approve' })).toEqual([`${status} approved.`]);
  expect(reasonFor({ decision: 'reject', reason_codes: ['content_policy'] })).toEqual([`${status} declined.`]);
  expect(reasonFor({ decision: 'move', promotion_date: '2026-12-09' })).toEqual([`${status} moved.`]);
  expect([changed, promotion(2)].map(isForBulk)).toEqual([false, true]);
});

it('moves a promotion to a date that the partner didn’t name only if its status allows a proposal', () => {
  const asked = promotion(1, { display_status: 'awaiting partner feedback' });
  const reasons = (promotion_date: string) =>
    pendingBulk([asked], { decision: 'move', promotion_date }, {}, nobody).skipped.map(({ reason }) => reason);
  expect(reasons('2026-12-09')).toEqual(['Its status is “awaiting partner feedback”, so it can’t be moved.']);
  expect(reasons('2026-12-03')).toEqual(['It can’t be approved in bulk: awaiting partner.']);
});

it('leaves out promotions that another editor is deciding about, and those beyond a hundred', () => {
  const many = Array.from({ length: 102 }, (_, index) => promotion(index + 1));
  const deciderOf = (id: number) => (id === 1 ? { name: 'Nora' } : null);
  const { promotions, skipped } = pendingBulk(many, { decision: 'approve' }, {}, deciderOf);
  expect(promotions.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'Nora is deciding on this promotion.',
    'You can decide on at most 100 promotions at a time.',
  ]);
});

it('keeps the dates that the editor chose, and proposes those that a partner didn’t name', () => {
  const named = promotion(1);
  const unrequested = promotion(2, { failed_rules: ['date_full'], actions: ['approve', 'propose_date'] });
  const dates = { 1: '2026-12-03', 2: '2026-12-09', 3: '2026-12-09' };
  const pending = pendingBulk([named, unrequested, promotion(3)], { decision: 'approve' }, dates, nobody);
  expect(pending.promotions).toEqual([named, unrequested]);
  expect(pending.dates).toBe(dates);
  expect(pendingBulkText(pending)).toBe('1 promotion will be approved; 1 will get a date proposal');
  expect(pendingBulkText({ ...pending, promotions: [unrequested] })).toBe('1 promotion will get a date proposal');
  const move = { decision: 'move', promotion_date: '2026-12-04' } as const;
  const awaiting = { ...named, actions: ['approve', 'propose_date'] };
  expect(pendingBulk([awaiting], move, dates, nobody).dates).toEqual({});
  expect(pendingBulkText(pendingBulk([awaiting, unrequested], move, dates, nobody))).toBe(
    '2 promotions will get a date proposal',
  );
  const onItsDate = { ...move, promotion_date: named.requested_date };
  expect(pendingBulkText(pendingBulk([named], onItsDate, dates, nobody))).toMatch(/^1 promotion will be approved for /);
});

it('drops a promotion from a pending bulk decision if another editor starts deciding about it', () => {
  const pending = pendingBulk([promotion(1), promotion(2)], { decision: 'approve' }, {}, nobody);
  const { promotions, skipped } = withoutTakenOver(pending, 2, 'Nora');
  expect(promotions.map(({ id }) => id)).toEqual([1]);
  expect(skipped).toMatchObject([
    { promotion: { id: 2 }, outcome: 'refused', reason: 'Nora started deciding first. Your decision wasn’t sent.' },
  ]);
});

it('counts the promotions by outcome', () => {
  const rows = (...outcomes: BulkRow['outcome'][]) =>
    outcomes.map((outcome) => ({ promotion: promotion(1), outcome, reason: null }));
  const move = { decision: 'move', promotion_date: '2026-12-04' } as const;
  expect(reportText({ choice: move, rows: rows('proposed', 'approved', 'refused', 'proposed') })).toBe(
    '1 promotion approved for Fri, Dec 4; 2 got a date proposal; 1 not changed',
  );
  expect(reportText({ choice: { decision: 'approve' }, rows: rows('unknown', 'unknown', 'refused') })).toBe(
    '2 promotions may have changed: check the list; 1 not changed',
  );
});

it('drops a form’s draft, and no other, once its bulk decision is accepted', () => {
  const form = [promotion(10), promotion(9), promotion(2)];
  const draftOf = (kind: 'reject' | 'propose_date', bulk = form) => draftKey({ kind, promotion: bulk[0]!, bulk });
  const move = { decision: 'move', promotion_date: '2026-12-04' } as const;
  const outcomes = (...found: BulkRow['outcome'][]): BulkRow[] =>
    // Skipped promotions are listed last.
    [form[1]!, form[2]!, form[0]!].map((one, index) => ({ promotion: one, outcome: found[index]!, reason: null }));
  const accepted = outcomes('proposed', 'unknown', 'refused');
  expect(acceptedDraftKey({ choice: move, rows: accepted })).toBe(draftOf('propose_date'));
  expect(draftOf('propose_date')).not.toBe(draftOf('propose_date', form.slice(1)));
  expect(draftOf('propose_date')).not.toBe(draftOf('reject'));
  const decline = { decision: 'reject', reason_codes: ['content_policy'] } as const;
  const declined = outcomes('declined', 'declined', 'declined');
  expect(acceptedDraftKey({ choice: { ...decline, reason_codes: ['content_policy'] }, rows: declined })).toBe(
    draftOf('reject'),
  );
  expect(acceptedDraftKey({ choice: move, rows: outcomes('refused', 'refused', 'unknown') })).toBeNull();
  expect(
    acceptedDraftKey({ choice: { decision: 'approve' }, rows: outcomes('approved', 'refused', 'refused') }),
  ).toBeNull();
});

it('names the editor who decided first instead of the reason for the refusal', () => {
  const reason = 'This promotion’s status is “declined”, so it can’t be approved.';
  const refused = { promotion: promotion(1), outcome: 'refused' as const, reason };
  const last_event = {
    id: 1,
    actor: 'user',
    actor_name: 'Sam Reed',
    action: 'reject',
    to: 'declined',
    seconds_ago: 10,
  } as const;
  expect(outcomeTextOf({ ...refused, last_event })).toBe('wasn’t changed. Declined by Sam Reed 10 s ago.');
  expect(outcomeTextOf(refused)).toBe(`wasn’t changed. ${reason}`);
});

it('fills in a template for several books', () => {
  expect(fillInForAll('The cover of “{title}” is small.')).toBe('The cover of your book is small.');
});

it.each([
  [{ shown: 130, total: 130, passing: 130, hasNextPage: false }, 'Select the first 100 that meet every rule'],
  [{ shown: 130, total: 130, passing: 99, hasNextPage: false }, 'Select all 99 that meet every rule'],
  [{ shown: 20, total: 45, passing: 3, hasNextPage: false }, 'Select all 3 shown that meet every rule'],
  [{ shown: 20, total: 45, passing: 1, hasNextPage: false }, 'Select the 1 shown that meets every rule'],
  [{ shown: 20, total: 20, passing: 1, hasNextPage: false }, 'Select the 1 that meets every rule'],
  [{ shown: 20, total: 45, passing: 3, hasNextPage: true }, 'Select all that meet every rule'],
  [{ shown: 20, total: 300, passing: 3, hasNextPage: true }, 'Select all of the first 100 that meet every rule'],
])('offers, for %j, to “%s”', ({ shown, total, passing, hasNextPage }, text) => {
  const list = { rows: Array(shown).fill(promotion(1)), total_count: total, hasNextPage };
  expect(selectText(list as unknown as Parameters<typeof selectText>[0], passing)).toBe(text);
});
