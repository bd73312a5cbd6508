/** Clicks held for review, from the first one to the result and a question about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type CreatedPromotion,
  createPartner,
  createPromotion,
  createStaff,
  sessionHeaders,
} from '#server/testing/factories.ts';
import { reviewPromotion, reviewRunningPromotions } from './held-clicks.ts';
import { settleDuePromotions } from './settle.ts';

const SENT = '2026-12-02T17:00:00Z';
const RUNNING = new Date('2026-12-02T19:00:00Z');
const LAST_MOMENT = new Date('2026-12-05T16:59:59.999Z');
const WINDOW_END = new Date('2026-12-05T17:00:00Z');
const CROWD = 13;
const NAMES = ['counted', 'excluded', 'undecided', 'contested', 'known', 'hidden', 'late', 'grown', 'twice'] as const;
/** Ids of earlier newsletters. */
let past: readonly number[];

let server: TestServer;
type Staff = { id: number; name: string; uid: string };
let editor: Staff;
let admin: Staff;
let newsletter_id: number;
const made = {} as Record<(typeof NAMES)[number], CreatedPromotion>;

beforeAll(async () => {
  server = await startTestServer();
  const staffOf = async (role: 'admin' | 'editor') =>
    server.deps.db.user.findUniqueOrThrow({ where: { id: (await createStaff(server, role)).id } });
  [editor, admin] = [await staffOf('editor'), await staffOf('admin')];
  const staff = await signedIn('user', editor);
  for (const [index, name] of NAMES.entries()) {
    const category_id = 1 + (index % 3);
    made[name] = await createPromotion(server, { category_id, book: { category_id } });
    await staff.post(`/promotions/${made[name].id}/approve`).expect(200);
  }
  await server.advanceTo(SENT);
  ({ newsletter_id } = (await server.deps.db.promotion.findFirstOrThrow({ where: { id: made.counted.id } })) as {
    newsletter_id: number;
  });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "insert into newsletters (newsletter_date, status) values ('2026-10-20', 'sent'), ('2026-11-20', 'sent') returning id",
  );
  past = rows.map(({ id }) => id);
  server.clock.set(RUNNING);
  for (const name of ['counted', 'excluded', 'undecided', 'contested', 'late', 'grown', 'twice'] as const) {
    await clicksOf(made[name].id, { readers: CROWD, network: 'one network' });
    await clicksOf(made[name].id, { readers: 2, network: null });
  }
});
afterAll(() => server.close());

/** With a session of the present: the tests move the clock by weeks. */
const signedIn = async (role: 'user' | 'partner', { id, uid }: { id: number; uid: string }) =>
  as(server, await sessionHeaders(server.deps, { role, id, uid }));
const staffNow = (who: Staff = admin) => signedIn('user', who);
const partnerOf = ({ partner: { id, email } }: CreatedPromotion) => signedIn('partner', { id, uid: email });

let nextReader = 0;
type Crowd = { readers: number; network: string | null; earlier?: string };

