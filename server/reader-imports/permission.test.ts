import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import { sendingDomain } from '#server/platform/config.ts';
import { MailError } from '#server/platform/mail.ts';
import { recordMailEvent } from '#server/readers/bounces.ts';
import { finishRestore, RESTORED_KEY } from '#server/readers/replay.ts';
import { eraseReaderInTransaction } from '#server/readers/service.ts';
import { emailHash, suppressReader } from '#server/readers/suppression.ts';
import { deleteUnconfirmed } from '#server/readers/unconfirmed.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, visitor } from '#server/testing/factories.ts';
import { plannedProviders } from '#server/warm-up/days.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { ImportCounts, type ImportMapping } from '#shared/reader-imports.ts';
import { loadCampaign } from './campaign.ts';
import { checkImport, startImport, undoImport, updateImport } from './imports.ts';
import { askForPermission } from './permission.ts';
import { createImport, storePart } from './upload.ts';
import { planUndo } from './work.ts';

let server: TestServer;
let user_id: number;
beforeAll(async () => {
  server = await startTestServer();
  user_id = (await createStaff(server, 'admin')).id;
});
afterAll(() => server.close());

const importUndated = (addresses: string[], daily_emails = 500, change: (id: number) => unknown = () => {}) =>
  importFile(`email,source\n${addresses.map((email) => `${email},The Free Shelf\n`).join('')}`, daily_emails, change);

const importDated = (addresses: string[], change?: (id: number) => unknown) =>
  importFile(`email,joined,source\n${addresses.map((email) => `${email},2024-03-01,Form\n`).join('')}`, 500, change);

async function importFile(text: string, daily_emails: number, change: (id: number) => unknown = () => {}) {
  const { deps } = server;
  const bytes = Buffer.from(text);
  const { id } = await createImport(deps, { user_id, file_name: 'list.csv', file_bytes: bytes.length });
  const { mapping } = await storePart(deps, { id, offset: 0, bytes });
  await checkImport(deps, id, { ...(mapping as ImportMapping), category_ids: [1] });
  await server.settle();
  await change(id);
  await startImport(deps, { id, user_id, daily_emails });
  await server.settle();
  return id;
}

/** Runs the sweep in the evening, `days` days later. */
async function ask(days = 0) {
  const later = new Date(server.deps.now().getTime() + days * DAY_MS);
  const evening = vancouverInstant(vancouverTime(later).date, 19, 30);
  server.clock.set(later > evening ? later : evening);
  await runSweeps();
  await server.settle();
}

/** Repeats the sweep until it changes nothing. */
async function runSweeps() {
  const { db } = server.deps;
  const state = async () => {
    const emails = await db.mail.count({ where: { template: 'reader_permission' } });
    return `${emails} ${await db.importedReader.count({ where: { ask_at: null } })}`;
  };
  for (let before = ''; before !== (await state()); ) {
    before = await state();
    await askForPermission(server.deps);
  }
}

const statusOf = async (email: string) => (await server.deps.db.reader.findUnique({ where: { email } }))?.status;
const subjects = async (email: string) => (await server.emailsTo(email)).map(({ subject }) => subject);
const FIRST = 'Do you want ebook deals from us?';
const REMINDER = 'Last reminder: do you want ebook deals from us?';

it('asks once, naming the list, and reminds once after a week', async () => {
  const [silent, other] = ['silent@example.org', 'other@example.org'];
  await importUndated([silent, other]);
  await Promise.all([ask(), ask()]);
  await ask();
  expect(await subjects(silent)).toEqual([FIRST]);
  const [email] = await server.emailsTo(other);
  expect(email!.text).toContain('The Free Shelf');
  expect(email!.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
  await ask(6);
  expect(await subjects(silent)).toEqual([FIRST]);
  await ask(1);
  expect((await subjects(silent)).toSorted()).toEqual([FIRST, REMINDER]);
  await ask(7);
  await ask(7);
  expect(await subjects(silent)).toHaveLength(2);
  expect(await statusOf(silent)).toBe('pending');
});

it('stops once a reader unsubscribes by the email’s link, which opens the page for unconfirmed readers', async () => {
  const address = 'stranger@example.org';
  await importUndated([address]);
  await ask();
  const [email] = await server.emailsTo(address);
  const token = /api\/v1\/unsubscribe\/([\w-]+)/.exec(email!.text)![1]!;
  const { location } = (await visitor(server).get(`/unsubscribe/${token}`).redirects(0).expect(302)).headers;
  expect(location).toBe(`/readers/unsubscribe?token=${token}&unconfirmed=1`);
  await visitor(server).post(`/unsubscribe/${token}`).expect(200);
  await ask(7);
  expect(await subjects(address)).toEqual([FIRST]);
  expect(await statusOf(address)).toBe('unsubscribed');
});

it('still confirms by the first link after the reminder', async () => {
  const address = 'late@example.org';
  await importUndated([address]);
  await ask();
  const [first] = await server.emailsTo(address);
  const token = /confirm\?token=([\w-]+)/.exec(first!.text)![1];
  await ask(7);
  await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  expect(await statusOf(address)).toBe('active');
});

it('refuses the link after an unsubscribe, and says how to get a new one', async () => {
  const address = 'minds@example.org';
  await importUndated([address]);
  await ask();
  const [email] = await server.emailsTo(address);
  const token = /confirm\?token=([\w-]+)/.exec(email!.text)![1];
  const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { email: address } });
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  const { body } = await visitor(server).post('/readers/confirm').send({ token }).expect(422);
  expect(body.errors.token).toEqual([
    'This link isn’t valid anymore. Please sign up again and we’ll send you a new one.',
  ]);
  expect(await statusOf(address)).toBe('unsubscribed');
});

