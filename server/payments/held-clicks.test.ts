/** Clicks held for review, from the first one to the result and a question about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type CreatedPromotion,
  createPartner,
  createPromotion,
  createStaff,
  sessionHeaders,
} from '#server/testing/factories.ts';
import { reviewRunningPromotions } from './held-clicks.ts';
import { settleDuePromotions } from './settle.ts';

const SENT = '2026-12-02T17:00:00Z';
const RUNNING = new Date('2026-12-02T19:00:00Z');
const LAST_MOMENT = new Date('2026-12-05T16:59:59.999Z');
const WINDOW_END = new Date('2026-12-05T17:00:00Z');
const CROWD = 13;
const NAMES = ['counted', 'excluded', 'undecided', 'contested', 'known', 'hidden', 'late'] as const;
/** Of an earlier newsletter. */
let past: CreatedPromotion;

let server: TestServer;
let editor: { id: number; name: string; uid: string };
let newsletter_id: number;
const made = {} as Record<(typeof NAMES)[number], CreatedPromotion>;

beforeAll(async () => {
  server = await startTestServer();
  const { id } = await createStaff(server);
  editor = await server.deps.db.user.findUniqueOrThrow({ where: { id } });
  const staff = await signedIn('user', editor);
  for (const [index, name] of NAMES.entries()) {
    const category_id = 1 + (index % 3);
    made[name] = await createPromotion(server, { category_id, book: { category_id } });
    await staff.post(`/promotions/${made[name].id}/approve`).expect(200);
  }
  past = await createPromotion(server);
  await server.advanceTo(SENT);
  ({ newsletter_id } = (await server.deps.db.promotion.findFirstOrThrow({ where: { id: made.counted.id } })) as {
    newsletter_id: number;
  });
  server.clock.set(RUNNING);
  for (const name of ['counted', 'excluded', 'undecided', 'contested', 'late'] as const) {
    await clicksOf(made[name].id, { readers: CROWD, network: 'one network' });
    await clicksOf(made[name].id, { readers: 2, network: null });
  }
});
afterAll(() => server.close());

/** With a session of the present: the tests move the clock by weeks. */
const signedIn = async (role: 'user' | 'partner', { id, uid }: { id: number; uid: string }) =>
  as(server, await sessionHeaders(server.deps, { role, id, uid }));
const staffNow = () => signedIn('user', editor);
const partnerOf = ({ partner: { id, email } }: CreatedPromotion) => signedIn('partner', { id, uid: email });

let nextReader = 0;
type Crowd = { readers: number; network: string | null; earlier?: string };

