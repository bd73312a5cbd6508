/** Numbers of sign-ups by business date and kind of page. They don't identify anyone. */
import { promotionToday } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { parseDate } from '#shared/dates.ts';

/** Counts a step, in the transaction that emails or confirms the link. */
export async function countSignUp(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { source, step }: { source: string; step: 'sign_ups' | 'confirmed' },
) {
  const date = parseDate(promotionToday(now()));
  await tx.signUpCount.upsert({
    where: { date_source: { date, source } },
    create: { date, source, [step]: 1 },
    update: { [step]: { increment: 1 } },
  });
}
