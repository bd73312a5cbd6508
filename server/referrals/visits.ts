import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { parseDate } from '#shared/dates.ts';

/** Counts a visit for the code's owner and the day. An unknown code, or a closed account's, counts nothing. */
export const countVisit = ({ db, now }: Pick<Deps, 'db' | 'now'>, code: string) => db.$executeRaw`
    insert into referral_visits (partner_id, date, visits)
    select id, ${parseDate(vancouverTime(now()).date)}::date, 1 from partners
    where referral_code = ${code.toLowerCase()} and deleted_at is null
    on conflict (partner_id, date) do update set visits = referral_visits.visits + 1`;