/** New readers, each with one click an hour ago, a minute apart. Without `network` each has their own. */
async function clicksOf(promotion_id: number, { readers, network, earlier }: Crowd) {
  const { pool } = server.deps;
  const { rows } = await pool.query<{ id: number }>(
    `insert into readers (email, status, confirmed_at)
     select 'crowd-' || n || '@gmail.com', 'active', $1::timestamptz - n * interval '1 day' from generate_series($2::int, $3::int) n returning id`,
    [new Date('2026-11-01T00:00:00Z'), nextReader + 1, nextReader + readers],
  );
  nextReader += readers;
  for (const [index, { id }] of rows.entries()) {
    if (earlier)
      await insertClick({
        newsletter_id: null,
        promotion_id: past.id,
        reader_id: id,
        network: earlier,
        minutes: -9000,
        billable: true,
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
  newsletter_id: number | null;
  promotion_id: number | null;
  reader_id: number;
  network: string;
  minutes: number;
  billable: boolean | null;
};
const insertClick = ({ newsletter_id: given, promotion_id, reader_id, network, minutes, billable }: Inserted) =>
  server.deps.pool.query(
    `insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, ua_class, billable)
     values ($1, coalesce($2, (select min(id) from newsletters where id <> $7)), $3, 'newsletter', case when $1::int is not null then 'amazon'::"Store" end,
       $4, decode(md5($5), 'hex'), 'person', $6)`,
    [
      promotion_id,
      given,
      reader_id,
      new Date(RUNNING.getTime() - 3_600_000 + minutes * 60_000),
      network,
      billable,
      newsletter_id,
    ],
  );

const review = () => reviewRunningPromotions({ ...server.deps, now: () => new Date(RUNNING.getTime() - 3_000_000) });
const clicksSeenBy = async (promotion: CreatedPromotion) =>
  (await (await partnerOf(promotion)).get(`/promotions/${promotion.id}/clicks`).expect(200)).body;
const heldOf = async ({ id }: CreatedPromotion) =>
  (await (await staffNow()).get(`/promotions/${id}/held_clicks`).expect(200)).body;
async function decide(promotion: CreatedPromotion, decision: 'count' | 'exclude', note = 'Looked at it.') {
  const [{ rule, subject }] = (await heldOf(promotion)).groups;
  return (await staffNow()).post(`/promotions/${promotion.id}/held_clicks`).send({ rule, subject, decision, note });
}
const settle = () => settleDuePromotions({ ...server.deps, now: () => WINDOW_END });
const excludedOf = (body: { excluded: { reason: string; clicks: number }[] }) =>
  Object.fromEntries(body.excluded.map(({ reason, clicks }) => [reason, clicks]));

describe('held clicks', () => {
  it('are found while the promotion runs, and staff see the suspicious promotions', async () => {
    await review();
    const { promotions } = (await (await staffNow()).get('/held_clicks').expect(200)).body;
    expect(promotions).toHaveLength(5);
    expect(promotions[0]).toMatchObject({
      ...{ promotion_id: made.counted.id, rule: 'network_burst', held: 13, has_question: false },
      decide_until: WINDOW_END.toISOString(),
    });
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
    const { clicks, evidence, may_decide } = await heldOf(made.counted);
    expect({ clicks, shown: evidence.length, may_decide }).toEqual({ clicks: 15, shown: 15, may_decide: true });
    const held = evidence.filter(({ outcome }: { outcome: string }) => outcome === 'network_burst');
    expect(held).toHaveLength(13);
    expect(new Set(held.map(({ network }: { network: string }) => network)).size).toBe(1);
    expect(held[0]).toMatchObject({ store: 'amazon', domain: null, earlier_newsletters: 0 });
    expect(held[0].network).toMatch(/^[0-9a-f]{8}$/);
  });

  it('are counted or excluded by staff, on the audit log', async () => {
    const { body } = await decide(made.counted, 'count', 'A campus.');
    expect(body.groups).toMatchObject([
      { clicks: 13, decision: 'count', note: 'A campus.', decided_by_name: editor.name },
    ]);
    await decide(made.excluded, 'exclude');
    const events = await server.deps.db.auditEvent.findMany({
      where: { entity: 'promotion', action: { endsWith: 'held_clicks' } },
    });
    expect(events.map(({ action, actor_id, entity_id, reason }) => ({ action, actor_id, entity_id, reason }))).toEqual([
      { action: 'count_held_clicks', actor_id: editor.id, entity_id: String(made.counted.id), reason: 'A campus.' },
      {
        action: 'exclude_held_clicks',
        actor_id: editor.id,
        entity_id: String(made.excluded.id),
        reason: 'Looked at it.',
      },
    ]);
    await review();
    expect((await heldOf(made.counted)).groups).toHaveLength(1);
  });

  it('keep out clicks of readers who were counted on another network before', async () => {
    await clicksOf(made.known.id, { readers: 8, network: 'campus', earlier: 'home' });
    await review();
    expect((await heldOf(made.known)).groups).toEqual([]);
    await clicksOf(made.known.id, { readers: 6, network: 'campus', earlier: 'campus' });
    await review();
    expect((await heldOf(made.known)).groups).toMatchObject([
      { rule: 'network_burst', clicks: 6 },
      { rule: 'network_hour', clicks: 2 },
    ]);
  });

  it('include those near somebody else’s visit to a hidden link on the same network', async () => {
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

describe('when the 72 hours end', () => {
  it('a decision waits for who has locked the promotion, and is refused when the window was over', async () => {
    const { db, pool } = server.deps;
    const { id } = made.late;
    server.clock.set(LAST_MOMENT);
    const waiting = async () =>
      (
        await pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount;
    const answer = await db.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from promotions where id = ${id} for no key update`;
      let isAnswered = false;
      const asked = decide(made.late, 'count').finally(() => {
        isAnswered = true;
      });
      while (!isAnswered && !(await waiting())) await new Promise((resolve) => setImmediate(resolve));
      await tx.promotion.update({ where: { id }, data: { click_window_ends_at: LAST_MOMENT } });
      return { asked };
    });
    expect((await answer.asked).status).toBe(409);
    expect((await heldOf(made.late)).groups).toMatchObject([{ decision: null }]);
    await db.promotion.update({ where: { id }, data: { click_window_ends_at: WINDOW_END } });
  });

  it('either a decision or the settlement comes first, and both agree', async () => {
    await server.deps.db.clickHold.deleteMany({ where: { promotion_id: made.undecided.id } });
    const [answer] = await Promise.all([decide(made.contested, 'count'), settle()]);
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
    expect(counted.rules_version).toBe(2);
  });

  it('what is still held is excluded for good', async () => {
    const before = await clicksSeenBy(made.undecided);
    expect({ billable: before.billable, ...excludedOf(before) }).toEqual({ billable: 2, held: 13 });
    expect(before.holds).toMatchObject([{ clicks: 13, decision: null }]);
    server.clock.set(WINDOW_END);
    const answer = await decide(made.undecided, 'count');
    expect([answer.status, answer.body.errors.base ?? answer.body.errors]).toEqual([
      409,
      ['The 72 hours are over. What was still held isn’t billed, and that can’t be changed.'],
    ]);
    await settle();
    await reviewRunningPromotions(server.deps);
    expect(await clicksSeenBy(made.undecided)).toEqual(before);
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
    const mails = await server.mailsTo(server.deps.config.SUPPORT_EMAIL);
    expect(mails.filter(({ text }) => text.includes('Why so few?'))).toHaveLength(1);
    expect((await (await staffNow()).get('/held_clicks').expect(200)).body.promotions).toMatchObject([
      { promotion_id: made.undecided.id, has_question: true },
    ]);
  });

  it('is answered by staff on the record and by email', async () => {
    const staff = await staffNow();
    await staff.post(`/promotions/${made.undecided.id}/click_answer`).send({ answer: 'One network.' }).expect(200);
    await staff.post(`/promotions/${made.undecided.id}/click_answer`).send({ answer: 'Again.' }).expect(409);
    const mails = await server.mailsTo(made.undecided.partner.email);
    const [mail] = mails.filter(({ text }) => text.includes('One network.'));
    expect(mail!.text).toContain('Why so few?');
    expect((await clicksSeenBy(made.undecided)).questions).toMatchObject([{ answer: 'One network.' }]);
    const [event] = await server.deps.db.auditEvent.findMany({ where: { action: 'answer_click_question' } });
    expect(event).toMatchObject({ actor_id: editor.id, after: { answer: 'One network.' } });
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
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('aren’t counted yet')]);
  });
});
