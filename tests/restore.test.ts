/**
 * After a restore from a backup that is older than a newsletter and the opt-outs that followed, nobody gets the
 * newsletter again unless an administrator says that it wasn't sent, and nobody who opted out gets another. Permission
 * emails are paused.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { signEvents } from '#server/deliveries/signature.ts';
import { checkImport, startImport } from '#server/reader-imports/imports.ts';
import { askForPermission } from '#server/reader-imports/permission.ts';
import { createImport, storePart } from '#server/reader-imports/upload.ts';
import { finishRestore } from '#server/readers/replay.ts';
import { finishPendingRestore, startSchedule } from '#server/schedule.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  click,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  type PartnerClient,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';
import type { ImportMapping } from '#shared/reader-imports.ts';
import { pausePermissionEmails } from '../scripts/backup/hold.ts';
import { restoreBackup } from '../scripts/backup/read.ts';
import { formatReport } from '../scripts/backup/report.ts';
import { writeBackup } from '../scripts/backup/write.ts';

// Long, because other tests may be using the machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const SECRET = 'a secret that the provider knows';
const [TODAY, TOMORROW] = ['2026-12-01', '2026-12-02'];
const BACKUP_AT = '2026-12-01T11:15:00Z';
const CUTOFF = '2026-12-01T17:00:00Z';
const RESTORED_AT = '2026-12-01T20:00:00Z';

type Reader = { email: string; uuid: string };
const folder = mkdtempSync(join(tmpdir(), 'deckle-restore-'));
const backup = join(folder, 'backup');
let lost: TestServer;
let partner: PartnerClient;
let promotion: number;
let imported: number;
let readers: { [name in 'stays' | 'leaves' | 'complains' | 'erases' | 'returns' | 'suppressed']: Reader };
let server: TestServer | null = null;

beforeAll(async () => {
  lost = await startTestServer({ now: new Date(BACKUP_AT), env: { MAIL_EVENTS_SECRET: SECRET } });
  const staff = await createStaff(lost, 'admin');
  [partner] = (await insertPartners(lost, 1)) as [PartnerClient];
  const book = async (title: string, promotion_date: string) => {
    const { id } = await createPromotion(lost, { partner, book: { title } });
    // Backdated, because a newsletter accepts no submissions on its own day.
    await lost.deps.db.promotion.update({ where: { id }, data: { requested_date: new Date(promotion_date) } });
    await staff.post(`/promotions/${id}/approve`).send({ promotion_date }).expect(200);
    return id;
  };
  promotion = await book('The Quiet Harbor', TODAY);
  await book('The Loud Harbor', TOMORROW);
  const created: Reader[] = [];
  for (let n = 0; n < 6; n++) created.push(await createReader(lost));
  const [stays, leaves, complains, erases, returns, suppressed] = created as [
    Reader,
    Reader,
    Reader,
    Reader,
    Reader,
    Reader,
  ];
  imported = await importUndated('imported@example.org', staff.id);
  readers = { stays, leaves, complains, erases, returns, suppressed };
  await lost.settle();
  const { config } = lost.deps;
  const options = {
    databaseUrl: config.DATABASE_URL!,
    dataDir: config.DECKLE_DATA_DIR,
    folder: backup,
    now: lost.deps.now(),
  };
  await writeBackup(options);

  await lost.advanceTo(CUTOFF);
  for (const { email } of created)
    expect(await newslettersTo(lost, email)).toEqual(['Today: “The Quiet Harbor” for $0.99']);
  lost.clock.set(new Date('2026-12-01T18:00:00Z'));
  await visitor(lost).post(`/readers/${leaves.uuid}/unsubscribe`).send({}).expect(200);
  await complain(complains.email);
  await visitor(lost).delete(`/readers/${erases.uuid}`).expect(204);
  const { id } = await lost.deps.db.reader.findUniqueOrThrow({ where: { uuid: suppressed.uuid } });
  await staff.post(`/admin/readers/${id}/suppress`).send({ reason: 'asked by phone' }).expect(200);
  await visitor(lost).post(`/readers/${returns.uuid}/unsubscribe`).send({}).expect(200);
  lost.clock.set(new Date('2026-12-01T18:30:00Z'));
  await signUpAgain(returns.email);
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(async () => {
  await lost?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Imports a reader who has to be asked for permission, and returns the import's id. */
