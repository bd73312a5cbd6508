import type { PublicApi } from '#shared/api/client.ts';

const session = async () => ({
  business_date: '2026-11-22',
  next_cutoff_at: '2026-11-22T17:00:00.000Z',
  now: '2026-11-21T20:00:00.000Z',
  demo: false,
  demo_notice: null,
  support_email: 'help@deckle.test',
  operator: {
    name: 'Deckle',
    address: '1 Example Street, Example City',
    country: 'Example Country',
    reply_time: null,
    appeals: null,
    governing_law: 'the laws of Example Country',
    notice_agent: null,
    hosting: null,
  },
  services: { mail: null, ai: null, storage: null, errors: null },
  stripe: { mode: 'test', publishable_key: null },
  ai: { mode: 'offline' },
});

/**
 * Creates a fake API for tests. It answers the session call itself. `calls` has the calls of every other resource, by
 * the segment after /api/v1 in its paths ('books', 'newsletter_promotion_counts').
 */
export const fakeApi = (calls: { [resource: string]: object }): PublicApi =>
  ((table: Record<string, { path: string }>) => {
    const [, resource = ''] = /^\/api\/v1\/(\w+)/.exec(Object.values(table)[0]?.path ?? '') ?? [];
    return resource === 'session' ? { session } : calls[resource];
  }) as unknown as PublicApi;
