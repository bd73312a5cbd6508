import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendingDomain } from '#server/platform/config.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff } from '#server/testing/factories.ts';
import { formatDate } from '#shared/long-dates.ts';
import { SUGGESTED_FROM_READERS } from '#shared/warm-up.ts';
import { insertReaders } from '../../tests/faults/warm-up-list.ts';
import { sendDeliverabilityReport } from './report.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('emails the report to administrators who want it, on Mondays only, once, and not late', async () => {
  const { db } = server.deps;
  const [recipient, other] = await Promise.all([createStaff(server, 'admin'), createStaff(server, 'admin')]);
  await createStaff(server, 'editor');
  const uidOf = async (id: number) => (await db.user.findUniqueOrThrow({ where: { id } })).uid;
  await db.user.updateMany({ where: { id: { not: recipient.id } }, data: { gets_reports: false } });
  const reports = () => server.deps.db.mail.findMany({ where: { template: 'deliverability_report' } });
  await sendDeliverabilityReport(server.deps, '2026-12-01');
  expect(await reports()).toEqual([]);
  await sendDeliverabilityReport(server.deps, '2026-12-07');
  await sendDeliverabilityReport(server.deps, '2026-12-07');
  await sendDeliverabilityReport(server.deps, '2026-11-23');
  expect((await reports()).map(({ to }) => to)).toEqual([await uidOf(recipient.id)]);
  expect((await reports()).map(({ message_id }) => message_id)).toEqual([expect.stringMatching(/^<[\w-]+@[\w.-]+>$/)]);
  expect(await uidOf(other.id)).not.toBe(await uidOf(recipient.id));
  // A site without administrators.
  await db.user.updateMany({ data: { role: 'editor' } });
  await sendDeliverabilityReport(server.deps, '2026-12-28');
  expect((await reports()).map(({ to }) => to)).toContain(server.deps.config.operator.email);
});

it('reports stopped providers, the next caps, or the advice to start a warm-up', async () => {
  const { db, config, now } = server.deps;
  const lastReport = async (date: string) => {
    server.clock.set(new Date(`${date}T16:00:00Z`));
    await sendDeliverabilityReport(server.deps, date);
    const emails = await server.emailsTo(config.operator.email);
    return emails.find(({ text }) => text.includes(`the week before ${formatDate(date)}`))!;
  };
  const { id: warm_up_id } = await db.warmUp.create({
    data: { domain: sendingDomain(config), first_cap: 500, growth_percent: 150, started_at: now() },
  });
  const stop = {
    stopped_at: now(),
    stop_cause: 'deferrals',
    stop_reason: 'Gmail deferred or refused 30 of 90 emails today.',
  };
  await db.warmUpProvider.create({
    data: { warm_up_id, provider: 'gmail', share: 1, ...stop, resumes_on: new Date('2026-12-15') },
  });
  const data = { warm_up_id, provider: 'gmail', stage: 0, cap: 500, handed_over: 400, accepted: 390, skipped: 700 };
  await db.warmUpDay.create({ data: { ...data, date: new Date('2026-12-10') } });
  const stopped = await lastReport('2026-12-14');
  expect(stopped.subject).toBe('Your reader list needs attention: one item');
  expect(stopped.text).toContain('Gmail deferred or refused 30 of 90 emails today.');
  expect(stopped.text).toContain('Last week: providers accepted 390 emails, and the warm-up left out 700');
  expect(stopped.text).toContain('won’t send to this provider until Tuesday December 15');
  expect(stopped.text).toContain('because this Deckle site has no active administrator');
  expect(stopped.text).not.toContain('turn it off for you');
  const NOT_STOPPED = { stopped_at: null, stop_cause: null, stop_reason: null, resumes_on: null };
  await db.warmUpProvider.updateMany({ data: { ...NOT_STOPPED, opened_on: new Date('2026-12-10') } });
  const used = { stage: 0, cap: 500, handed_over: 500, accepted: 500 };
  await db.warmUpDay.updateMany({ data: used });
  // A provider without readers has a cap, for readers who are imported later.
  await db.warmUpProvider.create({ data: { warm_up_id, provider: 'yahoo', share: 0, stage: 9 } });
  // The day hasn't started, so its cap is one step above the last day's, and the next day's is two steps above.
  const growing = await lastReport('2026-12-21');
  expect(growing.text).toContain('up to 750 emails today');
  expect(growing.text).toContain('Next: up to 1,125 emails tomorrow');
  await db.warmUp.updateMany({ data: { paused_at: now() } });
  const paused = await lastReport('2027-01-04');
  expect(paused.text.replace(/\s+/g, ' ')).toContain('Next: up to 500 emails tomorrow. Growth is paused');
  await db.warmUp.updateMany({ data: { ended_at: now() } });
  server.clock.set(new Date('2027-01-11T15:00:00Z'));
  await insertReaders(server.deps.pool, { other: SUGGESTED_FROM_READERS }, { confirmed_at: now() });
  expect((await lastReport('2027-01-11')).text).toContain('Start a warm-up before your next newsletter.');
});

it('compares the number of readers with a day at least a week earlier, even if some are missing', async () => {
  const { db, config } = server.deps;
  const counts = { '22': 110, '23': 120, '26': 140, '27': 140, '28': 140, '29': 140, '30': 140, '31': 150 };
  await db.readerTierDay.createMany({
    data: Object.entries(counts).map(([day, engaged]) => ({
      ...{ date: new Date(`2027-01-${day}`), engaged },
      ...{ new: 0, slipping: 0, lapsed: 0, dormant: 0 },
    })),
  });
  server.clock.set(new Date('2027-02-01T16:00:00Z'));
  await sendDeliverabilityReport(server.deps, '2027-02-01');
  const emails = await server.emailsTo(config.operator.email);
  const report = emails.find(({ text }) => text.includes(`the week before ${formatDate('2027-02-01')}`))!;
  expect(report.text).toContain('Active readers: 150, up 30 since Saturday January 23');
});
