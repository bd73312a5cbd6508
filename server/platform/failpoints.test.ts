import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { CALLS, externalCall, FAILPOINTS, failpoint, parseHook, STEPS, setFailpointHook } from './failpoints.ts';

afterEach(() => setFailpointHook(null));

/**
 * Not checked: the failpoints' own file, fakes, and test helpers. Newsletters have no failpoints, because they record
 * each hand-over in the delivery's row.
 */
const EXCLUDED = ['server/platform/failpoints.ts', 'server/newsletters/', 'server/sandbox/', 'server/testing/'];
const sources = globSync('server/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts') && !EXCLUDED.some((prefix) => path.startsWith(prefix)))
  .map((path) => readFileSync(path, 'utf8'));
const namesIn = (pattern: RegExp) =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)).sort();

describe('the failpoints', () => {
  it('match the source: each occurs exactly once', () => {
    expect(namesIn(/\bexternalCall\(\s*'([^']+)'/g)).toEqual([...CALLS].sort());
    expect(namesIn(/\bfailpoint\(\s*'([^']+)'/g)).toEqual([...STEPS].sort());
  });

  it('wrap as many calls as the source makes to Stripe, the mail transport, and the book data provider', () => {
    const calls = namesIn(
      /((?:\bapi|deps\.stripe\.api)\.(?!webhooks)\w+\.\w+\(|deps\.mail\.send\(|deps\.bookData\.lookup\()/g,
    );
    expect(calls).toHaveLength(CALLS.length);
  });

  it('do nothing without a hook', async () => {
    await failpoint('charge.claimed');
    expect(await externalCall('stripe.charge', async () => 7)).toBe(7);
  });

  it('call the hook before and after a call, and pass on its failure', async () => {
    const passed: string[] = [];
    setFailpointHook((name) => void passed.push(name));
    await externalCall('stripe.refund', async () => passed.push('the call'));
    expect(passed).toEqual(['stripe.refund.before', 'the call', 'stripe.refund.after']);
    setFailpointHook(parseHook('stripe.refund.before=throw'));
    await expect(externalCall('stripe.refund', async () => passed.push('never'))).rejects.toThrow(
      'failpoint stripe.refund.before',
    );
    expect(passed).not.toContain('never');
  });

  it('can be set to trigger on a given pass', async () => {
    setFailpointHook(parseHook('charge.settled@2=throw, refund.claimed=throw'));
    await failpoint('charge.settled');
    await expect(failpoint('charge.settled')).rejects.toThrow('failpoint charge.settled');
    await failpoint('charge.settled');
    await expect(failpoint('refund.claimed')).rejects.toThrow('failpoint refund.claimed');
  });

  it.each([
    ['charge.clamed=kill', 'Unknown failpoint in "charge.clamed=kill".'],
    ['charge.claimed', 'Unknown failpoint in "charge.claimed".'],
    ['charge.claimed=explode', '"charge.claimed=explode" must end with one of: throw, hang, kill.'],
    ['stripe.charge=kill', 'Unknown failpoint in "stripe.charge=kill".'],
  ])('refuse an invalid plan: %s', (text, message) => {
    expect(() => parseHook(text)).toThrow(message);
  });

  it('have unique names', () => {
    expect(new Set(FAILPOINTS).size).toBe(FAILPOINTS.length);
  });
});