it('stays within the daily limit of the import', async () => {
  const addresses = ['day1@example.org', 'day2@example.org', 'day3@example.org'];
  await importUndated(addresses, 2);
  const asked = async () => (await Promise.all(addresses.map(subjects))).flat().length;
  await ask();
  await ask();
  expect(await asked()).toBe(2);
  await ask(1);
  expect(await asked()).toBe(3);
});

it('asks a tenth of a provider’s cap during a warm-up, and nobody at a stopped provider', async () => {
  const { db, now, config } = server.deps;
  const addresses = (domain: string) => Array.from({ length: 5 }, (_, index) => `warm-${index}@${domain}`);
  const [gmail, yahoo] = [addresses('gmail.com'), addresses('yahoo.com')];
  const { id } = await db.warmUp.create({
    data: {
      ...{ domain: sendingDomain(config), first_cap: 50, growth_percent: 150, started_at: now() },
      providers: {
        create: [
          { provider: 'gmail', share: 0.6 },
          { provider: 'yahoo', share: 0.4 },
          { provider: 'other', share: 0.01 },
        ],
      },
    },
  });
  const yahooOf = { warm_up_id_provider: { warm_up_id: id, provider: 'yahoo' } };
  const tomorrow = new Date(now().getTime() + DAY_MS);
  const stop = { stopped_at: now(), stop_cause: 'complaints', stop_reason: 'Too many.', resumes_on: tomorrow };
  await db.warmUpProvider.update({
    where: yahooOf,
    data: { ...stop, opened_on: parseDate(addDays(vancouverTime(now()).date, -1)) },
  });
  await importUndated([...gmail, ...yahoo]);
  const asked = async (list: string[]) => (await Promise.all(list.map(subjects))).flat().length;
  await ask();
  await ask();
  expect([await asked(gmail), await asked(yahoo)]).toEqual([3, 0]);
  await db.warmUp.update({ where: { id }, data: { ended_at: now() } });
  await ask();
  expect([await asked(gmail), await asked(yahoo)]).toEqual([5, 5]);
});

async function undo(id: number) {
  server.clock.set(new Date(server.deps.now().getTime() + 60_000));
  await undoImport(server.deps, { id, user_id });
  await server.settle();
}
const countsOf = async (id: number) =>
  ImportCounts.parse((await server.deps.db.readerImport.findUniqueOrThrow({ where: { id } })).counts);
const factsOf = (email: string) =>
  server.deps.db.reader.findUniqueOrThrow({
    where: { email },
    select: { status: true, confirmed_at: true, updated_at: true, imported: true },
  });

