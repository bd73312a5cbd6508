/**
 * Compares Stripe's lists with the ledger every night. A difference is stored, logged as an error, and emailed to
 * support once. It stays open until a later night finds it resolved. Nothing is repaired automatically. See
 * docs/decisions/0050-compare-the-ledger-nightly.md.
 */
import type { LedgerDifference, LedgerEntry, Prisma } from '#prisma';
import { enqueueEmail } from '#server/emails/enqueue.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { RETURNED_SUFFIX } from './invoices.ts';
import { type Movement, movementById, movementsSince } from './stripe-lists.ts';

export const COMPARE_LEDGER = 'ledger.compare';
const COMPARED_DAYS = 7;
/** Movements this recent may not be recorded yet. */
const SETTLING_MS = HOUR_MS;

/**
 * Returns the open differences, or [] if the comparison fails: an unreachable Stripe must not block the day's other
 * jobs.
 */
export async function compareLedger(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>,
): Promise<LedgerDifference[]> {
  try {
    return await compare(deps);
  } catch (error) {
    deps.log.error({ err: error }, 'ledger comparison failed');
    return [];
  }
}

async function compare(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'stripe'>) {
  const from = await findComparisonStart(deps);
  const until = new Date(deps.now().getTime() - SETTLING_MS);
  const openBefore = await deps.db.ledgerDifference.findMany({ where: { resolved_at: null } });
  const pairs = await pairsSince(deps, from, openBefore);
  const differing = pairs.filter(({ stripe_cents, ledger_cents, at }) => stripe_cents !== ledger_cents && at <= until);
  await saveDifferences(deps, differing);
  const ids = differing.map(({ stripe_id }) => stripe_id);
  await deps.db.ledgerDifference.updateMany({
    where: { id: { in: openBefore.map(({ id }) => id) }, stripe_id: { notIn: ids } },
    data: { resolved_at: deps.now() },
  });
  const open = await deps.db.ledgerDifference.findMany({ where: { resolved_at: null }, orderBy: { id: 'asc' } });
  if (open.length)
    deps.log.error({ differences: open.map(({ stripe_id, kind }) => ({ stripe_id, kind })) }, DIFFERS_MESSAGE);
  return open;
}

const DIFFERS_MESSAGE = 'the ledger differs from Stripe';

/** A week ago, or this job's first recorded run if that is later: a demo's seeded past never existed at Stripe. */
async function findComparisonStart(deps: Pick<Deps, 'db' | 'now'>) {
  const firstRun = await deps.db.jobRun.findFirst({
    where: { job: COMPARE_LEDGER },
    orderBy: { started_at: 'asc' },
    select: { started_at: true },
  });
  const weekAgo = deps.now().getTime() - COMPARED_DAYS * DAY_MS;
  return new Date(Math.max(weekAgo, firstRun?.started_at.getTime() ?? 0));
}

/** Keeps charges of our customers and refunds of our charges, because other systems may use the same Stripe account. */
async function filterOwnMovements(deps: Pick<Deps, 'db'>, movements: readonly Movement[]) {
  const customers = movements.flatMap(({ customer_id }) => customer_id ?? []);
  const partners = await deps.db.partner.findMany({
    where: { stripe_customer_id: { in: customers } },
    select: { stripe_customer_id: true },
  });
  const ourCustomers = new Set(partners.map(({ stripe_customer_id }) => stripe_customer_id));
  const charges = movements.filter(({ customer_id }) => customer_id && ourCustomers.has(customer_id));
  const storedCharges = await deps.db.capturedCharge.findMany({
    where: { id: { in: movements.map(({ charge_id }) => charge_id) } },
    select: { id: true },
  });
  const ourCharges = new Set([...charges.map(({ stripe_id }) => stripe_id), ...storedCharges.map(({ id }) => id)]);
  return movements.filter(({ charge_id }) => ourCharges.has(charge_id));
}

