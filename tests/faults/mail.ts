/** Email fault tests: delivery under kills and by several senders, raw emails, and unsubscribes. */
import { withTrialDatabase } from '../cluster.ts';
import { killsTrial, killsWithoutGuard, type Transport } from './mail-kills.ts';
import { unsubscribeTrial, unsubscribeWithoutGuard } from './mail-unsubscribes.ts';
import { wireTrial } from './mail-wire.ts';
import { sendersTrial, sendersWithoutLease, senderViolations } from './senders.ts';
import { controlResult, type Verdict, verdict } from './verdict.ts';

const EMAILS_PER_KILL = 1_000;
const CONTROL_LINKS = 4_000;
const CONTROL_SENDERS_EMAILS = 3_000;

export const trials = [
  { id: 'kills over SMTP', size: 100_000, run: (size: number, seed: number) => runKills('smtp', size, seed) },
  { id: 'kills with keys', size: 100_000, run: (size: number, seed: number) => runKills('http', size, seed) },
  { id: 'two senders', size: 20_000, run: runSenders },
  { id: 'raw emails', size: 5_000, run: runWire },
  { id: 'unsubscribes', size: 10_000, run: runUnsubscribes },
];

/** `size` is the number of emails, with one kill per thousand, but at least two. */
const runKills = (transport: Transport, size: number, seed: number): Promise<Verdict> =>
  withTrialDatabase(async ({ databaseUrl }) => {
    const kills = Math.max(2, Math.round(size / EMAILS_PER_KILL));
    const { violations, tally } = await killsTrial({ databaseUrl, transport, emails: size, kills, seed });
    const control = await killsWithoutGuard({ databaseUrl, transport, seed });
    return verdict(size, violations, control, JSON.stringify(tally));
  });

/** `size` is the number of emails. */
function runSenders(size: number, seed: number): Promise<Verdict> {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const outcome = await sendersTrial({ databaseUrl, emails: size, seed });
    const control = await sendersWithoutLease({ databaseUrl, emails: CONTROL_SENDERS_EMAILS, seed });
    return verdict(size, senderViolations(outcome), control, JSON.stringify(outcome));
  });
}

/** `size` is the number of emails. */
function runWire(size: number): Promise<Verdict> {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, control } = await wireTrial(databaseUrl, size);
    return verdict(size, violations, control);
  });
}

/** `size` is the approximate number of links that scanners open. */
function runUnsubscribes(size: number, seed: number): Promise<Verdict> {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const { violations, opened, control } = await unsubscribeTrial({ databaseUrl, links: size, seed });
    const unguarded = await unsubscribeWithoutGuard({ databaseUrl, links: CONTROL_LINKS, seed });
    return verdict(opened, violations, controlResult(control === 'red' && unguarded === 'red'));
  });
}