it('uses consent in a corrected file to confirm pending readers, and asks them as before after its undo', async () => {
  const { deps } = server;
  const [asked, queued, waiting] = ['proof-asked@example.org', 'proof-queued@example.org', 'proof-waiting@example.org'];
  const first = await importUndated([asked], 500);
  await ask();
  const second = await importUndated([queued, waiting], 1);
  server.clock.set(vancouverInstant(addDays(vancouverTime(deps.now()).date, 1), 12));
  await runSweeps();
  // Keep the email queued until the import withdraws it.
  await deps.db.$executeRaw`delete from pgboss.job where state = 'created' and name like 'mail%'`;
  const all = [asked, queued, waiting];
  const emails = () => deps.db.mail.count({ where: { to: queued, template: 'reader_permission' } });
  expect(await emails()).toBe(1);
  const before = await Promise.all(all.map(factsOf));
  const signUps = async () => (await deps.db.signUpCount.aggregate({ _sum: { confirmed: true } }))._sum.confirmed ?? 0;
  const confirmedBefore = await signUps();

  const id = await importDated([...all, 'proof-new@example.org'], async (checked) => {
    expect(await countsOf(checked)).toMatchObject({ rows: 4, confirm: 1, confirm_pending: 3, existing: 0, ask: 0 });
  });
  expect(await countsOf(id)).toMatchObject({ handled: 4, confirmed: 1, confirmed_pending: 3, existing: 0, refused: 0 });
  for (const email of all)
    expect(await factsOf(email)).toMatchObject({
      ...{ status: 'active', confirmed_at: deps.now() },
      imported: { consented_on: new Date('2024-03-01'), consent_source: 'Form', ask_at: null },
    });
  expect(await emails()).toBe(0);
  expect(await signUps()).toBe(confirmedBefore + 4);
  expect(await loadCampaign(deps, second)).toMatchObject({ readers: 2, confirmed: 2, unanswered: 0, emails_left: 0 });
  // Undoing their own import doesn't affect readers whom another one has confirmed.
  expect(await planUndo(deps, first)).toEqual({ unsubscribed: 0, removed: 0, pending_again: 0 });
  expect(await planUndo(deps, id)).toEqual({ unsubscribed: 0, removed: 1, pending_again: 3 });

  const later = deps.now();
  await undo(id);
  expect(await countsOf(id)).toMatchObject({ removed: 1, pending_again: 3, kept: 0, unsubscribed: 0 });
  const campaignFacts = ({ imported }: Awaited<ReturnType<typeof factsOf>>) => {
    const { import_id, consented_on, consent_source, permission_emails, ask_at } = imported!;
    return { import_id, consented_on, consent_source, permission_emails, ask_at };
  };
  const after = await Promise.all(all.map(factsOf));
  expect(after.map(({ status, updated_at }) => ({ status, updated_at }))).toEqual(
    before.map(({ status, updated_at }) => ({ status, updated_at })),
  );
  const facts = before.map(campaignFacts);
  // The queued email was withdrawn, so it is due again.
  expect(after.map(campaignFacts)).toEqual([facts[0], { ...facts[1], permission_emails: 0, ask_at: later }, facts[2]]);
  expect(await signUps()).toBe(confirmedBefore);
  await ask(1);
  await ask(1);
  expect([await subjects(queued), await subjects(waiting)]).toEqual([[FIRST], [FIRST]]);
  await ask(7);
  expect((await subjects(asked)).toSorted()).toEqual([FIRST, REMINDER]);
});

it('confirms nobody who signed up, left, confirmed, or was suppressed or erased', async () => {
  const { deps } = server;
  const names = ['signs-up', 'leaves', 'complains', 'erased', 'confirms', 'left-first', 'left-later', 'suppressed'];
  const address = (name: string) => `untouched-${name}@example.org`;
  await importUndated(names.map(address));
  const signUp = (email: string) =>
    visitor(server)
      .post('/readers')
      .send({ email, category_ids: [1] })
      .expect(201);
  const own = address('own');
  await signUp(own);
  await signUp(address('signs-up'));
  const idOf = async (name: string) => (await deps.db.reader.findUniqueOrThrow({ where: { email: address(name) } })).id;
  const { uuid } = await deps.db.reader.findUniqueOrThrow({ where: { email: address('leaves') } });
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  await deps.db.$transaction(async (tx) => {
    const email = address('complains');
    await suppressReader(deps, tx, { id: await idOf('complains'), email, reason: 'staff' });
    const reader = await tx.reader.findUniqueOrThrow({ where: { email: address('erased') } });
    await eraseReaderInTransaction(deps, tx, reader.uuid);
    const at = deps.now();
    await tx.reader.update({ where: { email: address('confirms') }, data: { status: 'active', confirmed_at: at } });
    const email_hash = emailHash(deps, address('suppressed'));
    await tx.suppression.create({ data: { email_hash, reason: 'soft_bounced', at } });
  });
  // An opt-out in an earlier import or the same file wins, whenever the consent was given.
  await importFile(`email,status,unsubscribed on\n${address('left-first')},unsubscribed,2023-01-01\n`, 500);
  const all = [...names.map(address), own];
  const states = async () => Promise.all(all.map(statusOf));
  const before = await states();
  expect(before).toEqual([
    ...[
      'pending',
      'unsubscribed',
      'unsubscribed',
      undefined,
      'active',
      'unsubscribed',
      'pending',
      'pending',
      'pending',
    ],
  ]);
  const rows = all.map((email) => `${email},2024-03-01,Form,\n`);
  const left = `${address('left-later')},,,2023-01-01\n`;
  const id = await importFile(`email,joined,source,unsubscribed on\n${rows.join('')}${left}`, 500, async (checked) => {
    expect(await countsOf(checked)).toMatchObject({
      rows: 10,
      confirm: 0,
      confirm_pending: 0,
      existing: 4,
      leaving: 1,
    });
  });
  expect(await states()).toEqual(before.with(6, 'unsubscribed'));
  expect(await countsOf(id)).toMatchObject({ handled: 9, confirmed: 0, confirmed_pending: 0, existing: 4, left: 1 });
});

