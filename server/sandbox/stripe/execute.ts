/** Executes one request on the state and returns its response and changes; writes nothing. */
import type { Execution } from './endpoints.ts';
import { brokenInside, StripeFailure } from './errors.ts';
import type { Fault } from './faults.ts';
import { expanded } from './present.ts';
import type { RecordChange } from './state.ts';
import type { Work } from './work.ts';

export type ExecutionOutcome = { status: number; body: object; changes: readonly RecordChange[]; thrown?: unknown };

export function execute(
  work: Work,
  execution: Execution,
  expand: readonly string[],
  fault: Fault | undefined,
): ExecutionOutcome {
  const outcome = run(work, execution, expand);
  if (fault?.kind === 'status_500') return { ...outcome, ...broken() };
  if (fault?.kind === 'status_500_undone') return { ...broken(), changes: [] };
  return outcome;
}

function run(work: Work, execution: Execution, expand: readonly string[]): ExecutionOutcome {
  try {
    return { status: 200, body: expanded(work, execution(work), expand), changes: work.changes };
  } catch (thrown) {
    return outcomeOf(work, thrown);
  }
}

/** A declined card (402) keeps its changes; every other refusal changes nothing. */
export function outcomeOf(work: Work, thrown: unknown): ExecutionOutcome {
  if (!(thrown instanceof StripeFailure)) return { ...broken(), changes: [], thrown };
  return { status: thrown.status, body: { error: thrown.error }, changes: thrown.status === 402 ? work.changes : [] };
}

const broken = () => ({ status: 500, body: { error: brokenInside().error } });
