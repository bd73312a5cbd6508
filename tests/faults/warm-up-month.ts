/**
 * A simulated month of a new sending domain. A local relay stands for the mailbox providers: each accepts a number of
 * emails a day that depends on what it accepted before, defers the others, and has readers who complain.
 */
import { handleMailEvents } from '#server/deliveries/events.ts';
import { registerJobs } from '#server/jobs.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { settableClock } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { startWarmUp } from '#server/warm-up/manage.ts';
import { addDays } from '#shared/dates.ts';
import type { Provider } from '#shared/list-health.ts';
import { seededInt } from './kills.ts';
import { startMailServer } from './mail-server.ts';
import { type SinkReply, startSmtpSink } from './mail-sinks.ts';
import { DOMAINS, insertFrozenNewsletter, insertReaders } from './warm-up-list.ts';

export type MonthTrial = {
  databaseUrl: string;
  readers: number;
  seed: number;
  days?: number;
  /** Delay of the relay for each email. */
  delayMs?: number;
  /** Guard that the control disables. */
  without?: Guard | undefined;
};
type Guard = keyof typeof CONTROLS;

const SHARES = { gmail: 0.45, yahoo: 0.25, microsoft: 0.15, apple: 0.05, other: 0.1 } as const;
const FIRST_DAY = '2026-12-01';
const DAYS = 30;
const GROWTH = 1.5;
/** The first day's cap, as a share of the list. */
const FIRST_SHARE = 0.1;
/** On this day, Gmail's readers complain. */
const SPIKE = { day: 8, provider: 'gmail', rate: 0.1 } as const;
/** On this day, Yahoo accepts at most a tenth of what it accepted on its best day. */
const SLOW = { day: 13, provider: 'yahoo', part: 0.1 } as const;
const USUAL_COMPLAINTS = 0.0001;
/** A provider accepts at most this many times its part of the first cap or, if that is more, its best day's emails. */
const TRUST = 2;
/** Emails that nothing can stop anymore: 16 in flight on eight connections, and as many that are being marked. */
const MAX_UNSTOPPABLE = 2 * 16;

/**
 * Violations that the trial must find without each guard. For `stop`, the relay is slow enough that many emails are
 * left when the complaint that passes the limit is stored.
 */
const CONTROLS = {
  stop: { reason: /^day \d+, \w+: \d+ emails after the complaint that passed the limit$/, delayMs: 20 },
  cap: { reason: /^day \d+, \w+: \d+ emails, the cap is \d+$/, delayMs: 1 },
} as const;
/** Growth steps that a provider loses after each kind of stop in the trial, as docs/product.md says. */
const STEPS_BACK = { deferrals: 2, complaints: 3 } as const;

type ProviderDay = {
  accepted: number;
  deferred: number;
  complaints: number;
  capacity: number;
  admitted: Set<string>;
  /** Emails accepted after the complaint that passed the limit was reported. */
  afterLimit: number;
};
type DayResult = Record<Provider, ProviderDay>;

const PROVIDER_LIST = Object.keys(SHARES) as Provider[];

export async function monthTrial(trial: MonthTrial) {
  const { databaseUrl, readers, seed, days = DAYS, delayMs = 1 } = trial;
  const clock = settableClock();
  const roll = seededInt(seed);
  const relay = createRelay(readers, roll);
  const sink = await startSmtpSink({ verdict: relay.verdict, keepsMessages: false, delayMs });
  const server = await startMailServer(databaseUrl, { SMTP_URL: sink.url }, clock);
  const { deps } = server;
  registerJobs(deps);
  const results: DayResult[] = [];
  try {
    await prepare(deps, trial);
    const first_cap = Math.round(readers * FIRST_SHARE);
    let date = FIRST_DAY;
    const moveTo = (time: string) => clock.set(new Date(`${date}T${time}Z`));
    moveTo('17:00:00');
    await startWarmUp(deps, { actor: { id: 1 }, schedule: { first_cap, growth_percent: GROWTH * 100 } });
    for (let day = 1; day <= days; day++, date = addDays(date, 1)) {
      moveTo('18:00:00');
      const newsletter_id = await insertFrozenNewsletter(deps, date);
      const reports: Promise<unknown>[] = [];
      relay.startDay(day, (to) => {
        const reported = report(deps, newsletter_id, to);
        reports.push(reported);
        return reported;
      });
      sink.watch(relay.accept);
      await sendNewsletter(deps, { id: newsletter_id });
      // Deferred emails are due again.
      moveTo('18:06:00');
      await sendNewsletter(deps, { id: newsletter_id });
      await Promise.all(reports);
      results.push(relay.endDay());
    }
    const active = await deps.db.reader.count({ where: { status: 'active' } });
    const caps = await readCaps(deps);
    return {
      violations: violationsOf(results, {
        first_cap,
        active,
        caps,
        isWholeMonth: days === DAYS,
      }),
      results,
      caps,
    };
  } finally {
    await server.close();
    await sink.close();
  }
}