it('decides again during the import about readers who were pending or unknown at the check', async () => {
  const { deps } = server;
  const [leaves, removed, created] = ['check-leaves@example.org', 'check-removed@example.org', 'check-new@example.org'];
  await importUndated([leaves]);
  const first = await importUndated([removed]);
  let other = 0;
  const id = await importDated([leaves, removed, created], async (checked) => {
    expect(await countsOf(checked)).toMatchObject({ confirm: 1, confirm_pending: 2 });
    const { uuid } = await deps.db.reader.findUniqueOrThrow({ where: { email: leaves } });
    await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
    await undo(first);
    other = await importUndated([created]);
  });
  expect(await countsOf(id)).toMatchObject({ handled: 3, confirmed: 1, confirmed_pending: 1, existing: 1, refused: 0 });
  expect(await statusOf(leaves)).toBe('unsubscribed');
  expect(await factsOf(removed)).toMatchObject({ status: 'active', imported: { import_id: id, confirmed_by: null } });
  expect(await factsOf(created)).toMatchObject({ status: 'active', imported: { import_id: other, confirmed_by: id } });
});

it('undoing an import keeps readers confirmed by a later one; undoing both removes the idle ones', async () => {
  const { deps } = server;
  const [quiet, active] = ['both-quiet@example.org', 'both-active@example.org'];
  const first = await importUndated([quiet, active]);
  const second = await importDated([quiet, active]);
  await undo(first);
  expect(await countsOf(first)).toMatchObject({ kept: 2, removed: 0 });
  expect([await statusOf(quiet), await statusOf(active)]).toEqual(['active', 'active']);
  const { uuid } = await deps.db.reader.findUniqueOrThrow({ where: { email: active } });
  await visitor(server).patch(`/readers/${uuid}`).send({ frequency: 'weekly' }).expect(200);
  expect(await planUndo(deps, second)).toEqual({ unsubscribed: 0, removed: 1, pending_again: 0 });
  await undo(second);
  expect(await countsOf(second)).toMatchObject({ kept: 1, removed: 1, pending_again: 0 });
  expect([await statusOf(quiet), await statusOf(active)]).toEqual([undefined, 'active']);
});

it('compares an opt-out with the consent that confirmed a pending reader', async () => {
  const [before, after] = ['opt-before@example.org', 'opt-after@example.org'];
  await importUndated([before, after]);
  server.clock.set(new Date(server.deps.now().getTime() + DAY_MS));
  const confirmed = await importDated([before, after]);
  const rows = `${before},unsubscribed,2024-02-28\n${after},unsubscribed,2024-03-02\n`;
  const left = await importFile(`email,status,unsubscribed on\n${rows}`, 500);
  expect([await statusOf(before), await statusOf(after)]).toEqual(['active', 'unsubscribed']);
  // If the confirmation is undone first, the other undo must not confirm them again.
  await undo(confirmed);
  await undo(left);
  expect([await statusOf(before), await statusOf(after)]).toEqual(['pending', 'unsubscribed']);
});

it('asks nobody who left, signed up, or whose import was undone', async () => {
  const [leaves, signsUp, undone] = ['leaves@example.org', 'signs-up@example.org', 'undone@example.org'];
  await importUndated([leaves, signsUp]);
  await ask();
  const [email] = await server.emailsTo(leaves);
  const [, link] = /<([^>]+\/api\/v1\/unsubscribe\/[^>]+)>/.exec(String(email!.headers['list-unsubscribe']))!;
  await visitor(server).post(new URL(link!).pathname.replace('/api/v1', '')).expect(200);
  server.clock.set(new Date(server.deps.now().getTime() + DAY_MS));
  await visitor(server)
    .post('/readers')
    .send({ email: signsUp, category_ids: [2] })
    .expect(201);
  const id = await importUndated([undone]);
  await undoImport(server.deps, { id, user_id });
  await server.settle();
  await ask(7);
  expect(await subjects(leaves)).toEqual([FIRST]);
  expect(await statusOf(leaves)).toBe('unsubscribed');
  expect(await subjects(signsUp)).not.toContain(REMINDER);
  expect(await subjects(undone)).toEqual([]);
});

