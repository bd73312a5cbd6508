/** Clicks held for review, from their detection to the result and a question about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Tx } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  as,
  type CreatedPromotion,
  createPartner,
  createPromotion,
  createStaff,
  sessionHeaders,
} from '#server/testing/factories.ts';
import { heldClicks, reviewClicks, reviewClicksOfRunningPromotions } from './held-clicks.ts';
import { settleDuePromotions } from './settle.ts';

const SENT = '2026-12-02T17:00:00Z';
const RUNNING = new Date('2026-12-02T19:00:00Z');
const LAST_MOMENT = new Date('2026-12-05T16:59:59.999Z');
const WINDOW_END = new Date('2026-12-05T17:00:00Z');
const CROWD_SIZE = 13;
const NAMES = ['counted', 'excluded', 'undecided', 'contested', 'known', 'hidden', 'late', 'grown', 'twice'] as const;
let pastNewsletterIds: readonly number[];

let server: TestServer;
type Staff = { id: number; name: string; uid: string };
let editor: Staff;
let admin: Staff;
let newsletter_id: number;
const promotions = {} as Record<(typeof NAMES)[number], CreatedPromotion>;

beforeAll(async () => {
  server = await startTestServer();
  const staffOf = async (role: 'admin' | 'editor') =>
    server.deps.db.user.findUniqueOrThrow({ where: { id: (await createStaff(server, role)).id } });
  [editor, admin] = [await staffOf('editor'), await staffOf('admin')];
  const staff = await signIn('user', editor);
  for (const [index, name] of NAMES.entries()) {
    const category_id = 1 + (index % 3);
    promotions[name] = await createPromotion(server, { category_id, book: { category_id } });
    await staff.post(`/promotions/${promotions[name].id}/approve`).expect(200);
  }
  await server.advanceTo(SENT);
  ({ newsletter_id } = (await server.deps.db.promotion.findFirstOrThrow({ where: { id: promotions.counted.id } })) as {
    newsletter_id: number;
  });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "insert into newsletters (newsletter_date, status) values ('2026-10-20', 'sent'), ('2026-11-20', 'sent') returning id",
  );
  pastNewsletterIds = rows.map(({ id }) => id);
  server.clock.set(RUNNING);
  for (const name of ['counted', 'excluded', 'undecided', 'contested', 'late', 'grown', 'twice'] as const) {
    await createClicks(promotions[name].id, { readers: CROWD_SIZE, network: 'one network' });
    await createClicks(promotions[name].id, { readers: 2, network: null });
  }
});
afterAll(() => server.close());

/** Signs in with a new session, because the tests move the clock by weeks. */
const signIn = async (role: 'user' | 'partner', { id, uid }: { id: number; uid: string }) =>
  as(server, await sessionHeaders(server.deps, { role, id, uid }));
const signInStaff = (account: Staff = admin) => signIn('user', account);
const signInPartner = ({ partner: { id, email } }: CreatedPromotion) => signIn('partner', { id, uid: email });

let nextReader = 0;
type Crowd = { readers: number; network: string | null; earlier?: string };

/**
 * Creates readers with one click each, a minute apart, starting an hour before RUNNING. If `network` is null, each
 * reader has a different network. `earlier` is the network of the readers' counted clicks in earlier newsletters.
 */
async function createClicks(promotion_id: number, { readers, network, earlier }: Crowd) {
  const { pool } = server.deps;
  const { rows } = await pool.query<{ id: number }>(
    `insert into readers (email, status, confirmed_at)
     select 'crowd-' || n || '@gmail.com', 'active', $1::timestamptz - n * interval '1 day' from generate_series($2::int, $3::int) n returning id`,
    [new Date('2026-11-01T00:00:00Z'), nextReader + 1, nextReader + readers],
  );
  nextReader += readers;
  for (const [index, { id }] of rows.entries()) {
    for (const [newsletter, minutes] of [
      [pastNewsletterIds[0]!, -60_000],
      [pastNewsletterIds[1]!, -30_000],
    ] as const)
      if (earlier)
        await insertClick({
          newsletter_id: newsletter,
          promotion_id: promotions.counted.id,
          reader_id: id,
          network: earlier,
          minutes,
          billable: true,
          source: 'site',
        });
    await insertClick({
      newsletter_id,
      promotion_id,
      reader_id: id,
      network: network ?? `own ${id}`,
      minutes: index,
      billable: null,
    });
  }
  return rows.map(({ id }) => id);
}

