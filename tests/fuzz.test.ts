/** The fuzzer in a small run, with twenty malformed requests for every operation; `npm run fuzz` sends a thousand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Headers, OTHER, OWNER, STAFF, sessionOf } from '#server/testing/callers.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { as, clientWithKey } from '#server/testing/factories.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { API_SCOPES } from '#shared/api-scopes.ts';
import { findRecords, operationsWithoutRecords } from '../scripts/calls/requests.ts';
import { type ApiCall, createSender, type Sender } from '../scripts/calls/sender.ts';
import { namesIn } from '../scripts/calls/temporary-server.ts';
import { MAX_GROWTH_MB, type RawReport, sendAllRaw } from '../scripts/fuzz/raw-run.ts';
import { type FuzzResult, fuzz } from '../scripts/fuzz/run.ts';

const PER_OPERATION = 20;
const SEED = 20261121;

let server: TestServer;
let sender: Sender;
let results: FuzzResult[];
let missing: string[];
/** Headers of API keys, in the order of the scopes. */
let keys: { partner: Headers[]; user: Headers[] };
const keysOf = (session: Headers) =>
  Promise.all(API_SCOPES.map(async (scope) => (await clientWithKey(server, as(server, session), [scope])).headers));
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { TRUST_PROXY: '1' } });
  sender = createSender(server.url);
  const partner = await sessionOf(server, 'partner', OWNER);
  const user = await sessionOf(server, 'user', STAFF);
  const expendable = {
    partner: await sessionOf(server, 'partner', OTHER),
    user: await sessionOf(server, 'user', 'editor@deckle.test'),
  };
  const records = await findRecords(sender, { partner, user }, await namesIn(server.deps));
  missing = [...operationsWithoutRecords(records).values()];
  keys = { partner: await keysOf(partner), user: await keysOf(user) };
  results = await fuzz(sender, {
    callers: { partner, user, expendable, keys: [...keys.partner, ...keys.user] },
    records,
    perOperation: PER_OPERATION,
    seed: SEED,
  });
}, 600_000);
afterAll(async () => {
  sender.close();
  await server.close();
});

/** Returns an example of each kind of finding, with the call that caused it. */
const examplesOf = (verdict: string) => {
  const findings = results.flatMap(({ operation, findings }) => findings.map((finding) => ({ operation, ...finding })));
  const kinds = Map.groupBy(
    findings.filter((finding) => finding.verdict === verdict),
    ({ operation, detail }) => `${nameOf(operation)}: ${detail.replace(/"error_id".*/, '')}`,
  );
  return [...kinds].map(([kind, [first, ...more]]) => `${kind} (and ${more.length} more) ← ${summarize(first!.call)}`);
};
const summarize = ({ method, path, body }: ApiCall) => `${method} ${path} ${String(body).slice(0, 150)}`.slice(0, 400);

it('calls every operation twenty times', () => {
  expect(missing).toEqual([]);
  expect(results.map(({ operation }) => nameOf(operation)).sort()).toEqual(OPERATIONS.map(nameOf).sort());
  for (const { requests } of results) expect(requests).toBe(PER_OPERATION);
});

it('never causes a server error', () => expect(examplesOf('failed')).toEqual([]));
it('never reveals internals', () => expect(examplesOf('leaked')).toEqual([]));
it('always responds as documented', () => expect(examplesOf('undeclared')).toEqual([]));

it('gets past the guards of every operation except sign-in', () => {
  const REFUSED = [401, 403, 405, 429];
  const ALWAYS_REFUSED = /-auth\/sign_in$/;
  const refusedOnly = results.filter(
    ({ operation, statuses }) =>
      !ALWAYS_REFUSED.test(operation.path) && [...statuses.keys()].every((status) => REFUSED.includes(status)),
  );
  expect(refusedOnly.map(({ operation }) => nameOf(operation))).toEqual([]);
});

describe('raw bytes that no library sends', () => {
  let raw: RawReport;
  beforeAll(async () => {
    const database = await createTestDatabase();
    raw = await sendAllRaw({ rounds: 1, megabytes: 100, databaseUrl: database.url });
    await database.drop();
  }, 300_000);

  it('never cause an unexpected server error or reveal internals', () => {
    expect(raw.problems).toEqual([]);
    expect(raw.isAlive).toBe(true);
    expect(raw.requests).toBe(72);
  });

  it('get an expected status or, in less than a third of cases, no response', () => {
    const REFUSED = [400, 404, 405, 413, 415, 417, 422, 429, 431, 503, 505, 'none'];
    expect([...raw.statuses.keys()].filter((status) => status !== 200 && !REFUSED.includes(status))).toEqual([]);
    expect(raw.statuses.get('none') ?? 0).toBeLessThan(raw.requests / 3);
  });

  it('use less memory than their size', () => expect(raw.growthMb).toBeLessThan(MAX_GROWTH_MB));
});