it('asks pending readers again once an import that unsubscribed them is undone', async () => {
  const [asked, waiting] = ['back-asked@example.org', 'back-waiting@example.org'];
  await importUndated([asked]);
  await ask();
  server.clock.set(new Date(server.deps.now().getTime() + 6.5 * DAY_MS));
  await importUndated([waiting]);
  const id = await importFile(`email,status\n${asked},unsubscribed\n${waiting},unsubscribed\n`, 500);
  await ask(0.5);
  expect([await subjects(asked), await subjects(waiting)]).toEqual([[FIRST], []]);
  await undo(id);
  expect([await statusOf(asked), await statusOf(waiting)]).toEqual(['pending', 'pending']);
  await ask();
  expect((await subjects(asked)).toSorted()).toEqual([FIRST, REMINDER]);
  expect(await subjects(waiting)).toEqual([FIRST]);
  await ask(7);
  expect((await subjects(waiting)).toSorted()).toEqual([FIRST, REMINDER]);
  expect(await subjects(asked)).toHaveLength(2);
});

it('asks the other readers if the email to one can’t be queued, and that one an hour later', async () => {
  const { db, now } = server.deps;
  const names = ['failing-1@example.org', 'failing-2@example.org', 'failing-3@example.org'];
  const asked = async () => (await Promise.all(names.map(subjects))).map((list) => list.length);
  // Two imports, each with one email a run.
  await importUndated(names.slice(0, 2), 300);
  await importUndated(names.slice(2), 300);
  server.clock.set(vancouverInstant(addDays(vancouverTime(now()).date, 1), 12));
  await db.$executeRaw`alter table mails add constraint refuse_one check ("to" <> 'failing-1@example.org')`;
  await expect(askForPermission(server.deps)).rejects.toThrow('refuse_one');
  await server.settle();
  expect(await asked()).toEqual([0, 0, 1]);
  await runSweeps();
  await server.settle();
  expect(await asked()).toEqual([0, 1, 1]);
  await db.$executeRaw`alter table mails drop constraint refuse_one`;
  server.clock.set(new Date(now().getTime() + HOUR_MS));
  await runSweeps();
  await server.settle();
  expect(await asked()).toEqual([1, 1, 1]);
});

it('keeps emailed readers as unsubscribed when the import is undone, so that complaints still match them', async () => {
  const { db } = server.deps;
  const [asked, waiting] = ['emailed@example.org', 'waiting@example.org'];
  const id = await importUndated([asked, waiting], 1);
  await ask();
  expect(await subjects(asked)).toEqual([FIRST]);
  await undoImport(server.deps, { id, user_id });
  await server.settle();
  expect(await db.reader.findUnique({ where: { email: asked } })).toMatchObject({
    status: 'unsubscribed',
    unsubscribe_reason: 'import undone',
  });
  expect(await statusOf(waiting)).toBeUndefined();
  const { counts } = await db.readerImport.findUniqueOrThrow({ where: { id } });
  expect(counts).toMatchObject({ removed: 1, unsubscribed: 1, kept: 0 });
});

it('repeats the undo of an import after a restore, without refusing its readers later', async () => {
  const { deps } = server;
  const [asked, waiting, unknown] = ['asked-undone@example.org', 'waiting-undone@example.org', 'unknown@example.org'];
  const id = await importUndated([asked, waiting, unknown], 1);
  await ask();
  const inBackup = await deps.db.reader.findMany({ where: { email: { in: [asked, waiting] } } });
  const made_at = deps.now().toISOString();
  server.clock.set(new Date(deps.now().getTime() + 60_000));
  await undoImport(deps, { id, user_id });
  await server.settle();
  for (const { email, uuid, created_at } of inBackup) {
    const data = { email, uuid, created_at, status: 'active' as const, confirmed_at: created_at };
    await deps.db.reader.deleteMany({ where: { email } });
    await deps.db.reader.create({ data: { ...data, imported: { create: { import_id: id } } } });
  }
  const value = { restored_at: made_at, made_at, replay: null };
  await deps.db.setting.create({ data: { key: RESTORED_KEY, value } });
  await finishRestore(deps);
  expect([await statusOf(asked), await statusOf(waiting)]).toEqual(['unsubscribed', undefined]);

  server.clock.set(new Date(deps.now().getTime() + 60_000));
  await importUndated([waiting, unknown]);
  expect([await statusOf(waiting), await statusOf(unknown)]).toEqual(['pending', 'pending']);
  await deps.db.setting.update({ where: { key: RESTORED_KEY }, data: { value } });
  await finishRestore(deps);
  expect(await statusOf(waiting)).toBe('pending');
});

