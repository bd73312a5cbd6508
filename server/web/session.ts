/** The response to the app shell's first request: the business date and time, and the site's public settings. */
import { isModelEnabled } from '#server/ai/budget.ts';
import { businessDate, nextCutoff } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { publicOperator } from '#server/platform/operator.ts';
import { servicesOf } from '#server/platform/services.ts';
import type { ShellData } from '#shared/auth.ts';
import { demoNotice } from './public-demo.ts';

export function shellData({ config, now, stripe, ai }: Pick<Deps, 'now' | 'config' | 'ai' | 'stripe'>): ShellData {
  const instant = now();
  return {
    business_date: businessDate(instant),
    next_cutoff_at: nextCutoff(instant).toISOString(),
    now: instant.toISOString(),
    demo: config.isDemo,
    demo_notice: demoNotice(config),
    support_email: config.operator.email,
    operator: publicOperator(config.operator),
    services: servicesOf(config, isModelEnabled({ config, ai })),
    stripe: { mode: stripe.mode, publishable_key: stripe.publishableKey },
    ai: { mode: isModelEnabled({ config, ai }) ? 'live' : 'offline' },
  };
}