/** New readers, each with one click an hour ago, a minute apart. Without `network` each has their own. `earlier` is where they were counted. */
async function clicksOf(promotion_id: number, { readers, network, earlier }: Crowd) {
  const { pool } = server.deps;
  const { rows } = await pool.query<{ id: number }>(
    `insert into readers (email, status, confirmed_at)
     select 'crowd-' || n || '@gmail.com', 'active', $1::timestamptz - n * interval '1 day' from generate_series($2::int, $3::int) n returning id`,
    [new Date('2026-11-01T00:00:00Z'), nextReader + 1, nextReader + readers],
  );
  nextReader += readers;
  for (const [index, { id }] of rows.entries()) {
    for (const [newsletter, minutes] of [
      [past[0]!, -60_000],
      [past[1]!, -30_000],
    ] as const)
      if (earlier)
        await insertClick({
          ...{ newsletter_id: newsletter, promotion_id: made.counted.id, reader_id: id, network: earlier },
          ...{ minutes, billable: true, source: 'site' },
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

type Inserted = {
  newsletter_id: number;
  promotion_id: number | null;
  reader_id: number;
  network: string;
  minutes: number;
  billable: boolean | null;
  source?: 'newsletter' | 'site';
};
/** Earlier clicks are stored as clicks on the site, so that they aren't among those of a running promotion. */
const insertClick = ({ source = 'newsletter', ...click }: Inserted) =>
  server.deps.pool.query(
    `insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, ua_class, billable)
     values ($1, $2, $3, $7::"ClickSource", case when $1::int is not null then 'amazon'::"Store" end,
       $4, decode(md5($5), 'hex'), 'person', $6)`,
    [
      ...[click.promotion_id, click.newsletter_id, click.reader_id],
      ...[new Date(RUNNING.getTime() - 3_600_000 + click.minutes * 60_000), click.network, click.billable, source],
    ],
  );

/** Also of clicks that a test stored with a time before the last review. */
async function review() {
  await server.deps.db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  await reviewRunningPromotions(server.deps);
}
const clicksSeenBy = async (promotion: CreatedPromotion) =>
  (await (await partnerOf(promotion)).get(`/promotions/${promotion.id}/clicks`).expect(200)).body;
const heldOf = async ({ id }: CreatedPromotion) =>
  (await (await staffNow()).get(`/promotions/${id}/held_clicks`).expect(200)).body;
type Group = { rule: string; subject: string; clicks: number; decided_at: string | null };
const groupOf = async (promotion: CreatedPromotion): Promise<Group> => (await heldOf(promotion)).groups[0];
type Decided = { decision: 'count' | 'exclude'; note?: string; who?: Staff; seen?: Group };
async function decide(promotion: CreatedPromotion, { decision, note = 'Looked at it.', who = admin, seen }: Decided) {
  const { rule, subject, clicks, decided_at } = seen ?? (await groupOf(promotion));
  return (await staffNow(who))
    .post(`/promotions/${promotion.id}/held_clicks`)
    .send({ rule, subject, clicks, decided_at, decision, note });
}
const settle = () => settleDuePromotions({ ...server.deps, now: () => WINDOW_END });
const excludedOf = (body: { excluded: { reason: string; clicks: number }[] }) =>
  Object.fromEntries(body.excluded.map(({ reason, clicks }) => [reason, clicks]));

/** Resolves when a connection waits for a lock, or the work is done. */
async function untilWaiting(work: PromiseLike<unknown>) {
  let isDone = false;
  void Promise.resolve(work).finally(() => {
    isDone = true;
  });
  const sql = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  while (!isDone && !(await server.deps.pool.query(sql)).rowCount)
    await new Promise((resolve) => setImmediate(resolve));
}

const whileLocked = <T>(id: number, work: (tx: Tx) => Promise<T>) =>
  server.deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from promotions where id = ${id} for no key update`;
    return work(tx);
  });

describe('held clicks', () => {
  it('are found while the promotion runs, and staff see the suspicious promotions', async () => {
    await review();
    const { promotions } = (await (await staffNow()).get('/held_clicks').expect(200)).body;
    expect(promotions).toHaveLength(7);
    expect(promotions[0]).toMatchObject({
      ...{ promotion_id: made.counted.id, rule: 'network_burst', held: 13, has_question: false },
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

  it('are compared with readers, and repeats don’t fill the evidence', async () => {
    const { db } = server.deps;
    const before = await heldOf(made.counted);
    const { id: _, ...click } = await db.clickLog.findFirstOrThrow({
      where: { promotion_id: made.counted.id },
      orderBy: { id: 'asc' },
    });
    const later = (n: number) => new Date(click.clicked_at.getTime() + n * 1000);
    const repeats = Array.from({ length: 250 }, (_, n) => ({ ...click, clicked_at: later(n + 3600) }));
    await db.clickLog.createMany({ data: repeats });
    const after = await heldOf(made.counted);
    expect([after.clicks, after.evidence_clicks]).toEqual([before.clicks, before.evidence_clicks]);
    await db.clickLog.deleteMany({ where: { clicked_at: { in: repeats.map(({ clicked_at }) => clicked_at) } } });
  });

  it('come before the clicks of one new address, however often it clicks', async () => {
    const { db } = server.deps;
    const before = await heldOf(made.counted);
    const email = 'new-and-busy@gmail.com';
    const fresh = { email, status: 'active', confirmed_at: new Date(RUNNING.getTime() - 3_600_000) } as const;
    const { id: reader_id } = await db.reader.create({ data: fresh });
    const { id: _, ...click } = await db.clickLog.findFirstOrThrow({
      where: { promotion_id: made.counted.id },
      orderBy: { id: 'asc' },
    });
    const flood = Array.from({ length: 400 }, (_, n) => ({
      ...{ ...click, reader_id, ip_hash: null },
      clicked_at: new Date(click.clicked_at.getTime() + n * 1000 + 500),
    }));
    await db.clickLog.createMany({ data: flood });
    const after = await heldOf(made.counted);
    expect(after.evidence_clicks).toBe(before.evidence_clicks + 1);
    const ofReader = (line: { reader_id: number }) => line.reader_id === reader_id;
    expect(after.evidence.filter(ofReader)).toMatchObject([{ outcome: 'new_reader' }]);
    await db.clickLog.deleteMany({ where: { reader_id } });
    await db.reader.delete({ where: { id: reader_id } });
  });

  it('come in the order of the time left to decide, before open questions', async () => {
    const { db } = server.deps;
    const window = (date: Date) =>
      db.promotion.update({ where: { id: made.twice.id }, data: { click_window_ends_at: date } });
    await window(new Date(WINDOW_END.getTime() - 1));
    const asked = { promotion_id: made.hidden.id, question: 'Why?', asked_at: RUNNING };
    const { id } = await db.clickQuestion.create({ data: asked });
    await db.promotion.update({ where: { id: made.hidden.id }, data: { click_window_ends_at: RUNNING } });
    const { promotions } = (await (await staffNow()).get('/held_clicks').expect(200)).body;
    const order = promotions.map(({ promotion_id }: { promotion_id: number }) => promotion_id);
    expect([order[0], order.at(-1), order.length]).toEqual([made.twice.id, made.hidden.id, 8]);
    await window(WINDOW_END);
    await db.promotion.update({ where: { id: made.hidden.id }, data: { click_window_ends_at: WINDOW_END } });
    await db.clickQuestion.delete({ where: { id } });
  });

  it('are one line for the partner, who doesn’t learn whose network it is', async () => {
    const { holds, billable, settled } = await clicksSeenBy(made.counted);
    expect({ billable, settled }).toEqual({ billable: 0, settled: false });
    expect(holds).toEqual([
      {
        ...{ rule: 'network_burst', clicks: 13, decision: null },
        ...{ first_at: '2026-12-02T18:00:00.000Z', last_at: '2026-12-02T18:12:00.000Z' },
      },
    ]);
  });

  it('come with the evidence from the first one on', async () => {
    const { clicks, evidence_clicks, evidence, may_decide } = await heldOf(made.counted);
    expect({ clicks, evidence_clicks, shown: evidence.length, may_decide }).toEqual({
      ...{ clicks: 15, evidence_clicks: 15, shown: 15, may_decide: true },
    });
    const held = evidence.filter(({ outcome }: { outcome: string }) => outcome === 'network_burst');
    expect(held).toHaveLength(13);
    expect(new Set(held.map(({ network }: { network: string }) => network)).size).toBe(1);
    expect(held[0]).toMatchObject({ store: 'amazon', domain: null, earlier_newsletters: 0 });
    expect(held[0].network).toMatch(/^[0-9a-f]{8}$/);
  });

  it('are counted by administrators and excluded by editors, with a note', async () => {
    const refused = await decide(made.counted, { decision: 'count', who: editor });
    expect([refused.status, refused.body.errors.base]).toEqual([
      422,
      ['Only an administrator can count held clicks, because the partner pays for them.'],
    ]);
    expect((await decide(made.counted, { decision: 'count', note: ' ' })).body.errors).toHaveProperty('note');
    const mayCount = async (who: Staff) =>
      (await (await staffNow(who)).get(`/promotions/${made.counted.id}/held_clicks`).expect(200)).body.may_count;
    expect([await mayCount(editor), await mayCount(admin)]).toEqual([false, true]);
    const { body } = await decide(made.counted, { decision: 'count', note: 'A campus.' });
    expect(body.groups).toMatchObject([
      { clicks: 13, seen_clicks: 13, decision: 'count', note: 'A campus.', decided_by_name: admin.name },
    ]);
    expect((await decide(made.excluded, { decision: 'exclude', who: editor })).status).toBe(200);
    await review();
    expect((await heldOf(made.counted)).groups).toHaveLength(1);
  });

  it('are in the audit log without the network', async () => {
    const events = await server.deps.db.auditEvent.findMany({
      where: { entity: 'promotion', action: { endsWith: 'held_clicks' } },
      orderBy: { id: 'asc' },
    });
    expect(events).toMatchObject([
      {
        ...{ action: 'count_held_clicks', actor_id: admin.id, entity_id: String(made.counted.id), reason: 'A campus.' },
        before: { rule: 'network_burst', clicks: null, decision: null },
        after: { rule: 'network_burst', clicks: 13, decision: 'count' },
      },
      { action: 'exclude_held_clicks', actor_id: editor.id, entity_id: String(made.excluded.id) },
    ]);
    const { subject } = await groupOf(made.counted);
    expect(JSON.stringify(events.map(({ before, after }) => [before, after]))).not.toContain(subject.slice(0, 8));
  });

  it('show partners the decision without the note', async () => {
    const body = await clicksSeenBy(made.counted);
    expect(body.holds).toMatchObject([{ clicks: 13, decision: 'count' }]);
    const exported = await (await partnerOf(made.counted)).get('/partners/export').expect(200);
    expect(JSON.stringify(exported.body)).toContain('network_burst');
    for (const answer of [body, exported.body]) expect(JSON.stringify(answer)).not.toContain('A campus.');
  });

  it('keep out clicks of readers who were counted in two newsletters before', async () => {
    await clicksOf(made.known.id, { readers: 8, network: 'campus', earlier: 'home' });
    await review();
    expect((await heldOf(made.known)).groups).toEqual([]);
    await clicksOf(made.known.id, { readers: 6, network: 'campus' });
    await review();
    expect((await heldOf(made.known)).groups).toMatchObject([{ rule: 'network_burst', clicks: 6 }]);
  });

  it('include those near someone else’s visit to a hidden link on the same network', async () => {
    const [first] = await clicksOf(made.hidden.id, { readers: 1, network: 'office' });
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
    await clicksOf(made.hidden.id, { readers: 1, network: 'another office' });
    await review();
    expect((await heldOf(made.hidden)).groups).toMatchObject([{ rule: 'network_hidden', clicks: 1 }]);
  });
});

describe('a decided group', () => {
  it('is held again when it grows after it was counted, and is decided with the new numbers', async () => {
    const seen = await groupOf(made.grown);
    expect((await decide(made.grown, { decision: 'count' })).status).toBe(200);
    await clicksOf(made.grown.id, { readers: 14, network: 'one network' });
    await review();
    // The first 13 of these clicks are from the same minutes as those that staff saw.
    expect((await heldOf(made.grown)).groups).toMatchObject([
      { rule: 'network_burst', decision: 'count', seen_clicks: 13, clicks: 14 },
    ]);
    expect((await clicksSeenBy(made.grown)).holds).toMatchObject([
      { clicks: 13, decision: 'count' },
      { clicks: 1, decision: null },
    ]);
    const { promotions } = (await (await staffNow()).get('/held_clicks').expect(200)).body;
    expect(promotions).toContainEqual(expect.objectContaining({ promotion_id: made.grown.id, held: 1 }));
    const stale = await decide(made.grown, { decision: 'count', seen });
    expect(stale.status).toBe(409);
    expect(stale.body.held_clicks.groups).toMatchObject([{ clicks: 14, seen_clicks: 13 }]);
    expect((await decide(made.grown, { decision: 'exclude' })).body.groups).toMatchObject([
      { decision: 'exclude', clicks: 27, seen_clicks: 14 },
    ]);
  });

  it('is decided once when two staff decide it at the same time', async () => {
    const seen = await groupOf(made.twice);
    const answers = await Promise.all([
      decide(made.twice, { decision: 'exclude', seen }),
      decide(made.twice, { decision: 'count', seen }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first, second] = answers[0]!.status === 200 ? ['exclude', 'count'] : ['count', 'exclude'];
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.held_clicks.groups).toMatchObject([{ decision: first }]);
    expect(
      await server.deps.db.auditEvent.count({
        where: { action: `${second}_held_clicks`, entity_id: String(made.twice.id) },
      }),
    ).toBe(0);
  });

  it('covers no click that arrives during the decision', async () => {
    const { db } = server.deps;
    const { id } = made.late;
    const asked = await whileLocked(id, async (tx) => {
      const answer = decide(made.late, { decision: 'count' });
      await untilWaiting(answer);
      await tx.$executeRaw`
        insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, ua_class)
        select promotion_id, newsletter_id, reader_id + 100000, source, store, clicked_at + interval '20 minutes', ip_hash, ua_class
        from click_logs where promotion_id = ${id} and ip_hash = decode(md5('one network'), 'hex') order by id desc limit 1`;
      return { answer };
    });
    const { status, body } = await asked.answer;
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
    await clicksOf(made.hidden.id, { readers: 206, network: 'farm' });
    const beforeDowntime = new Date(RUNNING.getTime() - 3_600_000);
    await db.promotion.update({ where: { id: made.hidden.id }, data: { clicks_reviewed_at: beforeDowntime } });
    await reviewRunningPromotions({ ...server.deps, now: () => new Date(RUNNING.getTime() + 10 * 3_600_000) });
    const { groups, evidence, evidence_clicks } = await heldOf(made.hidden);
    expect(groups).toMatchObject([
      { rule: 'network_burst', clicks: 206 },
      { rule: 'network_hidden', clicks: 1 },
    ]);
    // Two others are on networks of their own. What isn't shown is counted.
    expect([evidence.length, evidence_clicks]).toEqual([200, 208]);
    await db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  });

  it('judges no promotion again that wasn’t clicked since', async () => {
    await review();
    const [later, again] = [1, 2].map((hours) => new Date(RUNNING.getTime() + hours * 3_600_000));
    await reviewRunningPromotions({ ...server.deps, now: () => later! });
    await reviewRunningPromotions({ ...server.deps, now: () => again! });
    const { clicks_reviewed_at } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: made.known.id } });
    expect(clicks_reviewed_at).toEqual(RUNNING);
    await server.deps.db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  });

  it('doesn’t keep staff waiting while it judges', async () => {
    const { pool } = server.deps;
    const { id } = made.hidden;
    const client = await pool.connect();
    // Judging reads the clicks, so it waits here.
    await client.query('begin; lock table click_logs in access exclusive mode');
    const judging = reviewPromotion(server.deps, id);
    await untilWaiting(judging);
    const isFree = await pool.query(`select 1 from promotions where id = $1 for no key update skip locked`, [id]);
    await client.query('rollback');
    client.release();
    await judging;
    expect(isFree.rowCount).toBe(1);
  });

  it('leaves a promotion alone that another run is judging', async () => {
    const { db, pool } = server.deps;
    const { id } = made.hidden;
    await db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(7304, $1)', [id]);
    await reviewPromotion(server.deps, id);
    const { clicks_reviewed_at } = await db.promotion.findUniqueOrThrow({ where: { id } });
    await other.query('rollback');
    other.release();
    expect(clicks_reviewed_at).toBeNull();
    await reviewPromotion(server.deps, id);
    expect((await db.promotion.findUniqueOrThrow({ where: { id } })).clicks_reviewed_at).not.toBeNull();
    await db.promotion.updateMany({ data: { clicks_reviewed_at: null } });
  });

  it('drops its result when staff decided since it began, or a later run was faster', async () => {
    const { db, pool } = server.deps;
    const { id } = made.known;
    const client = await pool.connect();
    const during = async (change: () => Promise<unknown>) => {
      await client.query('begin; lock table click_logs in access exclusive mode');
      const judging = reviewPromotion(server.deps, id);
      await untilWaiting(judging);
      await change();
      await client.query('rollback');
      await judging;
    };
    await clicksOf(made.known.id, { readers: 1, network: 'campus' });
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

describe('when the 72 hours end', () => {
  it('a decision that had to wait is refused when the window is over', async () => {
    const { db } = server.deps;
    const { id } = made.late;
    server.clock.set(LAST_MOMENT);
    const { answer } = await whileLocked(id, async (tx) => {
      const asked = decide(made.late, { decision: 'count' });
      await untilWaiting(asked);
      await tx.promotion.update({ where: { id }, data: { click_window_ends_at: LAST_MOMENT } });
      return { answer: asked };
    });
    expect((await answer).status).toBe(409);
    expect((await heldOf(made.late)).groups).toMatchObject([{ decision: null }]);
    await db.promotion.update({ where: { id }, data: { click_window_ends_at: WINDOW_END } });
  });

  it('either a decision or the settlement comes first, and both agree', async () => {
    await server.deps.db.clickHold.deleteMany({ where: { promotion_id: made.undecided.id } });
    const [answer] = await Promise.all([decide(made.contested, { decision: 'count' }), settle()]);
    expect([200, 409]).toContain(answer.status);
    await settle();
    const { billable, excluded } = await clicksSeenBy(made.contested);
    const isCounted = answer.status === 200;
    expect({ billable, held: excludedOf({ excluded }).held ?? 0 }).toEqual({
      billable: isCounted ? 15 : 2,
      held: isCounted ? 0 : 13,
    });
  });

  it('what staff counted is billed, and what they excluded isn’t', async () => {
    const [counted, excluded] = [await clicksSeenBy(made.counted), await clicksSeenBy(made.excluded)];
    expect({ billable: counted.billable, excluded: counted.excluded }).toEqual({ billable: 15, excluded: [] });
    expect({ billable: excluded.billable, ...excludedOf(excluded) }).toEqual({ billable: 2, staff_excluded: 13 });
    expect(counted.rules_version).toBe(5);
  });

  it('the evidence is what was stored, whatever is learned about the readers later', async () => {
    const outcomes = async () =>
      (await heldOf(made.undecided)).evidence.map(({ outcome }: { outcome: string }) => outcome).sort();
    const before = await outcomes();
    expect(before).toEqual(['billable', 'billable', ...Array(13).fill('held')]);
    await server.deps.pool.query('update readers set confirmed_at = $1', [new Date(RUNNING.getTime() - 3_600_000)]);
    expect(await outcomes()).toEqual(before);
  });

  it('what is still held is excluded for good', async () => {
    const before = await clicksSeenBy(made.undecided);
    expect({ billable: before.billable, ...excludedOf(before) }).toEqual({ billable: 2, held: 13 });
    expect(before.holds).toMatchObject([{ clicks: 13, decision: null }]);
    server.clock.set(WINDOW_END);
    const answer = await decide(made.undecided, { decision: 'count' });
    expect([answer.status, answer.body.errors.base ?? answer.body.errors]).toEqual([
      409,
      ['The 72-hour window has closed. Clicks that were still held won’t be billed, and you can’t change that.'],
    ]);
    await settle();
    await reviewRunningPromotions(server.deps);
    expect(await clicksSeenBy(made.undecided)).toEqual({ ...before, as_of: expect.any(String) });
    expect(
      (await server.deps.db.promotion.findUniqueOrThrow({ where: { id: made.undecided.id } })).clicks_billable,
    ).toBe(2);
  });
});

describe('a question about the result', () => {
  const ask = async (promotion: CreatedPromotion, question = 'Why so few?') =>
    (await partnerOf(promotion)).post(`/promotions/${promotion.id}/click_question`).send({ question });

  it('goes to support, once until it is answered', async () => {
    const { status, body } = await ask(made.undecided);
    expect(status).toBe(201);
    expect(body).toMatchObject({ question_until: null, questions: [{ question: 'Why so few?', answer: null }] });
    expect((await ask(made.undecided, 'And now?')).status).toBe(409);
    const mails = await server.emailsTo(server.deps.config.operator.email);
    expect(mails.filter(({ text }) => text.includes('Why so few?'))).toHaveLength(1);
    expect((await (await staffNow()).get('/held_clicks').expect(200)).body.promotions).toMatchObject([
      { promotion_id: made.undecided.id, has_question: true },
    ]);
  });

  it('is answered by staff on the record and by email', async () => {
    const staff = await staffNow();
    await staff.post(`/promotions/${made.undecided.id}/click_answer`).send({ answer: 'One network.' }).expect(200);
    await staff.post(`/promotions/${made.undecided.id}/click_answer`).send({ answer: 'Again.' }).expect(409);
    const mails = await server.emailsTo(made.undecided.partner.email);
    const [mail] = mails.filter(({ text }) => text.includes('One network.'));
    expect(mail!.text).toContain('Why so few?');
    expect((await clicksSeenBy(made.undecided)).questions).toMatchObject([{ answer: 'One network.' }]);
    const [event] = await server.deps.db.auditEvent.findMany({ where: { action: 'answer_click_question' } });
    expect(event).toMatchObject({ actor_id: admin.id, after: { answer: 'One network.' } });
  });

  it('can be asked for 30 days, by its own partner', async () => {
    const stranger = await createPartner(server);
    await stranger.post(`/promotions/${made.counted.id}/click_question`).send({ question: 'Whose?' }).expect(404);
    server.clock.set(new Date('2027-01-04T17:00:00.001Z'));
    expect((await clicksSeenBy(made.counted)).question_until).toBeNull();
    expect((await ask(made.counted)).status).toBe(409);
    server.clock.set(new Date('2027-01-04T17:00:00Z'));
    expect((await clicksSeenBy(made.counted)).question_until).toBe('2027-01-04T17:00:00.000Z');
    expect((await ask(made.counted)).status).toBe(201);
  });

  it('waits for the result', async () => {
    const { status, body } = await ask(await createPromotion(server));
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('We’re still counting the clicks.')]);
  });
});
