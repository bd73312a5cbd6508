/** Queries for the referral program: partners see their own rewards, staff see all. */
import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { ReferralListQuery } from '#shared/referral-records.ts';

/** A single partner, or all partners without an id. */
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

type Program = { code: string; visits: number; sign_ups: number; is_welcome_due: boolean };

/**
 * A partner's code, its results, and whether their own welcome credit is due (welcome.ts), or null for an unknown id.
 */
export async function findProgram(db: Database, id: number): Promise<Program | null> {
  const [program] = await db.$queryRaw<Program[]>`
    select p.referral_code as code,
      (select coalesce(sum(visits), 0)::int from referral_visits where partner_id = p.id) as visits,
      (select count(*)::int from partners r where r.referrer_id = p.id) as sign_ups,
      p.referrer_id is not null
        and not exists (select from promotions where partner_id = p.id and settled_at is not null) as is_welcome_due
    from partners p where p.id = ${id}`;
  return program ?? null;
}