it('never asks someone again who didn’t answer, but lets them sign up', async () => {
  const { db } = server.deps;
  const [silent, own] = ['unanswered@example.org', 'own-sign-up@example.org'];
  const signUp = (email: string) =>
    visitor(server)
      .post('/readers')
      .send({ email, category_ids: [2] })
      .expect(201);
  await importUndated([silent]);
  await ask();
  await ask(7);
  await signUp(own);
  server.clock.set(new Date(server.deps.now().getTime() + 31 * DAY_MS));
  await deleteUnconfirmed(server.deps);
  expect([await statusOf(silent), await statusOf(own)]).toEqual([undefined, undefined]);
  const suppressionOf = (email: string) =>
    db.suppression.findUnique({ where: { email_hash: emailHash(server.deps, email) } });
  expect(await suppressionOf(silent)).toMatchObject({ reason: 'unanswered', at: server.deps.now() });
  expect(await suppressionOf(own)).toBeNull();

  const id = await importUndated([silent]);
  expect(await db.readerImportProblem.findMany({ where: { import_id: id } })).toMatchObject([{ reason: 'erased' }]);
  expect(await statusOf(silent)).toBeUndefined();
  await signUp(silent);
  expect(await statusOf(silent)).toBe('pending');
});

it('stops while too many of the last week’s emails are marked as spam', async () => {
  const { deps } = server;
  server.clock.set(new Date(deps.now().getTime() + 30 * DAY_MS));
  const complaining = ['spam1@example.org', 'spam2@example.org', 'spam3@example.org'];
  await importUndated(complaining);
  await ask();
  const complain = async (to: string) => {
    const { id: mail_id } = await deps.db.mail.findFirstOrThrow({ where: { to, template: 'reader_permission' } });
    const event = {
      type: 'complaint',
      at: deps.now(),
      newsletter_id: null,
      reader_id: null,
      diagnostic: null,
    } as const;
    await deps.db.$transaction((tx) =>
      recordMailEvent(deps, tx, { ...event, mail_id, email: to, dedupe: `spam ${mail_id}` }),
    );
  };
  const [first, second, next] = ['before-stop@example.org', 'after-stop@example.org', complaining[2]!];
  for (const email of complaining.slice(0, 2)) await complain(email);
  await importUndated([first]);
  server.clock.set(new Date(deps.now().getTime() + 60_000));
  await ask();
  expect(await subjects(first)).toEqual([FIRST]);
  await complain(next);
  const id = await importUndated([second]);
  server.clock.set(new Date(deps.now().getTime() + 60_000));
  const warn = vi.spyOn(deps.log, 'warn');
  await ask();
  await ask();
  const stops = () => warn.mock.calls.filter(([text]) => String(text).startsWith('permission emails stopped'));
  expect(stops()).toHaveLength(1);
  expect(await subjects(second)).toEqual([]);
  expect(await loadCampaign(deps, id)).toMatchObject({ stopped_because: 'complaints' });
  await ask(7);
  expect(await subjects(second)).toEqual([FIRST]);
  expect(await loadCampaign(deps, id)).toMatchObject({ stopped_because: null });
});

it('withdraws a queued email after a complaint, an unsubscribe by email, and a suppression by staff', async () => {
  const { deps } = server;
  const addresses = ['complains@example.org', 'writes@example.org', 'suppressed@example.org', 'leaves2@example.org'];
  await importUndated(addresses);
  server.clock.set(vancouverInstant(addDays(vancouverTime(deps.now()).date, 1), 12));
  await runSweeps();
  const [complains, writes, suppressed, leaves] = await Promise.all(
    addresses.map((email) => deps.db.reader.findUniqueOrThrow({ where: { email } })),
  );
  const queued = () =>
    deps.db.mail.findMany({ where: { state: 'queued', template: 'reader_permission' }, select: { to: true } });
  expect(await queued()).toHaveLength(4);
  for (const [reader, type] of [
    [complains!, 'complaint'],
    [writes!, 'unsubscribe'],
  ] as const) {
    const event = { newsletter_id: null, reader_id: reader.id, mail_id: null, email: null, diagnostic: null };
    await deps.db.$transaction((tx) =>
      recordMailEvent(deps, tx, { ...event, type, at: deps.now(), dedupe: `withdrawn ${type}` }),
    );
  }
  const { id, email } = suppressed!;
  await deps.db.$transaction((tx) => suppressReader(deps, tx, { id, email: email!, reason: 'staff' }));
  expect(await queued()).toEqual([{ to: leaves!.email }]);
  // The hand-over checks the status again.
  await deps.db.reader.update({ where: { id: leaves!.id }, data: { status: 'unsubscribed' } });
  await server.settle();
  expect(await subjects(leaves!.email!)).toEqual([]);
});

