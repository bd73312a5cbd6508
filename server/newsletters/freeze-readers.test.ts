/** Recipients are chosen in ranges of readers, while the newsletter's content no longer changes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';
import { holdNewsletters } from '../../scripts/backup/hold.ts';
import { freezeNewsletter } from './freeze.ts';
import { continueFreezing, freezeReaders, rangeSize } from './freeze-readers.ts';
import { alertUnfrozen } from './overdue.ts';
import { resumeNewsletters } from './send.ts';

const DATE = '2026-12-02';
const CUTOFF = '2026-12-02T17:00:00Z';
const USUAL_RANGE = rangeSize.readers;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
let readers: Awaited<ReturnType<typeof createReader>>[];
let created: Awaited<ReturnType<typeof createPromotion>>;
let id: number;

beforeEach(async () => {
  rangeSize.readers = 2;
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  created = await createPromotion(server, { partner, book: { title: 'The Approved Title' } });
  await staff.post(`/promotions/${created.id}/approve`).expect(200);
  readers = [];
  for (let n = 0; n < 5; n++) readers.push(await createReader(server));
});
afterEach(async () => {
  rangeSize.readers = USUAL_RANGE;
  await server.close();
});

const newsletter = () => server.deps.db.newsletter.findUniqueOrThrow({ where: { id } });
const recipients = () => server.deps.db.delivery.count({ where: { newsletter_id: id } });
const newsletterMails = async () => {
  const mails = await Promise.all(readers.map(({ email }) => server.emailsTo(email)));
  return mails.flat().filter(({ headers }) => 'list-unsubscribe' in headers);
};
const fetchPromotion = async () => (await partner.get(`/promotions/${created.id}`).expect(200)).body.promotion;
const idOf = async (n: number) =>
  (await server.deps.db.reader.findUniqueOrThrow({ where: { email: readers[n]!.email } })).id;

/** Freezes the newsletter's content at its cutoff, without its recipients. */
async function freezeContent() {
  server.clock.set(new Date(CUTOFF));
  staff = await createStaff(server, 'admin');
  id = (await freezeNewsletter(server.deps, DATE))!.id;
}

/** Makes the insert of one reader's row fail, so that the freeze stops before the range of that reader. */
async function stopAt(reader: number) {
  await server.deps.pool.query(`
    create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$;
    create trigger refuse before insert on deliveries for each row
      when (new.reader_id = ${await idOf(reader)}) execute function refuse()`);
  await expect(freezeReaders(server.deps, { id })).rejects.toThrow('no more');
}
const allowInserts = () => server.deps.pool.query('drop trigger refuse on deliveries');

describe('readers who have followed a link of an email in the last 60 days', () => {
  const click = (n: number, clicked_at: string, ua_class: 'person' | 'bot' = 'person') =>
    idOf(n).then((reader_id) =>
      server.deps.db.clickLog.create({
        data: { source: 'newsletter', reader_id, clicked_at: new Date(clicked_at), ua_class },
      }),
    );

  it('get the newsletter before the others, whatever range they are in', async () => {
    await freezeContent();
    await click(4, '2026-11-01T12:00:00Z');
    await click(2, '2026-10-05T12:00:00Z');
    await click(1, '2026-11-01T12:00:00Z', 'bot');
    await click(0, '2026-09-01T12:00:00Z');
    await server.settle();
    const engaged = [await idOf(2), await idOf(4)];
    const rows = await server.deps.db.delivery.findMany({ where: { is_engaged: true }, orderBy: { reader_id: 'asc' } });
    expect(rows.map(({ reader_id }) => reader_id)).toEqual(engaged);
    const ranges = await server.deps.db.newsletterRange.findMany({ orderBy: { number: 'asc' } });
    expect(ranges.map(({ is_engaged, deliveries, accepted }) => [is_engaged, deliveries, accepted])).toEqual([
      [false, 2, 2],
      [true, 1, 1],
      [false, 1, 1],
      [true, 1, 1],
    ]);
    const sent = (await server.deps.db.capturedMail.findMany({ orderBy: { id: 'asc' } })).map(({ to }) => to);
    const order = sent.filter((to) => readers.some(({ email }) => email === to));
    const newsletters = order.slice(-readers.length);
    expect(newsletters.slice(0, 2).sort()).toEqual([readers[2]!.email, readers[4]!.email].sort());
  });
});

