/**
 * The expected share of newcomers among a promotion's readers: their share among readers who clicked other promotions
 * of the newsletter but not this one. Made-up readers there would raise it, so the rules about networks, addresses, and
 * sign-ups apply to them, too. See docs/decisions/0087-newcomers-against-the-newsletter.md.
 */
import { CLICK_LIMITS } from '#shared/click-rules.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { isAlias, mailboxOf, ownedDomainOf } from './mailbox.ts';

/** A reader with their first click on another promotion. */
export type OtherReader = {
  email: string | null;
  confirmed_at: Date | null;
  is_imported: boolean;
  /** True for a recently confirmed reader who isn't known. */
  is_newcomer: boolean;
  clicked_at: Date;
  network: string | null;
  subnet: string | null;
  prefix48: string | null;
};

type SampleContext = {
  /** True in the first months of an installation. */
  is_young: boolean;
  /** Readers who clicked the promotion itself. */
  own_readers: number;
};

/** The expected share. Null on a young installation with too few other readers, because everyone is new there. */
export function usualNewcomerShare(
  others: readonly OtherReader[],
  { is_young, own_readers }: SampleContext,
): number | null {
  const { readers, share, most } = CLICK_LIMITS.newcomers;
  // The limits are meant for the readers of one promotion, but `others` are readers of many.
  const scale = Math.max(1, others.length / Math.max(1, own_readers));
  const mailboxes = new Set<string>();
  const groups = new Map<string, number>();
  let [newcomers, counted] = [0, 0];
  for (const reader of others) {
    const mailbox = reader.email && mailboxOf(reader.email);
    if (isTooNew(reader) || (mailbox && mailboxes.has(mailbox))) continue;
    if (mailbox) mailboxes.add(mailbox);
    if (reader.is_newcomer && !countInGroups(reader, groups, scale)) continue;
    counted += 1;
    if (reader.is_newcomer) newcomers += 1;
  }
  if (counted >= readers) return Math.min(newcomers / counted, is_young ? 1 : most);
  return is_young ? null : share;
}

const isTooNew = ({ confirmed_at, clicked_at }: OtherReader) =>
  !!confirmed_at && clicked_at.getTime() - confirmed_at.getTime() < CLICK_LIMITS.new_reader_ms;

/** Counts the newcomer in each of their groups. Returns false, without counting, if one of the groups is full. */
function countInGroups(reader: OtherReader, groups: Map<string, number>, scale: number): boolean {
  const readerGroups = groupsOf(reader);
  if (readerGroups.some(([name, limit]) => (groups.get(name) ?? 0) >= limit * scale)) return false;
  for (const [name] of readerGroups) groups.set(name, (groups.get(name) ?? 0) + 1);
  return true;
}

function groupsOf(reader: OtherReader): [name: string, limit: number][] {
  const { email, confirmed_at, is_imported, network, subnet, prefix48 } = reader;
  const { network: networkLimits, range, domain_readers, alias_readers, sign_ups_per_hour } = CLICK_LIMITS;
  const domain = email && ownedDomainOf(email);
  const all: [string | null | false, number][] = [
    [network && `network ${network}`, networkLimits.unknown_readers],
    [subnet && `subnet ${subnet}`, range.unknown_readers],
    [prefix48 && `prefix48 ${prefix48}`, range.unknown_readers],
    [domain && `domain ${domain}`, domain_readers],
    [!!email && isAlias(email) && 'alias services', alias_readers],
    [!!confirmed_at && !is_imported && `hour ${Math.floor(confirmed_at.getTime() / HOUR_MS)}`, sign_ups_per_hour],
  ];
  return all.filter((group): group is [string, number] => !!group[0]);
}
