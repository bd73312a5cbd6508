/** Judges a run of failovers. */
import { type ControlResult, controlResult } from './verdict.ts';

const MAX_OUTAGE_MS = 30_000;
/** Two emails per connection, eight connections. */
const MAX_UNCERTAIN_PER_FAILOVER = 16;

export type FailoverOutcome = {
  /** Number of acknowledged bookings, and of those that are missing. */
  bookings: number;
  lostBookings: number;
  /** Violations of clicks and payments, in words. */
  clicks: readonly string[];
  payments: readonly string[];
  /** Results of bookings that are neither a success nor a 503 with Retry-After, missing responses included. */
  unexpected: readonly string[];
  emails: { duplicates: number; missing: number; falselyAccepted: number; uncertain: number };
  /** Milliseconds from each kill to the first acknowledged write, and to the killed node's return. */
  outages: readonly number[];
  rejoins: readonly number[];
};

export function failoverViolations(outcome: FailoverOutcome): string[] {
  const { duplicates, missing, falselyAccepted, uncertain } = outcome.emails;
  const maxUncertain = outcome.outages.length * MAX_UNCERTAIN_PER_FAILOVER;
  return [
    ...(outcome.lostBookings ? [`${outcome.lostBookings} acknowledged bookings are lost`] : []),
    ...outcome.clicks,
    ...outcome.payments,
    ...outcome.unexpected.map((response) => `a booking got ${response}`),
    ...(duplicates ? [`${duplicates} readers got the newsletter twice`] : []),
    ...(missing ? [`${missing} readers got nothing and aren’t listed as uncertain`] : []),
    ...(falselyAccepted ? [`${falselyAccepted} emails are recorded as accepted but never arrived`] : []),
    ...(uncertain > maxUncertain ? [`${uncertain} uncertain emails after ${outcome.outages.length} failovers`] : []),
    ...outcome.outages
      .filter((ms) => ms > MAX_OUTAGE_MS)
      .map((ms) => `the first write was acknowledged ${seconds(ms)} seconds after the kill`),
  ];
}

/** The control must lose an acknowledged write. Any other violation doesn't count. */
export const failoverControl = ({ lostBookings }: Pick<FailoverOutcome, 'lostBookings'>): ControlResult =>
  controlResult(lostBookings > 0);

export const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** “12.0 to 24.5, median 20.1” seconds. */
export function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => seconds(sorted[Math.floor(share * (sorted.length - 1))]!);
  return `${at(0)} to ${at(1)}, median ${at(0.5)}`;
}
