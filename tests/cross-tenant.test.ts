/**
 * Tenant isolation: nobody without access can read or write a partner's data through ids, joins, filters, or bodies,
 * and no request body can set a protected column. One partner is the victim; another tries everything with the victim's
 * ids. CROSS_TENANT_ATTEMPTS sets the number of random attempts.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { REGISTRY } from '#server/admin/registry.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { EDITOR, type Headers, OTHER, OWNER, STAFF, sessionOf } from '#server/testing/callers.ts';
import { isForStaff, type Operation } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { webApi } from '#shared/api/web.ts';
import { type CallerKind, expectedFor } from '../scripts/calls/expected.ts';
import {
  type ExampleRecords,
  exampleOf,
  findRecords,
  operationsWithoutRecords,
  pathOf,
  queryText,
  requestFor,
} from '../scripts/calls/requests.ts';
import { type ApiCall, type ApiResponse, createSender, type Sender } from '../scripts/calls/sender.ts';
import { namesIn } from '../scripts/calls/temporary-server.ts';

const BATCH_SIZE = 12;
const BATCHES = Math.ceil(Number(process.env.CROSS_TENANT_ATTEMPTS ?? 1200) / BATCH_SIZE);
const MARK = 'confidential-7f3a91';

let server: TestServer;
let sender: Sender;
let victim: { id: number; headers: Headers };
let attacker: Headers;
let staff: Headers;
/** Records of the victim and of the attacker. */
let victimsRecords: ExampleRecords;
let attackersRecords: ExampleRecords;
let secrets: string[];

beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { TRUST_PROXY: '1' } });
  await server.settle();
  sender = createSender(server.url);
  const { id } = await server.deps.db.partner.findFirstOrThrow({ where: { uid: OWNER } });
  victim = { id, headers: await sessionOf(server, 'partner', OWNER) };
  attacker = await sessionOf(server, 'partner', OTHER);
  staff = await sessionOf(server, 'user', STAFF);
  secrets = await markSecrets();
  const names = await namesIn(server.deps);
  victimsRecords = await findRecords(sender, { partner: victim.headers, user: staff }, names);
  attackersRecords = await findRecords(sender, { partner: attacker, user: staff }, names);
});
afterAll(async () => {
  sender.close();
  await server.close();
});

/**
 * Puts a marker into fields that only the victim and staff may read; returns the marker and other texts that must never
 * reach the attacker.
 */
async function markSecrets() {
  const { pool } = server.deps;
  const values = [victim.id];
  const note = `partner_note = '${MARK}', staff_message = '${MARK}', partner_feedback = '${MARK}', cancel_reason = '${MARK}'`;
  await pool.query(`update promotions set ${note} where partner_id = $1`, values);
  await pool.query(
    `update books set status = 'draft', description = '${MARK}', store_data = '{"note": "${MARK}"}'
    where id = (select max(id) from books where partner_id = $1)`,
    values,
  );
  await pool.query(
    `insert into discounts (code, kind, value, partner_id) values ('CONFIDENTIAL', 'percent', 10, $1)`,
    values,
  );
  const { rows } = await pool.query<{ secret: string }>(
    `select payment_method_id as secret from credit_cards where partner_id = $1
     union all select stripe_customer_id from partners where id = $1`,
    values,
  );
  return [MARK, OWNER, 'CONFIDENTIAL', ...rows.map(({ secret }) => secret)];
}

/** Returns the leak in a response, or null. Values that the attacker sent may be returned. */
function leakIn(call: ApiCall, reply: ApiResponse): string | null {
  // The OpenAPI document is the same for every caller. Its examples were recorded in a demo with the same accounts.
  if (call.path.startsWith(webApi.openApi.path)) return null;
  const sent = JSON.stringify(call);
  const secret = secrets.find((value) => reply.text.includes(value) && !sent.includes(value));
  if (secret) return `shows ${secret}`;
  return hasEntry(reply.body, (key, value) => key === 'partner_id' && value === victim.id)
    ? 'shows a record of the victim'
    : null;
}

function hasEntry(value: unknown, test: (key: string, value: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => test(key, inner) || hasEntry(inner, test));
}

/**
 * Returns a digest of the victim's own row and of their rows in every table with a partner, promotion, book, or invoice
 * id. Visits to a referral link are excluded, because anyone can add them.
 */
