/**
 * Counts the files that an approval goes through: those of features and emails in which it calls a function. Leaves out
 * the guards, which every call passes, and the presenters of the records nested in its response.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPromotion, createStaff } from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client & { id: number };
const inspector = new Session();
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  await inspector.post('Profiler.stopPreciseCoverage');
  inspector.disconnect();
  await server.close();
});

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files in which `call` calls a function, relative to the project. */
async function filesOf(call: () => Promise<unknown>): Promise<string[]> {
  await inspector.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return (
    result
      // The test runner reads constants through functions without a name.
      .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName && ranges[0]!.count > 0))
      .map(({ url }) => relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url))
  );
}

/** From top to bottom: a file imports only those below it. Only approvals that find a date check the rules of eligibility.ts. */
const PATH = [
  'promotions/routes.ts',
  'promotions/responses.ts',
  'promotions/presenter.ts',
  'promotions/review.ts',
  'promotions/slots.ts',
  'promotions/eligibility.ts',
  'promotions/transition.ts',
  'promotions/queries.ts',
  'promotions/state.ts',
  'promotions/reviewed.ts',
  'addons/service.ts',
  'emails/enqueue.ts',
  'webhooks/events.ts',
];
const GUARDS = ['accounts/enrollment.ts'];
const isOnPath = (file: string) =>
  /^(?!server\/(api|auth|platform|testing|web)\/)server\/[^/]+\//.test(file) &&
  !(file.endsWith('/presenter.ts') && !file.startsWith('server/promotions/')) &&
  !GUARDS.some((guard) => file.endsWith(guard));

it.each([
  ['chosen', PATH.filter((file) => file !== 'promotions/eligibility.ts')],
  ['found', PATH],
])('goes through at most 13 files when its date is %s', async (by, expected) => {
  const { id, date } = await createPromotion(server, { days: by === 'chosen' ? 5 : 6 });
  const body = by === 'chosen' ? { promotion_date: date } : {};
  const files = await filesOf(() => staff.post(`/promotions/${id}/approve`).send(body).expect(200));
  expect(files.filter(isOnPath).toSorted()).toEqual(expected.map((file) => `server/${file}`).toSorted());
  expect(expected.length).toBeLessThanOrEqual(13);
});

it('imports nothing from a file above', () => {
  const climbs = PATH.flatMap((file, index) => {
    const source = readFileSync(join(ROOT, 'server', file), 'utf8');
    return PATH.slice(0, index)
      .filter((above) => importedBy(source, file).includes(above))
      .map((above) => `${file} imports ${above}`);
  });
  expect(climbs).toEqual([]);
});

/** Modules of the server that a file imports, apart from types. */
const importedBy = (source: string, file: string) =>
  [...source.matchAll(/^import (?!type )([^;]+?) from '(#server\/|\.\/)([^']+)';$/gm)]
    .filter(([, names]) => /^\{(\s*type [^,}]+,?)*\s*\}$/.test(names!) === false)
    .map(([, , from, path]) => (from === './' ? `${file.split('/')[0]}/${path}` : path));
