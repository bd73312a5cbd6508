/** Warnings to support before a newsletter closes with undecided promotions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createStaff, insertPartners, type PartnerClient } from '#server/testing/factories.ts';
import { undecidedClosingNext, warnOfUndecided } from './undecided.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAIL: 'help@deckle.test' } });
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

const warnings = async () =>
  (await server.emailsTo('help@deckle.test')).map(({ subject }) => subject).filter((one) => one.includes('undecided'));
/** Runs several times in parallel and once more at that instant. */
const warnAt = async (instant: string) => {
  server.clock.set(new Date(instant));
  await Promise.all(Array.from({ length: 4 }, () => warnOfUndecided(server.deps)));
  await warnOfUndecided(server.deps);
};

it('warns once 24 hours and once 2 hours before the cutoff, about the promotions that are still undecided', async () => {
  const [first, second] = [
    await createPromotion(server, { partner, requested_date: '2026-12-03', book: { title: 'Dracula' } }),
    await createPromotion(server, { partner, requested_date: '2026-12-03', book: { title: 'Emma' } }),
  ];
  // Its last open date is later, so staff have more time.
  await createPromotion(server, { partner, requested_date: '2026-12-10', alternate_dates: ['2026-12-03'] });
  await warnAt('2026-12-02T16:59:59Z');
  expect(await warnings()).toEqual([]);
  await warnAt('2026-12-02T17:00:00Z');
  await warnAt('2026-12-03T14:59:59Z');
  expect(await warnings()).toEqual(['2 undecided promotions: newsletter closes within 24 hours']);
  const [mail] = await server.emailsTo('help@deckle.test');
  expect(mail!.text).toContain('The newsletter for Thursday December 3rd, 2026 closes on Dec 3, 2026, 10:00');
  for (const { id } of [first, second]) expect(mail!.text).toContain(`${server.url}/users/promotions/${id}/edit`);

  const staff = await createStaff(server);
  await staff.post(`/promotions/${first.id}/approve`).expect(200);
  await warnAt('2026-12-03T15:00:00Z');
  await warnAt('2026-12-03T16:59:59Z');
  expect((await warnings()).sort()).toEqual([
    '1 undecided promotion: newsletter closes within 2 hours',
    '2 undecided promotions: newsletter closes within 24 hours',
  ]);
  await warnAt('2026-12-03T17:00:00Z');
  expect(await warnings()).toHaveLength(2);
});

it("doesn't warn if no promotion of the next newsletter is undecided", async () => {
  await warnAt('2026-12-05T15:30:00Z');
  expect(await warnings()).toHaveLength(2);
});

it('goes by the last open date, as the lane of the review queue does', async () => {
  const { db } = server.deps;
  const closing = await createPromotion(server, {
    ...{ partner, requested_date: '2026-12-08', alternate_dates: ['2026-12-07'], book: { title: 'Persuasion' } },
  });
  await createPromotion(server, {
    ...{ partner, requested_date: '2026-12-07', alternate_dates: ['2026-12-12'], deal_ends_on: '2026-12-13' },
  });
  await db.newsletter.updateMany({
    where: { newsletter_date: new Date('2026-12-08'), kind: 'daily' },
    data: { status: 'frozen' },
  });
  server.clock.set(new Date('2026-12-07T15:30:00Z'));
  const staff = await createStaff(server);
  const { lane_counts } = (await staff.get('/promotions/lane_counts').expect(200)).body;
  const { checks } = (await staff.get('/admin/health').expect(200)).body;
  const { numbers } = checks.find(({ name }: { name: string }) => name === 'reviews');
  const { promotions } = await undecidedClosingNext(db, server.deps.now());
  expect(promotions.map(({ id }) => id)).toEqual([closing.id]);
  expect([lane_counts.closes_next, numbers.closing]).toEqual([1, 1]);
  const list = '/newsletters?kind=daily&date_from=2026-12-07&date_to=2026-12-12&sort_col=newsletter_date&sort_dir=asc';
  const { newsletters } = (await staff.get(list).expect(200)).body;
  const counts = newsletters.map((one: { awaiting_review_count: number }) => one.awaiting_review_count);
  expect(counts).toEqual([1, 0, 0, 1, 0, 1]);
});