async function digestVictimsRows(): Promise<Record<string, string>> {
  const { pool } = server.deps;
  const { rows: columns } = await pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns c
     where table_schema = 'public' and table_name <> 'referral_visits' and column_name in ('partner_id', 'promotion_id', 'book_id', 'invoice_id')
       and exists (select 1 from pg_tables t where t.schemaname = 'public' and t.tablename = c.table_name)`,
  );
  const OWNED_IDS: Record<string, string> = {
    partner_id: '$1',
    promotion_id: 'select id from promotions where partner_id = $1',
    book_id: 'select id from books where partner_id = $1',
    invoice_id: 'select id from invoices where partner_id = $1',
  };
  const rows: Record<string, string> = {};
  for (const [table, tableColumns] of Map.groupBy(columns, ({ table_name }) => table_name)) {
    const conditions = tableColumns.map(({ column_name: column }) => `t.${column} in (${OWNED_IDS[column]})`);
    const sql = `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as md5, count(*) as n from ${table} t where ${conditions.join(' or ')}`;
    const { rows: digests } = await pool.query<{ md5: string; n: string }>(sql, [victim.id]);
    rows[table] = `${digests[0]!.n} rows ${digests[0]!.md5}`;
  }
  const sql = 'select md5(t::text) from partners t where id = $1';
  const { rows: own } = await pool.query<{ md5: string }>(sql, [victim.id]);
  rows.partners = own[0]!.md5;
  return rows;
}

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape)
    : schema instanceof z.ZodUnion
      ? schema.options.flatMap(fieldsOf)
      : [];

const ENDS_SESSIONS = new Set(['DELETE /api/v1/partner-auth/sessions/{id}', 'DELETE /api/v1/partner-auth/sessions']);

/** Operations that a partner can call, except those of devise_token_auth and those that end sessions. */
const PARTNER_OPERATIONS = OPERATIONS.filter(
  (operation) => !isForStaff(operation) && !operation.auth && !ENDS_SESSIONS.has(nameOf(operation)),
);

const LISTS: Record<string, string> = {
  author_id: '/api/v1/authors',
  book_id: '/api/v1/books',
  promotion_id: '/api/v1/promotions',
  invoice_id: '/api/v1/invoices',
  credit_card_id: '/api/v1/credit_cards',
  promotion_site_review_id: '/api/v1/promotion_site_reviews',
};

/** Returns the victim's id or other value for a field. */
function victimsValue(field: string): unknown {
  if (field === 'partner_id' || field === 'id') return victim.id;
  if (field === 'payment_method_id') return secrets.at(-2);
  if (field === 'discount_code' || field === 'code') return 'CONFIDENTIAL';
  return victimsRecords.ids.get(LISTS[field] ?? '')?.[0];
}

type Attempt = { operation: Operation; call: ApiCall; aimsAtRecord: boolean };

/** Generates requests by the attacker in which any id may be the victim's. */
const attempts = (): fc.Arbitrary<Attempt> => {
  const missing = operationsWithoutRecords(victimsRecords);
  const reachable = PARTNER_OPERATIONS.filter((operation) => !missing.has(operation));
  return fc
    .record({
      operation: fc.constantFrom(...reachable),
      pick: fc.nat(),
      wantsOwnRecords: fc.boolean(),
      swap: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      joins: fc.subarray([
        'book',
        'author',
        'category',
        'partner',
        'discount',
        'click_logs',
        'stripe_errors',
        'events',
        'promotion_site',
      ]),
      isPublic: fc.constantFrom(undefined, 'true', 'false'),
      q: fc.constantFrom(undefined, MARK, OWNER, '%', '_'),
    })
    .map(({ operation, pick, wantsOwnRecords, swap, joins, isPublic, q }) => {
      const usesOwnRecords = wantsOwnRecords && !operationsWithoutRecords(attackersRecords).has(operation);
      const records = usesOwnRecords ? attackersRecords : pickIds(victimsRecords, pick);
      const queryFields = fieldsOf(operation.query);
      const filters = queryFields
        .filter((field) => field.endsWith('_id'))
        .flatMap((field, i) => (swap[i] && victimsValue(field) !== undefined ? [[field, victimsValue(field)]] : []));
      const query = {
        ...operation.exampleQuery,
        ...Object.fromEntries(filters),
        ...(queryFields.includes('joins') && joins.length ? { joins: joins.join(',') } : {}),
        ...(queryFields.includes('public') && isPublic ? { public: isPublic } : {}),
        ...(queryFields.includes('q') && q ? { q } : {}),
      };
      const method = operation.method.toUpperCase();
      const call: ApiCall = { method, path: pathOf(operation, records) + queryText(query), headers: attacker };
      if (operation.body instanceof z.ZodType) call.body = bodyOf(operation, swap);
      return { operation, call, aimsAtRecord: !usesOwnRecords && operation.path.includes('{id}') };
    });
};

function bodyOf(operation: Operation, swap: boolean[]) {
  const body: Record<string, unknown> = exampleOf(operation, attackersRecords);
  for (const [i, field] of [...fieldsOf(operation.body), 'partner_id', 'id'].entries()) {
    const value = victimsValue(field);
    if (swap[i] && value !== undefined) body[field] = value;
  }
  return body;
}

/** Picks one id of each list, so that more than its first record is tried. */
const pickIds = ({ ids, ...rest }: ExampleRecords, offset: number): ExampleRecords => ({
  ...rest,
  ids: new Map([...ids].map(([list, all]) => [list, [all[offset % all.length]!]])),
});

/** Returns the ids of the victim's records by list. */
async function idsOfVictim(): Promise<Map<string, number[]>> {
  const SELECT_IDS = 'select id from TABLE where partner_id = $1 order by id';
  const tables = ['books', 'authors', 'promotions', 'credit_cards', 'invoices', 'promotion_site_reviews', 'discounts'];
  const queries = tables.map((table) => [table, SELECT_IDS.replace('TABLE', table)]);
  queries.push(['referrals', 'select id from referral_entries where $1 in (partner_id, referred_id) order by id']);
  const entries = await Promise.all(
    queries.map(async ([table, sql]) => {
      const { rows } = await server.deps.pool.query<{ id: number }>(sql!, [victim.id]);
      return [`/api/v1/${table}`, rows.map(({ id }) => id)] as const;
    }),
  );
  return new Map(entries);
}

/** Path parameters with keys from emails or the owner's page, which work for anyone. */
const KEY_PARAMETER = /\{(uuid|token)\}/;
const nonEmpty = <T>(list: readonly T[] | undefined) => (list?.length ? list : undefined);

/**
 * Returns calls of every documented operation with parameters in its path but no `{uuid}` or `{token}`: one for each of
 * the victim's records of that kind, one for each entity of the admin panel, or one if there are neither.
 */
async function buildCalls(): Promise<{ operation: Operation; call: ApiCall }[]> {
  const document = (await sender.send({ method: 'GET', path: '/api/v1/openapi.json' })).body as {
    paths: Record<string, Record<string, unknown>>;
  };
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => OPERATIONS.find((operation) => nameOf(operation) === `${method.toUpperCase()} ${path}`)!,
    ),
  );
  const victims = await idsOfVictim();
  const withRecord = documented.filter(({ path }) => path.includes('{') && !KEY_PARAMETER.test(path));
  return withRecord.flatMap((operation) => {
    const list = /^(.+?)\/\{id\}/.exec(operation.path)?.[1] ?? '';
    const targets = operation.path.includes('{entity}')
      ? REGISTRY.map(({ name, actions = [] }) => ({
          ids: victimsRecords.ids,
          names: {
            ...victimsRecords.names,
            entity: name,
            record: String(victims.get(`/api/v1/${name}`)?.[0] ?? victim.id),
            action: actions[0]?.name ?? 'delete',
          },
        }))
      : (nonEmpty(victims.get(list)) ?? nonEmpty(victimsRecords.ids.get(list))?.slice(0, 1) ?? [0]).map((id) => ({
          ids: new Map(victimsRecords.ids).set(list, [id]),
          names: { ...victimsRecords.names, code: 'CONFIDENTIAL' },
        }));
    return targets.map((target) => ({ operation, call: requestFor(operation, { ...victimsRecords, ...target }) }));
  });
}

describe('every operation with an id', () => {
  it('never reveals or changes a partner’s data for other partners, visitors, or editors without access', async () => {
    const editor = await sessionOf(server, 'user', EDITOR);
    const callers: { kind: CallerKind; headers: Headers }[] = [
      { kind: 'other partner', headers: attacker },
      { kind: 'editor', headers: editor },
      { kind: 'anonymous', headers: {} },
    ];
    const fetchExport = () => sender.send({ method: 'GET', path: '/api/v1/partners/export', headers: victim.headers });
    const before = (await fetchExport()).text;
    const rowsBefore = await digestVictimsRows();
    const calls = await buildCalls();
    const mistakes: string[] = [];
    let requests = 0;
    for (const [operation, operationCalls] of Map.groupBy(calls, (call) => call.operation)) {
      // Otherwise a rate limit would refuse the call before the guard.
      await server.deps.pool.query('truncate rate_limits');
      for (const { kind, headers } of callers) {
        const expected = expectedFor(operation, kind);
        // Staff may see the records they work on.
        if (kind === 'editor' && expected === 'allowed') continue;
        const exchanges = await Promise.all(
          operationCalls.map(async ({ call }) => {
            const request = { ...call, headers: { ...call.headers, ...headers } };
            return { request, reply: await sender.send(request) };
          }),
        );
        for (const { request, reply } of exchanges) {
          requests += 1;
          const leak = leakIn(request, reply);
          const isWrong = expected === 'allowed' ? reply.status >= 500 : reply.status !== expected;
          if (leak || isWrong)
            mistakes.push(
              `${nameOf(operation)} ${request.path}, ${kind}: ${reply.status}, not ${expected}; ${leak ?? ''}`,
            );
        }
      }
    }
    expect(mistakes).toEqual([]);
    expect(requests).toBeGreaterThan(1500);
    expect(calls.filter(({ operation }) => operation.path === '/api/v1/promotions/{id}/refund').length).toBeGreaterThan(
      20,
    );
    expect((await fetchExport()).text).toBe(before);
    expect(await digestVictimsRows()).toEqual(rowsBefore);
  }, 300_000);
});

describe("another partner's data", () => {
  it("can't be read or written, with any id in any place", async () => {
    const before = await digestVictimsRows();
    const tables = ['partners', 'books', 'promotions', 'invoices', 'credit_cards'];
    expect(Object.keys(before)).toEqual(expect.arrayContaining(tables));
    let requests = 0;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(attempts(), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }), async (batch) => {
        const replies = await Promise.all(batch.map(({ call }) => sender.send(call)));
        for (const [i, reply] of replies.entries()) {
          const { operation, call, aimsAtRecord } = batch[i]!;
          const where = `${nameOf(operation)} ${call.path} ${JSON.stringify(call.body)} → ${reply.status}`;
          expect([where, leakIn(call, reply)]).toEqual([where, null]);
          if (aimsAtRecord && operation.access.includes('owner') && !call.path.includes('public=true'))
            expect([where, reply.status >= 400 && reply.status < 500]).toEqual([where, true]);
          requests += 1;
          if (reply.status < 300) accepted += 1;
        }
      }),
      { numRuns: BATCHES, seed: 20261121, endOnFailure: true },
    );
    expect(requests).toBe(BATCHES * BATCH_SIZE);
    expect(accepted).toBeGreaterThan(BATCHES);
    expect(await digestVictimsRows()).toEqual(before);
  }, 600_000);
});

type Column = { table_name: string; column_name: string; data_type: string; udt_name: string; values: string[] | null };

const INTEGER = 777_000_111;
const TEXT = 'sentinel-5b2e';
const INSTANT = '2031-07-07T07:07:07.000Z';
const UUID = '77777777-7777-4777-8777-777777777777';

async function readColumns(): Promise<Column[]> {
  const { rows } = await server.deps.pool.query<Column>(
    `select c.table_name, c.column_name, c.data_type, c.udt_name,
       (select array_agg(e.enumlabel::text) from pg_type y join pg_enum e on e.enumtypid = y.oid where y.typname = c.udt_name) as values
     from information_schema.columns c join pg_tables t on t.tablename = c.table_name and t.schemaname = c.table_schema
     where c.table_schema = 'public' and c.table_name not like '\\_%'`,
  );
  return rows;
}

/** Returns a value for the column's type that no row has, or any value for booleans, enums, and arrays. */
function sentinelFor({ data_type, values }: Column): unknown {
  if (data_type === 'boolean') return true;
  if (values) return values[0];
  if (['integer', 'bigint', 'smallint'].includes(data_type)) return INTEGER;
  if (['numeric', 'double precision', 'real'].includes(data_type)) return 777.125;
  if (data_type === 'date') return '2031-07-07';
  if (data_type.startsWith('timestamp')) return INSTANT;
  if (data_type === 'uuid') return UUID;
  if (data_type === 'ARRAY') return [];
  if (data_type.startsWith('json')) return { note: TEXT };
  return TEXT;
}

/**
 * Returns every database column that the body doesn't declare, with a sentinel value. `tablesWithSentinels` doesn't
 * detect written booleans, enum values, and arrays.
 */
const protectedFields = (all: readonly Column[], allowed: readonly string[]) =>
  Object.fromEntries(
    all
      .filter(({ column_name }) => !allowed.includes(column_name))
      .map((column) => [column.column_name, sentinelFor(column)]),
  );

/** Returns the tables, except `rate_limits`, that contain a sentinel value, each with such a row. */
async function tablesWithSentinels() {
  const tables = [...new Set((await readColumns()).map(({ table_name }) => table_name))];
  const matches: string[] = [];
  for (const table of tables.filter((name) => name !== 'rate_limits')) {
    const { rows } = await server.deps.pool.query<{ row: string }>(
      `select left(t::text, 300) as row from ${table} t where t::text like any($1) limit 1`,
      [[`%${INTEGER}%`, `%${TEXT}%`, '%2031-07-07%', `%${UUID}%`, '%777.125%']],
    );
    if (rows[0]) matches.push(`${table}: ${rows[0].row}`);
  }
  return matches;
}

const callerFor = (operation: Operation) =>
  isForStaff(operation) ? staff : operation.access === 'public' ? {} : victim.headers;

/** Operations with a JSON body, except setting a password. */
const WITH_BODY = OPERATIONS.filter(
  ({ body, auth, path, method }) =>
    body instanceof z.ZodType && !(auth && method === 'patch' && path.endsWith('/password')),
);

/**
 * True for operations that ignore unknown keys: those of devise_token_auth, whose clients send some, and the report of
 * a browser error, whose content is never refused. Others refuse unknown keys.
 */
const ignoresUnknownKeys = ({ auth, path }: Operation) => auth === true || path === '/api/v1/client_errors';

describe('a protected column', () => {
  /** Sends a valid body, plus every database column that it doesn't declare. */
  async function sendColumns(operation: Operation, serial: number) {
    const example = exampleOf(operation, victimsRecords);
    const fields = [...fieldsOf(operation.body), ...Object.keys(example)];
    const added = protectedFields(await readColumns(), fields);
    if ('email' in example && operation.method === 'post')
      Object.assign(example, { email: `mass-${serial}@example.test` });
    const call = {
      method: operation.method.toUpperCase(),
      path: pathOf(operation, victimsRecords),
      headers: callerFor(operation),
    };
    const reply = await sender.send({ ...call, body: { ...added, ...example } });
    return { name: nameOf(operation), reply, added: Object.keys(added) };
  }
  const operations = () => {
    const missing = operationsWithoutRecords(victimsRecords);
    return WITH_BODY.filter((operation) => !missing.has(operation));
  };

  it('is refused by name, and nothing is written', async () => {
    expect((await readColumns()).length).toBeGreaterThan(300);
    const strict = operations().filter((operation) => !ignoresUnknownKeys(operation));
    const exchanges = await Promise.all(strict.map(sendColumns));
    const accepted = exchanges.filter(({ reply, added }) => {
      const errors = (reply.body as { errors?: Record<string, string[]> } | undefined)?.errors ?? {};
      return reply.status !== 422 || !added.some((name) => errors[name]?.[0] === 'is not a known parameter');
    });
    expect(accepted.map(({ name, reply }) => `${name}: ${reply.status} ${reply.text.slice(0, 200)}`)).toEqual([]);
    expect(exchanges.length).toBeGreaterThan(50);
    expect(await tablesWithSentinels()).toEqual([]);
  });

  it('is ignored by sign-up, sign-in, accounts, and reports of browser errors', async () => {
    const loose = operations().filter(ignoresUnknownKeys);
    const exchanges = await Promise.all(loose.map(sendColumns));
    expect(exchanges.filter(({ reply }) => reply.status < 300).length).toBeGreaterThan(3);
    expect(exchanges.filter(({ reply }) => reply.status >= 500).map(({ name }) => name)).toEqual([]);
    expect(await tablesWithSentinels()).toEqual([]);
  });
});