describe('an unfinished freeze', () => {
  it('keeps the finished ranges, records why it stopped, and continues after them', async () => {
    await freezeContent();
    await stopAt(3);
    expect(await newsletter()).toMatchObject({
      ...{ status: 'freezing', freeze_cursor: await idOf(1), deliveries_total: 2 },
      failure: expect.stringContaining('no more'),
    });
    expect(await recipients()).toBe(2);
    await expect(continueFreezing(server.deps)).rejects.toThrow('no more');
    expect(await recipients()).toBe(2);

    await allowInserts();
    await continueFreezing(server.deps);
    expect(await newsletter()).toMatchObject({ status: 'frozen', deliveries_total: 5, failure: null });
    await server.settle();
    expect(await newsletter()).toMatchObject({ status: 'sent', delivered_count: 5 });
    expect(await newsletterMails()).toHaveLength(5);
  });

  it('counts each reader once when several processes continue it', async () => {
    await freezeContent();
    await Promise.all([1, 2, 3, 4].map(() => freezeReaders(server.deps, { id })));
    await continueFreezing(server.deps);
    expect(await newsletter()).toMatchObject({ status: 'frozen', deliveries_total: 5 });
    expect(await recipients()).toBe(5);
    expect((await server.deps.queue.drain()).filter((job) => job === 'newsletters.send')).toHaveLength(1);
  });

  it('is reported to support at 10:10 if it keeps failing', async () => {
    await freezeContent();
    await stopAt(0);
    const late = async () =>
      (await server.emailsTo(server.deps.config.operator.email)).filter(({ subject }) =>
        subject.startsWith('A newsletter hasn’t closed on time'),
      );
    await alertUnfrozen(server.deps);
    expect(await late()).toEqual([]);
    server.clock.set(new Date('2026-12-02T17:10:00Z'));
    await alertUnfrozen(server.deps);
    expect(await late()).toHaveLength(1);
  });

  it('looks frozen to staff, in the list and on its page', async () => {
    await freezeContent();
    expect((await staff.get(`/newsletters/${id}`).expect(200)).body.newsletter.status).toBe('frozen');
    expect((await staff.get(`/newsletters/${id}/progress`).expect(200)).body.progress.status).toBe('frozen');
    for (const sort of ['recent', 'id']) {
      const { body } = await staff.get(`/newsletters?status=frozen&sort_col=${sort}`).expect(200);
      expect(body.newsletters).toMatchObject([{ id, status: 'frozen' }]);
    }
  });
});

describe('during the freeze', () => {
  it('no change of a promotion or its book changes what any reader gets', async () => {
    await freezeContent();
    await stopAt(3);
    await partner.patch(`/books/${created.book.id}`).send({ title: 'The Hasty Title' }).expect(200);
    await partner.patch(`/promotions/${created.id}`).send({ category_id: 2 }).expect(409);
    await partner.post(`/promotions/${created.id}/cancel_approved`).expect(409);
    await allowInserts();
    await server.settle();
    await continueFreezing(server.deps);
    await server.settle();
    const mails = await newsletterMails();
    expect(mails).toHaveLength(5);
    for (const { text } of mails) {
      expect(text).toContain('The Approved Title');
      expect(text).not.toContain('The Hasty Title');
    }
  });

  it('a reader who unsubscribes after their range was chosen gets nothing', async () => {
    await freezeContent();
    await stopAt(3);
    await visitor(server).post(`/readers/${readers[0]!.uuid}/unsubscribe`).expect(200);
    await allowInserts();
    await continueFreezing(server.deps);
    await server.settle();
    expect(await newsletterMails()).toHaveLength(4);
  });

  it('staff can pause and end the newsletter: no further readers are chosen, and nobody gets it', async () => {
    await freezeContent();
    await stopAt(3);
    await allowInserts();
    await staff.post(`/newsletters/${id}/pause`).send({ reason: 'A wrong price' }).expect(200);
    await staff.post(`/newsletters/${id}/end`).send({ reason: 'A wrong price' }).expect(200);
    await continueFreezing(server.deps);
    expect(await recipients()).toBe(2);
    await server.settle();
    expect(await recipients()).toBe(2);
    expect(await newsletter()).toMatchObject({ status: 'failed' });
    expect((await fetchPromotion()).display_status).toBe('unable to send');
    expect(await newsletterMails()).toEqual([]);
  });

  it('a pause lets the choice of recipients finish, and sends nothing', async () => {
    await freezeContent();
    await staff.post(`/newsletters/${id}/pause`).send({ reason: 'Wait' }).expect(200);
    await server.settle();
    expect(await newsletter()).toMatchObject({ status: 'frozen', deliveries_total: 5 });
    expect(await newsletterMails()).toEqual([]);
  });
});

it('gives up a freeze that lasts until the next cutoff, and sends nothing', async () => {
  await freezeContent();
  await stopAt(3);
  await allowInserts();
  server.clock.set(new Date('2026-12-03T17:00:00Z'));
  await continueFreezing(server.deps);
  expect(await recipients()).toBe(2);
  await resumeNewsletters(server.deps);
  await server.settle();
  expect(await newsletter()).toMatchObject({ status: 'failed' });
  expect((await fetchPromotion()).display_status).toBe('unable to send');
  expect(await newsletterMails()).toEqual([]);
});

describe('a freeze that a restore interrupted', () => {
  it.each([
    [true, '2026-12-05T20:00:00Z', { status: 'sent', sent_at: new Date(CUTOFF), delivered_count: 5 }, 0],
    [false, '2026-12-02T18:00:00Z', { status: 'sent', delivered_count: 5 }, 5],
  ])('waits for an administrator, then is finished (was sent: %s)', async (was_sent, at, finished, mails) => {
    await freezeContent();
    await stopAt(3);
    await allowInserts();
    server.clock.set(new Date(at));
    staff = await createStaff(server, 'admin');
    const client = await server.deps.pool.connect();
    const held = await holdNewsletters(client, { made_at: new Date(CUTOFF), now: new Date(CUTOFF) });
    client.release();
    expect(held).toContain('2026-12-02 (daily)');
    await continueFreezing(server.deps);
    await server.settle();
    expect(await recipients()).toBe(2);
    await staff.post(`/newsletters/${id}/release`).send({ was_sent }).expect(200);
    await resumeNewsletters(server.deps);
    await server.settle();
    expect(await newsletter()).toMatchObject(finished);
    expect(await newsletterMails()).toHaveLength(mails);
    const promotion = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: created.id } });
    expect(promotion.sent_at).toEqual((await newsletter()).sent_at);
  });
});
