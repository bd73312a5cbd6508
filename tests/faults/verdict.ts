/** A control is the same trial without its guard. Red: it found violations, as it must. */
export type ControlResult = 'red' | 'green';

/** `n` is the size of the trial, and `violations` is the number of violations. */
export type Verdict = { n: number; violations: number; control: ControlResult; notes?: string };

export const controlResult = (foundViolations: boolean): ControlResult => (foundViolations ? 'red' : 'green');

/** Prints the first 20 violations, and returns the trial's row of the report. */
export function verdict(n: number, violations: readonly string[], control: ControlResult, notes?: string): Verdict {
  for (const violation of violations.slice(0, 20)) console.error(violation);
  return { n, violations: violations.length, control, ...(notes ? { notes } : {}) };
}