async function importUndated(email: string, user_id: number) {
  const { deps } = lost;
  const bytes = Buffer.from(`email,source\n${email},Fair\n`);
  const { id } = await createImport(deps, { user_id, file_name: 'list.csv', file_bytes: bytes.length });
  const { mapping } = await storePart(deps, { id, offset: 0, bytes });
  await checkImport(deps, id, { ...(mapping as ImportMapping), category_ids: [1] });
  await lost.settle();
  await startImport(deps, { id, user_id, daily_emails: 500 });
  await lost.settle();
  return id;
}

async function complain(email: string) {
  const body = JSON.stringify({ events: [{ type: 'complaint', email, at: lost.clock.now().toISOString() }] });
  const headers = {
    'content-type': 'application/json',
    'deckle-signature': signEvents(SECRET, body, lost.clock.now()),
  };
  await as(lost, headers).post('/mail/events').send(body).expect(200);
}

async function signUpAgain(email: string) {
  await visitor(lost)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  const [confirmation] = await lost.emailsTo(email);
  const token = /confirm\?token=([\w-]+)/.exec(confirmation!.text)![1];
  await visitor(lost).post('/readers/confirm').send({ token }).expect(200);
}

const newslettersTo = async (on: TestServer, email: string) =>
  (await on.emailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers).map(({ subject }) => subject);

/** Returns the subjects of the restored server's newsletters by reader. */
async function readSubjects() {
  const subjects: { [name: string]: string[] } = {};
  for (const [name, { email }] of Object.entries(readers)) subjects[name] = await newslettersTo(server!, email);
  return subjects;
}
const NOTHING = { stays: [], leaves: [], complains: [], erases: [], returns: [], suppressed: [] };

/** Starts a new server, by default with the lost one's data folder, and restores the backup. */
async function restore({ dataDir = lost.deps.config.DECKLE_DATA_DIR } = {}) {
  server = await startTestServer({
    now: new Date(RESTORED_AT),
    env: { DECKLE_DATA_DIR: dataDir, MAIL_EVENTS_SECRET: SECRET },
  });
  const { config } = server.deps;
  const options = { databaseUrl: config.DATABASE_URL!, dataDir, folder: backup, now: server.deps.now() };
  return { server, restored: await restoreBackup(options) };
}

async function releaseHeld(on: TestServer, was_sent: boolean) {
  const admin = await createStaff(on, 'admin');
  const held = (await admin.get('/newsletters?held=true').expect(200)).body.newsletters;
  expect(held).toMatchObject([
    { newsletter_date: TODAY, kind: 'daily', status: 'draft', held_at: '2026-12-01T20:00:00.000Z' },
  ]);
  return (await admin.post(`/newsletters/${held[0].id}/release`).send({ was_sent }).expect(200)).body.newsletter;
}

it("holds a newsletter until an administrator says it wasn't sent, then emails remaining readers once", async () => {
  const { server, restored } = await restore();
  expect(restored.held).toEqual(['2026-12-01 (daily)']);
  await finishPendingRestore(server.deps);
  expect(await server.advanceTo('2026-12-01T20:30:00Z')).toContain('newsletters.freeze 2026-12-01');
  expect(await readSubjects()).toEqual(NOTHING);
  const [alert] = await server.emailsTo(server.deps.config.operator.email);
  expect(alert).toMatchObject({ subject: 'A newsletter is held' });

  await releaseHeld(server, false);
  await server.advanceTo('2026-12-01T21:00:00Z');
  const subjects = ['Today: “The Quiet Harbor” for $0.99'];
  expect(await readSubjects()).toEqual({ ...NOTHING, stays: subjects, returns: subjects });
  await server.advanceTo('2026-12-01T23:00:00Z');
  expect(await readSubjects()).toEqual({ ...NOTHING, stays: subjects, returns: subjects });
});

it('runs no queued work until the log of opt-outs can be read', async () => {
  const { server } = await restore();
  const { queue, blobs } = server.deps;
  const work = vi.fn(queue.work);
  const list = () => {
    throw new Error('the disk is gone');
  };
  Object.assign(server.deps, { queue: { ...queue, work }, blobs: { ...blobs, list } });
  await releaseHeld(server, false);
  await expect(startSchedule(server.deps)).rejects.toThrow('the disk is gone');
  expect(work).not.toHaveBeenCalled();

  server.deps.blobs = blobs;
  const stop = await startSchedule(server.deps);
  const subjects = ['Today: “The Quiet Harbor” for $0.99'];
  await expect.poll(readSubjects, { timeout: 20_000 }).toEqual({ ...NOTHING, stays: subjects, returns: subjects });
  await stop();
});