it('reminds nobody whose first email was refused because the address doesn’t exist', async () => {
  const { deps } = server;
  const [dead, full] = ['dead@example.org', 'full@example.org'];
  const id = await importUndated([dead, full]);
  const { mail } = deps;
  deps.mail = {
    ...mail,
    send: ({ to }) => Promise.reject(new MailError('bounced', 'refused', { isBadAddress: to === dead })),
  };
  await ask(1);
  deps.mail = mail;
  expect([await subjects(dead), await subjects(full)]).toEqual([[], []]);
  await ask(7);
  expect([await subjects(dead), await subjects(full)]).toEqual([[], [REMINDER]]);
  expect(await loadCampaign(deps, id)).toMatchObject({ asked: 2, reminded: 1, emails_left: 0 });
});

it('keeps asked readers while a pause delays their reminder, and deletes them thirty days after it', async () => {
  const { deps } = server;
  const address = 'paused@example.org';
  const id = await importUndated([address]);
  await ask(1);
  const setPaused = (is_paused: boolean) => updateImport(deps, { id, user_id, patch: { is_paused } });
  await setPaused(true);
  await ask(31);
  await deleteUnconfirmed(deps);
  expect(await statusOf(address)).toBe('pending');
  await setPaused(false);
  await ask();
  expect((await subjects(address)).toSorted()).toEqual([FIRST, REMINDER]);
  await ask(31);
  await deleteUnconfirmed(deps);
  expect(await statusOf(address)).toBeUndefined();
});

it('keeps asked readers no longer than 90 days while their reminder is paused', async () => {
  const { deps } = server;
  const address = 'long-paused@example.org';
  const id = await importUndated([address]);
  await ask(1);
  await updateImport(deps, { id, user_id, patch: { is_paused: true } });
  await ask(88);
  await deleteUnconfirmed(deps);
  expect(await statusOf(address)).toBe('pending');
  await ask(3);
  await deleteUnconfirmed(deps);
  expect(await statusOf(address)).toBeUndefined();
});

it('deletes unasked readers 90 days after their import’s last email or change, without a hash', async () => {
  const { deps } = server;
  const addresses = ['first@example.org', 'second@example.org', 'third@example.org'];
  const id = await importUndated(addresses, 1);
  const left = async (days: number) => {
    server.clock.set(new Date(deps.now().getTime() + days * DAY_MS));
    await deleteUnconfirmed(deps);
    const found = await deps.db.reader.findMany({ where: { email: { in: addresses } }, orderBy: { id: 'asc' } });
    return found.map(({ email }) => email!.split('@')[0]);
  };
  await updateImport(deps, { id, user_id, patch: { is_paused: true } });
  expect(await left(80)).toEqual(['first', 'second', 'third']);
  await updateImport(deps, { id, user_id, patch: { is_paused: false } });
  expect(await left(11)).toEqual(['first', 'second', 'third']);
  await ask();
  await deps.db.readerImport.update({ where: { id }, data: { asking: 'paused' } });
  expect(await left(89)).toEqual(['first', 'second', 'third']);
  expect(await left(2)).toEqual([]);
  expect(await loadCampaign(deps, id)).toMatchObject({ readers: 3, asked: 1, unanswered: 1, never_asked: 2 });

  await importUndated(addresses);
  expect(await Promise.all(addresses.map(statusOf))).toEqual([undefined, 'pending', 'pending']);
});

it('sends nothing at night, and spreads a day’s emails over the day', async () => {
  const addresses = Array.from({ length: 60 }, (_, index) => `spread-${index}@example.org`);
  const id = await importUndated(addresses, 72);
  const { db, now } = server.deps;
  const date = addDays(vancouverTime(now()).date, 30);
  const sent = () =>
    db.mail.count({ where: { template: 'reader_permission', reader: { imported: { import_id: id } } } });
  const at = async (hour: number, minute: number, sweep: () => Promise<void>) => {
    server.clock.set(vancouverInstant(date, hour, minute));
    await sweep();
    return sent();
  };
  const once = () => askForPermission(server.deps);
  expect(await at(7, 59, runSweeps)).toBe(0);
  expect(await at(8, 0, runSweeps)).toBe(1);
  // After an outage, a run sends at most twice its even share, rounded up: here, one email.
  expect(await at(13, 59, once)).toBe(2);
  expect(await at(13, 59, runSweeps)).toBe(36);
  expect(await at(20, 0, runSweeps)).toBe(36);
  await server.settle();
  server.clock.set(vancouverInstant(addDays(date, 1), 7));
});