/**
 * Runs the days up to the spike without a guard. The control is red only if it finds the violations that the
 * guard prevents. Without the stop, it must find no others, and a run with the stop and the same slow relay must find
 * none.
 */
export async function monthWithout(without: Guard, trial: MonthTrial) {
  const { reason, delayMs } = CONTROLS[without];
  const short = { ...trial, days: SPIKE.day, delayMs };
  const guarded = without === 'stop' ? (await monthTrial(short)).violations : [];
  const { violations } = await monthTrial({ ...short, without });
  const expected = violations.filter((violation) => reason.test(violation));
  const others = violations.filter((violation) => !reason.test(violation));
  const isRed = guarded.length === 0 && expected.length > 0 && (without === 'cap' || others.length === 0);
  return { control: isRed ? ('red' as const) : ('green' as const), guarded, expected, others };
}

async function prepare({ pool }: Deps, { readers, without }: MonthTrial) {
  await pool.query(
    'truncate readers, reader_categories, deliveries, newsletters, leases, warm_ups, mail_events, mails cascade',
  );
  const counts = Object.fromEntries(
    PROVIDER_LIST.map((provider) => [provider, Math.round(readers * SHARES[provider])]),
  );
  await insertReaders(pool, counts, { confirmed_at: new Date('2026-03-01') });
  await pool.query(`
    drop trigger if exists control on warm_up_providers;
    drop trigger if exists control on warm_up_days;
    create or replace function control_without_stop() returns trigger language plpgsql as $$ begin
      new.stopped_at := null; new.stop_cause := null; new.stop_reason := null; new.resumes_on := null; return new; end $$;
    create or replace function control_without_cap() returns trigger language plpgsql as $$ begin
      new.handed_over := old.handed_over; return new; end $$`);
  if (without === 'stop')
    await pool.query(
      'create trigger control before update on warm_up_providers for each row execute function control_without_stop()',
    );
  if (without === 'cap')
    await pool.query(
      'create trigger control before update on warm_up_days for each row execute function control_without_cap()',
    );
}

async function report(deps: Deps, newsletter_id: number, to: string) {
  const where = { newsletter_id, reader: { email: to } };
  const { message_id } = await deps.db.delivery.findFirstOrThrow({ where, select: { message_id: true } });
  await handleMailEvents(deps, [{ type: 'complaint', at: deps.now().toISOString(), message_id: message_id! }]);
}

const providerOf = (address: string) =>
  PROVIDER_LIST.find((provider) => address.endsWith(`@${DOMAINS[provider as keyof typeof DOMAINS]}`))!;

/** Simulates the providers behind one relay. Its counts don't come from our database. */
function createRelay(readers: number, roll: (sides: number) => number) {
  const firstCapacity = (provider: Provider) => Math.ceil(readers * FIRST_SHARE * SHARES[provider] * TRUST);
  const best = new Map<Provider, number>();
  let day = 0;
  let today = {} as DayResult;
  let providersOverLimit = new Set<Provider>();
  let complain: (to: string) => Promise<unknown> = async () => {};
  const isComplaint = (provider: Provider) => {
    const rate = day === SPIKE.day && provider === SPIKE.provider ? SPIKE.rate : USUAL_COMPLAINTS;
    return roll(100_000) < rate * 100_000;
  };
  return {
    startDay: (number: number, onComplaint: (to: string) => Promise<unknown>) => {
      day = number;
      complain = onComplaint;
      providersOverLimit = new Set();
      const dayOf = (provider: Provider): ProviderDay => {
        const usual = Math.max(firstCapacity(provider), TRUST * (best.get(provider) ?? 0));
        const part = day === SLOW.day && provider === SLOW.provider ? SLOW.part / TRUST : 1;
        const capacity = Math.floor(usual * part);
        return { accepted: 0, deferred: 0, complaints: 0, capacity, admitted: new Set(), afterLimit: 0 };
      };
      today = Object.fromEntries(PROVIDER_LIST.map((provider) => [provider, dayOf(provider)])) as DayResult;
    },
    verdict: (to: string): SinkReply => {
      const providerDay = today[providerOf(to)];
      // Called at RCPT and after DATA; the first result decides.
      if (providerDay.admitted.has(to)) return null;
      if (providerDay.admitted.size < providerDay.capacity) {
        providerDay.admitted.add(to);
        return null;
      }
      providerDay.deferred++;
      return { code: 421, text: '4.7.28 Too many emails from this sender', at: 'rcpt' };
    },
    accept: (to: string) => {
      const provider = providerOf(to);
      const providerDay = today[provider];
      providerDay.accepted++;
      if (providersOverLimit.has(provider)) providerDay.afterLimit++;
      if (!isComplaint(provider)) return;
      providerDay.complaints++;
      const isLimit = providerDay.complaints >= 3 && providerDay.complaints / providerDay.accepted >= 0.003;
      void complain(to).then(() => isLimit && providersOverLimit.add(provider));
    },
    endDay: (): DayResult => {
      for (const provider of PROVIDER_LIST)
        best.set(provider, Math.max(best.get(provider) ?? 0, today[provider].accepted));
      return today;
    },
  };
}

