/**
 * Records that a person checked a site's facts (docs/decisions/0101-evidence-for-each-site-fact.md). The audit log
 * records the person, the time, and the source.
 */
import { audit } from '#server/platform/audit.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseDate } from '#shared/dates.ts';
import type { SiteCheckInput } from '#shared/promotion-sites.ts';
import { columnsAfterCheck } from './rules.ts';

export const checkSite = (
  deps: Pick<Deps, 'db' | 'now'>,
  { id, user_id, input }: { id: number; user_id: number; input: SiteCheckInput },
) =>
  deps.db.$transaction(async (tx) => {
    // Concurrent checks of a site wait for each other, so that none loses evidence.
    await tx.$queryRaw`select id from promotion_sites where id = ${id} for update`;
    const site = await tx.promotionSite.findUnique({ where: { id } });
    if (!site) throw notFound();
    const now = deps.now();
    const today = vancouverTime(now).date;
    const columns = columnsAfterCheck({ ...site, evidence: site.evidence as never }, input, today);
    const data = { ...columns, checked_on: parseDate(today) };
    await tx.promotionSite.update({ where: { id }, data });
    const before = Object.fromEntries(Object.keys(columns).map((name) => [name, site[name as keyof typeof site]]));
    await audit(tx, now, {
      user_id,
      action: 'check',
      entity: 'promotion_site',
      entity_id: id,
      before,
      after: { ...columns, source: input.source },
    });
  });