it('waits until an administrator starts a warm-up, or resumes the import without one', async () => {
  const { db, now, config } = server.deps;
  const large = (id: number) => db.readerImport.update({ where: { id }, data: { counts: { ask: 3_000 } } });
  const [one, other] = ['waits-1@example.org', 'waits-2@example.org'];
  const first = await importUndated([one], 500, large);
  const second = await importUndated([other], 500, large);
  await ask(1);
  expect(await subjects(one)).toEqual([]);
  await updateImport(server.deps, { id: first, user_id, patch: { is_paused: false } });
  await ask();
  expect([await subjects(one), await subjects(other)]).toEqual([[FIRST], []]);
  const { id } = await db.warmUp.create({
    data: {
      ...{ domain: sendingDomain(config), first_cap: 50, growth_percent: 150, started_at: now() },
      providers: { create: [{ provider: 'other', share: 1 }] },
    },
  });
  await ask(1);
  expect(await subjects(other)).toEqual([FIRST]);
  expect((await db.readerImport.findUniqueOrThrow({ where: { id: second } })).asking).toBe('on');
  // Newsletters don't get the part of the cap that is reserved for permission emails.
  expect(await db.warmUpDay.findFirst({ where: { warm_up_id: id } })).toMatchObject({ cap: 50, permission_cap: 5 });
  expect((await plannedProviders(server.deps))![0]).toMatchObject({ cap: 50, left: 45 });
  await db.warmUp.update({ where: { id }, data: { ended_at: now() } });
});

it('names the day of the last reminder once everyone was asked', async () => {
  const id = await importUndated(['campaign-last@example.org'], 4);
  await ask(1);
  const admin = await createStaff(server, 'admin');
  const { campaign } = (await admin.get(`/reader_imports/${id}/campaign`).expect(200)).body;
  const today = vancouverTime(server.deps.now()).date;
  expect(campaign).toMatchObject({ asked: 1, not_asked: 0, emails_left: 1, ends_on: addDays(today, 7) });
});

it('counts a campaign, pauses it, and changes its limit, for administrators', async () => {
  const { db } = server.deps;
  // Sessions don’t last as long as the campaign.
  const admin = () => createStaff(server, 'admin');
  const names = ['yes', 'no', 'silent', 'gone', 'next'];
  const addresses = names.map((name) => `campaign-${name}@example.org`);
  const id = await importUndated(addresses, 4);
  const campaign = async () => (await (await admin()).get(`/reader_imports/${id}/campaign`).expect(200)).body.campaign;
  expect(await campaign()).toMatchObject({ readers: 5, asked: 0, not_asked: 5, sent_today: 0, emails_left: 10 });
  await ask(1);
  const today = vancouverTime(server.deps.now()).date;
  expect(await campaign()).toMatchObject({ asked: 4, not_asked: 1, sent_today: 4, ends_on: addDays(today, 7) });
  const uuids = await Promise.all(
    addresses.map(async (email) => (await db.reader.findUniqueOrThrow({ where: { email } })).uuid),
  );
  const [email] = await server.emailsTo(addresses[0]!);
  const token = /confirm\?token=([\w-]+)/.exec(email!.text)![1];
  await visitor(server).post('/readers/confirm').send({ token }).expect(200);
  await visitor(server).post(`/readers/${uuids[1]}/unsubscribe`).send({}).expect(200);
  await db.reader.delete({ where: { uuid: uuids[3]! } });

  const editor = await createStaff(server, 'editor');
  await editor.patch(`/reader_imports/${id}`).send({ is_paused: true }).expect(422);
  const paused = await (await admin())
    .patch(`/reader_imports/${id}`)
    .send({ is_paused: true, daily_emails: 9 })
    .expect(200);
  expect(paused.body.reader_import).toMatchObject({ asking: 'paused', daily_emails: 9 });
  await ask(7);
  expect(await campaign()).toMatchObject({ asked: 4, reminded: 1, sent_today: 0 });
  await (await admin()).patch(`/reader_imports/${id}`).send({ is_paused: false }).expect(200);
  await ask();
  expect(await campaign()).toMatchObject({
    ...{ readers: 5, asked: 5, reminded: 2, confirmed: 1, declined: 1, bounced: 0, unanswered: 1, not_asked: 0 },
    ...{ sent_today: 2, emails_left: 1 },
    // The emails of a deleted reader are deleted, too.
    days: [
      { date: vancouverTime(server.deps.now()).date, first_emails: 1, reminders: 1 },
      { date: today, first_emails: 3, reminders: 0 },
    ],
  });
  const events = await db.auditEvent.findMany({
    where: { entity: 'reader_import', entity_id: String(id), action: 'update' },
  });
  expect(events.map(({ after }) => after)).toEqual([
    { asking: 'paused', daily_emails: 9 },
    { asking: 'on', daily_emails: 9 },
  ]);
});