type StoredDay = { provider: Provider; date: string; cap: number; stop_cause: keyof typeof STEPS_BACK | null };
const readCaps = async ({ pool }: Deps) =>
  (await pool.query<StoredDay>('select provider, date::text, cap, stop_cause from warm_up_days order by date')).rows;

type Expected = { first_cap: number; active: number; caps: readonly StoredDay[]; isWholeMonth: boolean };

function violationsOf(results: readonly DayResult[], { first_cap, active, caps, isWholeMonth }: Expected): string[] {
  const violations: string[] = [];
  const cappedDays = new Set(caps.map(({ date }) => date)).size;
  const storedOn = (index: number, provider: Provider) =>
    caps.find((one) => one.provider === provider && one.date === addDays(FIRST_DAY, index));
  for (const [index, result] of results.entries())
    for (const provider of PROVIDER_LIST) {
      const { accepted, deferred, afterLimit } = result[provider];
      const where = `day ${index + 1}, ${provider}:`;
      if (index < cappedDays) {
        const cap = storedOn(index, provider)?.cap ?? 0;
        if (accepted > cap) violations.push(`${where} ${accepted} emails, the cap is ${cap}`);
        // The cap if the provider never caused a stop; no cap is ever above it.
        const highest = Math.round(first_cap * SHARES[provider] * GROWTH ** index) + 1;
        if (cap > highest) violations.push(`${where} the cap is ${cap}, above the schedule's ${highest}`);
      }
      if (afterLimit > MAX_UNSTOPPABLE)
        violations.push(`${where} ${afterLimit} emails after the complaint that passed the limit`);
      if (deferred > Math.max(10, accepted * 0.12) + MAX_UNSTOPPABLE) violations.push(`${where} ${deferred} deferrals`);
    }
  if (!isWholeMonth) return violations;
  const sentTo = (provider: Provider, day: number) => results[day - 1]![provider].accepted;
  const { day, provider } = SPIKE;
  const [before, quiet, after] = [
    sentTo(provider, day - 1),
    [1, 2, 3].map((later) => sentTo(provider, day + later)),
    sentTo(provider, day + 4),
  ];
  if (quiet.some((count) => count > 0)) violations.push(`after the spike, Gmail got ${quiet.join(', ')} emails`);
  if (!(after > 0 && after < before)) violations.push(`Gmail restarted with ${after} emails, ${before} before`);
  if (!(sentTo(provider, day + 5) > after)) violations.push('Gmail’s cap didn’t grow after the restart');
  for (const [cause, stop, resumed] of [
    ['complaints', SPIKE, SPIKE.day + 4],
    ['deferrals', SLOW, SLOW.day + 1],
  ] as const) {
    const [last, next] = [stop.day, resumed].map((number) => storedOn(number - 1, stop.provider));
    const lower = (last?.cap ?? 0) / GROWTH ** STEPS_BACK[cause];
    if (last?.stop_cause !== cause) violations.push(`${stop.provider} wasn't stopped on day ${stop.day} for ${cause}`);
    if (!next || Math.abs(next.cap - lower) > 1)
      violations.push(`${stop.provider} resumed with a cap of ${next?.cap}, not ${Math.round(lower)}`);
  }
  // After the warm-up, the rates of the whole newsletter may pause it.
  if (results.slice(0, cappedDays).some((one) => one.microsoft.accepted === 0))
    violations.push('a provider without trouble got nothing on a day');
  const last = results.at(-1)!;
  const sum = (count: 'accepted' | 'complaints') => PROVIDER_LIST.reduce((total, one) => total + last[one][count], 0);
  // Readers who complained on the last day were reached, but are no longer active.
  const expected = active + sum('complaints');
  if (sum('accepted') !== expected)
    violations.push(`on the last day, ${sum('accepted')} of ${expected} readers were reached`);
  return violations;
}

/** Formats a table with a line for each day: how much of its cap each provider accepted. */
export const monthTable = ({ results, caps }: Pick<Awaited<ReturnType<typeof monthTrial>>, 'results' | 'caps'>) => {
  const cell = (provider: Provider, result: ProviderDay, date: string) => {
    const stored = caps.find((one) => one.provider === provider && one.date === date);
    const marks = [result.deferred && `${result.deferred} deferred`, result.complaints && `${result.complaints} spam`];
    return `${result.accepted}/${stored?.cap ?? 'all'} ${[...marks, stored?.stop_cause && 'STOP'].filter(Boolean).join(' ')}`;
  };
  return [
    ['day', ...PROVIDER_LIST].map((text) => text.padEnd(28)).join(''),
    ...results.map((result, index) =>
      [String(index + 1), ...PROVIDER_LIST.map((one) => cell(one, result[one], addDays(FIRST_DAY, index)))]
        .map((text) => text.padEnd(28))
        .join(''),
    ),
  ].join('\n');
};
