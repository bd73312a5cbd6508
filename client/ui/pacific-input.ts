/**
 * Instants as a `datetime-local` input shows them, in Pacific Time. Vancouver has been at UTC−7 since March 8, 2026,
 * and no longer changes its clocks (docs/decisions/0002-vancouver-time-rule.md). So this needs no zone data, which may
 * be out of date in browsers.
 */
import { HOUR_MS } from '#shared/durations.ts';

const UTC_OFFSET_MS = 7 * HOUR_MS;

/** '2026-11-21T18:00:00.000Z' → '2026-11-21T11:00'; null → ''. */
export const toPacificInput = (iso: string | null) =>
  iso === null ? '' : new Date(Date.parse(iso) - UTC_OFFSET_MS).toISOString().slice(0, 16);

/**
 * '2026-11-21T11:00' → '2026-11-21T18:00:00.000Z'; '' → null. Invalid text is returned as it is, for validation to
 * reject.
 */
export function fromPacificInput(text: string): string | null {
  if (text === '') return null;
  const instant = Date.parse(`${text}Z`);
  return Number.isNaN(instant) ? text : new Date(instant + UTC_OFFSET_MS).toISOString();
}
