/**
 * The crash points as a list: where the server is stopped, in which payment flow, and with which Stripe failure. A
 * batch crashes as a whole: each of its promotions waits at its own point when the crash comes.
 */
import type { Failpoint } from '#server/platform/failpoints.ts';
import type { Fault } from '#server/sandbox/stripe/faults.ts';
import { dice } from './kills.ts';

export type Illness = Exclude<Fault['kind'], 'delay'> | 'none';
export type Flow = 'charge' | 'retry' | 'refund';
export type End = 'kill' | 'restart';

/**
 * `first`: stopped in the first call, and Stripe fails during the recovery. `sweep`: Stripe failed in the first call,
 * stopped in the recovery. `webhook`: money moved unnoticed, stopped while the webhook reports it, before any sweep.
 */
export type Cell = { flow: Flow; kind: 'first' | 'sweep' | 'webhook'; illness: Illness; point: Failpoint };
export type Batch = { end: End; illness: Illness; cells: Cell[] };

/** Nothing was executed, and nothing is saved for the key. */
const UNTOUCHED: Illness[] = ['timeout_before', 'reset_before', 'status_500_before', 'error_409', 'rate_limit_429'];
const MOVED: Illness[] = ['timeout_after', 'reset_after', 'status_500'];
const UNDONE: Illness = 'status_500_undone';
const ILLNESSES: Illness[] = ['none', ...UNTOUCHED, ...MOVED, UNDONE];
const FLOWS: Flow[] = ['charge', 'retry', 'refund'];
const ENDS: End[] = ['kill', 'restart'];

const CHARGE_FIRST: Failpoint[] = [
  'charge.claiming',
  'charge.claimed',
  'stripe.charge.before',
  'stripe.charge.after',
  'charge.settling',
  'charge.settled',
];
const REFUND_FIRST: Failpoint[] = [
  'refund.claiming',
  'refund.claimed',
  'stripe.refund.before',
  'stripe.refund.after',
  'refund.settling',
  'refund.settled',
];
const CHARGE_WEBHOOK: Failpoint[] = [
  'event.noted',
  'stripe.retrieve_payment.before',
  'stripe.retrieve_payment.after',
  'charge.settling',
  'charge.settled',
  'event.handled',
];
const REFUND_WEBHOOK: Failpoint[] = [
  'event.noted',
  'stripe.list_refunds.before',
  'stripe.list_refunds.after',
  'refund.syncing',
  'event.handled',
];

/** Failpoints of the recovery. A key for which Stripe replays its failure is abandoned for a search. */
function chargeSweep(illness: Illness): Failpoint[] {
  const isSpent = illness === 'status_500' || illness === UNDONE;
  const search: Failpoint[] = ['stripe.find_charge.before', 'stripe.find_charge.after'];
  return [
    'stripe.charge.before',
    ...(isSpent ? search : (['stripe.charge.after'] as const)),
    ...CHARGE_FIRST.slice(-2),
  ];
}

/** A refund that is found isn't requested again. */
function refundSweep(illness: Illness): Failpoint[] {
  const again: Failpoint[] = MOVED.includes(illness) ? [] : ['stripe.refund.before'];
  const answered: Failpoint[] = UNTOUCHED.includes(illness) ? ['stripe.refund.after'] : [];
  return ['stripe.list_refunds.before', 'stripe.list_refunds.after', ...again, ...answered, ...REFUND_FIRST.slice(-2)];
}

function cellsOf(illness: Illness): Cell[] {
  const cells = (kind: Cell['kind'], pointsOf: (flow: Flow) => Failpoint[]) =>
    FLOWS.flatMap((flow) => pointsOf(flow).map((point): Cell => ({ flow, kind, illness, point })));
  const isUnheard = illness === 'none' || MOVED.includes(illness);
  return [
    ...cells('first', (flow) => (flow === 'refund' ? REFUND_FIRST : CHARGE_FIRST)),
    ...cells('sweep', (flow) =>
      illness === 'none' ? [] : flow === 'refund' ? refundSweep(illness) : chargeSweep(illness),
    ),
    ...cells('webhook', (flow) => (!isUnheard ? [] : flow === 'refund' ? REFUND_WEBHOOK : CHARGE_WEBHOOK)),
  ];
}

const MOST_PER_BATCH = 17;

/** All batches in a seeded order, cut off after `size` points. */
export function batchesOf({ ends, size, seed }: { ends: readonly End[]; size: number; seed: number }): Batch[] {
  const all = ENDS.filter((end) => ends.includes(end)).flatMap((end) =>
    ILLNESSES.flatMap((illness) => dealt(cellsOf(illness)).map((cells): Batch => ({ end, illness, cells }))),
  );
  let left = size;
  return shuffled(all, seed).flatMap((batch) => {
    const cells = batch.cells.slice(0, Math.max(0, left));
    left -= cells.length;
    return cells.length ? [{ ...batch, cells }] : [];
  });
}

/** Waiting inside a transaction holds its locks, and there is only one invoice counter. */
const HOLDS_COUNTER: Failpoint[] = ['refund.settling', 'refund.syncing'];
const HOLDS_ROWS: Failpoint[] = ['charge.claiming', 'refund.claiming', 'charge.settling'];
const weightOf = ({ point }: Cell) => (HOLDS_COUNTER.includes(point) ? 2 : HOLDS_ROWS.includes(point) ? 1 : 0);

/** Deals the cells into equal batches, at most one holder of the counter in each, holders last. */
function dealt(cells: readonly Cell[]): Cell[][] {
  const batches: Cell[][] = Array.from({ length: Math.ceil(cells.length / MOST_PER_BATCH) }, () => []);
  const heavyFirst = cells.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const [index, cell] of heavyFirst.entries()) batches[index % batches.length]!.unshift(cell);
  return batches;
}

function shuffled<T>(all: readonly T[], seed: number): T[] {
  const roll = dice(seed);
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = roll(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