it('sends nothing if the newsletter was sent, counts arriving clicks, and settles', async () => {
  const { server } = await restore();
  await finishPendingRestore(server.deps);
  await server.advanceTo('2026-12-01T20:30:00Z');
  const before = await server.deps.db.mail.count();
  const released = await releaseHeld(server, true);
  expect(released).toMatchObject({ sent_at: '2026-12-01T17:00:00.000Z', held_at: null });
  await server.advanceTo('2026-12-01T21:00:00Z');
  const closed = await server.deps.db.newsletter.findUniqueOrThrow({ where: { id: released.id } });
  expect(closed).toMatchObject({ status: 'sent', delivered_count: 2 });
  expect(await readSubjects()).toEqual(NOTHING);
  expect(await server.deps.db.mail.count()).toBe(before);

  const { text } = (await lost.emailsTo(readers.stays.email)).find(({ headers }) => 'list-unsubscribe' in headers)!;
  await click(server, tokensFor(lost, text, promotion)[0]!).expect(302);
  const shown = async () =>
    (await as(server, partner.headers).get(`/promotions/${promotion}`).expect(200)).body.promotion;
  expect(await shown()).toMatchObject({ display_status: 'successfully sent', sent_at: '2026-12-01T17:00:00.000Z' });
  await server.advanceTo('2026-12-04T16:59:00Z');
  expect(await shown()).toMatchObject({ settled_at: null });
  await server.advanceTo('2026-12-04T17:00:00Z');
  expect(await shown()).toMatchObject({ clicks_total: 1, clicks_billable: 1, settled_at: '2026-12-04T17:00:00.000Z' });
});

it('sends later newsletters as usual while the newsletter of the restored day is held', async () => {
  const { server } = await restore();
  await finishPendingRestore(server.deps);
  await server.advanceTo('2026-12-02T17:10:00Z');
  const subjects = ['Today: “The Loud Harbor” for $0.99'];
  expect(await readSubjects()).toEqual({ ...NOTHING, stays: subjects, returns: subjects });
  const row = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: promotion } });
  expect(row).toMatchObject({ frozen_at: null, unable_to_send_at: null });
});

it('replays every opt-out since the backup with its original time, and only once', async () => {
  const { server } = await restore();
  const { db } = server.deps;
  const rowOf = ({ email }: Reader) => db.reader.findFirst({ where: { email } });
  expect(await rowOf(readers.leaves)).toMatchObject({ status: 'active' });
  const replay = await finishRestore(server.deps);
  // The log includes the six confirmations in the hour before the backup, five opt-outs, and a return.
  expect(replay).toEqual({ entries: 12, readers: 4, last_at: '2026-12-01T18:30:00.000Z' });
  const at = new Date('2026-12-01T18:00:00Z');
  expect(await rowOf(readers.leaves)).toMatchObject({ status: 'unsubscribed', unsubscribed_at: at });
  expect(await rowOf(readers.complains)).toMatchObject({ status: 'complained', unsubscribed_at: at });
  expect(await rowOf(readers.erases)).toBeNull();
  expect(await rowOf(readers.suppressed)).toMatchObject({ status: 'unsubscribed', unsubscribe_reason: 'staff' });
  expect(await rowOf(readers.returns)).toMatchObject({ status: 'active' });
  expect(await rowOf(readers.stays)).toMatchObject({ status: 'active' });
  const suppressions = await db.suppression.findMany({ orderBy: { reason: 'asc' } });
  expect(suppressions.map(({ reason }) => reason)).toEqual(['complained', 'complained', 'erased']);

  const everything = async () => [
    await db.reader.findMany(),
    await db.suppression.findMany(),
    await db.mailEvent.findMany(),
  ];
  const before = await everything();
  await db.setting.update({
    where: { key: 'restored' },
    data: { value: { restored_at: RESTORED_AT, made_at: BACKUP_AT, replay: null } },
  });
  expect(await finishRestore(server.deps)).toEqual({ ...replay, readers: 3 });
  const after = await everything();
  expect(after.map((rows) => rows.map((row) => ({ ...row, updated_at: null })))).toEqual(
    before.map((rows) => rows.map((row) => ({ ...row, updated_at: null }))),
  );
  expect(await finishRestore(server.deps)).toBeNull();
});

