/** docs/asvs.md: every requirement of ASVS 5.0.0, levels 1 and 2, with a verdict and its evidence. Tests V13.4.4. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createSender } from '../scripts/calls/sender.ts';

/** Requirement numbers by section, as in OWASP's CSV of version 5.0.0. */
const REQUIREMENTS: Record<string, string> = {
  'V1.1': '1 2',
  'V1.2': '1 2 3 4 5 6 7 8 9',
  'V1.3': '1 2 3 4 5 6 7 8 9 10 11',
  'V1.4': '1 2 3',
  'V1.5': '1 2',
  'V2.1': '1 2 3',
  'V2.2': '1 2 3',
  'V2.3': '1 2 3 4',
  'V2.4': '1',
  'V3.2': '1 2',
  'V3.3': '1 2 3 4',
  'V3.4': '1 2 3 4 5 6',
  'V3.5': '1 2 3 4 5',
  'V3.7': '1 2',
  'V4.1': '1 2 3',
  'V4.2': '1',
  'V4.3': '1 2',
  'V4.4': '1 2 3 4',
  'V5.1': '1',
  'V5.2': '1 2 3',
  'V5.3': '1 2',
  'V5.4': '1 2 3',
  'V6.1': '1 2 3',
  'V6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  'V6.3': '1 2 3 4',
  'V6.4': '1 2 3 4',
  'V6.5': '1 2 3 4 5',
  'V6.6': '1 2 3',
  'V6.8': '1 2 3 4',
  'V7.1': '1 2 3',
  'V7.2': '1 2 3 4',
  'V7.3': '1 2',
  'V7.4': '1 2 3 4 5',
  'V7.5': '1 2',
  'V7.6': '1 2',
  'V8.1': '1 2',
  'V8.2': '1 2 3',
  'V8.3': '1',
  'V8.4': '1',
  'V9.1': '1 2 3',
  'V9.2': '1 2 3 4',
  'V10.1': '1 2',
  'V10.2': '1 2',
  'V10.3': '1 2 3 4',
  'V10.4': '1 2 3 4 5 6 7 8 9 10 11',
  'V10.5': '1 2 3 4 5',
  'V10.6': '1 2',
  'V10.7': '1 2 3',
  'V11.1': '1 2',
  'V11.2': '1 2 3',
  'V11.3': '1 2 3',
  'V11.4': '1 2 3 4',
  'V11.5': '1',
  'V11.6': '1',
  'V12.1': '1 2 3',
  'V12.2': '1 2',
  'V12.3': '1 2 3 4',
  'V13.1': '1',
  'V13.2': '1 2 3 4 5',
  'V13.3': '1 2',
  'V13.4': '1 2 3 4 5',
  'V14.1': '1 2',
  'V14.2': '1 2 3 4',
  'V14.3': '1 2 3',
  'V15.1': '1 2 3',
  'V15.2': '1 2 3',
  'V15.3': '1 2 3 4 5 6 7',
  'V16.1': '1',
  'V16.2': '1 2 3 4 5',
  'V16.3': '1 2 3 4',
  'V16.4': '1 2 3',
  'V16.5': '1 2 3',
  'V17.1': '1',
  'V17.2': '1 2 3 4',
  'V17.3': '1 2',
};
const NUMBERS = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
  numbers.split(' ').map((n) => `${section}.${n}`),
);
const VERDICTS = ['met', 'not applicable', 'not met'];

const DOCUMENT = readFileSync('docs/asvs.md', 'utf8');
const ROWS = DOCUMENT.split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [number, level, text, verdict, evidence] = line.slice(2, -2).split(' | ');
    return { number: number!, level: level!, text: text!, verdict: verdict!, evidence: evidence! };
  });

it('has every requirement of levels 1 and 2 once', () => {
  expect(NUMBERS).toHaveLength(253);
  expect(ROWS.map(({ number }) => number)).toEqual(NUMBERS);
  expect(ROWS.filter(({ level }) => level === '1')).toHaveLength(70);
});

it("gives each requirement a verdict, and a reason if it isn't met", () => {
  expect(ROWS.filter(({ verdict }) => !VERDICTS.includes(verdict))).toEqual([]);
  const reasonOf = (evidence: string) => evidence.replaceAll(/\[[^\]]*\]\([^)]*\)|·/g, '').trim();
  const unexplained = ROWS.filter(({ verdict, evidence }) => verdict !== 'met' && reasonOf(evidence).length < 10);
  expect(unexplained).toEqual([]);
});

const linksOf = (evidence: string) => [...evidence.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);

it('links the evidence for requirements that are met', () => {
  const unproven = ROWS.filter(
    ({ verdict, evidence }) => verdict === 'met' && !linksOf(evidence).some((link) => existsSync(join('docs', link))),
  );
  expect(unproven).toEqual([]);
  const broken = ROWS.flatMap(({ evidence }) => linksOf(evidence)).filter((link) => !existsSync(join('docs', link)));
  expect(broken).toEqual([]);
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('V13.4.4: refuses TRACE without echoing the request', async () => {
  const sender = createSender(server.url);
  for (const path of ['/', '/api/v1/session', '/healthz']) {
    const { status, body } = await sender.send({
      method: 'TRACE',
      path,
      headers: { 'access-token': 'secret-of-mine' },
    });
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    expect(JSON.stringify(body ?? '')).not.toContain('secret-of-mine');
  }
  sender.close();
});
