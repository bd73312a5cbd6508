/**
 * The daily AI budget. One conditional UPDATE reserves a call's maximum price before the call; the actual cost replaces
 * it afterward. A reservation that is never settled, because the process died, counts in full.
 * See docs/decisions/0070-reserve-the-ai-budget.md.
 */

import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { AiUsage } from '#shared/ai.ts';
import { parseDate } from '#shared/dates.ts';

export type Reservation = { id: number; cents: number; created_at: Date };
/** Tokens used by a call. */
export type TokenUsage = { input: number; output: number };
type RequestDetails = {
  tool: string;
  model: string;
  ip_hash?: Uint8Array<ArrayBuffer> | undefined;
  user_id?: number | undefined;
};

const dayOf = (instant: Date) => parseDate(vancouverTime(instant).date);

/**
 * Reserves the amount, or returns null if the rest of the day's budget is smaller. A budget of 0 refuses everything.
 */
export async function reserveBudget(
  { db, config, now }: Pick<Deps, 'db' | 'now' | 'config'>,
  cents: number,
  details: RequestDetails,
): Promise<Reservation | null> {
  const limit = config.AI_DAILY_BUDGET_CENTS;
  if (limit <= 0) return null;
  const created_at = now();
  const day = dayOf(created_at);
  await db.$executeRaw`
    insert into ai_budgets (date, limit_cents) values (${day}::date, ${limit}::float8::numeric) on conflict (date) do nothing`;
  const [row] = await db.$queryRaw<{ id: number }[]>`
    with budget as (
      update ai_budgets set spent_cents = spent_cents + ${cents}::float8::numeric, limit_cents = ${limit}::float8::numeric
      where date = ${day}::date and spent_cents + ${cents}::float8::numeric <= ${limit}::float8::numeric
      returning date
    )
    insert into ai_requests (tool, model, ip_hash, user_id, reserved_cents, created_at)
    select ${details.tool}, ${details.model}, ${details.ip_hash ?? null}::bytea, ${details.user_id ?? null}::int, ${cents}::float8::numeric, ${created_at}
    from budget
    returning id`;
  return row ? { id: row.id, cents, created_at } : null;
}

/**
 * Replaces a reservation with the amount spent; does nothing the second time. A model that used more than it was
 * allowed can fill the day's budget but not exceed it: the table has a check.
 */
export async function settleBudget(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, created_at }: Reservation,
  spent: number,
  usage?: TokenUsage,
) {
  await db.$executeRaw`
    with settled as (
      update ai_requests
      set spent_cents = ${spent}::float8::numeric, settled_at = ${now()}, input_tokens = ${usage?.input ?? null}::int, output_tokens = ${usage?.output ?? null}::int
      where id = ${id} and settled_at is null
      returning reserved_cents
    )
    update ai_budgets set spent_cents = least(limit_cents, ai_budgets.spent_cents - settled.reserved_cents + ${spent}::float8::numeric)
    from settled where date = ${dayOf(created_at)}::date`;
}

/** Age at which an unsettled reservation counts as abandoned. Calls take only seconds. */
const ABANDONED_MS = 5 * 60_000;

/** Charges abandoned reservations in full, because a call may have used tokens before its process died. */
export async function settleAbandoned(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - ABANDONED_MS);
  const abandoned = await deps.db.aiRequest.findMany({
    where: { settled_at: null, created_at: { lt: before } },
    take: 1000,
  });
  for (const { id, reserved_cents, created_at } of abandoned) {
    const cents = Number(reserved_cents);
    await settleBudget(deps, { id, cents, created_at }, cents);
  }
  return abandoned.length;
}

export async function usageToday({
  db,
  config,
  ai,
  now,
}: Pick<Deps, 'db' | 'now' | 'config' | 'ai'>): Promise<AiUsage> {
  const { date } = vancouverTime(now());
  const budget = await db.aiBudget.findUnique({ where: { date: parseDate(date) } });
  return {
    date,
    spent_cents: Number(budget?.spent_cents ?? 0),
    limit_cents: config.AI_DAILY_BUDGET_CENTS,
    mode: isModelEnabled({ config, ai }) ? 'live' : 'offline',
    model: ai?.name ?? null,
  };
}

/** True if there is a key and a budget above 0. */
export const isModelEnabled = ({ config, ai }: Pick<Deps, 'config' | 'ai'>) =>
  ai !== null && config.AI_DAILY_BUDGET_CENTS > 0;
