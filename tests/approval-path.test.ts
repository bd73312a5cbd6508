/**
 * Pins the feature and email files whose functions run when a promotion is approved. Leaves out guards, which run on
 * every call, and presenters of nested records.
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

/** Returns the paths, relative to the repository, of files in which `action` runs a named function. */
async function filesRunBy(action: () => Promise<unknown>): Promise<string[]> {
  await inspector.post('Profiler.takePreciseCoverage');
  await action();
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return (
    result
      // Vitest reads imported constants through anonymous getters.
      .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName && ranges[0]!.count > 0))
      .map(({ url }) => relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url))
  );
}

/**
 * Sorted by layer: each file imports only from files below it. A single approval uses eligibility.ts only if staff
 * choose no date. Bulk approvals always use it to check the rules.
 */
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
  ['staff choose', PATH.filter((file) => file !== 'promotions/eligibility.ts')],
  ['the server finds', PATH],
])('an approval runs code in at most 13 files when %s its date', async (dateSource, expected) => {
  const { id, date } = await createPromotion(server, { days: dateSource === 'staff choose' ? 5 : 6 });
  const body = dateSource === 'staff choose' ? { promotion_date: date } : {};
  const files = await filesRunBy(() => staff.post(`/promotions/${id}/approve`).send(body).expect(200));
  expect(files.filter(isOnPath).toSorted()).toEqual(expected.map((file) => `server/${file}`).toSorted());
  expect(expected.length).toBeLessThanOrEqual(13);
});

it('each of these files imports only from layers below it', () => {
  const upwardImports = PATH.flatMap((file, index) => {
    const source = readFileSync(join(ROOT, 'server', file), 'utf8');
    return PATH.slice(0, index)
      .filter((above) => importedBy(source, file).includes(above))
      .map((above) => `${file} imports ${above}`);
  });
  expect(upwardImports).toEqual([]);
});

/** Returns the server's modules that a file imports, apart from types. */
const importedBy = (source: string, file: string) =>
  [...source.matchAll(/^import (?!type )([^;]+?) from '(#server\/|\.\/)([^']+)';$/gm)]
    .filter(([, names]) => /^\{(\s*type [^,}]+,?)*\s*\}$/.test(names!) === false)
    .map(([, , from, path]) => (from === './' ? `${file.split('/')[0]}/${path}` : path));
