/** Reads for the referral program: partners see their own rewards, staff all. */
import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { ReferralListQuery } from '#shared/referral-records.ts';

/** A single partner, or all without an id. */
type ReferralScope = { partner_id?: number | undefined };

export async function listReferrals(db: Database, query: ReferralListQuery, { partner_id }: ReferralScope) {
  const where: Prisma.ReferralEntryWhereInput = {
    ...(partner_id === undefined ? {} : { partner_id }),
    ...(query.state ? { state: query.state } : {}),
  };
  const [rows, total] = await Promise.all([
    db.referralEntry.findMany({
      ...pageOf(query),
      where,
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
    }),
    db.referralEntry.count({ where }),
  ]);
  return { rows, total };
}

export const totalsByState = (db: Database, { partner_id }: ReferralScope) =>
  db.referralEntry.groupBy({
    by: ['state'],
    where: { kind: 'reward', ...(partner_id === undefined ? {} : { partner_id }) },
    _sum: { amount_cents: true, clawed_back_cents: true, owed_cents: true },
  });
export type StateTotal = Awaited<ReturnType<typeof totalsByState>>[number];

/** A partner's code and its results, or null for an unknown id. */
export async function programOf(db: Database, id: number) {
  const [partner, sum] = await Promise.all([
    db.partner.findUnique({ where: { id }, select: { referral_code: true, _count: { select: { referred: true } } } }),
    db.referralVisit.aggregate({ where: { partner_id: id }, _sum: { visits: true } }),
  ]);
  return partner && { code: partner.referral_code, sign_ups: partner._count.referred, visits: sum._sum.visits ?? 0 };
}