const permissionEmails = (on: TestServer) => on.deps.db.mail.count({ where: { template: 'reader_permission' } });

it('pauses permission emails until an administrator resumes them, because some may have been sent since the backup', async () => {
  expect(await permissionEmails(lost)).toBe(1);
  const { server, restored } = await restore();
  expect(restored.paused).toEqual([imported]);
  await finishPendingRestore(server.deps);
  await askForPermission(server.deps);
  expect(await permissionEmails(server)).toBe(0);
  const admin = await createStaff(server, 'admin');
  await admin.patch(`/reader_imports/${imported}`).send({ is_paused: false }).expect(200);
  await askForPermission(server.deps);
  expect(await permissionEmails(server)).toBe(1);
});

it('pauses only imports that may have asked readers since the backup', async () => {
  const { server } = await restore();
  const { pool } = server.deps;
  const client = await pool.connect();
  const isPaused = async (change: string) => {
    await client.query('begin');
    await client.query(`update reader_imports set asking = 'on'; ${change}`);
    const paused = await pausePermissionEmails(client, { now: server.deps.now() });
    await client.query('rollback');
    return paused.length > 0;
  };
  const later = `update imported_readers set ask_at = '${RESTORED_AT}'::timestamptz + interval '1 hour'`;
  const waiting = `update reader_imports set asking = 'waiting'`;
  const warmUp = `insert into warm_ups (domain, first_cap, growth_percent, started_at) values ('deckle.test', 50, 150, now())`;
  try {
    expect(await isPaused('')).toBe(true);
    expect(await isPaused(later)).toBe(false);
    expect(await isPaused(`${later}; update reader_imports set status = 'importing'`)).toBe(true);
    expect(await isPaused(waiting)).toBe(false);
    expect(await isPaused(`${waiting}; ${warmUp}`)).toBe(true);
  } finally {
    client.release();
  }
});

it('reports what is held and paused, what was replayed, and what is lost with the data folder', async () => {
  const { server, restored } = await restore();
  const reportOf = async (on: Awaited<ReturnType<typeof restore>>, isInBucket = false) =>
    formatReport({
      ...on.restored,
      replay: await finishRestore(on.server.deps),
      isInBucket,
      appUrl: 'https://deckle.test',
    });
  const report = await reportOf({ server, restored });
  expect(report).toContain('Held: 2026-12-01 (daily).');
  expect(report).toContain('https://deckle.test/u:');
  expect(report).toContain(`Paused: the permission emails of import ${imported}.`);
  expect(report).toContain(
    '12 log entries, which opted out 4 of the restored readers. The last entry is from 2026-12-01T18:30',
  );
  expect(report).not.toContain('those readers will get newsletters again');
  await server.close();

  // The first restore on another machine copies the backup's log, which doesn't replace the lost one.
  for (let n = 0; n < 2; n++) {
    const on = await restore({ dataDir: join(folder, 'new-machine') });
    const elsewhere = await reportOf(on);
    expect(elsewhere).toContain('the log has no entry after the backup of 2026-12-01T11:15:00.000Z');
    expect(elsewhere).toContain('those readers will get newsletters again');
    await on.server.close();
  }
  const inBucket = await reportOf(await restore({ dataDir: join(folder, 'new-machine') }), true);
  expect(inBucket).not.toContain('those readers will get newsletters again');
});

it('neither removes nor replaces entries of the opt-out log', async () => {
  const dataDir = join(folder, 'live');
  cpSync(lost.deps.config.DECKLE_DATA_DIR, dataDir, { recursive: true });
  const log = join(dataDir, 'blobs/opt-outs');
  const entries = () => readdirSync(log, { recursive: true }).map(String);
  const before = entries();
  const inBackup = join(log, before.find((name) => name.includes('T111500'))!);
  writeFileSync(inBackup, 'as it is now');
  const { server } = await restore({ dataDir });
  expect(entries()).toEqual(before);
  expect(readFileSync(inBackup, 'utf8')).toBe('as it is now');
  expect(await finishRestore(server.deps)).toMatchObject({ entries: 12 });
});
