/** Detects self-referral by shared cards. Such rewards are held for staff. See docs/product.md#referrals. */
import type { Tx } from '#server/platform/database.ts';

type Pair = { partner_id: number; referred_id: number };

/** True if both partners have used the same card, even a removed one. A pair that staff released isn't held again. */
export async function isSuspicious(tx: Tx, { partner_id, referred_id }: Pair): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ suspicious: boolean }[]>`
    select exists (
      select 1 from credit_cards mine join credit_cards theirs on theirs.fingerprint = mine.fingerprint
      where mine.partner_id = ${partner_id} and theirs.partner_id = ${referred_id}
    ) and not exists (
      select 1 from referral_entries e where e.partner_id = ${partner_id} and e.referred_id = ${referred_id}
        and e.reviewed_at is not null and e.state <> 'rejected'
    ) as suspicious`;
  return row!.suspicious;
}

/** Holds all suspicious due rewards, because a card may be added after the payment. */
export const holdSuspicious = (tx: Tx, now: Date) => tx.$executeRaw`
    update referral_entries e set state = 'held'
    where e.state = 'pending' and e.kind = 'reward' and e.available_at <= ${now} and e.reviewed_at is null
      and exists (
        select 1 from credit_cards mine join credit_cards theirs on theirs.fingerprint = mine.fingerprint
        where mine.partner_id = e.partner_id and theirs.partner_id = e.referred_id
      ) and not exists (
        select 1 from referral_entries r where r.partner_id = e.partner_id and r.referred_id = e.referred_id
          and r.reviewed_at is not null and r.state <> 'rejected'
      )`;

/** True if a new partner's card belongs to their referrer, or to another partner with a welcome credit in any state. */
export async function isKnownCard(tx: Tx, { id, referrer_id }: { id: number; referrer_id: number }): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ known: boolean }[]>`
    select exists (
      select 1 from credit_cards mine
      join credit_cards other on other.fingerprint = mine.fingerprint and other.partner_id <> mine.partner_id
      where mine.partner_id = ${id} and (
        other.partner_id = ${referrer_id}
        or exists (select 1 from referral_entries w where w.kind = 'welcome' and w.partner_id = other.partner_id)
      )
    ) as known`;
  return row!.known;
}
