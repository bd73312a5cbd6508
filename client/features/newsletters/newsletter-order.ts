/**
 * The order of a daily newsletter's promotions, the same as on the server: by category, the bought top spot first, then
 * in the order that staff chose, then by the time of approval.
 */
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import type { Promotion } from '#shared/promotions.ts';

export type SectionOrder = { category_id: number; name: string; promotions: Promotion[] };

export const hasTopSpot = ({ addons }: Pick<Promotion, 'addons'>) =>
  addons.some(({ name, state }) => name === TOP_OF_NEWSLETTER && state === 'confirmed');

export function sectionsOf(promotions: readonly Promotion[]): SectionOrder[] {
  const sorted = [...promotions].sort(
    (a, b) =>
      Number(hasTopSpot(b)) - Number(hasTopSpot(a)) ||
      (a.position ?? LAST) - (b.position ?? LAST) ||
      (a.reviewed_at ?? '').localeCompare(b.reviewed_at ?? '') ||
      a.id - b.id,
  );
  const sections = [...Map.groupBy(sorted, ({ category_id }) => category_id)].map(([category_id, members]) => ({
    category_id,
    name: members[0]?.category?.name ?? `Category ${category_id}`,
    categoryPosition: members[0]?.category?.position ?? LAST,
    promotions: members,
  }));
  return sections
    .sort((a, b) => a.categoryPosition - b.categoryPosition)
    .map(({ categoryPosition: _position, ...section }) => section);
}

/** The only section of a weekly newsletter, whose deals the server orders by readers' interest, not by category. */
export const weeklySection = (promotions: Promotion[]): SectionOrder => ({
  category_id: 0,
  name: 'Most popular',
  promotions,
});

const LAST = Number.MAX_SAFE_INTEGER;

/** True if a promotion may move up (-1) or down (1) in its section. The bought top spot stays first. */
export function canMove({ promotions }: SectionOrder, index: number, step: 1 | -1) {
  const from = promotions[index];
  const to = promotions[index + step];
  return from !== undefined && to !== undefined && hasTopSpot(from) === hasTopSpot(to);
}

/** The ids of all promotions in order, after one moved up or down in its section. */
export function idsAfterMove(sections: readonly SectionOrder[], id: number, step: 1 | -1): number[] {
  return sections.flatMap((section) => {
    const ids = section.promotions.map((promotion) => promotion.id);
    const index = ids.indexOf(id);
    if (index < 0 || !canMove(section, index, step)) return ids;
    return ids.toSpliced(index, 1).toSpliced(index + step, 0, id);
  });
}

/**
 * The ids of all promotions in order, after one was dropped on another in its section. Unchanged if it can't move
 * there.
 */
export function idsAfterDrop(sections: readonly SectionOrder[], id: number, targetId: number): number[] {
  return sections.flatMap((section) => {
    const ids = section.promotions.map((promotion) => promotion.id);
    if (!canDropOn(section, id, targetId)) return ids;
    return ids.toSpliced(ids.indexOf(id), 1).toSpliced(ids.indexOf(targetId), 0, id);
  });
}

/** True if a promotion can be dropped on another: within its category, and with the bought top spot first. */
export function canDropOn({ promotions }: SectionOrder, id: number, targetId: number) {
  const moved = promotions.find((promotion) => promotion.id === id);
  const target = promotions.find((promotion) => promotion.id === targetId);
  return moved !== undefined && target !== undefined && hasTopSpot(moved) === hasTopSpot(target);
}

/** The promotions with the positions that the server will give them. */
export const withPositions = (promotions: readonly Promotion[], ids: readonly number[]): Promotion[] =>
  promotions.map((promotion) => {
    const index = ids.indexOf(promotion.id);
    return index < 0 ? promotion : { ...promotion, position: index + 1 };
  });
