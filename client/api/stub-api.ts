import type { PublicApi } from '#shared/api/client.ts';

/** For tests: the calls of each table, under the first part of its paths ('books', 'newsletter_promotion_counts'). */
export const stubApi = (calls: { [resource: string]: object }): PublicApi =>
  ((table: Record<string, { path: string }>) => {
    const [, resource = ''] = /^\/api\/v1\/(\w+)/.exec(Object.values(table)[0]?.path ?? '') ?? [];
    return calls[resource];
  }) as unknown as PublicApi;
