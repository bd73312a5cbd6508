/** The figures of a warm-up's days. The last day's figures add up to that day's caps and readers. */
import type { Provider } from '#shared/list-health.ts';
import { providersInUse, type WarmUp } from '#shared/warm-up.ts';

export type WarmUpDay = { date: string; planned: number; sent: number; left_out: number; stopped: Provider[] };

/** The last 30 days at most, oldest first. `planned` omits the caps of providers that were stopped all day. */
export function warmUpDays(warmUp: Pick<WarmUp, 'providers'>): WarmUpDay[] {
  const days = new Map<string, WarmUpDay>();
  for (const { provider, days: providerDays } of providersInUse(warmUp))
    for (const { date, cap, handed_over, skipped, stop_cause } of providerDays) {
      const day = days.get(date) ?? { date, planned: 0, sent: 0, left_out: 0, stopped: [] };
      const isStoppedAllDay = stop_cause !== null && handed_over === 0;
      days.set(date, {
        date,
        planned: day.planned + (isStoppedAllDay ? 0 : cap),
        sent: day.sent + handed_over,
        left_out: day.left_out + skipped,
        stopped: stop_cause ? [...day.stopped, provider] : day.stopped,
      });
    }
  return [...days.values()].sort((a, b) => a.date.localeCompare(b.date));
}

/** The use of each provider's last cap. The parts add up to the cap. */
export const capsUsed = (warmUp: Pick<WarmUp, 'providers'>) =>
  providersInUse(warmUp).map(({ cap, days }) => {
    const { handed_over: sent = 0, permission_cap: permission = 0, weekly_left = 0 } = days.at(-1) ?? {};
    const weekly = Math.min(weekly_left, Math.max(0, cap - sent - permission));
    return { cap, sent, permission, weekly, unused: cap - sent - permission - weekly };
  });

/**
 * The readers of the last day's newsletters, by provider: `[readers, delivered, left out, not delivered, pending]`. The
 * last four numbers add up to the first.
 */
export const readersByProvider = (warmUp: Pick<WarmUp, 'providers'>): number[][] =>
  providersInUse(warmUp).map(({ last_day: { readers, accepted, skipped, undelivered, waiting } }) => [
    ...[readers, accepted, skipped, undelivered, waiting],
  ]);
