/** Numbers of sign-ups by business date and source. They don't identify anyone. */
import { businessDate } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { parseDate } from '#shared/dates.ts';

/** Counts a step, in the transaction that emails the link, confirms it, or imports readers. */
export async function countSignUp(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { source, step, number = 1 }: { source: string; step: 'sign_ups' | 'confirmed'; number?: number },
) {
  if (!number) return;
  const date = parseDate(businessDate(now()));
  await tx.signUpCount.upsert({
    where: { date_source: { date, source } },
    create: { date, source, [step]: number },
    update: { [step]: { increment: number } },
  });
}

/** Subtracts confirmations of an instant, but not below 0: older versions didn't count those of imports. */
export const uncountConfirmed = (tx: Tx, { source, at, number }: { source: string; at: Date; number: number }) =>
  tx.$executeRaw`
    update sign_up_counts set confirmed = greatest(confirmed - ${number}, 0)
    where date = ${businessDate(at)}::date and source = ${source}`;
