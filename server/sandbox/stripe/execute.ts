/** Executes one request on the state and returns its response and changes; writes nothing. */
import type { Execution } from './endpoints.ts';
import { internalError, StripeFailure } from './errors.ts';
import type { Fault } from './faults.ts';
import { expandBody } from './present.ts';
import type { RecordChange } from './state.ts';
import type { UnitOfWork } from './work.ts';

export type ExecutionOutcome = { status: number; body: object; changes: readonly RecordChange[]; thrown?: unknown };

export function execute(
  work: UnitOfWork,
  execution: Execution,
  expand: readonly string[],
  fault: Fault | undefined,
): ExecutionOutcome {
  const outcome = run(work, execution, expand);
  if (fault?.kind === 'status_500') return { ...outcome, ...internalErrorResponse() };
  if (fault?.kind === 'status_500_undone') return { ...internalErrorResponse(), changes: [] };
  return outcome;
}

function run(work: UnitOfWork, execution: Execution, expand: readonly string[]): ExecutionOutcome {
  try {
    return { status: 200, body: expandBody(work, execution(work), expand), changes: work.changes };
  } catch (thrown) {
    return errorOutcome(work, thrown);
  }
}

/** The outcome of a failed execution. A declined card (402) keeps its changes; other errors change nothing. */
export function errorOutcome(work: UnitOfWork, thrown: unknown): ExecutionOutcome {
  if (!(thrown instanceof StripeFailure)) return { ...internalErrorResponse(), changes: [], thrown };
  return { status: thrown.status, body: { error: thrown.error }, changes: thrown.status === 402 ? work.changes : [] };
}

const internalErrorResponse = () => ({ status: 500, body: { error: internalError().error } });
