/**
 * Upgrades a dump of each released version: it gets the schema of a new installation and keeps its rows. See
 * docs/decisions/0071-first-migration.md.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrations.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { checkDerived } from '../scripts/doctor/derived.ts';
import { KINDS, readCatalog, runSql } from './catalog.ts';
import { restoreDump } from './dump.ts';

const EVENTS_OF_REFUNDS = `
  insert into promotion_events (promotion_id, actor, action, "to", reason, at)
  select 1, 'system', 'refund', 'successfully sent', reason, '2026-12-06' from unnest('{
    $5.00 refunded: A refund came back: sorry,
    A refund came back: The bank did not take the refund (lost_or_stolen_card).,
    A refund was refused: The bank did not take the refund (lost_or_stolen_card).
  }'::text[]) reason`;

const EMAILS_TO_SUPPORT = `
  insert into mails ("to", template, props, message_id, state, created_at) values
    ('help@example.test', 'money_alert', '{"partner_name": "Ada Quill", "book_title": "Emma"}', '<a1@x>', 'sent', '2026-12-01'),
    ('help@example.test', 'promotions_undecided',
      '{"hours": 2, "promotions": [{"title": "Emma", "partner_name": "Ada Quill"}, {"title": "Ada", "partner_name": "Bo"}]}',
      '<a2@x>', 'queued', '2026-12-01')`;

/** A second reader of the sent newsletter has been erased. In another newsletter, staff marked an uncertain email as delivered. */
const COUNTS_OF_NEWSLETTERS = `
  update newsletters set delivered_count = 2 where id = 1;
  insert into newsletters (id, newsletter_date, status, deliveries_total, delivered_count, frozen_at, sent_at)
    values (2, '2026-12-03', 'sent', 1, 0, '2026-12-03 18:00Z', '2026-12-03 18:05Z');
  insert into deliveries (newsletter_id, reader_id, state, attempts, accepted_at)
    values (2, 1, 'accepted', 1, '2026-12-03 19:00Z')`;

describe.each(['0.1.0'])('a database from %s', (version) => {
  let upgraded: Awaited<ReturnType<typeof createTestDatabase>>;
  let fresh: Awaited<ReturnType<typeof createTestDatabase>>;
  let emptyInDump: string[];
  let columnsInDump: unknown[];

  beforeAll(async () => {
    upgraded = await createTestDatabase('empty');
    fresh = await createTestDatabase('migrated');
    await restoreDump(upgraded.url, version);
    emptyInDump = await emptyTables();
    columnsInDump = await allColumns();
    await runSql(upgraded.url, EVENTS_OF_REFUNDS);
    await runSql(upgraded.url, EMAILS_TO_SUPPORT);
    await runSql(upgraded.url, COUNTS_OF_NEWSLETTERS);
    await migrate(upgraded.url);
  });
  afterAll(async () => {
    await upgraded.drop();
    await fresh.drop();
  });

  const emptyTables = async () => {
    const tables = Object.keys((await readCatalog(upgraded.url)).tables);
    const firstRows = await Promise.all(tables.map((table) => runSql(upgraded.url, `select from ${table} limit 1`)));
    return tables.filter((_, index) => firstRows[index]!.length === 0);
  };

  const allColumns = async () => {
    const rows = await runSql(
      upgraded.url,
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    return rows.map((row) => (row as { name: string }).name);
  };

  it('is restored from a dump with a row in every table', () => {
    expect(emptyInDump).toEqual([]);
  });

  it('has the catalog of a new database after the upgrade', async () => {
    const [after, expected] = [await readCatalog(upgraded.url), await readCatalog(fresh.url)];
    for (const kind of KINDS) expect(after[kind]).toEqual(expected[kind]);
  });

  it('keeps every column, because running web processes of that version still select them', async () => {
    const upgradedColumns = new Set<unknown>(await allColumns());
    expect(columnsInDump.filter((column) => !upgradedColumns.has(column))).toEqual([]);
  });

  it('keeps a promotion, its invoice, and the number of all clicks', async () => {
    const [row] = await runSql(
      upgraded.url,
      `select title, total_cents, i.status::text, refunded_cents, (select count(*)::int from click_logs) as clicks
       from promotions p join books b on b.id = p.book_id join invoices i on i.id = p.invoice_id where p.id = 1`,
    );
    expect(row).toEqual({ title: 'Жизнь и судьба', total_cents: 4000, status: 'paid', refunded_cents: 100, clicks: 3 });
  });

  it('hides the bank’s reason in events of refunds, and lets nobody else change events', async () => {
    const events = await runSql(
      upgraded.url,
      "select reason from promotion_events where action = 'refund' order by id",
    );
    expect(events).toEqual([
      { reason: '$5.00 refunded: A refund came back: sorry' },
      { reason: 'The bank returned a refund to us.' },
      { reason: 'A refund failed.' },
    ]);
    await expect(runSql(upgraded.url, "update promotion_events set reason = ''")).rejects.toThrow('is append-only');
  });

  it('removes partners’ names from emails to support', async () => {
    const mails = await runSql(upgraded.url, "select props from mails where message_id like '<a%' order by id");
    expect(mails).toEqual([
      { props: { book_title: 'Emma' } },
      { props: { hours: 2, promotions: [{ title: 'Emma' }, { title: 'Ada' }] } },
    ]);
  });

  it('changes the label of the add-on to “Top spot in its category”', async () => {
    const addons = await runSql(upgraded.url, 'select name, label from addons');
    expect(addons).toEqual([{ name: 'top_of_newsletter', label: 'Top spot in its category' }]);
  });

  it('has a finished range for each sent newsletter, which counts erased readers, too', async () => {
    const ranges = await runSql(
      upgraded.url,
      `select newsletter_id, number, after_reader, last_reader, deliveries, accepted, delivered_count, done_at is not null as is_done
       from newsletter_ranges join newsletters on id = newsletter_id order by 1`,
    );
    const range = { number: 1, after_reader: 0, last_reader: 1, is_done: true };
    expect(ranges).toEqual([
      { ...range, newsletter_id: 1, deliveries: 2, accepted: 2, delivered_count: 2 },
      { ...range, newsletter_id: 2, deliveries: 1, accepted: 1, delivered_count: 1 },
    ]);
  });

  it('keeps deliveries, in the partition for those from before the upgrade', async () => {
    const rows = await runSql(
      upgraded.url,
      'select tableoid::regclass::text as partition, newsletter_id, reader_id, state::text from deliveries order by 2',
    );
    const delivery = { partition: 'deliveries_before', reader_id: 1, state: 'accepted' };
    expect(rows).toEqual([
      { ...delivery, newsletter_id: 1 },
      { ...delivery, newsletter_id: 2 },
    ]);
  });

  it('has derived tables that match their sources', async () => {
    const { db, pool } = openDatabase(upgraded.url, { connections: 2 });
    expect(await checkDerived({ db })).toMatchObject({ verdict: 'good' });
    await db.$disconnect();
    await pool.end();
  });
});
