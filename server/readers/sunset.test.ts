/** The last question to dormant readers: who gets it, how they can answer, and the stop if they don't. */
import supertest from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createBook, createPartner, createStaff, tablesChangedBy, visitor } from '#server/testing/factories.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { liftBounce, recordMailEvent } from './bounces.ts';
import { countListHealth } from './list-health.ts';
import { optOutsSince } from './opt-out-log.ts';
import { finishRestore, RESTORED_KEY } from './replay.ts';
import { sunsetBatch, sunsetDormant } from './sunset.ts';
import { emailHash, suppressAddress, suppressReader } from './suppression.ts';
import { deleteUnconfirmed } from './unconfirmed.ts';

const SUBJECT = 'Still want these ebook deals?';
let server: TestServer;
beforeEach(async () => {
  sunsetBatch.questions = 2;
  server = await startTestServer({ pages: true });
});
afterEach(() => server.close());

const daysAgo = (days: number) => new Date(server.deps.now().getTime() - days * DAY_MS);
const advanceDays = (days: number) => server.clock.set(daysAgo(-days));

/** Inserts an active reader who confirmed `days` days ago. */
async function insertReader(name: string, days = 400, more: { paused_until?: Date } = {}) {
  const email = `${name}@example.test`;
  const confirmed_at = daysAgo(days);
  return server.deps.db.reader.create({
    data: {
      ...{ email, confirmed_at, created_at: confirmed_at, status: 'active' },
      ...more,
      categories: { create: { category_id: 1 } },
    },
  });
}

const insertClick = (reader_id: number, clicked_at: Date, more: { ua_class?: string; billable?: boolean } = {}) =>
  server.deps.pool.query(
    `insert into click_logs (reader_id, source, clicked_at, ua_class, billable) values ($1, 'newsletter', $2, $3, $4)`,
    [reader_id, clicked_at, more.ua_class ?? 'person', more.billable ?? null],
  );

async function saveBook(uuid: string) {
  const { id } = await createBook(await createPartner(server));
  await visitor(server).post(`/readers/${uuid}/list`).send({ kind: 'book', id }).expect(200);
}

async function run(changes: { SUNSET_DAILY_EMAILS?: number } = {}) {
  await sunsetDormant({ ...server.deps, config: { ...server.deps.config, ...changes } });
  await server.settle();
}

const asked = async () =>
  (await server.deps.db.sunsetQuestion.findMany({ include: { reader: true }, orderBy: { asked_at: 'asc' } })).map(
    ({ reader }) => reader.email!.split('@')[0],
  );
const statusOf = async (id: number) => (await server.deps.db.reader.findUniqueOrThrow({ where: { id } })).status;
const outcomeOf = async (reader_id: number) =>
  (await server.deps.db.sunsetQuestion.findUniqueOrThrow({ where: { reader_id } })).outcome;
const emailsTo = async (name: string) =>
  (await server.emailsTo(`${name}@example.test`)).filter(({ subject }) => subject === SUBJECT);

