/** What the shell asks first: the business clock, and which parts are stand-ins. */
import { Router } from 'express';
import { isLive } from '#server/ai/budget.ts';
import { nextCutoff, promotionToday } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { Session } from '#shared/auth.ts';
import { PUBLIC_DEMO_NOTICE } from './public-demo.ts';

const DEMO_NOTICE = 'This is a demo: the readers and cards are made up, and no money moves.';

export function sessionFacts({ config, now, stripe, ai }: Deps): Session {
  const instant = now();
  return {
    business_date: promotionToday(instant),
    next_cutoff_at: nextCutoff(instant).toISOString(),
    now: instant.toISOString(),
    demo: config.isDemo,
    demo_notice: config.isPublicDemo ? PUBLIC_DEMO_NOTICE : config.isDemo ? DEMO_NOTICE : null,
    support_email: config.SUPPORT_EMAIL,
    stripe: { mode: stripe.mode, publishable_key: stripe.publishableKey },
    ai: { mode: isLive({ config, ai }) ? 'live' : 'offline' },
  };
}

export function sessionRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    res.json(sessionFacts(deps));
  });
  return router;
}