type Pair = { stripe_id: string; stripe_cents: number | null; ledger_cents: number | null; at: Date };

/** Pairs the Stripe and ledger amounts of every movement since `from` and of every open difference. */
async function pairsSince(
  deps: Pick<Deps, 'db' | 'stripe'>,
  from: Date,
  known: readonly { stripe_id: string }[],
): Promise<Pair[]> {
  const listed = await filterOwnMovements(deps, await movementsSince(deps.stripe.api, from));
  const recent = await deps.db.ledgerEntry.findMany({ where: { ...COMPARED, at: { gte: from } } });
  const listedIds = [...listed, ...known].map(({ stripe_id }) => stripe_id);
  const ids = [...new Set([...listedIds, ...recent.map(({ stripe_id }) => idAtStripe(stripe_id))])];
  const entries = await deps.db.ledgerEntry.findMany({
    where: { ...COMPARED, stripe_id: { in: ids.flatMap((id) => [id, id + RETURNED_SUFFIX]) } },
  });
  const movements = new Map(listed.map((movement) => [movement.stripe_id, movement]));
  const entriesById = Map.groupBy(entries, ({ stripe_id }) => idAtStripe(stripe_id));
  const pairs: Pair[] = [];
  for (const stripe_id of ids) {
    // A movement that isn't listed, such as an older one, is looked up by id.
    const movement = movements.get(stripe_id) ?? (await movementById(deps.stripe.api, stripe_id));
    pairs.push(...pairOf(stripe_id, movement, entriesById.get(stripe_id) ?? []));
  }
  return pairs;
}

const COMPARED = { kind: { in: ['charge', 'refund'] } } satisfies Prisma.LedgerEntryWhereInput;

/** A returned refund has two ledger entries for one id at Stripe. */
const idAtStripe = (stripe_id: string) => stripe_id.replace(RETURNED_SUFFIX, '');

function pairOf(stripe_id: string, movement: Movement | null, entries: readonly LedgerEntry[]): Pair[] {
  const at = movement?.at ?? entries[0]?.at;
  if (!at) return [];
  const sum = entries.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  return [{ stripe_id, stripe_cents: movement?.cents ?? null, ledger_cents: sum === 0 ? null : sum, at }];
}

/** Stores the differences, and emails support about the new ones. */
const saveDifferences = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, differing: readonly Pair[]) =>
  inLongTransaction(deps.db, async (tx) => {
    const newPairs: Pair[] = [];
    for (const pair of differing) if (await saveDifference(tx, deps.now(), pair)) newPairs.push(pair);
    if (newPairs.length) await alertAboutDifferences(deps, tx, newPairs);
  });

/** Updates a known open difference, or inserts it and returns true. */
async function saveDifference(
  tx: Tx,
  found_at: Date,
  { stripe_id, stripe_cents, ledger_cents, at }: Pair,
): Promise<boolean> {
  const kind = ledger_cents === null ? 'missing_here' : stripe_cents === null ? 'missing_at_stripe' : 'amount_differs';
  const data = { kind, ledger_cents, stripe_cents } as const;
  const updated = await tx.ledgerDifference.updateMany({ where: { stripe_id, resolved_at: null }, data });
  if (updated.count) return false;
  const row = { stripe_id, ...data, moved_at: at, found_at };
  return (await tx.ledgerDifference.createMany({ data: [row], skipDuplicates: true })).count > 0;
}

const alertAboutDifferences = (deps: Pick<Deps, 'now' | 'queue' | 'config'>, tx: Tx, found: readonly Pair[]) =>
  enqueueEmail(deps, tx, {
    to: deps.config.operator.email,
    owner: null,
    template: 'ledger_differs',
    props: {
      differences: found.map(({ stripe_id, ledger_cents, stripe_cents }) => ({
        stripe_id,
        ledger_cents,
        stripe_cents,
      })),
      panel_url: deps.config.appUrl + paths.adminList('ledger_differences', { has_resolved_at: 'false' }),
    },
  });
