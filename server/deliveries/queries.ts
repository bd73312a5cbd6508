import type { DeliveryState, Prisma } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import { maxTotalOf, pageOf } from '#server/platform/http/lists.ts';
import type { DeliveryListQuery } from '#shared/deliveries.ts';

const withReader = { reader: { select: { email: true } } } as const;
export type DeliveryRow = Prisma.DeliveryGetPayload<{ include: typeof withReader }>;

/** Only uncertain deliveries have an index of their own, by the generated column. */
export const hasState = (state: DeliveryState) => (state === 'uncertain' ? { is_uncertain: true } : { state });

export async function listDeliveries(db: Database, newsletter_id: number, { state, q, ...query }: DeliveryListQuery) {
  const filters: Prisma.DeliveryWhereInput = {
    ...(state ? hasState(state) : {}),
    ...(q ? { reader: { email: q } } : {}),
  };
  const where = { newsletter_id, ...filters };
  const [rows, total] = await Promise.all([
    db.delivery.findMany({ ...pageOf(query), where, include: withReader, orderBy: { reader_id: query.sort_dir } }),
    db.delivery.count({ where, take: maxTotalOf([filters]) }),
  ]);
  return { rows, total };
}

export const findDelivery = (
  db: Database | Tx,
  newsletter_id_reader_id: { newsletter_id: number; reader_id: number },
): Promise<DeliveryRow | null> => db.delivery.findUnique({ where: { newsletter_id_reader_id }, include: withReader });
