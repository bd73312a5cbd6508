/** Transactional emails, until they are delivered or fail with a stored reason. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleMailEvents } from '#server/deliveries/events.ts';
import { enqueueEmail } from '#server/emails/enqueue.ts';
import { emailFixtures } from '#server/emails/fixtures.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff } from '#server/testing/factories.ts';
import { type SinkReply, type SmtpSink, startSmtpSink } from '../../tests/faults/mail-sinks.ts';
import { setFailpointHook } from './failpoints.ts';
import { deliverMail, requeueLostEmails } from './mail.ts';
import { mailKeys } from './mail-keys.ts';
import type { Queue } from './queue.ts';

const TO = 'ada@example.test';

describe('a transactional email', () => {
  let sink: SmtpSink;
  let server: TestServer;
  let verdict: SinkReply;
  let id: number;

  beforeEach(async () => {
    verdict = null;
    sink = await startSmtpSink({ verdict: () => verdict });
    server = await startTestServer({ env: { SMTP_URL: sink.url, MAIL_BOUNCE_DOMAIN: 'bounce.example.test' } });
    const reset_url = 'https://deckle.example.test/reset?token=sesame';
    await server.deps.db.$transaction((tx) =>
      enqueueEmail(server.deps, tx, {
        to: TO,
        owner: null,
        template: 'password_reset',
        props: { name: 'Ada Quill', reset_url },
      }),
    );
    id = (await server.deps.db.mail.findFirstOrThrow({ where: { to: TO } })).id;
  });
  afterEach(async () => {
    setFailpointHook(null);
    await server.close();
    await sink.close();
  });
  const mail = () => server.deps.db.mail.findUniqueOrThrow({ where: { id } });
  const deliver = () => deliverMail(server.deps, { id });

  it('is sent once by concurrent jobs, with its own Message-ID and return path', async () => {
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(sink.received).toHaveLength(1);
    const { message_id, state } = await mail();
    expect(state).toBe('sent');
    expect(sink.received[0]!.raw).toContain(`Message-ID: ${message_id}`);
    const keys = mailKeys(server.deps.config.appSecret, { newsletter_id: 0, id });
    expect(sink.received[0]!.from).toBe(`bounces+${keys.delivery}@bounce.example.test`);
  });

  it("isn't sent again by a second job while the first is handing it over", async () => {
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    setFailpointHook((name) => {
      if (name !== 'mail.hand_over.before') return;
      started.resolve();
      return gate.promise;
    });
    const first = deliver();
    await started.promise;
    setFailpointHook(null);
    await deliver();
    expect(sink.received).toEqual([]);
    gate.resolve();
    await first;
    expect(sink.received).toHaveLength(1);
    expect(await mail()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('is requeued once if its job is gone', async () => {
    const { pool } = server.deps;
    const jobs = async () =>
      (await pool.query(`select name from pgboss.job where (data ->> 'id')::int = $1 and state < 'completed'`, [id]))
        .rows;
    expect(await requeueLostEmails(server.deps)).toBe(0);
    await pool.query(`update pgboss.job set state = 'failed' where (data ->> 'id')::int = $1`, [id]);
    const foundLost = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const send: Queue['send'] = async (...job) => {
      foundLost.resolve();
      await gate.promise;
      return server.deps.queue.send(...job);
    };
    const slow = requeueLostEmails({ ...server.deps, queue: { ...server.deps.queue, send } });
    await foundLost.promise;
    expect(await requeueLostEmails(server.deps)).toBe(0);
    gate.resolve();
    expect(await slow).toBe(1);
    expect(await jobs()).toEqual([{ name: 'mail.deliver_security' }]);
    await server.settle();
    expect(sink.received).toHaveLength(1);
    expect(await mail()).toMatchObject({ state: 'sent' });
    expect(await requeueLostEmails(server.deps)).toBe(0);
  });

  it('fails if the workers of all its attempts died', async () => {
    await server.deps.db.mail.update({ where: { id }, data: { attempts: 8 } });
    await deliver();
    expect(sink.received).toEqual([]);
    expect(await mail()).toMatchObject({ state: 'failed', failure: 'The worker stopped while sending this email.' });
  });

  it('for a password reset is tried even if emails queued before it are stuck', async () => {
    const { deps } = server;
    const gate = Promise.withResolvers<void>();
    setFailpointHook(async (name) => {
      if (name === 'mail.hand_over.before') await gate.promise;
    });
    await deps.db.mail.deleteMany();
    await deps.pool.query('delete from pgboss.job');
    await deps.db.$transaction(async (tx) => {
      for (let n = 0; n < 50; n++)
        await enqueueEmail(deps, tx, {
          to: `p${n}@example.test`,
          owner: null,
          template: 'recapture',
          props: emailFixtures.recapture,
        });
    });
    await deps.queue.work();
    await expect.poll(() => deps.db.mail.count({ where: { attempts: 1 } }), { timeout: 20_000 }).toBeGreaterThan(0);
    await deps.db.$transaction((tx) =>
      enqueueEmail(deps, tx, {
        to: 'locked-out@example.test',
        owner: null,
        template: 'password_reset',
        props: { name: 'Ada', reset_url: 'https://deckle.example.test/reset' },
      }),
    );
    const resetOf = () => deps.db.mail.findFirstOrThrow({ where: { to: 'locked-out@example.test' } });
    await expect.poll(async () => (await resetOf()).attempts, { timeout: 20_000 }).toBe(1);
    expect(await deps.db.mail.count({ where: { template: 'recapture', attempts: 0 } })).toBe(49);
    gate.resolve();
  });

  it("doesn't fail if it's deleted while it's handed over", async () => {
    setFailpointHook(async (name) => {
      if (name === 'mail.hand_over.after') await server.deps.db.mail.delete({ where: { id } });
    });
    await deliver();
    expect(sink.received).toHaveLength(1);
  });

  it('is tried eight times, then fails with the last reason', async () => {
    verdict = { code: 451, text: 'Greylisted', at: 'data' };
    for (let tried = 1; tried < 8; tried++) {
      await expect(deliver()).rejects.toThrow('Greylisted');
      expect(await mail()).toMatchObject({
        state: 'queued',
        attempts: tried,
        failure: expect.stringContaining('Greylisted'),
      });
    }
    await deliver();
    const failure = expect.stringContaining('Greylisted');
    expect(await mail()).toMatchObject({ state: 'failed', attempts: 8, bounced_at: null, failure });
    verdict = null;
    await deliver();
    expect(sink.received).toEqual([]);
  });

  it("fails immediately if the address doesn't exist", async () => {
    verdict = { code: 550, text: '5.1.1 Unknown user', at: 'rcpt' };
    await deliver();
    expect(await mail()).toMatchObject({ state: 'failed', attempts: 1, bounced_at: server.clock.now() });
  });

  const isTokenStored = async () =>
    (await server.deps.pool.query("select from mails m where m::text like '%sesame%'")).rowCount === 1;

  it('stores its secret link only until it is handed over', async () => {
    expect(await isTokenStored()).toBe(true);
    verdict = { lose: true };
    await expect(deliver()).rejects.toThrow();
    expect(await isTokenStored()).toBe(true);
    verdict = null;
    await deliver();
    expect(sink.received.at(-1)!.raw.replaceAll('=\r\n', '')).toContain('sesame');
    expect(await isTokenStored()).toBe(false);
    expect(await mail()).toMatchObject({ state: 'sent', props: { name: 'Ada Quill' } });
  });

  it("erases its secret link when it fails, too, and can't be resent after that", async () => {
    verdict = { code: 550, text: '5.1.1 Unknown user', at: 'rcpt' };
    await deliver();
    expect(await isTokenStored()).toBe(false);
    const admin = await createStaff(server, 'admin');
    expect((await admin.get(`/admin/mails/${id}`).expect(200)).body.mail.actions ?? []).not.toContain('retry');
    await admin.post(`/admin/mails/${id}/retry`).expect(409);
  });

  it('to a closed account leaves no address behind when it is refused or bounces later', async () => {
    const to = 'closed@example.test';
    await server.deps.db.$transaction((tx) =>
      enqueueEmail(server.deps, tx, {
        ...{ to, owner: null, template: 'account_notice' },
        props: { change: 'closed', new_email: null, account: 'partner', forgot_url: 'https://deckle.example.test' },
      }),
    );
    const notice = await server.deps.db.mail.findFirstOrThrow({ where: { to } });
    verdict = { code: 550, text: `5.1.1 <${to}> is unknown`, at: 'rcpt' };
    await deliverMail(server.deps, notice);
    const isAddressStored = async () =>
      (await server.deps.pool.query(`select from mails m where m::text like '%${to}%'`)).rowCount === 1;
    expect(await isAddressStored()).toBe(false);

    const at = server.clock.now().toISOString();
    const { message_id } = notice;
    await handleMailEvents(server.deps, [{ type: 'hard_bounce', at, message_id, diagnostic: `<${to}> is unknown` }]);
    const { failure } = await server.deps.db.mail.findUniqueOrThrow({ where: { id: notice.id } });
    expect(failure).toBe('<(address)> is unknown');
    expect(await isAddressStored()).toBe(false);
  });

  it('is sent after a temporary failure, and the stored reason is cleared', async () => {
    verdict = { lose: true };
    await expect(deliver()).rejects.toThrow();
    verdict = null;
    await deliver();
    expect(await mail()).toMatchObject({ state: 'sent', failure: null });
  });
});
