/** AI spending stays within the daily budget, despite four processes, 500 concurrent calls, and kills. */
import pg from 'pg';
import { FAST, withTrialDatabase } from '../cluster.ts';
import { spendUnderKills } from './ai-spending.ts';
import { type ControlResult, controlResult } from './verdict.ts';

export const trials = [{ id: 'budget', size: 2_000, run }];

/**
 * `size` is the number of calls. The control is a smaller run on a database whose budget forgets reservations: it
 * must find violations.
 */
function run(size: number, seed: number) {
  return withTrialDatabase(async ({ databaseUrl }) => {
    const options = { processes: 4, concurrency: Math.min(500, size), kills: Math.max(2, Math.round(size / 500)) };
    const { violations, ...facts } = await spendUnderKills({ databaseUrl, calls: size, seed, ...options });
    for (const violation of violations) console.error(violation);
    const control = await spendWithoutGuard(databaseUrl, seed);
    return { n: size, violations: violations.length, control, notes: JSON.stringify(facts) };
  }, FAST);
}

/** Runs the control, which must be red. */
export async function spendWithoutGuard(databaseUrl: string, seed: number): Promise<ControlResult> {
  await query(
    databaseUrl,
    `truncate ai_budgets, ai_requests;
    create function forget_spending() returns trigger language plpgsql as 'begin new.spent_cents := 0; return new; end';
    create trigger forget_spending before update on ai_budgets for each row execute function forget_spending()`,
  );
  const { violations } = await spendUnderKills({
    databaseUrl,
    calls: 60,
    processes: 1,
    concurrency: 20,
    kills: 0,
    seed,
  });
  await query(databaseUrl, 'drop trigger forget_spending on ai_budgets; drop function forget_spending');
  return controlResult(violations.some((text) => text.includes('the cap is')));
}

async function query(databaseUrl: string, sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