type NewClick = {
  newsletter_id: number;
  promotion_id: number | null;
  reader_id: number;
  network: string;
  /** Counted from an hour before RUNNING. */
  minutes: number;
  billable: boolean | null;
  source?: 'newsletter' | 'site';
};
/** Earlier clicks are stored as clicks on the site, so that they aren't among those of a running promotion. */
const insertClick = ({ source = 'newsletter', ...click }: NewClick) =>
  server.deps.pool.query(
    `insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, ua_class, billable)
     values ($1, $2, $3, $7::"ClickSource", case when $1::int is not null then 'amazon'::"Store" end,
       $4, decode(md5($5), 'hex'), 'person', $6)`,
    [
      click.promotion_id,
      click.newsletter_id,
      click.reader_id,
      new Date(RUNNING.getTime() - 3_600_000 + click.minutes * 60_000),
      click.network,
      click.billable,
      source,
    ],
  );

/** Reviews all promotions, including clicks that a test stored with a time before the last review. */
async function review() {
  await server.deps.db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  await reviewClicksOfRunningPromotions(server.deps);
}
const clicksSeenBy = async (promotion: CreatedPromotion) =>
  (await (await signInPartner(promotion)).get(`/promotions/${promotion.id}/clicks`).expect(200)).body;
const heldOf = async ({ id }: CreatedPromotion) =>
  (await (await signInStaff()).get(`/promotions/${id}/held_clicks`).expect(200)).body;
type Group = { rule: string; subject: string; clicks: number; decided_at: string | null };
const groupOf = async (promotion: CreatedPromotion): Promise<Group> => (await heldOf(promotion)).groups[0];
type Decision = { decision: 'count' | 'exclude'; note?: string; account?: Staff; seen?: Group };
async function decide(
  promotion: CreatedPromotion,
  { decision, note = 'Looked at it.', account = admin, seen }: Decision,
) {
  const { rule, subject, clicks, decided_at } = seen ?? (await groupOf(promotion));
  return (await signInStaff(account))
    .post(`/promotions/${promotion.id}/held_clicks`)
    .send({ rule, subject, clicks, decided_at, decision, note });
}
const settle = () => settleDuePromotions({ ...server.deps, now: () => WINDOW_END });
const excludedOf = (body: { excluded: { reason: string; clicks: number }[] }) =>
  Object.fromEntries(body.excluded.map(({ reason, clicks }) => [reason, clicks]));

/** Resolves when a connection is waiting for a lock, or the work is done. */
async function untilWaiting(work: PromiseLike<unknown>) {
  let isDone = false;
  void Promise.resolve(work).finally(() => {
    isDone = true;
  });
  while (!isDone && !(await countLockWaits(server.deps))) await new Promise((resolve) => setImmediate(resolve));
}