it('asks only dormant readers, the most recently active first, within the day’s limit, and each once', async () => {
  await insertReader('oldest', 700);
  await insertReader('newer', 200);
  const clicked = await insertReader('clicked', 900);
  await insertClick(clicked.id, daysAgo(190));
  const scanned = await insertReader('scanned', 300);
  await insertClick(scanned.id, daysAgo(3), { ua_class: 'bot' });
  await insertClick(scanned.id, daysAgo(3), { billable: false });
  // None of these is asked.
  const engaged = await insertReader('engaged');
  await insertClick(engaged.id, daysAgo(170));
  await insertReader('joined', 179);
  await insertReader('paused', 400, { paused_until: daysAgo(-20) });
  const visiting = await insertReader('visiting');
  await visitor(server).get(`/readers/${visiting.uuid}`).expect(200);
  const saving = await insertReader('saving');
  await saveBook(saving.uuid);
  await server.deps.db.reader.update({
    where: { id: (await insertReader('gone')).id },
    data: { status: 'unsubscribed' },
  });

  await run({ SUNSET_DAILY_EMAILS: 0 });
  expect(await asked()).toEqual([]);
  await Promise.all([run({ SUNSET_DAILY_EMAILS: 2 }), run({ SUNSET_DAILY_EMAILS: 2 })]);
  expect((await asked()).toSorted()).toEqual(['clicked', 'newer']);
  await run({ SUNSET_DAILY_EMAILS: 2 });
  expect(await asked()).toHaveLength(2);
  advanceDays(1);
  await run();
  expect((await asked()).toSorted()).toEqual(['clicked', 'newer', 'oldest', 'scanned']);
  for (const name of ['clicked', 'newer', 'oldest', 'scanned']) expect(await emailsTo(name)).toHaveLength(1);

  const [email] = await emailsTo('newer');
  expect(email!.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(email!.text).toContain('/readers/unsubscribe?token=');
  expect(email!.text).not.toContain('/edit');
});

it('asks nobody again within a year, even if they kept the newsletter without clicking', async () => {
  const { id, uuid } = await insertReader('quiet');
  await run();
  await visitor(server).post(`/readers/${uuid}/keep`).send({}).expect(200);
  for (const days of [200, 164]) {
    advanceDays(days);
    await run();
  }
  expect(await emailsTo('quiet')).toHaveLength(1);
  advanceDays(2);
  await run();
  expect(await emailsTo('quiet')).toHaveLength(2);
  expect(await outcomeOf(id)).toBeNull();
});

it('stops readers who don’t answer for two weeks, and keeps those who click, visit, save a book, or say so', async () => {
  const names = ['silent', 'clicks', 'visits', 'saves', 'says', 'leaves', 'bot'];
  const readers = await Promise.all(names.map((name) => insertReader(name)));
  const [silent, clicks, visits, saves, says, leaves, bot] = readers.map(({ id, uuid }) => ({ id, uuid }));
  await run();
  advanceDays(1);
  await insertClick(clicks!.id, daysAgo(0));
  await insertClick(bot!.id, daysAgo(0), { ua_class: 'bot' });
  await visitor(server).get(`/readers/${visits!.uuid}`).expect(200);
  await saveBook(saves!.uuid);
  await visitor(server).post(`/readers/${says!.uuid}/keep`).send({ frequency: 'weekly' }).expect(200);
  await visitor(server).post(`/readers/${leaves!.uuid}/unsubscribe`).send({}).expect(200);
  advanceDays(12);
  await run();
  expect(await statusOf(silent!.id)).toBe('active');
  advanceDays(1);
  await Promise.all([run(), run()]);
  for (const { id } of [silent!, bot!]) {
    expect(await statusOf(id)).toBe('sunset');
    expect(await outcomeOf(id)).toBe('sunset');
  }
  for (const { id } of [clicks!, visits!, saves!, says!]) {
    expect(await statusOf(id)).toBe('active');
    expect(await outcomeOf(id)).toBe('kept');
  }
  expect([await statusOf(leaves!.id), await outcomeOf(leaves!.id)]).toEqual(['unsubscribed', 'left']);
  expect(await server.deps.db.reader.findUnique({ where: { id: says!.id } })).toMatchObject({ frequency: 'weekly' });
  // The row and the preferences stay.
  expect(await server.deps.db.readerCategory.count({ where: { reader_id: silent!.id } })).toBe(1);

  const today = toIsoDate(server.deps.now());
  await countListHealth(server.deps, addDays(today, 1));
  expect(await server.deps.db.readerTierDay.findUnique({ where: { date: parseDate(today) } })).toMatchObject({
    ...{ asked: 0, kept: 0, sunset: 2 },
  });
});

it('asks again if the question never left us, and counts the two weeks from a late send', async () => {
  const { db } = server.deps;
  const [lost, late, refused] = [await insertReader('lost'), await insertReader('late'), await insertReader('refused')];
  await run();
  const setEmail = (reader_id: number, data: object) => db.mail.updateMany({ where: { reader_id }, data });
  await setEmail(lost.id, { state: 'failed', failure: '451 Try again later', sent_at: null });
  await setEmail(refused.id, { state: 'failed', failure: '550 No such user', sent_at: null, bounced_at: daysAgo(0) });
  await setEmail(late.id, { sent_at: daysAgo(-3) });
  advanceDays(14);
  await run();
  expect(await Promise.all([lost, late, refused].map(({ id }) => statusOf(id)))).toEqual([
    'active',
    'active',
    'sunset',
  ]);
  expect(await emailsTo('lost')).toHaveLength(2);
  advanceDays(3);
  await run();
  expect([await statusOf(lost.id), await statusOf(late.id)]).toEqual(['active', 'sunset']);
  advanceDays(11);
  await run();
  expect(await statusOf(lost.id)).toBe('sunset');
});

it('asks dormant readers who came back after they left, were erased, or didn’t answer an import', async () => {
  const { deps } = server;
  for (const reason of ['unsubscribed', 'erased', 'unanswered', 'complained'] as const) {
    const { email } = await insertReader(reason);
    await deps.db.$transaction((tx) => suppressAddress(deps, tx, { email: email!, reason }));
  }
  await run();
  expect((await asked()).toSorted()).toEqual(['erased', 'unanswered', 'unsubscribed']);
});

it('asks the other readers if the email to one can’t be queued', async () => {
  const { db } = server.deps;
  await insertReader('failing', 200);
  await insertReader('next', 300);
  await db.$executeRaw`alter table mails add constraint refuse_one check ("to" <> 'failing@example.test')`;
  await expect(run()).rejects.toThrow('refuse_one');
  expect(await asked()).toEqual(['next']);
  await db.$executeRaw`alter table mails drop constraint refuse_one`;
  await run();
  expect((await asked()).toSorted()).toEqual(['failing', 'next']);
});

it('starts the newsletter again from the question’s link: opening it changes nothing, and its button works without JavaScript', async () => {
  const [first, second] = [await insertReader('first'), await insertReader('second')];
  await run();
  advanceDays(14);
  await run();
  const page = `/readers/${first.uuid}/keep`;
  const changed = await tablesChangedBy(server, async () => {
    await supertest(server.url).get(page).expect(200);
  });
  expect(changed).toEqual([]);
  expect(await statusOf(first.id)).toBe('sunset');
  const { headers } = await supertest(server.url).post(page).type('form').send({}).expect(303);
  expect(headers.location).toBe(`${page}?sent=done`);
  expect(await statusOf(first.id)).toBe('active');
  for (let turn = 0; turn < 2; turn++)
    await visitor(server).post(`/readers/${second.uuid}/keep`).send({ paused_until: '2027-03-01' }).expect(200);
  expect(await server.deps.db.reader.findUnique({ where: { id: second.id } })).toMatchObject({
    ...{ status: 'active', paused_until: parseDate('2027-03-01') },
  });
  const kept = await visitor(server).post(`/readers/${second.uuid}/keep`).send({}).expect(200);
  expect(kept.body.reader.paused_until).toBeNull();
  await visitor(server).post(`/readers/${second.uuid}/unsubscribe`).send({}).expect(200);
  const refusal = async () =>
    (await visitor(server).post(`/readers/${second.uuid}/keep`).send({}).expect(409)).body.errors.base;
  expect(await refusal()).toEqual([
    'This link can’t restart the newsletter anymore. To get it again, sign up on the home page.',
  ]);
  const { deps } = server;
  const { id, email } = second;
  await deps.db.$transaction((tx) => suppressReader(deps, tx, { id, email: email!, reason: 'staff' }));
  expect(await refusal()).toEqual(['This link can’t restart the newsletter anymore.']);
  expect(await statusOf(id)).toBe('unsubscribed');
});

it('lets a stopped reader sign up again, and stops them again if they don’t confirm', async () => {
  const [returns, ignores] = [await insertReader('returns'), await insertReader('ignores')];
  await run();
  advanceDays(14);
  await run();
  for (const { email } of [returns, ignores])
    await visitor(server)
      .post('/readers')
      .send({ email, category_ids: [1] })
      .expect(201);
  await server.settle();
  const emails = await server.emailsTo(returns.email!);
  const token = emails.map(({ text }) => /confirm\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
  await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  expect([await statusOf(returns.id), await outcomeOf(returns.id)]).toEqual(['active', 'kept']);
  advanceDays(31);
  await deleteUnconfirmed(server.deps);
  expect(await statusOf(ignores.id)).toBe('sunset');
  await visitor(server).post(`/readers/${ignores.uuid}/unsubscribe`).send({}).expect(200);
  expect(await statusOf(ignores.id)).toBe('unsubscribed');
});

it('starts the newsletter again for a reader with an unconfirmed sign-up, unless they unsubscribed after it was stopped', async () => {
  const [stays, leaves] = [await insertReader('stays'), await insertReader('leaves')];
  await run();
  advanceDays(14);
  await run();
  await visitor(server).post(`/readers/${leaves.uuid}/unsubscribe`).send({}).expect(200);
  for (const { email } of [stays, leaves])
    await visitor(server)
      .post('/readers')
      .send({ email, category_ids: [1] })
      .expect(201);
  await visitor(server).post(`/readers/${stays.uuid}/keep`).send({}).expect(200);
  await visitor(server).post(`/readers/${leaves.uuid}/keep`).send({}).expect(409);
  expect([await statusOf(stays.id), await statusOf(leaves.id)]).toEqual(['active', 'pending']);
  advanceDays(31);
  await deleteUnconfirmed(server.deps);
  expect([await statusOf(stays.id), await statusOf(leaves.id)]).toEqual(['active', 'unsubscribed']);
});

it('confirms a new sign-up by an older email’s button, so that a bounce that staff clear doesn’t end the newsletter', async () => {
  const { id, uuid, email } = await insertReader('bounces');
  await run();
  advanceDays(14);
  await run();
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  advanceDays(1);
  await visitor(server).post(`/readers/${uuid}/keep`).send({}).expect(200);
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  await visitor(server).post(`/readers/${uuid}/resubscribe`).send({}).expect(200);

  const at = server.deps.now();
  const event = { type: 'hard_bounce', newsletter_id: null, mail_id: null, email: null, diagnostic: null } as const;
  await server.deps.db.$transaction(async (tx) => {
    await recordMailEvent(server.deps, tx, { ...event, reader_id: id, at, dedupe: 'full' });
    await liftBounce(server.deps, tx, await tx.reader.findUniqueOrThrow({ where: { id } }));
  });
  expect(await statusOf(id)).toBe('active');
});

it('keeps a reader stopped when staff clear a bounce, unless the reader had undone an unsubscribe', async () => {
  const [silent, returns] = [await insertReader('silent'), await insertReader('returns')];
  await run();
  advanceDays(14);
  await run();
  await visitor(server).post(`/readers/${returns.uuid}/unsubscribe`).send({}).expect(200);
  await visitor(server).post(`/readers/${returns.uuid}/resubscribe`).send({}).expect(200);
  advanceDays(1);
  const at = server.deps.now();
  const staff = await createStaff(server);
  const event = { type: 'hard_bounce', newsletter_id: null, mail_id: null, email: null, diagnostic: null } as const;
  const clear = async (reader_id: number) => {
    await server.deps.db.$transaction((tx) =>
      recordMailEvent(server.deps, tx, { ...event, reader_id, at, dedupe: `full ${reader_id}` }),
    );
    expect(await statusOf(reader_id)).toBe('bounced');
    return (await staff.post(`/admin/readers/${reader_id}/lift_bounce`).send({ reason: 'Moved.' }).expect(200)).body;
  };
  expect(await clear(silent.id)).toMatchObject({
    message:
      'The bounce was cleared. The reader didn’t answer our last question, so they’ll get newsletters again only if they use the link in that email or sign up again.',
    reader: { status: 'sunset' },
  });
  expect(await clear(returns.id)).toMatchObject({ reader: { status: 'active' } });
  await server.settle();
  const logged = async (email: string) => {
    const kinds = [];
    for await (const { kind, hash } of optOutsSince(server.deps, at))
      if (hash === Buffer.from(emailHash(server.deps, email)).toString('hex')) kinds.push(kind);
    return kinds;
  };
  expect(await logged(silent.email!)).toEqual(['confirmed', 'sunset']);
  expect(await logged(returns.email!)).toEqual(['confirmed']);
});

it('applies the fresh link of a new sign-up although an older email’s button started the newsletter first', async () => {
  const { id, uuid, email } = await insertReader('both');
  await run();
  advanceDays(14);
  await run();
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [2], frequency: 'weekly' })
    .expect(201);
  await server.settle();
  const emails = await server.emailsTo(email!);
  const token = emails.map(({ text }) => /confirm\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
  await visitor(server).post(`/readers/${uuid}/keep`).send({}).expect(200);
  advanceDays(1);
  await deleteUnconfirmed(server.deps);
  await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  expect(await server.deps.db.reader.findUnique({ where: { id }, include: { categories: true } })).toMatchObject({
    ...{ status: 'active', frequency: 'weekly', categories: [{ category_id: 2 }] },
  });
  advanceDays(7);
  await visitor(server).post('/readers/confirm').send({ token }).expect(422);
});

it('restores a reader whose click was stored after the sweep', async () => {
  const { id } = await insertReader('late');
  await run();
  advanceDays(14);
  await run();
  await insertClick(id, new Date(server.deps.now().getTime() - 1_000));
  advanceDays(1);
  await run();
  expect([await statusOf(id), await outcomeOf(id)]).toEqual(['active', 'kept']);
});

it('keeps a reader who answers while the sweep runs', async () => {
  const { id, uuid } = await insertReader('answers');
  await run();
  advanceDays(14);
  const { pool } = server.deps;
  const client = await pool.connect();
  try {
    // The answer's transaction holds the reader's row and commits after the sweep has passed.
    await client.query('begin');
    await client.query('select 1 from readers where id = $1 for update', [id]);
    await sunsetDormant(server.deps);
    expect(await statusOf(id)).toBe('active');
    await client.query('commit');
  } finally {
    client.release();
  }
  await Promise.all([sunsetDormant(server.deps), visitor(server).post(`/readers/${uuid}/keep`).send({}).expect(200)]);
  await server.settle();
  expect([await statusOf(id), await outcomeOf(id)]).toEqual(['active', 'kept']);
});

it('withdraws a queued question of a reader who has answered or left', async () => {
  const [answers, leaves, stays] = [await insertReader('a1'), await insertReader('l1'), await insertReader('s1')];
  await sunsetDormant(server.deps);
  await visitor(server).post(`/readers/${answers.uuid}/keep`).send({}).expect(200);
  await visitor(server).post(`/readers/${leaves.uuid}/unsubscribe`).send({}).expect(200);
  await server.settle();
  expect(await emailsTo('a1')).toEqual([]);
  expect(await emailsTo('l1')).toEqual([]);
  expect(await emailsTo('s1')).toHaveLength(1);
  expect(await statusOf(stays.id)).toBe('active');
});

it('asks nobody while a warm-up runs', async () => {
  const { db } = server.deps;
  await insertReader('dormant');
  const { id } = await db.warmUp.create({
    data: { domain: 'deckle.test', first_cap: 500, growth_percent: 150, started_at: daysAgo(1) },
  });
  await run();
  expect(await asked()).toEqual([]);
  await db.warmUp.update({ where: { id }, data: { ended_at: daysAgo(0) } });
  await run();
  expect(await asked()).toEqual(['dormant']);
});

it('asks nobody while too many last questions are marked as spam', async () => {
  const { deps } = server;
  const complaining = await Promise.all(['c1', 'c2', 'c3'].map((name) => insertReader(name)));
  await run();
  for (const { id } of complaining) {
    const mail = await deps.db.mail.findFirstOrThrow({ where: { reader_id: id } });
    const event = { type: 'complaint', newsletter_id: null, reader_id: null, email: null, diagnostic: null } as const;
    await deps.db.$transaction((tx) =>
      recordMailEvent(deps, tx, { ...event, mail_id: mail.id, reader_id: id, at: deps.now(), dedupe: `spam ${id}` }),
    );
  }
  await insertReader('next');
  advanceDays(1);
  await run();
  expect(await emailsTo('next')).toEqual([]);
  advanceDays(7);
  await run();
  expect(await emailsTo('next')).toHaveLength(1);
});

it('exports the question; an erasure deletes it and leaves a hash with the reason “erased”', async () => {
  const { id, uuid, email } = await insertReader('erased');
  await run();
  advanceDays(14);
  await run();
  const { body } = await visitor(server).get(`/readers/${uuid}/export`).expect(200);
  expect(body.last_question).toMatchObject({ outcome: 'sunset', asked_at: daysAgo(14).toISOString() });
  expect(body.reader.status).toBe('sunset');
  await visitor(server).delete(`/readers/${uuid}`).expect(204);
  expect(await server.deps.db.sunsetQuestion.count({ where: { reader_id: id } })).toBe(0);
  const suppressed = await server.deps.db.suppression.findMany({
    where: { email_hash: emailHash(server.deps, email!) },
  });
  expect(suppressed).toMatchObject([{ reason: 'erased' }]);
});

it('repeats the stop after a restore, unless the reader has come back since', async () => {
  const { db } = server.deps;
  const [silent, returns] = [await insertReader('silent'), await insertReader('returns')];
  const made_at = server.deps.now().toISOString();
  await run();
  advanceDays(14);
  await run();
  server.clock.set(new Date(server.deps.now().getTime() + 60_000));
  await visitor(server).post(`/readers/${returns.uuid}/keep`).send({}).expect(200);
  await server.settle();
  await db.sunsetQuestion.deleteMany();
  await db.reader.updateMany({ data: { status: 'active' } });
  const value = { restored_at: made_at, made_at, replay: null };
  await db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(server.deps);
  expect([await statusOf(silent.id), await statusOf(returns.id)]).toEqual(['sunset', 'active']);
  await run();
  expect(await outcomeOf(silent.id)).toBe('sunset');
  await visitor(server).post(`/readers/${silent.uuid}/keep`).send({}).expect(200);
  expect(await statusOf(silent.id)).toBe('active');
});