const whileLocked = <T>(id: number, work: (tx: Tx) => Promise<T>) =>
  server.deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from promotions where id = ${id} for no key update`;
    return work(tx);
  });

describe('held clicks', () => {
  it('are found while the promotion runs, which is then listed for staff', async () => {
    await review();
    const { promotions: listed } = (await (await signInStaff()).get('/held_clicks').expect(200)).body;
    expect(listed).toHaveLength(7);
    expect(listed[0]).toMatchObject({
      promotion_id: promotions.counted.id,
      rule: 'network_burst',
      held: 13,
      has_question: false,
      decide_until: WINDOW_END.toISOString(),
    });
    await server.deps.db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
    await review();
    const alerts = await server.deps.db.mail.findMany({ where: { template: 'staff_alert' } });
    const held = alerts.filter(
      ({ props }) => (props as { headline: string }).headline === 'Clicks are held for review',
    );
    expect(held).toHaveLength(7);
  });

  it('aren’t displaced from the evidence by repeated clicks', async () => {
    const { db } = server.deps;
    const before = await heldOf(promotions.counted);
    const { id: _, ...click } = await db.clickLog.findFirstOrThrow({
      where: { promotion_id: promotions.counted.id },
      orderBy: { id: 'asc' },
    });
    const later = (n: number) => new Date(click.clicked_at.getTime() + n * 1000);
    const repeats = Array.from({ length: 250 }, (_, n) => ({ ...click, clicked_at: later(n + 3600) }));
    await db.clickLog.createMany({ data: repeats });
    const after = await heldOf(promotions.counted);
    expect([after.clicks, after.evidence_clicks]).toEqual([before.clicks, before.evidence_clicks]);
    await db.clickLog.deleteMany({ where: { clicked_at: { in: repeats.map(({ clicked_at }) => clicked_at) } } });
  });

  it('aren’t displaced from the evidence by one new reader who clicks often', async () => {
    const { db } = server.deps;
    const before = await heldOf(promotions.counted);
    const email = 'new-and-busy@gmail.com';
    const fresh = { email, status: 'active', confirmed_at: new Date(RUNNING.getTime() - 3_600_000) } as const;
    const { id: reader_id } = await db.reader.create({ data: fresh });
    const { id: _, ...click } = await db.clickLog.findFirstOrThrow({
      where: { promotion_id: promotions.counted.id },
      orderBy: { id: 'asc' },
    });
    const flood = Array.from({ length: 400 }, (_, n) => ({
      ...click,
      reader_id,
      ip_hash: null,
      clicked_at: new Date(click.clicked_at.getTime() + n * 1000 + 500),
    }));
    await db.clickLog.createMany({ data: flood });
    const after = await heldOf(promotions.counted);
    expect(after.evidence_clicks).toBe(before.evidence_clicks + 1);
    const ofReader = (line: { reader_id: number }) => line.reader_id === reader_id;
    expect(after.evidence.filter(ofReader)).toMatchObject([{ outcome: 'new_reader' }]);
    await db.clickLog.deleteMany({ where: { reader_id } });
    await db.reader.delete({ where: { id: reader_id } });
  });

  it('are listed by the time left to decide, before open questions', async () => {
    const { db } = server.deps;
    const window = (date: Date) =>
      db.promotion.update({ where: { id: promotions.twice.id }, data: { click_window_ends_at: date } });
    await window(new Date(WINDOW_END.getTime() - 1));
    const question = { promotion_id: promotions.hidden.id, question: 'Why?', asked_at: RUNNING };
    const { id } = await db.clickQuestion.create({ data: question });
    await db.promotion.update({ where: { id: promotions.hidden.id }, data: { click_window_ends_at: RUNNING } });
    const { promotions: listed } = (await (await signInStaff()).get('/held_clicks').expect(200)).body;
    const order = listed.map(({ promotion_id }: { promotion_id: number }) => promotion_id);
    expect([order[0], order.at(-1), order.length]).toEqual([promotions.twice.id, promotions.hidden.id, 8]);
    await window(WINDOW_END);
    await db.promotion.update({ where: { id: promotions.hidden.id }, data: { click_window_ends_at: WINDOW_END } });
    await db.clickQuestion.delete({ where: { id } });
  });

  it('are shown to the partner as one line without the network', async () => {
    const { holds, billable, settled } = await clicksSeenBy(promotions.counted);
    expect({ billable, settled }).toEqual({ billable: 0, settled: false });
    expect(holds).toEqual([
      {
        rule: 'network_burst',
        clicks: 13,
        decision: null,
        first_at: '2026-12-02T18:00:00.000Z',
        last_at: '2026-12-02T18:12:00.000Z',
      },
    ]);
  });

  it('come with the evidence', async () => {
    const { clicks, evidence_clicks, evidence, may_decide } = await heldOf(promotions.counted);
    expect({ clicks, evidence_clicks, shown: evidence.length, may_decide }).toEqual({
      clicks: 15,
      evidence_clicks: 15,
      shown: 15,
      may_decide: true,
    });
    const held = evidence.filter(({ outcome }: { outcome: string }) => outcome === 'network_burst');
    expect(held).toHaveLength(13);
    expect(new Set(held.map(({ network }: { network: string }) => network)).size).toBe(1);
    expect(held[0]).toMatchObject({ store: 'amazon', domain: null, earlier_newsletters: 0 });
    expect(held[0].network).toMatch(/^[0-9a-f]{8}$/);
  });

  it('are counted by administrators and excluded by editors, with a note', async () => {
    const refused = await decide(promotions.counted, { decision: 'count', account: editor });
    expect([refused.status, refused.body.errors.base]).toEqual([
      422,
      ['Only an administrator can bill held clicks, because the partner pays for them.'],
    ]);
    expect((await decide(promotions.counted, { decision: 'count', note: ' ' })).body.errors).toHaveProperty('note');
    const mayCount = async (account: Staff) =>
      (await (await signInStaff(account)).get(`/promotions/${promotions.counted.id}/held_clicks`).expect(200)).body
        .may_count;
    expect([await mayCount(editor), await mayCount(admin)]).toEqual([false, true]);
    const { body } = await decide(promotions.counted, { decision: 'count', note: 'A campus.' });
    expect(body.groups).toMatchObject([
      { clicks: 13, seen_clicks: 13, decision: 'count', note: 'A campus.', decided_by_name: admin.name },
    ]);
    expect((await decide(promotions.excluded, { decision: 'exclude', account: editor })).status).toBe(200);
    await review();
    expect((await heldOf(promotions.counted)).groups).toHaveLength(1);
  });

  it('are in the audit log without the network', async () => {
    const events = await server.deps.db.auditEvent.findMany({
      where: { entity: 'promotion', action: { endsWith: 'held_clicks' } },
      orderBy: { id: 'asc' },
    });
    expect(events).toMatchObject([
      {
        action: 'count_held_clicks',
        actor_id: admin.id,
        entity_id: String(promotions.counted.id),
        reason: 'A campus.',
        before: { rule: 'network_burst', clicks: null, decision: null },
        after: { rule: 'network_burst', clicks: 13, decision: 'count' },
      },
      { action: 'exclude_held_clicks', actor_id: editor.id, entity_id: String(promotions.excluded.id) },
    ]);
    const { subject } = await groupOf(promotions.counted);
    expect(JSON.stringify(events.map(({ before, after }) => [before, after]))).not.toContain(subject.slice(0, 8));
  });

  it('show partners the decision without the note', async () => {
    const body = await clicksSeenBy(promotions.counted);
    expect(body.holds).toMatchObject([{ clicks: 13, decision: 'count' }]);
    const exported = await (await signInPartner(promotions.counted)).get('/partners/export').expect(200);
    expect(JSON.stringify(exported.body)).toContain('network_burst');
    for (const response of [body, exported.body]) expect(JSON.stringify(response)).not.toContain('A campus.');
  });

  it('don’t include clicks of known readers', async () => {
    await createClicks(promotions.known.id, { readers: 8, network: 'campus', earlier: 'home' });
    await review();
    expect((await heldOf(promotions.known)).groups).toEqual([]);
    await createClicks(promotions.known.id, { readers: 6, network: 'campus' });
    await review();
    expect((await heldOf(promotions.known)).groups).toMatchObject([{ rule: 'network_burst', clicks: 6 }]);
  });

  it('include a network’s clicks shortly before a hidden link was followed there, but no other network’s', async () => {
    const [first] = await createClicks(promotions.hidden.id, { readers: 1, network: 'office' });
    await insertClick({
      newsletter_id,
      promotion_id: null,
      reader_id: first! + 1000,
      network: 'office',
      minutes: 5,
      billable: null,
    });
    await insertClick({
      newsletter_id,
      promotion_id: null,
      reader_id: first! + 1000,
      network: 'elsewhere',
      minutes: 5,
      billable: null,
    });
    await createClicks(promotions.hidden.id, { readers: 1, network: 'another office' });
    await review();
    expect((await heldOf(promotions.hidden)).groups).toMatchObject([{ rule: 'network_hidden', clicks: 1 }]);
  });
});

describe('a decided group', () => {
  it('holds clicks that join it after it was counted, until it is decided with the new numbers', async () => {
    const seen = await groupOf(promotions.grown);
    expect((await decide(promotions.grown, { decision: 'count' })).status).toBe(200);
    await createClicks(promotions.grown.id, { readers: 14, network: 'one network' });
    await review();
    // The first 13 of these clicks are from the same minutes as those that staff saw, so the decision covers them.
    expect((await heldOf(promotions.grown)).groups).toMatchObject([
      { rule: 'network_burst', decision: 'count', seen_clicks: 13, clicks: 14 },
    ]);
    expect((await clicksSeenBy(promotions.grown)).holds).toMatchObject([
      { clicks: 13, decision: 'count' },
      { clicks: 1, decision: null },
    ]);
    const { promotions: listed } = (await (await signInStaff()).get('/held_clicks').expect(200)).body;
    expect(listed).toContainEqual(expect.objectContaining({ promotion_id: promotions.grown.id, held: 1 }));
    const stale = await decide(promotions.grown, { decision: 'count', seen });
    expect(stale.status).toBe(409);
    expect(stale.body.held_clicks.groups).toMatchObject([{ clicks: 14, seen_clicks: 13 }]);
    expect((await decide(promotions.grown, { decision: 'exclude' })).body.groups).toMatchObject([
      { decision: 'exclude', clicks: 27, seen_clicks: 14 },
    ]);
  });

  it('is decided once when two decisions arrive at the same time', async () => {
    const seen = await groupOf(promotions.twice);
    const responses = await Promise.all([
      decide(promotions.twice, { decision: 'exclude', seen }),
      decide(promotions.twice, { decision: 'count', seen }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first, second] = responses[0]!.status === 200 ? ['exclude', 'count'] : ['count', 'exclude'];
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body.held_clicks.groups).toMatchObject([{ decision: first }]);
    expect(
      await server.deps.db.auditEvent.count({
        where: { action: `${second}_held_clicks`, entity_id: String(promotions.twice.id) },
      }),
    ).toBe(0);
  });

  it('doesn’t cover clicks that arrive during the decision', async () => {
    const { db } = server.deps;
    const { id } = promotions.late;
    const pending = await whileLocked(id, async (tx) => {
      const decision = decide(promotions.late, { decision: 'count' });
      await untilWaiting(decision);
      await tx.$executeRaw`
        with latecomer as (insert into readers default values returning id)
        insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, ua_class)
        select promotion_id, newsletter_id, (table latecomer), source, store, clicked_at + interval '20 minutes', ip_hash, ua_class
        from click_logs where promotion_id = ${id} and ip_hash = decode(md5('one network'), 'hex') order by id desc limit 1`;
      return { decision };
    });
    const { status, body } = await pending.decision;
    expect([status, body.groups]).toMatchObject([200, [{ decision: 'count', seen_clicks: 13, clicks: 14 }]]);
    await db.clickHold.updateMany({
      where: { promotion_id: id },
      data: { decision: null, decided_at: null, seen_clicks: null, seen_until: null },
    });
  });
});

describe('the review of running promotions', () => {
  it('finds clicks from before a downtime', async () => {
    const { db } = server.deps;
    await createClicks(promotions.hidden.id, { readers: 206, network: 'farm' });
    const beforeDowntime = new Date(RUNNING.getTime() - 3_600_000);
    await db.promotion.update({ where: { id: promotions.hidden.id }, data: { clicks_reviewed_at: beforeDowntime } });
    await reviewClicksOfRunningPromotions({ ...server.deps, now: () => new Date(RUNNING.getTime() + 10 * 3_600_000) });
    const { groups, evidence, evidence_clicks } = await heldOf(promotions.hidden);
    expect(groups).toMatchObject([
      { rule: 'network_burst', clicks: 206 },
      { rule: 'network_hidden', clicks: 1 },
    ]);
    // Two others are on separate networks. Clicks that aren't shown are counted.
    expect([evidence.length, evidence_clicks]).toEqual([200, 208]);
    await db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  });

  it('doesn’t judge a promotion again without new clicks', async () => {
    await review();
    const [later, again] = [1, 2].map((hours) => new Date(RUNNING.getTime() + hours * 3_600_000));
    await reviewClicksOfRunningPromotions({ ...server.deps, now: () => later! });
    await reviewClicksOfRunningPromotions({ ...server.deps, now: () => again! });
    const { clicks_reviewed_at } = await server.deps.db.promotion.findUniqueOrThrow({
      where: { id: promotions.known.id },
    });
    expect(clicks_reviewed_at).toEqual(RUNNING);
    await server.deps.db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  });

  it('judges a promotion again after a visit to a hidden link', async () => {
    const { db } = server.deps;
    const { id } = promotions.known;
    const [reader] = await createClicks(id, { readers: 1, network: 'library' });
    await review();
    const ofHidden = { where: { promotion_id: id, rule: 'network_hidden' } };
    expect(await db.clickHold.count(ofHidden)).toBe(0);
    const visit = { newsletter_id, promotion_id: null, reader_id: reader! + 1000, network: 'library', billable: null };
    await insertClick({ ...visit, minutes: 9 });
    await db.promotion.update({
      where: { id },
      data: { clicks_reviewed_at: new Date(RUNNING.getTime() - 51 * 60_000) },
    });
    await reviewClicksOfRunningPromotions(server.deps);
    expect(await db.clickHold.findMany(ofHidden)).toMatchObject([{ clicks: 1, decision: null }]);
    await db.clickLog.deleteMany({ where: { reader_id: { in: [reader!, visit.reader_id] } } });
    await review();
  });

  it('doesn’t block staff while it judges', async () => {
    const { pool } = server.deps;
    const { id } = promotions.hidden;
    const client = await pool.connect();
    // Judging reads the clicks, so it waits here.
    await client.query('begin; lock table click_logs in access exclusive mode');
    const judging = reviewClicks(server.deps, id);
    await untilWaiting(judging);
    const unlocked = await pool.query(`select 1 from promotions where id = $1 for no key update skip locked`, [id]);
    await client.query('rollback');
    client.release();
    await judging;
    expect(unlocked.rowCount).toBe(1);
  });

  it('may take longer than the usual statement timeout when it is for the staff’s page', async () => {
    const url = new URL(server.deps.config.DATABASE_URL!);
    url.searchParams.set('statement_timeout', '500');
    const { db, pool } = openDatabase(url.href);
    const client = await server.deps.pool.connect();
    // Judging reads the clicks, so it waits here.
    await client.query('begin; lock table click_logs in access exclusive mode');
    const shown = heldClicks({ ...server.deps, db }, promotions.hidden.id, { is_admin: true });
    const result = Promise.allSettled([shown]);
    await untilWaiting(result);
    await client.query('select pg_sleep(1)');
    await client.query('rollback');
    client.release();
    expect(await result).toMatchObject([{ status: 'fulfilled', value: { may_decide: true } }]);
    await db.$disconnect();
    await pool.end();
  });

  it('skips a promotion that another run is judging', async () => {
    const { db, pool } = server.deps;
    const { id } = promotions.hidden;
    await db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(7304, $1)', [id]);
    await reviewClicks(server.deps, id);
    const { clicks_reviewed_at } = await db.promotion.findUniqueOrThrow({ where: { id } });
    await other.query('rollback');
    other.release();
    expect(clicks_reviewed_at).toBeNull();
    await reviewClicks(server.deps, id);
    expect((await db.promotion.findUniqueOrThrow({ where: { id } })).clicks_reviewed_at).not.toBeNull();
    await db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  });

  it('drops its result if staff decide during the run, or a later run finishes first', async () => {
    const { db, pool } = server.deps;
    const { id } = promotions.known;
    const client = await pool.connect();
    const during = async (change: () => Promise<unknown>) => {
      await client.query('begin; lock table click_logs in access exclusive mode');
      const judging = reviewClicks(server.deps, id);
      await untilWaiting(judging);
      await change();
      await client.query('rollback');
      await judging;
    };
    await createClicks(promotions.known.id, { readers: 1, network: 'campus' });
    const key = { promotion_id: id, rule: 'network_burst' };
    const seen = { seen_clicks: 6, seen_until: RUNNING, decided_at: RUNNING };
    await during(() => db.clickHold.updateMany({ where: key, data: { decision: 'exclude', ...seen } }));
    expect(await db.clickHold.findMany({ where: key })).toMatchObject([{ decision: 'exclude', clicks: 6 }]);
    const undecided = { seen_clicks: null, seen_until: null, decided_at: null };
    await db.clickHold.updateMany({ where: key, data: { decision: null, ...undecided } });
    const later = new Date(RUNNING.getTime() + 1);
    await during(() => db.promotion.update({ where: { id }, data: { clicks_reviewed_at: later } }));
    expect(await db.clickHold.findMany({ where: key })).toMatchObject([{ clicks: 6 }]);
    await db.promotion.update({ where: { id }, data: { clicks_reviewed_at: null } });
    await review();
    expect(await db.clickHold.findMany({ where: key })).toMatchObject([{ clicks: 7 }]);
    client.release();
  });
});

describe('at the end of the 72 hours', () => {
  it('refuses a decision whose lock is granted after the window has ended', async () => {
    const { db } = server.deps;
    const { id } = promotions.late;
    server.clock.set(LAST_MOMENT);
    const pending = await whileLocked(id, async (tx) => {
      const decision = decide(promotions.late, { decision: 'count' });
      await untilWaiting(decision);
      await tx.promotion.update({ where: { id }, data: { click_window_ends_at: LAST_MOMENT } });
      return { decision };
    });
    expect((await pending.decision).status).toBe(409);
    expect((await heldOf(promotions.late)).groups).toMatchObject([{ decision: null }]);
    await db.promotion.update({ where: { id }, data: { click_window_ends_at: WINDOW_END } });
  });

  it('applies either the decision or the settlement first, and both agree', async () => {
    await server.deps.db.clickHold.deleteMany({ where: { promotion_id: promotions.undecided.id } });
    const [response] = await Promise.all([decide(promotions.contested, { decision: 'count' }), settle()]);
    expect([200, 409]).toContain(response.status);
    await settle();
    const { billable, excluded } = await clicksSeenBy(promotions.contested);
    const isCounted = response.status === 200;
    expect({ billable, held: excludedOf({ excluded }).held ?? 0 }).toEqual({
      billable: isCounted ? 15 : 2,
      held: isCounted ? 0 : 13,
    });
  });

  it('bills the clicks that staff counted, and not those they excluded', async () => {
    const [counted, excluded] = [await clicksSeenBy(promotions.counted), await clicksSeenBy(promotions.excluded)];
    expect({ billable: counted.billable, excluded: counted.excluded }).toEqual({ billable: 15, excluded: [] });
    expect({ billable: excluded.billable, ...excludedOf(excluded) }).toEqual({ billable: 2, staff_excluded: 13 });
    expect(counted.rules_version).toBe(6);
  });

  it('keeps the evidence as stored, even if the readers change later', async () => {
    const outcomes = async () =>
      (await heldOf(promotions.undecided)).evidence.map(({ outcome }: { outcome: string }) => outcome).sort();
    const before = await outcomes();
    expect(before).toEqual(['billable', 'billable', ...Array(13).fill('held')]);
    await server.deps.pool.query('update readers set confirmed_at = $1', [new Date(RUNNING.getTime() - 3_600_000)]);
    expect(await outcomes()).toEqual(before);
  });

  it('permanently excludes clicks that are still held', async () => {
    const before = await clicksSeenBy(promotions.undecided);
    expect({ billable: before.billable, ...excludedOf(before) }).toEqual({ billable: 2, held: 13 });
    expect(before.holds).toMatchObject([{ clicks: 13, decision: null }]);
    server.clock.set(WINDOW_END);
    const response = await decide(promotions.undecided, { decision: 'count' });
    expect([response.status, response.body.errors.base ?? response.body.errors]).toEqual([
      409,
      ['The 72-hour window has closed. Clicks that were still held won’t be billed, and you can’t change that.'],
    ]);
    await settle();
    await reviewClicksOfRunningPromotions(server.deps);
    expect(await clicksSeenBy(promotions.undecided)).toEqual({ ...before, as_of: expect.any(String) });
    expect(
      (await server.deps.db.promotion.findUniqueOrThrow({ where: { id: promotions.undecided.id } })).clicks_billable,
    ).toBe(2);
  });
});

describe('a question about the result', () => {
  const ask = async (promotion: CreatedPromotion, question = 'Why so few?') =>
    (await signInPartner(promotion)).post(`/promotions/${promotion.id}/click_question`).send({ question });

  it('goes to support, and a second one is refused while it is unanswered', async () => {
    const { status, body } = await ask(promotions.undecided);
    expect(status).toBe(201);
    expect(body).toMatchObject({ question_until: null, questions: [{ question: 'Why so few?', answer: null }] });
    expect((await ask(promotions.undecided, 'And now?')).status).toBe(409);
    const emails = await server.emailsTo(server.deps.config.operator.email);
    expect(emails.filter(({ text }) => text.includes('Why so few?'))).toHaveLength(1);
    expect((await (await signInStaff()).get('/held_clicks').expect(200)).body.promotions).toMatchObject([
      { promotion_id: promotions.undecided.id, has_question: true },
    ]);
  });

  it('is answered by staff, on the promotion’s page and by email', async () => {
    const staff = await signInStaff();
    await staff
      .post(`/promotions/${promotions.undecided.id}/click_answer`)
      .send({ answer: 'One network.' })
      .expect(200);
    await staff.post(`/promotions/${promotions.undecided.id}/click_answer`).send({ answer: 'Again.' }).expect(409);
    const emails = await server.emailsTo(promotions.undecided.partner.email);
    const [email] = emails.filter(({ text }) => text.includes('One network.'));
    expect(email!.text).toContain('Why so few?');
    expect((await clicksSeenBy(promotions.undecided)).questions).toMatchObject([{ answer: 'One network.' }]);
    const [event] = await server.deps.db.auditEvent.findMany({ where: { action: 'answer_click_question' } });
    expect(event).toMatchObject({ actor_id: admin.id, after: { answer: 'One network.' } });
  });

  it('can be asked for 30 days, only by the promotion’s partner', async () => {
    const stranger = await createPartner(server);
    await stranger.post(`/promotions/${promotions.counted.id}/click_question`).send({ question: 'Whose?' }).expect(404);
    server.clock.set(new Date('2027-01-04T17:00:00.001Z'));
    expect((await clicksSeenBy(promotions.counted)).question_until).toBeNull();
    expect((await ask(promotions.counted)).status).toBe(409);
    server.clock.set(new Date('2027-01-04T17:00:00Z'));
    expect((await clicksSeenBy(promotions.counted)).question_until).toBe('2027-01-04T17:00:00.000Z');
    expect((await ask(promotions.counted)).status).toBe(201);
  });

  it('is refused before the result', async () => {
    const created = await createPromotion(server);
    const refusal = async () => {
      const { status, body } = await ask(created);
      return [status, body.errors.base];
    };
    expect(await refusal()).toEqual([409, ['This promotion hasn’t been sent, so it has no clicks to ask about.']]);
    await server.deps.db.promotion.update({ where: { id: created.id }, data: { sent_at: server.deps.now() } });
    expect(await refusal()).toEqual([
      409,
      ['We’re still counting the clicks. You can ask about them once you have your results.'],
    ]);
  });
});
